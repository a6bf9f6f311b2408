"""Define every strategy: three answers in :mod:`chunklib.strategies.recipes`, and a function that reads them.

All strategies take the same arguments, which are described here; each adds its own options, described beside it::

    text, size=500, overlap="15%", *, ruler="cl100k_base", document=None, metadata=None, min_size=0

Args:
    text: the document.
    size: the most that a chunk may measure, in units of the ruler.
    overlap: the most that neighbours may share: 75 units, "15%" of the size, "2s" for two sentences, or a rule such as
        ``Adaptive()`` or ``Semantic()``; see :func:`chunklib.overlap.parse_overlap`.
    ruler: what measures size and overlap: "cl100k_base" (tokens), "characters", "words", a model, a tokenizer or any
        callable; see :func:`chunklib.tokens.ruler`.
    document: the document's name in the chunks' ids; a hash of its text by default.
    metadata: a dictionary of the document's own, such as ``{"source": "a.md"}``: every chunk's metadata get its keys. A
        key that the strategy writes itself, such as ``headings``, is refused. It is not part of what is measured.
    min_size: the least that a chunk measures, in units of the ruler, from 0 (which asks for nothing) to the size. Where
        a chunk would measure less, it ends at a weaker kind of cut, in the last resort between characters, and the last
        one takes text from the one before. Shorter is only a chunk with which not one character more fits in the size
        (beside its context), and one of the last two, where no cut between them makes both long enough.
    count_context: (strategies with headings) with True, context, blank line and text together measure no more than the
        size, as :func:`chunklib.in_full` puts them together. The context then takes at most half of it: the head of a
        table that takes more is left out (``metadata["head_left_out"]`` says so), then the outermost headings are.
    join: (strategies with headings or separators) with False, every section, record, definition, or piece between the
        strongest separators, is a chunk of its own: it shares nothing with the next, and only a longer one is cut, as
        always. A heading without text of its own goes with its first subsection. With ``min_size``, a part that
        measures less is joined all the same.

Raises:
    ValueError: unless ``0 <= overlap < size``; for a single character that measures more than the size; for an unknown
        ruler or option value.
    TypeError: for an argument that the strategy does not have, or a value of the wrong type.
    ModuleNotFoundError: without the package that a strategy needs; the message names the extra that brings it.
"""

from collections.abc import Mapping
from inspect import signature
from types import MappingProxyType

from chunklib.recipe import Named, Strategy
from chunklib.strategies.by_meaning import *  # noqa: F403 (every strategy; the table names them)
from chunklib.strategies.plain import *  # noqa: F403
from chunklib.strategies.recipes import RECIPES as RECIPES
from chunklib.strategies.structured import *  # noqa: F403

STRATEGIES: Mapping[str, Strategy] = MappingProxyType(Named({name: globals()[name] for name in RECIPES}))
"""Every strategy by its name; ``pdf`` takes a file (a path, bytes) in place of a text."""

TEXT_STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    Named({name: split for name, split in STRATEGIES.items() if RECIPES[name].takes_any_text})
)
"""The strategies that need nothing but a text: ``TEXT_STRATEGIES[name](text, size=500, overlap="15%", **options)``."""


def arguments(strategy: str) -> dict[str, object]:
    """Give the arguments of a strategy after the text, with their defaults.

    >>> list(arguments("code"))
    ['size', 'overlap', 'ruler', 'document', 'metadata', 'min_size', 'language', 'count_context', 'join']
    """
    parameters = list(signature(STRATEGIES[strategy]).parameters.values())
    return {parameter.name: parameter.default for parameter in parameters[1:]}
