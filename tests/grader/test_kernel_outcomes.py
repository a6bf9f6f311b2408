"""From the outputs that we make nbgrader reads what a test cell has earned, whatever came out of a kernel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.utils import determine_grade

from classroom.grader.gradebook import in_kernel
from classroom.grader.gradebook.in_kernel import Place, mark_in_kernel
from classroom.grader.gradebook.outcomes import Outcome, outcome_of, outputs_of_test
from classroom.grader.sandbox.bubblewrap import NoSandbox
from classroom.grader.sandbox.cell_output import MAX_COUNTED, MAX_TEXT, Output, Ran, Unreadable, ran_from
from tests.grader.kernel_class import code, notebook_of

NUMBERS = st.floats().map(repr) | st.sampled_from(["1e400", "-0.0", "1_0", " 2 ", "nan", "inf", "-1", "3", "", "True"])
TEXTS = NUMBERS | st.text()
OUTPUTS = st.builds(
    Output,
    st.sampled_from(["stream", "error", "execute_result", "display_data"]),
    st.sampled_from(["stdout", "stderr", "", "picture", "AssertionError"]) | st.text(max_size=9),
    TEXTS,
)
RAN = st.builds(Ran, st.lists(OUTPUTS, max_size=4).map(tuple), st.sampled_from(["", "", "", "the kernel died"]))
SOURCES = st.sampled_from(["assert f(1) == 1", "score()", "x = 1", "", "%magic", "def f(:"])
POINTS = st.sampled_from([0.0, 1.0, 2.0, 2.5])


def graded(outputs: list[Any], points: float) -> Any:
    """Return the points that nbgrader reads from a test cell with these outputs."""
    marks = {"grade": True, "solution": False, "locked": True, "points": points, "grade_id": "test"}
    cell = code("", metadata={"nbgrader": marks})
    cell.outputs = outputs
    return determine_grade(cell)[0]


@given(SOURCES, POINTS, RAN)
def test_nbgrader_counts_what_was_earned(source: str, points: float, ran: Ran) -> None:
    outcome = outcome_of(source, points, ran)
    assert graded(outputs_of_test(outcome, ran, ["one"]), points) == (outcome.points or 0)
    assert outcome.points is None or 0 <= outcome.points <= points
    assert (outcome.state == "final") or outcome.reason


@given(SOURCES, POINTS, RAN)
def test_full_points_need_a_cell_that_ran_without_an_error(source: str, points: float, ran: Ran) -> None:
    bad = ran.over or any(one.kind == "error" or one[:2] == ("stream", "stderr") for one in ran.outputs)
    if bad:
        assert not outcome_of(source, points, ran).points


@pytest.mark.parametrize(
    ("source", "results", "points"),
    [
        ("score()", ["1.5"], 1.5),
        ("score()", ["2"], 2),
        ("score()", ["0"], 0),
        ("score()", ["2.0001"], 0),
        ("score()", ["-0.1"], 0),
        ("score()", ["nan"], 0),
        ("score()", ["inf"], 0),
        ("score()", ["'all right'"], 2),
        ("score()", [], 2),
        ("score()", ["0.5", "2"], None),
        ("assert f()", ["2"], None),
        ("assert f()", [], 2),
    ],
)
def test_partial_credit(source: str, results: list[str], points: float | None) -> None:
    ran = Ran(tuple(Output("execute_result", "", text) for text in results))
    assert outcome_of(source, 2, ran).points == points


PLAIN = st.recursive(
    st.none() | st.integers() | st.text() | st.sampled_from(["over", "outputs", "stream", "error", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["over", "outputs"]), inner),
    max_leaves=12,
)


@given(PLAIN, st.integers(-5, 50))
def test_any_answer_is_read_or_refused(answer: Any, room: int) -> None:
    try:
        ran = ran_from(answer, room)
    except Unreadable:
        return
    assert len(ran.over) <= 200
    for one in ran.outputs:
        assert len(one.text) <= MAX_COUNTED + 30
        assert "\x1b" not in one.text


def test_a_student_cannot_speak_with_our_words() -> None:
    """A reason of ours is shown in feedback as it is, so no error of a student's may look like one."""
    ran = Ran((Output("error", "NotMarked", "the notebook was 1681"),))
    (error,) = outputs_of_test(outcome_of("assert f()", 2, ran), ran)
    assert error.ename == "Error"
    assert ran_from({"over": "the secret is 1681", "outputs": []}).over == "the kernel ended"


def test_a_long_answer_is_cut() -> None:
    answer = {"over": "", "outputs": [["stream", "stdout", "x" * 10**6], ["execute_result", "", "1.5"]]}
    ran = ran_from(answer)
    assert len(ran.outputs[0].text) < MAX_TEXT + 30
    assert ran.outputs[1].text == "1.5"
    with pytest.raises(Unreadable, match="no list of outputs"):
        ran_from({"over": "", "outputs": [["stream", "stdout", ""]] * 251})


def test_without_a_sandbox_nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = {"grade": True, "solution": False, "locked": True, "points": 2, "grade_id": "test"}
    notebook = notebook_of(cells=[code("assert True", metadata={"nbgrader": marks})])

    def missing(_: object) -> None:
        raise NoSandbox("bubblewrap is missing: apt-get install bubblewrap")

    monkeypatch.setattr(in_kernel, "find_bubblewrap", missing)
    outcomes = mark_in_kernel(notebook, Place(tmp_path, "quiz", 30), "", lambda _: ())
    assert outcomes == {"test": Outcome("ungraded", None, "bubblewrap is missing: apt-get install bubblewrap")}
    assert graded(notebook.cells[0].outputs, 2) == 0
    assert mark_in_kernel(notebook_of(cells=[code("1")]), Place(tmp_path, "quiz", 30), "", lambda _: ()) == {}


def test_a_notebook_of_the_course_may_have_tests_of_ones_own(tmp_path: Path) -> None:
    """The check of a function is left to its properties, and is not run; every other test is."""
    (tmp_path / "solutions" / "01_sample").mkdir(parents=True)
    (tmp_path / "solutions" / "01_sample" / "master.py").touch()
    marks = {"grade": True, "solution": False, "locked": True, "points": 2}
    sources = {"hello": "open('seen', 'w')", "test": "import os\nassert os.listdir() == []"}
    cells = [code(source, metadata={"nbgrader": marks | {"grade_id": name}}) for name, source in sources.items()]
    notebook = notebook_of(cells=cells)
    place = Place(tmp_path, "01_sample", 30, trust=True)
    assert mark_in_kernel(notebook, place, "", lambda _: ()) == {"test": Outcome("final", 2)}
    assert notebook.cells[0].outputs == []
    assert mark_in_kernel(notebook, place, "broken JSON", lambda _: ()) == {"test": Outcome("failed", 0, "broken JSON")}


def test_a_function_is_marked_without_loading_a_kernel() -> None:
    """Neither by what `chunklib grade` imports nor by what runs inside for a function."""
    script = "import sys, classroom.grader.batch.run, classroom.grader.sandbox.inside.serve\nprint(*sys.modules)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "chunklib" in loaded
    assert not loaded & {"nbclient", "ipykernel", "jupyter_client", "nbgrader"}
