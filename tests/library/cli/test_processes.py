"""The command line in a process of its own: closed streams, full disks, locales, no network, signals, a terminal."""

import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commandline import MANY, ODD, WAIT, Done, command, environment, launch, shell


def test_without_the_sentence_splitter(tmp_path: Path) -> None:
    Path(tmp_path, "doc").write_text("One is here. Two is here.", "utf-8")
    words = command("chunk", "doc", "--strategy", "sentences", first="import sys; sys.modules['nupunkt'] = None")
    assert launch(words, tmp_path).refusal == "sentences need the package nupunkt: pip install 'chunklib[sentences]'"


@pytest.mark.parametrize(("line", "status", "said"), [
    ("chunklib chunk <&-", 2, "chunklib: cannot read standard input: it is closed\n"),
    ("chunklib chunk doc >&-", 2, "chunklib: cannot write: standard output is closed\n"),
    ("chunklib doctor >&-", 2, "chunklib: cannot write: standard output is closed\n"),
    ("chunklib chunk doc >/dev/full", 2, "chunklib: cannot write the output: no space left on device\n"),
    ("chunklib chunk gone 2>&-", 2, ""),
    ("chunklib chunk gone 2>/dev/full", 2, ""),
])  # fmt: skip
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
def test_streams_that_are_closed_or_full(line: str, status: int, said: str, tmp_path: Path) -> None:
    Path(tmp_path, "doc").write_text("one", "utf-8")
    assert shell(line, tmp_path) == Done(status, b"", said)


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_reader_that_goes_away(form: str, tmp_path: Path) -> None:
    Path(tmp_path, "doc").write_text(MANY[:200_000], "utf-8")  # three times what a pipe holds
    done = shell(f"chunklib chunk doc --size 20 --format {form} | head -1; exit ${{PIPESTATUS[0]}}", tmp_path)
    assert (done.status, done.out.count(b"\n"), done.err) == (141, 1, "")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names of files are Unicode there")
def test_a_locale_without_unicode(tmp_path: Path) -> None:
    Path(tmp_path, "é 文").write_bytes(ODD.encode())
    c = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = command("chunk", "é 文", "--size", 20, "--format", "jsonl")
    there = launch(words, tmp_path, **c)
    assert there.chunks[0]["id"].startswith("é 文:0-")
    assert there == launch(words, tmp_path, LC_ALL="C.UTF-8")
    assert launch(command("chunk", "no é"), tmp_path, **c).refusal == r"cannot read no \xe9: no such file or directory"


@pytest.mark.required_in_ci
def test_no_network_is_asked_for_a_vocabulary(tmp_path: Path) -> None:
    prefixes = (["unshare", "--net"], ["unshare", "--map-root-user", "--net"])
    works = [prefix for prefix in prefixes if shutil.which(prefix[0]) and not subprocess.call([*prefix, "true"])]
    if not works:
        pytest.skip("this machine lets nobody make a network namespace (unshare)")
    Path(tmp_path, "doc").write_text("one two", "utf-8")
    alone = ["env", f"TIKTOKEN_CACHE_DIR={tmp_path / 'cache'}", *works[0]]
    done = launch([*alone, *command("chunk", "doc", "--format", "jsonl")], tmp_path)
    assert [chunk["size"] for chunk in done.chunks] == [2]


def output_of(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """Return what a process still writes, and end it if it does not end by itself."""
    try:
        return process.communicate(timeout=WAIT)
    finally:
        process.kill()


def test_interrupted_while_writing(tmp_path: Path) -> None:
    Path(tmp_path, "doc").write_text(MANY[:300_000], "utf-8")
    words = command("chunk", "doc", "--size", 20, "--format", "jsonl")
    reader, writer = os.pipe()
    with subprocess.Popen(words, cwd=tmp_path, env=environment(), stdout=writer, stderr=subprocess.PIPE) as process:
        while select.select([], [writer], [], 0)[1] and process.poll() is None:
            time.sleep(0.05)  # until the pipe is full: nobody reads, and the command waits
        process.send_signal(signal.SIGINT)
        said = output_of(process)[1]
    os.close(writer)
    with open(reader, "rb") as unread:  # noqa: PTH123
        written = unread.read()
    assert (process.returncode, said) == (130, b"chunklib: interrupted\n")
    assert 0 < len(written) < 150_000


IMPATIENT = "from chunklib import terminal_progress; terminal_progress._PATIENCE = 0.02"
LONG = ("chunk", "long.txt", "--ruler", "words", "--size", 30_000, "--format", "jsonl")


@pytest.mark.parametrize("interrupt", [False, True])
def test_long_work_on_a_terminal(interrupt: bool, tmp_path: Path) -> None:
    Path(tmp_path, "long.txt").write_text(MANY, "utf-8")
    reader, terminal = pty.openpty()
    words = command(*LONG, first=IMPATIENT)
    with subprocess.Popen(words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=terminal) as process:
        os.close(terminal)
        assert select.select([reader], [], [], WAIT)[0]  # the first line that says what takes so long
        if interrupt:
            process.send_signal(signal.SIGINT)
        out = output_of(process)[0]
    shown = read_all(reader).decode()
    assert f"\r0 s  splitting long.txt ({len(MANY):,} characters)" in shown
    *_, last = shown.rstrip("\r\n").split("\r")
    if interrupt:
        assert (process.returncode, out, last) == (130, b"", "chunklib: interrupted")
    else:
        assert (process.returncode, last) == (0, " " * 79)
        assert [json.loads(line)["index"] for line in out.splitlines()] == list(range(len(out.splitlines())))


def read_all(terminal: int) -> bytes:
    """Return what is left to read of a terminal whose other side is closed."""
    data = b""
    while True:
        try:
            data += os.read(terminal, 100_000)
        except OSError:
            os.close(terminal)
            return data
