"""One state of the packer stepper: a text, its chunks by ``recursive``, and the steps that lead to them.

The chunks are the library's, and so are the cuts and the sizes; the steps say how its rule comes to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from chunklib.chunk import Chunk
from chunklib.cuts import DEFAULT_SEPARATORS
from chunklib.cuts.graphemes import CodePoints
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, Separator
from chunklib.document import Document
from chunklib.pack import SOLID
from chunklib.strategies import RECIPES, recursive
from chunklib.tokens import ruler as make_ruler
from classroom.judge.showing import clean, short

NAMES: dict[Separator, str] = {PARAGRAPH: "paragraph", LINE: "line", SENTENCE: "sentence"}
SMALLER = "word", "character", "part of a character"
MOST_CHUNKS = 400
_EXCERPT = 60  # characters


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls; sizes in units of the ruler."""

    text: str
    size: int
    overlap: int
    ruler: str
    step: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """Holds a step: chunk ``text[start:end]`` is open, and the piece ``text[end:after]`` is looked at.

    ``did`` is "opens", "takes", "tries smaller" or "closes"; ``size`` measures the chunk, ``piece`` the piece alone
    and ``joined`` both. At the end of the text there is no piece.
    """

    did: str
    chunk: int
    level: str
    start: int
    end: int
    after: int
    size: int
    piece: int
    joined: int


@dataclass(frozen=True)
class View:
    """Holds settings, chunks and steps, or one line that says why there are none."""

    settings: Settings
    chunks: tuple[Chunk, ...] = ()
    steps: tuple[Step, ...] = ()
    error: str = ""

    def __str__(self) -> str:
        asked = self.settings
        head = (
            f"size {asked.size}, overlap {asked.overlap}, ruler {asked.ruler}, "
            f"on a text of {len(asked.text):,} characters"
        )
        if self.error:
            return f"{head}\n{self.error}"
        closed = [f"[{c.index}]  {c.start_char}-{c.end_char}  size {c.size}  overlap {c.overlap}" for c in self.closed]
        return "\n".join([head, *self.lines(), "closed chunks:" if closed else "closed chunks: none", *closed])

    @property
    def now(self) -> Step:
        """Return the step that is shown."""
        return self.steps[self.number]

    @property
    def number(self) -> int:
        """Return the number of the step that is shown; the last one where there are fewer than asked."""
        return min(self.settings.step, len(self.steps) - 1)

    @property
    def closed(self) -> tuple[Chunk, ...]:
        """Return the chunks that are done before this step."""
        return self.chunks[: self.now.chunk]

    @property
    def buffer(self) -> Chunk:
        """Return the chunk that is open, as far as it has come."""
        now, text = self.now, self.settings.text
        whole = self.chunks[now.chunk]
        return replace(whole, text=text[now.start : now.end], end_char=now.end, size=now.size)

    def lines(self) -> Iterator[str]:
        """Say the step, the chunk that is open, and the piece that comes next."""
        now, text, limit = self.now, self.settings.text, self.settings.size
        yield f"step {self.number} of {len(self.steps) - 1}: {self._what()}"
        begun = short(text[now.start : now.end], _EXCERPT)
        yield f"chunk [{now.chunk}]: characters {now.start}-{now.end}, size {now.size}  {begun}"
        if now.after > now.end:
            fits = "it fits" if now.joined <= limit else "it does not fit"
            if now.did == "takes" and now.joined > limit:
                fits = "with the piece after it the text is fewer tokens, and fits"
            yield f"next {now.level}: characters {now.end}-{now.after}  {short(text[now.end : now.after], _EXCERPT)}"
            yield f"chunk {now.size}, {now.level} {now.piece}, joined {now.joined} of at most {limit}: {fits}"

    def _what(self) -> str:
        now = self.now
        if now.did == "opens":
            shared = self.chunks[now.chunk].overlap
            wanted = now.chunk and self.settings.overlap  # the overlap gives way to the piece that comes next
            no_room = ": beside the next piece there is no room" if wanted else ""
            repeats = f"repeats {shared} of chunk [{now.chunk - 1}]" if shared else f"repeats nothing{no_room}"
            return f"chunk [{now.chunk}] opens at character {now.start} and {repeats}"
        if now.did == "takes":
            return f"chunk [{now.chunk}] takes the {now.level}"
        if now.did == "tries smaller":
            return f"the {now.level} does not fit, so a smaller kind of piece is tried"
        why = f"the next {now.level} does not fit" if now.after > now.end else "the text ends"
        return f"chunk [{now.chunk}] closes, because {why}"


def view(settings: Settings) -> View:
    r"""Chunk the text of the settings, and find the steps.

    >>> print(view(Settings("One two.\n\nThree four five.", 12, 0, "characters", step=3)))
    size 12, overlap 0, ruler characters, on a text of 26 characters
    step 3 of 12: chunk [1] opens at character 10 and repeats nothing
    chunk [1]: characters 10-10, size 0  ''
    closed chunks:
    [0]  0-10  size 10  overlap 0
    """
    key = settings.text, settings.size, settings.overlap, settings.ruler
    try:
        chunks, found = _stepped(*key)
    except ValueError as error:
        return View(settings, error=f"No steps. {clean(str(error))}")
    if not chunks or len(chunks) > MOST_CHUNKS:
        why = f"There are more than {MOST_CHUNKS} chunks: take a larger size." if chunks else "The text is empty."
        return View(settings, error=f"No steps. {why}")
    return View(settings, chunks, found)


@lru_cache(maxsize=8)
def _stepped(text: str, size: int, overlap: int, ruler: str) -> tuple[tuple[Chunk, ...], tuple[Step, ...]]:
    chunks = tuple(recursive(text, size, overlap, ruler=ruler, document="text"))
    return chunks, tuple(steps(text, chunks, size, ruler)) if len(chunks) <= MOST_CHUNKS else ()


def _names(count: int) -> list[str]:
    """Name so many levels, from the largest piece to the smallest; a level without a name of its own gets a number."""
    names = [NAMES.get(separator, "") for separator in DEFAULT_SEPARATORS]
    names += [""] * (count - len(names) - len(SMALLER)) + [*SMALLER]
    return [name or f"piece of level {number}" for number, name in enumerate(names, 1)]


def steps(text: str, chunks: tuple[Chunk, ...], size: int, ruler: str) -> Iterator[Step]:
    """Find the steps that lead to chunks of ``recursive``: of the largest kind of piece that fits, as many as fit."""
    doc = Document(text, make_ruler(ruler), "text", size=size, options={"separators": DEFAULT_SEPARATORS})
    kinds = [cuts for kind in RECIPES["recursive"].cut for cuts in doc.kind(kind)]
    ways = [*kinds, doc.graphemes, CodePoints()]
    levels = dict(zip(_names(len(ways)), ways, strict=True))

    def step(did: str, chunk: Chunk, level: str, end: int, after: int) -> Step:
        places = (chunk.start_char, end), (end, after), (chunk.start_char, after)
        measured = (doc.index.size(*place) for place in places)
        return Step(did, chunk.index, level, chunk.start_char, end, after, *measured)

    def bare(at: int, after: int) -> int:
        return at + len(text[at:after].rstrip())

    def next_piece(level: str, at: int) -> int:
        solid = SOLID.search(text, at)
        return (solid and levels[level].first(solid.start(), len(text))) or len(text)

    done = 0
    for chunk in chunks:
        at, solid = max(done, chunk.start_char), chunk.start_char + len(chunk.text.rstrip())
        yield step("opens", chunk, "", at, at)
        kept = list(levels)
        while (after := bare(at, next_piece(kept[0], at))) > solid and len(kept) > 1:
            yield step("tries smaller", chunk, kept.pop(0), at, after)
        while at < solid:
            after = next_piece(kept[0], at)
            after = after if after < solid else chunk.end_char
            yield step("takes", chunk, kept[0], at, after)
            at = after
        done = chunk.end_char
        yield step("closes", chunk, kept[0], at, next_piece(kept[0], at) if text[at:].strip() else at)
