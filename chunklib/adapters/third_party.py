"""Wrap other people's splitters, and a function of your own, so that all are called alike.

Each is set up as its documentation says, with offsets where it has them, and told to take special-token text as plain
text where it can be told. Nothing is downloaded: each gets the encoding that is on board.
"""

import inspect
import logging
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, cast

import tiktoken

from chunklib.errors import InvalidValue, MissingPackage, unknown
from chunklib.missing import version_of
from chunklib.tokens import Tokens
from chunklib.tokens import ruler as make_ruler

Split = Callable[[str], Any]
Prepare = Callable[[str, int, int, Any], Split]

SIZES = ("size", "chunk_size", "max_tokens")
"""Parameters of your own function that are given the size."""
OVERLAPS = ("overlap", "chunk_overlap", "overlap_tokens")
"""Parameters of your own function that are given the overlap."""

_MODELS = {"cl100k_base": "gpt-4", "o200k_base": "gpt-4o"}
_BLANK = re.compile(r"\n\s*\n")


class SplitterFailed(InvalidValue):
    """Says why a splitter cannot be made, or did not do what it was asked."""


@dataclass(frozen=True)
class Peer:
    """Describes one way to split, from some package.

    ``make`` takes the ``title`` (a class or a function), a size, an overlap and an encoding. It imports what it needs
    and makes a function ``text -> chunks``, whose chunks :func:`chunklib.chunk_records.records` can read.
    """

    name: str
    package: str
    title: str
    make: Prepare
    note: str = ""

    @property
    def version(self) -> str:
        """Return the release that is installed; "" where there is none, or for your own function."""
        return version_of(self.package) if self.package else ""

    def prepare(self, size: int, overlap: int, ruler: object = "cl100k_base") -> Split:
        """Make the splitter, anew at each call, so that what it remembers of texts begins empty.

        Raises:
            ModuleNotFoundError: where its package is not installed.
            SplitterFailed: for a ruler that is not one of tokens, and for a function that cannot be imported.
        """
        if self.package and not self.version:
            message = f"the package {self.package} is not installed: pip install 'chunklib[peers]'"
            raise MissingPackage(message, name=self.package)
        measure = make_ruler(ruler)  # type: ignore[arg-type]
        if not self.package:
            return self.make(self.title, size, overlap, None)  # your own function counts as it likes
        if not isinstance(measure, Tokens):
            raise SplitterFailed(f"it counts tokens: give an encoding or a model as ruler, not {measure.name}")
        return self.make(self.title, size, overlap, measure.encoding)


def _langchain(kind: str, size: int, overlap: int, encoding: tiktoken.Encoding) -> Split:
    make = getattr(import_module("langchain_text_splitters"), kind).from_tiktoken_encoder
    splitter = make(
        encoding_name=encoding.name,
        chunk_size=size,
        chunk_overlap=overlap,
        add_start_index=True,
        disallowed_special=(),
    )
    return lambda text: splitter.create_documents([text])


def _llama_index(kind: str, size: int, overlap: int, encoding: tiktoken.Encoding) -> Split:
    # It says on standard error that some spans were not found; the audit says how many.
    logging.getLogger("llama_index").setLevel(logging.ERROR)
    document = import_module("llama_index.core").Document
    encode = partial(encoding.encode, disallowed_special=())
    make = getattr(import_module("llama_index.core.node_parser"), kind)
    splitter = make(chunk_size=size, chunk_overlap=overlap, tokenizer=encode)
    return lambda text: splitter.get_nodes_from_documents([document(text=text)])


def _chonkie(kind: str, size: int, overlap: int, encoding: tiktoken.Encoding) -> Split:
    more = {} if kind == "RecursiveChunker" else {"chunk_overlap": overlap}
    return cast("Split", getattr(import_module("chonkie"), kind)(encoding, chunk_size=size, **more).chunk)


def _chonkie_refined(_: str, size: int, overlap: int, encoding: tiktoken.Encoding) -> Split:
    chonkie = import_module("chonkie")
    chunker = chonkie.RecursiveChunker(encoding, chunk_size=size - overlap)
    refinery = chonkie.OverlapRefinery(encoding, context_size=overlap, method="prefix")
    return lambda text: refinery.refine(chunker.chunk(text)) if overlap else chunker.chunk(text)


def _semchunk(kind: str, size: int, overlap: int, encoding: tiktoken.Encoding) -> Split:
    chunker = getattr(import_module("semchunk"), kind)(encoding, size)
    return lambda text: chunker(text, overlap=overlap, offsets=True)


def _semantic_text_splitter(kind: str, size: int, overlap: int, encoding: tiktoken.Encoding) -> Split:
    make = getattr(import_module("semantic_text_splitter"), kind)
    if encoding.name in _MODELS:  # counted in Rust, with the vocabulary that it carries
        splitter = make.from_tiktoken_model(_MODELS[encoding.name], size, overlap=overlap)
    else:
        splitter = make.from_callback(Tokens(encoding), size, overlap=overlap)
    return cast("Split", splitter.chunk_indices)


def _unstructured(_: str, size: int, overlap: int, encoding: tiktoken.Encoding) -> Split:
    # Its import starts nvidia-smi and calls a server, unless this is set; what partitions a text into elements
    # downloads a model, so paragraphs are the elements here.
    os.environ["SCARF_NO_ANALYTICS"] = "true"
    element = import_module("unstructured.documents.elements").Text
    chunk = import_module("unstructured.chunking.basic").chunk_elements
    asked: dict[str, Any] = {"max_tokens": size, "overlap": overlap, "overlap_all": True, "tokenizer": encoding.name}
    return lambda text: chunk([element(part) for part in _BLANK.split(text) if part.strip()], **asked)


_LANGCHAIN, _LLAMA_INDEX, _CHONKIE = "langchain-text-splitters", "llama-index-core", "chonkie"
_REFINED_NOTE = "asked for size minus overlap, then for the overlap"
_PARAGRAPHS_NOTE = "overlap between paragraphs is in characters; never returns on an unbroken run with overlap"
_PEERS = (
    Peer("langchain:token", _LANGCHAIN, "TokenTextSplitter", _langchain),
    Peer("langchain:recursive", _LANGCHAIN, "RecursiveCharacterTextSplitter", _langchain),
    Peer("langchain:character", _LANGCHAIN, "CharacterTextSplitter", _langchain, "cuts at blank lines only"),
    Peer("llamaindex:token", _LLAMA_INDEX, "TokenTextSplitter", _llama_index),
    Peer("llamaindex:sentence", _LLAMA_INDEX, "SentenceSplitter", _llama_index),
    Peer("chonkie:token", _CHONKIE, "TokenChunker", _chonkie),
    Peer("chonkie:sentence", _CHONKIE, "SentenceChunker", _chonkie),
    Peer("chonkie:recursive", _CHONKIE, "RecursiveChunker", _chonkie, "has no overlap"),
    Peer("chonkie:refined", _CHONKIE, "RecursiveChunker + OverlapRefinery", _chonkie_refined, _REFINED_NOTE),
    Peer("semchunk", "semchunk", "chunkerify", _semchunk),
    Peer("semantic-text-splitter", "semantic-text-splitter", "TextSplitter", _semantic_text_splitter),
    Peer("unstructured", "unstructured", "chunk_elements", _unstructured, _PARAGRAPHS_NOTE),
)
PEERS: Mapping[str, Peer] = MappingProxyType({peer.name: peer for peer in _PEERS})
"""Every splitter that can be audited by name, whether or not its package is installed."""


def find(name: str, ours: Iterable[str] = ()) -> Peer:
    """Find a peer by its name, or your own function.

    Args:
        name: one of :data:`PEERS`, or ``module:callable``; that one is called with the text, and with the size and the
            overlap where it has parameters of the names in :data:`SIZES` and :data:`OVERLAPS`.
        ours: what else the caller takes, for the message.

    Raises:
        ValueError: for a name that is neither.

    >>> find("langchain:recursive").title, find("textwrap:wrap").title
    ('RecursiveCharacterTextSplitter', 'wrap')
    """
    if name in PEERS:
        return PEERS[name]
    module, colon, path = name.partition(":")
    families = {known.partition(":")[0] for known in PEERS}
    if not (colon and module and path) or module in families or module.startswith("."):
        raise unknown("splitter", name, [*ours, *PEERS, "module:callable"])
    return Peer(name, "", path, partial(_own, module))


def _own(module: str, path: str, size: int, overlap: int, _: None) -> Split:
    """Make a splitter of your own function, which counts as it likes."""
    try:
        found: Any = import_module(module)
    except Exception as error:  # noqa: BLE001 (a module may raise anything when it is imported)
        raise SplitterFailed(f"cannot import {module}: {type(error).__name__}: {error}") from None
    for name in path.split("."):
        found = getattr(found, name, None)
    if not callable(found):
        raise SplitterFailed(f"{module} has no callable {path!r}")
    return partial(found, **_known(found, size, overlap))


def _known(function: Callable[..., Any], size: int, overlap: int) -> dict[str, int]:
    """Choose the keywords for size and overlap that a function knows."""
    try:
        parameters = list(inspect.signature(function).parameters.values())[1:]
    except ValueError:  # some builtins do not tell
        return {}
    names = {one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    asked = [(SIZES, size), (OVERLAPS, overlap)]
    return {name: value for known, value in asked for name in known if name in names}
