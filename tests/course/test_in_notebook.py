"""The check inside a real kernel: hostile functions, an interrupt, and views that a strict comparison accepts."""

from __future__ import annotations

import json
import subprocess
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
ROOT = Path(__file__).parents[2]
CELLS = [
    "from classroom import check, hint, progress, quiz, solution\nWORD = 'Hello'",
    "def helper(name):\n    return f'{WORD}, {name}!'",  # a global of another cell
    "def hello(name):\n    return helper(name)",
    "check(hello)",
    "def hello(name):\n    raise SystemExit",
    "check(hello)",
    "def hello(name):\n    import os\n    os._exit(1)",
    "check(hello)",
    "def hello(name):\n    while True:\n        print('x' * 1000)",
    "check(hello)",
    "def hello(name):\n    return input()",
    "check(hello)",
    "hint('hello')",
    "solution('hello')",
    "progress()",
    "quiz('00')",
    "check('hello')",
    "check(lambda n: n, 'nobody')",
    "'the kernel lives'",
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CHUNKLIB_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


def executed(folder: Path, cells: list[str]) -> Any:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    client = nbclient.NotebookClient(
        notebook, kernel_name="python3", allow_errors=True, timeout=120, resources={"metadata": {"path": str(folder)}}
    )
    return client.execute()


@pytest.mark.slow
def test_hostile_functions_in_a_kernel(folder: Path) -> None:
    notebook = executed(folder, CELLS)
    plain: dict[str, list[str]] = {}
    for cell in notebook.cells:
        for output in cell.outputs:
            text = output["data"]["text/plain"] if "data" in output else "\n".join(output.get("traceback", []))
            plain.setdefault(cell.source, []).append(text)
            assert len(json.dumps(output)) < 20_000
    shown = [text for source, texts in plain.items() if source == "check(hello)" for text in texts]
    assert [text.splitlines()[0].split("   ")[1] for text in shown] == ["✓ right"] + ["✗ not yet"] * 4
    for text, word in zip(shown[1:], ["SystemExit", "exit status 1", "had not ended", "nobody to answer"], strict=True):
        assert word in text
    assert "line 2    raise SystemExit" in shown[1]
    assert plain["hint('hello')"][0].startswith("Hint 1 of 3")
    assert plain["solution('hello')"][0].startswith("def hello(name: str) -> str:")
    assert "✓ right" in plain["progress()"][0]
    assert plain["check('hello')"] == ["check takes the function itself, without quotes: check(hello)"]
    assert plain["check(lambda n: n, 'nobody')"][0].startswith('there is no exercise "nobody"; there are ')
    assert plain["'the kernel lives'"] == ["'the kernel lives'"]


@pytest.fixture
def kernel(folder: Path) -> Iterator[Any]:
    manager, client = jupyter_client.manager.start_new_kernel(cwd=str(folder), kernel_name="python3")
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


@pytest.mark.slow
def test_a_strict_comparison_accepts_the_stored_outputs(folder: Path) -> None:
    pytest.importorskip("nbval")
    stable = [CELLS[0], CELLS[1], CELLS[2], "check(hello)", "hint('hello')", "progress()", "quiz('00')"]
    stable += ["def hello(name):\n    return 'Hello'", "check(hello)", "quiz('00', answers='abc')"]
    stable.insert(1, "import os, tempfile\nos.environ['CHUNKLIB_STATE'] = tempfile.mkdtemp()")
    notebook = executed(folder, stable)
    for cell in notebook.cells:
        for output in cell.outputs:
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    notebook.metadata.pop("widgets", None)
    path = folder / "stable.ipynb"
    nbformat.write(notebook, path)
    command = [sys.executable, "-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(path)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stdout
    assert f"{len(stable)} passed" in done.stdout
