"""Embeddings: what is at hand, what any callable may return, and how alike two vectors are."""

from __future__ import annotations

import builtins
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib import STRATEGIES, Chunker, Semantic
from chunklib.embed import HASHED_DIMENSIONS, cosine, embedder, hashing, vectors
from chunklib.retrieval import Database, Dense
from tests.each import each
from tests.hostile import texts
from tests.promises import refused

NUMBER = st.floats(-1e6, 1e6).filter(lambda number: number == 0 or abs(number) > 1e-6)


def row(dimensions: int = 3) -> st.SearchStrategy[list[float]]:
    return st.lists(NUMBER, min_size=dimensions, max_size=dimensions)


def plain_cosine(one: list[float], other: list[float]) -> float:
    """The definition: dot product over the product of the lengths; 0 where one has none."""
    lengths = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other, strict=True)) / lengths if lengths else 0.0


# ------------------------------------------------------------------ cosine


@given(rows=st.lists(st.tuples(row(), row()), min_size=1, max_size=9))
def test_the_cosine_is_that_of_the_definition(rows: list[tuple[list[float], list[float]]]) -> None:
    found = cosine(np.array([one for one, _ in rows]), np.array([other for _, other in rows]))
    assert found.shape == (len(rows),)
    assert found == pytest.approx([plain_cosine(one, other) for one, other in rows], abs=1e-9)
    assert (abs(found) <= 1).all()


def test_zeros_are_similar_to_nothing_and_not_to_themselves() -> None:
    zeros, one = np.zeros(3), np.array([1.0, 2.0, 3.0])
    assert cosine(zeros, one).tolist() == cosine(one, zeros).tolist() == cosine(zeros, zeros).tolist() == [0.0]
    assert cosine(one, one)[0] == pytest.approx(1)
    assert cosine(one, -one)[0] == pytest.approx(-1)


def test_vectors_of_whole_numbers_and_of_single_precision_are_compared_as_well() -> None:
    assert cosine(np.array([3, 4]), np.array([4, 3]))[0] == pytest.approx(0.96)
    assert cosine(np.array([3, 4], np.float32), np.array([4, 3], np.float32))[0] == pytest.approx(0.96)


# ------------------------------------------------------------------ what a callable returns


@given(rows=st.lists(row(), min_size=1, max_size=6))
def test_rows_have_length_one_or_are_zeros(rows: list[list[float]]) -> None:
    found = vectors(lambda texts: rows, ["a"] * len(rows))
    assert found.shape == (len(rows), 3)
    lengths = np.linalg.norm(found, axis=1)
    assert lengths == pytest.approx([1.0 if any(row) else 0.0 for row in rows])
    for given_row, unit in zip(rows, found.tolist(), strict=True):
        assert plain_cosine(given_row, unit) == pytest.approx(1.0 if any(given_row) else 0.0)


@each(
    "returned",
    [
        [[1, 0], [0, 1]],
        ((1.0, 0.0), (0.0, 1.0)),
        np.eye(2, dtype=np.float32),
        np.eye(2, dtype=np.int64),
        [np.array([1.0, 0.0]), np.array([0.0, 1.0])],
    ],
)
def test_whatever_is_one_vector_a_text_is_taken(returned: Any) -> None:
    assert vectors(lambda texts: returned, ["one", "two"]).tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_an_array_that_was_given_is_not_changed() -> None:
    mine = np.array([[3.0, 4.0], [0.0, 0.0]])
    vectors(lambda texts: mine, ["one", "two"])
    assert mine.tolist() == [[3.0, 4.0], [0.0, 0.0]]


def mine(texts: list[str]) -> Any:
    return RETURNED[0]


RETURNED: list[Any] = [None]
WRONG = {
    "nothing": None,
    "a number": 5.0,
    "a text": "vectors",
    "one vector for both": [1.0, 2.0],
    "too few": [[1.0, 2.0]],
    "no dimensions": [[], []],
    "ragged": [[1.0, 2.0], [1.0]],
    "a vector of vectors each": [[[1.0]], [[2.0]]],
    "an object": object(),
    "numbers as texts": [["1.0"], ["2.0"]],
    "complex numbers": [[1 + 1j], [2j]],
    "a missing number": [[None, 1.0], [1.0, 1.0]],
}


@each("name", WRONG)
def test_a_wrong_shape_is_refused_with_the_name_of_the_embedder(name: str) -> None:
    RETURNED[0] = WRONG[name]
    refused(lambda: vectors(mine, ["one", "two"]), ValueError, "one vector a text", "mine", "2 texts")


@each("number", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_refused_with_its_text(number: float) -> None:
    RETURNED[0] = [[1.0, 2.0], [1.0, number]]
    refused(lambda: vectors(mine, ["one", "two words"]), ValueError, "finite", "mine", "'two words'")
    refused(lambda: vectors(mine, ["one", "x" * 500 + "\n"]), ValueError, "finite", "xxx")
    with pytest.raises(ValueError, match="finite") as caught:
        vectors(mine, ["one", "x" * 500])
    assert len(str(caught.value)) < 200


@each("scale", [1e-320, 1e-200, 1e200, 1.7e308])
def test_very_small_and_very_large_numbers_have_a_direction(scale: float) -> None:
    found = vectors(lambda texts: [[scale, scale]], ["one"])
    assert found.tolist() == [pytest.approx([math.sqrt(0.5)] * 2, rel=1e-3)]


def test_an_embedder_is_given_a_list_of_its_own() -> None:
    given_texts = ["one", "two"]

    def greedy(texts: list[str]) -> Any:
        assert type(texts) is list
        texts.clear()
        return [[1.0], [1.0]]

    vectors(greedy, given_texts)
    assert given_texts == ["one", "two"]


# ------------------------------------------------------------------ what is at hand


@each("name", ["hashing", "wordllama"])
def test_the_named_ones_give_unit_rows_the_same_each_time(name: str) -> None:
    embed = embedder(name)
    sentences = ["It rains in Bergen.", "The rain falls on Bergen.", "The endpoint returns a token.", ""]
    found = vectors(embed, sentences)
    assert found.shape == (4, {"hashing": HASHED_DIMENSIONS, "wordllama": 256}[name])
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 1, 1, 0])
    assert (found == vectors(embedder(name), sentences)).all()
    assert found[:1] == pytest.approx(vectors(embed, sentences[:1]), abs=1e-6)
    assert cosine(found[0], found[1])[0] > cosine(found[0], found[2])[0]


@pytest.mark.parametrize("name", ["hashing", "wordllama"])
@given(text=texts(20))
def test_any_text_has_a_vector(name: str, text: str) -> None:
    assert vectors(embedder(name), [text, "and"]).shape[0] == 2


def test_hashing_is_the_same_in_every_process() -> None:
    """Python's own hash is salted anew in each."""
    program = "from chunklib.embed import hashing; print(hashing(['Cold fish and warm hands']).nonzero()[1].tolist())"
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert seen == {f"{hashing(['Cold fish and warm hands']).nonzero()[1].tolist()}\n"}


def test_hashing_knows_words_and_no_meaning() -> None:
    one, other, none = hashing(["Fish, cold FISH", "fish cold fish!", "... ?!"])
    assert (one == other).all()
    assert not none.any()
    assert cosine(*hashing(["warm", "hot"]))[0] == 0


def test_a_callable_is_taken_as_it_is() -> None:
    assert embedder(mine) is mine
    assert embedder(hashing) is embedder("hashing") is hashing
    assert embedder() is embedder(None) is embedder("wordllama")


def test_without_wordllama_nothing_is_hashed_unless_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The package cannot be removed for a test: its import is made to fail."""
    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "wordllama":
            raise ModuleNotFoundError(name)
        return real(name, *rest, **named)

    from chunklib import embed

    embed._wordllama.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    try:
        dense: Any = Dense
        text = "One two. Three four. Five six."
        for needs in (
            embedder,
            lambda: embedder("wordllama"),
            lambda: dense([]),
            lambda: Database(tmp_path / "new"),
            lambda: STRATEGIES["semantic"](text, 4, 0),
            lambda: STRATEGIES["recursive"](text, 4, Semantic(maximum=2)),
            lambda: Chunker("semantic"),
        ):
            with pytest.raises(ModuleNotFoundError, match="chunklib\\[semantic\\].*embed='hashing'") as caught:
                needs()
            assert caught.value.name == "wordllama"
        assert not (tmp_path / "new").exists()
        assert embedder("hashing") is hashing
        assert STRATEGIES["semantic"](text, 4, 0, embed="hashing")
    finally:
        monkeypatch.undo()
        embed._wordllama.cache_clear()


@each("name", ["", "Wordllama", "MiniLM", "text-embedding-3-small"])
def test_an_unknown_name_is_refused_with_those_there_are(name: str) -> None:
    refused(lambda: embedder(name), ValueError, repr(name), "wordllama", "hashing")


def test_what_is_no_embedder_is_refused() -> None:
    refused(lambda: embedder(["hashing"]), TypeError, "embedder")  # type: ignore[arg-type]


def test_the_model_leaves_the_log_of_the_program_alone() -> None:
    code = (
        "import logging; from chunklib.embed import embedder; embedder('wordllama')(['a text']); "
        "root = logging.getLogger(); print(root.level == logging.WARNING, root.handlers)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("True []\n", "")
