"""What a child process has used so far, as its parent sees it."""

from __future__ import annotations

from typing import NamedTuple


class Usage(NamedTuple):
    """Seconds of processor time and bytes of memory so far, and whether it runs, or waits for a processor to run on.

    Where nobody can tell, it does not.
    """

    seconds: float
    memory: int
    running: bool = False
