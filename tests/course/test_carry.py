"""A function is known again by what it does, and its own lines are told from everybody else's."""

from __future__ import annotations

import functools
import subprocess
import sys
from pathlib import Path

import pytest

from chunklib.course.sandbox.carry import family, fingerprint, line_of


def test_comments_and_layout_are_not_another_try(tmp_path: Path) -> None:
    bodies = [
        "def f(n):\n    'a word'\n    return n + 1\n",
        "\n\n# a word\ndef f(n):\n    'says what it does'\n    return (n +\n            1)  # more\n",
        "def f(n):\n    return n + 2\n",
        "def f(n, m=1):\n    return n + 1\n",
    ]
    digests = []
    for number, body in enumerate(bodies):
        scope: dict[str, object] = {"__name__": "__main__"}
        exec(compile(body, str(tmp_path / f"cell{number}"), "exec"), scope)  # noqa: S102
        function = scope["f"]
        assert callable(function)
        digests.append(fingerprint(function))
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


def test_a_changed_helper_or_setting_is_another_try() -> None:
    def cell(helper: str, setting: str) -> str:
        scope: dict[str, object] = {"__name__": "__main__"}
        exec(f"SIZE = {setting}\ndef helper(n): return {helper}\ndef f(n): return helper(n) + SIZE", scope)  # noqa: S102
        function = scope["f"]
        assert callable(function)
        return fingerprint(function)

    assert cell("n", "1") == cell("n", "1")
    assert len({cell("n", "1"), cell("n + 1", "1"), cell("n", "2")}) == 3


def test_the_digest_is_the_same_in_another_process() -> None:
    code = (
        "from chunklib.course.sandbox.carry import fingerprint\n"
        "def f(n): return n in {'a', 'b', 'c', 'd'}\n"
        "print(fingerprint(f))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1


def test_helpers_partials_methods_and_objects_belong_to_a_family() -> None:
    class Callable:
        def __call__(self) -> None:
            """Do nothing."""

        def method(self) -> None:
            """Do nothing either."""

    def plain() -> int:
        return len("")

    assert family(functools.partial(plain)) == [plain]
    assert family(Callable().method) == [Callable.method]
    assert family(Callable()) == [Callable.__call__]
    assert family(len) == []


def test_recursion_has_an_end() -> None:
    def ping(n: int) -> int:
        return pong(n)

    def pong(n: int) -> int:
        return ping(n)

    assert family(ping) == [ping, pong]


@pytest.mark.parametrize("frames", [None, 3, [], [("/etc/hostname", 1)], [(3, 4)], [("x",)]])
def test_no_file_but_the_learners_is_read(frames: object) -> None:
    assert line_of(test_recursion_has_an_end, frames) == ("", 0)


def test_the_innermost_own_line_is_found() -> None:
    function = test_recursion_has_an_end
    number = function.__code__.co_firstlineno
    frames = [("/usr/lib/json.py", 1), (function.__code__.co_filename, number), (__file__, 1)]
    assert line_of(function, frames) == ("def test_recursion_has_an_end() -> None:", number)
