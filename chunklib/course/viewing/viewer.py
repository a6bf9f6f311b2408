"""chunk_viewer(text): see where a text is cut, and what a strategy, a size and an overlap make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from chunklib.course.words import CourseError
from chunklib.data import load
from chunklib.strategies import TEXT_STRATEGIES

if TYPE_CHECKING:
    from chunklib.course.viewing.viewer_widget import ChunkViewer

_END_OF_SAMPLE = "## Concepts"


def chunk_viewer(
    text: str | None = None,
    strategy: str = "recursive",
    size: int = 100,
    overlap: int = 20,
    ruler: str | Callable[[str], int] = "cl100k_base",
) -> ChunkViewer:
    """Show a text with its chunks, and controls for the strategy, the size, the overlap and the text itself.

    Args:
        text: Your own text; the beginning of the handbook by default. It can also be pasted into the viewer.
        strategy: One of the names in `chunklib.STRATEGIES`.
        size: The most that a chunk may measure, in units of the ruler.
        overlap: The most that neighbours may share, in units of the ruler.
        ruler: The name of an encoding or model, "characters", "words", or any callable `text -> int`.

    Returns:
        A widget; `str(widget)` says the same in words, chunk by chunk. Settings that no strategy accepts are
        answered by a line in the widget, and the controls lead back.

    Raises:
        CourseError: If the text is no text, a number is none, or a name is unknown.

    >>> print(chunk_viewer("abcdefghij", "fixed_characters", size=4, overlap=1, ruler="characters"))
    fixed_characters, size 4, overlap 1, ruler characters, on a text of 10 characters
    chunks: 3
    size: asked 4, achieved 4.0 characters on average
    stored: 12 characters
    redundancy: 1.20 times the text
    overlap: asked 1, achieved 1.0 characters on average
    nothing shared: at 0 of 2 boundaries
    [0]  0-4   size 4  overlap 0  "abcd"
    [1]  3-7   size 4  overlap 1  "defg"
    [2]  6-10  size 4  overlap 1  "ghij"
    """
    shown = _sample() if text is None else text
    _refuse_nonsense(shown, strategy, size, overlap)
    try:
        from chunklib.course.viewing.viewer_widget import ChunkViewer
    except ModuleNotFoundError as error:
        raise CourseError(f"chunk_viewer needs {error.name}: install chunklib[course]") from None
    try:
        return ChunkViewer(shown, strategy, size, overlap, ruler)
    except (ValueError, TypeError) as error:
        raise CourseError(str(error)) from None


def _refuse_nonsense(text: object, strategy: object, size: object, overlap: object) -> None:
    if not isinstance(text, str):
        raise CourseError(f"chunk_viewer shows a text: got {type(text).__name__}")
    for name, value in (("size", size), ("overlap", overlap)):
        if type(value) is not int:
            raise CourseError(f"chunk_viewer: {name} is a whole number here: got {value!r}")
    if strategy not in TEXT_STRATEGIES:
        raise CourseError(f"unknown strategy {strategy!r}: choose one of {', '.join(TEXT_STRATEGIES)}")


def _sample() -> str:
    handbook = load("handbook")
    return handbook[: handbook.index(_END_OF_SAMPLE)]
