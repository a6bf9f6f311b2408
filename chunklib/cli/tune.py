"""``chunklib tune``: raise or lower the overlap by what is measured, until it is enough."""

from argparse import Namespace
from typing import Any

from chunklib.advice import tune
from chunklib.cli.measuring import add_benchmark, add_retriever, benchmark_of, search_of
from chunklib.cli.output import Refused, say
from chunklib.cli.parsing import command, fraction, whole
from chunklib.evaluation.phases import PHASES, phases_of
from chunklib.evaluation.sweep.comparison import check
from chunklib.evaluation.sweep.grid import Setting, checked
from chunklib.evaluation.sweep.tuning import Measured
from chunklib.evaluation.wording import count
from chunklib.terminal_progress import progress


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "tune", run)
    add_benchmark(argument, "benchmark", nargs="?")
    argument("--strategy", default="token_windows", help="a strategy that takes a text (token_windows)")
    argument("--size", type=whole, default=400, help="the size of a chunk, which stays as it is (400)")
    add_retriever(argument)
    argument("--metric", default="recall", help="what is to reach the target: recall, whole, recall_1000, ... (recall)")
    argument("--target", type=fraction, default=0.9, help="the score that is enough, 0 to 1 (0.9)")
    argument("--storage-limit", type=float, default=2.0, metavar="TIMES", help="the most to store, over the text (2.0)")
    about = "differences up to this are noise (0.01)"
    argument("--tolerance", type=fraction, default=0.01, help=about)
    argument("--phases", type=whole, default=PHASES, help=f"placings of the cuts that are averaged ({PHASES})")


def run(options: Namespace) -> None:
    """Tune, and print every round."""
    search = search_of(options)
    setting = Setting(options.strategy, options.size, 0, options.retriever, options.k)
    checked([setting])
    check([setting], [options.metric])
    phases = phases_of(options.strategy, options.phases)
    if not options.storage_limit >= 1:
        raise Refused(f"--storage-limit must be at least 1: got {options.storage_limit}")
    benchmark = benchmark_of(options)
    measured = Measured(benchmark, options.strategy, **search, metric=options.metric, phases=options.phases)
    with progress(f"measuring overlaps on {benchmark.name}"):
        found = tune(
            measured,
            size=options.size,
            target=options.target,
            storage_limit=options.storage_limit,
            tolerance=options.tolerance,
            storage=measured.storage,
        )
    asked = count(len(benchmark.questions), "question")
    about = f"score: {options.metric}, mean of {asked} and {count(phases, 'phase')}"
    say([str(found), f"{about}; chunklib sweep says how sure such a difference is"])
