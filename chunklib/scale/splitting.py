"""One document, wherever it is split: its chunks, or one line that says why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker, make
from chunklib.errors import InvalidType, kind_of

Source: TypeAlias = str | Path
"""A document: its text, or the path of a file, which is read (UTF-8) where it is split."""
Split: TypeAlias = Callable[..., Iterable[Chunk]]
"""Called with a text and ``document=name``, as every strategy can be."""

_SAID = 200  # characters of what an error says


class Done(NamedTuple):
    """One document: its chunks, or one line that says why there are none."""

    document: str
    chunks: list[Chunk]
    failure: str = ""


def splitter(chunker: Mapping[str, Any] | Chunker | Split) -> Split:
    """Read how to split; a description that is impossible is refused here, before anything is sent.

    Args:
        chunker: a description, a chunker or a callable.

    Returns:
        what splits a source, given with ``document=name``; it can be sent if the chunker can.

    Raises:
        ValueError: for an impossible description.
        TypeError: for what is none of the three.
    """
    if isinstance(chunker, Mapping):
        chunker = make(chunker)
    if not callable(chunker):
        raise InvalidType(f"a chunker is a description or a callable: got {type(chunker).__name__}")
    return partial(_split, chunker)


def one(split: Split, name: str, source: Source) -> Done:
    """Chunk a document, and say in one line why it cannot be done.

    Args:
        split: of :func:`splitter`.
        name: of the document.
        source: the document.

    Returns:
        its chunks, or a failure: whatever is raised, so that one document does not lose the others.

    Raises:
        KeyboardInterrupt: the only thing that ends more than this document.
    """
    try:
        return Done(name, list(split(source, document=name)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (a splitter may raise anything, and even call sys.exit)
        return Done(name, [], why(error))


def why(error: BaseException) -> str:
    """Say in one line what went wrong: the class of an error, and what it says if it can say anything.

    >>> why(KeyError("size"))
    "KeyError: 'size'"
    """
    if type(error).__name__ == "KilledWorker":
        return "ChildProcessError: its worker ended: it was killed, or ran out of memory"
    return f"{kind_of(error)}: {said(error)}".removesuffix(": ")


def said(error: BaseException) -> str:
    r"""Take the first line of what an error says, if it can say anything.

    >>> said(ValueError("bad text\nand more"))
    'bad text'
    """
    try:
        return str(error).strip().partition("\n")[0][:_SAID]
    except Exception:  # noqa: BLE001 (an error of somebody's own may fail to show itself)
        return ""


def _split(split: Split, source: Source, *, document: str) -> list[Chunk]:
    takes_a_file = isinstance(split, Chunker) and split.recipe.file
    chunks: list[Chunk] = []
    for chunk in split(source if takes_a_file else _read(source), document=document):
        if not isinstance(chunk, Chunk):
            raise InvalidType(f"a splitter must give chunks (chunklib.Chunk): got {type(chunk).__name__}")
        chunks.append(chunk)
    return chunks


def _read(source: Source) -> str:
    return source.read_text(encoding="utf-8") if isinstance(source, Path) else source
