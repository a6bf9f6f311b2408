"""token_viewer(text): see the tokens of a text, their ids, and the bytes of which they are made."""

from __future__ import annotations

from ipywidgets import Layout

from classroom.lessons.widgets.arguments import check_text, refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, Textarea
from classroom.lessons.widgets.token_viewer_html import page
from classroom.lessons.widgets.token_viewer_view import LABELS, Settings, View, view
from classroom.lessons.widgets.widget import Widget, row_of

ENCODINGS = ("cl100k_base", "o200k_base")
_HOLDS = 6_000  # characters of a document, whose tokens are then all shown
_SAMPLE = "The cold room's door stood open. ประตูห้องเย็นเปิดอยู่ 👩‍🔧"


class TokenViewer(Widget[Settings, View]):
    """Shows a text with its tokens, and the controls that make them; made by ``token_viewer``."""

    def __init__(self, asked: Settings) -> None:
        names = ENCODINGS if asked.encoding in ENCODINGS else (asked.encoding, *ENCODINGS)
        self.typed = Textarea(
            description="your text",
            value=view(asked).text,  # where half a surrogate pair, which cannot be sent, is replaced
            placeholder="Type or paste your own text here.",
            style=NAME,
            layout=Layout(width="auto", height="80px"),
        )
        self.encoding = Dropdown(description="encoding", options=names, value=asked.encoding, style=NAME)
        self.label = Dropdown(description="labels", options=list(LABELS), value=asked.label, style=NAME)
        row = row_of(self.encoding, self.label)
        words = "The tokens in words"
        super().__init__(self.typed, row, view=view, page=page, holds=_HOLDS, words=words, scrolls=True)

    def _state(self) -> Settings:
        return Settings(self.typed.value, self.encoding.value, self.label.value)

    def _show_document(self, part: str) -> None:
        self.typed.value = part


def token_viewer(text: str = _SAMPLE, encoding: str = "cl100k_base") -> TokenViewer:
    """Show a text with its tokens, in a box where you can type your own.

    Args:
        text: any text; it can be changed in the viewer.
        encoding: the name of an encoding or of a model, such as "cl100k_base" or "gpt-4o".

    Returns:
        A widget; ``str(widget)`` says the same in words, token by token.

    Raises:
        CourseError: if the text is not a text, or there is no such encoding on board.

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
    with refusing("token_viewer"):
        check_text(text)
        return TokenViewer(Settings(text, encoding))
