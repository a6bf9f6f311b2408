"""The separator tree without a browser: what it computes, its words, its HTML, and controls that never fail."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom import separator_tree
from classroom.judge.catalogue import EXERCISES
from classroom.lessons.widgets.separator_tree import page, picture
from classroom.lessons.widgets.separator_tree_view import Settings, view
from tests.course.pages import Reader
from tests.each import each

FIELD = ("\n\n", "\n", ". ", " ")
TEXT = "One paragraph. It has two sentences.\n\nThe second has <b>tags</b> & more: wörds.\nEnd.\n"
HOSTILE = st.text(st.sampled_from("ab .\n\r<&\"'\0é漢👩‍👧\u2028"), max_size=60)


@given(HOSTILE.filter(bool), st.integers(1, 20))
def test_the_chunks_of_the_tree_keep_every_property_of_the_exercise(text: str, size: int) -> None:
    chunks = view(Settings(text, FIELD, size)).chunks

    def answer(asked: str, size: int, separators: list[str]) -> list[tuple[int, int]]:
        assert (asked, tuple(separators)) == (text, FIELD)
        return list(chunks)

    for rule in EXERCISES["recursive_spans"].properties[:4]:
        rule.test(answer, text=text, size=size, separators=list(FIELD))


@given(HOSTILE.filter(bool), st.integers(1, 20))
def test_the_words_and_the_page_say_the_same(text: str, size: int) -> None:
    shown = view(Settings(text, FIELD, size))
    read = Reader(page(shown)).text
    for name, value in shown.totals():
        assert f"{name}: {value}" in str(shown)
        assert value in read
    for line in str(shown).splitlines()[4:]:
        assert line.strip() in read


def test_every_leaf_names_its_chunk_and_every_cut_its_separator() -> None:
    shown = view(Settings(TEXT, FIELD, 20))
    named = re.findall(r"(\d+)-(\d+)  fits, \d+: chunk \[(\d+)\]", str(shown))
    assert len(named) == len(list(shown.root.leaves()))
    for start, end, number in named:
        low, high = shown.chunks[int(number)]
        assert low <= int(start) < int(end) <= high
    assert "cut after '\\n\\n' (blank line) into 2" in str(shown)


def test_what_no_separator_cuts_is_cut_between_characters() -> None:
    shown = view(Settings("abcdefgh ij", (" ",), 3))
    assert shown.chunks == ((0, 3), (3, 6), (6, 9), (9, 11))
    assert "0-9  9 is over 3: cut between characters: chunks [0] to [2]" in str(shown)
    assert shown.totals()[1] == ("cuts", "1 space, 2 between characters")


@given(HOSTILE.filter(bool), st.integers(1, 20))
def test_each_row_of_the_picture_is_as_wide_as_its_pieces(text: str, size: int) -> None:
    shown = view(Settings(text, FIELD, size))
    html = picture(shown)
    for row in html.split("display:flex")[1:]:
        places = [(int(a), int(b)) for a, b in re.findall(r'title="(\d+)-(\d+),', row)]
        widths = [float(width) for width in re.findall(r"flex:0 0 ([\d.]+)%", row)]
        assert all(one[1] <= other[0] for one, other in pairwise(places))
        assert sum(widths) == pytest.approx(100 * places[-1][1] / len(text), abs=0.05)


def test_a_picture_of_very_many_pieces_gives_way_to_words() -> None:
    shown = view(Settings("ab " * 600, FIELD, 3))
    assert "Too many pieces for a picture" in page(shown)
    assert "… and 201 more pieces" in str(shown)


def test_switches_write_the_list_which_has_the_last_word() -> None:
    tree = separator_tree(TEXT, size=30)
    tree.switches[1].value = False
    assert tree.list.value == "['\\n\\n', '. ', ' ']"
    assert tree.view == view(Settings(TEXT, ("\n\n", ". ", " "), 30))
    tree.list.value = "['|', ' ', '\\n']"
    assert [switch.value for switch in tree.switches] == [False, True, False, True]
    tree.switches[0].value = True
    assert tree.list.value == "['|', '\\n\\n', '\\n', ' ']"


@each("typed", ["[' ', ", "5", "[1]", "hello", "", "[" * 500])
def test_a_list_that_is_none_is_one_line_and_the_controls_lead_back(typed: str) -> None:
    tree = separator_tree(TEXT, size=20)
    tree.list.value = typed
    assert str(tree).splitlines()[1].startswith("No pieces. separators are written as a Python list of texts")
    assert "No pieces." in tree.page.value
    tree.list.value = "[' ']"
    assert tree.view == view(Settings(TEXT, (" ",), 20))


def test_an_empty_separator_in_the_last_place_says_what_happens_anyway() -> None:
    assert view(Settings(TEXT, (*FIELD, ""), 5)) == view(Settings(TEXT, FIELD, 5))
