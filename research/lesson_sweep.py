"""``python -m research.lesson_sweep``: measure again the sweep that lessons 9 to 11 compute with, and store it."""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.atomic_write import replace_file
from chunklib.evaluation.sweep.results import DIGITS, Results
from chunklib.terminal_progress import progress
from classroom.lessons.stored_sweep import FILE, SETTINGS, measured_again, of_what
from research.effects.ways import prefix


def packed(results: Mapping[str, Results]) -> bytes:
    """Write what was measured as the bytes of the file."""
    arrays: dict[str, NDArray[Any]] = {"of": np.array(of_what())}
    for context, found in results.items():
        every = [[np.stack([*one.scores.values()]) for one in phases] for phases in found.phases.values()]
        arrays[f"scores{context}"] = np.rint(np.array(every) * 10**DIGITS).astype(np.int32)
        arrays[f"facts{context}"] = np.array([[one.facts for one in phases] for phases in found.phases.values()])
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, **arrays)
    return data.getvalue()


def main() -> None:
    """Measure all settings, and write the file."""
    with progress("measuring the lessons' sweep") as advance:
        plain = measured_again(SETTINGS[""], advance=advance)
    replace_file(FILE, packed({"": plain, "prefix": measured_again(SETTINGS["prefix"], prefix)}))
    print(plain)


if __name__ == "__main__":
    main()
