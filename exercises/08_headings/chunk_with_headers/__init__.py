"""Sections of a Markdown text as chunks that carry the headings above them; sizes in characters.

The rules are those of the task and not of Markdown: a heading is a line, a fence goes from one line of backticks to
the next. Where a section that is too long is cut is left free, as long as lines stay whole and chunks are filled.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, expect_list
from classroom.properties.spans import refuses

from .causes import LINE_ENDS, ends_elsewhere, why_cut, why_lost, why_not, why_over
from .sections import (
    DEFAULT_SIZE,
    Found,
    lines_of,
    read_chunks,
    read_cut,
    section_at,
    sections_of,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _nothing_lost(function: Call, text: str, size: int | None = None) -> None:
    """Every character that is not white space is in some chunk."""
    reached, chunks = 0, read_chunks(function, text, size)
    for chunk in [*sorted(chunks, key=lambda chunk: chunk.start), Found(0, len(text), len(text), 0, 0, {})]:
        lost = text[reached : chunk.start].strip()
        if lost:
            place = text.index(lost, reached)
            raise Broken(f"lost {lost[:60]!r} at character {place}", cause=why_lost(chunks, text, place))
        reached = max(reached, chunk.end)


def _exact(function: Call, text: str, size: int | None = None) -> None:
    """The text of a chunk is what the document has at its place."""
    for chunk in read_chunks(function, text, size):
        there = text[chunk.start : chunk.end]
        if chunk.given["text"] != there:
            why = f"chunk {chunk.number} is not text[{chunk.start}:{chunk.end}], which is {there[:60]!r}"
            cause = _APART if chunk.given["text"].endswith("\n\n" + there) else ""
            raise Broken(why, gave=chunk.given["text"], expected=there, cause=cause)


def _side_by_side(function: Call, text: str, size: int | None = None) -> None:
    """Check that chunks are in order and share nothing."""
    reached = 0
    for chunk in read_chunks(function, text, size):
        if chunk.start < reached:
            raise Broken(f"chunk {chunk.number} begins at {chunk.start}, but the one before it ends at {reached}")
        reached = chunk.end


def _bounded(function: Call, text: str, size: int | None = None) -> None:
    """No chunk has more characters than the size."""
    most = size or DEFAULT_SIZE
    for chunk in read_cut(function, text, size):
        if chunk.end - chunk.start > most:
            cause = "" if "\n" in text[chunk.first : chunk.last] else _LONG_LINE
            cause = cause or (_ONE_MORE if chunk.end - chunk.start == most + 1 else "")
            why = f"chunk {chunk.number} has {chunk.end - chunk.start} characters; at most {most} are allowed"
            raise Broken(why, cause=cause)


def _in_one_section(function: Call, text: str, size: int | None = None) -> None:
    """No heading is inside a chunk: it begins one."""
    for chunk in read_cut(function, text, size):
        inside = [part for part in sections_of(text) if chunk.first < part.start < chunk.last]
        if inside:
            line = text[inside[0].start :].partition("\n")[0]
            raise Broken(
                f"chunk {chunk.number} goes on over the heading {line!r} at {inside[0].start}",
                cause=why_over(text, inside[0].start),
            )


def _whole(function: Call, text: str, size: int | None = None) -> None:
    """A section that fits is not cut."""
    sections, most = sections_of(text), size or DEFAULT_SIZE
    for chunk in read_cut(function, text, size):
        part = section_at(sections, chunk.first)
        bare = text[part.start : part.end].strip()
        if part.end - part.start <= most and bare and chunk.first > text.index(bare, part.start):
            why = f"cut at {chunk.first}, inside a section of {part.end - part.start} characters; {most} are allowed"
            raise Broken(why, cause=why_cut(text, chunk, most))


def _whole_lines(function: Call, text: str, size: int | None = None) -> None:
    """Only a line that is longer than the size is cut."""
    most = size or DEFAULT_SIZE
    cuts = [place for chunk in read_cut(function, text, size) for place in (chunk.first, chunk.last)]
    for start, end in lines_of(text):
        for cut in cuts:
            if text[start:cut].strip() and text[cut:end].strip() and start < cut < end <= start + most:
                why = f"cut at {cut}, inside the line {text[start:end]!r}; it has {end - start} characters"
                raise Broken(why, cause=LINE_ENDS if any(map(ends_elsewhere, text[cut - 1 : cut + 1])) else "")


def _filled(function: Call, text: str, size: int | None = None) -> None:
    """A chunk of whole lines ends where the next line of its section does not fit; long lines are left out."""
    sections, most = sections_of(text), size or DEFAULT_SIZE
    lines = list(lines_of(text))
    reached = 0
    for one, two in pairwise(read_cut(function, text, size)):
        part = section_at(sections, one.first)
        begin = max(part.start, reached)
        reached = one.last
        start, end = next(line for line in lines if two.first < line[1])
        long = any(stop - begins > most for begins, stop in lines if begins < end and begin < stop)
        if two.first < part.end and not long and end - begin <= most and one.last <= start:
            why = f"chunk {one.number} ends before the line {text[start:end]!r}, with which it has {end - begin}"
            raise Broken(f"{why} characters; {most} are allowed", cause=why_cut(text, two, most))


def _contexts(function: Call, text: str, size: int | None = None) -> None:
    """The context names the headings in force, each in brackets."""
    sections = sections_of(text)
    for chunk in read_chunks(function, text, size):
        expected, gave = section_at(sections, chunk.first).context, chunk.given["context"]
        if gave != expected:
            raise Broken(
                f"context of chunk {chunk.number}, which begins with {text[chunk.first : chunk.last][:30]!r}",
                gave=gave,
                expected=expected,
                cause=why_not(gave, expected, text[: chunk.last]),
            )


def _full_texts(function: Call, text: str, size: int | None = None) -> None:
    """The full text is context, blank line and text; without a context the text alone."""
    if not any(chunk.given["context"] for chunk in read_chunks(function, _TEA, 40)):
        raise Broken("no chunk has a context, and each is under a heading", cause=_NO_CONTEXT)
    for chunk in read_chunks(function, text, size):
        own, context = chunk.given["text"], chunk.given["context"]
        expected = f"{context}\n\n{own}" if context else own
        if chunk.given["full_text"] != expected:
            why, cause = f"full_text of chunk {chunk.number}", "" if context else _NOTHING_BEFORE
            raise Broken(why, gave=chunk.given["full_text"], expected=expected, cause=cause)


def _empty(function: Call, text: str, size: int = 50) -> None:
    """No chunk is of white space alone, and none of no text."""
    for index, chunk in enumerate(expect_list(function(text, size=size), of=dict)):
        if not str(chunk.get("text", "")).strip():
            raise Broken(f"chunk {index} holds nothing but white space", gave=chunk)


def _refuses(function: Call, size: int, text: str = "# Tea\n\nBoil water.\n") -> None:
    """A size below 1 raises ValueError."""
    refuses(function, text, size=size)


_APART = "the context has a key of its own; text is the slice alone"
_NO_CONTEXT = "the heading path comes first: there is nothing to put in front of a text yet"
_NOTHING_BEFORE = "without a context there is nothing in front of the text"
_ONE_MORE = "the end of a line counts, too, and the size itself is the most that is allowed"
_LONG_LINE = "a line that is too long by itself, its end counted, is cut between characters"

_TEA = "# Tea\n\nBoil water.\n\n## Green\n\nWait two minutes.\n\n## Black\n\nWait four.\n"
_SHELL = "# Set up\n\n```sh\n# install\npip install tea\n```\n\nDone.\n"
_UNCLOSED = "Intro.\n# One\n```\n# a\n## b\n"
_LEVELS = "# A\na\n### C\nc\n## B\nb\n###### F\nf\n# G\ng\n### C\nc\n"
_NO_HEADINGS = "#tag\n#\n####### seven\n # indented\nx # y\n"
_LONG = "# Notes\n" + "".join(f"Line {number} of the notes.\n" for number in range(60)) + "## End\n" + "x" * 700 + "\n"
_EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {"text": "# Tea\nHot.\n", "size": 40},
    {"text": "# Tea\nHot.\n# Ice\nCold.\n", "size": 40},
    {"text": _TEA, "size": 40},
    {"text": _TEA, "size": 18},
    {"text": _SHELL, "size": 80},
    {"text": _SHELL, "size": 24},
    {"text": _UNCLOSED, "size": 30},
    {"text": _LEVELS, "size": 30},
    {"text": _NO_HEADINGS, "size": 60},
    {"text": "\n\n# Tea\nTea. Tea.\n\n# Tea\nTea. Tea.\n", "size": 30},
    {"text": "# Tea\n\nb\n", "size": 6},
    {"text": "#  Wide  \r\na\r\n## Two words\r\nb\r\n", "size": 30},
    {"text": "# Tea\nA page\x0c# no heading\u2028# none\n", "size": 60},
    {"text": "# 茶\n水。👩‍🔧\n## É\nx", "size": 12},
    {"text": "# Tea\n#tag\n", "size": 30},
    {"text": "# A\n### B\n### C\n## D\n", "size": 30},
    {"text": "# C#\nSharp.\n## F# #\n# #1\nHit.\n", "size": 30},
    {"text": "# Tea\n## Tea\n### Tea \n#### Tea\n", "size": 30},
    {"text": "# A\naaa\x0cbbb\ncc\n", "size": 8},
    {"text": "# A\naaa\x85bbb\ncc\n## B\naaa\u2028bbb\ncc\n## C\naaa\rbbb\ncc\n## D\naaa\x1cbbb\ncc\n", "size": 8},
    {"text": "# A\n\nB\n\nC\n\nDDD\n", "size": 11},
    {"text": "#\tTea\n\nBoil.\n", "size": 30},
    {"text": "# Tea\n## \nBoil.\n", "size": 30},
    {"text": "  ```\n# Tea\n", "size": 30},
    {"text": "~~~\n# Tea\n", "size": 30},
    {"text": "```\na\n```py\n# Tea\n", "size": 30},
    {"text": "````\na\n```\n# Tea\n", "size": 30},
    {"text": "# T\naa\nbb\ncc\ndd\n", "size": 7},
    {"text": "# T\n" + "a" * 25 + "\nb\n", "size": 10},
    {"text": "# Tea", "size": 5},
    {"text": _LONG, "size": 100},
    {"text": _LONG},
)


def texts() -> SearchStrategy[str]:
    """Draw texts of headings, fences and lines that look like one of them."""
    from hypothesis import strategies as st

    blocks = ["# A\n", "## B\n", "### C\n", "# D e\n", "aa\n", "bb bb\n", "ccc ccc ccc\n", "\n", "#x\n", "é汉\n", "#\n"]
    blocks += ["a\fb\n", "a\u2028# b\n", "aa\x85# b\x1cc\n", "aa\rb\n"]
    blocks += ["```\n# f\n```\n", "```sh\ng\n\n## h\n```\n"]
    drawn = st.lists(st.sampled_from(blocks), min_size=1, max_size=9).map("".join)
    return st.builds(lambda text, end: text + end, drawn, st.sampled_from(["", "", "end", "```\n# i\n"]))


def texts_alone() -> SearchStrategy[dict[str, Any]]:
    """Draw cases of such a text and no size."""
    return texts().map(lambda text: {"text": text})


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    return st.fixed_dictionaries({"text": texts(), "size": st.integers(3, 40)})


def _property(name: str, points: int, hint: str, test: Any, *, gate: bool = False) -> Property:
    return Property(name, points, gate, (hint,), test, _EXAMPLES, _cases)


EXERCISE = Exercise(
    hints=(
        "Loop over sections(text). A section that fits is one chunk, and any other becomes several in an inner loop.",
        (
            'The inner loop keeps the start of the open chunk. text.rfind("\\n", start, start + size) finds the last '
            "end of a line that fits. What does it give if there is none, and where do you cut then?"
        ),
        (
            "Go on until start reaches the end of the section. Slice text[start:stop], skip it where it is only white "
            "space, and put context, a blank line and the text together where there is a context."
        ),
    ),
    properties=(
        _property(
            "nothing is lost",
            3,
            "each section is a chunk or several, together with the line of its heading",
            _nothing_lost,
            gate=True,
        ),
        _property("offsets are exact", 2, "lines were stripped or joined again; slice text[start:end] instead", _exact),
        _property("chunks lie side by side", 2, "the chunk before is not finished where this begins", _side_by_side),
        _property("each section that fits is a chunk of its own", 3, "only a section over the size is cut", _whole),
        _property(
            "no chunk goes on over a heading",
            3,
            "a section ends before the next heading, of any level",
            _in_one_section,
        ),
        _property(
            "no chunk is over the size",
            2,
            "a chunk ends after the last line that fits; ends of lines and the heading count",
            _bounded,
        ),
        _property(
            "a line that fits is not cut",
            2,
            "a long section is cut after lines, not every size characters",
            _whole_lines,
        ),
        _property(
            "lines that fit together stay together", 2, "a chunk goes on until the next line does not fit", _filled
        ),
        _property(
            "the context is the heading path", 3, "the levels of the headings decide which of them go on", _contexts
        ),
        _property("full_text is context and text", 1, "there is one blank line between the two", _full_texts),
        Property(
            "white space alone gives no chunk",
            1,
            False,
            ("a chunk is added without asking whether there is anything in it: skip it where text.strip() is empty",),
            _empty,
            ({"text": ""}, {"text": "\n \n"}, {"text": "\n\n# Tea\n", "size": 6}),
        ),
        Property(
            "a size below 1 raises ValueError",
            1,
            False,
            ("the size is not tested before the work begins",),
            _refuses,
            ({"size": 0}, {"size": -3}, {"size": 0, "text": "\n"}),
        ),
    ),
)
