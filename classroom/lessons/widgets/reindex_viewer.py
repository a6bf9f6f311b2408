"""reindex_viewer(text): edit one word, and see which chunks an index keeps, moves, embeds and deletes.

What is added, kept and deleted is what ``chunklib.retrieval.index_plan.plan`` says, which the database carries out.
A bar is as wide as its chunk is long; its letter, its ground and its edge say what happens to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.readers import size_and_overlap
from chunklib.retrieval.index_plan import plan
from chunklib.strategies import STRATEGIES
from chunklib.view.palette import COLORS, INK, PAPER
from classroom.judge.showing import short
from classroom.lessons.widgets.arguments import between, check_text, one_of, part_of_handbook, refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, Number, size_handles
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region
from classroom.lessons.widgets.widget import Widget, row_of

State = Literal["kept", "moved", "embedded", "deleted"]

STRATEGIES_SHOWN = ("token_windows", "sentences", "recursive", "markdown")
EDITS = {"insert": "a word inserted", "replace": "a word replaced, as long as before", "delete": "a word deleted"}
MOST_CHUNKS = 200
MEANING: dict[State, str] = {
    "kept": "same place and text: nothing is written",
    "moved": "same text at another place: a new id, the vector is taken over",
    "embedded": "new text: a new vector",
    "deleted": "its id is in no chunk of the new text",
}
"""What each word means; ``embedded`` and ``moved`` together are what an index has to add."""

_EXCERPT = 44
_WORD = re.compile(r"\S+")
_LOOKS: dict[State, str] = {
    "kept": f"background-color:{COLORS[8]};border:1px solid {INK}",
    "moved": f"background-color:{COLORS[4]};border:1px solid {INK};border-bottom:4px double {INK}",
    "embedded": f"background-color:{COLORS[1]};border:3px solid {INK}",
    "deleted": f"background-color:{PAPER};border:2px dashed {INK}",
}
_LETTER = "text-align:center;font-size:12px;line-height:22px;font-weight:bold;overflow:hidden;box-sizing:border-box"
_MARK = f"color:{INK};padding:0 5px;border-radius:0"
_ROOM = f"padding:8px 10px;{SCROLL};contain:inline-size"
_MOST_CHARACTERS = 100_000
_MOST_SIZE = 1_000
_HOLDS = 10_000  # characters of a document, whose chunks are then few enough to be drawn


@dataclass
class View:
    """Holds a text, a strategy, size and overlap in tokens, and an edit at a place in per cent of its words.

    What comes of it are the chunks before and after the edit, or the rule that is broken, in one line.
    """

    text: str
    strategy: str
    size: int
    overlap: int
    edit: str
    place: int

    def __str__(self) -> str:
        return "\n".join([*self.head(), *([self.error] if self.error else self.lines())])

    def __post_init__(self) -> None:
        self.before: list[Chunk] = []
        self.after: list[Chunk] = []
        self.error = ""
        changed, self.at, self.excerpt = edited(self.text, self.edit, self.place)
        split = STRATEGIES[self.strategy]
        try:
            found = [split(text, self.size, self.overlap, document="text") for text in (self.text, changed)]
        except ValueError as error:
            self.error = f"Nothing to index. {error}"
            return
        if (many := max(map(len, found))) <= MOST_CHUNKS:
            self.before, self.after = found
            self._judge()
        else:
            said = f"{many} chunks are more than the {MOST_CHUNKS} that are drawn: take a larger size"
            self.error = f"Too many bars. {said}."

    def head(self) -> Iterator[str]:
        """Say the settings and the edit."""
        yield f"{self.strategy}, size {self.size}, overlap {self.overlap} tokens"
        yield f"{EDITS[self.edit]} at character {self.at:,}: {self.excerpt}"

    def lines(self) -> Iterator[str]:
        """Say how many chunks there are of each state, and which."""
        yield f"chunks: {len(self.before)} before, {len(self.after)} after"
        for state in ("kept", "moved", "embedded"):
            yield _counted(state, self.after, self.states)
        yield _counted("deleted", self.before, self.states_before)

    def _judge(self) -> None:
        """Find the state of each chunk: before the edit kept or deleted, after it one of the others."""
        known = {in_full(chunk) for chunk in self.before}
        kept = set(plan({chunk.id: chunk for chunk in self.before}, self.after).changes.kept)
        self.states_before: list[State] = ["kept" if chunk.id in kept else "deleted" for chunk in self.before]
        self.states: list[State] = [
            "kept" if chunk.id in kept else "moved" if in_full(chunk) in known else "embedded" for chunk in self.after
        ]


def edited(text: str, edit: str, place: int) -> tuple[str, int, str]:
    """Edit a word of a text, which has at least one: as ``EDITS`` name it, at a place in per cent of its words.

    Returns:
        the other text, the character at which the edit begins, and the words around it.

    >>> edited("Tea is hot.", "insert", 0), edited("Tea is hot.", "delete", 100)[0]
    (('new Tea is hot.', 0, "'Tea is'"), 'Tea is ')
    """
    words = list(_WORD.finditer(text))
    number = min(len(words) - 1, len(words) * place // 100)
    start, end = words[number].span()
    around = text[words[max(0, number - 1)].start() : words[min(len(words) - 1, number + 1)].end()]
    excerpt = short(" ".join(around.split()), _EXCERPT)
    if edit == "insert":
        return f"{text[:start]}new {text[start:]}", start, excerpt
    if edit == "replace":
        return text[:start] + "x" * (end - start) + text[end:], start, excerpt
    behind = words[number + 1].start() if number + 1 < len(words) else len(text)
    return text[:start] + text[behind:], start, excerpt


def _counted(state: str, chunks: Sequence[Chunk], states: Sequence[State]) -> str:
    numbers = [chunk.index for chunk, own in zip(chunks, states, strict=True) if own == state]
    return f"{state:<9} {len(numbers)}  {' '.join(runs(numbers))}".rstrip()


def runs(numbers: Sequence[int]) -> list[str]:
    """Write rising numbers as runs.

    >>> runs([0, 1, 2, 5, 8, 9])
    ['[0]-[2]', '[5]', '[8]-[9]']
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return [f"[{first}]" if first == last else f"[{first}]-[{last}]" for first, last in found]


def page(shown: View) -> str:
    """Draw a view: what was done, the counts, the key, and the two rows."""
    head = lines_html([*map(escape, (*shown.head(), *shown.lines())), _key()])
    rows = _row("before", shown.before, shown.states_before) + _row("after", shown.after, shown.states)
    return framed(head, region("The chunks before and after the edit", _ROOM, rows))


def _key() -> str:
    marks = (
        f'<span style="{_MARK};{_LOOKS[state]}">{state[0]}</span> {state}: {said}' for state, said in MEANING.items()
    )
    return "<br>".join(marks)


def _row(name: str, chunks: Sequence[Chunk], states: Sequence[State]) -> str:
    """Draw the chunks of one side next to each other."""
    whole = sum(len(chunk.text) for chunk in chunks) or 1
    bars = "".join(_bar(chunk, state, whole) for chunk, state in zip(chunks, states, strict=True))
    label = f'<div style="font-size:13px;line-height:18px">{name}: {len(chunks)} chunks</div>'
    return f'<div style="margin:4px 0">{label}<div style="display:flex">{bars}</div></div>'


def _bar(chunk: Chunk, state: State, whole: int) -> str:
    place = f"[{chunk.index}] {state}, characters {chunk.start_char:,}-{chunk.end_char:,}"
    width = f"flex:0 0 {len(chunk.text) / whole:.3%};width:{len(chunk.text) / whole:.3%}"
    return f'<div title="{place}" style="color:{INK};{width};{_LETTER};{_LOOKS[state]}">{state[0]}</div>'


class ReindexViewer(Widget[View]):
    """Shows what an index does after one edit; made by ``reindex_viewer``."""

    def __init__(self, text: str, strategy: str, size: int, overlap: int, edit: str, place: int) -> None:
        self._edited = text
        names = list(STRATEGIES_SHOWN)
        words = [(said, name) for name, said in EDITS.items()]
        self.strategy = Dropdown(description="strategy", options=names, value=strategy, style=NAME)
        self.edit = Dropdown(description="edit", options=words, value=edit, style=NAME)
        self.place = Number("place, %", place, least=0, most=100)
        self.size, self.overlap = size_handles(size, overlap, most=_MOST_SIZE)
        rows = row_of(self.strategy, self.edit), self.place, self.size, self.overlap
        super().__init__(*rows, view=View, page=page, holds=_HOLDS)

    def _state(self) -> tuple[Any, ...]:
        numbers = self.size.value, self.overlap.value
        return self._edited, self.strategy.value, *numbers, self.edit.value, self.place.value

    def _show_document(self, part: str) -> None:
        self._edited = part
        self._update()


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
        return ReindexViewer(shown, strategy, *numbers, edit, between(0, 100, "place", place))
