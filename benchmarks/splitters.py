"""What is measured: a splitter behind one face, and ours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from chunklib import STRATEGIES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from chunklib import Chunk

    Record = Chunk | Mapping[str, object]
    Split = Callable[[str], Any]

SIZE, OVERLAP = 500, 75  # tokens of ENCODING
ENCODING = "cl100k_base"
OURS = "chunklib"


@dataclass(frozen=True)
class Splitter:
    """One way to split, from some package.

    `prepare` imports what it needs and makes the function that is measured; it is called anew for each measurement,
    so that a memory of sizes begins empty. `records` turns what that function returned into chunks for the audit.
    `limit` and `aim` are multiples of one encode.
    """

    package: str
    name: str
    prepare: Callable[[], Split]
    records: Callable[[Any], Sequence[Record]]
    limit: float | None = None
    aim: float | None = None
    note: str = ""

    @property
    def title(self) -> str:
        """What the splitter is called in a table."""
        return f"{self.package} {self.name}" if self.package != OURS else self.name


_BUDGET = {"token_windows": (2.0, 1.5), "recursive": (3.0, 2.0), "sentences": (3.5, None)}
_NOTES = {"fixed_characters": f"size and overlap in characters: {SIZE}, {OVERLAP}"}


def ours() -> list[Splitter]:
    """Every strategy of the registry, with what it may cost."""
    return [_strategy(name) for name in STRATEGIES]


def _strategy(name: str) -> Splitter:
    limit, aim = _BUDGET.get(name, (None, None))
    split = partial(STRATEGIES[name], size=SIZE, overlap=OVERLAP)
    return Splitter(OURS, name, lambda: split, list, limit, aim, _NOTES.get(name, ""))
