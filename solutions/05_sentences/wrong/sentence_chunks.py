"""Wrong answers to `sentence_chunks`; each docstring says what is wrong."""

import tiktoken

ENCODING = tiktoken.encoding_for_model("gpt-4")


def _count(text):
    return len(ENCODING.encode_ordinary(text))


def _checked(size, overlap):
    if size < 1 or overlap < 0:
        raise ValueError("settings")


def _chunks(text, sentences, size, overlap, count=_count, fits=None, drop=lambda first, new: first + 1):
    """Pack as it should be, into first and last sentences; the wrong answers exchange a part or change the chunks."""
    fits = fits or (lambda first, last: count(text[sentences[first][0] : sentences[last][1]]) <= size)
    chunks, new, held = [], 0, 1
    while new < len(sentences):
        first = new - min(overlap, held - 1)
        while first < new and not fits(first, new):
            first = drop(first, new)
        last = new
        while last + 1 < len(sentences) and fits(first, last + 1):
            last += 1
        chunks.append((first, last))
        held, new = last + 1 - first, last + 1
    return chunks


def _places(sentences, chunks):
    return [(sentences[first][0], sentences[last][1]) for first, last in chunks]


def _right(text, sentences, size, overlap, **parts):
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap, **parts))


def _with(says, change=lambda chunks, text, size: chunks, shared=lambda overlap: overlap, **parts):
    """Make an answer that shares another number of sentences, packs by another part, or changes the chunks."""

    def answer(text, sentences, size=500, overlap=2):
        _checked(size, overlap)
        return change(_right(text, sentences, size, shared(overlap), **parts), text, size)

    answer.__doc__ = says
    return answer


def too_long_is_cut(text, sentences, size=500, overlap=2):
    """Ends a sentence that is too long where the size is full: the rest is in no chunk."""
    chunks = []
    for start, end in _right(text, sentences, size, overlap):
        while _count(text[start:end]) > size:
            end -= 1
        chunks.append((start, end))
    return chunks


def too_long_is_halved(text, sentences, size=500, overlap=2):
    """Cuts a sentence that is too long into two chunks, although whole sentences are asked for."""
    chunks = []
    for start, end in _right(text, sentences, size, overlap):
        middle = (start + end) // 2
        chunks += [(start, middle), (middle, end), (start, end)] if _count(text[start:end]) > size else [(start, end)]
    return chunks


def overlap_on_top(text, sentences, size=500, overlap=2):
    """Packs without overlap first and puts the repeated sentences on top of the full chunks."""
    _checked(size, overlap)
    packed = _chunks(text, sentences, size, 0)
    before = [0, *(last + 1 - first for first, last in packed)]
    return _places(sentences, [(first - min(overlap, max(n - 1, 0)), last) for n, (first, last) in zip(before, packed)])


def endless(text, sentences, size=500, overlap=2):
    """Steps back by the overlap after each chunk: one of no more sentences than that is made again and again."""
    _checked(size, overlap)
    chunks, first = [], 0
    while first < len(sentences):
        last = first
        while last + 1 < len(sentences) and _count(text[sentences[first][0] : sentences[last + 1][1]]) <= size:
            last += 1
        chunks.append((first, last))
        first = len(sentences) if last + 1 == len(sentences) else last + 1 - overlap
    return _places(sentences, chunks)


def leftover_chunk(text, sentences, size=500, overlap=2):
    """Adds a last chunk that holds the repeated sentences alone."""
    _checked(size, overlap)
    chunks = _chunks(text, sentences, size, overlap)
    if chunks and overlap and chunks[-1][1] > chunks[-1][0]:
        first, last = chunks[-1]
        chunks.append((max(first + 1, last + 1 - overlap), last))
    return _places(sentences, chunks)


def counts_added_up(text, sentences, size=500, overlap=2):
    """Adds up the tokens of single sentences; joined they mostly have fewer, so room is left unused."""
    alone = [_count(text[start:end]) for start, end in sentences]
    return _right(text, sentences, size, overlap, fits=lambda first, last: sum(alone[first : last + 1]) <= size)


def one_sentence_each(text, sentences, size=500, overlap=2):
    """Makes every sentence a chunk."""
    _checked(size, overlap)
    return [tuple(span) for span in sentences]


def never_cuts(text, sentences, size=500, overlap=2):
    """Returns all sentences as one chunk, whatever the size is."""
    _checked(size, overlap)
    return [(0, len(text))] if sentences else []


def settings_not_tested(text, sentences, size=500, overlap=2):
    """Takes any size and any overlap."""
    return _places(sentences, _chunks(text, sentences, size, max(0, overlap)))


def list_emptied(text, sentences, size=500, overlap=2):
    """Takes the sentences off the caller's list, which is empty afterwards."""
    own = list(sentences)
    sentences.clear()
    return _right(text, own, size, overlap)


ALL = {
    "too long is cut": too_long_is_cut,
    "too long is halved": too_long_is_halved,
    "overlap on top": overlap_on_top,
    "endless": endless,
    "leftover chunk": leftover_chunk,
    "counts added up": counts_added_up,
    "one sentence each": one_sentence_each,
    "never cuts": never_cuts,
    "settings not tested": settings_not_tested,
    "list emptied": list_emptied,
    "chunk of nothing": _with(
        "Returns a chunk for a text without sentences.", lambda chunks, text, size: chunks or [(0, 0)]
    ),
    "no overlap": _with("Repeats nothing.", shared=lambda overlap: 0),
    "all or nothing": _with(
        "Repeats nothing where not all of the sentences fit beside the next one.", drop=lambda first, new: new
    ),
    "words": _with("Counts words, where tokens are asked for.", count=lambda part: len(part.split())),
    "special tokens": _with(
        "Encodes without saying that special tokens are plain text.", count=lambda part: len(ENCODING.encode(part))
    ),
    "inclusive ends": _with(
        "The end is the place of the last character.", lambda chunks, text, size: [(a, b - 1) for a, b in chunks]
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "error": lambda text, sentences, size=500, overlap=2: _checked(0, 0),
    "pairs": lambda text, sentences, size=500, overlap=2: (
        _checked(size, overlap) or [(a, d) for (a, _), (_, d) in zip(sentences, sentences[1:])] or list(sentences)
    ),
}
