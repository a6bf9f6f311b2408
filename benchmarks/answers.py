"""Measure how good the reader without a model is: ``python -m benchmarks.answers``.

Each question of the course is asked of its own document, and of the seven others, which cannot answer it. The
pipeline is the course's own (recursive, 200 tokens, no overlap, BM25, five passages). The rule for declining is
chosen on one half of the questions, every second one of each document; the other half shows what it is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.tables import table
from chunklib.evaluation import own_benchmark
from chunklib.retrieval import BM25
from chunklib.strategies import recursive
from classroom.lessons.answering.reader import LEAST, best_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

K = 5
REFUSED = 0.9
"""The share of the questions about other documents that must be declined."""


@dataclass(frozen=True)
class Asked:
    """One question asked of one document: the share of its weight in the best sentence, and what that overlaps."""

    half: int
    own: bool
    share: float
    retrieved: bool = False
    hit: bool = False


def ask_all() -> list[Asked]:
    """Ask every question of every document."""
    benchmark = own_benchmark()
    chunks = {name: recursive(text, size=200, overlap=0) for name, text in benchmark.documents.items()}
    indexes = {name: BM25(own) for name, own in chunks.items()}
    asked = []
    for number, question in enumerate(benchmark.questions):
        for name, own in chunks.items():
            passages = [hit.chunk for hit in indexes[name].search(question.text, K)]
            quote = best_sentence(question.text, passages, own)
            share = quote.share if quote and not quote.alone else 0.0
            if name != question.document:
                asked.append(Asked(number % 2, own=False, share=share))
                continue
            given = [(chunk.start_char, chunk.end_char) for chunk in passages]
            hit = quote is not None and _overlap([quote.span], question.spans)
            asked.append(Asked(number % 2, own=True, share=share, retrieved=_overlap(given, question.spans), hit=hit))
    return asked


def _overlap(some: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> bool:
    return any(start < other_end and other < end for start, end in some for other, other_end in others)


def chosen(asked: Sequence[Asked]) -> float:
    """Find the least share, in hundredths, at which enough of the questions about other documents are declined."""
    shares = [one.share for one in asked if not one.own]
    return next(at / 100 for at in range(101) if sum(share < at / 100 for share in shares) >= REFUSED * len(shares))


def row(title: str, asked: Sequence[Asked], least: float) -> tuple[str, ...]:
    """Count for some questions what the reader does."""
    own, other = ([one for one in asked if one.own == mine] for mine in (True, False))
    answered = [one for one in own if one.share >= least]
    right = sum(one.hit for one in answered)
    counts = [
        (sum(one.retrieved for one in own), len(own)),
        (sum(one.hit for one in own), len(own)),
        (len(answered), len(own)),
        (right, len(own)),
        (right, len(answered)),
        (sum(one.share < least for one in other), len(other)),
    ]
    return (title, *(f"{some} of {all_} = {some / max(all_, 1):.1%}" for some, all_ in counts))


def main() -> int:
    """Print the table; 1 if the reader's constant is not what the first half chooses."""
    asked = ask_all()
    halves = [[one for one in asked if one.half == half] for half in (0, 1)]
    least = chosen(halves[0])
    head = ("", "retrieved", "best hits", "answered", "right", "of answered", "others declined")
    rows = [row(f"half {'AB'[half]}", halves[half], least) for half in (0, 1)]
    print(table(head, [*rows, row("all", asked, least)]))
    print(
        "\nRight: the quote overlaps the evidence. A quote is declined if it shares one word of several, or less than"
    )
    print(
        f"{least:.2f} of the question's weight: the least at which {REFUSED:.0%} of the questions of half A about other"
    )
    print("documents are declined.")
    return int(least != LEAST)


if __name__ == "__main__":
    raise SystemExit(main())
