"""List claims about chunks and overlap: who says it, what was found, and how to run it again here."""

import textwrap
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

from chunklib.errors import UnknownName
from chunklib.evaluation.effects import measured

__all__ = ["CLAIMS", "Claim", "Status", "claim"]

Status = Literal["confirmed", "refuted", "not found", "depends", "measured", "unmeasured"]
"""Confirmed or refuted at its source or by computing it again; a source that was not found; true under conditions that
the claim leaves out; our own finding; and what nobody here has measured."""

_WIDTH = 100
_ROOM = len("re-run  ")


@dataclass(frozen=True, slots=True)
class Claim:
    """Holds something that is said about chunks and overlap, and what holds of it.

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

    def __str__(self) -> str:
        """Write the claim as it is read: what is said, what was found, how to see it."""
        rows = [
            ("said", f"{self.said} ({self.who})"),
            ("found", f"{self.status}: {self.found}"),
            ("source", self.source),
        ]
        wrapped = textwrap.TextWrapper(
            _WIDTH, subsequent_indent=" " * _ROOM, break_long_words=False, break_on_hyphens=False
        )
        lines = [line for name, text in rows for line in wrapped.wrap(f"{name:<{_ROOM}}{text}")]
        lines.append(f"{'re-run':<{_ROOM}}{self.command or f'no command: {self.why_not}'}")
        if self.elsewhere:
            lines.append(f"{'':<{_ROOM}}{self.elsewhere}")
        return "\n".join([self.key, *(f"  {line}" for line in lines)])


def _claim(key: str, table: dict[str, Any]) -> Claim:
    """Make a claim of its table in ``claims.toml``: ``python`` is the code of a command, ``effect`` a measured one."""
    if code := table.pop("python", ""):
        where = "  # in a checkout of the repository" if "research." in code else ""
        table["command"] = f'python -c "{code}"{where}'
    if effect := table.pop("effect", ""):
        rows = [row for row in measured() if row.key in (effect, f"{effect}-minilm")]
        table["command"] = f"chunklib effects --only {','.join(dict.fromkeys(row.key for row in rows))}"
        table["figures"] = [row.figures for row in rows]
        table["found"] += f" Here: {'; '.join(row.finding_in_short for row in rows if row.key == effect)}."
    return Claim(key, **{**table, "figures": tuple(table.get("figures", ()))})


_TABLES = tomllib.loads(files(__package__).joinpath("claims.toml").read_text(encoding="utf-8"))

CLAIMS: tuple[Claim, ...] = tuple(_claim(key, table) for key, table in _TABLES.items())
"""Every claim of ``claims.toml``: published figures, what is cited, what was measured."""


def claim(key: str) -> Claim:
    """Find a claim by its name.

    Raises:
        KeyError: for a key that no claim has; the message lists them.

    >>> print(claim("storage-of-overlap").found)
    A share r stores 1/(1 - r) times the text: 1.25 times at 20 %, 2.00 times at 50 %.
    """
    for one in CLAIMS:
        if one.key == key:
            return one
    raise UnknownName(f"no claim {key!r}: choose one of {', '.join(one.key for one in CLAIMS)}")
