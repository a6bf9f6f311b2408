"""Measure texts with a tokenizer of Hugging Face, as the model that you use counts tokens.

Nothing is imported from there: an object with an ``encode`` that knows ``add_special_tokens`` is one.
"""

import inspect
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, groupby, pairwise
from operator import itemgetter
from typing import Any

from chunklib.search_index import SearchIndex

_SLACK = 2  # tokens by which a guess may miss beside the words at the two ends
_LONG = 64  # characters: the tokens of a longer word are not known in parts


def is_tokenizer(given: Any) -> bool:
    """Tell whether an object is a tokenizer of the packages tokenizers or transformers."""
    try:
        return "add_special_tokens" in inspect.signature(given.encode).parameters
    except (AttributeError, TypeError, ValueError):
        return False


def token_counter(tokenizer: Any) -> tuple[Callable[[str], int], str, Any, int]:
    """Make a measure and its name from a tokenizer.

    Args:
        tokenizer: a ``tokenizers.Tokenizer``, or a tokenizer of transformers.

    Returns:
        what counts the tokens of a text as a model reads it, with the special ones that are added; its name; what says
        where the text's own tokens are, None for a tokenizer that cannot; and how many special ones are added. One that
        is set to shorten or to pad is copied without: it would count a long text short, and a short one long.
    """
    name = str(getattr(tokenizer, "name_or_path", "") or type(tokenizer).__name__)
    for inner in ("backend_tokenizer", "_tokenizer"):  # of a fast tokenizer of transformers, and of tokenizers' own
        tokenizer = getattr(tokenizer, inner, tokenizer)
    kind, places = type(tokenizer), None
    if hasattr(tokenizer, "no_truncation") and hasattr(kind, "from_str"):
        tokenizer = kind.from_str(tokenizer.to_str())
        tokenizer.no_truncation()
        tokenizer.no_padding()
        places = tokenizer

    def encode(text: str, *, special: bool = False) -> Any:
        whole = text.encode("utf-8", "replace").decode()  # these tokenizers refuse lone surrogates
        return tokenizer.encode(whole, add_special_tokens=special)

    def count(text: str) -> int:
        return len(encode(text, special=True))

    return count, name, places and encode, count("")


class WordIndex(SearchIndex):
    """Measures spans with a tokenizer, and knows from one look at a document which words are in them.

    The tokens of a word are the same in every span that has its neighbours, so those of the words inside a span, but
    for one at either end, are surely in it.

    Args:
        text: the document.
        measure: counts the tokens of a text.
        words: where each word starts and ends, and how many tokens it has, in order.
        special: tokens that the measure adds to any text.
    """

    def __init__(
        self, text: str, measure: Callable[[str], int], words: Sequence[tuple[int, int, int]], special: int
    ) -> None:
        super().__init__(text, measure, special)
        self._starts = [start for start, _, _ in words]
        self._ends = [end for _, end, _ in words]
        self._counts = [0, *accumulate(count for _, _, count in words)]

    def reach(self, start: int, amount: int) -> int:
        """Guess how far ``amount`` tokens from ``start`` can get, a little too far rather than short."""
        return bisect_right(
            range(self._length), amount - self.special, start, key=lambda end: self._least(start, end + 1)
        )

    def back(self, end: int, amount: int) -> int:
        """Guess where the last ``amount`` tokens before ``end`` begin, a little too early rather than late."""
        return bisect_left(range(end), -amount, key=lambda start: -self._least(start, end))

    def near(self, start: int, end: int, amount: int) -> bool:
        """Tell whether ``text[start:end]`` may be within ``amount`` tokens, rather yes than no."""
        return self._least(start, end) <= amount - self.special

    def _least(self, start: int, end: int) -> int:
        """Count the tokens that a span has at least, special ones left out."""
        first, last = bisect_left(self._starts, start) + 1, bisect_right(self._ends, end) - 1
        return self._counts[last] - self._counts[first] - _SLACK if first < last else 0


def word_index(
    text: str, measure: Callable[[str], int], encode: Callable[[str], Any], special: int
) -> WordIndex | None:
    """Look once at a document; None where a word of it, or what is between two, is long: its ends say little of it."""
    words = [*_words(encode(text))]
    edges = [0, *chain.from_iterable((start, end) for start, end, _ in words), len(text)]
    if any(after - before > _LONG for before, after in pairwise(edges)):
        return None
    return WordIndex(text, measure, words, special)


def _words(found: Any) -> Iterator[tuple[int, int, int]]:
    for _, tokens in groupby(zip(found.word_ids, found.offsets, strict=True), itemgetter(0)):
        places = [place for _, place in tokens]
        yield places[0][0], places[-1][1], len(places)
