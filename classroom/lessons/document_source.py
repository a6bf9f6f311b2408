"""Read what a learner brings: a file (text, Markdown, HTML, PDF) or the text itself."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from chunklib.advice.document_kind import kind_of
from chunklib.chunk import PATH
from chunklib.cuts import HtmlText
from chunklib.cuts.pdf import PdfText, extract
from chunklib.cuts.structure import Headings
from chunklib.data import DOCUMENTS, PDFS, path
from chunklib.errors import InvalidType, InvalidValue
from chunklib.terminal_progress import one_line
from classroom.lessons.counter import working
from classroom.lessons.document import Document
from classroom.lessons.store import course_root

MOST = 20_000_000
"""Bytes of the largest file, characters of the longest text."""
_NAME = 255  # characters of the longest name of a file; a longer path is given as a Path
_SAFE_NAME = 80
_SHOWN = 60
_NOTES = 3  # of a PDF that are shown
_FOREIGN = 0.3  # share of letters beyond ASCII: no text in a Western European language has so many
_MARKED_UP = {".ipynb", ".rtf"}
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_ADDRESS = re.compile(r"(?i)(?:https?|ftp|file):/\S*\Z")
_OR_TEXT = " If you meant a text, put a line break into it"
_PAGE = (
    "It is HTML: you have the text that a reader of the page sees, with headings, tables and code marked as in "
    "Markdown. Places count in this text."
)
_ROWS = re.compile(r"(?m)^(?:.*? )?\| .*(?:\n(?:.*? )?\| .*)*+$")
_ADVICE = "save it as UTF-8 text, Markdown, HTML or PDF first"


class Source(NamedTuple):
    """Holds a document, what it was taken for, the number of headings of a PDF, and what was done to its text."""

    document: Document
    taken_for: str
    headings: int | None = None
    done: str = ""


def read(source: object) -> Source:
    """Read a document.

    Args:
        source: a path or a text, as ``bring`` takes it.

    Raises:
        ValueError: for a source that is not a document; the message is one line.
        TypeError: for anything but a path or a text.
        OSError: for a file that cannot be read.
    """
    given = os.fspath(source) if isinstance(source, os.PathLike) else source
    if not isinstance(given, str):
        raise InvalidType(f"a document is a path or a text: got {type(source).__name__}")
    if address := _ADDRESS.match(given):
        raise InvalidValue(f"{address[0]} is an address; save the page as a file first, and give its path")
    if not isinstance(source, str):
        return _read_file(Path(given))
    if "\n" in source or "\r" in source or len(source) > _NAME:
        return _checked("my_text", source, "", "the text itself")
    if not source.strip():
        raise InvalidValue(f"the name of a file is missing: got {source!r}")
    if source in DOCUMENTS | PDFS:
        found = _read_file(path(source))
        return found._replace(document=replace(found.document, name=source))
    return _read_file(located(Path(os.path.expanduser(source))))  # noqa: PTH111 (Path's own raises for an unknown user)


def located(file: Path) -> Path:
    """Look for a file beside the notebook, then in the learner's folder, which is what Lab lists at the left."""
    in_list = course_root() / file
    return in_list if in_list.is_file() and not file.exists() else file


def _read_file(file: Path) -> Source:
    if not file.is_file():
        raise InvalidValue(f"{not_there(file)}{'' if file.exists() else _OR_TEXT}")
    name = one_line(file.name)
    if (size := file.stat().st_size) > MOST:
        raise InvalidValue(f"{name} is too large: {size / 1e6:,.1f} MB, the limit is {MOST / 1e6:.0f} MB")
    if file.suffix.lower() in _MARKED_UP:
        raise InvalidValue(f"the text of {name} is between a lot of other signs; {_ADVICE}")
    data = file.read_bytes()
    if file.suffix.lower() == ".pdf" or data.startswith(b"%PDF-"):
        with working(f"reading {name}", "PDF read", size) as advance:
            advance(0, 1)
            seen = extract(file)
            advance(1, 1)
        found = _checked(file.stem, seen.text, ".pdf", name)
        document = replace(found.document, places=tuple(_places(seen)))
        done = "; ".join([*seen.notes[:_NOTES], *(["and so on"] if len(seen.notes) > _NOTES else [])])
        return Source(document, f"the file {name}", len(seen.structure.headings), done)
    text, how = decoded(data, name)
    return _checked(file.stem, text, file.suffix, name)._replace(taken_for=f"the file {name}, read as {how}")


def _places(seen: PdfText) -> Iterator[tuple[int, str]]:
    """Say which page and headings begin where in the text of a PDF."""
    headings = Headings(seen.structure.headings)
    for start in sorted({0, *seen.pages, *(heading.start for heading in seen.structure.headings)}):
        under = f", under {PATH.join(above)}" if (above := headings.path(start)) else ""
        yield start, f", page {seen.pages_of(start, start)[0]}{under}"


def not_there(file: Path) -> str:
    """Say why no file can be read there, and which names are like it."""
    if file.is_dir():
        return f"{file} is a folder; give the path of a file in it"
    if file.exists():
        return f"{file} is not a file that can be read to its end"
    shown = str(file) if len(str(file)) <= _SHOWN else f"{str(file)[:_SHOWN]}…"
    folders = [folder for folder in (course_root() / file.parent, file.parent) if folder.is_dir()]
    if not folders:
        return f"there is no file {shown!r}: its folder is not there either."
    names = {one.name.lower(): one.name for folder in folders for one in sorted(folder.iterdir()) if one.is_file()}
    near = [names[name] for name in get_close_matches(file.name.lower(), names, n=3)]
    meant = f"did you mean {', '.join(map(repr, near))}?" if near else "the folder has no file with a similar name."
    return f"there is no file {shown!r}; {meant}"


def decoded(data: bytes, name: str) -> tuple[str, str]:
    r"""Decode the bytes of a text file, or refuse them; line ends stay as they are.

    Bytes that are not UTF-8 or UTF-16 are read as CP1252, which includes Latin-1, if they then look like a text in a
    Western European language: no control characters, and at most 30 % of the letters beyond ASCII.

    Returns:
        the text, and the name of the encoding.

    Raises:
        ValueError: for bytes that are not a text in one of these encodings.

    >>> decoded(b"caf\xe9 cr\xe8me, s'il vous pla\xeet", "menu.txt")[1]
    'CP1252 (Latin-1): check that the accents are right'
    """
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else _without_mark(data)
    try:
        return data.decode(encoding), encoding.removesuffix("-sig").upper()
    except UnicodeDecodeError:
        return _western(data, name), "CP1252 (Latin-1): check that the accents are right"


def _without_mark(data: bytes) -> str:
    """Recognise UTF-16 without a mark: of most texts every second byte is zero."""
    first, second = (data[at:4_000:2] for at in (0, 1))
    if 2 * second.count(0) > len(second) > 2 * first.count(0):
        return "utf-16-le"
    return "utf-16-be" if 2 * first.count(0) > len(first) > 2 * second.count(0) else "utf-8-sig"


def _western(data: bytes, name: str) -> str:
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = "\0"
    letters = [char for char in text if char.isalpha()]
    if _CONTROL.search(text) or sum(char > "\x7f" for char in letters) > _FOREIGN * len(letters):
        raise InvalidValue(f"{name} is not a text in UTF-8, UTF-16 or CP1252 (Latin-1); {_ADVICE}")
    return text


def _checked(name: str, text: str, suffix: str, called: str) -> Source:
    """Make a document of a text that has something to read; its name is one that a file can have.

    Of a page of HTML it is the text that a reader sees.
    """
    if len(text) > MOST:
        raise InvalidValue(f"{called} is too large: {len(text):,} characters, the limit is {MOST:,}")
    if not text.strip():
        raise InvalidValue(f"{called} {'has nothing but white space' if text else 'is empty'}")
    if "\0" in text or 50 * len(_CONTROL.findall(text)) > len(text):
        raise InvalidValue(f"{called} is binary, not a text; {_ADVICE}")
    if half := re.search("[\ud800-\udfff]", text):
        raise InvalidValue(
            f"{called} has half of a surrogate pair at character {half.start():,}, which no file can hold"
        )
    safe = re.sub(r"[^\w.-]+", "_", name)[:_SAFE_NAME].strip("._") or "document"
    kind = kind_of(text, suffix).name
    if kind != "html":
        return Source(Document(safe, text, own=True, kind=kind), called)
    page = readable(text)
    if not page.strip():
        raise InvalidValue(f"{called} has nothing that a reader of the page sees")
    return Source(Document(safe, page, own=True, kind="markdown"), called, done=_PAGE)


def readable(page: str) -> str:
    r"""Return the text that a reader of a page sees, with headings, tables and code marked as in Markdown.

    >>> readable("<h1>Green &amp; white</h1><p>Boil <b>water</b>.<table><tr><td>3<td>min</table>")
    '# Green & white\n\nBoil water.\n\n| 3 | min |\n| --- | --- |'
    """
    seen = HtmlText(page)
    marks = {start: "#" * rank + " " for start, rank, title in seen.structure.headings if title}
    for start, end in seen.verbatim:
        marks |= {start: "```\n", end: "\n```"}
    parts: list[str] = []
    for start, end in pairwise(sorted({0, len(seen.text), *marks})):
        part = seen.text[start:end]
        parts += marks.get(start, ""), part if marks.get(start) == "```\n" else _ROWS.sub(_table, part)
    return "".join([*parts, marks.get(len(seen.text), "")])


def _table(found: re.Match[str]) -> str:
    """Write lines whose cells are separated by " | " as a table of Markdown, between blank lines."""
    first, *rows = (f"| {line} |" for line in found[0].split("\n"))
    return "\n".join([first, re.sub(r"[^|]+", " --- ", first), *rows])
