"""Wrong answers to `sentence_chunks`; each docstring says what is wrong."""

import tiktoken

ENCODING = tiktoken.encoding_for_model("gpt-4")


def _count(text):
    return len(ENCODING.encode_ordinary(text))


def _checked(size, overlap):
    if size < 1 or overlap < 0:
        raise ValueError("settings")


def _chunks(text, sentences, size, overlap, count=_count, fits=None, drop=lambda a, new: a + 1, more=None):
    """Pack as it should be, into first and last sentences; the wrong answers exchange a part or change the chunks."""
    fits = fits or (lambda first, last: count(text[sentences[first][0] : sentences[last][1]]) <= size)
    chunks, new, held = [], 0, 1
    while new < len(sentences):
        first = new - min(overlap, held - 1)
        while drop and first < new and not fits(first, new):
            first = drop(first, new)
        last = new
        while last + 1 < len(sentences) and fits(first, last + 1) and (more is None or more(first, new)):
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


def looked_up(text, sentences, size=500, overlap=2):
    """Finds the place of a chunk with text.find, which gives the first of several equal ones."""
    found = [(text.find(text[start:end]), end - start) for start, end in _right(text, sentences, size, overlap)]
    return [(at, at + length) for at, length in found]


def joined_with_a_space(text, sentences, size=500, overlap=2):
    """Counts places in a text that it joins again with single spaces, not in the text that was given."""
    _checked(size, overlap)
    edges = [0]
    for start, end in sentences:
        edges.append(edges[-1] + len(text[start:end].strip()) + 1)
    chunks = _chunks(text, sentences, size, overlap)
    return [(edges[first], min(edges[last + 1], len(text))) for first, last in chunks]


def overlap_on_top(text, sentences, size=500, overlap=2):
    """Packs without overlap first and puts the repeated sentences on top of the full chunks."""
    _checked(size, overlap)
    packed = _chunks(text, sentences, size, 0)
    before = [0, *(last + 1 - first for first, last in packed)]
    return _places(sentences, [(first - min(overlap, max(n - 1, 0)), last) for n, (first, last) in zip(before, packed)])


def _stepping(text, sentences, size, after):
    """Fill chunks from a first sentence on; `after` says where the next begins."""
    chunks, first = [], 0
    while first < len(sentences):
        last = first
        while last + 1 < len(sentences) and _count(text[sentences[first][0] : sentences[last + 1][1]]) <= size:
            last += 1
        chunks.append((first, last))
        first = after(first, last)
    return _places(sentences, chunks)


def endless(text, sentences, size=500, overlap=2):
    """Steps back by the overlap after each chunk: one of no more sentences than that is made again and again."""
    _checked(size, overlap)
    end = len(sentences)
    return _stepping(text, sentences, size, lambda first, last: end if last + 1 == end else last + 1 - overlap)


def steps_by_one(text, sentences, size=500, overlap=2):
    """Keeps moving by stepping one sentence on where the overlap is too large; chunks can bring nothing new."""
    _checked(size, overlap)
    return _stepping(text, sentences, size, lambda first, last: max(first + 1, last + 1 - overlap))


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


def below_the_size(text, sentences, size=500, overlap=2):
    """Stays below the size, where a chunk may reach it."""
    return _right(text, sentences, size, overlap, count=lambda part: _count(part) + 1)


def one_sentence_each(text, sentences, size=500, overlap=2):
    """Makes every sentence a chunk."""
    _checked(size, overlap)
    return [tuple(span) for span in sentences]


def never_cuts(text, sentences, size=500, overlap=2):
    """Returns all sentences as one chunk, whatever the size is."""
    _checked(size, overlap)
    return [(0, len(text))] if sentences else []


def numbers(text, sentences, size=500, overlap=2):
    """Returns the numbers of the sentences, where places in the text are asked for."""
    _checked(size, overlap)
    return _chunks(text, sentences, size, overlap)


def settings_not_tested(text, sentences, size=500, overlap=2):
    """Takes any size and any overlap."""
    return _places(sentences, _chunks(text, sentences, size, max(0, overlap)))


def list_emptied(text, sentences, size=500, overlap=2):
    """Takes the sentences off the caller's list, which is empty afterwards."""
    own = list(sentences)
    sentences.clear()
    return _right(text, own, size, overlap)


ALL = {
    name.replace("_", " "): made
    for name, made in list(globals().items())
    if getattr(made, "__module__", "") == __name__ and name[0] != "_"
} | {
    "last chunk lost": _with(
        "Adds a chunk when a sentence does not fit, and never adds the last one.",
        lambda chunks, text, size: chunks[:-1],
    ),
    "too long left out": _with(
        "Leaves out a sentence that is longer than the size.",
        lambda chunks, text, size: [(start, end) for start, end in chunks if _count(text[start:end]) <= size],
    ),
    "short chunks left out": _with(
        "Drops chunks that are shorter than a third of the size.",
        lambda chunks, text, size: [(start, end) for start, end in chunks if 3 * _count(text[start:end]) >= size],
    ),
    "stripped": _with(
        "Leaves out the white space at the end of a chunk.",
        lambda chunks, text, size: [(start, start + len(text[start:end].rstrip())) for start, end in chunks],
    ),
    "texts": _with(
        "Returns the texts, where places are asked for.",
        lambda chunks, text, size: [text[start:end] for start, end in chunks],
    ),
    "chunk of nothing": _with(
        "Returns a chunk for a text without sentences.", lambda chunks, text, size: chunks or [(0, 0)]
    ),
    "no overlap": _with("Repeats nothing.", shared=lambda overlap: 0),
    "always two": _with("Repeats two sentences, whatever overlap is asked for.", shared=lambda overlap: 2),
    "one too many": _with("Repeats one sentence more than asked.", shared=lambda overlap: overlap + 1),
    "one too few": _with("Repeats one sentence less than asked.", shared=lambda overlap: max(0, overlap - 1)),
    "all or nothing": _with(
        "Repeats nothing where not all of the sentences fit beside the next one.", drop=lambda first, new: new
    ),
    "overlap not measured": _with(
        "Puts the repeated sentences in front without asking whether the next one still fits.", drop=None
    ),
    "estimated": _with("Takes a quarter of the characters for the tokens.", count=lambda part: len(part) // 4),
    "words": _with("Counts words, where tokens are asked for.", count=lambda part: len(part.split())),
    "stripped count": _with(
        "Counts without the white space at the end, but returns it: one token over where that is a token.",
        count=lambda part: _count(part.strip()),
    ),
    "special tokens": _with(
        "Encodes without saying that special tokens are plain text.", count=lambda part: len(ENCODING.encode(part))
    ),
}


def before_large(text, sentences, size=500, overlap=2):
    """The chunk of a large sentence begins with one sentence of the overlap."""

    def n(first, last):
        return _count(text[sentences[first][0] : sentences[last][1]])

    return _right(
        text,
        sentences,
        size,
        overlap,
        drop=lambda a, new: new - 1 if n(new, new) > size and a < new - 1 else a + 1,
        fits=lambda a, b: n(a, b) <= size or (n(b, b) > size and a == b - 1 and overlap > 0),
    )


def large_error(text, sentences, size=500, overlap=2):
    """Raises where a sentence is larger than the size."""
    if any(_count(text[a:b]) > size for a, b in sentences):
        raise ValueError("sentence too large")
    return _right(text, sentences, size, overlap)


def negative_overlap(text, sentences, size=500, overlap=2):
    """An overlap below 0 is taken for 0."""
    return _right(text, sentences, size, max(0, overlap))


def overlap_size(text, sentences, size=500, overlap=2):
    """Raises unless the overlap is less than the size, although one counts sentences and the other tokens."""
    if overlap >= size:
        raise ValueError("overlap must be less than size")
    return _right(text, sentences, size, overlap)


def empty_first(text, sentences, size=500, overlap=2):
    """Returns for no sentences before the numbers are looked at."""
    return _right(text, sentences, size, overlap) if sentences else []


def different_texts(text, sentences, size=500, overlap=2):
    """Leaves out a chunk whose text was there before."""
    seen = set()
    chunks = _right(text, sentences, size, overlap)
    return [(a, b) for a, b in chunks if not (text[a:b] in seen or seen.add(text[a:b]))]


def balanced_end(text, sentences, size=500, overlap=2):
    """A last chunk with a single new sentence is put to the chunk before it."""
    chunks = _right(text, sentences, size, overlap)
    if len(chunks) > 1 and chunks[-2][1] == sentences[-1][0] and overlap == 0:
        chunks[-2:] = [(chunks[-2][0], chunks[-1][1])]
    return chunks


_counts = {}


def memory(text, sentences, size=500, overlap=2):
    """Keeps the counts between calls by place, whatever the text."""

    def fits(first, last):
        key = sentences[first][0], sentences[last][1]
        return _counts.setdefault(key, _count(text[slice(*key)])) <= size

    return _right(text, sentences, size, overlap, fits=fits)


def overlap_in_tokens(text, sentences, size=500, overlap=2):
    """Takes the overlap for a number of tokens."""

    def n(first, last):
        return _count(text[sentences[first][0] : sentences[last][1]])

    return _right(
        text,
        sentences,
        size,
        len(sentences),
        drop=lambda first, new: first + 1,
        fits=lambda first, last: n(first, last) <= size and (first == last or n(first, last - 1) <= overlap),
    )


def grown_too_far(text, sentences, size=500, overlap=2):
    """Closes a chunk after the sentence with which it reaches the size."""
    _checked(size, overlap)
    chunks, first = [], 0
    for last, (_, end) in enumerate(sentences):
        if _count(text[sentences[first][0] : end]) >= size:
            chunks.append((first, last))
            first = max(first + 1, last + 1 - overlap)
    return _places(sentences, [*chunks, *([(first, len(sentences) - 1)] if first < len(sentences) else [])])


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "something before a large one": before_large,
    "large one raises": large_error,
    "overlap below 0 accepted": negative_overlap,
    "overlap bound by size": overlap_size,
    "no sentences before error": empty_first,
    "repeated text left out": different_texts,
    "last sentence added": balanced_end,
    "memory of another call": memory,
    "overlap in tokens": overlap_in_tokens,
    "closed too late": grown_too_far,
    "inclusive ends": _with(
        "The end is the place of the last character.", lambda chunks, text, size: [(a, b - 1) for a, b in chunks]
    ),
    "lengths for ends": _with(
        "A start and a length, where a start and an end are asked for.",
        lambda chunks, text, size: [(a, b - a) for a, b in chunks],
    ),
    "minus zero": _with(
        "[-overlap:] with an overlap of 0 is the whole chunk, which then loses sentences until the next fits.",
        shared=lambda overlap: overlap or 10**6,
    ),
    "0 as default": _with("An overlap of 0 is taken for none given.", shared=lambda overlap: overlap or 2),
    "gpt-4o": _with(
        "Counts the tokens of gpt-4o.",
        count=lambda part: len(tiktoken.get_encoding("o200k_base").encode_ordinary(part)),
    ),
    "not filled": _with(
        "Takes one new sentence a chunk where something is shared.", more=lambda first, new: first == new
    ),
    "characters as a bound": _with(
        "Takes what has no more characters than the size for small enough, without counting.",
        count=lambda part: min(len(part), _count(part)),
    ),
    "special text obeyed": _with(
        "Text of special tokens is obeyed and counts as one token.",
        count=lambda part: len(ENCODING.encode(part, allowed_special="all")),
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "copy": lambda text, sentences, size=500, overlap=2: list(sentences),
    "whole": lambda text, sentences, size=500, overlap=2: [(0, len(text))] if sentences else [],
    "example": lambda text, sentences, size=500, overlap=2: [(0, 42), (12, 73), (42, 113), (73, 120)],
    "error": lambda text, sentences, size=500, overlap=2: _checked(0, 0),
    "pairs": lambda text, sentences, size=500, overlap=2: (
        _checked(size, overlap) or [(a, d) for (a, _), (_, d) in zip(sentences, sentences[1:])] or list(sentences)
    ),
}
