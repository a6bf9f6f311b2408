"""Cuts of a PDF: the text, its pages, its titles, where it may be cut; and every file that cannot be read."""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO, StringIO
from pathlib import Path
from typing import BinaryIO, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, NumberObject, TextStringObject

from chunklib.contract import audit
from chunklib.cuts.pdf import PdfText, extract
from chunklib.cuts.pdf_lines import Line, page_lines, paragraph_starts
from chunklib.cuts.pdf_titles import Bookmark, from_outline, from_sizes
from chunklib.cuts.structure import Headings, Structure
from chunklib.errors import InvalidValue
from chunklib.strategies import pdf
from tests.each import each
from tests.pdfs import Drawn, Item, draw, rewritten

BODY: list[Drawn | str] = [
    "The pump ran for three hours and did",
    "not become warm. Then it was stopped by",
    "the two fitters of the night shift.",
]
TEXT = "\n".join(str(line) for line in BODY)
SIZED = draw(
    [Drawn("Pump report", 20), *BODY, Drawn("1 Set up", 14, gap=10), *BODY, Drawn("1.1 Seals", 12, gap=10), *BODY],
    [Drawn("2 Findings", 14), *BODY, Drawn("A bold line", gap=12, font="Helvetica-Bold"), *BODY],
)


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


def running(number: int) -> list[Drawn | str]:
    return [Drawn("Pump report", y=580), Drawn(f"Page {number} of 4", y=20)]


SMALL = [Drawn(f"Part {part}", 7, y=580) for part in "ABCD"]


@each("furniture", [running, lambda number: [SMALL[number]]])
def test_a_header_inside_a_paragraph_is_no_place_to_cut(furniture: Callable[[int], list[Drawn | str]]) -> None:
    """Headers and footers are known by their words, or by a small size, at one height of most pages."""
    words = ["without", "halt", "rest", "pause"]
    going_on = [[*furniture(at), Drawn(f"goes on {word}", y=540), f"an end {word}"] for at, word in enumerate(words)]
    found = extract(draw(*going_on))
    assert [cut for cut in paragraph_cuts(found) if cut > 40] == [len(found.text)]
    finished = [[*furniture(at), Drawn(f"Goes on {word}", y=540), f"an end {word}."] for at, word in enumerate(words)]
    assert len([cut for cut in paragraph_cuts(extract(draw(*finished))) if cut > 40]) >= 7


def paragraph_cuts(found: PdfText) -> list[int]:
    return list(found.structure.levels[-3].offsets)


def test_pages_of_a_span_are_counted_from_one() -> None:
    found = extract(draw(["Page one."], [], ["Page three."], []))
    assert found.pages == (0, 11, 11, 22)
    assert found.pages_of(0, 9) == (1, 1)
    assert found.pages_of(0, 11) == (1, 1)  # the blank line before page 3 is not of it
    assert found.pages_of(8, 12) == (1, 3)
    assert found.pages_of(11, 22) == (3, 3)
    assert found.pages_of(22, 22) == (4, 4)
    assert found.notes == ("no text on page 2", "no text on page 4")
    assert extract(draw([], ["Late."])).pages_of(0, 5) == (2, 2)


@pytest.mark.parametrize("given", [Path, str, lambda path: path.read_bytes(), lambda path: BytesIO(path.read_bytes())])
def test_a_pdf_is_given_as_a_path_bytes_or_a_file(tmp_path: Path, given: Callable[[Path], BinaryIO]) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(SIZED)
    assert extract(given(path)) == extract(SIZED)


def test_compressed_and_locked_with_no_password_reads_the_same() -> None:
    assert extract(rewritten(SIZED, user="", compress=True)) == extract(SIZED)


def test_the_size_is_the_one_on_the_page() -> None:
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file)
    canvas.scale(2, 2)
    canvas.setFont("Helvetica", 6)
    canvas.drawString(20, 300, "Scaled")
    canvas.save()
    [line] = page_lines(PdfReader(BytesIO(file.getvalue())).pages[0], 0)
    assert line == Line("Scaled", 0, 12.0, 40.0, 600.0)


class Untold:
    """A page whose text comes without a visit: pypdf 7 has none that we know."""

    def extract_text(self, **visitors: object) -> str:
        return " One line\n\nand another.\nThen \ud83d\ude00 a third.\ud83d"


def test_without_places_lines_are_still_lines() -> None:
    unknown = page_lines(cast("PageObject", Untold()), 4)
    assert [(line.text, line.page, line.size) for line in unknown] == [
        ("One line", 4, 0),
        ("and another.", 4, 0),
        ("Then 😀 a third.\ufffd", 4, 0),
    ]
    assert paragraph_starts(unknown) == {0, 2}
    assert from_sizes(unknown, 5) == []


@each("shown", [b"( ) Tj", b"(-) Tj", b"[(-)] TJ", b"[( ) -9] TJ"])  # as Chromium and LibreOffice write it
def test_a_sign_that_means_a_soft_hyphen_is_one(shown: bytes) -> None:
    writer, file = PdfWriter(clone_from=BytesIO(draw(["A tempe@rature@range"]))), BytesIO()
    content = writer.pages[0].get_contents()
    assert content is not None
    content.set_data(content.get_data().replace(b"@", b") Tj /Span <</ActualText <FEFF00AD>>> BDC %b EMC (" % shown))
    writer.pages[0][NameObject("/Contents")] = content
    writer.write(file)
    assert extract(file.getvalue()).text == "A tempe\u00adrature\u00adrange"


# Titles


def test_sizes_make_titles_and_ranks_and_a_bold_line_is_none() -> None:
    found = extract(SIZED)
    assert titles(found) == [(1, "Pump report"), (2, "1 Set up"), (3, "1.1 Seals"), (2, "2 Findings")]
    assert at_heading(found) == [title for _, title in titles(found)]
    path = Headings(found.structure.headings).path
    assert path(found.text.rindex("shift")) == ("Pump report", "2 Findings")


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
        ("Safety first. Wear gloves and", "Safety first"),
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


def test_two_items_at_one_place_are_one_section() -> None:
    found = extract(
        draw(
            ["beta", "Alpha beta", "Alpha"], outline=[Item("Alpha", 0), Item("Alpha", 0, top=0), Item("Alpha beta", 0)]
        )
    )
    assert at_heading(found) == ["Alpha beta", "Alpha", "Alpha"]
    assert sound(found.structure, len(found.text))


def test_a_title_that_no_line_says_begins_at_its_height_or_with_its_page() -> None:
    page = lines("one", "two", "three")
    [title] = from_outline([Bookmark("Other words", 1, 0, 495.0)], page)
    assert title == (1, 1, 1, "Other words")  # no line is its own
    assert located(page, Bookmark("Other words", 1, 0, NAN)) == [0]
    assert located(page, Bookmark("***", 1, 0, NAN)) == [0]
    assert located(page, Bookmark("Other words", 1, 0, 0.0)) == [0]  # below the last line
    assert located([line._replace(page=3) for line in page], Bookmark("On an empty page", 1, 1, NAN)) == [0]
    assert located(page, Bookmark("Behind the last line", 1, 7, NAN)) == []


def broken_outline(change: Callable[[PdfWriter, DictionaryObject], None]) -> bytes:
    content = draw(
        [Drawn("Alpha", 16), *BODY, *BODY], [Drawn("Beta", 16), *BODY], outline=[Item("Alpha", 0), Item("Beta", 1)]
    )
    writer = PdfWriter(clone_from=PdfReader(BytesIO(content)))
    outline = cast("DictionaryObject", writer.root_object["/Outlines"])
    change(writer, outline)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def first(outline: DictionaryObject) -> DictionaryObject:
    return cast("DictionaryObject", outline["/First"])


def loop(writer: PdfWriter, outline: DictionaryObject) -> None:
    second = cast("DictionaryObject", first(outline)["/Next"])
    second[NameObject("/Next")] = first(outline).indirect_reference or NumberObject(0)


def deepen(writer: PdfWriter, outline: DictionaryObject) -> None:
    parent = first(outline)
    for _ in range(200):
        child = DictionaryObject({NameObject("/Title"): TextStringObject("Deep")})
        parent[NameObject("/First")] = writer._add_object(child)
        parent = child


def nowhere(writer: PdfWriter, outline: DictionaryObject) -> None:
    for item in (first(outline), cast("DictionaryObject", first(outline)["/Next"])):
        item.pop("/Dest", None)
        item.pop("/A", None)


@pytest.mark.parametrize(
    "change",
    [loop, deepen, nowhere, lambda writer, outline: outline.update({NameObject("/First"): NumberObject(7)})],
)
def test_a_loop_in_an_outline_is_cut_and_one_that_cannot_be_read_counts_as_none(
    change: Callable[[PdfWriter, DictionaryObject], None], caplog: pytest.LogCaptureFixture
) -> None:
    found = extract(broken_outline(change))
    assert titles(found) == [(1, "Alpha"), (1, "Beta")]
    assert any("cycle" in note for note in found.notes) == (change is loop)
    assert caplog.records == []


def test_an_item_without_words_is_left_out() -> None:
    def blank(writer: PdfWriter, outline: DictionaryObject) -> None:
        first(outline)[NameObject("/Title")] = TextStringObject("  ")

    assert titles(extract(broken_outline(blank))) == [(1, "Beta")]


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


def rising(offsets: Sequence[int], length: int) -> bool:
    return list(offsets) == sorted(set(offsets)) and all(0 < offset <= length for offset in offsets)


def sound(structure: Structure, length: int) -> bool:
    headings = [heading.start for heading in structure.headings]
    blocks = [block for level in structure.levels for block in level.blocks]
    return (
        all(rising(level.offsets, length) for level in structure.levels)
        and all(0 < block.start < block.end <= length for block in blocks)
        and headings == sorted(headings)
    )


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
    assert sound(found.structure, len(found.text))
    overlap = data.draw(st.integers(0, size - 1))
    chunks = pdf(draw(*pages, outline=outline), size, overlap, ruler="words")
    report = audit(found.text, chunks, size=size, overlap=overlap, ruler="words")
    assert report.ok, report


# Bad input


def zero_pages() -> bytes:
    file = BytesIO()
    PdfWriter().write(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "cannot read {}: it is empty"),
        (b"Dear reader,", "cannot read {}: not a PDF"),
        (SIZED[: len(SIZED) // 2], "cannot read {}: damaged or cut short (Stream has ended unexpectedly)"),
        (rewritten(SIZED, user="secret"), "cannot read {}: encrypted; remove its password first"),
        (draw([]), "{} has no text on its 1 page; it may be a scan"),
        (zero_pages(), "{} has no pages"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(
    tmp_path: Path, content: bytes, message: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
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
    assert caplog.records == []


def test_encryption_that_needs_another_package_says_so(tmp_path: Path) -> None:
    """The one kind that pypdf does not know alone; cryptography is not among our dependencies, only of a hub's."""
    aes = b"/V 4 /CF << /StdCF << /CFM /AESV2 /Length 16 >> >> /StmF /StdCF /StrF /StdCF"
    content = rewritten(SIZED, user="").replace(b"/V 2", aes).replace(b"/R 3", b"/R 4")
    file = tmp_path / "aes.pdf"
    file.write_bytes(content)
    script = (
        "import sys; sys.modules['cryptography'] = sys.modules['Crypto'] = None\n"  # as if they were not installed
        "from chunklib.cuts.pdf import extract\n"
        "try: extract(sys.argv[1])\nexcept ValueError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == f"cannot read {file}: encrypted; remove its password first, or install cryptography\n"


@each("cut", range(0, 100, 14))
def test_damage_anywhere_is_text_or_one_line(cut: int) -> None:
    content = bytearray(rewritten(SIZED, compress=True))
    at = len(content) * cut // 100
    content[at : at + 20] = b"?" * 20
    faults: list[str] = []
    with refusals(faults):
        found = extract(bytes(content))
        assert found.notes or found.text == extract(SIZED).text
    assert not any("\n" in fault for fault in faults)


@contextmanager
def refusals(faults: list[str]) -> Iterator[None]:
    """Note a refusal in place of failing."""
    try:
        yield
    except ValueError as error:
        faults.append(str(error))


def test_without_pypdf_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(
        ModuleNotFoundError, match=r"^PDFs need the package pypdf: pip install 'chunklib\[pdf\]'$"
    ) as caught:
        extract(SIZED)
    assert caught.value.name == "pypdf"


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


def test_the_log_of_pypdf_is_as_before() -> None:
    log = logging.getLogger("pypdf")
    before = (log.propagate, list(log.handlers), log.level)
    for content in (SIZED, SIZED[:300]):
        with refusals([]):
            extract(content)
        assert (log.propagate, list(log.handlers), log.level) == before
