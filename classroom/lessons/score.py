"""score(): of your labelled questions, how much evidence the bot reads and answers, today and before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from chunklib.chunk import Span, document_id
from chunklib.data import DOCUMENTS, PDFS
from chunklib.errors import InvalidValue
from chunklib.evaluation import SELF_CONTAINED, Question
from chunklib.evaluation.benchmarks.course_benchmark import questions_about
from chunklib.evaluation.wording import counted
from classroom.lessons import store
from classroom.lessons.display import Text
from classroom.lessons.document import Document, current
from classroom.lessons.kept import pipeline
from classroom.lessons.kept.package.answer import Reply
from classroom.lessons.kept.package.reader import quoted
from classroom.lessons.kept.package.steps import CHUNKERS
from classroom.lessons.widgets.labelling_file import file_name
from classroom.lessons.widgets.labelling_file import read as read_labels

_PASSAGES = 5  # as many as ask reads
_ROWS = 12  # questions that are shown one by one
_HOW = "To have your own, run label() (lesson 4): type a question and select the passage that answers it."


class Row(NamedTuple):
    """Holds a question, how many of its pieces of evidence were read whole, and what became of the answer.

    ``read`` is hit if all of them were, half if a part of one was, else miss.
    """

    question: str
    read: str
    answer: str
    pieces: int
    whole: int


def score() -> Text:
    """Count how much evidence of your labelled questions the bot read, and how many it answered, today and before.

    A piece of evidence is read if some passage that ``ask`` gets holds it whole. A question is answered if the sentence
    that is quoted overlaps its evidence. *Before* is the last score with other kept functions, or of another day.
    Without questions of your own, those of the course about its documents are asked.
    """
    document = current()
    own = _labelled(document)
    if not (questions := own or _of_the_course(document)):
        return Text(f"There are no questions about {document.name} yet. {_HOW}", "Score")
    rows = list(_measured(document, questions))
    now = store.Scored(
        about=document_id(document.text + ("own" if own else "")),
        kept=_used(),
        day=date.today().isoformat(),  # noqa: DTZ011 (the learner's day)
        pieces=sum(row.pieces for row in rows),
        read=sum(row.whole for row in rows),
        questions=len(rows),
        answered=sum(row.answer == "answered" for row in rows),
    )
    saved = store.update_score(now)
    asked = counted(len(rows), "question")
    whose = f"your {asked}" if own else f"the course's {asked} about {document.name}"
    each = [f"  evidence {row.read}, {row.answer}: {row.question}" for row in rows[:_ROWS]] if own else [_HOW]
    line = f"{whose}: {_in_words(*reversed(saved.scores))}"
    return Text("\n".join([line, *each, *saved.notes]), "Score")


def around_keeping(name: str, keep: Callable[[], str]) -> str:
    """Keep a function, and return what is said of it, with the score in one line if ``ask`` may use it.

    The score before is recorded first, unless it is there already.
    """
    if name not in (*CHUNKERS, "retrieve"):
        return keep()
    last = store.load().scores[-1:]
    if not last or last[0].kept != _used():
        score()
    return f"{keep()}\n{str(score()).splitlines()[0]}"


def _in_words(now: store.Scored, before: store.Scored | None = None) -> str:
    """Say what was read and answered, and in brackets what it was before."""
    read_before = f" (before: {before.read} of {before.pieces})" if before else ""
    answered_before = f" (before: {before.answered} of {before.questions})" if before else ""
    read_now, answered_now = f"{now.read} of {now.pieces}", f"{now.answered} of {now.questions}"
    return f"evidence read {read_now}{read_before} · answered {answered_now}{answered_before}"


def _labelled(document: Document) -> tuple[Question, ...]:
    """Return the questions that were labelled in a document."""
    named = replace(document, name=file_name(document.name))
    return tuple(
        one for one in read_labels(store.own_folder() / "questions", named).questions if one.document == named.name
    )


def _of_the_course(document: Document) -> tuple[Question, ...]:
    """Return the course's own questions about a document, if it is one of the course's."""
    if document.name not in DOCUMENTS | PDFS:
        return ()
    try:
        asked = questions_about(document.name, document.text)
    except InvalidValue:  # another text with the same name
        return ()
    return tuple(one for one in asked if one.kind in SELF_CONTAINED)


def _measured(document: Document, questions: Sequence[Question]) -> Iterator[Row]:
    """Ask each question as ``ask`` does, and compare what was read and quoted with the evidence."""
    chunks, _ = pipeline.split(document.text)
    asked, _ = pipeline.rank_each([one.text for one in questions], chunks, _PASSAGES)
    for one, best in zip(questions, asked, strict=True):
        passages = tuple(chunks[place] for place in best)
        found = Reply(one.text, "", True, (), passages, document.text)
        found = quoted(found, chunks)
        right = any(_shares(quote, span) for quote in found.quotes for span in one.spans)
        answer = "declined" if found.declined else "answered" if right else "another sentence quoted"
        places = [Span(chunk.start_char, chunk.end_char) for chunk in passages]
        whole = sum(any(start <= span.start and span.end <= end for start, end in places) for span in one.spans)
        part = any(_shares(place, span) for place in places for span in one.spans)
        read = "hit" if whole == len(one.spans) else "half" if part else "miss"
        yield Row(one.text, read, answer, len(one.spans), whole)


def _shares(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _used() -> str:
    """Return what tells two sets of kept functions apart: a digest of those that ``ask`` uses."""
    paths = [path for name in CHUNKERS if (path := store.own_folder() / f"{name}.py").is_file()][:1]
    paths.append(store.own_folder() / "retrieve.py")
    return sha256(b"".join(path.read_bytes() for path in paths if path.is_file())).hexdigest()
