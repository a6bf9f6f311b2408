"""Separators of LaTeX and reStructuredText: what they cut before, and that no text makes them slow."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib import Chunker, audit, recursive
from chunklib.cuts import separators
from chunklib.cuts.separators import LATEX_SEPARATORS, NAMED, RST_SEPARATORS, Separator
from tests.each import each, named
from tests.hostile import texts

LATEX = r"""\documentclass{book}
\begin{document}
\chapter{Tea}
Boil \section{water} here.
\section{Green}
Wait.

\begin{itemize}
  \item One
  \item[Two] Second.

  More of it.
\end{itemize}
Then pour.
  \subsection*{Cold}
It is cold.
\paragraph{Ice} melts.
\sectionmark{none}
\end{document}
"""
RST = """=====
Guide
=====

Intro.

Set up
======

.. note::

   Careful.

- one
- two

  more
1. x

Details
-------
It ends here...
Not a title
~~~

Deep
~~~~

===== =====
A     B
===== =====
1     2
===== =====
"""


def starts(text: str, separator: Separator) -> list[str]:
    """Give the line that each piece but the first begins with."""
    return [text[at:].partition("\n")[0].strip() for at in separators(text, separator)[:-1]]


def test_the_separators_of_latex() -> None:
    found = [starts(LATEX, separator) for separator in LATEX_SEPARATORS[:6]]
    assert found == [
        [r"\chapter{Tea}"],
        [r"\section{Green}"],
        [r"\subsection*{Cold}"],
        [r"\paragraph{Ice} melts."],
        [r"\begin{document}", r"\begin{itemize}", "Then pour."],
        [r"\item One", r"\item[Two] Second."],
    ]


def test_the_separators_of_restructuredtext() -> None:
    found = [starts(RST, separator) for separator in RST_SEPARATORS[:7]]
    assert found == [
        [],
        [],
        ["Set up"],
        ["Details"],
        ["Set up", "Details", "Deep"],
        [".. note::"],
        ["- one", "- two", "1. x"],
    ]
    assert starts(f"Before.\n\n{RST}", RST_SEPARATORS[0]) == ["====="]


@each("end", ["\n", "\r\n"])
def test_titles_are_found_whatever_ends_the_lines(end: str) -> None:
    text = "One\n\nTwo\n===\n\nText.\n\n**\nXX\n**\n\n***\nXYZ\n***\n".replace("\n", end)
    assert starts(text, RST_SEPARATORS[2]) == ["Two"]
    assert starts(text, RST_SEPARATORS[0]) == ["***"]  # two marks are too few


@each("name", NAMED)
def test_a_name_stands_for_its_list(name: str) -> None:
    text = {"latex": LATEX, "rst": RST, "text": RST}[name]
    assert recursive(text, 25, 5, separators=name) == recursive(text, 25, 5, separators=NAMED[name])
    chunker = Chunker("recursive", separators=name)
    assert Chunker.from_config(chunker.to_toml()) == chunker


def test_another_name_is_refused_with_the_names() -> None:
    with pytest.raises(TypeError, match='strongest first, or "text" or "latex" or "rst": got \'tex\''):
        recursive("text", separators="tex")


SNIPPETS = ("=", "==\n", "===\n", "a\n", "\n", " ", "\r\n", "- ", "1. ", ".. ", "\\item ", "\\section{", "\\end{a}\n")


@given(text=texts() | st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join), name=st.sampled_from(list(NAMED)))
def test_the_contract_holds_with_names(text: str, name: str) -> None:
    assert audit(text, recursive(text, 12, 3, separators=name), size=12, overlap=3).ok


@each("unit", [*SNIPPETS, "\\section{x}\n", "\n\na\n=", "===\na\n", "  \n", "(", "1"])
def test_separators_take_no_longer_on_hopeless_texts(unit: str) -> None:
    text = unit * (100_000 // len(unit))  # a pattern that tried again from each character would take minutes
    for pattern in {pattern for patterns in NAMED.values() for pattern in patterns}:
        with named(pattern):
            found = separators(text, pattern)
            assert found[-1] == len(text)
            assert all(a <= b for a, b in pairwise(found))
