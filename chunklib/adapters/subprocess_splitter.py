"""Run another splitter in a process of its own, where it may raise, hang, print or crash without harm to us.

Requests and replies are JSON, a line each. The splitter has no part in that: its standard input is empty, and what it
prints goes nowhere.
"""

import gc
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import IO, Any, Self, cast

from chunklib.adapters.third_party import Split, SplitterFailed, find
from chunklib.chunk_records import Record, records
from chunklib.errors import said
from chunklib.tokens import ruler


def ratio(prepare: Callable[[], Callable[[str], Any]], text: str, encoding: str, rounds: int) -> float:
    """Measure a splitter in multiples of one plain encode.

    Args:
        prepare: makes the splitter, anew for each round, so that it remembers nothing of the text.
        text: what is split; a thousand characters and more, or the clock is too coarse.
        encoding: the name of the encoding, or of a model, that is the unit of cost.
        rounds: how often encode and splitter take turns.

    Returns:
        the median over the rounds of processor time over the mean of the encodes before and after it. Another run
        gives another figure.
    """
    measure = ruler(encoding)
    prepare()(text[:1000])  # what is loaded once is loaded now
    encodes = [_seconds(measure, text)]
    spent = []
    for _ in range(rounds):
        split = prepare()
        gc.collect()
        spent.append(_seconds(split, text))
        encodes.append(_seconds(measure, text))
    around = [(before + behind) / 2 for before, behind in pairwise(encodes)]
    return median(one / unit for one, unit in zip(spent, around, strict=True))


def _seconds(work: Callable[[str], Any], text: str) -> float:
    begun = time.process_time_ns()
    result = work(text)
    if isinstance(result, Iterator):  # a generator has not begun yet
        result = list(result)
    spent = time.process_time_ns() - begun
    del result
    return max(spent, 1) / 1e9


TIME_LIMIT = 60.0
"""Seconds that a splitter may take to be imported, and then for each text."""

_CHILD = "from chunklib.adapters.subprocess_splitter import serve; serve()"
_HOME = Path(__file__).parents[2]  # where the child finds this package, however this process found it


@dataclass(frozen=True)
class Outcome:
    """Holds the chunks that a splitter made of a text, and its cost in plain encodes of the text if asked for."""

    chunks: list[Record]
    cost: float | None


class Apart:
    """Runs a splitter in a process of its own; use it in a ``with`` block.

    Args:
        name: one of the peers, or ``module:callable``; see :func:`chunklib.adapters.third_party.find`. The module is
            also looked for in the current folder.
        size: the size to ask for, in tokens.
        overlap: the overlap to ask for, in tokens.
        ruler: the name of an encoding or of a model.
        limit: seconds that the splitter may take to be imported, and then for each text.

    Raises:
        ValueError: for a name that is none.
        SplitterFailed: by ``with`` and by a call: it cannot be imported, its package is missing, it raises, takes too
            long, ends the process, or returns something else than chunks.

    >>> with Apart("textwrap:wrap", 4, 0) as split:
    ...     split("one two").chunks
    [Record(text='one two', start_char=0, end_char=7)]
    """

    def __init__(
        self, name: str, size: int, overlap: int, ruler: str = "cl100k_base", limit: float = TIME_LIMIT
    ) -> None:
        find(name)
        self._name, self._limit = name, limit
        self._asked = {"name": name, "size": size, "overlap": overlap, "ruler": ruler}
        self._replies: queue.Queue[str] = queue.Queue()

    def __enter__(self) -> Self:
        """Start the process, and wait until the splitter is made."""
        paths = [*filter(None, [os.environ.get("PYTHONPATH")]), os.fspath(_HOME)]
        # Your own splitter is in the current folder, where Python does not look if it is told to be safe.
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**inherited, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"},
            text=True,
            encoding="utf-8",
            start_new_session=True,  # so that what the splitter starts ends with it
        )
        self._stdin = cast("IO[str]", self._process.stdin)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._ask(self._asked, "to be imported")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._listener.join(self._limit)
        with suppress(BrokenPipeError):
            self._stdin.close()

    def __call__(self, text: str, rounds: int = 0) -> Outcome:
        """Split a text, and measure with so many rounds what that costs."""
        reply = self._ask({"text": text, "rounds": rounds}, f"for {len(text):,} characters")
        return Outcome([Record(*chunk) for chunk in reply["chunks"]], reply["cost"])

    def _ask(self, request: dict[str, Any], what_for: str) -> dict[str, Any]:
        with suppress(BrokenPipeError):
            self._stdin.write(f"{json.dumps(request)}\n")
            self._stdin.flush()
        try:
            line = self._replies.get(timeout=self._limit)
        except queue.Empty:
            raise SplitterFailed(f"{self._name}: takes more than {self._limit:g} seconds {what_for}") from None
        if not line:
            raise SplitterFailed(f"{self._name}: ended its process with {_ending(self._process.wait())}")
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise SplitterFailed(f"{self._name}: {reply['error']}")
        return reply

    def _listen(self) -> None:
        """Pass lines on as they come, and at the end an empty one."""
        with cast("IO[str]", self._process.stdout) as replies:
            for line in replies:
                self._replies.put(line)
        self._replies.put("")


def _ending(status: int) -> str:
    return f"status {status}" if status >= 0 else f"signal {signal.Signals(-status).name}"


def serve() -> None:
    """Do in the child what the parent asks, until it stops asking."""
    requests, replies = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    for reply in _replies(map(json.loads, requests)):
        replies.write(f"{json.dumps(reply)}\n")
        replies.flush()


def _replies(requests: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    asked = next(requests)
    peer = find(asked.pop("name"))
    yield _caught(lambda: {"made": peer.prepare(**asked) is not None})
    for request in requests:
        yield _caught(lambda: asdict(outcome(lambda: peer.prepare(**asked), encoding=asked["ruler"], **request)))  # noqa: B023


def outcome(prepare: Callable[[], Split], text: str, encoding: str, rounds: int) -> Outcome:
    """Split a text in this process, and measure what that costs.

    Args:
        prepare: makes the splitter, anew for each measurement.
        text: the document.
        encoding: the encoding or model that is the unit of cost.
        rounds: how often to measure; 0 leaves the cost out.

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


def _caught(work: Any) -> dict[str, Any]:
    """Turn whatever a splitter raises into a reply; also what would end this process."""
    try:
        done: dict[str, Any] = work()
    except (SplitterFailed, ImportError) as error:
        return {"error": str(error)}
    except BaseException as error:  # noqa: BLE001 (a splitter may raise anything)
        return {"error": f"raised {type(error).__name__}: {said(error)}".removesuffix(": ")}
    return done
