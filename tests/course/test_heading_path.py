"""The heading path widget without a browser: what it computes, its words, its HTML, and controls that never fail."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from chunklib import STRATEGIES
from chunklib.context import in_full
from chunklib.data import load
from chunklib.tokens import ruler
from classroom import heading_path
from classroom.lessons.widgets.heading_path import View, page
from tests.course.pages import Reader
from tests.each import each

TEA = "Intro.\n\n# Tea\n\nBoil water.\n\n## Green <b>\n\nWait & see.\n\n## Black\n\nDo not wait.\n"
BLOCKS = st.sampled_from(
    ["# A\n\n", "## B\n\n", "### C\n\n", "# A\n\n", "aa bb\n\n", "```\n# f\n```\n\n", "é漢👩‍👧 <i>\n\n", "\n"]
)
MARKDOWN = st.lists(BLOCKS, max_size=12).map("".join)
HOSTILE = st.one_of(MARKDOWN, st.text(st.sampled_from("#ab .\n\r<&\"'\0é漢👩‍👧\u2028`>"), max_size=60))


@given(MARKDOWN, st.integers(8, 40), st.booleans())
def test_every_chunk_stands_once_in_the_outline_with_its_sizes(text: str, size: int, counted: bool) -> None:
    shown = View(text, size, counted)
    chunks = STRATEGIES["markdown"](text, size, 0, count_context=counted)
    measure = ruler("cl100k_base")
    blocks = [block for row in shown.rows for block in row.blocks]
    assert [block.number for block in blocks] == [chunk.index for chunk in chunks]
    assert [(block.tokens, block.full) for block in blocks] == [
        (chunk.size, measure(in_full(chunk))) for chunk in chunks
    ]


@given(MARKDOWN, st.integers(8, 40))
def test_a_heading_without_a_block_names_the_chunk_that_holds_it(text: str, size: int) -> None:
    shown = View(text, size)
    for row in shown.rows:
        assert bool(row.blocks) != (row.inside is not None)
        if row.inside is not None:
            assert row.title in shown.chunks[row.inside].text


def test_the_outline_is_that_of_the_text() -> None:
    rows = View(TEA, 12).rows
    assert [(row.depth, row.title) for row in rows] == [
        (0, "(before the first heading)"),
        (0, "Tea"),
        (1, "Green"),
        (1, "Black"),
    ]


def test_a_search_finds_words_of_the_path_only_with_the_path() -> None:
    shown = View(TEA, 12, words="TEA wait milk", number=2)
    own, full = shown.seen()
    assert (own.found, own.missed) == (("wait",), ("milk", "tea"))
    assert (full.found, full.missed) == (("tea", "wait"), ("milk",))
    assert full.text == "Tea\n\n" + own.text
    assert "all words found: in the text of 0, with the path in 0" in str(shown)
    assert "in the text of 0, with the path in 2" in str(View(TEA, 12, words="tea wait"))


def test_the_head_of_a_table_is_not_taken_for_a_title() -> None:
    table = "| tea | minutes |\n|---|---:|\n" + "".join(f"| green {n} | {n} |\n" for n in range(9))
    shown = View(f"# A > B\n\n## Tea\n\n{table}", 30, number=2)
    assert shown.above() == (("A > B", "Tea"), "| tea | minutes |\n|---|---:|")
    assert "path: A > B > Tea\nhead of a table: '| tea | minutes |\\n|---|---:|'\n" in str(shown)
    assert "with the head of a table" in Reader(page(shown)).text
    counted = View(f"# A > B\n\n## Tea\n\n{table}", 30, count_context=True, number=2)
    assert counted.above() == (("Tea",), "| tea | minutes |\n|---|---:|")


@given(MARKDOWN.filter(lambda text: bool(text.strip())), st.integers(8, 40))
def test_the_words_and_the_page_say_the_same(text: str, size: int) -> None:
    shown = View(text, size, words="aa")
    read = Reader(page(shown)).text
    for name, value in shown.totals():
        assert f"{name}: {value}" in str(shown)
        assert value in read
    assert sum(row.title in read for row in shown.rows) >= min(13, len(shown.rows))
    assert f"▶[{shown.chosen.index}]" in read
    for seen in shown.seen():
        assert f"{seen.tokens} tokens" in read
        assert seen.finds() in read


def test_the_path_counts_inside_the_size_where_that_is_asked() -> None:
    handbook = load("handbook")
    free, counted = (View(handbook, 300, asked) for asked in (False, True))
    over = [dict(shown.totals())["over the size with the path"] for shown in (free, counted)]
    assert int(over[0]) > 0
    assert over[1] == "0"


def test_where_there_are_fewer_chunks_the_choice_moves_back() -> None:
    shown = heading_path(TEA, size=8, chunk=99)
    assert shown.chosen.value == 99 or shown.chosen.value == len(shown.view.chunks) - 1
    shown.size.box.value = 500
    assert shown.chosen.value == shown.chosen.slider.max == len(shown.view.chunks) - 1
    assert shown.view.number == shown.chosen.value


@each("chosen", [0, 20, 38, 49])
def test_the_outline_is_drawn_around_the_chosen_chunk(chosen: int) -> None:
    shown = View(load("handbook"), 300, number=chosen)
    read = page(shown)
    titles = re.findall(r"padding-left:\d+px;overflow-wrap:anywhere\">([^<]*)<", read)
    rows = [row.title for row in shown.rows]
    at = next(k for k in range(len(rows)) if rows[k : k + 13] == titles)
    assert len(titles) == 13
    assert any(chosen == block.number for row in shown.rows[at : at + 13] for block in row.blocks)
    assert ("above" in read) == (at > 0)
    assert ("below" in read) == (at + 13 < len(rows))
    assert read.count("tokens with the path") == len(shown.chunks)
