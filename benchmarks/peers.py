"""Other people's splitters, asked for the same: 500 tokens of cl100k_base, 75 of them shared.

Each is set up as its documentation says, offsets on where it has them, and told to take special-token text as plain
text where it can be told. Nothing is downloaded: each gets the encoding that is on board.
"""

from __future__ import annotations

import logging
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import tiktoken

from benchmarks.splitters import ENCODING, OVERLAP, SIZE, Splitter

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.splitters import Record, Split

NOWHERE = -1  # the offset of a chunk that its splitter could not place


def peers() -> list[Splitter]:
    """Every splitter that is measured beside ours, whether or not its package is installed."""
    langchain = partial(Splitter, "langchain-text-splitters", records=_of_langchain)
    llama_index = partial(Splitter, "llama-index-core", records=_of_llama_index)
    chonkie = partial(Splitter, "chonkie", records=_of_chonkie)
    return [
        langchain("TokenTextSplitter", partial(_langchain, "TokenTextSplitter")),
        langchain("RecursiveCharacterTextSplitter", partial(_langchain, "RecursiveCharacterTextSplitter")),
        llama_index("TokenTextSplitter", partial(_llama_index, "TokenTextSplitter")),
        llama_index("SentenceSplitter", partial(_llama_index, "SentenceSplitter")),
        chonkie("TokenChunker", partial(_chonkie, "TokenChunker")),
        chonkie("SentenceChunker", partial(_chonkie, "SentenceChunker")),
        chonkie("RecursiveChunker", _chonkie_recursive, note="has no overlap"),
        chonkie("RecursiveChunker + OverlapRefinery", _chonkie_refined, note=f"{SIZE - OVERLAP} + {OVERLAP}"),
        Splitter("semchunk", "chunkerify", _semchunk, _of_semchunk),
        Splitter("semantic-text-splitter", "TextSplitter", _semantic_text_splitter, _of_semantic_text_splitter),
    ]


def _record(text: str, start: int | None, end: int | None = None) -> Record:
    start = NOWHERE if start is None else start
    return {"text": text, "start_char": start, "end_char": start + len(text) if end is None else end}


def _langchain(kind: str) -> Split:
    make = getattr(import_module("langchain_text_splitters"), kind).from_tiktoken_encoder
    splitter = make(
        encoding_name=ENCODING,
        chunk_size=SIZE,
        chunk_overlap=OVERLAP,
        add_start_index=True,
        disallowed_special=(),
    )
    return lambda text: splitter.create_documents([text])


def _of_langchain(documents: Iterable[Any]) -> Sequence[Record]:
    return [_record(document.page_content, document.metadata["start_index"]) for document in documents]


def _llama_index(kind: str) -> Split:
    # It says on standard error that some spans were not found; the table says how many.
    logging.getLogger("llama_index").setLevel(logging.ERROR)
    document = import_module("llama_index.core").Document
    encode = partial(tiktoken.get_encoding(ENCODING).encode, disallowed_special=())
    make = getattr(import_module("llama_index.core.node_parser"), kind)
    splitter = make(chunk_size=SIZE, chunk_overlap=OVERLAP, tokenizer=encode)
    return lambda text: splitter.get_nodes_from_documents([document(text=text)])


def _of_llama_index(nodes: Iterable[Any]) -> Sequence[Record]:
    return [_record(node.text, node.start_char_idx, node.end_char_idx) for node in nodes]


def _chonkie(kind: str) -> Split:
    make = getattr(import_module("chonkie"), kind)
    chunker = make(tiktoken.get_encoding(ENCODING), chunk_size=SIZE, chunk_overlap=OVERLAP)
    return cast("Split", chunker.chunk)


def _chonkie_recursive() -> Split:
    chunker = import_module("chonkie").RecursiveChunker(tiktoken.get_encoding(ENCODING), chunk_size=SIZE)
    return cast("Split", chunker.chunk)


def _chonkie_refined() -> Split:
    chonkie, encoding = import_module("chonkie"), tiktoken.get_encoding(ENCODING)
    chunker = chonkie.RecursiveChunker(encoding, chunk_size=SIZE - OVERLAP)
    refinery = chonkie.OverlapRefinery(encoding, context_size=OVERLAP, method="prefix")
    return lambda text: refinery.refine(chunker.chunk(text))


def _of_chonkie(chunks: Iterable[Any]) -> Sequence[Record]:
    return [_record(chunk.text, chunk.start_index, chunk.end_index) for chunk in chunks]


def _semchunk() -> Split:
    chunker = import_module("semchunk").chunkerify(tiktoken.get_encoding(ENCODING), SIZE)
    return lambda text: chunker(text, overlap=OVERLAP, offsets=True)


def _of_semchunk(result: tuple[list[str], list[tuple[int, int]]]) -> Sequence[Record]:
    return [_record(text, *offsets) for text, offsets in zip(*result, strict=True)]


def _semantic_text_splitter() -> Split:
    make = import_module("semantic_text_splitter").TextSplitter.from_tiktoken_model
    splitter = make("gpt-4", SIZE, overlap=OVERLAP)  # the model of cl100k_base
    return cast("Split", splitter.chunk_indices)


def _of_semantic_text_splitter(chunks: Iterable[tuple[int, str]]) -> Sequence[Record]:
    return [_record(text, start) for start, text in chunks]
