"""A PDF file, opened: whatever is wrong with it is one line that names the file, and nothing is printed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from chunklib.errors import InvalidType, InvalidValue
from chunklib.missing import needed

if TYPE_CHECKING:
    from pypdf import PdfReader

PdfSource = str | Path | bytes | BinaryIO


def read(source: PdfSource) -> tuple[str, bytes]:
    """Read the source whole; say what to call it in messages."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "the PDF", bytes(source)
    if isinstance(source, (str, Path)):
        try:
            return str(source), Path(source).read_bytes()
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise type(error)(f"cannot read {source}: {why}") from None
        except ValueError as error:  # a path with a NUL character
            raise InvalidValue(f"cannot read {str(source)!r}: {error}") from None
    if not callable(getattr(source, "read", None)):
        raise InvalidType(f"a PDF is given as a path, bytes or a binary file: got {type(source).__name__}")
    name = getattr(source, "name", None)
    name, content = name if isinstance(name, str) else "the PDF", source.read()
    if not isinstance(content, bytes):
        raise InvalidType(f"cannot read {name}: a PDF must be opened in binary mode ('rb')")
    return name, content


_LOCK = threading.RLock()  # one reading at a time may redirect pypdf's log


class _Collector(logging.Handler):
    """Keeps what is logged, once each."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.notes: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a message."""
        self.notes[record.getMessage()] = None


@contextmanager
def notes_of_reader() -> Iterator[list[str]]:
    """Collect what pypdf would print of a file's faults; the list is filled at the end."""
    log, collector = logging.getLogger("pypdf"), _Collector()
    notes: list[str] = []
    with _LOCK:
        propagate, log.propagate = log.propagate, False
        log.addHandler(collector)
        try:
            yield notes
        finally:
            log.removeHandler(collector)
            log.propagate = propagate
            notes.extend(collector.notes)


@contextmanager
def faults(name: str) -> Iterator[None]:
    """Turn whatever pypdf raises over a damaged file into one line that names the file."""
    from pypdf.errors import DependencyError

    try:
        yield
    except MemoryError:
        raise
    except DependencyError as error:  # AES without the package cryptography, or a rare kind of compression
        locked = "encrypted; remove its password first, or install cryptography"
        why = locked if "cryptography" in str(error) else str(error)
        raise InvalidValue(f"cannot read {name}: {why}") from None
    except Exception as error:  # noqa: BLE001 (damage shows as an error of any kind: KeyError, RecursionError, zlib.error)
        why = " ".join(str(error).split())[:100] or type(error).__name__
        raise InvalidValue(f"cannot read {name}: damaged or cut short ({why})") from None


def open_pdf(name: str, content: bytes) -> PdfReader:
    """Open a PDF, with an empty password where it has one.

    Raises:
        ValueError: for what is no PDF, is damaged, or needs a password.
        ModuleNotFoundError: without pypdf; the message names the extra.
    """
    if b"%PDF-" not in content[:1024]:  # where readers look for it
        raise InvalidValue(f"cannot read {name}: {'not a PDF' if content else 'it is empty'}")
    with needed("PDFs need", "pypdf", "pdf"):
        from pypdf import PdfReader
    with faults(name):
        reader = PdfReader(BytesIO(content))
        locked = reader.is_encrypted and not reader.decrypt("")
    if locked:
        raise InvalidValue(f"cannot read {name}: encrypted; remove its password first")
    return reader
