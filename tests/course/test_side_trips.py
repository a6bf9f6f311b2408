"""A side trip has no number: what the build, the rules, the learner's folder and the trip on formats do with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from classroom import progress
from classroom.build.lesson_rules import RULES
from classroom.build.masters import find_masters, read_master
from classroom.build.page import Page
from classroom.judge.errors import CourseError
from classroom.lessons.folder.contents import course_files, may_be_laid_out
from classroom.lessons.folder.laying import lay_out
from classroom.lessons.formats import PARTS, own_file, part_for
from tests.course.folder import LESSON, notebook, put
from tests.course.test_in_notebook import executed

TRIP = "notebooks/side_trip_formats.ipynb"
FILES = {"page.html": b"<p>Tea", "a.rst": b"Tea\n===\n\nBoil it.\n", "a.csv": b"a,b\n1,2\n", "a.xyz": b"Tea.\n"}


def test_it_is_found_after_the_lessons_and_asked_for_less(tmp_path: Path) -> None:
    source = "# %% [markdown]\n# # Side trip · B\n".encode()
    put(tmp_path, {f"notebooks/src/{name}.py": source for name in ("side_trip_b", "03_a")})
    lesson, trip = find_masters(tmp_path)
    assert (lesson.kind, trip.kind, [*trip.targets]) == ("lesson", "trip", ["trip", "learner"])
    page = Page(trip.slug, "trip", tmp_path, tmp_path, tmp_path, tuple(read_master(trip).cells))
    assert [rule.name for rule in RULES if rule.holds_for(page) and rule.find(page)] == ["objectives"]


def test_the_first_page_lists_it_below_the_parts_and_it_may_be_updated(tmp_path: Path) -> None:
    trip = notebook("1").replace(b"3 \\u00b7 Fixed windows", b"Side trip \\u00b7 Formats")
    put(tmp_path, {"notebooks/learner/side_trip_a.ipynb": trip, LESSON.replace("/", "/learner/"): notebook("1")})
    page = course_files(tmp_path, tmp_path)["start_here.md"].decode()
    assert "| Side trip, whenever you like | [Formats](notebooks/side_trip_a.ipynb) | 35 |" in page
    assert may_be_laid_out("notebooks/side_trip_a.new.ipynb")


def test_a_learner_is_told_the_part_for_a_file_or_the_page_of_the_course(tmp_path: Path) -> None:
    told = [str(part_for(str(put(tmp_path, FILES) / name))).partition(" is ")[2] for name in FILES]
    parts = [f"cut by the strategy {name}: read the part {part}." for name, part in PARTS.items()]
    assert told[:3] == [parts[0], "cut by the strategy rst: read the part Other formats.", parts[-1]]
    assert str(part_for(" ")) == f"catalogue.html is {parts[0]}"
    assert told[3].startswith("none of these formats, so recursive (lesson 6) cuts it as plain text.")
    for name, said in {"pag.html": "did you mean 'page.html'", "": "a folder", "no/a.md": "its folder is not"}.items():
        with pytest.raises(CourseError, match=said):
            own_file(f"{tmp_path}/{name}")
    for given in (5, "a" * 300):
        with pytest.raises(CourseError, match="mine must be a path in quotes"):
            part_for(given)  # type: ignore[arg-type]


@pytest.mark.slow
def test_it_runs_with_a_file_of_the_learner_s_and_progress_does_not_ask_for_it(tmp_path: Path) -> None:
    lay_out(put(tmp_path, FILES), files := course_files())
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(files[TRIP])["cells"]]
    headings = {source.partition(":")[0] for _, source in cells if source.startswith("## ")}
    assert {f"## {part}" for part in (*PARTS.values(), "Other formats")} <= headings
    code = [source for kind, source in cells if kind == "code"]
    turns = [f'mine = "../{name}"\n{code[-1]}' for name in FILES]
    done = executed(tmp_path / "notebooks", [*code, *turns]).cells
    assert [out.evalue for cell in done for out in cell.outputs if out.output_type == "error"] == []
    shown = [cell.outputs[0].text for cell in done[len(code) :]]
    assert [(text.split("\n")[0], text.count("✓ ")) for text in shown] == [(name, 6) for name in FILES]
    assert "side_trip" not in progress().html()
