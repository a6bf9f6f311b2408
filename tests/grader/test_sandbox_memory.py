"""Memory that no process shows is refused, or counted: each way to take it is tried inside, well below what harms."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from classroom.grader.sandbox.bubblewrap import Bubblewrap
from classroom.grader.sandbox.measuring import make_group, used_by
from classroom.grader.sandbox.sandbox_process import Student
from classroom.judge.worker.client import Dead, Limits
from tests.grader.test_sandbox import CELLS, found, value

MEMORY = 2**27
LIMITS = Limits(cpu=8.0, wall=15.0, first=4.0, start=20.0, total=60.0, memory=MEMORY, reply=10**6)
HOARD = """
import array, ctypes, fcntl, os, resource, signal, socket, struct, threading, time
C = ctypes.CDLL(None, use_errno=True)
MOST = 300 * 2**20
kept = []
def fill(handle):
    os.set_blocking(handle, False)
    n = 0
    try:
        while n < MOST: n += os.write(handle, b'x' * 65536)
    except BlockingIOError: pass
    return n
def everywhere(hoard, times):
    'Call in so many processes; return the sum of what they say.'
    ours, theirs = os.pipe()
    for _ in range(times):
        if os.fork() == 0:
            os.write(theirs, struct.pack('q', hoard()))
            time.sleep(60)
    return sum(struct.unpack('q', os.read(ours, 8))[0] for _ in range(times))
"""
REFUSED = {
    "a larger buffer to send": "socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * 2**20)",
    "a larger buffer to receive": "socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * 2**20)",
    "by force": "socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, 32, 4 * 2**20)",
    "a larger pipe": "fcntl.fcntl(os.pipe()[1], fcntl.F_SETPIPE_SZ, 2**20)",
    "a file of memory": "os.memfd_create('x')",
    "shared memory": "import mmap\nmmap.mmap(-1, 4096)",
    "shared memory, huge": "import mmap\nmmap.mmap(-1, 2**21, flags=0x40000 | mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)",
    "less of a processor": "os.nice(5)",
    "no processor but an idle one": "os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))",
    "the same for its children": (
        "os.sched_setscheduler(0, os.SCHED_IDLE | os.SCHED_RESET_ON_FORK, os.sched_param(0))"
    ),
    "pages handed on": "os.splice(os.open('/dev/null', os.O_RDONLY), os.pipe()[1], 1)",
}
REFUSED_CALLS = {  # what is called, and the error
    "inotify_init()": 1,
    "inotify_init1(0)": 1,
    "fanotify_init(0, 0)": 1,
    "vmsplice(1, None, 0, 0)": 1,
    "tee(0, 1, 1, 0)": 1,
    "prctl(41, 0, 0, 0, 0)": 1,
    "prctl(41, 1, 2, 0, 0)": 1,
    "syscall(444, 0, 0, 0)": 38,  # landlock_create_ruleset
    "syscall(425, 1, None)": 38,  # io_uring_setup
    "syscall(447, 0)": 38,  # memfd_secret
    "syscall(435, None, 0)": 38,  # clone3
    "syscall(999, 0)": 38,
}
TAKEN = {
    "sockets, filled": """
def hoard():
    for _ in range(100):
        pair = socket.socketpair()
        kept.extend(pair)
        yield sum(fill(one.fileno()) for one in pair)
r = everywhere(lambda: sum(hoard()), 6)
""",
    "sockets that nobody has accepted": """
server = socket.socket(socket.AF_UNIX)
server.bind('door')
server.listen(4096)
r = 0
while r < MOST:
    with socket.socket(socket.AF_UNIX) as one:
        one.setblocking(False)
        try: one.connect('door')
        except BlockingIOError: break
        r += fill(one.fileno())
""",
    "sockets on their way": """
r, chain = 0, socket.socketpair()
while r < MOST:
    pair = socket.socketpair()
    r += fill(pair[0].fileno()) + fill(pair[1].fileno())
    try: socket.send_fds(pair[0], [b'x'], [one.fileno() for one in chain])
    except OSError: pass
    kept.append(pair)
    chain = pair
    if len(kept) > 100: break
""",
    "pipes, filled": """
def hoard():
    for _ in range(100):
        pair = os.pipe()
        yield fill(pair[1])
r = everywhere(lambda: sum(hoard()), 20)
""",
    "a process whose first thread has ended": """
def hoard():
    kept.append(b'x' * 200 * 2**20)
    os.write(theirs, b'x')
    time.sleep(60)
ours, theirs = os.pipe()
if os.fork() == 0:
    threading.Thread(target=hoard).start()
    C.pthread_exit(None)
r = len(os.read(ours, 1)) * 200 * 2**20
""",
    "files that are gone and still open": """
r = 0
try:
    for number in range(200):
        file = open(f'f{number}', 'wb', buffering=0)
        kept.append(file)
        os.unlink(file.name)
        for _ in range(4): r += file.write(b'x' * 2**20)
except OSError: pass
""",
    "shared memory with a name": """
from multiprocessing.shared_memory import SharedMemory
r = 0
try:
    for _ in range(20):
        one = SharedMemory(create=True, size=2**24)
        kept.append(one)
        os.posix_fallocate(one._fd, 0, 2**24)
        r += 2**24
except OSError: pass
""",
    "tables of pages": """
import mmap
for _ in range(200):
    m = mmap.mmap(-1, 2**30 // 4, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)
    m[0]
r = 0
""",
    "memory in pieces": """
C.mmap.restype = ctypes.c_void_p
C.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
C.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
def hoard():
    at = C.mmap(None, 40_000 * 4096, 1, 0x4022, -1, 0)
    return sum(C.mprotect(at + page * 4096, 4096, 0) + 1 for page in range(0, 40_000, 2)) * 400
r = everywhere(hoard, 20)
""",
    "signals that wait": """
def hoard():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    n = 0
    while n < 10**6 and C.sigqueue(os.getpid(), int(signal.SIGRTMIN), None) == 0: n += 1
    return n
r = everywhere(hoard, 5) * 2**10
""",
}

pytestmark = pytest.mark.required_in_ci


@pytest.fixture(params=["found", pytest.param("found in a user namespace", marks=pytest.mark.slow)])
def one(request: pytest.FixtureRequest) -> Bubblewrap:
    if request.param not in found():
        pytest.skip("root alone can be both")
    return found()[request.param]


@pytest.fixture
def ask(one: Bubblewrap) -> Iterator[Any]:
    with Student(one, CELLS, "run", LIMITS) as student:
        student.ready()
        yield lambda code: student.call((HOARD + code,), {})


def test_what_the_kernel_would_keep_is_refused(ask: Any) -> None:
    for kind, code in REFUSED.items():
        assert ask(code).get("raised") in ("PermissionError", "OSError"), kind
    for call, error in REFUSED_CALLS.items():
        assert value(ask(f"ctypes.set_errno(0)\nr = [C.{call}, ctypes.get_errno()]")) == [-1, error], call
    assert value(ask("r = C.prctl(42, 0, 0, 0, 0)")) == 1  # without huge pages


@pytest.mark.parametrize("kind", TAKEN)
def test_what_is_taken_is_counted_or_bounded(ask: Any, kind: str) -> None:
    """The code holds less than the limit by its own count, or it is ended, even before it is done."""
    try:
        answer = ask(f"{TAKEN[kind]}\nif r > {MEMORY}: time.sleep(1)")
    except Dead as dead:
        assert dead.detail == "used more than 0.125 GB of memory"  # noqa: PT017
    else:
        assert answer.get("raised", "MemoryError") in ("MemoryError", "OSError"), answer
        assert answer.get("value", 0) <= MEMORY


def test_a_pool_of_processes_works(ask: Any) -> None:
    pool = (
        "import builtins, sys\nsys.modules['__main__'].one = one = lambda n: n + 1\none.__qualname__ = 'one'\n"
        "one.__module__ = '__main__'\none.__name__ = 'one'\n"
    )
    use = "import concurrent.futures as c\nwith c.ProcessPoolExecutor() as p: r = list(p.map(one, [1, 2]))"
    assert value(ask(pool + use)) == [2, 3]
    use = "import multiprocessing\nwith multiprocessing.Pool() as p: r = p.map(one, [1, 2])"
    assert value(ask(pool + use)) == [2, 3]


def test_a_sleeping_thread_does_not_hide_one_that_works() -> None:
    own = used_by(os.getpid())
    assert own.running
    assert own.memory > 2**20


def _tree(root: Path, gives: str) -> tuple[Path, Path]:
    """Make a tree of control groups: ours is a part of a part that gives something to its parts."""
    inner = root / "user.slice" / "session.scope"
    inner.mkdir(parents=True)
    (root / "cgroup.controllers").write_text("cpu memory pids")
    (root / "user.slice" / "cgroup.subtree_control").write_text(gives)
    (inner / "cgroup.subtree_control").write_text("")
    own = root / "own"
    own.write_text("0::/user.slice/session.scope\n")
    return root, own


def test_a_control_group_is_used_where_one_can_be_made(tmp_path: Path) -> None:
    group = make_group(2**30, *_tree(tmp_path, "memory pids"))
    assert group is not None
    assert group.folder.parent == tmp_path / "user.slice"
    assert (group.folder / "memory.max").read_text() == str(2**30)
    assert (group.folder / "memory.swap.max").read_text() == "0"
    assert (group.folder / "memory.oom.group").read_text() == "1"
    assert group.add([123])
    assert (group.folder / "cgroup.procs").read_text() == "123"
    assert not group.burst()
    (group.folder / "memory.events").write_text("max 9\noom 2\noom_kill 1\n")
    assert group.burst()


@pytest.mark.parametrize("gives", ["", "pids cpu"])
def test_without_a_control_group_there_is_none(tmp_path: Path, gives: str) -> None:
    root, own = _tree(tmp_path, gives)
    assert make_group(2**30, root, own) is None
    (root / "cgroup.controllers").unlink()
    (root / "user.slice" / "cgroup.subtree_control").write_text("memory")
    assert make_group(2**30, root, own) is None
    assert not list(tmp_path.rglob("chunklib-*"))


def test_what_bursts_a_control_group_is_said(one: Bubblewrap, tmp_path: Path) -> None:
    """The kernel ends what is inside before the guard sees it: the reason is memory, and no signal."""
    with Student(one, CELLS, "run", LIMITS) as student:
        student.ready()
        assert student._inmate is not None
        student._inmate.group = make_group(2**30, *_tree(tmp_path, "memory"))
        assert student._inmate.group is not None
        (student._inmate.group.folder / "memory.events").write_text("oom_kill 3\n")
        with pytest.raises(Dead, match="used more than"):
            student.call(("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",), {})
