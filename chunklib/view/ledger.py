"""Write a ledger as one page: each question opens, and shows why its answer was lost, with the evidence marked."""

from collections.abc import Iterator, Sequence

from chunklib.chunk import Chunk
from chunklib.evaluation.lost import ABSENT, FOUND, LOW, RIGHT, TORN, UNANSWERED, Ledger, Lost, Piece
from chunklib.evaluation.wording import counted
from chunklib.view.page import filled
from chunklib.view.palette import COLORS
from chunklib.view.spans import safe

_SHOWN = 6  # chunks of a piece of evidence
_KEY = "<mark>Evidence looks like this.</mark> Open a question to see which chunks have it."
WHY = {
    TORN: "At least one piece of the evidence is whole in no chunk.",
    LOW: "Chunks have all of the evidence, but {k} are read, and it is at rank {rank}.",
    ABSENT: "Each piece of the evidence is whole in a chunk, but at least one is not in the first {depth}.",
    FOUND: "It is found at rank {rank}, and {k} are read.",
    UNANSWERED: "It is found at rank {rank}, and the reader quotes something else, or nothing.",
    RIGHT: "It is found at rank {rank}, and the reader quotes the evidence.",
}
FILLS = {name: COLORS[at] for name, at in zip(WHY, (1, 2, 3, 4, 8, 5), strict=True)}  # in every picture


def ledger_page(ledger: Ledger, called: str) -> str:
    """Write the page of a ledger; ``called`` says in words what was measured.

    Returns:
        HTML that is one whole file, without a script and with nothing from elsewhere; every text in it is escaped.
    """
    bar, signs, sections = "", "", f"<pre>{safe(str(ledger))}</pre>\n"
    for at, (name, count) in enumerate(pair for pair in ledger.counts.items() if pair[1]):
        width = f"width:{count / len(ledger.questions):.2%};"
        bar += f'<span style="{width}background:{FILLS[name]}" title="{name}">{count:,}</span>'
        signs += f'<a class="sign" style="background:{FILLS[name]}" href="#part-{at}">{name}: {count:,}</a> '
        asked = "".join(_question(ledger, one) for one in ledger.questions if one.outcome == name)
        sections += f'<section id="part-{at}"><h2>{name.capitalize()}: {count:,}</h2>\n{asked}</section>\n'
    about = f"{safe(called)}: {counted(len(ledger.questions), 'question')}, {counted(len(ledger.chunks), 'chunk')}"
    head = f'<div><p>{about}</p><div class="bar" aria-hidden="true">{bar}</div><p>{signs}</p></div>'
    return filled("Where answers get lost", "Where answers get lost", _KEY, head, sections)


def _question(ledger: Ledger, one: Lost) -> str:
    """Write a question, with what has its evidence."""
    why = WHY[one.outcome].format(k=ledger.k, depth=ledger.depth, rank=one.rank)
    pieces = "".join(_piece(ledger, one, piece) for piece in one.pieces)
    kind = f" Kind: {one.question.kind}." * bool(one.question.kind)
    about = f'<p class="soft">{safe(f"{why} Document: {one.question.document}.{kind}")}</p>'
    return f"<details><summary><bdi>{safe(one.question.text)}</bdi></summary>{about}{pieces}</details>\n"


def _piece(ledger: Ledger, one: Lost, piece: Piece) -> str:
    """Write the chunks that have all or a part of a piece of evidence, with its rank and the shared words."""
    places = [*piece.whole_in, *piece.parts_in]
    held = f"characters {piece.start}-{piece.end}: all of it in {counted(len(piece.whole_in), 'chunk')}"
    words = f"best rank {piece.rank or 'none'}; words shared with the question: {', '.join(piece.words) or 'none'}"
    more = f"<p>… and {len(places) - _SHOWN} more</p>" if len(places) > _SHOWN else ""
    rank = {at: f"rank {piece.rank}, " for at in piece.whole_in[:1] if piece.rank}
    shown = "".join(_chunk(ledger.chunks[at], rank.get(at, ""), one.pieces) for at in places[:_SHOWN])
    return f'<p class="soft">{safe(f"{held}, a part in {len(piece.parts_in):,}; {words}")}</p>{shown}{more}'


def _chunk(chunk: Chunk, rank: str, evidence: Sequence[Piece]) -> str:
    """Write a chunk with its rank, where it is known, and the evidence marked."""
    place = f"{rank}{chunk.id}, size {chunk.size:,}" + (f", in {chunk.context}" if chunk.context else "")
    marked = "".join(_marked(chunk, evidence))
    return f'<div class="chunk"><p class="soft">{safe(place)}</p><div class="text" dir="auto">{marked}</div></div>'


def _marked(chunk: Chunk, evidence: Sequence[Piece]) -> Iterator[str]:
    """Yield the text of a chunk in parts, those of the evidence marked."""
    at = chunk.start_char
    for start, end in sorted((piece.start, piece.end) for piece in evidence):
        first, last = max(start, at), min(end, chunk.end_char)
        if first < last:
            yield safe(chunk.text[at - chunk.start_char : first - chunk.start_char])
            yield f"<mark>{safe(chunk.text[first - chunk.start_char : last - chunk.start_char])}</mark>"
            at = last
    yield safe(chunk.text[at - chunk.start_char :])
