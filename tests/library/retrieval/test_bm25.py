"""BM25: the published formula, ties in the order of the chunks, and silence."""

from __future__ import annotations

import json
import math
import pickle
import re
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import bm25s
import numpy as np
import pytest
import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from chunklib import data
from chunklib.chunk import Span
from chunklib.context import in_full
from chunklib.evaluation import Benchmark, Question, evaluate
from chunklib.retrieval import BM25, Dense, Hybrid
from chunklib.retrieval.hybrid import make_retriever
from chunklib.retrieval.spelling import searched
from chunklib.retrieval.terms import terms
from chunklib.strategies import markdown, recursive
from tests.each import each
from tests.hostile import texts as hostile_texts
from tests.promises import refused
from tests.stores import pieces

STOP = set(bm25s.stopwords.STOPWORDS_EN)
# Texts of our own about made-up places, with questions whose evidence is quoted from them.
SCRIPTS = json.loads((Path(__file__).parents[2] / "script_benchmarks.json").read_text(encoding="utf-8"))
WORD = st.sampled_from(["fish", "Fish", "cold", "warm", "zone", "the", "is", "a", "I", "x", "café", "naïve", "2026"])
TEXT = st.lists(WORD, max_size=9).map(" ".join)
chunks_of = partial(pieces, "note")


def plain_scores(texts: list[str], query: str, k1: float = 1.5, b: float = 0.75) -> list[float]:
    """The formula, word by word."""

    def words(text: str) -> list[str]:
        return [word for word in re.findall(r"\w+", text.lower()) if len(word) > 1 and word not in STOP]

    counted = [Counter(words(text)) for text in texts]
    mean = sum(own.total() for own in counted) / len(counted)
    scores = []
    for own in counted:
        score = 0.0
        for word in words(query):
            having = sum(word in other for other in counted)
            if own[word]:
                idf = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
                score += idf * own[word] / (own[word] + k1 * (1 - b + b * own.total() / mean))
        scores.append(score)
    return scores


# ------------------------------------------------------------------ scores and their order


@given(
    texts=st.lists(TEXT, min_size=1, max_size=12),
    query=TEXT,
    k1=st.sampled_from([0, 0.5, 1.5, 3]),
    b=st.sampled_from([0, 0.3, 0.75, 1]),
)
def test_scores_are_those_of_the_formula(texts: list[str], query: str, k1: float, b: float) -> None:
    expected = plain_scores(texts, query, k1, b)
    hits = BM25(chunks_of(texts), k1=k1, b=b).search(query, len(texts))
    assert {hit.chunk.index: hit.score for hit in hits} == {
        place: pytest.approx(score, rel=1e-9) for place, score in enumerate(expected) if score
    }
    assert [hit.chunk.index for hit in hits] == [
        hit.chunk.index for hit in sorted(hits, key=lambda hit: (-hit.score, hit.chunk.index))
    ]


@given(texts=st.lists(TEXT, min_size=1, max_size=12), queries=st.lists(TEXT, max_size=5), k=st.integers(1, 12))
def test_many_queries_are_ranked_as_each_alone(texts: list[str], queries: list[str], k: int) -> None:
    retriever, k = BM25(chunks_of(texts)), min(k, len(texts))
    ranked = retriever.rank(queries, k)
    assert ranked.shape == (len(queries), k)
    assert ranked.dtype == np.intp
    for row, query in zip(ranked.tolist(), queries, strict=True):
        hits = retriever.search(query, k)
        assert row == [hit.chunk.index for hit in hits] + [-1] * (k - len(hits))
        assert hits == retriever.search(query, len(texts))[:k]


# ------------------------------------------------------------------ what is found by which words


@each("query", ["", " ", "the", "Is it the?", "x y z", "?!", "unheard", "\x00", "\ud800"])
def test_a_query_that_shares_no_word_finds_nothing(query: str) -> None:
    retriever = BM25(chunks_of(["The fish is cold.", "x y z ?!"]))
    assert retriever.search(query, 2) == []
    assert retriever.rank([query, "fish"], 2).tolist() == [[-1, -1], [0, -1]]


@given(text=hostile_texts(20))
def test_any_text_is_indexed_and_found_by_itself(text: str) -> None:
    assume(STOP.isdisjoint(re.findall(r"\w+", searched(text).lower())))
    hits = BM25(chunks_of([text, "fish"])).search(text, 2)
    found, is_word = 0 in [hit.chunk.index for hit in hits], bool(re.search(r"\w\w", searched(text).lower()))
    # In other scripts one letter may do, alone or with its vowel sign, and what may be left out does not count.
    assert found == is_word or regex.search(r"[^\x00-\u058F\u1E00-\u2E7F]", text)
    assert found >= bool(re.search(r"\w\w", regex.sub(r"[\u0591-\u05C7\u0640\u064B-\u0670\u200C\u200D]", " ", text)))
    assert found <= bool(regex.search(r"[\p{L}\p{M}\p{N}_]", text))


@each(
    ("query", "expected"),
    [("GPU", [0, 2]), ("2024", [1]), ("显存", [0, 1]), ("GPU 显存", [0, 1, 2]), ("水", [])],
)
def test_words_beside_characters_are_found(query: str, expected: list[int]) -> None:
    chunks = chunks_of(["用GPU的显存", "显存涨价2024年", "a GPU"])
    assert sorted(hit.chunk.index for hit in BM25(chunks).search(query, 3)) == expected


@each(
    ("text", "expected"),
    [
        ("第3章 2024年 fish", "第 章 2024 年"),
        ("水", "水"),
        ("ﾃﾞｰﾀ", "デ ー タ デー ータ"),
        ("ที่นี่", "ที่ นี่ ที่นี่"),
        ("ព្រឹក", "ព្រឹ ក ព្រឹក"),
        ("हिन्दी सड़क", "हिन्दी सड\u093cक"),
        ("कि.मी. न", "कि मी"),
        ("كِتَاب كتــاب", "كتاب كتاب"),
        ("والنبع نبع للنبع وقت", "والنبع نبع نبع للنبع نبع وقت"),
        ("عمقه مدرسة أم", "عمقه عمق مدرسة مدرس أم ام"),
        ("الله والها", "الله له والها ها"),
        ("می\u200cخواهم", "می خواهم"),
        ("東cafe\u0301京", "東 cafe 京"),
        ("ກິນ", "ກິ ນ ກິນ"),
        ("။។。!\ud800", ""),
    ],
)
def test_terms_are_chosen_by_the_script_of_each_run(text: str, expected: str) -> None:
    assert terms(text) == expected.split()


@each("language", SCRIPTS)
def test_evidence_is_found_in_scripts_without_spaces_and_with_vowel_signs(language: str) -> None:
    text, asked = SCRIPTS[language]["text"], SCRIPTS[language]["questions"]
    places = [(text.index(one["evidence"]), len(one["evidence"])) for one in asked]
    questions = [
        Question(f"{number}", one["question"], language, (Span(at, at + length),))
        for number, (one, (at, length)) in enumerate(zip(asked, places, strict=True))
    ]
    benchmark = Benchmark(language, {language: text}, tuple(questions))
    found = evaluate(benchmark, lambda text: recursive(text, 100, 0), retriever="bm25", k=5)
    # By words alone recall was 0 in Chinese and Japanese, 0.75 in Thai (names between spaces), 0.88 in Hindi;
    # in Arabic, with an article and endings that are written together with a word, 0.89.
    assert found.mean("recall") >= 0.95


@each(
    ("text", "queries"),
    [
        (
            "The ﬁnal ofﬁce of the infras-\ntructure",
            ["final office", "infrastructure", "oﬃce", "infras-\r\n  tructure"],
        ),
        (
            "A self-\ncleaning Cafe\u0301 in Größe 3½",
            ["self-cleaning", "selfcleaning", "café", "CAFE", "grosse", "GRÖSSE"],
        ),
        ("A docu\u00adment, a repro\u00ad\nduction, søt ＦＩＳＨ", ["document", "reproduction", "sot", "fish"]),
        ("Мёд из Йошкар-Олы, νερό", ["мед", "йошкар", "νερο", "ΝΕΡΌ"]),
    ],
)
def test_a_word_is_found_however_its_letters_are_written(text: str, queries: list[str]) -> None:
    chunks = chunks_of([text, "Another one entirely, 31 m2 or 12"])
    for query in queries:
        assert [hit.chunk.text for hit in BM25(chunks).search(query)] == [text], query


def test_marks_that_are_letters_are_kept_and_numbers_too() -> None:
    for text in (*(own["text"] for own in SCRIPTS.values()), "が किताब กำลัง 3½ m² № 5 ⅷ"):
        assert terms(searched(text)) == terms(text)
    assert searched("が 3½ m² № 5") == "が 3½ m² № 5"


def test_small_words_of_english_are_left_out() -> None:
    assert [hit.chunk.index for hit in BM25(chunks_of(["The fish", "Bread and the rest"])).search("the fish", 2)] == [0]


def test_a_chunk_is_found_by_its_context_too() -> None:
    chunks = markdown(data.load("handbook"), 200, 0)
    queries = [chunk.context for chunk in chunks if chunk.context]
    joined = BM25(chunks_of([in_full(chunk) for chunk in chunks]))
    found = BM25(chunks).rank(queries, 9).tolist()
    assert found == joined.rank(queries, 9).tolist()
    assert found != BM25(chunks, texts=lambda chunk: chunk.text).rank(queries, 9).tolist()


# ------------------------------------------------------------------ refusals


def test_bad_input_is_refused_in_one_line() -> None:
    chunks = chunks_of(["cold fish", "warm bread"])
    anything: Any = BM25
    refused(lambda: anything(chunks[0]), TypeError, "list of chunks", "Chunk")
    refused(lambda: anything(chunks, texts=lambda chunk: None), TypeError, "texts", "NoneType", "note:0-9")
    refused(lambda: anything(chunks, k1=-0.1), ValueError, "k1 must be ", "-0.1")
    refused(lambda: anything(chunks, b=1.1), ValueError, "b must be from 0 to 1: got 1.1")
    retriever: Any = BM25(chunks)
    refused(lambda: retriever.search(None, 1), TypeError, "query", "NoneType")
    refused(lambda: retriever.rank("fish", 1), TypeError, "list", "str")


def test_a_k_above_the_number_of_chunks_finds_what_there_is() -> None:
    k = 10**18
    chunks = chunks_of(["cold fish", "warm fish"])
    both = Hybrid(BM25(chunks), Dense(chunks, "hashing"))
    for retriever in (BM25(chunks), Dense(chunks, "hashing"), both):
        assert retriever.search("cold fish", k) == retriever.search("cold fish", 2)
        assert retriever.rank(["fish", "nothing"], k).tolist() == retriever.rank(["fish", "nothing"], 2).tolist()


def test_an_index_without_chunks_finds_nothing() -> None:
    both = Hybrid(BM25([]), Dense([], "hashing"))
    for retriever in (BM25([]), BM25(iter(())), Dense([], "hashing"), both, make_retriever("hybrid", [], "hashing")):
        assert list(retriever.chunks) == []
        assert retriever.search("fish") == []
        assert retriever.rank(["fish", "bread"], 3).shape == (2, 0)
        refused(partial(retriever.search, "fish", 0), ValueError, "k=0")
        refused(partial(retriever.rank, ["fish"], -1), ValueError, "k=-1")


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bm25s", None)  # the package cannot be removed for a test
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'chunklib\[retrieval\]'") as caught:
        BM25(chunks_of(["cold fish"]))
    assert caught.value.name == "bm25s"


# ------------------------------------------------------------------ good manners


def test_the_package_is_imported_when_it_is_used_and_changes_no_logger() -> None:
    program = """
import logging, sys
logging.basicConfig(level=logging.DEBUG)
logging.getLogger("bm25s").setLevel(logging.ERROR)
from chunklib import Chunk
from chunklib.retrieval import BM25
assert not {"bm25s", "wordllama"} & {*sys.modules}
retriever = BM25([Chunk("cold fish", 0, 9, 2, 0, 0), Chunk("the", 9, 12, 1, 0, 1)])
assert len(retriever.search("fish", 2)) == 1 and retriever.search("", 1) == []
assert retriever.rank(["fish", "the"], 1).tolist() == [[0], [-1]]
assert logging.getLogger("bm25s").level == logging.ERROR
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_index_travels_to_another_process() -> None:
    retriever = BM25(chunks_of(["Two pallets", "One pallet", "bread"]))
    twin = pickle.loads(pickle.dumps(retriever))  # noqa: S301 - our own
    assert twin.search("pallets", 3) == retriever.search("pallets", 3) != []
