"""Wrap what is measured, other splitters and ours, in one interface."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest import mock

from chunklib import TEXT_STRATEGIES, quick_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Split = Callable[[str], Any]

SIZE, OVERLAP = 500, 75  # tokens of ENCODING
ENCODING = "cl100k_base"
OURS = "chunklib"
ENGLISH = "English"


@dataclass(frozen=True)
class Splitter:
    """One way to split, from some package.

    ``prepare`` imports what it needs and makes the function that is measured; it is called anew for each measurement,
    so that a memory of sizes begins empty. ``limit`` is a multiple of one encode of a text of its ``kind``.
    """

    package: str
    name: str
    prepare: Callable[[], Split]
    limit: float | None = None
    note: str = ""
    kind: str = ENGLISH

    @property
    def title(self) -> str:
        """Return the name of the splitter in a table."""
        return f"{self.package} {self.name}" if self.package != OURS else self.name


_BUDGET = {
    "token_windows": 1.5,
    "recursive": 1.8,
    "sentences": 3.5,
    "stable": 3.5,
    "markdown": 3.5,
    "html": 3.5,
    "code": 3.5,
}
_SMALL = {"token_windows": 2.0, "recursive": 2.3}
_FAST = {"token_windows": 0.7, "recursive": 1.0, "markdown": 1.5}
_KINDS = {"markdown": "Markdown", "html": "HTML", "code": "Python"}
_NOTES = {
    "fixed_characters": f"size and overlap in characters: {SIZE}, {OVERLAP}",
    "semantic": "every sentence is embedded, so it has no limit in encodes; what it embeds is counted further below",
}


def ours() -> list[Splitter]:
    """Every strategy that takes a text, with what it may cost."""
    return [strategy(name) for name in TEXT_STRATEGIES]


def strategy(name: str, overlap: object = OVERLAP) -> Splitter:
    """One strategy of ours on the kind of text that it is for, with the usual overlap or another."""
    split = _by_tiktoken(partial(TEXT_STRATEGIES[name], size=SIZE, overlap=overlap))
    return Splitter(OURS, name, lambda: split, _BUDGET.get(name), _NOTES.get(name, ""), _KINDS.get(name, ENGLISH))


def small() -> list[Splitter]:
    """List the quickest strategies at about half the size: twice as many chunks, on top of the same encode."""
    return [_small(name, limit) for name, limit in _SMALL.items()]


def _small(name: str, limit: float) -> Splitter:
    split = _by_tiktoken(partial(TEXT_STRATEGIES[name], size=256, overlap=38))
    return Splitter(OURS, f"{name} 256/38", lambda: split, limit, note="size 256, overlap 38")


def fast() -> list[Splitter]:
    """List the strategies again that have a limit with the quick tokenizer of the extra ``fast``; none without it."""
    here = all(quick_tokens.version_of(name) == release for name, release in quick_tokens.COMPARED.items())
    return [_fast(name, limit) for name, limit in _FAST.items() if here]


def _fast(name: str, limit: float) -> Splitter:
    split = partial(TEXT_STRATEGIES[name], size=SIZE, overlap=OVERLAP)
    note = "gigatoken counts; in all other rows tiktoken does"
    return Splitter(OURS, f"{name} fast", lambda: split, limit, note, _KINDS.get(name, ENGLISH))


tiktoken_alone = partial(mock.patch.object, quick_tokens, "_quick", return_value=None)
"""Lets tiktoken count in this process, as where the extra ``fast`` is not installed: ``with tiktoken_alone():``."""


def _by_tiktoken(split: Split) -> Split:
    def splits(text: str) -> Any:
        with tiktoken_alone():
            return split(text)

    return splits


def by_kind(splitters: Iterable[Splitter]) -> dict[str, list[Splitter]]:
    """The splitters for each kind of text, in their order."""
    found: dict[str, list[Splitter]] = {}
    for splitter in splitters:
        found.setdefault(splitter.kind, []).append(splitter)
    return found
