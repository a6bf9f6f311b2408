"""``chunklib compare``: splitters side by side on one document."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from chunklib.adapters.compare import ROUNDS, Row, compare, known, units_of
from chunklib.adapters.subprocess_splitter import TIME_LIMIT
from chunklib.adapters.third_party import PEERS
from chunklib.cli.output import BROKEN, DONE, say, say_json
from chunklib.cli.parsing import FILE, command, seconds, whole
from chunklib.cli.reading import add_encoding, called, text_of
from chunklib.columns import columns
from chunklib.edit import EDITS
from chunklib.terminal_progress import one_line, progress


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "compare", run)
    argument("file", nargs="?", default="-", **FILE)
    add_encoding(argument)
    about = "names with commas between: strategies, langchain:recursive, ..., module:callable (all that are installed)"
    argument("--strategies", metavar="NAMES", help=about)
    argument("--size", type=whole, default=500, help="the size to ask for, in units of the ruler (500)")
    argument("--overlap", default="15%", help='the overlap to ask for: 75, or "15%%" of the size (15%%)')
    argument("--ruler", default="cl100k_base", help="what measures all of them: an encoding or a model (cl100k_base)")
    about = "how many edits to try; the table says how many chunks are new after one, on average and at most (6)"
    argument("--edits", type=whole, default=EDITS, metavar="NUMBER", help=about)
    about = "leave out the cost: the rest is the same in every run"
    argument("--no-cost", action="store_true", help=about)
    argument("--json", action="store_true", help="print all figures as JSON")
    about = "seconds that another splitter may take (60)"
    argument("--time-limit", type=seconds, metavar="SECONDS", default=TIME_LIMIT, help=about)


def run(options: Namespace) -> int:
    """Compare, and print a table, or JSON."""
    names = None if options.strategies is None else [known(name.strip()) for name in options.strategies.split(",")]
    rounds = 0 if options.no_cost else ROUNDS
    units_of(options.overlap, options.size, options.ruler, rounds)
    text = text_of(options.file, options.encoding)
    asked_for = {"size": options.size, "overlap": options.overlap, "ruler": options.ruler}
    with progress(f"comparing splitters on {called(options.file)} ({len(text):,} characters)"):
        rows = compare(text, names, edited=options.edits, rounds=rounds, limit=options.time_limit, **asked_for)
    if options.json:
        say_json({"file": called(options.file), **asked_for, "splitters": [asdict(row) for row in rows]})
    else:
        say(_lines(rows, {"an edit": options.edits > 0, "cost": rounds > 0}))
        missing = dict.fromkeys(peer.package for peer in PEERS.values() if not peer.version)
        if names is None and missing:
            say([f"not installed: {', '.join(missing)}; pip install 'chunklib[peers]'"])
    return DONE if any(not row.failure for row in rows) else BROKEN


def _lines(rows: Sequence[Row], measured: Mapping[str, bool]) -> Iterator[str]:
    """Write the table, and under it what failed, what has to be known, and which releases were compared."""
    done = [row for row in rows if not row.failure]
    cells = [{name: cell for name, cell in _cells(row).items() if measured.get(name, True)} for row in done]
    if cells:
        yield from columns([*cells[0]], [[*line.values()] for line in cells])
    yield from (one_line(f"failed: {row.failure}") for row in rows if row.failure)
    yield from (f"{row.splitter}: {row.note}" for row in done if row.note)
    releases = dict.fromkeys(f"{row.package} {row.version}" for row in rows if row.version)
    if releases:
        yield f"releases: {', '.join(releases)}"


def _cells(row: Row) -> dict[str, str]:
    return {
        "splitter": row.splitter,
        "chunks": str(row.chunks),
        "mean": f"{row.mean_size:.1f}",
        "fill": f"{row.fill:.0%}",
        "sentence ends": f"{row.sentence_ends:.0%}",
        "overlap": f"{row.overlap:.1f}" if row.boundaries else "-",
        "bare": f"{row.bare} of {row.boundaries}",
        "an edit": f"{row.churn:.1f}, {row.worst_churn}",
        "cost": "" if row.cost is None else f"{row.cost:.1f}",
        "breaches": ", ".join(f"{point} {count}" for point, count in row.breaches.items()) or "none",
    }
