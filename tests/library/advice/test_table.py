"""The table of advice: it says nothing against what was measured, and every row of it is reached."""

from __future__ import annotations

import json
import pickle
from itertools import permutations

from chunklib.advice import TABLE, Row, recommend, table_as_text
from chunklib.evaluation.effects import METRIC, measured
from tests.each import each


@each("row", TABLE)
def test_no_advice_is_against_what_was_measured(row: Row) -> None:
    found = row.effects
    assert [one.key for one in found] == [*row.takes, *row.leaves]
    assert all(one.high >= 0 if one.key in row.takes else one.low <= 0 for one in found)
    assert found or row.support == ("not measured",)
    for one, said in zip(found, row.support, strict=False):
        assert said.startswith(f"{one.key} {one.figures}, {one.finding}")
        assert said.endswith(one.under_minilm)
        under = [two for two in measured() if (two.key, two.metric) == (f"{one.key}-minilm", METRIC)]
        assert all(f"under MiniLM {two.figures}, {two.finding}" in said for two in under)
        assert not [
            two for two in under if two.finding == "difference" and (two.difference > 0) != (one.key in row.takes)
        ]
    assert all(support in table_as_text() for support in row.support)


def test_a_row_says_where_its_effect_depends_on_the_kind_of_question() -> None:
    kinds = [one for one in measured() if one.metric == METRIC and one.kinds]
    for row in TABLE:
        for effect, said in zip(row.effects, row.support, strict=False):
            apart = [one for one in kinds if one.key == f"{effect.key}-{one.kinds[0].replace('_', '-')}"]
            differ = any(one.low > other.high for one, other in permutations(apart, 2))
            assert ("by kind of question" in said) == differ
            assert sum(f"{one.kinds[0]} {one.figures}" in said for one in apart) == 2 * differ


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
