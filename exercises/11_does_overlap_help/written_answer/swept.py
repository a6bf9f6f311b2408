"""Finds the two settings of an answer in the stored sweep, and compares them as the lesson does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from chunklib.evaluation import Setting, verdicts
from classroom.judge.exercise import Broken
from classroom.lessons.stored_sweep import stored_sweep

RETRIEVER = "bm25"
METRICS = ("recall_1000", "recall", "whole", "contained")
_STRATEGIES = {"windows": "token_windows", "sentences": "sentences", "recursive": "recursive", "markdown": "markdown"}
_PLACE = re.compile(r"\b(\d{1,6})/(\d{1,6})\b")
_AGAINST = re.compile(r"\b(?:against|vs|versus)\b")


def settings_of(line: str) -> list[tuple[str, int, int]]:
    """Read the settings of a line: strategy, size and overlap of each; the first one's strategy where one is left out.

    >>> settings_of("token_windows 200/40 against 200 / 0, bm25"), settings_of("windows 200/40")
    ([('token_windows', 200, 40), ('token_windows', 200, 0)], [])
    """
    sides = _AGAINST.split(re.sub(r"\s*/\s*", "/", line.lower()))
    if len(sides) != 2 or any(len(_PLACE.findall(side)) != 1 for side in sides):
        return []
    named = [next((own for word, own in _STRATEGIES.items() if word in side), "") for side in sides]
    places = [_PLACE.findall(side)[0] for side in sides]
    return [(own or named[0], int(size), int(overlap)) for own, (size, overlap) in zip(named, places, strict=True)]


def metric_of(line: str) -> str:
    """Read which metric a line names; empty for none.

    >>> metric_of("recall at 1,000 tokens, six placings"), metric_of("Recall@5"), metric_of("taste")
    ('recall_1000', 'recall', '')
    """
    joined = re.sub(r"recall[\s@_]*(?:at|in)?\s*1,?000", "recall_1000", line.lower())
    return next((metric for metric in METRICS if re.search(rf"\b{metric}", joined)), "")


def stored(strategy: str, size: int, overlap: int) -> Setting:
    """Find a setting of the sweep.

    Raises:
        Broken: it was not measured; the message names the settings of this strategy.
    """
    found = {_tokens(one): one for one in stored_sweep().settings}
    if one := found.get((strategy, size, overlap)):
        return one
    known = [f"{own}/{shared}" for name, own, shared in found if name == strategy]
    why = f"{strategy or 'a strategy'} {size}/{overlap} is not in the sweep"
    raise Broken(why, expected=", ".join(known) or ", ".join(_STRATEGIES.values()), cause="take two settings that are")


def _tokens(one: Setting) -> tuple[str, int, int]:
    return one.strategy, one.size, one.size * int(str(one.overlap).rstrip("%")) // 100


@cache
def compared(first: Setting, second: Setting, metric: str) -> tuple[float, float, float, float]:
    """Return difference, both ends of its interval and smallest effect, in points, of one setting against another."""
    results = stored_sweep()
    pair = results.scores(second, metric), results.scores(first, metric)
    [one] = verdicts({"": pair}, results.documents)
    found = one.difference
    return 100 * found.mean, 100 * found.low, 100 * found.high, 100 * (one.detectable or 0)


def is_measured(said: Sequence[str], found: Sequence[float]) -> bool:
    """Tell whether numbers are those that were found; each may be rounded.

    >>> is_measured(["3"], [3.3]), is_measured(["+2.0", "4.6"], [2.04, 4.6]), is_measured(["2.9"], [3.3])
    (True, True, False)
    """
    off = [0.051 if "." in one else 0.551 for one in said]
    return all(abs(float(one) - its) <= far for one, its, far in zip(said, found, off, strict=True))
