"""A number in a lesson's text is one that a cell shows, and the answer to a guess is in a fold: both are looked for."""

from __future__ import annotations

from pathlib import Path

from classroom.build.masters import new_cell, node
from classroom.build.page import Page
from tests.counted import numbers_in, uncounted, unfolded
from tests.each import each

HERE = Path(__file__)


def page(text: str, *tags: str, title: str = "## How many?") -> Page:
    """A lesson that asks, measures 6,300 and 2.591, and then says a text; below it are a question and a section."""
    said = {"text/plain": "you: no guess   ·   measured: 6,300 and 2.591"}
    output = node({"output_type": "display_data", "metadata": {}, "data": said})
    cells = [
        new_cell("markdown", title, "a"),
        new_cell("code", 'predict("03-many", "how many", "times")', "b"),
        new_cell("code", 'compare("03-many", 12_600 // 2, 2.591)', "c", outputs=[output]),
        new_cell("markdown", text, "d", metadata={"tags": list(tags)}),
        new_cell("markdown", "## Then there were 6,300", "e", metadata={"tags": ["numbers:6300"]}),
    ]
    return Page("03_sample", "lesson", "notebook", HERE, HERE.parent, HERE.parents[1], tuple(cells))


def test_numbers_are_read_as_people_write_them() -> None:
    text = (
        "1. In lessons 3 and 4, Two of 1,200 (59 %) fit 2.5 times into `x[7]` of an [FL-100](../page12.md) with 2026."
    )
    assert numbers_in(text) == ["Two", "1,200", "59", "2.5", "2026"]


@each(
    ("text", "tags", "found"),
    [
        ("There are 6,300, or 6300, 2.6 times, about 3 times, half of 12,600.", (), []),
        ("There are 6,301 and 2.5.", (), ["6,301", "2.5"]),
        ("There are 92 instead of 93.", ("numbers:93",), ["92"]),
        ("So 6,298 of 12,600, five more than 6,293.", ("numbers:6300-2 5 6298-5",), []),
        ("So 6,298 of them.", ("numbers:6400-102",), ["6,298"]),  # nothing shows 6,400
        ("```\n7\n```\nIn lesson 7 are `7` [here](7.md).", (), []),
    ],
)
def test_a_number_that_no_cell_shows_is_named(text: str, tags: tuple[str, ...], found: list[str]) -> None:
    assert uncounted(page(text, *tags)) == [f"{number} in {text[:40]!r}" for number in found]


@each(
    ("text", "tags", "count"),
    [
        ("There are 6,300.", ("after:03-many",), 0),
        ("There are 6,300.", (), 1),
        ("Now 2.591 times.", (), 1),
        ("**How many of 12,600 are left?**", (), 0),
        ("There are 6,300.", ("after:03-other",), 1),
        ("## A heading is in no fold", ("after:03-many",), 1),
    ],
)
def test_an_answer_without_a_fold_is_named(text: str, tags: tuple[str, ...], count: int) -> None:
    assert len(unfolded(page(text, *tags))) == count
