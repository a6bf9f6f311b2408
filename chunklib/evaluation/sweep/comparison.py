"""Compare the settings of a sweep: each with its interval, and each overlap with the least by a verdict."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from chunklib.columns import columns
from chunklib.errors import InvalidValue, check_name
from chunklib.evaluation.cannot_tell import few_questions, large_budgets, unseen_effects
from chunklib.evaluation.metrics.registry import label, measured
from chunklib.evaluation.plain_data import PlainData
from chunklib.evaluation.statistics.differences import ALPHA, Interval, interval
from chunklib.evaluation.statistics.resampling import RESAMPLES, Resampler
from chunklib.evaluation.statistics.verdict import Verdict, verdicts
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import COMPARED, Results
from chunklib.overlap import parse_overlap

_JUDGED = ("finding", "claim", "said", "holm_p", "family", "detectable")


@dataclass(frozen=True)
class Findings(PlainData):
    """Holds what a sweep shows.

    Attributes:
        metrics: what was compared.
        intervals: of each setting and metric.
        verdicts: of each comparison, in one family under Holm's correction.
        stored: what each setting stores, in multiples of the documents' tokens.
        asked: how many questions, about how many documents, in how many phases, in words.
        unit: what storage is told in, and what was done with contexts.
        warnings: what this data cannot tell, whatever the figures are.
    """

    metrics: tuple[str, ...]
    intervals: dict[tuple[Setting, str], Interval] = field(repr=False)
    verdicts: tuple[Verdict, ...] = field(repr=False)
    stored: dict[Setting, float] = field(repr=False)
    asked: str
    unit: str
    warnings: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Write a table of the settings, and each verdict below it."""
        k = next(iter(self.stored)).k
        head = ["setting", "stored", *(f"{label(name, k)} [95 %]" for name in self.metrics), ""]
        table = "\n".join(columns(head, map(self._row, self.stored)))
        blocks = [f"{table}\nper cent, mean over {self.asked} of the windows; {self.unit}"]
        blocks += [f"warning: {one}" for one in self.warnings]
        blocks += map(str, self.verdicts)
        if self.verdicts:
            blocks.append(
                "intervals: 95 %, each on its own, for other questions about these documents, not for other documents\n"
                f"Holm's correction is over all {len(self.verdicts):,} comparisons; differences in percentage points"
            )
        return "\n\n".join(blocks)

    def _data(self) -> dict[str, Any]:
        tried = [
            {
                "setting": one.label, **asdict(one), "stored": stored,
                **{metric: asdict(self.intervals[one, metric]) for metric in self.metrics},
            }
            for one, stored in self.stored.items()
        ]  # fmt: skip
        judged = [
            {
                "comparison": one.label,
                **asdict(one.difference),  # its "detectable" is that of one comparison alone, not of the family
                **{name: getattr(one, name) for name in _JUDGED},
            }
            for one in self.verdicts
        ]
        return {"warnings": self.warnings, "settings": tried, "verdicts": judged}

    def _table(self) -> Iterator[Sequence[object]]:
        yield "setting", "stored", "metric", "mean", "low", "high"
        for (setting, metric), one in self.intervals.items():
            yield setting.label, self.stored[setting], metric, one.mean, one.low, one.high

    def _row(self, setting: Setting) -> list[str]:
        found = [self.intervals[setting, metric] for metric in self.metrics]
        cells = [f"{100 * one.mean:.1f} [{100 * one.low:.1f}, {100 * one.high:.1f}]" for one in found]
        return [setting.label, f"{self.stored[setting]:.2f}", *cells, ""]


def findings(results: Results, metrics: Sequence[str] = COMPARED, *, resamples: int = RESAMPLES) -> Findings:
    """Compare every setting with the one of the least overlap that has the same strategy, size and retriever.

    All comparisons of all metrics are one family: Holm's correction is over all of them.

    Args:
        results: of a sweep.
        metrics: what to compare.
        resamples: draws of the bootstrap.

    Raises:
        ValueError: for a metric that was not measured or occurs twice, fewer than two questions, and so many
            comparisons that no p value could be small enough after the correction.
    """
    metrics = tuple(metrics)
    check(results.settings, metrics, results.metrics, resamples)
    resampler = Resampler(results.documents, resamples=resamples)
    intervals = {
        (setting, metric): interval(results.scores(setting, metric), resampler)
        for setting in results.settings
        for metric in metrics
    }
    pairs = {
        f"{label(metric, one.k)}: overlap {_overlap(one)} against {_overlap(base)}, "
        f"{one.strategy} of {one.size}, {one.retriever}@{one.k}": (
            results.scores(base, metric),
            results.scores(one, metric),
        )
        for metric in metrics
        for one, base in _pairs(results.settings)
    }
    judged = verdicts(pairs, resampler) if pairs else []
    stored = {setting: results.multiplier(setting) for setting in results.settings}
    tokens = next(iter(results.phases.values()))[0].facts.tokens
    unseen = unseen_effects(one.detectable for one in judged if one.finding != "difference")
    warnings = (*few_questions(len(results.questions)), *large_budgets(metrics, tokens), *unseen)
    return Findings(metrics, intervals, tuple(judged), stored, results.asked, results.stored, warnings)


def check(
    settings: Sequence[Setting],
    metrics: Sequence[str],
    known: Sequence[str] | None = None,
    resamples: int = RESAMPLES,
) -> None:
    """Refuse what :func:`findings` could not compare, before anything is measured."""
    known = [one.name for one in measured()] if known is None else known
    for metric in metrics:
        check_name("metric", metric, known)
    if len(set(metrics)) < len(metrics) or not metrics:
        raise InvalidValue(f"metrics must be at least one, each once: got {', '.join(metrics) or 'none'}")
    family, most = len(metrics) * len(list(_pairs(settings))), int(resamples * ALPHA)
    if family > most:
        rule = f"Holm's correction over more than {most:,} comparisons needs more than {resamples:,} resamples"
        raise InvalidValue(f"{rule}: got {family:,} comparisons; try fewer settings or metrics")


def _pairs(settings: Sequence[Setting]) -> Iterator[tuple[Setting, Setting]]:
    """Pair each setting with its baseline."""
    groups: dict[tuple[str, int, str, int], list[Setting]] = {}
    for setting in settings:
        groups.setdefault((setting.strategy, setting.size, setting.retriever, setting.k), []).append(setting)
    for group in groups.values():
        # Overlaps in units come before those in sentences, which no number of units is like.
        repeats = {one: parse_overlap(one.overlap, one.size) for one in group}
        base = min(group, key=lambda one: (repeats[one].sentences > 0, repeats[one].units + repeats[one].sentences))
        yield from ((one, base) for one in group if one is not base)


def _overlap(setting: Setting) -> str:
    return str(setting.overlap).replace("%", " %")
