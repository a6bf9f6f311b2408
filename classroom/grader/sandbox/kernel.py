"""Run the cells of a notebook in a kernel inside the sandbox, and say of each what came out, or why nothing did.

The kernel runs tests and the student's code in one process, so what comes out can be forged by the student. The
machine, the gradebook and other students are out of its reach; its own points are not.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from classroom.grader.sandbox.bubblewrap import SCRATCH, Bubblewrap, NoSandbox
from classroom.grader.sandbox.cell_output import COUNTED, MAX_TEXT, Ran, Unreadable, ran_from
from classroom.grader.sandbox.sandbox_process import CPU_SECONDS, Inside
from classroom.judge.worker.client import Dead, Limits

CELL_SECONDS = 30
LIMITS = Limits(cpu=CPU_SECONDS, wall=120.0, first=0.0, start=60.0, total=120.0, memory=2**30, reply=4_000_000)
"""Of a whole notebook: seconds of processor time and by the clock; a start may wait for a busy machine."""
NOTEBOOK_TEXT = 1_000_000  # characters that are kept of all cells
FILES_BYTES = 8 * 2**20
_GRACE = 15.0  # seconds in which nbgrader's own timeout has to answer, before it is taken to be stopped
_EXECUTE = "classroom.grader.sandbox.inside.execute"
_CANARY = "assert not 'an assertion', 'this one must fail'"


@dataclass(frozen=True)
class Job:
    """Holds the work for a kernel: the sources of the cells, files beside the notebook, and seconds for each cell."""

    sources: tuple[str, ...]
    files: Mapping[str, bytes]
    seconds: int = CELL_SECONDS


@dataclass(frozen=True)
class Result:
    """Holds the outputs of each source in turn, and whether the kernel let an assertion pass that must fail."""

    cells: tuple[Ran, ...]
    unasserted: bool


class Kernel(Inside):
    """Runs a kernel in a sandbox; use it in a ``with`` block, which ends it with everything that it started."""

    def __init__(self, bubblewrap: Bubblewrap | None, job: Job, folder: str, limits: Limits = LIMITS) -> None:
        first = {"files": dict(job.files), "seconds": job.seconds, "folder": folder}
        super().__init__(bubblewrap, _EXECUTE, first, limits)
        self._room = NOTEBOOK_TEXT
        self._cpu = 0.0
        self._end = limits.total
        self._seconds = job.seconds
        self._over_work = f"had not ended after {limits.cpu:g} seconds of work"

    def start(self) -> None:
        """Wait until the kernel is there; the time of the notebook begins.

        Raises:
            NoSandbox: it does not start. No cell has been run, so no cell can be the reason.
        """
        try:
            self.ready()
        except Dead as dead:
            raise NoSandbox(f"the kernel did not start: {dead.detail}") from None
        self._end = self.spent() + self.limits.total
        self._cpu = self._used() + self.limits.cpu

    def run(self, source: str) -> Ran:
        """Execute a cell. Whatever happens, the answer says it.

        Once an answer has said why it is over, nothing more may be asked.
        """
        self.limits = replace(self.limits, cpu=max(self._cpu - self._used(), 0.0), wall=self._seconds + _GRACE)
        try:
            ran = ran_from(self.call((source,), {}).get("value"), min(self._room, MAX_TEXT))
        except Unreadable:
            return Ran(over="the notebook disturbed the process it ran in")
        except Dead as dead:
            worked = dead.detail.endswith("of work")  # in all its cells, where the limit says: in this one
            return Ran(over=f"the notebook {self._over_work if worked else dead.detail}")
        self._room -= sum(len(output.text) for output in ran.outputs if output.kind not in COUNTED)
        return ran

    def left(self) -> float:
        """Return the seconds that are left for the cells, of its own time."""
        return self._end - self.spent()

    def _used(self) -> float:
        usage = self._child.usage()
        return usage.seconds if usage else 0.0


def run_in_kernel(bubblewrap: Bubblewrap | None, job: Job, limits: Limits = LIMITS) -> Result:
    """Run the cells one after the other, and after them an assertion that must fail.

    Args:
        bubblewrap: what makes the sandbox; None for a plain process, which is for code that is trusted.
        job: what is run.
        limits: of the whole notebook.

    Returns:
        As many answers as there are sources; each one after that in which the kernel ended has the reason.

    Raises:
        NoSandbox: the sandbox or the kernel did not start, by no fault of the notebook.
    """
    ran: list[Ran] = []
    with ExitStack() as stack:
        folder = SCRATCH if bubblewrap else stack.enter_context(_scratch())
        kernel = stack.enter_context(Kernel(bubblewrap, job, folder, limits))
        kernel.start()
        for source in (*job.sources, _CANARY):
            ran.append(kernel.run(source))
            if ran[-1].over:
                break
    missing = len(job.sources) - len(ran)
    cells = tuple(ran[: len(job.sources)]) + (Ran(over=f"not executed: {ran[-1].over}"),) * missing
    held = len(ran) > len(job.sources) and not ran[-1].over
    return Result(cells, held and not any(one.kind == "error" for one in ran[-1].outputs))


def _scratch() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="chunklib-kernel-", ignore_cleanup_errors=True)


def files_beside(folder: Path) -> dict[str, bytes]:
    """Return the plain files that lie beside released notebooks, by their names with forward slashes.

    Raises:
        NoSandbox: They are too large to be put into a scratch folder.
    """
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".ipynb"]
    files = [path for path in found if not path.is_symlink() and "/." not in path.relative_to(folder.parent).as_posix()]
    size = sum(path.stat().st_size for path in files)
    if size > FILES_BYTES:
        raise NoSandbox(f"the files in {folder.name} have {size:,} bytes, and {FILES_BYTES:,} fit into a sandbox")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
