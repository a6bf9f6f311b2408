"""Published but wrong: six pieces of chunking code that are copied widely, each with the property that shows its fault.

They are written anew from what is known of them, never copied, and each has the one fault that it is here for.
"""

from collections.abc import Mapping
from types import MappingProxyType

from chunklib.evaluation.claims.exhibits.exhibit import Exhibit, Exposure
from chunklib.evaluation.claims.exhibits.random_embedding import RANDOM_EMBEDDING
from chunklib.evaluation.claims.exhibits.splitters import (
    BYTE_OFFSETS,
    MINIMUM_SIZE,
    ONE_SEPARATOR_LEVEL,
    SEPARATORS_NOT_COUNTED,
    WINDOW_LOOP,
    published_count,
    published_windows,
)

__all__ = ["EXHIBITS", "Exhibit", "Exposure", "published_count", "published_windows"]

_ALL = (WINDOW_LOOP, MINIMUM_SIZE, BYTE_OFFSETS, ONE_SEPARATOR_LEVEL, SEPARATORS_NOT_COUNTED, RANDOM_EMBEDDING)

EXHIBITS: Mapping[str, Exhibit] = MappingProxyType({exhibit.name: exhibit for exhibit in _ALL})
"""Every exhibit by its name."""
