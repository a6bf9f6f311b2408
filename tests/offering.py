"""Offer every function that a folder of the course holds to every check, and print what each earns.

``python -m tests.offering HANDOUT`` prints JSON: for each exercise ``[points, function]``, the best first. A function
is called with the arguments of the exercise in any order, and what it returns is read in several ways. Each module is
tried in a process of its own, which may write nothing and start nothing.
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
from functools import partial
from importlib import import_module
from itertools import permutations
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from chunklib.tokens import ruler
from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Exercise, Property, Raised

OURS = ("classroom", "chunklib", "lesson")
LONGEST = 300  # seconds of work for a module: a process whose function cannot be interrupted is ended
MANY = 9  # arguments that a function with ``*args`` takes
ORDERS = 3  # arguments that are tried in every order; more are tried as they are
Found = dict[str, Callable[..., Any]]
Asked = dict[str, Any]
"""The arguments of an exercise, each with its default, or ``...`` where it has none."""
Orders = list[tuple[Exercise, Asked]]


def modules_in(root: Path, only: str) -> Iterator[ModuleType]:
    """Import the modules of library, course and exercises, and the definitions of each notebook."""
    for path in sorted([*root.glob("chunklib/**/*.py"), *root.glob("classroom/**/*.py")]):
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if name.startswith(only) and not name.endswith("__main__"):
            with suppress(Exception):  # it may need a package that is not here
                yield import_module(name)
    for path in EXERCISES.sources() if "exercises".startswith(only) else []:
        name = ".".join(path.relative_to(root / "exercises").with_suffix("").parts[1:]).removesuffix(".__init__")
        yield EXERCISES.module(name) if name in EXERCISES else sys.modules[_part(path, root)]
    for path in sorted([*root.glob("notebooks/**/*.ipynb"), *root.glob("exercises/*/*.ipynb")]):
        if f"lesson {path.parent.name}/{path.stem}".startswith(only):
            yield _lesson(path)


def _part(path: Path, root: Path) -> str:
    """Import a module that is a part of an exercise, or holds blanks; returns its name."""
    from classroom.judge.catalogue import _module

    inside = path.relative_to(root / "exercises").with_suffix("").parts
    if len(inside) == 3:
        EXERCISES.module(f"{inside[1]}.{inside[2]}")
    return f"classroom.exercises.{'.'.join(inside)}" if len(inside) == 3 else _module(path).__name__


def _lesson(path: Path) -> ModuleType:
    """Run the imports, definitions and assignments of a notebook, those that run alone."""
    module = ModuleType(f"lesson {path.parent.name}/{path.stem}")
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        try:
            body = ast.parse("".join(cell["source"])).body if cell["cell_type"] == "code" else []
        except SyntaxError:  # a line of the shell
            continue
        for one in body:
            kept = isinstance(one, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.Assign)
            if kept and "checked(" not in ast.unparse(one):
                with suppress(BaseException):
                    limited(exec, compile(ast.Module([one], []), path.stem, "exec"), vars(module))
    return module


def limited(function: Callable[..., Any], *args: Any, seconds: float = 0.3) -> Any:
    """Call a function for so long.

    Raises:
        TimeoutError: it took longer.
        BaseException: whatever it raises.
    """

    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        return function(*args)
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
        yield from vars(value).items()
        methods = [
            name for name, one in vars(type(value)).items() if isinstance(one, FunctionType) and name[:2] != "__"
        ]
        yield from ((name, MethodType(vars(type(value))[name], value)) for name in methods)


READINGS: tuple[Callable[[Any], Any], ...] = (
    lambda value: value,
    list,
    lambda value: value[0],
    lambda value: value[-1],
    lambda value: [one[0] for one in value],
    lambda value: [one.text for one in value],
    lambda value: [(one.start_char, one.end_char) for one in value],
    lambda value: [(one.start, one.end) for one in value],
    lambda value: value._asdict() if hasattr(value, "_asdict") else dict(vars(value)),
    len,
)


class Offer:
    """Calls a function as an answer: with these arguments, in this order, and with this reading of its result."""

    def __init__(self, function: Callable[..., Any], asked: Asked, slots: tuple[str, ...]) -> None:
        self.function, self.asked, self.slots = function, asked, slots
        self.reading, self.returned, self.stuck = READINGS[0], False, False
        _, self.positional, self.named = arguments(function)

    def __call__(self, *args: Any, **named: Any) -> Any:
        given = {**self.asked, **dict(zip(self.asked, args, strict=False)), **named}
        values = copy.deepcopy([given[slot] for slot in self.slots])
        own = dict(zip(self.named, values[self.positional :], strict=False))
        if self.stuck:
            raise Raised("TimeoutError", "")
        try:
            value = limited(partial(self.function, *values[: self.positional], **own))
        except BaseException as error:  # noqa: BLE001 (whatever it raises)
            self.stuck = isinstance(error, TimeoutError)
            bases = tuple(one.__name__ for one in type(error).__mro__)
            raise Raised(type(error).__name__, str(error), bases) from None
        self.returned = True
        return self.reading(value)


def arguments(function: Callable[..., Any]) -> tuple[int, int, list[str]]:
    """Return how many arguments a function must have, how many it takes by place, and the names of the others."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1, 0, []
    single = [one for one in found if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    named = [one.name for one in single if one.kind == one.KEYWORD_ONLY]
    most = MANY if any(one.kind == one.VAR_POSITIONAL for one in found) else len(single) - len(named)
    return sum(one.default is one.empty for one in single), most, named


def slots_of(order: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the arguments in each order, or without the last ones."""
    orders = [*permutations(order)] if len(order) <= ORDERS else [order]
    return [*orders, *(order[:count] for count in range(1, len(order)))]


def holds(rule: Property, offer: Offer) -> bool:
    """Tell whether the fixed examples of a property hold."""
    try:
        for case in rule.examples:
            rule.test(offer, **copy.deepcopy(case))
    except Exception:  # noqa: BLE001 (a property is given anything at all)
        return False
    return True


def earned(exercise: Exercise, function: Callable[..., Any], asked: Asked) -> int:
    """Return the most points that a function gets for an exercise, in whatever way it is called and read."""
    best = 0
    least, positional, named = arguments(function)
    for slots in slots_of(tuple(asked)):
        if not least <= len(slots) <= positional + len(named):
            continue
        offer = Offer(function, asked, slots)
        for reading in READINGS:
            offer.reading = reading
            if all(holds(rule, offer) for rule in exercise.properties if rule.gate):
                best = max(best, sum(rule.points for rule in exercise.properties if holds(rule, offer)))
            if not offer.returned:
                break
    return best


def asked_by(exercise: Exercise, root: Path) -> Asked:
    """Return the arguments of an exercise, as the learner's notebook has them."""
    text = (root / "exercises" / exercise.lesson / f"{exercise.lesson}.ipynb").read_text("utf-8")
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "code" and f"def {exercise.name}(" in (source := "".join(cell["source"])):
            for one in ast.parse(source).body:
                if isinstance(one, ast.FunctionDef) and one.name == exercise.name:
                    defaults = [ast.literal_eval(default) for default in one.args.defaults]
                    names = [arg.arg for arg in one.args.args]
                    return dict(zip(names, [*[...] * (len(names) - len(defaults)), *defaults], strict=True))
    raise LookupError(exercise.name)


_REFUSED = ("subprocess", "socket", "shutil", "os.", "tempfile", "pty", "signal", "resource", "webbrowser")


def _harmless(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what changes anything outside of this process."""
    writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if writes or (event.startswith(_REFUSED) and event not in ("os.listdir", "os.scandir", "os.putenv")):
        raise PermissionError(event)


def offered(found: Found, orders: Orders, out: int) -> None:
    """Offer functions to every exercise, and write down each before it is called, and what it gets."""
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    sys.addaudithook(_harmless)
    for name, function in found.items():
        os.write(out, f"{json.dumps([name])}\n".encode())
        for exercise, asked in orders:
            if points := earned(exercise, function, asked):
                os.write(out, f"{json.dumps([name, exercise.name, points])}\n".encode())


def rows(found: Found, orders: Orders) -> list[list[Any]]:
    """Offer functions in a process of its own, and the rest in another if one of them ends it."""
    told: list[list[Any]] = []
    while left := {name: function for name, function in found.items() if [name] not in told}:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            for stream in (0, 1, 2):
                os.dup2(os.open(os.devnull, os.O_RDWR), stream)
            with suppress(BaseException):
                offered(left, orders, writing)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            told += [json.loads(line) for line in pipe]
        os.waitpid(child, 0)
        if [next(iter(left))] not in told:
            raise RuntimeError(f"no process could try {next(iter(left))}")
    return [row for row in told if len(row) > 1]


def main(root: Path, only: str = "") -> None:
    """Print what the functions of a folder earn."""
    orders = [(exercise, asked_by(exercise, root)) for exercise in EXERCISES.values()]
    best: dict[str, list[tuple[int, str]]] = {name: [] for name in EXERCISES}
    count = 0
    for model in ("gpt-4", "gpt-4o"):
        ruler(model)("loaded before a function is timed")
    for module in modules_in(root, only):
        private = "._" if module.__name__.startswith("chunklib") else ""  # its public functions are no answers of ours
        found = {name: function for name, function in reachable(module).items() if private in name}
        count += len(found)
        for name, exercise, points in rows(found, orders):
            best[exercise].append((points, name))
    print("\n" + json.dumps({"functions": count, **{name: sorted(ones, reverse=True) for name, ones in best.items()}}))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:])
