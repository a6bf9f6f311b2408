"""Hold what was handed in for one function."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from classroom.grader.intake.times import Moment

Kind = Literal["notebook", "failed", "ungraded", "absent"]
"""``notebook``: to be read. ``failed``, ``ungraded``: settled unread. ``absent``: failed, unless more is found."""


@dataclass(frozen=True)
class Submission:
    """Holds what was handed in for one function: a notebook to mark, or the reason why there is none.

    ``file`` is its place below the folder of submissions, on one printable line; ``note`` is said with its mark.
    ``spelling`` is the student's name as the file system has it, and ``loose`` says that the sender chose it.
    """

    student: str
    function: str
    kind: Kind
    file: str = ""
    path: Path | None = None
    reason: str = ""
    note: str = ""
    moment: Moment | None = None
    number: str = ""
    spelling: str = ""
    loose: bool = False
