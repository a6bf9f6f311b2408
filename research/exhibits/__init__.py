"""Show six pieces of chunking code that are copied widely and wrong, each with the property that shows its fault.

They are written anew from what is known of them, never copied, and each has the one fault that it is here for.
"""

from research.exhibits.exhibit import EXHIBITS, Exhibit, Exposure
from research.exhibits.splitters import published_count, published_windows

__all__ = ["EXHIBITS", "Exhibit", "Exposure", "published_count", "published_windows"]
