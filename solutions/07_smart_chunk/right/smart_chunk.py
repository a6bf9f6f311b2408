"""Right answers to `smart_chunk`, written in really different ways: a check that rejects one of them is too strict.

They differ in where they look for a cut (ahead in a window, down a tree of pieces, from the middle outwards), in how
they pack (as full as possible, evenly, one paragraph each), in what they repeat (words, whole sentences, single
characters) and in who owns the white space.
"""

import re
from bisect import bisect_left, bisect_right
from itertools import groupby, pairwise

import regex
import tiktoken
from nupunkt import sent_spans


def _ruler(model):
    encoding = tiktoken.encoding_for_model(model)
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def _require(max_tokens, overlap_tokens):
    if not 0 <= overlap_tokens < max_tokens:
        raise ValueError(f"need 0 <= overlap_tokens < max_tokens, got {overlap_tokens} and {max_tokens}")


def _dictionaries(text, spans, count):
    return [
        {"text": text[start:end], "tokens": count(text[start:end]), "start_char": start, "end_char": end}
        for start, end in spans
    ]


def _shared_start(text, before, piece, count, max_tokens, overlap_tokens, order=iter):
    """The first word of the chunk before, in an order, with which both limits are kept; else the start of the piece."""
    words = [m.start() for m in re.compile(r"(?<=\s)\S").finditer(text, before[0] + 1, before[1])]
    for at in order(words):
        if count(text[at : before[1]]) <= overlap_tokens and count(text[at : piece[1]]) <= max_tokens:
            return at
    return piece[0]


def _halves(text, start, end, fits):
    if fits(start, end) or end - start == 1:
        return [(start, end)]
    middle = (start + end) // 2
    return _halves(text, start, middle, fits) + _halves(text, middle, end, fits)


def window_cascade(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Looks ahead: of all ends within reach it takes the last one of the best kind; trims white space."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    length = len(text.rstrip())
    kinds = [r"\n\s*\n", r"\n", r"(?<=[.!?])\s", r"\s"]
    ends = [sorted({len(text[: m.start()].rstrip()) for m in re.finditer(k, text[:length])} | {length}) for k in kinds]
    word_starts = [m.start() for m in re.finditer(r"\S+", text)]

    def end_from(start, beyond):
        for candidates in ends:
            best = None
            for index in range(bisect_right(candidates, max(beyond, start)), len(candidates)):
                if count(text[start : candidates[index]]) > max_tokens:
                    break
                best = candidates[index]
            if best is not None:
                return best
        return None

    def cut_from(start):
        end = start + 1
        while end < length and count(text[start : end + 1]) <= max_tokens:
            end += 1
        return end

    spans, beyond = [], 0
    while beyond < length:
        fresh = beyond + len(text[beyond:]) - len(text[beyond:].lstrip())
        starts = [fresh]
        if spans:
            last = word_starts[bisect_right(word_starts, spans[-1][0]) : bisect_left(word_starts, beyond)]
            starts = [*(start for start in last if count(text[start:beyond]) <= overlap_tokens), fresh]
        for start in starts:
            end = end_from(start, beyond)
            if end is not None:
                break
        else:
            start, end = fresh, cut_from(fresh)
        spans.append((start, end))
        beyond = end
    return _dictionaries(text, spans, count)


def split_then_merge(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Splits into a flat list of strings that keep their separators, then merges them; keeps all white space."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    if not text.strip():
        return []

    def split(piece, patterns):
        if count(piece) <= max_tokens:
            return [piece]
        if not patterns:
            return list(piece)
        parts = [part for part in re.split(patterns[0], piece) if part]
        if len(parts) == 1:
            return split(piece, patterns[1:])
        return [small for part in parts for small in split(part, patterns[1:])]

    def words_at_end(held, after):
        """The most whole words at the end of what is held that fit, with their white space."""
        joined = "".join(held)
        for match in re.finditer(r"(?<=\s)\S", joined):
            tail = joined[match.start() :]
            if count(tail) <= overlap_tokens and count(tail + after) <= max_tokens:
                return [tail]
        return []

    chunks, held, position = [], [], 0  # `position` is where the held pieces start
    patterns = [r"(?<=\n\n)(?!\n)", r"(?<=\n)(?!\n)", r"(?<=[.!?] )", r"(?<=\s)(?=\S)"]
    for piece in split(text, patterns):
        if held and count("".join(held) + piece) > max_tokens:
            chunks.append((position, "".join(held)))
            end = position + len(chunks[-1][1])
            held = words_at_end(held, piece)
            position = end - len("".join(held))
        held.append(piece)
    chunks.append((position, "".join(held)))
    return [{"text": t, "tokens": count(t), "start_char": p, "end_char": p + len(t)} for p, t in chunks]


def words_with_marks(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Walks over words; each knows what follows it (paragraph, line, sentence, word), and the best mark wins."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)

    def fits(start, end):
        return count(text[start:end]) <= max_tokens

    words = [part for m in re.finditer(r"\S+", text) for part in _halves(text, *m.span(), fits)]

    def mark(index):
        if index == len(words) - 1:
            return 4
        gap = text[words[index][1] : words[index + 1][0]]
        if not gap:
            return -1
        if gap.count("\n") > 1:
            return 3
        return 2 if "\n" in gap else int(text[words[index][1] - 1] in ".!?")

    marks = [mark(index) for index in range(len(words))]
    size = lambda first, last: count(text[words[first][0] : words[last][1]])  # noqa: E731
    spans, first, done = [], 0, -1
    while done < len(words) - 1:
        last = done + 1
        while last + 1 < len(words) and size(first, last + 1) <= max_tokens:
            last += 1
        last = max(range(done + 1, last + 1), key=lambda index: (marks[index], index))
        spans.append((words[first][0], words[last][1]))
        done, previous = last, first
        first = last + 1
        if first < len(words):
            while (
                first - 1 > previous
                and size(first - 1, last) <= overlap_tokens
                and size(first - 1, last + 1) <= max_tokens
            ):
                first -= 1
    return _dictionaries(text, spans, count)


def _atoms(text, start, end, fits, cut=_halves, patterns=(r"\n\n+", r"\n+", r"(?<=[.!?])\s+", r"\s+")):
    """Spans that fit, without white space at their ends: paragraphs, else lines, sentences, words, parts of words."""
    core = text[start:end]
    start, end = start + len(core) - len(core.lstrip()), start + len(core.rstrip())
    if start >= end:
        return []
    if fits(start, end):
        return [(start, end)]
    if not patterns:
        return cut(text, start, end, fits)
    edges = [start, *(m.end() for m in re.compile(patterns[0]).finditer(text, start, end)), end]
    return [atom for a, b in pairwise(edges) for atom in _atoms(text, a, b, fits, cut, patterns[1:])]


def even_packing(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Reserves room for the overlap, then packs evenly by dynamic programming (least sum of squared gaps)."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    room = max_tokens - overlap_tokens
    pieces = _atoms(text, 0, len(text), lambda a, b: count(text[a:b]) <= room)
    best = [(0, 0)] + [None] * len(pieces)  # least cost up to here, and where the last chunk starts
    for last in range(1, len(pieces) + 1):
        options = []
        for first in range(last, 0, -1):
            size = count(text[pieces[first - 1][0] : pieces[last - 1][1]])
            if size > room and first < last:
                break
            options.append((best[first - 1][0] + (room - size) ** 2 + 1, first - 1))
        best[last] = min(options)
    groups, last = [], len(pieces)
    while last:
        first = best[last][1]
        groups.append((pieces[first][0], pieces[last - 1][1]))
        last = first
    spans = []
    for start, end in reversed(groups):
        if spans:
            start = _shared_start(text, spans[-1], (start, end), count, max_tokens, overlap_tokens)
        spans.append((start, end))
    return _dictionaries(text, spans, count)


def _words_packed(text, start, end, count, limit, room):
    """Spans of words up to the room; a word that is over the limit is cut by halves."""
    begin = last = None
    for match in re.compile(r"\S+").finditer(text, start, end):
        if begin is not None and count(text[begin : match.end()]) > room:
            yield begin, last
            begin = None
        begin = match.start() if begin is None else begin
        while count(text[begin : match.end()]) > limit:
            cut = match.end()
            while count(text[begin:cut]) > limit:
                cut = (begin + cut + 1) // 2
            yield begin, cut
            begin = cut
        last = match.end()
    yield begin, last


def paragraph_each(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Never packs two paragraphs, lines or sentences into one chunk; a chunk owns the white space after it."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)

    def descend(start, end, patterns):
        tight = start + len(text[start:end].rstrip())
        end = end if count(text[start:end]) <= max_tokens else tight
        if count(text[start:end]) <= max_tokens:
            yield start, end
        elif not patterns:
            yield from _words_packed(text, start, end, count, max_tokens, max_tokens - overlap_tokens)
        else:
            edges = [start, *(m.end() for m in re.compile(patterns[0]).finditer(text, start, end)), end]
            for a, b in pairwise(edges):
                yield from descend(a, b, patterns[1:]) if a < b else ()

    spans = []
    for start, end in descend(0, len(text), [r"\n\n+", r"\n+", r"(?<=[.!?])\s+"]):
        if not text[start:end].strip():
            continue
        if spans:
            start = _shared_start(text, spans[-1], (start, end), count, max_tokens, overlap_tokens)
        spans.append((start, end))
    return _dictionaries(text, spans, count)


def sentence_overlap(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Repeats whole sentences where they fit, else words; the packer fills each chunk to the brim."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    breaks = [
        re.compile(p) for p in (r"\n[^\S\n]*\n\s*", r"\n\s*", r"(?<=[.!?])\s+(?=[A-Z])", r"\s+", r"(?s)(?<=.)(?=.)")
    ]

    def tree(start, end, level):
        """The largest units that fit, with the level of the cut after each: 0 paragraph … 4 character."""
        if count(text[start:end]) <= max_tokens:
            return [(start, end)]
        cuts = [m.span() for m in breaks[level].finditer(text, start, end)]
        starts, ends = [start, *(b for _, b in cuts)], [*(a for a, _ in cuts), end]
        return [unit for a, b in zip(starts, ends) if a < b for unit in tree(a, b, level + 1)]

    inner = text.strip()
    first = text.find(inner)
    units = tree(first, first + len(inner), 0) if inner else []
    word = re.compile(r"(?<!\S)\S")
    sentence = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|\n\s*")

    def shared_from(begin, end, unit_end):
        tries = [m.end() for m in sentence.finditer(text, begin, end)] + [
            m.start() for m in word.finditer(text, begin, end)
        ]
        for start in tries:
            if (
                begin < start < end
                and count(text[start:end]) <= overlap_tokens
                and count(text[start:unit_end]) <= max_tokens
            ):
                return start
        return None

    spans = []
    for start, end in units:
        if spans and count(text[spans[-1][0] : end]) <= max_tokens:
            spans[-1] = (spans[-1][0], end)
            continue
        start = (shared_from(*spans[-1], end) if spans and overlap_tokens else None) or start
        spans.append((start, end))
    return _dictionaries(text, spans, count)


def from_the_middle(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Halves the text at the best boundary nearest its middle until the halves fit; overlaps character by character."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    room = max_tokens - overlap_tokens
    patterns = [r"\n\n+", r"\n", r"[.!?] ", r"\s+"]

    def halves(start, end):
        body = text[start:end]
        start, end = start + len(body) - len(body.lstrip()), start + len(body.rstrip())
        if start >= end:
            return []
        if count(text[start:end]) <= room or end - start == 1:
            return [(start, end)]
        middle = (start + end) / 2
        for pattern in patterns:
            cuts = [m.end() for m in re.compile(pattern).finditer(text, start, end) if start < m.end() < end]
            if cuts:
                cut = min(cuts, key=lambda place: abs(place - middle))
                break
        else:
            cut = (start + end) // 2
        return halves(start, cut) + halves(cut, end)

    spans = []
    for start, end in halves(0, len(text)):
        if spans:
            before, until = spans[-1]
            back = until
            while back - 1 > before and count(text[back - 1 : until]) <= overlap_tokens:
                back -= 1
            while back < until and count(text[back:end]) > max_tokens:
                back += 1
            start = back if back < until else start
        spans.append((start, end))
    return _dictionaries(text, spans, count)


def _fitting_words(text, start, end, fits):
    for match in re.compile(r"\S+").finditer(text, start, end):
        begin, end_of_word = match.span()
        while not fits(begin, end_of_word):
            step = 1
            while fits(begin, begin + step + 1):
                step += 1
            yield begin, begin + step
            begin += step
        yield begin, end_of_word


def lines_first(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Groups lines into paragraphs with itertools, packs from spans, and adds an index and the overlap as extra keys."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    lines = [m.span() for m in re.finditer(r"[^\n]+", text) if m.group().strip()]
    paragraphs = [
        [line for _, line in group]
        for _, group in groupby(enumerate(lines), key=lambda pair: text.count("\n\n", 0, pair[1][0]))
    ]

    def fits(start, end):
        return count(text[start:end]) <= max_tokens

    def pieces():
        for paragraph in paragraphs:
            if fits(paragraph[0][0], paragraph[-1][1]):
                yield paragraph[0][0], paragraph[-1][1]
                continue
            for line in paragraph:
                yield from [line] if fits(*line) else sentences(*line)

    def sentences(start, end):
        for m in re.compile(r"\S.*?(?:[.!?](?=\s)|$)", re.MULTILINE | re.DOTALL).finditer(text, start, end):
            yield from [m.span()] if fits(*m.span()) else _fitting_words(text, *m.span(), fits)

    chunks = []
    for start, end in pieces():
        if chunks and fits(chunks[-1][0], end):
            chunks[-1][1] = end
            continue
        shared = []
        if chunks:
            begin, until = chunks[-1]
            backwards = [m.start() for m in re.compile(r"\S+").finditer(text, begin, until)][:0:-1]
            for place in backwards:
                if count(text[place:until]) > overlap_tokens or not fits(place, end):
                    break
                shared.append(place)
        chunks.append([shared[-1] if shared else start, end])
    found = _dictionaries(text, chunks, count)
    for index, chunk in enumerate(found):
        before = found[index - 1]["end_char"] if index else 0
        chunk.update(index=index, overlap=count(text[chunk["start_char"] : before]) if index else 0)
    return found


def library_sentences(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    """Takes sentences from a library; a chunk owns the white space in front of it, and so does the overlap."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)
    if not text or text.isspace():
        return []
    sentence_ends = [len(text[:end].rstrip()) for _, end in sent_spans(text)]
    word_ends = [m.start() for m in re.finditer(r"\s+", text)]
    cuts = [[m.start() for m in re.finditer(r"\n{2,}", text)], [m.start() for m in re.finditer(r"\n+", text)]]
    cuts += [sentence_ends, word_ends, range(1, len(text))]

    def tree(start, end, level=0):
        if count(text[start:end]) <= max_tokens:
            return [(start, end)]
        within = cuts[level][bisect_right(cuts[level], start) : bisect_left(cuts[level], end)]
        edges = [start, *within, end]
        return [unit for a, b in pairwise(edges) for unit in tree(a, b, level + 1)]

    spans = []
    for start, end in tree(0, len(text)):
        if spans and count(text[spans[-1][0] : end]) <= max_tokens:
            spans[-1] = (spans[-1][0], end)
            continue
        if spans:
            before, until = spans[-1]
            for cut in word_ends[bisect_right(word_ends, before) : bisect_left(word_ends, until)]:
                if count(text[cut:until]) <= overlap_tokens and count(text[cut:end]) <= max_tokens:
                    start = cut
                    break
        spans.append((start, end))
    return _dictionaries(text, spans, count)


def _readers_characters(text, start, end, fits):
    """Parts of an endless word: readers' characters while they fit; one that does not fit alone, code points."""
    spans = []
    for match in regex.finditer(r"\X", text[start:end]):
        a, b = start + match.start(), start + match.end()
        for first, last in [(a, b)] if fits(a, b) else [(at, at + 1) for at in range(a, b)]:
            if spans and fits(spans[-1][0], last):
                spans[-1] = (spans[-1][0], last)
            else:
                spans.append((first, last))
    return spans


def _filled(text, max_tokens, overlap_tokens, model, cut, order):
    """The largest units that fit, packed; the overlap starts at the first word of an order that both limits allow."""
    _require(max_tokens, overlap_tokens)
    count = _ruler(model)

    def fits(start, end):
        return count(text[start:end]) <= max_tokens

    spans = []
    for piece in _atoms(text, 0, len(text), fits, cut):
        if spans and fits(spans[-1][0], piece[1]):
            spans[-1] = (spans[-1][0], piece[1])
        elif spans:
            start = _shared_start(text, spans[-1], piece, count, max_tokens, overlap_tokens, order)
            spans.append((start, piece[1]))
        else:
            spans.append(piece)
    return _dictionaries(text, spans, count)


def whole_characters(text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4") -> list[dict]:
    """The overlap starts at the earliest word that fits; an endless word is cut between what readers see."""
    return _filled(text, max_tokens, overlap_tokens, model, _readers_characters, iter)


def last_word(text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4") -> list[dict]:
    """The least that may be shared: the last word, where it fits (else the latest start that does)."""
    return _filled(text, max_tokens, overlap_tokens, model, _halves, reversed)


ALL = {
    "window with a cascade of cuts": window_cascade,
    "split, then merge": split_then_merge,
    "words with marks": words_with_marks,
    "even packing": even_packing,
    "a paragraph each": paragraph_each,
    "overlap of whole sentences": sentence_overlap,
    "from the middle": from_the_middle,
    "lines first": lines_first,
    "sentences of a library": library_sentences,
    "overlap from a word": whole_characters,
    "overlap of one word": last_word,
}
