"""The three choices of a recommendation, each with its reasons: strategy, size, overlap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chunklib.advice.document_profile import Look
from chunklib.advice.guidelines import OVERLAP_BY_SCENARIO, SIZE_BY_USE
from chunklib.calculators import containment, overlap_from_percent
from chunklib.evaluation.claims import claim

_STRUCTURED = ("markdown", "html", "code", "pdf")
_MEASURED = ("markdown", "html", "code")  # tests/library/test_advice.py measures what is said of these


@dataclass(frozen=True, slots=True)
class Choice:
    """A value with the reasons for it, and the doubts about it."""

    value: Any
    reasons: tuple[str, ...]
    doubts: tuple[str, ...] = ()


def use_of(seen: Look) -> Choice:
    """Read the use off a document, where the caller names none."""
    kind = seen.kind.name
    if kind == "code":
        use, why = "technical", "it is code"
    elif kind == "chat":
        use, why = "conversation", "it is a conversation"
    elif kind == "clauses":
        use, why = "legal", "its clauses are numbered"
    elif seen.is_research:
        use, why = "research", "it has an abstract and references"
    elif seen.has_code and kind in _STRUCTURED:
        use, why = "technical", "it has several blocks of code"
    else:
        use, why = "questions", "nothing in the document speaks for another"
    return Choice(use, (f"the use is taken to be {use!r}: {why}",))


def strategy_of(seen: Look) -> Choice:
    """Choose where to cut; the value is a pair of a strategy's name and its options."""
    kind, why = seen.kind.name, f"{seen.kind.name}: {seen.kind.why}"
    options: dict[str, object] = {"language": seen.kind.language} if kind == "code" else {}
    if kind in _STRUCTURED:
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
    reasons.append(f"{about}: the middle of the range is taken")
    return Choice(middle, tuple(reasons), _about_pieces(seen, middle))


def _about_pieces(seen: Look, size: int) -> tuple[str, ...]:
    """Say what it means where the pieces of a document are much smaller, or larger, than the size."""
    pieces, name = seen.pieces, seen.pieces_name
    if pieces.count > 1 and pieces.ninetieth < size:
        return (
            f"{name} are mostly smaller than the size ({pieces.median:,} of {size:,}): a chunk holds several of them",
        )
    if pieces.ninetieth > size:
        return (f"at least one in ten {name} is larger than the size (up to {pieces.largest:,}): such are cut inside",)
    return ()


def scenario_of(seen: Look, use: str) -> str:
    """Find the row of :data:`OVERLAP_BY_SCENARIO` that a document and its use belong to."""
    kind = seen.kind.name
    if kind == "code":
        return "code with comments"
    if kind == "chat":
        return "conversation"
    if kind == "clauses":
        return "legal"
    if kind in _STRUCTURED and seen.pieces_name == "sections":
        return "clear sections"
    return use if use in ("legal", "technical", "conversation") else "flowing prose"


def _share(seen: Look, use: str, priority: str) -> Choice:
    """Choose the overlap in per cent of the size."""
    scenario = scenario_of(seen, use)
    said = OVERLAP_BY_SCENARIO[scenario]
    asked = said.middle
    why = f"a tutorial says {said} of overlap for {scenario}"
    if seen.kind.name in _MEASURED and _own_structure(seen):
        measured = "none: for Markdown, HTML and code cut at their own structure, the course's questions show no gain"
        return Choice(0, (why, measured), ("they are too few to show a small gain: measure with your own questions",))
    if priority == "recall":
        return Choice(min(30, max(20, asked)), (f"{why}, and 20-30 % for maximum recall",))
    if priority == "balanced":
        return Choice(min(15, asked), (f"{why}; to start, no more than 15 %",))
    if priority == "storage":
        natural = _own_structure(seen)
        why = f"a tutorial says 0-5 % for storage: {'0, at natural boundaries' if natural else '5 without structure'}"
        return Choice(0 if natural else 5, (why,))
    doubt = "the tutorial gives no number for 'minimal' overlap: 5 % is our reading"
    return Choice(min(5, asked), ("a tutorial says minimal overlap for real-time indexing",), (doubt,))


def _own_structure(seen: Look) -> bool:
    """Tell whether a document is cut at its own sections, blocks or functions."""
    return seen.kind.name in _STRUCTURED and seen.pieces_name != "paragraphs"


def overlap_of(seen: Look, use: str, priority: str, size: int, evidence: int | None) -> Choice:
    """Choose what is repeated, in units of the ruler."""
    if seen.size <= size:
        one = f"the whole document measures {seen.size:,} and fits in one chunk: there is nothing to repeat"
        return Choice(0, (one,))
    if evidence is not None:
        return _for_evidence(evidence, size)
    share = _share(seen, use, priority)
    overlap = overlap_from_percent(size, share.value)
    doubts = (*share.doubts, *_overlap_doubts(overlap))
    if not share.value:
        return Choice(0, share.reasons, doubts)
    offer = f"give evidence=… to choose the overlap from the length of your evidence instead ({_holds(size, overlap)})"
    return Choice(overlap, (*share.reasons, f"{share.value} % of {size:,} is {overlap:,}", offer), doubts)


def _holds(size: int, overlap: int) -> str:
    """Say which evidence windows of this overlap hold whole."""
    longer = min(size, 2 * (overlap + 1))
    share = f"{containment(longer, size, overlap):.0%}".replace("%", " %")
    always = f"in windows {overlap:,} repeated units keep evidence of {overlap + 1:,} whole everywhere"
    return f"{always}, of {longer:,} in {share} of places" if longer > overlap + 1 else always


def _for_evidence(evidence: int, size: int) -> Choice:
    overlap = min(evidence - 1, size // 2)
    held = containment(evidence, size, overlap)
    share = f"{held:.0%}".replace("%", " %")
    why = (
        f"in windows an overlap of {overlap:,} keeps evidence of {evidence:,} whole in {share} of places (containment)"
    )
    doubts = [] if held == 1 else [f"evidence of {evidence:,} needs a size of {2 * evidence:,} to be whole everywhere"]
    return Choice(overlap, (why,), (*doubts, *_overlap_doubts(overlap)))


def _overlap_doubts(overlap: int) -> tuple[str, ...]:
    if not overlap:
        return ()
    elsewhere, recall, whole = (
        claim(key).in_short for key in ("natural-questions", "overlap-and-recall", "whole-evidence")
    )
    return (f"{elsewhere}; {recall}, and {whole}",)


def general_doubts(seen: Look, size: int) -> tuple[str, ...]:
    """Say what holds for any recommendation about this document."""
    doubts = list(seen.warnings)
    longest = seen.sentences.largest
    if longest > size and seen.kind.name not in ("html", "code"):
        doubts.append(f"{longest:,} without the end of a sentence are more than the size: they are cut inside")
    if seen.unspaced >= 0.3:
        doubts.append(
            f"{seen.unspaced:.0%}".replace("%", " %") + " of its letters are of scripts without spaces: sentences are "
            "known in Chinese and Japanese, in other such scripts cuts fall where they can"
        )
    doubts.append("the sizes are tutorials', unmeasured on your document: run tune() with your own questions")
    return tuple(doubts)
