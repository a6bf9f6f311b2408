"""bring(source): keep a document of the learner's own, and say what was found in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from classroom.judge.errors import CourseError
from classroom.lessons.document import OURS, RECORD, TEXT, Document, handbook, there_or_set_aside
from classroom.lessons.inside import locked, write_inside
from classroom.lessons.store import own_folder, state_folder

if TYPE_CHECKING:
    from classroom.lessons.display import Text


def bring(source: object) -> Text:
    """Bring a document of your own: ``ask``, the widgets and ``my_rag`` use it from now on.

    Args:
        source: the path of a Markdown, HTML, text or PDF file; or the text itself, which has a line break or more
            than 255 characters; or None or "handbook" to return to our handbook. The other documents of the
            course can be brought by their names.

    Returns:
        what was found in it, which shows itself. A text is kept exactly, in the folder ``my_rag``; of a page
        of HTML what a reader sees of it, and ligatures of a PDF as letters.

    Raises:
        CourseError: for a file that is not there, too large, empty, a scan, encrypted, or not a text, and where it
            cannot be kept. What was there before is then still there.
    """
    from chunklib.errors import MissingPackage
    from classroom.lessons.document_found import report
    from classroom.lessons.document_source import read

    try:
        if source is None or source == OURS:
            with locked(state_folder()):
                for name in (TEXT, RECORD):  # without the text nothing is kept
                    (own_folder() / name).unlink(missing_ok=True)
            return report(handbook(), "our handbook")
        found = read(source)
        with locked(state_folder()):
            _keep(found.document, own_folder())
    except OSError as error:
        raise CourseError(f"bring: {Path(error.filename or '.').name[:80]}: {error.strerror or error}") from None
    except (ValueError, TypeError, MissingPackage) as error:
        raise CourseError(f"bring: {error}") from None
    return report(*found)


def _keep(document: Document, folder: Path) -> None:
    """Write record and text so that at any moment the old document or the new one is there, and whole."""
    before = there_or_set_aside()
    record = document.record() | {"before": before.record() if before.own else None}
    write_inside(folder, folder / RECORD, (json.dumps(record, indent=1) + "\n").encode())
    write_inside(folder, folder / TEXT, document.text.encode())
