"""Count the points of an exercise: those of the properties that a learner sees, and of the hidden ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.errors import InvalidValue
from classroom.judge.catalogue import EXERCISES
from classroom.judge.hidden import BadHidden, hidden_properties, with_hidden

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def points_in(root: Path) -> Callable[[str], int]:
    """Return the points of an exercise by its name, in the course at ``root``, whose hidden properties count too.

    The function that is returned raises ``LookupError`` for a name of no exercise, and ``ValueError`` where its
    hidden properties cannot be read.
    """

    def points(name: str) -> int:
        if name not in EXERCISES:
            raise LookupError(f"check({name}) marks no exercise that there is; there are {', '.join(EXERCISES)}")
        try:
            return with_hidden(EXERCISES[name], hidden_properties(name, root / "solutions")).max_points
        except BadHidden as error:
            raise InvalidValue(str(error)) from None

    return points
