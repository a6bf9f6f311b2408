"""A sweep compares each overlap with the least of its own group, all in one family."""

from collections.abc import Sequence

import numpy as np
import pytest

from chunklib.evaluation import Results, Setting, findings, grid, interval, paired
from chunklib.evaluation.metrics.registry import label, measured
from chunklib.evaluation.statistics.resampling import Resampler
from chunklib.evaluation.statistics.verdict import holm
from chunklib.evaluation.sweep.comparison import check
from chunklib.evaluation.sweep.results import Facts, Phase
from tests.each import each
from tests.small_benchmark import SMALL, swept

MEASURED = tuple(metric.name for metric in measured())
DOCUMENTS = ("a", "b", "c") * 12
FACTS = Facts(10, 400, 400, 0.0)
OVERLAPS = ("20%", 0, "50%")


def made(settings: Sequence[Setting], phases: int = 6, seed: int = 0) -> Results:
    """Scores at random, a little higher where more is repeated."""
    rng = np.random.default_rng(seed)
    ids = tuple(f"q{n}" for n in range(len(DOCUMENTS)))
    found = {}
    for setting in settings:
        more = float(setting.repeated) / 1000
        values = [np.clip(rng.random((2, len(ids))) * 0.5 + more, 0, 1).round(6) for _ in range(phases)]
        found[setting] = tuple(Phase({"recall": recall, "whole": whole}, FACTS) for recall, whole in values)
    return Results("data", "code", "", ids, DOCUMENTS, found)


SETTINGS = grid(("token_windows", "recursive"), (200, 400), OVERLAPS, ("bm25", "hybrid"))


def test_each_overlap_is_compared_with_the_least_of_its_group() -> None:
    results = made(SETTINGS)
    shown = findings(results, ["whole", "recall"], resamples=1000)
    expected, draws = {}, Resampler(DOCUMENTS, resamples=1000)
    for metric in ("whole", "recall"):
        for one in SETTINGS:
            if one.overlap != 0:
                [base] = (
                    s for s in SETTINGS
                    if (s.strategy, s.size, s.retriever, s.overlap) == (one.strategy, one.size, one.retriever, 0)
                )  # fmt: skip
                name = "whole evidence in one chunk" if metric == "whole" else "recall@5"
                percent = str(one.overlap).replace("%", " %")
                label = f"{name}: overlap {percent} against 0, {one.strategy} of {one.size}, {one.retriever}@5"
                arrays = results.scores(base, metric), results.scores(one, metric)
                expected[label] = paired(*arrays, draws)
    assert {verdict.label: verdict.difference for verdict in shown.verdicts} == expected
    assert {verdict.family for verdict in shown.verdicts} == {len(expected)} == {2 * 2 * 2 * 2 * 2}
    adjusted = holm({label: difference.p for label, difference in expected.items()})
    assert {verdict.label: verdict.holm_p for verdict in shown.verdicts} == adjusted
    assert shown.intervals == {
        (setting, metric): interval(results.scores(setting, metric), draws)
        for setting in SETTINGS
        for metric in ("recall", "whole")
    }
    findings_seen = {verdict.finding for verdict in shown.verdicts}
    assert {"difference", "no difference seen"} <= findings_seen


def test_the_least_is_the_baseline_where_none_has_no_overlap() -> None:
    shown = findings(made(grid(sizes=[200], overlaps=["50%", 30, "10%"])), ["recall"], resamples=500)
    assert [verdict.label.split(",")[0] for verdict in shown.verdicts] == [
        "recall@5: overlap 50 % against 10 %",
        "recall@5: overlap 30 against 10 %",
    ]


def test_groups_that_retrieve_another_number_of_chunks_are_told_apart() -> None:
    settings = [*grid(sizes=[200], overlaps=[0, 40], k=5), *grid(sizes=[200], overlaps=[0, 40], k=10)]
    shown = findings(made(settings), ["recall", "whole"], resamples=500)
    assert len({verdict.label for verdict in shown.verdicts}) == len(shown.verdicts) == 4
    assert {verdict.family for verdict in shown.verdicts} == {4}


def test_one_setting_has_an_interval_and_no_verdict() -> None:
    shown = findings(made(SETTINGS[:1]), ["recall"], resamples=100)
    assert (len(shown.intervals), shown.verdicts) == (1, ())
    assert findings(made(grid(sizes=[200, 400], overlaps=[0])), resamples=100).verdicts == ()


def test_one_phase_cannot_tell() -> None:
    settings = grid(("markdown", "token_windows"), (20,), (0, 10), k=3)
    shown = findings(swept(settings, phases=6), resamples=1000)
    assert [verdict.difference.phases for verdict in shown.verdicts] == [1, 6, 1, 6]
    for verdict in shown.verdicts:
        few = "one phase cannot tell the overlap from the place of the cuts"
        assert (few in str(verdict)) == ("markdown" in verdict.label)
        assert not (verdict.claim and "markdown" in verdict.label)


def test_what_is_measured_is_known_before() -> None:
    assert swept(grid(sizes=[20], overlaps=[0], k=3), budgets=(500, 1000, 2000, 4000)).metrics == MEASURED


@each(("metrics", "why"), [
    (["recal"], "unknown metric 'recal': choose one of recall, whole; did you mean 'recall'\\?"),
    (["recall", "contained"], "unknown metric 'contained': choose one of recall, whole"),
    ([], "metrics must be at least one, each once: got none"),
])  # fmt: skip
def test_metrics_that_cannot_be_compared(metrics: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        findings(made(SETTINGS[:2]), metrics, resamples=100)


def test_more_comparisons_than_the_draws_can_carry() -> None:
    many = grid(sizes=range(200, 203), overlaps=range(168))
    with pytest.raises(ValueError, match=r"more than 500 comparisons needs more than 10,000 resamples: got 501 "):
        check(many, ["recall"])
    check(many[:-1], ["recall"])
    with pytest.raises(ValueError, match="over more than 5 comparisons needs more than 100 resamples: got 16"):
        findings(made(SETTINGS), ["recall"], resamples=100)
    assert len(findings(made(grid(sizes=[200], overlaps=range(6))), ["recall"], resamples=100).verdicts) == 5


def test_one_question_has_no_interval() -> None:
    one = type(SMALL)("one", SMALL.documents, SMALL.questions[:1])
    with pytest.raises(ValueError, match="at least 2 questions"):
        findings(swept(benchmark=one), resamples=200)


def test_no_two_metrics_have_the_same_words() -> None:
    assert len({label(metric, 5) for metric in MEASURED}) == len(MEASURED)
