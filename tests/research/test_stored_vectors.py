"""The vectors that the course carries are MiniLM's, to 8 bits, of exactly the chunks that are named."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from chunklib.context import in_full
from chunklib.evaluation import own_benchmark
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared
from classroom.lessons import minilm as lessons
from research.minilm import MiniLM
from research.stored_vectors import as_integers, chunkings
from tests.each import each
from tests.promises import refused

OWN = Prepared(own_benchmark())
CHUNKS = chunkings(OWN)


@each("name", lessons.CHUNKINGS)
def test_every_chunk_that_is_named_has_a_vector_and_no_other_text(name: str) -> None:
    assert lessons.minilm([in_full(chunk) for chunk in CHUNKS[name]]).shape == (len(CHUNKS[name]), 384)
    first = in_full(CHUNKS[name][0])
    refused(lambda: lessons.minilm([first, f"{first} "]), ValueError, first[:20].splitlines()[0], "stored are", name)


def test_one_text_and_a_changed_file_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    refused(lambda: lessons.minilm("tea"), TypeError, "got str")  # type: ignore[arg-type]
    monkeypatch.setattr(lessons, "content", lambda keys, vectors: np.zeros(32, np.uint8))
    lessons._stored.cache_clear()
    refused(lambda: lessons.minilm(["tea"]), ValueError, "minilm.npz", "was changed")


@pytest.mark.slow
def test_eight_bits_are_made_again_and_find_what_single_precision_finds() -> None:
    exact, chunks = cache(lambda texts: MiniLM()(list(texts))), CHUNKS["token_windows 200/0"]
    both = [exact(tuple(OWN.texts)), exact(tuple(in_full(chunk) for chunk in chunks))]
    places, stored = lessons._stored()
    again = [stored[[places[lessons.key(text)] for text in texts]] for texts in (OWN.texts, map(in_full, chunks))]
    assert all(np.abs(as_integers(one) - other.astype(int)).max() <= 1 for one, other in zip(both, again, strict=True))
    embedders = (lambda texts: exact(tuple(texts))), lessons.minilm
    single, rounded = (score(OWN, chunks, retriever="dense", embed=one) for one in embedders)
    assert all(abs(single.mean(name) - rounded.mean(name)) < 0.003 for name in ("recall", "recall_1000"))
