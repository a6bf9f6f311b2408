"""A sweep in processes of its own, ended from outside: by kill, by Ctrl-C, by a process that goes missing."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from chunklib.evaluation import grid, load_benchmark, sweep
from tests.commandline import WAIT, Done, command, environment
from tests.small_benchmark import small, written

SIZES, OVERLAPS, PHASES = (30, 40), (0, "10%", "20%", "50%"), 4
ALL = len(SIZES) * len(OVERLAPS) * PHASES
OPTIONS = (
    "sweep", "--benchmark", "bench", "--sizes", ",".join(map(str, SIZES)), "--overlaps", ",".join(map(str, OVERLAPS)),
    "--phases", PHASES, "--out", "table.csv",
)  # fmt: skip
pytestmark = pytest.mark.slow
needs_signals = pytest.mark.skipif(os.name == "nt", reason="signals of Unix")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a benchmark that is large enough to be killed in the middle of, and the table as it should be."""
    home = tmp_path_factory.mktemp("sweeps")
    written(small(rooms=48), home / "bench")
    sweep(
        grid(sizes=SIZES, overlaps=OVERLAPS), load_benchmark(home / "bench"), phases=PHASES, out=home / "expected.csv"
    )
    return home


def left(folder: Path) -> int:
    return len(list(folder.glob("table.csv.parts/????????????.npz")))


def children(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    return [child for child in psutil.Process(process.pid).children() if "spawn_main" in " ".join(child.cmdline())]


def importing(child: psutil.Process) -> bool:
    """Tell if a process has begun to load what it needs, where the system says so."""
    return not psutil.LINUX or any("numpy" in part.path for part in child.memory_maps())


def until(condition: Callable[[], object]) -> None:
    limit = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < limit, "it did not happen"
        time.sleep(0.005)


def broken_off(folder: Path, end: Callable[[subprocess.Popen[bytes]], object], at: int, jobs: int) -> Done:
    """Start a sweep, end it when so many parts are there, and see that none of its processes lives on."""
    words, others = command(*OPTIONS, "--jobs", jobs), jobs if jobs > 1 else 0
    with subprocess.Popen(
        words, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        until(lambda: left(folder) >= at and len(children(process)) == others)
        assert process.poll() is None, "it was done too soon"
        started = children(process)
        end(process)
        out, err = process.communicate(timeout=WAIT)
    gone, alive = psutil.wait_procs(started, WAIT)
    assert (len(gone), alive) == (others, [])
    return Done(process.returncode, out, err.decode())


def finished(folder: Path) -> None:
    """Start the sweep again: it ends with the same bytes, and leaves nothing beside them."""
    done = subprocess.run(
        command(*OPTIONS, "--jobs", 1), cwd=folder, env=environment(), capture_output=True, timeout=WAIT, check=True
    )
    assert done.stderr == b""
    assert (folder / "table.csv").read_bytes() == (folder / "expected.csv").read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == ["bench", "expected.csv", "table.csv"]
    (folder / "table.csv").unlink()


@needs_signals
def test_killed_at_several_moments(folder: Path) -> None:
    for at in (1, ALL // 3):
        before = left(folder)
        done = broken_off(folder, subprocess.Popen.kill, at, jobs=1)
        assert (done.status, done.out, done.err) == (-signal.SIGKILL, b"", "")
        assert before < left(folder) < ALL
        assert not (folder / "table.csv").exists()
    # With several processes: those that measure end when nobody is there to take what they measured.
    assert broken_off(folder, subprocess.Popen.kill, left(folder) + 1, jobs=2).status == -signal.SIGKILL
    finished(folder)


def interrupt(process: subprocess.Popen[bytes]) -> None:
    until(lambda: all(map(importing, children(process))))
    os.killpg(process.pid, signal.SIGINT)  # to all its processes, as a terminal does on Ctrl-C


@needs_signals
def test_interrupted_and_robbed_of_a_process(folder: Path) -> None:
    for at in (0, 1):  # 0: while the processes begin
        done = broken_off(folder, interrupt, at, jobs=2)
        assert (done.status, done.out, done.err) == (130, b"", "chunklib: interrupted\n")
        assert (folder / "table.csv.parts").exists() == (left(folder) > 0)
    done = broken_off(folder, lambda process: children(process)[0].kill(), left(folder) + 1, jobs=2)
    assert (
        done.refusal == "one of 2 processes that measure was ended from outside, or ran out of memory: try fewer jobs"
    )
    assert 2 <= left(folder) < ALL
    finished(folder)
