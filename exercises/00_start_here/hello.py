"""The first exercise: a greeting, to learn how to run, check and ask for a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, kind_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


_OTHER = "Ann"
_CAUSES = {
    "None": "print shows a text; return gives it back",
    "bytes": "bytes are not a text: remove the b before the quotes, or .encode()",
}
_JOINED = "join the parts to one string, with + or in an f-string"


def _gives_greeting(function: Call, name: str) -> None:
    """A string comes back that is made of words and of the name."""
    gave = function(name)
    if not isinstance(gave, str):
        kind = kind_of(gave)
        raise Broken(f"returned {kind}; expected a string", cause=_CAUSES.get(kind, _JOINED))
    if not gave.replace(name, ""):
        raise Broken("the words of the greeting are missing", cause="the name comes back as it is; add the words to it")
    if function(_OTHER) == gave:
        cause = 'the f before the quotes is missing: f"...{name}..."' if "{" in gave else "the argument is not used"
        raise Broken(f"{name!r} is greeted with the same text", cause=cause)


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

    letters = st.sampled_from("Aab zé !,-'\"ßñ汉ไ🙂{}<&%$\\\t\r\n\u0301\u00a0\u200d\u2028\ufb01")
    around = st.text(letters, max_size=6)
    return st.fixed_dictionaries({"name": st.builds("{}Ada{}".format, around, around)})


_NAMED = tuple({"name": name} for name in ("Ada", "Grace", " josé ", "{Ada}", "Zoe\u0301"))
_LONG = {"name": "\ufeff$$NAME & <b>%s</b> \\1, " * 20}
_AGAIN = {"name": "Ada"}  # a name that has been greeted before

EXERCISE = Exercise(
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
            name="it returns a greeting",
            points=1,
            gate=True,
            causes=("what is returned is not a text made of words and the name",),
            test=_gives_greeting,
            examples=({"name": "Ada"},),
        ),
        Property(
            name="the name is in the greeting",
            points=1,
            gate=False,
            causes=("the name is changed; use the argument as it is",),
            test=_names_the_learner,
            examples=(*_NAMED, _LONG),
            cases=_names,
        ),
        Property(
            name="the greeting is exact",
            points=1,
            gate=False,
            causes=("a comma, a space or the exclamation mark differs",),
            test=_greets,
            examples=(*_NAMED, {"name": ""}, {"name": "Ada!"}, _AGAIN),
            cases=_names,
        ),
    ),
)
