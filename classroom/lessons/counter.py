"""Show how far a long cell is, in one line that counts while the work runs and is the same in every stored run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from classroom.lessons.display import in_notebook


def counter(what: str = "measurements") -> Callable[[int, int], None]:
    """Show in a notebook how many parts of a long work are done.

    The line begins and ends with the same words, so that a stored notebook and a program that compares outputs see no
    trace of what was shown in between. Outside of a notebook nothing is shown.

    Args:
        what: the parts that are counted.

    Returns:
        what is called with the number of parts done and of all, for instance as ``advance`` of
        ``chunklib.evaluation.sweep.sweep.sweep``.

    >>> counter()(1, 48)
    """
    handle: Any = None

    def advance(done: int, total: int) -> None:
        nonlocal handle
        if handle is None and in_notebook():
            handle = _shown(f"{total:,} {what}")
        if handle is not None:
            text = f"{total:,} {what}" if done in (0, total) else f"{done:,} of {total:,} {what}"
            handle.update({"text/plain": text}, raw=True)

    return advance


def _shown(text: str) -> Any:
    from IPython.display import display

    return display({"text/plain": text}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
