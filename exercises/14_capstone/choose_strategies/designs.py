"""Says what the capstone asks of three corpora, and measures a design for one of them.

Everything is measured again here, by the library, on the questions of that corpus alone: a number that a learner claims
is compared with what it must be. What is measured once is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.benchmarks.course_benchmark import SELF_CONTAINED, own_benchmark
from chunklib.evaluation.phases import PHASES
from chunklib.evaluation.statistics.differences import paired
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.sweep import sweep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chunklib.evaluation.sweep.results import Results

STRATEGIES = ("token_windows", "sentences", "recursive", "markdown", "code")
LEAST_SIZE, MOST_SIZE = 50, 1000
COPIED = ("token_windows", 500, 50)
"""The design that is copied where nobody measures; every gain is against it."""


class Demand(NamedTuple):
    """Holds the demands of a corpus: tokens that may be read and stored, and the least recall and whole evidence.

    ``read`` is in tokens, ``stored`` in multiples of the corpus, ``recall`` and ``whole`` are fractions.
    """

    read: int
    stored: float
    recall: float
    whole: float


DEMANDS: Mapping[str, Demand] = MappingProxyType(
    {
        "inventory": Demand(2000, 1.20, 0.75, 0.60),
        "licence": Demand(1500, 1.30, 0.70, 0.70),
        "support_chat": Demand(1000, 1.20, 0.83, 0.70),
    }
)


class Design(NamedTuple):
    """How a corpus is split, and how many of its chunks are read."""

    strategy: str
    size: int
    overlap: int
    k: int

    @property
    def setting(self) -> Setting:
        """The same as a sweep takes it, with BM25."""
        return Setting(self.strategy, self.size, self.overlap, "bm25", self.k)


class Measured(NamedTuple):
    """Holds what a design measures: fractions, and ``stored`` in multiples of the corpus.

    ``gain`` is the mean paired difference in recall to the copied design, ``low`` and ``high`` its 95 % interval.
    """

    recall: float
    whole: float
    stored: float
    gain: float
    low: float
    high: float


def copied(corpus: str) -> Design:
    """Return the copied design, with as many chunks as may be read.

    >>> copied("licence")
    Design(strategy='token_windows', size=500, overlap=50, k=3)
    """
    return Design(*COPIED, DEMANDS[corpus].read // COPIED[1])


def measured(corpus: str, design: Design) -> Measured:
    """Measure a design.

    Args:
        corpus: a name in :data:`DEMANDS`.
        design: one that can run: see :data:`STRATEGIES`, :data:`LEAST_SIZE` and :data:`MOST_SIZE`.

    Returns:
        means over questions and phases.

    >>> found = measured("licence", copied("licence"))
    >>> round(found.recall, 3), round(found.stored, 2), found.gain, found.low, found.high
    (0.655, 1.11, 0.0, 0.0, 0.0)
    """
    results = swept(corpus, design)
    found = paired(_six(swept(corpus, copied(corpus))), _six(results), results.documents)
    setting = design.setting
    means = (results.mean(setting, "recall"), results.mean(setting, "whole"), results.multiplier(setting))
    return Measured(*means, found.mean, found.low, found.high)


@cache
def swept(corpus: str, design: Design) -> Results:
    """Measure a design in all its phases.

    Args:
        corpus: a name in :data:`DEMANDS`.
        design: one that can run.

    Returns:
        the sweep of this one setting.
    """
    return sweep([design.setting], alone(corpus), budgets=())


@cache
def alone(corpus: str) -> Benchmark:
    """Make a benchmark of one document of the course and its questions.

    >>> len(alone("inventory").questions)
    22
    """
    course = own_benchmark().of_kinds(*SELF_CONTAINED)
    asked = tuple(question for question in course.questions if question.document == corpus)
    return Benchmark(corpus, {corpus: course.documents[corpus]}, asked)


def _six(results: Results) -> NDArray[np.float64]:
    """Write the recall of one setting in six phases: what has no grid to move is the same in each."""
    scores = results.scores(results.settings[0], "recall")
    return np.broadcast_to(scores, (PHASES, scores.shape[1]))
