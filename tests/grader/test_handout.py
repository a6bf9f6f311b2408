"""The students' copy: it has all that a learner needs, and nothing that only the teacher should have."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunklib.cli import main
from classroom.build.masters import ANSWER, SOLUTION, TEACHERS, find_masters, named, read_master
from classroom.grader.gradebook.handout import RECORD, NotHandedOut, hand_out
from classroom.lessons.folder.contents import course_files
from tests.course.test_lab_contents import as_if_made, running
from tests.deploy.test_bundle_place import seen as seen_in
from tests.project.test_tooling import make

pytestmark = pytest.mark.slow  # copies of the whole course
ROOT = Path(__file__).resolve().parents[2]
TOP = {
    ".handout.json", "LICENSE", "LICENSE-TEXT", "Makefile", "README.md", "chunklib", "exercises",
    "classroom", "course", "docs", "notebooks", "pyproject.toml", "requirements", "tiktoken_ext",
}  # fmt: skip


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hand-out of this checkout."""
    out = tmp_path_factory.mktemp("handed out") / "the course"
    hand_out(ROOT, out)
    return out


@pytest.fixture
def handout(fresh: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(fresh, tmp_path / "handout"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with one lesson and one exercise, which is quick to hand out."""
    root = tmp_path_factory.mktemp("small") / "course"
    for name in (
        "chunklib",
        "classroom",
        "course",
        "exercises",
        "requirements",
        "tiktoken_ext",
        "solutions/07_smart_chunk/hidden",
    ):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "data"))
    for path in (root / "exercises").glob("*/*.ipynb"):
        path.unlink()
    for name in ("solutions/00_start_here/master.py", "notebooks/src/00_start_here.py", "notebooks/00_start_here.ipynb",
                 "notebooks/learner/00_start_here.ipynb",
                 "solutions/00_start_here/00_start_here.ipynb", "exercises/00_start_here/00_start_here.ipynb",
                 "LICENSE", "LICENSE-TEXT", "Makefile", "pyproject.toml",
                 "solutions/manifest.json", "nbgrader_config.py"):  # fmt: skip
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    return root


@pytest.fixture
def course(small: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small, tmp_path / "course"))


# What is not in it


def pieces(path: Path) -> list[str]:
    """Return what can be read in a file: of a notebook, each cell with what it shows."""
    text = path.read_text("utf-8", errors="replace")
    if path.suffix != ".ipynb":
        return [text]
    return ["".join(cell["source"]) + json.dumps(cell.get("outputs", "")) for cell in json.loads(text)["cells"]]


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def everything(fresh: Path) -> str:
    return plain("\n\n".join(piece for path in sorted(fresh.rglob("*")) if path.is_file() for piece in pieces(path)))


def begins(text: str) -> str:
    """Return the first words of a text, by which it is looked for; nothing of one that has too few."""
    words = text.split(" ", 4)
    return " ".join(words[:4]) if len(words) == 5 else ""


def beginnings(text: str) -> set[str]:
    words = text.split(" ")
    return {"", *map(" ".join, zip(words, words[1:], words[2:], words[3:], strict=False))}


def bodies(code: str) -> Iterator[tuple[str, str]]:
    """The functions of a program, each with its text without the docstring."""
    for function in ast.parse(code).body:
        if isinstance(function, ast.FunctionDef):
            rest = function.body[1:] if ast.get_docstring(function) else function.body
            if function.name.startswith("_"):
                continue  # a step on the way, which a check may take as well
            lines = code.splitlines()[rest[0].lineno - 1 : function.end_lineno] if rest else []
            yield function.name, "\n".join(lines)


def model_answers() -> list[tuple[str, str]]:
    found = []
    for master in find_masters(ROOT):
        if master.kind == "solution":
            for cell in read_master(master).cells:
                if named(cell, SOLUTION):
                    found += [(f"{master.slug} {name}", body) for name, body in bodies(cell.source)]
                elif named(cell, ANSWER):
                    found.append((f"{master.slug} {named(cell, ANSWER)}", cell.source))
    return found


def wrong_answers() -> list[tuple[str, str]]:
    paths = [*ROOT.glob("solutions/*/wrong/*.py"), *ROOT.glob("solutions/*/right/*.py")]
    return [(f"{path.name} {name}", body) for path in paths for name, body in bodies(path.read_text("utf-8"))]


def secrets() -> list[tuple[str, str]]:
    """Hidden properties and the teacher's pages, a paragraph or a table's row at a time."""
    paths = [*ROOT.glob("solutions/*/hidden/*.py"), *ROOT.glob("docs/teaching/**/*.md")]
    paths.remove(ROOT / "docs/teaching/rubric.md")  # which exercises show, so that one knows how an answer is marked
    parts = [(path, part) for path in paths for part in re.split(r"\n\n|\n(?=\|)", path.read_text("utf-8"))]
    found = [(f"{path.name}: {part[:40]}", part) for path, part in parts if len(plain(part)) > 80]
    return [(name, part) for name, part in found if "import " not in part]


@pytest.mark.parametrize("kind", ["model answers", "wrong answers", "hidden properties and the teacher's pages"])
def test_nothing_of_the_teacher_is_in_it(everything: str, kind: str) -> None:
    starts = beginnings(everything)
    looked_for = {"model answers": model_answers, "wrong answers": wrong_answers}.get(kind, secrets)()
    assert len(looked_for) > 25
    long_enough = [(name, plain(text)) for name, text in looked_for if len(plain(text)) > 60]
    assert len(long_enough) > 0.6 * len(looked_for)
    assert [name for name, text in long_enough if begins(text) in starts and text in everything] == []
    kept = [*ROOT.glob("solutions/**/*.py"), *ROOT.glob("solutions/*/*.ipynb"), *ROOT.glob("docs/teaching/**/*.md")]
    teacher_s = plain("\n\n".join(piece for path in kept for piece in pieces(path)))
    assert [name for name, text in long_enough if text not in teacher_s] == []  # where it is, it would be found
    there = beginnings(teacher_s)
    assert [name for name, text in long_enough if begins(text) not in there] == []


def test_it_has_these_parts_and_no_others(fresh: Path) -> None:
    assert {path.name for path in fresh.iterdir()} == TOP
    assert {path.suffix for path in (fresh / "notebooks").rglob("*.*")} == {".ipynb"}
    names = {part for path in fresh.rglob("*") for part in path.relative_to(fresh).parts}
    assert names.isdisjoint({".git", "solutions", *TEACHERS, "tests", "teaching", "src", ".chunklib"})
    assert [path for path in fresh.rglob("*") if path.is_symlink()] == []
    assert [path.name for path in (fresh / "docs").iterdir()] == ["glossary.md"]
    assert set(course_files(fresh)) == set(course_files(ROOT))


def test_lessons_have_no_outputs_and_exercises_are_as_built(fresh: Path) -> None:
    lessons = sorted((fresh / "notebooks").rglob("*.ipynb"))
    assert [path.name for path in lessons] == [path.name for path in sorted((ROOT / "notebooks").rglob("*.ipynb"))]
    for path in lessons:
        code = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
        assert [cell for cell in code if cell["outputs"] or cell["execution_count"]] == []
    for path in (fresh / "exercises").glob("*/*.ipynb"):
        assert path.read_bytes() == (ROOT / path.relative_to(fresh)).read_bytes()


# It works


def readme_commands(handout: Path) -> list[str]:
    return re.findall(r"^```\n(.*?)^```$", (handout / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(not shutil.which("make"), reason="no make here")
def test_make_lab_opens_the_first_lesson(handout: Path, tmp_path: Path) -> None:
    assert readme_commands(handout)[0] == "make lab\n"
    listed = make(handout).stdout
    assert re.findall(r"^make (\S+)", listed, re.MULTILINE) == ["help", "lab", "peers", "clean"]
    for target in ("help", "lab", "peers", "clean"):
        shown = make(handout, "--warn-undefined-variables", "--just-print", target)
        assert (shown.returncode, shown.stderr) == (0, "")
        assert subprocess.run(["sh", "-n"], input=shown.stdout, text=True, check=False).returncode == 0
    installs = [re.findall(r"pip .*", make(folder, "--just-print", "lab").stdout) for folder in (handout, ROOT)]
    assert installs[0][-1].endswith("--editable . --editable course")
    as_if_made(handout)
    (tmp_path / "home").mkdir()
    with running("make lab", handout, tmp_path / "home") as lab:
        status, lesson = lab.ask("GET", "/api/contents/notebooks/00_start_here.ipynb?content=1")
        assert (status, lesson["type"]) == (200, "notebook")
    assert (handout / "my_course" / "start_here.md").is_file()


def test_the_lines_for_other_systems_are_those_of_the_main_page(handout: Path) -> None:
    assert readme_commands(handout)[1] in (ROOT / "README.md").read_text("utf-8")


def test_the_library_in_it_installs_and_checks(handout: Path, tmp_path: Path) -> None:
    code = f"import setuptools.build_meta as b; b.build_editable({str(tmp_path)!r})"
    built = subprocess.run([sys.executable, "-c", code], cwd=handout, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert list(tmp_path.glob("chunklib-*.whl"))
    code = """
import chunklib
from classroom import check, solution
def hello(name):
    return f"Hello, {name}!"
print(chunklib.__file__, check(hello), solution("hello"))
"""
    environment = {**os.environ, "PYTHONPATH": str(handout), "CHUNKLIB_STATE": str(tmp_path / "state")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=handout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith(str(handout / "chunklib")), done.stderr
    assert "✓" in done.stdout
    assert "Ask who gave you this copy of the course" in done.stdout


# Where it goes


def test_an_earlier_one_is_replaced_and_what_was_made_in_it_goes(course: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    first = hand_out(course, out)
    (out / ".venv").mkdir()
    (out / "chunklib" / "__pycache__").mkdir()
    (out / "chunklib" / "__pycache__" / "x.pyc").touch()
    (course / "chunklib" / "news.py").write_text("NEWS = 1\n", "utf-8")
    assert hand_out(course, out) == first + 1
    assert (out / "chunklib" / "news.py").is_file()
    assert not (out / ".venv").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"out", "course"}


@pytest.mark.parametrize("changed", ["notebooks/00_start_here.ipynb", "thesis.txt", ".chunklib/state.json"])
def test_one_in_which_somebody_worked_is_left_alone(small: Path, tmp_path: Path, changed: str) -> None:
    out = tmp_path / "out"
    hand_out(small, out)
    (out / changed).parent.mkdir(exist_ok=True)
    (out / changed).write_text("mine", "utf-8")
    before = seen_in(out)
    with pytest.raises(NotHandedOut, match=rf"out holds {changed}, which is not as it was handed out: choose another"):
        hand_out(small, out)
    assert seen_in(out) == before


@pytest.mark.parametrize("kind", ["folder", "file", "link", "record"])
def test_what_is_no_hand_out_is_left_alone(small: Path, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    if kind == "file":
        out.write_text("mine", "utf-8")
    elif kind == "link":
        (tmp_path / "empty").mkdir()
        out.symlink_to(tmp_path / "empty")
    else:
        out.mkdir()
        (out / (RECORD if kind == "record" else "mine")).write_text("{", "utf-8")
    before = seen_in(tmp_path)
    with pytest.raises(NotHandedOut, match="out is not a hand-out: choose another folder"):
        hand_out(small, out)
    assert seen_in(tmp_path) == before


def test_it_does_not_go_into_the_course_itself(small: Path) -> None:
    before = seen_in(small)
    for name in (".", "chunklib/out", "notebooks", "handout", "build"):
        with pytest.raises(NotHandedOut, match="is in the course itself"):
            hand_out(small, small / name)
    assert seen_in(small) == before


def test_nothing_is_half_written(course: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    hand_out(course, out)
    before = seen_in(out)
    (course / "LICENSE").unlink()
    (course / "LICENSE").mkdir()
    (course / "requirements/learner.txt").unlink()
    with pytest.raises(NotHandedOut, match=r"has no requirements/learner\.txt: a hand-out is made from"):
        hand_out(course, out)
    assert seen_in(out) == before


# What a teacher did to the course


def test_an_exercise_that_was_tried_out_in_its_place_is_not_handed_out(course: Path, tmp_path: Path) -> None:
    path = course / "exercises/00_start_here/00_start_here.ipynb"
    path.write_text(path.read_text("utf-8").replace("raise NotImplementedError", "return 'Hello'"), "utf-8")
    with pytest.raises(NotHandedOut, match=r"00_start_here\.ipynb is not as its master says: python -m .*build 00"):
        hand_out(course, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["exercises/00_start_here/solved.ipynb", "notebooks/plan.ipynb", "mine.py"])
def test_what_has_no_master_or_nobody_listed_is_not_handed_out(course: Path, tmp_path: Path, name: str) -> None:
    if name == "mine.py":
        (course / "exercises/00_start_here" / name).write_text("EXERCISE = 1\n", "utf-8")
        why = r"mine\.py is not in exercises/manifest\.json"
    else:
        shutil.copy(course / "solutions/00_start_here/00_start_here.ipynb", course / name)
        why = rf"{name} has no master, and would be handed out: move it away"
    with pytest.raises(NotHandedOut, match=why):
        hand_out(course, tmp_path / "out")


def test_an_own_exercise_goes_with_it_and_notes_beside_exercises_do_not(course: Path, tmp_path: Path) -> None:
    cell = {"id": "mine", "cell_type": "markdown", "source": "Read data.txt.", "metadata": {}}
    notebook = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    for name in ("solutions/my_own/one.ipynb", "exercises/my_own/one.ipynb", "exercises/my_own/data.txt"):
        (course / name).parent.mkdir(exist_ok=True)
        (course / name).write_text(notebook if name.endswith("ipynb") else "data", "utf-8")
    (course / "exercises/00_start_here/notes.txt").write_text("the answer", "utf-8")
    hand_out(course, tmp_path / "out")
    held = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*")}
    assert {"exercises/my_own/one.ipynb", "exercises/my_own/data.txt"} <= held
    assert not any("notes.txt" in name or "solutions" in name for name in held)


# The command


def test_the_command_says_what_it_made(
    course: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(course)
    assert main(["release", "--handout", "../out"]) == 0
    assert re.fullmatch(r"\.\./out: \d+ files, without solutions and outputs; .*\n", capfd.readouterr().out)
    assert main(["release", "--handout", str(course)]) == 2
    assert "is in the course itself" in capfd.readouterr().err
    for words in ([], ["hello", "--handout", "x"]):
        assert main(["release", *words]) == 2
        assert capfd.readouterr().err == (
            "chunklib: name an exercise, or --handout FOLDER for a students' copy of the whole course\n"
        )
