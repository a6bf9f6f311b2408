"""heading_path(text): see the outline of a document, its chunks, and what the path above a chunk adds to it.

A block is as wide as its tokens; the part of the path is dotted and in front, where it is when a chunk is embedded.
The chosen block has a thick edge and an arrow, so nothing rests on colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, cast

from ipywidgets import Layout

from chunklib.chunk import PATH, Chunk, unsaid
from chunklib.context import in_full
from chunklib.data import load
from chunklib.errors import InvalidType
from chunklib.readers import at_least
from chunklib.view.palette import COLORS, INK, PAPER
from chunklib.view.spans import safe
from classroom.judge.showing import short
from classroom.lessons.widgets.arguments import check_text, refusing
from classroom.lessons.widgets.controls import NAME, Checkbox, Number, TextBox
from classroom.lessons.widgets.outline import Block, Row, Seen, outlined, searched, words_of
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region, totals_html, totals_text
from classroom.lessons.widgets.widget import Widget, row_of

_SHOWN = 120
_MOST_ROWS = 400
_WIDEST = 220  # pixels of a block that has exactly the size, or of the largest where a path makes it larger
_ROWS = 13  # of the outline, around the chosen chunk
_MOST_BLOCKS = 400
_PATH = f"background-color:{COLORS[2]};border-bottom:4px dotted {INK};box-sizing:border-box"
_TEXT = COLORS[0]
_KEY = (
    "blocks are chunks, as wide as their tokens · dotted: the path, and the head of a table that was cut · "
    "plain: the text · dark, ▶: chosen"
)
_PAGE = "white-space:pre-wrap;overflow-wrap:anywhere;max-height:170px;border:1px solid #757575;padding:4px 6px"
_MOST_CHARACTERS = 60_000
_MOST = 1_000


@dataclass
class View:
    """Holds the values of the controls: size in tokens, the number of a chunk, and words that are searched.

    What comes of them are the chunks, the rows and blocks of the outline, or one line that says why there are none.
    """

    text: str
    size: int
    count_context: bool = False
    number: int = 0
    words: str = ""

    def __post_init__(self) -> None:
        self.chunks, self.rows, self.error = outlined(self.text, self.size, self.count_context)
        self.blocks = [block for row in self.rows for block in row.blocks]

    def __str__(self) -> str:
        counted = "counted" if self.count_context else "not counted"
        head = f"size {self.size}, path {counted}, on a text of {len(self.text):,} characters"
        found = [self.error] if self.error else [*totals_text(self.totals()), *self._outline(), *self._chosen()]
        return "\n".join([head, *found])

    def totals(self) -> list[tuple[str, str]]:
        """Say what the chunks come to: names and values."""
        over = sum(block.full > self.size for block in self.blocks)
        most, full = (max(sizes) for sizes in zip(*((block.tokens, block.full) for block in self.blocks), strict=True))
        totals = [
            ("chunks", f"{len(self.chunks):,}"),
            ("largest", f"{most} tokens of text, {full} with the path"),
            ("over the size with the path", f"{over}"),
        ]
        wanted = words_of(self.words)
        if wanted:
            own = sum(wanted <= words_of(chunk.text) for chunk in self.chunks)
            both = sum(wanted <= words_of(in_full(chunk)) for chunk in self.chunks)
            totals.append(("all words found", f"in the text of {own}, with the path in {both}"))
        return totals

    @property
    def chosen(self) -> Chunk:
        """Return the chosen chunk, or the last where there are not so many."""
        return self.chunks[min(self.number, len(self.chunks) - 1)]

    def above(self) -> tuple[tuple[str, ...], str]:
        """Give what the context of the chosen chunk holds: the titles of its path, then the head of a table."""
        context, titles = self.chosen.context, cast("tuple[str, ...]", self.chosen.metadata["headings"])
        for first in range(len(titles)):  # where the path counts inside the size, the outermost may be left out
            path = PATH.join(titles[first:])
            if context == path or context.startswith(f"{path}\n"):
                return titles[first:], context.removeprefix(path).strip("\n")
        return (), context

    def seen(self) -> tuple[Seen, Seen]:
        """Give the chosen chunk as a search sees it: without the path and with it."""
        return searched(self.chosen.text, self.words), searched(in_full(self.chosen), self.words)

    def _outline(self) -> Iterator[str]:
        for row in self.rows[:_MOST_ROWS]:
            begun = " ".join(f"[{block.number}] {block.tokens}+{block.full - block.tokens}" for block in row.blocks)
            yield f"{'  ' * row.depth}{row.title}: {begun or f'in [{row.inside}]'}"
        if len(self.rows) > _MOST_ROWS:
            yield f"… and {len(self.rows) - _MOST_ROWS:,} more headings"

    def _chosen(self) -> list[str]:
        chunk, (titles, head), (own, full) = self.chosen, self.above(), self.seen()
        lines = [
            f"chosen: [{chunk.index}] characters {chunk.start_char}-{chunk.end_char}",
            f"path: {PATH.join(titles) or 'none'}",
            *([f"head of a table: {short(head, _SHOWN)}"] if head else []),
            f"text: {short(chunk.text, _SHOWN)}",
        ]
        for name, seen in (("without the path", own), ("with the path", full)):
            lines.append("; ".join(filter(None, [f"{name}: {seen.tokens} tokens", seen.finds()])))
        return lines


def page(view: View) -> str:
    """Draw a view: totals, outline and the chosen chunk."""
    outline = f'<div style="padding:6px 10px">{_strip(view)}{_around(view)}</div>'
    return framed(lines_html([totals_html(view.totals()), _KEY]), outline, _chosen(view))


def _strip(view: View) -> str:
    """Draw all chunks in a row, each as wide as its share of the tokens."""
    blocks = view.blocks
    if len(blocks) > _MOST_BLOCKS:
        return f"<div>{len(blocks):,} chunks are too many for a row of blocks.</div>"
    fills = {True: INK, False: _TEXT}
    cells = "".join(
        f'<span style="flex:{block.full} 1 0;background-color:{fills[block.number == view.chosen.index]};'
        f'border:1px solid {INK}" title="chunk {block.number}: {block.full} tokens with the path"></span>'
        for block in blocks
    )
    return f'<div style="display:flex;height:18px;margin-bottom:6px">{cells}</div>'


def _around(view: View) -> str:
    """Draw the part of the outline around the chosen chunk, and say how much is above and below."""
    at = next(k for k, row in enumerate(view.rows) if any(view.chosen.index == block.number for block in row.blocks))
    first = max(0, min(at - _ROWS // 2, len(view.rows) - _ROWS))
    shown = view.rows[first : first + _ROWS]
    below = len(view.rows) - first - len(shown)
    scale = _WIDEST / max(view.size, *(block.full for block in view.blocks))
    rows = "".join(_row(row, view, scale) for row in shown)
    return f"{_left_out(first, 'above')}{rows}{_left_out(below, 'below')}"


def _left_out(count: int, where: str) -> str:
    return f"<div>… {count} more {'heading' if count == 1 else 'headings'} {where}</div>" if count else ""


def _row(row: Row, view: View, scale: float) -> str:
    indent = f"flex:0 0 46%;box-sizing:border-box;padding-left:{18 * row.depth}px;overflow-wrap:anywhere"
    begun = "".join(_block(block, view, scale) for block in row.blocks) or f"in [{row.inside}]"
    blocks = f'<div style="display:flex;flex-wrap:wrap;gap:3px;flex:1 1 0;min-width:0;overflow:hidden">{begun}</div>'
    return (
        f'<div style="display:flex;gap:8px;line-height:1.4;margin-bottom:3px">'
        f'<div style="{indent}">{safe(row.title)}</div>{blocks}</div>'
    )


def _block(block: Block, view: View, scale: float) -> str:
    """Draw a chunk: its number, then a bar of ``scale`` pixels a token."""
    chosen = block.number == view.chosen.index
    path = block.full - block.tokens
    label = f"{'▶' if chosen else ''}[{block.number}]"
    edge = "3px solid" if chosen else "1px solid"
    title = f"chunk {block.number}: {block.tokens} tokens of text, {path} of path"
    parts = "".join(
        f'<span style="flex:0 0 {max(2, round(scale * tokens))}px;{look}"></span>'
        for tokens, look in ((path, _PATH), (block.tokens, f"background-color:{_TEXT}"))
        if tokens
    )
    bar = f'<span style="display:flex;height:16px;border:{edge} {INK};box-sizing:border-box">{parts}</span>'
    style = f"display:flex;align-items:center;gap:2px;font-weight:{'bold' if chosen else 'normal'}"
    return f'<span style="{style}" title="{title}">{label}{bar}</span>'


def _chosen(view: View) -> str:
    chunk, (titles, table) = view.chosen, view.above()
    path = '<span aria-hidden="true"> &gt; </span>'.join(f"<b>{safe(title)}</b>" for title in titles if title)
    head = f"▶[{chunk.index}] characters {chunk.start_char}–{chunk.end_char} · path: {path or 'none'}"
    head += " · with the head of a table" if table else ""
    own, full = view.seen()
    before = unsaid(chunk.context, chunk.metadata)
    boxes = _seen("Without the path", own, "", view) + _seen("With the path", full, before, view)
    return (
        f'<div style="border-top:1px solid #757575;padding:6px 10px"><div>{head}</div>'
        f'<div style="display:flex;flex-wrap:wrap;gap:10px">{boxes}</div></div>'
    )


def _seen(name: str, seen: Seen, context: str, view: View) -> str:
    """Draw what a search sees: the path dotted, the searched words framed."""
    wanted = words_of(view.words)
    inner = f'<span style="background:{PAPER};padding:0 4px">{_marked(context, wanted)}</span>'
    front = f'<span style="{_PATH};display:inline-block;padding:2px 10px">{inner}</span>'
    body = (front if context else "") + _marked(seen.text[len(context) :], wanted)
    line = "; ".join(filter(None, [f"{seen.tokens} tokens", seen.finds()]))
    return (
        f'<div style="flex:1 1 280px;min-width:0"><div><b>{name}</b>: {escape(line)}</div>'
        f"{region(name, f'{_PAGE};{SCROLL}', body, text=True)}</div>"
    )


def _marked(text: str, wanted: frozenset[str] | Sequence[str]) -> str:
    """Escape a text and frame the words that are searched."""
    parts = re.split(r"(\w+)", text)
    frame = f'<b style="border:1px solid {INK};border-radius:3px;padding:0 1px">'
    return "".join(f"{frame}{safe(part)}</b>" if part and part.casefold() in wanted else safe(part) for part in parts)


class HeadingPath(Widget[View]):
    """Shows a document's outline with its chunks, and the controls; made by ``heading_path``."""

    def __init__(self, text: str, size: int, *, count_context: bool, number: int, words: str) -> None:
        self.size = Number("size", size, least=1, most=max(_MOST, 2 * size))
        self.chosen = Number("chunk", number, least=0, most=number)
        self.count_context = Checkbox(
            value=count_context, description="count the path inside the size", indent=False,
            layout=Layout(width="auto"),
        )  # fmt: skip
        self.words = TextBox(
            description="words", value=words, placeholder="words to search for", style=NAME,
            layout=Layout(width="auto", flex="1 1 240px", max_width="420px"),
        )  # fmt: skip
        super().__init__(
            self.size, self.chosen, row_of(self.words, self.count_context),
            view=View, page=page, text=text, holds=_MOST_CHARACTERS, kind="Markdown",
            words="The outline and its chunks in words",
        )  # fmt: skip

    def _state(self) -> tuple[Any, ...]:
        return self.text, self.size.value, self.count_context.value, self.chosen.value, self.words.value

    def _fit(self) -> None:
        """Offer the chunks that there are; where there are fewer than before, the choice moves back."""
        self.chosen.at_most(max(0, len(self.view.chunks) - 1))


def heading_path(
    text: str | None = None, size: int = 300, *, count_context: bool = False, chunk: int = 0, words: str = ""
) -> HeadingPath:
    r"""Show a Markdown document as an outline with its chunks, and one chunk with and without its heading path.

    Args:
        text: Your own Markdown, at most 60,000 characters; the handbook by default. It can also be pasted into the
            widget.
        size: the most tokens that a chunk may have.
        count_context: Whether the path counts inside the size.
        chunk: the number of the chunk that is shown in full; the last one where there are not so many.
        words: Words to search for, as a search by words would.

    Returns:
        A widget; ``str(widget)`` says the same in words, heading by heading. A text that gives no chunks is answered
        by a line in the widget, and the controls lead back.

    Raises:
        CourseError: if the text is not a text or too long, a number is not a number, or the size is below 1.

    >>> print(heading_path("# Tea\n\nBoil water.\n\n## Green\n\nWait.", size=11, chunk=1, words="tea"))
    size 11, path not counted, on a text of 35 characters
    chunks: 2
    largest: 7 tokens of text, 8 with the path
    over the size with the path: 0
    all words found: in the text of 1, with the path in 2
    Tea: [0] 7+0
      Green: [1] 5+3
    chosen: [1] characters 20-35
    path: Tea > Green
    text: '## Green\n\nWait.'
    without the path: 5 tokens; does not find tea
    with the path: 8 tokens; finds tea
    """
    shown = load("handbook") if text is None else text
    with refusing("heading_path"):
        check_text(shown, _MOST_CHARACTERS)
        if not isinstance(words, str):
            raise InvalidType(f"words must be a str: got {type(words).__name__}")
        numbers = at_least(1, "size", size), at_least(0, "chunk", chunk)
        return HeadingPath(shown, numbers[0], count_context=bool(count_context), number=numbers[1], words=words)
