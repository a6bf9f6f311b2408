"""Say which part of the side trip on formats is about a file of the learner's, or about the course's web page."""

import os
from pathlib import Path

from chunklib.chunk_config import BY_SUFFIX, PLAIN
from chunklib.data import path
from classroom.judge.errors import CourseError
from classroom.judge.worker.codec import short_repr
from classroom.lessons.display import Text
from classroom.lessons.document_source import located, not_there

PARTS = {"html": "Web page", "code": "Code", "pdf": "PDF", "markdown": "Table", "records": "Table"}
"""With what the heading of a strategy's part begins; that of the others is "Other formats"."""


def own_file(mine: str) -> Path:
    """Return the file that you name, or the course's web page if ``mine`` is empty.

    Raises:
        CourseError: there is no such file; the message says what is there.
    """
    if not isinstance(mine, str) or len(mine) > 255:
        raise CourseError(f'mine must be a path in quotes, such as "page.html": got {short_repr(mine)}')
    file = located(Path(os.path.expanduser(mine))) if mine.strip() else path("catalogue")  # noqa: PTH111 (as in read)
    if not file.is_file():
        raise CourseError(not_there(file))
    return file


def part_for(mine: str) -> Text:
    """Say which part is about your file, or about the course's web page if ``mine`` is empty.

    >>> part_for("")
    catalogue.html is cut by the strategy html: read the part Web page.
    """
    file = own_file(mine)
    kind = BY_SUFFIX.get(file.suffix.lower(), PLAIN)["strategy"]
    part = PARTS.get(kind, "Other formats" if kind in ("rst", "latex", "notebook", "turns") else "")
    plain = "none of these formats, so recursive (lesson 6) cuts it as plain text. Any part will do"
    said = f"cut by the strategy {kind}: read the part {part}" if part else plain
    return Text(f"{file.name} is {said}.", "Your part")
