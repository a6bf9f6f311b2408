"""Guidelines about overlap: by percentage, by scenario, by priority, and what was measured."""

from __future__ import annotations

from chunklib.advice.arithmetic import of_percent
from chunklib.advice.table import Guideline, Range, Table
from chunklib.calculators import overlap_from_percent

_MEASURED = "measured for this course: 472 public questions, 5 corpora, recall at 5, six phases"


def _percent(case: str, source: str, low: int | None, high: int | None, says: str = "") -> Guideline:
    overlap = Range(low, high, "%")
    return Guideline(case, source, of_percent(overlap), overlap=overlap, says=says)


_A, _B, _C = (f"a tutorial (source {name})" for name in "ABC")

PERCENT_A = Table(
    "overlap by percentage A",
    "Overlap by percentage, first source",
    (
        _percent("short independent documents", _A, 5, 10),
        _percent("general text", _A, 10, 20),
        _percent("technical documentation", _A, 20, 30),
        _percent("legal or scientific text", _A, 30, 50),
    ),
)


def _of_500(percent: int, percent_high: int, says: str) -> Guideline:
    tokens = [overlap_from_percent(500, share) for share in dict.fromkeys((percent, percent_high))]
    case = "-".join(str(share) for share in dict.fromkeys((percent, percent_high)))
    said = f"{'-'.join(map(str, tokens))} of 500 tokens: {says}"
    return _percent(f"{case} %", _B, percent, percent_high, said)


PERCENT_B = Table(
    "overlap by percentage B",
    "Overlap by percentage, second source",
    (
        _of_500(0, 0, "may lose context at the boundary"),
        _of_500(10, 10, "a good start"),
        _of_500(15, 20, "recommended"),
        _of_500(25, 25, "expensive"),
        _of_500(50, 50, "doubles storage"),
    ),
)

PERCENT_C = Table(
    "overlap by percentage C",
    "Overlap by percentage, third source",
    (
        _percent("independent chunks", _C, 0, 0),
        _percent("standard", _C, 10, 20),
        _percent("technical or legal", _C, 25, 50),
        _percent("high accuracy", _C, 50, None),
    ),
)

BY_SCENARIO = Table(
    "overlap by scenario",
    "Overlap by scenario",
    (
        _percent("clear sections", "a tutorial", None, 10),
        _percent("flowing prose", "a tutorial", 15, 20),
        _percent("technical", "a tutorial", 20, 20),
        _percent("legal", "a tutorial", 25, 25),
        _percent("code with comments", "a tutorial", 10, 15),
        _percent("conversation", "a tutorial", 20, 20),
    ),
)

BY_PRIORITY = Table(
    "overlap by priority",
    "Overlap by priority",
    (
        _percent("recall", "a tutorial", 20, 30, "maximum recall"),
        _percent("balanced", "a tutorial", 10, 15),
        _percent("storage", "a tutorial", 0, 5, "or semantic boundaries"),
        Guideline(
            "realtime",
            "a tutorial",
            "No number is given. Overlap multiplies what must be embedded by what it multiplies storage.",
            says="real-time indexing: minimal overlap",
        ),
    ),
)


def _gain(case: str, size: int, finding: str) -> Guideline:
    return Guideline(case, _MEASURED, finding, size=Range(size, size, "tokens"), overlap=Range(20, 20, "%"))


MEASURED = Table(
    "overlap measured",
    "Recall with 20 % overlap against 0, in points, with its confidence interval",
    (
        _gain("200 tokens, BM25", 200, "+2.15 [1.34, 2.95]"),
        _gain("200 tokens, static embeddings", 200, "+2.20 [1.34, 3.09]"),
        _gain("400 tokens, BM25", 400, "+0.62 [−0.09, 1.32]: no difference seen"),
        _gain("400 tokens, static embeddings", 400, "+2.00 [1.15, 2.84]"),
        Guideline(
            "whole evidence in one retrieved chunk",
            _MEASURED,
            "+6 to +12 points: this is what overlap buys. Its closed form, containment, is within one point of it; so "
            "choose overlap from the length of the evidence.",
            overlap=Range(20, 20, "%"),
        ),
        Guideline(
            "one phase of the window grid alone",
            _MEASURED,
            "Cannot show a gain: moving the grid by a part of its stride moves recall by 0.5 to 2.3 points "
            "(standard deviation), and none of 36 single-phase comparisons survives Holm's correction.",
        ),
        Guideline(
            "Natural Questions",
            "arXiv 2601.14123",
            "Reported by its authors; unmeasured by us.",
            overlap=Range(10, 20, "%"),
            says="no measurable gain of overlap",
        ),
    ),
)
