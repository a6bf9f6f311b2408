r"""Cut chats, transcripts and subtitles between the turns of their speakers.

A line of a chat begins a turn if it has a name before a colon (``Dana: words``), a name in angle brackets, or a name
and a time alone (the words follow below), each perhaps after a time. That is also what ``Note: words`` looks like, so
a text is only taken for a chat if its names come back. Subtitles, SubRip (.srt) and WebVTT (.vtt), say who speaks in
a tag, or as a chat does; they are read also where they are not written as they should be.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import regex

from chunklib.chunk import Span
from chunklib.cuts.html_tags import resolved
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, separators
from chunklib.cuts.structure import Heading, Level, Structure, inside
from chunklib.errors import InvalidValue, check_name

FORMATS = ("auto", "chat", "srt", "vtt")
_LEAST_TURNS, _LEAST_SPEAKERS = 4, 2  # of a chat that nobody says is one
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?+(?:[.,]\d{1,3})?+(?:[ \u202F]?[AaPp]\.?[Mm]\b\.?|Z\b|[+-]\d\d:?\d\d\b)?+"
_TIME = rf"(?:{_DATE}(?:,?[ T\u202F]++{_CLOCK})?+|{_CLOCK}(?:[ ]?[-–][ ]?{_CLOCK})?+)"
_NAME = r"(?:[\p{Lu}\p{Lo}\p{Lt}](?:[\w.'’-]|[ ](?=\w)){0,29}?|\+\d[\d \xA0()-]{5,18}?)"
_ROLE = r"(?:user|assistant|system|human|customer|agent|bot)\b"
_TURN = regex.compile(
    rf"""(?m)^[\uFEFF\u200E]?
    (?:[\[(]?(?P<at>{_TIME})[\])]?(?=[ \t\u202F<])[ \t\u202F]*+(?:[-–—|][ \t]++)?+)?+
    (?:
        <[@+%~ ]?(?P<who>[^\s<>]{{1,30}})>:?+(?=\s)
      | (?:\*\*|__)?(?P<who>{_NAME}|{_ROLE}|(?(at)\p{{Ll}}[\w.'’-]{{0,29}}+|(?!)))(?:\*\*|__)?
        (?:[ ]?[(\[](?:(?P<at>{_TIME})|[^()\[\]\n]{{1,30}})[)\]])?+
        (?:(?:\*\*|__)?:(?:\*\*|__)?(?=\s|\Z)|：)
      | (?(at)(?P<who>{_NAME})[ \t]*+\r?$
          | (?P<who>{_NAME})[ \t]*+(?:[,|–—-][ \t]*+)?[(\[]?(?P<at>{_TIME})[)\]]?[ \t]*+\r?$)
    )\s*+""",
    regex.VERBOSE,
)
_NOBODY = regex.compile(
    "(?i)(?:answer|arg(?:ument)?s|author|b?cc|caution|critical|date|debug|default|description|details|error|examples?|"
    "fatal|from|hint|https?|important|info|input|name|notes?|output|param(?:eter)?s|ps|raises|re|results?|returns|see|"
    "sent|status|step|subject|summary|tip|title|to|todo|trace|type|update|url|usage|version|warn|warning)"
)
"""Words before a colon that are the name of nobody."""
_FILLED = regex.compile(r"\S[^\n]*+")
_CUE_TIME = r"(?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}"
_CUE_TIMES = regex.compile(rf"(?m)^[ \t]*+(?P<first>{_CUE_TIME})[ \t]*+-->[ \t]*+(?P<last>{_CUE_TIME})[^\n]*+\n?")
_BEGINS = regex.compile(rf"\uFEFF?(?:(?P<vtt>WEBVTT\b)|\s*+(?:\d++[ \t]*+\n)?+{_CUE_TIMES.pattern})")
_VOICE = regex.compile(r"<v(?:\.[^\s<>]{1,99})?+[ \t]++([^<>\n]{1,200})>|</v>")
_TAG = regex.compile(r"</?(?:c|i|b|u|s|ruby|rt|lang|font)\b[^<>\n]{0,200}+>|<\d[\d:.]*+>|\{\\[^{}\n]*+\}")
_ROLLING = regex.compile(r"<\d\d:\d\d")  # captions by a machine show each line again in the next cue
_NEXT_NUMBER = regex.compile(r"(?:\A|\n)[ \t]*+\d++\s*+\Z")  # it is before the times


class Turn(NamedTuple):
    """Describes a turn: where it begins, where its words do, who speaks, its first and last time; "" if not known."""

    start: int
    words: int
    who: str = ""
    first: str = ""
    last: str = ""


def chat(text: str, *, sure: bool = False) -> list[Turn]:
    r"""Find the turns of a chat.

    Args:
        text: any text.
        sure: whether it is known to be a chat; else speakers must come back, and their lines be one in five.

    Returns:
        the turns in the order of the text; none of what does not look like a chat.

    >>> [turn.who for turn in chat("Dana: Tea?\nLee: Yes.\nDana: Milk?\nLee: No.\n")]
    ['Dana', 'Lee', 'Dana', 'Lee']
    """
    found = [match for match in _TURN.finditer(text) if not _NOBODY.fullmatch(match["who"])]
    timed = 2 * sum(match["at"] is not None for match in found) > len(found)
    found = [match for match in found if (match["at"] is not None) is timed]
    count = Counter(match["who"] for match in found)
    back = {who for who, turns in count.items() if turns > 1}
    turns, lines = sum(count[who] for who in back), len(_FILLED.findall(text))
    if not sure:
        if len(back) < _LEAST_SPEAKERS or turns < _LEAST_TURNS or 4 * turns < 3 * len(found) or 5 * turns < lines:
            return []
        if not timed and 2 * turns < lines:  # a list inside of a turn looks like speakers who do not come back
            found = [match for match in found if match["who"] in back]
    return [Turn(*match.span(), match["who"], *[match["at"] or ""] * 2) for match in found]


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
    times = list(_CUE_TIMES.finditer(text)) if begins or form else []
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
        body = _NEXT_NUMBER.sub("", body) if end < len(text) else body
        parts, shown = _VOICE.split(body), list[str]()
        for who, part in zip(["", *parts[1::2]], parts[::2], strict=True):
            new = [" ".join(line.split()) for line in resolved(_TAG.sub("", part)).split("\n") if line.strip()]
            shown += new
            if words := " ".join(line for line in new if not (rolling and line in before)):
                found.append(Cue(cue["first"], cue["last"], " ".join((who or "").split()), words))
        before = shown
    return found


def turns(text: str, form: str = "auto") -> tuple[str, Structure, Callable[[Span], Mapping[str, object]]]:
    r"""Read a chat, a transcript or subtitles.

    Args:
        text: any text for "auto" and "chat", else subtitles of that format.
        form: "chat", "srt", "vtt", or "auto": what the text looks like; one that looks like none of them has no turns.

    Returns:
        the text (of subtitles what is shown), its structure, and what finds the speakers and the times of a span.
        Levels: turns, then paragraphs (in subtitles the ends of sentences at which a cue ends). The head of the words
        of a turn is its speaker, with the time.

    Raises:
        ValueError: for an unknown format, and for a text without cues that is said to be subtitles.

    >>> turns("1\n00:00:01,500 --> 00:00:03,000\n<i>Hello!</i>\n")[0]
    'Hello!\n'
    """
    check_name("format", form, FORMATS)
    found = None if form == "chat" else cues(text, "" if form == "auto" else form)
    if found is None:
        shown, marks = text, chat(text, sure=form == "chat")
        starts, finer = marks, separators(text, PARAGRAPH)
    else:
        shown, marks, starts = _shown(found)
        begins = {*(mark.start for mark in marks), len(shown)}
        finer = [end for end in separators(shown, SENTENCE) if end in begins]
    heads = list[Heading]()
    for mark in marks:
        said = f"{mark.who} ({mark.first})" if mark.who and mark.first else mark.who
        heads += [Heading(mark.start, 1, ""), Heading(mark.words, 1, said)]
    borders = [turn.start for turn in starts if turn.start]
    levels = [*([Level([*borders, len(shown)])] if borders else []), *([Level(finer)] if shown else [])]
    labels = [Span(turn.start, turn.words) for turn in starts if turn.who]
    lines, parts = [*separators(shown, LINE)][:-1], borders or (levels[0].offsets if levels else ())
    structure = Structure(levels, titles=labels, blocks=lines, heads=heads, parts=parts, implied=True)
    return shown, structure, _said(shown, marks)


def _said(text: str, marks: Sequence[Turn]) -> Callable[[Span], Mapping[str, object]]:
    """Make what names the speakers and the times of what is in a span."""
    starts = [mark.start for mark in marks]

    def said(span: Span) -> Mapping[str, object]:
        here = [marks[at] for at in inside(text, starts, span)]
        times = [(mark.first, mark.last) for mark in here if mark.first]
        who = {"speakers": tuple(dict.fromkeys(mark.who for mark in here if mark.who))}
        return {**who, "times": (times[0][0], times[-1][1])} if times else who

    return said


def _shown(found: Sequence[Cue]) -> tuple[str, list[Turn], list[Turn]]:
    """Write what subtitles show, a line a cue: give the text, its cues, and its turns."""
    parts: list[str] = []
    marks, starts, at, before = list[Turn](), list[Turn](), 0, ""
    for first, last, who, words in found if any(cue.who for cue in found) else _named_in_words(found):
        label = f"{who}: " if who and who != before else ""
        parts.append(f"{label}{words}\n")
        marks.append(Turn(at, at + len(label), who, first, last))
        if who != before:
            starts.append(marks[-1])
        at, before = at + len(parts[-1]), who
    return "".join(parts), marks, starts


def _named_in_words(found: Sequence[Cue]) -> Iterator[Cue]:
    """Take the speakers from the words, if these look like a chat; a cue without a name goes on with the turn."""
    labels = {turn.start: turn for turn in chat("\n".join(cue.words for cue in found))}
    at, who = 0, ""
    for cue in found:
        label = labels.get(at)
        who = label.who if label else who
        yield cue._replace(who=who, words=cue.words[label.words - at :] if label else cue.words)
        at += len(cue.words) + 1
