"""Read the code cells of a notebook that a student sent: size, encoding, JSON and shape are all in doubt."""

from __future__ import annotations

import json
import os
import stat
from hashlib import sha256
from pathlib import Path
from typing import Any

from chunklib.errors import ChunklibError

MAX_BYTES = 10 * 2**20
MAX_CELLS = 2_000
MAX_CODE = 2_000_000
MAX_BRACKETS = 1_000_000  # an empty list has two characters in a file, and sixty bytes in memory
_PLAIN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Unreadable(ChunklibError):
    """Says why a file is not a notebook, without the file's name."""


def read_notebook(path: Path) -> list[str]:
    """Return the sources of the code cells, in order.

    Raises:
        Unreadable: the file is missing, not a plain file, too large, no JSON, no notebook, or has no code.
    """
    return code_cells(notebook_json(path))


def file_digest(path: Path) -> str:
    """Return the digest of a notebook's bytes, empty for anything but a plain file that is small enough to be read.

    Raises:
        OSError: it cannot be read.
    """
    if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
        return ""
    return digest_of(path.read_bytes())


def digest_of(content: str | bytes) -> str:
    """Return a digest in 16 hexadecimal digits."""
    return sha256(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content).hexdigest()[:16]


def notebook_json(path: Path) -> Any:
    """Return the JSON in a file, of which nothing is known.

    Raises:
        Unreadable: the file is missing, not a plain file, too large, not UTF-8, or no JSON.
    """
    return _json(_bytes(path))


def _bytes(path: Path) -> bytes:
    if path.is_symlink():
        raise Unreadable("a link to another file, not a notebook")
    try:
        # Asked once it is open: before, it may have been another file. And a pipe would be waited for.
        with open(os.open(path, _PLAIN), "rb") as file:  # noqa: PTH123 -- of a descriptor
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise Unreadable("not a file")
            if found.st_size <= MAX_BYTES:
                return file.read(MAX_BYTES)
    except IsADirectoryError:
        raise Unreadable("not a file") from None
    except OSError as error:
        raise Unreadable(f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    raise Unreadable(f"{found.st_size / 2**20:,.0f} MB, and a notebook may have {MAX_BYTES // 2**20}")


def _json(content: bytes) -> Any:
    if not content.strip():
        raise Unreadable("the file is empty")
    if content.count(b"[") + content.count(b"{") > MAX_BRACKETS:
        raise Unreadable(f"more than {MAX_BRACKETS:,} brackets")
    try:
        return json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Unreadable("not UTF-8 text") from None
    except RecursionError:
        raise Unreadable("nested too deep for a notebook") from None
    except ValueError as error:
        raise Unreadable(f"broken JSON: {error}"[:200]) from None


def code_cells(notebook: Any) -> list[str]:
    r"""Return the sources of the code cells of a notebook's JSON.

    >>> code_cells({"cells": [{"cell_type": "code", "source": ["a = 1\n", "b = 2"]}, {"cell_type": "markdown"}]})
    ['a = 1\nb = 2']

    Raises:
        Unreadable: it has not the shape of a notebook, or has no code.
    """
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if cells is None and isinstance(notebook, dict) and isinstance(notebook.get("worksheets"), list):
        raise Unreadable("a notebook of format 3 or older; open it in JupyterLab and save it again")
    if not isinstance(cells, list):
        raise Unreadable("JSON, but not a notebook: it has no list of cells")
    if len(cells) > MAX_CELLS:
        raise Unreadable(f"{len(cells):,} cells, and a notebook may have {MAX_CELLS:,}")
    found = [_source(cell) for cell in cells if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    if not any(source.strip() for source in found):
        raise Unreadable("it has no code")
    if sum(map(len, found)) > MAX_CODE:
        raise Unreadable(f"more than {MAX_CODE:,} characters of code")
    return found


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return source if isinstance(source, str) else ""
