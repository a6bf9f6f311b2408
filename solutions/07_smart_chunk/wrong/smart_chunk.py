"""Wrong answers to `smart_chunk`, each with one fault: a check that accepts one of them is too weak.

`_smart` below is right; it is put together from parts, and most mutants swap one part or spoil the result in one
place, so that each is wrong for exactly the reason that its docstring gives.
"""

from functools import lru_cache
from itertools import pairwise
import regex
import math
import random
import re
import unicodedata

import tiktoken

PARAGRAPHS, LINES, SENTENCES, WORDS = r"\n\n+", r"\n+", r"(?<=[.!?])\s+", r"\s+"


def _ruler(model="gpt-4"):
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
    edges = [start, *(m.end() for m in re.compile(levels[0]).finditer(text, start, end)), end]
    return [piece for a, b in zip(edges, edges[1:]) for piece in _pieces(text, a, b, fits, levels[1:])]


def _overlap_start(text, before, piece, spans_fit, shared_fit):
    """The earliest word of the chunk before with which everything fits, else the start of the piece."""
    for match in re.compile(r"(?<!\S)\S").finditer(text, before[0] + 1, before[1]):
        if shared_fit(match.start(), before[1]) and spans_fit(match.start(), piece[1]):
            return match.start()
    return piece[0]


def _spans(
    text, fits, shared_fit, levels=(PARAGRAPHS, LINES, SENTENCES, WORDS), overlap_start=_overlap_start, pieces=None
):
    spans = []
    for piece in _pieces(text, 0, len(text), fits, levels) if pieces is None else pieces:
        if spans and fits(spans[-1][0], piece[1]):
            spans[-1] = (spans[-1][0], piece[1])
        elif spans:
            spans.append((overlap_start(text, spans[-1], piece, fits, shared_fit), piece[1]))
        else:
            spans.append(piece)
    return spans


def _dictionaries(text, spans, count):
    return [{"text": text[a:b], "tokens": count(text[a:b]), "start_char": a, "end_char": b} for a, b in spans]


def _measures(text, max_tokens, overlap_tokens, count):
    return (lambda a, b: count(text[a:b]) <= max_tokens), (lambda a, b: count(text[a:b]) <= overlap_tokens)


def _smart(text, max_tokens, overlap_tokens, model, count=None, **parts):
    """A right answer where no part is swapped; `count` is used for all decisions, the true ruler for `tokens`."""
    _require(max_tokens, overlap_tokens)
    measures = _measures(text, max_tokens, overlap_tokens, count or _ruler(model))
    return _dictionaries(text, _spans(text, *measures, **parts), _ruler(model))


# Nothing is lost -------------------------------------------------------------------------------------------------


def returns_nothing(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Returns no chunks at all: every rule about each chunk holds, and the text is gone."""
    _require(max_tokens, overlap_tokens)
    return []


def drops_the_tail(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The last chunk is still in the buffer when the loop ends, and is never added."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    return chunks[:-1] if len(chunks) > 1 else chunks


def loses_a_lone_last_character(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The loop runs while more than one character is left, so a last piece of one character is forgotten."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    if len(chunks) > 1 and chunks[-1]["end_char"] - chunks[-2]["end_char"] <= 2:
        alone = text[chunks[-2]["end_char"] : chunks[-1]["end_char"]].strip()
        return chunks[:-1] if len(alone) == 1 else chunks
    return chunks


def drops_short_chunks(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Chunks shorter than a minimum are left out, and their text is in no other chunk."""
    return [chunk for chunk in _smart(text, max_tokens, overlap_tokens, model) if chunk["tokens"] * 4 >= max_tokens]


def loses_separators(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Splits sentences at ". " with str.split, which takes the full stop away."""
    _require(max_tokens, overlap_tokens)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, _ruler(model))
    pieces = _pieces(text, 0, len(text), fits)
    pieces = [(a, b - 1) if text[b - 1 : b + 1] == ". " and b - a > 1 else (a, b) for a, b in pieces]
    return _dictionaries(text, _apart(pieces, text, fits, shared_fit), _ruler(model))


def _apart(pieces, text, fits, shared_fit):
    spans = []
    for piece in pieces:
        start = _overlap_start(text, spans[-1], piece, fits, shared_fit) if spans else piece[0]
        spans.append((start, piece[1]))
    return spans


def skips_long_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A word that is longer than the limit is left out instead of cut."""
    _require(max_tokens, overlap_tokens)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, _ruler(model))
    words = [m.span() for m in re.finditer(r"\S+", text) if not fits(*m.span())]
    pieces = [p for p in _pieces(text, 0, len(text), fits) if not any(a <= p[0] and p[1] <= b for a, b in words)]
    return _dictionaries(text, _apart(pieces, text, fits, shared_fit), _ruler(model))


def strips_marks(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Strips a byte order mark with the white space, though it is a character like any other."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        body = chunk["text"].strip("\ufeff")
        start = chunk["start_char"] + chunk["text"].find(body)
        chunk.update(text=body, tokens=_ruler(model)(body), start_char=start, end_char=start + len(body))
    return [chunk for chunk in chunks if chunk["text"]]


def calls_itself_for_each_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Calls itself for the rest of the text after each chunk: after a thousand chunks Python gives up."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)

    def rest(index):
        return [] if index == len(chunks) else [chunks[index], *rest(index + 1)]

    return rest(0)


# Shape -----------------------------------------------------------------------------------------------------------


def returns_tuples(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The right values, as tuples instead of dictionaries."""
    return [tuple(chunk.values()) for chunk in _smart(text, max_tokens, overlap_tokens, model)]


def returns_generator(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Yields the chunks: a generator is no list, and its ValueError comes only when somebody reads it."""
    yield from _smart(text, max_tokens, overlap_tokens, model)


def returns_texts_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The texts of the chunks without tokens and offsets."""
    return [chunk["text"] for chunk in _smart(text, max_tokens, overlap_tokens, model)]


# Offsets ---------------------------------------------------------------------------------------------------------


def strips_with_old_offsets(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """White space is stripped from each text, and the offsets are those from before."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk, following in zip(chunks, chunks[1:]):
        if following["start_char"] > chunk["end_char"]:
            chunk["end_char"] = following["start_char"]
    return chunks


def offsets_by_find(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Finds each chunk with text.find from the beginning: where words repeat, that is the wrong place."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        start = text.find(chunk["text"])
        chunk.update(start_char=start, end_char=start + len(chunk["text"]))
    return chunks


def offsets_by_find_onwards(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Finds each chunk with text.find from just after the last start: right until the same words come again too soon."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    start = -1
    for chunk in chunks:
        start = text.find(chunk["text"], start + 1)
        chunk.update(start_char=start, end_char=start + len(chunk["text"]))
    return chunks


def counts_bytes(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Offsets are counted in bytes of UTF-8: right for English, wrong after the first accent."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        start = len(text[: chunk["start_char"]].encode())
        chunk.update(start_char=start, end_char=start + len(chunk["text"].encode()))
    return chunks


def counts_utf_16(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Offsets are counted as JavaScript counts them: an emoji is two."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        start, end = (len(text[: chunk[key]].encode("utf-16-le")) // 2 for key in ("start_char", "end_char"))
        chunk.update(start_char=start, end_char=end)
    return chunks


def letters_composed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Normalises the text to composed letters first, which makes it shorter than the learner's."""
    return _smart(unicodedata.normalize("NFC", text), max_tokens, overlap_tokens, model)


def counts_tokens_as_offsets(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Offsets are positions in the list of tokens, not in the text."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        start = _ruler(model)(text[: chunk["start_char"]])
        chunk.update(start_char=start, end_char=start + chunk["tokens"])
    return chunks


def end_is_inclusive(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """`end_char` is the place of the last character, not the place after it."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        chunk["end_char"] -= 1
    return chunks


def forgets_the_separator(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Adds up the lengths of the chunks and forgets the white space between them."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    place, done = 0, 0
    for chunk in chunks:
        place -= max(done - chunk["start_char"], 0)
        done = chunk["end_char"]
        chunk.update(start_char=place, end_char=place + len(chunk["text"]))
        place = chunk["end_char"]
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


def text_stripped_first(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Strips the whole text before work: each offset is too small by the white space in front."""
    return _smart(text.strip(), max_tokens, overlap_tokens, model)


def overlap_joined_with_spaces(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The words of the overlap are put in front with single spaces, whatever stood between them."""
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for before, chunk in zip([dict(c) for c in chunks], chunks[1:]):
        shared = text[chunk["start_char"] : before["end_char"]]
        if shared:
            rest = text[before["end_char"] : chunk["end_char"]]
            chunk["text"] = " ".join(shared.split()) + " " + rest.lstrip()
            chunk["tokens"] = count(chunk["text"])
    return chunks


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
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens + 1, overlap_tokens, count)
    return _dictionaries(text, _spans(text, fits, shared_fit), count)


def limit_off_by_one_with_gpt_4o(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A chunk may have one token more than the limit, and only when the model is gpt-4o."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens + (model == "gpt-4o"), overlap_tokens, count)
    return _dictionaries(text, _spans(text, fits, shared_fit), count)


def adds_up_counts(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Adds up the counts of the words instead of counting the joined text: such sums are not exact."""
    single = _ruler(model)

    def count(part):
        return sum(single(piece) for piece in re.findall(r"\S+|\s+", part)) - part.count(" ")

    return _smart(text, max_tokens, overlap_tokens, model, count=count)


def estimates_the_count(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes four characters for a token: nearly right for English prose, and never exact."""
    return _smart(text, max_tokens, overlap_tokens, model, count=lambda part: math.ceil(len(part) / 4))


def sizes_by_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts words where tokens are meant."""
    return _smart(text, max_tokens, overlap_tokens, model, count=lambda part: len(part.split()))


def sizes_by_characters(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts characters where tokens are meant, and says so in `tokens`."""
    _require(max_tokens, overlap_tokens)
    return _dictionaries(text, _spans(text, *_measures(text, max_tokens, overlap_tokens, len)), len)


def counted_before_stripping(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """`tokens` is counted with the white space that is then stripped; the text has another number."""
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        end = len(text) - len(text[chunk["end_char"] :].lstrip())
        chunk["tokens"] = count(text[chunk["start_char"] : end])
    return chunks


def one_level_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Splits at empty lines only: a paragraph that is too long stays too long."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    edges = [0, *(m.end() for m in re.finditer(PARAGRAPHS, text)), len(text)]
    pieces = [span for span in (_trim(text, a, b) for a, b in zip(edges, edges[1:])) if span[0] < span[1]]
    return _dictionaries(text, _spans(text, fits, shared_fit, pieces=pieces), count)


def overlap_added_afterwards(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Packs up to the limit and then puts the overlap in front: the chunk is over the limit by the overlap."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    plain = _spans(text, fits, lambda a, b: False)
    spans = plain[:1]
    for span in plain[1:]:
        spans.append((_overlap_start(text, spans[-1], span, lambda a, b: True, shared_fit), span[1]))
    return _dictionaries(text, spans, count)


def last_chunk_takes_the_rest(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A short last chunk is put onto the one before it, whatever the limit."""
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    if len(chunks) > 1 and chunks[-1]["tokens"] * 2 <= max_tokens:
        chunks[-2:] = _dictionaries(text, [(chunks[-2]["start_char"], chunks[-1]["end_char"])], count)
    return chunks


def long_words_stay_whole(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes down to words and no further: a word longer than the limit makes a chunk over the limit."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)

    def whole(start, end):
        return fits(start, end) or not re.search(r"\s", text[start:end])

    return _dictionaries(text, _spans(text, fits, shared_fit, pieces=_pieces(text, 0, len(text), whole)), count)


def tokens_without_the_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """`tokens` counts only what is new in the chunk, not the overlap that stands in front of it."""
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for before, chunk in zip(chunks, chunks[1:]):
        chunk["tokens"] = count(text[max(before["end_char"], chunk["start_char"]) : chunk["end_char"]])
    return chunks


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
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    words = [p for m in re.finditer(r"\S+", text) for p in _pieces(text, *m.span(), fits, ())]
    return _dictionaries(text, _spans(text, fits, shared_fit, pieces=words), count)


def cuts_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes from sentences straight to characters, so words are cut although they fit."""
    return _smart(text, max_tokens, overlap_tokens, model, levels=(PARAGRAPHS, LINES, SENTENCES))


def skips_sentences(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes from lines straight to words, so sentences are cut although they fit."""
    return _smart(text, max_tokens, overlap_tokens, model, levels=(PARAGRAPHS, LINES, WORDS))


def skips_lines(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes from paragraphs straight to sentences, so lines are cut although they fit."""
    return _smart(text, max_tokens, overlap_tokens, model, levels=(PARAGRAPHS, r"(?<=[.!?]) +", WORDS))


def skips_paragraphs(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Starts with lines: a paragraph is cut between two of its lines although it fits."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    lines = [p for m in re.finditer(r"[^\n]+", text) for p in _pieces(text, *m.span(), fits, (SENTENCES, WORDS))]
    return _dictionaries(text, _spans(text, fits, shared_fit, pieces=lines), count)


def every_dot_ends_a_sentence(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes every full stop for the end of a sentence, also the one in 3.14."""
    return _smart(text, max_tokens, overlap_tokens, model, levels=(PARAGRAPHS, LINES, r"(?<=[.!?])", WORDS))


def limit_is_exclusive(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Asks for fewer tokens than the limit (`<` for `<=`), so a paragraph of just that size is cut."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens - 1, overlap_tokens, count)
    return _dictionaries(text, _spans(text, fits, shared_fit), count)


def one_level_for_the_whole_text(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Not recursive: one paragraph that is too long, and all the others are cut by its level as well."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    for level in (PARAGRAPHS, LINES, SENTENCES, WORDS):
        edges = [0, *(m.end() for m in re.finditer(level, text)), len(text)]
        units = [span for span in (_trim(text, a, b) for a, b in zip(edges, edges[1:])) if span[0] < span[1]]
        if all(fits(*unit) for unit in units):
            break
    pieces = [piece for unit in units for piece in _pieces(text, *unit, fits, ())]
    return _dictionaries(text, _spans(text, fits, shared_fit, pieces=pieces), count)


def random_boundaries(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Ends each chunk at a word chosen by chance, seeded with Python's salted hash: no two runs are alike."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    chance = random.Random(hash(text))
    words = [p for m in re.finditer(r"\S+", text) for p in _pieces(text, *m.span(), fits, ())]
    spans = []
    for word in words:
        if spans and fits(spans[-1][0], word[1]) and chance.random() < 0.7:
            spans[-1] = (spans[-1][0], word[1])
        else:
            start = _overlap_start(text, spans[-1], word, fits, shared_fit) if spans else word[0]
            spans.append((start, word[1]))
    return _dictionaries(text, spans, count)


def first_chunk_short(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The first chunk ends after its first word: the buffer is flushed once too early."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    start, end = _trim(text, 0, len(text))
    word = re.compile(r"\S+").match(text, start)
    if not word or not fits(*word.span()):
        return _smart(text, max_tokens, overlap_tokens, model)
    pieces = _pieces(text, word.end(), end, fits)
    spans = [word.span()]
    for span in _spans(text, fits, shared_fit, pieces=pieces):
        spans.append(span)
    return _dictionaries(text, spans, count)


# Overlap ---------------------------------------------------------------------------------------------------------


def no_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Neighbours share nothing, whatever is asked."""
    chunks = _smart(text, max_tokens, 0, model)
    _require(max_tokens, overlap_tokens)
    return chunks


def no_overlap_in_the_last_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The last chunk is added after the loop, without the overlap that the loop gives to the others."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    if len(chunks) > 1 and chunks[-1]["start_char"] < chunks[-2]["end_char"]:
        fresh = _trim(text, chunks[-2]["end_char"], chunks[-1]["end_char"])
        chunks[-1:] = _dictionaries(text, [fresh], _ruler(model))
    return chunks


def no_overlap_across_paragraphs(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Gives no overlap where a new paragraph starts."""

    def overlap_start(text, before, piece, *fit):
        return piece[0] if "\n\n" in text[before[1] : piece[0]] else _overlap_start(text, before, piece, *fit)

    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


def whole_sentences_or_nothing(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Repeats whole sentences only: where the last one is too long, nothing is shared though words would fit."""

    def overlap_start(text, before, piece, spans_fit, shared_fit):
        for match in re.compile(r"(?<=[.!?])\s+|\n+").finditer(text, before[0], before[1]):
            if shared_fit(match.end(), before[1]) and spans_fit(match.end(), piece[1]):
                return match.end()
        return piece[0]

    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


def all_or_nothing_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Gives the whole overlap where it fits and none where it does not, though a part of it would fit."""

    def overlap_start(text, before, piece, spans_fit, shared_fit):
        start = _overlap_start(text, before, piece, lambda a, b: True, shared_fit)
        return start if spans_fit(start, piece[1]) else piece[0]

    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


def fills_before_it_overlaps(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk first and gives the overlap what room is left, which is often none."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    plain = _spans(text, fits, lambda a, b: False)
    return _dictionaries(text, _apart(plain, text, fits, shared_fit), count)


def doubled_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Shares up to twice the tokens that are asked: once from the packer, once more in front."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, 2 * overlap_tokens, count)
    return _dictionaries(text, _spans(text, fits, shared_fit), count)


def overlap_off_by_one(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Shares at most one token less than asked (`<` for `<=`), so an overlap of one word's size is never given."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens - 1, count)
    return _dictionaries(text, _spans(text, fits, shared_fit), count)


def overlap_every_second_time(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Forgets to keep the overlap when the chunk before started with one."""

    def overlap_start(text, before, piece, *fit):
        turns.append(piece)
        return _overlap_start(text, before, piece, *fit) if len(turns) % 2 else piece[0]

    turns = []
    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


def overlap_in_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts the overlap in words: it has more tokens than asked where words are long."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, _ = _measures(text, max_tokens, overlap_tokens, count)
    spans = _spans(text, fits, lambda a, b: len(text[a:b].split()) <= overlap_tokens)
    return _dictionaries(text, spans, count)


def overlap_in_characters(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts the overlap in characters: a few letters are shared where words are asked."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)

    def overlap_start(text, before, piece, *fit):
        start = max(before[1] - overlap_tokens, before[0] + 1)
        while start < before[1] and not (shared_fit(start, before[1]) and fits(start, piece[1])):
            start += 1
        return start if start < before[1] else piece[0]

    return _dictionaries(text, _spans(text, fits, shared_fit, overlap_start=overlap_start), count)


def overlap_from_the_wrong_side(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Repeats the first words of the chunk before instead of its last: the text jumps."""
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for before, chunk in zip([dict(c) for c in chunks], chunks[1:]):
        shared = before["end_char"] - chunk["start_char"]
        if shared > 0:
            chunk["text"] = text[before["start_char"] : before["start_char"] + shared] + chunk["text"][shared:]
            chunk["tokens"] = count(chunk["text"])
    return chunks


def overlap_taken_from_ahead(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Makes the overlap at the end of the chunk before, which then ends in the middle of the next paragraph."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    spans = _spans(text, lambda a, b: count(text[a:b]) <= max_tokens - overlap_tokens, lambda a, b: False)
    for index, (span, following) in enumerate(zip(spans, spans[1:])):
        ends = [m.end() for m in re.compile(r"\S+").finditer(text, following[0], following[1])]
        ends = [e for e in ends if e < following[1] and shared_fit(following[0], e) and fits(span[0], e)]
        spans[index] = (span[0], max(ends, default=span[1]))
    return _dictionaries(text, spans, count)


def zero_overlap_copies_everything(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes `words[-n:]` for the overlap: with n = 0 that is the whole chunk, not nothing."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens or max_tokens, count)
    return _dictionaries(text, _spans(text, fits, shared_fit), count)


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


def blank_text_is_a_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Returns one chunk of nothing for a text of nothing."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    return chunks or [{"text": "", "tokens": 0, "start_char": 0, "end_char": 0}]


def never_packs_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Splits a long sentence into words and does not put them together again: one word a chunk."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    pieces = _pieces(text, 0, len(text), fits)
    return _dictionaries(text, _apart(pieces, text, fits, shared_fit), count)


def overlap_swallows_the_chunk_before(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Lets the overlap reach back to the very start of the chunk before, which is then of no use."""

    def overlap_start(text, before, piece, spans_fit, shared_fit):
        if shared_fit(*before) and spans_fit(before[0], piece[1]):
            return before[0]
        return _overlap_start(text, before, piece, spans_fit, shared_fit)

    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    fits, shared_fit = _measures(text, max_tokens, overlap_tokens, count)
    spans = []
    for piece in _pieces(text, 0, len(text), fits):
        spans.append((overlap_start(text, spans[-1], piece, fits, shared_fit) if spans else piece[0], piece[1]))
    return _dictionaries(text, spans, count)


def repeats_a_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The buffer is added once in the loop and once more after it: the last chunk comes twice."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    return chunks + [dict(chunk) for chunk in chunks[-1:]] if len(chunks) > 1 else chunks


def order_by_size(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Returns the chunks sorted by size, not in the order of the text."""
    return sorted(_smart(text, max_tokens, overlap_tokens, model), key=lambda chunk: -chunk["tokens"])


# Special tokens, model, call -------------------------------------------------------------------------------------


def refuses_special_tokens(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Calls encode() without disallowed_special=(), so text with the name of a special token raises."""
    encoding = tiktoken.encoding_for_model(model)
    return _smart(text, max_tokens, overlap_tokens, model, count=lambda part: len(encoding.encode(part)))


def special_tokens_are_one(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Allows special tokens, so the text "<|endoftext|>" counts as one token instead of seven."""
    _require(max_tokens, overlap_tokens)
    encoding = tiktoken.encoding_for_model(model)
    count = lambda part: len(encoding.encode(part, allowed_special="all"))  # noqa: E731
    return _dictionaries(text, _spans(text, *_measures(text, max_tokens, overlap_tokens, count)), count)


def estimates_special_tokens(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Falls back to four characters a token where tiktoken refuses the text."""
    _require(max_tokens, overlap_tokens)
    encoding = tiktoken.encoding_for_model(model)

    def count(part):
        try:
            return len(encoding.encode(part))
        except ValueError:
            return math.ceil(len(part) / 4)

    return _dictionaries(text, _spans(text, *_measures(text, max_tokens, overlap_tokens, count)), count)


def special_tokens_removed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes the names of special tokens out of the text, so that tiktoken does not complain."""
    return _smart(re.sub(r"<\|\w+\|>", "", text), max_tokens, overlap_tokens, model)


def always_gpt_4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts with the encoding of gpt-4 whatever model is asked."""
    return _smart(text, max_tokens, overlap_tokens, "gpt-4")


def packs_for_gpt_4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Says the tokens of the model asked, and packs with those of gpt-4o, whose counts are mostly smaller."""
    return _smart(text, max_tokens, overlap_tokens, model, count=_ruler("gpt-4o"))


def overlap_of_another_model(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Measures chunks for the model asked and the overlap always with o200k_base."""
    _require(max_tokens, overlap_tokens)
    fits, _ = _measures(text, max_tokens, overlap_tokens, _ruler(model))
    _, shared_fit = _measures(text, max_tokens, overlap_tokens, _ruler("gpt-4o"))
    return _dictionaries(text, _spans(text, fits, shared_fit), _ruler(model))


def no_validation(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Accepts any numbers and does what it can with them."""
    limit = max(max_tokens, 1)
    return _smart(text, limit, min(max(overlap_tokens, 0), limit - 1), model)


def another_error(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Checks the arguments with assert: that is an AssertionError, and none at all under python -O."""
    assert 0 <= overlap_tokens < max_tokens
    return _smart(text, max_tokens, overlap_tokens, model)


def bound_off_by_one(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Allows an overlap as large as the chunk (`<=` for `<`)."""
    if not 0 <= overlap_tokens <= max_tokens:
        raise ValueError("need 0 <= overlap_tokens <= max_tokens")
    return _smart(text, max_tokens, min(overlap_tokens, max_tokens - 1), model)


def bound_too_strict(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Refuses every overlap above half of the limit, although a smaller step is slow and not wrong."""
    if not 0 <= overlap_tokens <= max_tokens // 2:
        raise ValueError("need 0 <= overlap_tokens <= max_tokens // 2")
    return _smart(text, max_tokens, overlap_tokens, model)


def negative_overlap_allowed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Asks only whether the overlap is smaller than the limit; a negative one skips text silently or does nothing."""
    if overlap_tokens >= max_tokens:
        raise ValueError("need overlap_tokens < max_tokens")
    return _smart(text, max_tokens, max(overlap_tokens, 0), model)


def wrong_default(text, max_tokens=500, overlap_tokens=0, model="gpt-4"):
    """Without `overlap_tokens` nothing is shared: the default is not the one of the task."""
    return _smart(text, max_tokens, overlap_tokens, model)


def arguments_in_another_order(text, overlap_tokens=50, max_tokens=500, model="gpt-4"):
    """Takes the overlap before the limit: right with names, wrong without them."""
    return _smart(text, max_tokens, overlap_tokens, model)


def keeps_state(text, max_tokens=500, overlap_tokens=50, model="gpt-4", held=[]):  # noqa: B006
    """Holds back chunks in a default list, which is made once: the last chunk of one call begins the next answer."""
    chunks = [*held, *_smart(text, max_tokens, overlap_tokens, model)]
    held[:] = chunks[-1:]
    return chunks


def remembers_the_first_limit(text, max_tokens=500, overlap_tokens=50, model="gpt-4", known={}):  # noqa: B006
    """Caches the answer by text alone, so another limit on the same text gets the old chunks."""
    _require(max_tokens, overlap_tokens)
    if text not in known:
        known[text] = _smart(text, max_tokens, overlap_tokens, model)
    return [dict(chunk) for chunk in known[text]]


def decided_by_chance(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Keeps to every rule and still differs from call to call: how much is shared is thrown like dice."""
    most = overlap_tokens
    chance = random.SystemRandom()

    def overlap_start(text, before, piece, spans_fit, shared_fit):
        first = _overlap_start(text, before, piece, spans_fit, shared_fit)
        words = [m.start() for m in re.compile(r"(?<!\S)\S").finditer(text, first, before[1])]
        return chance.choice(words) if words and most else first

    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


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


LEVELS = (r"\n\n+", r"\n", r"(?<=[.!?])\s+", r"\s+")


@lru_cache(maxsize=None)
def _encoding(model):
    return tiktoken.encoding_for_model(model)


@lru_cache(maxsize=50_000)
def _count(piece, model):
    return len(_encoding(model).encode(piece, disallowed_special=()))


def _check(max_tokens, overlap_tokens):
    if not 0 <= overlap_tokens < max_tokens:
        raise ValueError("0 <= overlap_tokens < max_tokens")


def _trim_of_the_task(text, start, end):
    """The span without white space at its ends."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _characters(text, start, end, limit, n):
    """Parts of an endless word: readers' characters while they fit; one that does not fit alone, code points."""
    edges, begin = [], start
    units = [start + m.end() for m in regex.finditer(r"\X", text[start:end])]
    last = start
    for at in units:
        if n(begin, at) > limit and last > begin:
            edges.append((begin, last))
            begin = last
        if n(begin, at) > limit and at - begin > 1:
            for point in range(begin + 1, at):
                if n(begin, point + 1) > limit:
                    edges.append((begin, point))
                    begin = point
        last = at
    return [*edges, (begin, end)]


def _pieces_of_the_task(text, start, end, limit, n, levels=LEVELS, characters=_characters):
    """Natural pieces without white space at their ends: the largest that fit."""
    start, end = _trim_of_the_task(text, start, end)
    if start >= end:
        return []
    if n(start, end) <= limit:
        return [(start, end)]
    if not levels:
        return characters(text, start, end, limit, n)
    cuts = [m.span() for m in re.compile(levels[0]).finditer(text, start, end)]
    parts = zip([start, *(b for _, b in cuts)], [*(a for a, _ in cuts), end])
    return [piece for a, b in parts for piece in _pieces_of_the_task(text, a, b, limit, n, levels[1:], characters)]


def _words(text, start, end):
    """Places inside a span where a word begins."""
    return [m.start() for m in re.compile(r"(?<=\s)\S").finditer(text, start + 1, end)]


def _earliest(text, before, piece, limit, overlap, n, pieces):
    """The overlap begins at the earliest word that both limits allow."""
    for at in _words(text, *before):
        if n(at, before[1]) <= overlap and n(at, piece[1]) <= limit:
            return at
    return piece[0]


def _spans_of_the_task(text, max_tokens, overlap_tokens, n, start=_earliest, fits=None, pieces=None):
    pieces = _pieces_of_the_task(text, 0, len(text), max_tokens, n) if pieces is None else pieces
    fits = fits or (lambda a, b: n(a, b) <= max_tokens)
    spans = []
    for piece in pieces:
        if spans and fits(spans[-1][0], piece[1]):
            spans[-1] = (spans[-1][0], piece[1])
        elif spans:
            spans.append((start(text, spans[-1], piece, max_tokens, overlap_tokens, n, pieces), piece[1]))
        else:
            spans.append(piece)
    return spans


def _rows(text, spans, n):
    return [{"text": text[a:b], "tokens": n(a, b), "start_char": a, "end_char": b} for a, b in spans]


def _counter(text, model, count=_count):
    return lambda a, b: count(text[a:b], model)


def _make(
    text, max_tokens, overlap_tokens, model, rows=_rows, count=_count, levels=LEVELS, characters=_characters, **how
):
    """The whole task with parts that the answers exchange."""
    _check(max_tokens, overlap_tokens)
    n = _counter(text, model, count)
    pieces = _pieces_of_the_task(text, 0, len(text), max_tokens, n, levels, characters)
    return rows(
        text, _spans_of_the_task(text, max_tokens, overlap_tokens, n, pieces=pieces, **how), _counter(text, model)
    )


def sm_words(text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4") -> list[dict]:
    """Cascade, packing, overlap from the earliest word that fits; white space at the ends goes."""
    return _make(text, max_tokens, overlap_tokens, model)


def _sentence_start(text, before, piece, limit, overlap, n, pieces):
    sentences = [m.end() for m in re.compile(r"[.!?]\s+(?=\S)").finditer(text, *before)]
    for at in [*sentences, *_words(text, *before)]:
        if before[0] < at < before[1] and n(at, before[1]) <= overlap and n(at, piece[1]) <= limit:
            return at
    return piece[0]


def _piece_start(text, before, piece, limit, overlap, n, pieces):
    starts = [a for a, _ in pieces if before[0] < a < before[1]]
    for at in [*starts, *_words(text, *before)]:
        if n(at, before[1]) <= overlap and n(at, piece[1]) <= limit:
            return at
    return piece[0]


def sm_last_word(text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4") -> list[dict]:
    """The least that may be shared: the last word, where it fits (else the earliest start that does)."""

    def start(text, before, piece, limit, overlap, n, pieces):
        for at in reversed(_words(text, *before)):
            if n(at, before[1]) <= overlap and n(at, piece[1]) <= limit:
                return at
        return piece[0]

    return _make(text, max_tokens, overlap_tokens, model, start=start)


def sm_white_space_stays(
    text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4"
) -> list[dict]:
    """White space behind a chunk stays where both limits allow it; the offsets agree."""

    def rows(text, spans, n):
        out = []
        for k, (a, b) in enumerate(spans):
            following = spans[k + 1][0] if k + 1 < len(spans) else len(text)
            gap = b + len(text[b:]) - len(text[b:].lstrip()) if k + 1 == len(spans) else following
            if gap > b and not text[b:gap].strip() and n(a, gap) <= max_tokens:
                b = gap
            out.append((a, b))
        return _rows(text, out, n)

    return _make(text, max_tokens, overlap_tokens, model, rows=rows)


def sm_bytes(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Offsets count bytes."""
    out = sm_words(text, max_tokens, overlap_tokens, model)
    return [
        {**c, "start_char": len(text[: c["start_char"]].encode()), "end_char": len(text[: c["end_char"]].encode())}
        for c in out
    ]


def sm_utf16(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Offsets count units of UTF-16: an emoji counts two."""
    out = sm_words(text, max_tokens, overlap_tokens, model)
    places = {p: len(text[:p].encode("utf-16-le")) // 2 for c in out for p in (c["start_char"], c["end_char"])}
    return [{**c, "start_char": places[c["start_char"]], "end_char": places[c["end_char"]]} for c in out]


def sm_find(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Looks the chunk up: a repeated one is found at its first place."""
    out = sm_words(text, max_tokens, overlap_tokens, model)
    return [{**c, "start_char": text.find(c["text"]), "end_char": text.find(c["text"]) + len(c["text"])} for c in out]


def sm_late_strip(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Strips the text at the end, the offsets are those from before."""
    return [{**c, "text": c["text"].strip()} for c in sm_white_space_stays(text, max_tokens, overlap_tokens, model)]


def sm_composed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Composes accents first: offsets and texts are those of another text."""
    return sm_words(unicodedata.normalize("NFC", text), max_tokens, overlap_tokens, model)


def sm_line_feeds(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Makes line ends one kind first."""
    return sm_words(text.replace("\r\n", "\n"), max_tokens, overlap_tokens, model)


def sm_white_space_joined(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The text of a chunk has one space for each run of spaces."""
    return [{**c, "text": re.sub(" +", " ", c["text"])} for c in sm_words(text, max_tokens, overlap_tokens, model)]


def sm_tokens_before_strip(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """tokens is measured with the white space behind the chunk."""
    out = sm_words(text, max_tokens, overlap_tokens, model)
    return [{**c, "tokens": _count(text[c["start_char"] : c["end_char"] + 1], model)} for c in out]


def sm_tokens_gpt4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """tokens is always that of gpt-4."""
    return [{**c, "tokens": _count(c["text"], "gpt-4")} for c in sm_words(text, max_tokens, overlap_tokens, model)]


def sm_limit_gpt4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The limit is kept in tokens of gpt-4, whatever the model."""
    return _make(text, max_tokens, overlap_tokens, model, count=lambda piece, _: _count(piece, "gpt-4"))


def sm_estimate(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Estimates four characters a token."""
    return _make(text, max_tokens, overlap_tokens, model, count=lambda piece, _: -(-len(piece) // 4))


def sm_summed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Adds the tokens of the words up, without what is between them."""
    return _make(
        text, max_tokens, overlap_tokens, model, count=lambda piece, m: sum(_count(w, m) for w in piece.split())
    )


def sm_one_over(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A chunk may have one token more."""
    _check(max_tokens, overlap_tokens)
    n = _counter(text, model)
    return _rows(text, _spans_of_the_task(text, max_tokens + 1, overlap_tokens, n), n)


def sm_overlap_on_top(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The overlap is put in front of chunks that are full."""
    _check(max_tokens, overlap_tokens)
    n = _counter(text, model)
    spans = _spans_of_the_task(text, max_tokens, 0, n)
    starts = [_earliest(text, a, b, 10**9, overlap_tokens, n, None) for a, b in pairwise(spans)]
    return _rows(text, [spans[0], *((s, b) for s, (_, b) in zip(starts, spans[1:]))] if spans else [], n)


def sm_long_word(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A word that does not fit stays whole."""
    return _make(text, max_tokens, overlap_tokens, model, characters=lambda t, a, b, limit, n: [(a, b)])


def sm_refused(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """encode as it is: text of special tokens raises an error."""
    return _make(text, max_tokens, overlap_tokens, model, count=lambda piece, m: len(_encoding(m).encode(piece)))


def sm_special(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Text of special tokens is obeyed and counts as one."""
    return _make(
        text,
        max_tokens,
        overlap_tokens,
        model,
        count=lambda piece, m: len(_encoding(m).encode(piece, allowed_special="all")),
    )


def sm_special_removed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Replaces text of special tokens by spaces in the chunk."""
    return [
        {**c, "text": c["text"].replace("<|endoftext|>", " " * 13)}
        for c in sm_words(text, max_tokens, overlap_tokens, model)
    ]


def sm_no_paragraphs(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Does not know paragraphs: cuts at lines at once."""
    return _make(text, max_tokens, overlap_tokens, model, levels=LEVELS[1:])


def sm_no_lines(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Does not know lines: a paragraph that is too long is cut at sentences."""
    return _make(text, max_tokens, overlap_tokens, model, levels=(LEVELS[0], *LEVELS[2:]))


def sm_no_sentences(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Does not know sentences."""
    return _make(text, max_tokens, overlap_tokens, model, levels=(*LEVELS[:2], LEVELS[3]))


def sm_full_stop_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Only a full stop ends a sentence."""
    return _make(text, max_tokens, overlap_tokens, model, levels=(*LEVELS[:2], r"(?<=\.)\s+", LEVELS[3]))


def sm_inside_numbers(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A full stop ends a sentence also without white space behind it."""
    return _make(text, max_tokens, overlap_tokens, model, levels=(*LEVELS[:2], r"(?<=[.!?])", LEVELS[3]))


def sm_space_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Words have spaces between them only, no tab and no no-break space."""
    return _make(text, max_tokens, overlap_tokens, model, levels=(*LEVELS[:3], r" +"))


def sm_filled(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk with words, whatever paragraph or sentence is cut."""
    return (
        _make(text, max_tokens, overlap_tokens, model, levels=LEVELS[3:], start=_earliest) if max_tokens < 10**6 else []
    )


def _fill_words(text, max_tokens, overlap_tokens, model, level):
    _check(max_tokens, overlap_tokens)
    n = _counter(text, model)
    small = [
        p
        for a, b in _pieces_of_the_task(text, 0, len(text), max_tokens, n)
        for p in _pieces_of_the_task(text, a, b, 0, n, (level,), lambda t, a, b, *_: [(a, b)])
    ]
    return _rows(text, _spans_of_the_task(text, max_tokens, overlap_tokens, n, pieces=small), n)


def sm_filled_sentences(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk with sentences: a paragraph that fits is cut."""
    return _fill_words(text, max_tokens, overlap_tokens, model, r"(?<=[.!?])\s+|\n+")


def sm_filled_all_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk with words: a sentence that fits is cut."""
    return _fill_words(text, max_tokens, overlap_tokens, model, r"\s+")


def sm_room_cut(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Cuts words between characters wherever the size is full."""
    _check(max_tokens, overlap_tokens)
    n = _counter(text, model)
    start, end = _trim_of_the_task(text, 0, len(text))
    pieces = _characters(text, start, end, max_tokens, n) if start < end else []
    pieces = [p for p in (_trim_of_the_task(text, a, b) for a, b in pieces) if p[0] < p[1]]
    return _rows(text, _spans_of_the_task(text, max_tokens, overlap_tokens, n, pieces=pieces), n)


def sm_not_packed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """What was cut is not packed again: one chunk for each word of a long sentence."""
    _check(max_tokens, overlap_tokens)
    n = _counter(text, model)
    spans = []
    for piece in _pieces_of_the_task(text, 0, len(text), max_tokens, n):
        spans.append(
            (_earliest(text, spans[-1], piece, max_tokens, overlap_tokens, n, None) if spans else piece[0], piece[1])
        )
    return _rows(text, spans, n)


def sm_overlap_one_more(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Neighbours may share one token too many."""

    def start(text, before, piece, limit, overlap, n, pieces):
        return _earliest(text, before, piece, limit, overlap + (overlap > 0), n, pieces)

    return _make(text, max_tokens, overlap_tokens, model, start=start)


def sm_minus_zero(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """An overlap of 0 repeats all the words that fit: [-0:]."""

    def start(text, before, piece, limit, overlap, n, pieces):
        words = _words(text, *before)[-overlap:]
        return next(
            (at for at in words if n(at, piece[1]) <= limit and (n(at, before[1]) <= overlap or not overlap)), piece[0]
        )

    return _make(text, max_tokens, overlap_tokens, model, start=start)


def sm_no_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Nothing is ever shared."""
    _check(max_tokens, overlap_tokens)
    return sm_words(text, max_tokens, 0, model)


def sm_whole_overlap_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The last whole piece is shared, else nothing."""

    def start(text, before, piece, limit, overlap, n, pieces):
        last = max((a for a, b in pieces if b <= before[1]), default=piece[0])
        good = before[0] < last and n(last, before[1]) <= overlap and n(last, piece[1]) <= limit
        return last if good else piece[0]

    return _make(text, max_tokens, overlap_tokens, model, start=start)


def sm_all_or_nothing(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Chooses the overlap first; where the next piece does not fit beside it, nothing is shared."""

    def start(text, before, piece, limit, overlap, n, pieces):
        at = _earliest(text, before, before, limit, overlap, n, pieces)
        return at if at > before[0] and n(at, piece[1]) <= limit else piece[0]

    return _make(text, max_tokens, overlap_tokens, model, start=start)


def sm_tail_again(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A last chunk that lies inside the one before."""
    out = sm_words(text, max_tokens, overlap_tokens, model)
    if len(out) > 1 and overlap_tokens and " " in out[-1]["text"]:
        a, b = out[-1]["start_char"], out[-1]["end_char"]
        at = text.rfind(" ", a, b) + 1
        out.append({"text": text[at:b], "tokens": _count(text[at:b], model), "start_char": at, "end_char": b})
    return out


def sm_blank_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A text of white space alone gives one chunk."""
    out = sm_words(text, max_tokens, overlap_tokens, model)
    return out or (
        [{"text": text, "tokens": _count(text, model), "start_char": 0, "end_char": len(text)}] if text else []
    )


_calls = {"pieces": {}, "turn": 0}


def sm_every_second_call(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Every second call begins the overlap somewhere else."""
    _calls["turn"] += 1
    return (sm_words if _calls["turn"] % 2 else sm_last_word)(text, max_tokens, overlap_tokens, model)


def sm_memory(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Keeps the result by text and limits, and forgets the model."""
    _check(max_tokens, overlap_tokens)
    key = text, max_tokens, overlap_tokens
    if key not in _calls["pieces"]:
        _calls["pieces"][key] = sm_words(text, max_tokens, overlap_tokens, model)
    return [dict(c) for c in _calls["pieces"][key]]


def sm_equal_limits(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """An overlap equal to the limit is accepted."""
    if not 0 <= overlap_tokens <= max_tokens or max_tokens < 1:
        raise ValueError("overlap")
    return sm_words(text, max_tokens, min(overlap_tokens, max_tokens - 1), model)


def sm_negative(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """An overlap below 0 is taken for 0."""
    return sm_words(text, max_tokens, max(0, overlap_tokens), model)


def sm_no_zero(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Raises for an overlap of 0."""
    if not 0 < overlap_tokens < max_tokens:
        raise ValueError("overlap")
    return sm_words(text, max_tokens, overlap_tokens, model)


def sm_half(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Raises for an overlap of more than half the limit."""
    if not 0 <= overlap_tokens <= max_tokens / 2:
        raise ValueError("overlap")
    return sm_words(text, max_tokens, overlap_tokens, model)


def sm_empty_first(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Returns for a blank text before the limits are looked at."""
    return sm_words(text, max_tokens, overlap_tokens, model) if text.strip() else []


def sm_marks_lost(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Words are what the pattern of letters finds: marks at the ends of the text are lost."""
    places = [m.span() for m in re.finditer(r"\w(?:.*\w)?", text, re.S)]
    start, end = places[0] if places else (0, 0)
    out = sm_words(text[start:end], max_tokens, overlap_tokens, model)
    return [{**c, "start_char": c["start_char"] + start, "end_char": c["end_char"] + start} for c in out]


def sm_short_left_out(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A last chunk of fewer than three tokens is left out."""
    out = sm_words(text, max_tokens, overlap_tokens, model)
    return out[:-1] if len(out) > 1 and out[-1]["tokens"] < 3 else out


def sm_zero_width(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes U+FEFF and U+200B for white space and leaves them out at the ends."""
    out = []
    for c in sm_words(text, max_tokens, overlap_tokens, model):
        a = c["start_char"] + len(c["text"]) - len(c["text"].lstrip("\ufeff\u200b"))
        b = c["end_char"] - len(c["text"]) + len(c["text"].rstrip("\ufeff\u200b"))
        out += _rows(text, [(a, b)], _counter(text, model)) if a < b else []
    return out


def sm_decoded(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Endless words are cut between tokens and decoded: half a character becomes U+FFFD."""
    _check(max_tokens, overlap_tokens)
    encoding = _encoding(model)
    if not text.strip() or " " in text.strip() or "\n" in text.strip():
        return sm_words(text, max_tokens, overlap_tokens, model)
    tokens, out, at = encoding.encode_ordinary(text.strip()), [], len(text) - len(text.lstrip())
    for k in range(0, len(tokens), max_tokens):
        piece = encoding.decode(tokens[k : k + max_tokens])
        out.append(
            {"text": piece, "tokens": len(tokens[k : k + max_tokens]), "start_char": at, "end_char": at + len(piece)}
        )
        at += len(piece)
    return out


def sm_other_keys(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The places are called start and end."""
    return [
        {"text": c["text"], "tokens": c["tokens"], "start": c["start_char"], "end": c["end_char"]}
        for c in sm_words(text, max_tokens, overlap_tokens, model)
    ]


def sm_no_tokens(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The number of tokens is missing."""
    return [{k: v for k, v in c.items() if k != "tokens"} for c in sm_words(text, max_tokens, overlap_tokens, model)]


def sm_generator(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A generator in place of a list (the error is raised at once)."""
    _check(max_tokens, overlap_tokens)
    return (c for c in sm_words(text, max_tokens, overlap_tokens, model))


def sm_backwards(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The last chunk comes first."""
    return sm_words(text, max_tokens, overlap_tokens, model)[::-1]


def sm_inclusive(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The end is the place of the last character."""
    return [{**c, "end_char": c["end_char"] - 1} for c in sm_words(text, max_tokens, overlap_tokens, model)]


def sm_lazy_whole(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The whole text as one chunk."""
    return _rows(text, [(0, len(text))], _counter(text, model)) if text.strip() else []


def sm_lazy_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """One word a chunk, and the error."""
    _check(max_tokens, overlap_tokens)
    return _rows(text, [m.span() for m in re.finditer(r"\S+", text)], _counter(text, model))


def sm_lazy_characters(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """One character a chunk, and the error."""
    _check(max_tokens, overlap_tokens)
    return _rows(text, [m.span() for m in re.finditer(r"\S", text)], _counter(text, model))


def sm_lazy_empty(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Nothing."""
    return []


def sm_lazy_error(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Always an error."""
    raise ValueError("no")


def sm_lazy_paragraphs(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Paragraphs as they are, and the error."""
    _check(max_tokens, overlap_tokens)
    spans = [_trim_of_the_task(text, *m.span()) for m in re.finditer(r"(?s)\S.*?(?=\n\n|\Z)", text)]
    return _rows(text, spans, _counter(text, model))


ALL = {
    "returns nothing": returns_nothing,
    "drops the tail": drops_the_tail,
    "loses a lone last character": loses_a_lone_last_character,
    "drops short chunks": drops_short_chunks,
    "loses separators": loses_separators,
    "skips long words": skips_long_words,
    "strips the byte order mark": strips_marks,
    "calls itself for each chunk": calls_itself_for_each_chunk,
    "returns tuples": returns_tuples,
    "returns a generator": returns_generator,
    "returns texts only": returns_texts_only,
    "stripped text with old offsets": strips_with_old_offsets,
    "offsets by find": offsets_by_find,
    "offsets by find from the last start": offsets_by_find_onwards,
    "bytes for characters": counts_bytes,
    "UTF-16 units for characters": counts_utf_16,
    "letters composed": letters_composed,
    "tokens for characters": counts_tokens_as_offsets,
    "inclusive end": end_is_inclusive,
    "forgets the separator's length": forgets_the_separator,
    "white space normalised": white_space_normalised,
    "line ends translated": line_ends_translated,
    "text stripped first": text_stripped_first,
    "overlap joined with single spaces": overlap_joined_with_spaces,
    "token windows decoded": token_windows_decoded,
    "limit off by one": limit_off_by_one,
    "limit off by one with gpt-4o": limit_off_by_one_with_gpt_4o,
    "adds up counts": adds_up_counts,
    "estimates the count": estimates_the_count,
    "sizes by words": sizes_by_words,
    "sizes by characters": sizes_by_characters,
    "counted before stripping": counted_before_stripping,
    "never cuts": never_cuts,
    "cuts into halves": cuts_into_halves,
    "one separator level": one_level_only,
    "overlap added after packing": overlap_added_afterwards,
    "the last chunk takes the rest": last_chunk_takes_the_rest,
    "long words stay whole": long_words_stay_whole,
    "tokens without the overlap": tokens_without_the_overlap,
    "windows ignore paragraphs": windows_ignore_paragraphs,
    "cuts words that fit": cuts_words,
    "skips sentences": skips_sentences,
    "skips lines": skips_lines,
    "skips paragraphs": skips_paragraphs,
    "every dot ends a sentence": every_dot_ends_a_sentence,
    "limit is exclusive": limit_is_exclusive,
    "one level for the whole text": one_level_for_the_whole_text,
    "random boundaries": random_boundaries,
    "first chunk short": first_chunk_short,
    "no overlap": no_overlap,
    "no overlap in the last chunk": no_overlap_in_the_last_chunk,
    "no overlap across paragraphs": no_overlap_across_paragraphs,
    "whole sentences or nothing": whole_sentences_or_nothing,
    "the whole overlap or nothing": all_or_nothing_overlap,
    "fills before it overlaps": fills_before_it_overlaps,
    "doubled overlap": doubled_overlap,
    "overlap off by one": overlap_off_by_one,
    "overlap every second time": overlap_every_second_time,
    "overlap in words": overlap_in_words,
    "overlap in characters": overlap_in_characters,
    "overlap from the wrong side": overlap_from_the_wrong_side,
    "overlap taken from ahead": overlap_taken_from_ahead,
    "zero overlap copies everything": zero_overlap_copies_everything,
    "tail inside its neighbour": tail_inside_its_neighbour,
    "blank text is a chunk": blank_text_is_a_chunk,
    "never packs words": never_packs_words,
    "overlap swallows the chunk before": overlap_swallows_the_chunk_before,
    "repeats the last chunk": repeats_a_chunk,
    "ordered by size": order_by_size,
    "refuses special tokens": refuses_special_tokens,
    "special tokens count as one": special_tokens_are_one,
    "estimates special tokens": estimates_special_tokens,
    "special tokens removed": special_tokens_removed,
    "always gpt-4": always_gpt_4,
    "packs for another model": packs_for_gpt_4,
    "overlap of another model": overlap_of_another_model,
    "no validation": no_validation,
    "another error": another_error,
    "bound off by one": bound_off_by_one,
    "bound too strict": bound_too_strict,
    "negative overlap allowed": negative_overlap_allowed,
    "wrong default": wrong_default,
    "arguments in another order": arguments_in_another_order,
    "keeps state between calls": keeps_state,
    "remembers the first limit": remembers_the_first_limit,
    "decided by chance": decided_by_chance,
    "endless over half": endless_over_half,
    "the published answer": published_answer,
    "bytes": sm_bytes,
    "UTF-16": sm_utf16,
    "places by find": sm_find,
    "stripped late": sm_late_strip,
    "accents composed": sm_composed,
    "line ends changed": sm_line_feeds,
    "spaces joined": sm_white_space_joined,
    "tokens with white space": sm_tokens_before_strip,
    "tokens of gpt-4": sm_tokens_gpt4,
    "limit of gpt-4": sm_limit_gpt4,
    "estimate": sm_estimate,
    "counts added up": sm_summed,
    "one token over": sm_one_over,
    "overlap on top": sm_overlap_on_top,
    "long word": sm_long_word,
    "special text refused": sm_refused,
    "special text obeyed": sm_special,
    "special text removed": sm_special_removed,
    "no paragraphs": sm_no_paragraphs,
    "no lines": sm_no_lines,
    "no sentences": sm_no_sentences,
    "full stop only": sm_full_stop_only,
    "inside numbers": sm_inside_numbers,
    "spaces between words only": sm_space_words,
    "only words": sm_filled,
    "filled with sentences": sm_filled_sentences,
    "filled with words": sm_filled_all_words,
    "cut anywhere": sm_room_cut,
    "not packed": sm_not_packed,
    "shares one token more": sm_overlap_one_more,
    "minus zero": sm_minus_zero,
    "never an overlap": sm_no_overlap,
    "whole pieces only": sm_whole_overlap_only,
    "overlap all or nothing": sm_all_or_nothing,
    "end repeated": sm_tail_again,
    "chunk of white space": sm_blank_chunk,
    "every second call": sm_every_second_call,
    "memory of another call": sm_memory,
    "equal limits accepted": sm_equal_limits,
    "below 0 accepted": sm_negative,
    "0 refused": sm_no_zero,
    "more than half refused": sm_half,
    "blank text before error": sm_empty_first,
    "marks lost": sm_marks_lost,
    "short end left out": sm_short_left_out,
    "zero width left out": sm_zero_width,
    "decoded": sm_decoded,
    "other keys": sm_other_keys,
    "no tokens": sm_no_tokens,
    "generator": sm_generator,
    "backwards": sm_backwards,
    "inclusive ends": sm_inclusive,
}

LAZY = {
    "whole": sm_lazy_whole,
    "words": sm_lazy_words,
    "characters": sm_lazy_characters,
    "nothing": sm_lazy_empty,
    "error": sm_lazy_error,
    "paragraphs": sm_lazy_paragraphs,
}
