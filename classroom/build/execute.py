"""Running a notebook from top to bottom in a fresh kernel that knows nothing of its user.

The progress folder and IPython's own folder are empty and thrown away: a build neither touches a learner's
progress nor depends on it, and no start-up file of the user runs in the kernel.
"""

from __future__ import annotations

import os
import subprocess
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from jupyter_client.kernelspec import NoSuchKernel
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from classroom.build.masters import RAISES, BuildError, tags
from classroom.judge.verdict import CHECKS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from jupyter_client.client import KernelClient
    from nbformat import NotebookNode

SECONDS_PER_CELL = 180


async def execute(notebook: NotebookNode, folder: Path, label: Mapping[str, str]) -> None:
    """Run every code cell of ``notebook`` in ``folder`` and store what it shows in the notebook.

    Args:
        notebook: changed in place.
        folder: the working directory of the kernel.
        label: words for each cell id.

    Raises:
        BuildError: a cell fails that is not tagged for it, a tagged cell does not fail, or the kernel dies.
    """
    manager = AsyncKernelManager(kernel_name="python3")
    client = NotebookClient(notebook, km=manager, timeout=SECONDS_PER_CELL, record_timing=False)
    with TemporaryDirectory(prefix="chunklib-build-") as scratch:
        env = {CHECKS: "unhurried"} | os.environ
        env |= {"CHUNKLIB_STATE": f"{scratch}/state", "IPYTHONDIR": f"{scratch}/ipython"}
        try:
            kernel = await _started(manager, client, folder, env)
            client.reset_execution_trackers()
            try:
                for index, cell in enumerate(notebook.cells):
                    await _run_cell(client, cell, index, label[cell.id])
            finally:
                kernel.stop_channels()
        finally:  # also where no client could be started
            await (manager.shutdown_kernel(now=True) if manager.has_kernel else manager.cleanup_resources())


async def _started(
    manager: AsyncKernelManager, client: NotebookClient, folder: Path, env: Mapping[str, str]
) -> KernelClient:
    try:
        # The kernel writes notices of its own to standard error; what a cell prints comes by another way.
        await manager.start_kernel(cwd=str(folder), env=env, stderr=subprocess.DEVNULL)
        return await client.async_start_new_kernel_client()
    except (NoSuchKernel, RuntimeError) as error:
        raise BuildError(f"the kernel python3 does not start: {first_line(str(error))}") from None


async def _run_cell(client: NotebookClient, cell: NotebookNode, index: int, label: str) -> None:
    try:
        await client.async_execute_cell(cell, index)
    except CellExecutionError as error:
        raise BuildError(f"{label}: {error.ename}: {first_line(error.evalue)}") from None
    except CellTimeoutError:
        raise BuildError(f"{label}: still running after {SECONDS_PER_CELL} seconds") from None
    except DeadKernelError:
        raise BuildError(f"{label}: the kernel died") from None
    failed = any(output.output_type == "error" for output in cell.get("outputs", []))
    if RAISES in tags(cell) and not failed:
        raise BuildError(f"{label}: tagged {RAISES!r}, but nothing was raised")


def first_line(text: str) -> str:
    """Return the first line of ``text`` that is not blank, or the empty string."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
