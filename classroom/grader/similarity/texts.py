"""Find what two written answers have in common: the words of a text, three in a row, whatever is around them."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterable, Sequence

from classroom.grader.similarity.forms import hashed
from classroom.grader.similarity.program import needed

RUN = 3
MAX_CHARACTERS = 200_000
_LEAST = 8  # words: a shorter string cannot be a sentence
_WORD = re.compile(r"[^\W_]+")


def shingles(texts: Iterable[str]) -> set[int]:
    r"""Return a number for every ``RUN`` words in a row of the texts, whatever their case, signs and spaces.

    >>> shingles(["One fifth, *of* it"]) == shingles(["one FIFTH of", "fifth\nof it"])
    True
    """
    found = set[int]()
    for text in texts:
        seen = "".join(one for one in unicodedata.normalize("NFKC", text) if unicodedata.category(one) != "Cf")
        words = _WORD.findall(seen.casefold())
        found.update(hashed(*words[at : at + RUN]) for at in range(len(words) - RUN + 1))
    return found


def wording(cells: Sequence[str], function: str, written: Sequence[str], released: Iterable[str]) -> tuple[int, ...]:
    """Return what two copies of a written answer share: of the Markdown cells, and of the strings in a function.

    Args:
        cells: the sources of the code cells.
        function: the function that is marked.
        written: the sources of the Markdown cells.
        released: all cells of the notebook that the student was given: their words are nobody's.
    """
    needs = [node for one in needed(cells, function) for node in ast.walk(one)]
    notes = {one.value for one in needs if isinstance(one, ast.Expr)}  # a docstring does not answer
    strings = [one.value for one in needs if isinstance(one, ast.Constant) and one not in notes]
    said = [text for text in strings if isinstance(text, str) and len(text.split()) >= _LEAST]
    return tuple(sorted(shingles(text[:MAX_CHARACTERS] for text in (*written, *said)) - shingles(released)))
