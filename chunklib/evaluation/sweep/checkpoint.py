"""Keep what a sweep has done so far on disk, so that it can be broken off at any time."""

import io
import logging
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from chunklib.atomic_write import target_of
from chunklib.evaluation.sweep.results import Facts, Phase, Results
from chunklib.evaluation.sweep.run import Task
from chunklib.journal import Journal, locked

_FACTS = "facts of the chunking"  # beside the metrics, none of which has such a name
_KEY = re.compile("[0-9a-f]{12}")
_BROKEN = (EOFError, ValueError, KeyError, TypeError, RuntimeError, MemoryError, zipfile.BadZipFile)  # by reading
_LOG = logging.getLogger(__name__)


class Parts:
    """Keeps a file for each setting and phase that is done; see :func:`opened`.

    A part is named by a hash of everything that it depends on: another benchmark, code or setting never finds it.
    """

    def __init__(self, journal: Journal, table: Path, told: Mapping[str, Any]) -> None:
        self._journal, self._table, self._told = journal, table, told

    def _names(self, task: Task) -> list[str]:
        return [setting.key(phase=task.phase, phases=task.phases, **self._told) for setting in task.settings]

    def get(self, task: Task) -> list[Phase]:
        """Read the parts of a task; none where one is missing, or damaged, which the log says."""
        found: list[Phase] = []
        for setting, name in zip(task.settings, self._names(task), strict=True):
            if part := self._journal.get(name, _phase):
                found.append(part)
            if name in self._journal.damaged:
                _LOG.warning("a damaged part is measured again: %s, phase %d", setting.label, task.phase)
        return found if len(found) == len(task.settings) else []

    def put(self, task: Task, phases: Sequence[Phase]) -> None:
        """Keep the parts of a task, each whole or not at all."""
        for name, phase in zip(self._names(task), phases, strict=True):
            data = io.BytesIO()
            np.savez(data, allow_pickle=False, **{**phase.scores, _FACTS: np.array(phase.facts)})
            self._journal.put(name, data.getvalue())

    def finish(self, results: Results) -> None:
        """Write the table; then the parts have done their work."""
        results.save(self._table)
        for name in filter(_KEY.fullmatch, list(self._journal)):
            self._journal.remove(name)


@contextmanager
def opened(out: str | Path | None, told: Mapping[str, Any]) -> Iterator[Parts | None]:
    """Open the parts of a table, and keep other sweeps out; without a table nothing is kept.

    ``told`` is what all parts depend on.
    """
    if out is None:
        yield None
        return
    try:
        target = target_of(Path(out))
        folder = target.with_name(f"{target.name}.parts")
        folder.mkdir(exist_ok=True)
    except OSError as error:
        if error.strerror is None:
            raise
        raise OSError(f"cannot write {out}, or its parts beside it: {error.strerror.lower()}") from None
    try:
        with locked(folder / "lock", f"another sweep is writing {target}"):
            yield Parts(Journal(folder, ".npz", _BROKEN), target, told)
    finally:
        with suppress(OSError):
            folder.rmdir()  # which fails where something is kept


def _phase(data: bytes) -> Phase:
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    chunks, stored_tokens, tokens, shared = arrays.pop(_FACTS).tolist()
    return Phase(arrays, Facts(int(chunks), int(stored_tokens), int(tokens), shared))
