"""`make bench`: what each strategy costs beside other splitters, whether it is linear, and how much memory it needs.

Everything is measured on this machine, in one run. A benchmark and not a test: run it where nothing else runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import tables
from benchmarks.corpus import UNBROKEN, english, texts
from benchmarks.cost import Rounds, cost, samples, warm_up
from benchmarks.figures import figures
from benchmarks.growth import Growth, growth
from benchmarks.memory import Memory, memory
from benchmarks.peers import peers
from benchmarks.splitters import ENCODING, OURS, OVERLAP, SIZE, Splitter, ours
from benchmarks.verdicts import Row, over

if TYPE_CHECKING:
    from collections.abc import Sequence

MILLION = 1_000_000


@dataclass(frozen=True)
class Plan:
    """How much is measured; lengths in characters."""

    length: int = MILLION
    lengths: tuple[int, ...] = (MILLION, 2 * MILLION, 4 * MILLION, 10 * MILLION)
    unbroken: tuple[int, ...] = (100_000, 200_000)
    memory: int = 10 * MILLION
    rounds: Rounds = field(default_factory=Rounds)
    growth_rounds: Rounds = field(default_factory=lambda: Rounds(least=4, most=15, seconds=1.5))


QUICK = Plan(
    length=MILLION // 4,
    lengths=(MILLION // 4, MILLION // 2, MILLION),
    memory=2 * MILLION,
    rounds=Rounds(most=5, seconds=0.5),
    growth_rounds=Rounds(least=4, most=10, seconds=0.5),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return the exit status: 1 where something of ours is over its limit."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.json and not options.json.parent.is_dir():
        parser.error(f"cannot write {options.json}: there is no folder {options.json.parent}")
    plan = QUICK if options.quick else Plan()
    print(surroundings())
    print(
        f"Every splitter: size {SIZE}, overlap {OVERLAP} tokens of {ENCODING}; {plan.length:,} characters of English.\n"
    )
    splitters = [*ours(), *([] if options.only == "ours" else installed(peers()))]
    rows = cost_rows(splitters, plan)
    print(tables.costs(rows), end="\n\n", flush=True)
    growths = all_growths(plan)
    print(tables.growths(growths), end="\n\n", flush=True)
    memories = memory([splitter.title for splitter in ours()], plan.memory, say)
    say("")
    print(tables.memories(memories), end="\n\n")
    failures = list(over(rows, growths, memories))
    print("\n".join(f"OVER: {failure}" for failure in failures) or "Everything is within its limit.")
    print(load())
    if options.json:
        write(options.json, rows, growths, memories, failures)
    return 1 if failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks/run.py", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter texts and fewer rounds")
    parser.add_argument("--only", choices=("ours",), help="leave out the other splitters")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to FILE as well")
    return parser


def surroundings() -> str:
    """What is measured on."""
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
        print(f"left out: {package} is not installed; pip install 'chunklib[bench]' installs it")
    return here


def installed_version(package: str) -> str:
    """The version of an installed package, "" where it is missing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def cost_rows(splitters: Sequence[Splitter], plan: Plan) -> list[Row]:
    """Look at what each splitter delivers for one text, then measure its cost on others."""
    text = english(plan.length)
    say("warming up")
    warm_up(splitters, text)
    delivered = {}
    for splitter in splitters:
        say(f"auditing {splitter.title}")
        delivered[splitter.title] = figures(text, splitter.records(splitter.prepare()(text)))
    taken = samples(splitters, texts(plan.length), plan.rounds, say)
    say("")
    return [
        Row(
            title=splitter.title,
            package=splitter.package,
            version=installed_version(splitter.package),
            note=splitter.note,
            cost=cost(taken[splitter.title]),
            figures=delivered[splitter.title],
            limit=splitter.limit,
            aim=splitter.aim,
        )
        for splitter in splitters
    ]


def all_growths(plan: Plan) -> list[Growth]:
    """Measure our strategies at rising lengths: English, and texts without a place to cut."""
    lengths = {"English": plan.lengths, **dict.fromkeys(UNBROKEN, plan.unbroken)}
    found = [one for kind, of in lengths.items() for one in growth(ours(), kind, of, plan.growth_rounds, say)]
    say("")
    return found


def write(
    path: Path, rows: Sequence[Row], growths: Sequence[Growth], memories: Sequence[Memory], failures: Sequence[str]
) -> None:
    """Write every figure as JSON."""
    record = {
        "surroundings": surroundings(),
        OURS: installed_version(OURS),
        "costs": [asdict(row) for row in rows],
        "growth": [asdict(one) for one in growths],
        "memory": [asdict(one) for one in memories],
        "over": list(failures),
    }
    path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def say(what: str) -> None:
    """Show on a terminal what is being measured; "" takes the line away."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{what}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
