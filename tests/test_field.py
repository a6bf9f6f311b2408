"""The whole list of what the field's tutorials teach: each thing is here, runs, and is right.

The list is written out again in this file; what the data of ``chunklib.advice`` holds is compared with it.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import chunklib
from chunklib import STRATEGIES, Chunk, audit, make
from chunklib.advice import FUNCTIONS, HINTS, LESSONS, PICTURES, Counterpart, Range, table
from chunklib.calculators import overlap_from_percent
from chunklib.course.exercises import EXERCISES
from chunklib.data import load
from chunklib.embed import hashing

TEXT = load("handbook")
CHUNKS = STRATEGIES["recursive"](TEXT)
# Calls with their size, overlap and ruler: what the audit is asked for.
ASKED: dict[str, tuple[int, int | str, str]] = {
    "chunk_with_fixed_overlap": (500, 50, "cl100k_base"),
    "chunk_with_percentage_overlap": (500, "10%", "cl100k_base"),
    "chunk_with_sentence_overlap": (500, "2s", "cl100k_base"),
    "chunk_with_semantic_overlap": (500, 100, "cl100k_base"),
    "adaptive chunker": (500, "2s", "cl100k_base"),
    "sliding_window_chunker": (500, 75, "cl100k_base"),
    "sliding window with a minimum size": (500, 75, "cl100k_base"),
    "sentence_aware_chunker": (500, "2s", "cl100k_base"),
    "fixed_size_chunks": (1000, 200, "characters"),
    "token_based_chunks": (500, 50, "cl100k_base"),
    "recursive splitter": (1000, 200, "characters"),
    "smart_chunk": (500, 50, "cl100k_base"),
    "adaptive overlap by paragraph": (500, 150, "cl100k_base"),
}
ADAPTERS = ("adapters.langchain", "adapters.llamaindex")
QUERIES = ["How long is a token valid?", "Who may revoke a key?"]
LINKED = ("create_linked_chunks", "adjacency metadata", "contextual retrieval")
NUMBERS = (
    "cosine similarity",
    "calculate_overlap",
    "estimate_tokens",
    "calculate_storage_impact",
    "estimateStorageImpact",
    "calculate_overlap_stats",
)
ELSEWHERE = {
    "LangChain RecursiveCharacterTextSplitter": (500, 75),
    "LangChain CharacterTextSplitter": (500, 75),
    "LangChain TokenTextSplitter": (500, 75),
    "LlamaIndex SentenceSplitter": (500, 75),
    "LlamaIndex TokenTextSplitter": (500, 75),
    "LlamaIndex SemanticSplitterNodeParser": (500, 0),
}
SEARCHING = ("evaluate_overlap_impact", "deduplicateChunks")
REST = ("sentence splitting", "chunk_with_headers")
BY_NAME = {counterpart.name: counterpart for counterpart in FUNCTIONS}


def run(name: str, text: str = TEXT) -> Any:
    """Evaluate the call of a counterpart as its module says: with the parts of chunklib that it names imported."""
    call = BY_NAME[name].call
    for part in ("calculators", "cuts", "embed", "context", "evaluation", "retrieval", *ADAPTERS):
        if f"chunklib.{part}" in call:
            importlib.import_module(f"chunklib.{part}")
    names: dict[str, Any] = {"chunklib": chunklib, "text": text, "chunks": CHUNKS, "embed": hashing}
    names |= {"queries": QUERIES, "truths": [[CHUNKS[at].id] for at, _ in enumerate(QUERIES)]}
    if "llama_index" in call:
        names["llama_index"] = SimpleNamespace(core=importlib.import_module("llama_index.core"))
    return eval(call, names)  # noqa: S307 (our own data)


def test_every_function_of_the_field_is_listed_once() -> None:
    assert [*BY_NAME] == [counterpart.name for counterpart in FUNCTIONS]
    assert {*BY_NAME} == {*ASKED, *LINKED, *NUMBERS, *ELSEWHERE, *SEARCHING, *REST}


@pytest.mark.parametrize("counterpart", FUNCTIONS, ids=BY_NAME)
def test_every_function_has_its_lesson_and_says_what_differs(counterpart: Counterpart) -> None:
    assert counterpart.lesson in LESSONS
    assert counterpart.signature
    assert counterpart.differs.endswith(".")
    assert counterpart.call


@pytest.mark.parametrize("name", ASKED)
def test_a_chunking_function_keeps_the_contract_on_a_real_text(name: str) -> None:
    size, overlap, ruler = ASKED[name]
    chunks = run(name)
    report = audit(TEXT, chunks, size=size, overlap=overlap, ruler=ruler)
    assert report.ok, str(report)
    assert (report.stats.shared > 0) == (name != "chunk_with_semantic_overlap")
    assert len(chunks) > 10
    assert BY_NAME[name].gives == "chunks"


def test_a_threshold_belongs_to_an_embedder() -> None:
    """At 0.7 neither of ours finds two sentences of the handbook alike where a chunk ends; lower, they share."""
    for embed in ("wordllama", "hashing"):
        shared = []
        for threshold in (0.7, 0.5, 0.3):
            overlap = chunklib.Semantic(threshold=threshold, maximum=100, embed=embed)
            shared.append(sum(chunk.overlap for chunk in STRATEGIES["sentences"](TEXT, 500, overlap)))
        assert shared[0] == 0 < shared[1] < shared[2]


def test_the_evaluation_of_tutorials_gives_their_three_numbers() -> None:
    found = run("evaluate_overlap_impact")
    assert [*found] == ["recall", "precision", "f1"]
    assert all(0 <= score <= 1 for score in found.values())


def test_hits_are_deduplicated_by_offsets() -> None:
    hits = run("deduplicateChunks")
    assert 0 < len(hits) <= 5
    assert len({hit.chunk.id for hit in hits}) == len(hits)


@pytest.mark.parametrize("name", ASKED)
def test_it_gives_nothing_for_nothing_and_one_chunk_for_a_short_text(name: str) -> None:
    assert run(name, " \n") == []
    assert [chunk.text for chunk in run(name, "One sentence.")] == ["One sentence."]


@pytest.mark.parametrize("percent", ["-1%", "100%", "150%"])
def test_a_percentage_beyond_0_to_50_is_an_error(percent: str) -> None:
    with pytest.raises(ValueError, match="an overlap in per cent must be from 0 to below 100"):
        STRATEGIES["token_windows"](TEXT, 500, percent)


@pytest.mark.parametrize(
    ("given", "same"),
    [
        ({"strategy": "fixed_token", "value": 50}, 50),
        ({"strategy": "percentage", "value": 0.1}, "10%"),
        ({"strategy": "sentence", "value": 2}, "2s"),
        ({"strategy": "semantic", "value": 0.7, "embed": "hashing"}, chunklib.Semantic(threshold=0.7, embed="hashing")),
    ],
)
def test_every_overlap_of_the_adaptive_chunker_is_there(given: dict[str, Any], same: Any) -> None:
    configured = make({"strategy": "sentences", "size": 500, "overlap": given})(TEXT)
    assert configured == STRATEGIES["sentences"](TEXT, 500, same)


def test_an_unknown_overlap_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match="unknown strategy 'telepathic'"):
        make({"strategy": "recursive", "overlap": {"strategy": "telepathic", "value": 1}})


def test_a_minimum_size_of_the_last_window_loses_nothing() -> None:
    chunks = run("sliding window with a minimum size")
    assert chunks[-1].size >= 100
    assert chunks[-1].end_char == len(TEXT)


def test_sentences_respect_abbreviations_and_decimals() -> None:
    text = "Dr. Lind paid 3.50 for No. 7, e.g. in the U.S. market. Then she left."
    assert run("sentence splitting", text) == [text.index("Then"), len(text)]
    offsets = run("sentence splitting")
    assert "".join(TEXT[a:b] for a, b in pairwise([0, *offsets])) == TEXT


def test_technical_terms_lists_and_code_raise_the_overlap() -> None:
    why = {chunk.metadata["overlap_why"] for chunk in run("adaptive overlap by paragraph")[1:]}
    told = " ".join(str(reason) for reason in why)
    for rule in ("technical terms +20", "list +30", "code +50", "minimum 50"):
        assert rule in told


def test_headers_stand_before_the_text_and_fit_in_the_size() -> None:
    found = run("chunk_with_headers")
    chunks = STRATEGIES["markdown"](TEXT, 500, count_context=True)
    assert [text.endswith(chunk.text) for text, chunk in zip(found, chunks, strict=True)] == [True] * len(found)
    context = importlib.import_module("chunklib.context")
    count = chunklib.audit(TEXT, chunks, size=500, overlap=75)
    assert count.ok, str(count)
    measure = importlib.import_module("chunklib.tokens").ruler("cl100k_base")
    assert all(measure(text) <= 500 for text in found)
    nested = next(chunk for chunk in chunks if " > " in chunk.context)
    headings: Any = nested.metadata["headings"]
    assert context.bracketed(headings) == " ".join(f"[{title}]" for title in headings)
    assert context.in_full(nested).startswith(nested.context)


@pytest.mark.parametrize("name", LINKED)
def test_linked_chunks_are_the_same_chunks_with_more_said_of_them(name: str) -> None:
    linked = run(name)
    assert [chunk.id for chunk in linked] == [chunk.id for chunk in CHUNKS]
    assert [chunk.text for chunk in linked] == [chunk.text for chunk in CHUNKS]


def test_links_lead_to_the_neighbours_and_say_what_is_shared() -> None:
    linked: Sequence[Chunk] = run("create_linked_chunks")
    assert linked[0].metadata["previous_id"] is None
    assert linked[-1].metadata["next_id"] is None
    for before, after in pairwise(linked):
        assert (before.metadata["next_id"], after.metadata["previous_id"]) == (after.id, before.id)
        assert before.metadata["overlap_after"] == after.metadata["overlap_before"] == after.overlap
        assert str(after.metadata["sentence_before"]).strip() in before.text
        assert str(before.metadata["sentence_after"]).strip() in after.text


def test_a_contextual_prefix_is_a_field_of_its_own() -> None:
    described = run("contextual retrieval")
    assert all("From the handbook." in chunk.context for chunk in described)
    assert not any("From the handbook." in chunk.text for chunk in described)


def test_the_formulas() -> None:
    assert run("calculate_overlap") == 500 * 15 // 100
    assert run("estimate_tokens") == len(TEXT) // 4
    stored = run("calculate_storage_impact")
    assert (stored.chunks, stored.tokens) == (250, 100_000 + 249 * 100)
    assert stored.redundancy == stored.tokens / 100_000
    assert stored.cost == pytest.approx(stored.tokens * 0.02 / 1e6)
    assert run("estimateStorageImpact") == stored
    assert stored.redundancy == pytest.approx(1 / (1 - 0.2), rel=0.01)


def test_cosine_is_safe_for_zero_vectors() -> None:
    assert run("cosine similarity") == [0.0]
    one = np.array([[3.0, 4.0]])
    assert float(chunklib.embed.cosine(one, 2 * one)[0]) == pytest.approx(1)


def test_stats_are_measured_on_the_chunks() -> None:
    stats = run("calculate_overlap_stats")
    assert stats.chunks == len(CHUNKS)
    assert stats.mean_size == pytest.approx(sum(chunk.size for chunk in CHUNKS) / len(CHUNKS))
    assert stats.shared == sum(chunk.overlap for chunk in CHUNKS)
    unique = {at for chunk in CHUNKS for at in range(chunk.start_char, chunk.end_char)}
    assert stats.redundancy == pytest.approx(sum(len(chunk.text) for chunk in CHUNKS) / len(unique))


@pytest.mark.parametrize("name", ELSEWHERE)
def test_in_other_libraries_our_chunks_keep_their_places(name: str) -> None:
    size, overlap = ELSEWHERE[name]
    report = audit(TEXT, run(name), size=size, overlap=overlap)
    assert report.ok, str(report)


def rows(name: str) -> dict[str, tuple[Range | None, Range | None]]:
    return {row.case: (row.size, row.overlap) for row in table(name)}


def tokens(low: int | None, high: int | None) -> Range:
    return Range(low, high, "tokens")


def percent(low: int | None, high: int | None) -> Range:
    return Range(low, high, "%")


def test_chunk_size_by_use() -> None:
    assert rows("size by use") == {
        "questions": (tokens(400, 600), tokens(50, 100)),
        "conversation": (tokens(200, 400), tokens(50, 50)),
        "technical": (tokens(600, 800), tokens(100, 200)),
        "legal": (tokens(800, 1000), tokens(200, 200)),
        "research": (tokens(500, 700), tokens(100, 100)),
    }
    bands = rows("size bands")
    sizes = (99, 100, 200, 800, 801, 1500, 1501)
    assert [[case for case, (size, _) in bands.items() if size and length in size] for length in sizes] == [
        ["too small"],
        [],
        ["good"],
        ["good"],
        [],
        [],
        ["too large"],
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "overlap by percentage A",
            {
                "short independent documents": percent(5, 10),
                "general text": percent(10, 20),
                "technical documentation": percent(20, 30),
                "legal or scientific text": percent(30, 50),
            },
        ),
        (
            "overlap by percentage B",
            {
                "0 %": percent(0, 0),
                "10 %": percent(10, 10),
                "15-20 %": percent(15, 20),
                "25 %": percent(25, 25),
                "50 %": percent(50, 50),
            },
        ),
        (
            "overlap by percentage C",
            {
                "independent chunks": percent(0, 0),
                "standard": percent(10, 20),
                "technical or legal": percent(25, 50),
                "high accuracy": percent(50, None),
            },
        ),
        (
            "overlap by scenario",
            {
                "clear sections": percent(None, 10),
                "flowing prose": percent(15, 20),
                "technical": percent(20, 20),
                "legal": percent(25, 25),
                "code with comments": percent(10, 15),
                "conversation": percent(20, 20),
            },
        ),
        (
            "overlap by priority",
            {"recall": percent(20, 30), "balanced": percent(10, 15), "storage": percent(0, 5), "realtime": None},
        ),
    ],
)
def test_overlap_in_per_cent(name: str, expected: dict[str, Range | None]) -> None:
    assert {case: overlap for case, (_, overlap) in rows(name).items()} == expected


def test_source_b_counts_of_500_tokens_and_has_its_words() -> None:
    said = [row.says for row in table("overlap by percentage B")]
    assert said == [
        "0 of 500 tokens: may lose context at the boundary",
        "50 of 500 tokens: a good start",
        "75-100 of 500 tokens: recommended",
        "125 of 500 tokens: expensive",
        "250 of 500 tokens: doubles storage",
    ]


def test_splitter_size_and_overlap_by_document_are_in_characters() -> None:
    def characters(size: tuple[int, int], overlap: int) -> tuple[Range, Range]:
        return Range(*size, "characters"), Range(overlap, overlap, "characters")

    assert rows("splitter by document") == {
        "general text": characters((800, 1000), 200),
        "technical text": characters((600, 800), 150),
        "code": characters((1000, 1500), 100),
        "Markdown": characters((800, 1000), 200),
        "HTML": (None, None),
        "PDF": characters((500, 800), 100),
    }
    splitters = {row.case: row.strategy for row in table("splitter by document")}
    assert [*splitters.values()] == ["recursive", "recursive", "code", "markdown", "html", "pdf"]
    assert {row.case: row.strategy for row in table("decision")} == {
        "structured with clear sections": "pdf",
        "unstructured": "recursive",
        "code": "code",
        "Markdown": "markdown",
        "high accuracy needed": "",
    }
    assert table("decision")["high accuracy needed"].says == "contextual retrieval on top"


def test_characters_against_tokens() -> None:
    assert [(row.case, row.strategy) for row in table("units")] == [
        ("characters", "fixed_characters"),
        ("tokens", "token_windows"),
    ]
    assert "simple pipelines" in table("units")["characters"].says
    assert "production" in table("units")["tokens"].says


def test_reported_defaults_and_findings() -> None:
    assert rows("reported defaults") == {
        "OpenAI file search": (tokens(800, 800), tokens(400, 400)),
        "LangChain": (tokens(1000, 1000), tokens(200, 200)),
        "LlamaIndex": (tokens(1024, 1024), tokens(20, 20)),
        "NVIDIA": (tokens(1024, 1024), tokens(153, 153)),
    }
    assert overlap_from_percent(1024, 15) == 153
    chroma = [row for row in table("reported findings") if row.case.startswith("Chroma")]
    assert [(row.case, row.says) for row in chroma] == [
        ("Chroma, 0 %", "recall 85.4, IoU 8.0"),
        ("Chroma, 10 %", "recall 89.2, IoU 6.5"),
        ("Chroma, 20 %", "recall 91.3, IoU 5.2"),
        ("Chroma, 50 %", "recall 91.8, IoU 3.1"),
    ]
    others = [row.case for row in table("reported findings") if row not in chroma]
    assert others == ["CRUD-RAG", "recall from 78 % to 92 %", "15 % was best", "no gain on Natural Questions"]


def test_practices() -> None:
    assert [row.case for row in table("practices")] == [
        "start at 10 to 15 %",
        "raise when recall is too low",
        "lower when storage is too high",
        "monitor after deployment",
        "sentence-aware boundaries",
        "keep headings",
        "link neighbours",
        "de-duplicate after retrieval",
        "watch storage",
        "test with your own questions",
    ]
    named = {"chunklib.advice": ("tune",), "chunklib.context": ("link", "contextualize")}
    for module, names in named.items():
        assert all(callable(getattr(importlib.import_module(module), name)) for name in names)


# The lessons of the course, by number, as its outline has them; some are still to be written.
OUTLINE = [
    "start_here",
    "why_chunk",
    "characters_and_tokens",
    "fixed_windows",
    "overlap_arithmetic",
    "sentences",
    "recursive",
    "smart_chunk",
    "structure",
    "meaning_and_adaptation",
    "measuring",
    "does_overlap_help",
    "production",
    "capstone",
]


def test_lessons_are_those_of_the_outline() -> None:
    assert dict(LESSONS) == dict(enumerate(OUTLINE))


def test_every_picture_has_a_lesson() -> None:
    assert [picture.name for picture in PICTURES] == [
        "the same text with and without overlap",
        "the stride along a document line",
        "too small, good, too large",
        "the cascade of separators",
        "the decision tree by document",
        "the decision tree by overlap",
        "the loop: measure, raise or lower, measure",
        "recall against storage",
    ]
    assert all(picture.lessons and set(picture.lessons) <= set(LESSONS) for picture in PICTURES)


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        ("count with tiktoken", "tiktoken"),
        ("split on natural boundaries first", "paragraphs"),
        ("track character positions while chunking", "(start, end)"),
        ("return metadata that helps debugging", "keep both in the result"),
    ],
)
def test_every_hint_of_the_field_is_in_ours(hint: str, said: str) -> None:
    place = next(place for place in HINTS if place.name == hint)
    assert place.lessons == (7,)
    assert said in " ".join(EXERCISES[place.exercise].hints)


def test_there_are_four_hints() -> None:
    assert len(HINTS) == 4
