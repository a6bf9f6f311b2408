"""What a grader says of one function of one submission, as plain data that goes to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

State = Literal["final", "failed", "ungraded", "late"]
"""`final`: judged. `late`: judged, handed in after the deadline. `failed`: there was nothing that could be judged, by
the submission's own fault, and it has 0 points. `ungraded`: not judged by no fault of its own, and it has no points."""


@dataclass(frozen=True)
class PropertyMark:
    """One property: whether it earned its points, and the smallest case that was found to break it.

    Of a hidden property nothing but its name and a hint is kept: what is not here cannot be shown by accident.
    `looked_at` is False where something before it kept it from being judged.
    """

    name: str
    points: int
    earned: bool
    hidden: bool = False
    looked_at: bool = True
    why: str = ""
    call: str = ""
    gave: str = ""
    expected: str = ""
    cause: str = ""
    line: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Mark:
    """The mark of one function: its state, its points (None where ungraded), and how they came about."""

    exercise: str
    state: State
    points: int | None
    max_points: int
    reason: str
    properties: tuple[PropertyMark, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the mark as plain data."""
        return asdict(self)


def mark_from(data: Mapping[str, Any]) -> Mark:
    """Return the mark that `as_dict` wrote down.

    >>> mark = Mark("hello", "final", 1, 1, "all properties hold", (PropertyMark("exact", 1, True),))
    >>> mark_from(mark.as_dict()) == mark
    True
    """
    return Mark(**{**data, "properties": tuple(PropertyMark(**one) for one in data["properties"])})
