"""Hold the table of measured effects: what was found, in figures and in words, and the command that finds it again.

``python -m research.effects --out chunklib/evaluation/effects.json`` makes it, in a checkout of the repository.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from chunklib.columns import columns
from chunklib.evaluation.metrics.registry import label
from chunklib.evaluation.wording import points


@dataclass(frozen=True, slots=True)
class Effect:
    """Holds one effect in one metric; all numbers are fractions, differences are the other way minus the baseline.

    ``low`` and ``high`` are the ends of the 95 % interval, ``holm_p`` is corrected over ``family`` comparisons:
    ``promise`` tells whether they are the promises of the field. Under MiniLM a key ends with ``-minilm``.
    ``detectable`` is the smallest effect that the data can show (None where too little differs), ``baseline_stored``
    and ``other_stored`` are stored tokens over those of the documents.
    """

    key: str
    says: str
    metric: str
    kinds: tuple[str, ...]
    questions: int
    baseline: float
    other: float
    difference: float
    low: float
    high: float
    holm_p: float
    family: int
    promise: bool
    finding: str
    detectable: float | None
    baseline_stored: float
    other_stored: float
    said: str

    @property
    def figures(self) -> str:
        """Write the difference and its interval in percentage points."""
        return f"{points(self.difference)} [{points(self.low)}, {points(self.high)}]"

    @property
    def sentence(self) -> str:
        """Say in one sentence what was measured."""
        return f"{self.says}: {self.finding_in_short}"

    @property
    def finding_in_short(self) -> str:
        """Say what was found without what was compared."""
        return f"{label(self.metric, 5)} {self.figures} points, {_word(self)}{self.under_minilm}"

    @property
    def under_minilm(self) -> str:
        """Say what was found with MiniLM in place of BM25, if that was measured."""
        rows = (row for row in measured() if (row.key, row.metric) == (f"{self.key}-minilm", self.metric))
        return "".join(f"; under MiniLM {row.figures}, {row.finding}" for row in rows)

    def to_dict(self) -> dict[str, Any]:
        """Give all figures as plain data, with the command that measures them again."""
        return {**asdict(self), "command": f"python -m research.effects --only {self.key}"}


@cache
def measured() -> tuple[Effect, ...]:
    """Read the effects that were measured for this release."""
    rows = json.loads(files(__package__).joinpath("effects.json").read_text(encoding="utf-8"))
    return tuple(Effect(**{**row, "kinds": tuple(row["kinds"])}) for row in rows)


METRIC = "recall_1000"
"""What supports advice: evidence found in an equal number of tokens, as five chunks find more if they are larger."""


def at_equal_budget(keys: Sequence[str]) -> tuple[Effect, ...]:
    """Find effects by their names, in recall at an equal number of tokens."""
    rows = {row.key: row for row in measured() if row.metric == METRIC}
    return tuple(rows[key] for key in keys)


def support(keys: Sequence[str]) -> tuple[str, ...]:
    """Write each of these effects with its name and its figures, in recall at an equal number of tokens."""
    found = ((row, f"{row.key} {row.figures}, {row.finding}{_by_kind(row.key)}") for row in at_equal_budget(keys))
    return tuple(f"{said}{row.under_minilm}" for row, said in found)


def _by_kind(key: str) -> str:
    """Say between which kinds of questions an effect differs, if two of their intervals have nothing in common."""
    apart = {row.key: row for row in measured() if row.metric == METRIC and row.kinds}
    kinds = [row for name, row in apart.items() if name == f"{key}-{row.kinds[0].replace('_', '-')}"]
    least, most = min(kinds, key=lambda row: row.high, default=None), max(kinds, key=lambda row: row.low, default=None)
    if not least or not most or least.high >= most.low:
        return ""
    return f"; by kind of question from {least.kinds[0]} {least.figures} to {most.kinds[0]} {most.figures}"


def table(rows: Sequence[Effect]) -> str:
    """Write a table: each effect with its name, a line for each metric, and below it all how it was measured."""
    cells = [(label(row.metric, 5), f"{100 * row.baseline:.1f}", row.figures, _word(row)) for row in rows]
    lines = list(columns(("measured", "baseline", "difference [95 %]", ""), cells))
    shown = []
    for at, row in enumerate(rows):
        shown += [f"{row.key}: {row.says}"] * (at == 0 or row.key != rows[at - 1].key)
        shown += [f"  {lines[at + 2]}"]
    questions = max((row.questions for row in rows), default=0)
    family = " and ".join(dict.fromkeys(str(row.family) for row in rows)) or 0
    notes = (
        "per cent of the baseline, difference in percentage points, means over six placings of the cuts: phases of the",
        "grid of windows, or sizes within 5 % where there is none; chunks of 200 tokens and BM25 where nothing else is",
        f"said; {questions} questions about the documents of the course; Holm's correction over {family} comparisons;",
        "python -m research.effects measures them again, in a checkout of the repository",
    )
    return "\n".join([*shown, *notes])


def _word(row: Effect) -> str:
    """Say in a few words what may be claimed."""
    if row.finding == "difference":
        return "a difference"
    if row.detectable is None:
        return f"{row.finding} (too few questions differ)"
    return f"{row.finding} (the smallest visible is {100 * row.detectable:.1f})"
