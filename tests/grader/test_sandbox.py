"""Code in the sandbox sees and can do only what it may, for each bubblewrap and each kind of user that starts it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import pytest

from classroom.grader.sandbox import bubblewrap as sandbox
from classroom.grader.sandbox.bubblewrap import Bubblewrap, NoSandbox, find_bubblewrap, packaged, sandboxed
from classroom.grader.sandbox.sandbox_process import Student
from classroom.grader.sandbox.self_test import try_sandbox
from classroom.judge.worker.client import Dead, Limits

ROOT = Path(__file__).resolve().parents[2]
CELLS = ["def run(code):\n    space = {}\n    exec(code, space)\n    return space.get('r')"]
NAMES = ("07_smart_chunk.ipynb", "master.py", "smart_chunk.py", "hello.py", "hostile_class.py", "property_scores.py")
REFUSED_BY_THE_SYSTEM = (
    "import socket\nsocket.socket()",
    "import socket\nsocket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
    "import socket\nsocket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "import socket\nsocket.socket(40, socket.SOCK_STREAM)",
    "import mmap\nmmap.mmap(-1, 4096)",
    "import os\nos.memfd_create('x')",
    "import os\nos.chroot('/scratch')",
    "import os\nos.setuid(12345)",
    "import os, signal\nos.kill(2**22, signal.SIGKILL)",
    "open('/proc/self/status')",
    "import os\nos.listdir('/root/.ssh')",
    "import resource\nresource.setrlimit(resource.RLIMIT_NPROC, (9999, 9999))",
    "import os\nos.truncate('/scratch/big', 0) or 1 / 0",
)
REFUSED_BY_THE_KERNEL = (
    "unshare(0x10000000)",
    "ptrace(0, 0, 0, 0)",
    "shmget(0, 4096, 0o1600)",
    "msgget(0, 0o1600)",
    "semget(0, 1, 0)",
)
LIMITS = Limits(cpu=4.0, wall=15.0, first=4.0, start=20.0, total=60.0, memory=2**29, reply=10**6)

pytestmark = pytest.mark.required_in_ci


@cache
def found() -> dict[str, Bubblewrap]:
    """Return every bubblewrap that works here: for the user who runs the tests; for root also with a user namespace."""
    try:
        first = find_bubblewrap()
        try_sandbox(first)
    except NoSandbox as error:
        pytest.skip(str(error))
    by_user = {"": first} | ({} if first.user is None else {" in a user namespace": replace(first, user=None)})
    wheel = packaged()
    others = {f"the wheel's{name}": replace(one, command=wheel) for name, one in by_user.items() if wheel}
    return {f"found{name}": one for name, one in by_user.items()} | others


@cache
def names_of_the_course() -> set[str]:
    return {path.name for part in ("solutions", "exercises", "tests", "classroom") for path in (ROOT / part).rglob("*")}


WHEELS = [pytest.param(name, marks=pytest.mark.slow) for name in ("the wheel's", "the wheel's in a user namespace")]


@pytest.fixture(scope="module", params=["found", "found in a user namespace", *WHEELS])
def one(request: pytest.FixtureRequest) -> Bubblewrap:
    if request.param not in found():
        pytest.skip("root alone can be both, and the wheel is for x86_64")
    return found()[request.param]


@pytest.fixture(scope="module")
def ask(one: Bubblewrap) -> Iterator[Any]:
    """Run code in one sandbox; what a test leaves there is in the way of no other."""
    with Student(one, CELLS, "run", LIMITS) as student:
        student.ready()
        yield lambda code: student.call((code,), {})


def value(answer: dict[str, Any]) -> Any:
    assert "raised" not in answer, (answer["raised"], answer["message"])
    return answer["value"]


def test_nothing_of_the_course_is_seen(ask: Any) -> None:
    assert set(NAMES) <= names_of_the_course()  # or this test would look for nothing
    walk = f"import os\nr = [n for d, _, names in os.walk('/') for n in names if n in {NAMES}]"
    assert value(ask(walk)) == []
    top = set(value(ask("import os\nr = os.listdir('/')")))
    assert "scratch" in top
    assert not top & {"tmp", "var", "run", "sys", "proc", "boot", "mnt", "srv", "opt"} - set(sys.prefix.split("/"))


def test_only_the_scratch_folder_takes_anything(ask: Any) -> None:
    write = """
import os
r = []
for d, folders, names in os.walk('/'):
    for place in [os.path.join(d, 'new'), *[os.path.join(d, n) for n in names[:1]]]:
        try:
            open(place, 'ab').close()
            r.append(place)
        except OSError: pass
"""
    places = value(ask(write))
    assert {place for place in places if not place.startswith(("/scratch/", "/dev/"))} == set()
    assert "/scratch/new" in places


def test_the_system_refuses(ask: Any) -> None:
    for code in REFUSED_BY_THE_SYSTEM:
        assert "Exception" in ask(code).get("bases", ()), code
    for call in REFUSED_BY_THE_KERNEL:
        code = f"import ctypes\nc = ctypes.CDLL(None, use_errno=True)\nr = [c.{call}, ctypes.get_errno()]"
        assert value(ask(code)) == [-1, 1], call


def test_what_a_notebook_needs_is_there(ask: Any) -> None:
    assert value(ask("import threading\nt = threading.Thread(target=print)\nt.start()\nt.join()\nr = 1")) == 1
    assert value(ask("import numpy, regex, chunklib.strategies\nr = numpy.arange(3).sum().item()")) == 3
    assert value(ask("import tempfile, pathlib\nr = pathlib.Path(tempfile.mkdtemp(), 'f').write_text('ab')")) == 2
    assert value(ask("import socket\na, b = socket.socketpair()\na.send(b'x')\nr = b.recv(1)")) == b"x"
    assert value(ask("import os\nr = dict(os.environ).get('HOME'), len(os.environ)"))[0] == "/scratch"
    fork = "import os\npid = os.fork() or os._exit(7)\nr = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])"
    assert value(ask(fork)) == 7


def test_no_setting_of_the_teacher_is_inherited_and_no_scratch_folder_shared(
    one: Bubblewrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASS_SEED", "a secret")
    look = (
        "import os\nr = os.listdir('.') + [v for v in os.environ.values() if 'secret' in v]\nopen('mine', 'w').close()"
    )
    for _ in range(2):
        with Student(one, CELLS, "run", LIMITS) as student:
            student.ready()
            assert value(student.call((look,), {})) == []


def test_memory_of_files_is_counted(one: Bubblewrap) -> None:
    with Student(one, CELLS, "run", replace(LIMITS, memory=2**27)) as student:
        student.ready()
        with pytest.raises(Dead, match="memory"):
            student.call(("n = 0\nwhile True:\n    n += 1\n    open(f'f{n}', 'w').close()",), {})


def test_what_is_left_running_ends_with_it(one: Bubblewrap) -> None:
    orphan = (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(99)\n    os._exit(0)"
    )
    before = psutil.Process().children(recursive=True)  # of other tests
    with Student(one, CELLS, "run", LIMITS) as student:
        student.ready()
        student.call((orphan,), {})
        inside = [process for process in psutil.Process().children(recursive=True) if process not in before]
        assert len(inside) >= 4  # bubblewrap twice, Python, and the orphan
    assert [process for process in inside if process.is_running()] == []


def test_it_ends_with_the_grader() -> None:
    """If the grader is killed, the sandbox ends with it."""
    script = (
        "from classroom.grader.sandbox.bubblewrap import find_bubblewrap\n"
        "from classroom.grader.sandbox.sandbox_process import Student\n"
        "s = Student(find_bubblewrap(), ['import os\\nos.fork()\\nwhile True: pass'], 'f')\n"
        "try: s.ready()\nexcept BaseException: pass"
    )
    found()
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT) as grader:
        process = psutil.Process(grader.pid)
        inside = _wait_for(lambda: [p for p in process.children(recursive=True) if len(process.children(True)) >= 4])
        grader.send_signal(signal.SIGKILL)
    assert _wait_for(lambda: not [p for p in inside if p.is_running() and p.status() != psutil.STATUS_ZOMBIE])


def _wait_for(test: Any) -> Any:
    for _ in range(600):
        result = test()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError("waited 30 seconds")


def test_what_lies_inside_a_folder_that_is_shown_can_be_hidden(one: Bubblewrap) -> None:
    """Python's own folder is shown; something there is covered."""
    at = Path(sys.prefix) / f"hidden-by-a-test-{os.getpid()}"
    book, folder = at / "gradebook.db", at / "solutions"
    look = f"import os\nr = os.listdir({str(folder)!r}) + os.listdir({str(at)!r})"
    read = f"r = open({str(book)!r}).read()"
    try:
        folder.mkdir(parents=True)
        (folder / "key.py").write_text("answer = 42")
        book.write_text("20 points")
        with Student(one, CELLS, "run", LIMITS) as student:
            student.ready()
            assert value(student.call((read,), {})) == "20 points"
            assert "key.py" in value(student.call((look,), {}))
        with Student(replace(one, hide=(folder, book, at / "nothing")), CELLS, "run", LIMITS) as student:
            student.ready()
            assert sorted(value(student.call((look,), {}))) == ["gradebook.db", "solutions"]
            assert student.call((read,), {})["raised"] == "PermissionError"
    finally:
        shutil.rmtree(at)


def test_python_inside_a_hidden_folder_is_shown_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course = tmp_path / "system" / "course"
    (course / "python").mkdir(parents=True)
    monkeypatch.setattr(sandbox, "_SYSTEM", (str(tmp_path / "system"),))
    monkeypatch.setattr(sys, "prefix", str(course / "python"))
    line = sandboxed(Bubblewrap("bwrap", hide=(course,)), ["true"], vocabularies=None, seccomp=None)
    cover = line.index(str(course))
    assert line[cover - 1] == "--tmpfs"
    assert line[cover:].count(str(course / "python")) == 2
    assert line[-1] == "true"


def test_what_cannot_be_hidden_is_refused() -> None:
    with pytest.raises(NoSandbox, match="holds the system or Python: move it"):
        sandboxed(Bubblewrap("bwrap", hide=(Path(sys.prefix),)), ["true"], vocabularies=None, seccomp=None)


TELLING = (
    "import sys\nr = sys.orig_argv",
    "import sys\nr = (sys.executable, sys.prefix, sys.base_prefix, sys.path)",
    "import numpy\nr = {numpy.__file__: [numpy.__path__[0]]}",
    "import os, sys\nr = os.path.realpath(sys.executable).encode().decode()",
    "import sys\nprint(sys.path)",
    "import sys, tiktoken\nraise ValueError(f'{sys.orig_argv} {tiktoken.__file__}:1 ({sys.prefix})')",
    "import numpy\nraise type(numpy.__file__, (Exception,), {})",
    "import sys\nr = type('T', (), {'__repr__': lambda self: sys.prefix})()",
)


@pytest.mark.parametrize("trusted", [False, True])
def test_nothing_that_comes_back_says_where_things_are_on_this_machine(trusted: bool) -> None:
    bubblewrap = None if trusted else next(iter(found().values()))
    with Student(bubblewrap, CELLS, "run", LIMITS) as student:
        student.ready()
        for code in TELLING:
            told = str(student.call((code,), {}))
            for place in (ROOT, sys.prefix, sys.base_prefix, Path(sys.executable).resolve().parent):
                assert Path(place).parts[1:3] == ("usr",) or "/".join(Path(place).parts[:3])[1:] not in told, told
