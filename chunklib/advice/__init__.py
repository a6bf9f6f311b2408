"""Say what to try first for one document, and go on from there by measuring.

:func:`recommend` looks at a document and gives reasons and doubts; :func:`tune` is the loop "measure, raise or lower,
measure again".
"""

from chunklib.advice.recommending import Recommendation, recommend
from chunklib.advice.table import TABLE, Row, table_as_text
from chunklib.advice.tuning import Trial, Tuning, tune

__all__ = ["TABLE", "Recommendation", "Row", "Trial", "Tuning", "recommend", "table_as_text", "tune"]
