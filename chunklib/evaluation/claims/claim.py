"""What a claim is: who says it, what was found, and the command that shows it on the reader's own machine."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

Status = Literal["confirmed", "refuted", "not found", "depends", "measured", "unmeasured"]
"""Confirmed or refuted at its source or by computing it again; a source that was not found; true under conditions that
the claim leaves out; our own finding; and what nobody here has measured."""

_WIDTH = 100
_ROOM = len("re-run  ")


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is said about chunks and overlap, and what holds.

    ``said`` is the claim, ``who`` says it, ``found`` is what was found, with its ``source``. ``command`` is a line of a
    shell that shows it here, and ``figures`` are those parts of ``found`` that its output has; without a command
    ``why_not`` says why. ``elsewhere`` is the command on the public benchmark, which is not on board. ``in_short`` is
    what was found in a few words, where a recommendation quotes it.
    """

    key: str
    who: str
    said: str
    status: Status
    found: str
    source: str
    command: str | None = None
    figures: tuple[str, ...] = ()
    why_not: str = ""
    elsewhere: str = ""
    in_short: str = ""

    @classmethod
    def of(cls, key: str, table: Mapping[str, Any]) -> Self:
        """Make a claim of its table in ``claims.toml``, where ``python`` is the code of a command."""
        given = {**table, "figures": tuple(table.get("figures", ()))}
        if code := given.pop("python", ""):
            given["command"] = f'python -c "{code}"'
        return cls(key, **given)

    def __str__(self) -> str:
        """Write the claim as it is read: what is said, what was found, how to see it."""
        rows = [
            ("said", f"{self.said} ({self.who})"),
            ("found", f"{self.status}: {self.found}"),
            ("source", self.source),
        ]
        lines = [line for name, text in rows for line in _row(name, text)]
        lines.append(f"{'re-run':<{_ROOM}}{self.command or f'no command: {self.why_not}'}")
        if self.elsewhere:
            lines.append(f"{'':<{_ROOM}}{self.elsewhere}")
        return "\n".join([self.key, *(f"  {line}" for line in lines)])


def _row(name: str, text: str) -> list[str]:
    wrapped = textwrap.TextWrapper(_WIDTH, f"{name:<{_ROOM}}", " " * _ROOM, break_on_hyphens=False)
    wrapped.break_long_words = False
    return wrapped.wrap(text)
