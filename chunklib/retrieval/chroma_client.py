"""Reach Chroma in a folder or on a server, and say in one line what it could not do."""

from __future__ import annotations

import json
import logging
import sqlite3
import urllib.error
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from chunklib.errors import InvalidValue, MissingPackage, NoAnswer
from chunklib.missing import not_installed
from chunklib.retrieval.store import file_at

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.config import Settings

_PATIENCE = 10.0  # seconds until a server has answered
_PORTS = {"http": 8000, "https": 443}


def _chroma() -> tuple[Any, Settings]:
    """Import Chroma, and the settings that keep it quiet."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # what its own imports say is not for our users
        try:
            import chromadb
            from chromadb.config import Settings
        except ModuleNotFoundError:
            raise MissingPackage(not_installed("chromadb", "chunklib[chroma]"), name="chromadb") from None
        return chromadb, Settings(anonymized_telemetry=False)


def open_folder(where: str | Path) -> ClientAPI:
    """Open a folder, which is made if there is none.

    Raises:
        ValueError: for a place that is not a folder, or is damaged.
        PermissionError: for a folder that may not be read and written.
        ModuleNotFoundError: without chromadb.
    """
    chromadb, settings = _chroma()
    file = file_at(where, "chroma.sqlite3", "a folder")
    if file.exists():
        _check_whole(where, file)
    with in_words(where):
        client: ClientAPI = chromadb.PersistentClient(file.parent, settings=settings)
    return client


def _check_whole(where: str | Path, file: Path) -> None:
    """Refuse a damaged database before Chroma, which prints to standard error, or ends the process, for some."""
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as database:
            (said,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        return  # locked, or beyond what this SQLite knows: Chroma has its own
    except sqlite3.DatabaseError as error:
        said = str(error)
    if said != "ok":
        raise InvalidValue(f"the database {where} is damaged: {' '.join(said.split())}")


def reach_server(where: str) -> ClientAPI:
    """Reach the server at an address.

    Raises:
        ValueError: for anything but an address.
        ConnectionError: where no Chroma server answers.
        ModuleNotFoundError: without chromadb.
    """
    chromadb, settings = _chroma()
    try:
        address = urlsplit(where)
        port = address.port or _PORTS[address.scheme]
        whole = bool(address.hostname) and not address.path.strip("/") and not address.query and not address.username
    except ValueError:  # a port that is none
        whole = False
    if not whole:
        raise InvalidValue(f"the address of a database must be http://host:port: got {where!r}")
    host = f"[{address.hostname}]" if ":" in str(address.hostname) else address.hostname
    base = f"{address.scheme}://{host}:{port}"
    try:
        with urllib.request.urlopen(f"{base}/api/v2/heartbeat", timeout=_PATIENCE) as answer:  # noqa: S310
            alive = "nanosecond heartbeat" in json.load(answer)
    except urllib.error.HTTPError as error:
        error.close()
        alive = False
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise NoAnswer(f"no server answers at {where}: {reason}") from None
    except (HTTPException, TypeError, ValueError):
        alive = False
    if not alive:
        raise NoAnswer(f"what answers at {where} is not a Chroma server (1.0 or later)")
    with in_words(where):
        client: ClientAPI = chromadb.HttpClient(base, port, ssl=address.scheme == "https", settings=settings)
    return client


def disconnect(client: Any) -> None:
    """Let go of folder or server."""
    parts = (client, getattr(client, "_admin_client", None))
    servers = [getattr(part, "_server", None) for part in parts]
    client.close()
    for server in servers:
        session = getattr(server, "_session", None)  # that with a server, which Chroma leaves open
        if session is not None:
            session.close()


@contextmanager
def in_words(where: str | Path) -> Iterator[None]:
    """Say in one line what Chroma could not do.

    Raises:
        ValueError: for what Chroma refuses.
        ConnectionError: for a server that went away.
    """
    import httpx
    from chromadb.errors import ChromaError

    requests = logging.getLogger("httpx")  # says each request at the level INFO, where that is shown
    level = requests.level
    try:
        requests.setLevel(max(level, logging.WARNING))
        yield
    except httpx.TransportError as error:
        raise NoAnswer(f"the server at {where} went away: {error}") from None
    except BaseException as error:
        # Chroma raises a bare Exception for answers it cannot read, and its Rust part a PanicException, which is none.
        if not (isinstance(error, ChromaError) or type(error) is Exception or type(error).__name__ == "PanicException"):
            raise
        raise InvalidValue(f"the database {where} failed: {' '.join(str(error).split())}") from None
    finally:
        requests.setLevel(level)
