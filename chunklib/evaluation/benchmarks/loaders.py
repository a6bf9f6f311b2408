"""Read benchmarks from files: the public layout of span benchmarks, and the format of SQuAD.

Texts are read as UTF-8 without touching line ends, since offsets count every character.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chunklib.chunk import Span
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.utf8 import read_text

_COLUMNS = ("question", "references", "corpus_id")
_SQUAD = "data is a list of articles, with paragraphs, with qas, with answers; answer_start is a whole number"
_SHOWN = 40  # characters of a text in a message


def load_benchmark(directory: str | Path) -> Benchmark:
    """Read a benchmark: ``corpora/*.md`` and ``questions_df.csv``.

    The table has the columns ``question``, ``references`` (JSON: a list of objects with ``content``, ``start_index``,
    ``end_index``) and ``corpus_id`` (the name of a file in ``corpora``). The layout is that of the chunking benchmark
    of Chroma Research (Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", 2024).

    Args:
        directory: the folder.

    Returns:
        a benchmark named after the folder, with all documents of ``corpora`` in one pool, in the order of their names
        (files whose names begin with a dot are left out); questions are called q001, q002, … by their rows.
        ``content`` is the slice at the offsets of every reference.

    Raises:
        ValueError: for a table that cannot be read, a reference that is not where it says, and whatever
            :class:`Benchmark` refuses; the message names the row.
        OSError: for a folder or a file that cannot be read.
    """
    folder = Path(directory)
    table, corpora = folder / "questions_df.csv", folder / "corpora"
    for needed in (table, corpora):
        if not needed.exists():
            raise FileNotFoundError(f"a benchmark has corpora/*.md and questions_df.csv: {needed} is not there")
    there = list(corpora.iterdir())  # a pattern finds nothing, and says nothing, in a folder that may not be read
    files = sorted((path for path in there if path.match("[!.]*.md")), key=lambda path: path.name)
    documents = {path.stem: read_text(path) for path in files}
    if not documents:
        raise InvalidValue(f"no documents: {corpora} has no file *.md")
    return Benchmark(folder.resolve().name, documents, tuple(_rows(table, documents)))


def _rows(path: Path, documents: Mapping[str, str]) -> Iterator[Question]:
    table = read_text(path)
    csv.field_size_limit(max(csv.field_size_limit(), len(table) + 1))  # evidence may be long
    rows = csv.DictReader(io.StringIO(table.removeprefix("\ufeff"), newline=""))
    missing = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise InvalidValue(f"{path} needs the columns {', '.join(_COLUMNS)}: {missing[0]} is missing")
    found = list(rows)
    digits = max(3, len(str(len(found))))
    for number, row in enumerate(found, 1):
        where = f"{path}, question {number}"
        document = str(row["corpus_id"] or "")
        stem = document.replace("\\", "/").rpartition("/")[2].removesuffix(".md")
        if document not in documents and stem in documents:  # some tables name the file, with its folder
            document = stem
        if document not in documents:
            raise InvalidValue(f"{where}: unknown document {document!r}; documents: {', '.join(documents)}")
        spans = tuple(spans_of(row["references"] or "", documents[document], where))
        yield Question(f"q{number:0{digits}}", row["question"] or "", document, spans)


def spans_of(field: str, text: str, where: str) -> Iterator[Span]:
    """Yield the places of a question's evidence, from the field ``references`` of its row."""
    try:
        references = json.loads(field)
    except ValueError:  # which a number of thousands of digits is too
        raise InvalidValue(f"{where}: references are not JSON: {field[:_SHOWN]!r}") from None
    except RecursionError:
        raise InvalidValue(f"{where}: references are nested too deep: {field[:_SHOWN]!r}") from None
    if not isinstance(references, list):
        raise InvalidValue(f"{where}: references must be a list: got {field[:_SHOWN]!r}")
    for reference in references:
        if not isinstance(reference, dict):
            raise InvalidValue(f"{where}: a reference must be an object: got {reference!r}")
        values: list[Any] = [reference.get(key) for key in ("start_index", "end_index", "content")]
        if [type(value) for value in values] != [int, int, str]:
            rule = "a reference needs whole numbers start_index and end_index, and a text content"
            raise InvalidValue(f"{where}: {rule}: got {values!r}")
        start, end, content = values
        if 0 <= start < end <= len(text) and text[start:end] != content:
            here = text[start:end][:_SHOWN]
            raise InvalidValue(f"{where}: {content[:_SHOWN]!r} is not at {start}-{end}: the text has {here!r} there")
        yield Span(start, end)


def load_squad(path: str | Path) -> Benchmark:
    """Read questions in the format of SQuAD, which XQuAD has too.

    Args:
        path: the JSON file.

    Returns:
        a benchmark named after the file. The paragraphs of an article, with an empty line between, are one document:
        texts that are shorter than a chunk cannot tell one chunking from another. Each question keeps its first
        answer; one without an answer (SQuAD 2.0) is left out.

    Raises:
        ValueError: for another format, and an answer that is not where it says.
        OSError: for a file that cannot be read.
    """
    path = Path(path)
    try:
        articles = _json(path)["data"]
        return Benchmark(path.stem, *_articles(articles, path))
    except KeyError as error:
        raise InvalidValue(f"{path} is not in the format of SQuAD: {error} is missing") from None
    except (TypeError, AttributeError):
        raise InvalidValue(f"{path} is not in the format of SQuAD: {_SQUAD}") from None


def _json(path: Path) -> Any:
    text = read_text(path).removeprefix("\ufeff")
    try:
        return json.loads(text)
    except ValueError as error:  # which a number of thousands of digits is too
        raise InvalidValue(f"{path} is not JSON: {error}") from None
    except RecursionError:
        raise InvalidValue(f"cannot read {path}: its JSON is nested too deep") from None


def _articles(articles: list[dict[str, Any]], path: Path) -> tuple[dict[str, str], tuple[Question, ...]]:
    documents: dict[str, str] = {}
    questions: list[Question] = []
    for number, article in enumerate(articles, 1):
        name = str(article.get("title") or number)
        while name in documents:  # another article has this title
            name = f"{name} {number}"
        text = ""
        for paragraph in article["paragraphs"]:
            at = len(text) + 2 if text else 0
            text = f"{text}\n\n{paragraph['context']}" if text else paragraph["context"]
            questions.extend(_answers(paragraph, name, at, path))
        documents[name] = text
    return documents, tuple(questions)


def _answers(paragraph: dict[str, Any], document: str, at: int, path: Path) -> Iterator[Question]:
    for asked in paragraph["qas"]:
        if not asked["answers"]:
            continue
        answer, context = asked["answers"][0], paragraph["context"]
        start, text = answer["answer_start"], answer["text"]
        if start < 0 or context[start : start + len(text)] != text:
            raise InvalidValue(f"{path}, question {asked['id']}: {text[:_SHOWN]!r} is not at {start} of its paragraph")
        yield Question(str(asked["id"]), asked["question"], document, (Span(at + start, at + start + len(text)),))
