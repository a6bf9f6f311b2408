"""heading_path(text): see the outline of a document, its chunks, and what the path above a chunk adds to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.course.viewing.heading_path_view import Settings
from chunklib.course.words import CourseError
from chunklib.data import load

if TYPE_CHECKING:
    from chunklib.course.viewing.heading_path_widget import HeadingPath

_MOST_CHARACTERS = 60_000


def heading_path(
    text: str | None = None, size: int = 300, *, count_context: bool = False, chunk: int = 0, words: str = ""
) -> HeadingPath:
    r"""Show a Markdown document as an outline with its chunks, and one chunk with and without its heading path.

    Args:
        text: Your own Markdown, at most 60,000 characters; the handbook by default. It can also be pasted into the
            widget.
        size: The most tokens that a chunk may have.
        count_context: Whether the path counts inside the size.
        chunk: The number of the chunk that is shown in full; the last one where there are not so many.
        words: Words to search for, as a search by words would.

    Returns:
        A widget; `str(widget)` says the same in words, heading by heading. A text that gives no chunks is answered
        by a line in the widget, and the controls lead back.

    Raises:
        CourseError: If the text is no text or too long, a number is none, or the size is below 1.

    >>> print(heading_path("# Tea\n\nBoil water.\n\n## Green\n\nWait.", size=11, chunk=1, words="tea"))
    size 11, path not counted, on a text of 35 characters
    chunks: 2
    largest: 7 tokens of text, 10 with the path
    over the size with the path: 0
    all words found: in the text of 1, with the path in 2
    Tea: [0] 7+3
      Green: [1] 5+5
    chosen: [1] characters 20-35
    path: Tea > Green
    text: '## Green\n\nWait.'
    without the path: 5 tokens; does not find tea
    with the path: 10 tokens; finds tea
    """
    shown = load("handbook") if text is None else text
    _refuse_nonsense(shown, size, chunk, words)
    try:
        from chunklib.course.viewing.heading_path_widget import HeadingPath

        return HeadingPath(Settings(shown, size, bool(count_context), chunk, words))
    except ModuleNotFoundError as error:
        raise CourseError(f"heading_path needs {error.name or 'markdown-it-py'}: install chunklib[course]") from None


def _refuse_nonsense(text: object, size: object, chunk: object, words: object) -> None:
    if not isinstance(text, str):
        raise CourseError(f"heading_path shows a text: got {type(text).__name__}")
    if len(text) > _MOST_CHARACTERS:
        raise CourseError(f"heading_path shows at most {_MOST_CHARACTERS:,} characters: got {len(text):,}")
    for name, value, least in (("size", size, 1), ("chunk", chunk, 0)):
        if type(value) is not int or value < least:
            raise CourseError(f"heading_path: {name} is a whole number of at least {least}: got {value!r}")
    if not isinstance(words, str):
        raise CourseError(f"heading_path: words are a text: got {type(words).__name__}")
