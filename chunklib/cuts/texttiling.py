"""Cut where the words change, without a model: TextTiling."""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise

import regex

_APART = 4  # token sequences between two cuts: at least three lie between their gaps
_DIGITS = 9  # what lies below is rounding: equal scores shall not give a valley
_WEIGHT = 1000  # of a word, in whole numbers: sums of them are exact, whatever comes and goes
# These scripts put no space between words: a term is a character with its marks, and the next one.
_DENSE = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}--\p{M}]"
_TERM = regex.compile(
    rf"(?V1){_DENSE}\p{{M}}*+(?=({_DENSE}\p{{M}}*+)?)|(?:(?!{_DENSE})[\p{{Letter}}\p{{Mark}}\p{{Number}}])++"
)


def texttiling(text: str, ends: Sequence[int], width: int = 20, block: int = 10) -> list[int]:
    """Choose the ends of sentences that are nearest to where the words change most.

    The text is cut into token sequences of ``width`` words. The score of the gap between two of them is the cosine of
    the words in the ``block`` sequences before it and in those after it, averaged with its two neighbours. The depth
    of a gap is how far the scores rise from it to either side. A valley (they rise to both sides) that is deeper than
    the mean depth less half of the standard deviation is cut, at the end of the nearest sentence. The deepest come
    first, and three sequences or more lie between two of them.

    Source: Hearst, "TextTiling: Segmenting Text into Multi-Paragraph Subtopic Passages", Computational Linguistics
    23(1), 1997. There a cut moves to the nearest paragraph, and the words of an English list are left out. Here a word
    that n of N sequences have weighs ``ln(N / n)``, which needs no list, in any language. In a script without spaces
    (Chinese, Japanese, Thai, Lao, Khmer, Burmese) two neighbouring characters stand for a word.

    Args:
        text: any text.
        ends: where sentences end, rising, in characters.
        width: words in a token sequence.
        block: token sequences on either side of a gap that are compared.

    Returns:
        some of the ``ends``, rising.

    >>> rain, piano = "Rain fell on the wet hill. " * 20, "A piano needs a tuner. " * 20
    >>> texttiling(rain + piano, [*range(27, 541, 27), *range(563, 1001, 23)], block=3)
    [540]
    """
    terms = [(match.start(), (match[0] + (match[1] or "")).lower()) for match in _TERM.finditer(text)]
    rough = _scores([[term for _, term in terms[at : at + width]] for at in range(0, len(terms), width)], block)
    near = [rough[max(at - 1, 0) : at + 2] for at in range(len(rough))]
    scores = [round(sum(three) / len(three), _DIGITS) for three in near]
    found = [terms[(gap + 1) * width][0] for gap in _valleys(scores)]
    return sorted({_nearest(ends, at) for at in found})


def _scores(sequences: list[list[str]], block: int) -> list[float]:
    """Compare the words before and after each gap; a word in n of N sequences weighs the square of ``ln(N / n)``."""
    spread = Counter(word for sequence in sequences for word in set(sequence))
    weights = {word: round(_WEIGHT * math.log(len(sequences) / many) ** 2) for word, many in spread.items()}

    def product(one: Counter[str], other: Counter[str]) -> int:
        return sum(weights[word] * count * other[word] for word, count in one.items())

    before, after = Counter[str](), Counter(chain.from_iterable(sequences[:block]))
    found = []
    for gap in range(1, len(sequences)):
        before.update(sequences[gap - 1])
        before -= Counter(sequences[gap - 1 - block] if gap > block else ())
        after.update(chain.from_iterable(sequences[gap - 1 + block : gap + block]))
        after -= Counter(sequences[gap - 1])
        lengths = math.sqrt(product(before, before)) * math.sqrt(product(after, after))
        found.append(product(before, after) / lengths if lengths else 0.0)
    return found


def _valleys(scores: list[float]) -> list[int]:
    """Find the gaps from which the scores rise to both sides, by more than most: the deepest first, none too near."""
    left, right = _peaks(scores), _peaks(scores[::-1])[::-1]
    depths = [before + after - 2 * score for before, score, after in zip(left, scores, right, strict=True)]
    if not depths:
        return []
    mean = sum(depths) / len(depths)
    limit = mean - math.sqrt(sum((depth - mean) ** 2 for depth in depths) / len(depths)) / 2
    low = [at for at, score in enumerate(scores) if left[at] > score < right[at] and depths[at] > limit]
    chosen: set[int] = set()
    for at in sorted(_middles(low), key=lambda at: (-depths[at], at)):
        if chosen.isdisjoint(range(at - _APART + 1, at + _APART)):
            chosen.add(at)
    return sorted(chosen)


def _peaks(scores: list[float]) -> list[float]:
    """Climb from each score to the left as long as it does not go down: how high is that?"""
    peaks = scores[:1]
    for before, score in pairwise(scores):
        peaks.append(peaks[-1] if before >= score else score)
    return peaks


def _middles(places: list[int]) -> list[int]:
    """Keep the middle of each run of neighbours: the floor of a wide valley."""
    found, start = [], 0
    for at in range(1, len(places) + 1):
        if at == len(places) or places[at] != places[at - 1] + 1:
            found.append(places[(start + at - 1) // 2])
            start = at
    return found


def _nearest(ends: Sequence[int], offset: int) -> int:
    """Find the end of a sentence that is nearest to an offset, the earlier of two that are as near."""
    at = bisect_left(ends, offset)
    return min(ends[max(at - 1, 0) : at + 1], key=lambda end: (abs(end - offset), end))
