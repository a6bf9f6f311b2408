"""The lint of the pages: every rule on every master and every notebook of the course."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from classroom.build import common_rules, exercise_rules, lesson_rules
from classroom.build.collect import pages
from classroom.build.masters import find_masters, stale_notebooks

if TYPE_CHECKING:
    from classroom.build.page import Page, Rule

ROOT = Path(__file__).parents[2]
RULES = common_rules.RULES + lesson_rules.RULES + exercise_rules.RULES


def cases(root: Path) -> list[Any]:
    return [
        pytest.param(page, rule, id=f"{page.name}-{page.kind}-{rule.name.replace(' ', '_')}")
        for page in pages(root)
        for rule in RULES
        if rule.holds_for(page)
    ]


@pytest.mark.parametrize(("page", "rule"), cases(ROOT))
def test_page_keeps_rule(page: Page, rule: Rule) -> None:
    found = rule.find(page)
    assert not found, f"{page.name} ({page.kind}): {rule.says}. Found: {'; '.join(found)}"


def test_every_master_is_built_and_nothing_else_is_there() -> None:
    masters = find_masters(ROOT)
    missing = [path.name for master in masters for path in master.targets.values() if not path.is_file()]
    assert not missing, f"not built yet: {missing}; run python -m classroom.build"
    assert not stale_notebooks(ROOT, masters)


def test_every_lesson_has_an_exercise_and_every_exercise_a_lesson() -> None:
    masters = find_masters(ROOT)
    lessons, solutions = ({m.slug for m in masters if m.kind == kind} for kind in ("lesson", "solution"))
    assert lessons == solutions
