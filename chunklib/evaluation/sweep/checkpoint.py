"""What a sweep has done so far, on disk, so that it can be broken off at any time."""

import io
import logging
import re
import zipfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self

import numpy as np

from chunklib.atomic_write import target_of, tidy
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Facts, Phase, Results
from chunklib.journal import Journal, locked

_FACTS = "facts of the chunking"  # beside the metrics, none of which has such a name
_TABLE, _LOCK = "table.csv", "lock"
_KEY = re.compile("[0-9a-f]{12}")
_BROKEN = (EOFError, ValueError, KeyError, TypeError, RuntimeError, MemoryError, zipfile.BadZipFile)
"""What a damaged file makes of an attempt to read it."""
_LOG = logging.getLogger(__name__)


class Parts:
    """A file for each setting and phase that is done; nothing at all where no table is wanted.

    A part is named by a hash of everything that it depends on: another benchmark, code or setting never finds it.
    As a context it keeps other sweeps out, and leaves no empty folder behind, and no part of a sweep that cannot
    succeed.

    Args:
        out: the table that the parts are for, or None.
        told: what all parts depend on.
    """

    def __init__(self, out: str | Path | None, told: Mapping[str, Any]) -> None:
        self._told, self._new, self._held = dict(told), list[str](), ExitStack()
        self._out = None if out is None else Path(out)
        self._journal: Journal | None = None

    def __enter__(self) -> Self:
        if self._out is not None:
            try:  # where this fails, nothing has been measured yet
                target = target_of(self._out)
                folder = target.with_name(f"{target.name}.parts")
                folder.mkdir(exist_ok=True)
            except OSError as error:
                if error.strerror is None:
                    raise
                why = error.strerror.lower()
                raise OSError(f"cannot write {self._out}, or its parts beside it: {why}") from None
            self._out = target
            self._held.enter_context(locked(folder / _LOCK, f"another sweep is writing {self._out}"))
            tidy(folder, [_TABLE])
            self._journal = Journal(folder, ".npz", _BROKEN)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._journal is not None:
            if isinstance(error, (ValueError, TypeError, ImportError)):  # it would fail in the same way again
                for name in self._new:
                    self._journal.remove(name)
            self._held.close()
            with suppress(OSError):
                self._journal.folder.rmdir()  # which fails where something is kept

    def _key(self, setting: Setting, phase: int, phases: int) -> str:
        return setting.key(phase=phase, phases=phases, **self._told)

    def get(self, setting: Setting, phase: int, phases: int) -> Phase | None:
        """Read a part; None where it is not there, or is damaged: then the log says that it is measured again."""
        if self._journal is None:
            return None
        name = self._key(setting, phase, phases)
        found = self._journal.get(name, _phase)
        if name in self._journal.damaged:
            _LOG.warning("a damaged part is measured again: %s, phase %d", setting.label, phase)
        return found

    def put(self, setting: Setting, phase: int, phases: int, found: Phase) -> None:
        """Keep a part, whole or not at all."""
        if self._journal is not None:
            data = io.BytesIO()
            np.savez(data, allow_pickle=False, **{**found.scores, _FACTS: np.array(found.facts)})
            name = self._key(setting, phase, phases)
            self._journal.put(name, data.getvalue())
            self._new.append(name)

    def finish(self, results: Results) -> None:
        """Write the table; then the parts have done their work."""
        if self._out is not None and self._journal is not None:
            table = self._journal.folder / _TABLE
            results.save(table)
            table.replace(self._out)
            for name in filter(_KEY.fullmatch, list(self._journal)):
                self._journal.remove(name)


def _phase(data: bytes) -> Phase:
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    chunks, stored_tokens, tokens, shared = arrays.pop(_FACTS).tolist()
    return Phase(arrays, Facts(int(chunks), int(stored_tokens), int(tokens), shared))
