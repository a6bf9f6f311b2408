"""Cut where a callable says: a model, a tagger, a list of places that was made by hand."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from chunklib.errors import CallableFailed, ChunklibError, InvalidType, InvalidValue, kind_of, said
from chunklib.readers import whole

Propose = Callable[[str], Iterable[int]]
"""Takes a text, and gives the offsets (in characters) at which it would cut."""
_MORE = 1_000_000  # numbers beyond one a place: a generator that gives more may never end


def _listed(found: object, places: int) -> list[Any] | None:
    """List what a callable returns, or give None where that is nothing to list; refuse what does not end."""
    if not isinstance(found, Iterable) or isinstance(found, str | bytes):
        return None
    numbers = list(islice(found, places + _MORE + 1))
    if len(numbers) > places + _MORE:
        raise InvalidValue(f"propose must return at most {places + _MORE:,} numbers: it gives more")
    return numbers


def proposals(text: str, propose: Propose) -> list[int]:
    """Ask a callable where to cut a text.

    Args:
        text: the text.
        propose: gives offsets, in any order; one may come twice.

    Returns:
        the offsets, rising, without 0; the last is the end of the text.

    Raises:
        ValueError: for an offset outside the text, and for offsets that do not end.
        TypeError: for anything but whole numbers.
        RuntimeError: where the callable raises.

    >>> proposals("Tea is hot. Ice is cold.", lambda text: [12])
    [12, 24]
    """
    try:
        found = propose(text)
        places = _listed(found, len(text))
    except ChunklibError:
        raise
    except Exception as error:
        raise CallableFailed(f"propose failed: {kind_of(error)}: {said(error)}") from error
    if places is None:
        raise InvalidType(f"propose must return offsets, a list of whole numbers: got {type(found).__name__}")
    offsets = {whole("an offset that propose returns", place) for place in places}
    for at in (min(offsets, default=0), max(offsets, default=0)):
        if not 0 <= at <= len(text):
            raise InvalidValue(f"propose must return offsets from 0 to {len(text)}, the length of the text: got {at}")
    return sorted(offsets - {0} | {len(text)})
