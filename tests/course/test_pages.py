"""The lint of the pages: every rule on every notebook of the course."""

from __future__ import annotations

import ast
import re
from base64 import b64decode
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.build import common_rules, exercise_rules, lesson_rules
from classroom.build.masters import find_masters, stale_notebooks
from classroom.build.page import Rule, calls, pages
from tests.counted import uncounted, unfolded

if TYPE_CHECKING:
    from classroom.build.page import Page

ROOT = Path(__file__).parents[2]
COUNTED = (  # for lessons with predictions, and what their cells show
    Rule("numbers", "a cell shows each number, or a tag numbers: has it", uncounted, ("lesson", "trip"), True),
    Rule("folds", "text with a measured number has the tag after:", unfolded, ("lesson", "trip"), True),
)
RULES = common_rules.RULES + lesson_rules.RULES + exercise_rules.RULES + COUNTED


@pytest.mark.parametrize("page", pages(ROOT), ids=lambda page: page.path.relative_to(ROOT).as_posix())
def test_a_page_keeps_the_rules(page: Page) -> None:
    found = [(rule.says, rule.find(page)) for rule in RULES if rule.holds_for(page)]
    assert [f"{says}. Found: {'; '.join(places)}" for says, places in found if places] == []


def test_a_lesson_says_where_on_the_way_to_an_answer_it_is() -> None:
    """The picture marks the questions of the line above it, and says so in words."""
    for page in (one for one in pages(ROOT) if one.kind in ("lesson", "trip")):
        above, picture, _ = re.split(r'(<img alt="The way [^>]*>)', page.cells[0].source)
        numbers = "1 2 3 4" if "1 to 4" in above else above.rpartition("· question")[2]
        marked = re.findall(r"q(\d) \.here", b64decode(picture.partition("base64,")[2]).decode())
        said = picture.partition('"')[2].partition('"')[0].partition("You are here: ")[2]
        assert re.findall(r"\d", said) == marked == re.findall(r"\d", numbers)


def test_no_two_pages_ask_for_a_guess_of_the_same_name() -> None:
    """A side trip begins its names as the lesson that it belongs to, and what is kept must not be mixed up."""
    cells = [cell for page in pages(ROOT) if page.kind in ("lesson", "trip") for cell in page.code]
    names = Counter(ast.unparse(call.args[0]) for cell in cells for call in calls(cell, "predict"))
    assert [name for name, times in names.items() if times > 1] == []


def test_every_master_is_built_and_nothing_else_is_there() -> None:
    masters = find_masters(ROOT)
    missing = [path.name for master in masters for path in master.targets.values() if not path.is_file()]
    assert not missing, f"not built yet: {missing}; run python -m classroom.build"
    assert not stale_notebooks(ROOT, masters)


def test_every_lesson_has_an_exercise_and_every_exercise_a_lesson() -> None:
    masters = find_masters(ROOT)
    lessons, solutions = ({m.slug for m in masters if m.kind == kind} for kind in ("lesson", "solution"))
    assert lessons == solutions
