"""Connect to Dask's workers: on this machine, or those of a scheduler at an address, which is tried first."""

from __future__ import annotations

import asyncio
import logging
import pickle
import re
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

from chunklib.errors import InvalidType, InvalidValue, NoAnswer
from chunklib.missing import needed
from chunklib.readers import at_least
from chunklib.scale.remote import begin, run

if TYPE_CHECKING:
    from distributed import Client, Future

_ADDRESS = re.compile(r"tcp://(?P<host>[^\s/]+):(?P<port>[0-9]{1,5})")
_CALM = {  # workers of this machine look after themselves less often than usual: that took a tenth of two cores
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.worker.memory.monitor-interval": "500ms",
}
_MORE = 1.0  # seconds that a thread gets to give up, after it had its time


@contextmanager
def local_client(workers: int = 2, *, processes: bool = True) -> Iterator[Client]:
    """Start workers on this machine, and end them afterwards. They listen on loopback only, and there is no dashboard.

    Args:
        workers: how many, with one thread each.
        processes: False makes them threads of this process: quick to start, and they take turns on one core.

    Yields:
        a client of Dask. In a script, call this under ``if __name__ == "__main__":``, as for every new process.

    Raises:
        ModuleNotFoundError: without distributed (the extra ``scale``).
    """
    workers = at_least(1, "workers", workers)
    distributed = _distributed()
    quiet = {"dashboard": False, "dashboard_address": "127.0.0.1:0", "allowed_failures": 1}
    with (
        # Around it all: the cluster ends its own silence before its connections have said their last words.
        distributed.utils.silence_logging_cmgr(logging.CRITICAL),
        distributed.utils.dask.config.set(_CALM),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=processes,
            host="127.0.0.1",
            protocol="tcp",
            scheduler_kwargs=quiet,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        if processes:
            client.run(begin)
        yield client


def usable(client: Client) -> Client:
    """Give a client back that can be sent something.

    Raises:
        ConnectionError: for one that is closed or lost its scheduler.
        TypeError: for anything but a client, and for one that answers with coroutines.
    """
    status = getattr(client, "status", None)
    if not isinstance(status, str) or not hasattr(client, "submit"):
        raise InvalidType(f"client must be None, a client of Dask or an address: got {type(client).__name__}")
    if client.asynchronous:
        raise InvalidType("client must not be asynchronous: make it with distributed.Client(address)")
    if status != "running":
        raise NoAnswer(f"the client of Dask is {status}: make another")
    return client


class DaskWorkers:
    """Sends tasks to the workers of a client.

    Args:
        client: a client that can be sent something.
        work: what is done with a task.
    """

    def __init__(self, client: Client, work: Callable[..., Any]) -> None:
        self._client, self._work = client, _distributed().protocol.pickle.dumps(work)
        self.tasks: Sequence[Any] = ()
        self.at_once = sum(client.nthreads().values())  # type: ignore[no-untyped-call]

    def submit(self, number: int) -> Future[bytes]:
        """Send one of the tasks to any of the workers.

        Raises:
            ConnectionError: for a client that was closed.
        """
        return self.alone(self.tasks[number])

    def alone(self, task: Any) -> Future[bytes]:
        """Send a task, documents with their names: Dask says of each whether it was the one that ended its worker."""
        if self._client.status in ("closing", "closed"):
            raise NoAnswer(f"the client of Dask was closed before {task[0][0]!r} was chunked")
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # a document may be large
            return self._client.submit(run, self._work, pickle.dumps(task), pure=False)

    def gone(self, error: Exception) -> bool:
        """Tell by an error whether the scheduler is not there any more."""
        return isinstance(error, CancelledError | OSError)


@contextmanager
def dask_workers(client: Client | str, work: Callable[..., Any], patience: float) -> Iterator[DaskWorkers]:
    """Lend the workers of a client, or of the scheduler at an address, as :func:`client_at` reaches it."""
    with client_at(client, patience) if isinstance(client, str) else nullcontext(client) as reached:
        yield DaskWorkers(reached, work)


def client_at(address: str, patience: float) -> AbstractContextManager[Client]:
    """Reach a scheduler that has a worker.

    Args:
        address: ``tcp://host:port``.
        patience: seconds in which it has to answer, and then to have a worker.

    Returns:
        a client; leaving it closes it.

    Raises:
        ConnectionError: where no scheduler answers, or it has no worker; nothing is left behind.
        ValueError: for anything but such an address, and for an impossible patience.
        ModuleNotFoundError: without distributed (the extra ``scale``).
    """
    distributed = _distributed()
    found = _ADDRESS.fullmatch(address)
    if not found or not 0 < int(found["port"]) < 65536:
        other = "; for TLS or another protocol give a client" if "://" in address else ""
        raise InvalidValue(f"the address of a Dask scheduler is tcp://host:port: got {address!r}{other}")
    if not 0 < patience <= threading.TIMEOUT_MAX - _MORE:
        raise InvalidValue(f"patience must be seconds above 0: got {patience!r}")
    try:
        _look_for_scheduler(address, patience)
        client: Client = distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError):
        start = f"start one with: dask scheduler --host {found['host']}"
        raise NoAnswer(f"no Dask scheduler answers at {address} within {patience:g} s; {start}") from None
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        client.close()  # type: ignore[no-untyped-call]
        said = f"the Dask scheduler at {address} has no worker: start one with: dask worker {address}"
        raise NoAnswer(said) from None
    return client


def _distributed() -> Any:
    with needed("chunking with Dask needs", "distributed", "scale"):
        import distributed
    return distributed


def _look_for_scheduler(address: str, patience: float) -> None:
    """Ask what is at an address who it is: a client would wait forever for whatever takes its words and says nothing.

    A thread asks, as this one may have an event loop that runs: a notebook's does.

    Raises:
        OSError: where nothing says in time that it is a scheduler.
    """
    answers: list[str] = []

    def ask() -> None:
        with suppress(BaseException):  # what others answer may fail in any way to be read
            answers.append(asyncio.run(asyncio.wait_for(_kind(address, patience), patience)))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(patience + _MORE)
    if answers != ["Scheduler"]:
        raise OSError(f"no scheduler at {address}")


async def _kind(address: str, patience: float) -> str:
    """What a process of Dask says it is: Scheduler, Worker or Nanny."""
    comm = await _distributed().comm.connect(address, timeout=patience)
    try:
        await comm.write({"op": "identity", "reply": True})
        return str((await comm.read())["type"])
    finally:
        comm.abort()
