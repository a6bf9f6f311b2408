"""Hold what is advised, as a table: a row for each kind of document, with the measured effects that bear on it.

``recommend`` and the picture of the course read it, and ``chunklib recommend --tree`` prints it. Where nothing was
seen to help, it has the way that costs less. How an effect was measured is in :mod:`chunklib.evaluation.effects`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from chunklib.advice.document_profile import Look
from chunklib.advice.guidelines import GUIDELINES, Range
from chunklib.columns import columns
from chunklib.evaluation.effects import Effect, at_equal_budget, support

SIZE_BY_USE: Mapping[str, Range] = {row.use: row.size for row in GUIDELINES if row.use and row.size}
"""The least and the largest size in tokens that a tutorial gives for a use, from :data:`chunklib.advice.GUIDELINES`."""


@dataclass(frozen=True, slots=True)
class Row:
    """Advises a strategy, a range of sizes in tokens, and an overlap in per cent, for documents of some kinds.

    ``takes`` names the measured effects whose other way is advised, ``leaves`` those whose other way is not.
    """

    document: str
    kinds: tuple[str, ...]
    strategy: str
    because: str
    overlap: int = 0
    takes: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    size: tuple[int, int] = (200, 400)

    @property
    def advice(self) -> str:
        """Say what is advised."""
        low, high = self.size
        return f"{self.strategy}, {low} to {high} tokens, an overlap of {self.overlap} %"

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Find what was measured, in recall at an equal number of tokens."""
        return at_equal_budget((*self.takes, *self.leaves))

    @property
    def support(self) -> tuple[str, ...]:
        """Say what supports it: each effect with its name and its figures, or that nothing was measured."""
        return support((*self.takes, *self.leaves)) or ("not measured",)


_OWN = "its own structure says where to cut"
_RECORD = "a member or row that fits stays whole, with its keys or header"
_TURNS = "a turn that fits stays whole, and a piece of a longer one has its speaker"
_SENTENCE = "without blank lines the sentence is the strongest boundary"
_NOWHERE = "without any boundary windows lose nothing"
_IN_TURN = "blank lines, lines, sentences and words are tried in this order"
_SIZES, _MEANING = ("size-400", "size-600", "large-chunks"), ("semantic", "cluster", "max-min", "texttiling")
_RECURSIVE = ("overlap-recursive", *_SIZES, *_MEANING)
TABLE = (
    Row("Markdown", ("markdown",), "markdown", _OWN, takes=("structure",), leaves=("overlap-markdown",)),
    Row("HTML", ("html",), "html", _OWN),
    Row("code", ("code",), "code", _OWN),
    Row("a PDF", ("pdf",), "pdf", _OWN),
    Row("JSON or a table in CSV", ("records",), "records", _RECORD),
    Row("reStructuredText", ("rst",), "rst", _OWN),
    Row("LaTeX", ("latex",), "latex", _OWN),
    Row("a notebook", ("notebook",), "notebook", _OWN),
    Row("a conversation, or subtitles", ("turns",), "turns", _TURNS),
    Row("sentences without blank lines", ("sentences",), "sentences", _SENTENCE, leaves=("overlap-sentences",)),
    Row("one run without any boundary", ("run",), "token_windows", _NOWHERE, 20, takes=("overlap-token_windows",)),
    Row("any other text", ("clauses", "prose", "lines", "unbroken"), "recursive", _IN_TURN, leaves=_RECURSIVE),
)
"""A row for each kind of document; the last is for all others."""


def row_of(seen: Look) -> Row:
    """Find the row for a document: by its kind, and for plain text by whether there is a boundary to cut at."""
    kind = seen.kind.name
    if kind == "prose" and not seen.has_blank_lines:
        kind = "sentences"
    elif kind == "unbroken" and seen.one_word and seen.unspaced < 0.3:
        kind = "run"
    return next(row for row in TABLE if kind in row.kinds)


def table_as_text() -> str:
    """Write the table: each row with what supports it, in recall at 1,000 tokens, and what may be claimed.

    >>> print(table_as_text().splitlines()[1].partition(";")[0])
    Markdown                       markdown       200-400  0 %      structure +3.9 [+1.0, +6.8], lost to correction
    """
    cells = []
    for row in TABLE:
        own = row.document, row.strategy, "{}-{}".format(*row.size), f"{row.overlap} %"
        cells += [(*("" if at else cell for cell in own), found) for at, found in enumerate(row.support)]
    head = ("document", "strategy", "size", "overlap", "measured effect: recall at 1,000 tokens, in points")
    return "\n".join(columns(head, cells, plain=True))
