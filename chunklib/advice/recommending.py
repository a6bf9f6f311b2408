"""Recommend a strategy, a size and an overlap for one document, each with its reasons and doubts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, SupportsIndex

from chunklib.advice.document_kind import STRUCTURED
from chunklib.advice.document_profile import Look, look
from chunklib.advice.guidelines import OVERLAP_BY_SCENARIO, PRIORITIES, SIZE_BY_USE, USES, named
from chunklib.advice.measured import measured_for
from chunklib.calculators import containment, overlap_from_percent
from chunklib.evaluation.claims import claim
from chunklib.evaluation.effects.table import Measured
from chunklib.integers import at_least
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler

_BY_KIND = {
    "code": ("technical", "code with comments", "it is code"),
    "chat": ("conversation", "conversation", "it is a conversation"),
    "clauses": ("legal", "legal", "its clauses are numbered"),
}  # the use, the row of the overlap, and what says so
_MEASURED = STRUCTURED - {"pdf"}  # tests/library/advice/test_recommending.py measures what is said of these


@dataclass(frozen=True, slots=True)
class Choice:
    """Holds a value with the reasons for it, and the doubts about it."""

    value: Any
    reasons: tuple[str, ...]
    doubts: tuple[str, ...] = ()


def use_of(seen: Look) -> Choice:
    """Read the use off a document, where the caller names none."""
    kind = seen.kind.name
    if kind in _BY_KIND:
        use, _, why = _BY_KIND[kind]
    elif seen.is_research:
        use, why = "research", "it has an abstract and references"
    elif seen.has_code and kind in STRUCTURED:
        use, why = "technical", "it has several blocks of code"
    else:
        use, why = "questions", "nothing in the document speaks for another"
    return Choice(use, (f"the use is taken to be {use!r}: {why}",))


def strategy_of(seen: Look) -> Choice:
    """Choose where to cut; the value is a pair of a strategy's name and its options."""
    kind, why = seen.kind.name, f"{seen.kind.name}: {seen.kind.why}"
    options: dict[str, object] = {"language": seen.kind.language} if kind == "code" else {}
    if kind in STRUCTURED:
        return Choice((kind, options), (f"{why}; its own structure says where to cut",))
    if kind == "chat":
        lines = "blank lines and line breaks are the separators, so that whole turns are repeated"
        return Choice(("recursive", {"separators": ["\n\n", "\n"]}), (f"{why}; {lines}",))
    if kind == "prose" and not seen.has_blank_lines:
        return Choice(("sentences", {}), (f"{why}; without blank lines the sentence is the strongest boundary",))
    if kind == "unbroken" and seen.words < 2 and seen.unspaced < 0.3:
        return Choice(("token_windows", {}), (f"{why}; without any boundary windows lose nothing",))
    return Choice(("recursive", {}), (f"{why}; blank lines, lines, sentences and words are tried in this order",))


def size_of(seen: Look, use: str) -> Choice:
    """Choose how much fits: in the range of the use, as large as nine tenths of the document's own pieces."""
    said = SIZE_BY_USE[use]
    scale = seen.per_token
    low, high, middle = (max(1, round(scale * (end or 0))) for end in (said.low, said.high, said.middle))
    reasons = [f"a tutorial says {said} for {use!r}"]
    if scale != 1:
        reasons.append(f"one token of this document is {scale:.2f} units of the ruler: {low:,} to {high:,} of them")
    pieces, name = seen.pieces, seen.pieces_name
    counted = name.removesuffix("s") if pieces.count == 1 else name
    about = f"{pieces.count:,} {counted}, median {pieces.median:,}, nine tenths up to {pieces.ninetieth:,}"
    if low <= pieces.ninetieth <= high:
        size = min(high, -(-pieces.ninetieth // 10) * 10)
        return Choice(size, (*reasons, f"{about}: at a size of {size:,} nine tenths of them fit whole"))
    doubts = []
    if pieces.count > 1 and pieces.ninetieth < middle:
        some = f"mostly smaller than the size ({pieces.median:,} of {middle:,})"
        doubts.append(f"{name} are {some}: a chunk holds several of them")
    elif pieces.ninetieth > middle:
        up_to = f"up to {pieces.largest:,}"
        doubts.append(f"at least one in ten {name} is larger than the size ({up_to}): such are cut inside")
    return Choice(middle, (*reasons, f"{about}: the middle of the range is taken"), tuple(doubts))


def _share(seen: Look, use: str, priority: str) -> Choice:
    """Choose the overlap in per cent of the size."""
    natural = seen.kind.name in STRUCTURED and seen.pieces_name != "paragraphs"  # it is cut at its own structure
    if seen.kind.name in _BY_KIND:
        scenario = _BY_KIND[seen.kind.name][1]
    elif natural:
        scenario = "clear sections"
    else:
        scenario = use if use in OVERLAP_BY_SCENARIO else "flowing prose"
    asked = OVERLAP_BY_SCENARIO[scenario].middle
    why = f"a tutorial says {OVERLAP_BY_SCENARIO[scenario]} of overlap for {scenario}"
    if natural and seen.kind.name in _MEASURED:
        measured = "none: for Markdown, HTML and code cut at their own structure, the course's questions show no gain"
        return Choice(0, (why, measured), ("they are too few to show a small gain: measure with your own questions",))
    if priority == "recall":
        return Choice(min(30, max(20, asked)), (f"{why}, and 20-30 % for maximum recall",))
    if priority == "balanced":
        return Choice(min(15, asked), (f"{why}; to start, no more than 15 %",))
    if priority == "storage":
        share, why = (0, "0, at natural boundaries") if natural else (5, "5 without structure")
        return Choice(share, (f"a tutorial says 0-5 % for storage: {why}",))
    doubt = "the tutorial gives no number for 'minimal' overlap: 5 % is our reading"
    return Choice(min(5, asked), ("a tutorial says minimal overlap for real-time indexing",), (doubt,))


def overlap_of(seen: Look, use: str, priority: str, size: int, evidence: int | None) -> Choice:
    """Choose what is repeated, in units of the ruler."""
    if seen.size <= size:
        one = f"the whole document measures {seen.size:,} and fits in one chunk: there is nothing to repeat"
        return Choice(0, (one,))
    if evidence is not None:
        overlap = min(evidence - 1, size // 2)
        held = containment(evidence, size, overlap)
        whole = f"keeps evidence of {evidence:,} whole in {_percent(held)} of places (containment)"
        longer = f"evidence of {evidence:,} needs a size of {2 * evidence:,} to be whole everywhere"
        doubts = [] if held == 1 else [longer]
        return Choice(overlap, (f"in windows an overlap of {overlap:,} {whole}",), (*doubts, *_overlap_doubts(overlap)))
    share = _share(seen, use, priority)
    overlap = overlap_from_percent(size, share.value)
    unsure = (*share.doubts, *_overlap_doubts(overlap))
    if not share.value:
        return Choice(0, share.reasons, unsure)
    twice = min(size, 2 * (overlap + 1))
    whole = f"in windows {overlap:,} repeated units keep evidence of {overlap + 1:,} whole everywhere"
    if twice > overlap + 1:
        whole += f", of {twice:,} in {_percent(containment(twice, size, overlap))} of places"
    offer = f"give evidence=… to choose the overlap from the length of your evidence instead ({whole})"
    return Choice(overlap, (*share.reasons, f"{share.value} % of {size:,} is {overlap:,}", offer), unsure)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _overlap_doubts(overlap: int) -> tuple[str, ...]:
    keys = ("natural-questions", "overlap-and-recall", "whole-evidence")
    return ("{}; {}, and {}".format(*(claim(key).in_short for key in keys)),) if overlap else ()


def general_doubts(seen: Look, size: int) -> tuple[str, ...]:
    """Say what holds for any recommendation about this document."""
    doubts = list(seen.warnings)
    longest = seen.sentences.largest
    if longest > size and seen.kind.name not in ("html", "code"):
        doubts.append(f"{longest:,} without the end of a sentence are more than the size: they are cut inside")
    if seen.unspaced >= 0.3:
        doubts.append(
            f"{_percent(seen.unspaced)} of its letters are of scripts without spaces: sentences end at their "
            "marks (in Thai at a space between clauses), and below them cuts fall where they can"
        )
    doubts.append("the sizes are tutorials', unmeasured on your document: run tune() with your own questions")
    return tuple(doubts)


@dataclass(frozen=True, slots=True)
class Recommendation:
    """Says what to try first for a document; ``print`` it to read it.

    ``size`` and ``overlap`` are in units of ``ruler``; ``reasons`` name the figures that were measured and the
    guidelines that were followed, ``doubts`` what speaks against them, ``measured`` what the course's questions showed
    about an overlap, a context, parents and neighbours. ``chunklib.make(config)`` makes the chunker
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
    measured: tuple[Measured, ...]
    config: Mapping[str, object] = field(hash=False)
    seen: Look = field(repr=False)

    def __str__(self) -> str:
        """Write it for a person."""
        head = f"{self.strategy}, size {self.size:,}, overlap {self.overlap:,} ({self.ruler})"
        reasons = [f"  + {reason}" for reason in self.reasons]
        doubts = [f"  ? {doubt}" for doubt in self.doubts]
        found = [f"  = {row.sentence}" for row in self.measured]
        measured = ["measured, on the course's questions (chunklib effects)", *found] if found else []
        return "\n".join(
            [head, "because", *reasons, "but", *doubts, *measured, f"chunklib.make({dict(self.config)!r})"]
        )


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
        ValueError: for an unknown use or priority, for a document without text, for a file that is not UTF-8 text.
        OSError: for a file that cannot be read.
        TypeError: for anything but a text or a path, and for evidence that is not a whole number.

    >>> text = "# Tea\n\nBoil water.\n\n## Green\n\nWait a little."
    >>> advice = recommend(text)
    >>> advice.strategy, advice.size, advice.overlap, advice.reasons[0]
    ('markdown', 500, 0, 'markdown: 2 Markdown headings, 0 fences, 0 tables; its own structure says where to cut')
    """
    use = None if use is None else named("use", use, USES)
    priority = named("priority", priority, PRIORITIES)
    evidence = None if evidence is None else at_least(1, "evidence", evidence)
    return _for(look(document, ruler), use, priority, evidence, ruler)


def _for(seen: Look, use: str | None, priority: str, evidence: int | None, ruler: RulerSpec) -> Recommendation:
    """Choose strategy, use, size and overlap, in this order."""
    chosen = Choice(use, (f"the use is {use!r}",)) if use else use_of(seen)
    strategy = strategy_of(seen)
    size = size_of(seen, chosen.value)
    overlap = overlap_of(seen, chosen.value, priority, size.value, evidence)
    name, options = strategy.value
    config = {"strategy": name, "size": size.value, "overlap": overlap.value, **options}
    if ruler != "cl100k_base":
        config["ruler"] = ruler
    choices = (strategy, chosen, size, overlap)
    return Recommendation(
        strategy=name,
        size=size.value,
        overlap=overlap.value,
        ruler=make_ruler(ruler).name,
        use=chosen.value,
        priority=priority,
        reasons=tuple(reason for choice in choices for reason in choice.reasons),
        doubts=(*(doubt for choice in choices for doubt in choice.doubts), *general_doubts(seen, size.value)),
        measured=measured_for(name),
        config=config,
        seen=seen,
    )
