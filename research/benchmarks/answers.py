"""Measure how good the reader without a model is: ``python -m research.benchmarks.answers``.

Each question of the course is asked of its own document, and of the seven others, which cannot answer it. The
pipeline is the course's own (recursive, 200 tokens, no overlap, BM25, five passages). The rule for declining is
chosen on one half of the questions, every second one of each document; the other half shows what it is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklib.evaluation import SELF_CONTAINED, own_benchmark
from chunklib.retrieval import BM25
from chunklib.strategies import recursive
from classroom.lessons.kept.package.reader import LEAST, best_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

K = 5
REFUSED = 0.9
"""The share of the questions about other documents that must be declined."""


class Asked(NamedTuple):
    """One question asked of one document: its half, the share of the best sentence, and what evidence was found."""

    half: int
    own: bool
    share: float
    retrieved: bool
    hit: bool


def ask_all() -> list[Asked]:
    """Ask every question of every document."""
    benchmark, asked = own_benchmark().of_kinds(*SELF_CONTAINED), []
    for name, text in benchmark.documents.items():
        chunks = recursive(text, size=200, overlap=0)
        index = BM25(chunks)
        for number, question in enumerate(benchmark.questions):
            own, passages = name == question.document, [hit.chunk for hit in index.search(question.text, K)]
            quote = best_sentence(question.text, passages, chunks)
            share = quote.share if quote and not (quote.alone or quote.absent) else 0.0
            retrieved = own and overlap([(chunk.start_char, chunk.end_char) for chunk in passages], question.spans)
            hit = own and quote is not None and overlap([quote.span], question.spans)
            asked.append(Asked(number % 2, own, share, retrieved, hit))
    return asked


def overlap(some: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> bool:
    """Tell whether two lists of places share a character."""
    return any(start < other_end and other < end for start, end in some for other, other_end in others)


def chosen(asked: Sequence[Asked]) -> float:
    """Find the least share, in hundredths, at which enough of the questions about other documents are declined."""
    shares = [one.share for one in asked if not one.own]
    return next(at / 100 for at in range(101) if sum(share < at / 100 for share in shares) >= REFUSED * len(shares))


def row(title: str, asked: Sequence[Asked], least: float) -> tuple[str, ...]:
    """Count for some questions what the reader does."""
    own, other = ([one for one in asked if one.own == mine] for mine in (True, False))
    answered = [one.share >= least for one in own]
    right = [one.hit and one.share >= least for one in own]
    counts = ([one.retrieved for one in own], [one.hit for one in own], answered, right)
    refused = [one.share < least for one in other]
    return (title, *(f"{sum(found)} of {len(found)} = {sum(found) / len(found):.1%}" for found in (*counts, refused)))


def main() -> int:
    """Print the table; 1 if the reader's constant is not what the first half chooses."""
    asked = ask_all()
    halves = [[one for one in asked if one.half == half] for half in (0, 1)]
    least = chosen(halves[0])
    head = ("", "retrieved", "best hits", "answered", "right", "others declined")
    rows = [row(f"half {'AB'[half]}", halves[half], least) for half in (0, 1)]
    for cells in (head, *rows, row("all", asked, least)):
        print("".join(f"{cell:>21}" for cell in cells))
    print(
        "\nRight: the quote overlaps the evidence. A quote is declined if it shares one word of several, lacks a day\n"
        "or a month, or if the document lacks a number of the question; or if it shares less than"
    )
    print(
        f"{least:.2f} of the question's weight: the least at which {REFUSED:.0%} of the questions of half A about other"
    )
    print("documents are declined.")
    return int(least != LEAST)


if __name__ == "__main__":
    raise SystemExit(main())
