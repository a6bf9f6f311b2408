"""Retrieval: which chunks does a query get?"""

from chunklib.retrieval.hits import Hit, Retriever

__all__ = ["Hit", "Retriever"]
