"""token_viewer(text): see the tokens of a text, their ids, and the bytes of which they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.course.words import CourseError

if TYPE_CHECKING:
    from chunklib.course.viewing.token_widget import TokenViewer

_SAMPLE = "The cold room's door stood open. ประตูห้องเย็นเปิดอยู่ 👩‍🔧"


def token_viewer(text: str = _SAMPLE, encoding: str = "cl100k_base") -> TokenViewer:
    """Show a text with its tokens, in a box where you can type your own.

    Args:
        text: Any text; it can be changed in the viewer.
        encoding: The name of an encoding or of a model, such as "cl100k_base" or "gpt-4o".

    Returns:
        A widget; `str(widget)` says the same in words, token by token.

    Raises:
        CourseError: If the text is no text, or there is no such encoding on board.

    >>> print(token_viewer("Tromsø"))
    cl100k_base
    characters: 6
    bytes: 7
    tokens: 4
    characters a token: 1.50
    a quarter of the characters: 1
    tokens that begin inside a character: 0
    [0]  0-1  id   51  bytes 54        "T"
    [1]  1-4  id  442  bytes 72 6f 6d  "rom"
    [2]  4-5  id   82  bytes 73        "s"
    [3]  5-6  id 6282  bytes c3 b8     "ø"
    """
    for name, value in (("text", text), ("encoding", encoding)):
        if not isinstance(value, str):
            raise CourseError(f"token_viewer: {name} is a text: got {type(value).__name__}")
    try:
        from chunklib.course.viewing.token_widget import TokenViewer
    except ModuleNotFoundError as error:
        raise CourseError(f"token_viewer needs {error.name}: install chunklib[course]") from None
    try:
        return TokenViewer(text, encoding)
    except ValueError as error:
        raise CourseError(str(error)) from None
