"""Watch what runs of other libraries while a student's function is called: for a human eye, never for a mark.

A function can reach a library in more ways than its text shows. What is noticed here is that it ran. The student's code
is in the same process and can say something else, so the grader takes nothing but names from the lists below.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import FrameType, ModuleType
from typing import Any

STRATEGIES_MODULE = "chunklib.strategies"
_PARTS = (
    "adapters",
    "chunk_config",
    "cuts",
    "kinds_of_cuts",
    "overlap",
    "pack",
    "recipe",
    "repack",
    "strategies",
)
SPLITTERS = (
    "blingfire",
    "chonkie",
    "haystack",
    "langchain_text_splitters",
    "langchain",
    "llama_index",
    "nltk",
    "pysbd",
    "semantic_text_splitter",
    "semchunk",
    "spacy",
    "syntok",
    "unstructured",
    "wtpsplit",
)
NAMES = frozenset({"chunklib", *(f"chunklib.{part}" for part in _PARTS), *SPLITTERS})
_ROOTS = frozenset({"chunklib", *SPLITTERS})
OF_CALL = 20_000  # events that are looked at in one call, and in all calls: less than a second of work
OF_ALL = 400_000


def known(value: object) -> set[str]:
    """Return the strategies and the names on our list among those that a worker sent; it may send anything."""
    from chunklib.strategies import STRATEGIES  # not in the sandbox, where it would be seen as loaded

    names = NAMES | {f"{STRATEGIES_MODULE}.{name}" for name in STRATEGIES}
    found = value if isinstance(value, list) else []
    return {name for name in found[: len(names)] if isinstance(name, str) and name in names}


class Watch:
    """Notices which libraries of the list are entered, or loaded, in calls of a function."""

    def __init__(self) -> None:
        self._found: set[str] = set()
        self._left = OF_ALL
        self._of_call = 0
        self._before = _loaded()

    def seen(self) -> Mapping[str, object]:
        """Return what was noticed so far, as a part of an answer."""
        return {"seen": sorted(self._found | (_loaded() - self._before))}

    def watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same function, whose calls are looked at."""

        def call(*args: object, **kwargs: object) -> object:
            self._of_call = min(OF_CALL, self._left)
            self._left -= self._of_call
            if self._of_call <= 0:
                return function(*args, **kwargs)
            sys.setprofile(self._look)
            try:
                return function(*args, **kwargs)
            finally:
                sys.setprofile(None)
                self._left += max(self._of_call, 0)

        return call

    def _look(self, frame: FrameType, event: str, what: object) -> None:
        """Take the name of what is entered from outside of its library."""
        self._of_call -= 1
        if self._of_call <= 0:
            sys.setprofile(None)
        if event == "call":
            home = _root(frame)
            if home in _ROOTS and frame.f_code.co_name != "<module>" and _root(frame.f_back) != home:
                self._found.add(_name(home, str(frame.f_globals["__name__"]), frame.f_code.co_name))
        elif event == "c_call":
            owner = getattr(what, "__self__", None)
            of_module = isinstance(owner, ModuleType)
            module = getattr(owner, "__name__", "") if of_module else getattr(type(owner), "__module__", "")
            home = str(module).partition(".")[0]
            self._found |= {home} & _ROOTS


def _root(frame: FrameType | None) -> str:
    """Return the library that a frame belongs to; what runs the course is none."""
    name = None if frame is None else frame.f_globals.get("__name__")
    ours = isinstance(name, str) and not name.startswith("classroom.")
    return str(name).partition(".")[0] if ours else ""


def _name(home: str, module: str, function: str) -> str:
    """Return the name of a strategy, else that of the part on our list."""
    part = ".".join(module.split(".")[:2]) if home == "chunklib" else home
    return f"{part}.{function}" if part == STRATEGIES_MODULE else part if part in NAMES else home


def _loaded() -> set[str]:
    return {root for root in _ROOTS if root in sys.modules}
