"""Ask whether metrics of a chunking by itself predict what is found: rank correlations over a grid of settings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chunklib.chunk import Chunk
from chunklib.columns import columns
from chunklib.embed import Embedder, embedder
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.metrics.registry import label
from chunklib.evaluation.plain_data import PlainData
from chunklib.evaluation.sweep.grid import Setting, checked, grid
from chunklib.readers import at_least
from research.intrinsic import Judged, summed

STRATEGIES = ("token_windows", "sentences", "recursive", "markdown", "stable", "texttiling")
SIZES, OVERLAPS = (100, 200, 400, 800), (0, "20%")
OUTCOMES = ("recall", "recall_1000")


@dataclass(frozen=True, slots=True)
class Correlation:
    """Holds Spearman's rank correlation of a metric and an outcome, with its 95 % interval over settings.

    ``within`` is the same where ranks are compared at one size only: longer chunks give k hits more to read, so
    whatever follows the size seems to predict recall@k. Both are None where one of the two never differs.
    """

    metric: str
    outcome: str
    settings: int
    over_all: tuple[float, float, float] | None
    within: tuple[float, float, float] | None


@dataclass(frozen=True)
class Prediction(PlainData):
    """Holds the correlations, and for each setting the values that they are computed from, None where there is none."""

    correlations: tuple[Correlation, ...]
    settings: tuple[Setting, ...]
    values: dict[str, tuple[float | None, ...]]
    k: int

    def __str__(self) -> str:
        """Write the correlations as a table."""
        rows = [
            (one.metric.replace("_", " "), label(one.outcome, self.k), _shown(one.over_all), _shown(one.within), "")
            for one in self.correlations
        ]
        head = ("metric", "outcome", "over all settings [95 %]", "at one size [95 %]", "")
        return "\n".join([*columns(head, rows), f"Spearman's rho over {len(self.settings)} settings"])

    def _data(self) -> dict[str, Any]:
        correlations, settings = [*map(asdict, self.correlations)], [one.label for one in self.settings]
        return {"correlations": correlations, "settings": settings, "values": self.values}

    def _table(self) -> Iterator[Sequence[object]]:
        yield ["setting", *self.values]
        yield from zip((one.label for one in self.settings), *self.values.values(), strict=True)


def intrinsic_against_recall(
    settings: Iterable[Setting] | None = None,
    benchmark: Benchmark | None = None,
    *,
    embed: str | Embedder | None = "hashing",
    resamples: int = 2_000,
    seed: int = 0,
) -> Prediction:
    """Correlate each metric of :func:`research.intrinsic.intrinsic` with what is found, over settings.

    Args:
        settings: what is tried, see :func:`chunklib.evaluation.grid`; six strategies, four sizes and two overlaps
            where nothing is said.
        benchmark: documents and questions; by default the course's own.
        embed: what compares sentences, and what dense and hybrid search with.
        resamples: draws of the bootstrap, which draws settings: they are not a sample of anything, so the interval
            says how much hangs on which were tried.
        seed: a whole number from 0.

    Raises:
        ValueError: for fewer than three settings, and whatever :func:`chunklib.evaluation.evaluate` refuses.

    >>> from chunklib.evaluation.benchmarks.benchmark import Question
    >>> text = "Cold rooms hold four degrees. Warm rooms hold twenty. " * 9
    >>> small = Benchmark("small", {"note": text}, (Question("q", "How cold?", "note", ((0, 29),)),))
    >>> found = intrinsic_against_recall(grid(["sentences"], [10, 20, 40], [0]), small, resamples=9)
    >>> [(one.metric, one.settings) for one in found.correlations if one.outcome == "recall"]
    [('size_compliance', 3), ('block_integrity', 3), ('cohesion', 3)]
    """
    tried = grid(STRATEGIES, SIZES, OVERLAPS) if settings is None else checked(settings)
    if len(tried) < 3:
        raise InvalidValue(f"a rank correlation needs at least 3 settings: got {len(tried)}")
    resamples = at_least(1, "resamples", resamples)
    prepared, made = Prepared(own_benchmark() if benchmark is None else benchmark), embedder(embed)
    judged = {name: Judged(text, made) for name, text in prepared.benchmark.documents.items()}
    rows = [_values(prepared, judged, setting, made) for setting in tried]
    values = {name: tuple(row[name] for row in rows) for name in rows[0]}
    draws = np.random.default_rng(at_least(0, "seed", seed)).integers(0, len(tried), (resamples, len(tried)))
    return Prediction(tuple(_correlations(values, tried, draws)), tried, values, tried[0].k)


def _correlations(
    values: dict[str, tuple[float | None, ...]], tried: Sequence[Setting], draws: NDArray[np.int64]
) -> Iterator[Correlation]:
    """Set every metric against every outcome, over all settings and at one size."""
    sizes = [setting.size for setting in tried]
    for name, outcome in product((name for name in values if name not in OUTCOMES), OUTCOMES):
        one, other = values[name], values[outcome]
        over_all, within = (_correlated(one, other, draws, groups) for groups in ([0] * len(tried), sizes))
        yield Correlation(name, outcome, len(tried), over_all, within)


def _values(
    prepared: Prepared, judged: dict[str, Judged], setting: Setting, embed: Embedder
) -> dict[str, float | None]:
    """Measure one setting; a metric that has nothing to compare is None."""
    chunks = chunked(prepared, setting.config)
    by_document: dict[str, list[Chunk]] = {name: [] for name in judged}
    for chunk in chunks:
        by_document[chunk.document].append(chunk)
    least = max(1, setting.size // 10)
    found = summed(
        judged[name].judge(
            [(one.start_char, one.end_char) for one in own], [one.size for one in own], least, setting.size
        )
        for name, own in by_document.items()
    )
    scored = score(
        prepared, chunks, retriever=setting.retriever, k=setting.k, budgets=[1000],
        embed=None if setting.retriever == "bm25" else embed,
    )  # fmt: skip
    return found.values() | {outcome: scored.mean(outcome) for outcome in OUTCOMES}


def spearman(one: ArrayLike, other: ArrayLike, groups: ArrayLike | None = None) -> float | None:
    """Correlate ranks (Spearman, 1904), equal values sharing the mean of theirs; within groups where these are given.

    Returns:
        from -1 to 1, or None where one side has no differences.

    >>> spearman([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    >>> spearman([1, 2, 11, 12], [2, 1, 12, 11], groups=[0, 0, 1, 1])
    -1.0
    """
    x, y = np.asarray(one, np.float64), np.asarray(other, np.float64)
    kept = np.isfinite(x) & np.isfinite(y)
    labels = np.zeros(len(x)) if groups is None else np.asarray(groups)
    parts = [np.flatnonzero(kept & (labels == label)) for label in np.unique(labels)]
    a, b = (np.concatenate([_centred(side[part]) for part in parts]) for side in (x, y))
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return round(float(a @ b) / scale, 12) if scale else None


def _centred(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rank values, less the mean rank."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return ranks - (len(values) + 1) / 2


def _correlated(
    one: Sequence[float | None], other: Sequence[float | None], draws: NDArray[np.int64], groups: Sequence[int]
) -> tuple[float, float, float] | None:
    x, y, labels = np.array(one, np.float64), np.array(other, np.float64), np.array(groups)  # None becomes NaN
    rho = spearman(x, y, labels)
    drawn = [spearman(x[draw], y[draw], labels[draw]) for draw in draws]
    known = [value for value in drawn if value is not None]
    if rho is None or not known:
        return None
    low, high = np.quantile(known, [0.025, 0.975]).tolist()
    return rho, low, high


def _shown(found: tuple[float, float, float] | None) -> str:
    return "-" if found is None else "{:+.2f} [{:+.2f}, {:+.2f}]".format(*found)
