"""Our strategies as a LangChain text splitter whose offsets are exact, also where text repeats."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from chunklib.adapters.choice import chosen
from chunklib.chunk import Chunk, document_id
from chunklib.overlap import OverlapSpec

try:
    from langchain_core.documents import Document
    from langchain_text_splitters import TextSplitter
except ImportError:
    message = "this adapter needs the package langchain-text-splitters: pip install 'chunklib[langchain]'"
    raise ModuleNotFoundError(message, name="langchain_text_splitters") from None


class ChunkSplitter(TextSplitter):
    """Any strategy of chunklib as a LangChain ``TextSplitter``.

    Args:
        strategy: a name in ``TEXT_STRATEGIES``.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: units, a percentage ("15%"), sentences ("2s"), or a rule such as ``Adaptive``.
        options: what the strategy takes besides: ``ruler``, ``separators``, ``language``, …

    Documents keep their own metadata and get ``start_index`` and ``end_index`` (offsets of their text in the document
    that was split, never searched for), ``chunk_id``, ``chunk_size``, ``chunk_overlap`` (both as measured) and, where
    there is one, ``chunk_context`` (the path of headings).

    >>> splitter = ChunkSplitter("recursive", size=4, overlap=2, ruler="words")
    >>> [document.metadata["start_index"] for document in splitter.create_documents(["same words " * 4])]
    [0, 22]
    """

    def __init__(self, strategy: str = "recursive", size: int = 500, overlap: OverlapSpec = 75, **options: Any) -> None:
        self._split, measure, units = chosen(strategy, size, overlap, options)
        super().__init__(
            chunk_size=size,
            chunk_overlap=units,
            length_function=measure,
            keep_separator=True,
            add_start_index=True,
            strip_whitespace=False,
        )

    def split_text(self, text: str) -> list[str]:
        """Split a text; only documents carry offsets."""
        return [chunk.text for chunk in self._split(text)]

    def create_documents(self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None) -> list[Document]:
        """Split texts into documents with exact offsets.

        Args:
            texts: the documents' texts.
            metadatas: what is said of each text; copied into each of its chunks.

        Returns:
            the chunks of all texts in order. A ``chunk_id`` begins with a hash of the text, and where the same text
            comes again, with a number behind it, so that no id comes twice.

        Raises:
            ValueError: where texts and metadata are not as many.
        """
        if metadatas and len(metadatas) != len(texts):
            raise ValueError(f"{len(texts)} texts, and metadata for {len(metadatas)} of them")
        named = _names(texts)
        return self._documents(zip(named, texts, metadatas or [{}] * len(texts), strict=True))

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split documents; the ``chunk_id`` of their chunks begins with their own id where they have one."""
        listed = list(documents)
        hashed = _names([document.page_content for document in listed])
        names = [document.id or name for document, name in zip(listed, hashed, strict=True)]
        return self._documents(
            (name, document.page_content, document.metadata) for name, document in zip(names, listed, strict=True)
        )

    def _documents(self, named: Iterable[tuple[str, str, dict[Any, Any]]]) -> list[Document]:
        return [
            Document(page_content=chunk.text, metadata={**copy.deepcopy(metadata), **_said_of(chunk)})
            for name, text, metadata in named
            for chunk in self._split(text, document=name)
        ]


def _names(texts: Iterable[str]) -> list[str]:
    """Name texts by their hashes; the second of the same text is called …~2."""
    seen: dict[str, int] = {}
    names = []
    for name in map(document_id, texts):
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}~{seen[name]}")
    return names


def _said_of(chunk: Chunk) -> dict[str, object]:
    """What a document's metadata gets."""
    said = {
        "start_index": chunk.start_char,
        "end_index": chunk.end_char,
        "chunk_id": chunk.id,
        "chunk_size": chunk.size,
        "chunk_overlap": chunk.overlap,
    }
    return {**said, "chunk_context": chunk.context} if chunk.context else said
