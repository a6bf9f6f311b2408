"""Values that take next to no time each: one test tries them all, and says which one it failed on."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

LONGEST = 500  # characters of the values in a message

Test = Callable[..., None]


@contextmanager
def named(*values: object) -> Iterator[None]:
    """Add these values to what a failure inside says."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"with {', '.join(map(repr, values))}"[:LONGEST])
        raise


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Call a test once for each of the values, like `pytest.mark.parametrize`, but as one test.

    It is for what is quick and needs no fixture of its own each time. The first failure ends it.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = [value if len(arguments) > 1 else (value,) for value in values]
    assert rows, f"no values of {names}"

    def decorate(test: Test) -> Test:
        @wraps(test)
        def every(**given: Any) -> None:
            for row in rows:
                with named(*row):
                    test(**given, **dict(zip(arguments, row, strict=True)))

        signature = inspect.signature(test)
        left = [one for one in signature.parameters.values() if one.name not in arguments]
        every.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return every

    return decorate
