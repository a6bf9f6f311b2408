"""Share what tests of several folders need."""

from pathlib import Path

import pytest

from tests.commandline import Run, runner


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder of its own."""
    return runner(capfdbinary, monkeypatch, tmp_path)
