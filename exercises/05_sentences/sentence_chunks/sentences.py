"""The sentences of a case, the rules of packing them, and reading the chunks that were made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call
from classroom.properties.spans import read_spans

_DEFAULT_SIZE, _DEFAULT_OVERLAP = 500, 2
_DEAF = "the size is not used"


@dataclass(frozen=True)
class Sentences:
    """The sentences of one case, and the rules of packing them."""

    parts: Sequence[str]
    size: int
    overlap: int

    @property
    def text(self) -> str:
        """Return the whole text."""
        return "".join(self.parts)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Return the place of each sentence, as the task gives it."""
        edges = [0, *accumulate(map(len, self.parts))]
        return list(pairwise(edges))

    def tokens(self, first: int, last: int) -> int:
        """Measure the sentences ``first`` to ``last``, both included, as one text."""
        return ruler("gpt-4")("".join(self.parts[first : last + 1]))

    def fit(self, first: int, last: int) -> bool:
        """Tell whether the sentences ``first`` to ``last`` have at most so many tokens as the size."""
        return self.tokens(first, last) <= self.size

    def repeated(self, first: int, last: int) -> int:
        """Say how many sentences the chunk after that of ``first`` to ``last`` repeats."""
        most = min(self.overlap, last - first)
        return next((count for count in range(most, 0, -1) if self.fit(last + 1 - count, last + 1)), 0)

    def last(self, first: int, new: int) -> int:
        """Say with which sentence a chunk ends that begins with ``first`` and must hold ``new``."""
        last = new
        while last + 1 < len(self.parts) and self.fit(first, last + 1):
            last += 1
        return last


_PLAIN = tuple(Sentences(["Hi. "] * 6, size, 0) for size in (3, 50))


def chunks_of(function: Call, given: Sentences, *, defaults: bool = False) -> list[tuple[int, int]]:
    """Call the function and read the chunks; with defaults, size and overlap are left out."""
    settings = {} if defaults else {"size": given.size, "overlap": given.overlap}
    return read_spans(function(given.text, given.spans, **settings), len(given.text))


def cut_chunks(function: Call, given: Sentences, *, defaults: bool = False) -> list[tuple[int, int]]:
    """Return the chunks, or raise `Broken` where no size is looked at: nothing is to judge then."""
    small, large = (chunks_of(function, plain) for plain in _PLAIN)
    if small == large:
        raise Broken(f"these are the chunks for a size of {_PLAIN[0].size} too", cause=_DEAF)
    return chunks_of(function, given, defaults=defaults)


def given_case(parts: Sequence[str], size: int | None, overlap: int | None) -> tuple[Sentences, bool]:
    """Make a case; without a size it is one for the defaults."""
    defaults = size is None or overlap is None
    return Sentences(parts, size or _DEFAULT_SIZE, _DEFAULT_OVERLAP if overlap is None else overlap), defaults


def indices(given: Sentences, start: int, end: int) -> tuple[int, int]:
    """Number the first and the last sentence of a chunk of whole sentences; raise ValueError for any other."""
    starts = [low for low, _ in given.spans]
    ends = [high for _, high in given.spans]
    return starts.index(start), ends.index(end)
