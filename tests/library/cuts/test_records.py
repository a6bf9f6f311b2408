"""Records: whole where they fit, cut between members and rows, with the way that leads to them as context."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import records
from chunklib.chunk import Chunk
from chunklib.cuts import records as find
from chunklib.cuts.json_values import json_values
from tests.each import each
from tests.hostile import texts
from tests.promises import assert_kept, refused

EXAMPLES = settings().max_examples

KEYS = st.sampled_from(["a", "items", "long key", "é", "", 'q"uote', "back\\slash", "0", "line\nend"])
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("one two. Three four.")
)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5))
STYLES = st.fixed_dictionaries(
    {
        "indent": st.sampled_from([None, 0, 2, "\t"]),
        "separators": st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : ")]),
        "ensure_ascii": st.booleans(),
    }
)


def followed(value: Any, path: tuple[str, ...]) -> Any:
    """Follow a path through a parsed value; the empty key is written as two quotes."""
    for step in path:
        value = value[int(step)] if isinstance(value, list) else value["" if step == '""' else step]
    return value


def joined(text: str, chunks: list[Chunk]) -> bool:
    """Tell whether the chunks without overlap are the text, but for white space."""
    return "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(text.split())


@settings(max_examples=EXAMPLES * 2)
@given(value=VALUES, style=STYLES, size=st.integers(1, 60), overlap=st.integers(0, 20))
def test_the_path_leads_to_where_a_chunk_begins(value: Any, style: dict[str, Any], size: int, overlap: int) -> None:
    """In the parsed value it leads to the innermost value around all that the chunk has, but for closing marks."""
    text = json.dumps(value, **style)
    chunks = records(text, size, min(overlap, size - 1), format="json", ruler="characters")
    assert_kept(text, chunks, size, min(overlap, size - 1), "characters")
    if not overlap:
        assert joined(text, chunks)
    for chunk in chunks:
        path = chunk.metadata["headings"]
        assert isinstance(path, tuple)
        assert chunk.context == ("" if "".join(path).isdigit() else " > ".join(path))
        target = followed(value, path)
        at = chunk.end_char - len(chunk.text.lstrip())
        words = (chunk.start_char + found.start() for found in re.finditer(r"\w", chunk.text))
        last = max([at, *words, *(span[0] for span in spans_of(text) if span[0] < chunk.end_char)])
        inner = [span for span in spans_of(text) if span[0] <= at and last < span[1]]
        innermost = max(inner, key=lambda span: span[0])
        assert same(innermost[2], target)


def same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)


def spans_of(text: str) -> list[tuple[int, int, Any]]:
    """Every value of a JSON text with its place, by the standard library's reader alone."""
    decoder, found, at = json.JSONDecoder(), [], 0

    def value(at: int) -> int:
        parsed, end = decoder.raw_decode(text, at)
        found.append((at, end, parsed))
        if text[at] in "[{":
            inner = skip(at + 1)
            while inner < end - 1:
                if text[at] == "{":
                    inner = skip(skip(decoder.raw_decode(text, inner)[1]) + 1)
                inner = skip(value(inner))
                inner = skip(inner + 1) if text[inner] == "," else inner
                if inner >= end - 1:
                    break
        return end

    def skip(at: int) -> int:
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        return at

    value(skip(at))
    return found


@settings(max_examples=EXAMPLES)
@given(value=st.lists(VALUES, min_size=1, max_size=6), style=STYLES, size=st.integers(1, 80))
def test_a_member_that_fits_is_whole(value: Any, style: dict[str, Any], size: int) -> None:
    """An array or an object that fits with the comma after it, in whatever it is."""
    text = json.dumps(value, **style)
    chunks = records(text, size, 0, format="json", ruler="characters")
    for start, end, found in spans_of(text):
        comma = re.match(r"\s*,?", text[end:])
        if isinstance(found, (list, dict)) and comma and end + comma.end() - start <= size:
            assert any(chunk.start_char <= start and end <= chunk.end_char for chunk in chunks), text[start:end]


@settings(max_examples=EXAMPLES)
@given(
    value=st.lists(VALUES, min_size=1, max_size=6), size=st.integers(1, 60), end=st.sampled_from(["\n", "\r\n", "\n\n"])
)
def test_a_line_is_a_record(value: list[Any], size: int, end: str) -> None:
    lines = [json.dumps(one) for one in value]
    text = end.join(lines)
    chunks = records(text, size, 0, format="jsonl", ruler="characters")
    assert_kept(text, chunks, size, 0, "characters")
    starts = [sum(len(line) + len(end) for line in lines[:at]) for at in range(len(lines))]
    for chunk in chunks:
        at = sum(start <= chunk.end_char - len(chunk.text.lstrip()) for start in starts) - 1
        last = sum(start < chunk.end_char for start in starts) - 1
        path = chunk.metadata["headings"]
        assert isinstance(path, tuple)
        assert path[:1] == ((str(at),) if at == last else ())
        followed(value, path)
    for start, line in zip(starts, lines, strict=True):
        assert len(line) > size or any(c.start_char <= start and start + len(line) <= c.end_char for c in chunks)


CELLS = st.text(st.sampled_from('ab ,;"\n\r\t|é'), max_size=9)


@settings(max_examples=EXAMPLES)
@given(
    rows=st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=9),
    size=st.integers(1, 40),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_rows_are_those_of_the_standard_library(rows: list[list[str]], size: int, end: str) -> None:
    written = io.StringIO()
    csv.writer(written, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator=end).writerows([["x", "y"], *rows])
    text = written.getvalue()
    found = find(text, "tsv")
    edges = [0, *found.levels[0].offsets, len(text)]
    parts = [text[a:b] for a, b in pairwise(edges)]
    parsed = [next(csv.reader(io.StringIO(part, newline=""), delimiter="\t")) for part in parts]
    assert parsed == [["x", "y"], *rows]
    chunks = records(text, size, 0, format="tsv", ruler="characters")
    assert_kept(text, chunks, size, 0, "characters")
    for chunk in chunks:
        cut = not {chunk.start_char, chunk.end_char} <= {*edges}
        assert cut or chunk.context == ('"x"\t"y"' if chunk.start_char else "")
        assert chunk.context in ("", '"x"\t"y"', '"x"', '"y"')


def test_a_string_is_cut_at_its_lines_and_never_inside_an_escape() -> None:
    text = json.dumps(["one two\nthree four\n" * 3, "é\u0000🧿" * 9])
    chunks = records(text, 12, 0, ruler="characters")
    assert chunks[0].text == '["one two\\n'
    edges = {chunk.end_char for chunk in chunks[:-1]}
    assert not any("\\u" in text[end - 5 : end] for end in edges if text[end - 5 : end].rfind("\\u") >= 0)
    assert not any(text[:end].endswith("\\") for end in edges)
    assert_kept(text, records(text, 1, 0, ruler="characters"), 1, 0, "characters")


@each(
    "text",
    ['{"a": NaN, "b": [-Infinity, Infinity]}', '\ufeff{"a": 1}', '{"a":\r\n1}\r\n', '"\\ud800"', '"\ud800"', "7", " "],
)
def test_odd_json_is_read(text: str) -> None:
    assert_kept(text, records(text, 4, 0, format="json", ruler="characters"), 4, 0, "characters")


@each("opening", ["[", '{"a":', '[{"a":'])
def test_ten_thousand_levels_are_no_trouble(opening: str) -> None:
    closing = opening.replace('"a":', "")[::-1].translate(str.maketrans("[{", "]}"))
    text = opening * 10_000 + "1" + closing * 10_000
    chunks = records(text, 300, 30, format="json", ruler="characters", count_context=True)
    assert_kept(text, chunks, 300, 30, "characters")
    assert max(len(chunk.metadata["headings"]) for chunk in chunks) == 32  # type: ignore[arg-type]
    refused(lambda: json_values(opening * 10_000), ValueError, "not JSON", "line 1, column ", "the end of the text")


@each(
    ("form", "text", "named"),
    [
        ("json", '{"a": 1,}', ["line 1, column 9", "a key in double quotes", "found '}'"]),
        ("json", "[1,\n2,\n]", ["line 3, column 1", "a value", "found ']'"]),
        ("json", "[1\r\n2]", ["line 2, column 1", "a comma or ']'"]),
        ("json", '["a": 1]', ["line 1, column 5", "no colon"]),
        ("json", '{"a":', ["line 1, column 6", "a value", "the end of the text"]),
        ("json", "{} {}", ["line 1, column 4", "the end of the text, after one value"]),
        ("jsonl", '{"a": 1}\n{"a":\n2}', ["not JSON Lines", "line 2, column 6", "in the same line"]),
        ("jsonl", "1 2", ["line 1, column 2", "the end of the line"]),
        ("jsonl", '1\n{"a": 1\n2', ["line 3, column 1", "a comma or '}'"]),
        ("csv", 'a,b\n1,"two\n3,4\n', ["not CSV", "line 2, column 3", "never closed"]),
        ("xml", "<a>", ["format", "'xml'", "auto, json, jsonl, csv, tsv"]),
    ],
)
def test_what_is_not_of_the_format_is_refused_with_its_place(form: str, text: str, named: list[str]) -> None:
    refused(lambda: records(text, 20, 0, format=form), ValueError, *named)
    if form != "xml":
        assert records(text, 20, 0)  # with "auto" it has lines


@given(text=texts())
@settings(max_examples=EXAMPLES)
def test_what_the_standard_library_refuses_is_refused(text: str) -> None:
    try:
        json.loads(text)
        right = True
    except ValueError:
        right = not text.strip()
    try:
        json_values(text)
        assert right or text.startswith("\ufeff")
    except ValueError:
        assert not right


@each(
    ("text", "expected"),
    [
        ('{"a": 1}', "json"),
        ('{"a": 1}\n{"a": 2}', "jsonl"),
        ("a,b\n1,2\n3,4", "csv"),
        ("a;b\n1;2,5\n3;4,5", "csv"),
        ("a,b,c\n" + "1,2,3\n" * 20 + "1,2\n", "csv"),
        ("First, we go.\nThen, we leave.\nNow, we rest.", "lines"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "lines"),
        ("a,b\n1,2", "lines"),
        ('{"a": 1', "lines"),
        ('a,b\n1,2\n3,4\n5,"6', "lines"),
    ],
)
def test_what_a_text_is_taken_for(text: str, expected: str) -> None:
    found = find(text)
    lines = find("x\ny") if expected == "lines" else find(text, expected)
    assert [type(level.offsets) for level in found.levels][:1] == [type(level.offsets) for level in lines.levels][:1]
    assert bool(found.heads) == (expected == "csv")
    assert bool(found.headings) == (expected in ("json", "jsonl"))


def test_a_table_without_a_head_a_ragged_one_and_one_of_one_column() -> None:
    text = "1,2\n" * 9
    assert {chunk.context for chunk in records(text, 8, 0, format="csv", header=False, ruler="characters")} == {""}
    ragged = "a,b\n1\n1,2,3\n\n,,,,\n1,2\n"
    chunks = records(ragged, 6, 0, format="csv", ruler="characters")
    assert [chunk.context for chunk in chunks] == ["", *["a,b"] * (len(chunks) - 1)]
    assert joined(ragged, chunks)
    assert [chunk.context for chunk in records("name\nann\nbob\n", 4, 0, format="csv", ruler="characters")][1:] == [
        "name"
    ] * 2


def test_a_row_that_does_not_fit_is_cut_between_cells_and_each_piece_has_the_head() -> None:
    text = 'id,note\n1,"' + "some words of a long note " * 9 + '"\n2,short\n'
    chunks = records(text, 40, 0, format="csv", ruler="characters", count_context=True)
    assert [chunk.text for chunk in chunks[:2]] == ["id,note\n", "1,"]
    assert [chunk.context for chunk in chunks] == ["", "id", *["note"] * (len(chunks) - 3), "id,note"]
    assert_kept(text, chunks, 40, 0, "characters")


@each(("delimiter", "count_context"), [(",", False), (",", True), ("\t", True)])
@each("overlap", [0, 20])
def test_a_piece_of_a_wide_row_has_its_own_columns(delimiter: str, count_context: bool, overlap: int) -> None:
    """Quoted names with the delimiter and a line end in them, too; of parts of two rows it is the whole head."""
    names = [f"column {at}" if at % 7 else f'"a {at}{delimiter}\n b"' for at in range(60)]
    rows = [[f"{10 * row + at % 10}" for at in range(60)] for row in range(1, 4)]
    text = "".join(delimiter.join(row) + "\r\n" for row in (names, *rows))
    chunks = records(
        text, 110, overlap, format="csv" if delimiter == "," else "tsv", ruler="characters", count_context=count_context
    )
    assert_kept(text, chunks, 110, overlap, "characters")
    begin, width = text.index("\r\n10"), len(delimiter.join(rows[0])) + 2
    pieces = [chunk for chunk in chunks if chunk.start_char >= begin + 2 and chunk.text.strip()]
    assert len(pieces) > 4
    for chunk in pieces:
        assert "head_left_out" not in chunk.metadata
        seen = chunk.end_char - len(chunk.text.lstrip())
        low, high = (divmod(at - begin - 2, width) for at in (seen, chunk.end_char - 1))
        first, last = (low[1] // 3, high[1] // 3) if low[0] == high[0] else (0, 59)
        assert chunk.context == delimiter.join(names[first : last + 1])


def test_fifty_thousand_columns_take_no_more_than_their_own_names() -> None:
    names, row = ",".join(f"c{at}" for at in range(50_000)), ",".join(map(str, range(50_000)))
    chunks = records(f"{names}\n{row}\n", 500, 0, format="csv", count_context=True)
    assert max(len(chunk.context) for chunk in chunks) < 1_000
