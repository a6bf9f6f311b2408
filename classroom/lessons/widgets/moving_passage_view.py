"""One state of the moving passage: a text in windows of tokens, a passage, and where it is whole.

It depends on the settings alone, so a stored output can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import tiktoken

from chunklib.calculators import containment, storage_impact, stride
from classroom.lessons.widgets.parts import sendable, totals_text

MOST_RUNS = 12
Run = tuple[int, int]
_SHOWN = 60  # characters of a long passage at each of its ends


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls; all numbers in tokens."""

    text: str
    start: int
    passage: int
    size: int
    overlap: int


@dataclass(frozen=True)
class View:
    """Holds settings, the length of the text in tokens, and what the passage says; or why there is none."""

    settings: Settings
    tokens: int
    words: str = ""
    error: str = ""

    def __str__(self) -> str:
        asked = self.settings
        head = (
            f"windows of {asked.size:,} tokens that share {asked.overlap:,}, on a text of {self.tokens:,} tokens\n"
            f"a passage of {asked.passage:,} tokens that begins at token {asked.start:,}: {self.words}"
        )
        return "\n".join([head, self.error] if self.error else [head, self.verdict, *totals_text(self.totals())])

    @property
    def passage(self) -> Run:
        """Return the tokens of the passage, from the first to the one after the last."""
        return self.settings.start, self.settings.start + self.settings.passage

    @cached_property
    def windows(self) -> list[Run]:
        """Return where the windows start and end."""
        size, overlap = self.settings.size, self.settings.overlap
        starts = [k * stride(size, overlap) for k in range(storage_impact(self.tokens, size, overlap).chunks)]
        return [(start, min(start + size, self.tokens)) for start in starts]

    @property
    def holders(self) -> list[int]:
        """Return the numbers of the windows in which the passage is whole."""
        first, end = self.passage
        return [number for number, (start, stop) in enumerate(self.windows) if start <= first and end <= stop]

    @property
    def last_before(self) -> int:
        """Return the number of the last window that does not begin after the passage."""
        return max(number for number, (start, _) in enumerate(self.windows) if start <= self.settings.start)

    @property
    def verdict(self) -> str:
        """Say where the passage is whole, or what tears it."""
        if self.holders:
            names = " and ".join(f"[{number}]" for number in self.holders)
            return f"whole in {'window' if len(self.holders) == 1 else 'windows'} {names}"
        (first, end), at = self.passage, self.last_before
        (_, stop), (start, later) = self.windows[at : at + 2]
        return (
            f"torn: window [{at}] ends at token {stop:,} and window [{at + 1}] begins at token {start:,}, "
            f"so [{at}] holds {stop - first} of its {end - first} tokens and [{at + 1}] holds {min(later, end) - start}"
        )

    @cached_property
    def torn(self) -> list[Run]:
        """Return the starts that leave the passage whole in no window, as runs from the first to after the last."""
        runs, reached = [], 0
        for start, stop in self.windows:
            if reached < start:
                runs.append((reached, start))
            reached = max(reached, start, stop - self.settings.passage + 1)
        end = self.tokens - self.settings.passage + 1
        return [(first, min(after, end)) for first, after in [*runs, (reached, end)] if first < min(after, end)]

    def totals(self) -> list[tuple[str, str]]:
        """Say the count over all starts, the formula, and the starts at which the passage is torn."""
        asked, starts = self.settings, self.tokens - self.settings.passage + 1
        whole = starts - sum(after - first for first, after in self.torn)
        fits, step = asked.size - asked.passage + 1, stride(asked.size, asked.overlap)
        share = containment(asked.passage, asked.size, asked.overlap)
        beyond = ", more than 1, so" if fits > step else ", less than 0, so" if fits < 0 else " ="
        shown = [f"{first:,}" + f"-{after - 1:,}" * (after - first > 1) for first, after in self.torn[:MOST_RUNS]]
        why = f"whole if it begins at one of a window's first {max(0, fits):,} tokens"
        formula = f"({asked.size} - {asked.passage} + 1) / ({asked.size} - {asked.overlap})"
        more = f" and {len(self.torn) - MOST_RUNS:,} more runs" if len(self.torn) > MOST_RUNS else ""
        return [
            ("counted", f"{whole:,} of {starts:,} starts leave it whole, {whole / starts:.1%}"),
            ("formula", f"{formula} = {fits} / {step}{beyond} {share:.1%}"),
            ("why", f"{why}, and the next window begins {step:,} tokens later"),
            ("torn if it begins at tokens", f"{', '.join(shown)}{more}" if shown else "none: it is whole everywhere"),
        ]


def view(settings: Settings) -> View:
    """Place a passage on the tokens of a text; one that would stick out at the end is moved back.

    >>> print(view(Settings("Tea is hot. Ice is cold. Rain is wet.", 3, 3, 4, 0)))
    windows of 4 tokens that share 0, on a text of 13 tokens
    a passage of 3 tokens that begins at token 3: 'hot. Ice'
    torn: window [0] ends at token 4 and window [1] begins at token 4, so [0] holds 1 of its 3 tokens and [1] holds 2
    counted: 6 of 11 starts leave it whole, 54.5%
    formula: (4 - 3 + 1) / (4 - 0) = 2 / 4 = 50.0%
    why: whole if it begins at one of a window's first 2 tokens, and the next window begins 4 tokens later
    torn if it begins at tokens: 2-3, 6-7, 10
    """
    ids = _ids(sendable(settings.text))
    if not ids or settings.passage > len(ids):
        error = f"the passage must not be longer than the text: got {settings.passage:,} tokens, text {len(ids):,}"
        return View(settings, len(ids), error=error)
    if settings.start + settings.passage > len(ids):
        settings = replace(settings, start=len(ids) - settings.passage)
    found = _encoding().decode(ids[settings.start : settings.start + settings.passage], errors="replace")
    words = " ".join(found.split())
    shown = words if len(words) <= 2 * _SHOWN else f"{words[:_SHOWN]} … {words[-_SHOWN:]}"
    return View(settings, len(ids), f"'{shown}'")


def _encoding() -> tiktoken.Encoding:
    return tiktoken.get_encoding("cl100k_base")


@lru_cache(maxsize=4)
def _ids(text: str) -> list[int]:
    return _encoding().encode_ordinary(text)
