"""Right answers to `smart_chunk`, written in really different ways: a check that rejects one of them is too strict.

They differ in where they look for a cut (ahead in a window, down a tree of pieces, from the middle outwards), in how
they pack (as full as possible, evenly, one paragraph each), in what they repeat (words, whole sentences, single
characters) and in who owns the white space.
"""

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise

import tiktoken


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


def _shared_start(text, before, piece, count, max_tokens, overlap_tokens):
    """The first word of the chunk before with which both limits are kept; else the start of the piece."""
    for at in [m.start() for m in re.compile(r"(?<=\s)\S").finditer(text, before[0] + 1, before[1])]:
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


def _atoms(text, start, end, fits, patterns=(r"\n\n+", r"\n+", r"(?<=[.!?])\s+", r"\s+")):
    """Spans that fit, without white space at their ends: paragraphs, else lines, sentences, words, parts of words."""
    core = text[start:end]
    start, end = start + len(core) - len(core.lstrip()), start + len(core.rstrip())
    if start >= end:
        return []
    if fits(start, end):
        return [(start, end)]
    if not patterns:
        return _halves(text, start, end, fits)
    edges = [start, *(m.end() for m in re.compile(patterns[0]).finditer(text, start, end)), end]
    return [atom for a, b in pairwise(edges) for atom in _atoms(text, a, b, fits, patterns[1:])]


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


ALL = {
    "window with a cascade of cuts": window_cascade,
    "split, then merge": split_then_merge,
    "even packing": even_packing,
    "overlap of whole sentences": sentence_overlap,
    "from the middle": from_the_middle,
}
