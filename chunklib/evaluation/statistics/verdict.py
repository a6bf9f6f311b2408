"""Judge a difference: claim it, or say that none was seen and how large one would have had to be."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from numpy.typing import ArrayLike

from chunklib.errors import InvalidValue
from chunklib.evaluation.statistics.differences import ALPHA, Difference, paired, smallest_effect
from chunklib.evaluation.statistics.resampling import ENUMERATED, Resampler
from chunklib.evaluation.wording import count, effect, p_value, points
from chunklib.readers import real

ENOUGH_PHASES = 6
"""Phases of the window grid below which no claim is made."""

K = TypeVar("K", bound=Hashable)

Finding = Literal["difference", "lost to correction", "test and interval disagree", "no difference seen"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Holds a comparison and judges it; ``str`` says what may be said of it.

    It claims a difference only if the corrected test and the interval both show one, and at least six phases were
    averaged; otherwise it says how small an effect the data can show. It never says that settings are equal.

    Args:
        label: what was compared, in words.
        difference: what :func:`chunklib.evaluation.statistics.differences.paired` found.
        holm_p: its p value adjusted over the family; for a family of one the p value itself.
        family: how many comparisons were declared together.
        factor: what differs between the two settings, in a word: "overlap", "retriever".

    >>> from chunklib.evaluation.statistics.differences import paired
    >>> low, high = [[0.4, 0.8, 0.3, 0.6] * 10] * 6, [[0.5, 0.6, 0.2, 0.7] * 10] * 6
    >>> found = paired(low, high, ["a", "b"] * 20)
    >>> print(Verdict("overlap 50 % against 20 %", found, found.p))
    overlap 50 % against 20 %
      −2.5 points  [−6.6, +1.6]   no difference seen; the smallest effect this data can show is 5.8
    """

    label: str
    difference: Difference
    holm_p: float
    family: int = 1
    factor: str = "overlap"

    @property
    def finding(self) -> Finding:
        """Say what test and interval show together; a difference only where both do, after the correction."""
        found, outside = self.difference, self.difference.low > 0 or self.difference.high < 0
        if self.holm_p < ALPHA:
            return "difference" if outside else "test and interval disagree"
        if not outside:
            return "no difference seen"
        return "lost to correction" if found.p < ALPHA else "test and interval disagree"

    @property
    def claim(self) -> bool:
        """Tell whether a difference may be claimed."""
        return self.finding == "difference" and self.difference.phases >= ENOUGH_PHASES

    @property
    def detectable(self) -> float | None:
        """Compute the smallest effect that the data can show at 5 % over the family, where Holm's correction begins.

        A fraction; None where too little differs between the two settings to tell.
        """
        found = self.difference
        return smallest_effect(found.standard_error, found.flip_error, alpha=ALPHA / self.family, least_p=found.least_p)

    def __str__(self) -> str:
        """Say it in two lines: what was compared; difference, interval and verdict."""
        found = self.difference
        figures = f"{points(found.mean)} points  [{points(found.low)}, {points(found.high)}]"
        return f"{self.label}\n  {figures}   {self.said}"

    @property
    def said(self) -> str:
        """Say the verdict without its figures."""
        found, smallest = self.difference, self._smallest()
        alone = f"p {p_value(found.p, ALPHA)}"
        adjusted = f"{'Holm p' if self.family > 1 else 'p'} {p_value(self.holm_p, ALPHA)}"
        if self.finding == "difference":
            shown = f"{count(found.phases, 'phase')}, {found.questions:,} questions, {adjusted}"
        elif self.finding == "lost to correction":
            family = f"Holm's correction over {self.family:,} comparisons"
            shown = f"not significant after {family} ({alone} alone, {adjusted}); {smallest}"
        elif self.finding == "no difference seen":
            shown = f"no difference seen; {smallest}"
        elif self.holm_p < ALPHA:
            shown = f"no claim: {adjusted}, yet the interval has 0 in it; {smallest}"
        else:
            shown = f"no claim: the interval leaves out 0, yet {alone}; {smallest}"
        if found.phases >= ENOUGH_PHASES:
            return shown
        cannot = "cannot" if found.phases == 1 else f"are too few ({count(ENOUGH_PHASES, 'phase')} are needed) to"
        phases = f"{count(found.phases, 'phase')} {cannot} tell the {self.factor} from the place of the cuts"
        return f"{shown}; {'no claim: ' if self.finding == 'difference' else ''}{phases}"

    def _smallest(self) -> str:
        if self.detectable is not None:
            return f"the smallest effect this data can show is {effect(self.detectable)}"
        found = self.difference
        differ = "differs" if found.changed == 1 else "differ"
        few = f"{found.changed:,} of {found.questions:,} questions {differ}, too few"
        if found.changed > ENUMERATED:
            few = "signs were turned too few times"
        return f"{few} to say which effect this data can show"


def holm(p_values: Mapping[K, float]) -> dict[K, float]:
    """Adjust p values so that the chance of one false claim or more in the whole family stays at the level.

    Args:
        p_values: one for each comparison, by name.

    Returns:
        the adjusted p values, in the order given, each from its p value to 1: sorted, the i-th smallest of m is
        multiplied by m - i + 1, none is smaller than one before it, none more than 1. Source: Holm, 1979, "A simple
        sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6.

    Raises:
        ValueError: for an empty family, and a p value that is none.
        TypeError: for a p value that is not a number.

    >>> holm({"10 %": 0.02, "20 %": 0.5})
    {'10 %': 0.04, '20 %': 0.5}
    """
    if not p_values:
        raise InvalidValue("a family needs at least one comparison: got none")
    adjusted = {key: real(f"the p value of {key!r}", p, 0, 1) for key, p in p_values.items()}
    largest = 0.0
    for rank, key in enumerate(sorted(adjusted, key=lambda key: adjusted[key])):
        largest = max(largest, min(1.0, (len(adjusted) - rank) * adjusted[key]))
        adjusted[key] = largest
    return adjusted


def verdicts(
    pairs: Mapping[str, tuple[ArrayLike, ArrayLike]],
    strata: Iterable[Hashable] | Resampler,
    *,
    factor: str = "overlap",
) -> list[Verdict]:
    """Judge a whole family of comparisons on the same questions, with the same draws and Holm's correction over all.

    ``pairs`` are (baseline, other) by label. It takes so many draws that the smallest p value, times the
    family, is below 5 %. There is a verdict for each pair, in their order, and each difference is the one that
    :func:`chunklib.evaluation.statistics.differences.paired`, which explains the rest, finds alone.

    >>> low, high = [[0.2, 0.5, 0.4, 0.3] * 5] * 6, [[0.4, 0.8, 0.5, 0.5] * 5] * 6
    >>> found = verdicts({"20 % against 0": (low, high), "50 % against 20 %": (high, high)}, ["a", "b"] * 10)
    >>> print(found[0])
    20 % against 0
      +20.0 points  [+17.9, +22.1]   six phases, 20 questions, Holm p < 0.001
    """
    resampler = strata if isinstance(strata, Resampler) else Resampler(strata)
    needed = round(len(pairs) / ALPHA)
    if pairs and resampler.resamples < needed:
        rule = f"resamples must be at least {needed} for a family of {len(pairs)}, or no p value can be below {ALPHA}"
        raise InvalidValue(f"{rule}: got resamples={resampler.resamples}")
    found = {label: paired(*pair, resampler) for label, pair in pairs.items()}
    adjusted = holm({label: difference.p for label, difference in found.items()})
    return [Verdict(label, found[label], p, len(found), factor) for label, p in adjusted.items()]
