"""Usual causes of what is wrong with sections and their contexts, one line each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .sections import Found, section_at, sections_of

_PREAMBLE = "the text before the first heading is a section too, one without a context"
_LAST = "the last section is still open when the loop ends"
_FALSE = (  # what a line with a # that is not a heading looks like, and why it is none
    (r"\s+#", "white space in front of a #: a heading begins its line"),
    (r"[^#]", "a heading begins its line: match at the start of the line, do not search in it"),
    (r"#{7}", "a heading has six # at most"),
    (r"#+ +\S", "inside a fence nothing is a heading"),
    ("", "a heading has a space after its #, and then a title"),
)
_NONE = "no heading is above this text, so its context is empty"
_DEEP = "each heading begins a section: at every level from one to six #, and also where no text follows"
_TILDES = "only backticks make a fence: ~~~ is text"
_INDENTED = "backticks after white space do not make a fence: a line of it begins with them"
_CLOSED = "the next line that begins with three backticks closes a fence, whatever follows them"
LINE_ENDS = 'only \\n ends a line: use split("\\n"); splitlines() also cuts at form feeds, U+2028 and others'
_ELSEWHERE = "the places do not rise: find gives the first of equal texts, and a place in a slice counts from the slice"
_MOVED = "text and place do not fit: strip() moves the start of a text, and a place in a slice counts from the slice"
_SIZE = "a section of exactly the size fits: compare with >, not >="
MARKS = "the title is the rest of the line: a # in it belongs to it"
_HEADING_LINE = "the heading line belongs to the text of its section"
_REST = "what does not fit into a chunk makes another one"
_OWN = "every chunk of a section has its path, the heading of the section included"
TITLE = "white space around a title does not belong to it"
_SPACE = f"{TITLE}; there is one space between brackets"
_BRACKETS = "each title is in its own brackets: [Tea] [Green]"
_ENDED = "a heading ends all those of its own level and of deeper ones"
_ABOVE = "a heading with fewer # goes on in all sections below it"


def why_lost(chunks: Sequence[Found], text: str, place: int) -> str:
    """Say why the text at a place is in no chunk."""
    section = section_at(sections_of(text), place)
    if any(two.start < one.end for one, two in pairwise(chunks)):
        return _ELSEWHERE
    if any(chunk.given["text"] != text[chunk.start : chunk.end] for chunk in chunks):
        return _MOVED
    if any(chunk.start >= section.start and chunk.last <= section.end for chunk in chunks):
        return _HEADING_LINE if section.titles and place == section.start else _REST
    return _PREAMBLE if not section.titles else _LAST if section.end == len(text) else ""


def why_cut(text: str, chunk: Found, size: int) -> str:
    """Say what was taken for a heading, if anything was, or how the section was measured."""
    section = section_at(sections_of(text), chunk.first)
    if chunk.given["context"] == section.context:
        return _SIZE if section.end - section.start == size else ""
    if not text[chunk.first : chunk.last].startswith("#"):
        return ""
    line = text[text.rfind("\n", 0, chunk.first) + 1 : chunk.first]
    return LINE_ENDS if ends_elsewhere(line[-1:]) else why_false(text, chunk.first)


def ends_elsewhere(before: str) -> bool:
    """Tell whether a character ends a line for ``splitlines()`` and not for the task."""
    return before != "\n" and before.splitlines() == [""]


def why_false(text: str, place: int) -> str:
    """Say why the line with the # at a place is not a heading."""
    line = text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0]
    return next(cause for pattern, cause in _FALSE if re.match(pattern, line))


def why_over(text: str, place: int) -> str:
    """Say why the heading at a place was overlooked."""
    before = text[:place]
    if text.startswith("###", place):
        return _DEEP
    fence = re.search(r"^[^\S\n]*(?:```|~~~)", before, re.MULTILINE)
    return "" if not fence else _TILDES if "~" in fence[0] else _CLOSED if fence[0] == "```" else _INDENTED


def why_not(gave: str, expected: str, text: str) -> str:
    """Say why a context is another than the heading path; ``text`` is that of the document as far as the chunk goes."""
    if expected.count("#") > gave.count("#") and expected.replace("#", "").split() == gave.replace("#", "").split():
        return MARKS
    if "".join(gave.split()) == "".join(expected.split()):
        return _SPACE
    if not expected or not gave:
        return _OWN if expected else why_false(text, text.index("#")) if "#" in text else _NONE
    if not gave.startswith("[") or re.findall(r"[^][ ]+", gave) == re.findall(r"[^][ ]+", expected):
        return _BRACKETS
    return _ENDED if gave.endswith(expected) else _ABOVE if expected.endswith(gave) else ""
