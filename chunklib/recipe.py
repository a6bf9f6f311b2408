"""A chunker from a description: a strategy, a size, an overlap and options, as a dictionary or in TOML.

A description is data: it can stand in a file, be compared, and give the same chunker again.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import Any

from chunklib.chunk import Chunk
from chunklib.cuts.structure import Structure
from chunklib.overlap import RULES, Adaptive, OverlapSpec, Rule, Semantic, asked
from chunklib.strategies import STRATEGIES
from chunklib.strategies.document import Document
from chunklib.toml import to_toml

_SIZE, _OVERLAP = 500, "15%"
_POSITIONAL = 3  # text, size and overlap stand before a strategy's options


@dataclass(frozen=True)
class Chunker:
    """A strategy with all its answers: call it with a text, or with a file where the strategy takes one.

    Args:
        config: what it was made from, with the defaults of size and overlap filled in; ``make(chunker.config)`` makes
            the same.
        overlap: the overlap as strategies take it.
        options: what the strategy takes besides.

    >>> chunker = make({"strategy": "sentences", "size": 8, "overlap": {"strategy": "sentence", "value": 1}})
    >>> [chunk.text for chunk in chunker("It rained. She left. He stayed.")]
    ['It rained. She left. ', 'She left. He stayed.']
    """

    config: Mapping[str, Any]
    overlap: OverlapSpec = field(repr=False, compare=False)
    options: Mapping[str, Any] = field(repr=False, compare=False)

    def __call__(self, source: Any) -> list[Chunk]:
        """Split a text (or a file)."""
        config = self.config
        return STRATEGIES[config["strategy"]](source, config["size"], self.overlap, **self.options)

    def to_toml(self) -> str:
        """Write the description as TOML, from which :func:`make` makes the same.

        Raises:
            TypeError: for a value that TOML has not, such as a callable.
        """
        return to_toml(self.config)


def make(config: Mapping[str, Any] | str | Path) -> Chunker:
    r"""Make a chunker from its description.

    Args:
        config: a dictionary, the text of a TOML document, or the path (``pathlib.Path``) of one. Keys: ``strategy``
            (the name of one; required), ``size`` (500), ``overlap`` ("15%"), and any option of that strategy. An
            overlap is what strategies take (75, "15%", "2s"), or a dictionary with its own ``strategy``:

            * ``"fixed_token"`` with ``value`` (units), ``"percentage"`` with ``value`` (a fraction, 0 to below 1),
              ``"sentence"`` with ``value`` (sentences);
            * ``"semantic"`` with ``threshold`` (or ``value``), ``maximum``, ``embed``;
            * ``"adaptive"`` with ``minimum``, ``maximum``, and ``rules``: a dictionary from a rule's name to what it
              adds, or to ``{"add": …, "pattern": …}`` for a rule of your own.

    Returns:
        a chunker; ``make(chunker.config)`` and ``make(chunker.to_toml())`` equal it.

    Raises:
        ValueError: for a key that is unknown (it is named), a strategy that is unknown, or an impossible value.
        TypeError: for a value of the wrong kind.

    >>> chunker = make('strategy = "recursive"\nsize = 100\noverlap = {strategy = "percentage", value = 0.15}')
    >>> chunker.config["overlap"], make(chunker.to_toml()) == chunker
    ({'strategy': 'percentage', 'value': 0.15}, True)
    """
    given = _read(config)
    _refuse_unknown("the configuration", given, ("strategy", "size", "overlap", *_options_of(given)))
    full = {"strategy": given["strategy"], "size": given.get("size", _SIZE), "overlap": given.get("overlap", _OVERLAP)}
    full |= {key: value for key, value in given.items() if key not in full}
    overlap = _overlap(full["overlap"])
    chunker = Chunker(full, overlap, {key: value for key, value in full.items() if key in _options_of(given)})
    asked(overlap, full["size"])
    # An option that no document could have is refused here, not at the first document.
    if full["strategy"] in _FILES:
        context = full.get("count_context", False)
        Document("", full.get("ruler", "cl100k_base"), None).structured(
            Structure(()), full["size"], overlap, count_context=context
        )
    else:
        chunker("")
    return chunker


_FILES = ("pdf",)


def _read(config: Mapping[str, Any] | str | Path) -> dict[str, Any]:
    """Read a configuration, as a copy that does not change with what was given."""
    if isinstance(config, Mapping):
        return {key: _copy(value) for key, value in config.items()}
    where = f"the configuration {config}" if isinstance(config, Path) else "the configuration"
    try:
        text = config.read_text(encoding="utf-8") if isinstance(config, Path) else config
    except UnicodeDecodeError as error:
        raise ValueError(f"{where} is not UTF-8: byte {error.start}") from None
    if not isinstance(text, str):
        raise TypeError(f"a configuration is a dictionary, TOML or a Path: got {type(config).__name__}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if "=" not in text:
            instead = "for a strategy alone, give {'strategy': 'recursive'}"
            raise ValueError(f"a configuration is a dictionary, TOML or a Path: got {text[:40]!r}; {instead}") from None
        raise ValueError(f"{where} is not TOML: {error}") from None


def _copy(value: Any) -> Any:
    """Copy dictionaries and lists; what they hold (a callable, a compiled expression) stays the same."""
    if isinstance(value, Mapping):
        return {key: _copy(inner) for key, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value


def _options_of(config: Mapping[str, Any]) -> list[str]:
    """List the options that the strategy of a configuration has."""
    name = config.get("strategy")
    if name is None:
        raise ValueError("a configuration needs a strategy: choose one of " + ", ".join(STRATEGIES))
    if not isinstance(name, str) or name not in STRATEGIES:
        raise ValueError(f"unknown strategy {name!r}: choose one of {', '.join(STRATEGIES)}")
    return list(inspect.signature(STRATEGIES[name]).parameters)[_POSITIONAL:]


def _refuse_unknown(what: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    unknown = [key for key in given if key not in known]
    if unknown:
        raise ValueError(f"unknown key {unknown[0]!r} in {what}: known are {', '.join(known)}")


def _overlap(given: Any) -> OverlapSpec:
    """Read an overlap: as strategies take it, or a dictionary that names its kind."""
    if not isinstance(given, Mapping):
        overlap: OverlapSpec = given
        return overlap
    name = given.get("strategy")
    if not isinstance(name, str) or name not in _KINDS:
        raise ValueError(f"unknown strategy {name!r} of the overlap: choose one of {', '.join(_KINDS)}")
    known, read = _KINDS[name]
    _refuse_unknown(f"the overlap {name!r}", given, ("strategy", *known))
    return read({key: value for key, value in given.items() if key != "strategy"})


def _value(given: Mapping[str, Any], kind: str) -> Any:
    if "value" not in given:
        raise ValueError(f"the overlap {kind!r} needs a value")
    return given["value"]


def _units(given: Mapping[str, Any]) -> OverlapSpec:
    overlap: OverlapSpec = _value(given, "fixed_token")
    if isinstance(overlap, str):
        raise TypeError(f"the value of a fixed_token overlap is a whole number: got {overlap!r}")
    return overlap


def _percentage(given: Mapping[str, Any]) -> OverlapSpec:
    share = _value(given, "percentage")
    if isinstance(share, bool) or not isinstance(share, Real):
        raise TypeError(f"the value of a percentage overlap is a fraction: got {share!r}")
    share = float(share)
    if not 0 <= share < 1:
        raise ValueError(f"the value of a percentage overlap must be a fraction from 0 to below 1: got {share}")
    return f"{round(share * 100, 10):.10f}%"


def _sentence(given: Mapping[str, Any]) -> OverlapSpec:
    count = _value(given, "sentence")
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"the value of a sentence overlap is a whole number: got {count!r}")
    return f"{count}s"


def _semantic(given: Mapping[str, Any]) -> OverlapSpec:
    settings = dict(given)
    if "value" in settings:
        if "threshold" in settings:
            raise ValueError("a semantic overlap has a threshold or a value, not both")
        settings["threshold"] = settings.pop("value")
    return Semantic(**settings)


def _adaptive(given: Mapping[str, Any]) -> OverlapSpec:
    settings = dict(given)
    rules = settings.pop("rules", None)
    if rules is None:
        return Adaptive(**settings, rules=RULES)
    if not isinstance(rules, Mapping):
        raise TypeError(f"the rules of an adaptive overlap are a dictionary from name to units: got {rules!r}")
    return Adaptive(**settings, rules=tuple(_rule(name, rule) for name, rule in rules.items()))


def _rule(name: str, given: Any) -> Rule:
    if not isinstance(given, Mapping):
        return Rule(name, given)
    _refuse_unknown(f"the rule {name!r}", given, ("add", "pattern"))
    if "add" not in given:
        raise ValueError(f"the rule {name!r} needs what it adds: add = 20, say")
    return Rule(name, **given)


_KINDS: Mapping[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], OverlapSpec]]] = {
    "fixed_token": (("value",), _units),
    "percentage": (("value",), _percentage),
    "sentence": (("value",), _sentence),
    "semantic": (("threshold", "value", "maximum", "embed"), _semantic),
    "adaptive": (("minimum", "maximum", "rules"), _adaptive),
}
