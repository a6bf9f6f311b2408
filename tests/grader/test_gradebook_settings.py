"""Our commands over nbgrader see the settings that nbgrader's own see: those of the machine, then the course's own."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from classroom.grader.gradebook.nbgrader_api import Failed, from_exchange, nbgrader_of
from tests.grader.classroom import SLUG, make_course, nbgrader

ROOT = Path(__file__).resolve().parents[2]
ON_THE_HUB = [ROOT / "deploy" / "config" / role for role in ("teacher", "everyone")]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course, and nobody's settings."""
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "nobody"))
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    monkeypatch.delenv("CHUNKLIB_EXCHANGE", raising=False)
    root = tmp_path / "course"
    root.mkdir()
    make_course(root)
    return root


def use(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", os.pathsep.join(map(str, folders)))


def settings(folder: Path, **exchange: Any) -> Path:
    folder.mkdir(exist_ok=True)
    lines = [f"get_config().Exchange.{name} = {value!r}\n" for name, value in exchange.items()]
    (folder / "nbgrader_config.py").write_text("".join(lines), "utf-8")
    return folder


def test_on_the_hub_we_collect_where_nbgrader_collects(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, *ON_THE_HUB)
    exchange = tmp_path / "exchange"
    inbound = exchange / "chunklib" / "inbound"
    inbound.mkdir(parents=True)
    exchange.chmod(0o1777)
    inbound.chmod(0o733)
    monkeypatch.setenv("CHUNKLIB_EXCHANGE", str(exchange))
    monkeypatch.setenv("CHUNKLIB_COURSE_FOLDER", str(course))
    handed_in = inbound / f"ada+{SLUG}+2026-11-22 08:00:00.000000 UTC+0a1b"
    handed_in.mkdir()
    (handed_in / f"{SLUG}.ipynb").write_text("{}", "utf-8")
    (handed_in / "timestamp.txt").write_text("2026-11-22 08:00:00.000000 UTC", "utf-8")
    assert from_exchange("01", course) == course / "grading" / "submitted"
    assert (course / "grading" / "submitted" / "ada" / SLUG / f"{SLUG}.ipynb").read_text("utf-8") == "{}"
    done = nbgrader(course, "collect", SLUG)
    assert done.returncode == 0, done.stderr
    assert f"Processing 1 submissions of '{SLUG}'" in done.stderr  # it looked into the same exchange


def test_without_an_exchange_we_say_nothing_of_our_settings(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, *ON_THE_HUB)
    with pytest.raises(Failed, match="^Unwritable directory, please contact your instructor"):
        from_exchange("01", course)


def test_folders_come_in_the_order_of_jupyter_and_the_course_last(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = settings(tmp_path / "first", root="/first", cache="/first")
    second = settings(tmp_path / "second", root="/second", cache="/second", timezone="Asia/Tokyo")
    (second / "jupyter_config.json").write_text(json.dumps({"Exchange": {"timestamp_format": "%Y"}}), "utf-8")
    (first / "nbgrader_config.json").write_text(json.dumps({"Exchange": {"cache": "/json"}}), "utf-8")
    use(monkeypatch, first, second)
    own = course / "nbgrader_config.py"
    own.write_text(f"{own.read_text('utf-8')}\nget_config().Exchange.root = '/own'\n", "utf-8")
    config = nbgrader_of(course).config
    assert dict(config.Exchange) == {
        "root": "/own",
        "cache": "/json",
        "timezone": "Asia/Tokyo",
        "timestamp_format": "%Y",
    }
    assert config.CourseDirectory.root == str(course)


def test_settings_that_cannot_be_read_are_named(course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = settings(tmp_path / "broken")
    (folder / "nbgrader_config.py").write_text("import os\nos.environ['NOT_THERE']\n", "utf-8")
    use(monkeypatch, folder)
    with pytest.raises(Failed) as caught:
        from_exchange("01", course)
    assert str(caught.value) == f"{folder / 'nbgrader_config.py'} cannot be read: KeyError: 'NOT_THERE'"
