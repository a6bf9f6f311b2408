"""Show how far a long piece of work is: a bar while it runs, and then a line that is the same in every stored run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from chunklib.terminal_progress import progress
from classroom.lessons.display import in_notebook

LONG = 1_000_000
"""Characters of a text that takes long enough to show how far the work is."""
_BAR = 24  # characters


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
            full = _BAR * done // max(total, 1)
            bar = f"[{'#' * full}{'.' * (_BAR - full)}] {done:,} of {total:,} {what}"
            handle.update({"text/plain": bar if done < total else f"{total:,} {what}"}, raw=True)

    return advance


@contextmanager
def working(work: str, parts: str, characters: int) -> Iterator[Callable[[int, int], None]]:
    """Show how far the work on a text is: on a terminal if it takes long, and in a notebook if the text is long.

    Args:
        work: what is done, as a terminal shows it.
        parts: what is counted, as a notebook shows it.
        characters: how long the text is.

    Yields:
        what is called with the number of parts done and of all.
    """
    with progress(work) as bar:
        shown = (bar, counter(parts)) if characters > LONG else (bar,)

        def advance(done: int, total: int) -> None:
            for show in shown:
                show(done, total)

        yield advance


def _shown(text: str) -> Any:
    from IPython.display import display

    return display({"text/plain": text}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
