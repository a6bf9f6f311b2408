"""The repository that learners pull holds what a learner gets, and keeps its history."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from classroom.lessons.folder.contents import course_files
from deploy.publish import ROOT, main, publish

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
OURS = ("my_rag/", "start_here.md", "with_a_model.md")
BEGINS = sorted(name for name in course_files(ROOT) if name.startswith(OURS))


def held(repository: Path) -> list[str]:
    words = ["git", "-C", str(repository), "ls-tree", "-r", "--name-only", "-z", "main"]
    return subprocess.check_output(words, text=True).rstrip("\0").split("\0")


def test_a_repository_holds_what_a_learner_gets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repository = tmp_path / "course.git"
    for said in ("published", "nothing new"):
        assert main([str(repository)]) == 0
        assert capsys.readouterr().out == f"{repository}: {said}\n"
    assert set(held(repository)) == {*course_files(ROOT), "LICENSE", "LICENSE-TEXT"}


def test_what_changes_and_goes_away_is_published_on_top(tmp_path: Path) -> None:
    root, repository = tmp_path / "root", tmp_path / "course.git"
    lessons = ("notebooks/a.ipynb", "notebooks/learner/a.ipynb", "notebooks/learner/b.ipynb")
    for name in (*lessons, "exercises/a/a.ipynb", "solutions/a/a.ipynb", "secret.txt"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text('{"cells": []}', "utf-8")
    assert publish(root, repository)
    assert held(repository) == sorted(["exercises/a/a.ipynb", "notebooks/a.ipynb", "notebooks/b.ipynb", *BEGINS])
    (root / "notebooks/learner/b.ipynb").unlink()
    assert publish(root, repository, solutions=True)
    assert held(repository) == sorted(["exercises/a/a.ipynb", "notebooks/a.ipynb", "solutions/a/a.ipynb", *BEGINS])
    count = subprocess.check_output(["git", "-C", str(repository), "rev-list", "--count", "main"], text=True)
    assert int(count) == 2


def test_what_git_refuses_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no repository").mkdir()
    assert main([str(tmp_path / "no repository")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("chunklib: git ")
    assert "does not appear to be a git repository" in said or "does not exist" in said
