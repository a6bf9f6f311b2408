"""Offer every function that a folder of the course holds to every check: ``python -m tests.offering HANDOUT``.

It prints JSON: the number of functions, and for each exercise ``[points, function]``, the best first. A function is
called with the arguments of the exercise in any order, and its result is read in several ways. Each module is tried in
a process of its own, which may change nothing outside.
"""

from __future__ import annotations

import ast
import copy
import inspect
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from itertools import permutations
from multiprocessing import Pipe, get_context
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from chunklib.tokens import ruler
from classroom.judge.catalogue import EXERCISES, Blanks, named_course
from classroom.judge.exercise import Property, Raised
from tests.course.test_exercises import DEFINITIONS, master_answer

OURS = ("classroom", "chunklib", "lesson")
LONGEST = 300  # seconds of work for a module: a process whose function cannot be interrupted is ended
WAIT = 30  # seconds without a word after which a process is stuck: a function may have removed the signals
ORDERS = 3  # arguments that are tried in every order; more are tried as they are
Found = dict[str, Callable[..., Any]]
READINGS: tuple[Callable[[Any], Any], ...] = (
    lambda value: value,
    list,
    len,
    lambda value: value[0],
    lambda value: [one[0] for one in value],
    lambda value: [one.text for one in value],
    lambda value: [(one.start_char, one.end_char) for one in value],
    lambda value: [(one.start, one.end) for one in value],
    lambda value: value._asdict() if hasattr(value, "_asdict") else dict(vars(value)),
)


def modules_in(root: Path, only: str = "") -> Iterator[ModuleType]:
    """Import the modules of library, classroom and exercises, and the definitions of each notebook."""
    for path in sorted([*root.glob("chunklib/**/*.py"), *root.glob("classroom/**/*.py")]):
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if name.startswith(only) and not name.endswith("__main__"):
            with suppress(Exception):  # it may need a package that is not here
                yield import_module(name)
    if "exercises".startswith(only):
        assert [*EXERCISES.values(), *Blanks(named_course).values()]
        parts = [path for path in EXERCISES.sources() if path.parent.name in EXERCISES and path.stem != "__init__"]
        assert [EXERCISES.module(f"{path.parent.name}.{path.stem}") for path in parts]
        yield from [module for name, module in sys.modules.items() if name.startswith("classroom.exercises.")]
    for path in sorted([*root.glob("notebooks/**/*.ipynb"), *root.glob("exercises/*/*.ipynb")]):
        module = ModuleType(f"lesson {path.parent.name}/{path.stem}")
        cells = json.loads(path.read_text("utf-8"))["cells"] if module.__name__.startswith(only) else []
        for source in ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]:
            with suppress(SyntaxError):  # a line of the shell
                for one in [one for one in ast.parse(source).body if isinstance(one, DEFINITIONS)]:
                    if "checked(" not in ast.unparse(one):
                        with suppress(BaseException):
                            limited(exec, compile(ast.Module([one], []), path.stem, "exec"), vars(module))
        yield module


def limited(function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Call a function for 0.3 seconds at most; raises TimeoutError after that, or whatever the function raises."""

    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3, 0.3)
    try:
        return function(*args, **named)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def reachable(module: ModuleType) -> Found:
    """Find the functions of a module: in classes, values, defaults, closures, partials and inside other functions."""
    found: Found = {}
    seen: set[int] = set()
    left = [(name, value) for name, value in vars(module).items() if name[:2] != "__" and _own(value, module)]
    while left:
        name, value = left.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if callable(value):
            found.setdefault(f"{module.__name__}.{name}", value)
        left += [(f"{name}.{more}", part) for more, part in _parts(value)]
    return found


def _own(value: object, module: ModuleType) -> bool:
    home = getattr(value, "__module__", None)
    return home == module.__name__ or isinstance(value, dict | list | tuple | partial) or type(value).__module__ == home


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, FunctionType):
        codes = [one for one in value.__code__.co_consts if isinstance(one, CodeType) and not one.co_freevars]
        inner = [one for one in codes if one.co_name == "<lambda>" or one.co_name[0] != "<"]  # no comprehension
        yield from ((one.co_name, FunctionType(one, value.__globals__)) for one in inner)
        cells = [cell.cell_contents for cell in value.__closure__ or () if cell != type(cell)()]
        yield from (("…", one) for one in [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *cells])
    elif isinstance(value, partial):
        yield from (("partial", one) for one in (value.func, *value.args, *value.keywords.values()))
    elif isinstance(value, dict | list | tuple | set | frozenset):
        yield from (("[]", one) for one in (value.values() if isinstance(value, dict) else value))
    elif isinstance(value, type) and value.__module__.startswith(OURS):
        yield from ((name, getattr(one, "__func__", one)) for name, one in vars(value).items() if name[:2] != "__")
    elif hasattr(value, "__wrapped__"):
        yield "__wrapped__", value.__wrapped__
    elif type(value).__module__.startswith(OURS) and hasattr(value, "__dict__"):
        methods = [(name, one) for name, one in vars(type(value)).items() if isinstance(one, FunctionType)]
        yield from [*vars(value).items(), *((n, MethodType(m, value)) for n, m in methods if n[:2] != "__")]


@cache
def asked_by(exercise: str) -> dict[str, Any]:
    """Return the arguments of an exercise, each with its default."""
    return {one.name: one.default for one in inspect.signature(master_answer(exercise)).parameters.values()}


class Offer:
    """Calls a function as an answer: with these arguments, in this order, and with this reading of its result."""

    def __init__(self, function: Callable[..., Any], names: list[str], asked: dict[str, Any], slots: Any) -> None:
        self.function, self.names, self.asked, self.slots = function, names, asked, slots
        self.reading, self.returned, self.stuck = READINGS[0], False, False

    def __call__(self, *args: Any, **named: Any) -> Any:
        given = {**self.asked, **dict(zip(self.asked, args, strict=False)), **named}
        own = copy.deepcopy({name: given[slot] for name, slot in zip(self.names, self.slots, strict=False)})
        try:
            value = None if self.stuck else limited(self.function, **own)
        except BaseException as error:  # noqa: BLE001 (whatever it raises)
            self.stuck = isinstance(error, TimeoutError)
            raise Raised(type(error).__name__, "", tuple(one.__name__ for one in type(error).__mro__)) from None
        self.returned = True
        return self.reading(value)

    def holds(self, rule: Property) -> bool:
        """Tell whether the fixed examples of a property hold."""
        try:
            for case in rule.examples:
                rule.test(self, **copy.deepcopy(case))
        except Exception:  # noqa: BLE001 (a property is given anything at all)
            return False
        return True


def earned(exercise: str, function: Callable[..., Any]) -> int:
    """Return the most points that a function gets for an exercise, in whatever way it is called and read."""
    best, rules, asked = 0, EXERCISES[exercise].properties, asked_by(exercise)
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    single = [one for one in found if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    least = sum(one.default is one.empty for one in single)
    orders = [*permutations(asked)] if len(asked) <= ORDERS else [tuple(asked)]
    for slots in [*orders, *(tuple(asked)[:count] for count in range(1, len(asked)))]:
        offer = Offer(function, [one.name for one in single], asked, slots)
        for offer.reading in READINGS if least <= len(slots) <= len(single) else ():
            if all(offer.holds(rule) for rule in rules if rule.gate):
                best = max(best, sum(rule.points for rule in rules if offer.holds(rule)))
            if not offer.returned:
                break
        if offer.stuck:
            break
    return best


def _harmless(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what changes anything outside of this process."""
    writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    refused = event.startswith(("subprocess", "socket", "shutil", "os.", "tempfile", "pty", "resource", "webbrowser"))
    if writes or (refused and event not in ("os.listdir", "os.scandir", "os.putenv")):
        raise PermissionError(event)


def _offered(found: Found, pipe: Any) -> None:
    """Offer functions to every exercise, and tell each before it is called, and what it gets."""
    for stream in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    sys.addaudithook(_harmless)
    for name, function in found.items():
        pipe.send([name])
        for exercise in EXERCISES:
            if points := earned(exercise, function):
                pipe.send([name, exercise, points])


def rows(found: Found) -> list[list[Any]]:
    """Offer functions in a process of its own, and the rest in another if one of them ends it."""
    told: list[list[Any]] = []
    while left := {name: function for name, function in found.items() if [name] not in told}:
        ours, theirs = Pipe(duplex=False)
        child = get_context("fork").Process(target=_offered, args=(left, theirs))
        child.start()
        theirs.close()
        with suppress(EOFError):
            while ours.poll(WAIT):
                told.append(ours.recv())
        child.kill()
        child.join()
        child.close()
        ours.close()
    return [row for row in told if len(row) > 1]


def main(root: Path, only: str = "") -> None:
    """Print what the functions of a folder earn; of the library the private ones alone: the others may be used."""
    count, best = 0, {name: list[tuple[int, str]]() for name in EXERCISES if asked_by(name) is not None}
    assert [ruler(model)("loaded before a function is timed") for model in ("gpt-4", "gpt-4o")]
    for module in modules_in(root, only):
        part = "._" if module.__name__.startswith("chunklib") else ""
        found = {name: function for name, function in reachable(module).items() if part in name}
        count += len(found)
        for name, exercise, points in rows(found):
            best[exercise].append((points, name))
    print("\n" + json.dumps({"functions": count, **{name: sorted(ones, reverse=True) for name, ones in best.items()}}))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:])
