"""Keep labelled questions in a folder that ``load_benchmark`` takes: a table, and the documents beside it.

The table is written in one piece, under a lock, and always merged with what is there. What was not written here, or
cannot be used, is copied before it is replaced.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from chunklib.errors import InvalidValue
from chunklib.evaluation import Benchmark, Question, load_benchmark
from chunklib.evaluation.benchmarks.loaders import spans_of
from chunklib.token_index import clean
from chunklib.utf8 import read_text
from classroom.lessons.document import Document
from classroom.lessons.inside import locked, look_inside, write_inside
from classroom.lessons.store import own_folder

FILE = "questions_df.csv"
_COLUMNS = ("question", "references", "corpus_id")
_SHOWN, _MOST_NAMED = 60, 5  # characters of a question, and questions, in a message
Edit = Callable[[tuple[Question, ...]], Iterable[Question]]


@dataclass(frozen=True, slots=True)
class Kept:
    """Holds the questions of a table, their documents, and why the table must be copied before it is replaced.

    The questions have no ``id``: two of them are equal if they ask the same with the same evidence.
    """

    questions: tuple[Question, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""


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
        document: the document as it is now. A question whose evidence is no longer where it was, or whose row is
            damaged, is left out, and ``fault`` says which and why.
    """
    documents = {document.name: document.text}
    try:
        data = (folder / FILE).read_bytes()
        rows = _rows(data)
    except FileNotFoundError:
        return Kept((), documents)
    except (OSError, ValueError, csv.Error) as error:
        return Kept((), documents, f"The file {FILE} cannot be used: {error}.")
    for path in _texts(folder):
        with suppress(OSError, ValueError):  # its questions have an unknown document then
            documents.setdefault(path.stem, read_text(path))
    questions, faults = [], []
    for number, row in enumerate(rows, 1):
        try:
            questions.append(_question(str(number), row, documents))
        except ValueError as error:
            faults.append(str(error))
    fault = ""
    if faults:
        named = "; ".join(faults[:_MOST_NAMED] + [f"{len(faults) - _MOST_NAMED} more"] * (len(faults) > _MOST_NAMED))
        fault = f"{len(faults)} of {len(rows)} questions in {FILE} cannot be used and are left out: {named}."
    elif questions and data != _table(questions, documents):
        fault = f"The file {FILE} was edited outside of this notebook. Its questions are used."
    return Kept(tuple(dict.fromkeys(questions)), documents, fault)


def labelled(instead: Benchmark) -> Benchmark:
    """Return the questions that you have labelled, or others if there are none that can be used; say which."""
    folder = own_folder() / "questions"
    try:
        own = load_benchmark(folder)
    except FileNotFoundError:
        print(f"the course's {len(instead.questions)} questions (you have labelled none)")
    except (OSError, ValueError) as error:
        print(f"the course's {len(instead.questions)} questions; yours cannot be used: {error}")
    else:
        print(f"questions that you have labelled: {len(own.questions)}")
        return own
    return instead


def _texts(folder: Path) -> list[Path]:
    return sorted((folder / "corpora").glob("[!.]*.md"))


def _rows(data: bytes) -> list[dict[str, str]]:
    """Read a table that may come from a spreadsheet: with a byte order mark, semicolons or tabs."""
    text = data.decode("utf-8-sig", "surrogateescape")
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))  # evidence may be long
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.DictReader(io.StringIO(text, newline=""), restval="", delimiter=separator)
    if missing := [name for name in _COLUMNS if name not in (rows.fieldnames or ())]:
        raise InvalidValue(f"it needs the columns {', '.join(_COLUMNS)}: {missing[0]} is missing")
    return [row for row in rows if any(row.values())]


def _question(number: str, row: Mapping[str, str], documents: Mapping[str, str]) -> Question:
    """Make a question of a row, as ``load_benchmark`` would."""
    text, references, corpus = (row[name] for name in _COLUMNS)
    where = f"question {number!r} ({clean(' '.join(text.split())[:_SHOWN])})"
    if clean(text + references + corpus) != text + references + corpus:
        raise InvalidValue(f"{where}: its row is not UTF-8")
    name = re.sub(r".*[/\\]", "", corpus).removesuffix(".md")  # some tables name the file, with its folder
    spans = tuple(spans_of(references, documents.get(name, ""), where))
    made = Benchmark(FILE, documents, (Question(number, text, name, spans),))  # which checks it
    return replace(made.questions[0], id="")


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
    look_inside(folder.parent, folder / "corpora")
    with locked(folder):
        kept, data = read(folder, document), document.text.encode()
        corpus = folder / "corpora" / f"{document.name}.md"
        moved = corpus.exists() and corpus.read_bytes() != data
        copied = f"The earlier file is now in {_copy(folder)}." if kept.fault or moved else ""
        for path in _texts(folder) if kept.fault else []:
            if path.stem not in kept.documents:  # nobody can read it
                path.unlink()
        if kept.fault or moved or not corpus.exists():
            _write(folder, kept)  # what stays is right for the earlier text, too
            write_inside(folder.parent, corpus, data)
        kept = Kept(tuple(dict.fromkeys(edit(kept.questions))), kept.documents)
        _write(folder, kept)
    return kept, copied


def _copy(folder: Path) -> str:
    """Copy the table and its documents to a new folder beside them; returns its name."""
    number = 1
    while (aside := folder / f"set_aside_{number}").exists():
        number += 1
    try:
        shutil.copytree(folder, aside, ignore=shutil.ignore_patterns("set_aside_*", "lock", ".*"))
    except shutil.Error as error:
        shutil.rmtree(aside, ignore_errors=True)  # half a copy is none
        raise OSError(error.args[0][0][2]) from None
    return f"{folder.parent.name}/{folder.name}/{aside.name}"


def _write(folder: Path, kept: Kept) -> None:
    """Write the table; without questions there is none, since no benchmark is without."""
    if kept.questions:
        write_inside(folder.parent, folder / FILE, _table(kept.questions, kept.documents))
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
    rows.writerow(_COLUMNS)
    for question in Benchmark("questions", documents, tuple(numbered)).questions:  # which checks them
        references = json.dumps(_quoted(question, documents), ensure_ascii=False)
        rows.writerow([question.text, references, question.document])
    return table.getvalue().encode()
