"""Tables in plain text: every cell in its column."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunklib.columns import columns

CELLS = st.text("ab", min_size=1, max_size=5)


@given(rows=st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=4), plain=st.booleans())
def test_every_cell_is_in_its_column(rows: list[tuple[str, ...]], *, plain: bool) -> None:
    head = ("name", "size", "note")
    lines = list(columns(head, rows, plain=plain))
    assert lines.pop(1).replace("-", "").strip() == "" if not plain else True
    assert [tuple(line.split()) for line in lines] == [head, *rows]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    first, second = widths[0], widths[0] + 2 + widths[1]
    for line, cells in zip(lines, [head, *rows], strict=True):
        middle = cells[1].ljust(widths[1]) if plain else cells[1].rjust(widths[1])
        assert line[first + 2 : second] == middle
        assert line[second + 2 :] == cells[2]
