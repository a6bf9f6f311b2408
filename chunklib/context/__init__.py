"""What a chunk does not say itself: the headings above it, its neighbours, its place in the document.

Every function here takes chunks and gives new ones (or vectors); text and offsets stay as they are.
"""

from chunklib.chunk import SEPARATOR
from chunklib.context.described import Contextualized, Cost, Price, contextualize
from chunklib.context.headers import bracketed, heading_path, in_full
from chunklib.context.late import late_chunks, pool
from chunklib.context.neighbours import link, sentence_windows

__all__ = [
    "SEPARATOR",
    "Contextualized",
    "Cost",
    "Price",
    "bracketed",
    "contextualize",
    "heading_path",
    "in_full",
    "late_chunks",
    "link",
    "pool",
    "sentence_windows",
]
