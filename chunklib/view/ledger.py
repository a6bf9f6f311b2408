"""Write a ledger as one page: each question opens, and shows why its answer was lost, with the evidence marked."""

from collections.abc import Iterator, Sequence

from chunklib.chunk import Chunk, Span
from chunklib.evaluation.lost import ABSENT, FOUND, LOW, RIGHT, TORN, UNANSWERED, Ledger, Lost, Piece
from chunklib.evaluation.wording import counted
from chunklib.view.page import filled
from chunklib.view.palette import COLORS
from chunklib.view.spans import safe

_SHOWN = 6  # chunks of a piece of evidence
_WHY = {
    TORN: "No chunk has all of a piece of the evidence.",
    LOW: "Chunks have all of the evidence, but {k} are read, and it is at rank {rank}.",
    ABSENT: "Chunks have all of the evidence, and the search has not found them in {depth} ranks.",
    FOUND: "It is found at rank {rank}, and {k} are read.",
    UNANSWERED: "It is found at rank {rank}, and the reader quotes something else, or nothing.",
    RIGHT: "It is found at rank {rank}, and the reader quotes the evidence.",
}


def ledger_page(ledger: Ledger, called: str) -> str:
    """Write the page of a ledger.

    Args:
        ledger: what :func:`chunklib.evaluation.where_lost` found.
        called: what was measured, in words.

    Returns:
        HTML that is one whole file, without a script and with nothing from elsewhere; every text in it is escaped.
    """
    asked, counts = len(ledger.questions), ledger.counts
    fills = dict(zip(counts, COLORS, strict=False))
    told = ", ".join(f"{name}: {count:,}" for name, count in counts.items())
    parts = "".join(
        f'<span style="width:{count / asked:.2%};background:{fills[name]}" title="{name}">{count:,}</span>'
        for name, count in counts.items()
        if count
    )
    signs = " ".join(
        f'<span class="sign" style="background:{fills[name]}">{name}: {counts[name]:,}</span>' for name in fills
    )
    bar = f'<div class="bar" role="img" aria-label="{told}">{parts}</div><p>{signs}</p>'
    about = f"{safe(called)}: {counted(asked, 'question')}, {counted(len(ledger.chunks), 'chunk')}"
    sections = [_section(ledger, name, count) for name, count in ledger.counts.items() if count]
    key = "<mark>marked, underlined</mark> evidence. Open a question to see what has it."
    return filled(
        "Where answers get lost", "Where answers get lost", key, f"<div><p>{about}</p>{bar}</div>", "\n".join(sections)
    )


def _section(ledger: Ledger, outcome: str, count: int) -> str:
    """Write the questions of one outcome."""
    asked = "\n".join(_question(ledger, one) for one in ledger.questions if one.outcome == outcome)
    return f"<section><h2>{outcome.capitalize()}: {count:,}</h2>\n{asked}</section>"


def _question(ledger: Ledger, one: Lost) -> str:
    """Write a question, with what has its evidence."""
    why = _WHY[one.outcome].format(k=ledger.k, depth=ledger.depth, rank=one.rank)
    pieces = "".join(_piece(ledger, one, piece) for piece in one.pieces)
    about = f"{why} Document: {one.question.document}" + (f"; kind: {one.question.kind}" if one.question.kind else "")
    summary = f"<summary><bdi>{safe(one.question.text)}</bdi></summary>"
    return f'<details>{summary}<p class="soft">{safe(about)}</p>{pieces}</details>'


def _piece(ledger: Ledger, one: Lost, piece: Piece) -> str:
    """Write the chunks that have all or a part of a piece of evidence, with its rank and the shared words."""
    places = [*piece.whole_in, *piece.parts_in]
    rank = f"best rank {piece.rank}" if piece.rank else "not ranked"
    words = f"; words shared with the question: {', '.join(piece.words)}" if piece.words else "; no word is shared"
    held = f"characters {piece.start}-{piece.end}: all of it in {counted(len(piece.whole_in), 'chunk')}"
    more = f"<p>… and {len(places) - _SHOWN} more</p>" if len(places) > _SHOWN else ""
    spans = [Span(piece.start, piece.end) for piece in one.pieces]
    shown = "".join(_chunk(ledger.chunks[at], spans) for at in places[:_SHOWN])
    told = f"{held}, a part in {len(piece.parts_in):,}; {rank}{words}"
    return f'<p class="soft">{safe(told)}</p>{shown}{more}'


def _chunk(chunk: Chunk, evidence: Sequence[Span]) -> str:
    """Write a chunk with the evidence marked."""
    place = f"{chunk.id}, size {chunk.size:,}" + (f", in {chunk.context}" if chunk.context else "")
    marked = "".join(_marked(chunk, evidence))
    return f'<div class="chunk"><p class="soft">{safe(place)}</p><div class="text" dir="auto">{marked}</div></div>'


def _marked(chunk: Chunk, evidence: Sequence[Span]) -> Iterator[str]:
    """Yield the text of a chunk in parts, those of the evidence marked."""
    at = chunk.start_char
    for start, end in sorted(evidence):
        first, last = max(start, at), min(end, chunk.end_char)
        if first < last:
            yield safe(chunk.text[at - chunk.start_char : first - chunk.start_char])
            yield f"<mark>{safe(chunk.text[first - chunk.start_char : last - chunk.start_char])}</mark>"
            at = last
    yield safe(chunk.text[at - chunk.start_char :])
