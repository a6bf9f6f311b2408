"""Read benchmarks from files: one entrance, which tells the public layouts apart by what lies there.

Texts are read as UTF-8 without touching line ends, since offsets count every character.
"""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chunklib.chunk import Span
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.evaluation.benchmarks.gathering import SHOWN, Gathered, Unusable, parsed
from chunklib.evaluation.benchmarks.quotations import some_of
from chunklib.evaluation.benchmarks.squad import load_squad
from chunklib.utf8 import read_text

_TABLE, _CORPORA = "questions_df.csv", "corpora"
_COLUMNS = ("question", "references", "corpus_id")


def load_benchmark(place: str | Path, *, strict: bool | None = None) -> Benchmark:
    """Read a benchmark, in the layout of what lies there.

    - *Chroma's* (Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", 2024): a folder with
      ``corpora/*.md`` and ``questions_df.csv``, a table with the columns ``question``, ``references`` (JSON: a list of
      objects with ``content``, ``start_index``, ``end_index``) and ``corpus_id`` (the name of a file in ``corpora``).
      All documents are in one pool, in the order of their names (but for names that begin with a dot).
    - *SQuAD's*: a JSON file, or a folder with that one alone, see :func:`chunklib.evaluation.load_squad`.

    Args:
        place: the folder or the file.
        strict: whether the first question that cannot be held is an error. None: where its file is broken (evidence
            outside its document or not at its offsets, a document that is missing), but not where it is sound and a
            :class:`Question` cannot say it (no answer). True: always. False: never.

    Returns:
        a benchmark named after the folder or the file; questions without ids are numbered. ``left_out`` counts the
        questions that are not in it, by reason, with the first of each. What is not in its layout is an error.

    Raises:
        ValueError: for a file that cannot be read as its layout says, and whatever :class:`Benchmark` refuses; the
            message names the file, and the row or the question.
        OSError: for a folder or a file that cannot be read.
    """
    path = Path(place)
    if path.is_dir() and not any((path / name).exists() for name in (_TABLE, _CORPORA)):
        files = list(path.glob("[!.]*.json"))
        path = files[0] if len(files) == 1 else path
    return load_squad(path, strict=strict) if path.is_file() else _chroma(path, strict=strict)


def _chroma(folder: Path, *, strict: bool | None) -> Benchmark:
    table, corpora = folder / _TABLE, folder / _CORPORA
    for needed in (table, corpora):
        if not needed.exists():
            more = "another layout is SQuAD's JSON"
            raise FileNotFoundError(f"a benchmark has corpora/*.md and {_TABLE}: {needed} is not there; {more}")
    there = list(corpora.iterdir())  # a pattern finds nothing, and says nothing, in a folder that may not be read
    files = sorted((path for path in there if path.match("[!.]*.md")), key=lambda path: path.name)
    documents = {path.stem: read_text(path) for path in files}
    if not documents:
        raise InvalidValue(f"no documents: {corpora} has no file *.md")
    found = Gathered(documents, strict=strict)
    rows = _rows(table)
    digits = max(3, len(str(len(rows))))
    for number, row in enumerate(rows, 1):
        with found.asking():
            found.take(_question(f"q{number:0{digits}}", row, documents, f"{table}, question {number}"))
    return found.benchmark(folder.resolve().name)


def _rows(path: Path) -> list[dict[str, str | None]]:
    table = read_text(path)
    csv.field_size_limit(max(csv.field_size_limit(), len(table) + 1))  # evidence may be long
    rows = csv.DictReader(io.StringIO(table.removeprefix("\ufeff"), newline=""))
    missing = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise InvalidValue(f"{path} needs the columns {', '.join(_COLUMNS)}: {missing[0]} is missing")
    return list(rows)


def _question(name: str, row: Mapping[str, str | None], documents: Mapping[str, str], where: str) -> Question:
    document = row["corpus_id"] or ""
    stem = document.replace("\\", "/").rpartition("/")[2].removesuffix(".md")
    if document not in documents and stem in documents:  # some tables name the file, with its folder
        document = stem
    if document not in documents:
        message = f"{where}: unknown document {document!r}; documents: {some_of(documents)}"
        raise Unusable("the document is missing", message)
    spans = tuple(spans_of(row["references"] or "", documents[document], where))
    return Question(name, row["question"] or "", document, spans)


def spans_of(field: str, text: str, where: str) -> Iterator[Span]:
    """Yield the places of a question's evidence, from the field ``references`` of its row."""
    references = parsed(field, f"{where}: references are", repr(field[:SHOWN]))
    if not isinstance(references, list):
        raise InvalidValue(f"{where}: references must be a list: got {field[:SHOWN]!r}")
    for reference in references:
        if not isinstance(reference, dict):
            raise InvalidValue(f"{where}: a reference must be an object: got {reference!r}")
        values: list[Any] = [reference.get(key) for key in ("start_index", "end_index", "content")]
        if [type(value) for value in values] != [int, int, str]:
            rule = "a reference needs whole numbers start_index and end_index, and a text content"
            raise InvalidValue(f"{where}: {rule}: got {values!r}")
        start, end, content = values
        if 0 <= start < end <= len(text) and text[start:end] != content:  # the benchmark refuses offsets outside
            here = text[start:end][:SHOWN]
            message = f"{where}: {content[:SHOWN]!r} is not at {start}-{end}: the text has {here!r} there"
            raise Unusable("the evidence is not at its offsets", message)
        yield Span(start, end)
