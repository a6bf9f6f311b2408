"""Load the course's own benchmark: its documents, and the questions that were written for them."""

import json
from functools import cache

from chunklib.chunk import Span
from chunklib.cuts import HtmlText
from chunklib.data import DOCUMENTS, PDFS, load, path
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.strategies import pdf

NO_ANSWER = "no_answer"
SELF_CONTAINED = ("fact", "passage", "spread", "boundary")
"""The kinds of questions whose evidence is understood by itself: those that the lessons measure on."""
KINDS = (*SELF_CONTAINED, "in_context", "paraphrase", "exact")
"""The kinds of questions that have an answer, see ``chunklib/data/questions/README.md``."""


@cache
def own_benchmark() -> Benchmark:
    """Load the course's documents with their labelled questions.

    Returns:
        its documents, the page as a reader sees it and the PDFs as they are extracted, and the questions of
        ``chunklib/data/questions``; those of the kind ``no_answer`` are in ``unanswerable``. Every piece of evidence
        is the text that its file quotes.

    Raises:
        ModuleNotFoundError: without pypdfium2 (the extra ``pdf``).
        ValueError: where a quotation is not at its place: another release of pypdfium2 may extract other text.

    >>> len(own_benchmark().of_kinds(*SELF_CONTAINED).questions), {one.kind for one in own_benchmark().unanswerable}
    (192, {'no_answer'})
    """
    documents = {name: load(name) for name in DOCUMENTS} | {name: pdf(path(name)).text for name in PDFS}
    documents["catalogue"] = HtmlText(documents["catalogue"]).text
    asked = [question for name in documents for question in questions_about(name, documents[name])]
    answered, not_answered = (tuple(q for q in asked if (q.kind != NO_ANSWER) is there) for there in (True, False))
    return Benchmark("course", documents, answered, not_answered)


def questions_about(document: str, text: str) -> list[Question]:
    """Read the labelled questions about one of the course's documents."""
    file = path("handbook").parent / "questions" / f"{document}.json"
    found = []
    for asked in json.loads(file.read_text(encoding="utf-8"))["questions"]:
        spans = tuple(Span(span["start"], span["end"]) for span in asked["spans"])
        for span, quoted in zip(spans, asked["spans"], strict=True):
            if text[span.start : span.end] != quoted["text"]:
                where = f"{span.start}-{span.end} of {document}"
                raise InvalidValue(f"question {asked['id']}: its evidence is not at {where}")
        found.append(Question(asked["id"], asked["question"], document, spans, asked["kind"], asked["difficulty"]))
    return found
