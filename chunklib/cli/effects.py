"""``chunklib effects``: what the promises of the field are worth on the course's own questions."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from chunklib.atomic_write import replace_file, target_of
from chunklib.cli.measuring import listed
from chunklib.cli.output import Refused, say, say_json
from chunklib.cli.parsing import command, whole
from chunklib.errors import check_name
from chunklib.evaluation.effects import EFFECTS, measure, measured, table
from chunklib.evaluation.effects.table import to_json
from chunklib.terminal_progress import progress


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "effects", run)
    argument("--only", metavar="NAMES", help=f"names with commas between: {', '.join(one.key for one in EFFECTS)}")
    about = "measure again, which takes minutes; without it, what was measured for this release is shown"
    argument("--measure", action="store_true", help=about)
    argument("--jobs", type=whole, default=2, help="processes that measure (2)")
    argument("--out", metavar="FILE", help="write what was measured to this file, as JSON")
    argument("--json", action="store_true", help="print all figures as JSON, each with the command that makes it")


def run(options: Namespace) -> None:
    """Show the table, or measure it again."""
    known = [one.key for one in EFFECTS]
    keys = known if options.only is None else listed(options.only)
    for key in keys or [""]:
        check_name("effect", key, known)
    if options.out is not None and not target_of(Path(options.out)).parent.is_dir():  # before minutes of measuring
        raise Refused(f"cannot write {options.out}: its folder is not there")
    if options.measure:
        with progress("measuring effects") as advance:
            rows = measure(keys, jobs=options.jobs, advance=advance)
    else:
        rows = [row for row in measured() if row.key in keys]
    if options.out is not None:
        replace_file(Path(options.out), to_json(rows).encode())
    if options.json:
        say_json([row.to_dict() for row in rows])
    else:
        say([table(rows)])
