"""A filter of system calls for the sandbox, as the bytes that bubblewrap hands to the kernel.

A process that may make user namespaces could mount memory without limit inside one, and has more of the kernel to
attack than a chunker needs. So namespaces, mounts, tracing and kernel keys are refused; so is memory that the kernel
keeps while no process counts it as its own, and every socket but those between processes inside.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
import tempfile

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_NUMBERS = {  # of the kernel's tables, for x86_64 and aarch64
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_setup": (206, 0),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "syslog": (103, 116),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
}
_CLONE = {"x86_64": 56, "aarch64": 220}
_CLONE3 = 435
_MMAP = {"x86_64": 9, "aarch64": 222}
_SOCKET = {"x86_64": 41, "aarch64": 198}
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_SHARED_AND_NO_FILE = 0x21  # MAP_SHARED, MAP_ANONYMOUS
_UNIX = 1
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_X32 = 0x40000000  # the numbers of a second table of x86_64, which nobody uses
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _FOURTH_ARGUMENT = 0, 4, 16, 40  # places in struct seccomp_data
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
    # The flags of clone3 lie in memory, which a filter cannot read; without it, the C library uses clone.
    program += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]
    program += _where(_CLONE[machine], _FIRST_ARGUMENT, [(_ANY_BIT, 0, 1, _NEW_NAMESPACES)], errno.EPERM)
    # Shared memory without a file outlives the process that filled it, if another holds it, which filled nothing.
    shared = [(_AND, 0, 0, _SHARED_AND_NO_FILE), (_EQUAL, 0, 1, _SHARED_AND_NO_FILE)]
    program += _where(_MMAP[machine], _FOURTH_ARGUMENT, shared, errno.EPERM)
    # Some kinds of socket know no namespaces (those to the machine around this one) or are doors into the kernel.
    program += _where(_SOCKET[machine], _FIRST_ARGUMENT, [(_EQUAL, 1, 0, _UNIX)], errno.EAFNOSUPPORT)
    program += [(_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def _where(number: int, argument: int, test: list[_Step], error: int) -> list[_Step]:
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
