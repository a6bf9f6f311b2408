"""Usual causes of what is wrong with sections and their contexts, one line each."""

from __future__ import annotations

from collections.abc import Sequence

from chunklib.course.exercises._sections import Found, section_at, sections_of

_PREAMBLE = "what stands before the first heading is a section too, one without a context"
_FALSE = (
    "no heading: a # inside a fence, behind white space, with over five others, or without a space and a title after it"
)
_DEEP = "a heading has one to six #, and each begins a section"
_FENCED = "a line of a fence begins with three backticks, whatever follows; indented ones and tildes are no fence"
_LINE_ENDS = 'only \\n ends a line: use split("\\n"); splitlines() also cuts at form feeds and U+2028'
_INSIDE = "a heading begins its line: match at the start of the line, do not search in it"
_ELSEWHERE = (
    "the text is returned, but with another place: a place that is searched is the first one of texts that repeat"
)
_HEADING_LINE = "the heading line belongs to the text of its section"
_REST = "what does not fit into a chunk makes another one"
_OWN = "every chunk of a section has its path, the heading of the section included"
_SPACE = "white space around a title does not belong to it; one space stands between brackets"
_BRACKETS = "each title stands in brackets of its own: [Tea] [Green]"
_ENDED = "a heading ends all those of its own level and of deeper ones"
_ABOVE = "a heading with fewer # goes on in all sections below it"


def why_lost(chunks: Sequence[Found], text: str, place: int) -> str:
    """Say why the text at a place is in no chunk."""
    section = section_at(sections_of(text), place)
    if len({chunk.start for chunk in chunks}) < len(chunks):
        return _ELSEWHERE
    if not section.titles:
        return _PREAMBLE
    if any(chunk.start >= section.start and chunk.last <= section.end for chunk in chunks):
        return _HEADING_LINE if place == section.start else _REST
    return ""


def why_cut(text: str, chunk: Found) -> str:
    """Say what was taken for a heading, if anything was."""
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
    if "".join(gave.split()) == "".join(expected.split()):
        return _SPACE
    if not expected or not gave:
        return _OWN if expected else _FALSE
    if not gave.startswith("["):
        return _BRACKETS
    return _ENDED if gave.endswith(expected) else _ABOVE if expected.endswith(gave) else ""
