"""python -m my_rag "question": answer from the learner's document, with what they have kept."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from chunklib.cli.output import UNREAD, output
from chunklib.errors import ChunklibError
from classroom.judge.errors import CourseError


def main(arguments: Sequence[str], package: str | None = None) -> int:
    """Print the answer to a question and return the exit status: 0, or 2 after one line about what is wrong.

    It is 141 if the reader of the output went away before the end, as ``head`` does.
    ``package`` is a file of the package ``my_rag`` that asks: the document beside it is meant, whatever the working
    directory is.
    """
    if len(arguments) != 1 or not arguments[0].strip() or arguments[0] in ("-h", "--help"):
        print('usage: python -m my_rag "your question"', file=sys.stderr)
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may not know the quotes
    try:
        from classroom import ask

        if package is not None:
            os.chdir(Path(package).resolve().parents[1])
        answer = ask(arguments[0])
        with output() as out:
            print(answer, file=out)
    except BrokenPipeError:
        return UNREAD
    except (ChunklibError, CourseError, ImportError, OSError) as error:
        print(f"my_rag: {error}", file=sys.stderr)
        return 2
    return 0
