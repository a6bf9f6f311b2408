"""Search for the smallest failing case of a property: fixed examples first, then Hypothesis, which shrinks.

The search is deterministic: a fixed seed, no database, no constants gathered from whatever modules happen to be
loaded. It says nothing, and neither reads nor leaves a file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Property

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

EXAMPLES = 100
FEWER = 20  # of a property, where it is known that another is broken
SEED = 20_231
_NOWHERE = Path(os.devnull, "hypothesis")  # a folder that cannot be made


class Enough(BaseException):
    """Stops a search at once; no Exception, since Hypothesis would try to shrink that."""


def search(
    rule: Property,
    fails: Callable[[dict[str, Any]], bool],
    over: Callable[[], bool],
    *,
    shrink: bool,
    cases: int = EXAMPLES,
) -> None:
    """Try drawn cases of a property until one fails, then smaller ones; ``fails`` keeps what it sees.

    Ends after so many ``cases``, as soon as ``over`` says so, when ``fails`` raises ``Enough``, or at the first failure
    if it is not to be shrunk.
    """
    if rule.cases is None:
        return
    strategy = rule.cases()

    def condition(case: dict[str, Any]) -> bool:
        if over():
            raise Enough
        failed = fails(case)
        if failed and not shrink:
            raise Enough
        return failed

    try:
        _find(strategy, condition, cases)
    except Enough:
        return


def _find(strategy: SearchStrategy[dict[str, Any]], condition: Callable[[dict[str, Any]], bool], cases: int) -> None:
    from hypothesis import HealthCheck, Phase, Verbosity, find, settings
    from hypothesis.errors import Flaky, NoSuchExample

    quiet = settings(
        max_examples=cases,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    with undisturbed():
        try:
            find(strategy, condition, settings=quiet, random=Random(SEED))  # noqa: S311 -- no secret
        except (NoSuchExample, Flaky):  # nothing fails, or a function that answers differently each time
            return


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let Hypothesis neither read nor write a file, and keep its cases free of the session's modules.

    Its tables of Unicode are made when they are first needed, which takes a moment once a process. If they came from a
    folder that others can write to, another user could choose the cases.

    Draw cases inside this block: the same strategy and seed then give the same cases everywhere.
    """
    from hypothesis import configuration
    from hypothesis.internal.conjecture import providers

    inside = vars(providers)  # a private part: where a release lacks it, cases only vary a little more
    home = getattr(configuration, "__hypothesis_home_directory", None)
    gather = inside.get("_get_local_constants")
    configuration.set_hypothesis_home_dir(_NOWHERE)
    if gather is not None:
        inside["_get_local_constants"] = inside["Constants"]
    try:
        yield
    finally:
        if gather is not None:
            inside["_get_local_constants"] = gather
        configuration.set_hypothesis_home_dir(home)
