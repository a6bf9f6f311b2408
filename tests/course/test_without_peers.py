"""A learner has no other people's splitters but LangChain's; the lessons that compare them say what is missing."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat
import pytest

from chunklib.adapters.third_party import PEERS
from deploy.bundle.lock import read_lock

ROOT = Path(__file__).resolve().parents[2]
LEARNERS = {pin.name for pin in read_lock((ROOT / "requirements" / "learner.txt").read_text("utf-8"))}
ABSENT = sorted({peer.package for peer in PEERS.values()} - LEARNERS)

# Runs at the start of every Python that finds it: hides packages as if they were not installed.
HIDE = """
import importlib.metadata, sys

ABSENT = {absent!r}
MODULES = {{name.replace("-", "_").removesuffix("_core") for name in ABSENT}}
found = importlib.metadata.Distribution.from_name

def from_name(name):
    if name in ABSENT:
        raise importlib.metadata.PackageNotFoundError(name)
    return found(name)

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

importlib.metadata.Distribution.from_name = staticmethod(from_name)
sys.meta_path.insert(0, Hidden())
"""


def test_a_learner_has_langchain_alone() -> None:
    assert ABSENT == ["chonkie", "llama-index-core", "semantic-text-splitter", "semchunk", "unstructured"]


@pytest.mark.slow
def test_a_lesson_runs_without_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(HIDE.format(absent=ABSENT), "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    stored = (ROOT / "notebooks" / "13_production.ipynb").read_text("utf-8")
    notebook = nbformat.reads(stored, as_version=4)  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT / "notebooks")}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = "".join(output["text"] for output in outputs if output.get("name") == "stdout")
    for package in ("llama-index-core", "unstructured"):
        assert f"the package {package} is not installed: pip install 'chunklib[peers]'" in shown
