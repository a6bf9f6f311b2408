"""Measure the memory that a strategy needs at its peak, beyond the text itself, in bytes per character.

Measured in a process of its own, twice: what Python and numpy allocate (``tracemalloc``), and how much the resident
set of the process grows, which counts everything but also what the allocator keeps for later.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tracemalloc
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.corpus import sample
from benchmarks.cost import warm_up
from benchmarks.splitters import by_kind, ours

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.splitters import Split, Splitter

LIMIT = 60.0  # bytes per character
ROOT = Path(__file__).resolve().parents[1]
_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET_PEAK = "5"


@dataclass(frozen=True)
class Memory:
    """Bytes per character: the peak that was traced, what the chunks keep of it, the growth of the resident set."""

    title: str
    kind: str
    length: int
    traced: float
    kept: float
    resident: float

    @property
    def ok(self) -> bool:
        """Tell whether both peaks are within the limit."""
        return max(self.traced, self.resident) <= LIMIT


def memory(splitters: Sequence[Splitter], length: int, say: Callable[[str], None]) -> list[Memory]:
    """Measure strategies of ours, each on a text of its own kind."""
    with TemporaryDirectory(prefix="chunklib-benchmark-") as folder:
        # From a file: a text that is put together from parts leaves free memory behind, which would hide growth.
        paths = {kind: Path(folder, kind) for kind in by_kind(splitters)}
        for kind, path in paths.items():
            path.write_text(sample(length, kind), encoding="utf-8", newline="")
        return [_memory(splitter, paths[splitter.kind], length, say) for splitter in splitters]


def _memory(splitter: Splitter, path: Path, length: int, say: Callable[[str], None]) -> Memory:
    found: dict[str, float] = {}
    for how in ("traced", "resident"):
        say(f"memory, {length:,}: {splitter.title} ({how})")
        command = [sys.executable, "-m", "benchmarks.memory", splitter.title, str(path), how]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        found |= json.loads(done.stdout)
    return Memory(splitter.title, splitter.kind, length, **{name: value / length for name, value in found.items()})


def traced(split: Split, text: str) -> dict[str, float]:
    """The peak of what Python and numpy allocate while ``split`` runs, and what its result keeps; bytes."""
    tracemalloc.start()
    chunks = split(text)
    gc.collect()
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del chunks
    return {"traced": peak, "kept": kept}


def resident(split: Split, text: str) -> dict[str, float]:
    """By how much the largest resident set exceeds the one before ``split`` runs; bytes."""
    before = largest_resident_set(reset=True)
    split(text)
    return {"resident": largest_resident_set(reset=False) - before}


def largest_resident_set(*, reset: bool) -> float:
    """Return the peak in bytes; with ``reset`` it is forgotten first, where the system can (Linux)."""
    if not _CLEAR.exists():
        import resource  # not on Windows

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    if reset:
        _CLEAR.write_text(_RESET_PEAK, encoding="ascii")
    # Not getrusage: its figure begins with that of the process that started this one.
    line = next(line for line in _STATUS.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:"))
    return float(line.split()[1]) * 1024


def main(title: str, path: str, how: str) -> None:
    """Measure one strategy in this process, and print the figures as JSON."""
    strategy = next(splitter for splitter in ours() if splitter.title == title)
    text = Path(path).read_bytes().decode()
    warm_up([strategy], text[:20_000])
    measure = {"traced": traced, "resident": resident}[how]
    print(json.dumps(measure(strategy.prepare(), text)))


if __name__ == "__main__":
    main(*sys.argv[1:])
