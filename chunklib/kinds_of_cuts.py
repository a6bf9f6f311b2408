"""Define the kinds of cuts that a recipe can name: each finds the places where a document may be cut.

A kind gives a list, strongest first: most give one kind of cuts, a structure as many as it has levels, and a kind that
a document does not have (tokens, where the ruler has none) gives none. Cuts hold its text and not the document, which
holds them: so nothing waits for the garbage collector.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import accumulate, pairwise

from chunklib import cuts
from chunklib.cuts import DEFAULT_SEPARATORS, Cuts
from chunklib.cuts.semantic import SentenceVectors, breakpoints, distances
from chunklib.cuts.separators import LINE, SENTENCE, listed
from chunklib.cuts.structure import Level, part_starts
from chunklib.document import Document, content_end
from chunklib.embed import embedder
from chunklib.search_index import SearchIndex
from chunklib.token_index import TokenIndex
from chunklib.tokens import Index


def tokens(doc: Document) -> list[Cuts]:
    """Cut between the tokens of the ruler."""
    index = doc.index
    return [doc.cuts(lambda: index.boundaries)] if isinstance(index, TokenIndex) else []


def words(doc: Document) -> list[Cuts]:
    """Cut between words; where there are tags, first outside of them, then between them."""
    every, tags, end = doc.cuts(partial(cuts.words, doc.text)), doc.structure.tags, len(doc.text)
    if not tags:
        return [every]
    edges = sorted({end}.union(*tags) - {0})
    return [doc.cuts(lambda: cuts.outside(every.offsets, tags)), doc.cuts(lambda: edges), every]


def sentences(doc: Document) -> list[Cuts]:
    """Cut between sentences."""
    return [doc.sentences]


def landmarks(doc: Document) -> list[Cuts]:
    """Cut between sentences, else lines, else words; of each, the cuts of the highest rank first."""
    text, found = doc.text, doc.sentences
    sources = (lambda: found.offsets), partial(cuts.separators, text, LINE), partial(cuts.words, text)
    return [kind for find in sources for kind in _by_rank(doc, find)]


def _by_rank(doc: Document, find: Callable[[], Sequence[int]]) -> list[Cuts]:
    """Make a kind of cuts for each rank, which has the higher ranks too: the last kind has all cuts."""
    text = doc.text

    @cache
    def ranked() -> list[tuple[int, int]]:
        offsets = find()
        return [*zip(offsets, cuts.ranks(text, offsets), strict=True)]

    def of_rank(least: int) -> Sequence[int]:
        return [offset for offset, rank in ranked() if rank >= least]

    return [doc.cuts(partial(of_rank, least)) for least in reversed(range(cuts.MOST_RANK + 1))]


def separators(doc: Document) -> list[Cuts]:
    """Cut after each separator, the strongest first."""
    return [
        doc.cuts(partial(cuts.separators, doc.text, kind)) for kind in listed(doc.options["separators"]) if kind != ""
    ]


def own_separator(doc: Document) -> Sequence[Cuts]:
    """Cut after the finest separator, if the separators are not the default ones (which end with words)."""
    return doc.kind(separators)[-1:] if listed(doc.options["separators"]) != DEFAULT_SEPARATORS else []


def breaks(doc: Document) -> list[Cuts]:
    """Cut where neighbouring sentences are least alike."""
    window, threshold, amount = (doc.options[name] for name in ("window", "threshold", "amount"))
    return [_after(doc, lambda found: breakpoints(distances(found.rows, window), threshold, amount))]


def clusters(doc: Document) -> list[Cuts]:
    """Cut so that the sentences of each chunk are as similar as can be."""
    fitting = partial(_fitting, doc.text, doc.index, doc.room)
    return [_after(doc, lambda found: fitting(found.ends, partial(cuts.clusters, found.rows)))]


def joined(doc: Document) -> list[Cuts]:
    """Cut before a sentence that is not similar enough to join the sentences before it."""
    settings = {name: doc.options[name] for name in ("fixed_threshold", "c", "init_constant")}
    fitting = partial(_fitting, doc.text, doc.index, doc.room)
    return [_after(doc, lambda found: fitting(found.ends, partial(cuts.max_min, found.rows, **settings)))]


def tiles(doc: Document) -> list[Cuts]:
    """Cut between sentences, where the words change."""
    width, block = doc.options["width"], doc.options["block"]
    text, found = doc.text, doc.sentences
    return [doc.cuts(lambda: [*cuts.texttiling(text, found.offsets, width, block), len(text)])]


def _fitting(
    text: str, index: Index, room: int, ends: Sequence[int], choose: Callable[[Sequence[int]], list[int]]
) -> list[int]:
    """Choose gaps between sentences, so that each chunk fits beside the overlap, without the white space after it."""
    measure = index.size

    def fits(start: int, end: int) -> bool:
        return measure(start, content_end(text, start, end)) <= room

    if not isinstance(index, SearchIndex):
        return choose(cuts.windows(ends, fits))
    added = (measure(start, end) - index.special for start, end in pairwise((0, *ends)))
    total = dict(zip((0, *ends), accumulate(added, initial=0), strict=True))
    return choose(cuts.windows(ends, lambda start, end: total[end] - total[start] + index.special <= room))


def _after(doc: Document, choose: Callable[[SentenceVectors], Sequence[int]]) -> Cuts:
    """Make cuts of the gaps between sentences that are chosen by their vectors, and of the end."""
    found = doc.vectors(embedder(doc.options["embed"]))
    return doc.cuts(lambda: [*(found.ends[gap] for gap in choose(found)), *found.ends[-1:]])


def proposals(doc: Document) -> list[Cuts]:
    """Cut where a callable says."""
    return [doc.cuts(partial(cuts.proposals, doc.text, doc.options["propose"]))]


def parts(doc: Document) -> list[Cuts]:
    """Cut where a section, a record or a definition begins; in a text without structure, at its strongest separator."""
    text = doc.text
    if doc.has_structure:
        return [doc.cuts(lambda: [*filter(None, part_starts(text, doc.structure)), len(text)])]
    last = len(text.rstrip()) - 1
    return [cuts for cuts in doc.kind(separators) if cuts.first(0, last) is not None][:1]


def levels(doc: Document) -> list[Cuts]:
    """Cut at the levels of the structure: sections, blocks, rows, statements."""
    return [doc.cuts(partial(_offsets, doc.text, doc.index, doc.size, level)) for level in doc.structure.levels]


def first_level(doc: Document) -> Sequence[Cuts]:
    """Cut at the first level of the structure: turns."""
    return doc.kind(levels)[:1]


def finest_level(doc: Document) -> Sequence[Cuts]:
    """Cut at the last level of the structure: items, lines."""
    return doc.kind(levels)[-1:]


def sentence_marks(doc: Document) -> list[Cuts]:
    """Cut after what looks like the end of a sentence, not in a title or a tag: quicker than :func:`sentences`."""
    text, whole = doc.text, [*doc.structure.titles, *doc.structure.tags]
    return [doc.cuts(lambda: cuts.outside(cuts.separators(text, SENTENCE), whole))]


def blocks(doc: Document) -> list[Cuts]:
    """Cut between the blocks of the structure, also between a heading and its text."""
    found, end = doc.structure.blocks, len(doc.text)
    return [doc.cuts(lambda: [*found, end])] if found else []


def outside_escapes(doc: Document) -> list[Cuts]:
    """Cut anywhere but inside an escape of JSON."""
    return [doc.cuts(partial(cuts.outside_escapes, doc.text))] if "\\" in doc.text else []


def _offsets(text: str, index: Index, size: int, level: Level) -> Sequence[int]:
    """Find the offsets of a level, and the starts of its blocks that fit in the size by themselves."""
    bare = [(block, content_end(text, *block)) for block in level.blocks]
    fitting = [
        block for block, last in bare if index.near(block.start, last, size) and index.size(block.start, last) <= size
    ]
    places = {block.start for block in fitting} | {block.end for block in fitting if level.ends}
    places.discard(0)
    offsets = sorted(places.union(level.offsets)) if fitting else level.offsets
    end = len(text)
    return offsets if offsets[-1:] == [end] else [*offsets, end]
