"""Bring our strategies into other libraries, turn our chunks into their records, and wrap their splitters.

Only what needs no other package is imported here: ``chunklib.adapters.langchain`` and ``chunklib.adapters.llamaindex``
are imported by those who have LangChain or LlamaIndex.
"""

from chunklib.adapters.third_party import PEERS

__all__ = ["PEERS"]
