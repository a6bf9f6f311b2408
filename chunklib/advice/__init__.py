"""Say what to try first for one document, and go on from there by measuring.

:func:`recommend` looks at a document and gives reasons and doubts; :func:`tune` is the loop "measure, raise or lower,
measure again".
"""

from chunklib.advice.guidelines import PRIORITIES, QUESTIONS, STORES, USES
from chunklib.advice.recommending import Recommendation, recommend
from chunklib.advice.tree import TREE, tree_as_text
from chunklib.advice.tuning import Trial, Tuning, tune

__all__ = [
    "PRIORITIES",
    "QUESTIONS",
    "STORES",
    "TREE",
    "USES",
    "Recommendation",
    "Trial",
    "Tuning",
    "recommend",
    "tree_as_text",
    "tune",
]
