"""The audit agrees with a slow oracle on right chunks and wrong ones, and finds every way to break the contract."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunk, audit
from chunklib.contract import POINTS
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases, texts

EXAMPLES = settings().max_examples


def record(chunk: Chunk) -> dict[str, Any]:
    return {"text": chunk.text, "start_char": chunk.start_char, "end_char": chunk.end_char}


def broken(text: str, chunks: list[Any], size: int, overlap: int | str, ruler: Any) -> set[str]:
    report = audit(text, chunks, size=size, overlap=overlap, ruler=ruler)
    assert report.ok == (not report.breaches)
    return {point.name for point in report.points if not point.ok}


def assert_agree(text: str, chunks: list[Chunk], size: int, overlap: int | str, ruler: Any) -> None:
    expected = {name: found for name, found in oracle.breaches(text, chunks, size, overlap, ruler).items() if found}
    report = audit(text, chunks, size=size, overlap=overlap, ruler=ruler)
    for point in report.points:
        found = expected.get(point.name, set())
        assert point.ok == (not found), (point, found)
        if point.name == "lossless":
            lost = {at for breach in point.breaches for at in range(breach.start, breach.end) if not text[at].isspace()}
            assert lost == found
        else:
            assert {breach.chunk for breach in point.breaches} == found, point.name
    assert report.ok == (not expected)


@settings(max_examples=EXAMPLES * 2)
@given(strategy=st.sampled_from([*TEXT_STRATEGIES]), case=cases())
def test_right_chunks_are_right(strategy: str, case: Case) -> None:
    try:
        chunks = STRATEGIES[strategy](case.text, case.size, case.overlap, ruler=case.ruler)
    except ValueError:
        assert oracle.too_big(case.text, case.size, case.ruler)
        return
    asked = {"size": case.size, "overlap": case.overlap, "ruler": case.ruler}
    report = audit(case.text, chunks, **asked)  # type: ignore[arg-type]
    assert report.ok, str(report)
    assert report == audit(case.text, list(map(record, chunks)), **asked)  # type: ignore[arg-type]


@settings(max_examples=EXAMPLES * 3)
@given(case=cases(12), data=st.data())
def test_the_audit_agrees_with_the_oracle_on_any_spans(case: Case, data: st.DataObject) -> None:
    """Spans drawn at random, sorted or not, their text right or not."""
    text, size, overlap, ruler = case
    place = st.integers(0, len(text))
    spans = data.draw(st.lists(st.tuples(place, place).map(sorted), max_size=5))
    if data.draw(st.booleans()):
        spans.sort()
    wrong = data.draw(st.sampled_from([None, None, None, "?", "\ufffd", ""]))
    chunks = [Chunk(text[start:end], start, end, 0, 0, index) for index, (start, end) in enumerate(spans)]
    if wrong is not None and chunks:
        chunks[-1] = dataclasses.replace(chunks[-1], text=wrong)
    assert_agree(text, chunks, size, overlap, ruler)


TEXT = "Die Straße ist naïve e\u0301 👩‍🔧 lang. And a second sentence follows here. " * 8
Breaker = Callable[[list[dict[str, Any]]], Any]


def edit(index: int, **changes: Any) -> Breaker:
    return lambda chunks: chunks[index].update(changes)


def moved(index: int, start: int, end: int) -> Breaker:
    """Give a chunk other offsets, and the text that lies there."""

    def change(chunks: list[dict[str, Any]]) -> None:
        chunk = chunks[index]
        chunk["start_char"] += start
        chunk["end_char"] += end
        chunk["text"] = TEXT[chunk["start_char"] : chunk["end_char"]]

    return change


BREAKS: dict[str, tuple[str, Breaker]] = {
    "offset -1 for not found": ("exact", edit(2, start_char=-1)),
    "end behind the text": ("exact", edit(-1, end_char=len(TEXT) + 1)),
    "too large": ("bounded", moved(1, 0, 80)),
    "one from the middle dropped": ("lossless", lambda chunks: chunks.pop(3)),
    "a window inside its neighbour": (
        "no waste",
        lambda chunks: chunks.append(
            {**chunks[-1], "text": chunks[-1]["text"][1:], "start_char": chunks[-1]["start_char"] + 1}
        ),
    ),
    "an empty chunk": (
        "no waste",
        lambda chunks: chunks.append({"text": "", "start_char": len(TEXT), "end_char": len(TEXT)}),
    ),
    "too much shared": ("overlap", moved(2, -60, 0)),
    "a letter replaced by U+FFFD": (
        "clean",
        lambda chunks: chunks[0].update(text=chunks[0]["text"].replace("ß", "\ufffd")),
    ),
    "an accent cut": (
        "clean",
        lambda chunks: chunks.__setitem__(
            0, {"text": TEXT[: TEXT.index("\u0301")], "start_char": 0, "end_char": TEXT.index("\u0301")}
        ),
    ),
}


@each("name", BREAKS)
def test_every_breach_is_found(name: str) -> None:
    """The audit does not see which strategy made the chunks."""
    chunks = [record(chunk) for chunk in STRATEGIES["recursive"](TEXT, 24, 6, ruler="cl100k_base")]
    assert len(chunks) > 5
    assert audit(TEXT, chunks, size=24, overlap=6).ok
    point, change = BREAKS[name]
    change(chunks)
    report = audit(TEXT, chunks, size=24, overlap=6)
    assert not report.ok
    assert not report[point].ok, str(report)
    for breach in report.breaches:
        assert "\n" not in breach.message
        assert any(digit.isdigit() for digit in breach.message)
        assert breach.start <= len(TEXT) + 1
    assert f"✗ {point}" in str(report)
    assert report[point].breaches[0].message in str(report)


def test_messages_name_the_numbers() -> None:
    chunks = [
        {"text": text, "start_char": at, "end_char": at + len(text)} for at, text in ((0, "abcdef"), (3, "defghi"))
    ]
    messages = [breach.message for breach in audit("abcdefghi", chunks, size=4, overlap=2, ruler="characters").breaches]
    assert len(messages) == 3
    assert all("6" in message and "4" in message and "abcdef" in message + "abcdef" for message in messages[:2])
    assert all(figure in messages[2] for figure in ("0", "1", "3", "2"))


@settings(max_examples=EXAMPLES)
@given(text=texts(), size=st.integers(1, 9))
def test_every_message_is_one_printable_line(text: str, size: int) -> None:
    chunks = [{"text": text + "\ufffd\u2028", "start_char": 0, "end_char": len(text) // 2}]
    report = audit(text, chunks, size=size, overlap=0, ruler="characters")
    assert not report.ok
    for breach in report.breaches:
        assert len(breach.message.splitlines()) == 1
        breach.message.encode("utf-8")


@given(text=texts(20), cut=st.integers(0, 60), back=st.integers(0, 60), count=st.integers(1, 3))
@settings(max_examples=EXAMPLES)
def test_shared_sentences_are_counted_like_the_oracle(text: str, cut: int, back: int, count: int) -> None:
    end, start = min(cut, len(text)), max(min(cut, len(text)) - back, 0)
    chunks = [Chunk(text[:end], 0, end, 0, 0, 0), Chunk(text[start:], start, len(text), 0, 0, 1)]
    assert_agree(text, chunks, 10_000, f"{count}s", "characters")


def test_a_cluster_bigger_than_the_size_may_be_cut() -> None:
    text = "👨‍👩‍👧‍👦"
    halves = [
        {"text": text[:4], "start_char": 0, "end_char": 4},
        {"text": text[4:], "start_char": 4, "end_char": 7},
    ]
    assert audit(text, halves, size=6, overlap=0, ruler="characters").ok
    assert broken(text, halves, 7, 0, "characters") == {"clean"}


def test_no_chunks_of_no_text_are_right() -> None:
    for text in ("", " \n"):
        report = audit(text, [], size=5, overlap=1)
        assert report.ok
        assert "0 chunks" in str(report)


@each(("start", "end"), [(3, 3), (5, 2)])
def test_what_an_empty_chunk_leaves_out_is_lost_once(start: int, end: int) -> None:
    lost = audit("one two", [{"text": "", "start": start, "end": end}], size=9, overlap=0)["lossless"]
    assert [breach.message for breach in lost.breaches] == ['lost: "one two" at character 0']


def test_the_report_has_every_point_in_order() -> None:
    report = audit("a", STRATEGIES["recursive"]("a"), size=5, overlap=1)
    assert tuple(point.name for point in report.points) == oracle.POINTS == tuple(POINTS)
    assert all(point.rule in str(report) for point in report.points)
    assert str(report).count("✓") == len(report.points)


def test_figures_of_the_report_are_measured_not_believed() -> None:
    """A chunk that claims to be small is measured again."""
    lying = [
        Chunk("abcdef", 0, 6, size=1, overlap=0, index=0),
        Chunk("defghi", 3, 9, size=1, overlap=0, index=1),
    ]
    report = audit("abcdefghi", lying, size=5, overlap=2, ruler="characters")
    assert (report.stats.stored, report.stats.shared, report.stats.bare) == (12, 3, 0)
    assert {point.name for point in report.points if not point.ok} == {"bounded", "overlap"}
