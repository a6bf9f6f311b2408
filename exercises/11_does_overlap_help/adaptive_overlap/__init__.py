"""How much overlap a text asks for: a minimum, raised by technical terms, a list and code, up to a maximum.

The amounts are a tutorial's (20, 30, 50); what counts as a term, a list or code is settled by the exercise, so that
every answer can be compared with one number. Texts stay away from what the task leaves open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, kind_of
from classroom.properties.spans import refuses

from .causes import cause_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_MINIMUM, _MAXIMUM = 50, 150
_TERM = re.compile(r"\b(?:functions?|class(?:es)?|interfaces?|apis?|endpoints?)\b", re.IGNORECASE)
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S", re.MULTILINE)
_FENCE = re.compile(r"^ *```", re.MULTILINE)
_BLOCK = re.compile(r"^( *```).*?(?:^ *```|\Z)", re.MULTILINE | re.DOTALL)
_RULES = (("a technical term", 20, _TERM), ("a list", 30, _ITEM), ("code", 50, _FENCE))
_PROSE = "The door was open for ten minutes."
_SAYS = "the first line of the function says what it returns: one whole number"
_UNITS = "the table in the task says what each rule adds to the minimum: 20 for a term, 30 for a list, 50 for code"
_ONCE = "a rule adds its units once, however often it applies: ask whether there is a match, do not count matches"
_EACH = "each rule is asked once, independently of the others; elif asks only until one applies"
_ON_TOP = "what the rules add comes on top of the minimum"
_AT_MOST = "the maximum limits the sum, minimum included: take the smaller of the two at the end"
_INSIDE = "what is inside code counts like everything else: look at the whole text"
_ROW = "the row of this rule in the table of the task says when it applies, and what it adds"
_NO_AMOUNT = {
    "None": "the function ends without a return; without one it gives None",
    "a number with a fraction": "units are whole: add integers",
}


def _applying(text: str) -> dict[str, int]:
    """Return the rules that apply to a text, by name, and what each adds."""
    return {name: units for name, units, pattern in _RULES if pattern.search(text)}


def _sum(added: Mapping[str, int], minimum: int, maximum: int) -> str:
    """Write how an amount comes about.

    >>> _sum({"a technical term": 20}, 50, 150), _sum({"a list": 30}, 50, 70)
    ('50 and 20 for a technical term', '50 and 30 for a list, but at most 70')
    """
    why = " and ".join([str(minimum), *(f"{units} for {name}" for name, units in added.items())])
    return why + (f", but at most {maximum}" if minimum + sum(added.values()) > maximum else "")


def _amount(function: Call, text: str, minimum: int, maximum: int) -> int:
    """Call the function, and refuse an answer that is not a whole number."""
    gave = function(text, minimum=minimum, maximum=maximum)
    if type(gave) is not int:
        kind = kind_of(gave)
        raise Broken(f"returned {kind}; expected an integer", cause=_NO_AMOUNT.get(kind, _SAYS))
    return gave


def _base(function: Call, text: str) -> None:
    """Prose asks for the minimum, and a text to which rules apply for more."""
    gave = _amount(function, text, 10, 500)
    added = _applying(text)
    if not added and gave != 10:
        cause = _ON_TOP if gave == 0 else ""
        raise Broken(f"asked for {gave}, where no rule applies; expected the minimum", expected=10, cause=cause)
    if sum(added.values()) == 100 and gave <= 10:
        why = f"asked for {gave}, no more than for prose; expected {_sum(added, 10, 500)}"
        raise Broken(why, expected=110, cause=_UNITS)


def _asks(function: Call, text: str, minimum: int = 10, maximum: int = 500) -> None:
    """The amount is what the rules say."""
    gave = _amount(function, text, minimum, maximum)
    added = _applying(text)
    expected = min(maximum, minimum + sum(added.values()))
    if gave != expected:
        cause = _AT_MOST if gave > maximum else _why_not(gave - expected, text, minimum)
        why = f"asked for {gave}; expected {_sum(added, minimum, maximum)}"
        raise Broken(why, expected=expected, cause=cause)


def _why_not(more: int, text: str, minimum: int) -> str:
    """Say why so much more or less was asked for than the rules say, where that is clear."""
    applying, outside = ([*_applying(one).values()] for one in (text, _BLOCK.sub(r"\1", text)))
    if more < 0 and more == sum(outside) - sum(applying):
        return _INSIDE
    if more == -minimum:
        return _ON_TOP
    if more < 0 and [-more] == applying:
        return cause_of(more, text)
    return _ONCE if more > 0 and any(more % units == 0 for units in applying) else ""


def _tells(function: Call, text: str) -> None:
    """The amount is what the rules say, for a text that at most one of them is about: so the cause can be named."""
    gave = _amount(function, text, 10, 500)
    added = _applying(text)
    expected = 10 + sum(added.values())
    if gave != expected:
        why = f"asked for {gave}; expected {_sum(added, 10, 500)}"
        raise Broken(why, expected=expected, cause=cause_of(gave - expected, text))


def _usual(function: Call, text: str) -> None:
    """Left out, the limits are 50 and 150."""
    gave, said = function(text), _amount(function, text, _MINIMUM, _MAXIMUM)
    if gave != said:
        raise Broken(f"differs from the call with minimum={_MINIMUM}, maximum={_MAXIMUM}", gave=gave, expected=said)


def _refuses(function: Call, text: str, minimum: int, maximum: int) -> None:
    """Limits that make no sense raise ValueError."""
    refuses(function, text, minimum=minimum, maximum=maximum)


def _texts(*texts: str) -> tuple[Mapping[str, Any], ...]:
    return tuple({"text": text} for text in texts)


def _limits(text: str, *pairs: tuple[int, int]) -> tuple[Mapping[str, Any], ...]:
    return tuple({"text": text, "minimum": low, "maximum": high} for low, high in pairs)


def _mixtures() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    lines = st.sampled_from((_PROSE, "", "a class", "an API", "one class", "- one", "2. two", "* three", "```"))
    return st.fixed_dictionaries(
        {"text": st.lists(lines, max_size=4).map("\n".join), "minimum": st.integers(1, 60), "maximum": st.just(500)}
    )


def _impossible() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    pairs = st.tuples(st.integers(-20, 40), st.integers(-20, 40)).filter(lambda pair: not 0 <= pair[0] <= pair[1])
    return pairs.map(lambda pair: {"text": "a b", "minimum": pair[0], "maximum": pair[1]})


_WORDS_AND_CASE = _texts(
    *("a function", "an interface", "an api", "an endpoint", "An Interface.", "FUNCTION", "An ApI."),
    *("two classes", "APIs", "the endpoints", "(class)", "first/class"),
    *("rapid", "capital", "therapist", "classic", "subclass", "functional", "my_class_name", "interfaced", "api2"),
    *("éapi", "apié", "подclass", "endpoint\xa0two", "«API»", "claß", "apies"),
)
_ITEMS = _texts(
    *("one:\n- two", "* one", "+ one", "1. one", "12) twelve", "    - deep", "\t- tab", "one\n\n3. three\n\nend"),
    *("one - two", "-5 degrees", "3.5 s", "2026 was cold", "---", "*bold* words", "1.\n2.", "end - \n", "a. one"),
    *("- \none", "• one", "10. ten", "1) one", "- \t two", "*  one", "\xa0- one", "-\xa0one", "\u2003* one"),
    *("-\titem", "2)\ttwo"),
)
_ENDS = _texts("a\r- item", "a\x0c1. one", "a\u2028* one", "a\x0b+ one", "a\r```\nopen", "a\u2028```\nopen")
_ALL_THREE = "- a class\n```\nopen\n```"
_CODE = _texts(
    *("```\ndoor open\n```", "```sh\nopen\n```", "see:\n```\nopen", "  ```\nopen", "end\n```"),
    *("say ``` so", "a `door` is open", "``\nopen\n``", "'''\nopen\n'''", "x ```\nopen"),
    *("````\nopen", "      ```\nopen", "\xa0```\nopen"),
)

EXERCISE = Exercise(
    hints=(
        (
            "Three questions about the text, each answered with yes or no: is a term in it, an item of a list, a "
            "fence? Each yes adds its units once."
        ),
        (
            r"re.search answers each question. \b in a pattern is the edge of a word, and re.IGNORECASE takes capitals "
            "too. With re.MULTILINE, ^ is the beginning of every line, not only of the text."
        ),
        (
            r"The patterns: \b(functions?|class(es)?|interfaces?|apis?|endpoints?)\b for a term; "
            r"^[ \t]*([-*+]|\d+[.)])[ \t]+\S for an item; ^ *``` for code. Test the limits first; "
            "return min(maximum, minimum + what was found)."
        ),
    ),
    properties=(
        Property(
            name="prose asks for the minimum, a text with all three for more",
            points=1,
            gate=True,
            causes=("where no rule applies, the minimum itself is the answer",),
            test=_base,
            examples=_texts(_PROSE, _ALL_THREE),
        ),
        Property(
            name="each rule adds its own",
            points=1,
            gate=False,
            causes=(_UNITS,),
            test=_asks,
            examples=_texts("", "a class", "one:\n\n- two\n", "see:\n\n```\nopen\n```\n"),
        ),
        Property("terms are whole words, in any case, singular or plural", 2, False, (_ROW,), _tells, _WORDS_AND_CASE),
        Property("a list is a line that begins as an item", 1, False, (_ROW,), _tells, _ITEMS),
        Property("code is a line that begins with three backticks", 1, False, (_ROW,), _tells, _CODE),
        Property(
            name="only a line feed ends a line",
            points=1,
            gate=False,
            causes=(r'splitlines() also ends lines at \r, form feeds and U+2028: use split("\n") or re.MULTILINE',),
            test=_asks,
            examples=_ENDS,
        ),
        Property(
            name="rules add up, and each counts once",
            points=2,
            gate=False,
            causes=(_EACH,),
            test=_asks,
            examples=_texts(
                "An API is a class.",
                "- one\n- two\n- three",
                "```\na\n```\n```\nb\n```",
                "- a class",
                "a class\n```\nopen\n```",
                "- one\n```\nopen\n```",
                _ALL_THREE,
                "```\nclass A:\n```",
                "```\n- one\n```",
            ),
            cases=_mixtures,
        ),
        Property(
            name="never more than the maximum",
            points=1,
            gate=False,
            causes=(_AT_MOST,),
            test=_asks,
            examples=(
                *_limits(_ALL_THREE, (50, 120), (10, 109), (10, 110), (10, 111), (0, 5), (100, 300)),
                *_limits(_PROSE, (30, 30), (0, 0), (0, 100)),
            ),
        ),
        Property(
            name="50 and 150 are what left-out limits mean",
            points=1,
            gate=False,
            causes=("the first line of the function says minimum=50, maximum=150",),
            test=_usual,
            examples=_texts(_PROSE, _ALL_THREE),
        ),
        Property(
            name="impossible limits raise ValueError",
            points=1,
            gate=False,
            causes=("test the limits before the sum: unless 0 <= minimum <= maximum, raise a ValueError",),
            test=_refuses,
            examples=(*_limits(_PROSE, (20, 10), (-1, 10), (-20, -10)), *_limits("", (1, 0))),
            cases=_impossible,
        ),
    ),
)
