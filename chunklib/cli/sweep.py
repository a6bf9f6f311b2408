"""``chunklib sweep``: a grid of chunkings and retrievers, with intervals, and a verdict for every overlap."""

import os
from argparse import Namespace
from typing import Any

from chunklib.cli.measuring import add_benchmark, add_context, add_search, benchmark_of, check_retrievers, listed
from chunklib.cli.output import say, say_json
from chunklib.cli.parsing import command, whole
from chunklib.evaluation.metrics.registry import measured
from chunklib.evaluation.phases import PHASES
from chunklib.evaluation.statistics.resampling import Resampler
from chunklib.evaluation.sweep.comparison import check, findings
from chunklib.evaluation.sweep.grid import OVERLAPS, SIZES, grid
from chunklib.evaluation.sweep.results import COMPARED
from chunklib.evaluation.sweep.sweep import sweep
from chunklib.terminal_progress import progress

_LISTED = {more: ", ".join(one.name for one in measured() if one.higher_is_better is more) for more in (True, False)}
_OVERLAPS, _SIZES = ",".join(map(str, OVERLAPS)), ",".join(map(str, SIZES))


def _wholes(sizes: str) -> list[int]:
    return [whole(size) for size in listed(sizes)]


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "sweep", run)
    add_benchmark(argument)
    argument("--strategies", metavar="NAMES", default="token_windows", help="with commas between (token_windows)")
    argument("--sizes", type=_wholes, metavar="NUMBERS", default=_SIZES, help=f"sizes of chunks in tokens ({_SIZES})")
    about = f'overlaps: tokens, "15%" or "2s"; all are compared with the least ({_OVERLAPS})'
    argument("--overlaps", metavar="LIST", default=_OVERLAPS, help=about.replace("%", "%%"))
    argument("--retrievers", metavar="NAMES", default="bm25", help="bm25, dense, hybrid (bm25)")
    add_search(argument)
    add_context(argument)
    about = f"what to compare: {_LISTED[True]}; less is better for {_LISTED[False]} ({','.join(COMPARED)})"
    argument("--metrics", metavar="NAMES", default=",".join(COMPARED), help=about)
    argument("--phases", type=whole, default=PHASES, help=f"how often the windows are moved; 6 make a claim ({PHASES})")
    argument("--jobs", type=whole, default=os.cpu_count() or 1, help="processes that measure (one a processor)")
    about = "write the scores of all questions to this table; a sweep that was broken off goes on where it was"
    argument("--out", metavar="CSV", help=about)
    argument("--json", action="store_true", help="print intervals and verdicts as JSON, fractions in full")


def run(options: Namespace) -> None:
    """Sweep, compare, and print."""
    retrievers, metrics = listed(options.retrievers), listed(options.metrics)
    check_retrievers(retrievers, options)
    settings = grid(listed(options.strategies), options.sizes, listed(options.overlaps), retrievers, options.k)
    check(settings, metrics)
    benchmark = benchmark_of(options)
    Resampler(question.document for question in benchmark.questions)  # refuses one question: it has no interval
    with progress(f"measuring {len(settings):,} settings on {benchmark.name}") as advance:
        results = sweep(
            settings, benchmark, phases=options.phases, embed=options.embed, context=options.context, jobs=options.jobs,
            out=options.out, advance=advance,
        )  # fmt: skip
    with progress("drawing samples of the questions"):
        shown = findings(results, metrics)
    if options.json:
        say_json({"data": results.data, "code": results.code, "context": results.context, **shown.to_dict()})
    else:
        say([str(shown)])
