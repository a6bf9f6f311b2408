"""Read a text as UTF-8 or in another encoding, or say where it is not."""

from collections.abc import Iterator
from functools import partial
from io import TextIOWrapper
from pathlib import Path

from chunklib.errors import InvalidValue

_ASCII = bytes(range(128))


def decoded(data: bytes, name: object, encoding: str = "utf-8") -> str:
    r"""Decode a text without touching line ends or a byte order mark: offsets count every character.

    Args:
        data: the bytes of a file.
        name: what the message calls it.
        encoding: one that Python knows, such as "cp1252"; "utf-8-sig" removes a byte order mark.

    Raises:
        ValueError: for bytes that are not in this encoding; the message names the first, and where it is.

    >>> decoded(b"caf\xe9", "menu.txt")
    Traceback (most recent call last):
    chunklib.errors.InvalidValue: menu.txt is not UTF-8: byte 0xe9 at offset 3
    """
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        where = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise InvalidValue(f"{name} is not {'UTF-8' if encoding == 'utf-8' else encoding}: {where}") from None
    except UnicodeError as error:  # of rarer encodings, which do not say where
        raise InvalidValue(f"{name} is not {encoding}: {error}") from None


def file_bytes(path: Path) -> bytes:
    """Read a file as it is.

    Raises:
        OSError: for a file that cannot be read, of the kind that it is: one line names the file and the reason.
        ValueError: for a path that no file can have.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise type(error)(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise InvalidValue(f"cannot read {str(path)!r}: {error}") from None


def read_text(path: Path) -> str:
    """Read a file as :func:`decoded` does; what cannot be read is one line, as :func:`file_bytes` says."""
    return decoded(file_bytes(path), path)


_BLOCK = 1 << 16  # characters that are read at a time


def read_pieces(path: Path) -> Iterator[str]:
    """Read a file as :func:`decoded` does, a piece after the other."""
    with path.open("rb") as file:
        text = TextIOWrapper(file, "utf-8", newline="")
        try:
            yield from iter(partial(text.read, _BLOCK), "")
        except UnicodeDecodeError as error:
            byte, at = error.object[error.start], file.tell() - len(error.object) + error.start
            raise InvalidValue(f"{path} is not UTF-8: byte 0x{byte:02x} at offset {at}") from None


def beyond_ascii(text: str) -> str:
    """Leave out the characters of ASCII: what is looked for among the others is found much sooner.

    >>> beyond_ascii("naïve 你好")
    'ï你好'
    """
    return text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")
