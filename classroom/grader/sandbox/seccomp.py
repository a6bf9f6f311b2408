"""A filter of system calls for the sandbox, as the bytes that bubblewrap hands to the kernel.

A process that may make user namespaces could mount memory without limit inside one, and has more of the kernel to
attack than a chunker needs. So namespaces, mounts, tracing and kernel keys are refused; so is every socket but those
between processes inside; and so is memory that the kernel keeps while no process counts it as its own: larger buffers
of sockets and pipes, pages that are handed to a pipe, shared and huge pages, watches. No process may ask for less of a
processor than others get either: on a busy machine it would hardly run, and never end.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
import tempfile
from collections.abc import Iterable, Sequence

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_NUMBERS = {  # of the kernel's tables, for x86_64 and aarch64
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_setup": (206, 0),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "syslog": (103, 116),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "vmsplice": (278, 75),
    "splice": (275, 76),
    "tee": (276, 77),
    "sendfile": (40, 71),
    "inotify_init": (253, 26),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "setpriority": (141, 140),
    "sched_setattr": (314, 274),
}
_NEW = 424  # from here on, calls have the same number on every machine
_NEW_AND_NEEDED = {
    "pidfd_send_signal": 424,
    "pidfd_open": 434,
    "close_range": 436,
    "openat2": 437,
    "faccessat2": 439,
    "epoll_pwait2": 441,
    "futex_waitv": 449,
    "fchmodat2": 452,
}
_CLONE = {"x86_64": 56, "aarch64": 220}
_MMAP = {"x86_64": 9, "aarch64": 222}
_SOCKET = {"x86_64": 41, "aarch64": 198}
_SETSOCKOPT = {"x86_64": 54, "aarch64": 208}
_FCNTL = {"x86_64": 72, "aarch64": 25}
_PRCTL = {"x86_64": 157, "aarch64": 167}
_SCHEDULER = {"x86_64": 144, "aarch64": 119}
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_SHARED_AND_NO_FILE = 0x21  # MAP_SHARED, MAP_ANONYMOUS
_HUGE = 0x40000  # MAP_HUGETLB
_UNIX = 1
_KEPT_BY_A_SOCKET = (7, 8, 32, 33, 26, 50)  # SO_SNDBUF, SO_RCVBUF, the same by force, filters
_SIZE_OF_A_PIPE = 1031  # F_SETPIPE_SZ
_HUGE_PAGES = 41  # PR_SET_THP_DISABLE
_LAST = (3, 5)  # SCHED_BATCH, SCHED_IDLE; a flag may be added to them
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_X32 = 0x40000000  # the numbers of a second table of x86_64, which nobody uses
_NUMBER, _ARCHITECTURE = 0, 4  # places in struct seccomp_data, as are these
_FIRST, _SECOND, _THIRD, _FOURTH = 16, 24, 32, 40
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_REFUSE = _ERROR | errno.EPERM

_Step = tuple[int, int, int, int]


def forbidden_calls(machine: str) -> bytes:
    """Return the filter program for a machine (``platform.machine()``), empty for one whose calls are not known.

    >>> len(forbidden_calls("x86_64")) % 8, forbidden_calls("m68k")
    (0, b'')
    """
    if machine not in _ARCHITECTURES:
        return b""
    program: list[_Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _ARCHITECTURES[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _KILL),
    ]
    for numbers in _NUMBERS.values():
        number = numbers[list(_ARCHITECTURES).index(machine)]
        program += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    program += _none_but(_NEW_AND_NEEDED.values())
    program += _where(_CLONE[machine], _FIRST, [(_ANY_BIT, 0, 1, _NEW_NAMESPACES)], errno.EPERM)
    # Shared memory without a file outlives the process that filled it, if another holds it, which filled nothing. Huge
    # pages that an administrator has set apart count for no process either.
    unseen = [(_ANY_BIT, 2, 0, _HUGE), (_AND, 0, 0, _SHARED_AND_NO_FILE), (_EQUAL, 0, 1, _SHARED_AND_NO_FILE)]
    program += _where(_MMAP[machine], _FOURTH, unseen, errno.EPERM)
    # Some kinds of socket know no namespaces (those to the machine around this one) or are doors into the kernel.
    program += _where(_SOCKET[machine], _FIRST, [(_EQUAL, 1, 0, _UNIX)], errno.EAFNOSUPPORT)
    program += _where(_SETSOCKOPT[machine], _THIRD, _any_of(_KEPT_BY_A_SOCKET), errno.EPERM)
    program += _where(_FCNTL[machine], _SECOND, _any_of([_SIZE_OF_A_PIPE]), errno.EPERM)
    # Of a huge page that is given back but for a small part, only that part is counted: they were switched off before.
    program += _where(_PRCTL[machine], _FIRST, _any_of([_HUGE_PAGES]), errno.EPERM)
    program += _where(_SCHEDULER[machine], _SECOND, [(_AND, 0, 0, 0xFFFF), *_any_of(_LAST)], errno.EPERM)
    program += [(_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def _none_but(needed: Iterable[int]) -> list[_Step]:
    """Return the steps that take all new calls but some for unknown, those that are yet to come as well.

    Programs know what to do without: the C library uses clone for clone3, whose flags no filter can read.
    """
    known = list(needed)
    passes = [(_EQUAL, len(known) - place, 0, number) for place, number in enumerate(known)]
    return [(_AT_LEAST, 0, len(known) + 1, _NEW), *passes, (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]


def _any_of(values: Sequence[int]) -> list[_Step]:
    """Return a test for ``_where`` that an argument passes where it is one of some values."""
    last = len(values) - 1
    return [(_EQUAL, last - place, 1 if place == last else 0, value) for place, value in enumerate(values)]


def _where(number: int, argument: int, test: Sequence[_Step], error: int) -> list[_Step]:
    """Return the steps that refuse call ``number`` where an argument passes a test; its last step skips one if not."""
    steps = [(_LOAD, 0, 0, argument), *test, (_RETURN, 0, 0, _ERROR | error), (_RETURN, 0, 0, _ALLOW)]
    return [(_EQUAL, 0, len(steps), number), *steps]


def open_filter() -> int | None:
    """Return a file descriptor to read this machine's filter from, None without one; the caller closes it."""
    program = forbidden_calls(platform.machine())
    if not program:
        return None
    with tempfile.TemporaryFile() as file:
        file.write(program)
        file.seek(0)
        return os.dup(file.fileno())
