"""The strategy for PDF files: chunks of what was extracted, with titles and pages; every form of a file."""

from __future__ import annotations

import io
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from chunklib import STRATEGIES, Chunker
from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.cuts.pdf import extract
from chunklib.data import PDFS, path
from chunklib.overlap import Adaptive, Semantic
from tests import oracle
from tests.each import each
from tests.pdfs import Drawn, Item, draw, rewritten
from tests.promises import assert_kept, refused

pdf = STRATEGIES["pdf"]
every_pdf = pytest.mark.parametrize("name", PDFS)
LETTER: bytes = draw([Drawn("One", 18), "It rained on the first page."], [Drawn("Two", 18), "It snowed on the second."])


@pytest.fixture(scope="module")
def pages() -> dict[str, list[str]]:
    """The text of each page, read by pypdf itself, without white space."""
    return {name: [squeezed(page.extract_text()) for page in PdfReader(path(name)).pages] for name in PDFS}


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def split(source: Any, size: int = 200, overlap: Any = 20, **options: Any) -> tuple[str, list[Chunk]]:
    chunks = pdf(source, size, overlap, **options)
    text: str = chunks.text  # type: ignore[attr-defined]
    return text, chunks


# ------------------------------------------------------------------ the course's two


@every_pdf
@each("size", [40, 200, 600])
@each("overlap", [0, "15%", "2s", Adaptive(5, 30), Semantic(0.3, 30, "hashing")])
def test_the_contract_holds_for_the_text_that_comes_with_the_chunks(name: str, size: int, overlap: Any) -> None:
    text, chunks = split(path(name), size, overlap)
    assert_kept(text, chunks, size, overlap)
    assert len(chunks) > 5


@every_pdf
def test_no_word_of_a_page_is_missing(name: str, pages: dict[str, list[str]]) -> None:
    """Every character that pypdf finds is in some chunk, as often as it is there."""
    text, _ = split(path(name))
    assert Counter(squeezed(text)) == Counter("".join(pages[name]))


@every_pdf
@pytest.mark.parametrize("size", [30, 150])
def test_the_pages_of_a_chunk_hold_its_words(name: str, size: int, pages: dict[str, list[str]]) -> None:
    """Each line of a chunk is on one of its pages; on the first page begins its text, on the last it ends."""
    _, chunks = split(path(name), size, 10)
    for chunk in chunks:
        first, last = bounds(chunk)
        assert 1 <= first <= last <= len(pages[name])
        on_these = "".join(pages[name][first - 1 : last])
        lines = [squeezed(line) for line in chunk.text.split("\n") if line.strip()]
        for line in lines:
            assert line in on_these, line
        assert lines[0] in pages[name][first - 1]
        assert lines[-1] in pages[name][last - 1]


@every_pdf
def test_pages_go_from_the_first_to_the_last_and_never_back(name: str, pages: dict[str, list[str]]) -> None:
    _, chunks = split(path(name), 120, 0)
    assert bounds(chunks[0])[0] == 1
    assert bounds(chunks[-1])[1] == len(pages[name])
    assert {page for chunk in chunks for page in range(bounds(chunk)[0], bounds(chunk)[1] + 1)} == {
        *range(1, len(pages[name]) + 1)
    }
    for before, after in pairwise(chunks):
        assert bounds(before)[0] <= bounds(after)[0]
        assert bounds(before)[1] <= bounds(after)[1]


def bounds(chunk: Chunk) -> tuple[int, int]:
    found = chunk.metadata["pages"]
    assert isinstance(found, tuple)
    first, last = found
    return first, last


def outline_titles(name: str) -> list[tuple[str, int]]:
    """The bookmarks of a file and their pages (from 1), as pypdf lists them."""
    reader = PdfReader(path(name))
    found: list[tuple[str, int]] = []

    def walk(items: Any) -> None:
        for item in items:
            if isinstance(item, list):
                walk(item)
            else:
                page = reader.get_destination_page_number(item)
                assert page is not None
                found.append((str(item.title), page + 1))

    walk(reader.outline)
    return found


def test_the_titles_are_those_of_the_outline_where_there_is_one() -> None:
    with_outline = [name for name in PDFS if outline_titles(name)]
    assert len(with_outline) == 1  # the other has none: there, sizes of letters speak
    [name] = with_outline
    titles = outline_titles(name)
    _, chunks = split(path(name), 60, 0)
    seen = {title for chunk in chunks for title in headings(chunk)}
    assert seen <= {title for title, _ in titles}
    assert len(seen) > len(titles) // 2
    for chunk in chunks:
        for title in headings(chunk):
            assert min(page for said, page in titles if said == title) <= bounds(chunk)[1]


@every_pdf
def test_titles_stand_in_the_text_before_what_they_head(name: str) -> None:
    text, chunks = split(path(name), 60, 0)
    assert sum(bool(headings(chunk)) for chunk in chunks) > len(chunks) // 2
    plain = squeezed(text)
    for chunk in chunks:
        for title in headings(chunk):
            at = plain.find(squeezed(title))
            assert 0 <= at <= len(squeezed(text[: chunk.start_char])) + len(squeezed(chunk.text))


def headings(chunk: Chunk) -> tuple[str, ...]:
    found = chunk.metadata["headings"]
    assert isinstance(found, tuple)
    return found


@every_pdf
def test_context_is_the_path_of_titles(name: str) -> None:
    _, chunks = split(path(name), 120)
    assert all(chunk.context == " > ".join(headings(chunk)) for chunk in chunks)
    _, counted = split(path(name), 120, count_context=True)
    assert max(oracle.tokens("cl100k_base", in_full(chunk)) for chunk in counted) <= 120


# ------------------------------------------------------------------ every form of a file


@every_pdf
def test_a_path_a_text_bytes_and_an_open_file_are_one_file(name: str) -> None:
    where = path(name)
    expected = split(where)
    assert split(str(where)) == expected
    assert split(where.read_bytes()) == expected
    assert split(bytearray(where.read_bytes())) == expected
    assert split(io.BytesIO(where.read_bytes())) == expected
    with where.open("rb") as file:
        assert split(file) == expected
        assert not file.closed
    assert split(where) == expected


def test_the_same_file_gives_the_same_ids_whatever_its_name(tmp_path: Path) -> None:
    copy = tmp_path / "naïve report, 2nd.pdf"
    copy.write_bytes(LETTER)
    assert [chunk.id for chunk in pdf(copy)] == [chunk.id for chunk in pdf(LETTER)]
    assert {chunk.document for chunk in pdf(copy, document="report")} == {"report"}


def test_a_chunker_by_description_takes_files() -> None:
    made = Chunker("pdf", size=100, overlap={"strategy": "percentage", "value": 0.1})
    assert made(path("commissioning")) == pdf(path("commissioning"), 100, "10%")


@settings(max_examples=settings().max_examples // 5)
@given(data=st.data(), size=st.integers(1, 60))
def test_any_pages_keep_the_contract(data: st.DataObject, size: int) -> None:
    line = st.builds(
        lambda words, size, gap: Drawn(words, size, gap=gap),
        st.lists(st.sampled_from(["one", "word", "indivisible", "end.", "naïve", "Title"]), min_size=1, max_size=8).map(
            " ".join
        ),
        st.sampled_from([10.0, 10.0, 10.0, 16.0, 22.0]),
        st.sampled_from([0.0, 0.0, 12.0]),
    )
    drawn = data.draw(st.lists(st.lists(line, max_size=8), min_size=1, max_size=4).filter(any))
    outline = data.draw(
        st.lists(st.tuples(st.sampled_from(["Title", "word", "nowhere"]), st.integers(0, len(drawn) - 1)), max_size=3)
    )
    overlap = data.draw(st.integers(0, size - 1))
    source = draw(*drawn, outline=[Item(title, page) for title, page in sorted(outline, key=lambda item: item[1])])
    text, chunks = split(source, size, overlap, ruler="words")
    assert_kept(text, chunks, size, overlap, "words")
    words = [word for page in drawn for shown in page for word in shown.text.split()]
    assert Counter(text.split()) == Counter(words)
    for chunk in chunks:
        first, last = bounds(chunk)
        letters = Counter(squeezed("".join(shown.text for page in drawn[first - 1 : last] for shown in page)))
        assert Counter(squeezed(chunk.text)) <= letters


# ------------------------------------------------------------------ what cannot be read


@pytest.mark.parametrize(
    ("source", "named"),
    [
        (b"", "cannot read"),
        (b"Dear reader, this is a letter.", "not a PDF"),
        (b"\x00" * 5_000, "PDF"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 100, "PDF"),
        (b"%PDF-1.7\n", "cannot read"),
        (LETTER[: len(LETTER) // 2], "cannot read"),
        (b"%PDF-1.7\n" + b"\x00garbage" * 500 + b"\n%%EOF", "cannot read"),
        (rewritten(LETTER, user="secret"), "password"),
        (draw([]), "no text"),
        (draw([], [], []), "3 pages"),
    ],
)
def test_what_is_no_readable_pdf_is_refused_in_one_line(source: bytes, named: str, tmp_path: Path) -> None:
    refused(lambda: pdf(source), ValueError, named)
    file = tmp_path / "report of mine.pdf"
    file.write_bytes(source)
    refused(lambda: pdf(file), ValueError, named, "report of mine.pdf")
    refused(lambda: pdf(str(file)), ValueError, named, "report of mine.pdf")


@each("source", [None, 5, ["report.pdf"], object(), io.StringIO("text")])
def test_what_is_no_file_is_refused(source: Any) -> None:
    refused(lambda: pdf(source), TypeError, "PDF")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for source in (tmp_path / "nowhere.pdf", str(tmp_path / "nowhere.pdf")):
        with pytest.raises(FileNotFoundError, match="nowhere.pdf"):
            pdf(source)
    with pytest.raises(OSError, match=re.escape(tmp_path.name)):
        pdf(tmp_path)


def test_impossible_numbers_are_refused_before_the_file_is_read() -> None:
    refused(lambda: pdf("nowhere.pdf", 50, 50), ValueError, "overlap=50", "size=50")
    refused(lambda: pdf("nowhere.pdf", 50, Adaptive(1, 50)), ValueError, "overlap=50", "size=50")
    refused(lambda: pdf("nowhere.pdf", 0), ValueError, "size=0")


def test_an_encrypted_file_that_opens_without_a_password_is_read() -> None:
    assert [chunk.text for chunk in pdf(rewritten(LETTER, user=""))] == [chunk.text for chunk in pdf(LETTER)]


def test_what_the_strategy_says_is_what_was_extracted() -> None:
    found = extract(path("commissioning"))
    text, chunks = split(path("commissioning"))
    assert text == found.text
    assert [bounds(chunk) for chunk in chunks] == [found.pages_of(chunk.start_char, chunk.end_char) for chunk in chunks]
