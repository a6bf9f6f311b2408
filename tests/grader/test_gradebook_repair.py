"""A notebook that a student changed is repaired: every marked cell is there once, as released; nothing else is lost."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.utils import compute_checksum, determine_grade

from classroom.grader.gradebook.exporter import MAX_RENDERED, rendered
from classroom.grader.gradebook.repair import (
    MAX_TEXT,
    SubmittedCell,
    cells_of,
    is_check,
    repaired,
)
from tests.grader.classroom import CHANGES, HOSTILE, RIGHT, answered, make_course

WHY = "Because a greeting is polite."


@pytest.fixture(scope="module")
def exercise(tmp_path_factory: pytest.TempPathFactory) -> Any:
    master = make_course(tmp_path_factory.mktemp("repair"))
    return nbformat.read(master.targets["exercise"], as_version=4)  # type: ignore[no-untyped-call]


def plainly(notebook: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(notebook))
    return found


def marked(notebook: Any) -> dict[str, Any]:
    return {one.metadata.nbgrader.grade_id: one for one in notebook.cells if "nbgrader" in one.metadata}


def assert_in_order(notebook: Any, exercise: Any) -> None:
    """The gradebook finds what it looks for, once, and locked cells are as released."""
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    names = [one.metadata.nbgrader.grade_id for one in notebook.cells if "nbgrader" in one.metadata]
    assert sorted(names) == ["hello", "hello-answer", "why"]
    assert marked(notebook)["hello"].source == "check(hello)"
    for name, one in marked(notebook).items():
        assert one.metadata == marked(exercise)[name].metadata
        assert one.cell_type == marked(exercise)[name].cell_type
        if is_check(one):
            assert compute_checksum(one) == one.metadata.nbgrader.checksum


def test_untouched_exercise_comes_back(exercise: Any) -> None:
    notebook, notes = repaired(exercise, cells_of(plainly(exercise)))
    assert notes == []
    assert [(one.cell_type, one.source) for one in notebook.cells] == [(o.cell_type, o.source) for o in exercise.cells]
    assert_in_order(notebook, exercise)
    assert determine_grade(marked(notebook)["why"]) == (0, 4.0)  # nbgrader sees that nothing was written


@pytest.mark.parametrize("name", [name for name in CHANGES if name != "loses"])
def test_whatever_was_done_the_answers_are_found(exercise: Any, name: str) -> None:
    notebook = answered(plainly(exercise), RIGHT, WHY)
    CHANGES[name](notebook)
    found, _ = repaired(exercise, cells_of(notebook))
    assert_in_order(found, exercise)
    assert marked(found)["hello-answer"].source.startswith(RIGHT)
    assert marked(found)["why"].source == (HOSTILE if name == "attacks" else WHY)
    assert determine_grade(marked(found)["why"]) == (None, 4.0)


def test_lost_answer_is_said_and_its_text_stays(exercise: Any) -> None:
    notebook = answered(plainly(exercise), RIGHT, WHY)
    CHANGES["loses"](notebook)
    found, notes = repaired(exercise, cells_of(notebook))
    assert notes == ["the cell why was missing and was put back"]
    assert found.cells[0].source == "My answer."


def test_the_copy_in_which_something_is_written_counts(exercise: Any) -> None:
    notebook = plainly(exercise)
    filled = answered(notebook, RIGHT, WHY)
    notebook["cells"] = [*filled["cells"], *notebook["cells"]]  # the empty notebook pasted after the filled one
    found, notes = repaired(exercise, cells_of(notebook))
    assert_in_order(found, exercise)
    assert (marked(found)["hello-answer"].source, marked(found)["why"].source) == (RIGHT, WHY)
    assert "the cell why was there 2 times; one of them counts" in notes


def test_deleted_cells_come_back_where_they_belong(exercise: Any) -> None:
    found, notes = repaired(exercise, [SubmittedCell(code=False, source="mine")])
    assert_in_order(found, exercise)
    assert [one.source for one in found.cells if "nbgrader" not in one.metadata] == ["mine"]
    assert len(notes) == 3
    assert [one.metadata.nbgrader.grade_id for one in found.cells[:3]] == ["hello-answer", "hello", "why"]


NAMES = st.sampled_from(["", "hello", "hello-answer", "why", "other"])
TEXTS = (
    st.sampled_from(["", "check(hello)", RIGHT, WHY, "*Write your answer here.*", "x = 1", "def hello("]) | st.text()
)


@given(
    own=st.lists(st.builds(SubmittedCell, code=st.booleans(), source=TEXTS, grade_id=NAMES, cell_id=NAMES), max_size=12)
)
def test_any_cells_are_put_in_order_and_none_is_lost(exercise: Any, own: list[SubmittedCell]) -> None:
    found, _ = repaired(exercise, own)
    assert_in_order(found, exercise)
    kept = Counter(one.source for one in found.cells if not is_check(one))
    lost = Counter(one.source for one in own) - kept
    assert lost.total() <= 1  # what the student wrote in place of the check
    claimed = [
        one.source for one in own if "hello" in (one.grade_id, one.cell_id) or one.source.strip() == "check(hello)"
    ]
    assert lost <= Counter(claimed)


@pytest.mark.parametrize(
    ("notebook", "found"),
    [
        ({"cells": [{"cell_type": "code", "source": 7}]}, SubmittedCell(code=True, source="")),
        ({"cells": [{"source": ["a", 1, "b"], "id": "x" * 65}]}, SubmittedCell(code=False, source="ab")),
        ({"cells": [{"metadata": {"nbgrader": 1}, "source": "a\ud83d"}]}, SubmittedCell(code=False, source="a?")),
        (
            {"cells": [{"metadata": {"nbgrader": {"grade_id": "why"}}, "id": "k"}]},
            SubmittedCell(code=False, source="", grade_id="why", cell_id="k"),
        ),
    ],
)
def test_cells_are_read_as_what_they_are(notebook: Any, found: SubmittedCell) -> None:
    assert cells_of(notebook) == [found]


def test_long_cell_is_kept_in_part() -> None:
    (found,) = cells_of({"cells": [{"source": "x" * (MAX_TEXT + 5)}]})
    assert found.source == "x" * MAX_TEXT + "\n... the rest of this cell is left out: 5 characters"


def test_rendered_text_is_one_line_without_a_live_part() -> None:
    page = rendered(HOSTILE)
    assert "\n" not in page
    assert "<strong>bold</strong>" in page
    for dead in ("<script", "<img", 'href="javascript', "</pre></code></div><"):
        assert dead not in page


@given(st.text(alphabet="ab <>&\"'`*_[]()!#$\\/\n\r\t|-:=1.~\u2028\x85javscriptonerror", max_size=300))
def test_rendered_text_has_only_tags_of_markdown(text: str) -> None:
    from html.parser import HTMLParser

    tags: list[tuple[str, list[tuple[str, str | None]]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append((tag, attrs))

    page = rendered(text)
    Reader().feed(page)
    assert "\n" not in page
    assert "\r" not in page
    plain = re.findall(r"\w+", "div p em strong code pre a ul ol li blockquote hr br table thead tbody tr th td")
    assert {tag for tag, _ in tags} <= {*plain, *(f"h{number}" for number in range(1, 7))}
    for tag, attributes in tags[1:]:
        for name, value in attributes:
            assert f"{tag} {name}" in ("a href", "a title", "ol start", "code class", "th style", "td style")
            assert name != "href" or (value or "").startswith(("http://", "https://", "mailto:"))


def test_very_long_text_is_shown_as_typed() -> None:
    text = "[" * MAX_RENDERED + "<b>"
    assert rendered(text).endswith("[&lt;b&gt;</pre></div>")
