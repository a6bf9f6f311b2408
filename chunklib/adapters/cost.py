"""What a splitter costs beside one plain encode of the same text, measured in the same seconds."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import median
from typing import Any

from chunklib.errors import InvalidValue
from chunklib.tokens import Tokens, ruler


def ratio(prepare: Callable[[], Callable[[str], Any]], text: str, encoding: str, rounds: int) -> float:
    """Measure a splitter in multiples of one plain encode.

    Args:
        prepare: makes the splitter, anew for each round, so that it remembers nothing of the text.
        text: what is split; a thousand characters and more, or the clock is too coarse.
        encoding: the name of the encoding, or of a model, that is the unit of cost.
        rounds: how often encode and splitter take turns.

    Returns:
        the median over the rounds of processor time over the mean of the encodes before and behind it. Another run
        gives another figure.

    Raises:
        ValueError: for a ruler that is not one of tokens.
    """
    measure = ruler(encoding)
    if not isinstance(measure, Tokens):
        raise InvalidValue(f"the cost is in encodes: give an encoding or a model as ruler, not {encoding}")
    prepare()(text[:1000])  # what is loaded once is loaded now
    encodes = [_seconds(measure, text)]
    spent = []
    for _ in range(rounds):
        split = prepare()
        gc.collect()
        spent.append(_seconds(split, text))
        encodes.append(_seconds(measure, text))
    around = [(before + behind) / 2 for before, behind in pairwise(encodes)]
    return median(one / unit for one, unit in zip(spent, around, strict=True))


def _seconds(work: Callable[[str], Any], text: str) -> float:
    begun = time.process_time_ns()
    result = work(text)
    if isinstance(result, Iterator):  # a generator has not begun yet
        result = list(result)
    spent = time.process_time_ns() - begun
    del result
    return max(spent, 1) / 1e9
