"""Guidelines about the kind of document: which splitter, which size, which overlap."""

from __future__ import annotations

from chunklib.advice.arithmetic import redundancy
from chunklib.advice.table import Guideline, Range, Table
from chunklib.calculators import estimate_tokens

_SOURCE = "a tutorial"


def _tokens(characters: int) -> int:
    return estimate_tokens("x" * characters)


def _kind(case: str, strategy: str, size: tuple[int, int], overlap: int) -> Guideline:
    low, high = size
    sizes = dict.fromkeys((_tokens(low), _tokens(high)))
    stored = (redundancy(high, overlap), redundancy(low, overlap))
    finding = (
        f"Characters in most libraries, though often read as tokens: by the rule of four characters a token "
        f"{'-'.join(map(str, sizes))} tokens with an overlap of {_tokens(overlap)}. "
        f"Stores {stored[0]:.2f} to {stored[1]:.2f} times the text. That it suits is unmeasured by us."
    )
    size_range, overlap_range = Range(low, high, "characters"), Range(overlap, overlap, "characters")
    return Guideline(case, _SOURCE, finding, size=size_range, overlap=overlap_range, strategy=strategy)


BY_DOCUMENT = Table(
    "splitter by document",
    "Splitter, size and overlap by document",
    (
        _kind("general text", "recursive", (800, 1000), 200),
        _kind("technical text", "recursive", (600, 800), 150),
        _kind("code", "code", (1000, 1500), 100),
        _kind("Markdown", "markdown", (800, 1000), 200),
        Guideline(
            "HTML",
            _SOURCE,
            "Sections differ in length: without a limit the longest decides. Here a section that does not fit is cut "
            "at its own blocks, and no chunk is over the size.",
            strategy="html",
            says="by header; the size varies",
        ),
        _kind("PDF", "pdf", (500, 800), 100),
    ),
)

DECISION = Table(
    "decision",
    "Which splitter for which document",
    (
        Guideline(
            "structured with clear sections",
            _SOURCE,
            "The outline gives the sections of a PDF where it has one, font sizes where not.",
            strategy="pdf",
            says="by heading (Markdown and HTML: by theirs)",
        ),
        Guideline("unstructured", _SOURCE, "Blank lines, lines, sentences, words: whole where they fit.",
                  strategy="recursive", says="recursive"),
        Guideline("code", _SOURCE, "Functions and classes are kept whole where they fit; a broken file still chunks.",
                  strategy="code", says="code-aware"),
        Guideline("Markdown", _SOURCE, "A '#' inside a fence is no heading, and the heading path is kept as context.",
                  strategy="markdown", says="by Markdown"),
        Guideline(
            "high accuracy needed",
            _SOURCE,
            "chunklib.context.contextualize puts a prefix from any callable on top of any strategy, and counts what "
            "it costs in tokens. The gain is unmeasured by us.",
            says="contextual retrieval on top",
        ),
    ),
)  # fmt: skip
