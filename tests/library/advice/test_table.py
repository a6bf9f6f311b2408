"""The table of advice: it says nothing against what was measured, and every row of it is reached."""

from __future__ import annotations

import json
import pickle
from itertools import combinations

from chunklib.advice import TABLE, Row, recommend, table_as_text
from chunklib.advice.table import METRIC
from chunklib.evaluation.effects import measured
from tests.each import each


@each("row", TABLE)
def test_no_advice_is_against_what_was_measured(row: Row) -> None:
    found = row.effects
    assert [one.key for one in found] == [*row.takes, *row.leaves]
    assert all(one.high >= 0 if one.key in row.takes else one.low <= 0 for one in found)
    assert row.support == (tuple(f"{one.key} {one.figures}, {one.finding}" for one in found) or ("not measured",))
    assert all(support in table_as_text() for support in row.support)


def test_no_effect_of_a_row_depends_on_the_kind_of_question() -> None:
    """Else advice would have to ask for it."""
    for key in {one.key for row in TABLE for one in row.effects}:
        apart = [one for one in measured() if one.metric == METRIC and one.kinds and one.key.startswith(f"{key}-")]
        assert all(one.low <= other.high and other.low <= one.high for one, other in combinations(apart, 2)), key


def test_each_kind_has_one_row() -> None:
    kinds = [kind for row in TABLE for kind in row.kinds]
    assert len(kinds) == len({*kinds})
    assert table_as_text().count("\n") == sum(len(row.support) for row in TABLE)


def test_advice_is_data_too() -> None:
    advice = recommend("The gate was shut. Nobody had told the driver.\n\n" * 90, ruler=len)
    data = json.loads(advice.to_json())
    assert data == advice.to_dict()
    assert data["config"]["ruler"] == "len"
    assert [one["key"] for one in data["row"]["measured"]] == [one.key for one in TABLE[-1].effects]
    head, row = advice._table()
    assert len(head) == len(row)


def test_advice_can_be_kept() -> None:
    chat = "Ada: hi\nBo: hello\nAda: how are you?\nBo: fine\n" * 80
    advice = recommend(chat)
    assert pickle.loads(pickle.dumps(advice)) == advice  # noqa: S301 (ours)
    assert hash(advice) == hash(recommend(chat))
    assert recommend(chat).config["strategy"] == "turns"
