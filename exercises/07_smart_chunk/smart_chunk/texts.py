"""The texts and limits on which Hypothesis tries a function: plain ones, tiny ones and hostile ones.

Every case can be met: no limit is smaller than the tokens of one code point (four at most), so a function
that raises on one of them is at fault. Names of special tokens are only in the cases of their own property.

A text is drawn as one string of code letters, one for each word or break, and then written out: one draw is
far quicker than a list of lists, and the first code stands for the simplest word, so cases shrink well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from .natural import room_needed
from .units import LEVELS, units

_Cases = st.SearchStrategy[dict[str, Any]]

_WORDS = ("red", "is", "old", "tree", "naïve", "unbelievable", "3.14", "xylophones", "Zürich", "a-b.com/c")
_BREAKS = (". ", ".\n", ".\n\n", "! ", "? ")
_HOSTILE = (
    *("a", " ", "b", "\n", "\n\n", ". ", "  ", "\r\n", "\t", "\x00", "\u2028", "\xa0", "\ufeff", "\ufffd"),
    *("é", "e\u0301", "ß", "中文", "。", "สวัสดี", "नमस्ते", "مرحبا", "😀", "👨\u200d👩\u200d👧", "🇨🇭"),
    *("word", "Xylophones", "12345", "<b>", " " * 9, "\n" * 5, "a" * 20, "qzxj" * 6),
)
_SPECIAL = ("<|endoftext|>", "<|fim_prefix|>", " ", "is", "<|fim_middle|>", "<|fim_suffix|>", "<|endofprompt|>", ".")
_SCRIPTS = ("中文 ", "สวัสดี ", "नमस्ते ", "привет ", "naïve ", "word ", "unbelievable ")


def _sequences(parts: Sequence[str], most: int) -> st.SearchStrategy[list[str]]:
    codes = {chr(ord("0") + index): part for index, part in enumerate(parts)}
    short, long = st.text(codes.keys(), max_size=8), st.text(codes.keys(), min_size=8, max_size=most)
    return st.one_of(short, long).map(lambda drawn: [codes[code] for code in drawn])


def _written(parts: Sequence[str]) -> str:
    """Write words and breaks as sentences; a break without a word before it is left out."""
    text = "It"
    for part in parts:
        begins = text.endswith(_BREAKS)
        if part not in _BREAKS:
            word = f"It {part}" if begins and not part[0].isalpha() else part
            text += word.capitalize() if begins else f" {word}"
        elif not begins:
            text += part
    return text.rstrip().removesuffix(".") + "."


def plain_texts() -> st.SearchStrategy[str]:
    """Texts whose paragraphs, lines, sentences and words leave no doubt."""
    return _sequences((*_WORDS, *_BREAKS, *_BREAKS), most=32).map(_written)


def hostile_texts() -> st.SearchStrategy[str]:
    """Texts of many scripts, joiners, control characters and runs of white space."""
    return _sequences(_HOSTILE, most=24).map("".join)


@st.composite
def _with_limits(draw: st.DrawFn, texts: st.SearchStrategy[str], least: int, most: int) -> dict[str, Any]:
    text = draw(texts)
    limit = draw(st.integers(least, most))
    return {"text": text, "max_tokens": limit, "overlap_tokens": draw(st.integers(0, limit - 1))}


@st.composite
def fitting_cases(draw: st.DrawFn) -> dict[str, Any]:
    """Plain texts, and a limit in which every unit of one level just fits with room for the overlap."""
    text = draw(plain_texts())
    overlap = draw(st.integers(0, 8))
    level = draw(st.sampled_from(LEVELS))
    need = max(room_needed(text, unit, overlap) for unit in units(text, level))
    return {"text": text, "max_tokens": need + draw(st.integers(0, 3)), "overlap_tokens": overlap}


def any_cases() -> _Cases:
    """Tiny, plain and hostile texts with limits from one token up."""
    tiny = st.text(alphabet="ab. \n", max_size=16)
    return st.one_of(_with_limits(tiny, 1, 6), _with_limits(plain_texts(), 4, 30), _with_limits(hostile_texts(), 4, 24))


def plain_cases() -> _Cases:
    """Plain texts with limits that fit their units and with limits that fit none."""
    return st.one_of(fitting_cases(), _with_limits(plain_texts(), 4, 30))


def sharing_cases() -> _Cases:
    """Plain texts and hostile ones."""
    return st.one_of(plain_cases(), _with_limits(hostile_texts(), 4, 24))


def special_cases() -> _Cases:
    """Draw words, some of which are names of special tokens."""
    return _with_limits(_sequences(_SPECIAL, most=9).map("".join), 4, 24)


def model_cases() -> _Cases:
    """Words whose counts differ between the two encodings, with the model named."""
    cases = _with_limits(_sequences(_SCRIPTS, most=12).map("".join), 4, 24)
    models = st.sampled_from(("gpt-4o", "gpt-4"))
    return st.builds(lambda case, model: {**case, "model": model}, cases, models)


def call_cases() -> _Cases:
    """Arguments on both sides of the rule, on a text that is not empty."""
    limits = st.one_of(st.integers(4, 12), st.integers(-3, 0))
    return st.builds(
        lambda text, limit, overlap: {"text": text, "max_tokens": limit, "overlap_tokens": overlap},
        plain_texts(),
        limits,
        st.integers(-3, 13),
    )
