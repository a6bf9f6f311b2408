"""The strategy for PDF files: chunks of what was extracted, with titles and pages; every form of a file."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
from pypdfium2 import PdfDocument

from chunklib import STRATEGIES
from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.data import PDFS, path
from chunklib.overlap import Adaptive
from tests import oracle
from tests.each import each
from tests.pdfs import Drawn, draw
from tests.promises import assert_kept, refused

pdf = STRATEGIES["pdf"]
every_pdf = pytest.mark.parametrize("name", PDFS)
LETTER: bytes = draw([Drawn("One", 18), "It rained on the first page."], [Drawn("Two", 18), "It snowed on the second."])


@pytest.fixture(scope="module")
def pages() -> dict[str, list[str]]:
    """The text of each page, read by pdfium itself, without header, page number and white space."""
    found = {}
    for name in PDFS:
        with PdfDocument(path(name)) as document:
            texts = [document[number].get_textpage().get_text_range() for number in range(len(document))]
        found[name] = [
            squeezed(re.sub(r"(?m)^(?:Page \d+|Skarvøy Cold Store [^:\n]*· .*)\r?$", "", text)) for text in texts
        ]
    return found


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def split(source: Any, size: int = 200, overlap: Any = 20, **options: Any) -> tuple[str, list[Chunk]]:
    chunks = pdf(source, size, overlap, **options)
    text: str = chunks.text  # type: ignore[attr-defined]
    return text, chunks


@every_pdf
@each(("size", "overlap"), [(40, "2s"), (200, Adaptive(5, 30)), (600, 0)])
def test_the_contract_holds_for_the_text_that_comes_with_the_chunks(name: str, size: int, overlap: Any) -> None:
    text, chunks = split(path(name), size, overlap)
    assert_kept(text, chunks, size, overlap)
    assert len(chunks) > 5


@every_pdf
def test_no_word_of_a_page_is_missing(name: str, pages: dict[str, list[str]]) -> None:
    """Every character that pdfium finds is in some chunk, as often as it is there."""
    text, _ = split(path(name))
    assert Counter(squeezed(text)) == Counter("".join(pages[name]))


@every_pdf
def test_the_pages_of_a_chunk_hold_its_words(name: str, pages: dict[str, list[str]]) -> None:
    """Each line of a chunk is on one of its pages; on the first page begins its text, on the last it ends."""
    _, chunks = split(path(name), 30, 10)
    assert (bounds(chunks[0])[0], bounds(chunks[-1])[1]) == (1, len(pages[name]))
    for chunk in chunks:
        first, last = bounds(chunk)
        assert 1 <= first <= last <= len(pages[name])
        on_these = "".join(pages[name][first - 1 : last])
        lines = [squeezed(line) for line in chunk.text.split("\n") if line.strip()]
        for line in lines:
            assert line in on_these, line
        assert lines[0] in pages[name][first - 1]
        assert lines[-1] in pages[name][last - 1]


def bounds(chunk: Chunk) -> tuple[int, int]:
    first, last = cast("tuple[int, int]", chunk.metadata["pages"])
    return first, last


@every_pdf
def test_context_is_the_path_of_titles(name: str) -> None:
    _, chunks = split(path(name), 120)
    assert all(chunk.context == " > ".join(cast("tuple[str, ...]", chunk.metadata["headings"])) for chunk in chunks)
    _, counted = split(path(name), 120, count_context=True)
    assert max(oracle.tokens("cl100k_base", in_full(chunk)) for chunk in counted) <= 120


def test_the_same_file_gives_the_same_ids_whatever_its_name(tmp_path: Path) -> None:
    copy = tmp_path / "naïve report, 2nd.pdf"
    copy.write_bytes(LETTER)
    assert [chunk.id for chunk in pdf(copy)] == [chunk.id for chunk in pdf(LETTER)]
    assert {chunk.document for chunk in pdf(copy, document="report")} == {"report"}


def test_impossible_numbers_are_refused_before_the_file_is_read() -> None:
    refused(lambda: pdf("nowhere.pdf", 50, 50), ValueError, "overlap=50", "size=50")
    refused(lambda: pdf("nowhere.pdf", 50, Adaptive(1, 50)), ValueError, "overlap=50", "size=50")
    refused(lambda: pdf("nowhere.pdf", 0), ValueError, "size=0")
