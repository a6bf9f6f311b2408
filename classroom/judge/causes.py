"""Usual causes of exceptions that a learner's function raises, one line each."""

from __future__ import annotations

from classroom.judge.exercise import Raised

_CAUSES = {
    "NameError": "a name is misspelt, or the cell that defines it has not been run",
    "UnboundLocalError": "a variable is used before the first line that gives it a value",
    "ModuleNotFoundError": "a package that the function imports is not installed here",
    "RecursionError": "the function calls itself too often, without an end or once for each piece of a long input",
    "MemoryError": "a list grows without end, or a string is repeated far too often",
    "SystemExit": "exit() ends the whole program; write return instead",
    "KeyboardInterrupt": "the function raises KeyboardInterrupt, which only the keyboard should do",
    "EOFError": "nobody can type anything during a check; use the arguments of the function",
    "ZeroDivisionError": "a divisor is zero for these arguments",
    "IndexError": "an index runs past the end; a slice stops there by itself",
    "KeyError": "the dictionary has no such key",
    "UnicodeDecodeError": "bytes were cut in the middle of a character",
    "NotImplementedError": "the line that raises NotImplementedError is still reached for these arguments",
}


def cause_of(error: Raised) -> str:
    """Return the usual cause of an exception, or nothing where there is none.

    >>> cause_of(Raised("RecursionError", ""))
    'the function calls itself too often, without an end or once for each piece of a long input'
    >>> cause_of(Raised("TypeError", "argument of type 'int' is not iterable"))
    'a number has no parts for `in` or `for`; compare it, or count with range(...)'
    >>> cause_of(Raised("TypeError", "sorted expected 1 argument, got 2", line="return sorted(a, b)"))
    ''
    """
    if error.type_name == "TypeError" and "'int'" in error.message and error.message.endswith("iterable"):
        return "a number has no parts for `in` or `for`; compare it, or count with range(...)"
    if error.type_name == "TypeError" and "argument" in error.message and not error.line:  # the call itself failed
        return "the parameters must be those of the given first line, with the same names and defaults"
    if error.type_name == "ValueError" and "special token" in error.message:
        return "special tokens are plain text here: encode with disallowed_special=()"
    if error.message.startswith("nothing to repeat"):
        return (
            "in a pattern, `?`, `*` and `+` repeat what is before them; if you mean the sign itself, put it in square "
            "brackets or after a backslash"
        )
    return _CAUSES.get(error.type_name, "")
