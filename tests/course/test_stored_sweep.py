"""The stored sweep is what a sweep measures now; another file is refused in a line."""

import numpy as np
import pytest

from chunklib.evaluation import Setting, own_benchmark
from chunklib.evaluation.effects import measured
from chunklib.evaluation.phases import PHASES
from classroom.lessons import stored_sweep as module
from classroom.lessons.stored_sweep import DESIGNS, METRICS, SETTINGS, measured_again, stored_sweep
from research.effects.ways import prefix
from research.lesson_sweep import packed


def test_holds_all_questions_in_six_placings() -> None:
    asked = own_benchmark().questions
    for context, settings in SETTINGS.items():
        found = stored_sweep(context)
        assert found.settings == settings
        assert found.metrics == METRICS
        assert found.questions == tuple(one.id for one in asked)
        assert found.documents == tuple(one.document for one in asked)
        assert {found.scores(one, "whole").shape for one in settings} == {(PHASES, len(asked))}
    assert len(DESIGNS) == 35


@pytest.mark.parametrize(
    ("setting", "context"),
    [
        (Setting("token_windows", 200, "20%"), ""),
        (Setting("markdown", 200, 0), ""),
        (Setting("recursive", 200, 0), "prefix"),
    ],
)
def test_is_what_is_measured_now(setting: Setting, context: str) -> None:
    again = measured_again([setting], prefix if context else None)
    assert again.context == context
    for metric in METRICS:
        assert np.array_equal(again.scores(setting, metric), stored_sweep(context).scores(setting, metric))
    assert [one.facts for one in again.phases[setting]] == [one.facts for one in stored_sweep(context).phases[setting]]


@pytest.mark.parametrize(
    ("key", "baseline", "other", "context"),
    [
        ("overlap-token_windows", Setting("token_windows", 200, 0), Setting("token_windows", 200, "20%"), ""),
        ("overlap-sentences", Setting("sentences", 200, 0), Setting("sentences", 200, "20%"), ""),
        ("overlap-recursive", Setting("recursive", 200, 0), Setting("recursive", 200, "20%"), ""),
        ("overlap-markdown", Setting("markdown", 200, 0), Setting("markdown", 200, "20%"), ""),
        ("size-400", Setting("recursive", 200, 0), Setting("recursive", 400, 0), ""),
        ("prefix", Setting("recursive", 200, 0), Setting("recursive", 200, 0), "prefix"),
    ],
)
@pytest.mark.parametrize("metric", ["recall", "recall_1000"])
def test_says_what_the_library_says(key: str, baseline: Setting, other: Setting, context: str, metric: str) -> None:
    told = next(one for one in measured() if (one.key, one.metric) == (key, metric))
    sides = stored_sweep().mean(baseline, metric), stored_sweep(context).mean(other, metric)
    assert sides == pytest.approx((told.baseline, told.other), abs=1e-4)


def test_is_written_again_byte_for_byte() -> None:
    assert packed({context: stored_sweep(context) for context in SETTINGS}) == module.FILE.read_bytes()


def test_refuses_what_was_measured_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SETTINGS", {"": SETTINGS[""][:-1], "prefix": SETTINGS["prefix"]})
    stored_sweep.cache_clear()
    with pytest.raises(
        ValueError, match=r"^the stored .* with other .*: python -m research.lesson_sweep writes it again$"
    ):
        stored_sweep()
    monkeypatch.undo()
    assert stored_sweep().settings == SETTINGS[""]
