"""Decide what of each chunk a retriever is given: its text alone, its context too, or what a callable says of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from chunklib.chunk import Chunk
from chunklib.context.described import below_headings, description_of
from chunklib.context.headers import check_slice
from chunklib.errors import InvalidType
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.wording import counted

Context = bool | Callable[[str, Chunk], str] | None
"""What an evaluation does with contexts; evidence is found by text alone, whatever is said here.

* True: chunks are searched, stored and read in full (:func:`chunklib.in_full`), so the tokens of contexts count in
  storage and budgets;
* False: chunks are searched without a context, whatever gave them one;
* a callable ``(document_text, chunk) -> str`` adds what it says to each context, below what is there, as
  :func:`chunklib.context.contextualize` does; then as True;
* None: a retriever searches what it searches by itself (ours: a context that is there), and nothing of it is counted.
"""


def counts(context: object) -> bool | None:
    """Say whether contexts are searched and counted (True), left out (False), or left to the retriever (None)."""
    if context is None or isinstance(context, bool):
        return context
    if callable(context):
        return True
    rule = "context must be True, False, None or a callable (document_text, chunk) -> str"
    raise InvalidType(f"{rule}: got {type(context).__name__} {context!r:.60}")


def with_context(prepared: Prepared, chunks: Sequence[Chunk], context: Context) -> Sequence[Chunk]:
    """Give chunks the context that is to be searched; those that need no change are the same objects."""
    if context is False:
        return [replace(chunk, context="") if chunk.context else chunk for chunk in chunks]
    if context is None or context is True:
        return chunks
    documents = prepared.benchmark.documents
    for chunk in chunks:
        check_slice(documents.get(chunk.document, ""), chunk)
    return [
        below_headings(chunk, description_of(documents[chunk.document], chunk, context, "context")) for chunk in chunks
    ]


def about_context(*, context: bool | None, contexts: int, tokens: int) -> list[str]:
    """Say what was done with contexts, in a line, or in none where there was nothing to decide."""
    if context is False:
        return ["context not searched: texts alone"]
    if not contexts:
        return ["context to be searched and counted: no chunk has one"] if context else []
    of = f"context of {counted(contexts, 'chunk')}"
    if context:
        return [f"{of} searched and counted: {tokens:,} tokens"]
    return [f"{of} left to the retriever, not counted: context=True counts it, context=False leaves it out"]
