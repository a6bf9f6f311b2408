"""Say what was measured about the ways that a recommendation chooses between."""

from chunklib.advice.document_kind import STRUCTURED
from chunklib.evaluation.effects.table import Measured, measured

_ALWAYS = ("parents", "linked-neighbours")


def measured_for(strategy: str) -> tuple[Measured, ...]:
    """Find the measured effects that bear on a strategy: of an overlap, of a context, of parents, of neighbours.

    Returns:
        a row of the table of effects for each, in recall at an equal budget of tokens.

    >>> [row.key for row in measured_for("markdown")]
    ['overlap-markdown', 'headings', 'parents', 'linked-neighbours']
    """
    asked = (f"overlap-{strategy}", "headings" if strategy in STRUCTURED else "prefix", *_ALWAYS)
    rows = {row.key: row for row in measured() if row.metric != "recall"}
    return tuple(rows[key] for key in asked if key in rows)
