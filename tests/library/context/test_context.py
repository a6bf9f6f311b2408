"""Context tells what a chunk does not say itself: headers, links, sentence windows, descriptions, pooled vectors."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, Chunk, audit
from chunklib.context import (
    Cost,
    contextualize,
    heading_path,
    late_chunks,
    link,
    pool,
    sentence_windows,
)
from chunklib.cuts import Graphemes
from chunklib.data import load
from tests.each import each
from tests.hostile import texts

HANDBOOK = load("handbook")
EXAMPLES = settings().max_examples


def chunk(text: str, start: int, document: str = "doc", overlap: int = 0) -> Chunk:
    return Chunk(text, start, start + len(text), len(text), overlap, 0, document)


# Headers


def test_a_heading_path_is_the_one_that_markdown_chunks_carry() -> None:
    chunks = STRATEGIES["markdown"](HANDBOOK, 200, 0)
    bare = [replace(one, context="", metadata={"own": 1}) for one in chunks]
    found = heading_path(HANDBOOK, bare)
    assert [one.context for one in found] == [one.context.partition("\n")[0] for one in chunks]
    assert [one.metadata for one in found] == [{"own": 1, **one.metadata} for one in chunks]
    assert len({one.context for one in found}) > 10


def test_chunks_of_another_document_are_refused() -> None:
    stranger = chunk("Tea", 1)
    message = "chunk doc:1-4 is not of this document: the document has other text at its offsets"
    calls: list[Callable[[], object]] = [
        lambda: heading_path("Tea", [stranger]),
        lambda: contextualize("Tea", [stranger], lambda document, chunk: ""),
        lambda: late_chunks("Tea", [stranger], lambda text: ([], [])),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=f"^{message}$"):
            call()


# Links

LINKS = {"previous_id", "next_id", "sentence_before", "sentence_after", "overlap_before", "overlap_after"}


@given(text=texts(), size=st.integers(3, 40), data=st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_links_lead_there_and_back(text: str, size: int, data: st.DataObject) -> None:
    chunks = STRATEGIES["recursive"](text, size, data.draw(st.integers(0, size - 1)), ruler="characters")
    linked = link(chunks)
    assert [replace(one, metadata={}) for one in linked] == chunks
    assert all(set(one.metadata) == LINKS for one in linked)
    for one, two in pairwise(linked):
        assert (one.metadata["next_id"], two.metadata["previous_id"]) == (two.id, one.id)
        assert one.metadata["overlap_after"] == two.metadata["overlap_before"] == two.overlap
        before, after = str(two.metadata["sentence_before"]), str(one.metadata["sentence_after"])
        assert text[: two.start_char].rstrip().endswith(before)
        assert text[one.end_char :].lstrip().startswith(after)
        assert bool(before) == bool(text[one.start_char : two.start_char].strip())
    if linked:
        ends = linked[0].metadata, linked[-1].metadata
        assert (ends[0]["previous_id"], ends[0]["sentence_before"], ends[0]["overlap_before"]) == (None, "", 0)
        assert (ends[1]["next_id"], ends[1]["sentence_after"], ends[1]["overlap_after"]) == (None, "", 0)
    assert link(linked) == linked


def test_links_name_the_sentences_that_are_not_shared() -> None:
    text = "One came. Two went. Three stayed. Four left. Five slept."
    linked = link(STRATEGIES["sentences"](text, 7, "1s", ruler="words"))
    assert [one.text for one in linked][:2] == [
        "One came. Two went. Three stayed. ",
        "Three stayed. Four left. Five slept.",
    ]
    assert linked[1].metadata["sentence_before"] == "Two went."
    assert linked[0].metadata["sentence_after"] == "Four left."
    assert linked[0].metadata["overlap_after"] == linked[1].overlap == 2


def test_of_a_cut_sentence_the_other_part_is_given() -> None:
    one, two = link([chunk("It rained all", 0), chunk(" day long. Then sun.", 13)])
    assert one.metadata["sentence_after"] == "day long."
    assert two.metadata["sentence_before"] == "It rained all"


def test_metadata_is_kept_and_the_given_chunks_are_not_changed() -> None:
    given_ = replace(chunk("One.", 0), metadata={"pages": (1, 2)})
    [linked] = link([given_])
    assert linked.metadata["pages"] == (1, 2)
    assert given_.metadata == {"pages": (1, 2)}


def test_links_never_cross_documents() -> None:
    parts = [chunk("One.", 0, "a"), chunk("Two.", 5, "a"), chunk("Three.", 0, "b")]
    assert [(one.metadata["previous_id"], one.metadata["next_id"]) for one in link(parts)] == [
        (None, "a:5-9"),
        ("a:0-4", None),
        (None, None),
    ]
    with pytest.raises(ValueError, match="chunks of one document must be together: a:5-9 comes after another"):
        link([parts[0], parts[2], parts[1]])


@each("second", [chunk("One.", 0), chunk("ne", 1), chunk("before", 0)])
def test_chunks_out_of_order_are_refused(second: Chunk) -> None:
    with pytest.raises(ValueError, match="chunks must be in the order of the text, none inside another: doc:"):
        link([chunk("One.", 0 if second.end_char < 6 else 2), second])


def test_a_text_that_its_offsets_deny_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^chunk doc:0-9 has a text of 4 characters$"):
        link([replace(chunk("One.", 0), end_char=9)])


# Sentence windows


@given(text=texts(), window=st.integers(0, 4))
@settings(max_examples=EXAMPLES, deadline=None)
def test_sentences_with_windows_keep_the_contract(text: str, window: int) -> None:
    found = sentence_windows(text, window, ruler="characters", document="doc")
    report = audit(text, found, size=max(len(text), 1), overlap=0, ruler="characters")
    assert report.ok, report
    edges = Graphemes(text)
    for index, one in enumerate(found):
        start, end = cast("tuple[int, int]", one.metadata["window"])
        assert one.metadata["window_text"] == text[start:end]
        assert start == found[max(0, index - window)].start_char
        assert end == found[min(len(found) - 1, index + window)].end_char
        assert edges.at(one.start_char)
        assert edges.at(one.end_char)


def test_a_negative_window_is_refused() -> None:
    with pytest.raises(ValueError, match="^window must be at least 0: got window=-1$"):
        sentence_windows("One.", -1)


# Descriptions

DOCUMENT = "Green tea wants 80 degrees. It wants two minutes."
TEA = [Chunk(DOCUMENT[:27], 0, 27, 5, 0, 0, "tea", "Tea > Green"), Chunk(DOCUMENT[28:], 28, 49, 4, 0, 1, "tea")]


def test_descriptions_go_below_the_heading_path_and_leave_the_text() -> None:
    asked: list[tuple[str, str]] = []

    def describe(document: str, part: Chunk) -> str:
        asked.append((document, part.id))
        return f" About {part.start_char}.\n"

    found = contextualize(DOCUMENT, TEA, describe, ruler="words").chunks
    assert asked == [(DOCUMENT, "tea:0-27"), (DOCUMENT, "tea:28-49")]
    assert [one.context for one in found] == ["Tea > Green\nAbout 0.", "About 28."]
    assert [replace(one, context="") for one in found] == [replace(one, context="") for one in TEA]


def test_the_cost_is_what_calls_read_and_write() -> None:
    cost = contextualize(DOCUMENT, TEA, lambda document, part: "Of tea:", ruler="words").cost
    assert cost == Cost(calls=2, document=9, chunks=9, written=4, stored=4)
    assert cost.read == 27


def test_an_empty_description_adds_nothing() -> None:
    assert contextualize(DOCUMENT, TEA, lambda document, part: " ").chunks == TEA


def test_a_callable_that_fails_is_named_with_the_chunk() -> None:
    def fails(document: str, part: Chunk) -> str:
        return {"tea:0-27": "fine"}[part.id]

    with pytest.raises(RuntimeError, match="^describe failed for chunk tea:28-49: KeyError: 'tea:28-49'$") as caught:
        contextualize(DOCUMENT, TEA, fails)
    assert isinstance(caught.value.__cause__, KeyError)
    with pytest.raises(TypeError, match="^describe must return a str: got NoneType for chunk tea:0-27$"):
        contextualize(DOCUMENT, TEA, lambda document, part: cast("str", None))


# Late chunking


@st.composite
def embedded(draw: st.DrawFn) -> tuple[list[list[float]], list[tuple[int, int]], list[Chunk]]:
    """Tokens that cover a text with gaps, overlaps and special ones, and chunks that each touch one."""
    places, end = [(0, 0)], 0
    for _ in range(draw(st.integers(1, 12))):
        start = draw(st.integers(max(0, end - 1, places[-1][0]), end + 2))
        end = max(end, start + draw(st.integers(1, 4)))
        places.append((start, end))
    places.append((0, 0))
    values = draw(
        st.lists(st.lists(st.floats(-9, 9), min_size=2, max_size=2), min_size=len(places), max_size=len(places))
    )
    spans = st.tuples(st.integers(0, end), st.integers(0, end)).map(sorted)
    touched = spans.filter(lambda span: any(a < span[1] and span[0] < b for a, b in places))
    return values, places, [chunk("x" * (b - a), a) for a, b in draw(st.lists(touched, max_size=6))]


@given(embedded())
@settings(max_examples=EXAMPLES * 2, deadline=None)
def test_a_pooled_vector_is_the_mean_of_the_tokens_that_the_chunk_touches(
    given_: tuple[list[list[float]], list[tuple[int, int]], list[Chunk]],
) -> None:
    values, places, chunks = given_
    found = pool(values, places, chunks)
    assert found.shape == (len(chunks), 2)
    for row, one in zip(found, chunks, strict=True):
        own = [v for v, (a, b) in zip(values, places, strict=True) if a < one.end_char and one.start_char < b and a < b]
        np.testing.assert_allclose(row, np.mean(own, axis=0), atol=1e-12)


@each(
    ("vectors", "offsets", "message"),
    [
        ([1.0, 2.0], [(0, 1), (1, 2)], r"vectors must have the shape \(tokens, dimensions\): got \(2,\)"),
        ([[1.0], [2.0, 3.0]], [(0, 1), (1, 2)], "vectors must have rows of one length"),
        ([["a"]], [(0, 1)], "vectors must be numbers: got <U1"),
        ([[1.0]], [(0, 1), (1, 2)], r"offsets must have the shape \(1, 2\), whole numbers: got \(2, 2\), int64"),
        ([[1.0]], [(0.5, 1.0)], r"offsets must have the shape \(1, 2\), whole numbers: got \(1, 2\), float64"),
        ([[1.0], [float("nan")]], [(0, 1), (1, 2)], "vectors must be finite: that of token 1 is not"),
        ([[1.0], [1.0]], [(1, 2), (0, 1)], "offsets must rise: the token at 0-1 is out of order"),
        ([[1.0]], [(2, 1)], "offsets must rise: the token at 2-1 is out of order"),
        ([[1.0]], [(0, 1)], "no token lies in chunk doc:1-3: the tokens end at 1"),
        (np.empty((0, 4)), np.empty((0, 2), int), "no token lies in chunk doc:1-3: the tokens end at 0"),
    ],
)
def test_vectors_that_cannot_be_pooled_are_refused(vectors: Any, offsets: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        pool(vectors, offsets, [chunk("bc", 1)])


def test_late_chunks_embed_the_document_once() -> None:
    calls: list[str] = []

    def embed(text: str) -> tuple[list[list[int]], list[tuple[int, int]]]:
        calls.append(text)
        return [[ord(letter)] for letter in text], [(at, at + 1) for at in range(len(text))]

    found = late_chunks("abcd", [chunk("bc", 1), chunk("abcd", 0)], embed)
    assert found.tolist() == [[98.5], [98.5]]
    assert calls == ["abcd"]
    with pytest.raises(ValueError, match=r"^embed_tokens must return a pair \(vectors, offsets\): got ndarray$"):
        late_chunks("abcd", [], cast("Any", lambda text: np.ones((4, 2))))
