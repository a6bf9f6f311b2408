"""Work on what was retrieved, by offsets: drop hits that say the same, join hits that touch.

The same text at two places of a document is two places: what is around it differs, and so may what it means.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from chunklib.chunk import Chunk, Span
from chunklib.errors import InvalidValue
from chunklib.readers import at_least, listed
from chunklib.retrieval.retriever import Hit
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler

GAP = "\n[…]\n"
"""The mark between two passages: here something of the document is left out, or another document begins."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Holds a stretch of a document that hits cover together: ``text == document_text[start_char:end_char]``.

    ``score`` is the best of its hits; ``ids`` are the chunks that it is made of, in the order of the text.
    """

    document: str
    start_char: int
    end_char: int
    text: str
    score: float
    ids: tuple[str, ...]


def deduplicate(hits: Iterable[Hit]) -> list[Hit]:
    """Drop hits that bring nothing new: all their characters lie in what the hits before them cover together.

    A hit that brings anything new stays whole, also where it overlaps others; :func:`merge_adjacent` removes what
    is there twice.

    Args:
        hits: best first.

    Returns:
        the others, in their order; they cover exactly the same characters.

    >>> text = "abcdefghij"
    >>> def hit(start, end, score):
    ...     return Hit(Chunk(text[start:end], start, end, end - start, 0, 0, "letters"), score)
    >>> [one.chunk.id for one in deduplicate([hit(0, 5, 3.0), hit(4, 8, 2.0), hit(3, 7, 1.0)])]
    ['letters:0-5', 'letters:4-8']
    """
    covered: dict[str, list[Span]] = {}  # stretches that neither overlap nor touch
    found = []
    for hit in checked_hits(hits):
        span = Span(hit.chunk.start_char, hit.chunk.end_char)
        stretches = covered.get(hit.chunk.document, [])
        if not any(start <= span.start and span.end <= end for start, end in stretches):
            found.append(hit)
            apart = [one for one in stretches if one.end < span.start or span.end < one.start]
            met = [one for one in [*stretches, span] if one not in apart]
            covered[hit.chunk.document] = [*apart, Span(min(met).start, max(one.end for one in met))]
    return found


def deduplicate_text(hits: Iterable[Hit]) -> list[Hit]:
    """Drop hits whose text is that of a hit before them, as tutorials do.

    It knows whole texts only: overlapping hits stay, and the same words at another place, or in another document,
    go. :func:`deduplicate` looks at places.

    >>> one, two = (Chunk("Wait.", start, start + 5, 2, 0, 0, "tea") for start in (0, 40))
    >>> [hit.chunk.id for hit in deduplicate_text([Hit(one, 2.0), Hit(two, 1.0)])]
    ['tea:0-5']
    """
    found: dict[str, Hit] = {}
    for hit in checked_hits(hits):
        found.setdefault(hit.chunk.text, hit)
    return list(found.values())


def merge_adjacent(
    hits: Iterable[Hit], *, budget: int | None = None, ruler: RulerSpec = "cl100k_base", gap: int = 0
) -> list[Passage]:
    """Make passages of hits: those that overlap or touch become one, with no character twice.

    With a budget, hits are taken in their order while the rendered passages measure no more; a hit that does not fit
    is left out whole, never cut, and a later one may still fit.

    Args:
        hits: best first.
        budget: the most that :func:`render` may give, in units of the ruler, marks of gaps included.
        ruler: measures the rendered text. See :func:`chunklib.tokens.ruler`.
        gap: passages of one document with at most so many characters between them are put together, in the order of
            the text. They stay passages of their own: what is between them is in no hit. A very large number puts every
            document into its own order.

    Returns:
        passages (or groups of them) in the order of the first hit in each. No two of a document overlap
        or touch.

    Raises:
        ValueError: for numbers out of range, and chunks that do not agree on the text of their document.
        TypeError: for anything but a hit.

    >>> text = "abcdefghij"
    >>> def hit(start, end, score):
    ...     return Hit(Chunk(text[start:end], start, end, end - start, 0, 0, "letters"), score)
    >>> hits = [hit(6, 9, 3.0), hit(0, 3, 2.0), hit(2, 5, 1.0)]
    >>> [(one.start_char, one.text, one.score) for one in merge_adjacent(hits)]
    [(6, 'ghi', 3.0), (0, 'abcde', 2.0)]
    >>> print(render(merge_adjacent(hits, gap=1)))
    abcde
    […]
    ghi
    """
    gap = at_least(0, "gap", gap)
    own = checked_hits(hits)
    if budget is None:
        return _arranged(own, gap)
    budget, measure = at_least(1, "budget", budget), make_ruler(ruler)
    taken: list[Hit] = []
    for hit in own:
        if measure(render(_arranged([*taken, hit], gap))) <= budget:
            taken.append(hit)
    return _arranged(taken, gap)


def render(passages: Iterable[Passage]) -> str:
    r"""Write passages one after the other, with a mark between any two.

    >>> one, two = (Passage("tea", at, at + 5, "Wait.", 1.0, (f"tea:{at}-{at + 5}",)) for at in (0, 40))
    >>> render([one, two])
    'Wait.\n[…]\nWait.'
    """
    return GAP.join(passage.text for passage in passages)


def checked_hits(hits: Iterable[Hit]) -> list[Hit]:
    """Refuse anything but hits, and a chunk that is not as long as it says."""
    found = listed("hits must be a list of Hit(chunk, score)", hits, Hit)
    listed("the chunks of hits must be chunks (chunklib.Chunk)", [hit.chunk for hit in found], Chunk)
    for hit in found:
        if len(hit.chunk.text) != hit.chunk.end_char - hit.chunk.start_char:
            raise InvalidValue(f"chunk {hit.chunk.id} has a text of {len(hit.chunk.text)} characters")
    return found


def _arranged(hits: Sequence[Hit], gap: int) -> list[Passage]:
    """Merge hits, and put what they make into order."""
    first = {hit.chunk.id: place for place, hit in reversed(list(enumerate(hits)))}
    groups: list[list[Passage]] = []
    by_place = sorted(hits, key=lambda hit: (hit.chunk.document, hit.chunk.start_char, hit.chunk.end_char))
    for _, own in groupby(by_place, key=lambda hit: hit.chunk.document):
        end = -gap - 1
        for passage in _merged(own):
            if passage.start_char - end > gap:
                groups.append([])
            groups[-1].append(passage)
            end = passage.end_char
    groups.sort(key=lambda group: min(first[name] for passage in group for name in passage.ids))
    return [passage for group in groups for passage in group]


def _merged(hits: Iterable[Hit]) -> list[Passage]:
    """Merge the hits of one document, in the order of the text."""
    found: list[Passage] = []
    for chunk, score in hits:
        start, end = chunk.start_char, chunk.end_char
        passage = Passage(chunk.document, start, end, chunk.text, score, (chunk.id,))
        if found and start <= found[-1].end_char:
            before = found.pop()
            shared = min(before.end_char, end) - start
            if before.text[start - before.start_char :][:shared] != chunk.text[:shared]:
                place = f"{chunk.id} has other text at {start}-{start + shared}"
                raise InvalidValue(f"chunks of {chunk.document!r} do not agree on its text: {place}")
            ids = tuple(dict.fromkeys((*before.ids, chunk.id)))
            text, best = before.text + chunk.text[shared:], max(before.score, score)
            passage = Passage(chunk.document, before.start_char, max(before.end_char, end), text, best, ids)
        found.append(passage)
    return found
