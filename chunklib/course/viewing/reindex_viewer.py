"""reindex_viewer(text): edit one word, and see which chunks an index keeps, moves, embeds and deletes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.course.viewing.reindex_view import EDITS, STRATEGIES_SHOWN, Settings
from chunklib.course.words import CourseError
from chunklib.data import load

if TYPE_CHECKING:
    from chunklib.course.viewing.reindex_widget import ReindexViewer

_MOST_CHARACTERS = 100_000
_SAMPLE = ("## Concepts", "## Requests and responses")


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
        place: Which word, in per cent of all.

    Returns:
        A widget; `str(widget)` says the same in words.

    Raises:
        CourseError: For a text, name or number that no control leads to.

    >>> print(reindex_viewer("Tea is hot.\n\nIce is cold.\n\nSun is up.", size=6))
    recursive, size 6, overlap 0 tokens
    a word inserted at character 17: 'Ice is cold.'
    chunks: 3 before, 3 after
    kept      1  [0]
    moved     1  [2]
    embedded  1  [1]
    deleted   2  [1]-[2]
    """
    shown = _sample() if text is None else text
    settings = Settings(strategy, size, overlap, edit, place)
    _refuse(shown, settings)
    try:
        from chunklib.course.viewing.reindex_widget import ReindexViewer
    except ModuleNotFoundError as error:
        raise CourseError(f"reindex_viewer needs {error.name}: install chunklib[course]") from None
    return ReindexViewer(shown, settings)


def _refuse(text: object, asked: Settings) -> None:
    """Refuse what no control leads to."""
    _refuse_text(text)
    for name, value, known in (("strategy", asked.strategy, STRATEGIES_SHOWN), ("edit", asked.edit, tuple(EDITS))):
        if value not in known:
            raise CourseError(f"reindex_viewer: {name} is one of {', '.join(known)}: got {value!r}")
    _refuse_numbers(asked.size, asked.overlap, asked.place)


def _refuse_text(text: object) -> None:
    if not isinstance(text, str):
        raise CourseError(f"reindex_viewer shows a text: got {type(text).__name__}")
    if not text.strip():
        raise CourseError("reindex_viewer: the text is empty, or nothing but white space")
    if len(text) > _MOST_CHARACTERS:
        raise CourseError(f"reindex_viewer shows at most {_MOST_CHARACTERS:,} characters: got {len(text):,}")


def _refuse_numbers(size: int, overlap: int, place: int) -> None:
    for name, value, least in (("size", size, 1), ("overlap", overlap, 0), ("place", place, 0)):
        if type(value) is not int or value < least:
            raise CourseError(f"reindex_viewer: {name} is a whole number, at least {least}: got {value!r}")
    if place > 100:
        raise CourseError(f"reindex_viewer: place is at most 100 per cent: got {place}")
    if overlap >= size:
        raise CourseError(f"reindex_viewer: overlap must be smaller than size: got overlap={overlap}, size={size}")


def _sample() -> str:
    handbook = load("handbook")
    start, end = map(handbook.index, _SAMPLE)
    return handbook[start:end].rstrip()
