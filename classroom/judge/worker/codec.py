"""Plain data over a pipe: values as JSON text that tells tuples, bytes and dictionaries apart.

The parent never unpickles what a worker says, because the code that the worker runs is not ours. What can be
said is ``None``, truth values, integers, floats, strings (lone surrogates too), bytes, lists, tuples and
dictionaries; everything else travels as its kind in words and a short repr, and arrives as ``Foreign``.

In the text a JSON array is a list and every JSON object has exactly one key: ``t`` tuple, ``d`` dictionary as a
list of pairs, ``b`` bytes in base64, ``f`` foreign as ``[kind, repr]``.
"""

from __future__ import annotations

import base64
import binascii
import inspect
import json
import numbers
import re
from typing import Any

from classroom.judge.exercise import Foreign, with_article

MAX_DEPTH = 40
MAX_PARTS = 1_000_000
MAX_CHARACTERS = 8_000_000
MAX_BITS = 10_000
MAX_ODD_KEYS = 1_000
SHOWN = 200
_AS_IT_IS = {type(None), bool, float}
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


class NotPlain(ValueError):
    """Says that received bytes are not an encoded value."""


def encode(value: object) -> bytes:
    """Return ``value`` as bytes that ``decode`` turns back into the same plain data.

    >>> decode(encode([1, (2.5, "a"), {"b": b"c"}, None]))
    [1, (2.5, 'a'), {'b': b'c'}, None]
    >>> decode(encode(x for x in "ab"))
    <generator object <genexpr>>
    """
    text = json.dumps(_Packer().pack(value, 0), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def decode(data: bytes) -> Any:
    """Return the value in ``data``.

    Raises:
        NotPlain: ``encode`` cannot have made these bytes.

    >>> decode(b'{"x": 1}')
    Traceback (most recent call last):
    ...
    classroom.judge.worker.codec.NotPlain: not an encoded value: unknown tag 'x'
    """
    try:
        return _unpack(json.loads(data.decode("utf-8", "surrogatepass")), 0)
    except NotPlain:
        raise
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        raise NotPlain(f"not an encoded value: {type(error).__name__}") from None


class _Packer:
    """Turns one value into what JSON can say, and counts its parts so that a huge one is cut off."""

    def __init__(self) -> None:
        self.parts = 0
        self.characters = 0

    def pack(self, value: Any, depth: int) -> Any:
        self.parts += 1
        if self.parts > MAX_PARTS or depth > MAX_DEPTH:
            return _foreign(value, "too large or too deep to compare")
        if type(value) in _AS_IT_IS:
            return value
        if isinstance(value, (str, bytes, bytearray)):
            return self._characters(value)
        if isinstance(value, (list, tuple)):
            items = [self.pack(item, depth + 1) for item in _items(value)]
            return {"t": items} if isinstance(value, tuple) else items
        return self._pairs(value, depth) if isinstance(value, dict) else _number(value)

    def _pairs(self, value: dict[Any, Any], depth: int) -> Any:
        if _may_collide(list(dict.keys(value))):
            return _foreign(value, "with too many keys to compare")
        return {"d": [[self.pack(k, depth + 1), self.pack(v, depth + 1)] for k, v in dict.items(value)]}

    def _characters(self, value: str | bytes | bytearray) -> Any:
        self.characters += len(value)
        if self.characters > MAX_CHARACTERS:
            return _foreign(value, "too long to compare")
        if isinstance(value, str):
            return str.__str__(value)
        return {"b": base64.b64encode(value).decode("ascii")} if type(value) is bytes else _foreign(value)


def _may_collide(keys: list[Any]) -> bool:
    """Tell whether a dictionary with these keys could take hours to build.

    The hashes of strings and bytes are salted in each process. Those of numbers and tuples are known to everybody, and
    a dictionary whose keys were chosen to have the same one compares each key with all the others.
    """
    return len(keys) > MAX_ODD_KEYS and not all(
        isinstance(key, (str, bytes)) or (type(key) is int and key.bit_length() < 60) for key in keys
    )


def _items(value: Any) -> Any:
    """Iterate a list or tuple by its base class, so that a subclass cannot answer differently each time."""
    base = tuple if isinstance(value, tuple) else list
    return base.__iter__(value)


def _number(value: Any) -> Any:
    """Return an int or float (numpy's too, through the abstract number classes), else a foreign value."""
    if isinstance(value, (int, numbers.Integral)):  # asking the abstract class takes six times as long
        number = int(value)
        return number if number.bit_length() <= MAX_BITS else {"f": ["a huge integer", ""]}
    return float(value) if isinstance(value, numbers.Real) and not _exact(value) else _foreign(value)


def _exact(value: object) -> bool:
    """Tell whether a real number is a fraction, which a float would round."""
    return isinstance(value, numbers.Rational)


def _foreign(value: object, why: str = "") -> dict[str, list[str]]:
    if isinstance(value, Foreign):
        return {"f": [value.kind, value.shown]}
    if why:
        return {"f": [f"{with_article(type(value).__name__)} {why}", ""]}
    return {"f": [_kind(value), short_repr(value)]}


def _kind(value: object) -> str:
    """Say in words what kind of thing a value is: "a generator", "a numpy.ndarray", "a function"."""
    kind = type(value)
    if inspect.isroutine(value):
        return "a function"
    if kind.__module__ in ("builtins", "__main__"):
        name = kind.__qualname__
    else:
        name = f"{kind.__module__}.{kind.__qualname__}"
    return with_article(name)


def short_repr(value: object) -> str:
    """Return at most 200 characters of the value's repr, without memory addresses (they differ each run).

    >>> short_repr(object())
    '<object object>'
    """
    try:
        text = repr(value)
    except BaseException as error:  # noqa: BLE001 -- whatever a learner's __repr__ does, it is only a repr
        text = f"<{type(value).__name__}: its repr raised {type(error).__name__}>"
    return _ADDRESS.sub("", text)[:SHOWN]


def _unpack(value: Any, depth: int) -> Any:
    if depth > MAX_DEPTH + 2:
        raise NotPlain("not an encoded value: too deep")
    if isinstance(value, list):
        return [_unpack(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return _untag(value, depth)
    return value


def _untag(value: dict[str, Any], depth: int) -> Any:
    if len(value) != 1:
        raise NotPlain(f"not an encoded value: {len(value)} tags")
    ((tag, inner),) = value.items()
    if tag == "b" and isinstance(inner, str):
        return _bytes(inner)
    if not isinstance(inner, list) or tag not in ("t", "d", "f"):
        raise NotPlain(f"not an encoded value: unknown tag {tag!r}")
    if tag == "t":
        return tuple(_unpack(item, depth + 1) for item in inner)
    return _pairs(inner, depth) if tag == "d" else _stranger(inner)


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise NotPlain("not an encoded value: bad base64") from None


def _pairs(inner: list[Any], depth: int) -> dict[Any, Any]:
    if any(not isinstance(pair, list) or len(pair) != 2 for pair in inner):
        raise NotPlain("not an encoded value: a dictionary is a list of pairs")
    pairs = [(_unpack(key, depth + 1), _unpack(item, depth + 1)) for key, item in inner]
    if _may_collide([key for key, _ in pairs]):
        raise NotPlain("not an encoded value: a dictionary with too many keys that are not strings")
    return dict(pairs)


def _stranger(inner: list[Any]) -> Foreign:
    if len(inner) != 2 or not all(isinstance(part, str) for part in inner):
        raise NotPlain("not an encoded value: a foreign value has a kind and a repr")
    return Foreign(inner[0][:SHOWN], inner[1][:SHOWN])
