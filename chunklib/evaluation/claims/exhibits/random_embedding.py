"""Semantic overlap with an embedding that means nothing, seeded by a hash that changes with every process."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.evaluation.claims.exhibits.exhibit import Exhibit, Exposure, Record, record

_DIMENSIONS = 8
_SEEDS = ("1", "2", "3", "4", "5", "6", "7", "8")  # of Python's salted hash, one process each
_TIME = 60  # seconds for one process


def random_embedding(text: str) -> NDArray[np.float64]:
    """Embed a text "for demonstration": random numbers, seeded so that the same text gives the same vector.

    It does so only within one process: ``hash`` of a text is salted anew in each.
    """
    vector: NDArray[np.float64] = np.random.default_rng(abs(hash(text))).standard_normal(_DIMENSIONS)
    return vector / np.linalg.norm(vector)


def semantic_overlap(text: str, size: int = 50, overlap: int = 10, threshold: float = 0.0) -> list[Record]:
    """Cut windows of words; repeat words of the one before as long as they are similar to what comes next.

    >>> [chunk["text"] for chunk in semantic_overlap("one two", size=2, overlap=1)]
    ['one two']
    """
    words = [match.span() for match in re.finditer(r"\S+", text)]
    chunks: list[Record] = []
    start = end = 0
    while end < len(words):
        start = end - _repeated([text[a:b] for a, b in words[start:end]], words, text, end, overlap, threshold)
        end = min(start + size, len(words))
        chunks.append(record(text, words[start][0], words[end - 1][1]))
    return chunks


def _repeated(
    before: list[str], words: list[tuple[int, int]], text: str, end: int, overlap: int, threshold: float
) -> int:
    """Count the words before the cut that are similar to the word after it, one after the other."""
    behind = random_embedding(text[slice(*words[end])])
    count = 0
    for word in reversed(before[1:]):
        if count == overlap or random_embedding(word) @ behind < threshold:
            break
        count += 1
    return count


def answer() -> None:
    """Answer the call that stands on the command line."""
    print(json.dumps(semantic_overlap(**json.loads(sys.argv[1]))))


def _in_a_process(given: Mapping[str, Any], seed: str) -> list[Record]:
    """Run the function in a process of its own, as another day would."""
    code = f"from {__name__} import answer; answer()"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", code, json.dumps(dict(given))]
    run = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=_TIME)
    chunks: list[Record] = json.loads(run.stdout)
    return chunks


def deterministic(exhibit: Exhibit, given: Mapping[str, Any]) -> Exposure:
    """Judge by running in two processes whose hashes are salted differently, and in more until two differ."""
    first = _in_a_process(given, _SEEDS[0])
    for seed in _SEEDS[1:]:
        other = _in_a_process(given, seed)
        if other != first:
            one, two = ([chunk["text"] for chunk in chunks] for chunks in (first, other))
            message = f"the same call in another process gave {two}, not {one}"
            return Exposure(exhibit.name, exhibit.property_name, given, first, (exhibit.property_name,), message)
    return Exposure(exhibit.name, exhibit.property_name, given, first, (), "")


RANDOM_EMBEDDING = Exhibit(
    name="semantic_overlap",
    what_is_said="Repeat what is similar to the next chunk; an embedding seeded by hash(text) will do to try it.",
    function=semantic_overlap,
    property_name="deterministic",
    smallest={"text": "a b c", "size": 2, "overlap": 1},
    ruler="words",
    judge=deterministic,
)
