"""Right answers to `sentence_chunks`, written differently."""

import tiktoken

ENCODING = tiktoken.encoding_for_model("gpt-4")


def count(text):
    return len(ENCODING.encode_ordinary(text))


def three_steps(text, sentences, size=500, overlap=2):
    """Chooses for each chunk the first sentence, then the last, by their numbers."""
    if size < 1 or overlap < 0:
        raise ValueError(f"need size >= 1 and overlap >= 0: got size={size}, overlap={overlap}")

    def tokens(first, last):
        return len(ENCODING.encode(text[sentences[first][0] : sentences[last][1]], disallowed_special=()))

    chunks, new = [], 0
    while new < len(sentences):
        first = max(0, new - overlap)
        while first < new and tokens(first, new) > size:
            first += 1
        last = new
        while last + 1 < len(sentences) and tokens(first, last + 1) <= size:
            last += 1
        chunks.append((sentences[first][0], sentences[last][1]))
        new = last + 1
    return chunks


def growing_buffer(text, sentences, size=500, overlap=2):
    """Goes through the sentences once with an open chunk, and closes it at the first that does not fit."""
    if size < 1:
        raise ValueError("size")
    if overlap < 0:
        raise ValueError("overlap")
    chunks, buffer = [], []
    for start, end in sentences:
        if buffer and count(text[buffer[0][0] : end]) > size:
            chunks.append([buffer[0][0], buffer[-1][1]])
            kept = buffer[-overlap:] if overlap else []
            while kept and count(text[kept[0][0] : end]) > size:
                kept.pop(0)
            buffer = kept
        buffer = [*buffer, (start, end)]
    return [*chunks, [buffer[0][0], buffer[-1][1]]] if buffer else []


def recursive(text, sentences, size=500, overlap=2, new=0, least=0):
    """Makes one chunk and calls itself for the rest."""
    if size < 1 or overlap < 0:
        raise ValueError("settings")
    if new >= len(sentences):
        return []
    first = next(
        (
            at
            for at in range(max(least, new - overlap), new)
            if count(text[sentences[at][0] : sentences[new][1]]) <= size
        ),
        new,
    )
    last = new
    for at in range(new + 1, len(sentences)):
        if count(text[sentences[first][0] : sentences[at][1]]) > size:
            break
        last = at
    chunk = (sentences[first][0], sentences[last][1])
    return [chunk, *recursive(text, sentences, size, overlap, last + 1, first + 1)]


def ends_first(text, sentences, size=500, overlap=2):
    """Builds each chunk around its first new sentence: to the left what is repeated, to the right what is new."""
    if not (size > 0 and overlap >= 0):
        raise ValueError("settings")
    starts, ends = [a for a, _ in sentences], [b for _, b in sentences]
    chunks, left, new = [], 0, 0
    while new < len(ends):
        low = high = new
        while low > left and new - low < overlap and count(text[starts[low - 1] : ends[new]]) <= size:
            low -= 1
        while high + 1 < len(ends) and count(text[starts[low] : ends[high + 1]]) <= size:
            high += 1
        chunks.append((starts[low], ends[high]))
        left, new = low + 1, high + 1
    return chunks


ALL = {
    "three steps": three_steps,
    "an open buffer": growing_buffer,
    "recursive": recursive,
    "to the left, then to the right": ends_first,
}
