"""check(): the five states, the view, and words in the place of a traceback."""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from classroom import check
from classroom.judge import probe
from classroom.judge import verdict as judging
from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError
from classroom.judge.exercise import Broken, Call, Exercise, Property, Raised, Words, expect_list
from classroom.judge.probe import Failure, cause_of
from classroom.judge.worker.client import Limits
from classroom.lessons.report import Report
from tests.direct import direct_probe
from tests.each import each


def hello(name: str) -> str:
    return f"Hello, {name}!"


SIZE = 3


def windows_of(tokens: list[int], size: int, overlap: int) -> list[list[int]]:
    out, start = [], 0
    while start < len(tokens):
        out.append(tokens[start : start + size])
        start += size - overlap
    return out


def sliding_window(tokens: list[int], size: int = 500, overlap: int = 75) -> list[list[int]]:
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return windows_of(tokens, size, overlap)  # a helper of the same module goes along


def test_a_right_answer() -> None:
    report = check(hello)
    assert (report.state, report.ok, report.points, report.max_points) == ("right", True, 3, 3)
    assert str(report) == (
        "hello   ✓ right   3 of 3 properties hold\n"
        "✓ it returns a greeting   ✓ the name is in the greeting   ✓ the greeting is exact"
    )


def test_a_stub() -> None:
    def hello(name: str) -> str:
        raise NotImplementedError

    report = check(hello)
    assert (report.state, report.ok, report.points) == ("not started", False, 0)
    assert str(report).startswith("hello   ○ not started\n")
    assert 'hint("hello")' in str(report)


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of the published loop."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHUNKLIB_STATE", str(tmp_path_factory.mktemp("state")))
        return check(sliding_window)


def test_a_wrong_answer_shows_one_property_with_its_smallest_call(wrong: Report) -> None:
    report = wrong
    assert report.state == "wrong"
    assert eval(report.call) == [[0, 1], [1]]  # noqa: S307
    assert report.call == "sliding_window([0, 1], size=2, overlap=1)"
    assert str(report) == (
        "sliding_window   ✗ not yet   4 of 7 properties hold\n"
        "✓ nothing is lost   ✓ neighbours share the overlap asked   ✓ no input gives no windows\n"
        "✓ impossible sizes raise ValueError\n"
        "✗ no window lies inside the one before\n"
        "  sliding_window([0, 1], size=2, overlap=1)\n"
        "  gave      [[0, 1], [1]]\n"
        "  window 1 lies wholly inside window 0\n"
        "  Usual cause: the loop asks whether there is a next start, not whether the last window reached the end.\n"
        '  hint("sliding_window") for more'
    )
    assert (report.points, report.max_points) == (6, 12)


def test_a_broken_gate_is_reported_alone_and_earns_nothing() -> None:
    report = check(lambda text, size=1000, overlap=200: [], "fixed_size_chunks")
    assert (report.state, report.points) == ("wrong", 0)
    assert str(report) == (
        "fixed_size_chunks   ✗ not yet   0 of 7 properties hold\n"
        "✗ nothing is lost\n"
        "  fixed_size_chunks('a', size=1, overlap=0)\n"
        "  gave      []\n"
        "  lost 'a' at character 0\n"
        "  Usual cause: the loop ends before the last window, or a short last window is thrown away.\n"
        "  While this does not hold, nothing else is looked at.\n"
        '  hint("fixed_size_chunks") for more'
    )


def test_a_changed_argument_is_its_own_wrong() -> None:
    def sliding_window(tokens: list[int], size: int = 500, overlap: int = 75) -> list[list[int]]:
        if not 0 <= overlap < size:
            raise ValueError("sizes")
        out = []
        while tokens:
            out.append(tokens[:size])
            if len(tokens) <= size:
                break
            del tokens[: size - overlap]
        return out

    report = check(sliding_window)
    assert report.state == "wrong"
    assert "7 of 8 properties hold" in str(report)
    assert "✗ its arguments stay as they were\n" in str(report)
    assert "  changed its argument tokens\n" in str(report)
    assert report.call == "sliding_window([0, 1], size=1, overlap=0)"


def test_what_is_raised_names_the_line() -> None:
    def hello(name: str) -> str:
        print("greeting", name)
        return "Hello, " + nmae + "!"  # type: ignore[name-defined,no-any-return]  # noqa: F821

    report = check(hello)
    assert report.state == "raises"
    assert "  NameError: name 'nmae' is not defined\n" in str(report)
    assert re.search(r"  line \d+  return \"Hello, \" \+ nmae \+ \"!\"", str(report))
    assert "  printed   'greeting Ada'\n" in str(report)
    assert "Traceback" not in str(report)


@each(("checks", "words"), [("", "had not ended when its time was over"), ("fixed", "NameError: never")])
def test_where_nobody_waits_the_clock_ends_no_call(checks: str, words: str) -> None:
    """On a busy machine, an endless loop of a stored solution has the same report as on an idle one."""

    def hello(name: str) -> str:
        time.sleep(1)
        raise NameError("never")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(judging.CHECKS, checks)
        report = Report.of(judging.judge(hello, EXERCISES["hello"], Limits(wall=0.3, first=0.0, total=0.6)))
    assert f"  {words}\n" in str(report)


@each(("function", "word"), [
    (print, "returned None; expected a string"),
    (lambda name: (part for part in name), "returned a generator; expected a string"),
    (lambda name: name.encode(), "Usual cause: bytes are not a text: remove the b before the quotes, or .encode()."),
])  # fmt: skip
def test_a_value_of_another_kind_is_named(function: Callable[..., Any], word: str) -> None:
    assert f"  {word}\n" in str(check(function, "hello"))


def test_the_html_says_what_the_text_says(wrong: Report) -> None:
    report = wrong
    bundle = report._repr_mimebundle_(include=None, exclude=None)
    assert bundle["text/plain"] == str(report) == repr(report)
    bare = re.sub(r"<[^>]*>", "", bundle["text/html"]).replace("&quot;", '"').replace("&ensp; ", "   ")
    assert re.sub(r"\s", "", bare) == re.sub(r"\s", "", str(report))
    assert 'role="group" aria-label="Check of sliding_window: not yet"' in bundle["text/html"]


def test_code_in_a_cause_is_shown_as_code_and_what_came_back_is_escaped() -> None:
    failure = Failure("wrong", "why `this`", gave="'<script>'", cause="write `a < b`")
    html = Report(EXERCISES["hello"], "wrong", failure=failure).html()
    assert "Usual cause: write <code>a &lt; b</code>." in html
    assert "&lt;script&gt;" in html
    assert "<script>" not in html
    assert "why `this`" in html


SAY = 'say which exercise it solves, as in check(function, "hello"); '
NAMED = f"if your function has another name, {SAY}"


@each(("function", "name", "word"), [
    ("not a function", None, "check takes a function, as in check(hello): got a string"),
    ("hello", None, "check takes the function itself, without quotes: check(hello)"),
    (None, None, "check takes a function, as in check(hello): got None"),
    (hello, "helo", 'there is no exercise "helo"; did you mean "hello"?'),
    (len, None, f'there is no exercise "len"; {NAMED}there are {", ".join(sorted(EXERCISES))}'),
    (
        functools.partial(hello),
        None,
        f"a partial has no name of its own: {SAY}there are {', '.join(sorted(EXERCISES))}",
    ),
    (len, "len", f'there is no exercise "len"; there are {", ".join(sorted(EXERCISES))}'),
])  # fmt: skip
def test_a_wrong_use_is_one_line(function: Any, name: str | None, word: str) -> None:
    with pytest.raises(CourseError, match=f"^{re.escape(word)}$") as caught:
        check(function, name)
    assert caught.value._render_traceback_() == [word]
    assert isinstance(caught.value, ValueError)


def test_a_function_that_cannot_be_copied_gets_a_word() -> None:
    words = (word for word in ["Hello"] * 1_000)

    def hello(name: str) -> str:
        return f"{next(words)}, {name}!"

    report = check(hello)
    assert report.state == "raises"
    assert "it uses `words`, which cannot be copied to the process that checks it" in str(report)


def test_a_module_that_is_not_there_gets_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "helper_of_hello.py").write_text("def greet(name):\n    return f'Hello, {name}!'\n")
    monkeypatch.syspath_prepend(tmp_path)
    from helper_of_hello import greet  # type: ignore[import-not-found]

    def hello(name: str) -> str:
        return str(greet(name))

    assert check(hello).ok
    (tmp_path / "helper_of_hello.py").unlink()
    for cached in tmp_path.glob("__pycache__/*"):
        cached.unlink()
    assert "could not be loaded: ModuleNotFoundError: No module named 'helper_of_hello'" in str(check(hello))


def test_a_learners_file_does_not_stand_in_for_a_module_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {tmp_path / "random.py", tmp_path / "json.py"}
    for path in own:
        path.write_text("raise SystemExit\n")
    monkeypatch.chdir(tmp_path)
    assert check(hello).ok
    assert {*tmp_path.iterdir()} == own | {tmp_path / "state"}  # and no file is left there


def test_a_function_of_the_learners_own_file_is_not_imported_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        "from pathlib import Path",
        "Path('ran').write_text('x' * (1 + Path('ran').exists()))",
        "def hello(name):",
        "    return f'Hello, {name}!'",
    ]
    (tmp_path / "my_answers.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    from my_answers import hello as mine  # type: ignore[import-not-found]

    assert check(mine).ok
    assert (tmp_path / "ran").read_text() == "x"


def test_closures_defaults_methods_and_objects_can_be_checked() -> None:
    class Greeter:
        def __init__(self, word: str) -> None:
            self.word = word

        def greet(self, name: str) -> str:
            return f"{self.word}, {name}!"

        def __call__(self, name: str) -> str:
            return self.greet(name)

    assert check(Greeter("Hello").greet, "hello").ok
    assert check(Greeter("Hello"), "hello").ok
    assert not check(Greeter("Hallo"), "hello").ok


def test_a_check_inside_a_check_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def hello(name: str) -> str:
        from classroom import check

        return str(check(hello))

    assert "CourseError: a function cannot call check while it is being checked" in str(check(hello))


def _counts(function: Call, size: int) -> None:
    expect_list(function([number * number for number in range(size)]))


def exercise_with(name: str, test: Callable[..., None], *cases: dict[str, Any]) -> Exercise:
    return Exercise(("a", "b", "c"), (Property("a rule", 1, True, ("a cause",), test, cases),), name, "00_test")


def test_long_arguments_are_cut_and_their_length_said() -> None:
    report = Report.of(judging.judge(lambda numbers: None, exercise_with("long", _counts, {"size": 900})))
    assert "  long([0, 1, 4, …900 elements…, 806404, 808201])\n" in str(report)
    assert "This call is shortened. To see all of it: print(check(long).call)" in str(report)
    assert report.call == f"long({[number * number for number in range(900)]})"


def test_a_property_that_stumbles_does_not_reach_the_learner() -> None:
    def stumbles(function: Call, value: int) -> None:
        function(value)["key"]

    failure = judging.judge(lambda value: {}, exercise_with("one", stumbles, {"value": 1})).failure
    assert failure is not None
    assert failure.why == f"{probe.UNREADABLE} (KeyError('key'))"


def test_expected_words_have_no_quotes_and_values_have() -> None:
    for expected, shown in {Words("two\nlines"): "two …", Words('after "bb"'): 'after "bb"', "bb": "'bb'"}.items():

        def differs(function: Call, expected: object = expected) -> None:
            raise Broken("another one", expected=expected)

        failure = direct_probe(hello, "f").try_case(Property("p", 1, False, ("a cause",), differs), {})
        assert failure is not None
        assert failure.expected == shown


def test_a_pattern_that_repeats_nothing_gets_a_cause() -> None:
    with pytest.raises(re.error) as caught:
        re.compile(r"\w(.|!|?)\s+")
    cause = cause_of(Raised("error", str(caught.value)))
    assert cause.startswith("in a pattern, `?`, `*` and `+` repeat what is before them")


def test_where_a_tokenizer_counts_a_call_that_shows_it_is_shown() -> None:
    def estimate_tokens(text: str) -> int:
        import tiktoken

        tokens = len(tiktoken.get_encoding("cl100k_base").encode_ordinary(text))
        return tokens + (text.startswith("A logger"))

    failure = judging.judge(estimate_tokens, EXERCISES["estimate_tokens"]).failure
    assert failure is not None
    (shown,) = re.findall(r"this one (\d+), and the estimates are 1 off in all", failure.why)
    assert failure.call.startswith("estimate_tokens(")
    assert shown == failure.gave == str(estimate_tokens(failure.call.split("'")[1]))


def test_a_random_answer_still_gets_a_report() -> None:
    def sliding_window(tokens: list[int], size: int = 500, overlap: int = 75) -> list[list[int]]:
        import random

        return [tokens] if random.random() < 0.5 else []  # noqa: S311

    report = check(sliding_window)
    assert report.state == "wrong"
    assert report.points == 0


def test_an_error_with_surrogates_can_be_shown() -> None:
    def hello(name: str) -> str:
        raise KeyError("\ud800\n\x1b[31m second line")

    shown = str(check(hello))
    shown.encode("utf-8")
    assert "\x1b" not in shown


@pytest.mark.parametrize("checks", ["fixed", ""])
def test_with_fixed_checks_what_passes_is_searched_no_further(checks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that fails is judged as always, so that what is shown stays the same."""
    searched: list[str] = []
    monkeypatch.setenv(judging.CHECKS, checks)
    monkeypatch.setattr(judging, "search", lambda rule, *_, **__: searched.append(rule.name))
    right = judging.judge(lambda name: f"Hello, {name}!", EXERCISES["hello"])
    names = [rule.name for rule in EXERCISES["hello"].properties]
    assert (right.state, list(right.held)) == ("right", names)
    assert searched == ([] if checks else names)
    searched.clear()
    wrong = judging.judge(lambda name: f"Hello {name}!", EXERCISES["hello"])
    assert wrong.state == "wrong"
    assert searched != []
