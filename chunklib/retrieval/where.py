"""Read the filter of a search: only chunks with such metadata can be found, in the same way by all who search."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue, UnknownName, unknown
from chunklib.readers import a_mapping, a_text

Where = Mapping[str, Any]
"""What a chunk must have to be found: keys of its metadata, each with a value or a list of values, one of which it has.

The key ``document`` is the name of the chunk's document. A value is a text, a finite number, True, False or None. A
list in the metadata (a path of headings) has each of its items; a dictionary in it equals nothing. A chunk without
the key is not found, and a key that no chunk has a value of is refused, with those that there are. ``3`` equals
``3.0``, but neither ``"3"`` nor, for 1, ``True``. Without keys, all are found.
"""

_DOCUMENT = "document"
_RULE = "a text, a finite number, True, False or None, or a list of one or more of these"


def conditions(where: Where | None) -> dict[str, set[str]]:
    """Read a filter: by key the values, as JSON, one of which a chunk must have.

    Raises:
        TypeError: for anything but a dictionary, a key that is not a text, and a value of another type.
        ValueError: for an empty list, and a number that is not finite.

    >>> conditions({"document": "handbook", "page": [3.0]})
    {'document': {'"handbook"'}, 'page': {'3'}}
    """
    given = {} if where is None else a_mapping("where", where, "a dictionary of keys of metadata and values")
    found: dict[str, set[str]] = {}
    for key, value in given.items():
        a_text("a key of where", key)
        values = list(value) if isinstance(value, list | tuple | set | frozenset) else [value]
        if not values:
            raise InvalidValue(f"where[{key!r}] must be {_RULE}: got {value!r}")
        found[key] = set()
        for one in values:
            if (written := _written(one)) is None:
                got = repr(one) if isinstance(one, float) else type(one).__name__
                raise (InvalidValue if isinstance(one, Real) else InvalidType)(
                    f"where[{key!r}] must be {_RULE}: got {got}"
                )
            found[key].add(written)
    return found


class Metadata:
    """Knows which chunks have what in their metadata; a key is read when it is first asked for.

    >>> chunks = [Chunk(text, 0, 1, 1, 0, 0, text, metadata={"page": 3, "path": ["A", "B"]}) for text in "ab"]
    >>> Metadata(chunks).matching({"document": ["b", "c"], "page": 3, "path": "B"}).tolist()
    [False, True]
    """

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks
        self._places: dict[str, dict[str, list[int]]] = {}  # by key and value

    def matching(self, where: Where | None) -> NDArray[np.bool_]:
        """Tell of each of n chunks whether a filter lets it through."""
        found = np.ones(len(self._chunks), np.bool_)
        for key, values in conditions(where).items():
            if self._chunks and not self._of(key):
                names = {name for chunk in self._chunks for name in chunk.metadata if self._of(name)}
                raise unknown_key(key, names)
            having = np.zeros_like(found)
            for value in values:
                having[self._of(key).get(value, [])] = True
            found &= having
        return found

    def _of(self, key: str) -> Mapping[str, list[int]]:
        if key not in self._places:
            places: dict[str, list[int]] = {}
            for at, chunk in enumerate(self._chunks):
                for value in _had(chunk, key):
                    places.setdefault(value, []).append(at)
            self._places[key] = places
        return self._places[key]


def unknown_key(key: str, known: Iterable[str]) -> UnknownName:
    """Make the error for a key that no chunk has a value of."""
    return unknown("key of metadata", key, sorted({_DOCUMENT, *map(str, known)}))


def facts(chunk: Chunk) -> list[str]:
    """Write down all that can be asked of a chunk, one text each, for stores that filter themselves.

    >>> facts(Chunk("a", 0, 1, 1, 0, 0, "b", metadata={"page": 3, "path": ["A", "B"]}))
    ['"document": "b"', '"page": 3', '"path": "A"', '"path": "B"']
    """
    stored = replace(chunk, metadata=json.loads(json.dumps(dict(chunk.metadata))))  # whose keys are texts
    return [_fact(key, one) for key in {_DOCUMENT: "", **stored.metadata} for one in dict.fromkeys(_had(stored, key))]


def wanted_facts(where: Where | None) -> list[list[str]]:
    """Write a filter down: lists of facts, of each of which a chunk must have one.

    >>> wanted_facts({"document": "b", "page": [3, 4]})
    [['"document": "b"'], ['"page": 3', '"page": 4']]
    """
    return [[_fact(key, value) for value in sorted(values)] for key, values in conditions(where).items()]


def _fact(key: str, value: str) -> str:
    return f"{json.dumps(key)}: {value}"


def _had(chunk: Chunk, key: str) -> list[str]:
    """Find the values that a chunk has under a key."""
    held = chunk.document if key == _DOCUMENT else chunk.metadata.get(key, ())
    values = held if isinstance(held, list | tuple) else (held,)
    return [written for value in values if (written := _written(value)) is not None]


def _written(value: Any) -> str | None:
    """Write a value as JSON, equal ones alike; None for what is not a value."""
    is_value = value is None or isinstance(value, str | Real | np.bool_)
    return _as_json(value) if is_value else None


@lru_cache(maxsize=10_000, typed=True)  # many chunks have the same value
def _as_json(value: Any) -> str | None:
    with suppress(OverflowError, ValueError):  # infinity, NaN, and a number of more digits than Python writes
        if value is None or isinstance(value, str | bool):
            return json.dumps(value)
        if isinstance(value, np.bool_):
            return json.dumps(bool(value))
        return json.dumps(int(value) if value == int(value) else float(value))
    return None
