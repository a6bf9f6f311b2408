"""Wrong answers to `storage_impact`; each docstring says what is wrong."""

import math


def _count(tokens, size, overlap):
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")
    return 1 + math.ceil(max(0, tokens - size) / (size - overlap)) if tokens else 0


def _answer(chunks, stored, document, price=0.02e-6):
    ratio = stored / document if document else 1.0
    return {"chunks": chunks, "total_tokens": stored, "redundancy_ratio": ratio, "embedding_cost": stored * price}


def published_calculator(document_tokens, chunk_size, overlap):
    """Rounds down and adds one, so that one window too many is counted where the stride divides."""
    _count(document_tokens, chunk_size, overlap)
    chunks = max(1, (document_tokens - overlap) // (chunk_size - overlap) + 1) if document_tokens else 0
    return _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)


def windows_times_size(document_tokens, chunk_size, overlap):
    """Takes the last window for full."""
    chunks = _count(document_tokens, chunk_size, overlap)
    return _answer(chunks, chunks * chunk_size, document_tokens)


def overlap_for_the_first(document_tokens, chunk_size, overlap):
    """Counts the overlap for the first window too, which shares nothing."""
    chunks = _count(document_tokens, chunk_size, overlap)
    return _answer(chunks, document_tokens + chunks * overlap, document_tokens)


def percent_added(document_tokens, chunk_size, overlap):
    """Adds the overlap as a part of the size: 20 % more for 20 %."""
    chunks = _count(document_tokens, chunk_size, overlap)
    return _answer(chunks, document_tokens * (1 + overlap / chunk_size), document_tokens)


def limit_for_all(document_tokens, chunk_size, overlap):
    """Uses 1 / (1 - r), which holds only for long documents."""
    chunks = _count(document_tokens, chunk_size, overlap)
    stored = document_tokens * chunk_size / (chunk_size - overlap)
    return _answer(chunks, stored, document_tokens)


def limit_for_the_ratio(document_tokens, chunk_size, overlap):
    """Counts the tokens, and then gives the ratio of long documents."""
    chunks = _count(document_tokens, chunk_size, overlap)
    answer = _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)
    return {**answer, "redundancy_ratio": chunk_size / (chunk_size - overlap)}


def only_what_is_more(document_tokens, chunk_size, overlap):
    """Gives the part that is stored again, without the document itself."""
    chunks = _count(document_tokens, chunk_size, overlap)
    answer = _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)
    return {**answer, "redundancy_ratio": answer["redundancy_ratio"] - 1}


def upside_down(document_tokens, chunk_size, overlap):
    """Divides the document by what is stored."""
    chunks = _count(document_tokens, chunk_size, overlap)
    answer = _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)
    return {**answer, "redundancy_ratio": 1 / answer["redundancy_ratio"]}


def cost_of_the_document(document_tokens, chunk_size, overlap):
    """Takes the price of the document, not of what is stored."""
    chunks = _count(document_tokens, chunk_size, overlap)
    answer = _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)
    return {**answer, "embedding_cost": document_tokens * 0.02e-6}


def price_per_thousand(document_tokens, chunk_size, overlap):
    """Takes the price of a million tokens for that of a thousand."""
    chunks = _count(document_tokens, chunk_size, overlap)
    return _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens, price=0.02e-3)


def in_cents(document_tokens, chunk_size, overlap):
    """Gives the cost in cents."""
    chunks = _count(document_tokens, chunk_size, overlap)
    return _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens, price=2e-6)


def cost_rounded(document_tokens, chunk_size, overlap):
    """Rounds the cost to cents: almost every document costs nothing."""
    chunks = _count(document_tokens, chunk_size, overlap)
    answer = _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)
    return {**answer, "embedding_cost": round(answer["embedding_cost"], 2)}


def ratio_rounded(document_tokens, chunk_size, overlap):
    """Rounds the ratio to two places."""
    chunks = _count(document_tokens, chunk_size, overlap)
    answer = _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)
    return {**answer, "redundancy_ratio": round(answer["redundancy_ratio"], 2)}


def other_keys(document_tokens, chunk_size, overlap):
    """Calls the keys something else."""
    chunks = _count(document_tokens, chunk_size, overlap)
    stored = document_tokens + max(0, chunks - 1) * overlap
    return {"windows": chunks, "tokens": stored, "redundancy": stored / max(1, document_tokens), "cost": stored * 2e-8}


def a_tuple(document_tokens, chunk_size, overlap):
    """Returns the four numbers without their names."""
    chunks = _count(document_tokens, chunk_size, overlap)
    return tuple(_answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens).values())


def words_for_numbers(document_tokens, chunk_size, overlap):
    """Writes the cost as text with a dollar sign."""
    chunks = _count(document_tokens, chunk_size, overlap)
    answer = _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)
    return {**answer, "embedding_cost": f"${answer['embedding_cost']:.4f}"}


def empty_divides(document_tokens, chunk_size, overlap):
    """Divides by the length of an empty document."""
    chunks = _count(document_tokens, chunk_size, overlap)
    stored = document_tokens + max(0, chunks - 1) * overlap
    ratio, cost = stored / document_tokens, stored * 0.02e-6
    return {"chunks": chunks, "total_tokens": stored, "redundancy_ratio": ratio, "embedding_cost": cost}


def empty_is_zero(document_tokens, chunk_size, overlap):
    """Says that an empty document has the redundancy 0, as if it lost what it stores."""
    chunks = _count(document_tokens, chunk_size, overlap)
    answer = _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)
    return answer if document_tokens else dict.fromkeys(answer, 0)


def minus_one_window(document_tokens, chunk_size, overlap):
    """Multiplies the overlap by one window less than none."""
    chunks = _count(document_tokens, chunk_size, overlap)
    return _answer(chunks, document_tokens + (chunks - 1) * overlap, document_tokens)


def not_guarded(document_tokens, chunk_size, overlap):
    """Tests nothing: an overlap as large as the size divides by zero."""
    rest = max(0, document_tokens - chunk_size)
    chunks = 1 + math.ceil(rest / (chunk_size - overlap)) if document_tokens else 0
    return _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)


def says_none(document_tokens, chunk_size, overlap):
    """Returns None for settings that make no sense, where an error is asked."""
    if document_tokens < 0 or not 0 <= overlap < chunk_size:
        return None
    chunks = _count(document_tokens, chunk_size, overlap)
    return _answer(chunks, document_tokens + max(0, chunks - 1) * overlap, document_tokens)


def all_zero(document_tokens, chunk_size, overlap):
    """Says 0 for everything."""
    _count(document_tokens, chunk_size, overlap)
    return {"chunks": 0, "total_tokens": 0, "redundancy_ratio": 0, "embedding_cost": 0}


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
