"""Write TOML that ``tomllib`` reads back: a table of plain values with tables inside."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from chunklib.errors import InvalidType, InvalidValue


def to_toml(table: Mapping[str, Any]) -> str:
    r"""Write a dictionary as TOML.

    Args:
        table: texts, whole numbers, finite or infinite floats, truth values, lists and dictionaries of these.

    Returns:
        a document that ``tomllib.loads`` reads back as the same dictionary (a tuple comes back as a list).

    Raises:
        TypeError: for any other value; the message names its key.
        ValueError: for a text with half a surrogate pair, which TOML cannot hold.

    >>> print(to_toml({"size": 500, "overlap": {"strategy": "percentage", "value": 0.15}}), end="")
    size = 500
    overlap = {strategy = "percentage", value = 0.15}
    """
    return "".join(f"{_key(key)} = {_value(key, value)}\n" for key, value in table.items())


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise InvalidType(f"TOML has only texts as keys: got {key!r}")
    bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if bare else _text(key)


def _text(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidValue(f"TOML cannot hold half a surrogate pair: got {text!r}") from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(key: object, value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case int():
            return str(value)
        case float():
            return float.__repr__(value)  # TOML writes nan and inf as Python does
        case Mapping():
            return "{" + ", ".join(f"{_key(name)} = {_value(name, inner)}" for name, inner in value.items()) + "}"
        case Sequence() if not isinstance(value, bytes | bytearray):
            return "[" + ", ".join(_value(key, inner) for inner in value) + "]"
    raise InvalidType(f"TOML has no {type(value).__name__}: {key} is {value!r}")
