"""Define an exhibit: a widely copied piece of chunking code that is wrong, with the property that shows it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from chunklib.contract import audit
from chunklib.overlap import parse_overlap
from chunklib.readers import a_text

Record = dict[str, Any]
"""A chunk as tutorials return it: ``text``, ``start_char``, ``end_char``."""


@dataclass(frozen=True)
class Exposure:
    """Says what came out when an exhibit was run: the call, the chunks, and how its property broke.

    ``message`` is empty, and ``broken`` too, where this input does not show the fault; ``broken`` names every
    property that broke.
    """

    name: str
    property_name: str
    given: Mapping[str, Any]
    returned: Sequence[Record]
    broken: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        """Write it as the course's checks do: the property, the call, what came out, what is wrong."""
        given = ", ".join(f"{key}={value!r}" for key, value in self.given.items())
        shown = [f"{chunk['text']!r} ({chunk['start_char']}-{chunk['end_char']})" for chunk in self.returned]
        gave = ", ".join(shown) or "nothing"
        verdict = "✗" if self.message else "✓"
        lines = [f"{verdict} {self.property_name}", f"  {self.name}({given})", f"  gave  {gave}"]
        return "\n".join([*lines, f"  {self.message}"] if self.message else lines)


Judge = Callable[["Exhibit", Mapping[str, Any]], tuple[list[Record], dict[str, str]]]
"""Runs an exhibit with a call; returns what came out, and for each property that broke how it did."""


@dataclass(frozen=True)
class Exhibit:
    """Holds a published but wrong function, written anew from what is known of it.

    ``function(text, size, overlap, …)`` is the code; ``property_name`` is the property that it breaks: a point of
    :func:`chunklib.audit`, or "deterministic". ``smallest`` is the smallest call that breaks this property and no
    other, ``ruler`` what its sizes are measured by; ``judge`` runs a call and the property.
    """

    name: str
    function: Callable[..., list[Record]]
    property_name: str
    smallest: Mapping[str, Any]
    ruler: str
    judge: Judge

    def expose(self, **given: Any) -> Exposure:
        """Run the function and the property that shows its fault.

        Args:
            given: arguments of the function; by default those of ``smallest``.

        Returns:
            the call, what came out, and the breach; without one where this input does not show it.

        Raises:
            TypeError: for a text, a size or an overlap of another type.
            ValueError: for an impossible size or overlap.
        """
        settings = {**self.smallest, **given}
        a_text("text", settings["text"])
        parse_overlap(settings["overlap"], settings["size"])  # or some exhibits would never end
        returned, broken = self.judge(self, settings)
        message = broken.get(self.property_name, "")
        return Exposure(self.name, self.property_name, settings, returned, tuple(broken), message)


def audited(exhibit: Exhibit, given: Mapping[str, Any]) -> tuple[list[Record], dict[str, str]]:
    """Judge an exhibit by the audit, at the size and overlap that it was given."""
    returned = exhibit.function(**given)
    report = audit(given["text"], returned, size=given["size"], overlap=given["overlap"], ruler=exhibit.ruler)
    return returned, {point.name: point.breaches[0].message for point in report.points if not point.ok}


EXHIBITS: dict[str, Exhibit] = {}
"""Every exhibit by its name, in the order in which they are written."""

_Function = TypeVar("_Function", bound=Callable[..., list[Record]])


def exhibit(breaks: str, *, judge: Judge = audited, ruler: str, **smallest: Any) -> Callable[[_Function], _Function]:
    """Put a function into :data:`EXHIBITS` under its own name; see :class:`Exhibit`."""

    def shown(function: _Function) -> _Function:
        EXHIBITS[function.__name__] = Exhibit(function.__name__, function, breaks, smallest, ruler, judge)
        return function

    return shown


def record(text: str, start: int, end: int) -> Record:
    """Make the record of a span.

    >>> record("one two", 4, 7)
    {'text': 'two', 'start_char': 4, 'end_char': 7}
    """
    return {"text": text[start:end], "start_char": start, "end_char": end}
