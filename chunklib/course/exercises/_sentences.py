"""The sentences of a case, the rules of packing them, and reading the chunks that were made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from chunklib.course.exercise import Broken, Call
from chunklib.course.exercises._spans import read_spans
from chunklib.tokens import ruler

_DEFAULT_SIZE, _DEFAULT_OVERLAP = 500, 2
_NEVER = "the text is returned as it came, whatever the size is"


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


_PLAIN = Sentences(["Hi. "] * 6, 3, 0)


def chunks_of(function: Call, given: Sentences, *, defaults: bool = False) -> list[tuple[int, int]]:
    """Call the function and read the chunks; with defaults, size and overlap are left out."""
    settings = {} if defaults else {"size": given.size, "overlap": given.overlap}
    return read_spans(function(given.text, given.spans, **settings), len(given.text))


def cut_chunks(function: Call, given: Sentences, *, defaults: bool = False) -> list[tuple[int, int]]:
    """Return the chunks, or raise `Broken` where a text is never cut: there is nothing to judge then.

    The plain text is over its size in tokens, words, sentences and quarters of characters: an answer with another
    fault cuts it somewhere.
    """
    chunks = chunks_of(function, given, defaults=defaults)
    far_over = chunks == _whole(given) and len(given.parts) > 1 and given.tokens(0, len(given.parts)) > 2 * given.size
    if far_over and chunks_of(function, _PLAIN) == _whole(_PLAIN):
        tokens = _PLAIN.tokens(0, len(_PLAIN.parts))
        raise Broken(f"the whole text is one chunk of {tokens} tokens; at most {_PLAIN.size} are allowed", cause=_NEVER)
    return chunks


def _whole(given: Sentences) -> list[tuple[int, int]]:
    return [(0, len(given.text))]


def given_case(parts: Sequence[str], size: int | None, overlap: int | None) -> tuple[Sentences, bool]:
    """Make a case; without a size it is one for the defaults."""
    defaults = size is None or overlap is None
    return Sentences(parts, size or _DEFAULT_SIZE, _DEFAULT_OVERLAP if overlap is None else overlap), defaults


def indices(given: Sentences, start: int, end: int) -> tuple[int, int]:
    """Number the first and the last sentence of a chunk of whole sentences; raise ValueError for any other."""
    starts = [low for low, _ in given.spans]
    ends = [high for _, high in given.spans]
    return starts.index(start), ends.index(end)
