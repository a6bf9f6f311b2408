"""Make text that files and databases can hold: a student's function may return half a UTF-16 pair."""

from __future__ import annotations

from typing import Any


def writable(value: Any) -> Any:
    r"""Return text, or what lists and dictionaries hold of it, as UTF-8 can write it; these are changed in place.

    >>> print(writable({"text": ["a\ud800b", 1]}))
    {'text': ['a\\ud800b', 1]}
    """
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        for key in value:
            value[key] = writable(value[key])
    elif isinstance(value, list):
        value[:] = map(writable, value)
    return value
