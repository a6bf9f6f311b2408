"""Say what to try first for one document, with reasons and doubts, and what guides say."""

from chunklib.advice.guidelines import GUIDELINES, guidelines_as_text
from chunklib.advice.recommending import Recommendation, recommend
from chunklib.advice.table import TABLE, Row, table_as_text

__all__ = ["GUIDELINES", "TABLE", "Recommendation", "Row", "guidelines_as_text", "recommend", "table_as_text"]
