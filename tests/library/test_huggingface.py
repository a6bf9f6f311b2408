"""Tokenizers of Hugging Face as rulers: trained here on a few sentences, so that nothing is downloaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

from chunklib import TEXT_STRATEGIES, Chunk, Chunker, audit
from chunklib.huggingface import is_tokenizer, token_counter
from chunklib.tokens import ruler
from tests.each import each
from tests.hostile import texts
from tests.promises import assert_kept, assert_refusal_is_right

SENTENCES = [
    "It rained on the harbour, and the boats came in early.",
    "The tokenizer reads characters, and it counts tokens.",
    "Naïve cafés serve fish; nobody serves naïve tokenizers.",
] * 3
TEXT = "# Harbour\n\n" + "It rained, and the boats came in. The tokenizer counts tokens.\n\n" * 12


def byte_pairs() -> Tokenizer:
    """Byte-level byte pairs, as GPT-2 has them: every text has tokens."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        show_progress=False,
        special_tokens=["<s>", "</s>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 1)]
    )
    return tokenizer


def word_pieces() -> Tokenizer:
    """Word pieces, as BERT has them: white space has no token, an unknown word has one."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))  # noqa: S106 (a token of text)
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=120, show_progress=False, special_tokens=["[UNK]", "[CLS]", "[SEP]", "[PAD]"]
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    return tokenizer


TOKENIZERS: dict[str, Callable[[], Tokenizer]] = {"byte pairs": byte_pairs, "word pieces": word_pieces}
every_tokenizer = pytest.mark.parametrize("kind", TOKENIZERS)


@pytest.fixture(scope="module")
def made() -> dict[str, Tokenizer]:
    return {kind: make_one() for kind, make_one in TOKENIZERS.items()}


def plain_count(tokenizer: Tokenizer, text: str) -> int:
    """The tokens of a text, special ones left out, in a copy without truncation and padding."""
    copy = Tokenizer.from_str(tokenizer.to_str())
    copy.no_truncation()
    copy.no_padding()
    return len(copy.encode(text, add_special_tokens=False).ids)


def assert_kept_with(special: int, text: str, chunks: Sequence[Chunk], size: int, *asked: Any) -> None:
    """The contract holds in the size that special tokens leave: they are in the size of a chunk, in no overlap."""
    assert_kept(text, [replace(chunk, size=chunk.size - special) for chunk in chunks], size - special, *asked)


@every_tokenizer
@each("text", ["", " ", TEXT, "naïve", "😀👩‍🔧", "<s> [CLS]", "\x00", "a?b?"])
def test_tokens_are_counted_as_the_model_reads_them(made: dict[str, Tokenizer], kind: str, text: str) -> None:
    count = ruler(made[kind])
    assert count(text) == len(made[kind].encode(text).ids) == plain_count(made[kind], text) + count.special
    assert count.special == 2


@every_tokenizer
def test_a_tokenizer_that_shortens_and_pads_counts_all_the_same(made: dict[str, Tokenizer], kind: str) -> None:
    tokenizer = TOKENIZERS[kind]()
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=20)
    count = ruler(tokenizer)
    for text in ("", "boats", TEXT):
        assert count(text) == ruler(made[kind])(text)
    assert count("a\ud800b\udfff") == count("a?b?")
    assert count(TEXT) > 20 > count("boats")
    own = BertWordPieceTokenizer({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "boats": 3})  # holds one of these
    own.enable_padding(length=20)
    assert ruler(own)("boats") == ruler(own).special + 1


@every_tokenizer
def test_the_tokenizer_is_not_changed_and_settings_made_later_change_nothing(kind: str) -> None:
    tokenizer = TOKENIZERS[kind]()
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=20)
    before, encoded, count = tokenizer.to_str(), tokenizer.encode(TEXT).ids, ruler(tokenizer)
    counted = count(TEXT)
    Chunker("recursive", size=30, overlap=5, ruler=tokenizer)(TEXT)
    assert tokenizer.to_str() == before
    tokenizer.no_truncation()
    assert count(TEXT) == counted
    tokenizer.enable_truncation(8)
    assert tokenizer.encode(TEXT).ids == encoded
    assert len(encoded) == 20  # shortened to 8, and padded


@every_tokenizer
@each(("strategy", "overlap"), [("recursive", "1s"), ("semantic", "25%"), ("code", 0)])
def test_strategies_measure_with_it(made: dict[str, Tokenizer], kind: str, strategy: str, overlap: int | str) -> None:
    chunks = TEXT_STRATEGIES[strategy](TEXT, 40, overlap, ruler=made[kind])
    most = 10 if overlap == "25%" else overlap
    assert_kept_with(2, TEXT, chunks, 40, most, lambda text: plain_count(made[kind], text))
    assert audit(TEXT, chunks, size=40, overlap=overlap, ruler=made[kind]).ok
    assert len(chunks) > 3


@every_tokenizer
@settings(max_examples=settings().max_examples // 2)
@given(data=st.data(), text=texts(20), size=st.integers(1, 40))
def test_any_text(kind: str, data: st.DataObject, text: str, size: int, made: dict[str, Tokenizer]) -> None:
    count = ruler(made[kind])
    overlap = data.draw(st.integers(0, size - 1))
    strategy = data.draw(st.sampled_from(["recursive", "token_windows", "sentences", "markdown"]))
    try:
        chunks = TEXT_STRATEGIES[strategy](text, size, overlap, ruler=count)
    except ValueError as error:
        assert_refusal_is_right(error, text, size, count)
        return
    assert_kept_with(2, text, chunks, size, overlap, lambda text: count(text) - 2)


# ------------------------------------------------------------------ what is one


class OfTransformers:
    """Looks like a tokenizer of transformers: ids in a list, its model's name, and no way to copy it."""

    name_or_path = "acme/tiny"

    def encode(
        self, text: str, text_pair: str | None = None, add_special_tokens: bool = True, **options: Any
    ) -> list[int]:
        assert not options.get("truncation")
        return [0, *map(ord, text), 1] if add_special_tokens else [*map(ord, text)]

    def __call__(self, text: str) -> dict[str, list[int]]:
        raise AssertionError("a ruler counts with encode")


def test_a_tokenizer_of_transformers_is_one_by_its_looks() -> None:
    tokenizer = OfTransformers()
    count = ruler(tokenizer)
    assert (count("boats"), count.special, count.name) == (7, 2, "acme/tiny")
    assert is_tokenizer(tokenizer)


@every_tokenizer
def test_a_ruler_of_tokenizers_has_a_name(made: dict[str, Tokenizer], kind: str) -> None:
    assert ruler(made[kind]).name == token_counter(made[kind])[1] == "Tokenizer"


class OnlyEncodes:
    def encode(self, text: str) -> bytes:
        return text.encode()


@each(
    "other",
    [len, "boats", b"boats", None, 5, OnlyEncodes(), tiktoken.get_encoding("cl100k_base")],
)
def test_other_things_are_no_tokenizers(other: Any) -> None:
    assert not is_tokenizer(other)
    if isinstance(other, OnlyEncodes):
        with pytest.raises(TypeError, match="a ruler is a name, a tokenizer or a callable: got .*OnlyEncodes"):
            ruler(other)
