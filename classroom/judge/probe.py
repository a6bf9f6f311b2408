"""The learner's function as the properties see it, and what a broken property looks like as text.

A call goes to the worker and comes back as plain data; a case of a property ends as a ``Failure`` or as None.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Protocol

from classroom.judge.exercise import Broken, Property, Raised, Words
from classroom.judge.showing import call_text, clean, short, short_call
from classroom.judge.worker.client import Conversation, Dead
from classroom.judge.worker.function_pickle import line_of

State = Literal["not started", "raises", "wrong", "slow", "right"]
UNREADABLE = "returned something that cannot be read"
TOO_LARGE = "returned something that takes more memory to judge than there is"
SEARCH_TOTAL = 6.0  # seconds of processor time for all searches of a check
SEARCH_MOST = 3.0  # and for one of them
MOST_WORDS = 600  # characters of why a property is broken, in which there may be what came back
RESERVE = 5.0  # seconds by the clock that are left to fixed examples


@dataclass(frozen=True)
class Failure:
    """Describes a case in which a property does not hold, as text: the call, what came out, why that is wrong.

    ``call`` is the whole call as valid Python; ``shown`` is the same with long arguments cut.
    """

    state: State
    why: str
    call: str = ""
    shown: str = ""
    gave: str = ""
    expected: str = ""
    cause: str = ""
    line: str = ""
    line_number: int = 0
    printed: str = ""
    fatal: bool = False

    @property
    def unfinished(self) -> bool:
        """Tell whether the function raised what a stub raises."""
        return self.state == "raises" and self.why.partition(":")[0] == "NotImplementedError"


class Source(Protocol):
    """Holds what is known of a function's source: its parameters, and the line that a traceback means."""

    def parameters(self) -> Sequence[str]:
        """Return the names of the parameters in order; empty where they are not known."""

    def line_of(self, frames: object) -> tuple[str, int]:
        """Return the innermost line of the learner's own code among ``frames``, and its number; ``("", 0)`` if none."""


@dataclass(frozen=True)
class Ours(Source):
    """Holds a function of this process, and the files that it was read from."""

    function: Callable[..., Any]

    def parameters(self) -> Sequence[str]:
        """Return the names of the parameters."""
        try:
            return list(inspect.signature(self.function).parameters)
        except (TypeError, ValueError):
            return []

    def line_of(self, frames: object) -> tuple[str, int]:
        """Return the line in the learner's cell or file."""
        return line_of(self.function, frames)


class Probe:
    """Calls the learner's function for the properties: a call goes to the worker and comes back as plain data.

    ``changed`` names an argument that some call has changed, and ``changing`` is the property whose call it was. Empty
    ``changed`` before you ask for a later call.
    """

    def __init__(self, source: Source, name: str, worker: Conversation) -> None:
        self.source = source
        self.name = name
        self.worker = worker
        self.changed = ""
        self.changing: Property | None = None
        self._worked = 0.0
        self._begun = self.spent()
        self._call: tuple[tuple[Any, ...], dict[str, Any]] = ((), {})
        self._gave: object = ...
        self._printed = ""

    def load(self) -> Failure | None:
        """Wait for the worker; return why the function cannot run there, if it cannot."""
        try:
            answer = self.worker.ready()
        except Dead as dead:
            return Failure("raises", f"the code that the function uses {dead.detail} while it was loaded", fatal=True)
        if "raised" not in answer:
            return None
        raised = self._raised(answer)
        why = f"the code that the function uses could not be loaded: {clean(str(raised))}"
        return Failure("raises", why, cause=cause_of(raised), fatal=True)

    def spent(self) -> float:
        """Return the seconds of processor time used so far, here and in the worker."""
        return time.process_time() + self._worked

    def allowance(self, sharers: int) -> Callable[[], bool]:
        """Return a function that tells whether a search has used its share, one of ``sharers`` that are left.

        Shares are of processor time, so that a busy machine searches as far as a quiet one and finds the same. Only
        the last seconds of the check, which belong to the fixed examples, are by the clock.
        """
        share = min(SEARCH_MOST, (self._begun + SEARCH_TOTAL - self.spent()) / sharers)
        end, close = self.spent() + share, self.worker.deadline - RESERVE
        return lambda: self.spent() > end or time.monotonic() > close

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function in the worker.

        Raises:
            Raised: the function raised there.
            Dead: the worker will not answer.
        """
        self._call, self._gave, self._printed = (args, kwargs), ..., ""
        answer = self.worker.call(args, kwargs)
        self._printed = _text(answer.get("printed"))
        self._worked = max(self._worked, _number(answer.get("cpu")))
        self.changed = self.changed or _parameter(self.source, answer.get("changed"))
        if "raised" in answer:
            raise self._raised(answer)
        self._gave = answer.get("value")
        return self._gave

    def try_case(self, rule: Property, case: Mapping[str, Any]) -> Failure | None:
        """Test one case of a property and say what is wrong with it, if anything."""
        try:
            return self._tried(rule, case)
        finally:
            if self.changed and self.changing is None:
                self.changing = rule

    def _tried(self, rule: Property, case: Mapping[str, Any]) -> Failure | None:
        failure = partial(self._failure, rule)
        try:
            rule.test(self, **case)
        except Broken as broken:
            return failure("wrong", clean(broken.why, MOST_WORDS), broken.gave, broken.expected, broken.cause)
        except Raised as raised:
            place = {"line": clean(raised.line), "line_number": raised.line_number}
            return failure("raises", clean(str(raised)), ..., ..., cause_of(raised), **place)
        except Dead as dead:
            state: State = "slow" if dead.reason == "slow" else "raises"
            return failure(state, dead.detail, ..., ..., _CAUSES_OF_DEATH.get(dead.reason, ""), fatal=True)
        except MemoryError:
            return failure("wrong", TOO_LARGE, ..., ..., "")
        except Exception as error:  # noqa: BLE001 -- the property stumbled over a value that nobody thought of
            return failure("wrong", f"{UNREADABLE} ({clean(repr(error))})", ..., ..., "")
        return None

    def _failure(
        self, rule: Property, state: State, why: str, gave: object, expected: object, cause: str, **rest: Any
    ) -> Failure:
        gave = self._gave if gave is ... else gave
        args, kwargs = self._call
        usual = rule.causes[0] if rule.causes and state == "wrong" else ""
        return Failure(
            state,
            why,
            call_text(self.name, args, kwargs),
            short_call(self.name, args, kwargs),
            gave="" if gave is ... else short(gave),
            expected="" if expected is ... else _expected(expected),
            cause=cause or usual,
            printed=clean(self._printed),
            **rest,
        )

    def _raised(self, answer: Mapping[str, Any]) -> Raised:
        bases = answer.get("bases")
        names = tuple(map(_text, bases)) if isinstance(bases, list) else ()
        line, number = self.source.line_of(answer.get("frames"))
        return Raised(clean(_text(answer["raised"]), 80), _text(answer.get("message")), names, line, number)


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
_CAUSES_OF_DEATH = {
    "slow": "a loop's condition stays true: its position does not move or jumps past the end, or bad arguments get in",
    "memory": "a list grows without end, or a string is repeated far too often",
    "large": "a loop adds the same pieces again and again",
    "ended": "the function calls os._exit, or code that is not Python crashed",
}


def _expected(value: object) -> str:
    return clean(value) if isinstance(value, Words) else short(value)


def _text(value: object) -> str:
    """Return the text in an answer; what printed carries its length beside it."""
    if isinstance(value, tuple) and value:
        value = value[0]
    return value if isinstance(value, str) else ""


def _number(value: object) -> float:
    return value if isinstance(value, float) else 0.0


def _parameter(source: Source, changed: object) -> str:
    """Return the name of the first parameter that a call changed, empty if it changed none."""
    name = str(changed[0]) if isinstance(changed, list) and changed else ""
    if not name.isdecimal() or len(name) > 3:
        return clean(name, 60)
    names = source.parameters()
    return names[int(name)] if int(name) < len(names) else f"number {int(name) + 1}"


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
