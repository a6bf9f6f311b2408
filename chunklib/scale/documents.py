"""Chunk many documents, one after the other or many at a time: the same chunks in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.errors import ChunklibError, InvalidType, InvalidValue, MissingPackage, kind_of, meant, said
from chunklib.processes import Processes
from chunklib.readers import a_mapping, at_least, listed
from chunklib.recipe import given_metadata, with_given
from chunklib.scale.dask_client import DaskWorkers
from chunklib.utf8 import read_text

if TYPE_CHECKING:
    from distributed import Client

Source: TypeAlias = str | Path
"""A document: its text, or the path of a file, which is read where it is split, as a chunker reads it."""
Documents: TypeAlias = Mapping[str, Source] | Iterable[Path]
"""Documents by name; files that nothing names are called by their paths."""
Split: TypeAlias = Callable[..., Iterable[Chunk]]
"""Called with a text and ``document=name``, as every strategy can be; with a path, if it has a true ``takes_files``."""
_Documents: TypeAlias = list[tuple[str, Source, Mapping[str, object] | None]]
Progress: TypeAlias = Callable[[int, int], object]
"""Called with how many documents are done, and of how many."""
_LEAST = 250_000  # characters of documents that make a task; a path counts as so many
_AHEAD = 3  # tasks for each worker that are sent before they are asked for
_BY_SUFFIX: Mapping[str, Any] = MappingProxyType({})  # the description that names no strategy


class Done(NamedTuple):
    """Holds one document: its chunks, or one line that says why there are none."""

    document: str
    chunks: list[Chunk]
    failure: str = ""


@dataclass(frozen=True)
class Chunked:
    """Holds all chunks, in the order of the documents and of their texts, and what failed, by document."""

    chunks: list[Chunk]
    failures: dict[str, str]


def chunk_documents(
    documents: Documents,
    chunker: Mapping[str, Any] | Chunker | Split = _BY_SUFFIX,
    scheduler: Client | None = None,
    *,
    metadata: Mapping[str, Mapping[str, object]] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Chunked:
    """Chunk many documents, and keep all chunks.

    Args:
        documents: texts, or paths of files (``pathlib.Path``), by name, with which ids begin; or a list of paths.
        chunker: a chunker, its description (see :class:`chunklib.Chunker`), or a callable that takes a text and
            ``document=``, which other machines import. Without a strategy in a description, the suffix of each file (of
            a text: of its name) chooses one, as ``Chunker.for_file`` does.
        scheduler: for more than one machine: a client of a Dask scheduler (``distributed.Client``), which stays open.
        metadata: dictionaries by a document's name: keys that its chunks get, in place of those in the description.
        workers: processes of this machine that split; from 2 on a script needs ``if __name__ == "__main__":``.
        progress: called after each document with how many are done, and of how many.

    Returns:
        the same from all: chunks in the order of the documents, and a line for each that failed or ended its worker.

    Raises:
        ConnectionError: where the scheduler has no worker or goes away, or no process starts.
        ValueError: for an impossible description or number, and for metadata of no document.
        TypeError: for documents that are neither texts nor paths, for metadata that are not dictionaries with texts
            as keys, and for a splitter that processes need and cannot load.
        ModuleNotFoundError: for a scheduler without distributed (the extra ``scale``).

    >>> found = chunk_documents({"a": "One. Two.", "b": "Six."}, {"strategy": "sentences", "size": 3, "overlap": 0})
    >>> [chunk.id for chunk in found.chunks], found.failures
    (['a:0-5', 'a:5-9', 'b:0-4'], {})
    """
    chunks, failures = list[Chunk](), dict[str, str]()
    for done in each_document(documents, chunker, scheduler, metadata=metadata, workers=workers, progress=progress):
        chunks += done.chunks
        if done.failure:
            failures[done.document] = done.failure
    return Chunked(chunks, failures)


def each_document(
    documents: Documents,
    chunker: Mapping[str, Any] | Chunker | Split = _BY_SUFFIX,
    scheduler: Client | None = None,
    *,
    metadata: Mapping[str, Mapping[str, object]] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Iterator[Done]:
    """Chunk many documents one after the other, so that no more than a few are in memory at once.

    It takes and raises what :func:`chunk_documents` does.

    Yields:
        each document once, in their order. Closing the iterator ends the processes.

    >>> documents = {"a": "Tea.", "b": "𓀀", "c": "Sun."}
    >>> for done in each_document(documents, {"strategy": "sentences", "size": 3, "overlap": 0}):
    ...     print(done.document, [chunk.id for chunk in done.chunks] or done.failure[:30])
    a ['a:0-4']
    b ValueError: size=3 is too smal
    c ['c:0-4']
    """
    texts = _checked(documents)
    split = _splitter(chunker, texts)
    given = _given(metadata, texts)
    task: _Documents = [(name, source, given.get(name)) for name, source in texts.items()]
    found = _found(task, split, scheduler, at_least(1, "workers", workers))
    return found if progress is None else _counted(found, len(texts), progress)


@dataclass(frozen=True)
class _BySuffix:
    """Splits each document with what suits its file, or its name, and these settings."""

    settings: dict[str, Any]

    def __call__(self, source: Source, document: str, metadata: Mapping[str, object] | None) -> list[Chunk]:
        chunker = Chunker.for_file(document if isinstance(source, str) else source, **self.settings)
        if chunker.takes_files and isinstance(source, str):
            raise InvalidType(f"{chunker.strategy} takes a file: give its pathlib.Path, not a text")
        return chunker(source, document, metadata)


def _splitter(chunker: object, documents: Mapping[str, Source]) -> Split:
    """Make what splits the documents; what is wrong with the settings shows before any is read."""
    if isinstance(chunker, Mapping) and "strategy" not in chunker:
        files = [name if isinstance(source, str) else source for name, source in documents.items()]
        for suffix in dict.fromkeys(Path(file).suffix for file in files):
            with suppress(MissingPackage):  # which only documents of this suffix need
                Chunker.for_file(f"file{suffix}", **chunker)
        return _BySuffix(dict(chunker))
    if isinstance(chunker, Mapping):
        return Chunker.from_config(chunker)
    if not callable(chunker):
        kinds = "a description such as {'strategy': 'recursive'} or a callable"
        raise InvalidType(f"a chunker is {kinds}: got {type(chunker).__name__}")
    return chunker


def _given(metadata: object, documents: Mapping[str, Source]) -> dict[str, dict[str, object]]:
    """Read metadata by the documents' names."""
    if metadata is None:
        return {}
    given = a_mapping("metadata", metadata, "dictionaries by a document's name")
    for name in given:
        if name not in documents:
            raise InvalidValue(f"metadata are given for {name!r}, which is not a document{meant(name, documents)}")
    return {name: given_metadata(one, f" of {name!r}") for name, one in given.items()}


def _found(documents: _Documents, split: Split, scheduler: Client | None, workers: int) -> Iterator[Done]:
    work = partial(_split_task, split)
    if scheduler is not None:
        if workers > 1:
            raise InvalidValue(f"workers are processes of this machine, and the scheduler has its own: got {workers}")
        return _in_order(documents, nullcontext(DaskWorkers(scheduler, work)))
    # With less than a task each, fewer are quicker.
    needed = min(workers, len(documents), 1 + sum(_weight(source) for _, source, _ in documents) // _LEAST)
    if workers > 1 and needed:
        return _in_order(documents, Processes(work, needed))
    return (_split_one(split, *document) for document in documents)


def _in_order(documents: _Documents, connected: AbstractContextManager[Any]) -> Iterator[Done]:
    """Send a few tasks ahead, and take their results in order."""
    waiting: deque[tuple[_Documents, Any]] = deque()
    with connected as workers:
        for task in _tasks(documents):
            waiting.append((task, workers.submit(task)))
            if len(waiting) >= _AHEAD * workers.at_once:
                yield from _taken(workers, *waiting.popleft())
        while waiting:
            yield from _taken(workers, *waiting.popleft())


def _taken(workers: Any, task: _Documents, future: Any) -> list[Done]:
    """Wait for a task; documents of one that ended its worker are tried again, each alone."""
    try:
        found: list[Done] = workers.result(future)
    except ChunklibError:
        raise
    except Exception as error:  # noqa: BLE001 (a worker may die of anything)
        if len(task) == 1:
            return [Done(task[0][0], [], _why(error))]
        return [done for one in task for done in _taken(workers, [one], workers.submit([one]))]
    return found


def _counted(found: Iterator[Done], total: int, progress: Progress) -> Iterator[Done]:
    for number, done in enumerate(found, 1):
        progress(number, total)
        yield done


def _checked(documents: object) -> dict[str, Source]:
    """Copy the documents: who asks may throw away those that are done."""
    must_be = "a dictionary from names to texts or paths"
    if not isinstance(documents, Mapping | str):
        paths = listed(f"documents must be {must_be}, or a list of paths", documents, Path)
        documents = {str(path): path for path in paths}
    found: dict[str, Source] = {**a_mapping("documents", documents, must_be)}
    for name, source in found.items():
        if not isinstance(name, str) or not isinstance(source, (str, Path)):
            raise InvalidType(f"documents are texts or paths by name: got {name!r}: {type(source).__name__}")
    return found


def _split_one(split: Split, name: str, source: Source, given: Mapping[str, object] | None) -> Done:
    """Chunk a document; whatever is raised is said in one line, so that one document does not lose the others."""
    try:
        if isinstance(split, Chunker | _BySuffix):
            return Done(name, split(source, name, given))
        if isinstance(source, Path) and not getattr(split, "takes_files", False):
            source = read_text(source)
        chunks = listed("a splitter must give chunks (chunklib.Chunk)", split(source, document=name), Chunk)
        if given:
            chunks = [replace(chunk, metadata=with_given(given, chunk.metadata)) for chunk in chunks]
        return Done(name, chunks)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (a splitter may raise anything, and even call sys.exit)
        return Done(name, [], _why(error))


def _split_task(split: Split, task: _Documents) -> list[Done]:
    """Chunk the documents of a task."""
    return [_split_one(split, *document) for document in task]


def _why(error: BaseException) -> str:
    """Say in one line what went wrong: the class of an error, and what it says if it can say anything."""
    return f"{kind_of(error)}: {said(error)}".removesuffix(": ")


def _weight(source: Source) -> int:
    return len(source) if isinstance(source, str) else _LEAST


def _tasks(documents: _Documents) -> Iterator[_Documents]:
    """Put documents together until a task is worth sending."""
    task, weight = _Documents(), 0
    for document in documents:
        task.append(document)
        weight += _weight(document[1])
        if weight >= _LEAST:
            yield task
            task, weight = [], 0
    if task:
        yield task
