"""Measure what a class costs to grade: 500 submissions of ``smart_chunk``, four in ten hostile, by the command itself.

Well-behaved are right answers (the solution, the alternatives) and wrong ones (the mutants), in turn; hostile is every
kind of ``tests/grader/hostile_class.py``, in turn. Before that some well-behaved ones alone: on one core, and with one
process and with two, which says how the work spreads. Seconds are by the clock between rows: most of the work is done
in sandboxes, whose processor time nobody can add up after they were killed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.submissions import FUNCTION, LESSON, ROOT, HandedIn, hostile_ones, numbered, well_behaved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import psutil

SUBMISSIONS, HOSTILE, ALONE = 500, 0.4, 24
SECONDS_LIMIT = 1.5  # a well-behaved submission on one core
SPREAD_LIMIT = 1.6  # times as many with two processes as with one, where there are two cores
MEMORY_LIMIT = 1.25  # times the memory in the beginning
_MARK = "CHUNKLIB_BENCHMARK"
_ROW = re.compile(rb"\[ *[\d,]+/[\d,]+\]")
_CACHES = ("data-gym-cache", "chunklib-hypothesis")  # vocabularies and tables, for the next run
_WARM = 0.1  # of the rows, before memory is compared


@dataclass(frozen=True)
class Watched:
    """A run of the command: its exit status, when each row came (seconds), and the MB of its processes at each row."""

    status: int
    times: Sequence[float]
    megabytes: Sequence[float]
    processes_left: int
    files_left: int

    def each(self) -> float:
        """Seconds between rows, from the first to the last."""
        return (self.times[-1] - self.times[0]) / max(len(self.times) - 1, 1)


@dataclass(frozen=True)
class Grading:
    """The cost of a class: seconds a well-behaved submission, ``alone`` on a core, with ``one`` process and ``two``."""

    submissions: int
    hostile: int
    rows: int
    states: Mapping[str, int]
    cheats: Sequence[str]
    alone: float
    one: float
    two: float
    seconds: float
    before: float
    after: float
    processes_left: int
    files_left: int
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)

    @property
    def spread(self) -> float:
        """How many times as many submissions two processes mark as one does."""
        return self.one / self.two

    def over(self) -> Iterator[str]:
        """Say in one line each what is not as it should be."""
        if self.rows != self.submissions:
            yield f"a class of {self.submissions} has {self.rows} rows"
        if self.cheats:
            yield f"more than the honest part earns: {', '.join(self.cheats)}"
        if self.processes_left or self.files_left:
            yield f"grading leaves {self.processes_left} processes and {self.files_left} files behind"
        if self.alone > SECONDS_LIMIT:
            yield f"a well-behaved submission takes {self.alone:.2f} s on one core, the limit is {SECONDS_LIMIT}"
        if self.cores > 1 and self.spread < SPREAD_LIMIT:
            yield f"two processes mark {self.spread:.2f} times as many as one, and should {SPREAD_LIMIT}"
        if self.after > MEMORY_LIMIT * self.before:
            yield f"the memory of grading grows from {self.before:.0f} to {self.after:.0f} MB"


def obstacle() -> str:
    """Why no class can be graded here, "" where one can."""
    for package in ("cloudpickle", "hypothesis", "ipywidgets", "psutil"):
        if find_spec(package) is None:
            return f"{package} is not installed; make grader installs it"
    from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap

    try:
        find_bubblewrap()
    except NoSandbox as error:
        return str(error)
    return ""


def grading(submissions: int, say: Callable[[str], None], alone: int = ALONE) -> Grading:
    """Grade a class, and some of it alone before."""
    well = well_behaved()
    hostile = list(islice(cycle(hostile_ones()), round(HOSTILE * submissions)))
    with TemporaryDirectory(prefix="chunklib-benchmark-") as folder:
        few = list(islice(cycle(well), alone))
        say(f"grading {alone} on one core")
        on_one_core = watched(Path(folder, "core"), few, jobs=1, cores={min(os.sched_getaffinity(0))})
        runs = []
        for jobs in (1, 2):
            say(f"grading {alone} with --jobs {jobs}")
            runs.append(watched(Path(folder, f"jobs{jobs}"), few, jobs=jobs))
        say(f"grading {submissions}, {len(hostile)} of them hostile")
        whole = [*islice(cycle(well), submissions - len(hostile)), *hostile]
        found = watched(Path(folder, "class"), whole, jobs=2, say=say)
        rows = json.loads(Path(folder, "class", "out", "results.json").read_text("utf-8"))
    honest = {one.name: one.honest for one in numbered(whole) if one.honest is not None}
    warm = max(1, round(_WARM * len(found.megabytes)))
    return Grading(
        submissions=submissions,
        hostile=len(hostile),
        rows=len({row["student"] for row in rows}),
        states=dict(Counter(row["state"] for row in rows)),
        cheats=[row["student"] for row in rows if (row["points"] or 0) > honest.get(row["student"], row["max_points"])],
        alone=on_one_core.each(),
        one=runs[0].each(),
        two=runs[1].each(),
        seconds=found.times[-1],
        before=max(found.megabytes[:warm]),
        after=max(found.megabytes[-warm:]),
        processes_left=sum(one.processes_left for one in (on_one_core, *runs, found)),
        files_left=sum(one.files_left for one in (on_one_core, *runs, found)),
    )


def watched(
    folder: Path,
    many: Sequence[HandedIn],
    *,
    jobs: int,
    cores: set[int] | None = None,
    say: Callable[[str], None] | None = None,
) -> Watched:
    """Run the command over submissions, and look at its processes at each row."""
    import psutil

    _hand_in(folder, many)
    mark = f"{os.getpid()}-{folder.name}"
    words = ["grade", FUNCTION, "handed in", "--out", "out", "--jobs", str(jobs), "--seed", "benchmark"]
    times, megabytes, begun = list[float](), list[float](), time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "chunklib", *words, "--course", str(ROOT)],
        cwd=folder,
        env=os.environ | {_MARK: mark, "TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        preexec_fn=None if cores is None else lambda: os.sched_setaffinity(0, cores),  # noqa: PLW1509 -- no threads
    ) as process:
        for line in process.stdout or ():
            if _ROW.match(line):
                times.append(time.monotonic() - begun)
                megabytes.append(_megabytes(psutil.Process(process.pid)))
                if say is not None:
                    say(line.decode("utf-8", "replace").rstrip()[:120])
    if not times:
        raise RuntimeError("chunklib grade printed no row")
    expected = {"handed in", "out", "tmp", *_CACHES}
    left = sum(path.name not in expected for place in (folder / "tmp", folder) for path in place.iterdir())
    return Watched(process.returncode, times, megabytes, _processes(mark), left)


def _hand_in(folder: Path, many: Sequence[HandedIn]) -> None:
    """Write the submissions, and make a folder for temporary files."""
    (folder / "tmp").mkdir(parents=True)
    for one in numbered(many):
        place = folder / "handed in" / one.name
        place.mkdir(parents=True)
        (place / f"{LESSON}.ipynb").write_bytes(one.content)


def _megabytes(grader: psutil.Process) -> float:
    """The memory of the grader and of the processes that mark, without what runs in sandboxes."""
    import psutil

    total = 0
    for one in [grader, *grader.children()]:
        try:
            total += one.memory_info().rss
        except psutil.Error:
            continue
    return total / 1e6


def _processes(mark: str) -> int:
    """How many processes are left of those that a run started."""
    import psutil

    def ours(process: psutil.Process) -> bool:
        try:
            return process.environ().get(_MARK) == mark
        except psutil.Error:
            return False

    until = time.monotonic() + 5
    while (left := sum(map(ours, psutil.process_iter()))) and time.monotonic() < until:
        time.sleep(0.1)
    return left


def lines(found: Grading) -> str:
    """The figures as plain text."""
    states = ", ".join(f"{number} {state}" for state, number in sorted(found.states.items()))
    spread = f"{found.spread:.2f} times as many (at least {SPREAD_LIMIT}; {found.cores} cores)"
    memory = f"{found.before:.0f} MB in the beginning, {found.after:.0f} MB at the end (at most {MEMORY_LIMIT} times)"
    return "\n".join(
        [
            f"{FUNCTION}: {found.submissions} submissions, {found.hostile} hostile; {found.rows} rows: {states}",
            f"above what its honest part earns: {len(found.cheats)}",
            f"seconds a well-behaved submission: {found.alone:.2f} on one core (limit {SECONDS_LIMIT})",
            f"--jobs 1: {found.one:.2f} s, --jobs 2: {found.two:.2f} s, {spread}",
            f"the whole class, --jobs 2: {found.seconds:,.0f} s",
            f"memory of the grader: {memory}",
            f"left behind: {found.processes_left} processes, {found.files_left} files",
        ]
    )


def main() -> int:
    """Grade a class and print the figures; exit status 1 where one is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading", description=__doc__)
    parser.add_argument("--submissions", type=int, default=SUBMISSIONS)
    parser.add_argument("--alone", type=int, default=ALONE, help="well-behaved ones that are graded alone before")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to FILE as well")
    options = parser.parse_args()
    found = grading(options.submissions, lambda what: print(what, file=sys.stderr, flush=True), options.alone)
    print(lines(found))
    failures = list(found.over())
    print("\n".join(f"OVER: {failure}" for failure in failures) or "Everything is within its limit.")
    if options.json:
        options.json.write_text(json.dumps(asdict(found), indent=2) + "\n", encoding="utf-8")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
