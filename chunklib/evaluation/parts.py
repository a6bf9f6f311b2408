"""What a sweep has done so far, on disk, so that it can be broken off at any time."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import numpy as np

from chunklib.evaluation.replacing import replace_file, target_of
from chunklib.evaluation.results import Facts, Phase, Results
from chunklib.evaluation.settings import Setting

_FACTS = "facts of the chunking"  # beside the metrics, none of which has such a name
_TABLE = "table.csv"
_OWN = re.compile(rf"[0-9a-f]{{12}}\.npz|\.([0-9a-f]{{12}}\.npz|{re.escape(_TABLE)})\.\d+|{re.escape(_TABLE)}")
"""What a sweep writes among its parts, also where it was killed in writing: nothing else is ever deleted."""

_DAMAGED = (OSError, EOFError, ValueError, KeyError, TypeError, RuntimeError, MemoryError, zipfile.BadZipFile)
"""What a damaged file makes of an attempt to read it."""


class Parts:
    """A file for each setting and phase that is done; nothing at all where no table is wanted.

    A part is named by a hash of everything that it depends on: another benchmark, code or setting never finds it.
    As a context it leaves no empty folder behind, and no part of a sweep that cannot succeed.

    Args:
        out: the table that the parts are for, or None.
        told: what all parts depend on.
    """

    def __init__(self, out: str | Path | None, told: Mapping[str, Any]) -> None:
        self._out: Path | None = None
        self._folder: Path | None = None
        self._told, self._new = dict(told), list[Path]()
        if out is not None:
            self._out, self._folder = _places_for(Path(out))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._folder is not None:
            if isinstance(error, (ValueError, TypeError, ImportError)):  # it would fail in the same way again
                for path in self._new:
                    path.unlink(missing_ok=True)
            with suppress(OSError):
                self._folder.rmdir()  # which fails where something is kept

    def _path(self, setting: Setting, phase: int, phases: int) -> Path | None:
        if self._folder is None:
            return None
        return self._folder / f"{setting.key(phase=phase, phases=phases, **self._told)}.npz"

    def get(self, setting: Setting, phase: int, phases: int) -> Phase | None:
        """Read a part; None where it is not there, or is not what a sweep writes."""
        path = self._path(setting, phase, phases)
        if path is None or not path.exists():
            return None
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
            chunks, stored_tokens, tokens, shared = arrays.pop(_FACTS).tolist()
        except _DAMAGED:
            return None  # measured again
        return Phase(arrays, Facts(int(chunks), int(stored_tokens), int(tokens), shared))

    def put(self, setting: Setting, phase: int, phases: int, found: Phase) -> None:
        """Keep a part, whole or not at all."""
        path = self._path(setting, phase, phases)
        if path is not None:
            data = io.BytesIO()
            np.savez(data, allow_pickle=False, **{**found.scores, _FACTS: np.array(found.facts)})
            replace_file(path, data.getvalue())
            self._new.append(path)

    def finish(self, results: Results) -> None:
        """Write the table; then the parts have done their work."""
        if self._out is not None and self._folder is not None:
            results.save(self._folder / _TABLE)
            (self._folder / _TABLE).replace(self._out)
            for path in list(self._folder.iterdir()):
                if _OWN.fullmatch(path.name):
                    path.unlink()


def _places_for(out: Path) -> tuple[Path, Path]:
    """Find the file of a table, and make the folder for its parts: where this fails, nothing has been measured yet."""
    try:
        target = target_of(out)
        folder = target.with_name(f"{target.name}.parts")
        folder.mkdir(exist_ok=True)
    except OSError as error:
        if error.strerror is None:
            raise
        raise OSError(f"cannot write {out}, or its parts beside it: {error.strerror.lower()}") from None
    return target, folder
