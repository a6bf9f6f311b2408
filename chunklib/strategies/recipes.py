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

RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {  # where may I cut?   what do I repeat?   how much fits: tokens, where no ruler is said
        "fixed_characters": Recipe([], [], ruler="characters", movable=True),
        "token_windows": Recipe([tokens], [tokens], movable=True),
        "sentences": Recipe([sentences, words], [sentences, words], movable=True),
        "recursive": Recipe(
            [separators, words], [own_separator, words], options=["separators", "keep_separators"], movable=True
        ),
        "stable": Recipe([landmarks], [sentences, words]),
        "markdown": Recipe([levels, sentence_marks, blocks, words], [words], read=sources.markdown, options=HEADED),
        "html": Recipe([levels, blocks, words], [finest_level, words], read=sources.html, options=HEADED),
        "code": Recipe(
            [levels, blocks, words], [finest_level, words], read=sources.code, options=["language", *HEADED]
        ),
        "records": Recipe(
            [levels, sentence_marks, words, outside_escapes],
            [blocks, words],
            read=sources.records,
            options=["format", "header", *HEADED],
        ),
        "semantic": Recipe(
            [breaks, sentences, words],
            [sentences, words],
            stops=True,
            choices=every_breaks,
            options=["threshold", "amount", "window", "mean_size", "embed"],
        ),
        "cluster": Recipe([clusters, sentences, words], [sentences, words], stops=True, options=["embed"]),
        "max_min": Recipe(
            [joined, sentences, words],
            [sentences, words],
            stops=True,
            options=["fixed_threshold", "c", "init_constant", "embed"],
        ),
        "texttiling": Recipe([tiles, sentences, words], [sentences, words], stops=True, options=["width", "block"]),
        "proposed": Recipe(
            [proposals, sentences, words],
            [sentences, words],
            stops=True,
            needs="propose",
            options=["propose"],
        ),
        "pdf": Recipe([levels, blocks, words], [words], read=sources.pdf, file=True, options=HEADED),
    }
)
