"""``chunklib evaluate``: one chunking and one retriever, measured on questions with exact evidence."""

from argparse import Namespace
from collections import Counter
from typing import Any

from chunklib.cli.measuring import add_benchmark, add_context, add_search, benchmark_of, check_retrievers
from chunklib.cli.output import refuse, say, say_json
from chunklib.cli.parsing import command
from chunklib.cli.reading import called
from chunklib.cli.splitting import add_splitting, description
from chunklib.cli.view import check_out, write_page
from chunklib.columns import columns
from chunklib.evaluation import Evaluation, evaluate, where_lost
from chunklib.evaluation.lost import DEPTH
from chunklib.evaluation.metrics.registry import label, measured
from chunklib.retrieval.hybrid import RETRIEVERS
from chunklib.terminal_progress import progress
from chunklib.view.ledger import ledger_page

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
    argument("--lost", action="store_true", help="also count where answers were lost: cut, ranked too low, not found")
    about = "write a page on which each question opens, and shows its evidence in the chunks and why it was lost"
    argument("--html", metavar="FILE", help=about)
    about = f"print the figures as JSON, fractions in full; {_MEANS}"
    argument("--json", action="store_true", help=about)


def run(options: Namespace) -> None:
    """Evaluate, and print the figures."""
    check_retrievers([options.retriever], options)
    chunker = description(options)
    if options.html is not None:
        check_out(options.html)
    benchmark = benchmark_of(options)
    with progress(f"searching {benchmark.name} for {len(benchmark.questions):,} questions"):
        told = {name: getattr(options, name) for name in ("retriever", "k", "embed", "context", "churn")}
        found, ledger = evaluate(benchmark, chunker, **told), None
        if options.lost or options.html is not None:
            told.pop("churn")
            ledger = where_lost(benchmark, chunker, depth=max(DEPTH, options.k), **told)
    if ledger and options.html is not None:
        settings = ", ".join(str(value) if key == "strategy" else f"{key} {value}" for key, value in chunker.items())
        write_page(options.html, ledger_page(ledger, f"{benchmark.name}, {settings}, {options.retriever}"))
        refuse(f"written to {called(options.html)}")
    if options.json:
        more = ("multiplier", "context", "contexts", "context_tokens", "warnings")
        lost = {"lost": ledger.counts} if ledger else {}
        figures = {"questions": len(found.documents)} | {name: getattr(found, name) for name in more}
        say_json(found.summary() | figures | lost)
    else:
        say(
            [f"{found}: chunklib sweep says what chance adds", *_by_kind(found), *(["", str(ledger)] if ledger else [])]
        )


def _by_kind(found: Evaluation) -> list[str]:
    """Write a table of recall by the questions' kinds, where there are several."""
    means, asked = found.by_kind("recall"), Counter(found.kinds)
    rows = [(kind or "other", f"{asked[kind]:,}", f"{mean:.3f}", "") for kind, mean in means.items()]
    return ["", *columns(("kind", "questions", label("recall", found.k), ""), rows)] if len(rows) > 1 else []
