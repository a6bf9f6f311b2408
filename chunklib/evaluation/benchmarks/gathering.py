"""Gather the questions of a file: those that a benchmark can hold, and a count of the others with their reasons."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, LeftOut, Question, faults, named
from chunklib.readers import yes_or_no

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

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Count a question that turns out to be unusable in the block, or refuse it."""
        try:
            yield
        except Unusable as error:
            if self._strict or (self._strict is None and error.broken):
                raise InvalidValue(str(error)) from None
            first, count = self._left.get(error.reason, (str(error), 0))
            self._left[error.reason] = (first, count + 1)

    def take(self, question: Question, *, answered: bool = True) -> None:
        """Hold a question, unless something is wrong with it."""
        question = replace(question, spans=tuple(sorted(question.spans)))
        for fault in faults(question, self.documents, self._seen, answered=answered):
            outside = fault.startswith("the span")
            reason = "evidence outside its document" if outside else fault.partition(":")[0]
            raise Unusable(reason, f"{named(question)}: {fault}")
        self._seen.add(question.id)
        (self.questions if answered else self.unanswerable).append(question)

    def benchmark(self, name: str) -> Benchmark:
        """Hold what was taken; where nothing was, the reasons are in the message."""
        left = tuple(LeftOut(reason, count, first) for reason, (first, count) in self._left.items())
        if left and not self.questions:
            raise InvalidValue(f"the benchmark {name!r} has no questions that can be used; {left[0]}")
        return Benchmark(name, self.documents, tuple(self.questions), tuple(self.unanswerable), left)


def parsed(text: str, what: str, shown: str = "") -> Any:
    """Read JSON; what cannot be read is named in one line."""
    try:
        return json.loads(text)
    except ValueError as error:  # which a number of thousands of digits is too
        raise InvalidValue(f"{what} not JSON: {shown or error}") from None
    except RecursionError:
        raise InvalidValue(f"{what} nested too deep") from None
