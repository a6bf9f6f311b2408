"""The token viewer without a browser: places, words, HTML, and controls that never fail."""

from __future__ import annotations

import re

import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from classroom import token_viewer
from classroom.lessons.widgets.token_viewer import ENCODINGS, LABELS, MOST_TOKENS, View, page, tokens_of
from tests.course.test_exercises import functions

TECHNICIAN = "\U0001f469\u200d\U0001f527"
HOSTILE = st.text(st.sampled_from("ab .\n\r\t<&\"'\0é漢ไ☂\u0301\u200d\U0001f469\ud800\udc00"), max_size=30)
reference = functions("right", "token_spans")["running sum"]
CL100K = tiktoken.get_encoding("cl100k_base")


@given(HOSTILE, st.sampled_from(ENCODINGS))
def test_tokens_join_to_the_text_and_their_places_to_its_characters(text: str, encoding: str) -> None:
    seen = View(text, encoding)
    assert b"".join(token.data for token in seen.tokens).decode() == seen.text
    assert [token.start for token in seen.tokens] == [0, *(token.end for token in seen.tokens)][: len(seen.tokens)]
    assert "".join(seen.text[token.start : token.end] for token in seen.tokens) == seen.text
    for token in seen.tokens:
        if not token.inside and token.data.decode(errors="ignore").encode() == token.data:
            assert seen.text[token.start : token.end] == token.data.decode()
    str(seen).encode()


@given(HOSTILE.filter(lambda text: not re.search("[\ud800-\udfff]", text)))
def test_the_exercise_has_the_same_places(text: str) -> None:
    assert [(token.start, token.end) for token in tokens_of(text, CL100K)] == reference(text)


def test_a_character_of_several_tokens_is_drawn_once_with_the_bytes_of_each() -> None:
    html = page(View("a ☂", "cl100k_base", "nothing"))
    text = html[html.index("<div tabindex") :]
    assert re.sub("<[^>]*>", "", text) == "a·☂20 e2 9882"
    assert text.count("dashed") == 1
    assert text.count("dotted") == 1  # the token that begins inside


def test_white_space_and_what_cannot_be_seen_is_seen() -> None:
    html = page(View("a\n\tb\u200d", "cl100k_base", "nothing"))
    text = re.sub("<[^>]*>", "", html)
    assert "↵\n⇥\t" in text
    assert "U+200D" in text


def test_labels_are_ids_or_bytes_or_nothing() -> None:
    ids, data, none = (page(View("Hello", "cl100k_base", label)) for label in LABELS)
    assert ">9906<" in ids
    assert ">48 65 6c 6c 6f<" in data
    assert ">9906<" not in none
    assert 'title="token 0: id 9906, bytes 48 65 6c 6c 6f, characters 0 to 5"' in none


def test_special_token_text_is_plain_text() -> None:
    assert len(View("<|endoftext|>", "cl100k_base").tokens) == 7


def test_halves_of_surrogate_pairs_are_replaced_as_the_tokenizer_does() -> None:
    assert View("a\ud800b", "cl100k_base").text == "a\ufffdb"
    assert View("\ud83d\udeaa", "cl100k_base").text == "\U0001f6aa"
    viewer = token_viewer("a\ud800b")
    assert viewer.typed.value == "a\ufffdb"


def test_the_words_say_everything() -> None:
    assert str(token_viewer("hi ☂", "gpt-4")).splitlines() == [
        "gpt-4",
        "characters: 4",
        "bytes: 6",
        "tokens: 3",
        "characters a token: 1.33",
        "a quarter of the characters: 1",
        "tokens that begin inside a character: 1",
        '[0]  0-2  id  6151  bytes 68 69     "hi"',
        '[1]  2-4  id 26182  bytes 20 e2 98  part of " ☂"',
        '[2]  4-4  id   224  bytes 82        part of " ☂"',
    ]


def test_of_very_many_tokens_the_first_are_shown_and_all_are_counted() -> None:
    viewer = token_viewer("a " * 4_000)
    line = f"Shown are the first {MOST_TOKENS:,} of 4,001 tokens. The figures are of all."
    assert line in str(viewer)
    assert line in viewer.page.value
    assert f"[{MOST_TOKENS - 1}]" in str(viewer)
    assert f"[{MOST_TOKENS}]" not in str(viewer)
