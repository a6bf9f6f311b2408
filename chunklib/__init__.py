"""Text chunking and overlap for retrieval, with exact offsets, exact sizes and a contract that is checked."""

from importlib import import_module
from typing import TYPE_CHECKING

from chunklib.errors import MissingPackage, meant
from chunklib.missing import is_core, not_installed

if TYPE_CHECKING:
    from chunklib.adapters.dicts import from_dicts as from_dicts
    from chunklib.adapters.dicts import to_dicts as to_dicts
    from chunklib.chunk import Chunk as Chunk
    from chunklib.chunk import Span as Span
    from chunklib.chunk_config import Chunker as Chunker
    from chunklib.context.headers import in_full as in_full
    from chunklib.contract import audit as audit
    from chunklib.edit import churn as churn
    from chunklib.errors import ChunklibError as ChunklibError
    from chunklib.overlap import Adaptive as Adaptive
    from chunklib.overlap import Semantic as Semantic
    from chunklib.scale.documents import chunk_documents as chunk_documents
    from chunklib.strategies import STRATEGIES as STRATEGIES
    from chunklib.strategies import TEXT_STRATEGIES as TEXT_STRATEGIES
    from chunklib.strategies import cluster as cluster
    from chunklib.strategies import code as code
    from chunklib.strategies import fixed_characters as fixed_characters
    from chunklib.strategies import html as html
    from chunklib.strategies import markdown as markdown
    from chunklib.strategies import max_min as max_min
    from chunklib.strategies import pdf as pdf
    from chunklib.strategies import proposed as proposed
    from chunklib.strategies import records as records
    from chunklib.strategies import recursive as recursive
    from chunklib.strategies import semantic as semantic
    from chunklib.strategies import sentences as sentences
    from chunklib.strategies import stable as stable
    from chunklib.strategies import texttiling as texttiling
    from chunklib.strategies import token_windows as token_windows
    from chunklib.stream import iter_chunks as iter_chunks

__version__ = "0.1.0"

_HOMES = {
    "adapters.dicts": "from_dicts to_dicts",
    "chunk": "Chunk Span",
    "chunk_config": "Chunker",
    "context.headers": "in_full",
    "contract": "audit",
    "edit": "churn",
    "errors": "ChunklibError",
    "overlap": "Adaptive Semantic",
    "scale.documents": "chunk_documents",
    "stream": "iter_chunks",
    "strategies": "STRATEGIES TEXT_STRATEGIES "
    "cluster code fixed_characters html markdown max_min pdf proposed records recursive semantic sentences "
    "stable texttiling token_windows",
}
"""The module of each public name: it is loaded when the name is first asked for, so that the import costs little."""
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    """Load a public name, or answer a wrong one with the nearest right one."""
    if name not in _HOME:
        raise AttributeError(f"module 'chunklib' has no attribute {name!r}{meant(name, __all__)}")
    try:
        globals()[name] = getattr(import_module(f"chunklib.{_HOME[name]}"), name)
    except ModuleNotFoundError as error:
        if not is_core(error.name or ""):
            raise
        raise MissingPackage(not_installed(error.name or ""), name=error.name) from None
    return globals()[name]


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *__all__})
