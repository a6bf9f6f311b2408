"""Keep labelled questions in a folder that ``load_benchmark`` takes: a table, and the documents beside it.

The table is written in one piece, under a lock, and always merged with what is there. What was not written here, or
cannot be read, is copied before it is replaced.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from chunklib.atomic_write import replace_file
from chunklib.evaluation import Benchmark, Question, load_benchmark
from classroom.lessons.document import Document
from classroom.lessons.store import _lock

FILE = "questions_df.csv"
Edit = Callable[[tuple[Question, ...]], Iterable[Question]]


@dataclass(frozen=True, slots=True)
class Kept:
    """Holds the questions of a table, their documents, and why the table must be copied before it is replaced.

    The questions have no ``id``: two of them are equal if they ask the same with the same evidence.
    """

    questions: tuple[Question, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    damaged: bool = False


def file_name(name: str) -> str:
    """Return a name that a document may have as a file on every system.

    >>> file_name("../my: notes.md"), file_name("...")
    ('my_ notes', 'document')
    """
    return re.sub(r'[<>:"/\\|?*\x00-\x1f]', "_", name).removesuffix(".md").strip("._ ")[:60].strip() or "document"


def read(folder: Path, document: Document) -> Kept:
    """Read the table of a folder; nothing is written.

    Args:
        folder: where the table and ``corpora`` are, or will be.
        document: the document as it is now; questions whose evidence is no longer where it was are left out.
    """
    documents = {document.name: document.text}
    if not (folder / FILE).exists():
        return Kept((), documents)
    try:
        found, data = load_benchmark(folder), (folder / FILE).read_bytes()
    except (OSError, ValueError, csv.Error) as error:
        reason = str(error).replace(f"{folder}/", "").replace(f"{folder}\\", "")
        return Kept((), documents, f"The file {FILE} cannot be used: {reason}.", damaged=True)
    questions = tuple(replace(question, id="") for question in found.questions)
    documents = {**found.documents, **documents}
    staying = tuple(one for one in questions if _quoted(one, documents) == _quoted(one, found.documents))
    fault = ""
    if gone := len(questions) - len(staying):
        fault = f"The text of {document.name!r} has changed, and the evidence of {gone} of its questions is not there."
    elif data != _table(questions, found.documents):
        fault = f"The file {FILE} was edited outside of this notebook. Its questions are used."
    return Kept(staying, documents, fault)


def change(folder: Path, document: Document, edit: Edit) -> tuple[Kept, str]:
    """Read the table again, change its questions, and write it.

    Args:
        folder: as in :func:`read`.
        document: its text is written beside the table.
        edit: takes the questions that are there now, which another notebook may have changed.

    Returns:
        what is kept now, and a sentence about what was copied, if anything was.

    Raises:
        OSError: where it cannot be written; what was there is then still there.
    """
    with _lock(folder):
        kept, data = read(folder, document), document.text.encode()
        corpus = folder / "corpora" / f"{document.name}.md"
        moved = corpus.exists() and corpus.read_bytes() != data
        copied = f"The earlier file is now in {_copy(folder)}." if kept.fault or moved else ""
        if kept.damaged:
            (folder / FILE).unlink()
            shutil.rmtree(folder / "corpora", ignore_errors=True)
        if moved or not corpus.exists():
            _write(folder, kept)  # what stays is right for the earlier text, too
            corpus.parent.mkdir(parents=True, exist_ok=True)
            replace_file(corpus, data)
        kept = Kept(tuple(dict.fromkeys(edit(kept.questions))), kept.documents)
        _write(folder, kept)
    return kept, copied


def _copy(folder: Path) -> str:
    """Copy the table and its documents to a new folder beside them; returns its name."""
    number = 1
    while (aside := folder / f"set_aside_{number}").exists():
        number += 1
    aside.mkdir()
    if (folder / "corpora").exists():
        shutil.copytree(folder / "corpora", aside / "corpora")
    if (folder / FILE).exists():
        shutil.copyfile(folder / FILE, aside / FILE)
    return f"{folder.parent.name}/{folder.name}/{aside.name}"


def _write(folder: Path, kept: Kept) -> None:
    """Write the table; without questions there is none, since no benchmark is without."""
    if kept.questions:
        replace_file(folder / FILE, _table(kept.questions, kept.documents))
    else:
        (folder / FILE).unlink(missing_ok=True)


def _quoted(question: Question, documents: Mapping[str, str]) -> list[dict[str, Any]]:
    """Write down the evidence of a question: its places, and what the document has there."""
    text = documents[question.document]
    return [{"content": text[start:end], "start_index": start, "end_index": end} for start, end in question.spans]


def _table(questions: Iterable[Question], documents: Mapping[str, str]) -> bytes:
    """Write the table: the same questions give the same bytes."""
    numbered = [replace(question, id=str(number)) for number, question in enumerate(questions, 1)]
    table = io.StringIO(newline="")
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(["question", "references", "corpus_id"])
    for question in Benchmark("questions", documents, tuple(numbered)).questions:  # which checks them
        references = json.dumps(_quoted(question, documents), ensure_ascii=False)
        rows.writerow([question.text, references, question.document])
    return table.getvalue().encode()
