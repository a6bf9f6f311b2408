"""Read, write and judge the values of a guess: numbers as people type them, and choices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from math import floor, log10
from numbers import Integral, Real

from classroom.judge.errors import CourseError
from classroom.judge.showing import clean
from classroom.judge.worker.codec import short_repr
from classroom.lessons.store import Value, is_value

NEAR = 0.2
_LONGEST = 30  # characters of a number
_NUMBER = re.compile(r"([+-]?)(\d{1,3}(?:[ ,_'’\u00a0\u2009\u202f]\d{3})+|\d+)?(\.\d+)?(?: ?%)?")


def read_number(typed: str) -> int | float | None:
    """Return the number that a person typed, None for nothing; a sign for per cent after it says nothing new.

    Raises:
        CourseError: it is not a number; the message names what was typed and what is expected.

    >>> read_number("1,250"), read_number("70 %"), read_number(" -.5 "), read_number("")
    (1250, 70, -0.5, None)
    >>> read_number("2,5")
    Traceback (most recent call last):
    classroom.judge.errors.CourseError: "2,5" is not a number here. Write it like 4 or 1,250 or 2.5.
    """
    text = typed.strip().replace("−", "-")
    match = _NUMBER.fullmatch(text)
    if match is None or len(text) > _LONGEST or (text and not (match[2] or match[3])):
        raise CourseError(f'"{clean(text, _LONGEST)}" is not a number here. Write it like 4 or 1,250 or 2.5.')
    digits = match[1] + re.sub(r"\D", "", match[2] or "0")
    return float(digits + match[3]) if match[3] else int(digits) if text else None


def plain(value: object) -> int | float | str:
    """Return a value as it is kept: a text, or a number of any library as int or float.

    Raises:
        CourseError: it is neither, or it is larger than a guess can be.
    """
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):  # it is larger than any float
            number = int(value) if isinstance(value, Integral) else float(value)
            if is_value(number):
                return number
    raise CourseError(f"a value must be a number or a text: got {short_repr(value)}")


def shown(value: Value) -> str:
    """Write a value for people: thousands separated, at most three decimals, for small numbers three digits.

    >>> [shown(value) for value in (1250, 1.2494, 5.0, 0.000123456, -12345.678, "model", None)]
    ['1,250', '1.249', '5', '0.000123', '-12,345.678', 'model', '____']
    """
    if value is None:
        return "____"
    if not isinstance(value, float):
        return value if isinstance(value, str) else f"{value:,}"
    decimals = max(3, 2 - floor(log10(abs(value)))) if value else 0
    if decimals > 9:
        return f"{value:.3g}"
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def listed(values: Sequence[Value]) -> str:
    """Write several values in one line, a text in quotation marks.

    >>> listed((4, 300)), listed((1, None, 2.5)), listed(("are kept for 90 days",))
    ('4 and 300', '1, ____ and 2.5', '“are kept for 90 days”')
    """
    parts = [f"“{value}”" if isinstance(value, str) else shown(value) for value in values]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def near(guess: float, measured: float) -> bool:
    """Tell whether a guess is within 20 % of the measurement.

    >>> near(4, 5), near(0.36, 0.3), near(3, 5), near(0, 0), near(1, 0)
    (True, True, False, True, False)
    """
    return abs(guess - measured) <= NEAR * abs(measured) * (1 + 1e-9)  # 0.36 is, whatever binary fractions say


def judged(guess: Value, measured: Value) -> str:
    """Say in a sentence how near a guess is; empty where there is nothing to say.

    >>> judged(4, 5), judged(300, 50), judged("model", "pattern"), judged(None, 5)
    ('4 is within 20 % of 5.', '300 is too high.', 'The answer is “pattern”, not “model”.', '')
    """
    if guess is None or measured is None:
        return ""
    if isinstance(guess, str) or isinstance(measured, str):
        answer, guessed = listed([measured]), listed([guess])
        return "Your guess is right." if guess == measured else f"The answer is {answer}, not {guessed}."
    if guess == measured:
        return f"{shown(guess)} is exact."
    if near(guess, measured):
        return f"{shown(guess)} is within 20 % of {shown(measured)}."
    return f"{shown(guess)} is too {'high' if guess > measured else 'low'}."
