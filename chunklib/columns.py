"""Lay out tables in plain text."""

from collections.abc import Iterable, Iterator, Sequence


def columns(head: Sequence[str], rows: Iterable[Sequence[str]], *, plain: bool = False) -> Iterator[str]:
    r"""Lay out cells in columns as wide as they need, two spaces apart.

    Args:
        head: the names of the columns.
        rows: the cells, as many in each row as there are names.
        plain: all cells to the left, without a line below the head; otherwise the first and the last column are to the
            left and the others, numbers, to the right.

    Yields:
        one line a row, without white space at its end.

    >>> print(*columns(("name", "size", ""), [("one", "5", "x"), ("eleven", "12", "y")]), sep="\n")
    name    size
    ------  ----  -
    one        5  x
    eleven    12  y
    >>> list(columns(("a", "size"), [("long", "5")], plain=True))
    ['a     size', 'long  5']
    """
    listed = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    inner = range(0 if plain else 1, 0 if plain else len(widths) - 1)
    for cells in listed if plain else (head, ["-" * width for width in widths], *listed[1:]):
        laid = [
            cell.rjust(width) if at in inner else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        yield "  ".join(laid).rstrip()
