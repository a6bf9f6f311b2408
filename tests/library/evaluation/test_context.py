"""An evaluation with contexts: what is searched, what it costs, and what of it counts as found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import tiktoken

from chunklib.chunk import Chunk, Span
from chunklib.chunk_config import Chunker
from chunklib.context import contextualize, in_full
from chunklib.errors import CallableFailed
from chunklib.evaluation import Benchmark, Question, Setting, evaluate, grid, sweep
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.retrieval import BM25
from chunklib.tokens import ruler
from tests.each import each
from tests.promises import refused

if TYPE_CHECKING:
    from chunklib.evaluation.evaluate import Evaluation

FILLER = "The water is changed each morning before the gates open. "
BODY = FILLER + "It is kept at four degrees. "
ZOO = "# Zoo\n\n" + "".join(
    f"## {title}\n\n{FILLER}\n\n{FILLER}\n\n{end}\n\n"
    for title, end in (("Otters", FILLER), ("Seals", FILLER), ("Penguins", BODY))
)
ASKED = Question("q", "penguins", "zoo", (Span(ZOO.index(BODY), len(ZOO.rstrip())),))
HEADED = Benchmark("headed", {"zoo": ZOO}, (ASKED,))
MARKDOWN: dict[str, Any] = {"strategy": "markdown", "size": 20, "overlap": 0}
RETRIEVERS = ("bm25", "dense", "hybrid")
TITLE = "## Penguins"


def bodies(text: str) -> list[Chunk]:
    """Make only the chunks without a heading in their text, made by "another" splitter."""
    return [chunk for chunk in Chunker.from_config(MARKDOWN)(text) if not chunk.text.startswith("#")]


def measured(context: Any, retriever: Any = "bm25", **more: Any) -> Evaluation:
    return evaluate(HEADED, bodies, retriever=retriever, embed="hashing", k=2, context=context, **more)


def same(one: Evaluation, other: Evaluation) -> bool:
    return all((one.scores[name] == other.scores[name]).all() for name in one.scores) and one.scores.keys() == (
        other.scores.keys()
    )


def seen(chunker: Any, **settings: Any) -> tuple[list[Chunk], Evaluation]:
    """Show what a retriever of your own is given."""
    given_to: list[Chunk] = []

    def spy(chunks: Sequence[Chunk]) -> BM25:
        given_to.extend(chunks)
        return BM25(chunks)

    return given_to, evaluate(HEADED, chunker, retriever=spy, k=2, **settings)


# ------------------------------------------------------------------ what is searched


@each("retriever", RETRIEVERS)
def test_a_word_of_the_heading_alone_is_found_with_its_context_and_not_without(retriever: str) -> None:
    without, with_it = measured(False, retriever), measured(True, retriever)
    assert (without.mean("recall"), with_it.mean("recall")) == (0.0, 1.0)
    assert measured(lambda *_: "", retriever).mean("recall") == 1.0
    assert measured(lambda text, chunk: "Penguins!" * chunk.text.startswith(FILLER), retriever).contexts == 6


def test_a_retriever_of_ones_own_gets_chunks_with_the_context_that_was_asked_for() -> None:
    paths = [chunk.context for chunk in Chunker.from_config(MARKDOWN)(ZOO)]
    assert "Zoo > Penguins" in paths
    assert [chunk.context for chunk in seen(MARKDOWN, context=True)[0]] == paths
    assert [chunk.context for chunk in seen(MARKDOWN)[0]] == paths
    assert {chunk.context for chunk in seen(MARKDOWN, context=False)[0]} == {""}


def test_a_callable_says_a_context_below_the_path_once_a_chunk_as_contextualize_does() -> None:
    calls: list[tuple[str, str]] = []

    def describe(document_text: str, chunk: Chunk) -> str:
        calls.append((document_text, chunk.id))
        return f" Of the zoo, part {chunk.index}. "

    searched, found = seen(MARKDOWN, context=describe)
    assert calls == [(ZOO, chunk.id) for chunk in searched]
    assert searched == contextualize(ZOO, seen(MARKDOWN)[0], describe).chunks
    assert (found.context, found.contexts) == (True, found.chunks)


# ------------------------------------------------------------------ what it costs

RULERS: dict[str, Any] = {"cl100k_base": "cl100k_base", "characters": "characters", "words": "words", "own": len}


def ends_of(text: str, name: str) -> list[int]:
    """List where reading may end: after a token, or anywhere."""
    if name != "cl100k_base":
        return list(range(len(text) + 1))
    encoding = tiktoken.get_encoding(name)
    return [0, *np.cumsum([len(encoding.decode([token])) for token in encoding.encode(text)]).tolist()]


def read_within(budget: int, hits: Sequence[Chunk], name: str) -> set[int]:
    """Find the characters of the document that a reader of contexts and texts reads, by trying every end."""
    measure, read = ruler(RULERS[name]), set[int]()
    for chunk in hits:
        full = in_full(chunk)
        head = len(full) - len(chunk.text)
        end = max(at for at in ends_of(full, name) if measure(full[:at]) <= budget)
        read |= {chunk.start_char + at - head for at in range(head, end)}
        budget -= measure(full)
        if budget <= 0:
            break
    return read


@each("name", RULERS)
def test_budgets_and_storage_count_contexts_exactly(name: str) -> None:
    prepared, measure = Prepared(HEADED, RULERS[name]), ruler(RULERS[name])
    budgets = [1, 3, 5, 6, 7, 11, 20, 33, 60, 150, 400]
    chunks = chunked(prepared, Chunker.from_config(MARKDOWN))
    found = score(prepared, chunks, k=2, budgets=budgets, context=True)
    hits = [hit.chunk for hit in BM25(chunks).search("penguins", len(chunks))]
    (evidence,) = ASKED.spans
    wanted = [len(read_within(budget, hits, name) & set(range(*evidence))) for budget in budgets]
    assert found.scores["recall_400"][0] > 0
    assert [found.scores[f"recall_{budget}"][0] for budget in budgets] == [
        read / (evidence.end - evidence.start) for read in wanted
    ]
    assert found.stored_tokens == sum(measure(in_full(chunk)) for chunk in chunks)
    assert found.context_tokens == found.stored_tokens - sum(measure(chunk.text) for chunk in chunks)
    assert found.multiplier == found.stored_tokens / found.tokens


def test_a_context_is_never_evidence_that_is_found() -> None:
    asked, sentences = ZOO[slice(*ASKED.spans[0])], {"strategy": "sentences", "size": 20, "overlap": 0}
    searched, _ = seen(
        sentences, context=lambda text, chunk: f"Penguins: {asked}" * (chunk.end_char < ASKED.spans[0][0])
    )
    found = evaluate(HEADED, lambda text: searched, k=len(searched), context=True, budgets=[10_000])
    assert any(asked in chunk.context for chunk in searched)
    assert (found.mean("recall"), found.mean("recall_10000")) == (0.0, 0.0)


# ------------------------------------------------------------------ what stays as it was


def test_unless_asked_a_context_is_searched_as_before_and_not_counted() -> None:
    usual, full, bare = (evaluate(HEADED, MARKDOWN, k=2, context=context) for context in (None, True, False))
    by_class = evaluate(HEADED, MARKDOWN, k=2, retriever=BM25)
    assert same(usual, by_class)
    assert usual.scores["recall"].tolist() == full.scores["recall"].tolist()
    assert usual.stored_tokens == bare.stored_tokens < full.stored_tokens
    assert (usual.context, full.context, bare.context) == (None, True, False)


# ------------------------------------------------------------------ chunks of others

BESIDE: dict[str, Callable[[str, str, dict[str, Any]], object]] = {
    "a dictionary": lambda part, context, more: {"text": part, "start": ZOO.index(part), "context": context,
                                                 "metadata": more},
    "Haystack's": lambda part, context, more: {"content": part, "context": context,
                                               "meta": {**more, "split_idx_start": ZOO.index(part)}},
}  # fmt: skip


def _always(chunks: list[object], _: str) -> list[object]:
    return chunks


@each("name", BESIDE)
def test_chunks_of_any_callable_keep_context_and_metadata(name: str) -> None:
    beside = {"page": 3, "headings": ("Zoo", "Penguins")}
    parts = [(TITLE, "Zoo", beside), (BODY, "Zoo > Penguins", {})]
    found = chunked(Prepared(HEADED), lambda text: [BESIDE[name](*part) for part in parts])
    assert [(chunk.text, chunk.context) for chunk in found] == [(text, context) for text, context, _ in parts]
    assert [{key: chunk.metadata[key] for key in beside if key in chunk.metadata} for chunk in found] == [beside, {}]
    beside["page"] = 4
    assert found[0].metadata["page"] == 3


def test_a_chunk_that_says_nothing_more_has_no_context_and_no_metadata() -> None:
    for odd in (None, 5, b"Zoo", ["Zoo"]):
        one = {"text": TITLE, "start": ZOO.index(TITLE), "context": odd, "metadata": odd}
        [found] = chunked(Prepared(HEADED), partial(_always, [one]))
        assert (found.context, found.metadata) == ("", {})


# ------------------------------------------------------------------ wrong use


def raising(document_text: str, chunk: Chunk) -> str:
    raise ValueError(f"{chunk.index}\nand more")


FIRST = "zoo:{0.start_char}-{0.end_char}".format(bodies(ZOO)[0])


def test_a_context_that_is_none_is_refused_before_anything_is_split() -> None:
    def never(text: str) -> list[str]:
        raise AssertionError

    odd: list[Any] = ["yes", 1, 0, 1.5, [], {"zoo": "a"}, b"", np.True_]
    for wrong in odd:
        said = ("context must be True, False, None or a callable", type(wrong).__name__)
        refused(partial(evaluate, HEADED, never, context=wrong), TypeError, *said)
        refused(partial(score, Prepared(HEADED), bodies(ZOO), context=wrong), TypeError, *said)
        refused(partial(sweep, grid(sizes=[20]), HEADED, context=wrong), TypeError, *said)


def test_a_callable_that_fails_is_named_with_the_chunk() -> None:
    refused(lambda: measured(raising), CallableFailed, f"context failed for chunk {FIRST}: ValueError: 0")


def test_nothing_is_asked_of_a_callable_for_a_search_that_cannot_be() -> None:
    calls: list[str] = []

    def noted(document_text: str, chunk: Chunk) -> str:
        calls.append(chunk.id)
        return ""

    refused(lambda: measured(noted, "bm52"), ValueError, "'bm52'")
    refused(lambda: measured(noted, budgets=[0]), ValueError, "budgets")
    for chunk in (Chunk("other", 0, 5, 1, 0, 0, "zoo"), Chunk("other", 0, 5, 1, 0, 0, "sea")):
        refused(partial(score, Prepared(HEADED), [chunk], context=noted), ValueError, chunk.id)
    assert calls == []


# ------------------------------------------------------------------ sweeps

BOTH = (Setting("markdown", 20, 0, "bm25", 2), Setting("markdown", 20, 0, "hybrid", 2), Setting("sentences", 20, "1s"))


def numbered(document_text: str, chunk: Chunk) -> str:
    """Can be imported by another process."""
    return f"Penguins, part {chunk.start_char} of {len(document_text)}"


@each("context", [None, False, True, numbered])
def test_a_sweep_measures_what_evaluate_does(context: Any) -> None:
    found = sweep(BOTH, HEADED, phases=2, embed="hashing", context=context)
    for one in BOTH:
        for at, phase in enumerate(found.phases[one]):
            where: dict[str, Any] = {"phase": at, "phases": len(found.phases[one])}
            wanted = evaluate(
                HEADED, one.config, retriever=one.retriever, embed="hashing", k=one.k, context=context, **where
            )
            assert (phase.facts.stored_tokens, phase.facts.chunks) == (wanted.stored_tokens, wanted.chunks)
            assert all((np.round(wanted.scores[name], 6) == phase.scores[name]).all() for name in phase.scores)
    word = {None: "", False: "left out", True: "counted", numbered: "numbered"}[context]
    head, *rows = found.rows()
    assert {dict(zip(head, row, strict=True))["context"] for row in rows} == {word}
    assert (f"; context: {word}" in str(found)) == bool(word)


def test_a_sweep_asks_a_callable_once_a_chunk_for_all_retrievers() -> None:
    calls: list[str] = []

    def noted(document_text: str, chunk: Chunk) -> str:
        calls.append(chunk.id)
        return ""

    sweep(BOTH[:2], HEADED, phases=1, embed="hashing", context=noted)
    assert len(calls) == len(set(calls)) == len(Chunker.from_config(MARKDOWN)(ZOO))


def test_what_is_kept_of_a_sweep_is_of_one_context(tmp_path: Path) -> None:
    out = tmp_path / "scores.csv"
    refused(
        partial(sweep, BOTH, HEADED, embed="hashing", context=numbered, out=out), ValueError, "with out", "numbered"
    )
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(KeyboardInterrupt):
        sweep(BOTH, HEADED, phases=1, embed="hashing", context=False, out=out, advance=_broken_off)
    assert list(tmp_path.iterdir())
    found = sweep(BOTH, HEADED, phases=1, embed="hashing", context=True, out=out)
    assert list(found.rows()) == list(sweep(BOTH, HEADED, phases=1, embed="hashing", context=True).rows())


def _broken_off(done: int, _: int) -> None:
    if done:
        raise KeyboardInterrupt


# ------------------------------------------------------------------ in print


def test_the_table_says_what_was_done_with_contexts() -> None:
    said = {context: str(measured(context)).splitlines()[-2] for context in (None, False, True)}
    tokens = measured(True).context_tokens
    assert said[True] == f"context of 6 chunks searched and counted: {tokens} tokens"
    assert said[False] == "context not searched: texts alone"
    assert said[None].startswith("context of 6 chunks left to the retriever, not counted: ")
    plain = {"strategy": "sentences", "size": 20}
    assert "context" not in str(evaluate(HEADED, plain))
    assert "\ncontext to be searched and counted: no chunk has one\n" in str(evaluate(HEADED, plain, context=True))
