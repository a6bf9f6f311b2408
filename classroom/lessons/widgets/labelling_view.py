"""Say what the labelling widget shows, and draw it: questions with their places, how much of the document has some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

import regex

from chunklib.chunk import Span
from chunklib.evaluation import Question
from chunklib.view.palette import COLORS, INK
from chunklib.view.spans import safe
from classroom.lessons.document import Document
from classroom.lessons.widgets.parts import BOX, framed, lines_html, quoted, region

_LINE = f"position:relative;height:18px;margin:8px 10px;border:1px solid {INK};background:#F0F0F0"
_MARK = f"top:-4px;height:24px;border:1px solid {INK};background:{COLORS[4]};box-sizing:border-box"
QUARTERS = ("first", "second", "third", "last")
RUN, FEWEST = 5, 3  # words in a row that are a quotation; the fewest that may be half of the content words
LONG = 600  # characters of a passage that are more than evidence
_SHOWN = 160  # characters of a passage that are shown

# A character of a script without spaces is a word here.
_WORD = regex.compile(r"(?V1)[\p{Han}\p{Hiragana}\p{Katakana}]|[\w--[\p{Han}\p{Hiragana}\p{Katakana}]]+")
_EDGE = regex.compile(r"(?w)\b")  # of a word, by Unicode's rules
_HEADING = regex.compile(r"(?m)^#{1,6} ")
_ASKING = {"who", "whom", "whose", "what", "when", "where", "why", "which", "how"}
_FIRST = "is are was were do does did can could may must should will would has have"
_LINKS = "a an the of in on at to for from by with and or not it its this that there be i you"
_SMALL = {*_ASKING, *_FIRST.split(), *_LINKS.split()}


@dataclass(frozen=True)
class Labels:
    """Holds what is shown: the document, its questions, how many are wanted, and the question that is being made."""

    document: Document
    questions: tuple[Question, ...]
    wanted: int
    draft: Question
    editing: Question | None = None
    message: str = ""

    def __str__(self) -> str:
        return "\n".join([*self.head(), *(line for row in self.rows() for line in row), *self.draft_lines()])

    def head(self) -> list[str]:
        """Say how many questions there are, what they cover, and what was just done."""
        size, there, share = len(self.document.text), len(self.questions), self.covered()
        covered = f"{share:.1%}" if share >= 0.001 or not share else "less than 0.1%"
        missing = self.wanted - there
        left = f"{missing} more {'is' if missing == 1 else 'are'} needed." if missing > 0 else "That is enough."
        lines = [
            f"{there} of {self.wanted} questions about {self.document.name!r} ({size:,} characters). {left}",
            f"Evidence covers {covered} of the document. Questions in each quarter: {self.quarters()}.",
        ]
        return [*lines, self.message] if self.message else lines

    def covered(self) -> float:
        """Return the share of the document's characters that are evidence."""
        evidence = joined(span for one in self.questions for span in one.spans)
        return sum(end - start for start, end in evidence) / len(self.document.text)

    def quarters(self) -> str:
        """Count the questions with evidence in each quarter of the document; a passage is where it begins."""
        there = [{self.quarter(span) for span in one.spans} for one in self.questions]
        return ", ".join(f"{name} {sum(name in names for names in there)}" for name in QUARTERS)

    def quarter(self, span: Span) -> str:
        """Name the quarter of the document in which a passage begins."""
        return QUARTERS[span.start * 4 // len(self.document.text)]

    def passage(self, span: Span) -> str:
        """Say where a passage is, and quote it as one line of what a reader sees; a joiner holds an emoji together."""
        text = " ".join(self.document.text[span.start : span.end].split())
        text = "".join(char for char in text if char.isprintable() or char == "\u200d")
        where = f"characters {span.start:,}-{span.end:,}, {self.quarter(span)} quarter"
        return f'{where}: "{text[:_SHOWN]}"{" …" if len(text) > _SHOWN else ""}'

    def rows(self) -> Iterator[list[str]]:
        """Say each question with its evidence and hints."""
        for number, one in enumerate(self.questions, 1):
            others = [(at, other) for at, other in enumerate(self.questions, 1) if at != number]
            passages = [f"   {self.passage(span)}" for span in one.spans]
            yield [f"{number}. {one.text}", *passages, *(f"   Hint: {hint}" for hint in self.hints(one, others))]

    def draft_lines(self) -> list[str]:
        """Say what the question that is being made has so far, with its hints."""
        passages = [f"selected: {self.passage(span)}" for span in self.draft.spans]
        if not self.draft.text.strip():
            return passages
        others = [(at, one) for at, one in enumerate(self.questions, 1) if one != self.editing]
        return [*passages, *(f"Hint: {hint}" for hint in self.hints(self.draft, others))]

    def hints(self, one: Question, others: Sequence[tuple[int, Question]]) -> Iterator[str]:
        """Say what may be wrong with a question; nobody has to follow it."""
        text = self.document.text
        parts = [text[start:end] for start, end in one.spans]
        if not parts:
            yield "There is no evidence yet. Select the passage that answers the question."
        for part, span in zip(parts, one.spans, strict=True):
            if not part.strip():
                yield "The evidence is only white space. Select words."
            elif len(part) > LONG or _HEADING.search(part):
                what = f"has a heading in it, or more than {LONG} characters ({len(part):,})"
                yield f"The evidence {what}: it is a whole section. Select only the sentences that answer."
            if same := [number for number, other in others if span in other.spans]:
                yield f"Question {same[0]} has the same evidence. Ask about another place of the document."
        if run := max((copied(one.text, part) for part in parts), key=len, default=""):
            rule = f"{RUN} words in a row, or {FEWEST} or more that are half of its content words"
            yield f"The question repeats its evidence word for word ({rule}): {quoted(run)}. Ask in other words."
        words = _words(one.text)
        asks = _ASKING.intersection(words) or {*words[:1]} & {*_FIRST.split()} or regex.search("[?？؟]", one.text)
        if not asks:
            yield "This does not look like a question: it has neither a question mark nor a word such as what or how."


@lru_cache(maxsize=256)  # every key that is typed asks again about every question
def copied(question: str, evidence: str) -> str:
    """Return the longest run of words that a question shares with its evidence, if it is long enough to be a quotation.

    >>> copied("Is a cursor valid for 24 hours?", "A cursor is valid for 24 hours.")
    'valid for 24 hours'
    >>> copied("How long may I use a cursor?", "A cursor is valid for 24 hours.")
    ''
    """
    asked = _words(question)
    at, _, length = SequenceMatcher(None, asked, _words(evidence), autojunk=False).find_longest_match()
    run = asked[at : at + length]
    content = [word for word in run if word not in _SMALL]
    half = sum(word not in _SMALL for word in asked) / 2
    return " ".join(run) if length >= RUN or len(content) >= max(FEWEST, half) else ""


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Put passages in the order of the text, and make one of those that overlap.

    >>> joined([Span(7, 9), Span(0, 3), Span(2, 5)])
    (Span(start=0, end=5), Span(start=7, end=9))
    """
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start < found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return tuple(found)


def trimmed(text: str, span: Span) -> Span:
    """Leave white space at the ends out, where there is more, and take the whole of a word that is cut.

    >>> trimmed("Tea is hot.", Span(1, 7)), trimmed("Tea is hot.", Span(3, 9))
    (Span(start=0, end=6), Span(start=4, end=10))
    """
    part = text[span.start : span.end]
    if not part.strip():
        return span
    start, end = span.start + len(part) - len(part.lstrip()), span.start + len(part.rstrip())
    while not _EDGE.match(text, start):
        start -= 1
    while not _EDGE.match(text, end):
        end += 1
    return Span(start, end)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def page(shown: Labels) -> str:
    """Draw what is shown: the figures, the bar, what is selected, and the questions that are saved."""
    head = f'<div role="status">{lines_html(map(safe, shown.head()))}</div>'
    draft = lines_html(map(safe, shown.draft_lines()))
    rows = [*shown.rows()] or [["No question is saved yet. Select the text that answers, type the question, and save."]]
    listed = "".join(
        f'<div style="margin:6px 0;white-space:pre-wrap">{lines_html(map(safe, row))}</div>' for row in rows
    )
    style = "padding:2px 10px;max-height:260px;overflow:auto;outline-offset:-3px"
    selected = f'<div style="padding:0 10px">{draft}</div>'
    return framed(
        head, _bar(shown), selected, region("The questions", style, listed), box=f"{BOX};overflow-wrap:anywhere"
    )


def _bar(shown: Labels) -> str:
    """Draw the document from left to right, with quarters, and its evidence in colour with a border."""
    size = len(shown.document.text)
    lines = [f"left:{at}%;height:18px;border-left:1px solid {INK}" for at in (25, 50, 75)]
    lines += [
        f"left:min({start / size:.3%},100% - 6px);width:max(6px,{(end - start) / size:.3%});{_MARK}"
        for question in shown.questions
        for start, end in question.spans
    ]
    drawn = "".join(f'<span style="position:absolute;{line}"></span>' for line in lines)
    label = f"The document with its evidence. Questions in each quarter: {shown.quarters()}"
    return f'<div role="img" aria-label="{label}" style="{_LINE}">{drawn}</div>'
