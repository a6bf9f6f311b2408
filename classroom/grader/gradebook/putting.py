"""Put a whole folder in its place in one step: nothing half written, and nothing lost that was there."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def to_be_put(out: Path, look_at: Callable[[Path], None]) -> Iterator[Path]:
    """Yield a folder to fill, and move it to its place once it is complete.

    Args:
        out: where the folder goes.
        look_at: what raises for a place that holds anything that should be kept; it is asked again at the end.

    Yields:
        a path beside it, at which nothing is yet. If filling it fails, nothing has changed.

    Raises:
        ValueError: as ``look_at`` does.
        OSError: there is no room, or no right to write.
    """
    look_at(out)
    out = out.resolve()  # "." has no folder beside it by that name
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent, ignore_cleanup_errors=True) as scratch:
        half, before = Path(scratch, "half"), Path(scratch, "before")
        yield half
        look_at(out)
        if out.exists():
            out.rename(before)
        try:
            half.rename(out)
        except OSError:
            if before.exists():
                before.rename(out)
            raise
