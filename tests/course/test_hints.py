"""hint, progress and solution: what opens when, and what stays shut."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from classroom import check, hint, progress, solution
from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError
from classroom.lessons import store
from tests.each import each


@pytest.fixture(autouse=True)
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course folder with a solutions notebook, and a learner who has done nothing yet."""
    for name in ("notebooks", "exercises", "solutions/00_start_here", "installed"):
        (tmp_path / name).mkdir(parents=True)
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": "# Words"},
        {"cell_type": "code", "metadata": {"tags": ["solution:other"]}, "source": "no"},
        {
            "cell_type": "code",
            "metadata": {"tags": ["solution:hello"]},
            "source": ["def hello(name):\n", "    return 1"],
        },
    ]
    path = tmp_path / "solutions/00_start_here/00_start_here.ipynb"
    path.write_text(json.dumps({"cells": cells}), "utf-8")
    monkeypatch.delenv("CHUNKLIB_STATE", raising=False)
    monkeypatch.setattr("classroom.lessons.hints.HOME", tmp_path / "installed")
    monkeypatch.chdir(tmp_path / "exercises")
    return tmp_path


def hello(name: str) -> str:
    return "Hello " + name.lower()


def test_hints_open_one_at_a_time_and_then_end() -> None:
    texts = EXERCISES["hello"].hints
    for level in (1, 2, 3):
        shown = str(hint("hello"))
        assert f"Hint {level} of 3 for hello: {texts[level - 1]}" in shown
        assert all(text in shown for text in texts[:level])
        assert not any(text in shown for text in texts[level:])
        assert ("To open hint" in shown) == (level < 3)
    last = str(hint("hello"))
    assert all(text in last for text in texts)
    assert 'That was the last hint. After a pass or three honest tries you can see solution("hello").' in last
    assert store.load().entry("hello").hints == 3


def test_the_function_of_find_the_bug_leaves_the_record_alone() -> None:
    def published_greeting(name: str) -> str:
        return f"Hello {name}"

    assert not check(published_greeting, "hello").ok
    assert check(lambda name: f"Hello {name}", "hello").state == "wrong"
    assert store.load().entry("hello").tries == 1


def test_a_function_stands_for_its_name() -> None:
    assert str(hint(hello)).startswith("Hint 1 of 3 for hello: ")
    assert str(solution(hello)).startswith("The solution of hello opens when")


@each("call", [hint, solution])
def test_an_unknown_name_is_one_line(call: object) -> None:
    assert callable(call)
    with pytest.raises(CourseError, match=r'^there is no exercise "helo"; did you mean "hello"\?$'):
        call("helo")
    with pytest.raises(CourseError, match="^say the name of an exercise, one of .*: got 3$"):
        call(3)


def test_progress_lists_what_was_begun_and_says_what_is_next() -> None:
    number = len(EXERCISES)
    first = "Next: exercise 00, hello, in exercises/00_start_here/00_start_here.ipynb"
    assert str(progress()) == f"0 of {number} exercises right, {number} not started\n{first}"
    parts = ["span_size", "natural_pieces", "pack_spans", "overlap_start", "smart_chunk"]
    for name in reversed(parts[:2]):
        hint(name)
    check(hello)
    lines = str(progress()).splitlines()
    assert re.split(r"  +", lines[0]) == ["lesson", "exercise", "state", "tries", "hints", "points"]
    assert re.split(r"  +", lines[1]) == ["00_start_here", "hello", "✗ wrong", "1", "0 of 3", "1 of 3"]
    assert [line.split()[1] for line in lines[2:4]] == parts[:2], "in the order of the work"
    assert lines[4:] == [
        f"0 of {number} exercises right, {number - 3} not started",
        "Next: exercise 07, natural_pieces, in exercises/07_smart_chunk/07_smart_chunk.ipynb",
    ]
    html = progress().html()
    assert html.count('<th scope="col"') == 6
    links = re.findall(r'<a href="([^"]*)">([^<]*)</a>', html)
    assert links == [
        ("../exercises/07_smart_chunk/07_smart_chunk.ipynb", "exercise 07, natural_pieces"),
        ("../notebooks/07_smart_chunk.ipynb", "its lesson, 07_smart_chunk"),
    ]
    for name in parts:
        store.update(name, lambda entry: replace(entry, state="right"))
    assert str(progress()).splitlines()[-1] == first, "what is begun last is right"
    for name in set(EXERCISES) - {"hello"}:
        store.update(name, lambda entry: replace(entry, state="right"))
    assert str(progress()).splitlines()[-1] == first
    store.update("hello", lambda entry: replace(entry, state="right"))
    assert str(progress()).splitlines()[-1] == f"{number} of {number} exercises right"


def test_the_solution_opens_after_a_pass() -> None:
    def hello(name: str) -> str:
        return f"Hello, {name}!"

    assert "So far you have made 0" in str(solution("hello"))
    check(hello)
    assert str(solution("hello")) == "def hello(name):\n    return 1"


def test_the_solution_opens_after_three_honest_tries() -> None:
    def stub(name: str) -> str:
        raise NotImplementedError

    for function in (stub, hello, hello):
        check(function, "hello")
    assert "So far you have made 1" in str(solution("hello"))
    check(lambda name: "Hello,", "hello")
    assert "So far you have made 2" in str(solution("hello"))
    check(lambda name: "Hello, you", "hello")
    assert str(solution("hello")).startswith("def hello")


def test_in_a_learner_s_folder_the_solution_is_that_of_the_course(course: Path) -> None:
    (course / "solutions").rename(course / "installed/solutions")
    store.update("hello", lambda entry: store.tried(entry, "right", 3, "x"))
    assert str(solution("hello")) == "def hello(name):\n    return 1"


@each("content", ['{"cells": [{"metadata": {}, "source": ""}]}', "{", None])
def test_solutions_kept_away_get_a_word(course: Path, content: str | None) -> None:
    path = course / "solutions/00_start_here/00_start_here.ipynb"
    store.update("hello", lambda entry: store.tried(entry, "right", 3, "x"))
    path.write_text(content or "")
    if content is None:
        path.unlink()
    said = f"There is no solution of hello in {course / 'solutions'}. Ask who gave you this copy of the course."
    assert str(solution("hello")) == said


def test_outside_the_course_its_folder_is_asked_for(
    course: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)
    store.update("hello", lambda entry: store.tried(entry, "right", 3, "x"))
    shown = str(solution("hello"))
    assert str(elsewhere) in shown
    assert "the folder of the course" in shown
    assert "teacher" not in shown


def test_a_damaged_progress_file_is_said_in_the_report(course: Path) -> None:
    (course / ".chunklib").mkdir()
    (course / ".chunklib/progress.json").write_text("not json")
    assert "The progress file was damaged" in str(check(hello))
    assert "The progress file was damaged" not in str(check(hello))
