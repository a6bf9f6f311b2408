"""Limits that a process sets for itself and its children, where the system has them (not on Windows)."""

from __future__ import annotations

import os
from pathlib import Path


def limit(**amounts: int) -> None:
    """Lower limits by the system's names for them (``AS`` for ``RLIMIT_AS``); never raise one.

    Bytes for AS and FSIZE, seconds of processor time for CPU, numbers for all others; what a system does not know is
    left out.
    """
    try:
        import resource
    except ImportError:
        return
    for name, amount in amounts.items():
        kind = getattr(resource, f"RLIMIT_{name}", None)
        if kind is None:  # macOS does not count waiting signals
            continue
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or amount < hard:
            try:
                resource.setrlimit(kind, (amount, amount))
            except (OSError, ValueError):  # macOS refuses RLIMIT_AS; the parent watches memory as well
                continue


def in_use() -> int:
    """Return the bytes of address space in use (0 where the system does not say)."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
