"""Split documents of many kinds, each with the chunker that suits its file."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.errors import InvalidType, MissingPackage


class BySuffix:
    """Splits each document with what suits it by the suffix of its file, or of its name.

    A setting that no document of such a suffix could have is refused at once; a package that is missing, only where a
    document needs it.
    """

    takes_files: ClassVar = True

    def __init__(self, settings: Mapping[str, Any], documents: Iterable[tuple[str, str | Path]]) -> None:
        self._chunkers: dict[str, Chunker | MissingPackage] = {}
        for suffix in dict.fromkeys(_suffix(name, source) for name, source in documents):
            try:
                self._chunkers[suffix] = Chunker.for_file(f"file{suffix}", **settings)
            except MissingPackage as error:
                self._chunkers[suffix] = error

    def __call__(self, source: str | Path, document: str) -> list[Chunk]:
        """Split a document."""
        chunker = self._chunkers[_suffix(document, source)]
        if isinstance(chunker, MissingPackage):
            raise chunker
        if chunker.takes_files and isinstance(source, str):
            raise InvalidType(f"{chunker.strategy} takes a file: give its pathlib.Path, not a text")
        return chunker(source, document)


def _suffix(name: str, source: str | Path) -> str:
    return (source if isinstance(source, Path) else Path(name)).suffix.lower()
