"""Tables in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    r"""Lay out cells in columns as wide as they need: the first and the last to the left, the others to the right.

    >>> print(*columns(("name", "size", ""), [("one", "5", "x"), ("eleven", "12", "y")]), sep="\n")
    name    size
    ------  ----  -
    one        5  x
    eleven    12  y
    """
    listed = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    for cells in (head, ["-" * width for width in widths], *listed[1:]):
        first, *middle, last = zip(cells, widths, strict=True)
        numbers = (cell.rjust(width) for cell, width in middle)
        yield "  ".join([first[0].ljust(first[1]), *numbers, last[0]]).rstrip()
