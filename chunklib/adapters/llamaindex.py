"""Make any strategy a LlamaIndex node parser whose offsets are exact, also where text repeats."""

from collections.abc import Mapping, Sequence
from typing import Any

from chunklib.adapters.configured import chosen, said_of, unique
from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.errors import InvalidValue
from chunklib.missing import needed
from chunklib.overlap import parse_overlap

with needed("this adapter needs", "llama-index-core", "llamaindex"):
    from llama_index.core.bridge.pydantic import Field, PrivateAttr
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.node_parser.node_utils import build_nodes_from_splits
    from llama_index.core.schema import DEFAULT_TEXT_NODE_TMPL, BaseNode, Document, MetadataMode, TextNode
    from llama_index.core.utils import get_tqdm_iterable

_OURS = ("chunk_id", "chunk_size", "chunk_overlap", "chunk_context")


def _stable_ids(number: int, node: BaseNode) -> str:
    """Stand for ids that come from the chunks."""
    raise NotImplementedError(f"the id of node {number} of {node.node_id} comes from its chunk")


class ChunkParser(NodeParser):
    """Makes any strategy of chunklib a LlamaIndex ``NodeParser``.

    Args:
        strategy: a name in ``TEXT_STRATEGIES``.
        size: the most that a node may measure, in units of the ruler. With ``include_metadata`` (the default) that is
            the node's text with the metadata that its embedder or its language model is shown, whichever is longer.
        overlap: units, a percentage ("15%") or sentences ("2s").
        options: what else the strategy takes (``ruler``, ``separators``, ``language``, …), and the fields that every
            node parser has (``include_metadata``, ``include_prev_next_rel``, ``callback_manager``, ``id_func``).

    Nodes know their exact ``start_char_idx`` and ``end_char_idx``. Their ids are made from the document's id and these
    offsets unless an ``id_func`` is given: who ingests the same document again gets the same ids. The metadata get
    ``chunk_id``, ``chunk_size``, ``chunk_overlap`` and, where there is one, ``chunk_context`` (the path of headings),
    which neither an embedder nor a language model is shown.

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
        fields["id_func"] = _id_func(fields.get("id_func"))
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
        make_id = (lambda number, _: chunks[number].uuid) if self.id_func is _stable_ids else self.id_func
        parts = build_nodes_from_splits([chunk.text for chunk in chunks], node, id_func=make_id)
        for part, chunk in zip(parts, chunks, strict=True):
            part.start_char_idx, part.end_char_idx = chunk.start_char, chunk.end_char
            part.metadata = said_of(chunk)
            part.excluded_embed_metadata_keys = [*part.excluded_embed_metadata_keys, *_OURS]
            part.excluded_llm_metadata_keys = [*part.excluded_llm_metadata_keys, *_OURS]
        return parts

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


def _id_func(given: object) -> object:
    """Take a function, or what a serialised parser has of one: its name."""
    name = given.get("id_func_name") if isinstance(given, Mapping) else None
    if given is None or name == _stable_ids.__name__:
        return _stable_ids
    if name is not None:
        raise InvalidValue(f"the function id_func={name} does not come back from a dictionary: give id_func again")
    return given


def _shown(node: BaseNode, header: str, text: str) -> str:
    """Put metadata and text together as LlamaIndex does."""
    template = getattr(node, "text_template", DEFAULT_TEXT_NODE_TMPL)
    return str(template.format(metadata_str=header, content=text))
