"""Let a model say after which sentences the subject changes, batch by batch; its answers can be kept and replayed."""

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

from chunklib.context.described import Cost, Price
from chunklib.cuts import sentences
from chunklib.cuts.proposals import listed
from chunklib.errors import CallableFailed, ChunklibError, InvalidType, InvalidValue, kind_of, said
from chunklib.integers import at_least, whole
from chunklib.journal import Journal
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler

Ask = Callable[[Sequence[str]], Iterable[int]]
"""Takes the sentences of a batch, and gives the numbers (from 0) of those after which the subject changes."""


_COUNTING = threading.Lock()  # of all proposers: one that holds a lock cannot be pickled


@dataclass
class Proposer:
    """Proposes cuts between sentences by asking a model; give it to :func:`chunklib.proposed`.

    The model is asked about one batch of neighbouring sentences after the other, and each answer is checked. An answer
    that is not a list of numbers of the batch counts as none, as an error and a silence do: the batch is asked again.

    Args:
        ask: makes a prompt of a batch, sends it to the model, and reads the numbers from the reply.
        batch: how many sentences are asked about at a time.
        tries: how often a batch is asked before :class:`Proposer` gives up.
        limit: seconds that an answer may take.
        keep: a folder for the answers. A batch whose answer is there is not asked again, in this process or any other,
            so recorded proposals are replayed without the model.
        price: what the model costs, for ``cost.dollars``.
        ruler: counts what is read and written for ``cost``; an answer counts as its numbers with commas between.

    Raises:
        ValueError: for an answer that names a sentence that the batch does not have, at the last try.
        TypeError: for an answer that is not a list of whole numbers, at the last try.
        RuntimeError: where the callable raises or takes too long, at the last try.

    >>> def new_subject(sentences):
    ...     return [at for at in range(len(sentences) - 1) if sentences[at].split()[0] != sentences[at + 1].split()[0]]
    >>> propose = Proposer(new_subject, price=Price(read=1, written=2))
    >>> propose("Tea is hot. Tea is green. Ice is cold.")
    [26]
    >>> propose.cost.calls, propose.cost.read, propose.cost.written
    (1, 16, 1)
    """

    ask: Ask
    batch: int = 50
    tries: int = 3
    limit: float = 60.0
    keep: str | Path | None = None
    price: Price | None = None
    ruler: RulerSpec = "cl100k_base"
    cost: Cost = field(init=False)
    """What was asked so far: ``calls`` with those that failed, ``read`` and ``written`` in units of the ruler."""

    def __post_init__(self) -> None:
        self.batch, self.tries = at_least(1, "batch", self.batch), at_least(1, "tries", self.tries)
        if isinstance(self.limit, bool) or not isinstance(self.limit, int | float):
            raise InvalidType(f"limit must be a number of seconds: got {self.limit!r}")
        if not 0 < self.limit <= threading.TIMEOUT_MAX:
            raise InvalidValue(f"limit must be seconds above 0: got limit={self.limit}")
        self.cost = Cost(0, 0, 0, 0, 0, self.price)
        self._measure = make_ruler(self.ruler)
        self._kept = None
        if self.keep is not None:
            Path(self.keep).mkdir(parents=True, exist_ok=True)
            self._kept = Journal(Path(self.keep), ".json", (ValueError, TypeError))

    def __call__(self, text: str) -> list[int]:
        """Propose cuts: offsets at which sentences end, rising."""
        ends = list(sentences(text))
        pieces = [text[start:end] for start, end in pairwise((0, *ends))]
        found = []
        for first in range(0, len(pieces), self.batch):
            batch = pieces[first : first + self.batch]
            found += [ends[first + number] for number in self._answer(batch, first)]
        return found

    def _answer(self, batch: Sequence[str], first: int) -> list[int]:
        """Return what is kept for a batch, or what the model says, at the latest try."""
        name = blake2b(json.dumps(batch).encode(), digest_size=16).hexdigest()
        kept = self._kept.get(name, lambda data: _checked(json.loads(data), len(batch))) if self._kept else None
        if kept is not None:
            return kept
        where = f"sentences {first} to {first + len(batch) - 1}"
        for attempt in range(1, self.tries + 1):
            try:
                found = _checked(_in_time(lambda: self.ask(list(batch)), self.limit), len(batch))
            except ChunklibError as error:
                self._count(batch, [])
                if attempt == self.tries:
                    raise type(error)(f"{where}, asked {attempt} times: {error}") from None
            else:
                self._count(batch, found)
                if self._kept:
                    self._kept.put(name, json.dumps(found).encode())
                return found
        raise AssertionError  # the last try returns or raises

    def _count(self, batch: Sequence[str], answer: Sequence[int]) -> None:
        read, written = sum(map(self._measure, batch)), self._measure(", ".join(map(str, answer)))
        with _COUNTING:
            before = self.cost
            self.cost = Cost(before.calls + 1, 0, before.chunks + read, before.written + written, 0, self.price)


def _checked(answer: object, sentences: int) -> list[int]:
    """Refuse an answer that is not about the sentences of the batch."""
    if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
        raise InvalidType(f"ask must return a list of numbers of sentences: got {type(answer).__name__}")
    numbers = sorted({whole("a number that ask returns", number) for number in answer})
    for number in numbers[:1] + numbers[-1:]:
        if not 0 <= number < sentences:
            raise InvalidValue(f"ask must return numbers of sentences from 0 to {sentences - 1}: got {number}")
    return numbers


def _in_time(ask: Callable[[], Iterable[int]], limit: float) -> object:
    """Ask in a thread that is left alone where it takes too long."""
    answers: list[object] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            found = ask()
            numbers = listed(found, "ask", 0)
            answers.append(found if numbers is None else numbers)
        except BaseException as error:  # noqa: BLE001 (a callable may raise anything)
            failures.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(limit)
    if failures:
        raise CallableFailed(f"ask failed: {kind_of(failures[0])}: {said(failures[0])}") from failures[0]
    if not answers:
        raise CallableFailed(f"ask takes more than {limit:g} seconds")
    return answers[0]
