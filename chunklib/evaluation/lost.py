"""Say of each question where its answer was lost: torn by a cut, ranked too low, not found, found and not answered."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.columns import columns
from chunklib.context.headers import check_slice, in_full
from chunklib.embed import Embedder
from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.axis import Pool
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.evaluation.evaluate import MakesRetriever
from chunklib.evaluation.indexed_benchmark import Prepared, Splits, chunked
from chunklib.evaluation.plain_data import PlainData
from chunklib.evaluation.ranks import ranked
from chunklib.evaluation.searched_context import Context, with_context
from chunklib.readers import at_least, listed
from chunklib.retrieval.hybrid import make_retriever
from chunklib.retrieval.spelling import searched

TORN, LOW, ABSENT, FOUND = "torn by a cut", "ranked too low", "not found", "found"
UNANSWERED, RIGHT = "found, not answered", "right"
_WITHOUT_READER, _WITH_READER = (TORN, LOW, ABSENT, FOUND), (TORN, LOW, ABSENT, UNANSWERED, RIGHT)
DEPTH = 100  # ranks that are looked at
_WORD = re.compile(r"\w\w+")

Reader = Callable[[str, Sequence[Chunk]], Iterable[tuple[str, int, int]]]
"""Takes a question and the chunks that were found, best first, and returns the places that its answer quotes, each a
document with a start and an end; none where it declines."""


@dataclass(frozen=True)
class Piece:
    """Holds a piece of evidence, and what has it.

    ``start`` and ``end`` are its place in the document of its question. ``whole_in`` are the places, among the ledger's
    chunks, of those that have all of it, the best ranked first; ``parts_in`` of those that have a part. ``rank`` is the
    best rank, from 1, of one that has all of it, None if none was found. ``words`` are those that the question shares
    with the first of these chunks, those in the fewest chunks first.
    """

    start: int
    end: int
    whole_in: tuple[int, ...]
    parts_in: tuple[int, ...]
    rank: int | None
    words: tuple[str, ...]


@dataclass(frozen=True)
class Lost:
    """Holds a question with its outcome; ``rank`` is that of the piece of its evidence that is found last."""

    question: Question
    outcome: str
    rank: int | None
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, repr=False)
class Ledger(PlainData):
    """Holds where the answer of each question was lost, in the order of the benchmark.

    ``chunks`` are all that were searched, and ``documents`` the texts by their names. ``k`` chunks were read and
    ``depth`` ranks looked at; ``answers`` tells whether a reader answered.
    """

    questions: tuple[Lost, ...]
    chunks: tuple[Chunk, ...] = field(repr=False)
    documents: Mapping[str, str] = field(repr=False)
    k: int
    depth: int
    answers: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """Count the questions of each outcome, in the order in which an answer is lost."""
        found = Counter(one.outcome for one in self.questions)
        return {outcome: found[outcome] for outcome in (_WITH_READER if self.answers else _WITHOUT_READER)}

    def __repr__(self) -> str:
        """Say the counts; ``print`` writes a table."""
        return f"<Ledger {self.counts}>"

    def __str__(self) -> str:
        """Write a table of the counts and their shares."""
        about = {
            TORN: "a piece of the evidence is whole in no chunk",
            LOW: f"ranks {self.k + 1} to {self.depth}",
            ABSENT: f"not in {self.depth}",
            RIGHT: "a quotation meets the evidence",
        }
        read, asked = f"in the first {self.k}", len(self.questions)
        rows = [(name, f"{n:,}", f"{n / asked:.1%}", about.get(name, read)) for name, n in self.counts.items()]
        return "\n".join(columns(("where it was lost", "questions", "share", ""), rows))

    def _data(self) -> dict[str, Any]:
        asked = [
            {"question": one.question.text, "document": one.question.document, "kind": one.question.kind}
            | {**vars(one), "question": one.question.text, "pieces": [self._told(one, piece) for piece in one.pieces]}
            for one in self.questions
        ]
        return {"k": self.k, "depth": self.depth, "counts": self.counts, "questions": asked}

    def _told(self, one: Lost, piece: Piece) -> dict[str, Any]:
        """Write a piece with its text, and chunks by their ids."""
        chunks = {name: [self.chunks[at].id for at in getattr(piece, name)] for name in ("whole_in", "parts_in")}
        return {"text": self.documents[one.question.document][piece.start : piece.end], **vars(piece), **chunks}

    def _table(self) -> Iterator[Sequence[object]]:
        yield ["question", "document", "kind", "outcome", "rank", "words"]
        for one in self.questions:
            words = " ".join(dict.fromkeys(word for piece in one.pieces for word in piece.words))
            yield [one.question.text, one.question.document, one.question.kind, one.outcome, one.rank, words]


def where_lost(  # noqa: PLR0913 (as evaluate)
    benchmark: Benchmark | Prepared,
    chunks: Splits | Sequence[Chunk],
    *,
    retriever: str | MakesRetriever = "bm25",
    k: int = 5,
    depth: int = DEPTH,
    reader: Reader | None = None,
    embed: str | Embedder | None = None,
    context: Context = None,
) -> Ledger:
    """Find for each question of a benchmark where its answer was lost.

    A question is torn by a cut if some piece of its evidence is whole in no chunk. Else its rank is that of its last
    piece: the best rank of a chunk that has all of it.

    Args:
        benchmark: documents, which are searched together, and questions with their evidence.
        chunks: those of all documents; or what splits them, as :func:`chunklib.evaluation.evaluate` takes it.
        retriever: as there; it is asked once for every question.
        k: how many chunks are read.
        depth: how many ranks are looked at; below them nothing is found.
        reader: see :data:`Reader`; it is right if it quotes something of the evidence. Without one, nobody answers.
        embed: what dense and hybrid embed with.
        context: which context is searched, as in ``evaluate``.

    Raises:
        ValueError: for a ``k`` above the depth or the number of chunks, and for chunks that are not of the documents.
        TypeError: for chunks, a retriever or a reader's places that are none.

    >>> text = "Cold rooms hold four degrees. Warm rooms hold twenty."
    >>> small = Benchmark.from_quotes("small", {"note": text}, {"How warm?": "hold four degrees. Warm rooms"})
    >>> found = where_lost(small, {"strategy": "sentences", "size": 8, "overlap": 0}, k=1)
    >>> found.counts["torn by a cut"], found.questions[0].pieces[0].parts_in
    (1, (0, 1))
    """
    prepared = benchmark if isinstance(benchmark, Prepared) else Prepared(benchmark)
    found = with_context(prepared, _chunks(prepared, chunks), context)
    depth = _deepest(k, depth, len(found))
    search = make_retriever(retriever, found, embed) if isinstance(retriever, str) else retriever(found)
    ranks = ranked(search, found, prepared.texts, depth)
    each = zip(prepared.benchmark.questions, _pieces(prepared, found, ranks), ranks.tolist(), strict=True)
    lost = tuple(_judged(asked, own, [found[at] for at in row[:k] if at >= 0], k, reader) for asked, own, row in each)
    return Ledger(lost, tuple(found), prepared.benchmark.documents, k, depth, reader is not None)


def _chunks(prepared: Prepared, chunks: Splits | Sequence[Chunk]) -> list[Chunk]:
    """Read chunks, or split the documents."""
    if not isinstance(chunks, Sequence):
        return chunked(prepared, chunks)
    found = listed("chunks must be a list of chunks (chunklib.Chunk)", chunks, Chunk)
    for chunk in found:
        check_slice(prepared.benchmark.documents.get(chunk.document, ""), chunk)
    return found


def _deepest(k: int, depth: int, chunks: int) -> int:
    """Read how many ranks are looked at: no more than there are chunks."""
    if at_least(1, "k", k) > min(chunks, at_least(1, "depth", depth)):
        rule = f"k must be at most the number of chunks, {chunks:,}, and the depth, {depth:,}"
        raise InvalidValue(f"{rule}: got k={k}")
    return min(depth, chunks)


def _pieces(prepared: Prepared, chunks: Sequence[Chunk], ranks: NDArray[np.intp]) -> list[tuple[Piece, ...]]:
    """Find what has each piece of the evidence of each question, with its best rank."""
    pool, words = Pool(chunks, prepared.line), [_words(in_full(chunk)) for chunk in chunks]
    often = Counter(word for own in words for word in own)
    on_line = iter(np.column_stack((prepared.evidence.spans.start, prepared.evidence.spans.end)).tolist())
    found = []
    for asked, row in zip(prepared.benchmark.questions, ranks.tolist(), strict=True):
        rank = {at: place for place, at in enumerate(row, 1) if at >= 0}
        said, pieces = _words(asked.text), list[Piece]()
        for place, (start, end) in zip(asked.spans, on_line, strict=False):
            holds = (pool.start <= start) & (end <= pool.end)
            whole = sorted(np.flatnonzero(holds).tolist(), key=lambda at: rank.get(at, len(chunks) + at))
            parts = np.flatnonzero((pool.start < end) & (start < pool.end) & ~holds).tolist()
            shared = said.intersection(*(words[at] for at in [*whole, *parts][:1]))
            rarest = tuple(sorted(shared, key=lambda word: (often[word], word)))
            best = rank.get(whole[0]) if whole else None
            pieces.append(Piece(*place, tuple(whole), tuple(parts), best, rarest))
        found.append(tuple(pieces))
    return found


def _words(text: str) -> set[str]:
    """Find the words of a text as a search compares them."""
    return {*_WORD.findall(searched(text).lower())}


def _judged(asked: Question, pieces: tuple[Piece, ...], read: Sequence[Chunk], k: int, reader: Reader | None) -> Lost:
    """Name the outcome of a question."""
    ranks = [piece.rank for piece in pieces if piece.rank is not None]
    rank = max(ranks) if len(ranks) == len(pieces) else None
    if rank is None:
        return Lost(asked, ABSENT if all(piece.whole_in for piece in pieces) else TORN, None, pieces)
    if rank > k or reader is None:
        return Lost(asked, LOW if rank > k else FOUND, rank, pieces)
    return Lost(asked, RIGHT if _is_right(asked, reader(asked.text, read)) else UNANSWERED, rank, pieces)


def _is_right(asked: Question, places: object) -> bool:
    """Tell whether what a reader quotes has something of the evidence."""
    right = False
    for place in listed("a reader returns a list of places", places, tuple):
        if [*map(type, place)] != [str, int, int]:
            raise InvalidType(f"a place is a document, a start and an end: got {place!r:.60}")
        document, start, end = place
        right |= document == asked.document and any(start < last and first < end for first, last in asked.spans)
    return right
