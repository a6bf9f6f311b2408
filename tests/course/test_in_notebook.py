"""The check inside a real kernel: an interrupt stops it, and the kernel goes on."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
jupyter_client = pytest.importorskip("jupyter_client")

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


def executed(folder: Path, cells: list[str]) -> Any:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    client = nbclient.NotebookClient(
        notebook, kernel_name="python3", allow_errors=True, timeout=120, resources={"metadata": {"path": str(folder)}}
    )
    return client.execute()


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Any]:
    manager, client = jupyter_client.manager.start_new_kernel(cwd=str(tmp_path), kernel_name="python3")
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt is sent in another way there")
def test_an_interrupt_stops_the_check_and_not_the_kernel(kernel: Any) -> None:
    _, client = kernel
    endless = """
        import threading, os, signal
        from classroom import check
        from classroom.judge.worker.client import LIMITS, Limits
        def hello(name):
            while True:
                pass
        threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        check(hello)
    """
    answer = client.execute_interactive(textwrap.dedent(endless), timeout=60, output_hook=lambda message: None)
    content = answer["content"]
    assert (content["status"], content["ename"]) == ("error", "Interrupted")
    assert content["traceback"] == ["You stopped the check of hello. It does not count as a try."]
    left = "import psutil; left = [p for p in psutil.Process().children(True) if 'judge.worker' in str(p.cmdline())]"
    shown: list[str] = []
    client.execute_interactive(
        f"{left}; print(len(left))",
        timeout=60,
        output_hook=lambda message: shown.append(message["content"].get("text", "")),
    )
    assert "".join(shown).strip() == "0"


def test_a_check_says_that_the_newest_cell_is_not_valid_python(tmp_path: Path) -> None:
    good = "from classroom import check\ndef hello(name):\n    return f'Hello, {name}!'"
    cells = [good, "def hello(name):\n    return (", "check(hello)", good, "check(hello)"]
    first, second = (str(executed(tmp_path, cells).cells[at].outputs) for at in (2, 4))
    assert "This is the hello of an earlier cell: the one that you ran last is not valid Python" in first
    assert "earlier cell" not in second
