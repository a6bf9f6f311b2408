"""Read BEIR's layout, line by line: whole documents that are relevant or not, among millions."""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from chunklib.chunk import Span
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.evaluation.benchmarks.gathering import SHOWN, Gathered, Unusable, parsed
from chunklib.utf8 import decoded

_SPLITS = ("test", "dev", "train")


def beir(folder: Path, *, strict: bool | None, limit: int | None) -> Benchmark:
    """Make a benchmark of ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv`` (or dev, or train).

    The layout is that of BEIR's ``data_loader.py`` (Thakur et al., 2021): lines ``{"_id", "title", "text"}``, lines
    ``{"_id", "text"}``, and a table with a head and the columns query-id, corpus-id, score. A score above 0 is
    relevance. Title and text, with an empty line between, are the document, and all of it is the evidence.
    """
    relevant = _relevant(_table(folder / "qrels"))
    asked = _kept(folder / "queries.jsonl", lambda name, _: name in relevant)
    needed = {found[0] for name, found in relevant.items() if name in asked and len(found) == 1}
    others = count()

    def wanted(name: str, text: str) -> bool:
        return name in needed or (text != "" and (limit is None or next(others) < limit))

    documents = _kept(folder / "corpus.jsonl", wanted, title=True)
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
            score = math.nan
        if math.isnan(score):
            if number == 1:  # the head
                continue
            raise InvalidValue(f"{where}: a score must be a number: got {cells[2][:SHOWN]!r}")
        if score > 0:
            found.setdefault(cells[0], {})[cells[1]] = None
    if not found:
        raise InvalidValue(f"{path} has no relevant documents: no score is above 0")
    return {query: list(documents) for query, documents in found.items()}


def _kept(path: Path, wanted: Callable[[str, str], bool], *, title: bool = False) -> dict[str, str]:
    """Keep texts that are wanted, by their names."""
    kept: dict[str, str] = {}
    for name, text in _lines(path, title=title):
        if name in kept:
            raise InvalidValue(f"{path}: {name!r} occurs twice")
        if wanted(name, text):
            kept[name] = text
    return kept


def _numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    """Read the lines of a file, one at a time, with their numbers; empty ones are left out."""
    with path.open("rb") as file:
        yield from ((number, line) for number, line in enumerate(file, 1) if line.strip())


def _lines(path: Path, *, title: bool) -> Iterator[tuple[str, str]]:
    """Read the names and the texts of a file of JSON Lines."""
    for number, data in _numbered(path):
        where = f"{path}, line {number}"
        record: Any = parsed(data, where)
        name = record.get("_id") if isinstance(record, dict) else None
        if isinstance(name, bool) or not isinstance(name, str | int) or not isinstance(record.get("text"), str):
            raise InvalidValue(f"{where} needs an object with _id and text: a name and a text")
        head = record.get("title") if title else None
        yield str(name), f"{head}\n\n{record['text']}" if isinstance(head, str) and head else record["text"]
