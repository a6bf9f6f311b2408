"""The texts that are measured.

The English text is the prose of the course's own handbook: its paragraphs without headings, lists, tables and code.
Its sentences are drawn again and again, a few to a paragraph, in an order that a seeded generator chooses, and every
digit in them is drawn anew. So the text is as long as one likes, always the same, and has no period; its words are
few for its length, which no tokenizer notices.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from chunklib.data import load

if TYPE_CHECKING:
    from collections.abc import Iterator

UNBROKEN = {'"a"': "a", "spaces": " "}
_PARAGRAPH = re.compile(r"[A-Z][^\n]*[.!?]")
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z`*])")
_DIGIT = re.compile(r"\d")
_MOST_SENTENCES = 6  # in a paragraph


@cache
def handbook_sentences() -> tuple[str, ...]:
    """The sentences of the handbook's paragraphs of prose."""
    paragraphs = filter(_PARAGRAPH.fullmatch, load("handbook").split("\n\n"))
    return tuple(sentence for paragraph in paragraphs for sentence in _SENTENCE_END.split(paragraph))


def english(length: int, seed: int = 0) -> str:
    """A text of exactly `length` characters; another seed gives another text."""
    parts: list[str] = []
    room = length
    for paragraph in _paragraphs(Random(seed)):  # noqa: S311 (no secret)
        if room <= 0:
            break
        parts.append(paragraph)
        room -= len(paragraph)
    return "".join(parts)[:length]


def texts(length: int) -> Iterator[str]:
    """Texts of one length without end, each another one: what a splitter remembers of one is no help with the next."""
    return (english(length, seed) for seed in count(1))


def _paragraphs(random: Random) -> Iterator[str]:
    sentences = handbook_sentences()
    while True:
        drawn = random.choices(sentences, k=random.randrange(2, _MOST_SENTENCES + 1))
        yield _DIGIT.sub(lambda _: str(random.randrange(10)), " ".join(drawn)) + "\n\n"
