"""Replace ``classroom`` inside the sandbox by names that do nothing and say nothing."""

from __future__ import annotations

import sys
from typing import Any

import classroom


class _Nothing:
    """Takes every call and gives nothing back; what has no result shows nothing."""

    ok = False
    state = "not started"
    points = 0

    def __call__(self, *_args: object, **_kwargs: object) -> _Nothing:
        return self

    def __repr__(self) -> str:
        return "nothing is checked here"


def stand_in() -> None:
    """Let ``from classroom import …`` give such names, whatever they are."""
    vars(classroom)["__getattr__"] = _name


def _own(name: str) -> Any:
    """Stand for ``mine``: what is marked is made of what the notebook itself defines."""
    return vars(sys.modules["__main__"]).get(name, _Nothing())


def _name(name: str) -> Any:
    if name == "mine":
        return _own
    if name.startswith(("__", "pytest")):  # a tool asks the module whether it is something else
        raise AttributeError(name)
    return _Nothing()
