"""The line that counts while a long cell runs: seen while it runs, and the same in every stored run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from classroom.lessons.counter import counter

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

ROOT = Path(__file__).parents[2]
CELL = """\
from classroom.lessons.counter import counter
advance = counter("steps")
for done in range(4):
    advance(done, 3)
print("done")"""


@pytest.fixture
def executed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[str]]:
    """A notebook after its run, and the texts that its line had on the way."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    seen: list[str] = []

    class Client(nbclient.NotebookClient):  # type: ignore[misc,name-defined]
        def process_message(self, msg: Any, *more: Any) -> Any:
            if msg["msg_type"] in ("display_data", "update_display_data"):
                seen.append(msg["content"]["data"]["text/plain"])
            return super().process_message(msg, *more)

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    Client(notebook, kernel_name="python3", timeout=60, resources={"metadata": {"path": str(tmp_path)}}).execute()
    return notebook, seen


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_the_line_counts_and_leaves_no_trace(executed: tuple[Any, list[str]], tmp_path: Path) -> None:
    notebook, seen = executed
    assert seen == ["3 steps", "3 steps", "1 of 3 steps", "2 of 3 steps", "3 steps"]
    first, last = notebook.cells[0].outputs
    assert (first.data["text/plain"], last.text) == ("3 steps", "done\n")
    path = tmp_path / "counted.ipynb"
    nbformat.write(notebook, path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "--nbval"]
    compared = subprocess.run([*command, str(path)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert compared.returncode == 0, compared.stdout


def test_outside_of_a_notebook_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    advance = counter()
    advance(0, 2)
    advance(2, 2)
    assert capsys.readouterr() == ("", "")
