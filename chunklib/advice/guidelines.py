"""Hold what guides say about sizes, overlaps and splitters: who says it, and what was measured of it here.

The numbers in ``guidelines.toml`` are those of the guides; :mod:`chunklib.advice.table` has what is advised.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from chunklib.columns import columns
from chunklib.errors import check_name
from chunklib.evaluation.effects import support

Range = tuple[int, int]
_TABLES = tomllib.loads(files(__package__).joinpath("guidelines.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Guideline:
    """Holds a row of a guide's table.

    ``about`` is what it is for. ``size`` and ``overlap`` are the least and the most in the ``unit``, and ``percent`` is
    the overlap as a share of the size. ``measured`` names the effects and ``claims`` the claims that bear on it;
    ``use`` is its name in ``recommend``.
    """

    table: str
    about: str
    source: str
    unit: str
    size: Range | None = None
    overlap: Range | None = None
    percent: Range | None = None
    note: str = ""
    measured: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    use: str = ""

    @property
    def says(self) -> str:
        """Say what the guide says."""
        said = [f"{_between(self.size)} {self.unit}"] if self.size else []
        said += [f"an overlap of {_between(self.overlap)}"] if self.overlap else []
        if self.percent:
            said.append(f"{'which is' if self.overlap else 'an overlap of'} {_between(self.percent)} %")
        return ": ".join(part for part in (", ".join(said), self.note) if part)

    @property
    def verdict(self) -> tuple[str, ...]:
        """Say what was measured: each effect with its figures, the claims that say more, or that nothing was."""
        return (*support(self.measured), *(f"see the claim {key}" for key in self.claims)) or ("not measured",)


def _between(ends: Range) -> str:
    return f"{ends[0]:,}" if ends[0] == ends[1] else f"{ends[0]:,} to {ends[1]:,}"


GUIDELINES: tuple[Guideline, ...] = tuple(
    Guideline(name, **dict[str, Any]((key, tuple(one) if isinstance(one, list) else one) for key, one in told.items()))
    for name, table in _TABLES.items()
    for told in ({"source": table["source"], "unit": table["unit"], **row} for row in table["rows"])
)
"""Every row of ``guidelines.toml``, table by table."""


def guidelines_as_text(table: str) -> str:
    """Write one table of the guides, each row with its source and with what was measured of it.

    Raises:
        KeyError: for a table that no guide has; the message lists them.

    >>> print(guidelines_as_text("overlap-by-scenario").splitlines()[3])
    technical documents  an overlap of 20 %                     a tutorial  not measured
    """
    check_name("table", table, _TABLES)
    cells = []
    for row in (row for row in GUIDELINES if row.table == table):
        own = row.about, row.says, row.source
        cells += [(*("" if at else cell for cell in own), found) for at, found in enumerate(row.verdict)]
    head = ("for", "a guide says", "source", "measured effect: recall at 1,000 tokens, in points")
    return "\n".join(columns(head, cells, plain=True))
