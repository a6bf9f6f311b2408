"""The contract of a chunk, point by point, for every strategy, on hostile texts and on those that broke others."""

import json
import pickle
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunk
from chunklib.sources import plain_text
from chunklib.strategies import RECIPES
from tests import oracle
from tests.each import each, named
from tests.hostile import RULERS, Case, cases, texts, utf8_bytes
from tests.promises import as_read

EXAMPLES = settings().max_examples
every_strategy = each("strategy", TEXT_STRATEGIES)
anyone = st.sampled_from([*TEXT_STRATEGIES])


def assert_contract(strategy: str, case: Case, **options: Any) -> list[Chunk]:
    """Split, and compare what came out with the oracle; a refusal must name a character that fits nowhere."""
    text, refusal = as_read(strategy, case.text), ""
    chunks: list[Chunk] = []
    try:
        chunks = STRATEGIES[strategy](case.text, case.size, case.overlap, ruler=case.ruler, **options)
    except ValueError as error:
        refusal = str(error)
    if refusal:
        guilty = oracle.too_big(text, case.size, case.ruler)
        assert any(repr(text[at]) in refusal and f"offset {at}," in refusal for at in guilty), refusal
        return []
    found = oracle.breaches(text, chunks, case.size, case.overlap, case.ruler)
    assert found == {point: set() for point in oracle.POINTS}
    length = oracle.measure(case.ruler)
    assert [chunk.size for chunk in chunks] == [length(chunk.text) for chunk in chunks]
    shared = [text[after.start_char : before.end_char] for before, after in pairwise(chunks)]
    assert [chunk.overlap for chunk in chunks[1:]] == [length(part) for part in shared]
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert bool(chunks) == bool(text.strip())
    if chunks:
        assert chunks[0].overlap == 0
    return chunks


@pytest.mark.parametrize("strategy", TEXT_STRATEGIES)
@settings(max_examples=EXAMPLES)
@given(case=cases())
@example(Case("x", 1, 0, "cl100k_base"))
@example(Case("\ud83e\uddff" * 9, 4, 1, "cl100k_base"))  # two surrogates that tiktoken joins to one character
@example(Case("a" + " " * 129 + "b c d e", 3, 1, "cl100k_base"))  # a token of 128 characters
@example(Case("a\r\nb\r\n", 2, 1, "characters"))
def test_every_point_holds(strategy: str, case: Case) -> None:
    assert_contract(strategy, case)


# What published splitters broke on, by the tracker's number where there is one.
PUBLISHED = {
    "tiktoken 195: one letter 100,000 times": "a" * 100_000,
    "20,000 characters without a space": "".join(chr(97 + at * at % 26) for at in range(20_000)),
    "a URL of 3,000 characters": "See https://example.org/" + "q=%C3%A9&" * 330 + " for more.",
    "langchain 40071: tabs and no-break spaces in a fence": "```\n\tif\u00a0x:\n\t\treturn\u00a0\u00a0y\n```\n" * 40,
    "llama_index 22858: a token less with its leading space": " indivisible" * 200,
    "repeated text": "the same words again. " * 300,
    "repeated paragraphs": "Same.\n\n" * 300,
    "special tokens": "<|endoftext|>" * 100 + " <|im_start|>user\n" * 50,
    "text-splitter 1177: the paragraph break is far": "word " * 4_000 + "\n\nlast",
    "emoji with joiners": "👩‍🔧👨‍👩‍👧‍👦" * 150,
    "CRLF": "one\r\ntwo\r\n\r\nthree\r\n" * 100,
    "runs of white space": ("x" + " " * 150 + "\t" * 40 + "\n" * 30) * 20,
    "ends in white space": "last words" + " \n" * 400,
    "docling 723: a limit passed by one": "a,b;c. " * 400,
    "a sentence of 900 words": "and then " * 450 + "it ended.",
    "NUL": "a\0" * 500,
    "line and paragraph separators": "one\u2028two\u2029three\u0085four " * 60,
    "a mark on white space": "a \u0301b\n\u0301" * 100,
    "flags": "🇳🇴" * 300,
    "surrogates that make a character": "\ud83e\uddff a \ud800" * 60,
    "Thai": "ภาษาไทยไม่มีช่องว่างระหว่างคำ" * 40,
    "Hindi": "नमस्ते दुनिया क्षत्रिय। " * 60,
    "Chinese": "汉字没有空格，句子用句号结束。" * 80,
    "Arabic": "السلام عليكم ورحمة الله. " * 60,
    "a Zalgo letter of 3,000 marks": "e" + "\u0301\u0325" * 1_500 + " end",
}


@pytest.mark.parametrize("overlap", [0, 16, 50])
@each("name", PUBLISHED)
def test_texts_that_broke_published_splitters(overlap: int, name: str) -> None:
    """The strategy that cuts everywhere repeats nothing, a quarter, and more than half (MemPalace 2056)."""
    assert assert_contract("recursive", Case(PUBLISHED[name], 64, overlap, "cl100k_base"))


@every_strategy
def test_white_space_alone_gives_no_chunk(strategy: str) -> None:
    texts = ["", " ", "\n\n", "\t\u00a0\u3000\u2028\x85\x1c", " " * 20_000]
    for text, ruler in product(texts, RULERS):
        with named(text, ruler):
            assert STRATEGIES[strategy](text, 3, 1, ruler=ruler) == []


@every_strategy
def test_a_byte_order_mark_belongs_to_what_comes_after_it(strategy: str) -> None:
    split = STRATEGIES[strategy]
    for text in (
        "# One\n\nwords here. " * 9,
        "One\n===\n\nwords",
        "<h1>One</h1><p>words",
        "a,b\n1,2\n3,4\n",
        "def one(): pass",
    ):
        for mark, size in product(("\ufeff", "\ufeff \n\n"), (8, 200)):
            first, bare = (split(before + text, size, 2)[0] for before in (mark, ""))
            assert first.text.strip("\ufeff \n"), (text, size)
            assert (first.context, first.metadata.get("headings")) == (bare.context, bare.metadata.get("headings"))


@given(strategy=anyone, case=cases())
@settings(max_examples=EXAMPLES)
def test_the_same_call_gives_the_same_chunks(strategy: str, case: Case) -> None:
    def call() -> list[Chunk] | str:
        try:
            return STRATEGIES[strategy](case.text, case.size, case.overlap, ruler=case.ruler)
        except ValueError as error:
            return str(error)

    assert call() == call()


@given(strategy=anyone, text=texts(), size=st.integers(1, 20))
@settings(max_examples=EXAMPLES)
def test_ids_are_unique_and_made_of_document_and_place(strategy: str, text: str, size: int) -> None:
    chunks = STRATEGIES[strategy](text, size, 0, ruler="characters", document="a: b")
    assert [chunk.id for chunk in chunks] == [f"a: b:{chunk.start_char}-{chunk.end_char}" for chunk in chunks]
    assert len({chunk.id for chunk in chunks}) == len(chunks)


@every_strategy
def test_a_document_without_a_name_is_named_by_its_text(strategy: str) -> None:
    split = STRATEGIES[strategy]
    one, same, other = (split(text, 2, 0)[0].document for text in ("a b c", "a b c", "a b d"))
    assert one == same != other
    assert one
    assert split("a", 2, 0, document="")[0].id == ":0-1"


def test_a_chunk_cannot_be_changed() -> None:
    chunk = STRATEGIES["recursive"]("a b c")[0]
    for name in Chunk.__slots__:
        with pytest.raises(AttributeError):
            setattr(chunk, name, getattr(chunk, name))
    with pytest.raises((AttributeError, TypeError)):
        chunk.another = 1  # type: ignore[attr-defined]
    assert not hasattr(chunk, "__dict__")


@every_strategy
def test_a_chunk_is_a_value(strategy: str) -> None:
    chunks = STRATEGIES[strategy]("one two three four five", 2, 1)
    assert len({*chunks, *pickle.loads(pickle.dumps(chunks))}) == len(chunks)  # noqa: S301 (our own bytes)
    assert all(chunk.context == "" for chunk in chunks)
    structured = RECIPES[strategy].read is not plain_text
    assert all(bool(chunk.metadata) == ("headings" in chunk.metadata) == structured for chunk in chunks)


def test_chunks_do_not_share_their_metadata() -> None:
    first, second = STRATEGIES["fixed_characters"]("ab", 1, 0)
    first_metadata, second_metadata = first.metadata, second.metadata
    if isinstance(first_metadata, dict):
        first_metadata["seen"] = True
    assert dict(second_metadata) == {}


@every_strategy
def test_the_defaults_are_500_and_75(strategy: str) -> None:
    text = "Some words of a long document. " * 400
    split = STRATEGIES[strategy]
    assert split(text) == split(text, 500, 75) == split(text, size=500, overlap="15%")
    assert split(text)[0].size <= 500 < split(text, 600)[0].size
    assert 0 < split(text)[1].overlap <= 75


TOO_BIG: list[tuple[str, int, str | Callable[[str], int], int]] = [
    ("ab 🧿", 2, "cl100k_base", 3),
    ("𒀀", 3, utf8_bytes, 0),
    ("ok\n\u0e01", 2, utf8_bytes, 3),
]


@every_strategy
def test_a_character_bigger_than_the_size_is_named_with_its_place(strategy: str) -> None:
    for text, size, ruler, at in TOO_BIG:
        measured = oracle.measure(ruler)(text[at])
        assert measured > size
        with pytest.raises(ValueError, match=f"size={size} .*U\\+{ord(text[at]):04X}.* offset {at}, .* {measured}$"):
            STRATEGIES[strategy](text, size, 0, ruler=ruler)
        assert_contract(strategy, Case(text, measured, 0, ruler))


@every_strategy
def test_offsets_are_plain_integers(strategy: str) -> None:
    """NumPy's integers would not go into JSON."""
    chunks = STRATEGIES[strategy]("Ein Satz. 汉字。 More words here, and so on. " * 9, 12, 4)
    for chunk in chunks:
        values = (chunk.start_char, chunk.end_char, chunk.size, chunk.overlap, chunk.index)
        assert [type(value) for value in values] == [int] * 5
        assert json.loads(json.dumps(values)) == list(values)
