r"""Read the cues of subtitles: SubRip (.srt) and WebVTT (.vtt), also where they are not written as they should be."""

import html
from typing import NamedTuple

import regex

from chunklib.errors import InvalidValue

_TIME = r"(?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}"
_TIMES = regex.compile(rf"(?m)^[ \t]*+(?P<first>{_TIME})[ \t]*+-->[ \t]*+(?P<last>{_TIME})[^\n]*+\n?")
_BEGINS = regex.compile(rf"\uFEFF?(?:(?P<vtt>WEBVTT\b)|\s*+(?:\d++[ \t]*+\n)?+{_TIMES.pattern})")
_VOICE = regex.compile(r"<v(?:\.[^\s<>]{1,99})?+[ \t]++([^<>\n]{1,200})>|</v>")
_TAG = regex.compile(r"</?(?:c|i|b|u|s|ruby|rt|lang|font)\b[^<>\n]{0,200}+>|<\d[\d:.]*+>|\{\\[^{}\n]*+\}")
_ENTITY = regex.compile(r"&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_ROLLING = regex.compile(r"<\d\d:\d\d")  # captions by a machine show each line again in the next cue
_NUMBER = regex.compile(r"(?:\A|\n)[ \t]*+\d++\s*+\Z")  # of the next cue


class Cue(NamedTuple):
    """Describes a cue: its first and last time as they are written, who speaks (or ""), and the words, without tags."""

    first: str
    last: str
    who: str
    words: str


def cues(text: str, form: str = "") -> list[Cue] | None:
    r"""Read the cues of a text.

    Args:
        text: any text.
        form: "srt" or "vtt", if it is known.

    Returns:
        the cues in their order, those without words left out; None for a text that does not look like subtitles.

    Raises:
        ValueError: for a text without cues whose form is known.

    >>> cues("WEBVTT\n\n00:01.000 --> 00:02.000 align:left\n<v Dana>Tea &amp; <i>milk</i>?\n")
    [Cue(first='00:01.000', last='00:02.000', who='Dana', words='Tea & milk?')]
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    begins = _BEGINS.match(text)
    times = list(_TIMES.finditer(text)) if begins or form else []
    if form and not times and not (begins or not text.strip()):
        raise InvalidValue(f"not {form.upper()}: no line has two times, as in '00:00:01.500 --> 00:00:03.000'")
    if not begins and not form:
        return None
    rolling = _ROLLING.search(text) is not None
    found: list[Cue] = []
    before: list[str] = []
    ends = [after.start() for after in times[1:]] + [len(text)]
    for cue, end in zip(times, ends, strict=False):
        body = text[cue.end() : end]
        body = body.partition("\n\n")[0] if begins and begins["vtt"] else body
        body = _NUMBER.sub("", body) if end < len(text) else body
        lines, who, shown = _VOICE.split(body), "", list[str]()
        for at, part in enumerate(lines):
            who = " ".join((part or "").split()) if at % 2 else who
            new = _lines(part) if at % 2 == 0 else []
            shown += new
            if words := " ".join(line for line in new if not (rolling and line in before)):
                found.append(Cue(cue["first"], cue["last"], who, words))
        before = shown
    return found


def _lines(part: str) -> list[str]:
    """Read the lines that are shown of a part of a cue."""
    plain = _ENTITY.sub(lambda entity: html.unescape(entity[0]), _TAG.sub("", part))
    return [" ".join(line.split()) for line in plain.split("\n") if line.strip()]
