"""The texts that are measured: English, and for the strategies that need it Markdown, HTML and Python.

The English text is the prose of the course's own handbook: its paragraphs without headings, lists, tables and code.
Its sentences are drawn again and again, a few to a paragraph, in an order that a seeded generator chooses, and every
digit in them is drawn anew. So the text is as long as one likes, always the same, and has no period; its words are
few for its length, which no tokenizer notices. The others are made in the same way from whole sections of the handbook
and of the HTML page, and from whole definitions of the Python module. And English with one unbroken run of letters in
it, as a picture written in base64 would be: a model that pads its texts to the longest would need much memory.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING

from chunklib.data import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

UNBROKEN = {'"a"': "a", "spaces": " "}
_PARAGRAPH = re.compile(r"[A-Z][^\n]*[.!?]")
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z`*])")
_DIGIT = re.compile(r"\d")
_LATER_DIGIT = re.compile(r"(?<=\d)\d")
_MOST_SENTENCES = 6  # in a paragraph
WITH_A_RUN = "with a run"
RUN = 40_000  # characters


@cache
def handbook_sentences() -> tuple[str, ...]:
    """The sentences of the handbook's paragraphs of prose."""
    paragraphs = filter(_PARAGRAPH.fullmatch, load("handbook").split("\n\n"))
    return tuple(sentence for paragraph in paragraphs for sentence in _SENTENCE_END.split(paragraph))


@cache
def sections() -> tuple[str, ...]:
    """The sections of the handbook, each with its heading."""
    return tuple(re.split(r"(?m)^(?=#{2,4} [A-Z])", load("handbook"))[1:])


@cache
def html_sections() -> tuple[str, ...]:
    """The sections of the HTML page that have no section inside."""
    return tuple(re.findall(r"<section(?:(?!<section).)*?</section>\s*", load("catalogue"), re.DOTALL))


@cache
def definitions() -> tuple[str, ...]:
    """The top-level definitions of the Python module, with what comes before each."""
    return tuple(f"{part}\n\n\n" for part in load("inventory").split("\n\n\n")[1:])


def texts(length: int, kind: str = "English") -> Iterator[str]:
    """Texts of one length without end, all different: what a splitter remembers of one does not help with the next."""
    return (sample(length, kind, seed) for seed in count(1))


def sample(length: int, kind: str = "English", seed: int = 0) -> str:
    """A text of a kind, of exactly ``length`` characters; another seed gives another text."""
    return _filled(_KINDS[kind](Random(seed)), length)  # noqa: S311 (no secret)


def _filled(parts: Iterator[str], length: int) -> str:
    taken: list[str] = []
    room = length
    while room > 0:
        taken.append(next(parts))
        room -= len(taken[-1])
    return "".join(taken)[:length]


def _paragraphs(random: Random) -> Iterator[str]:
    sentences = handbook_sentences()
    while True:
        drawn = random.choices(sentences, k=random.randrange(2, _MOST_SENTENCES + 1))
        yield _DIGIT.sub(lambda _: str(random.randrange(10)), " ".join(drawn)) + "\n\n"


def _with_a_run(random: Random) -> Iterator[str]:
    yield from islice(_paragraphs(random), 10)
    yield "a" * RUN + "\n\n"
    yield from _paragraphs(random)


def _drawn(parts: Callable[[], tuple[str, ...]]) -> Callable[[Random], Iterator[str]]:
    """Draw whole parts, their digits anew; a digit that comes first in a number or name stays."""

    def draw(random: Random) -> Iterator[str]:
        while True:
            yield _LATER_DIGIT.sub(lambda _: str(random.randrange(10)), random.choice(parts()))

    return draw


_KINDS: dict[str, Callable[[Random], Iterator[str]]] = {
    "English": _paragraphs,
    WITH_A_RUN: _with_a_run,
    "Markdown": _drawn(sections),
    "HTML": _drawn(html_sections),
    "Python": _drawn(definitions),
}
