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


def off_by(amount: int) -> Breaker:
    return lambda chunks: [
        c.update(start_char=c["start_char"] + amount, end_char=c["end_char"] + amount) for c in chunks
    ]


BREAKS: dict[str, tuple[str, Breaker]] = {
    "offsets shifted by one": ("exact", off_by(1)),
    "offsets shifted back": ("exact", off_by(-1)),
    "offsets in bytes": (
        "exact",
        lambda chunks: [c.update(end_char=c["start_char"] + len(c["text"].encode())) for c in chunks],
    ),
    "offset -1 for not found": ("exact", edit(2, start_char=-1)),
    "end behind the text": ("exact", edit(-1, end_char=len(TEXT) + 1)),
    "start behind the end": ("exact", edit(1, start_char=60, end_char=50)),
    "text stripped, offsets kept": (
        "exact",
        lambda chunks: [c.update(text=c["text"].strip()) for c in chunks],
    ),
    "a letter changed": ("exact", lambda chunks: chunks[1].update(text="#" + chunks[1]["text"][1:])),
    "white space normalised": (
        "exact",
        lambda chunks: chunks[0].update(text=chunks[0]["text"].replace(" ", "  ", 1)),
    ),
    "too large": ("bounded", moved(1, 0, 80)),
    "everything in one chunk": (
        "bounded",
        lambda chunks: chunks.__setitem__(slice(None), [{"text": TEXT, "start_char": 0, "end_char": len(TEXT)}]),
    ),
    "the tail dropped": ("lossless", lambda chunks: chunks.pop()),
    "the head dropped": ("lossless", lambda chunks: chunks.pop(0)),
    "one from the middle dropped": ("lossless", lambda chunks: chunks.pop(3)),
    "nothing returned": ("lossless", lambda chunks: chunks.clear()),
    "last letter lost": ("lossless", moved(-1, 0, -2)),
    "a window inside its neighbour": (
        "no waste",
        lambda chunks: chunks.append(
            {**chunks[-1], "text": chunks[-1]["text"][1:], "start_char": chunks[-1]["start_char"] + 1}
        ),
    ),
    "the same chunk twice": ("no waste", lambda chunks: chunks.insert(2, dict(chunks[1]))),
    "order reversed": ("no waste", lambda chunks: chunks.reverse()),
    "a chunk of white space": (
        "no waste",
        lambda chunks: chunks.append({"text": " ", "start_char": len(TEXT) - 1, "end_char": len(TEXT)}),
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
    "an emoji cut": (
        "clean",
        lambda chunks: chunks.__setitem__(
            0, {"text": TEXT[: TEXT.index("🔧")], "start_char": 0, "end_char": TEXT.index("🔧")}
        ),
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


@each("period", ["ab ", "the same words again. "])
def test_right_slices_at_wrong_places_are_found(period: str) -> None:
    """If text repeats, a search finds the first of many equal slices; each is exact, and the rest is lost."""
    text = period * 60
    chunks = [record(chunk) for chunk in STRATEGIES["fixed_characters"](text, len(period) * 3, 0)]
    for chunk in chunks:
        start = text.find(chunk["text"])
        chunk.update(start_char=start, end_char=start + len(chunk["text"]))
    report = audit(text, chunks, size=len(period) * 3, overlap=0, ruler="characters")
    assert report["exact"].ok
    assert not report["lossless"].ok
    assert not report["no waste"].ok


def test_the_first_breach_says_what_and_where() -> None:
    chunks = [{"text": "aa", "start_char": 0, "end_char": 2}]
    report = audit("aa b", chunks, size=1, overlap=0, ruler="words")
    (breach,) = report.breaches
    assert (breach.start, breach.end, breach.message) == (3, 4, 'lost: "b" at character 3')


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


@each(("start", "ok"), [(19, True), (18, False), (6, False)])
def test_a_part_of_a_sentence_counts_as_a_sentence(start: int, ok: bool) -> None:
    text = "It rained all day. Then she left. They went home."
    assert oracle.sentence_edges(text) == (0, 19, 34, 49)
    chunks = [{"text": text[a:b], "start_char": a, "end_char": b} for a, b in ((0, 34), (start, 49))]
    report = audit(text, chunks, size=100, overlap="1s", ruler="characters")
    assert report["overlap"].ok == ok


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


def test_replacement_characters_of_the_document_are_its_own() -> None:
    text = "a\ufffdb\ufffd"
    chunks = [{"text": text, "start_char": 0, "end_char": 4}]
    assert audit(text, chunks, size=9, overlap=0, ruler="characters").ok


def test_special_tokens_are_measured_as_text() -> None:
    text = "<|endoftext|>" * 3
    chunks = [{"text": text, "start_char": 0, "end_char": len(text)}]
    size = oracle.tokens("cl100k_base", text)
    assert audit(text, chunks, size=size, overlap=0).ok
    assert broken(text, chunks, size - 1, 0, "cl100k_base") == {"bounded"}


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
