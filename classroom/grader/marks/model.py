"""Hold what a grader says of one submission and one function of it, as plain data that goes to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from chunklib.errors import InvalidValue

State = Literal["final", "late", "failed", "ungraded"]
"""``final``: judged. ``late``: judged, handed in after the deadline. ``failed``: nothing could be judged, by the
submission's own fault, and it has 0 points. ``ungraded``: not judged, not by its own fault, and it has no points."""
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True)
class PropertyMark:
    """Says whether one property earned its points, and the smallest case that was found to break it.

    Of a hidden property nothing but its name and a hint is kept: what is not here cannot be shown by accident.
    ``looked_at`` is False where something before it kept it from being judged.
    """

    name: str
    points: int
    earned: bool
    hidden: bool = False
    looked_at: bool = True
    why: str = ""
    call: str = ""
    gave: str = ""
    expected: str = ""
    cause: str = ""
    line: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Mark:
    """Holds the mark of one function: its state, its points (None where ungraded), and how they came about."""

    exercise: str
    state: State
    points: int | None
    max_points: int
    reason: str
    properties: tuple[PropertyMark, ...] = ()


def mark_from(data: Mapping[str, Any]) -> Mark:
    """Return the mark of which ``dataclasses.asdict`` was kept as JSON.

    Raises:
        ValueError: it has the names of a mark, and does not hold what a mark holds.
        KeyError, TypeError: it is something else.
    """
    properties = [PropertyMark(**one) for one in of_type(list, data["properties"], dict)]
    for one in properties:
        _check_fields(one, {"points": int} | dict.fromkeys(("earned", "hidden", "looked_at"), bool))
        if one.points < 0:
            raise InvalidValue(f"no mark: a property of {one.points} points")
    mark = Mark(**{**data, "properties": tuple(properties)})
    _check_fields(mark, {"points": int if mark.points is not None else type(None), "max_points": int})
    if mark.state not in STATES or (mark.points is None) != (mark.state == "ungraded"):
        raise InvalidValue(f"no mark: {mark.state} with {mark.points} points")
    if not 0 <= (mark.points or 0) <= (0 if mark.state == "failed" else mark.max_points) or mark.max_points < 0:
        raise InvalidValue(f"no mark: {mark.state} with {mark.points} of {mark.max_points} points")
    return mark


def _check_fields(one: Mark | PropertyMark, types: Mapping[str, type]) -> None:
    """Raise where a value is of another type; what is not named is a text."""
    for field in fields(one):
        if field.name != "properties":
            of_type(types.get(field.name, str), getattr(one, field.name))


def of_type(kind: type[Any], value: Any, inside: type[Any] | None = None) -> Any:
    """Return a value that is of a type, and all in it of another; True is not a number here.

    Raises:
        ValueError: it is not.
    """
    if type(value) is not kind or (inside is not None and not all(type(one) is inside for one in list(value))):
        raise InvalidValue(f"no mark: expected {kind.__name__}, got {type(value).__name__}")
    return value


@dataclass(frozen=True)
class Graded:
    """Holds a submission and its mark.

    ``file`` is the notebook's place below the folder of submissions, ``digest`` the SHA-256 of its bytes (empty where
    it could not be read), ``fingerprint`` a set of numbers that two copies of one program share, and ``libraries``
    names what the function leans on. ``code`` is a digest of all its code, and ``partly`` says that only a part of that
    was read.
    """

    student: str
    mark: Mark
    file: str = ""
    digest: str = ""
    fingerprint: tuple[int, ...] = ()
    libraries: tuple[str, ...] = ()
    code: str = ""
    partly: bool = False


def graded_from(data: Mapping[str, Any]) -> Graded:
    """Return the submission of which ``dataclasses.asdict`` was kept as JSON.

    >>> import dataclasses, json
    >>> graded = Graded("ada", Mark("hello", "final", 1, 1, "", (PropertyMark("exact", 1, True),)), "a", "", (1, 2))
    >>> graded_from(json.loads(json.dumps(dataclasses.asdict(graded)))) == graded
    True

    Raises:
        ValueError: it has the names of a mark, and does not hold what a mark holds.
        KeyError, TypeError: it is something else.
    """
    texts = {name: of_type(str, data[name]) for name in ("student", "file", "digest", "code")}
    prints, libraries = of_type(list, data["fingerprint"], int), of_type(list, data["libraries"], str)
    seen = {"fingerprint": tuple(prints), "libraries": tuple(libraries), "partly": of_type(bool, data["partly"])}
    return Graded(mark=mark_from(data["mark"]), **texts, **seen)
