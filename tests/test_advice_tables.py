"""The guideline tables: readable, each row with a source and a finding, computed figures right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib import STRATEGIES
from chunklib.advice import TABLES, Guideline, Range, Table, table
from chunklib.advice.arithmetic import of_percent, of_sizes, redundancy, whole_evidence
from chunklib.advice.table import columns
from chunklib.calculators import containment, storage_impact

ROWS = [(table.name, row) for table in TABLES.values() for row in table]


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[f"{name}-{row.case}" for name, row in ROWS])
def test_every_row_says_where_it_is_from_and_what_was_found(name: str, row: Guideline) -> None:
    assert row.case
    assert row.source
    assert row.finding.strip() == row.finding != ""
    assert row.strategy in {"", "pdf", *STRATEGIES}
    assert row.size is None or row.size.unit in ("tokens", "characters")
    for span in (row.size, row.overlap):
        assert span is None or span.low is None or span.high is None or span.low <= span.high
    assert table(name)[row.case] is row


def test_a_number_of_the_field_has_a_unit_and_no_two_rows_one_case() -> None:
    for found in TABLES.values():
        assert len({row.case for row in found}) == len(found) > 0
        assert all("unit" not in row.finding for row in found)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_printed_in_columns_with_the_finding_below_each_row(name: str) -> None:
    found = table(name)
    lines = str(found).split("\n")
    assert lines[0] == f"{found.title} ({name})"
    assert lines[1].startswith("case")
    for row in found:
        at = next(number for number, line in enumerate(lines) if line.startswith(row.case) and row.source in line)
        shown = " ".join(line.strip() for line in lines[at + 1 :])
        assert shown.startswith(f"→ {row.finding}")
        for span in (row.size, row.overlap):
            assert span is None or str(span) in lines[at]
        assert row.says in lines[at]
    assert not any(line != line.rstrip() for line in lines)


def test_an_unknown_table_or_row_is_named_with_the_choices() -> None:
    with pytest.raises(ValueError, match=r"^unknown table 'sizes': choose one of size by use, size bands, "):
        table("sizes")
    with pytest.raises(KeyError, match="size bands has no row 'huge': choose one of too small, good, too large"):
        table("size bands")["huge"]


def test_a_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        TABLES["new"] = table("units")  # type: ignore[index]


@pytest.mark.parametrize(
    ("span", "inside", "outside", "shown"),
    [
        (Range(400, 600, "tokens"), (400, 512.5, 600), (399, 601), "400-600 tokens"),
        (Range(200, 200, "characters"), (200,), (199, 201), "200 characters"),
        (Range(None, 10, "%"), (0, 10), (11, -1), "at most 10 %"),
        (Range(1500, None, "tokens"), (1501,), (1500, 0), "over 1,500 tokens"),
    ],
)
def test_ranges(span: Range, inside: tuple[float, ...], outside: tuple[float, ...], shown: str) -> None:
    assert all(value in span for value in inside)
    assert not any(value in span for value in outside)
    assert "400" not in span
    assert str(span) == shown


@pytest.mark.parametrize(
    ("span", "middle"), [(Range(10, 15, "%"), 12), (Range(None, 10, "%"), 10), (Range(50, None, "%"), 50)]
)
def test_the_middle_of_a_range(span: Range, middle: int) -> None:
    assert span.middle == middle


def test_a_table_of_one_row_leaves_empty_columns_out() -> None:
    shown = str(Table("t", "Title", (Guideline("a case", "a source", "What was found.", says="something"),)))
    assert shown.split("\n") == [
        "Title (t)",
        "case    says       source",
        "a case  something  a source",
        "      → What was found.",
    ]


@given(grid=st.lists(st.tuples(st.text("ab ", max_size=5), st.text("xy", min_size=1, max_size=5)), min_size=1))
def test_columns_keep_every_cell_in_its_place(grid: list[tuple[str, str]]) -> None:
    lines = columns(grid)
    left = max(len(cell) for cell, _ in grid)
    assert [(line[:left].rstrip(), line[left + 2 :]) for line in lines] == [(a.rstrip(), b) for a, b in grid]


@given(size=st.integers(2, 2000), share=st.floats(0, 0.9))
def test_redundancy_is_what_storage_nears(size: int, share: float) -> None:
    overlap = int(size * share)
    assert storage_impact(10**9, size, overlap).redundancy == pytest.approx(redundancy(size, overlap), rel=1e-4)


@given(size=st.integers(2, 2000), data=st.data())
def test_whole_evidence_is_the_longest_that_is_always_contained(size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    longest = whole_evidence(overlap)
    assert containment(longest, size, overlap) == 1
    assert containment(longest + 1, size, overlap) < 1


@pytest.mark.parametrize(
    ("span", "stored", "held"),
    [
        (Range(50, 50, "%"), "2.00", "100"),
        (Range(None, 10, "%"), "1.00 to 1.11", "80 to 89"),
        (Range(50, None, "%"), "more than 2.00", "100"),
        (Range(15, 20, "%"), "1.18 to 1.25", "94 to 100"),
    ],
)
def test_what_a_percentage_stores_and_holds(span: Range, stored: str, held: str) -> None:
    windows = f"windows of 500 tokens hold evidence of 100 tokens whole in {held} % of places."
    assert of_percent(span) == f"Stores {stored} times the text; {windows}"


def test_what_an_overlap_in_tokens_stores_and_holds() -> None:
    finding = of_sizes(Range(200, 400, "tokens"), Range(50, 50, "tokens"))
    assert finding == "Stores 1.14 to 1.33 times the text; evidence of 51 tokens is always whole in one window."


def test_what_is_in_characters_says_so() -> None:
    for row in table("splitter by document"):
        if row.size:
            assert row.size.unit == "characters"
            assert row.finding.startswith("Characters in most libraries")
    assert "Characters, not tokens" in table("reported defaults")["LangChain"].finding


def test_what_no_one_measured_or_found_says_so() -> None:
    for row in table("size by use"):
        assert "unmeasured by us" in row.finding
    assert table("reported findings")["recall from 78 % to 92 %"].finding == "No source was found."
    assert "appear" not in table("reported findings")["Chroma, 50 %"].finding
    assert "Neither number is anywhere in the report" in table("reported findings")["Chroma, 50 %"].finding
