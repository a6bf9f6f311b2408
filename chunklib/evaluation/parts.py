"""What a sweep has done so far, on disk, so that it can be broken off at any time."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from chunklib.evaluation.results import Facts, Phase, Results, replace_file
from chunklib.evaluation.settings import Setting

_FACTS = "facts of the chunking"  # beside the metrics, none of which has such a name


class Parts:
    """A file for each setting and phase that is done; nothing at all where no table is wanted.

    A part is named by a hash of everything that it depends on: another benchmark, code or setting never finds it.

    Args:
        out: the table that the parts are for, or None.
        told: what all parts depend on.
    """

    def __init__(self, out: str | Path | None, told: Mapping[str, Any]) -> None:
        self._out = None if out is None else Path(out)
        self._folder = None if self._out is None else self._out.with_name(f"{self._out.name}.parts")
        self._told = dict(told)
        if self._out is not None and self._folder is not None:
            if self._out.is_dir():
                raise IsADirectoryError(f"the table must be a file: {self._out} is a folder")
            self._folder.mkdir(exist_ok=True)  # where this fails, nothing has been measured yet

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
            with np.load(path, allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
        except (OSError, ValueError, zipfile.BadZipFile, EOFError):
            return None  # measured again
        chunks, stored_tokens, tokens, shared = arrays.pop(_FACTS).tolist()
        return Phase(arrays, Facts(int(chunks), int(stored_tokens), int(tokens), shared))

    def put(self, setting: Setting, phase: int, phases: int, found: Phase) -> None:
        """Keep a part, whole or not at all."""
        path = self._path(setting, phase, phases)
        if path is not None:
            data = io.BytesIO()
            np.savez(data, allow_pickle=False, **{**found.scores, _FACTS: np.array(found.facts)})
            replace_file(path, data.getvalue())

    def finish(self, results: Results) -> None:
        """Write the table; then the parts have done their work."""
        if self._out is not None and self._folder is not None:
            results.save(self._out)
            shutil.rmtree(self._folder)
