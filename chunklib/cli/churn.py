"""``chunklib churn``: how many chunks of a document are new after an edit."""

from argparse import Namespace
from typing import Any

from chunklib.cli.output import say
from chunklib.cli.parsing import command
from chunklib.cli.reading import add_encoding, read_once
from chunklib.cli.splitting import add_splitting, by_suffix
from chunklib.edit import churn


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "churn", run)
    argument("before", metavar="BEFORE", help="the document before the edit")
    argument("after", metavar="AFTER", help="the document after it")
    add_splitting(argument)
    add_encoding(argument)


def run(options: Namespace) -> None:
    """Split both, and count."""
    files = [options.before, options.after]
    read_once(files)
    split = by_suffix(options, options.before)
    (_, before), (_, after) = map(split, files)
    say([f"{churn(before, after):,} of {len(after):,} chunks are new ({split.chunker.strategy}, {split.chunker.size})"])
