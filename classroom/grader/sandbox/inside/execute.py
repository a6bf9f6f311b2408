"""The process in the sandbox that has a kernel: nbgrader's own execution, one cell at a time as the parent sends it.

``main`` is called with HANDLE and USER. The kernel is a child of this process and
of the same user: what a cell does can end it, and can forge every result. A later cell is not here yet.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

if sys.argv[1:2] == [__name__]:  # in a process that was started to run this
    # A parser of addresses that takes 0.9 s to make, for a check of formats that nothing here asks for.
    sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.preprocessors.execute import Execute
from traitlets.config import Config

from classroom.grader.sandbox.inside.settle import settled

PROCESSES = 68  # as many as a function may have, and 20 that this process and an idle kernel have as threads
START_BYTES = 2**29  # of address space: 0.5 GB is too little for a kernel that draws a picture, 0.7 GB is enough
KEPT, COUNTED_TEXT = 100_000, 8_000  # characters of what one cell shows, and of one result or error
MAX_SHOWN, MAX_COUNTED = 200, 20  # outputs of one cell: what is shown, and what points may hang on
_KERNEL = "classroom.grader.sandbox.inside.kernel"
_LIVE = ("comm_open", "comm_msg", "comm_close", "clear_output")
_SHOWN = ("stream", "display_data", "update_display_data")
_COUNTED = ("execute_result", "error")


class Manager(AsyncKernelManager):
    """Starts the sandbox's kernel, whatever kernel a notebook names."""

    @property
    def kernel_spec(self) -> KernelSpec:
        """Return how the kernel is started; ``-P`` keeps files of the student's out of its own imports."""
        command = [sys.executable, "-P", "-m", _KERNEL, "-f", "{connection_file}"]
        return KernelSpec(argv=command, language="python", display_name="Python 3")


class Cells(Execute):  # type: ignore[misc]
    """Executes cells one after the other, as nbgrader does; keeps the beginning of what each one shows."""

    left, shown, counted = KEPT, 0, 0

    def process_message(self, msg: dict[str, Any], cell: Any, cell_index: int) -> Any:
        """Take one message of the kernel; leave out live displays and what is too much.

        However much is shown, a result is not lost: without one, a test cell would have full points.
        """
        kind = msg["msg_type"]
        self.shown, self.counted = self.shown + (kind in _SHOWN), self.counted + (kind in _COUNTED)
        if kind in _LIVE or (kind in _COUNTED and self.counted > MAX_COUNTED):
            return None
        if kind in _SHOWN:
            if self.left <= 0 or self.shown > MAX_SHOWN:
                return None
            self.left -= sum(len(str(part)) for part in msg["content"].values())
        return super().process_message(msg, cell, cell_index)

    def run(self, source: str) -> dict[str, object]:
        """Execute one cell; return its outputs, or why there is no kernel any more."""
        cell = new_code_cell(source)  # type: ignore[no-untyped-call]
        self.nb.cells.append(cell)
        self.left, self.shown, self.counted = KEPT, 0, 0
        try:
            self.execute_cell(cell, len(self.nb.cells) - 1)
            return {"over": "", "outputs": _cut(_joined(map(_plain, cell.outputs)))}
        except Exception as error:  # noqa: BLE001 -- nbclient raises many kinds, and a forged message yet others
            return {"over": self._ended(error), "outputs": []}
        finally:
            cell.outputs = []
            self.reset_execution_trackers()  # or a later cell would change outputs that are gone

    def _ended(self, error: Exception) -> str:
        process = getattr(self.km and self.km.provisioner, "process", None)
        code = process.poll() if process is not None else None
        if code is None:
            return f"the kernel did not answer any more ({type(error).__name__})"
        return f"the kernel died ({f'signal {-code}' if code < 0 else f'exit status {code}'})"


def _plain(output: Any) -> list[str]:
    """Return an output as its kind, its name and its text; a picture is a word."""
    kind = output.output_type
    if kind == "stream":
        return [kind, str(output.name), str(output.text)]
    if kind == "error":
        return [kind, str(output.ename), f"{output.evalue}\n" + "\n".join(map(str, output.traceback))]
    text = output.data.get("text/plain", "")
    text = "".join(map(str, text)) if isinstance(text, list) else str(text)
    picture = any(name.startswith("image/") for name in output.data)
    return [kind, "picture" if picture else "", text]


def _joined(outputs: Iterable[list[str]]) -> list[list[str]]:
    """Join what a stream printed in a row; nbclient's own way takes the square of the time of a long line."""
    joined: list[list[str]] = []
    for output in outputs:
        if joined and output[0] == "stream" and joined[-1][:2] == output[:2]:
            joined[-1][2] += output[2]
        else:
            joined.append(output)
    return joined


def _cut(outputs: list[list[str]]) -> list[list[str]]:
    left = KEPT
    for output in outputs:
        room = COUNTED_TEXT if output[0] in _COUNTED else max(left, 0)
        output[1:] = [output[1][:200], output[2][:room]]
        left -= len(output[2])
    return outputs


def main(handle: int, user: int) -> None:
    """Start a kernel as ``user``, and execute the cells that are sent."""
    line, _, request = settled(handle, user, processes=PROCESSES, start_bytes=START_BYTES)
    with tempfile.TemporaryDirectory(dir=request["folder"], prefix="k") as runtime:
        os.environ["JUPYTER_RUNTIME_DIR"] = runtime
        _without_fonts(Path(runtime))
        here = Path(request["folder"], "notebook")
        _write(request["files"], here)
        config = Config()
        if sys.platform != "win32":
            config.KernelManager.transport = "ipc"  # sockets in a folder: the sandbox has no others
            config.KernelManager.ip = str(Path(runtime, "s"))
        cells = Cells(config=config, timeout=request["seconds"], kernel_manager_class=Manager)
        cells.nb = new_notebook()  # type: ignore[no-untyped-call]
        cells.reset_execution_trackers()
        cells.resources = {"metadata": {"path": str(here)}}
        with cells.setup_kernel():
            number = 0
            line.reply(number, {"value": None})
            while True:
                (source,), _ = line.request()
                number += 1
                line.reply(number, {"value": cells.run(source)})


def _without_fonts(folder: Path) -> None:
    """Let a picture be drawn without a word on standard error, which would cost a test cell its points."""
    if not Path("/etc/fonts").exists():
        settings = folder / "fonts.conf"
        settings.write_text("<fontconfig/>", encoding="ascii")
        os.environ["FONTCONFIG_FILE"] = str(settings)


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    """Put the files that learners were given beside the notebook where its cells find them."""
    folder.mkdir()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
