"""Share the learner of each test: a record of their own, and what they keep beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from classroom.judge.worker.client import Limits
from classroom.lessons.kept import outside, pipeline, smart


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the record of this test's learner, which is not made yet; kernels find the tests."""
    monkeypatch.setenv("CHUNKLIB_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    return tmp_path / "state"


@pytest.fixture
def own(state: Path) -> Path:
    """Return the folder of what is kept."""
    return state / "my_rag"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """End what is endless soon."""
    limits = Limits(cpu=0.5, wall=5, first=0, start=30, total=60)
    monkeypatch.setattr(outside.outside, "__kwdefaults__", {"limits": limits})
    for module in (pipeline, smart):
        monkeypatch.setattr(module, "LIMITS", limits)
