"""Read BEIR's layout, line by line: whole documents that are relevant or not, among millions."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chunklib.chunk import Span
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.evaluation.benchmarks.gathering import Gathered, Unusable, parsed
from chunklib.utf8 import decoded

_SPLITS = ("test", "dev", "train")


def beir(folder: Path, *, strict: bool | None, limit: int | None) -> Benchmark:
    """Make a benchmark of ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv`` (or dev, or train).

    The layout is that of BEIR's ``data_loader.py`` (Thakur et al., 2021): lines ``{"_id", "title", "text"}``, lines
    ``{"_id", "text"}``, and a table with a head and the columns query-id, corpus-id, score. A score above 0 is
    relevance. Title and text, with an empty line between, are the document, and all of it is the evidence.
    """
    relevant = _relevant(_table(folder / "qrels"))
    asked = {name: text for name, text in _lines(folder / "queries.jsonl", "text") if name in relevant}
    needed = {found[0] for name, found in relevant.items() if name in asked and len(found) == 1}
    documents = _documents(folder / "corpus.jsonl", needed, limit)
    gathered = Gathered(documents, strict=strict)
    for name, found in relevant.items():
        gathered.take(lambda: _question(name, found, asked, documents, folder))  # noqa: B023 (called at once)
    return gathered.benchmark(folder.resolve().name)


def _question(
    name: str, found: list[str], asked: Mapping[str, str], documents: Mapping[str, str], folder: Path
) -> Question:
    where = f"{folder / 'qrels'}, query {name!r}"
    if name not in asked:
        raise Unusable("the query is missing", f"{where} is not in {folder / 'queries.jsonl'}")
    if len(found) > 1:
        message = f"{where}: {len(found):,} documents, {found[0]!r} and {found[1]!r} among them"
        raise Unusable("evidence in several documents", message, broken=False)
    if found[0] not in documents:
        raise Unusable("the document is missing", f"{where}: no document {found[0]!r} in {folder / 'corpus.jsonl'}")
    return Question(name, asked[name], found[0], (Span(0, len(documents[found[0]])),))


def _table(folder: Path) -> Path:
    for split in _SPLITS:
        if (folder / f"{split}.tsv").is_file():
            return folder / f"{split}.tsv"
    raise FileNotFoundError(f"a benchmark in BEIR's layout has qrels/test.tsv: {folder / 'test.tsv'} is not there")


def _relevant(path: Path) -> dict[str, list[str]]:
    """List the relevant documents of each query that has some."""
    found: dict[str, dict[str, None]] = {}
    for number, data in _numbered(path):
        where = f"{path}, line {number}"
        cells = decoded(data, where).removeprefix("\ufeff").strip("\r\n").split("\t")
        if len(cells) != 3:
            raise InvalidValue(f"{where} needs three columns, query-id, corpus-id and score: got {len(cells)}")
        try:
            score = float(cells[2])
        except ValueError:
            if number == 1:  # the head
                continue
            raise InvalidValue(f"{where}: a score must be a number: got {cells[2][:40]!r}") from None
        if score > 0:
            found.setdefault(cells[0], {})[cells[1]] = None
    if not found:
        raise InvalidValue(f"{path} has no relevant documents: no score is above 0")
    return {query: list(documents) for query, documents in found.items()}


def _documents(path: Path, needed: set[str], limit: int | None) -> dict[str, str]:
    """Keep the documents that are needed, and the first others up to the limit."""
    kept: dict[str, str] = {}
    others = 0
    for name, text in _lines(path, "text", title=True):
        if name in kept:
            raise InvalidValue(f"{path}: the document {name!r} occurs twice")
        if name in needed:
            kept[name] = text
        elif text and (limit is None or others < limit):
            kept[name] = text
            others += 1
    return kept


def _numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    """Read the lines of a file, one at a time, with their numbers; empty ones are left out."""
    with path.open("rb") as file:
        yield from ((number, line) for number, line in enumerate(file, 1) if line.strip())


def _lines(path: Path, field: str, *, title: bool = False) -> Iterator[tuple[str, str]]:
    """Read the names and the texts of a file of JSON Lines."""
    for number, data in _numbered(path):
        where = f"{path}, line {number}"
        record: Any = parsed(data, where)
        name = record.get("_id") if isinstance(record, dict) else None
        if isinstance(name, bool) or not isinstance(name, str | int) or not isinstance(record.get(field), str):
            raise InvalidValue(f"{where} needs an object with _id and a text in {field}")
        head = record.get("title") if title else None
        yield str(name), f"{head}\n\n{record[field]}" if isinstance(head, str) and head else record[field]
