"""``python -m research.stored_vectors``: make the vectors of MiniLM that the course carries, in two minutes."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import classroom.lessons
from chunklib.atomic_write import replace_file
from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.searched_context import Context, with_context
from classroom.lessons.minilm import CHUNKINGS, FILE, content, key
from research.effects.ways import line_before, prefix, title
from research.minilm import MiniLM

_CONTEXTS: tuple[tuple[str, Context], ...] = (
    ("recursive", None),
    ("recursive", title),
    ("recursive", line_before),
    ("recursive", prefix),
    ("token_windows", None),
    ("markdown", False),
    ("markdown", True),
)


def chunkings(prepared: Prepared) -> dict[str, list[Chunk]]:
    """Make the chunks that have vectors, by the names of :data:`classroom.lessons.minilm.CHUNKINGS`."""
    settings = ({"strategy": strategy, "size": 200, "overlap": 0} for strategy, _ in _CONTEXTS)
    made = zip(CHUNKINGS, settings, _CONTEXTS, strict=True)
    return {
        name: [*with_context(prepared, chunked(prepared, setting), context)] for name, setting, (_, context) in made
    }


def made(embed: Callable[[list[str]], NDArray[Any]]) -> bytes:
    """Write the file: questions and chunks, each text once, its vector in 8 bits a number."""
    prepared = Prepared(own_benchmark())
    texts = [*prepared.texts, *(in_full(chunk) for chunks in chunkings(prepared).values() for chunk in chunks)]
    different = list(dict.fromkeys(texts))
    keys, vectors = np.array([key(text) for text in different], np.uint64), as_integers(embed(different))
    file = BytesIO()
    np.savez(file, keys=keys, vectors=vectors, content=content(keys, vectors))
    return file.getvalue()


def as_integers(rows: NDArray[Any]) -> NDArray[np.int8]:
    """Write vectors in whole numbers from -127 to 127; each keeps its direction, to 8 bits."""
    whole: NDArray[np.int8] = np.rint(127 * rows / np.abs(rows).max(axis=1, keepdims=True)).astype(np.int8)
    return whole


if __name__ == "__main__":
    replace_file(Path(classroom.lessons.__path__[0], FILE), made(MiniLM()))
