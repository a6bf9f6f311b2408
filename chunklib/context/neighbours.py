"""Tell chunks what is beside them: links to their neighbours, and sentences with a window around them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from chunklib import cuts
from chunklib.chunk import Chunk, Span
from chunklib.document import Document
from chunklib.errors import InvalidValue
from chunklib.readers import at_least
from chunklib.tokens import RulerSpec


def link(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Tell each chunk of its neighbours.

    A link never leads to another document: the first and the last chunk of each document have none. ``index``
    plays no part.

    Args:
        chunks: of one document in the order of the text, or of several, one document after the other. A document
            is known by ``chunk.document``.

    Returns:
        as many chunks, with these keys added to their metadata: ``previous_id`` and ``next_id`` (None at the ends);
        ``sentence_before``, the last sentence that the chunk before has and this one has not, and
        ``sentence_after``, the first that the next one has and this one has not ("" where there is none; of a
        sentence that the boundary cuts, the part on the other side); ``overlap_before`` and ``overlap_after``,
        what is shared with each, in units of the ruler that made the chunks.

    Raises:
        ValueError: unless starts and ends rise and the chunks of each document are together; for a text that is not as
            long as its offsets say.
        ModuleNotFoundError: without nupunkt (the extra ``sentences``).

    >>> one = Chunk("It rained. He left.", 0, 19, size=6, overlap=0, index=0, document="day")
    >>> two = Chunk("He left. Then sun. Then night.", 11, 41, size=9, overlap=3, index=1, document="day")
    >>> first, second = link([one, two])
    >>> first.metadata["next_id"], first.metadata["sentence_after"], first.metadata["overlap_after"]
    ('day:11-41', 'Then sun.', 3)
    >>> second.metadata["sentence_before"], second.metadata["next_id"]
    ('It rained.', None)
    """
    linked: list[Chunk] = []
    seen: set[str] = set()
    for document, group in groupby(chunks, lambda chunk: chunk.document):
        own = list(group)
        if document in seen:
            raise InvalidValue(f"chunks of one document must be together: {own[0].id} comes after another document")
        seen.add(document)
        check_order(own)
        linked.extend(_linked(own))
    return linked


def check_order(chunks: Sequence[Chunk]) -> None:
    """Refuse chunks of one document that are out of order, lie inside one another, or are not as long as they say."""
    for chunk in chunks:
        if len(chunk.text) != chunk.end_char - chunk.start_char:
            raise InvalidValue(f"chunk {chunk.id} has a text of {len(chunk.text)} characters")
    for one, two in pairwise(chunks):
        if not (one.start_char < two.start_char and one.end_char < two.end_char):
            raise InvalidValue(
                f"chunks must be in the order of the text, none inside another: {two.id} follows {one.id}"
            )


def _linked(chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """Link the chunks of one document."""
    neighbours: list[Chunk | None] = [None, *chunks, None]
    for before, chunk, after in zip(neighbours, chunks, neighbours[2:], strict=False):
        links = {
            "previous_id": before and before.id,
            "next_id": after and after.id,
            "sentence_before": _last_sentence(before.text[: chunk.start_char - before.start_char]) if before else "",
            "sentence_after": _first_sentence(after.text[max(0, chunk.end_char - after.start_char) :]) if after else "",
            "overlap_before": chunk.overlap if before else 0,
            "overlap_after": after.overlap if after else 0,
        }
        yield replace(chunk, metadata={**chunk.metadata, **links})


def _last_sentence(text: str) -> str:
    text = text.rstrip()
    return text[max((at for at in cuts.sentences(text) if at < len(text)), default=0) :].strip()


def _first_sentence(text: str) -> str:
    text = text.lstrip()
    return text[: next(iter(cuts.sentences(text)), 0)].strip()


def sentence_windows(
    text: str, window: int = 3, *, ruler: RulerSpec = "cl100k_base", document: str | None = None
) -> list[Chunk]:
    """Make each sentence a chunk that knows the sentences around it: search with one, answer with the other.

    Args:
        text: the document; for the languages see :func:`chunklib.cuts.sentences`.
        window: sentences on each side.
        ruler: measures ``size``, which is not bounded: a sentence is a sentence. See :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Returns:
        the sentences without the white space around them; no two overlap, and no text is lost. In the metadata,
        ``window`` is the (start, end) of the window, in characters of the document, and ``window_text`` its text.

    Raises:
        ValueError: for a negative window.
        ModuleNotFoundError: without nupunkt (the extra ``sentences``).

    >>> found = sentence_windows("One came. Two went. Three stayed.", window=1)
    >>> [chunk.text for chunk in found], found[0].metadata["window_text"]
    (['One came.', 'Two went.', 'Three stayed.'], 'One came. Two went.')
    """
    window = at_least(0, "window", window)
    doc = Document(text, ruler, document)
    cuts_between, start, spans = doc.sentences, 0, []
    while (end := cuts_between.first(start, len(text))) is not None:
        if bare := _without_white_space(doc, Span(start, end)):
            spans.append(bare)
        start = end
    chunks = []
    for index, (start, end) in enumerate(spans):
        around = Span(spans[max(0, index - window)].start, spans[min(index + window, len(spans) - 1)].end)
        metadata = {"window": tuple(around), "window_text": text[slice(*around)]}
        size = doc.index.size(start, end)
        chunks.append(Chunk(text[start:end], start, end, size, 0, index, doc.name, metadata=metadata))
    return chunks


def _without_white_space(doc: Document, span: Span) -> Span | None:
    """Leave out the white space at both ends, where no grapheme cluster is cut by that; None if nothing remains."""
    text = doc.text[slice(*span)]
    start, end = span.start + len(text) - len(text.lstrip()), span.start + len(text.rstrip())
    if start >= end:
        return None
    at = doc.graphemes.at
    return Span(start if at(start) else span.start, end if at(end) else span.end)
