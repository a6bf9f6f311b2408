"""Read the files of a command, or standard input, as text or as they are."""

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path

from chunklib.cli.output import Refused
from chunklib.cli.parsing import Add
from chunklib.utf8 import decoded


def called(name: str) -> str:
    """Name a file: its name is read as UTF-8 in every locale, so that ids do not depend on it."""
    return "standard input" if name == "-" else os.fsencode(name).decode("utf-8", "surrogateescape")


def read_once(names: Sequence[str]) -> None:
    """Refuse standard input in two places."""
    if names.count("-") > 1:
        raise Refused("standard input can be read only once: - stands for two files")


def bytes_of(name: str) -> bytes:
    """Read a file, or standard input, as it is."""
    if name == "-" and not sys.stdin:
        raise Refused("cannot read standard input: it is closed")
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Refused(f"cannot read {called(name)}: {(error.strerror or str(error)).lower()}") from None


def add_encoding(add: Add) -> None:
    """Add the option that says how texts are encoded."""
    about = "how the bytes of a text are read; utf-8-sig removes a byte order mark (utf-8)"
    add("--encoding", type=_encoding, metavar="NAME", default="utf-8", help=about)


def _encoding(name: str) -> str:
    """Read the name of an encoding of texts."""
    try:
        b"a".decode(name)
    except (LookupError, ValueError) as error:
        if not isinstance(error, UnicodeDecodeError):
            raise ArgumentTypeError(f"must be an encoding of texts that Python knows: got {name[:40]!r}") from None
    return name


def text_of(name: str, encoding: str = "utf-8") -> str:
    """Read a file, or standard input, without touching its line ends."""
    data = bytes_of(name)
    if data.startswith(b"%PDF-"):
        raise Refused(f"{called(name)} is a PDF: only the strategy pdf reads it, in chunk, audit and churn")
    return decoded(data, called(name), encoding)
