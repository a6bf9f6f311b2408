"""Settle a process in the sandbox before it runs anything that is not ours: its user, its limits, its first word."""

from __future__ import annotations

import os
import sys
from typing import Any

from classroom.grader.sandbox.inside.stand_in import stand_in
from classroom.judge.worker.call_server import STARTED, Line, Sink, redirect
from classroom.judge.worker.rlimits import limit

FILES = 256
FILE_BYTES = 16 * 2**20
SIGNALS = 1024  # that wait, and timers
PROCESSES = 48  # that the user may have, threads included, where they can be counted
START_BYTES = 2**28  # of address space before a cell runs; what the request says comes on top
PROCESSORS = 2  # that a pool is told of, whatever the machine has


def settled(handle: int, user: int) -> tuple[Line, Sink, dict[str, Any]]:
    """Become a user, take on limits, and say so; return our end of the pipe, what print writes to, and the request.

    Args:
        handle: of the pipe to the parent.
        user: the number of the user to become; 0 or below for none.
    """
    if user > 0:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    line, sink = Line(handle), redirect()
    request = line.request()
    limit(CORE=0, FSIZE=FILE_BYTES, NOFILE=FILES, CPU=request["cpu"], AS=START_BYTES + request["memory"])
    limit(SIGPENDING=SIGNALS, MSGQUEUE=0)
    os.cpu_count = lambda: PROCESSORS
    sys.orig_argv[:] = sys.argv[:1]  # how we started it is nobody's business
    stand_in()
    if request["count_processes"]:
        limit(NPROC=PROCESSES)
    os.dup2(sys.stderr.fileno(), 2)  # what was said there until now is for the grader
    line.reply(STARTED, {})
    line.request()  # says only that all is ready to watch what the cells do
    return line, sink, request
