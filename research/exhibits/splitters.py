"""Split wrongly: window loops that do not stop or drop text, separators that take no room, offsets counted in bytes.

The last one repeats what an embedding chooses that means nothing and changes with every process.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import tiktoken
from numpy.typing import NDArray

from chunklib.tokens import ruler
from research.exhibits.exhibit import Exhibit, Record, exhibit, record


def published_windows(length: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """Cut a sequence as long as a next window has a start.

    Args:
        length: elements of the sequence.
        size: elements in a window.
        overlap: elements that neighbours share.

    Returns:
        half-open windows; the last may lie wholly inside the one before it.

    >>> published_windows(1050, 300, 50)
    [(0, 300), (250, 550), (500, 800), (750, 1050), (1000, 1050)]
    """
    windows = []
    start = 0
    while start < length:  # asks whether there is a next start, not whether the end was reached
        windows.append((start, min(start + size, length)))
        start += size - overlap
    return windows


def published_count(tokens: int, size: int, overlap: int) -> int:
    """Count windows as a published storage calculator does.

    >>> [published_count(100_000, 500, overlap) for overlap in (0, 100, 250)]
    [201, 250, 400]
    """
    return (tokens - overlap) // (size - overlap) + 1


# Taught as: "Move a window over the tokens by size - overlap, as long as start < len(tokens)."
@exhibit("no waste", ruler="cl100k_base", text="a.", size=2, overlap=1)
def window_loop(text: str, size: int = 300, overlap: int = 50) -> list[Record]:
    """Cut windows of cl100k tokens, without an early stop; windows of white space alone are left out.

    >>> [chunk["text"] for chunk in window_loop("one two three", size=2, overlap=1)]
    ['one two', ' two three', ' three']
    """
    encoding = tiktoken.get_encoding("cl100k_base")
    _, starts = encoding.decode_with_offsets(encoding.encode_ordinary(text))
    places = [*starts, len(text)]
    windows = [(places[start], places[end]) for start, end in published_windows(len(starts), size, overlap)]
    return [record(text, start, end) for start, end in windows if text[start:end].strip()]


# Taught as: "A last window that is shorter than a minimum size is noise: skip it."
@exhibit("lossless", ruler="characters", text="a", size=2, overlap=0, min_size=2)
def minimum_size(text: str, size: int = 500, overlap: int = 50, min_size: int = 100) -> list[Record]:
    """Cut windows of characters; one that is shorter than the minimum is not worth keeping.

    >>> [chunk["text"] for chunk in minimum_size("abcdefg", size=3, overlap=0, min_size=2)]
    ['abc', 'def']
    """
    chunks: list[Record] = []
    for start in range(0, len(text), size - overlap):
        end = min(start + size, len(text))
        if end - start < min_size:
            break
        chunks.append(record(text, start, end))
        if end == len(text):
            break
    return chunks


# Taught as: "Track the position while chunking: add the length of each chunk to it."
@exhibit("exact", ruler="cl100k_base", text="é", size=1, overlap=0)
def byte_offsets(text: str, size: int = 500, overlap: int = 0) -> list[Record]:  # noqa: ARG001 (repeats nothing)
    """Fill chunks with words and add up how long they were; the published smart_chunk keeps its positions so.

    >>> byte_offsets("naïve plan", size=2)
    [{'text': 'naïve', 'start_char': 0, 'end_char': 6}, {'text': 'plan', 'start_char': 7, 'end_char': 11}]
    """
    count = ruler("cl100k_base")
    chunks: list[Record] = []
    buffer, position = "", 0
    for word in [*re.findall(r"\S+\s*", text), None]:
        if buffer and (word is None or count((buffer + word).strip()) > size):
            body = buffer.strip()  # shorter than what is added to the position below ...
            end = position + len(body.encode())  # ... and bytes are not characters
            chunks.append({"text": body, "start_char": position, "end_char": end})
            buffer, position = "", position + len(buffer.encode())
        buffer += word or ""
    return chunks


SEPARATORS = ("\n\n", "\n", " ")


# Taught as: "Split on paragraphs, since they are natural units, and fill chunks with them."
@exhibit("bounded", ruler="cl100k_base", text="a.", size=1, overlap=0)
def one_separator_level(text: str, size: int = 500, overlap: int = 0) -> list[Record]:  # noqa: ARG001 (repeats nothing)
    r"""Fill chunks with paragraphs; a paragraph that does not fit becomes a chunk as it is.

    >>> [chunk["text"] for chunk in one_separator_level("One.\n\nA long paragraph of many words.", size=4)]
    ['One.\n\n', 'A long paragraph of many words.']
    """
    count = ruler("cl100k_base")
    chunks: list[Record] = []
    start = end = 0
    for paragraph in text.split("\n\n"):
        after = min(end + len(paragraph) + 2, len(text))
        if end > start and count(text[start:after]) > size:
            chunks.append(record(text, start, end))
            start = end
        end = after
    return [*chunks, record(text, start, end)] if text[start:end].strip() else chunks


# Taught as: "Join the pieces again while the sum of their lengths is within the limit."
@exhibit("bounded", ruler="characters", text="a b", size=2, overlap=0)
def separators_not_counted(text: str, size: int = 200, overlap: int = 0) -> list[Record]:  # noqa: ARG001
    """Split by the strongest separator, join neighbours while their own lengths fit, split what is too long again.

    >>> [chunk["text"] for chunk in separators_not_counted("a b c d", size=3)]
    ['a b c', 'd']
    """
    chunks = []
    for start, end in _split(text, 0, len(text), size, SEPARATORS):
        if text[start:end].strip():
            chunks.append(record(text, start, end))
    return chunks


def _split(text: str, start: int, end: int, size: int, separators: Sequence[str]) -> list[tuple[int, int]]:
    if end - start <= size:
        return [(start, end)]
    if not separators:
        return [(at, min(at + size, end)) for at in range(start, end, size)]
    spans: list[tuple[int, int]] = []
    first, last, filled, at = start, start, 0, start
    for piece in text[start:end].split(separators[0]):
        if filled and piece and filled + len(piece) > size:
            spans.extend(_fitted(text, (first, last), filled, size, separators))
            filled = 0
        if piece:
            first, last = first if filled else at, at + len(piece)
            filled += len(piece)  # the separators between the pieces are not counted
        at += len(piece) + len(separators[0])
    return [*spans, *(_fitted(text, (first, last), filled, size, separators) if filled else ())]


def _fitted(
    text: str, span: tuple[int, int], filled: int, size: int, separators: Sequence[str]
) -> list[tuple[int, int]]:
    """Keep a span whose pieces fit, as far as they were counted; split another by the next separator."""
    return [span] if filled <= size else _split(text, *span, size, separators[1:])


_SEEDS = ("1", "2", "3", "4", "5", "6", "7", "8")  # of Python's salted hash, one process each
_ANSWER = "import json, sys; from {} import semantic_overlap as f; print(json.dumps(f(**json.loads(sys.argv[1]))))"


def _in_a_process(given: Mapping[str, Any], seed: str) -> list[Record]:
    """Run :func:`semantic_overlap` in a process of its own, as another day would."""
    command = [sys.executable, "-c", _ANSWER.format(__name__), json.dumps(dict(given))]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60)
    chunks: list[Record] = json.loads(run.stdout)
    return chunks


def _deterministic(exhibit: Exhibit, given: Mapping[str, Any]) -> tuple[list[Record], dict[str, str]]:
    """Judge by running in two processes whose hashes are salted differently, and in more until two differ."""
    first = _in_a_process(given, _SEEDS[0])
    for seed in _SEEDS[1:]:
        if (other := _in_a_process(given, seed)) != first:
            one, two = ([chunk["text"] for chunk in chunks] for chunks in (first, other))
            return first, {exhibit.property_name: f"the same call in another process gave {two}, not {one}"}
    return first, {}


def random_embedding(text: str) -> NDArray[np.float64]:
    """Embed a text "for demonstration": random numbers, seeded so that the same text gives the same vector.

    It does so only within one process: ``hash`` of a text is salted anew in each.
    """
    vector: NDArray[np.float64] = np.random.default_rng(abs(hash(text))).standard_normal(8)
    return vector / np.linalg.norm(vector)


# Taught as: "Repeat what is similar to the next chunk; an embedding seeded by hash(text) will do to try it."
@exhibit("deterministic", ruler="words", judge=_deterministic, text="a b c", size=2, overlap=1)
def semantic_overlap(text: str, size: int = 50, overlap: int = 10, threshold: float = 0.0) -> list[Record]:
    """Cut windows of words; repeat words of the one before as long as they are similar to what comes next.

    >>> [chunk["text"] for chunk in semantic_overlap("one two", size=2, overlap=1)]
    ['one two']
    """
    words = [match.span() for match in re.finditer(r"\S+", text)]
    chunks: list[Record] = []
    start = end = 0
    while end < len(words):
        after, count = random_embedding(text[slice(*words[end])]), 0
        for word in reversed(words[start + 1 : end]):  # those before the cut that are similar to the one after it
            if count == overlap or random_embedding(text[slice(*word)]) @ after < threshold:
                break
            count += 1
        start = end - count
        end = min(start + size, len(words))
        chunks.append(record(text, words[start][0], words[end - 1][1]))
    return chunks
