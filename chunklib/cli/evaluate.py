"""``chunklib evaluate``: one chunking and one retriever, measured on questions with exact evidence."""

from argparse import Namespace
from collections import Counter
from typing import Any

from chunklib.cli.measuring import add_benchmark, add_context, add_search, benchmark_of, check_retrievers
from chunklib.cli.output import say, say_json
from chunklib.cli.parsing import command
from chunklib.cli.splitting import add_splitting, description
from chunklib.columns import columns
from chunklib.evaluation import Evaluation, evaluate
from chunklib.evaluation.metrics.registry import label, measured
from chunklib.retrieval.hybrid import RETRIEVERS
from chunklib.terminal_progress import progress

_BY_PIECE = " and ".join(one.name for one in measured() if one.averaged_over_pieces)
_MEANS = f"{_BY_PIECE} are means over pieces of evidence, all others over questions, so whole may exceed contained"


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "evaluate", run)
    add_benchmark(argument)
    add_splitting(argument)
    argument("--retriever", default="bm25", help=f"one of {', '.join(RETRIEVERS)} (bm25)")
    add_search(argument)
    add_context(argument)
    argument("--churn", action="store_true", help="also count the chunks that are new after an edit of a document")
    about = f"print the figures as JSON, fractions in full; {_MEANS}"
    argument("--json", action="store_true", help=about)


def run(options: Namespace) -> None:
    """Evaluate, and print the figures."""
    check_retrievers([options.retriever], options)
    chunker = description(options)
    benchmark = benchmark_of(options)
    with progress(f"searching {benchmark.name} for {len(benchmark.questions):,} questions"):
        told = {name: getattr(options, name) for name in ("retriever", "k", "embed", "context", "churn")}
        found = evaluate(benchmark, chunker, **told)
    if options.json:
        more = ("multiplier", "context", "contexts", "context_tokens", "warnings")
        say_json(found.summary() | {"questions": len(found.documents)} | {name: getattr(found, name) for name in more})
    else:
        say([f"{found}: chunklib sweep says what chance adds", *_by_kind(found)])


def _by_kind(found: Evaluation) -> list[str]:
    """Write a table of recall by the questions' kinds, where there are several."""
    means, asked = found.by_kind("recall"), Counter(found.kinds)
    rows = [(kind or "other", f"{asked[kind]:,}", f"{mean:.3f}", "") for kind, mean in means.items()]
    return ["", *columns(("kind", "questions", label("recall", found.k), ""), rows)] if len(rows) > 1 else []
