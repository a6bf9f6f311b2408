"""One state of the re-index viewer: a text, one edit in it, and what an index does with each chunk before and after.

What is added, kept and deleted is what ``chunklib.retrieval.index_plan.plan`` says, which the database carries out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.retrieval.index_plan import plan
from chunklib.strategies import STRATEGIES
from classroom.judge.showing import short

State = Literal["kept", "moved", "embedded", "deleted"]

STRATEGIES_SHOWN = ("token_windows", "sentences", "recursive", "markdown")
EDITS = {"insert": "a word inserted", "replace": "a word replaced, as long as before", "delete": "a word deleted"}
MOST_CHUNKS = 200
MEANING: dict[State, str] = {
    "kept": "same place and text: nothing is written",
    "moved": "same text at another place: a new id, the vector is taken over",
    "embedded": "new text: a new vector",
    "deleted": "its id is in no chunk of the new text",
}
"""What each word means; ``embedded`` and ``moved`` together are what an index has to add."""

_EXCERPT = 44
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls: a strategy, size and overlap in tokens, an edit at a place in per cent."""

    strategy: str
    size: int
    overlap: int
    edit: str
    place: int


@dataclass(frozen=True)
class View:
    """Holds settings, and the chunks before and after the edit, or one line that says why there are none."""

    settings: Settings
    at: int
    excerpt: str
    before: tuple[Chunk, ...] = ()
    after: tuple[Chunk, ...] = ()
    error: str = ""

    def __str__(self) -> str:
        return "\n".join([*self.head(), *([self.error] if self.error else self.lines())])

    def head(self) -> Iterator[str]:
        """Say the settings and the edit."""
        asked = self.settings
        yield f"{asked.strategy}, size {asked.size}, overlap {asked.overlap} tokens"
        yield f"{EDITS[asked.edit]} at character {self.at:,}: {self.excerpt}"

    def lines(self) -> Iterator[str]:
        """Say how many chunks there are of each state, and which."""
        yield f"chunks: {len(self.before)} before, {len(self.after)} after"
        for state in ("kept", "moved", "embedded"):
            yield _counted(state, self.after, self.states)
        yield _counted("deleted", self.before, self.states_before)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Return the state of each chunk after the edit."""
        known = {in_full(chunk) for chunk in self.before}
        kept = set(plan({chunk.id: chunk for chunk in self.before}, self.after).changes.kept)
        return tuple(
            "kept" if chunk.id in kept else "moved" if in_full(chunk) in known else "embedded" for chunk in self.after
        )

    @cached_property
    def states_before(self) -> tuple[State, ...]:
        """Return the state of each chunk before the edit: kept or deleted."""
        gone = set(plan({chunk.id: chunk for chunk in self.before}, self.after).changes.deleted)
        return tuple("deleted" if chunk.id in gone else "kept" for chunk in self.before)


def view(settings: Settings, text: str) -> View:
    """Cut a text before and after the edit.

    Returns:
        a view with chunks, or with the rule that the settings break, in one line.

    >>> print(view(Settings("sentences", 5, 0, "replace", 50), "Tea is hot. Ice is cold. Sun is up."))
    sentences, size 5, overlap 0 tokens
    a word replaced, as long as before at character 16: 'Ice is cold.'
    chunks: 3 before, 3 after
    kept      2  [0] [2]
    moved     0
    embedded  1  [1]
    deleted   1  [1]
    """
    changed, at, excerpt = edited(text, settings.edit, settings.place)
    split = STRATEGIES[settings.strategy]
    try:
        before, after = (split(one, settings.size, settings.overlap, document="text") for one in (text, changed))
    except ValueError as error:
        return View(settings, at, excerpt, error=f"Nothing to index. {error}")
    if max(len(before), len(after)) > MOST_CHUNKS:
        said = (
            f"{max(len(before), len(after))} chunks are more than the {MOST_CHUNKS} that are drawn: take a larger size"
        )
        return View(settings, at, excerpt, error=f"Too many bars. {said}.")
    return View(settings, at, excerpt, tuple(before), tuple(after))


def edited(text: str, edit: str, place: int) -> tuple[str, int, str]:
    """Edit one word of a text.

    Args:
        text: it has at least one word.
        edit: one of ``EDITS``.
        place: where, in per cent of its words.

    Returns:
        the other text, the character at which the edit begins, and the words around it.

    >>> edited("Tea is hot.", "insert", 0), edited("Tea is hot.", "delete", 100)[0]
    (('new Tea is hot.', 0, "'Tea is'"), 'Tea is ')
    """
    words = list(_WORD.finditer(text))
    number = min(len(words) - 1, len(words) * place // 100)
    start, end = words[number].span()
    around = text[words[max(0, number - 1)].start() : words[min(len(words) - 1, number + 1)].end()]
    excerpt = short(" ".join(around.split()), _EXCERPT)
    if edit == "insert":
        return f"{text[:start]}new {text[start:]}", start, excerpt
    if edit == "replace":
        return text[:start] + "x" * (end - start) + text[end:], start, excerpt
    behind = words[number + 1].start() if number + 1 < len(words) else len(text)
    return text[:start] + text[behind:], start, excerpt


def _counted(state: str, chunks: Sequence[Chunk], states: Sequence[State]) -> str:
    numbers = [chunk.index for chunk, own in zip(chunks, states, strict=True) if own == state]
    return f"{state:<9} {len(numbers)}  {' '.join(runs(numbers))}".rstrip()


def runs(numbers: Sequence[int]) -> list[str]:
    """Write rising numbers as runs.

    >>> runs([0, 1, 2, 5, 8, 9])
    ['[0]-[2]', '[5]', '[8]-[9]']
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return [f"[{first}]" if first == last else f"[{first}]-[{last}]" for first, last in found]
