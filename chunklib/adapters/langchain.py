"""Make LangChain documents of chunks, and any strategy a LangChain text splitter with exact offsets."""

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from chunklib.adapters.configured import chosen, unique
from chunklib.adapters.records import chunk_of, said_of, with_texts
from chunklib.chunk import Chunk, document_id
from chunklib.errors import InvalidValue
from chunklib.missing import needed
from chunklib.overlap import OverlapSpec, parse_overlap
from chunklib.readers import a_mapping, listed

with needed("this adapter needs", "langchain-text-splitters", "langchain"):
    from langchain_core.documents import Document
    from langchain_text_splitters import TextSplitter


_PLACES = ("start_index", "end_index")


def to_langchain(chunks: Iterable[Chunk], *, texts: Callable[[Chunk], str] | None = None) -> list[Document]:
    """Make a LangChain document of each chunk.

    Args:
        chunks: chunks of any strategy.
        texts: what a document says: the chunk's text if it is not given, with its context for :func:`chunklib.in_full`.

    Returns:
        documents whose ``id`` is ``chunk.uuid``. Their metadata are those that :class:`ChunkSplitter` writes.

    Raises:
        TypeError: for anything but chunks, and for ``texts`` that does not return texts.

    >>> [made] = to_langchain([Chunk("Wait.", 9, 14, 2, 0, 1, "tea", "Green", {"headings": ("Green",)})])
    >>> made.page_content, made.metadata["headings"], made.metadata["chunk_id"]
    ('Wait.', ['Green'], 'tea:9-14')
    """
    return [_document(chunk, text, {}, chunk.uuid) for chunk, text in with_texts(chunks, texts)]


def from_langchain(documents: Iterable[Document]) -> list[Chunk]:
    """Read chunks back from LangChain documents that were made from chunks, also after a store had them.

    Raises:
        ValueError: for a document that was not made from a chunk.
        TypeError: for anything but documents.
    """
    found = listed("documents must be a list of LangChain documents", documents, Document)
    return [chunk_of(one.page_content, one.metadata, _PLACES) for one in found]


def _document(chunk: Chunk, text: str, own: Mapping[str, Any], name: str | None = None) -> Document:
    places = zip(_PLACES, (chunk.start_char, chunk.end_char), strict=True)
    return Document(page_content=text, id=name, metadata={**copy.deepcopy(own), **dict(places), **said_of(chunk, own)})


class ChunkSplitter(TextSplitter):
    """Makes any strategy of chunklib a LangChain ``TextSplitter``.

    Args:
        strategy: a name in ``TEXT_STRATEGIES``.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: units, a percentage ("15%"), sentences ("2s"), or a rule such as ``Adaptive``.
        options: what else the strategy takes: ``ruler``, ``separators``, ``language``, …

    Documents keep their own metadata and get ``start_index`` and ``end_index`` (offsets of their text in the document
    that was split, never searched for; of a page they point into its text), ``chunk_document``, ``chunk_id``,
    ``chunk_index``, ``chunk_size``, ``chunk_overlap`` (both as measured), ``chunk_context`` (the path of headings) if
    there is one, and what the strategy says of a chunk (``headings``, ``overlap_why``, …), in lists and plain values,
    which stores take.

    >>> splitter = ChunkSplitter("recursive", size=4, overlap=2, ruler="words")
    >>> [document.metadata["start_index"] for document in splitter.create_documents(["same words " * 4])]
    [0, 22]
    """

    def __init__(
        self, strategy: str = "recursive", size: int = 500, overlap: OverlapSpec = "15%", **options: Any
    ) -> None:
        self._split = chosen(strategy, size, overlap, options)
        super().__init__(
            chunk_size=size,
            chunk_overlap=parse_overlap(overlap, size).units,
            length_function=self._split.ruler,
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
            comes again, with a number after it, so that no id comes twice.

        Raises:
            TypeError: for a text or metadata of another type.
            ValueError: where texts and metadata are not as many.
        """
        texts = listed("texts must be a list of texts", texts, str)
        if metadatas and len(metadatas) != len(texts):
            raise InvalidValue(f"{len(texts)} texts, and metadata for {len(metadatas)} of them")
        given = [dict(a_mapping("the metadata of a text", said)) for said in metadatas or [{}] * len(texts)]
        each = zip(texts, given, strict=True)
        return self.split_documents(Document(page_content=text, metadata=said) for text, said in each)

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split documents; the ``chunk_id`` of their chunks begins with their own id where they have one.

        Where several have the same id, the second is called …~2, so that no ``chunk_id`` comes twice.
        """
        given = listed("documents must be a list of LangChain documents", documents, Document)
        names = unique(document.id or document_id(document.page_content) for document in given)
        return [
            _document(chunk, chunk.text, document.metadata)
            for name, document in zip(names, given, strict=True)
            for chunk in self._split(document.page_content, document=name)
        ]
