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

from chunklib.evaluation.claims.exhibits.exhibit import Exhibit, Judged, Record, exhibit, record

_DIMENSIONS = 8
_SEEDS = ("1", "2", "3", "4", "5", "6", "7", "8")  # of Python's salted hash, one process each
_TIME = 60  # seconds for one process


def random_embedding(text: str) -> NDArray[np.float64]:
    """Embed a text "for demonstration": random numbers, seeded so that the same text gives the same vector.

    It does so only within one process: ``hash`` of a text is salted anew in each.
    """
    vector: NDArray[np.float64] = np.random.default_rng(abs(hash(text))).standard_normal(_DIMENSIONS)
    return vector / np.linalg.norm(vector)


def answer() -> None:
    """Answer the call that is on the command line."""
    print(json.dumps(semantic_overlap(**json.loads(sys.argv[1]))))


def _in_a_process(given: Mapping[str, Any], seed: str) -> list[Record]:
    """Run the function in a process of its own, as another day would."""
    code = f"from {__name__} import answer; answer()"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", code, json.dumps(dict(given))]
    run = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=_TIME)
    chunks: list[Record] = json.loads(run.stdout)
    return chunks


def deterministic(exhibit: Exhibit, given: Mapping[str, Any]) -> Judged:
    """Judge by running in two processes whose hashes are salted differently, and in more until two differ."""
    first = _in_a_process(given, _SEEDS[0])
    for seed in _SEEDS[1:]:
        other = _in_a_process(given, seed)
        if other != first:
            one, two = ([chunk["text"] for chunk in chunks] for chunks in (first, other))
            message = f"the same call in another process gave {two}, not {one}"
            return first, (exhibit.property_name,), message
    return first, (), ""


# Taught as: "Repeat what is similar to the next chunk; an embedding seeded by hash(text) will do to try it."
@exhibit("deterministic", ruler="words", judge=deterministic, text="a b c", size=2, overlap=1)
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
