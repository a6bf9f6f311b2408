"""The first exercise: a greeting, to learn how to run, check and ask for a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklib.course.exercise import Broken, Call, Exercise, Property, kind_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _gives_text(function: Call, name: str) -> None:
    gave = function(name)
    if not isinstance(gave, str):
        cause = "print shows a text; return gives it back" if gave is None else ""
        raise Broken(f"returned {kind_of(gave)}; expected a string", cause=cause)


def _names_the_learner(function: Call, name: str) -> None:
    gave = function(name)
    if not isinstance(gave, str) or name not in gave:
        raise Broken(f"the greeting does not contain the name {name!r}")


def _greets(function: Call, name: str) -> None:
    expected = f"Hello, {name}!"
    gave = function(name)
    if gave != expected:
        raise Broken(_difference(gave, expected), expected=expected)


def _difference(gave: object, expected: str) -> str:
    """Name the first place where a greeting differs."""
    if not isinstance(gave, str):
        return f"returned {kind_of(gave)}; expected a string"
    for place, (one, other) in enumerate(zip(gave, expected, strict=False)):
        if one != other:
            return f"character {place} is {one!r}; expected {other!r}"
    if len(gave) < len(expected):
        return f"ends too early: {expected[len(gave) :]!r} is missing"
    return f"goes on too long: {gave[len(expected) :]!r} is too much"


def _names() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    letters = st.sampled_from("Aab zé !,-'ßñ汉ไ🙂")
    return st.fixed_dictionaries({"name": st.text(letters, min_size=1, max_size=12)})


EXERCISE = Exercise(
    name="hello",
    lesson="00_start_here",
    hints=(
        "A greeting has three parts: what comes before the name, the name, and what comes after it.",
        'Strings are joined with +, or written as one: in f"...{name}..." the braces stand for the name.',
        (
            "Return the joined string with `return`. It begins with Hello, a comma and one space, and ends with "
            "an exclamation mark."
        ),
    ),
    properties=(
        Property(
            name="it returns a string",
            points=1,
            gate=True,
            hints=("there is no return, or the text is printed and not returned",),
            test=_gives_text,
            examples=({"name": "Ada"},),
        ),
        Property(
            name="the name is in the greeting",
            points=1,
            gate=False,
            hints=("the name is written in the code, or changed; use the argument as it is",),
            test=_names_the_learner,
            examples=({"name": "Ada"}, {"name": "Grace"}, {"name": " josé "}),
            cases=_names,
        ),
        Property(
            name="the greeting is exact",
            points=1,
            gate=False,
            hints=("a comma, a space or the exclamation mark differs",),
            test=_greets,
            examples=({"name": "Ada"}, {"name": "Grace"}, {"name": ""}),
            cases=_names,
        ),
    ),
)
