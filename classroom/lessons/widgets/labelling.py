"""label(): ask questions about your document and mark their evidence; the file is a benchmark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ipywidgets import Button, Layout

from chunklib.chunk import Span
from chunklib.errors import InvalidValue
from chunklib.evaluation import Question
from chunklib.evaluation.benchmarks.quotations import Quoted
from chunklib.readers import at_least
from chunklib.token_index import clean
from classroom.judge.errors import CourseError
from classroom.lessons.display import Text
from classroom.lessons.document import Document, current
from classroom.lessons.store import own_folder
from classroom.lessons.widgets.arguments import check_text, refusing
from classroom.lessons.widgets.controls import NAME, Label, Slider, TextBox
from classroom.lessons.widgets.labelling_file import Edit, change, file_name, read
from classroom.lessons.widgets.labelling_passage import Passage
from classroom.lessons.widgets.labelling_view import Labels, joined, page, trimmed
from classroom.lessons.widgets.parts import quoted
from classroom.lessons.widgets.widget import Widget, row_of

PART = 30_000  # characters that are shown at once; two neighbours share half of them, so that no passage is torn
CUT = "A passage began or ended inside a word, so it has the whole word now."


class Labelling(Widget[Labels]):
    """Shows a document with a box for a question about what is selected; made by ``label``."""

    def __init__(self, document: Document, wanted: int) -> None:
        self._document, self._wanted, self._folder = document, wanted, own_folder() / "questions"
        self._asked, self._cut = "", False
        self._pieces: tuple[Span, ...] = ()
        self._selected: tuple[Span, ...] = ()
        self._editing: Question | None = None
        self._found = Span(0, 0)
        kept = read(self._folder, document)
        self._message = f"{kept.fault} It is copied before anything is written." if kept.fault else ""
        self._questions = tuple(one for one in kept.questions if one.document == document.name)
        layout = Layout(flex="1 1 240px")
        self.find = TextBox(description="find", placeholder="words of the document", style=NAME, layout=layout)
        self.find.continuous_update = False
        self.next = Button(description="Find next", tooltip="")
        self.part = Slider(name="part of the document", max=max(0, -(-len(document.text) // (PART // 2)) - 2))
        parts = row_of(Label("part of the document"), self.part)
        parts.layout.display = "" if self.part.max else "none"
        self.passage = Passage()
        self.find.observe(lambda _: self._search(0), "value")
        self.next.on_click(lambda _: self._search(self._found.end))
        self.part.observe(lambda _: self._show(), "value")
        self.passage.on_msg(lambda _, content, __: self._hear(content))
        rows = row_of(self.find, self.next), parts, self.passage
        super().__init__(*rows, view=Labels, page=page)
        self._show()

    def _state(self) -> tuple[Any, ...]:
        draft = Question("", self._asked, self._document.name, joined([*self._pieces, *self._selected]))
        message = f"{self._message} {CUT * self._cut}".strip()
        return self._document, self._questions, self._wanted, draft, self._editing, message

    def add(self, question: str, *quotations: str) -> Text:
        """Save a question whose evidence is quoted, for a terminal without a page.

        Args:
            question: what you ask.
            quotations: the evidence: one or more quotations, each of which occurs once in the document.

        Raises:
            CourseError: if a quotation is missing or not unique, or the file cannot be written.
        """
        with refusing("label"):
            spans = self._whole([_place(self._document.text, quotation) for quotation in quotations])
            made = self._made(question, spans)
            try:
                self._change(lambda there: (*there, made))
            except OSError as error:
                raise CourseError(f"label: the question cannot be saved: {error}") from None
        return Text(str(self), "The questions that are saved")

    def _whole(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Trim passages to whole words, and remember whether one of them has cut a word."""
        found = tuple(trimmed(self._document.text, span) for span in spans)
        self._cut = any(new.start < old.start or old.end < new.end for new, old in zip(found, spans, strict=True))
        return found

    def _made(self, question: str, spans: Iterable[Span]) -> Question:
        """Make a question that the file can hold."""
        made = Question("", " ".join(question.split()), self._document.name, joined(spans))
        if not made.text:
            raise InvalidValue("type the question first")
        if not made.spans:
            raise InvalidValue("select the evidence first: the passage of the document that answers the question")
        if any(self._document.text[start:end].isspace() for start, end in made.spans):
            raise InvalidValue("the evidence is only white space: select words")
        return made

    def _change(self, edit: Edit) -> None:
        kept, copied = change(self._folder, self._document, edit)
        self._questions = tuple(one for one in kept.questions if one.document == self._document.name)
        self._message = f"The file is saved. {copied}".strip()
        self._show()

    def _begin(self, old: Question | None = None) -> None:
        """Begin a new question, or edit an old one."""
        self._asked, self._pieces, self._selected, self._editing = "", (), (), old
        if old:
            self._asked, self._pieces = old.text, old.spans
            self._message = "You are editing a question: change its words or evidence, and save it. Or start again."
        self.passage.send({"question": self._asked})
        self._go(old.spans[0] if old else self._found)

    def _hear(self, content: Any) -> None:
        """Do what a button asks; it brings along what is typed and selected."""
        what, self._asked = content["do"], content["question"]
        self._selected = self._whole([Span(*content["value"])] if content["value"] else [])
        if what == "draft":
            return self._update()
        self._message, draft = "", Labels(*self._state()).draft
        chosen = self._questions[content["which"]] if 0 <= content["which"] < len(self._questions) else None
        try:
            if what == "save":
                made, old = self._made(draft.text, draft.spans), self._editing
                self._change(lambda there: (*(made if one == old else one for one in there), made))  # once, if the same
                self._begin()
            elif what in {"add", "drop"}:
                self._pieces, self._selected = draft.spans if what == "add" else (), ()
                self.passage.send({})
            elif what == "clear":
                self._begin()
            elif chosen and what == "edit":
                self._begin(chosen)
            elif chosen:
                self._change(lambda there: (one for one in there if one != chosen))
                self._editing = None if self._editing == chosen else self._editing
        except (OSError, ValueError) as error:
            self._message = f"Not saved: {error}."
        return self._show()

    def _search(self, start: int) -> None:
        """Show the next place where the words are, from a character on, then from the beginning."""
        words, text = self.find.value.strip(), self._document.text
        pattern = re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
        found = (pattern.search(text, start) or pattern.search(text)) if words else None
        self._message = "" if found or not words else f"{quoted(words)} is not in the document."
        self._go(Span(*found.span()) if found else Span(0, 0))

    def _go(self, found: Span) -> None:
        self._found = found
        if found.end:
            self.part.value = max(0, (found.start - PART // 4) // (PART // 2))
        self._show()

    def _show(self) -> None:
        """Show a part of the document, with its evidence and what was found, and redraw the page."""
        first = int(self.part.value) * (PART // 2)
        last = min(len(self._document.text), first + PART)
        places = [(span, "evidence") for one in self._questions for span in one.spans]
        places += [*((span, "evidence") for span in self._pieces), (self._found, "found")]
        with self.passage.hold_sync():  # a page counts from the first character
            self.passage.first = first
            self.passage.pieces = _marked(self._document.text, Span(first, last), places)
            self.passage.saved = [f"{number}. {one.text}" for number, one in enumerate(self._questions, 1)]
        self._update()


def label(text: str | None = None, *, name: str = "text", wanted: int = 3) -> Labelling:
    """Ask questions about a document and mark the passages that answer them, as a benchmark for your own chunks.

    The questions are kept in ``my_rag/questions``, which ``load_benchmark`` takes, and are there again next time.
    Without a page to select in, ``label().add("question", "exact quotation")`` does the same.

    Args:
        text: the document; by default the one that you brought, else the handbook.
        name: what a ``text`` is called in the file.
        wanted: how many questions are needed.

    Returns:
        A widget; ``str(widget)`` says in words what is saved, where the evidence is, and what may be wrong.

    Raises:
        CourseError: if the text is empty or no text, or ``wanted`` is not a whole number above 0.

    >>> print(label("Tea is hot. Ice is cold.", wanted=1))
    0 of 1 questions about 'text' (24 characters). 1 more is needed.
    Evidence covers 0.0% of the document. Questions in each quarter: first 0, second 0, third 0, last 0.
    """
    document = current() if text is None else Document(name, text)
    with refusing("label"):
        check_text(document.text, blank=False)
        check_text(document.name)
        if clean(document.text + document.name) != document.text + document.name:
            raise InvalidValue("the text or its name has half a surrogate pair, which no file can hold")
        return Labelling(replace(document, name=file_name(document.name)), at_least(1, "wanted", wanted))


def _marked(text: str, part: Span, places: Sequence[tuple[Span, str]]) -> list[list[str]]:
    """Cut a part of the text where a mark begins or ends; the last of several marks counts."""
    inside = [(Span(max(part.start, span.start), min(part.end, span.end)), kind) for span, kind in places]
    inside = [(span, kind) for span, kind in reversed(inside) if span.start < span.end]
    edges = sorted({*part, *(edge for span, _ in inside for edge in span)})
    return [
        [text[start:end], next((kind for span, kind in inside if span.start <= start < span.end), "")]
        for start, end in pairwise(edges)
    ]


def _place(text: str, quotation: str) -> Span:
    """Find the one place of a quotation."""
    check_text(quotation, blank=False)
    places = list(Quoted(text).spans(quotation))
    if len(places) == 1:
        return places[0]
    if places:
        around = ", ".join(quoted(text[max(0, start - 20) : end + 20]) for start, end in places[:3])
        rule = "add the words before or after it, so that it is in one place only"
        raise InvalidValue(f"{quoted(quotation)} is in the document {len(places)} times: {rule}; there is {around}")
    raise InvalidValue(f"{quoted(quotation)} is not in the document: copy it exactly, with capitals")
