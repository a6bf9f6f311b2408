"""score(): of your labelled questions, how much evidence the bot reads and answers, today and before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
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
from classroom.lessons.inside import locked
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
    """Holds a question, how many pieces of its evidence were read whole, and in words what was read and answered."""

    question: str
    whole: int
    read: str
    answer: str


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
        pieces=sum(len(one.spans) for one in questions),
        read=sum(row.whole for row in rows),
        questions=len(rows),
        answered=sum(row.answer == "answered" for row in rows),
    )
    saved = store.update_score(now)
    told = [(f"{one.read} of {one.pieces}", f"{one.answered} of {one.questions}") for one in saved.scores]
    before = [f" (before: {words})" for words in told[0]] if told[1:] else ["", ""]
    asked = counted(len(rows), "question")
    whose = f"your {asked}" if own else f"the course's {asked} about {document.name}"
    each = [f"  evidence {row.read}, {row.answer}: {row.question}" for row in rows[:_ROWS]] if own else [_HOW]
    line = f"{whose}: evidence read {told[-1][0]}{before[0]} · answered {told[-1][1]}{before[1]}"
    return Text("\n".join([line, *each, *saved.notes]), "Score")


def around_keeping(name: str, keep: Callable[[], str]) -> str:
    """Keep a function, and return what is said of it, with the score in one line if ``ask`` may use it.

    The score before is recorded first, unless it is there already.
    """
    is_used = name in (*CHUNKERS, "retrieve")
    if is_used and [one.kept for one in store.load().scores[-1:]] != [_used()]:
        score()
    with locked(store.state_folder()):  # another notebook may keep its own just now
        said = keep()
    return f"{said}\n{str(score()).splitlines()[0]}" if is_used else said


def _labelled(document: Document) -> tuple[Question, ...]:
    """Return the questions that were labelled in a document."""
    named = replace(document, name=file_name(document.name))
    kept = read_labels(store.own_folder() / "questions", named)
    return tuple(one for one in kept.questions if one.document == named.name)


def _of_the_course(document: Document) -> tuple[Question, ...]:
    """Return the course's own questions about a document, if it is one of the course's."""
    if document.name in DOCUMENTS | PDFS:
        with suppress(InvalidValue):  # another text may have the same name
            asked = questions_about(document.name, document.text)
            return tuple(one for one in asked if one.kind in SELF_CONTAINED)
    return ()


def _measured(document: Document, questions: Sequence[Question]) -> Iterator[Row]:
    """Ask each question as ``ask`` does, and compare what was read and quoted with the evidence."""
    chunks, _ = pipeline.split(document.text)
    asked, _ = pipeline.rank_each([one.text for one in questions], chunks, _PASSAGES)
    for one, best in zip(questions, asked, strict=True):
        passages = tuple(chunks[place] for place in best)
        found = quoted(Reply(one.text, passages, document.text), chunks)
        right = any(_shares(quote, span) for quote in found.quotes for span in one.spans)
        answer = "declined" if found.declined else "answered" if right else "another sentence quoted"
        places = [Span(chunk.start_char, chunk.end_char) for chunk in passages]
        whole = sum(any(start <= span.start and span.end <= end for start, end in places) for span in one.spans)
        part = any(_shares(place, span) for place in places for span in one.spans)
        yield Row(one.text, whole, "hit" if whole == len(one.spans) else "half" if part else "miss", answer)


def _shares(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _used() -> str:
    """Return what tells two sets of kept functions apart: a digest of those that ``ask`` uses."""
    paths = [path for name in CHUNKERS if (path := store.own_folder() / f"{name}.py").is_file()][:1]
    paths.append(store.own_folder() / "retrieve.py")
    return sha256(b"".join(path.read_bytes() for path in paths if path.is_file())).hexdigest()
