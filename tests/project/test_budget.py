"""No folder has more lines than budget.toml allows, and the budget is not far above what there is."""

import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUDGET: dict[str, int] = tomllib.loads((ROOT / "budget.toml").read_text("utf-8"))
SLACK = 300  # lines: who takes out more than this lowers the number


@pytest.mark.parametrize("folder", BUDGET)
def test_a_folder_keeps_its_budget(folder: str) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("what belongs to the project is known in a checkout alone")
    pattern = "*.py" if folder == "all" else f"{folder}/*.py"
    listed = ["git", "-c", "safe.directory=*", "ls-files", "-z", pattern]  # also where it is not ours
    files = subprocess.check_output(listed, cwd=ROOT, text=True).split("\0")[:-1]
    lines = sum(len((ROOT / name).read_bytes().splitlines()) for name in files if (ROOT / name).is_file())
    assert BUDGET[folder] - SLACK <= lines <= BUDGET[folder], f"{folder}: {lines:,} lines"
