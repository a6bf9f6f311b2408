"""The pages show what their commands print, their code runs, and their links lead somewhere."""

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
PAGES = {path: path.read_text("utf-8") for path in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]}
SHOWN = re.findall(r"^```\n\$ (chunklib .+)\n((?:.*\n)*?)```$", "\n".join(PAGES.values()), re.MULTILINE)
LINK = re.compile(r"\]\(([^)#: ]*)(?:#([^)]+))?\)")


def test_every_splitter_and_every_release_is_shown_and_ours_keep_the_contract() -> None:
    assert [command.split()[1] for command, _ in SHOWN] == ["compare", "sweep", "effects", "cost"]
    rows = SHOWN[0][1].splitlines()[2:]
    told = [line.removeprefix("failed: ").split(" ")[0].removesuffix(":") for line in rows]
    assert set(splitters()) <= set(told)
    assert [line for line in rows if line.split(" ")[0] in STRATEGIES and not line.endswith(" none")] == []
    assert [peer.name for peer in PEERS.values() if f"{peer.package} {peer.version}" not in rows[-1]] == []


@pytest.mark.parametrize(
    ("command", "output"),
    [pytest.param(*one, marks=[pytest.mark.slow] if re.search("compare|sweep", one[0]) else []) for one in SHOWN],
)
def test_a_command_prints_what_is_shown(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)[1:]) == 0
    assert capfdbinary.readouterr().out.decode() == output


@each("name, printed", {
    "README.md": r"\w+:\d+-\d+ \d+ \d+ True\nTrue\n",
    "docs/compare.md": r"✓ exact .*\n✗ bounded (?s:.*)",
    "docs/library.md": r".*minimum 20.*\n",
    "docs/measuring.md": r"recall 0\.\d\d, precision 0\.\d{3}, \d\.\d\d times the text\n",
}.items())  # fmt: skip
def test_the_code_of_a_page_runs(name: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    [code] = re.findall(r"^```python\n((?:.*\n)*?)```$", PAGES[ROOT / name], re.MULTILINE)
    exec(code, {})  # noqa: S102 (our own page)
    assert re.fullmatch(printed, capsys.readouterr().out)


@each("page, link, anchor", [(page, *found) for page in PAGES for found in LINK.findall(PAGES[page])])
def test_a_link_leads_somewhere(page: Path, link: str, anchor: str) -> None:
    target = page.parent / link if link else page
    assert target.exists()
    titles = re.findall(r"^##* (.+)$", target.read_text("utf-8"), re.MULTILINE) if anchor else []
    named = [re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles]
    assert not anchor or anchor in named or f'<a id="{anchor}">' in target.read_text("utf-8")
