"""A journal survives a kill: entries are whole, damaged ones are named, one process writes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from chunklib.atomic_write import replace_file
from chunklib.journal import Journal, locked

HOLDS = """
import sys, time
from pathlib import Path
from chunklib.journal import locked
with locked(Path(sys.argv[1]), "busy"):
    print("held", flush=True)
    time.sleep(600)
"""


def journal(folder: Path) -> Journal:
    return Journal(folder, ".json", (ValueError,))


def test_entries_come_back_and_damaged_ones_are_named(tmp_path: Path) -> None:
    one = journal(tmp_path)
    one.put("a", b"1")
    one.put("b", b"2")
    (tmp_path / "b.json").write_bytes(b"{")
    again = journal(tmp_path)
    assert sorted(again) == ["a", "b"]
    assert [again.get(name, json.loads) for name in ("a", "b", "c")] == [1, None, None]
    assert again.damaged == {"b"}
    again.remove("a")
    again.remove("c")
    assert list(again) == ["b"]


def test_what_was_begun_is_removed_when_it_is_opened_and_nothing_else(tmp_path: Path) -> None:
    begun, others = tmp_path / ".a.json.4711", [tmp_path / name for name in (".a.json.old", "notes.txt", ".b.txt.1")]
    for path in (begun, *others):
        path.write_bytes(b"")
    assert list(journal(tmp_path)) == []
    assert not begun.exists()
    assert all(path.exists() for path in others)


def test_a_lock_is_released_however_its_process_ends(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "lock"
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(path)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(ValueError, match="^at work$"), locked(path, "at work"):
            pass
        other.kill()
    assert path.exists()
    with locked(path, "at work"):
        assert path.exists()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_on_a_file_that_is_gone_keeps_nobody_out_and_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "lock"
    monkeypatch.setattr(fcntl, "flock", lambda *_: path.unlink())  # the process before us ends just then
    with pytest.raises(ValueError, match="^at work$"), locked(path, "at work"):
        pass


def test_a_new_file_can_be_its_owners_alone(tmp_path: Path) -> None:
    replace_file(tmp_path / "seed", b"secret", mode=0o600)
    assert (tmp_path / "seed").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["seed"]
