"""The sentence tester without a browser: who cuts where, and patterns and functions of any kind that never fail it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.view.spans import safe
from classroom import sentence_tester
from classroom.lessons.widgets.sentence_tester import View, page
from tests.course.pages import Reader
from tests.each import each

TEXT = "Dr. Lind took 2.5 l.  Then she left.\nÅse <b>stayed</b>. Why? No. 7."


def test_each_difference_is_marked_in_the_text_and_said_in_words() -> None:
    widget = sentence_tester(TEXT, splitter=lambda text: [text.index("7"), len(text)])
    widget.pattern.value = r"\?"
    assert {name: sorted(cuts) for name, cuts in widget.view.cuts.items()} == {
        "model": [37, 56, 61],
        "pattern": [22, 56, 61],
        'split ". "': [4, 22, 56, 65],
        "your pattern": [61],
        "your function": [65],
    }
    assert 'at 4, only split ". ": "Dr. " ✂ "Lind took 2.5 l.  "' in str(widget)
    assert 'at 22, pattern and split ". ", not model and your pattern and your function: ' in str(widget)
    assert "cuts by model: 3 in all, 1 that no other makes" in str(widget)
    assert 'Dr. ✂ split ". "Lind' in Reader(widget.page.value).text
    assert safe("<b>stayed</b>") in widget.page.value


@given(
    st.text(st.sampled_from("ab. ?\n\ud800<。"), max_size=40),
    st.text(st.sampled_from(r"ab.+*?()[]{}|\<>PL1,:"), max_size=9),
)
@settings(max_examples=300)
def test_no_text_and_no_pattern_fails_and_all_agree_means_that_each_cuts(text: str, pattern: str) -> None:
    shown = View(text, pattern)
    for at, names in shown.places:
        assert names == [name for name, cuts in shown.cuts.items() if at in cuts]
        assert not text[at].isspace()
    assert len(shown.complaints) == (pattern != "" and "your pattern" not in shown.cuts)
    Reader(page(shown))


@each(
    ("pattern", "line"),
    [
        ("ab(c", "your pattern cannot be read: missing ) at character 4"),
        ("(x|xx)+\\d", "your pattern had not finished after 1 second, so it was stopped"),
        ("((a{999}){999}){999}", "your pattern is too large"),
        ("a" * 301, "your pattern is too large"),
    ],
)
def test_a_bad_pattern_is_one_line_with_its_place_and_the_others_are_shown(pattern: str, line: str) -> None:
    widget = sentence_tester("x" * 60 + " One. Two.")
    before = str(widget)
    widget.pattern.value = pattern
    assert str(widget).startswith(line)
    assert str(widget).endswith(before)
    assert line in Reader(widget.page.value).text
    widget.pattern.value = ""
    assert str(widget) == before


@each(
    ("splitter", "line"),
    [
        (lambda text: 1 / 0, "your function: ZeroDivisionError: division by zero"),
        (lambda text: None, "your function must return offsets, whole numbers in a list: got None"),
        (lambda text: ["One.", "Two."], "your function must return offsets, whole numbers in a list: got ['One.', 'T"),
        (lambda text: [99], "your function must return offsets from 0 to 9: got 99"),
    ],
)
def test_a_function_that_fails_is_one_line(splitter: Callable[[str], Any], line: str) -> None:
    assert str(sentence_tester("One. Two.", splitter)).startswith(line)
