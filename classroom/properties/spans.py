"""Read the spans that exercises return, and test that bad arguments are refused."""

from __future__ import annotations

from typing import Any

from classroom.judge.exercise import Broken, Call, Raised, expect_int, expect_list, kind_of

_PAIR = 2


def read_spans(value: object, length: int) -> list[tuple[int, int]]:
    """Return a list of pairs of offsets into a text of ``length`` characters, or raise ``Broken``.

    >>> read_spans([(0, 2), [2, 5]], 5)
    [(0, 2), (2, 5)]
    """
    spans = []
    for index, span in enumerate(expect_list(value)):
        if not isinstance(span, (tuple, list)) or len(span) != _PAIR:
            raise Broken(f"span {index} is {kind_of(span)}; expected a pair (start, end)", cause=_PAIRS)
        start, end = (expect_int(offset, f"span {index} has") for offset in span)
        if not (0 <= start <= length and 0 <= end <= length):
            raise Broken(f"span {index} is {start} to {end}; the text ends at {length}", cause=_OUTSIDE)
        spans.append((start, end))
    return spans


FROM_SLICE = "Places of a match in a slice count from the slice: use finditer(text, start, end), or add start once."
_PAIRS = "return places, not texts: for each chunk the pair (start, end)"
_OUTSIDE = "an offset is not in characters, a start is added twice, or the last step is not cut short at the end"
_ANOTHER = "a caller waits for a ValueError: write raise ValueError(...), not assert and not another error"
_RETURNED = "the error is returned like a value: write raise, not return"


def refuses(function: Call, *args: Any, **kwargs: Any) -> None:
    """Raise ``Broken`` unless the call raises ValueError."""
    try:
        gave = function(*args, **kwargs)
    except Raised as error:
        if error.is_a("ValueError"):
            return
        cause = _ANOTHER if error.type_name in {"AssertionError", "Exception"} else ""
        raise Broken(f"raised {error.type_name}; expected ValueError", cause=cause) from None
    kind = kind_of(gave)
    raise Broken(f"returned {kind}; expected ValueError", cause=_RETURNED if kind.endswith("Error") else "")
