"""separator_tree(text): see how a cascade of separators takes a text apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chunklib.course.words import CourseError
from chunklib.data import load

if TYPE_CHECKING:
    from chunklib.course.viewing.separator_tree_widget import SeparatorTree

_SAMPLE = ("### Fixed limits", "## Devices API")
_MOST_CHARACTERS = 20_000


def separator_tree(
    text: str | None = None,
    separators: Sequence[str] = ("\n\n", "\n", ". ", " "),
    size: int = 120,
) -> SeparatorTree:
    r"""Show the tree of pieces that separators make of a text, with controls for the size, the separators and the text.

    Args:
        text: Your own text, at most 20,000 characters; a section of the handbook by default.
        separators: Strings, strongest first. Each belongs to the piece before it; with none left, the text is cut
            between characters.
        size: The most characters that a piece may have.

    Returns:
        A widget; `str(widget)` says the same in words, piece by piece. Settings that make no sense are answered by a
        line in the widget, and the controls lead back.

    Raises:
        CourseError: If the text is no text or too long, the size no number, or a separator no text.

    >>> print(separator_tree("aa bb\n\ncc", ["\n\n", " "], size=6))
    size 6, separators '\n\n', ' ', on a text of 9 characters
    pieces: 3
    cuts: 1 blank line, 1 space
    chunks: 2, the longest of 6 characters
    0-9  9 is over 6: cut behind '\n\n' (blank line) into 2
      0-7  7 is over 6: cut behind ' ' (space) into 2
        0-3  fits, 3: chunk [0]  "aa "
        3-7  fits, 4: chunk [1]  "bb\n\n"
      7-9  fits, 2: chunk [1]  "cc"
    """
    shown = _sample() if text is None else text
    _refuse_nonsense(shown, separators, size)
    try:
        from chunklib.course.viewing.separator_tree_widget import SeparatorTree
    except ModuleNotFoundError as error:
        raise CourseError(f"separator_tree needs {error.name}: install chunklib[course]") from None
    return SeparatorTree(shown, tuple(separators), size)


def _refuse_nonsense(text: object, separators: object, size: object) -> None:
    if not isinstance(text, str):
        raise CourseError(f"separator_tree shows a text: got {type(text).__name__}")
    if len(text) > _MOST_CHARACTERS:
        raise CourseError(f"separator_tree shows at most {_MOST_CHARACTERS:,} characters: got {len(text):,}")
    if not isinstance(separators, (list, tuple)):
        raise CourseError(f"separators must be a list of texts, strongest first: got {separators!r}")
    for separator in separators:
        if not isinstance(separator, str):
            raise CourseError(f"a separator is a text: got {separator!r}")
    if type(size) is not int:
        raise CourseError(f"separator_tree: size is a whole number of characters: got {size!r}")


def _sample() -> str:
    handbook = load("handbook")
    start, end = map(handbook.index, _SAMPLE)
    return handbook[start:end]
