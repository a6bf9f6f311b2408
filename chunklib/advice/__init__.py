"""What the field says about sizes and overlaps, what was found about it, and what to try for one document.

``TABLES`` holds every published guideline with its source and our finding beside it; :func:`recommend` looks at a
document and gives reasons and doubts; :func:`tune` is the loop "measure, raise or lower, measure again". ``FUNCTIONS``,
``PICTURES`` and ``HINTS`` say where each thing that the field's tutorials teach is found here.
"""

from chunklib.advice.asking import PRIORITIES, USES
from chunklib.advice.field import HINTS, LESSONS, PICTURES, Counterpart, Place
from chunklib.advice.functions import FUNCTIONS
from chunklib.advice.guidelines import TABLES, table
from chunklib.advice.recommending import Recommendation, recommend
from chunklib.advice.table import Guideline, Range, Table
from chunklib.advice.tuning import Trial, Tuning, tune

__all__ = [
    "FUNCTIONS",
    "HINTS",
    "LESSONS",
    "PICTURES",
    "PRIORITIES",
    "TABLES",
    "USES",
    "Counterpart",
    "Guideline",
    "Place",
    "Range",
    "Recommendation",
    "Table",
    "Trial",
    "Tuning",
    "recommend",
    "table",
    "tune",
]
