"""``chunklib cost``: windows, stored tokens and embedding cost of a document, by arithmetic alone."""

from argparse import Namespace
from typing import Any

from chunklib.calculators import storage_impact
from chunklib.cli.output import Refused, say
from chunklib.cli.parsing import FILE, command, dollars, whole
from chunklib.cli.reading import called, text_of
from chunklib.overlap import parse_overlap
from chunklib.tokens import ruler


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "cost", run)
    argument("file", nargs="?", default="-", **FILE)
    argument("--tokens", type=whole, help="tokens of the document, instead of a file")
    argument("--size", type=whole, default=500, help="tokens in a window (500)")
    argument("--overlap", default="15%", help='tokens that neighbours share: 75, or "15%%" of the size (15%%)')
    argument("--ruler", default="cl100k_base", help="the encoding or model that counts the file (cl100k_base)")
    argument("--price", type=dollars, default=0.02, help="US dollars per million tokens (0.02)")


def run(options: Namespace) -> None:
    """Compute, and print what it comes to."""
    if options.tokens is not None and options.file != "-":
        raise Refused(f"give a FILE or --tokens, not both: got {called(options.file)} and {options.tokens}")
    measure = ruler(options.ruler)
    if measure.name in ("characters", "words"):
        raise Refused(f"the cost is in tokens: give --ruler an encoding or a model, not {options.ruler}")
    repeat = parse_overlap(options.overlap, options.size)
    if repeat.sentences:
        raise Refused(f"the cost is in tokens: give --overlap in tokens or per cent, not {options.overlap}")
    tokens = measure(text_of(options.file)) if options.tokens is None else options.tokens
    impact = storage_impact(tokens, options.size, repeat.units, options.price)
    say([
        f"document  {tokens:,} tokens",
        f"windows   {impact.chunks:,} of {options.size:,}, sharing {repeat.units:,}",
        f"stored    {impact.tokens:,} tokens, {impact.redundancy:.4g} times the document",
        f"cost      ${impact.cost:.6f} at ${options.price:g} per million tokens",
    ])  # fmt: skip
