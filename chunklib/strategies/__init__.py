"""The named recipes: every strategy is three answers to three questions.

Where may I cut (kinds of cuts, strongest first)? How much fits (``size``, measured by a ruler)? What do I repeat
(``overlap``)? The packer does the rest, so every strategy keeps the same contract:

* ``text[c.start_char:c.end_char] == c.text``, and no chunk measures more than ``size``;
* every character that is not white space is in some chunk, and no chunk lies inside another;
* neighbours share at most ``overlap``, and the most that legal cuts and the next piece allow;
* no grapheme cluster that fits is cut; white space alone gives no chunk; the same text gives the same chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from chunklib.chunk import Chunk
from chunklib.strategies.files import FileChunks, pdf
from chunklib.strategies.meaning import semantic
from chunklib.strategies.plain import fixed_characters, recursive, sentences, token_windows
from chunklib.strategies.structured import code, html, markdown
from chunklib.tokens import RulerSpec

__all__ = [
    "STRATEGIES",
    "TEXT_STRATEGIES",
    "FileChunks",
    "RulerSpec",
    "Strategy",
    "code",
    "fixed_characters",
    "html",
    "markdown",
    "pdf",
    "recursive",
    "semantic",
    "sentences",
    "token_windows",
]

Strategy = Callable[..., list[Chunk]]

TEXT_STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {
        "fixed_characters": fixed_characters,
        "token_windows": token_windows,
        "sentences": sentences,
        "recursive": recursive,
        "markdown": markdown,
        "html": html,
        "code": code,
        "semantic": semantic,
    }
)
"""The strategies that take a text: ``TEXT_STRATEGIES[name](text, size=500, overlap="15%", **options)``."""

STRATEGIES: Mapping[str, Strategy] = MappingProxyType({**TEXT_STRATEGIES, "pdf": pdf})
"""Every strategy by its name; ``pdf`` takes a file (a path, bytes) in place of a text."""
