"""The head of a table is in the context of each further piece of it, and nowhere in the text."""

from __future__ import annotations

from chunklib import html, markdown
from tests.each import each

ROWS = "".join(f"| tea number {at} | {at} euros |\n" for at in range(6))
TABLE = f"| item | price |\n|:--|--:|\n{ROWS}"
HEAD = "| item | price |\n|:--|--:|"


def test_a_head_that_is_cut_itself_has_none_and_an_enormous_cell_has_it_in_each_piece() -> None:
    text = "| item | price |\n|---|---|\n| " + "many words " * 40 + "| 3 |\n"
    chunks = markdown(text, 4, 0, ruler="words")
    begin = text.index("| many")
    assert {chunk.context for chunk in chunks if chunk.start_char < begin} == {""}
    assert {chunk.context for chunk in chunks if chunk.start_char >= begin} == {"| item | price |\n|---|---|"}


@each("mark", ["> ", "  "])
@each("newline", ["\n", "\r\n", "\r"])
def test_in_a_quotation_or_a_list_the_head_is_without_its_mark(mark: str, newline: str) -> None:
    first = "> said" if mark == "> " else "- item"
    text = newline.join([first, mark.rstrip(), *(mark + line for line in TABLE.splitlines())])
    found = {chunk.context for chunk in markdown(text, 10, 0, ruler="words")}
    assert found == {"", HEAD}


BODY = "".join(f"<tr><td>{at}<td>tea number {at}" for at in range(5))


@each(
    ("head", "expected"),
    [
        ("<thead><tr><th>No<th>Name</thead><tbody>", "No | Name"),
        ("<thead><tr><td>No</td><td>Name</td></tr></thead><tbody>", "No | Name"),
        ("<tr><th>No</th><th>Name</th></tr>", "No | Name"),
        ("<tr><th></th><th>Name</th></tr>", " | Name"),
        ("<tr><th>No<th><p>Name &amp;\n<b>kind</b><br>of it</tr>", "No | Name & kind of it"),
        ("<thead><tr><th colspan=2>All<tr><th>No<th>Name</thead>", "All\nNo | Name"),
        ("<thead><th>No<th>Name</thead>", "No | Name"),
        ("<caption>Teas</caption><colgroup><col></colgroup><thead><tr><th>No<th>Name</thead>", "No | Name"),
        ("<tr><th>No<td>Name</tr>", ""),
        ("<tr><th> <th></tr>", ""),
        ("<tr></tr>", ""),
        ("", ""),
    ],
)
def test_html(head: str, expected: str) -> None:
    page = f"<h1>Shop</h1><table>{head}{BODY}</table><p>After it."
    chunks = html(page, 20, 0, ruler="cl100k_base")
    begin = chunks.text.index("1 | tea")
    for chunk in chunks:
        inside = chunk.start_char >= begin and "After" not in chunk.text[:9]
        if chunk.start_char >= begin:
            assert chunk.context == (f"Shop\n{expected}" if expected and inside else "Shop")
    assert any(chunk.context.endswith(expected) for chunk in chunks)


def test_a_table_in_a_table_has_its_own_head_and_then_that_of_the_outer_one() -> None:
    inner = f"<table><thead><tr><th>in<th>ner</thead>{BODY}</table>"
    page = f"<table><tr><th>out<th>er</tr><tr><td>x<td>{inner} more words<tr><td>last row<td>of all</table>"
    chunks = html(page, 5, 0, ruler="words")
    begin, first, last = (chunks.text.index(words) for words in ("in | ner", "1 | tea", "more words"))
    assert {chunk.context for chunk in chunks if chunk.start_char <= begin} == {"", "out | er"}
    inside = [chunk for chunk in chunks if first <= chunk.start_char < last]
    after = [chunk for chunk in chunks if chunk.start_char >= last]
    assert {chunk.context for chunk in inside} == {"in | ner"}
    assert {chunk.context for chunk in after} == {"out | er"}
