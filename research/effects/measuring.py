"""Measure the effects that are declared: every way once, at six placings, on all questions."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import cache, partial
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidValue, check_name
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark
from chunklib.evaluation.effects import Effect
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.statistics.differences import paired
from chunklib.evaluation.statistics.resampling import RESAMPLES, Resampler
from chunklib.evaluation.statistics.verdict import Verdict, holm
from chunklib.evaluation.sweep.sweep import measured as in_processes
from chunklib.missing import version_of
from chunklib.readers import at_least
from classroom.lessons.stored_sweep import PLACINGS
from research.effects.declared import COMPARISONS, Comparison
from research.effects.ways import METRICS, Scores, Way, chunking, scored, shape

_DIGITS = 6  # of what is kept

Found = Mapping[Way, Sequence[Scores]]


def measure(
    keys: Iterable[str] | None = None, *, jobs: int = 1, advance: Callable[[int, int], object] = lambda *_: None
) -> list[Effect]:
    """Measure effects on the course's own questions.

    Args:
        keys: which, by their names; all by default. Those whose package is missing are left out.
        jobs: processes that measure; results do not depend on it.
        advance: called with the number of measurements done and of all, in the beginning and after each.

    Returns:
        two for each effect, one a metric of :data:`research.effects.ways.METRICS`, in the order in which
        they are declared. Holm's correction is over those of one family that are measured together.

    Raises:
        ValueError: for an unknown key, and where nothing is left to measure.
        ChildProcessError: where a process that measures is ended from outside.
    """
    known = [effect.key for effect in COMPARISONS]
    chosen = known if keys is None else list(keys)
    for key in chosen:
        check_name("effect", key, known)
    asked = [effect for effect in COMPARISONS if effect.key in chosen]
    effects = [effect for effect in asked if not effect.needs or version_of(effect.needs)]
    if not effects:
        why = f"{asked[0].needs} is not installed" if asked else "none is named"
        raise InvalidValue(f"no effect to measure: {why}")
    ways = list(dict.fromkeys(way for effect in effects for way in (effect.baseline, effect.other)))
    found = dict(zip(ways, _all(ways, at_least(1, "jobs", jobs), advance), strict=True))
    families = [list(family) for _, family in groupby(effects, key=lambda effect: effect.family)]
    return [row for family in families for row in _judged(family, found)]


def _all(ways: Sequence[Way], jobs: int, advance: Callable[[int, int], object]) -> list[list[Scores]]:
    """Score every way at every placing; ways with the same chunks in one process, which then embeds them once."""
    groups: dict[Way, list[Way]] = {}
    for way in ways:
        groups.setdefault(chunking(way), []).append(way)
    tasks = [(tuple(group), placing) for group in groups.values() for placing in range(len(PLACINGS))]
    found: dict[tuple[Way, int], Scores] = {}
    advance(0, len(ways) * len(PLACINGS))
    with closing(in_processes(partial(_scored, _prepared()), tasks, jobs)) as going:
        for (group, placing), scores in going:
            found |= {(way, placing): one for way, one in zip(group, scores, strict=True)}
            advance(len(found), len(ways) * len(PLACINGS))
    return [[found[way, placing] for placing in range(len(PLACINGS))] for way in ways]


@cache
def _prepared() -> Prepared:
    return Prepared(own_benchmark())


def _scored(prepared: Prepared, task: tuple[Sequence[Way], int]) -> list[Scores]:
    group, placing = task
    return [scored(prepared, way, placing) for way in group]


def _judged(effects: Sequence[Comparison], found: Found) -> list[Effect]:
    """Compare, correct over the family, and put it into words."""
    asked = _prepared().benchmark.questions
    kinds, documents = np.array([question.kind for question in asked]), np.array(_prepared().strata)

    @cache
    def of(chosen: tuple[str, ...]) -> NDArray[np.bool_]:
        return np.isin(kinds, chosen) if chosen else np.ones(len(kinds), bool)

    @cache
    def resampler(chosen: tuple[str, ...]) -> Resampler:
        return Resampler(documents[of(chosen)].tolist(), resamples=RESAMPLES)

    def sides(effect: Comparison, metric: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        picked = partial(np.compress, of(effect.kinds), axis=1)
        return picked(shape(found[effect.baseline], metric)), picked(shape(found[effect.other], metric))

    scores = {(effect, metric): sides(effect, metric) for effect in effects for metric in METRICS}
    pairs = {(effect, metric): paired(*both, resampler(effect.kinds)) for (effect, metric), both in scores.items()}
    adjusted = holm({pair: one.p for pair, one in pairs.items()})
    return [
        _row(
            effect,
            metric,
            Verdict(effect.says, one, holm_p=adjusted[effect, metric], family=len(pairs), factor=effect.factor),
            means=[float(side.mean()) for side in scores[effect, metric]],
            stored=[float(np.mean([one.stored for one in found[way]])) for way in (effect.baseline, effect.other)],
        )
        for (effect, metric), one in pairs.items()
    ]


def _row(effect: Comparison, metric: str, found: Verdict, *, means: Sequence[float], stored: Sequence[float]) -> Effect:
    """Put a verdict, and the means and stored tokens of baseline and other, into a row."""
    one = found.difference
    numbers = (*means, one.mean, one.low, one.high)
    baseline, other, mean, low, high = (round(number, _DIGITS) for number in numbers)
    detectable = None if found.detectable is None else round(found.detectable, _DIGITS)
    return Effect(
        effect.key, effect.says, metric, effect.kinds, one.questions, baseline, other, mean, low, high,
        round(found.holm_p, _DIGITS), found.family, effect.family == "promises", found.finding, detectable,
        round(stored[0], 2), round(stored[1], 2), found.said,
    )  # fmt: skip


def to_json(rows: Iterable[Effect]) -> str:
    """Write rows as JSON, one a line, so that a difference between two tables shows what moved."""
    return "[\n" + ",\n".join(json.dumps(asdict(row), ensure_ascii=False) for row in rows) + "\n]\n"
