"""Texts that splitters break on, and what to ask of them: Hypothesis strategies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hypothesis import strategies as st

SCRIPTS: dict[str, tuple[str, ...]] = {
    "English": (
        "the ",
        "cat",
        "a",
        " sat. ",
        "Dr. ",
        "3.14",
        "don't",
        "we'LL ",
        "\n",
        "\n\n",
        "  ",
        "e.g. ",
        "?!",
        " “Yes.” ",
    ),
    "emoji": ("👩‍🔧", "👨‍👩‍👧‍👦", "🇳🇴", "🇩", "👍🏽", "❤️", "\u200d", "\ufe0f", "😀", " ", "a", "1️⃣"),
    "marks": ("e\u0301", "\u0301", "a\u0323\u0307", "\u0300" * 9, "n\u0303", "x", " ", "\u20e3", "\u034f"),
    "Chinese": ("汉", "字", "。", "，", "、", "“好！”", "分块", "的", "龘", "𠮷", "\u3000", "\n", "a"),
    "Thai": ("ก", "ำ", "ที่", "น้ำ", "เ", "ภาษา", "ไทย", " ", "๑๒๓"),
    "Hindi": ("क", "्", "ष", "क्षि", "नमस्ते", "र्", "।", " ", "१२", "\u200d", "ी"),
    "Arabic": ("سلام", "ال", "ُ", "\u0600", "١٢٣", "؟ ", "،", " ", "لا", "\u200f"),
    "Korean": ("한", "국어", "ᄒ", "ᅡ", "ᆫ", "ᄀ" * 5, "각\u11a8", " ", "가.", "ㄱ"),
    "white space": (
        " ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        "\u00a0",
        "\u2028",
        "\u2029",
        "\u0085",
        "\u3000",
        "\x1c",
        "\v",
        "\f",
        "x",
        "\ufeff",
    ),
    "control": ("\x00", "\x00\x00", "\x1f", "\x7f", "\u200b", "\ufffd", "\u00ad", "\U000e0041", "a", " "),
    "special tokens": (
        "<|endoftext|>",
        "<|im_start|>",
        "<|fim_prefix|>",
        "<|",
        "|>",
        " ",
        "a",
        "\n",
        "<|endofprompt|>",
    ),
    "digits": ("1", "234", "7,654.0", "٣", "९", "๓", "①", "½", "Ⅻ", "𝟘", " ", "%"),
    "signs": ("a", "aa", "b", "=", "==", "-", "/", "\\", "#", ".", "...", "'s", "'", "\n", " ", "ab"),
    "surrogates": ("\ud800", "\udfff", "\ude00", "a", " ", "\u0301", "汉"),
}
"""Pieces of text by what is difficult in them; no piece of the last pairs two surrogates to a character."""

RUNS = (
    "a",
    " ",
    "\n",
    "\t",
    "ab",
    "=",
    "0",
    "汉",
    "ก",
    "한",
    "é",
    "e\u0301",
    "\u0301",
    "😀",
    "👩‍🔧",
    "\r\n",
    "x ",
    " \n",
    "\u00a0",
    "<|endoftext|>",
)


class Case(NamedTuple):
    """A call of a strategy."""

    text: str
    size: int
    overlap: int | str
    ruler: str | Callable[[str], int]


def utf8_bytes(text: str) -> int:
    """The callable among the rulers: bytes of UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


RULERS: tuple[str | Callable[[str], int], ...] = (
    "cl100k_base",
    "o200k_base",
    "characters",
    "words",
    utf8_bytes,
)


def _joined(pieces: st.SearchStrategy[str], most: int) -> st.SearchStrategy[str]:
    return st.lists(pieces, max_size=most).map("".join)


def texts(most: int = 40) -> st.SearchStrategy[str]:
    """Texts of up to so many pieces: of one script, of all of them mixed, or with runs of one thing."""
    scripts = [_joined(st.sampled_from(pieces), most) for pieces in SCRIPTS.values()]
    every = tuple(dict.fromkeys(piece for pieces in SCRIPTS.values() for piece in pieces))
    runs = st.builds(lambda piece, times: piece * times, st.sampled_from(RUNS), st.integers(1, 150))
    mixed = _joined(st.sampled_from(every), most)
    with_runs = _joined(st.sampled_from(every) | runs, max(1, most // 5))
    return st.one_of(*scripts, mixed, with_runs).filter(
        lambda text: "\ud800\ude00" not in text and "\ud800\udfff" not in text
    )


def overlaps(size: int) -> st.SearchStrategy[int | str]:
    """Everything that may be asked for at a size."""
    percent = st.sampled_from(["15%", "50%", "0%", "33.3%", "99.9%"]) | st.integers(0, 99).map(
        lambda share: f"{share}%"
    )
    sentences = st.integers(0, 3).map(lambda count: f"{count}s")
    units = st.integers(0, size - 1) | st.sampled_from([0, size // 2, size - 1])
    return units | units.map(str) | percent | sentences


@st.composite
def cases(draw: st.DrawFn, most: int = 40, rulers: tuple[str | Callable[[str], int], ...] = RULERS) -> Case:
    """A text, a size of 1 to 200, an overlap that is allowed, and a ruler."""
    size = draw(st.integers(1, 12) | st.integers(1, 60) | st.integers(1, 200))
    return Case(draw(texts(most)), size, draw(overlaps(size)), draw(st.sampled_from(rulers)))
