"""``chunklib recommend``: a strategy, a size and an overlap to start with, and why."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from chunklib.advice import recommend, table_as_text
from chunklib.chunk_config import Chunker
from chunklib.cli.output import Refused, say, say_json
from chunklib.cli.parsing import command, whole
from chunklib.cli.reading import text_of


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "recommend", run)
    argument("file", nargs="?", default="-", metavar="FILE", help="UTF-8 text or a PDF; - or nothing: standard input")
    about = "a size of chunklib.advice.GUIDELINES: questions, conversation, technical, legal, research (as measured)"
    argument("--use", help=about)
    argument("--priority", default="balanced", help="recall, balanced, storage or realtime (balanced)")
    about = "how long a passage that answers a question is, in units of the ruler"
    argument("--evidence", type=whole, metavar="UNITS", help=about)
    argument("--ruler", default="cl100k_base", help="an encoding, a model, characters or words (cl100k_base)")
    about = "print the configuration alone, for chunk --config"
    argument("--toml", action="store_true", help=about)
    argument("--json", action="store_true", help="print everything as JSON")
    argument("--tree", action="store_true", help="print the table of all advice, without a document")


def run(options: Namespace) -> None:
    """Look at the document, and print the advice."""
    if options.toml + options.json + options.tree > 1:
        raise Refused("choose one of --toml, --json and --tree")
    if options.tree:
        say([table_as_text()])
        return
    advice = recommend(
        text_of("-") if options.file == "-" else Path(options.file),
        use=options.use,
        priority=options.priority,
        evidence=options.evidence,
        ruler=options.ruler,
    )
    if options.json:
        say_json(advice.to_dict())
        return
    say([Chunker.from_config(advice.config).to_toml().rstrip("\n") if options.toml else str(advice)])
