"""The README shows what its commands print, and its code runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from chunklib import STRATEGIES
from chunklib.adapters import PEERS
from chunklib.adapters.compare import splitters
from chunklib.cli import main
from tests.each import each

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```\n\$ (chunklib .+)\n((?:.*\n)*?)```$", README, re.MULTILINE)
CODE = re.findall(r"^```python\n((?:.*\n)*?)```$", README, re.MULTILINE)


def test_something_is_shown() -> None:
    assert [command.split()[1] for command, _ in SHOWN] == ["compare", "sweep", "effects"]
    assert len(CODE) == 3


def test_every_splitter_and_every_release_is_shown_and_ours_keep_the_contract() -> None:
    rows = SHOWN[0][1].splitlines()[2:]
    told = [line.removeprefix("failed: ").split(" ")[0].removesuffix(":") for line in rows]
    assert set(splitters()) <= set(told)
    assert [line for line in rows if line.split(" ")[0] in STRATEGIES and not line.endswith(" none")] == []
    assert [peer.name for peer in PEERS.values() if f"{peer.package} {peer.version}" not in rows[-1]] == []


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_a_command_prints_what_is_shown(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)[1:]) == 0
    assert capfdbinary.readouterr().out.decode() == output


def test_the_code_runs_from_first_to_last(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for code in CODE:
        exec(code, names)  # noqa: S102 (our own README)
    first, audited, adaptive, found = capsys.readouterr().out.splitlines()
    assert first.endswith(" True")
    assert audited == "True"
    assert "minimum 20" in adaptive
    assert re.fullmatch(r"recall 0\.\d\d, precision 0\.\d{3}, \d\.\d\d times the text", found)


@each("link", re.findall(r"\]\(([^)#: ]+)\)", README))
def test_a_link_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
