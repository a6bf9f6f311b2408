"""Gather the questions of a file: those that a benchmark can hold, and a count of the others with their reasons."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, LeftOut, Question, faults, named
from chunklib.readers import yes_or_no
from chunklib.utf8 import read_text

SHOWN = 40  # characters of a text in a message


class Unusable(InvalidValue):
    """Says why one question cannot be used: ``reason`` is the kind, ``broken`` whether the file contradicts itself."""

    def __init__(self, reason: str, message: str, *, broken: bool = True) -> None:
        super().__init__(message)
        self.reason = reason
        self.broken = broken


class Gathered:
    """Takes questions one by one.

    Args:
        documents: texts by name; they may still grow.
        strict: True to refuse every question that cannot be held, False none, None those alone that their file breaks.
    """

    def __init__(self, documents: Mapping[str, str], *, strict: bool | None) -> None:
        if strict is not None:
            yes_or_no("strict", strict)
        self.documents, self._strict = documents, strict
        self.questions: list[Question] = []
        self.unanswerable: list[Question] = []
        self._seen: set[str] = set()
        self._left: dict[str, tuple[str, int]] = {}

    def take(self, make: Callable[[], Question], *, answered: bool = True) -> None:
        """Make a question, or count why it cannot be held."""
        try:
            question = make()
            question = replace(question, spans=tuple(sorted(question.spans)))
            if self._strict is False:  # otherwise the benchmark says so
                self._check(question, answered=answered)
        except Unusable as error:
            if self._strict or (self._strict is None and error.broken):
                raise InvalidValue(str(error)) from None
            first, count = self._left.get(error.reason, (str(error), 0))
            self._left[error.reason] = (first, count + 1)
            return
        self._seen.add(question.id)
        (self.questions if answered else self.unanswerable).append(question)

    def _check(self, question: Question, *, answered: bool) -> None:
        for fault in faults(question, self.documents, self._seen, answered=answered):
            outside = fault.startswith("the span")
            reason = "evidence outside its document" if outside else fault.partition(":")[0]
            raise Unusable(reason, f"{named(question)}: {fault}")

    def benchmark(self, name: str) -> Benchmark:
        """Hold what was taken; where nothing was, the reasons are in the message."""
        left = tuple(LeftOut(reason, count, first) for reason, (first, count) in self._left.items())
        if left and not self.questions:
            raise InvalidValue(f"the benchmark {name!r} has no questions that can be used; {left[0]}")
        return Benchmark(name, self.documents, tuple(self.questions), tuple(self.unanswerable), left)


def read_json(path: Path) -> Any:
    """Read a file of JSON, with or without a byte order mark; what cannot be read is named in one line."""
    text = read_text(path).removeprefix("\ufeff")
    try:
        return json.loads(text, object_pairs_hook=_object)
    except ValueError as error:  # which a number of thousands of digits is too
        raise InvalidValue(f"{path} is not JSON: {error}") from None
    except RecursionError:
        raise InvalidValue(f"cannot read {path}: its JSON is nested too deep") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that occurs twice: the first value would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise InvalidValue(f"the key {max(names, key=names.count)!r} occurs twice")
    return found
