"""Warn when a measurement cannot show a difference, for example because it asks too few questions."""

from collections.abc import Iterable, Iterator

from chunklib.evaluation.wording import counted

FEW = 20
"""Questions below which one alone moves a mean by more than five percentage points."""

_BUDGET = "recall_"


def few_questions(questions: int) -> Iterator[str]:
    """Warn where so few questions are asked that one decides.

    >>> list(few_questions(5)), list(few_questions(20))
    (['5 questions are too few: one of them moves a mean by 20 percentage points'], [])
    """
    if questions < FEW:
        few = f"{counted(questions, 'question')} {'is' if questions == 1 else 'are'} too few"
        yield f"{few}: one of them moves a mean by {100 / questions:.0f} percentage points"


def large_budgets(metrics: Iterable[str], tokens: int) -> Iterator[str]:
    """Warn of budgets that hold all documents: no chunking has to choose.

    >>> list(large_budgets(["recall", "recall_500", "recall_2000"], tokens=600))
    ['recall_2000 compares nothing: its budget holds all documents (600 tokens)']
    """
    budgets = (name.removeprefix(_BUDGET) for name in metrics if name.startswith(_BUDGET))
    large = [f"{_BUDGET}{budget}" for budget in budgets if budget.isdecimal() and int(budget) >= tokens]
    if large:
        compare, its = ("compares", "its budget holds") if len(large) == 1 else ("compare", "their budgets hold")
        yield f"{', '.join(large)} {compare} nothing: {its} all documents ({tokens:,} tokens)"


def all_chunks(k: int, chunks: int) -> Iterator[str]:
    """Warn where as many chunks are asked for as there are.

    >>> list(all_chunks(5, 4)), list(all_chunks(5, 6))
    (['k = 5 asks for every chunk (there are 4): what is found says nothing about the search'], [])
    """
    if k >= chunks:
        yield f"k = {k:,} asks for every chunk (there are {chunks:,}): what is found says nothing about the search"


def unseen_effects(smallest: Iterable[float | None]) -> Iterator[str]:
    """Warn of comparisons that could show no effect, not even one as large as the scale.

    Args:
        smallest: the smallest effect that each comparison can show, a fraction, None where that cannot be told.

    >>> list(unseen_effects([0.02, None, 1.4]))
    ['2 of 3 comparisons cannot tell: too little differs to say which effect they could show, or none is large enough']
    """
    known = list(smallest)
    if blind := sum(one is None or one > 1 for one in known):
        why = "too little differs to say which effect they could show, or none is large enough"
        yield f"{blind:,} of {counted(len(known), 'comparison')} cannot tell: {why}"
