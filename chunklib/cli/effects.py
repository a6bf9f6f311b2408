"""``chunklib effects``: what the promises of the field are worth on the course's own questions."""

import os
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
from chunklib.readers import at_least
from chunklib.terminal_progress import progress


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "effects", run)
    argument("--only", metavar="NAMES", help="names with commas between, as the table has them")
    argument("--all", action="store_true", help="show what recommend chooses by, too, for each kind of question apart")
    about = "measure again, which takes minutes; without it, what was measured for this release is shown"
    argument("--measure", action="store_true", help=about)
    argument("--jobs", type=whole, default=2, help="processes that measure (2)")
    argument("--out", metavar="FILE", help="write what was measured to this file, as JSON")
    argument("--json", action="store_true", help="print all figures as JSON, each with the command that makes it")


def run(options: Namespace) -> None:
    """Show the table, or measure it again; what cannot be done shows first."""
    families = {one.key: one.family for one in EFFECTS}
    keys = [*families] if options.only is None else listed(options.only)
    if not keys:
        raise Refused(f"no effect is named: --only {options.only!r}")
    for key in keys:
        check_name("effect", key, families)
    jobs, out = at_least(1, "jobs", options.jobs), None if options.out is None else target_of(Path(options.out))
    if out and not os.access(out.parent, os.W_OK):
        raise Refused(f"cannot write {options.out}: its folder is not there, or may not be written")
    if options.measure:
        with progress("measuring effects") as advance:
            rows = measure(keys, jobs=jobs, advance=advance)
    else:
        rows = [row for row in measured() if row.key in keys]
    if out:
        replace_file(out, to_json(rows).encode())
    if options.json:
        say_json([row.to_dict() for row in rows])
        return
    whole_table = options.all or options.only is not None
    say([table([row for row in rows if whole_table or families[row.key] == "promises"])])
    if not whole_table:
        say([f"{list(families.values()).count('choices')} more, by which recommend chooses: chunklib effects --all"])
