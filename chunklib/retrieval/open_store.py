"""Which store is at a place: a file, a folder or an address."""

from __future__ import annotations

import os
import re
from pathlib import Path

from chunklib.errors import InvalidType, InvalidValue
from chunklib.retrieval.store import Store

_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]")
_NAME_RULE = "3-512 characters from [a-zA-Z0-9._-], the first and last a letter or digit, no '..' and no IP address"
_CHROMA, _CHROMA_FILE = "chroma:", "chroma.sqlite3"
_PLACES = "a file or a folder, postgresql://user@host:port/name or http://host:port (Chroma)"


def open_store(where: str | Path, name: str) -> Store:
    """Open the store at a place.

    Args:
        where: a file or a folder, ``chroma:FOLDER``, or an address that begins with ``http://``, ``https://``,
            ``postgresql://`` or ``postgres://``.
        name: the name of the collection.

    Raises:
        ValueError: for a place that is none, and as the stores do.
        TypeError: for what is neither a path nor a text.
    """
    if not isinstance(where, str | Path):
        raise InvalidType(f"a database is {_PLACES}: got {type(where).__name__}")
    address = where if isinstance(where, str) else ""
    if re.match(r"postgres(ql)?://", address):
        from chunklib.retrieval.postgres_store import PostgresStore

        return PostgresStore(address, name)
    http, folder = re.match(r"https?://", address), _chroma_folder(where)
    if http or folder:
        from chunklib.retrieval.chroma_client import open_folder, reach_server
        from chunklib.retrieval.chroma_store import ChromaStore

        return ChromaStore(where, open_folder(folder) if folder else reach_server(address), name)
    if where == "" or "://" in address or re.fullmatch(r"[\w.-]*:[\w:]*", address):  # localhost:8000, :memory:
        raise InvalidValue(f"a database is {_PLACES}: got {where!r}")
    from chunklib.retrieval.sqlite_store import SqliteStore

    return SqliteStore(where, name)


def _chroma_folder(where: str | Path) -> str | Path | None:
    """Find the folder that Chroma is to open: one with the prefix, and one that it has made."""
    if isinstance(where, str) and re.match(rf"{_CHROMA}(?!//).", where):
        return where.removeprefix(_CHROMA)
    return where if os.path.exists(os.path.join(where, _CHROMA_FILE)) else None  # noqa: PTH110, PTH118 - never raises


def check_name(name: str) -> str:
    """Read the name of a collection; it fits every store, so that an index can move.

    Raises:
        ValueError: for one that Chroma does not take.
        TypeError: for what is no text.

    >>> check_name("chunks")
    'chunks'
    """
    if not isinstance(name, str):
        raise InvalidType(f"the name of a collection must be a text (str): got {type(name).__name__}")
    if not _NAME.fullmatch(name) or ".." in name or re.fullmatch(r"\d+(\.\d+){3}", name):
        raise InvalidValue(f"the name of a collection must have {_NAME_RULE}: got {name!r}")
    return name
