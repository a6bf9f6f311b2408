"""A filter of system calls for the sandbox, as the bytes that bubblewrap hands to the kernel.

A process that may make user namespaces could mount memory without limit inside one, and has more of the kernel to
attack than a chunker needs. So namespaces, mounts, tracing and kernel keys are refused.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
import tempfile

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# The kernel's tables: unshare, setns, mount, umount2, pivot_root, ptrace, bpf, keyctl, add_key, request_key,
# perf_event_open, userfaultfd, process_vm_readv, process_vm_writev, io_uring_setup, open_tree, move_mount, fsopen,
# memfd_create.
_REFUSED = {
    "x86_64": (272, 308, 165, 166, 155, 101, 321, 250, 248, 249, 298, 323, 310, 311, 425, 428, 429, 430, 319),
    "aarch64": (97, 268, 40, 39, 41, 117, 280, 219, 217, 218, 241, 282, 270, 271, 425, 428, 429, 430, 279),
}
_CLONE = {"x86_64": 56, "aarch64": 220}
_CLONE3 = 435
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_X32 = 0x40000000  # the numbers of a second table of x86_64, which nobody uses
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # places in struct seccomp_data
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000


def forbidden_calls(machine: str) -> bytes:
    """Return the filter program for a machine (``platform.machine()``), empty for one whose calls are not known.

    >>> len(forbidden_calls("x86_64")) % 8, forbidden_calls("m68k")
    (0, b'')
    """
    if machine not in _ARCHITECTURES:
        return b""
    refuse, missing = _ERROR | errno.EPERM, _ERROR | errno.ENOSYS
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _ARCHITECTURES[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _KILL),
    ]
    for number in _REFUSED[machine]:
        program += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, refuse)]
    # The flags of clone3 lie in memory, which a filter cannot read; without it, the C library uses clone.
    program += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, missing)]
    program += [(_EQUAL, 0, 3, _CLONE[machine]), (_LOAD, 0, 0, _FIRST_ARGUMENT)]
    program += [(_ANY_BIT, 0, 1, _NEW_NAMESPACES), (_RETURN, 0, 0, refuse), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def open_filter() -> int | None:
    """Return a file descriptor to read this machine's filter from, None without one; the caller closes it."""
    program = forbidden_calls(platform.machine())
    if not program:
        return None
    with tempfile.TemporaryFile() as file:
        file.write(program)
        file.seek(0)
        return os.dup(file.fileno())
