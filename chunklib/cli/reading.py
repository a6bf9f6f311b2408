"""Read the files of a command, or standard input, as UTF-8 or as they are."""

import os
import sys
from pathlib import Path

from chunklib.cli.output import Refused
from chunklib.utf8 import decoded


def called(name: str) -> str:
    """Name a file: its name is read as UTF-8 in every locale, so that ids do not depend on it."""
    return "standard input" if name == "-" else os.fsencode(name).decode("utf-8", "surrogateescape")


def is_pdf(name: str) -> bool:
    """Tell by its name whether a file is a PDF."""
    return name.lower().endswith(".pdf")


def bytes_of(name: str) -> bytes:
    """Read a file, or standard input, as it is."""
    if name == "-" and not sys.stdin:
        raise Refused("cannot read standard input: it is closed")
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Refused(f"cannot read {called(name)}: {(error.strerror or str(error)).lower()}") from None


def text_of(name: str) -> str:
    """Read a file, or standard input, as UTF-8 without touching its line ends."""
    data = bytes_of(name)
    try:
        return decoded(data, called(name))
    except ValueError as error:
        if data.startswith(b"%PDF-"):
            rule = "only the strategy pdf reads it, in chunk, audit and churn"
            raise Refused(f"{called(name)} is a PDF: {rule}") from None
        raise Refused(str(error)) from None
