"""Send tasks to the workers of a Dask scheduler, by a client or at an address, which is tried first."""

from __future__ import annotations

import asyncio
import pickle
import re
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from chunklib.errors import InvalidType, InvalidValue, NoAnswer, said
from chunklib.missing import needed
from chunklib.processes import ENDED

if TYPE_CHECKING:
    from distributed import Client, Future

_ADDRESS = re.compile(r"tcp://(?P<host>[^\s/]+):(?P<port>[0-9]{1,5})")


class _DaskWorkers:
    """Sends tasks to the workers of a client, pickled, as Dask would look into lists of texts."""

    def __init__(self, client: Client, work: Callable[[Any], Any]) -> None:
        self._client, self._work = client, _distributed().protocol.pickle.dumps(work)
        self.at_once = sum(client.nthreads().values())  # type: ignore[no-untyped-call]

    def submit(self, task: list[tuple[str, Any]]) -> tuple[str, Future[bytes]]:
        """Send a task."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # a document may be large
            return task[0][0], self._client.submit(_run, self._work, pickle.dumps(task), pure=False)

    def result(self, sent: tuple[str, Future[bytes]]) -> Any:
        """Wait for what comes of it."""
        name, future = sent
        try:
            return pickle.loads(future.result())  # noqa: S301 (our workers wrote it)
        except (CancelledError, OSError) as error:
            raise NoAnswer(f"the Dask scheduler went away while {name!r} was chunked: {said(error)}") from None
        except _distributed().KilledWorker:
            raise ChildProcessError(ENDED) from None


def _run(work: bytes, task: bytes) -> bytes:
    return pickle.dumps(pickle.loads(work)(pickle.loads(task)))  # noqa: S301 (our own client wrote it)


@contextmanager
def dask_workers(scheduler: str | Client, work: Callable[[Any], Any], patience: float) -> Iterator[_DaskWorkers]:
    """Lend the workers of a scheduler; it raises what :func:`chunklib.scale.chunk_documents` says."""
    distributed = _distributed()
    if not isinstance(scheduler, (str, distributed.Client)):
        must_be = "None, an address or a client of Dask"
        raise InvalidType(f"scheduler must be {must_be}: got {type(scheduler).__name__}")
    if not 0 < patience <= threading.TIMEOUT_MAX:
        raise InvalidValue(f"patience must be seconds above 0: got {patience!r}")
    if isinstance(scheduler, str):
        with _client(scheduler, patience) as client, dask_workers(client, work, patience) as workers:
            yield workers
        return
    if scheduler.asynchronous:
        raise InvalidValue("scheduler must be a client that is not asynchronous: its answers are waited for here")
    try:
        scheduler.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        address = scheduler.scheduler.address if scheduler.scheduler else "its address"
        told = f"the Dask scheduler at {address} has no worker: start one with: dask worker {address}"
        raise NoAnswer(told) from None
    yield _DaskWorkers(scheduler, work)


def _client(address: str, patience: float) -> Client:
    """Connect to a scheduler, once it has said that it is one."""
    found = _ADDRESS.fullmatch(address)
    if not found or not 0 < int(found["port"]) < 65536:
        raise InvalidValue(f"the address of a Dask scheduler is tcp://host:port: got {address!r}")
    missing = f"no Dask scheduler answers at {address} within {patience:g} s"
    missing += f"; start one with: dask scheduler --host {found['host']}"
    if not _is_scheduler(address, patience):
        raise NoAnswer(missing)
    try:
        client: Client = _distributed().Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError):
        raise NoAnswer(missing) from None
    return client


def _distributed() -> Any:
    with needed("chunking with Dask needs", "distributed", "scale"):
        import distributed
    return distributed


def _is_scheduler(address: str, patience: float) -> bool:
    """Ask what is at an address who it is: a client would wait forever for whatever takes its words and says nothing.

    A thread asks, as this one may have an event loop that runs: a notebook's does.
    """
    with suppress(BaseException), ThreadPoolExecutor(1) as pool:  # what others answer may fail in any way to be read
        return pool.submit(asyncio.run, asyncio.wait_for(_kind(address, patience), patience)).result() == "Scheduler"
    return False


async def _kind(address: str, patience: float) -> str:
    """What a process of Dask says it is: Scheduler, Worker or Nanny."""
    comm = await _distributed().comm.connect(address, timeout=patience)
    try:
        await comm.write({"op": "identity", "reply": True})
        return str((await comm.read())["type"])
    finally:
        comm.abort()
