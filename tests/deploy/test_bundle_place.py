"""A bundle replaces nothing but an earlier bundle, and what a teacher adds goes with it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from classroom.grader.gradebook.learner_files import learner_files, to_be_put
from classroom.lessons.folder.contents import course_files
from deploy.bundle import __main__ as command
from deploy.bundle.place import ROOM, look_at
from deploy.bundle.room import install


def seen(folder: Path) -> dict[str, bytes | str]:
    """All that lies below a folder: contents of files, and where links lead."""
    return {
        str(path.relative_to(folder)): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    } | {f"{path.relative_to(folder)}/": "" for path in folder.rglob("*") if path.is_dir() and not path.is_symlink()}


def a_bundle(out: Path) -> Path:
    """A folder with what every bundle has."""
    shutil.copytree(ROOM, out, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("wheels", "requirements"):
        (out / name).mkdir()
    return out


def put(out: Path, *, fails: bool = False, meanwhile: str = "") -> None:
    """Make a bundle where something happens while it is made."""
    with to_be_put(out, look_at) as half:
        a_bundle(half)
        if meanwhile:
            something(meanwhile, out.parent)
        if fails:
            raise RuntimeError("no network")


def something(kind: str, folder: Path) -> Path:
    """Make a place that is not a bundle, with things that its owner wants to keep."""
    out = folder / "out"
    if kind == "file":
        out.write_text("mine", "utf-8")
    elif kind == "link to nothing":
        out.symlink_to(folder / "nothing")
    elif kind == "link to a bundle":
        out.symlink_to(a_bundle(folder / "bundle"))
    elif kind == "another README":
        (a_bundle(out) / "README.md").write_text("# My thesis\n", "utf-8")
    elif kind == "a part is missing":
        (a_bundle(out) / "wheels").rmdir()
    else:
        (out / "holiday").mkdir(parents=True)
        (out / "holiday" / "picture").write_text("mine", "utf-8")
    return out


@pytest.mark.parametrize(
    "kind", ["folder", "file", "link to nothing", "link to a bundle", "another README", "a part is missing"]
)
def test_what_is_no_bundle_is_left_alone(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "look_at_course", lambda root: None)  # the next test looks
    out = something(kind, tmp_path)
    (tmp_path / "out.half").mkdir()
    (tmp_path / "out.half" / "mine").write_text("mine", "utf-8")
    before = seen(tmp_path)
    assert command.main(["--out", str(out)]) == 2
    assert seen(tmp_path) == before
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"chunklib: no bundle: {out} is not a bundle: choose another folder\n")


def test_a_bundle_with_something_that_is_not_ours_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = a_bundle(tmp_path / "out")
    (out / "notebooks").mkdir()  # bundles had lessons once, in which a learner may have worked
    (out / "thesis.txt").write_text("mine", "utf-8")
    before = seen(tmp_path)
    assert command.main(["--out", str(out)]) == 2
    assert seen(tmp_path) == before
    assert "out holds more than a bundle (notebooks, thesis.txt): choose another folder\n" in capsys.readouterr().err
    mine = something("", tmp_path / "other")
    monkeypatch.setattr(sys, "argv", ["install.py", "--into", str(mine)])
    before = seen(mine)
    assert install.main() == 1  # nor is an environment made in such a folder
    assert capsys.readouterr().err == f"{mine} holds other things, which would be deleted. Name a new folder.\n"
    assert seen(mine) == before


@pytest.mark.parametrize("kind", ["missing", "in folders that are missing", "empty", "bundle", "installed"])
def test_a_new_an_empty_and_an_earlier_place_get_the_bundle(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / ("a/b/out" if kind.startswith("in") else "out")
    if kind == "empty":
        out.mkdir()
    elif kind in ("bundle", "installed"):
        (a_bundle(out) / "wheels" / "old.whl").touch()
    if kind == "installed":
        (out / "course-env").mkdir()
    with to_be_put(out, look_at) as half:
        a_bundle(half)
    assert seen(out) == seen(a_bundle(tmp_path / "expected"))
    assert {path.name for path in out.parent.iterdir()} <= {"out", "expected"}
    a_folder = tmp_path / "here"
    a_folder.mkdir()
    monkeypatch.chdir(a_folder)
    with to_be_put(Path(), look_at) as half:  # the folder that one is in can be asked for
        a_bundle(half)
    assert (a_folder / "install.py").is_file()


def test_a_bundle_that_fails_changes_nothing(tmp_path: Path) -> None:
    a_bundle(tmp_path / "out")
    before = seen(tmp_path)
    with pytest.raises(RuntimeError, match="no network"):
        put(tmp_path / "out", fails=True)
    assert seen(tmp_path) == before


def test_what_came_meanwhile_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(ValueError, match="out is not a bundle: choose another folder"):
        put(out, meanwhile="folder")
    assert seen(out) == {"holiday/": "", "holiday/picture": b"mine"}
    assert list(tmp_path.iterdir()) == [out]


# A teacher's own exercise


def a_course(root: Path) -> Path:
    """A checkout with an exercise of the course and one of a teacher, both released."""
    notebook = json.dumps(
        {"cells": [{"id": "mine", "cell_type": "markdown", "source": "Read data.txt.", "metadata": {}}]}
    )
    files = {
        "solutions/07_a/master.py": "master", "solutions/07_a/07_a.ipynb": notebook,
        "exercises/07_a/07_a.ipynb": notebook, "exercises/07_a/a.py": "", "notebooks/learner/07_a.ipynb": notebook,
        "exercises/07_a/tried.txt": "of whoever tried it out",
        "solutions/my_own/one.ipynb": notebook, "solutions/my_own/data.txt": "data", "solutions/my_own/more/x.csv": "1",
        "exercises/my_own/one.ipynb": notebook, "exercises/my_own/data.txt": "data", "exercises/my_own/more/x.csv": "1",
        "exercises/my_own/__pycache__/x.pyc": "", "exercises/my_own/.ipynb_checkpoints/one.ipynb": notebook,
        "solutions/07_a/hidden/secret.txt": "hidden properties", "solutions/07_a/wrong/wrong.ipynb": notebook,
    }  # fmt: skip
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


OWN = ["exercises/my_own/data.txt", "exercises/my_own/more/x.csv", "exercises/my_own/one.ipynb"]


def test_files_beside_an_own_exercise_go_to_the_learners(tmp_path: Path) -> None:
    root = a_course(tmp_path / "course")
    assert [path.as_posix() for path in learner_files(root)] == [
        "exercises/07_a/07_a.ipynb",
        *OWN,
        "notebooks/learner/07_a.ipynb",
    ]
    more = {path.as_posix() for path in learner_files(root, solutions=True)} - {*map(str, learner_files(root))}
    own = [name.replace("exercises", "solutions") for name in OWN]
    assert more == {"solutions/07_a/07_a.ipynb", *own}
    learners = [name for name in course_files(root) if name.startswith(("ex", "notebooks"))]
    assert learners == ["exercises/07_a/07_a.ipynb", *OWN, "notebooks/07_a.ipynb"]
