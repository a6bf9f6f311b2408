"""Decide by trees of questions that are data: they are walked for advice, and drawn as a picture and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from chunklib.advice.document_profile import Look
from chunklib.evaluation.effects import Effect, measured, of_kind

METRIC = "recall_1000"
"""What supports advice: evidence found in an equal number of tokens, as five chunks find more if they are larger."""


@dataclass(frozen=True, slots=True)
class Case:
    """Holds what the questions of a tree are about: the document, the caller's wishes, and what was decided so far."""

    seen: Look
    use: str | None = None
    priority: str = "balanced"
    evidence: int | None = None
    questions: tuple[str, ...] = ()
    store: str | None = None
    chunks: int = 1
    strategy: str = ""
    size: int = 1


@dataclass(frozen=True, slots=True)
class Leaf:
    """Ends a tree with advice.

    Args:
        does: the advice.
        because: the reason.
        value: the advice as the program uses it.
        takes: measured effects whose other way is advised.
        leaves: measured effects whose other way is not advised.
        source: what shows it where it is not among the effects.
        wish: whether only a wish of the caller's leads here; then ``because`` says so, and what was measured may speak
            against it.
    """

    does: str
    because: str
    value: Any = field(default=None, hash=False)
    takes: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    source: str = ""
    wish: bool = False

    def measured(self, kinds: tuple[str, ...] = ()) -> tuple[Effect, ...]:
        """Find what was measured: on all questions, and on those of these kinds apart where that was done."""
        rows = {row.key: row for row in measured() if row.metric == METRIC}
        keys = [name for key in (*self.takes, *self.leaves) for name in (key, *(of_kind(key, kind) for kind in kinds))]
        return tuple(rows[key] for key in keys if key in rows)

    @property
    def heading(self) -> str:
        """Say what is advised, and whether it is the caller's wish alone."""
        return f"{self.does} (your wish)" if self.wish else self.does

    @property
    def support(self) -> str:
        """Say in a line what supports it.

        >>> Leaf("a size of 3", "it is odd").support
        'not measured'
        """
        found = "; ".join(f"{row.key} {row.figures}, {row.finding}" for row in self.measured())
        return found or self.source or "not measured"


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks a question that is answered by yes or no, and goes on from there."""

    question: str
    holds: Callable[[Case], bool]
    yes: Tree
    no: Tree


Tree = Ask | Leaf
Question = tuple[str, Callable[[Case], bool]]


def first(*rows: tuple[Question, Tree], otherwise: Tree) -> Tree:
    """Make a tree that asks the questions of the rows in order: the first yes decides, or else ``otherwise``."""
    for (question, holds), yes in reversed(rows):
        otherwise = Ask(question, holds, yes, otherwise)
    return otherwise


class Step(NamedTuple):
    """Records a decision: its name, the questions with their answers on the way, the advice in the end, and why."""

    decision: str
    answers: tuple[tuple[str, str], ...]
    leaf: Leaf
    reasons: tuple[str, ...] = ()


def walk(decision: str, tree: Tree, case: Case) -> Step:
    """Answer the questions of a tree until it ends."""
    answers = []
    while isinstance(tree, Ask):
        holds = tree.holds(case)
        answers.append((tree.question, "yes" if holds else "no"))
        tree = tree.yes if holds else tree.no
    return Step(decision, tuple(answers), tree)


def leaves(tree: Tree) -> Iterator[Leaf]:
    """Give every end of a tree, in the order in which it is drawn."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        yield from leaves(tree.yes)
        yield from leaves(tree.no)


def drawn(tree: Tree, indent: str = "  ", answer: str = "") -> Iterator[str]:
    r"""Draw a tree as lines of text.

    >>> odd = Ask("Is it odd?", lambda case: case.size % 2 == 1, Leaf("add one", "pairs"), Leaf("stay", "it is even"))
    >>> print(*drawn(odd), sep="\n")
      Is it odd?
        yes: add one [not measured]
      otherwise: stay [not measured]
    """
    if isinstance(tree, Leaf):
        yield f"{indent}{answer}{tree.heading} [{tree.support}]"
        return
    yield f"{indent}{tree.question}"
    if isinstance(tree.yes, Ask):
        yield f"{indent}  yes:"
        yield from drawn(tree.yes, f"{indent}    ")
    else:
        yield from drawn(tree.yes, f"{indent}  ", "yes: ")
    yield from drawn(tree.no, indent, "otherwise: ")
