"""Text chunking and overlap for retrieval, with exact offsets, exact sizes and a contract that is checked."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from chunklib.errors import MissingPackage, meant
from chunklib.missing import is_core, not_installed

if TYPE_CHECKING:
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
    from chunklib.strategies import *  # noqa: F403 (every strategy, and the tables of them)
    from chunklib.stream import iter_chunks as iter_chunks

__version__ = "0.1.0"

_HOMES = {
    "chunk": "Chunk Span",
    "chunk_config": "Chunker",
    "context.headers": "in_full",
    "contract": "audit",
    "edit": "churn",
    "errors": "ChunklibError",
    "overlap": "Adaptive Semantic",
    "scale.documents": "chunk_documents",
    "stream": "iter_chunks",
    "strategies": "STRATEGIES TEXT_STRATEGIES",
}
"""The module of each public name: it is loaded when the name is first asked for, so that the import costs little. The
names of the strategies are in their table.
"""
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Load a public name, or answer a wrong one with the nearest right one."""
    try:
        if name == "__all__":
            return _names()
        if name in _HOME:
            found = getattr(import_module(f"chunklib.{_HOME[name]}"), name)
        elif name.startswith("_") or find_spec(f"chunklib.{name}"):  # a module is there once it is imported
            raise AttributeError(f"module 'chunklib' has no attribute {name!r}")
        elif (found := _strategies().get(name)) is None:
            raise AttributeError(f"module 'chunklib' has no attribute {name!r}{meant(name, _names())}")
    except ModuleNotFoundError as error:
        if not is_core(error.name or ""):
            raise
        raise MissingPackage(not_installed(error.name or ""), name=error.name) from None
    globals()[name] = found
    return found


def _strategies() -> Mapping[str, object]:
    from chunklib.strategies import STRATEGIES

    return STRATEGIES


def _names() -> list[str]:
    return [*_HOME, *_strategies()]


def __dir__() -> list[str]:
    """List the public names, loaded or not, and those that Python gives to every module."""
    return sorted([*_names(), *(name for name in globals() if name.startswith("__"))])
