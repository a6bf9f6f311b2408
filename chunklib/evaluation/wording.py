"""Write figures in words: percentage points, p-values that are never printed as 0, counts."""

from collections.abc import Iterable

_MINUS = "\N{MINUS SIGN}"
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_LEAST_P = 0.001
_MOST_DIGITS = 12


def points(fraction: float) -> str:
    """Write a difference of fractions in percentage points, with its sign and one decimal.

    The sign is that of the number before it was rounded, so that an interval shows on which side of 0 it ends.

    >>> points(0.0222), points(-0.007), points(0.0001), points(0.0)
    ('+2.2', '−0.7', '+0.0', '0.0')
    """
    sign = "+" if fraction > 0 else _MINUS if fraction < 0 else ""
    return f"{sign}{abs(100 * fraction):.1f}"


def effect(fraction: float) -> str:
    """Write the size of an effect in percentage points; one that would round to 0 is said to be less than 0.1.

    >>> effect(0.024), effect(0.0001)
    ('2.4', 'less than 0.1')
    """
    shown = f"{100 * fraction:.1f}"
    return "less than 0.1" if shown == "0.0" else shown


def p_value(p: float, alpha: float) -> str:
    """Write a p value after what it is called: three digits, more where rounding would carry it over the level.

    >>> p_value(0.0213, 0.05), p_value(0.00009, 0.05), p_value(0.04996, 0.05)
    ('= 0.021', '< 0.001', '= 0.04996')
    """
    if p < _LEAST_P:
        return f"< {_LEAST_P}"
    digits = 3
    while (float(f"{p:.{digits}f}") < alpha) != (p < alpha) and digits < _MOST_DIGITS:
        digits += 1
    return f"= {p:.{digits}f}"


def counted(number: int, what: str) -> str:
    """Count things in digits.

    >>> counted(1, "chunk"), counted(1200, "chunk")
    ('1 chunk', '1,200 chunks')
    """
    return f"{number:,} {what if number == 1 else f'{what}s'}"


def count(number: int, what: str) -> str:
    """Count things: in words up to twelve, then in digits.

    >>> count(1, "phase"), count(6, "phase"), count(24, "phase")
    ('one phase', 'six phases', '24 phases')
    """
    shown = counted(number, what)
    return f"{_WORDS[number]} {shown.partition(' ')[2]}" if number < len(_WORDS) else shown


def phases_averaged(numbers: Iterable[int]) -> str:
    """Say how many phases were averaged where settings differ: one, for strategies that have no windows to move.

    >>> phases_averaged([6, 6]), phases_averaged([6, 1, 6])
    ('six phases', 'one or six phases')
    """
    few, *more = sorted(set(numbers))
    return f"{count(few, 'phase').split()[0]} or {count(more[-1], 'phase')}" if more else count(few, "phase")
