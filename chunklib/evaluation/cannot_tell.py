"""Warn when a measurement cannot show a difference, for example because it asks too few questions."""

from collections.abc import Iterable, Iterator

from chunklib.evaluation.wording import counted

FEW = 20
"""Questions below which one alone moves a mean by more than five percentage points."""


def few_questions(questions: int) -> Iterator[str]:
    """Warn where so few questions are asked that one decides."""
    if questions < FEW:
        few = f"{counted(questions, 'question')} {'is' if questions == 1 else 'are'} too few"
        yield f"{few}: one of them moves a mean by {100 / questions:.0f} percentage points"


def large_budgets(metrics: Iterable[str], tokens: int) -> Iterator[str]:
    """Warn of budgets that hold all documents: no chunking has to choose."""
    budgets = ((name, name.removeprefix("recall_")) for name in metrics)
    if large := [name for name, budget in budgets if budget.isdecimal() and int(budget) >= tokens]:
        compare, its = ("compares", "its budget holds") if len(large) == 1 else ("compare", "their budgets hold")
        yield f"{', '.join(large)} {compare} nothing: {its} all documents ({tokens:,} tokens)"


def all_chunks(k: int, chunks: int) -> Iterator[str]:
    """Warn where as many chunks are asked for as there are."""
    if k >= chunks:
        yield f"k = {k:,} asks for every chunk (there are {chunks:,}): what is found says nothing about the search"


def unseen_effects(smallest: Iterable[float | None]) -> Iterator[str]:
    """Warn of comparisons whose smallest visible effect is unknown, or larger than the scale."""
    known = list(smallest)
    if blind := sum(one is None or one > 1 for one in known):
        why = "too little differs to say which effect they could show, or none is large enough"
        yield f"{blind:,} of {counted(len(known), 'comparison')} cannot tell: {why}"
