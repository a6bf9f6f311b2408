"""Make any strategy a LangChain text splitter whose offsets are exact, also where text repeats."""

import copy
from collections.abc import Iterable
from typing import Any, Self

from chunklib.adapters.configured import chosen, said_of, unique
from chunklib.chunk import document_id
from chunklib.errors import InvalidType, InvalidValue
from chunklib.missing import needed
from chunklib.overlap import OverlapSpec, parse_overlap
from chunklib.readers import a_mapping, listed

with needed("this adapter needs", "langchain-text-splitters", "langchain"):
    from langchain_core.documents import Document
    from langchain_text_splitters import TextSplitter


class ChunkSplitter(TextSplitter):
    """Makes any strategy of chunklib a LangChain ``TextSplitter``.

    Args:
        strategy: a name in ``TEXT_STRATEGIES``.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: units, a percentage ("15%"), sentences ("2s"), or a rule such as ``Adaptive``.
        options: what else the strategy takes: ``ruler``, ``separators``, ``language``, …

    Documents keep their own metadata and get ``start_index`` and ``end_index`` (offsets of their text in the document
    that was split, never searched for), ``chunk_id``, ``chunk_size``, ``chunk_overlap`` (both as measured) and, where
    there is one, ``chunk_context`` (the path of headings).

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

    @classmethod
    def from_tiktoken_encoder(  # type: ignore[override] # special-token text is plain text, always
        cls, encoding_name: str = "cl100k_base", model_name: str | None = None, **options: Any
    ) -> Self:
        """Count in tokens of an encoding or a model, as LangChain's own splitters are told to.

        Args:
            encoding_name: an encoding that is on board; nothing is downloaded.
            model_name: a model, whose encoding is then taken.
            options: as for the class, without a ruler.

        >>> splitter = ChunkSplitter.from_tiktoken_encoder("o200k_base", size=4, overlap=0)
        >>> splitter.split_text("Six words are more than four.")
        ['Six words are more', ' than four.']
        """
        return cls(**options, ruler=model_name or encoding_name)

    @classmethod
    def from_huggingface_tokenizer(cls, tokenizer: Any, **options: Any) -> Self:
        """Count in tokens of a Hugging Face tokenizer, as LangChain's own splitters are told to."""
        return cls(**options, ruler=tokenizer)

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
        for metadata in metadatas or ():
            a_mapping("the metadata of a text", metadata)
        each = zip(texts, metadatas or [{}] * len(texts), strict=True)
        return self.split_documents(Document(page_content=text, metadata=dict(said)) for text, said in each)

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split documents; the ``chunk_id`` of their chunks begins with their own id where they have one.

        Where several have the same id, the second is called …~2, so that no ``chunk_id`` comes twice.
        """
        listed = list(documents)
        for document in listed:
            if not isinstance(document, Document):
                raise InvalidType(f"documents must be LangChain documents: got a {type(document).__name__}")
        names = unique(document.id or document_id(document.page_content) for document in listed)
        return [
            Document(page_content=chunk.text, metadata={**copy.deepcopy(document.metadata), **places, **said_of(chunk)})
            for name, document in zip(names, listed, strict=True)
            for chunk in self._split(document.page_content, document=name)
            for places in [{"start_index": chunk.start_char, "end_index": chunk.end_char}]
        ]
