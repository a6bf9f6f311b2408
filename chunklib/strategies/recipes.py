"""Answer the three questions for every strategy, in one table."""

from collections.abc import Mapping
from types import MappingProxyType

from chunklib import sources
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
from chunklib.recipe import Recipe

HEADED = ("count_context",)
"""The option of every strategy that gives its chunks a context."""

_TABLE = (  # where may I cut?   what do I repeat?   how much fits: tokens, where no ruler is said
    Recipe("fixed_characters", [], [], ruler="characters", movable=True),
    Recipe("token_windows", [tokens], [tokens], movable=True),
    Recipe("sentences", [sentences, words], [sentences, words], movable=True),
    Recipe(
        "recursive",
        [separators, words],
        [own_separator, words],
        options=["separators", "keep_separators"],
        movable=True,
    ),
    Recipe("stable", [landmarks], [sentences, words]),
    Recipe("markdown", [levels, sentence_marks, blocks, words], [words], read=sources.markdown, options=HEADED),
    Recipe("html", [levels, blocks, words], [finest_level, words], read=sources.html, options=HEADED),
    Recipe("code", [levels, blocks, words], [finest_level, words], read=sources.code, options=["language", *HEADED]),
    Recipe(
        "records",
        [levels, sentence_marks, words, outside_escapes],
        [blocks, words],
        read=sources.records,
        options=["format", "header", *HEADED],
    ),
    Recipe(
        "semantic",
        [breaks, sentences, words],
        [sentences, words],
        stops=True,
        choices=every_breaks,
        options=["threshold", "amount", "window", "mean_size", "embed"],
    ),
    Recipe("cluster", [clusters, sentences, words], [sentences, words], stops=True, options=["embed"]),
    Recipe(
        "max_min",
        [joined, sentences, words],
        [sentences, words],
        stops=True,
        options=["fixed_threshold", "c", "init_constant", "embed"],
    ),
    Recipe("texttiling", [tiles, sentences, words], [sentences, words], stops=True, options=["width", "block"]),
    Recipe(
        "proposed",
        [proposals, sentences, words],
        [sentences, words],
        stops=True,
        needs="propose",
        options=["propose"],
    ),
    Recipe("pdf", [levels, blocks, words], [words], read=sources.pdf, file=True, options=HEADED),
)
RECIPES: Mapping[str, Recipe] = MappingProxyType({recipe.name: recipe for recipe in _TABLE})
"""The recipe of each strategy by its name."""
