"""python -m my_rag "question": answer from the learner's document, with what they have kept."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from chunklib.errors import ChunklibError
from classroom.judge.errors import CourseError


def main(arguments: Sequence[str]) -> int:
    """Print the answer to a question and return the exit status: 0, or 2 after one line about what is wrong."""
    if len(arguments) != 1 or not arguments[0].strip():
        print('usage: python -m my_rag "your question"', file=sys.stderr)
        return 2
    try:
        from classroom import ask  # type: ignore[attr-defined]

        print(ask(arguments[0]))
    except (ChunklibError, CourseError, ImportError, OSError) as error:
        print(f"my_rag: {error}", file=sys.stderr)
        return 2
    return 0
