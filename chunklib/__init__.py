"""Text chunking and overlap for retrieval, with exact offsets, exact sizes and a contract that is checked."""

from chunklib.audit import audit
from chunklib.chunk import Chunk
from chunklib.overlap import Adaptive, Semantic
from chunklib.recipe import Chunker, make
from chunklib.strategies import STRATEGIES, TEXT_STRATEGIES

__all__ = ["STRATEGIES", "TEXT_STRATEGIES", "Adaptive", "Chunk", "Chunker", "Semantic", "audit", "make"]
