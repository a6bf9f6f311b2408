"""Wrong answers to `smart_chunk`, each with one fault: a check that accepts one of them is too weak.

`_smart` below is right; it is put together from parts, and most mutants swap one part or spoil the result in one
place, so that each is wrong for exactly the reason that its docstring gives.
"""

import math
import random
import re
import unicodedata
from itertools import pairwise

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
    return [piece for a, b in _cut(text, start, end, levels[0]) for piece in _pieces(text, a, b, fits, levels[1:])]


def _cut(text, start, end, level):
    return pairwise([start, *(m.end() for m in re.compile(level).finditer(text, start, end)), end])


def _units(text, level, fits, below):
    """Pieces that are never larger than one unit of a level, whatever fits."""
    return [piece for a, b in _cut(text, 0, len(text), level) for piece in _pieces(text, a, b, fits, below)]


def _all_pieces(text, fits):
    return _pieces(text, 0, len(text), fits)


def _word_starts(text, start, end):
    return [m.start() for m in re.compile(r"(?<!\S)\S").finditer(text, start, end)]


def _overlap_start(text, before, piece, fits, shared_fit):
    """The earliest word of the chunk before with which everything fits, else the start of the piece."""
    for start in _word_starts(text, before[0] + 1, before[1]):
        if shared_fit(start, before[1]) and fits(start, piece[1]):
            return start
    return piece[0]


def _packed(text, pieces, fits, shared_fit, overlap_start=_overlap_start, joins=lambda: True):
    spans = []
    for piece in pieces:
        if spans and fits(spans[-1][0], piece[1]) and joins():
            spans[-1] = (spans[-1][0], piece[1])
        elif spans:
            spans.append((overlap_start(text, spans[-1], piece, fits, shared_fit), piece[1]))
        else:
            spans.append(piece)
    return spans


def _apart(text, pieces, fits, shared_fit, overlap_start=_overlap_start):
    """Each piece a chunk, with its overlap."""
    return _packed(text, pieces, fits, shared_fit, overlap_start, joins=lambda: False)


def _dictionaries(text, spans, count):
    return [{"text": text[a:b], "tokens": count(text[a:b]), "start_char": a, "end_char": b} for a, b in spans]


def _smart(
    text, max_tokens, overlap_tokens, model, *, limit=None, shared=None, count=None, shared_count=None, said=None,
    pieces=_all_pieces, pack=_packed, **parts,
):  # fmt: skip
    """A right answer where no part is swapped.

    Decisions are made with `count` (of the overlap with `shared_count`), `limit` and `shared`; `said` gives `tokens`.
    """
    _require(max_tokens, overlap_tokens)
    count = count or _ruler(model)
    limit = max_tokens if limit is None else limit
    shared = overlap_tokens if shared is None else shared

    def fits(start, end):
        return count(text[start:end]) <= limit

    def shared_fit(start, end):
        return (shared_count or count)(text[start:end]) <= shared

    return _dictionaries(text, pack(text, pieces(text, fits), fits, shared_fit, **parts), said or _ruler(model))


def _with_levels(*levels):
    """A way to make pieces with other levels."""
    return lambda text, fits: _pieces(text, 0, len(text), fits, levels)


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
    """Splits sentences at ". " with str.split, which removes the full stop."""

    def pieces(text, fits):
        pieces = _all_pieces(text, fits)
        return [(a, b - 1) if text[b - 1 : b + 1] == ". " and b - a > 1 else (a, b) for a, b in pieces]

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces, pack=_apart)


def skips_long_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A word that is longer than the limit is left out instead of cut."""

    def pieces(text, fits):
        words = [m.span() for m in re.finditer(r"\S+", text) if not fits(*m.span())]
        return [p for p in _all_pieces(text, fits) if not any(a <= p[0] and p[1] <= b for a, b in words)]

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces, pack=_apart)


def strips_marks(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Strips a byte order mark with the white space, though it is a character like any other."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk in chunks:
        body = chunk["text"].strip("\ufeff")
        start = chunk["start_char"] + chunk["text"].find(body)
        chunk.update(text=body, tokens=_ruler(model)(body), start_char=start, end_char=start + len(body))
    return [chunk for chunk in chunks if chunk["text"]]


def marks_lost(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Words are what the pattern of letters finds: marks at the ends of the text are lost."""
    start, end = next((m.span() for m in re.finditer(r"\w(?:.*\w)?", text, re.DOTALL)), (0, 0))
    chunks = _smart(text[start:end], max_tokens, overlap_tokens, model)
    return [{**c, "start_char": c["start_char"] + start, "end_char": c["end_char"] + start} for c in chunks]


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
    """Yields the chunks: a generator is not a list, and its ValueError comes only when the caller reads it."""
    yield from _smart(text, max_tokens, overlap_tokens, model)


def returns_texts_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The texts of the chunks without tokens and offsets."""
    return [chunk["text"] for chunk in _smart(text, max_tokens, overlap_tokens, model)]


def says_no_tokens(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The number of tokens is missing."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    return [{key: chunk[key] for key in chunk if key != "tokens"} for chunk in chunks]


# Offsets ---------------------------------------------------------------------------------------------------------


def strips_with_old_offsets(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """White space is stripped from each text, and the offsets are those from before."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for chunk, following in pairwise(chunks):
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


def spaces_joined(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The text of a chunk has one space for each run of spaces."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    return [{**chunk, "text": re.sub(" +", " ", chunk["text"])} for chunk in chunks]


def line_ends_translated(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Turns CRLF into LF first, as a file opened as text does; offsets then fit the changed text only."""
    return _smart(text.replace("\r\n", "\n"), max_tokens, overlap_tokens, model)


def text_stripped_first(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Strips the whole text before work: each offset is too small by the white space in front."""
    return _smart(text.strip(), max_tokens, overlap_tokens, model)


def overlap_joined_with_spaces(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Joins the words of the overlap with single spaces, whatever was between them in the text."""
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


def long_words_decoded(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Only a text without white space is cut between tokens and decoded: half a character becomes U+FFFD."""
    answer = _smart if re.search(r"\s", text.strip()) else token_windows_decoded
    return answer(text, max_tokens, overlap_tokens, model)


# Token limit -----------------------------------------------------------------------------------------------------


def limit_off_by_one(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A chunk may have one token more than the limit."""
    return _smart(text, max_tokens, overlap_tokens, model, limit=max_tokens + 1)


def limit_off_by_one_with_gpt_4o(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A chunk may have one token more than the limit, and only when the model is gpt-4o."""
    return _smart(text, max_tokens, overlap_tokens, model, limit=max_tokens + (model == "gpt-4o"))


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
    return _smart(text, max_tokens, overlap_tokens, model, count=len, said=len)


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

    def pieces(text, fits):
        return _units(text, PARAGRAPHS, lambda a, b: True, ())

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces)


def overlap_added_afterwards(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Packs up to the limit and then puts the overlap in front: the chunk is over the limit by the overlap."""

    def pack(text, pieces, fits, shared_fit):
        plain = _packed(text, pieces, fits, lambda a, b: False)
        return _apart(text, plain, lambda a, b: True, shared_fit)

    return _smart(text, max_tokens, overlap_tokens, model, pack=pack)


def last_chunk_takes_the_rest(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A short last chunk is put onto the one before it, whatever the limit."""
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    if len(chunks) > 1 and chunks[-1]["tokens"] * 2 <= max_tokens:
        chunks[-2:] = _dictionaries(text, [(chunks[-2]["start_char"], chunks[-1]["end_char"])], count)
    return chunks


def long_words_stay_whole(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes down to words and no further: a word longer than the limit makes a chunk over the limit."""

    def pieces(text, fits):
        return _all_pieces(text, lambda a, b: fits(a, b) or not re.search(r"\s", text[a:b]))

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces)


def tokens_without_the_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """`tokens` counts only what is new in the chunk, not the overlap in front of it."""
    count = _ruler(model)
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    for before, chunk in pairwise(chunks):
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


def _only_words(text, fits):
    return _units(text, WORDS, fits, ())


def windows_ignore_paragraphs(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk with words to the last token, whatever paragraph or sentence is cut."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_only_words)


def cuts_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes from sentences straight to characters, so words are cut although they fit."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_with_levels(PARAGRAPHS, LINES, SENTENCES))


def skips_sentences(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes from lines straight to words, so sentences are cut although they fit."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_with_levels(PARAGRAPHS, LINES, WORDS))


def skips_lines(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Goes from paragraphs straight to sentences, so lines are cut although they fit."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_with_levels(PARAGRAPHS, r"(?<=[.!?]) +", WORDS))


def skips_paragraphs(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Starts with lines: a paragraph is cut between two of its lines although it fits."""

    def pieces(text, fits):
        return _units(text, LINES, fits, (SENTENCES, WORDS))

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces)


def fills_with_sentences(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk with sentences: a paragraph that fits is cut."""

    def pieces(text, fits):
        return _units(text, r"(?<=[.!?])\s+|\n+", fits, (WORDS,))

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces)


def cuts_anywhere(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Knows no units: cuts words between characters although they fit."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_with_levels())


def full_stops_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Only a full stop ends a sentence."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_with_levels(PARAGRAPHS, LINES, r"(?<=\.)\s+", WORDS))


def spaces_between_words_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Words have spaces between them only, no tab and no no-break space."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_with_levels(PARAGRAPHS, LINES, SENTENCES, r" +"))


def every_dot_ends_a_sentence(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes every full stop for the end of a sentence, also the one in 3.14."""
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_with_levels(PARAGRAPHS, LINES, r"(?<=[.!?])", WORDS))


def limit_is_exclusive(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Asks for fewer tokens than the limit (`<` for `<=`), so a paragraph of just that size is cut."""
    return _smart(text, max_tokens, overlap_tokens, model, limit=max_tokens - 1)


def one_level_for_the_whole_text(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Not recursive: one paragraph that is too long, and all the others are cut by its level as well."""

    def pieces(text, fits):
        for level in (PARAGRAPHS, LINES, SENTENCES, WORDS):
            units = _units(text, level, lambda a, b: True, ())
            if all(fits(*unit) for unit in units):
                break
        return [piece for unit in units for piece in _pieces(text, *unit, fits, ())]

    return _smart(text, max_tokens, overlap_tokens, model, pieces=pieces)


def random_boundaries(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Ends each chunk at a word chosen by chance, seeded with Python's salted hash: no two runs are alike."""
    chance = random.Random(hash(text))
    joins = lambda: chance.random() < 0.7  # noqa: E731
    return _smart(text, max_tokens, overlap_tokens, model, pieces=_only_words, joins=joins)


def first_chunk_short(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The first chunk ends after its first word: the buffer is flushed once too early."""

    def pack(text, pieces, fits, shared_fit):
        word = re.compile(r"\s*(\S+)").match(text)
        if not word or not fits(*word.span(1)):
            return _packed(text, pieces, fits, shared_fit)
        return [word.span(1), *_packed(text, _pieces(text, word.end(), len(text), fits), fits, shared_fit)]

    return _smart(text, max_tokens, overlap_tokens, model, pack=pack)


# Overlap ---------------------------------------------------------------------------------------------------------


def no_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Neighbours share nothing, whatever is asked."""
    return _smart(text, max_tokens, overlap_tokens, model, shared=0)


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

    def overlap_start(text, before, piece, fits, shared_fit):
        for match in re.compile(r"(?<=[.!?])\s+|\n+").finditer(text, before[0], before[1]):
            if shared_fit(match.end(), before[1]) and fits(match.end(), piece[1]):
                return match.end()
        return piece[0]

    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


def all_or_nothing_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Gives the whole overlap where it fits and none where it does not, though a part of it would fit."""

    def overlap_start(text, before, piece, fits, shared_fit):
        start = _overlap_start(text, before, piece, lambda a, b: True, shared_fit)
        return start if fits(start, piece[1]) else piece[0]

    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


def fills_before_it_overlaps(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Fills each chunk first and gives the overlap what room is left, which is often none."""

    def pack(text, pieces, fits, shared_fit):
        return _apart(text, _packed(text, pieces, fits, lambda a, b: False), fits, shared_fit)

    return _smart(text, max_tokens, overlap_tokens, model, pack=pack)


def doubled_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Shares up to twice the tokens that are asked: once from the packer, once more in front."""
    return _smart(text, max_tokens, overlap_tokens, model, shared=2 * overlap_tokens)


def overlap_of_one_more(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Neighbours may share one token too many."""
    return _smart(text, max_tokens, overlap_tokens, model, shared=overlap_tokens + (overlap_tokens > 0))


def overlap_off_by_one(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Shares at most one token less than asked (`<` for `<=`), so an overlap of one word's size is never given."""
    return _smart(text, max_tokens, overlap_tokens, model, shared=overlap_tokens - 1)


def overlap_of_the_span_only(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Looks for words in what the chunk before brings, and not in what it repeats."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)

    def within(limit):
        return lambda a, b: count(text[a:b]) <= limit

    limits = within(max_tokens), within(overlap_tokens)
    room = within(max_tokens - overlap_tokens)
    spans = _packed(text, _all_pieces(text, limits[0]), room, None, lambda text, before, piece, *_: piece[0])
    later = [(_overlap_start(text, before, span, *limits), span[1]) for before, span in pairwise(spans)]
    return _dictionaries(text, spans[:1] + later, count)


def overlap_every_second_time(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Forgets to keep the overlap when the chunk before started with one."""

    def overlap_start(text, before, piece, *fit):
        turns.append(piece)
        return _overlap_start(text, before, piece, *fit) if len(turns) % 2 else piece[0]

    turns = []
    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


def overlap_in_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts the overlap in words: it has more tokens than asked where words are long."""
    return _smart(text, max_tokens, overlap_tokens, model, shared_count=lambda part: len(part.split()))


def overlap_in_characters(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts the overlap in characters: a few letters are shared where words are asked."""

    def overlap_start(text, before, piece, fits, shared_fit):
        starts = range(max(before[1] - overlap_tokens, before[0] + 1), before[1])
        return next((a for a in starts if shared_fit(a, before[1]) and fits(a, piece[1])), piece[0])

    return _smart(text, max_tokens, overlap_tokens, model, overlap_start=overlap_start)


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
    count = _ruler(model)

    def pack(text, pieces, fits, shared_fit):
        spans = _packed(text, pieces, fits, lambda a, b: False)
        for index, (span, following) in enumerate(pairwise(spans)):
            ends = [m.end() for m in re.compile(r"\S+").finditer(text, *following)]
            ends = [e for e in ends if e < following[1] and shared_fit(following[0], e)]
            spans[index] = (span[0], max((e for e in ends if count(text[span[0] : e]) <= max_tokens), default=span[1]))
        return spans

    return _smart(text, max_tokens, overlap_tokens, model, limit=max_tokens - overlap_tokens, pack=pack)


def zero_overlap_copies_everything(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes `words[-n:]` for the overlap: with n = 0 that is the whole chunk, not nothing."""
    return _smart(text, max_tokens, overlap_tokens, model, shared=overlap_tokens or max_tokens)


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


def white_space_is_a_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """A text of white space alone gives one chunk."""
    chunks = _smart(text, max_tokens, overlap_tokens, model)
    return chunks or _dictionaries(text, [(0, len(text))] if text else [], _ruler(model))


def never_packs_words(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Splits a long sentence into words and does not put them together again: one word a chunk."""
    return _smart(text, max_tokens, overlap_tokens, model, pack=_apart)


def overlap_swallows_the_chunk_before(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Lets the overlap reach back to the very start of the chunk before, which is then of no use."""

    def overlap_start(text, before, piece, fits, shared_fit):
        if shared_fit(*before) and fits(before[0], piece[1]):
            return before[0]
        return _overlap_start(text, before, piece, fits, shared_fit)

    return _smart(text, max_tokens, overlap_tokens, model, pack=_apart, overlap_start=overlap_start)


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
    encoding = tiktoken.encoding_for_model(model)
    count = lambda part: len(encoding.encode(part, allowed_special="all"))  # noqa: E731
    return _smart(text, max_tokens, overlap_tokens, model, count=count, said=count)


def special_tokens_obeyed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Packs with special tokens allowed, and says the right number of tokens."""
    encoding = tiktoken.encoding_for_model(model)
    count = lambda part: len(encoding.encode(part, allowed_special="all"))  # noqa: E731
    return _smart(text, max_tokens, overlap_tokens, model, count=count)


def estimates_special_tokens(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Falls back to four characters a token where tiktoken refuses the text."""
    encoding = tiktoken.encoding_for_model(model)

    def count(part):
        try:
            return len(encoding.encode(part))
        except ValueError:
            return math.ceil(len(part) / 4)

    return _smart(text, max_tokens, overlap_tokens, model, count=count, said=count)


def special_tokens_removed(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes the names of special tokens out of the text, so that tiktoken does not complain."""
    return _smart(re.sub(r"<\|\w+\|>", "", text), max_tokens, overlap_tokens, model)


def always_gpt_4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Counts with the encoding of gpt-4 whatever model is asked."""
    return _smart(text, max_tokens, overlap_tokens, "gpt-4")


def packs_for_gpt_4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Says the tokens of the model asked, and packs with those of gpt-4o, whose counts are mostly smaller."""
    return _smart(text, max_tokens, overlap_tokens, model, count=_ruler("gpt-4o"))


def limit_of_gpt_4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """The limit is kept in tokens of gpt-4, whatever the model."""
    return _smart(text, max_tokens, overlap_tokens, model, count=_ruler("gpt-4"))


def tokens_of_gpt_4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """`tokens` is always that of gpt-4."""
    return _smart(text, max_tokens, overlap_tokens, model, said=_ruler("gpt-4"))


def overlap_of_another_model(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Measures chunks for the model asked and the overlap always with o200k_base."""
    return _smart(text, max_tokens, overlap_tokens, model, shared_count=_ruler("gpt-4o"))


def overlap_for_gpt_4(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Measures chunks for the model asked and the overlap always for gpt-4."""
    return _smart(text, max_tokens, overlap_tokens, model, shared_count=_ruler("gpt-4"))


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


def zero_refused(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Raises for an overlap of 0."""
    if not 0 < overlap_tokens < max_tokens:
        raise ValueError("need 0 < overlap_tokens < max_tokens")
    return _smart(text, max_tokens, overlap_tokens, model)


def blank_text_before_the_error(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Returns for a blank text before the limits are looked at."""
    return _smart(text, max_tokens, overlap_tokens, model) if text.strip() else []


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


def remembers_the_first_model(text, max_tokens=500, overlap_tokens=50, model="gpt-4", known={}):  # noqa: B006
    """Caches the answer by text and limits, and forgets the model."""
    key = text, max_tokens, overlap_tokens
    if key not in known:
        known[key] = _smart(text, max_tokens, overlap_tokens, model)
    return [dict(chunk) for chunk in known[key]]


def decided_by_chance(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Keeps to every rule and still differs from call to call: how much is shared is thrown like dice."""

    def overlap_start(text, before, piece, fits, shared_fit):
        first = _overlap_start(text, before, piece, fits, shared_fit)
        words = _word_starts(text, first, before[1])
        return random.SystemRandom().choice(words) if words and overlap_tokens else first

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


def a_word_each(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """One word a chunk, and the error."""
    _require(max_tokens, overlap_tokens)
    return _dictionaries(text, [m.span() for m in re.finditer(r"\S+", text)], _ruler(model))


def a_character_each(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """One character a chunk, and the error."""
    _require(max_tokens, overlap_tokens)
    return _dictionaries(text, [m.span() for m in re.finditer(r"\S", text)], _ruler(model))


def a_paragraph_each(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Paragraphs as they are, and the error."""
    _require(max_tokens, overlap_tokens)
    return _dictionaries(text, _units(text, PARAGRAPHS, lambda a, b: True, ()), _ruler(model))


def always_refuses(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Always an error."""
    raise ValueError("no")


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
    "overlap of the span only": overlap_of_the_span_only,
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
    "overlap for gpt-4": overlap_for_gpt_4,
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
    "spaces joined": spaces_joined,
    "tokens of gpt-4": tokens_of_gpt_4,
    "limit of gpt-4": limit_of_gpt_4,
    "special text obeyed": special_tokens_obeyed,
    "full stop only": full_stops_only,
    "spaces between words only": spaces_between_words_only,
    "filled with sentences": fills_with_sentences,
    "cut anywhere": cuts_anywhere,
    "shares one token more": overlap_of_one_more,
    "chunk of white space": white_space_is_a_chunk,
    "memory of another call": remembers_the_first_model,
    "0 refused": zero_refused,
    "blank text before error": blank_text_before_the_error,
    "marks lost": marks_lost,
    "decoded": long_words_decoded,
    "no tokens": says_no_tokens,
}

LAZY = {
    "whole": never_cuts,
    "words": a_word_each,
    "characters": a_character_each,
    "paragraphs": a_paragraph_each,
    "error": always_refuses,
}
