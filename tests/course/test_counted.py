"""A number in a lesson's text is one that a cell shows, and the answer to a guess is in a fold: both are looked for."""

from __future__ import annotations

from pathlib import Path

from classroom.build.masters import new_cell, node
from classroom.build.page import Page
from tests.counted import uncounted, unfolded
from tests.each import each


def page(text: str, tags: tuple[str, ...]) -> Page:
    """A lesson that asks, measures 6,300 and 2.591, and then says a text; below it is another section."""
    said = {"text/plain": "you: no guess   ·   measured: 6,300 and 2.591"}
    output = node({"output_type": "display_data", "metadata": {}, "data": said})
    cells = [
        new_cell("markdown", "## How many?", "a"),
        new_cell("code", 'predict("03-many", "how many", "times")', "b"),
        new_cell("code", 'compare("03-many", 12_600 // 2, 2.591)', "c", outputs=[output]),
        new_cell("markdown", text, "d", metadata={"tags": list(tags)}),
        new_cell("markdown", "## Then there were 6,300", "e", metadata={"tags": ["numbers:6300"]}),
    ]
    return Page("03_sample", "lesson", Path(), Path(), Path(), tuple(cells))


@each(("text", "tags", "numbers", "folds"), [
    ("There are 6,300, or 6300, 2.6 times, half of 12,600.", ("after:03-many",), [], 0),
    ("There are 6,300.", (), [], 1),
    ("There are 6,300.", ("after:03-other",), [], 1),
    ("## Recap\nThere were 6,300.", ("numbers:6300",), [], 1),
    ("## A heading is in no fold", ("after:03-many",), [], 1),
    ("There are 6,301 and 2.5, about 3.", (), ["6,301", "2.5"], 0),
    ("**How many of 12,600? 92 or 93?**", ("numbers:93",), ["92"], 0),
    ("So 6,298, five more than 6,293.", ("numbers:6300-2 5 6298-5",), [], 0),
    ("So 6,298.", ("numbers:6400-102",), ["6,298"], 0),  # nothing shows 6,400
    ("```\n7\n```\nIn lesson 7 are `7` [here](7.md), and twelve.", (), ["twelve"], 0),
])  # fmt: skip
def test_numbers_and_answers_are_found(text: str, tags: tuple[str, ...], numbers: list[str], folds: int) -> None:
    assert uncounted(page(text, tags)) == [f"{number} in {text[:40]!r}" for number in numbers]
    assert len(unfolded(page(text, tags))) == folds
