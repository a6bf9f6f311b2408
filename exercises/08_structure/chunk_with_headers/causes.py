"""Usual causes of what is wrong with sections and their contexts, one line each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .sections import Found, section_at, sections_of

_PREAMBLE = "the text before the first heading is a section too, one without a context"
_FALSE = "not a heading: a # inside a fence, after white space, with over five others, or without a space and a title"
_DEEP = "a heading has one to six #, and each begins a section"
_FENCED = "a line of a fence begins with three backticks, whatever follows; indented ones and tildes do not count"
_LINE_ENDS = 'only \\n ends a line: use split("\\n"); splitlines() also cuts at form feeds and U+2028'
_INSIDE = "a heading begins its line: match at the start of the line, do not search in it"
_ELSEWHERE = "the places do not rise: find gives the first of equal texts, and a place in a slice counts from the slice"
_MOVED = "text and place do not fit: strip() moves the start of a text, and a place in a slice counts from the slice"
_SIZE = "a section of exactly the size fits: compare with >, not >="
_MARKS = "the title is the rest of the line: a # in it belongs to it"
_HEADING_LINE = "the heading line belongs to the text of its section"
_REST = "what does not fit into a chunk makes another one"
_OWN = "every chunk of a section has its path, the heading of the section included"
_SPACE = "white space around a title does not belong to it; there is one space between brackets"
_BRACKETS = "each title is in its own brackets: [Tea] [Green]"
_ENDED = "a heading ends all those of its own level and of deeper ones"
_ABOVE = "a heading with fewer # goes on in all sections below it"


def why_lost(chunks: Sequence[Found], text: str, place: int) -> str:
    """Say why the text at a place is in no chunk."""
    section = section_at(sections_of(text), place)
    if any(chunk.given["text"] != text[chunk.start : chunk.end] for chunk in chunks):
        return _MOVED
    if any(two.start < one.end for one, two in pairwise(chunks)):
        return _ELSEWHERE
    if any(chunk.start >= section.start and chunk.last <= section.end for chunk in chunks):
        return _HEADING_LINE if section.titles and place == section.start else _REST
    return "" if section.titles else _PREAMBLE


def why_cut(text: str, chunk: Found, size: int) -> str:
    """Say what was taken for a heading, if anything was, or how the section was measured."""
    section = section_at(sections_of(text), chunk.first)
    if chunk.given["context"] == section.context:
        return _SIZE if section.end - section.start == size else ""
    if not text[chunk.first : chunk.last].startswith("#"):
        return ""
    line = text[text.rfind("\n", 0, chunk.first) + 1 : chunk.first]
    return _FALSE if not line.strip() else _LINE_ENDS if line[-1] in "\x0c\u2028" else _INSIDE


def why_over(text: str, place: int) -> str:
    """Say why the heading at a place was overlooked."""
    before = text[:place]
    return _DEEP if text.startswith("###", place) else _FENCED if "```" in before or "~~~" in before else ""


def why_not(gave: str, expected: str) -> str:
    """Say why a context is another than the heading path."""
    if expected.count("#") > gave.count("#") and expected.replace("#", "").split() == gave.replace("#", "").split():
        return _MARKS
    if "".join(gave.split()) == "".join(expected.split()):
        return _SPACE
    if not expected or not gave:
        return _OWN if expected else _FALSE
    if not gave.startswith("["):
        return _BRACKETS
    return _ENDED if gave.endswith(expected) else _ABOVE if expected.endswith(gave) else ""
