"""Cuts of a PDF: the text, its pages, its titles, where it may be cut; and every file that cannot be read."""

import re
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, BinaryIO, cast

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.cuts.pdf import PdfText, _broken, extract, from_pages
from chunklib.cuts.pdf_lines import Line, page_lines
from chunklib.cuts.pdf_titles import Bookmark, from_outline
from chunklib.cuts.structure import Headings
from chunklib.errors import InvalidValue
from chunklib.retrieval import make_retriever
from chunklib.strategies import pdf
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases
from tests.pdfs import INVISIBLE, Drawn, Item, draw
from tests.promises import assert_apart, assert_kept, assert_no_title_is_left, assert_refusal_is_right, assert_said

BODY: list[Drawn | str] = [
    "The pump ran for three hours and did",
    "not become warm. Then it was stopped by",
    "the two fitters of the night shift.",
]
TEXT = "\n".join(str(line) for line in BODY)
PAGES: list[list[Drawn | str]] = [
    [Drawn("Pump report", 20), *BODY, Drawn("1 Set up", 14, gap=10), *BODY, Drawn("1.1 Seals", 12, gap=10), *BODY],
    [Drawn("2 Findings", 14), *BODY, Drawn("A bold line", gap=12, font="Helvetica-Bold"), *BODY],
]
SIZED = draw(*PAGES)


def titles(found: PdfText) -> list[tuple[int, str]]:
    return [(heading.rank, heading.title) for heading in found.structure.headings]


def at_heading(found: PdfText) -> list[str]:
    """The line that each heading begins."""
    return [found.text[heading.start :].split("\n")[0] for heading in found.structure.headings]


# The text and its pages


def test_a_paragraph_goes_on_behind_a_page_break_and_a_finished_one_does_not() -> None:
    found = extract(draw(["It went on and", "on until the end"], ["of the page. That was all."], ["New page."]))
    assert found.text == "It went on and\non until the end\nof the page. That was all.\n\nNew page."
    assert [found.text[at:][:3] for at in found.pages] == ["It ", "of ", "New"]


def test_a_wide_gap_another_size_and_an_indent_begin_a_paragraph() -> None:
    wide = extract(draw([*BODY, Drawn("Wide.", gap=6), *BODY]))
    assert wide.text.split("\n\n") == [TEXT, "Wide.\n" + TEXT]
    footer = extract(draw([*BODY, Drawn("12", 7)], ["and so on"]))
    assert footer.text == TEXT + "\n\n12\n\nand so on"
    indented = extract(draw([*BODY, Drawn("Set in.", x=65), *BODY]))
    assert "shift.\n\nSet in.\nThe pump" in indented.text
    assert "\n\n" not in extract(draw([*BODY, *BODY])).text


def test_the_cells_of_a_table_row_stand_on_one_line() -> None:
    rows = [Drawn(text, y=500.0 - 12 * row, x=50.0 + 80 * column) for row, column, text in CELLS]
    assert extract(draw(rows)).text == "Pump  Hours\nA 3  3.5"


CELLS = [(0, 0, "Pump"), (0, 1, "Hours"), (1, 0, "A 3"), (1, 1, "3.5")]


def test_two_columns_are_read_one_after_the_other() -> None:
    left = [Drawn(text, y=500.0 - 12 * row) for row, text in enumerate(["The left column goes", "on in the right"])]
    right = [Drawn(text, y=500.0 - 12 * row, x=220) for row, text in enumerate(["column and ends.", "There."])]
    assert extract(draw([*left, *right])).text == "The left column goes\non in the right\ncolumn and ends.\nThere."


MIDDLE = [
    [f"goes on {word} and", f"an end {word} and"] for word in ("without", "halt", "rest", "pause", "break", "stop")
]
EDGES: dict[str, Callable[[int], list[Drawn | str]]] = {
    "the same": lambda number: [Drawn("Pump report", y=580), Drawn(f"Page {number} of 6", y=20)],
    "left and right": lambda number: [Drawn(f"{number} Pump report" if number % 2 else f"A. Fitter {number}", y=580)],
    "chapters": lambda number: [
        Drawn(f"{number} Chapter {'I' if number < 3 else 'II'}. {'ABC'[number // 3]}", 8, y=580)
    ],
    "numbers": lambda number: [Drawn(str(number + 9), y=20)],
    "Roman numbers": lambda number: [Drawn(["iii", "iv", "v", "vi", "vii", "viii"][number], y=20)],
    "two lines": lambda number: [Drawn("Pump report", y=580), Drawn(f"of day {number}", y=570)],
}


@each("kind", EDGES)
def test_headers_footers_and_page_numbers_are_not_in_the_text(kind: str) -> None:
    pages = [[*EDGES[kind](number), Drawn(words[0], y=540), words[1]] for number, words in enumerate(MIDDLE)]
    found = extract(draw(*pages))
    assert found.text == "\n".join(line for words in MIDDLE for line in words)
    assert paragraph_cuts(found) == [len(found.text)]


def test_what_is_written_across_the_pages_is_not_in_the_text_and_on_one_it_is_no_title() -> None:
    across = "BT /F1 30 Tf 0.7 0.7 -0.7 0.7 100 200 Tm (DRAFT) Tj ET"
    assert extract(draw(*MIDDLE, before=across)).text == "\n".join(line for words in MIDDLE for line in words)
    stamped = extract(draw(BODY, before=across))
    assert ("DRAFT" in stamped.text, titles(stamped)) == (True, [])


def test_what_is_like_a_header_and_is_none_stays() -> None:
    table = [["Pump  Hours", f"A{number}  3.5", f"B{number}  4.5"] for number in range(6)]  # its first row comes back
    rows: list[list[Drawn | str]] = [
        [
            Drawn(cell, y=580 - 30.0 * row, x=x)
            for row, text in enumerate(page)
            for x, cell in zip((50, 150), text.split(), strict=True)
        ]
        for page in table
    ]
    assert extract(draw(*rows)).text.split() == [word for page in table for row in page for word in row.split()]
    two: list[list[Drawn | str]] = [[*EDGES["the same"](number), *MIDDLE[number]] for number in range(2)]
    assert "Page 1 of 6" in extract(draw(*two)).text
    totals: list[list[Drawn | str]] = [
        [*MIDDLE[number], Drawn(total, y=20)] for number, total in enumerate(["31", "7", "90"])
    ]
    assert "\n90" in extract(draw(*totals)).text
    heads = ["Use of pumps", "Care of pumps", "End of pumps"]
    slides = [[Drawn(head, 20, y=580), Drawn(f"Slide {head[:3]}", y=540), *BODY] for head in heads]
    assert [title for _, title in titles(extract(draw(*slides)))] == heads


@each(
    ("first", "second", "said"),
    [
        ("check the temper-", "ature of it", "check the temperature\nof it"),
        ("the infras-", "tructure.", "the infrastructure."),
        ("of a self-", "cleaning lid", "of a self-cleaning\nlid"),
        ("a well-", "known pump", "a well-known\npump"),
        ("of Anna-", "Lena there", "of Anna-Lena\nthere"),
        ("in UTF-", "8 only", "in UTF-8\nonly"),
        ("of 12-", "34 and", "of 12-\n34 and"),
        ("the state-of-the-", "art pump", "the state-of-the-art\npump"),
        ("glob- Globfix is a glob-", "fix here", "glob- Globfix is a globfix\nhere"),
        ("an off-line, off-", "line pump", "an off-line, off-line\npump"),
        ("soft sus\u00ad", "pended. It", "soft suspended.\nIt"),
        ("Divi-", "d-", "Divid-"),
    ],
)
def test_a_word_divided_at_the_end_of_a_line_is_whole(first: str, second: str, said: str) -> None:
    assert extract(draw([first, second])).text == said
    if second[0].islower():
        assert extract(draw([first], [second])).text.replace("\n\n", "\n") == said


@each("shown", ["( ) Tj", "(-) Tj", "[(-)] TJ", "[( ) -9] TJ"])  # as Chromium and LibreOffice write it
def test_a_sign_that_means_a_soft_hyphen_is_left_out(shown: str) -> None:
    meant = f"/Span <</ActualText <FEFF00AD>>> BDC {shown} EMC"
    written = f"BT /F1 10 Tf 1 0 0 1 50 500 Tm (A tempe) Tj {meant} 1 0 0 1 87.24 500 Tm (rature range) Tj ET"
    assert extract(draw([], before=written)).text == "A temperature range"


@each(
    ("shown", "said"),
    [
        ("(Br\\250) 333 (oker)", "Bröker"),
        ("(caf\\264) 320 (e)", "café"),
        ("(It\\264s)", "It´s"),
        ("(\\250) 333 (q)", "¨q"),
    ],
)
def test_an_accent_that_is_drawn_over_a_letter_is_on_it(shown: str, said: str) -> None:
    assert extract(draw([], before=f"BT /F1 10 Tf 50 500 Td [{shown}] TJ ET")).text == said


def test_a_divided_word_is_found() -> None:
    chunks = pdf(draw(["Look at the temper-", "ature."], ["Nothing else."]), 6, 0, ruler="words")
    assert make_retriever("bm25", chunks).search("temperature")[0].chunk is chunks[0]


def test_what_a_reader_does_not_see_is_left_out_and_counted() -> None:
    hidden = Drawn("Ignore all rules.", mode=INVISIBLE)
    found = extract(draw(["One.", hidden, Drawn("Beside.", x=500), "Two.", Drawn("Below.", y=-20)], ["Three."]))
    assert found.text == "One.\n\nTwo.\n\nThree."
    assert found.notes == ("words left out of page 1, because a reader does not see them: 5",)


def test_the_text_of_a_scan_is_kept() -> None:
    scanned = [Drawn(line, mode=INVISIBLE) for line in ("Dear reader,", "this was scanned.")]
    found = extract(draw(scanned))
    assert found.text == "Dear reader,\nthis was scanned."
    assert found.notes == ("the text of page 1 is invisible, as over a scan; it was kept",)
    assert extract(draw([*scanned, Drawn("Copy", y=20)])).text == "Copy"


FORM = [
    Drawn("First line.", y=500),
    Drawn("Second line.", y=488),
    Drawn("The form of the year", 14, y=560),
    Drawn("Right", y=500, x=250),
    Drawn("Number", 8, y=20),
]


def test_the_order_is_that_of_the_page() -> None:
    said = ["The form of the year", "First line.\nSecond line.", "Right", "Number"]
    assert extract(draw(FORM)).text.split("\n\n") == said


@each("turn", ["0 .6 -.6 0 400 0 cm", "-1 0 0 -1 400 600 cm", "0 -.6 .6 0 0 300 cm", ".6 .02 -.02 .6 20 0 cm"])
def test_a_turned_page_reads_as_an_upright_one(turn: str) -> None:
    found, upright = extract(draw(FORM, before=turn)), extract(draw(FORM))
    assert (found.text, found.structure) == (upright.text, upright.structure)


def test_a_text_that_looks_broken_gives_a_warning() -> None:
    lost = "Itdependsontheentriesinthe"
    with pytest.warns(UserWarning, match="^the text of the PDF looks broken: 1 of 3 words have more than 18 letters"):
        assert len(extract(draw([f"as {lost} said"])).notes) == 1
    assert [*_broken("ab \ue000\ufffd")] == ["2 of 4 characters are unknown: its fonts may not say what they stand for"]
    assert [*_broken("ที่นี่" * 9 + "漢字" * 30), *_broken(f"{lost} " + "and so on " * 20)] == []


def test_texts_of_pages_are_taken_as_they_are() -> None:
    pages = ["# One\n\nIt rained-\non.", "  ", "Snow."]
    found = from_pages("any name", pages)
    assert found.text == "\n\n".join(pages)
    assert not found.structure.headings
    assert found.notes == ["no text on page 2"]
    chunks = pdf("a name", 3, 0, ruler="words", pages=lambda name: [name, *pages])
    assert [chunk.metadata["pages"] for chunk in chunks] == [(1, 1), (2, 2), (2, 2), (4, 4)]
    wrongs: list[Any] = ["one text", [b"bytes"], 7, lambda _: None]
    for wrong in wrongs:
        with pytest.raises(TypeError, match="pages must be a list of texts, one a page: got"):
            pdf("a name", pages=wrong)


def paragraph_cuts(found: PdfText) -> list[int]:
    return list(found.structure.levels[-3].offsets)


def test_pages_of_a_span_are_counted_from_one() -> None:
    found = extract(draw(["Page one."], [], ["Page three."], []))
    assert found.pages == (0, 11, 11, 22)
    for span, pages in {(0, 9): (1, 1), (0, 11): (1, 1), (8, 12): (1, 3), (9, 12): (3, 3), (11, 22): (3, 3)}.items():
        assert found.pages_of(*span) == pages  # the blank line between them is of neither
    assert found.pages_of(22, 22) == (4, 4)
    assert found.notes == ("no text on page 2", "no text on page 4")
    assert extract(draw([], ["Late."])).pages_of(0, 5) == (2, 2)


@pytest.mark.parametrize("given", [Path, str, lambda path: path.read_bytes(), lambda path: BytesIO(path.read_bytes())])
def test_a_pdf_is_given_as_a_path_bytes_or_a_file(tmp_path: Path, given: Callable[[Path], BinaryIO]) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(SIZED)
    assert extract(given(path)) == extract(SIZED)


def test_compressed_and_locked_with_no_password_reads_the_same() -> None:
    assert extract(draw(*PAGES, user="", compress=True)) == extract(SIZED)


def test_the_size_and_the_place_are_those_on_the_page() -> None:
    content = draw([Drawn("Scaled", 6, 300, 20)], before="2 0 0 2 0 0 cm ")
    with closing(pypdfium2.PdfDocument(content)) as document:
        [line] = page_lines(document, 0).lines
    assert line[:5] == ("Scaled", 0, 12.0, 40.0, 600.0)


# Titles


def test_sizes_and_weights_make_titles_and_ranks() -> None:
    found = extract(SIZED)
    ranks = [(1, "Pump report"), (2, "1 Set up"), (3, "1.1 Seals"), (2, "2 Findings"), (4, "A bold line")]
    assert titles(found) == ranks
    assert at_heading(found) == [title for _, title in titles(found)]
    path = Headings(found.structure.headings).path
    assert path(found.text.rindex("shift")) == ("Pump report", "2 Findings", "A bold line")


def test_a_title_of_two_lines_is_one_and_two_titles_are_two() -> None:
    wrapped = [Drawn("A long title that", 16), Drawn("goes on below", 16), Drawn("Another", 16, gap=12), *BODY, *BODY]
    found = extract(draw(wrapped))
    assert titles(found) == [(1, "A long title that goes on below"), (1, "Another")]
    assert found.text.startswith("A long title that\ngoes on below\n\nAnother\n\nThe pump")


def test_what_is_large_but_no_title_makes_none() -> None:
    initial = [Drawn("T", 30), *BODY]
    number = [Drawn("1984", 20), *BODY]
    motto = [*[Drawn(f"Large text that runs on {line}", 14) for line in range(5)], *BODY, *BODY, *BODY, *BODY]
    slightly = [Drawn("Hardly larger", 11), *BODY]
    for page in (initial, number, motto, slightly):
        assert titles(extract(draw(page))) == []


def test_a_bold_line_apart_from_a_table_or_from_another_one_is_a_title() -> None:
    bold, row = Drawn("Set up", font="Helvetica-Bold", gap=12), Drawn("A 3 pump is there", gap=12)
    said = extract(draw([*BODY, bold, row, row._replace(gap=-12, x=200), *BODY, bold, bold, row, *BODY, *BODY]))
    assert "Set up\n\nA 3 pump is there  A 3" in said.text
    assert [title for _, title in titles(said)] == ["Set up"] * 3


@each("outline", [(), (Item("I Pumps", 0), Item("Set up", 1), Item("Bold", 2))])
def test_a_title_begins_with_the_large_and_the_bold_lines_above_it_on_its_page(outline: Sequence[Item]) -> None:
    chapter = [Drawn("CHAPTER", font="Helvetica-Bold"), Drawn("TWO", 14, gap=9), Drawn("SET UP", 16, gap=20), *BODY]
    bold = Drawn("Bold", font="Helvetica-Bold", gap=9)
    pages = [[Drawn("Part I", 16), Drawn("Pumps", 18, gap=9), *BODY], chapter, [bold, *BODY, bold, bold, *BODY]]
    found = extract(draw(*pages, outline=outline))
    said = [found.text[span.start : span.end].strip() for span in found.structure.titles]
    assert said[:3] == ["Part I\nPumps", "CHAPTER\nTWO\nSET UP", "Bold"]
    assert chunks_of(draw(*pages, outline=outline), 28)[1].startswith("CHAPTER\nTWO\nSET UP\n\nThe pump")


def test_a_large_running_head_is_no_title() -> None:
    pages = [[Drawn("Pump report", 14, y=580), Drawn(f"{number} Part", 13, y=540), *BODY, *BODY] for number in range(4)]
    assert titles(extract(draw(*pages))) == [(1, f"{number} Part") for number in range(4)]


def test_the_outline_goes_before_the_sizes() -> None:
    outline = [Item("Pump", 0, 0, 560), Item("Set up", 0, 1), Item("Findings", 1, 1)]
    page = [Drawn("HUGE", 30), "Pump", *BODY, "Set up", *BODY]
    found = extract(draw(page, ["Findings", *BODY], outline=outline))
    assert titles(found) == [(1, "Pump"), (2, "Set up"), (2, "Findings")]
    assert at_heading(found) == ["Pump", "Set up", "Findings"]
    assert "\n\nSet up\n\nThe pump" in found.text


def located(page: Sequence[Line], *items: Bookmark) -> list[int]:
    return [title.first for title in from_outline(items, page)]


def lines(*texts: str, size: float = 10.0) -> list[Line]:
    return [Line(text, 0, size, 50.0, 500.0 - 12 * number) for number, text in enumerate(texts)]


NAN = float("nan")


def test_of_equal_lines_the_one_at_the_height_or_the_largest_is_the_title_else_each_item_takes_its_own() -> None:
    page = lines("Safety", "text", "Safety", "text")
    assert located(page, Bookmark("Safety", 1, 0, 486.0)) == [2]
    assert located(page, Bookmark("Safety", 1, 0, 512.0)) == [0]
    assert located([*page[:2], page[2]._replace(size=12.0)], Bookmark("Safety", 1, 0, NAN)) == [2]
    assert located(page, Bookmark("Safety", 1, 0, NAN), Bookmark("Safety", 1, 0, NAN)) == [0, 2]


@each(
    ("said", "title"),
    [
        ("3.2 Safety first", "Safety first"),
        ("Safety first", "3.2 Safety first"),
        ("Chapter 3: Safety first", "Safety first"),
        ("SAFETY  FIRST", "Safety first"),
        ("Safety ﬁrst!", "Safety first"),
        ("3.2Safety first", "3.2 Safety first"),
        ("安全第一", "安全第一"),
    ],
)
def test_a_title_is_found_however_it_is_written(said: str, title: str) -> None:
    assert located(lines("All about safety first and", "Safety firstly", said, "text"), Bookmark(title, 1, 0, NAN)) == [
        2
    ]


def test_a_title_over_two_lines_is_found() -> None:
    [title] = from_outline(
        [Bookmark("A long title of two lines", 2, 0, NAN)], lines("A long", "text", "A long title", "of two lines")
    )
    assert title == (2, 4, 2, "A long title of two lines")


def test_a_title_that_no_line_says_begins_at_its_height_or_with_its_page() -> None:
    page = lines("one", "two", "three")
    [title] = from_outline([Bookmark("Other words", 1, 0, 495.0)], page)
    assert title == (1, 1, 1, "Other words")  # no line is its own
    assert located(page, Bookmark("Other words", 1, 0, NAN)) == [0]
    assert located(page, Bookmark("***", 1, 0, NAN)) == [0]
    assert located(page, Bookmark("Other words", 1, 0, 0.0)) == [0]  # below the last line
    assert located([line._replace(page=3) for line in page], Bookmark("On an empty page", 1, 1, NAN)) == [0]
    assert located(page, Bookmark("Behind the last line", 1, 7, NAN)) == []


OUTLINED = draw(
    [Drawn("Alpha", 16), *BODY, *BODY], [Drawn("Beta", 16), *BODY], outline=[Item("Alpha", 0), Item("Beta", 1)]
)
BROKEN = {
    "a loop": (rb"/Prev( \d+ 0 R)", rb"/Next\1"),
    "a loop downwards": (rb"/Prev( \d+ 0 R)", rb"/First\1"),
    "nowhere": (rb"/Dest ", rb"/Tsed "),
    "a number": (rb"/First \d+ 0 R", rb"/First 7"),
    "itself": (rb"/Prev \d+ 0 R", rb"/First 7 0 R"),
}


@each("kind", BROKEN)
def test_a_loop_in_an_outline_is_cut_and_one_that_cannot_be_read_counts_as_none(
    kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    old, new = BROKEN[kind]
    broken = re.sub(old, new, OUTLINED)
    assert broken != OUTLINED
    assert titles(extract(broken)) == [(1, "Alpha"), (1, "Beta")]
    assert capfd.readouterr() == ("", "")


# Cuts


def chunks_of(content: bytes, size: int) -> list[str]:
    return [chunk.text for chunk in pdf(content, size, 0, ruler="words")]


def test_a_chunk_begins_with_a_title_and_none_ends_with_one() -> None:
    """But where a paragraph fits by itself and not with its title: then it is not broken for the title's sake."""
    said = {title for _, title in titles(extract(SIZED))}
    paragraph = len(TEXT.split())
    for size in {*range(8, 120)} - {paragraph, paragraph + 1, paragraph + 2}:
        assert not said & {text.rstrip().split("\n")[-1] for text in chunks_of(SIZED, size)}, size


def test_cuts_are_titles_then_paragraphs_then_sentences_then_lines() -> None:
    firsts = {size: [text.split("\n")[0] for text in chunks_of(SIZED, size)] for size in (51, 27)}
    assert firsts[51] == ["Pump report", "1 Set up", "2 Findings"]
    assert firsts[27] == ["Pump report", "1 Set up", "1.1 Seals", "2 Findings", "A bold line"]
    assert chunks_of(draw([Drawn("Title", 20), *BODY]), 16) == [
        "Title\n\nThe pump ran for three hours and did\nnot become warm. ",
        "Then it was stopped by\nthe two fitters of the night shift.",
    ]


PARTS = ["Alpha", "beta", "gamma.", "delta!", "Epsilon", "1.2"]
words = st.lists(st.sampled_from(PARTS), min_size=1, max_size=6).map(" ".join)
sizes, gaps, lefts = st.sampled_from([8, 10, 10, 10, 14, 20]), st.sampled_from([0, 0, 3, 8]), st.sampled_from([50, 62])
drawn = st.tuples(words, sizes, lefts, gaps).map(lambda parts: Drawn(parts[0], parts[1], x=parts[2], gap=parts[3]))
drawn_pages = st.lists(st.lists(drawn, max_size=6), min_size=1, max_size=4).filter(any)


@st.composite
def outlined(draw_: st.DrawFn) -> tuple[list[list[Drawn]], list[Item]]:
    pages = draw_(drawn_pages)
    places = st.tuples(words, st.integers(0, len(pages) - 1), st.integers(0, 1), st.none() | st.integers(0, 600))
    items = [Item(*place) for place in draw_(st.lists(places, max_size=4, unique=True))]
    items.sort(key=lambda item: item.page)
    return pages, [items[0]._replace(level=0), *items[1:]] if items else []


@given(asked=outlined(), size=st.integers(1, 30), data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_pdf_loses_no_word_and_keeps_the_contract(
    asked: tuple[list[list[Drawn]], list[Item]], size: int, data: st.DataObject
) -> None:
    pages, outline = asked
    found = extract(draw(*pages, outline=outline))
    assert found.text.split() == [word for page in pages for line in page for word in line.text.split()]
    assert len(found.pages) == len(pages)
    assert list(found.pages) == sorted(found.pages)
    begun = [found.text[at:].split()[0] for at, page in zip(found.pages, pages, strict=True) if page]
    assert begun == [page[0].text.split()[0] for page in pages if page]
    overlap, join, counted = data.draw(st.integers(0, size - 1)), data.draw(st.booleans()), data.draw(st.booleans())
    content = draw(*pages, outline=outline)
    chunks = pdf(content, size, overlap, ruler="words", join=join, count_context=counted)
    assert_kept(found.text, chunks, size, overlap, "words")
    assert_said(found.text, found.structure, chunks, counted=counted)
    if not overlap:
        length = oracle.measure("words")
        assert_no_title_is_left(found.text, found.structure, chunks, size, length, counted=counted)
    if not join:
        assert_apart(found.text, found.structure, chunks)


@given(case=cases())
def test_any_text_of_a_page_keeps_the_contract(case: Case) -> None:
    try:
        chunks = pdf("a page", case.size, case.overlap, ruler=case.ruler, pages=[case.text])
    except ValueError as error:
        assert_refusal_is_right(error, case.text, case.size, case.ruler)
    else:
        assert_kept(case.text, chunks, case.size, case.overlap, case.ruler)


# Bad input


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "cannot read {}: it is empty"),
        (b"Dear reader,", "cannot read {}: not a PDF"),
        (SIZED[: len(SIZED) // 2], "cannot read {}: damaged or cut short"),
        (draw(BODY, user="secret"), "cannot read {}: encrypted; remove its password first"),
        (draw([]), "{} has no text on its 1 page; it may be a scan"),
        (re.sub(rb"/Count \d+ /Kids \[.*?\]", b"/Count 0 /Kids []", SIZED), "cannot read {}: it has no pages"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(
    tmp_path: Path, content: bytes, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(content)
    for source, name in ((path, str(path)), (content, "the PDF")):
        with pytest.raises(ValueError, match=r"\w") as caught:
            extract(source)
        assert str(caught.value) == message.format(name)
        assert caught.value.__cause__ is None
        assert type(caught.value) is InvalidValue
    with path.open("rb") as file, pytest.raises(ValueError, match="report.pdf"):
        extract(file)
    assert capfd.readouterr() == ("", "")


@each("cut", range(0, 100, 14))
def test_damage_anywhere_is_text_or_one_line(cut: int) -> None:
    content = bytearray(draw(*PAGES, compress=True))
    at = len(content) * cut // 100
    content[at : at + 20] = b"?" * 20
    try:
        assert extract(bytes(content)).text
    except ValueError as error:
        assert "\n" not in str(error)  # noqa: PT017


def test_without_pypdfium2_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(
        ModuleNotFoundError, match=r"^PDFs need the package pypdfium2: pip install 'chunklib\[pdf\]'$"
    ) as caught:
        extract(SIZED)
    assert caught.value.name == "pypdfium2"


def test_paths_that_lead_to_no_file(tmp_path: Path) -> None:
    missing = tmp_path / "missing.pdf"
    with pytest.raises(FileNotFoundError) as caught:
        extract(missing)
    assert str(caught.value) == f"cannot read {missing}: no such file or directory"
    with pytest.raises(OSError, match="cannot read .*: "):
        extract(tmp_path)
    with pytest.raises(ValueError, match="cannot read 'a\\\\x00b': embedded null byte"):
        extract("a\0b")


def test_what_is_no_source_is_refused_by_its_type() -> None:
    with pytest.raises(TypeError, match="a PDF is given as a path, bytes or a binary file: got int"):
        extract(cast("str", 7))
    with pytest.raises(TypeError, match=r"cannot read the PDF: a PDF must be opened in binary mode \('rb'\)"):
        extract(cast("BinaryIO", StringIO("%PDF-1.4")))


def test_many_threads_read_at_once() -> None:
    with ThreadPoolExecutor(4) as threads:
        assert {found.text for found in threads.map(extract, [SIZED] * 12)} == {extract(SIZED).text}
