"""Read LegalBench-RAG's layout: JSON with tests, beside a folder with the documents that they quote."""

from collections.abc import Mapping
from itertools import islice
from os.path import isfile
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from chunklib.chunk import Span
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.evaluation.benchmarks.gathering import Gathered, Unusable, quoted
from chunklib.utf8 import read_text

_FORMAT = 'tests are objects {"query": text, "snippets": [{"file_path": text, "span": [start, end]}]}'


class _Snippet(NamedTuple):
    file: str
    start: int
    end: int
    answer: str | None


def tests_beside(folder: Path) -> list[Path]:
    """List the files with tests that lie beside, or in ``benchmarks`` beside, the folder ``corpus``."""
    inside = folder / "benchmarks"
    return sorted((inside if inside.is_dir() else folder).glob("[!.]*.json"))


def corpus_of(path: Path) -> Path:
    """Find the folder ``corpus`` beside a file with tests, or beside the folder that the file is in."""
    for folder in (path.parent, path.resolve().parent.parent):
        if (folder / "corpus").is_dir():
            return folder / "corpus"
    raise FileNotFoundError(f"{path} has tests, as LegalBench-RAG: its folder corpus is not there")


def legalbench(
    files: Mapping[Path, Any], corpus: Path, name: str, *, strict: bool | None, limit: int | None
) -> Benchmark:
    """Make a benchmark of files with tests, read as JSON, and of the documents that they quote.

    The layout is that of ``benchmark_types.py`` of its authors (Pipitone and Houir Alami, 2024): ``{"tests":
    [{"query", "snippets": [{"file_path", "span": [start, end], "answer"}]}]}``, where a span counts characters of the
    file as Python's ``open`` reads it: every end of a line is one line feed. ``answer`` is checked where it is given.
    """
    documents: dict[str, str] = {}
    found = Gathered(documents, strict=strict)
    for path, content in files.items():
        tests = content.get("tests") if isinstance(content, dict) else None
        if not isinstance(tests, list):
            raise InvalidValue(f"{path} is not in the format of LegalBench-RAG: it has no list of tests")
        for number, test in enumerate(tests, 1):
            where = f"{path}, test {number}"
            query, snippets = _test(test, where)
            found.take(lambda: _question(f"{path.stem}-{number:04}", query, snippets, documents, corpus, where))  # noqa: B023 (called at once)
    _others(documents, corpus, limit)
    return found.benchmark(name)


def _test(test: Any, where: str) -> tuple[str, list[_Snippet]]:
    """Check the form of one test."""
    try:
        query = test["query"]
        snippets = [
            _Snippet(one["file_path"], start, end, one.get("answer"))
            for one in test["snippets"]
            for start, end in [one["span"]]
        ]
    except (KeyError, TypeError, ValueError, AttributeError):
        query, snippets = None, []
    kinds = {(type(one.file), type(one.start), type(one.end), type(one.answer)) for one in snippets}
    if not isinstance(query, str) or kinds - {(str, int, int, str), (str, int, int, type(None))}:
        raise InvalidValue(f"{where} is not in the format of LegalBench-RAG: {_FORMAT}")
    return query, snippets


def _question(
    name: str, query: str, snippets: list[_Snippet], documents: dict[str, str], corpus: Path, where: str
) -> Question:
    files = list(dict.fromkeys(PurePosixPath(file).as_posix() for file, *_ in snippets))
    if len(files) > 1:
        message = f"{where}: documents {files[0]!r} and {files[1]!r}"
        raise Unusable("evidence in several documents", message, broken=False)
    if not files:
        raise Unusable("a question needs evidence", f"{where}: a question needs evidence: it has no snippets")
    (file,) = files
    text = documents[file] if file in documents else _read(corpus, file, where)
    for _, start, end, answer in snippets:
        if answer is not None:
            quoted(text, start, end, answer, where)
    documents[file] = text
    return Question(name, query, file, tuple(Span(start, end) for _, start, end, _ in snippets))


def _read(corpus: Path, file: str, where: str) -> str:
    inside = PurePosixPath(file)
    if inside.is_absolute() or ".." in inside.parts or not isfile(corpus / inside):  # noqa: PTH113 (any name will do)
        raise Unusable("the document is missing", f"{where}: the document {file!r} is not in {corpus}")
    return _text(corpus / inside)


def _text(path: Path) -> str:
    return read_text(path).replace("\r\n", "\n").replace("\r", "\n")


def _others(documents: dict[str, str], corpus: Path, limit: int | None) -> None:
    """Add documents that no question asks about, in the order of their paths."""
    if limit == 0:
        return
    named = {path.relative_to(corpus).as_posix(): path for path in sorted(corpus.rglob("[!.]*")) if path.is_file()}
    for name in islice([name for name in named if name not in documents], limit):
        documents[name] = _text(named[name])
