"""Wrong answers to `sentence_chunks`; each docstring says what is wrong."""

import tiktoken

ENCODING = tiktoken.encoding_for_model("gpt-4")


def _count(text):
    return len(ENCODING.encode_ordinary(text))


def _checked(size, overlap):
    if size < 1 or overlap < 0:
        raise ValueError("settings")


def _chunks(text, sentences, size, overlap, count=_count, room=0):
    """Pack as it should be; the mutants below go wrong elsewhere."""
    chunks, new, held = [], 0, 1
    while new < len(sentences):
        first = new - min(overlap, held - 1)
        while first < new and count(text[sentences[first][0] : sentences[new][1]]) > size:
            first += 1
        last = new
        while last + 1 < len(sentences) and count(text[sentences[first][0] : sentences[last + 1][1]]) <= size - room:
            last += 1
        chunks.append((first, last))
        held, new = last + 1 - first, last + 1
    return chunks


def _places(sentences, chunks):
    return [(sentences[first][0], sentences[last][1]) for first, last in chunks]


def last_chunk_lost(text, sentences, size=500, overlap=2):
    """Adds a chunk when a sentence does not fit, and never adds the last one."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap))[:-1]


def too_long_left_out(text, sentences, size=500, overlap=2):
    """Leaves out a sentence that is longer than the size."""
    _checked(size, overlap)
    chunks = _places(sentences, _chunks(text, sentences, size, overlap))
    return [(start, end) for start, end in chunks if _count(text[start:end]) <= size]


def short_chunks_left_out(text, sentences, size=500, overlap=2):
    """Drops chunks that are shorter than a third of the size."""
    _checked(size, overlap)
    chunks = _places(sentences, _chunks(text, sentences, size, overlap))
    return [(start, end) for start, end in chunks if 3 * _count(text[start:end]) >= size]


def too_long_is_cut(text, sentences, size=500, overlap=2):
    """Ends a sentence that is too long where the size is full: the rest is in no chunk."""
    _checked(size, overlap)
    chunks = []
    for start, end in _places(sentences, _chunks(text, sentences, size, overlap)):
        while _count(text[start:end]) > size:
            end -= 1
        chunks.append((start, end))
    return chunks


def too_long_is_halved(text, sentences, size=500, overlap=2):
    """Cuts a sentence that is too long into two chunks, although whole sentences are asked for."""
    _checked(size, overlap)
    chunks = []
    for start, end in _places(sentences, _chunks(text, sentences, size, overlap)):
        middle = (start + end) // 2
        chunks += [(start, middle), (middle, end), (start, end)] if _count(text[start:end]) > size else [(start, end)]
    return chunks


def stripped(text, sentences, size=500, overlap=2):
    """Leaves out the white space at the end of a chunk."""
    _checked(size, overlap)
    chunks = _places(sentences, _chunks(text, sentences, size, overlap))
    return [(start, start + len(text[start:end].rstrip())) for start, end in chunks]


def looked_up(text, sentences, size=500, overlap=2):
    """Finds the place of a chunk with text.find, which gives the first of several equal ones."""
    _checked(size, overlap)
    found = []
    for start, end in _places(sentences, _chunks(text, sentences, size, overlap)):
        at = text.find(text[start:end])
        found.append((at, at + end - start))
    return found


def joined_with_a_space(text, sentences, size=500, overlap=2):
    """Counts places in a text that it joins again with single spaces, not in the text that was given."""
    _checked(size, overlap)
    edges = [0]
    for start, end in sentences:
        edges.append(edges[-1] + len(text[start:end].strip()) + 1)
    chunks = _chunks(text, sentences, size, overlap)
    return [(edges[first], min(edges[last + 1], len(text))) for first, last in chunks]


def no_overlap(text, sentences, size=500, overlap=2):
    """Repeats nothing."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, 0))


def always_two(text, sentences, size=500, overlap=2):
    """Repeats two sentences, whatever overlap is asked for."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, 2))


def one_too_many(text, sentences, size=500, overlap=2):
    """Repeats one sentence more than asked."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap + 1))


def one_too_few(text, sentences, size=500, overlap=2):
    """Repeats one sentence less than asked."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, max(0, overlap - 1)))


def all_or_nothing(text, sentences, size=500, overlap=2):
    """Repeats nothing where not all of the sentences fit beside the next one."""
    _checked(size, overlap)
    chunks, new, held = [], 0, 1
    while new < len(sentences):
        first = new - min(overlap, held - 1)
        if _count(text[sentences[first][0] : sentences[new][1]]) > size:
            first = new
        last = new
        while last + 1 < len(sentences) and _count(text[sentences[first][0] : sentences[last + 1][1]]) <= size:
            last += 1
        chunks.append((first, last))
        held, new = last + 1 - first, last + 1
    return _places(sentences, chunks)


def overlap_not_measured(text, sentences, size=500, overlap=2):
    """Puts the repeated sentences in front without asking whether the next one still fits."""
    _checked(size, overlap)
    chunks, new, held = [], 0, 1
    while new < len(sentences):
        first = last = new
        first -= min(overlap, held - 1)
        while last + 1 < len(sentences) and _count(text[sentences[first][0] : sentences[last + 1][1]]) <= size:
            last += 1
        chunks.append((first, last))
        held, new = last + 1 - first, last + 1
    return _places(sentences, chunks)


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
        if last + 1 == len(sentences):
            break
        first = last + 1 - overlap
    return _places(sentences, chunks)


def steps_by_one(text, sentences, size=500, overlap=2):
    """Keeps moving by stepping one sentence on where the overlap is too large; chunks can bring nothing new."""
    _checked(size, overlap)
    chunks, first = [], 0
    while first < len(sentences):
        last = first
        while last + 1 < len(sentences) and _count(text[sentences[first][0] : sentences[last + 1][1]]) <= size:
            last += 1
        chunks.append((first, last))
        first = max(first + 1, last + 1 - overlap)
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
    _checked(size, overlap)
    alone = [_count(text[start:end]) for start, end in sentences]
    chunks, new, held = [], 0, 1
    while new < len(sentences):
        first = new - min(overlap, held - 1)
        while first < new and sum(alone[first : new + 1]) > size:
            first += 1
        last = new
        while last + 1 < len(sentences) and sum(alone[first : last + 2]) <= size:
            last += 1
        chunks.append((first, last))
        held, new = last + 1 - first, last + 1
    return _places(sentences, chunks)


def estimated(text, sentences, size=500, overlap=2):
    """Takes a quarter of the characters for the tokens."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap, lambda part: len(part) // 4))


def words(text, sentences, size=500, overlap=2):
    """Counts words, where tokens are asked for."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap, lambda part: len(part.split())))


def stripped_count(text, sentences, size=500, overlap=2):
    """Counts without the white space at the end, but returns it: one token over where that is a token."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap, lambda part: _count(part.strip())))


def below_the_size(text, sentences, size=500, overlap=2):
    """Stays below the size, where a chunk may reach it."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap, room=1))


def one_sentence_each(text, sentences, size=500, overlap=2):
    """Makes every sentence a chunk."""
    _checked(size, overlap)
    return [tuple(span) for span in sentences]


def never_cuts(text, sentences, size=500, overlap=2):
    """Returns all sentences as one chunk, whatever the size is."""
    _checked(size, overlap)
    return [(0, len(text))] if sentences else []


def special_tokens(text, sentences, size=500, overlap=2):
    """Encodes without saying that special tokens are plain text."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap, lambda part: len(ENCODING.encode(part))))


def texts(text, sentences, size=500, overlap=2):
    """Returns the texts, where places are asked for."""
    _checked(size, overlap)
    return [text[start:end] for start, end in _places(sentences, _chunks(text, sentences, size, overlap))]


def numbers(text, sentences, size=500, overlap=2):
    """Returns the numbers of the sentences, where places in the text are asked for."""
    _checked(size, overlap)
    return _chunks(text, sentences, size, overlap)


def chunk_of_nothing(text, sentences, size=500, overlap=2):
    """Returns a chunk for a text without sentences."""
    _checked(size, overlap)
    return _places(sentences, _chunks(text, sentences, size, overlap)) or [(0, 0)]


def settings_not_tested(text, sentences, size=500, overlap=2):
    """Takes any size and any overlap."""
    return _places(sentences, _chunks(text, sentences, size, max(0, overlap)))


def list_emptied(text, sentences, size=500, overlap=2):
    """Takes the sentences off the caller's list, which is empty afterwards."""
    _checked(size, overlap)
    own = list(sentences)
    sentences.clear()
    return _places(own, _chunks(text, own, size, overlap))


ALL = {name.replace("_", " "): made for name, made in list(globals().items()) if callable(made) and name[0] != "_"}
