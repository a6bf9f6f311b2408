"""Make LlamaIndex nodes of chunks, and any strategy a LlamaIndex node parser with exact offsets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from chunklib.adapters.configured import chosen, unique
from chunklib.adapters.records import chunk_of, said_of, with_texts
from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.errors import InvalidType, InvalidValue
from chunklib.missing import needed
from chunklib.overlap import parse_overlap
from chunklib.readers import listed

with needed("this adapter needs", "llama-index-core", "llamaindex"):
    from llama_index.core.bridge.pydantic import Field, PrivateAttr
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.node_parser.node_utils import build_nodes_from_splits
    from llama_index.core.schema import (
        DEFAULT_TEXT_NODE_TMPL,
        BaseNode,
        Document,
        MetadataMode,
        NodeRelationship,
        NodeWithScore,
        RelatedNodeInfo,
        TextNode,
    )
    from llama_index.core.utils import get_tqdm_iterable


def to_llamaindex(chunks: Iterable[Chunk], *, texts: Callable[[Chunk], str] | None = None) -> list[BaseNode]:
    """Make a LlamaIndex node of each chunk.

    Args:
        chunks: chunks of any strategy.
        texts: what a node says: the chunk's text if it is not given, with its context for :func:`chunklib.in_full`.

    Returns:
        nodes whose id is ``chunk.uuid``, and whose ``ref_doc_id`` is the chunk's document. Their metadata are those
        that :class:`ChunkParser` writes; no embedder and no model is shown them, until a key is taken out of
        ``excluded_llm_metadata_keys``. A store with flat metadata (as for Chroma) takes no lists.

    Raises:
        TypeError: for anything but chunks, and for ``texts`` that does not return texts.

    >>> [made] = to_llamaindex([Chunk("Wait.", 9, 14, 2, 0, 1, "tea", "Green", {"headings": ("Green",)})])
    >>> made.get_content(), made.ref_doc_id, made.metadata["headings"]
    ('Wait.', 'tea', ['Green'])
    """
    found: list[BaseNode] = []
    for chunk, text in with_texts(chunks, texts):
        node = TextNode(id_=chunk.uuid, text=text)
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=chunk.document)
        found.append(_with_place(node, chunk))
    return found


def from_llamaindex(nodes: Iterable[BaseNode | NodeWithScore]) -> list[Chunk]:
    """Read chunks back from LlamaIndex nodes that were made from chunks, also after a store had them.

    Raises:
        ValueError: for a node that was not made from a chunk.
        TypeError: for anything but nodes.
    """
    given = listed("nodes must be a list of LlamaIndex nodes", nodes)
    found = listed("nodes must be a list of LlamaIndex nodes", [getattr(one, "node", one) for one in given], BaseNode)
    return [chunk_of(one.get_content(MetadataMode.NONE), one.metadata) for one in found]


def _with_place(node: TextNode, chunk: Chunk, own: Mapping[str, Any] | None = None) -> TextNode:
    """Say of a node what chunk it is; none but who asks for it is shown that."""
    node.start_char_idx, node.end_char_idx, node.metadata = chunk.start_char, chunk.end_char, said_of(chunk, own)
    node.excluded_embed_metadata_keys = [*node.excluded_embed_metadata_keys, *node.metadata]
    node.excluded_llm_metadata_keys = [*node.excluded_llm_metadata_keys, *node.metadata]
    return node


class ChunkParser(NodeParser):
    """Makes any strategy of chunklib a LlamaIndex ``NodeParser``.

    Args:
        strategy: a name in ``TEXT_STRATEGIES``.
        size: the most that a node may measure, in units of the ruler. With ``include_metadata`` (the default) that is
            the node's text with the metadata that its embedder or its language model is shown, whichever is longer.
        overlap: units, a percentage ("15%") or sentences ("2s").
        options: what else the strategy takes (``ruler``, ``separators``, ``language``, …), and the fields that every
            node parser has (``include_metadata``, ``include_prev_next_rel``, ``callback_manager``).

    Nodes know their exact ``start_char_idx`` and ``end_char_idx``. Their ids are made from the document's id and these
    offsets, so an ``id_func`` is refused: who ingests the same document again gets the same ids. The metadata get
    ``chunk_document``, ``chunk_id``, ``chunk_index``, ``chunk_size``, ``chunk_overlap``, ``chunk_context`` (the path of
    headings) where there is one, and what the strategy says of a chunk (``headings``, …), which no embedder and no
    model is shown.

    >>> parser = ChunkParser("recursive", size=4, overlap=2, ruler="words")
    >>> nodes = parser.get_nodes_from_documents([Document(text="same words " * 4, id_="greeting")])
    >>> [node.start_char_idx for node in nodes]
    [0, 22]
    """

    strategy: str = Field(default="recursive", description="A name in TEXT_STRATEGIES.")
    size: int = Field(default=500, description="The most that a node may measure, in units of the ruler.")
    overlap: int | str = Field(default="15%", description="Units, a percentage or sentences.")
    options: dict[str, Any] = Field(default_factory=dict, description="What else the strategy takes.")
    _split: Chunker = PrivateAttr()

    def __init__(
        self, strategy: str = "recursive", size: int = 500, overlap: int | str = "15%", **options: Any
    ) -> None:
        fields: dict[str, Any] = {name: options.pop(name) for name in NodeParser.model_fields if name in options}
        if callable(fields.pop("id_func", None)):  # what a dictionary brings back is a name, and is left out
            raise InvalidType("ChunkParser takes no id_func: an id is made from the document's id and the offsets")
        options = {**options.pop("options", {}), **options}
        split = chosen(strategy, size, overlap, options)
        fields |= {"strategy": strategy, "size": size, "overlap": overlap, "options": options}
        super().__init__(**fields)
        self._split = split

    @classmethod
    def class_name(cls) -> str:
        """Name the class in serialised form."""
        return "ChunkParser"

    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **_: Any) -> list[BaseNode]:  # noqa: FBT001, FBT002 (the signature of the base class)
        shown = get_tqdm_iterable(nodes, show_progress, "Splitting")
        names = unique(node.node_id for node in nodes)
        return [part for node, name in zip(shown, names, strict=True) for part in self._parts(node, name)]

    def _parts(self, node: BaseNode, name: str) -> list[TextNode]:
        """Split one node, and say of each part where it lies."""
        chunks = self._chunks(node, name)
        texts = [chunk.text for chunk in chunks]
        parts = build_nodes_from_splits(texts, node, id_func=lambda number, _: chunks[number].uuid)
        return [_with_place(part, chunk, node.metadata) for part, chunk in zip(parts, chunks, strict=True)]

    def _chunks(self, node: BaseNode, name: str) -> list[Chunk]:
        """Split a node's text so that each part fits together with the metadata that are shown before it."""
        text = node.get_content(metadata_mode=MetadataMode.NONE)
        forms = (node.get_metadata_str(mode=mode) for mode in (MetadataMode.EMBED, MetadataMode.LLM))
        header = max(forms, key=self._split.ruler) if self.include_metadata else ""  # as a model is shown them
        if not header:
            return self._split(text, document=name)
        taken = self._split.ruler(_shown(node, header, "")) - self._split.ruler.special
        while True:
            room = self.size - taken
            try:
                parse_overlap(self.overlap, room)
            except ValueError:
                why = f"its metadata take {taken} of size={self.size}, which leaves no room for overlap={self.overlap}"
                raise InvalidValue(f"document {node.node_id}: {why}; enlarge the size or exclude metadata") from None
            chunks = self._split.but(size=room)(text, document=name)
            # Tokens merge where header and text meet: what counts is the whole, measured.
            largest = max((self._split.ruler(_shown(node, header, chunk.text)) for chunk in chunks), default=0)
            if largest <= self.size:
                return chunks
            taken += largest - self.size

    def _postprocess_parsed_nodes(self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]) -> list[BaseNode]:
        """Keep the offsets: the base class searches for each text, and finds the first of equal ones."""
        places = [(node, node.start_char_idx, node.end_char_idx) for node in nodes if isinstance(node, TextNode)]
        processed = super()._postprocess_parsed_nodes(nodes, parent_doc_map)
        for node, start, end in places:
            node.start_char_idx, node.end_char_idx = start, end
        return processed


def _shown(node: BaseNode, header: str, text: str) -> str:
    """Put metadata and text together as LlamaIndex does."""
    template = getattr(node, "text_template", DEFAULT_TEXT_NODE_TMPL)
    return str(template.format(metadata_str=header, content=text))
