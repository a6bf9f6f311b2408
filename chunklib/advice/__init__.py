"""Say what to try first for one document, with reasons and doubts."""

from chunklib.advice.recommending import Recommendation, recommend
from chunklib.advice.table import TABLE, Row, table_as_text

__all__ = ["TABLE", "Recommendation", "Row", "recommend", "table_as_text"]
