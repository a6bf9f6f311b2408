"""Put a sentence or two before a chunk that say where in the document it is, written by a model."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from chunklib.chunk import Chunk
from chunklib.context.headers import check_slice, in_full
from chunklib.errors import CallableFailed, InvalidType, said
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler


@dataclass(frozen=True)
class Cost:
    """Says what it took to describe the chunks of one document, in units of the ruler (tokens).

    The instruction that a callable puts around document and chunk is its own, and not counted.

    Args:
        calls: one for each chunk.
        document: tokens of the document.
        chunks: tokens of all chunks.
        written: tokens of all descriptions.
        stored: tokens that the chunks in full have more than before.
    """

    calls: int
    document: int
    chunks: int
    written: int
    stored: int

    @property
    def read(self) -> int:
        """Count the tokens read: document and chunk, for each call."""
        return self.calls * self.document + self.chunks


class Contextualized(NamedTuple):
    """Holds chunks with descriptions in their context, and what these cost."""

    chunks: list[Chunk]
    cost: Cost


def contextualize(
    document_text: str,
    chunks: Iterable[Chunk],
    describe: Callable[[str, Chunk], str],
    *,
    ruler: RulerSpec = "cl100k_base",
) -> Contextualized:
    """Let a callable (a model) say of each chunk where in the document it is.

    The idea is Anthropic's "Contextual Retrieval" (2024): the description is embedded and searched with the chunk.

    Args:
        document_text: the document.
        chunks: chunks of this document.
        describe: ``(document_text, chunk) -> str``, called once a chunk, in the order of the chunks.
        ruler: measures the cost.

    Returns:
        the chunks, each with its description in ``context``, below a heading path that is there; and the cost. An
        empty description adds nothing.

    Raises:
        ValueError: for a chunk that is not of this document.
        TypeError: for a description that is not a string; the message names the chunk.
        RuntimeError: where ``describe`` raises; it names the chunk and the error. Where answers cost money, let
            ``describe`` keep them.

    >>> whole = "Green tea wants 80 degrees. It wants two minutes."
    >>> chunk = Chunk("It wants two minutes.", 28, 49, size=5, overlap=0, index=1, document="tea")
    >>> found, cost = contextualize(whole, [chunk], lambda document, chunk: "On green tea:", ruler="words")
    >>> found[0].context, cost.read, cost.written
    ('On green tea:', 13, 3)
    """
    measure, before = make_ruler(ruler), list(chunks)
    for chunk in before:
        check_slice(document_text, chunk)
    descriptions = [description_of(document_text, chunk, describe) for chunk in before]
    after = [below_headings(chunk, description) for chunk, description in zip(before, descriptions, strict=True)]
    stored = sum(measure(in_full(new)) - measure(in_full(old)) for old, new in zip(before, after, strict=True))
    in_all, written = sum(measure(chunk.text) for chunk in before), sum(map(measure, descriptions))
    return Contextualized(after, Cost(len(before), measure(document_text), in_all, written, stored))


def below_headings(chunk: Chunk, description: str) -> Chunk:
    """Put a description into a chunk's context, below what is there; an empty one adds nothing."""
    return replace(chunk, context="\n".join(part for part in (chunk.context, description) if part))


def description_of(
    document_text: str, chunk: Chunk, describe: Callable[[str, Chunk], str], called: str = "describe"
) -> str:
    """Ask a callable for a description of a chunk; ``called`` is what a message calls the callable.

    Raises:
        TypeError: for a description that is not a string.
        RuntimeError: where the callable raises.
    """
    try:
        description = describe(document_text, chunk)
    except Exception as error:
        message = f"{called} failed for chunk {chunk.id}: {type(error).__name__}: {said(error)}"
        raise CallableFailed(message) from error
    if not isinstance(description, str):
        raise InvalidType(f"{called} must return a str: got {type(description).__name__} for chunk {chunk.id}")
    return description.strip()
