"""Measure a text once, for every kind of cut, every overlap and every strategy."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from chunklib import cuts
from chunklib.chunk import document_id
from chunklib.cuts import Cuts, Graphemes, Positions
from chunklib.cuts.semantic import SentenceVectors
from chunklib.cuts.structure import Structure
from chunklib.embed import Embedder
from chunklib.readers import a_text
from chunklib.tokens import Index, RulerSpec, Tokens
from chunklib.tokens import ruler as make_ruler

CutKind = Callable[["Document"], Sequence[Cuts]]
"""Finds where a document may be cut: one or more kinds of cuts, strongest first (see :mod:`chunklib.kinds_of_cuts`)."""


class Remembering(Tokens):
    """Counts tokens, and tokenizes no document a second time.

    Args:
        measure: the ruler.
        known: documents that it has measured.
    """

    def __init__(self, measure: Tokens, known: Mapping[str, Index]) -> None:
        super().__init__(measure.encoding)
        self._known = known

    def index(self, text: str) -> Any:
        """Give what is known of a document, or tokenize it."""
        return self._known.get(text) or super().index(text)


class Document:
    """Holds a text with its measure, its grapheme clusters, and (found when asked for) its sentences and vectors.

    Args:
        text: the text.
        ruler: what measures it; see :func:`chunklib.tokens.ruler`.
        name: the document's name in the chunks' ids; None: a hash of the text.
        structure: what a parser found in the text.
        size: the most that a chunk may measure: the start of a block that fits in it counts as a cut.
        room: what an overlap in units leaves of the size; the size, if nothing is said.
        options: a strategy's own options.
        begin: where the text begins, if it is a part of a longer one: what a message counts from.
    """

    def __init__(  # noqa: PLR0913
        self,
        text: str,
        ruler: RulerSpec,
        name: str | None,
        *,
        structure: Structure | None = None,
        size: int = 0,
        room: int | None = None,
        options: Mapping[str, Any] | None = None,
        begin: int = 0,
    ) -> None:
        self.text = a_text("text", text)
        self.index: Index = make_ruler(ruler).index(text)
        self.name = document_id(text) if name is None else a_text("document", name)
        self.graphemes = Graphemes(text, begins=not begin)
        self.structure = structure or Structure(())
        self.has_structure = structure is not None
        self.size = size
        self.room = size if room is None else room
        self.begin = begin
        self.options = options or {}
        self._vectors: dict[object, SentenceVectors] = {}
        self._kinds: dict[CutKind, Sequence[Cuts]] = {}

    def kind(self, find: CutKind) -> Sequence[Cuts]:
        """Find the cuts of a kind; the same kind gives the same cuts, so that nothing is searched for twice."""
        if find not in self._kinds:
            self._kinds[find] = find(self)
        return self._kinds[find]

    def cuts(self, find: Callable[[], Sequence[int]]) -> Positions:
        """Make cuts of offsets that are found at the first question; none is inside a grapheme cluster."""
        return Positions(find, self.graphemes)

    @cached_property
    def sentences(self) -> Positions:
        """Cuts between sentences."""
        return self.cuts(partial(cuts.sentences, self.text))

    def vectors(self, embed: Embedder) -> SentenceVectors:
        """Give each sentence its vector; the same embedder is called only once for a text."""
        key = embed if isinstance(embed, Hashable) else id(embed)  # a method is a new object each time, and equal
        found = self.sentences
        return self._vectors.setdefault(key, SentenceVectors(self.text, lambda: found.offsets, embed))


def content_end(text: str, low: int, end: int) -> int:
    """Leave out the white space at the end of ``text[low:end]``."""
    step = 64
    while low < end:
        begin = max(low, end - step)
        rest = text[begin:end].rstrip()
        if rest:
            return begin + len(rest)
        end, step = begin, step * 2
    return end
