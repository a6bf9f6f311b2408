"""Hold a sweep that was measured before, so that a lesson waits for none: all questions of the course, six placings.

``python -m research.lesson_sweep`` writes it again; :func:`measured_again` measures one of its settings.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark
from chunklib.evaluation.phases import PHASES, phases_of
from chunklib.evaluation.searched_context import Context
from chunklib.evaluation.sweep.grid import Setting, grid
from chunklib.evaluation.sweep.results import DIGITS, Facts, Phase, Results
from chunklib.evaluation.sweep.sweep import sweep

FILE = Path(__file__).with_name("stored_sweep.npz")
METRICS = ("recall", "whole", "contained", "recall_1000")
PLACINGS = (0.95, 0.97, 0.99, 1.01, 1.03, 1.05)
"""Shares of the size at which a strategy without a grid that can be moved is measured, such as Markdown's structure."""

SIZES = (100, 150, 200, 300, 400)
DESIGNS = (
    *grid(["token_windows", "sentences", "recursive"], SIZES, [0, "20%"]),
    *grid(["markdown"], SIZES, [0]),
)
"""The 35 designs of which lesson 10 takes the best."""
SETTINGS: Mapping[str, tuple[Setting, ...]] = {
    "": (
        *DESIGNS,
        *grid(["token_windows"], [200], ["10%", "50%"]),
        *grid(["token_windows"], [800], [0, "20%"]),
        *grid(["sentences", "recursive"], [200], ["50%"]),
        *grid(["markdown"], [200], ["20%", "50%"]),
    ),
    "prefix": grid(["recursive"], [200], [0]),
}
"""What was measured, by what was done with contexts: left to the retriever; or a prefix, searched and counted."""


@cache
def stored_sweep(context: str = "") -> Results:
    """Load what was measured: recall@5, whole and contained evidence, and recall at 1,000 tokens, found by BM25.

    With the context ``"prefix"`` chunks were searched with the first line of their document and the line before them.

    Raises:
        ValueError: if it was measured with other documents, questions or settings than there are.
    """
    with np.load(FILE, allow_pickle=False) as stored:
        scores, facts, told = stored[f"scores{context}"], stored[f"facts{context}"], str(stored["of"])
    benchmark, settings = own_benchmark(), SETTINGS[context]
    asked = benchmark.questions
    if told != of_what() or scores.shape != (len(settings), PHASES, len(METRICS), len(asked)):
        rule = "the stored sweep was measured with other documents, questions or settings"
        raise InvalidValue(f"{rule}: python -m research.lesson_sweep writes it again")
    phases = {one: tuple(map(_phase, *both)) for one, *both in zip(settings, scores, facts, strict=True)}
    ids, documents = tuple(one.id for one in asked), tuple(one.document for one in asked)
    return Results(benchmark.fingerprint, "", "", ids, documents, phases, context)


def _phase(scores: NDArray[np.int32], facts: NDArray[np.float64]) -> Phase:
    """Read one placing: what is stored are whole numbers of millionths."""
    chunks, stored, tokens, shared = facts.tolist()
    named = dict(zip(METRICS, np.round(scores / 10**DIGITS, DIGITS), strict=True))
    return Phase(named, Facts(int(chunks), int(stored), int(tokens), shared))


def measured_again(
    settings: Iterable[Setting], context: Context = None, advance: Callable[[int, int], object] = lambda *_: None
) -> Results:
    """Measure settings now, at the same six placings and with the same metrics; see ``sweep`` for the rest."""
    shares = {one: (1.0,) if phases_of(one.strategy) > 1 else PLACINGS for one in settings}
    placed = {one: [replace(one, size=round(one.size * share)) for share in shares[one]] for one in shares}
    every = [own for many in placed.values() for own in many]
    found = sweep(every, budgets=[1000], context=context, advance=advance)
    kept = {one: [phase for own in many for phase in found.phases[own]] for one, many in placed.items()}
    return replace(found, phases={one: tuple(map(_kept, phases)) for one, phases in kept.items()})


def _kept(phase: Phase) -> Phase:
    return Phase({name: phase.scores[name] for name in METRICS}, phase.facts)


def of_what() -> str:
    """Hash what the file depends on, but for the code."""
    keys = [one.key(context=context) for context, settings in SETTINGS.items() for one in settings]
    return blake2b(" ".join([own_benchmark().fingerprint, *METRICS, *map(str, PLACINGS), *keys]).encode()).hexdigest()
