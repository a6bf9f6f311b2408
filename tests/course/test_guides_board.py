"""The guides' board without a browser: every overlap of a guide, the words, the picture, and what was measured."""

from __future__ import annotations

import re

from chunklib.advice.guidelines import GUIDELINES
from chunklib.evaluation.effects import METRIC, measured
from classroom import guides_board
from classroom.lessons.widgets.guides_board import AGREES, LESS, MEASURED, MORE, ROWS, View, page
from tests.course.pages import Reader
from tests.each import each

TABLES = ("overlap-by-percentage", "overlap-by-scenario", "overlap-by-priority", "size-by-use")


def test_every_overlap_of_the_four_tables_is_a_row_with_the_numbers_of_its_guide() -> None:
    wanted = [one for one in GUIDELINES if one.table in TABLES and (one.percent or one.overlap)]
    assert sorted(map(id, wanted)) == sorted(id(row.guide) for row in ROWS)
    assert len({row.name for row in ROWS}) == len(ROWS)
    for row in ROWS:
        guide = row.guide
        if guide.percent:
            assert (row.low, row.high) == guide.percent
        else:
            assert guide.size
            assert guide.overlap
            shares = [100 * part / whole for part in guide.overlap for whole in guide.size]
            assert (row.low, row.high) == (round(min(shares)), round(max(shares)))


@each("mark", [0, 7, 20, 50])
def test_a_row_agrees_where_the_mark_is_between_its_ends(mark: int) -> None:
    words = {row.name: row.word(mark) for row in ROWS}
    agree = {row.name for row in ROWS if mark in range(row.low, row.high + 1)}
    assert {name for name, word in words.items() if word == AGREES} == agree
    assert all(words[row.name] == (LESS if row.high < mark else MORE) for row in ROWS if row.name not in agree)
    assert f"{len(agree)} of {len(ROWS)} rows agree" in str(guides_board(mark)).partition("\n")[0]


@each(("mark", "stored"), [(0, "1.00"), (20, "1.25"), (50, "2.00")])
def test_it_says_what_the_mark_stores(mark: int, stored: str) -> None:
    assert f"stores about {stored} times" in str(guides_board(mark))


@each(("use", "line"), [
    ("Legal texts", "4 rows are about “Legal texts”: 20 to 50 %"),
    ("prose", "1 row is about “prose”: 15 to 20 %"),
    ("cold <b>tea</b>", "no row is about “cold <b>tea</b>”"),
])  # fmt: skip
def test_rows_about_the_use_have_an_arrow(use: str, line: str) -> None:
    seen = View(20, use)
    assert str(seen).splitlines()[1] == line
    assert str(seen).count("\n> ") == len(seen.about) == page(seen).count("<b>▸")
    assert "<b>tea" not in page(seen)


@each("use", ["", " ", "any of the"])
def test_short_words_name_no_use(use: str) -> None:
    assert View(20, use).about == []


def test_words_and_picture_say_the_same() -> None:
    seen = View(30, "legal")
    read = Reader(page(seen)).text
    assert all(line in read for line in (*seen.head(), *seen.measured()))
    bars = re.findall(r"height:14px;[^>]*left:(\d+)%[^>]*border:(\d)px", page(seen))
    rows = [(min(row.low, 50), row.word(30) == AGREES) for row in ROWS]
    assert [(int(left) // 2, edge == "2") for left, edge in bars] == rows
    assert page(seen).count("left:60%;background-color") == len(ROWS)


def test_what_is_measured_is_what_the_library_says() -> None:
    effects = {one.key: one for one in measured() if one.metric == METRIC}
    _, *lines = View(20, "").measured()
    assert len(lines) == len(MEASURED)
    for key, line in zip(MEASURED, lines, strict=True):
        assert effects[key].figures in line
        assert line.endswith(effects[key].finding)
