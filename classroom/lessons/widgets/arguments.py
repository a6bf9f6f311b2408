"""The arguments of the widgets: what no control leads to is refused in one line that names the widget."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import SupportsIndex

from chunklib.chunk import Span
from chunklib.data import load
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import at_least
from classroom.judge.errors import CourseError


@contextmanager
def refusing(widget: str) -> Iterator[None]:
    """Turn what is raised for a wrong argument or a missing package into one line that begins with the widget's name.

    >>> with refusing("chunk_viewer"):
    ...     raise InvalidValue("size must be at least 1: got size=0")
    Traceback (most recent call last):
    classroom.judge.errors.CourseError: chunk_viewer: size must be at least 1: got size=0
    """
    try:
        yield
    except (TypeError, ValueError, ModuleNotFoundError) as error:
        raise CourseError(f"{widget}: {error}") from None


def check_text(text: object, most: int | None = None, *, blank: bool = True) -> None:
    """Refuse what is not a text, a text of more than ``most`` characters, and where not ``blank`` one with no words."""
    if not isinstance(text, str):
        raise InvalidType(f"the text must be a str: got {type(text).__name__}")
    if most is not None and len(text) > most:
        raise InvalidValue(f"the text must have at most {most:,} characters: got {len(text):,}")
    if not blank and not text.strip():
        raise InvalidValue("the text is empty, or nothing but white space")


def one_of(name: str, value: str, known: Collection[str]) -> str:
    """Return a name that is known.

    Raises:
        ValueError: it is not known; the message lists the names that are.
    """
    if value not in known:
        raise InvalidValue(f"unknown {name} {value!r}: choose one of {', '.join(known)}")
    return value


def between(least: int, most: int, name: str, value: SupportsIndex) -> int:
    """Return a whole number within two limits.

    Raises:
        ValueError: it is outside the limits.
        TypeError: it is not a whole number.
    """
    number = at_least(least, name, value)
    if number > most:
        raise InvalidValue(f"{name} must be at most {most:,}: got {name}={number}")
    return number


def spans(name: str, places: object, length: int) -> tuple[Span, ...]:
    """Return ranges of characters ``(start, end)``, at least one, each inside a text of ``length`` characters.

    >>> spans("gold", [(2, 5)], 9)
    (Span(start=2, end=5),)
    """
    if not isinstance(places, (list, tuple)) or not places:
        raise InvalidValue(f"{name} must be a list of places (start, end), at least one: got {places!r}")
    for place in places:
        if not isinstance(place, tuple) or len(place) != 2 or any(type(edge) is not int for edge in place):
            raise InvalidValue(f"{name}: a place is two whole numbers (start, end): got {place!r}")
        if not 0 <= place[0] < place[1] <= length:
            raise InvalidValue(f"{name}: need 0 <= start < end <= {length:,}: got {place[0]}-{place[1]}")
    return tuple(Span(*place) for place in places)


def part_of_handbook(first: str, until: str) -> str:
    """Return the handbook from one heading up to another."""
    handbook = load("handbook")
    return handbook[handbook.index(first) : handbook.index(until)]


def beginning(text: str, most: int) -> str:
    r"""Return a text, or of a longer one at most ``most`` characters, up to the end of a paragraph, a line or a word.

    An end in the first half of what there is room for is too early: then the next smaller kind is taken.

    >>> beginning("One.\n\nTwo.\n\nThree.", 14), beginning("One two three", 9)
    ('One.\n\nTwo.\n\n', 'One two ')
    """
    if len(text) <= most:
        return text
    ends = (text.rfind(mark, 0, most) + len(mark) for mark in ("\n\n", "\n", " "))
    return text[: next((end for end in ends if end > most // 2), most)]
