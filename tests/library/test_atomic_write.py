"""A table is written where its name leads: through a link, and never in place of a folder or a device."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from chunklib.atomic_write import replace_file, target_of
from tests.library.evaluation.sweep.test_sweep import DENSE, untouched
from tests.small_benchmark import begun, kept, parts, swept


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_followed(there: bool, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    if there:
        (tmp_path / "kept" / "real.csv").write_bytes(b"old")
    (tmp_path / "hop.csv").symlink_to(Path("kept", "real.csv"))
    (tmp_path / "link.csv").symlink_to("hop.csv")
    replace_file(tmp_path / "link.csv", b"new")
    assert (tmp_path / "kept" / "real.csv").read_bytes() == b"new"
    assert (tmp_path / "link.csv").readlink() == Path("hop.csv")
    assert names(tmp_path) == ["hop.csv", "kept", "kept/real.csv", "link.csv"]


def test_a_sweep_into_a_link_goes_on_where_it_was(tmp_path: Path) -> None:
    real, link, table = tmp_path / "real.csv", tmp_path / "link.csv", tmp_path / "table.csv"
    swept().save(table)
    link.symlink_to(real)
    begun(link, 5)
    assert len(parts(real)) == 5
    assert kept(link) == 5
    assert real.read_bytes() == table.read_bytes()
    assert (link.is_symlink(), names(tmp_path)) == (True, ["link.csv", "real.csv", "table.csv"])


def pipe(path: Path) -> None:
    os.mkfifo(path)


def plug(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.path.relpath(path))  # a long path would not do


KINDS: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (pipe, "cannot write {out}: it is a named pipe, not a file"),
    "socket": (plug, "cannot write {out}: it is a socket, not a file"),
    "folder": (Path.mkdir, "cannot write {out}: it is a folder, not a file"),
    "loop": (lambda path: path.symlink_to(path.name), "oo many levels of symbolic links"),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_refused_and_stays(kind: str, linked: bool, tmp_path: Path) -> None:
    make, said = KINDS[kind]
    special = tmp_path / "special"
    make(special)
    before, out = special.lstat(), special
    if linked:
        out = tmp_path / "link.csv"
        out.symlink_to(special)
    for write in (lambda: swept(DENSE, embed=untouched, out=out), lambda: replace_file(out, b"new")):
        with pytest.raises(OSError, match=".") as refused:
            write()
        assert said.format(out=out) in str(refused.value)
        assert "\n" not in str(refused.value)
    after = special.lstat()
    assert (after.st_ino, stat.S_IFMT(after.st_mode)) == (before.st_ino, stat.S_IFMT(before.st_mode))
    assert names(tmp_path) == (["link.csv", "special"] if linked else ["special"])


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="this system has no devices with names")
def test_a_device_is_no_file() -> None:
    """Asked only, never written: a writer that did not ask would put a file in its place."""
    with pytest.raises(OSError, match=f"cannot write {os.devnull}: it is a device, not a file"):
        target_of(Path(os.devnull))
