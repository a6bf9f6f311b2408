"""The grader killed several times at moments drawn by chance: no mark lost, none doubled, no process left."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.commandline import ROOT, WAIT, command, environment, launch
from tests.grader.handed_in import needs_sandbox, small_class

pytestmark = [*needs_sandbox, pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals of Unix")]
KILLS = 6
MARK = "CHUNKLIB_TEST_OF_KILLS"


def words(folder: str) -> list[str]:
    return command("grade", "hello", "sub", "--out", folder, "--seed", "a", "--jobs", 2, "--resume", "--course", ROOT)


def ours(mark: str) -> Iterator[psutil.Process]:
    """Every process that the grader started, also those whose parent is gone."""
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                yield process
        except psutil.Error:
            continue


def killed(folder: Path, after: float) -> bool:
    """Start the grader and kill it, and nothing else; whether it was still at work."""
    mark = f"{folder.name}-{time.monotonic_ns()}"
    with subprocess.Popen(
        words("out"), cwd=folder, env=environment(**{MARK: mark}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.kill()
    limit = time.monotonic() + WAIT
    while left := list(ours(mark)):
        assert time.monotonic() < limit, f"still there: {left}"
        time.sleep(0.05)
    assert process.returncode in (0, -9)
    return process.returncode == -9


def results(out: Path) -> list[bytes]:
    return [(out / name).read_bytes() for name in ("results.csv", "results.json")]


def test_killed_again_and_again_the_marks_are_the_same(tmp_path: Path) -> None:
    small_class(tmp_path / "sub")
    begun = time.monotonic()
    assert launch(words("expected"), tmp_path).status == 0
    whole = time.monotonic() - begun
    kills = 0
    while kills < KILLS:
        if killed(tmp_path, random.uniform(0, whole)):  # noqa: S311 (no secret)
            kills += 1
            for path in (tmp_path / "out" / "marks").glob("[!.]*"):
                assert json.loads(path.read_bytes())["graded"]["mark"]["exercise"] == "hello", "a mark is whole"
        else:
            finished(tmp_path)
    assert launch(words("out"), tmp_path).status == 0
    finished(tmp_path)


def finished(folder: Path) -> None:
    """See that the results are those without a kill, and that there is not a file more; then begin anew."""
    assert results(folder / "out") == results(folder / "expected")
    out, expected = (
        sorted(path.relative_to(folder / name).as_posix() for path in (folder / name).rglob("*"))
        for name in ("out", "expected")
    )
    assert out == expected
    shutil.rmtree(folder / "out")
