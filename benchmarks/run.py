"""``make bench``: what each strategy costs beside other splitters, whether it is linear, and how much memory it needs.

And what an adaptive overlap adds, what is given to the embedder, how quickly a PDF is cut, how long a sweep takes, and
what a class costs to grade.

Everything is measured on this machine, in one run. A benchmark and not a test: run it where nothing else runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from benchmarks import grading, tables
from benchmarks.adaptive import comparisons
from benchmarks.corpus import UNBROKEN, WITH_A_RUN, sample, texts
from benchmarks.cost import Rounds, cost, samples, warm_up
from benchmarks.embedding import embeddings
from benchmarks.figures import figures
from benchmarks.growth import Growth, growth
from benchmarks.memory import memory
from benchmarks.pdf import pdf
from benchmarks.peers import peers
from benchmarks.retrieval import sweeps
from benchmarks.splitters import ENCODING, ENGLISH, OURS, OVERLAP, SIZE, Splitter, by_kind, fast, ours, small
from benchmarks.verdicts import Results, Row, over

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_Found = TypeVar("_Found")

MILLION = 1_000_000


@dataclass(frozen=True)
class Plan:
    """How much is measured; lengths in characters."""

    length: int = MILLION
    lengths: tuple[int, ...] = (MILLION, 2 * MILLION, 4 * MILLION, 10 * MILLION)
    semantic: tuple[int, ...] = (MILLION // 2, MILLION, 2 * MILLION)  # its model is slow, and the same at any length
    unbroken: tuple[int, ...] = (100_000, 200_000)
    memory: int = 10 * MILLION
    submissions: int = 0  # none: no class is graded
    rounds: Rounds = field(default_factory=Rounds)
    adaptive_rounds: Rounds = field(default_factory=lambda: Rounds(least=9, most=15, seconds=2.0))
    pdf_rounds: Rounds = field(default_factory=lambda: Rounds(least=5, most=9, seconds=4.0))
    growth_rounds: Rounds = field(default_factory=lambda: Rounds(least=4, most=15, seconds=1.5))


QUICK = Plan(
    length=MILLION // 4,
    lengths=(MILLION // 4, MILLION // 2, MILLION),
    semantic=(MILLION // 8, MILLION // 4, MILLION // 2),
    memory=2 * MILLION,
    rounds=Rounds(most=5, seconds=0.5),
    adaptive_rounds=Rounds(least=5, most=9, seconds=0.5),
    pdf_rounds=Rounds(least=3, most=3),
    growth_rounds=Rounds(least=4, most=10, seconds=0.5),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return the exit status: 1 where something of ours is over its limit."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.json and not options.json.parent.is_dir():
        parser.error(f"cannot write {options.json}: there is no folder {options.json.parent}")
    plan = QUICK if options.quick else Plan(submissions=grading.SUBMISSIONS)
    print(surroundings())
    print(
        f"Every splitter: size {SIZE}, overlap {OVERLAP} tokens of {ENCODING}; {plan.length:,} characters of a text of "
        "the kind that is named.\n"
    )
    results = measured([*ours(), *small(), *fast(), *([] if options.only == "ours" else installed(peers()))], plan)
    failures = list(over(results))
    print("\n".join(f"OVER: {failure}" for failure in failures) or "Everything is within its limit.")
    print(load())
    if options.json:
        write(options.json, results, failures)
    return 1 if failures else 0


def measured(splitters: Sequence[Splitter], plan: Plan) -> Results:
    """Measure everything, and print each table as soon as it is there."""
    return Results(
        costs=shown(tables.costs, cost_rows(splitters, plan)),
        adaptive=shown(tables.comparisons, comparisons(plan.length, plan.adaptive_rounds, say)),
        embedding=shown(tables.embeddings, embeddings(sample(plan.length), say)),
        pdf=shown(tables.pages, pdf(plan.pdf_rounds, say)),
        growth=shown(tables.growths, all_growths(plan)),
        memory=shown(tables.memories, memory(for_memory(), plan.memory, say)),
        sweeps=shown(tables.sweeps, sweeps(say)),
        grading=graded(plan.submissions),
    )


def graded(submissions: int) -> grading.Grading | None:
    """Grade a class, or say why that cannot be done here; none at all where there are no submissions."""
    obstacle = grading.obstacle() if submissions else ""
    if obstacle:
        print(f"left out: grading; {obstacle}\n")
    if obstacle or not submissions:
        return None
    return shown(grading.lines, grading.grading(submissions, say))


def for_memory() -> list[Splitter]:
    """List what is measured for its memory: every strategy, and the one with a model also on texts hard for it."""
    splitters = ours()
    return [*splitters, *(replace(one, kind=WITH_A_RUN) for one in splitters if one.name == "semantic")]


def shown(table: Callable[[_Found], str], found: _Found) -> _Found:
    """Print a table of what was found, and give it back."""
    say("")
    print(table(found), end="\n\n", flush=True)
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks/run.py", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter texts and fewer rounds, and no class")
    parser.add_argument("--only", choices=("ours",), help="leave out the other splitters")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to FILE as well")
    return parser


def surroundings() -> str:
    """Describe the machine that is measured on."""
    versions = f"Python {platform.python_version()}, tiktoken {version('tiktoken')}, numpy {version('numpy')}"
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors; {versions}\n{load()}"


def load() -> str:
    """How busy the machine is."""
    averages = " ".join(f"{average:.1f}" for average in os.getloadavg())
    return f"load (1, 5, 15 minutes): {averages}; a quiet machine has less than 1 while this runs alone"


def installed(splitters: Sequence[Splitter]) -> list[Splitter]:
    """The splitters whose package is here; a line on each package that is not."""
    here = [splitter for splitter in splitters if installed_version(splitter.package)]
    missing = dict.fromkeys(splitter.package for splitter in splitters if splitter not in here)
    for package in missing:
        print(f"left out: {package} is not installed; make peers installs it")
    return here


def installed_version(package: str) -> str:
    """The version of an installed package, "" where it is missing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def cost_rows(splitters: Sequence[Splitter], plan: Plan) -> list[Row]:
    """Look at what each splitter delivers for one text of its kind, then measure its cost on others."""
    found = [row for kind, of in by_kind(splitters).items() for row in _cost_rows(kind, of, plan)]
    order = [splitter.title for splitter in splitters]
    return sorted(found, key=lambda row: order.index(row.title))


def _cost_rows(kind: str, splitters: Sequence[Splitter], plan: Plan) -> Iterator[Row]:
    text = sample(plan.length, kind)
    say("warming up")
    warm_up(splitters, text)
    delivered = {}
    for splitter in splitters:
        say(f"auditing {splitter.title}")
        delivered[splitter.title] = figures(text, splitter.prepare()(text))
    taken = samples(splitters, texts(plan.length, kind), plan.rounds, say)
    return (
        Row(
            title=splitter.title,
            kind=kind,
            package=splitter.package,
            version=installed_version(splitter.package),
            note=splitter.note,
            cost=cost(taken[splitter.title]),
            figures=delivered[splitter.title],
            limit=splitter.limit,
        )
        for splitter in splitters
    )


def all_growths(plan: Plan) -> list[Growth]:
    """Measure our strategies at rising lengths: each on its own kind, all on texts without a place to cut."""
    splitters = ours()
    semantic = [splitter for splitter in splitters if splitter.name == "semantic"]
    others = by_kind(splitter for splitter in splitters if splitter.name != "semantic")
    plans = [
        *((kind, of, plan.lengths) for kind, of in others.items()),
        (ENGLISH, semantic, plan.semantic),
        *((kind, splitters, plan.unbroken) for kind in UNBROKEN),
    ]
    return [one for kind, of, lengths in plans for one in growth(of, kind, lengths, plan.growth_rounds, say)]


def write(path: Path, results: Results, failures: Sequence[str]) -> None:
    """Write every figure as JSON."""
    record = {
        "surroundings": surroundings(),
        OURS: installed_version(OURS),
        **asdict(results),
        "over": list(failures),
    }
    path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def say(what: str) -> None:
    """Show on a terminal what is being measured; "" removes the line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{what}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
