"""The lint of the pages: every rule on every master and every notebook of the course."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.build import active_rules, common_rules, exercise_rules, lesson_rules
from classroom.build.collect import pages
from classroom.build.masters import find_masters, stale_notebooks
from classroom.build.page import Rule
from tests.counted import uncounted, unfolded

if TYPE_CHECKING:
    from classroom.build.page import Page

ROOT = Path(__file__).parents[2]
COUNTED = (  # for lessons with predictions, and what their cells show
    Rule("numbers", "a cell shows each number, or a tag numbers: has it", uncounted, ("lesson",), ("notebook",), True),
    Rule("folds", "text with a measured number has the tag after:", unfolded, ("lesson",), ("notebook",), True),
)
RULES = common_rules.RULES + lesson_rules.RULES + active_rules.RULES + exercise_rules.RULES + COUNTED


@pytest.mark.parametrize("page", [pytest.param(page, id=f"{page.name}-{page.kind}") for page in pages(ROOT)])
def test_a_page_keeps_the_rules(page: Page) -> None:
    found = [(rule.says, rule.find(page)) for rule in RULES if rule.holds_for(page)]
    assert [f"{says}. Found: {'; '.join(places)}" for says, places in found if places] == []


def test_every_master_is_built_and_nothing_else_is_there() -> None:
    masters = find_masters(ROOT)
    missing = [path.name for master in masters for path in master.targets.values() if not path.is_file()]
    assert not missing, f"not built yet: {missing}; run python -m classroom.build"
    assert not stale_notebooks(ROOT, masters)


def test_every_lesson_has_an_exercise_and_every_exercise_a_lesson() -> None:
    masters = find_masters(ROOT)
    lessons, solutions = ({m.slug for m in masters if m.kind == kind} for kind in ("lesson", "solution"))
    assert lessons == solutions
