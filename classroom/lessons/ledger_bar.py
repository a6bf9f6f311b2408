"""Draw where answers got lost, one bar a ledger, and count what became of each answer in the next ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from chunklib.columns import columns
from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.lost import TORN, Ledger
from chunklib.evaluation.wording import counted
from chunklib.view.ledger import FILLS
from classroom.lessons.figure import Picture, figure, new_figure

_NARROW = 3  # per cent of a bar: in a narrower part there is no room for its number


def ledger_bar(ledgers: Ledger | Mapping[str, Ledger], title: str = "") -> Picture:
    """Draw ledgers as bars, one below the other, each as long as all of its questions.

    Args:
        ledgers: what ``where_lost`` gave, each by a name that says what was measured; or one alone.
        title: the message, as a sentence; by default it says how many answers of the first ledger are torn.

    Returns:
        a picture; its text form has every number.

    Raises:
        TypeError: for anything but ledgers.
        ValueError: for none.

    >>> from chunklib.evaluation import Benchmark, where_lost
    >>> text = "Cold rooms hold four degrees. Warm rooms hold twenty."
    >>> small = Benchmark.from_quotes("small", {"note": text}, {"How warm?": "hold four degrees. Warm rooms"})
    >>> ledger_bar({"sentences": where_lost(small, {"strategy": "sentences", "size": 8, "overlap": 0}, k=1)})
    1 of 1 answers is torn by a cut. sentences, 1 question: torn by a cut 1, ranked too low 0, not found 0, found 0.
    """
    named = {"": ledgers} if isinstance(ledgers, Ledger) else ledgers
    if not isinstance(named, Mapping) or not all(isinstance(one, Ledger) for one in named.values()):
        raise InvalidType(f"ledger_bar takes what where_lost gives, by names: got {type(ledgers).__name__}")
    if not named:
        raise InvalidValue("ledger_bar needs at least one ledger: got none")
    fig, ax = new_figure(8, 1.3 + 0.45 * len(named))
    shown = [outcome for outcome in FILLS if any(outcome in one.counts for one in named.values())]
    left = [0.0] * len(named)
    for outcome in shown:
        counts = [one.counts.get(outcome, 0) for one in named.values()]
        widths = [100 * count / len(one.questions) for count, one in zip(counts, named.values(), strict=True)]
        ax.barh(range(len(named)), widths, left=left, height=0.7, color=FILLS[outcome], label=outcome)
        for row, (count, width) in enumerate(zip(counts, widths, strict=True)):
            if count:
                above, size = (0, 10) if width >= _NARROW else (0.48, 8)
                middle = left[row] + width / 2
                ax.text(middle, row - above, f"{count:,}", ha="center", va="center", fontsize=size)
            left[row] += width
    ax.set(yticks=range(len(named)), yticklabels=list(named), xlim=(0, 100), ylim=(len(named) - 0.5, -0.65))
    ax.set_xlabel("per cent of the questions; the numbers are questions")
    ax.set_title(title or _title(next(iter(named.values()))))
    fig.legend(loc="outside lower center", ncols=len(shown), frameon=False)
    rows = [f"{name or 'ledger'}, {_told(one)}" for name, one in named.items()]
    return figure(fig, f"{ax.get_title('left')}. {'; '.join(rows)}.")


class Moves(Counter[tuple[str, str]]):
    """Counts questions by their outcomes (before, after); as text, a table with a row for each outcome before."""

    def __str__(self) -> str:
        """Write the table."""
        names = [name for name in FILLS if any(name in pair for pair in self)]
        counts = [[self[was, now] for now in names] for was in names]
        counts = [[*row, sum(row)] for row in [*counts, [sum(column) for column in zip(*counts, strict=True)]]]
        rows = [(name, *map(str, row), "") for name, row in zip([*names, "all"], counts, strict=True)]
        return "\n".join(columns(("before ↓  after →", *names, "all", ""), rows))


def moves(before: Ledger, after: Ledger) -> Moves:
    """Count what became of each answer: how many questions went from which outcome to which.

    Raises:
        TypeError: for anything but ledgers.
        ValueError: for ledgers of other questions.

    >>> from chunklib.evaluation import Benchmark, where_lost
    >>> text = "Cold rooms hold four degrees. Warm rooms hold twenty."
    >>> small = Benchmark.from_quotes("small", {"note": text}, {"How warm?": "hold four degrees. Warm rooms"})
    >>> ledgers = [where_lost(small, {"strategy": "sentences", "size": size, "overlap": 0}, k=1) for size in (8, 16)]
    >>> moves(*ledgers)["torn by a cut", "found"]
    1
    """
    if not isinstance(before, Ledger) or not isinstance(after, Ledger):
        got = " and ".join(type(one).__name__ for one in (before, after))
        raise InvalidType(f"moves takes two ledgers that where_lost gave: got {got}")
    if [one.question for one in before.questions] != [one.question for one in after.questions]:
        raise InvalidValue("moves needs two ledgers of the same questions: got two of different ones")
    return Moves((was.outcome, now.outcome) for was, now in zip(before.questions, after.questions, strict=True))


def _title(ledger: Ledger) -> str:
    torn = ledger.counts[TORN]
    return f"{torn:,} of {len(ledger.questions):,} answers {'is' if torn == 1 else 'are'} torn by a cut"


def _told(ledger: Ledger) -> str:
    counts = ", ".join(f"{outcome} {count:,}" for outcome, count in ledger.counts.items())
    return f"{counted(len(ledger.questions), 'question')}: {counts}"
