"""Text chunking and overlap for retrieval, with exact offsets, exact sizes and a contract that is checked."""

__version__ = "0.1.0"

try:
    from chunklib.audit import audit
    from chunklib.chunk import Chunk
    from chunklib.overlap import Adaptive, Semantic
    from chunklib.recipe import Chunker, make
    from chunklib.strategies import STRATEGIES, TEXT_STRATEGIES
except ModuleNotFoundError as error:
    from chunklib.missing import is_core, not_installed

    if not is_core(error.name or ""):
        raise
    _why, _missing = not_installed(error.name or ""), error.name

    def __getattr__(name: str) -> object:
        """Say what is missing when the library is used: the command line and its doctor start without it."""
        if name in __all__:
            raise ModuleNotFoundError(_why, name=_missing)
        raise AttributeError(f"module 'chunklib' has no attribute {name!r}")


__all__ = ["STRATEGIES", "TEXT_STRATEGIES", "Adaptive", "Chunk", "Chunker", "Semantic", "audit", "make"]
