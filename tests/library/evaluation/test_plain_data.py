"""Results as plain data: JSON that says everything, dictionaries of it, and tables for pandas."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from chunklib.errors import MissingPackage
from chunklib.evaluation import Setting, evaluate, findings, sweep, where_lost
from tests.small_benchmark import SMALL

WINDOWS = {"strategy": "token_windows", "size": 30, "overlap": 6}
TRIED = (Setting("token_windows", 30, "20%", k=3), Setting("markdown", np.int64(30), np.int64(0), "hybrid", 3))  # type: ignore[arg-type]
EVALUATION = evaluate(SMALL, WINDOWS, k=3, budgets=[50], context=True)
RESULTS = sweep(TRIED, SMALL, phases=2, embed="hashing", budgets=[50], context=False)
FINDINGS = findings(RESULTS, ["recall"], resamples=200)
LEDGER = where_lost(SMALL, WINDOWS, k=3)
EACH = pytest.mark.parametrize("result", [EVALUATION, RESULTS, FINDINGS, LEDGER])


@EACH
def test_the_dictionary_is_plain_and_the_json_says_the_same(result: Any) -> None:
    told = result.to_dict()
    assert json.loads(json.dumps(told)) == told == json.loads(result.to_json())


def test_an_evaluation_says_every_field_and_what_follows_from_them() -> None:
    told = EVALUATION.to_dict()
    assert told.keys() == vars(EVALUATION).keys() | {"multiplier", "summary", "warnings"}
    assert told["scores"] == {name: scores.tolist() for name, scores in EVALUATION.scores.items()}
    assert (told["context"], told["documents"]) == (True, list(EVALUATION.documents))
    assert told["summary"] == EVALUATION.summary()


def test_results_say_each_setting_with_its_phases() -> None:
    told = RESULTS.to_dict()
    assert (told["questions"], told["context"]) == (list(RESULTS.questions), "left out")
    for one, setting in zip(told["settings"], TRIED, strict=True):
        assert (one["setting"], one["size"], one["stored"]) == (setting.label, 30, RESULTS.multiplier(setting))
        for phase, kept in zip(one["phases"], RESULTS.phases[setting], strict=True):
            assert phase["stored_tokens"] == kept.facts.stored_tokens
            assert phase["scores"] == {name: scores.tolist() for name, scores in kept.scores.items()}


def test_what_was_found_has_a_row_for_each_setting() -> None:
    means = [FINDINGS.intervals[setting, "recall"].mean for setting in TRIED]
    assert [one["recall"]["mean"] for one in FINDINGS.to_dict()["settings"]] == means
    head, *body = FINDINGS._table()
    assert [len(row) for row in body] == [len(head)] * len(TRIED)


@EACH
def test_without_pandas_the_error_names_it(result: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match="to_pandas needs the package pandas: pip install pandas"):
        result.to_pandas()


def test_a_table_for_pandas_has_a_row_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows, columns: (columns, rows)))
    (one, asked), (many, swept) = EVALUATION.to_pandas(), RESULTS.to_pandas()
    assert np.mean([row[one.index("recall")] for row in asked]) == pytest.approx(EVALUATION.mean("recall"))
    windows = [row for row in swept if row[many.index("strategy")] == "token_windows"]
    assert np.mean([row[many.index("recall")] for row in windows]) == pytest.approx(RESULTS.mean(TRIED[0], "recall"))
    assert (len(asked), len(swept)) == (len(SMALL.questions), (2 + 1) * len(SMALL.questions))
