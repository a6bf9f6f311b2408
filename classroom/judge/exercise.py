"""Describe an exercise: staged hints, and properties that hold of every right answer.

Properties are data. One list of them serves the check in the notebook, the grader and the course test, so a
rule is written once. Nothing here runs a learner's code or knows how it is run: a property is given a
callable, and what comes back is plain data (or ``Foreign`` where the function returned something else).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from classroom.judge.errors import CourseError

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Call: TypeAlias = Callable[..., Any]
"""The function under test; each call runs in a worker process, under a time limit, and gives plain data."""


class Words(str):
    """Says in words what is expected. It is shown without quotes, since it is not a value."""

    __slots__ = ()


class Broken(Exception):
    """Says why a property does not hold; its test raises it.

    ``why`` is one line that names one thing (``lost "b" at character 3``). ``gave`` and ``expected`` are plain data
    shown beside it (an expectation in words is ``Words``); left out, the view shows what the last call returned, and no
    expectation. ``cause`` is the usual cause in one line; left out, the first of the property's own causes is shown.
    """

    def __init__(self, why: str, *, gave: object = ..., expected: object = ..., cause: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.gave = gave
        self.expected = expected
        self.cause = cause


class Raised(Exception):
    """Says that the function under test raised; a property that expects it catches it.

    ``type_name`` is the name of the exception's class (``"ValueError"``), ``bases`` the names of all its classes,
    ``message`` its text. ``line`` is the line of the learner's own code where it was raised and ``line_number``
    its number in the cell or file; both are empty (and 0) where the source is not known.
    """

    def __init__(
        self, type_name: str, message: str, bases: tuple[str, ...] = (), line: str = "", line_number: int = 0
    ) -> None:
        super().__init__(f"{type_name}: {message}" if message else type_name)
        self.type_name = type_name
        self.message = message
        self.bases = bases or (type_name,)
        self.line = line
        self.line_number = line_number

    def is_a(self, name: str) -> bool:
        """Tell whether the exception is of the class ``name`` or of one derived from it.

        >>> Raised("UnicodeDecodeError", "", ("UnicodeDecodeError", "ValueError")).is_a("ValueError")
        True
        """
        return name in self.bases


@dataclass(frozen=True, slots=True)
class Foreign:
    """Stands for a value that is not plain data: its kind in words (``"a generator"``) and a short repr."""

    kind: str
    shown: str = ""

    def __repr__(self) -> str:
        return self.shown or f"<{self.kind}>"


@dataclass(frozen=True)
class Property:
    """Describes one thing that holds of every right answer, with the points that it earns.

    ``test(function, **case)`` returns None or raises ``Broken``. ``examples`` are fixed cases and run first;
    ``cases`` makes the Hypothesis strategy that is searched after them, and imports Hypothesis only when it
    is called. While a ``gate`` is broken nothing earns points and nothing else is reported. ``causes`` are the
    usual causes, in words.
    """

    name: str
    points: int
    gate: bool
    causes: tuple[str, ...]
    test: Callable[..., None]
    examples: tuple[Mapping[str, Any], ...] = ()
    cases: Callable[[], SearchStrategy[dict[str, Any]]] | None = None


def is_library(name: object) -> bool:
    """Tell whether a text can be the name of a library, or of a part of one.

    >>> [is_library(name) for name in ("chunklib", "chunklib.strategies", "chunk lib", ".", 5)]
    [True, True, False, False, False]
    """
    return isinstance(name, str) and all(part.isidentifier() for part in name.split("."))


@dataclass(frozen=True)
class Exercise:
    """Describes a function to write: its hints (vaguest first), its properties, its name and its lesson.

    The catalogue fills in name and lesson, which are those of the exercise's file and folder. An answer that leans on a
    library in ``forbids`` has no points in a mark. ``kept`` is False where the function does not belong to a pipeline.
    """

    hints: tuple[str, ...]
    properties: tuple[Property, ...]
    name: str = ""
    lesson: str = ""
    forbids: tuple[str, ...] = ()
    kept: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.hints, tuple) or not all(isinstance(hint, str) for hint in self.hints):
            raise CourseError(f"hints must be a tuple of texts, also of one: got {self.hints!r}")
        if not isinstance(self.forbids, tuple) or not all(map(is_library, self.forbids)):
            raise CourseError(
                f'forbids must be a tuple of names of libraries, as in ("chunklib",): got {self.forbids!r}'
            )
        if not self.properties or not all(isinstance(rule, Property) for rule in self.properties):
            raise CourseError(f"properties must be a tuple of at least one Property: got {self.properties!r}")
        for rule in self.properties:
            if rule.points < 0 or not callable(rule.test):
                raise CourseError(
                    f"the property {rule.name!r} needs points of at least 0 and a test that can be called"
                )

    @property
    def max_points(self) -> int:
        """Return the points of all properties together."""
        return sum(rule.points for rule in self.properties)


_WORDS = {
    "NoneType": "None",
    "str": "a string",
    "int": "an integer",
    "bool": "a truth value",
    "float": "a number with a fraction",
    "bytes": "bytes",
    "list": "a list",
    "tuple": "a tuple",
    "dict": "a dictionary",
}

_SAYS = "the first line of the function says what it returns"
_NOT_A_LIST = {
    "None": "the function ends without a return, so it returns None",
    "a generator": "the function uses yield; collect the pieces in a list and return that",
}


def kind_of(value: object) -> str:
    """Say in words what kind of thing a returned value is.

    >>> kind_of([1, 2]), kind_of(None), kind_of(Foreign("a generator")), kind_of(object())
    ('a list', 'None', 'a generator', 'an object')
    """
    if isinstance(value, Foreign):
        return value.kind
    name = type(value).__name__
    return _WORDS.get(name, with_article(name))


def with_article(name: str) -> str:
    """Write a name with the article that it is spoken with.

    >>> [with_article(name) for name in ("ndarray", "object", "ufunc", "partial")]
    ['an ndarray', 'an object', 'a ufunc', 'a partial']
    """
    return f"an {name}" if name.lower().startswith((*"aeio", "nd")) else f"a {name}"


def expect_list(value: object, of: type | None = None) -> list[Any]:
    """Return ``value`` if it is a list (of elements of type ``of``), else raise ``Broken`` naming what it is.

    >>> expect_list(["a"], of=str)
    ['a']
    >>> expect_list(Foreign("a generator"))
    Traceback (most recent call last):
    ...
    classroom.judge.exercise.Broken: returned a generator; expected a list
    """
    if not isinstance(value, list):
        kind = kind_of(value)
        raise Broken(f"returned {kind}; expected a list", cause=_NOT_A_LIST.get(kind, _SAYS))
    for index, element in enumerate(value):
        if of is not None and type(element) is not of:
            wanted = _WORDS.get(of.__name__, of.__name__)
            raise Broken(f"element {index} of the list is {kind_of(element)}; expected {wanted}", cause=_SAYS)
    return value


def expect_int(value: object, what: str = "returned") -> int:
    """Return ``value`` if it is an integer, else raise ``Broken`` naming what it is; a whole float is none either.

    >>> expect_int(3.0)
    Traceback (most recent call last):
    ...
    classroom.judge.exercise.Broken: returned 3.0, a float; expected an integer
    """
    if type(value) is int:
        return value
    if isinstance(value, float):
        raise Broken(f"{what} {value!r}, a float; expected an integer", cause=_WHOLE)
    kind = kind_of(value)
    raise Broken(f"{what} {kind}; expected an integer", cause=_NOT_A_LIST["None"] if value is None else _SAYS)


_WHOLE = "/ gives a float, and so do the functions of numpy that round; int(), // and math.ceil() give integers"
