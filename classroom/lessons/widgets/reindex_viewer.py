"""reindex_viewer(text): edit one word, and see which chunks an index keeps, moves, embeds and deletes."""

from __future__ import annotations

from chunklib.readers import size_and_overlap
from classroom.lessons.widgets.arguments import between, check_text, one_of, part_of_handbook, refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, Number, size_handles
from classroom.lessons.widgets.reindex_viewer_html import page
from classroom.lessons.widgets.reindex_viewer_view import EDITS, STRATEGIES_SHOWN, Settings, View, view
from classroom.lessons.widgets.widget import Widget, row_of

_MOST_CHARACTERS = 100_000
_MOST_SIZE = 1_000
_HOLDS = 10_000  # characters of a document, whose chunks are then few enough to be drawn


class ReindexViewer(Widget[Settings, View]):
    """Shows what an index does after one edit; made by ``reindex_viewer``."""

    def __init__(self, text: str, asked: Settings) -> None:
        self._edited = text
        names = list(STRATEGIES_SHOWN)
        words = [(said, name) for name, said in EDITS.items()]
        self.strategy = Dropdown(description="strategy", options=names, value=asked.strategy, style=NAME)
        self.edit = Dropdown(description="edit", options=words, value=asked.edit, style=NAME)
        self.place = Number("place, %", asked.place, least=0, most=100)
        self.size, self.overlap = size_handles(asked.size, asked.overlap, most=_MOST_SIZE)
        rows = row_of(self.strategy, self.edit), self.place, self.size, self.overlap
        super().__init__(*rows, view=lambda state: view(state, self._edited), page=page, holds=_HOLDS)

    def _state(self) -> Settings:
        numbers = self.size.value, self.overlap.value
        return Settings(self.strategy.value, *numbers, self.edit.value, self.place.value)

    def _show_document(self, part: str) -> None:
        self._edited = part
        self._redraw()


def reindex_viewer(
    text: str | None = None,
    *,
    strategy: str = "recursive",
    size: int = 100,
    overlap: int = 0,
    edit: str = "insert",
    place: int = 50,
) -> ReindexViewer:
    r"""Edit one word of a text, cut it again, and see what an index has to do.

    A chunk is kept if its text and its place are the same; the same text at another place gets a new id and keeps its
    vector; only new text is embedded.

    Args:
        text: Your own text, at most 100,000 characters; a part of the handbook by default.
        strategy: "token_windows", "sentences", "recursive" or "markdown".
        size: Tokens in a chunk.
        overlap: Tokens that neighbours share.
        edit: "insert", "replace" (by as many characters) or "delete"; it is done to one word.
        place: which word, in per cent of all.

    Returns:
        A widget; ``str(widget)`` says the same in words.

    Raises:
        CourseError: for a text, name or number that no control leads to.

    >>> print(reindex_viewer("Tea is hot.\n\nIce is cold.\n\nSun is up.", size=6))
    recursive, size 6, overlap 0 tokens
    a word inserted at character 17: 'Ice is cold.'
    chunks: 3 before, 3 after
    kept      1  [0]
    moved     1  [2]
    embedded  1  [1]
    deleted   2  [1]-[2]
    """
    shown = part_of_handbook("## Concepts", "## Requests and responses").rstrip() if text is None else text
    with refusing("reindex_viewer"):
        check_text(shown, _MOST_CHARACTERS, blank=False)
        one_of("strategy", strategy, STRATEGIES_SHOWN)
        one_of("edit", edit, EDITS)
        numbers = size_and_overlap(size, overlap)
        settings = Settings(strategy, *numbers, edit, between(0, 100, "place", place))
    return ReindexViewer(shown, settings)
