"""The page says who handed in the same, and what it did not compare: it claims nothing of what nobody looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from classroom.grader.batch.worker import Orders, Task, mark
from classroom.grader.marks.graded import Graded, graded_from
from classroom.grader.marks.model import Mark
from classroom.grader.pages.class_page import class_page
from classroom.grader.similarity.compared import Same, code_digest, compared, the_same
from classroom.grader.similarity.program import MAX_NODES, read
from tests.grader.handed_in import HALF, NOT_STARTED, RIGHT, notebook, put

BYTES, CODE = "the same file to the byte", "the same code in all cells"
SHORT = "the function is too short to tell it from others, or is not defined in the text of the cells"
USUAL = "too little is left without the code that more than half of the class has"


def graded(
    student: str, prints: Sequence[int] = (), digest: str = "", code: str = "", *, partly: bool = False
) -> Graded:
    mark = Mark("f", "final", 1, 3, "why")
    return Graded(student, mark, f"{student}.ipynb", digest or student, tuple(prints), (), code, partly)


def test_six_of_ten_with_the_same_bytes_are_told_first() -> None:
    found = [graded(f"s{at}", range(40), "5", "c") for at in range(6)]
    found += [graded(f"t{at}", range(100 * at, 100 * at + 40), code=f"{at}") for at in range(1, 5)]
    assert the_same(found) == [Same(tuple(f"s{at}" for at in range(6)), BYTES)]
    about = compared(found)
    assert about.number == 4
    assert about.left_out == {USUAL: 6}
    page = class_page(found)
    assert page.index(BYTES) < page.index("4 submissions could be compared with others")
    assert USUAL in page
    assert "No two students" not in page


def test_the_same_file_or_code_is_told_once() -> None:
    found = [graded("ada", range(20), "1", "c"), graded("bob", range(20), "2", "c"), graded("cyd", range(20), "3", "d")]
    assert the_same(found) == [Same(("ada", "bob"), CODE)]
    assert the_same([*found, graded("ada", (), "3", "e")]) == [
        Same(("ada", "cyd"), BYTES),
        Same(("ada", "bob"), CODE),
    ]
    assert the_same([graded("ada", range(20), "1", "c"), graded("ada", range(20), "1", "c")]) == []


def test_what_nobody_has_begun_and_an_empty_file_are_nobodys_copy(tmp_path: Path) -> None:
    orders, found = Orders("a seed", None, sandboxed=False), []
    contents = {"stub": notebook(NOT_STARTED), "empty": b"", "half": notebook(HALF), "spaced": notebook(f"\n{HALF} \n")}
    for kind, content in contents.items():
        for student in ("ada", "bob"):
            path = put(tmp_path, f"{student}_{kind}.ipynb", content)
            found.append(mark(Task(f"{student} {kind}", "hello", path.name, path), orders).graded)
    assert [graded_from(one.as_dict()) for one in found] == found
    older = [{name: value for name, value in one.as_dict().items() if name != "words"} for one in found]
    assert [graded_from(one) for one in older] == [replace(one, words=()) for one in found]
    assert the_same(found) == [
        Same(("ada half", "bob half"), BYTES),
        Same(("ada spaced", "bob spaced"), BYTES),
        Same(("ada half", "ada spaced", "bob half", "bob spaced"), CODE),
    ]
    assert compared(found).left_out == {"no code in it that could be read": 2, "not started": 2, SHORT: 4}


@pytest.mark.parametrize("order", [1, -1])
def test_what_was_not_compared_is_counted_by_its_reason(order: int) -> None:
    failed = Mark("f", "failed", 0, 3, "13 MB, and a notebook may have 10")
    found = [
        graded("ada", range(40), code="a"),
        graded("bob", range(100, 140), code="b", partly=True),
        Graded("cyd", failed, "cyd.ipynb"),
        Graded("dan", failed, ""),
        Graded("eve", failed, "eve.ipynb", "7"),
    ][::order]
    about = compared(found)
    assert about.number == 2
    assert about.left_out == {
        "not read: too large, a link, an archive, or another submission of the student counts": 1,
        "nothing handed in": 1,
        "no code in it that could be read": 1,
        "compared in part: too long to be read to its end": 1,
    }
    page = class_page(found)
    assert "2 submissions could be compared with others" in page
    assert "no two share" in page
    assert "Code too long to be read to its end: " in page


def test_a_page_of_one_or_of_nothing_claims_nothing() -> None:
    nothing = Graded("ada", Mark("f", "failed", 0, 3, ""))
    for found in ([graded("ada", range(40), code="a")], [graded("ada")], [nothing]):
        page = class_page(found)
        assert "no two" not in page
        assert "could be compared" in page


def test_who_handed_in_nothing_is_no_submission_and_no_share_claims_all() -> None:
    missing = Graded("zoe", Mark("f", "failed", 0, 3, "nothing handed in"))
    found = [graded(f"s{number:03}") for number in range(299)]
    page = class_page([*found, missing])
    assert "f: 299 submissions, 1 student without one" in page
    assert "&gt;99&nbsp;%" in page
    assert "&lt;1&nbsp;%" in page
    assert ">100&nbsp;%" not in page
    assert "f: 299 submissions<" in class_page(found)


def test_code_is_read_to_its_end_or_said_not_to_be() -> None:
    assert read((RIGHT, f"# {'x' * 10**6}"))[1]
    assert not read(("x = 1\n" * (MAX_NODES // 4 + 1), RIGHT))[1]
    assert not read(("x = 1" + " + 1" * 9_000, RIGHT))[1]


def test_the_digest_of_code_is_of_all_cells() -> None:
    assert code_digest(["a", "b"]) == code_digest(["", " a\n", "b"]) != code_digest(["b", "a"])
    assert code_digest(["a b"]) != code_digest(["a", "b"])
    assert code_digest(["", " "]) == ""
    assert code_digest(["\ud800"])
