"""Answer the three questions for every strategy, in one table."""

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from types import MappingProxyType
from typing import TypeVar

from chunklib import cuts, sources
from chunklib import kinds_of_cuts as at
from chunklib.chunk import Chunk
from chunklib.recipe import SHARED, Recipe
from chunklib.sources import by

_SENTENCES = (at.sentences, at.words)
_BLOCKS = (at.levels, at.sentence_marks, at.blocks, at.words)
_TABLE = (  # where may I cut?   what do I repeat?   how much fits: tokens, where no ruler is said
    Recipe("fixed_characters", [], [], ruler="characters", movable=True),
    Recipe("token_windows", [at.tokens], [at.tokens], movable=True),
    Recipe("sentences", _SENTENCES, _SENTENCES, movable=True),
    Recipe("recursive", [at.separators, at.words], [at.own_separator, at.words], movable=True),
    Recipe("stable", [at.landmarks], _SENTENCES),
    Recipe("markdown", _BLOCKS, [at.words], read=by(cuts.markdown)),
    Recipe("rst", _BLOCKS, [at.words], read=by(cuts.rst)),
    Recipe("latex", _BLOCKS, [at.words], read=by(cuts.latex)),
    Recipe("notebook", _BLOCKS, [at.words], read=by(cuts.notebook), of="cells"),
    Recipe("html", _BLOCKS, [at.words], read=sources.html),
    Recipe("code", [at.levels, at.blocks, at.words], [at.finest_level, at.words], read=by(cuts.code, "language")),
    Recipe(
        "records",
        [at.levels, at.sentence_marks, at.words, at.outside_escapes],
        [at.blocks, at.words],
        read=by(cuts.records, "format", "header"),
    ),
    Recipe("turns", _BLOCKS, [at.first_level, at.words], read=by(cuts.turns, "format")),
    Recipe("semantic", [at.breaks, *_SENTENCES], _SENTENCES, stops=True),
    Recipe("cluster", [at.clusters, *_SENTENCES], _SENTENCES, stops=True),
    Recipe("max_min", [at.joined, *_SENTENCES], _SENTENCES, stops=True),
    Recipe("texttiling", [at.tiles, *_SENTENCES], _SENTENCES, stops=True),
    Recipe("proposed", [at.proposals, *_SENTENCES], _SENTENCES, stops=True, needs="propose"),
    Recipe("pdf", [at.levels, at.blocks, at.words], [at.words], read=sources.pdf, file=True),
)
RECIPES: Mapping[str, Recipe] = MappingProxyType({recipe.name: recipe for recipe in _TABLE})
"""The recipe of each strategy by its name."""

_Function = TypeVar("_Function", bound=Callable[..., list[Chunk]])


def strategy(split: _Function) -> _Function:
    """Show every argument of a strategy in its signature: those that all take by name, then its own."""
    shown = [one.replace(annotation=Parameter.empty) for one in signature(split).parameters.values()]
    text, size, overlap, *own, _ = shown
    recipe = RECIPES[split.__name__]
    shared, structured = (
        [Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, default in defaults.items()]
        for defaults in ({"ruler": recipe.ruler, **SHARED}, recipe.structured)
    )
    split.__signature__ = Signature([text, size, overlap, *shared, *own, *structured])  # type: ignore[attr-defined]
    return split
