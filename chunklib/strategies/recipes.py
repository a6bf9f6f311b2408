"""Answer the three questions for every strategy, in one table."""

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from types import MappingProxyType
from typing import TypeVar

from chunklib import sources
from chunklib.chunk import Chunk
from chunklib.kinds_of_cuts import (
    blocks,
    breaks,
    clusters,
    every_breaks,
    finest_level,
    joined,
    landmarks,
    levels,
    outside_escapes,
    own_separator,
    proposals,
    sentence_marks,
    sentences,
    separators,
    tiles,
    tokens,
    words,
)
from chunklib.recipe import SHARED, Recipe

_TABLE = (  # where may I cut?   what do I repeat?   how much fits: tokens, where no ruler is said
    Recipe("fixed_characters", [], [], ruler="characters", movable=True),
    Recipe("token_windows", [tokens], [tokens], movable=True),
    Recipe("sentences", [sentences, words], [sentences, words], movable=True),
    Recipe("recursive", [separators, words], [own_separator, words], movable=True),
    Recipe("stable", [landmarks], [sentences, words]),
    Recipe("markdown", [levels, sentence_marks, blocks, words], [words], read=sources.markdown),
    Recipe("html", [levels, blocks, words], [finest_level, words], read=sources.html),
    Recipe("code", [levels, blocks, words], [finest_level, words], read=sources.code),
    Recipe("records", [levels, sentence_marks, words, outside_escapes], [blocks, words], read=sources.records),
    Recipe("semantic", [breaks, sentences, words], [sentences, words], stops=True, choices=every_breaks),
    Recipe("cluster", [clusters, sentences, words], [sentences, words], stops=True),
    Recipe("max_min", [joined, sentences, words], [sentences, words], stops=True),
    Recipe("texttiling", [tiles, sentences, words], [sentences, words], stops=True),
    Recipe("proposed", [proposals, sentences, words], [sentences, words], stops=True, needs="propose"),
    Recipe("pdf", [levels, blocks, words], [words], read=sources.pdf, file=True),
)
RECIPES: Mapping[str, Recipe] = MappingProxyType({recipe.name: recipe for recipe in _TABLE})
"""The recipe of each strategy by its name."""

_Function = TypeVar("_Function", bound=Callable[..., list[Chunk]])


def strategy(split: _Function) -> _Function:
    """Show every argument of a strategy in its signature: those that all take by name, then its own."""
    before, own = [], []
    for parameter in signature(split).parameters.values():
        plain = parameter.replace(annotation=Parameter.empty)
        if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD:
            before.append(plain)
        elif parameter.kind is Parameter.KEYWORD_ONLY:
            own.append(plain)
    defaults = {"ruler": RECIPES[split.__name__].ruler, **SHARED}
    shared = [Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, default in defaults.items()]
    split.__signature__ = Signature([*before, *shared, *own])  # type: ignore[attr-defined]
    return split
