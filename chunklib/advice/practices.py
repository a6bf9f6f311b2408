"""The practices that the field repeats, and what there is here to follow each of them."""

from __future__ import annotations

from chunklib.advice.table import Guideline, Range, Table

_SOURCE = "tutorials"

PRACTICES = Table(
    "practices",
    "What the field recommends to do",
    (
        Guideline(
            "start at 10 to 15 %",
            _SOURCE,
            "chunklib.advice.tune starts there, with your own measure. Where the length of the evidence is known, "
            "containment gives the overlap without a search.",
            overlap=Range(10, 15, "%"),
            says="and adjust by measured recall",
        ),
        Guideline(
            "raise when recall is too low",
            _SOURCE,
            "chunklib.advice.tune does, and stops where no overlap can reach the target: then size, cuts or the "
            "retriever are the thing to change.",
        ),
        Guideline(
            "lower when storage is too high",
            _SOURCE,
            "chunklib.advice.tune does, against a limit on stored over own text, 1/(1−r) for windows.",
        ),
        Guideline(
            "monitor after deployment",
            _SOURCE,
            "Run the same measure again on new questions; differences below what the number of questions can show are "
            "noise (2.4 to 4.6 points with 472 questions).",
        ),
        Guideline(
            "sentence-aware boundaries",
            _SOURCE,
            "Abbreviations and decimals must not end a sentence. That it raises recall is unmeasured by us.",
            strategy="sentences",
        ),
        Guideline(
            "keep headings",
            _SOURCE,
            "The heading path is a field of its own (chunk.context), never mixed into the text.",
            strategy="markdown",
        ),
        Guideline(
            "link neighbours", _SOURCE, "chunklib.context.link adds the ids of both, and what is shared in fact."
        ),
        Guideline(
            "de-duplicate after retrieval",
            _SOURCE,
            "A content hash does not see two windows that overlap; offsets do. Comes with retrieval.",
        ),
        Guideline(
            "watch storage", _SOURCE, "chunklib.calculators.storage_impact before, overlap_stats after chunking."
        ),
        Guideline(
            "test with your own questions",
            _SOURCE,
            "Corpora of short documents make every strategy tie, and questions must not copy the words of the answer.",
        ),
    ),
)
