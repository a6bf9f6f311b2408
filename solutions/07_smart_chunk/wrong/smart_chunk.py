"""Wrong answers to `smart_chunk`, each with one fault: a check that accepts one of them is too weak.

`_smart` below is right; it is put together from parts, and most mutants swap one part or spoil the result in one
place, so that each is wrong for exactly the reason that its docstring gives.
"""

import math
import re
from itertools import pairwise

import tiktoken

PARAGRAPHS, LINES, SENTENCES, WORDS = r"\n\n+", r"\n+", r"(?<=[.!?])\s+", r"\s+"


def _ruler(model):
    encoding = tiktoken.encoding_for_model(model)
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def _require(max_tokens, overlap_tokens):
    if not 0 <= overlap_tokens < max_tokens:
        raise ValueError(f"need 0 <= overlap_tokens < max_tokens, got {overlap_tokens} and {max_tokens}")


def _trim(text, start, end):
    body = text[start:end]
    return start + len(body) - len(body.lstrip()), start + len(body.rstrip())


def _pieces(text, start, end, fits, levels=(PARAGRAPHS, LINES, SENTENCES, WORDS)):
    """The largest units that fit, as spans without white space around them."""
    start, end = _trim(text, start, end)
    if start >= end:
        return []
    if fits(start, end) or end - start == 1:
        return [(start, end)]
    if not levels:
        middle = (start + end) // 2
        return _pieces(text, start, middle, fits, ()) + _pieces(text, middle, end, fits, ())
    return [piece for a, b in _cut(text, start, end, levels[0]) for piece in _pieces(text, a, b, fits, levels[1:])]


def _cut(text, start, end, level):
    return pairwise([start, *(m.end() for m in re.compile(level).finditer(text, start, end)), end])


def _units(text, level, fits):
    """Pieces that are never larger than one unit of a level, whatever fits."""
    return [piece for a, b in _cut(text, 0, len(text), level) for piece in _pieces(text, a, b, fits, ())]


def _all_pieces(text, fits):
    return _pieces(text, 0, len(text), fits)


def _overlap_start(text, before, piece, fits, shared_fit):
    """The earliest word of the chunk before with which everything fits, else the start of the piece."""
    for start in [m.start() for m in re.compile(r"(?<!\S)\S").finditer(text, before[0] + 1, before[1])]:
        if shared_fit(start, before[1]) and fits(start, piece[1]):
            return start
    return piece[0]


def _packed(text, pieces, fits, shared_fit, joined=True):
    spans = []
    for piece in pieces:
        if joined and spans and fits(spans[-1][0], piece[1]):
            spans[-1] = (spans[-1][0], piece[1])
        elif spans:
            spans.append((_overlap_start(text, spans[-1], piece, fits, shared_fit), piece[1]))
        else:
            spans.append(piece)
    return spans


def _apart(text, pieces, fits, shared_fit):
    """Each piece a chunk, with its overlap."""
    return _packed(text, pieces, fits, shared_fit, joined=False)


def _dictionaries(text, spans, count):
    return [{"text": text[a:b], "tokens": count(text[a:b]), "start_char": a, "end_char": b} for a, b in spans]


def _smart(
    text, max_tokens, overlap_tokens, model, *, limit=None, shared=None, count=None, shared_count=None,
    pieces=_all_pieces, pack=_packed,
):  # fmt: skip
    """A right answer where no part is swapped.

    Decisions are made with `count` (of the overlap with `shared_count`), `limit` and `shared`.
    """
    _require(max_tokens, overlap_tokens)
    count = count or _ruler(model)
    limit = max_tokens if limit is None else limit
    shared = overlap_tokens if shared is None else shared

    def fits(start, end):
        return count(text[start:end]) <= limit

    def shared_fit(start, end):
        return (shared_count or count)(text[start:end]) <= shared

    return _dictionaries(text, pack(text, pieces(text, fits), fits, shared_fit), _ruler(model))


# Nothing is lost -------------------------------------------------------------------------------------------------


def drops_the_tail(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The last chunk is still in the buffer when the loop ends, and is never added."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    return chunks[:-1] if len(chunks) > 1 else chunks


def calls_itself_for_each_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Calls itself for the rest of the text after each chunk: after a thousand chunks Python gives up."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)

    def rest(index):
        return [] if index == len(chunks) else [chunks[index], *rest(index + 1)]

    return rest(0)


# Offsets ---------------------------------------------------------------------------------------------------------


def offsets_by_find(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Finds each chunk with text.find from the beginning: where words repeat, that is the wrong place."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        start = text.find(chunk["text"])
        chunk.update(start_char=start, end_char=start + len(chunk["text"]))
    return chunks


def counts_bytes(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Offsets are counted in bytes of UTF-8: right for English, wrong after the first accent."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        start = len(text[: chunk["start_char"]].encode())
        chunk.update(start_char=start, end_char=start + len(chunk["text"].encode()))
    return chunks


def white_space_normalised(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Joins the words of each chunk with single spaces: tidy, and no longer the text."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        body = " ".join(chunk["text"].split())
        chunk.update(text=body, tokens=_ruler(model)(body))
    return chunks


def line_ends_translated(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Turns CRLF into LF first, as a file opened as text does; offsets then fit the changed text only."""
    return _smart(text.replace("\r\n", "\n"), max_tokens, overlap_tokens, model)


def token_windows_decoded(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Decodes windows of tokens: a window that ends inside a character gives U+FFFD, and places are added up from that."""
    _require(max_tokens, overlap_tokens)
    encoding = tiktoken.encoding_for_model(model)
    tokens = encoding.encode(text, disallowed_special=())
    chunks, start = [], 0
    while start < len(tokens) and text.strip():
        end = min(start + max_tokens, len(tokens))
        body, place = encoding.decode(tokens[start:end]), len(encoding.decode(tokens[:start]))
        chunk = {"text": body, "tokens": _ruler(model)(body), "start_char": place, "end_char": place + len(body)}
        chunks.append(chunk)
        if end == len(tokens):
            break
        start = end - overlap_tokens
    return chunks


# Token limit -----------------------------------------------------------------------------------------------------


def limit_off_by_one(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A chunk may have one token more than the limit."""
    return _smart(text, max_tokens, overlap_tokens, model, limit=max_tokens + 1)


def adds_up_counts(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Adds up the counts of the words instead of counting the joined text: such sums are not exact."""
    single = _ruler(model)

    def count(part):
        return sum(single(piece) for piece in re.findall(r"\S+|\s+", part)) - part.count(" ")

    return _smart(text, max_tokens, overlap_tokens, model, count=count)


def estimates_the_count(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes four characters for a token: nearly right for English prose, and never exact."""
    return _smart(text, max_tokens, overlap_tokens, model, count=lambda part: math.ceil(len(part) / 4))


def one_level_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Splits at empty lines only: a paragraph that is too long stays too long."""

    def pieces(text, fits):
        return _units(text, PARAGRAPHS, lambda a, b: True)

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces)


def overlap_added_afterwards(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Packs up to the limit and then puts the overlap in front: the chunk is over the limit by the overlap."""

    def pack(text, pieces, fits, shared_fit):
        plain = _packed(text, pieces, fits, lambda a, b: False)
        return _apart(text, plain, lambda a, b: True, shared_fit)

    return _smart(text, max_tokens, overlap_tokens, model, pack=pack)


def never_cuts(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """One chunk, the whole text: nothing is lost, no offset is wrong, and no boundary is there to be judged."""
    _require(max_tokens, overlap_tokens)
    return _dictionaries(text, [(0, len(text))], _ruler(model)) if text.strip() else []


def cuts_into_halves(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Two chunks, cut at the empty line next to the middle, whatever the limit."""
    _require(max_tokens, overlap_tokens)
    start, end = _trim(text, 0, len(text))
    breaks = [m.span() for m in re.compile(PARAGRAPHS).finditer(text, start, end)]
    middle = min(breaks, key=lambda span: abs(span[0] - len(text) // 2), default=None)
    if middle is None:
        return never_cuts(text, max_tokens, overlap_tokens, model)
    return _dictionaries(text, [(start, middle[0]), (middle[1], end)], _ruler(model))


# Natural boundaries ----------------------------------------------------------------------------------------------


def windows_ignore_paragraphs(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk with words to the last token, whatever paragraph or sentence is cut."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=lambda text, fits: _units(text, WORDS, fits))


def limit_is_exclusive(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Asks for fewer tokens than the limit (`<` for `<=`), so a paragraph of just that size is cut."""
    return _smart(text, max_tokens, overlap_tokens, model, limit=max_tokens - 1)


def one_level_for_the_whole_text(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Not recursive: one paragraph that is too long, and all the others are cut by its level as well."""

    def pieces(text, fits):
        for level in (PARAGRAPHS, LINES, SENTENCES, WORDS):
            units = _units(text, level, lambda a, b: True)
            if all(fits(*unit) for unit in units):
                break
        return [piece for unit in units for piece in _pieces(text, *unit, fits, ())]

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces)


# Overlap ---------------------------------------------------------------------------------------------------------


def no_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Neighbours share nothing, whatever is asked."""
    return _smart(text, max_tokens, overlap_tokens, model, shared=0)


def fills_before_it_overlaps(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk first and gives the overlap what room is left, which is often none."""

    def pack(text, pieces, fits, shared_fit):
        return _apart(text, _packed(text, pieces, fits, lambda a, b: False), fits, shared_fit)

    return _smart(text, max_tokens, overlap_tokens, model, pack=pack)


def overlap_in_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts the overlap in words: it has more tokens than asked where words are long."""
    return _smart(text, max_tokens, overlap_tokens, model, shared_count=lambda part: len(part.split()))


# No waste --------------------------------------------------------------------------------------------------------


def tail_inside_its_neighbour(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes on while there is a next start: the overlap of the last chunk becomes a chunk of its own."""
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    if len(chunks) > 1 and overlap_tokens:
        start, end = chunks[-1]["start_char"], chunks[-1]["end_char"]
        starts = [m.start() for m in re.compile(r"(?<!\S)\S").finditer(text, start + 1, end)]
        fitting = [s for s in starts if count(text[s:end]) <= overlap_tokens]
        chunks += _dictionaries(text, [(fitting[0], end)] if fitting else [], count)
    return chunks


def never_packs_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Splits a long sentence into words and does not put them together again: one word a chunk."""
    return _smart(text, max_tokens, overlap_tokens, model, pack=_apart)


# Special tokens, model, call -------------------------------------------------------------------------------------


def refuses_special_tokens(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Calls encode() without disallowed_special=(), so text with the name of a special token raises."""
    encoding = tiktoken.encoding_for_model(model)
    return _smart(text, max_tokens, overlap_tokens, model, count=lambda part: len(encoding.encode(part)))


def always_gpt_4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts with the encoding of gpt-4 whatever model is asked."""
    return _smart(text, max_tokens, overlap_tokens, "gpt-4")


def no_validation(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Accepts any numbers and does what it can with them."""
    limit = max(max_tokens, 1)
    return _smart(text, limit, min(max(overlap_tokens, 0), limit - 1), model)


def negative_overlap_allowed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Asks only whether the overlap is smaller than the limit; a negative one skips text silently or does nothing."""
    if overlap_tokens >= max_tokens:
        raise ValueError("need overlap_tokens < max_tokens")
    return _smart(text, max_tokens, max(overlap_tokens, 0), model)


def keeps_state(text, max_tokens=500, overlap_tokens=50, model="gpt-4", held=[]):  # noqa: B006
    """Holds back chunks in a default list, which is made once: the last chunk of one call begins the next answer."""
    chunks = [*held, *_smart(text, max_tokens, overlap_tokens, model)]
    held[:] = chunks[-1:]
    return chunks


def endless_over_half(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Steps back to a word start after each chunk: with an overlap above half of the limit it never gets on."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    position = 0
    while len(chunks) > 1 and position < len(chunks) - 1:
        if chunks[position + 1]["tokens"] - count(
            text[chunks[position]["end_char"] : chunks[position + 1]["end_char"]]
        ) <= (max_tokens // 2):
            position += 1
    return chunks


# The published answer --------------------------------------------------------------------------------------------


def published_answer(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A widely copied answer, written anew from its description.

    One separator level only (paragraphs), so long paragraphs pass the limit; texts are stripped and joined again;
    places are added up in bytes; the overlap is decoded from the last tokens; special-token text raises.
    """
    encoding = tiktoken.encoding_for_model(model)
    chunks, held, place = [], "", 0

    def add(body):
        nonlocal place
        body = body.strip()
        if body:
            size = len(body.encode())
            chunks.append(
                {"text": body, "tokens": len(encoding.encode(body)), "start_char": place, "end_char": place + size}
            )
            place += size

    for paragraph in text.split("\n\n"):
        if held and len(encoding.encode(held + paragraph)) > max_tokens:
            add(held)
            shared = encoding.decode(encoding.encode(held)[-overlap_tokens:]) if overlap_tokens else ""
            held = shared + "\n\n" + paragraph
        else:
            held = f"{held}\n\n{paragraph}" if held else paragraph
    add(held)
    return chunks


def a_word_each(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """One word a chunk, and the error."""
    _require(max_tokens, overlap_tokens)
    return _dictionaries(text, [m.span() for m in re.finditer(r"\S+", text)], _ruler(model))


def always_refuses(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Always an error."""
    raise ValueError("no")


ALL = {
    "drops the tail": drops_the_tail,
    "calls itself for each chunk": calls_itself_for_each_chunk,
    "offsets by find": offsets_by_find,
    "bytes for characters": counts_bytes,
    "white space normalised": white_space_normalised,
    "line ends translated": line_ends_translated,
    "token windows decoded": token_windows_decoded,
    "limit off by one": limit_off_by_one,
    "adds up counts": adds_up_counts,
    "estimates the count": estimates_the_count,
    "never cuts": never_cuts,
    "cuts into halves": cuts_into_halves,
    "one separator level": one_level_only,
    "overlap added after packing": overlap_added_afterwards,
    "windows ignore paragraphs": windows_ignore_paragraphs,
    "limit is exclusive": limit_is_exclusive,
    "one level for the whole text": one_level_for_the_whole_text,
    "no overlap": no_overlap,
    "fills before it overlaps": fills_before_it_overlaps,
    "overlap in words": overlap_in_words,
    "tail inside its neighbour": tail_inside_its_neighbour,
    "never packs words": never_packs_words,
    "refuses special tokens": refuses_special_tokens,
    "always gpt-4": always_gpt_4,
    "no validation": no_validation,
    "negative overlap allowed": negative_overlap_allowed,
    "keeps state between calls": keeps_state,
    "endless over half": endless_over_half,
    "the published answer": published_answer,
}

LAZY = {
    "words": a_word_each,
    "error": always_refuses,
}
