"""Question 3: what do I repeat? An overlap proposes where the next chunk may start, most sharing first.

The packer takes the first proposal with which the next piece still fits, so an overlap never costs a boundary.
"""

from chunklib.overlap.adaptive import RULES, Adaptive, Rule
from chunklib.overlap.asking import Asked, OverlapSpec, asked
from chunklib.overlap.semantic import Semantic
from chunklib.overlap.units import Overlap, Sentences, Units

__all__ = [
    "RULES",
    "Adaptive",
    "Asked",
    "Overlap",
    "OverlapSpec",
    "Rule",
    "Semantic",
    "Sentences",
    "Units",
    "asked",
]
