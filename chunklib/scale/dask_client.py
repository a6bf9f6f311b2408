"""Send tasks to the workers of a Dask scheduler, by a client of it."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any

from chunklib.errors import InvalidType, NoAnswer, said
from chunklib.missing import needed
from chunklib.processes import ENDED

if TYPE_CHECKING:
    from distributed import Client, Future

_PATIENCE = 10  # seconds in which there has to be a worker


class DaskWorkers:
    """Sends tasks to the workers of a client, pickled, as Dask would look into lists of texts."""

    def __init__(self, client: Client, work: Callable[[Any], Any]) -> None:
        with needed("chunking with Dask needs", "distributed", "scale"):
            import distributed
        if not isinstance(client, distributed.Client) or client.asynchronous:
            must_be = "None or a client of Dask that is not asynchronous"
            raise InvalidType(f"scheduler must be {must_be}: got {type(client).__name__}")
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            address = client.scheduler.address  # type: ignore[union-attr]
            told = f"the Dask scheduler at {address} has no worker: start one with: dask worker {address}"
            raise NoAnswer(told) from None
        self._client, self._work = client, distributed.protocol.pickle.dumps(work)  # type: ignore[no-untyped-call]
        self._killed = distributed.KilledWorker
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
        except self._killed:
            raise ChildProcessError(ENDED) from None


def _run(work: bytes, task: bytes) -> bytes:
    return pickle.dumps(pickle.loads(work)(pickle.loads(task)))  # noqa: S301 (our own client wrote it)
