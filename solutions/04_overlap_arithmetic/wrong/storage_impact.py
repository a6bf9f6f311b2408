"""Wrong answers to `storage_impact`; each docstring says what is wrong."""

from dataclasses import dataclass
import numpy as np

import math


def _count(tokens, size, overlap):
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")
    return 1 + math.ceil(max(0, tokens - size) / (size - overlap)) if tokens else 0


def _answer(chunks, stored, document, price=0.02e-6):
    ratio = stored / document if document else 1.0
    return {"chunks": chunks, "tokens": stored, "redundancy": ratio, "cost": stored * price}


def published_calculator(tokens, size, overlap):
    """Rounds down and adds one, so that one window too many is counted where the stride divides."""
    _count(tokens, size, overlap)
    chunks = max(1, (tokens - overlap) // (size - overlap) + 1) if tokens else 0
    return _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)


def windows_times_size(tokens, size, overlap):
    """Takes the last window for full."""
    chunks = _count(tokens, size, overlap)
    return _answer(chunks, chunks * size, tokens)


def overlap_for_the_first(tokens, size, overlap):
    """Counts the overlap for the first window too, which shares nothing."""
    chunks = _count(tokens, size, overlap)
    return _answer(chunks, tokens + chunks * overlap, tokens)


def percent_added(tokens, size, overlap):
    """Adds the overlap as a part of the size: 20 % more for 20 %."""
    chunks = _count(tokens, size, overlap)
    return _answer(chunks, tokens * (1 + overlap / size), tokens)


def limit_for_all(tokens, size, overlap):
    """Uses 1 / (1 - r), which holds only for long documents."""
    chunks = _count(tokens, size, overlap)
    stored = tokens * size / (size - overlap)
    return _answer(chunks, stored, tokens)


def limit_for_the_ratio(tokens, size, overlap):
    """Counts the tokens, and then gives the ratio of long documents."""
    chunks = _count(tokens, size, overlap)
    answer = _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)
    return {**answer, "redundancy": size / (size - overlap)}


def only_what_is_more(tokens, size, overlap):
    """Gives the part that is stored again, without the document itself."""
    chunks = _count(tokens, size, overlap)
    answer = _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)
    return {**answer, "redundancy": answer["redundancy"] - 1}


def upside_down(tokens, size, overlap):
    """Divides the document by what is stored."""
    chunks = _count(tokens, size, overlap)
    answer = _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)
    return {**answer, "redundancy": 1 / answer["redundancy"]}


def cost_of_the_document(tokens, size, overlap):
    """Takes the price of the document, not of what is stored."""
    chunks = _count(tokens, size, overlap)
    answer = _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)
    return {**answer, "cost": tokens * 0.02e-6}


def price_per_thousand(tokens, size, overlap):
    """Takes the price of a million tokens for that of a thousand."""
    chunks = _count(tokens, size, overlap)
    return _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens, price=0.02e-3)


def in_cents(tokens, size, overlap):
    """Gives the cost in cents."""
    chunks = _count(tokens, size, overlap)
    return _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens, price=2e-6)


def cost_rounded(tokens, size, overlap):
    """Rounds the cost to cents: almost every document costs nothing."""
    chunks = _count(tokens, size, overlap)
    answer = _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)
    return {**answer, "cost": round(answer["cost"], 2)}


def ratio_rounded(tokens, size, overlap):
    """Rounds the ratio to two places."""
    chunks = _count(tokens, size, overlap)
    answer = _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)
    return {**answer, "redundancy": round(answer["redundancy"], 2)}


def other_keys(tokens, size, overlap):
    """Calls the keys something else."""
    chunks = _count(tokens, size, overlap)
    stored = tokens + max(0, chunks - 1) * overlap
    return {"windows": chunks, "stored": stored, "redundancy": stored / max(1, tokens), "cost": stored * 2e-8}


def a_tuple(tokens, size, overlap):
    """Returns the four numbers without their names."""
    chunks = _count(tokens, size, overlap)
    return tuple(_answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens).values())


def words_for_numbers(tokens, size, overlap):
    """Writes the cost as text with a dollar sign."""
    chunks = _count(tokens, size, overlap)
    answer = _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)
    return {**answer, "cost": f"${answer['cost']:.4f}"}


def empty_divides(tokens, size, overlap):
    """Divides by the length of an empty document."""
    chunks = _count(tokens, size, overlap)
    stored = tokens + max(0, chunks - 1) * overlap
    ratio, cost = stored / tokens, stored * 0.02e-6
    return {"chunks": chunks, "tokens": stored, "redundancy": ratio, "cost": cost}


def empty_is_zero(tokens, size, overlap):
    """Says that an empty document has the redundancy 0, as if it lost what it stores."""
    chunks = _count(tokens, size, overlap)
    answer = _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)
    return answer if tokens else dict.fromkeys(answer, 0)


def minus_one_window(tokens, size, overlap):
    """Multiplies the overlap by one window less than none."""
    chunks = _count(tokens, size, overlap)
    return _answer(chunks, tokens + (chunks - 1) * overlap, tokens)


def not_guarded(tokens, size, overlap):
    """Tests nothing: an overlap as large as the size divides by zero."""
    rest = max(0, tokens - size)
    chunks = 1 + math.ceil(rest / (size - overlap)) if tokens else 0
    return _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)


def says_none(tokens, size, overlap):
    """Returns None for settings that make no sense, where an error is asked."""
    if tokens < 0 or not 0 <= overlap < size:
        return None
    chunks = _count(tokens, size, overlap)
    return _answer(chunks, tokens + max(0, chunks - 1) * overlap, tokens)


def all_zero(tokens, size, overlap):
    """Says 0 for everything."""
    _count(tokens, size, overlap)
    return {"chunks": 0, "tokens": 0, "redundancy": 0, "cost": 0}


ALL = {
    "published: one window too many": published_calculator,
    "windows times size": windows_times_size,
    "overlap counted for the first window": overlap_for_the_first,
    "the percentage added": percent_added,
    "the limit of long documents": limit_for_all,
    "the limit for the ratio alone": limit_for_the_ratio,
    "only what is more": only_what_is_more,
    "ratio upside down": upside_down,
    "cost of the document alone": cost_of_the_document,
    "price per thousand": price_per_thousand,
    "in cents": in_cents,
    "cost rounded": cost_rounded,
    "ratio rounded": ratio_rounded,
    "other keys": other_keys,
    "a tuple": a_tuple,
    "words for numbers": words_for_numbers,
    "empty document divides by zero": empty_divides,
    "empty document has ratio 0": empty_is_zero,
    "empty document stores less than nothing": minus_one_window,
    "settings not tested": not_guarded,
    "None for bad settings": says_none,
    "zeros": all_zero,
}


PRICE = 0.02 / 1_000_000


def _need(tokens, size, overlap):
    if not 0 <= overlap < size or tokens < 0:
        raise ValueError("0 <= overlap < size and tokens >= 0 are needed")


def _windows(tokens, size, overlap):
    return 1 + -(-max(0, tokens - size) // (size - overlap)) if tokens else 0


def _result(tokens, chunks, total):
    ratio = total / tokens if tokens else 1.0
    return {"chunks": chunks, "tokens": total, "redundancy": ratio, "cost": total / 1_000_000 * 0.02}


def _plain(tokens, size, overlap):
    """The answer that many of the wrong ones start from."""
    _need(tokens, size, overlap)
    chunks = _windows(tokens, size, overlap)
    return _result(tokens, chunks, tokens + max(0, chunks - 1) * overlap)


@dataclass
class _Impact:
    chunks: int
    tokens: int
    redundancy: float
    cost: float


def impact_count_only(tokens, size, overlap):
    """The sum is right, the number of windows counts every start."""
    result = _plain(tokens, size, overlap)
    result["chunks"] = len(range(0, tokens, size - overlap))
    return result


def impact_empty_window(tokens, size, overlap):
    """One window for an empty document."""
    result = _plain(tokens, size, overlap)
    return result | {"chunks": max(1, result["chunks"])}


def impact_empty_none(tokens, size, overlap):
    """An empty dictionary for an empty document."""
    return _plain(tokens, size, overlap) if tokens else {}


def impact_empty_early(tokens, size, overlap):
    """Returns early for an empty document, before it looks at size and overlap."""
    return _result(0, 0, 0) if tokens == 0 else _plain(tokens, size, overlap)


def impact_short_early(tokens, size, overlap):
    """Returns early for a document that fits, before it looks at the overlap."""
    if 0 < tokens <= size:
        return _result(tokens, 1, tokens)
    return _plain(tokens, size, overlap)


def impact_ratio_six(tokens, size, overlap):
    """A ratio rounded to six digits."""
    result = _plain(tokens, size, overlap)
    return result | {"redundancy": round(result["redundancy"], 6)}


def impact_cost_eight(tokens, size, overlap):
    """Dollars rounded to seven digits: small documents are off."""
    result = _plain(tokens, size, overlap)
    return result | {"cost": round(result["cost"], 7)}


def impact_cost_full(tokens, size, overlap):
    """The price of full windows; everything else is right."""
    result = _plain(tokens, size, overlap)
    return result | {"cost": result["chunks"] * size * PRICE}


def impact_equal_allowed(tokens, size, overlap):
    """Accepts an overlap as large as the size."""
    return _plain(tokens, size, overlap - 1 if overlap == size > 0 else overlap)


def impact_negative_overlap(tokens, size, overlap):
    """Takes a negative overlap for 0."""
    return _plain(tokens, size, max(0, overlap))


def impact_negative_document(tokens, size, overlap):
    """Takes fewer than 0 tokens for none."""
    return _plain(max(0, tokens), size, overlap)


def impact_half_refused(tokens, size, overlap):
    """Refuses an overlap of more than half the size."""
    if 2 * overlap > size:
        raise ValueError("bad overlap")
    return _plain(tokens, size, overlap)


def impact_zero_refused(tokens, size, overlap):
    """Refuses an overlap of 0."""
    if overlap == 0:
        raise ValueError("bad overlap")
    return _plain(tokens, size, overlap)


def impact_zero_division(tokens, size, overlap):
    """An overlap as large as the size divides by zero."""
    if not 0 <= overlap <= size or tokens < 0:
        raise ValueError("bad numbers")
    chunks = _windows(tokens, size, overlap)
    return _result(tokens, chunks, tokens + max(0, chunks - 1) * overlap)


def impact_items(tokens, size, overlap):
    """The items of the dictionary as a list."""
    return list(_plain(tokens, size, overlap).items())


def impact_object(tokens, size, overlap):
    """A dataclass that was not turned into a dictionary."""
    return _Impact(**_plain(tokens, size, overlap))


def impact_float_tokens(tokens, size, overlap):
    """Tokens by ratio times document with a rounded ratio: off for long documents."""
    result = _plain(tokens, size, overlap)
    return result | {"tokens": round(round(result["redundancy"], 4) * tokens)}


def impact_int32(tokens, size, overlap):
    """Thirty-two bits for the tokens of all windows: more than 2**31 wrap round."""
    result = _plain(tokens, size, overlap)
    total = int(np.array(result["tokens"], dtype=np.int64).astype(np.int32))
    return _result(tokens, result["chunks"], total)


def impact_last_below_half(tokens, size, overlap):
    """Leaves out a last window below half the size."""
    result = _plain(tokens, size, overlap)
    last = tokens - (result["chunks"] - 1) * (size - overlap)
    if result["chunks"] > 1 and 2 * last < size:
        return _result(tokens, result["chunks"] - 1, result["tokens"] - last)
    return result


_BILL = [0]


def impact_bill(tokens, size, overlap):
    """The cost of all calls so far."""
    result = _plain(tokens, size, overlap)
    _BILL[0] += result["tokens"]
    return result | {"cost": _BILL[0] / 1_000_000 * 0.02}


def impact_example(tokens, size, overlap):
    """The result of the example."""
    return {"chunks": 3, "tokens": 12, "redundancy": 1.2, "cost": 12 / 1_000_000 * 0.02}


def impact_one(tokens, size, overlap):
    """One window for every document; refuses what it should."""
    _need(tokens, size, overlap)
    return _result(tokens, int(tokens > 0), tokens)


def impact_no_overlap(tokens, size, overlap):
    """Never mind the overlap."""
    return _plain(tokens, size, 0)


def impact_zeros(tokens, size, overlap):
    """The result for an empty document."""
    return _result(0, 0, 0)


def impact_empty(tokens, size, overlap):
    """An empty dictionary."""
    return {}


def impact_raises(tokens, size, overlap):
    """Always an error."""
    raise ValueError("bad numbers")


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "count only": impact_count_only,
    "empty window": impact_empty_window,
    "empty dictionary": impact_empty_none,
    "empty early": impact_empty_early,
    "short early": impact_short_early,
    "ratio six digits": impact_ratio_six,
    "cost seven digits": impact_cost_eight,
    "cost of full windows": impact_cost_full,
    "equal allowed": impact_equal_allowed,
    "negative overlap": impact_negative_overlap,
    "negative document": impact_negative_document,
    "over half refused": impact_half_refused,
    "overlap 0 refused": impact_zero_refused,
    "ZeroDivisionError": impact_zero_division,
    "items": impact_items,
    "object": impact_object,
    "tokens from the ratio": impact_float_tokens,
    "thirty-two bits": impact_int32,
    "last below half": impact_last_below_half,
    "all calls": impact_bill,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": impact_example,
    "one window": impact_one,
    "no overlap": impact_no_overlap,
    "zeros, again": impact_zeros,
    "empty": impact_empty,
    "raises": impact_raises,
}
