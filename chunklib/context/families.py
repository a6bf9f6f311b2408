"""Make parents: runs of neighbouring chunks, so that small chunks are searched and the larger ones are given."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from chunklib.chunk import OWN, Chunk
from chunklib.chunk_config import Chunker
from chunklib.context.neighbours import check_order
from chunklib.document import Remembering
from chunklib.errors import InvalidValue
from chunklib.readers import a_text, at_least, listed
from chunklib.sources import FileChunks
from chunklib.tokens import Index, RulerSpec, Tokens
from chunklib.tokens import ruler as make_ruler


class Family(NamedTuple):
    """Holds the children of one document, which are searched, and their parents, which are given.

    Always: each child lies in exactly one parent, and ``metadata["parent"]`` is that parent's id; a parent begins with
    its first child and ends with its last, and ``metadata["children"]`` are their ids.
    """

    parents: list[Chunk]
    children: list[Chunk]

    def __repr__(self) -> str:
        """Say how many there are, and what they measure in units of their rulers."""
        counts = f"{len(self.children)} children in {len(self.parents)} parents"
        return f"<Family of {counts}: {self.embedded} embedded, {self.stored} stored>"

    @property
    def chunks(self) -> list[Chunk]:
        """Give what is stored: the parents, then the children; an only child is its parent, and is in the list once."""
        known = {parent.id for parent in self.parents}
        return [*self.parents, *(child for child in self.children if child.id not in known)]

    @property
    def embedded(self) -> int:
        """Measure what is embedded: the children."""
        return sum(child.size for child in self.children)

    @property
    def stored(self) -> int:
        """Measure what is stored: parents and children."""
        return sum(chunk.size for chunk in self.chunks)


def parents(
    text: str,
    children: Iterable[Chunk] | Chunker | Mapping[str, object],
    size: int,
    *,
    ruler: RulerSpec | None = None,
    document: str | None = None,
) -> Family:
    """Put chunks of a document together to parents, each a run of neighbours that is as long as fits.

    A parent also ends where the section of its first child does (``metadata["headings"]``, if chunks have them). Two
    parents share what their children share at the border. White space that lies between two chunks is in the parent.

    Args:
        text: the document.
        children: its chunks; or a chunker or its description (:class:`chunklib.Chunker`): the text is then tokenized
            once for both.
        size: the most that a parent may measure, without its context, which is that of its first child.
        ruler: what measures parents: by default what measures the chunks of the chunker, or ``"cl100k_base"``.
        document: the name of the document, where a chunker makes the children.

    Returns:
        parents and children, with exact offsets.

    Raises:
        ValueError: for a child above the size, chunks of several documents, out of order or not where they say, and a
            strategy that takes a file.
        TypeError: for anything but chunks or a chunker.

    >>> small = {"strategy": "sentences", "size": 3, "overlap": 0, "ruler": "words"}
    >>> family = parents("It rained. He left. Then sun came. We ate.", small, 6, document="day")
    >>> [(parent.id, parent.text) for parent in family.parents]
    [('day:0-20', 'It rained. He left. '), ('day:20-42', 'Then sun came. We ate.')]
    >>> family.children[0].metadata["parent"], family.embedded, family.stored
    ('day:0-20', 9, 18)
    """
    a_text("text", text)
    size, split = at_least(1, "size", size), isinstance(children, Chunker | Mapping | str | Path)
    index, found = (_split if split else _given)(text, children, ruler, document)
    family = Family([], [])
    for run in _runs(found, index, size, alike=split and ruler is None):
        parent = _parent(text, run, index, family.parents)
        family.parents.append(parent)
        family.children.extend(replace(one, metadata={**one.metadata, "parent": parent.id}) for one in run)
    return family


def _split(text: str, how: Any, ruler: RulerSpec | None, document: str | None) -> tuple[Index, list[Chunk]]:
    """Make the children, with the parents' index of the text where both have the same ruler."""
    chunker = how if isinstance(how, Chunker) else Chunker.from_config(how)
    measure = chunker.ruler if ruler is None else make_ruler(ruler)
    index = measure.index(text)
    if ruler is None and isinstance(measure, Tokens):
        chunker = chunker.but(ruler=Remembering(measure, {text: index}))
    found = None if chunker.recipe.file else chunker(text, document)
    if found is None or isinstance(found, FileChunks):
        instead = "give parents() the text and the chunks that it makes"
        raise InvalidValue(f"parents are made of a text: {chunker.strategy} cuts one of its own; {instead}")
    return index, found


def _given(text: str, chunks: Any, ruler: RulerSpec | None, document: str | None) -> tuple[Index, list[Chunk]]:
    """Read the chunks of one document, in the order of the text, and measure it."""
    if document is not None:
        raise InvalidValue(f"chunks know their document, so none can be named: got document={document!r}")
    found: list[Chunk] = listed("parents need a list of chunks, or a chunker", chunks, Chunk)
    for chunk in found:
        if chunk.document != found[0].document:
            both = f"{found[0].document!r} and {chunk.document!r}"
            raise InvalidValue(f"parents are made document by document: got chunks of {both}")
        start, end = chunk.start_char, chunk.end_char
        if not (0 <= start < end <= len(text) and text[start:end] == chunk.text):
            raise InvalidValue(f"chunk {chunk.id} is not in the text at its place: is it of another document?")
    check_order(found)
    return make_ruler("cl100k_base" if ruler is None else ruler).index(text), found


def _runs(children: Sequence[Chunk], index: Index, size: int, *, alike: bool) -> Iterator[Sequence[Chunk]]:
    """Find the runs of children that make a parent.

    Where children and parents are measured alike, what the children measure together, less what they share, says how
    many may fit: so a run that is surely too long is not measured, which a callable would have to read again.
    """
    added = [0, *accumulate(child.size - child.overlap for child in children)]

    def fits(count: int) -> bool:
        last = children[first + count - 1]
        if not all(_under(children[first], child) for child in children[first + 1 : first + count]):
            return False
        together = added[first + count] - added[first] + children[first].overlap
        if alike and together > size + count:  # two that are joined can measure one less
            return False
        return index.size(children[first].start_char, last.end_char) <= size

    first, count = 0, 1
    while first < len(children):
        room = len(children) - first
        if alike:
            most = size + added[first] - children[first].overlap
            count = min(max(bisect_right(added, most, first) - 1 - first, 1), room)
        count = _most(room, fits, count)
        if not count:
            measured = index.size(children[first].start_char, children[first].end_char)
            rule = "a parent must hold its children whole"
            raise InvalidValue(f"{rule}: got size={size}, and chunk {children[first].id} measures {measured}")
        yield children[first : first + count]
        first += count


def _most(room: int, fits: Callable[[int], bool], guess: int) -> int:
    """Find how many fit, from 0 to ``room``: a search around a guess, as every answer costs a measure."""
    low, high, at, step = 0, room + 1, min(guess, room), 1  # so many fit, so many do not
    while high - low > 1:
        low, high = (at, high) if fits(at) else (low, at)
        if low and high <= room:
            at = (low + high) // 2
        else:
            at = min(low + step, room) if low else max(high - step, 1)
            step *= 2
    return low


def _under(first: Chunk, child: Chunk) -> bool:
    """Tell whether a child is still in the section, or in one below it, in which the first child is."""
    above, path = (one.metadata.get("headings", ()) for one in (first, child))
    if not (isinstance(above, tuple | list) and isinstance(path, tuple | list)):
        return True
    return list(path[: len(above)]) == list(above)


def _parent(text: str, run: Sequence[Chunk], index: Index, before: Sequence[Chunk]) -> Chunk:
    """Make the parent of a run of children."""
    start, end = run[0].start_char, run[-1].end_char
    shared = index.size(start, before[-1].end_char) if before and start < before[-1].end_char else 0
    told = {name: value for name, value in run[0].metadata.items() if name in ("headings", OWN)}
    told["children"] = tuple(child.id for child in run)
    size, place = index.size(start, end), len(before)
    return Chunk(text[start:end], start, end, size, shared, place, run[0].document, run[0].context, told)
