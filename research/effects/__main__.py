"""``python -m research.effects``: measure the effects again, which takes minutes, and print the table."""

import argparse
from pathlib import Path

from chunklib.atomic_write import replace_file
from chunklib.evaluation.effects import table
from chunklib.terminal_progress import progress
from research.effects.measuring import measure, to_json


def main(words: list[str] | None = None) -> None:
    """Measure the effects that are named, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m research.effects", description=__doc__)
    parser.add_argument("--only", metavar="NAMES", help="names with commas between, as the table has them")
    parser.add_argument("--jobs", type=int, default=2, help="processes that measure (2)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was measured to this file, as JSON")
    options = parser.parse_args(words)
    with progress("measuring effects") as advance:
        rows = measure(options.only and options.only.split(","), jobs=options.jobs, advance=advance)
    if options.out:
        replace_file(options.out, to_json(rows).encode())
    print(table(rows))


if __name__ == "__main__":
    main()
