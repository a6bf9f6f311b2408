"""Run another splitter in a process of its own, where it may raise, hang, print or crash without harm to us.

Its replies are JSON, as nothing that a splitter returns is loaded here. Its standard input is empty, and what it prints
goes nowhere.
"""

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from chunklib.adapters.third_party import Split, SplitterFailed, find
from chunklib.chunk_records import Record, records
from chunklib.errors import said
from chunklib.processes import started
from chunklib.tokens import ruler


def ratio(prepare: Callable[[], Callable[[str], Any]], text: str, encoding: str, rounds: int) -> float:
    """Measure a splitter, which is made anew for each round, in multiples of one plain encode.

    Returns:
        the median over the rounds of processor time over the mean of the encodes before and after it. Another run
        gives another figure.
    """
    measure = ruler(encoding)
    prepare()(text[:1000])  # what is loaded once is loaded now
    encodes = [_spent(measure, text)]
    ratios = []
    for _ in range(rounds):
        split = prepare()
        gc.collect()
        spent = _spent(split, text)
        encodes.append(_spent(measure, text))
        ratios.append(2 * spent / sum(encodes[-2:]))
    return median(ratios)


def _spent(work: Callable[[str], Any], text: str) -> int:
    """Count the nanoseconds of the processor that work takes."""
    begun = time.process_time_ns()
    result = work(text)
    if isinstance(result, Iterator):  # a generator has not begun yet
        list(result)
    return max(time.process_time_ns() - begun, 1)


TIME_LIMIT = 60.0
"""Seconds that a splitter may take to be imported, and then for each text."""


class Outcome(NamedTuple):
    """Holds the chunks that a splitter made of a text, and its cost in plain encodes of the text if asked for."""

    chunks: list[Record]
    cost: float | None


@contextmanager
def apart(
    name: str, size: int, overlap: int, ruler: str = "cl100k_base", limit: float = TIME_LIMIT
) -> Iterator[Callable[[str, int], Outcome]]:
    """Run a splitter in a process of its own, which ends with the block, and with all that it started.

    Args:
        name: one of the peers, or ``module:callable``; see :func:`chunklib.adapters.third_party.find`. The module is
            also looked for in the current folder.
        size: the size to ask for, in tokens.
        overlap: the overlap to ask for, in tokens.
        ruler: the encoding or the model whose tokens they are.
        limit: seconds that the splitter may take to be imported, and then for each text.

    Yields:
        what splits a text, and measures with so many rounds what that costs.

    Raises:
        ValueError: for a name that is none.
        SplitterFailed: it cannot be imported, its package is missing, it raises, takes too long, ends the process, or
            returns something else than chunks.

    >>> with apart("textwrap:wrap", 4, 0) as split:
    ...     split("one two", 0).chunks
    [Record(text='one two', start_char=0, end_char=7)]
    """
    find(name)
    process, pipe = started(_serve, str(Path.cwd()), name, size, overlap, ruler)

    def reply(what_for: str) -> Any:
        try:
            if not pipe.poll(limit):
                raise SplitterFailed(f"{name}: takes more than {limit:g} seconds {what_for}")
            told, error = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            process.join()
            raise SplitterFailed(f"{name}: ended its process with {_ending(process.exitcode)}") from None
        if error:
            raise SplitterFailed(f"{name}: {error}")
        return told

    def split(text: str, rounds: int) -> Outcome:
        with suppress(OSError):
            pipe.send((text, rounds))
        chunks, cost = reply(f"for {len(text):,} characters")
        return Outcome([Record(*chunk) for chunk in chunks], cost)

    try:
        reply("to be imported")
        yield split
    finally:
        if hasattr(os, "killpg") and process.pid:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join()
        pipe.close()


def _ending(status: int | None) -> str:
    return f"signal {signal.Signals(-status).name}" if status and status < 0 else f"status {status}"


def _serve(pipe: Connection, folder: str, name: str, size: int, overlap: int, encoding: str) -> None:
    """Do in the child what the parent asks, until it stops asking."""
    if hasattr(os, "setsid"):
        os.setsid()  # so that what the splitter starts ends with it
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.chdir(folder)
    sys.path.insert(0, folder)  # where your own splitter is
    prepare = partial(find(name).prepare, size, overlap, encoding)
    pipe.send_bytes(_told(lambda: bool(prepare())))
    with suppress(EOFError):
        while True:
            text, rounds = pipe.recv()
            pipe.send_bytes(_told(partial(outcome, prepare, text, encoding, rounds)))


def outcome(prepare: Callable[[], Split], text: str, encoding: str, rounds: int) -> Outcome:
    """Split a text in this process, and measure what that costs, unless ``rounds`` is 0.

    Raises:
        SplitterFailed: for anything but a list of chunks, and for chunks of another text.
    """
    returned = prepare()(text)
    if getattr(returned, "text", text) != text:
        raise SplitterFailed("what it cuts is what a reader sees, and not the text that is compared")
    try:
        chunks = records(list(returned) if isinstance(returned, Iterator) else returned, text)
    except TypeError as error:
        raise SplitterFailed(f"returned no chunks: {error}") from None
    return Outcome(chunks, ratio(prepare, text, encoding, rounds) if rounds else None)


def _told(work: Callable[[], Any]) -> bytes:
    """Write down what comes of it, and what a splitter raises, whatever that is; also what would end this process."""
    done, error = None, ""
    try:
        done = work()
    except (SplitterFailed, ImportError) as failed:
        error = str(failed)
    except BaseException as failed:  # noqa: BLE001 (a splitter may raise anything)
        error = f"raised {type(failed).__name__}: {said(failed)}".removesuffix(": ")
    return json.dumps([done, error]).encode()
