"""Every guideline table, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from chunklib.advice.documents import BY_DOCUMENT, DECISION
from chunklib.advice.overlaps import BY_PRIORITY, BY_SCENARIO, MEASURED, PERCENT_A, PERCENT_B, PERCENT_C
from chunklib.advice.practices import PRACTICES
from chunklib.advice.reports import DEFAULTS, FIGURES, FINDINGS
from chunklib.advice.sizes import BANDS, BY_USE, UNITS
from chunklib.advice.table import Table

_ALL = (
    BY_USE,
    BANDS,
    UNITS,
    PERCENT_A,
    PERCENT_B,
    PERCENT_C,
    BY_SCENARIO,
    BY_PRIORITY,
    MEASURED,
    BY_DOCUMENT,
    DECISION,
    DEFAULTS,
    FINDINGS,
    FIGURES,
    PRACTICES,
)

TABLES: Mapping[str, Table] = MappingProxyType({table.name: table for table in _ALL})
"""Every table of published guidelines, with our finding beside each row; ``str(table)`` is readable."""


def table(name: str) -> Table:
    """Find a table of guidelines by its name.

    Args:
        name: a key of ``TABLES``.

    Returns:
        the table; ``table(name)[case]`` is one row of it.

    Raises:
        ValueError: for an unknown name; the message lists them all.

    >>> row = table("overlap by scenario")["legal"]
    >>> str(row.overlap), row.finding
    ('25 %', 'Stores 1.33 times the text; windows of 500 tokens hold evidence of 100 tokens whole in 100 % of places.')
    """
    if name not in TABLES:
        raise ValueError(f"unknown table {name!r}: choose one of {', '.join(TABLES)}")
    return TABLES[name]
