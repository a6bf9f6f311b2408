"""Text chunking and overlap for retrieval, with exact offsets, exact sizes and a contract that is checked."""

from chunklib.audit import audit
from chunklib.chunk import Chunk
from chunklib.strategies import STRATEGIES

__all__ = ["STRATEGIES", "Chunk", "audit"]
