"""Say what chunks come to: what was achieved, beside what was asked."""

from collections.abc import Iterable, Sequence
from html import escape

from chunklib.calculators import OverlapStats
from chunklib.chunk import Chunk
from chunklib.tokens import Ruler, Tokens

MOST_CHARACTERS, MOST_CHUNKS = 200_000, 2_000  # that are drawn: a browser does not scroll well through more


def totals(stats: OverlapStats, size: int, overlap: object, ruler: Ruler, text_size: int) -> list[tuple[str, str]]:
    """Say what the chunks come to: names and values, achieved beside asked.

    Args:
        stats: what the chunks measure and share.
        size: the size that was asked.
        overlap: the overlap that was asked.
        ruler: what they are measured with.
        text_size: what the document measures.
    """
    own = ruler.name if ruler.name in ("characters", "words") else "units"
    unit = "tokens" if isinstance(ruler, Tokens) else own
    return [
        ("chunks", f"{stats.chunks:,}"),
        ("size", f"asked {size}, achieved {stats.mean_size:.1f} {unit} on average"),
        ("stored", f"{stats.stored:,} {unit}"),
        ("redundancy", f"{stats.redundancy:.2f} times the text, which has {text_size:,} {unit}"),
        ("overlap", f"asked {overlap}, achieved {stats.mean_overlap:.1f} {unit} on average"),
        ("nothing shared", f"at {stats.bare} of {max(stats.chunks - 1, 0)} boundaries"),
    ]


def totals_html(totals: Iterable[tuple[str, str]]) -> str:
    """Write names and values in a row, names in bold.

    >>> totals_html([("tokens", "12")])
    '<b>tokens</b> 12'
    """
    return " · ".join(f"<b>{escape(name)}</b> {escape(value)}" for name, value in totals)


def drawn_until(text: str, chunks: Sequence[Chunk]) -> int:
    """Return the character up to which a text is drawn."""
    cut = chunks[MOST_CHUNKS].start_char if len(chunks) > MOST_CHUNKS else len(text)
    return min(cut, MOST_CHARACTERS, len(text))


def left_out(text: str, chunks: Sequence[Chunk], until: int) -> str:
    """Say how much is drawn, if it is not everything."""
    if until == len(text):
        return ""
    begun = sum(chunk.start_char < until for chunk in chunks)
    return (
        f"Drawn is only the first part: {until:,} of {len(text):,} characters, "
        f"{begun:,} of {len(chunks):,} chunks. The totals are of all."
    )
