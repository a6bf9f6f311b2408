"""``chunklib effects``: what the promises of the field are worth on the course's own questions."""

from argparse import Namespace
from typing import Any

from chunklib.cli.measuring import listed
from chunklib.cli.output import Refused, say, say_json
from chunklib.cli.parsing import command
from chunklib.errors import check_name
from chunklib.evaluation.effects import measured, table


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "effects", run)
    argument("--only", metavar="NAMES", help="names with commas between, as the table has them")
    argument("--all", action="store_true", help="show other choices, MiniLM and each kind of question, too")
    argument("--json", action="store_true", help="print all figures as JSON, each with the command that makes it")


def run(options: Namespace) -> None:
    """Show the table, or the rows of it that are named."""
    promises = {row.key: row.promise for row in measured()}
    keys = [*promises] if options.only is None else listed(options.only)
    if not keys:
        raise Refused(f"no effect is named: --only {options.only!r}")
    for key in keys:
        check_name("effect", key, promises)
    rows = [row for key in dict.fromkeys(keys) for row in measured() if row.key == key]
    if options.json:
        say_json([row.to_dict() for row in rows])
        return
    whole_table = options.all or options.only is not None
    say([table([row for row in rows if whole_table or row.promise])])
    if not whole_table:
        say([f"{list(promises.values()).count(False)} more, also under MiniLM and by kind: chunklib effects --all"])
