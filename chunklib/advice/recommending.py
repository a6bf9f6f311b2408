"""A recommendation for one document: strategy, size and overlap, with reasons, doubts and a configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, SupportsIndex

from chunklib.advice.choosing import Choice, general_doubts, overlap_of, size_of, strategy_of, use_of
from chunklib.advice.document_profile import Look, look
from chunklib.advice.vocabulary import PRIORITIES, USES, named
from chunklib.integers import at_least
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What to try first for a document; ``print`` it to read it.

    ``size`` and ``overlap`` are in units of ``ruler``; ``reasons`` name the figures that were measured and the
    guidelines that were followed, ``doubts`` what speaks against them. ``chunklib.make(config)`` makes the chunker
    (a ruler that is a callable is in it as it is). ``seen`` is what was measured.
    """

    strategy: str
    size: int
    overlap: int
    ruler: str
    use: str
    priority: str
    reasons: tuple[str, ...]
    doubts: tuple[str, ...]
    config: Mapping[str, object] = field(hash=False)
    seen: Look = field(repr=False)

    def __str__(self) -> str:
        """Write it for a person."""
        head = f"{self.strategy}, size {self.size:,}, overlap {self.overlap:,} ({self.ruler})"
        reasons = [f"  + {reason}" for reason in self.reasons]
        doubts = [f"  ? {doubt}" for doubt in self.doubts]
        return "\n".join([head, "because", *reasons, "but", *doubts, f"chunklib.make({dict(self.config)!r})"])


def recommend(
    document: str | Path,
    *,
    use: str | None = None,
    priority: str = "balanced",
    evidence: SupportsIndex | None = None,
    ruler: RulerSpec = "cl100k_base",
) -> Recommendation:
    r"""Look at a document, and name a strategy, a size and an overlap to start with.

    The strategy follows from the kind of the document (by the suffix of its file, else by its content), the size from
    its use and from how large its own pieces are, the overlap from both and from the priority, or from the length of
    the evidence. It starts from the rules of thumb in :mod:`chunklib.advice.guidelines`.

    Args:
        document: a text, or the path of a file as a ``pathlib.Path``: UTF-8 text or a PDF. A ``str`` is always text.
        use: "questions", "conversation", "technical", "legal" or "research"; without one it is read off the document.
        priority: "recall", "balanced", "storage" or "realtime".
        evidence: how long a passage that answers a question is, in units of the ruler; the overlap is then what keeps
            such a passage whole (see :func:`chunklib.calculators.containment`), at most half the size.
        ruler: see :func:`chunklib.tokens.ruler`; guidelines in tokens are converted as this document measures.

    Returns:
        a recommendation with ``0 <= overlap <= size / 2``; the same for the same document.

    Raises:
        ValueError: for an unknown use or priority, for a document without text, for a file that is no UTF-8 text.
        OSError: for a file that cannot be read.
        TypeError: for anything but a text or a path, and for evidence that is no whole number.

    >>> text = "# Tea\n\nBoil water.\n\n## Green\n\nWait a little."
    >>> advice = recommend(text)
    >>> advice.strategy, advice.size, advice.overlap, advice.reasons[0]
    ('markdown', 500, 0, 'markdown: 2 Markdown headings, 0 fences, 0 tables; its own structure says where to cut')
    """
    wish = _Wish(
        None if use is None else named("use", use, USES),
        named("priority", priority, PRIORITIES),
        None if evidence is None else at_least(1, "evidence", evidence),
        ruler,
    )
    return _for(look(document, ruler), wish)


class _Wish(NamedTuple):
    """What the caller asked for, checked."""

    use: str | None
    priority: str
    evidence: int | None
    ruler: RulerSpec


def _for(seen: Look, wish: _Wish) -> Recommendation:
    """Choose strategy, use, size and overlap, in this order."""
    use = Choice(wish.use, (f"the use is {wish.use!r}",)) if wish.use else use_of(seen)
    strategy = strategy_of(seen)
    size = size_of(seen, use.value)
    overlap = overlap_of(seen, use.value, wish.priority, size.value, wish.evidence)
    name, options = strategy.value
    config = {"strategy": name, "size": size.value, "overlap": overlap.value, **options}
    if wish.ruler != "cl100k_base":
        config["ruler"] = wish.ruler
    choices = (strategy, use, size, overlap)
    return Recommendation(
        strategy=name,
        size=size.value,
        overlap=overlap.value,
        ruler=make_ruler(wish.ruler).name,
        use=use.value,
        priority=wish.priority,
        reasons=tuple(reason for choice in choices for reason in choice.reasons),
        doubts=(*(doubt for choice in choices for doubt in choice.doubts), *general_doubts(seen, size.value)),
        config=config,
        seen=seen,
    )
