"""Rules for every page: alternative text, nothing remote, nothing of one machine, links, and what is stored."""

from __future__ import annotations

import ast
import re
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from classroom.build.masters import RAISES, tags
from classroom.build.page import Rule, calls, headings, html_tags, links, parse, shown, without_code

if TYPE_CHECKING:
    from classroom.build.masters import Kind
    from classroom.build.page import Page

_ALL: tuple[Kind, ...] = ("lesson", "trip", "learner", "exercise", "solution")
_RUN: tuple[Kind, ...] = ("lesson", "trip", "solution")
_IMAGE = re.compile(r"!\[(.*?)\]\(", re.DOTALL)
_URL = re.compile(r"https?://([^\s/\"'<>)\]:]*)")
_SAMPLE_HOST = re.compile(r"(.*\.)?example(\.(com|org|net))?")
_REMOTE = re.compile(r"\s*(https?:)?//", re.IGNORECASE)
_REMOTE_STYLE = re.compile(r"url\(\s*['\"]?(https?:)?//|@import", re.IGNORECASE)
_LOADING = ("src", "srcset", "poster", "data", "background", "xlink:href")
_FOREIGN_TAGS = ("script", "iframe", "link", "object", "embed", "base")
_NETWORK = ("aiohttp", "ftplib", "http", "httpx", "requests", "socket", "urllib", "urllib3")
_ABSOLUTE = re.compile(r"(?<![\w.~:/])/(?:home|Users|root|tmp)/\w|\b[A-Z]:\\+(?:Users|Windows|Program|Temp)")
_UNFINISHED = re.compile(r"\b(?:TODO|FIXME|TBD)\b")


def heading_order(page: Page) -> list[str]:
    """Require one title, in the first cell; no level is skipped, and a second-level heading begins its cell."""
    levels = [(level, text) for cell in page.cells for level, text in headings(cell)]
    first = [level for level, _ in headings(page.cells[0])][:1] if page.cells else []
    found = [] if first == [1] else ["the first cell has no title"]
    found += [f"a second title: {text}" for level, text in levels[1:] if level == 1]
    found += [f"{'#' * low} {text} skips a level" for (high, _), (low, text) in pairwise(levels) if low > high + 1]
    late = [cell.source for cell in page.markdown if "\n## " in without_code(cell.source)]
    return found + [f"a ## heading inside a cell: {source[:40]!r}" for source in late]


def alternative_text(page: Page) -> list[str]:
    """Find images in Markdown and in outputs, and calls of ``figure``, that say nothing in words."""
    found = [
        f"image without words: {cell.source[:50]!r}"
        for cell in page.markdown
        for alt in _IMAGE.findall(without_code(cell.source))
        if not alt.strip()
    ]
    texts = [cell.source for cell in page.markdown]
    texts += [text for cell in page.code for kind, text in shown(cell) if kind == "text/html"]
    tags_seen = [attributes for text in texts for tag, attributes in html_tags(text) if tag == "img"]
    found += [
        f"<img> without alt: {attrs.get('src', '')[:40]}" for attrs in tags_seen if not attrs.get("alt", "").strip()
    ]
    found += [
        f"bare picture: {cell.source[:50]!r}" for cell in page.code for kind, _ in shown(cell) if kind == "image/png"
    ]
    return found + [
        f"figure() without alternative text: line {call.lineno} of {cell.source[:40]!r}"
        for cell in page.code
        for call in calls(cell, "figure")
        if not _has_words(call)
    ]


def _has_words(call: ast.Call) -> bool:
    given = [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "alt")]
    return bool(given) and not (isinstance(given[0], ast.Constant) and not str(given[0].value).strip())


def remote_page(page: Page) -> list[str]:
    """Find parts of the page, in Markdown or in outputs, that a browser would fetch from elsewhere."""
    texts = [cell.source for cell in page.markdown]
    texts += [text for cell in page.code for kind, text in shown(cell) if kind == "text/html"]
    found = [f"<{tag}>" for text in texts for tag, _ in html_tags(text) if tag in _FOREIGN_TAGS]
    found += [
        f"<{tag} {name}={value[:50]}>"
        for text in texts
        for tag, attributes in html_tags(text)
        for name, value in attributes.items()
        if (name in _LOADING and _REMOTE.match(value)) or (name == "style" and _REMOTE_STYLE.search(value))
    ]
    found += ["a style that loads from elsewhere" for text in texts if _REMOTE_STYLE.search(without_code(text))]
    sources = page.section("Sources").cells
    outside = [cell.source for cell in page.markdown if cell not in sources]
    found += [f"{url[0]} outside Sources" for text in outside for url in _URL.finditer(without_code(text))]
    images = [cell.source for cell in page.markdown]
    return found + [f"remote image {text[:50]!r}" for text in images if re.search(r"!\[[^\]]*\]\(\s*<?https?:", text)]


def remote_code(page: Page) -> list[str]:
    """Find code that reaches for the network or the shell, or is not Python."""
    found = [f"not plain Python: {cell.source[:50]!r}" for cell in page.code if parse(cell) is None]
    found += [
        f"imports {name}"
        for cell in page.code
        for node in ast.walk(parse(cell) or ast.Module([], []))
        for name in _imported(node)
        if name.partition(".")[0] in _NETWORK
    ]
    hosts = [match for cell in page.code for match in _URL.finditer(cell.source)]
    return found + [f"an address in code: {match[0]}" for match in hosts if not _SAMPLE_HOST.fullmatch(match[1])]


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def of_one_machine(page: Page) -> list[str]:
    """Find absolute paths and stacks of errors, in text, code or outputs."""
    here = [str(page.root), str(Path.home()), sys.prefix, tempfile.gettempdir()]
    local = [place + "/" for place in here if len(place) > 1]
    texts = [cell.source for cell in page.cells] + [text for cell in page.code for _, text in shown(cell)]
    found = [f"absolute path {match[0]!r}" for text in texts for match in _ABSOLUTE.finditer(text)]
    found += [f"absolute path {place!r}" for text in texts for place in local if place in text]
    return found + ["a traceback" for text in texts if "Traceback (most recent call last)" in text]


def unfinished(page: Page) -> list[str]:
    """Find notes of work to do."""
    return [match[0] for cell in page.cells for match in _UNFINISHED.finditer(cell.source)]


def broken_links(page: Page) -> list[str]:
    """Find relative links to no file, fragments to no place, and links to the glossary that name no entry."""
    anchors = {re.sub(r"[*_`]", "", text).replace(" ", "-") for cell in page.cells for _, text in headings(cell)}
    found = []
    for target in (target for cell in page.markdown for target in links(cell.source)):
        path, _, fragment = unquote(target).partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        file = Path(page.folder, path).resolve() if path else page.path
        if path.startswith("/") or not (file.exists() or file in page.known):
            found.append(f"{target}: no such file")
        elif fragment and not path and fragment not in anchors:
            found.append(f"{target}: no such heading")
        elif file.name == "glossary.md" and f'<a id="{fragment}"></a>' not in file.read_text("utf-8"):
            found.append(f"{target}: no such entry; name one, as in glossary.md#chunk")
    return found


def run_state(page: Page) -> list[str]:
    """Find code cells that were not run, or not in one run from top to bottom."""
    counts = [cell.execution_count for cell in page.code]
    return [] if counts == list(range(1, len(counts) + 1)) else [f"execution counts {counts}"]


def stored_errors(page: Page) -> list[str]:
    """Find errors in outputs of cells that are not tagged for it, and tagged cells without one."""
    failed = [(cell, any(out.output_type == "error" for out in cell.outputs)) for cell in page.code]
    found = [f"an error in {cell.source[:50]!r}" for cell, bad in failed if bad and RAISES not in tags(cell)]
    return found + [f"no error in {cell.source[:50]!r}" for cell, bad in failed if not bad and RAISES in tags(cell)]


RULES = (
    Rule("headings", "one # title first, no level skipped, ## only at the start of a cell", heading_order, _ALL),
    Rule("alternative text", "every picture says in words what it shows", alternative_text, _ALL),
    Rule("offline page", "nothing on the page is fetched; https:// only in Sources", remote_page, _ALL),
    Rule("offline code", "code is plain Python and needs no network", remote_code, _ALL),
    Rule("no machine", "no absolute path and no traceback", of_one_machine, _ALL),
    Rule("finished", "no TODO, FIXME, TBD", unfinished, _ALL),
    Rule("links", "every relative link leads somewhere", broken_links, _ALL),
    Rule("run", "stored cells were run once, in order", run_state, _RUN),
    Rule("errors", "errors only where tagged", stored_errors, _RUN),
)
