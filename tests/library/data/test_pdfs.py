"""The two PDF documents are what their script makes, with the traps for a reader of PDFs."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf

from chunklib.data import PDFS, path
from tests.each import each

SOURCES = Path(__file__).parents[3] / "docs" / "sources"
SOURCE = {name: (SOURCES / f"{name}.md").read_text(encoding="utf-8") for name in PDFS}
READERS = {name: pypdf.PdfReader(path(name)) for name in PDFS}
PAGES = {name: [page.extract_text() for page in reader.pages] for name, reader in READERS.items()}
TITLES = {name: re.findall(r"(?m)^(#+) (.+)$", text) for name, text in SOURCE.items()}


def outline(entries: list[Any], level: int = 1) -> Iterator[tuple[int, Any]]:
    """Level and entry, in the order of the document."""
    for entry in entries:
        if isinstance(entry, list):
            yield from outline(entry, level + 1)
        else:
            yield level, entry


def targets(reader: pypdf.PdfReader) -> list[tuple[int, str, int, float]]:
    """Level, title, page (from 0) and height of every entry of the outline."""
    found = []
    for level, entry in outline(reader.outline):
        page = reader.get_destination_page_number(entry)
        assert page is not None
        found.append((level, str(entry.title), page, float(entry.top)))
    return found


def lines(page: pypdf.PageObject) -> list[tuple[float, float, str]]:
    """Height, size and text of everything that is drawn on a page."""
    drawn: list[tuple[float, float, str]] = []

    def visit(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
        if text.strip():
            drawn.append((cm[5] + tm[5], size, text.strip()))

    page.extract_text(visitor_text=visit)
    return drawn


def test_the_stored_files_are_what_the_script_makes(tmp_path: Path) -> None:
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        script = [sys.executable, "-W", "error", str(SOURCES / "make_pdfs.py"), str(tmp_path / folder)]
        subprocess.run(script, check=True, capture_output=True)
    for name, file in PDFS.items():
        made = [pypdf.PdfReader(tmp_path / folder / file) for folder in ("first", "second")]
        for reader in made:
            assert [page.extract_text() for page in reader.pages] == PAGES[name]
            assert targets(reader) == targets(READERS[name])
        first, second = (tmp_path / folder / file for folder in ("first", "second"))
        assert first.read_bytes() == second.read_bytes() == path(name).read_bytes()


@each("name", PDFS)
def test_every_word_of_the_source_is_in_the_pdf_and_no_line_is_hyphenated(name: str) -> None:
    assert not [line for page in PAGES[name] for line in page.splitlines() if line.rstrip().endswith(("-", "\u00ad"))]
    body = [re.sub(r"\A.*\n|\n?Page \d+\s*\Z", "", page) for page in PAGES[name]]
    if name == "commissioning":
        del body[1]  # the list of contents
    plain = re.sub(r"(?m)^\|(-+\|)+-+\|$|^\|-+\|-+\|$|^#+ |\*\*|\|", "", re.sub(r"(?m)^\|[-|]+\|\n", "", SOURCE[name]))
    assert " ".join(body).split() == plain.split()


@each("name", PDFS)
def test_pages_have_a_head_and_a_number_and_a_paragraph_crosses_them(name: str) -> None:
    pages = PAGES[name]
    assert len({page.splitlines()[0].split(" · ")[0] for page in pages}) == 1
    assert [page.splitlines()[-1].strip() for page in pages] == [
        f"Page {number}" for number in range(1, len(pages) + 1)
    ]
    ends = [page.splitlines()[-2] for page in pages[:-1]]
    starts = [page.splitlines()[1] for page in pages[1:]]
    crossing = [(end, start) for end, start in zip(ends, starts, strict=True) if not re.search(r"[.\d]$", end)]
    assert len(crossing) == 1
    assert all(start[0].islower() for _, start in crossing)
    whole = " ".join(SOURCE[name].split())
    assert all(f"{end} {start}" in whole for end, start in crossing)


def test_the_outline_leads_to_each_title_at_its_height() -> None:
    reader = READERS["commissioning"]
    entries = targets(reader)
    assert [("#" * level, title) for level, title, *_ in entries] == TITLES["commissioning"][1:]
    assert Counter(level for level, *_ in entries) == {1: 8, 2: 19}
    assert [page for *_, page, _ in entries] == sorted(page for *_, page, _ in entries)
    for level, title, page, top in entries:
        size = {1: 18, 2: 13}[level]
        found = [height for height, drawn, text in lines(reader.pages[page]) if (drawn, text) == (size, title)]
        assert len([height for height in found if 0 < top - height < 1.5 * size]) == 1, title


def test_titles_cannot_be_found_by_searching() -> None:
    titles = Counter(title for _, title in TITLES["commissioning"])
    assert (titles["Method"], titles["Results"]) == (4, 4)
    assert sum(title.startswith("Instruments") for title in titles) == 3
    text = "\n".join(PAGES["commissioning"])
    for title in ("Results", "Airtightness", "Instruments", "Steady operation"):
        assert text.count(title) > 2 * titles[title], "also in the contents, in running heads or in sentences"
    assert re.search(r"(?m)^Results that call for action", text)
    contents = [line.strip() for line in PAGES["commissioning"][1].splitlines()[2:-1]]
    assert contents == [f"{title} {page + 1}" for _, title, page, _ in targets(READERS["commissioning"])]


def test_titles_of_the_annual_report_are_larger_and_have_two_sizes() -> None:
    reader = READERS["annual_report"]
    assert reader.outline == []
    drawn = [(size, text) for page in reader.pages for _, size, text in lines(page)]
    letters: Counter[float] = Counter()
    for size, text in drawn:
        letters[size] += len(text)
    assert letters.most_common(1)[0][0] == 10
    assert sorted(letters) == [8, 9, 10, 13, 18]
    large = [("#" if size == 18 else "##", text) for size, text in drawn if size > 10]
    assert large == TITLES["annual_report"]
    repeated = [title for title, times in Counter(title for _, title in large).items() if times > 1]
    assert repeated == ["Energy"]
    assert "What the record is for" in [text for size, text in drawn if size == 10], "bold, and no title"
