"""Make parents: runs of neighbouring chunks, so that small chunks are searched and the larger ones are given."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from chunklib.chunk import OWN, Chunk
from chunklib.chunk_config import Chunker
from chunklib.context.headers import check_slice
from chunklib.context.neighbours import check_order
from chunklib.errors import InvalidValue
from chunklib.readers import a_text, at_least, listed
from chunklib.sources import FileChunks
from chunklib.tokens import Index, RulerSpec
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
        children: its chunks; or a chunker or its description (:class:`chunklib.Chunker`).
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
    """Make the children, and measure the text for the parents."""
    chunker = how if isinstance(how, Chunker) else Chunker.from_config(how)
    found = None if chunker.recipe.file else chunker(text, document)
    if found is None or isinstance(found, FileChunks):
        instead = "give parents() the text and the chunks that it makes"
        raise InvalidValue(f"parents are made of a text: {chunker.strategy} cuts one of its own; {instead}")
    return (chunker.ruler if ruler is None else make_ruler(ruler)).index(text), found


def _given(text: str, chunks: Any, ruler: RulerSpec | None, document: str | None) -> tuple[Index, list[Chunk]]:
    """Read the chunks of one document, in the order of the text, and measure it."""
    if document is not None:
        raise InvalidValue(f"chunks know their document, so none can be named: got document={document!r}")
    found: list[Chunk] = listed("parents need a list of chunks, or a chunker", chunks, Chunk)
    for chunk in found:
        if chunk.document != found[0].document:
            both = f"{found[0].document!r} and {chunk.document!r}"
            raise InvalidValue(f"parents are made document by document: got chunks of {both}")
        check_slice(text, chunk)
    check_order(found)
    return make_ruler("cl100k_base" if ruler is None else ruler).index(text), found


def _runs(children: Sequence[Chunk], index: Index, size: int, *, alike: bool) -> Iterator[Sequence[Chunk]]:
    """Find the runs of children that make a parent: from a guess on, as every answer costs a measure.

    Where children and parents are measured alike, the guess is what the children measure together, less what they
    share; else it is the length of the run before.
    """
    added = [0, *accumulate(child.size - child.overlap for child in children)]

    def fits(count: int) -> bool:
        together = added[first + count] - added[first] + children[first].overlap
        if alike and together > size + count:  # two that are joined can measure one less
            return False
        return index.size(children[first].start_char, children[first + count - 1].end_char) <= size

    first, count = 0, 1
    while first < len(children):
        begin = children[first]
        if alike:
            count = bisect_right(added, size + added[first] - begin.overlap, first) - 1 - first
        guess = children[first : first + max(count, 1)]
        count = next((at for at, child in enumerate(guess) if not _under(begin, child)), len(guess))
        while count and not fits(count):
            count -= 1
        if not count:
            measured = index.size(begin.start_char, begin.end_char)
            rule = "a parent must hold its children whole"
            raise InvalidValue(f"{rule}: got size={size}, and chunk {begin.id} measures {measured}")
        while first + count < len(children) and _under(begin, children[first + count]) and fits(count + 1):
            count += 1
        yield children[first : first + count]
        first += count


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
