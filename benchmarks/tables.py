"""The figures as plain text, to be read in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import adaptive, growth, memory, retrieval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.adaptive import Comparison
    from benchmarks.embedding import Embedding
    from benchmarks.growth import Growth
    from benchmarks.memory import Memory
    from benchmarks.pdf import Pages
    from benchmarks.retrieval import Sweep
    from benchmarks.verdicts import Row

Cells = tuple[str, ...]

COSTS_LEGEND = """\
Processor time over that of one plain encode of the same text; the least and the median of all rounds, and the median
by the clock on the wall. The limit is for the least, on a quiet machine. Texts of different kinds have encodes of
their own: figures compare within a kind.
largest: tokens of the largest chunk, counted again. bare: boundaries that share nothing, of those between two chunks
whose offsets are right. wrong: chunks whose text is not what the document has between their offsets."""
ADAPTIVE_LEGEND = f"""\
Processor time with an adaptive overlap over that with a fixed one, each round on a text of its own: fixed, adaptive,
fixed. The limit of {adaptive.LIMIT} is for the median: of ratios near one the least is mostly noise.
shared: tokens that a chunk shares with the one before, on average; more of it makes more chunks."""
EMBEDDING_LEGEND = """\
sentences: those of the text that are not white space. given: texts that the embedder got, in so many calls. again:
those of them that are not a sentence or had been given before; missed: sentences that were not given. Both must be 0.
seconds: processor time for everything; embedder: the share of it that was spent inside the embedder."""
PDF_LEGEND = """\
Pages a second of processor time; bare: of pypdf's extract_text alone. The ratio of the two times, least and median."""
GROWTH_LEGEND = f"""\
At each length: seconds of processor time for a million characters, and the ratio to one encode (median of the rounds).
growth: the largest, of time for twice the text; encode: that of one encode alone; 2 is linear. The limit is
{growth.LIMIT}."""
MEMORY_LEGEND = f"""\
Bytes per character of the text, beyond the text itself; the limit is {memory.LIMIT:.0f}.
traced: the peak of what Python and numpy allocate; kept: what of it the chunks are. resident: by how much the process
grew at its peak; less than the chunks where memory that was free before is used again."""
SWEEP_LEGEND = """\
Seconds of one core for all settings together, chunking and its share; the same in encodes of all documents. MB: the
peak of the process. hits: milliseconds that scoring alone takes for so many hits a question; growth: the largest, of
time for twice the hits."""


def table(head: Cells, rows: Sequence[Cells]) -> str:
    """Lay out cells in columns as wide as they need, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [_line(cells, widths) for cells in (head, tuple("-" * width for width in widths), *rows)]
    return "\n".join(lines)


def _line(cells: Cells, widths: Sequence[int]) -> str:
    first, *others = (
        cell.ljust(width) if at == 0 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([first, *others]).rstrip()


def costs(rows: Sequence[Row]) -> str:
    """The cost of each splitter beside what it delivers; under it what a row needs to be understood."""
    ratios = ("least", "median", "wall", "rounds", "limit", "")
    head = ("", "text", *ratios, "chunks", "mean", "largest", "bare", "wrong")
    notes = [f"{row.title}: {row.note}" for row in rows if row.note]
    versions = ", ".join(dict.fromkeys(f"{row.package} {row.version}" for row in rows))
    return "\n".join([table(head, [_cost_cells(row) for row in rows]), "", COSTS_LEGEND, *notes, versions])


def _cost_cells(row: Row) -> Cells:
    cost, figures = row.cost, row.figures
    return (
        row.title,
        row.kind,
        f"{cost.least:.2f}",
        f"{cost.median:.2f}",
        f"{cost.wall:.2f}",
        str(cost.rounds),
        _optional(row.limit),
        _verdict(ok=row.ok) if row.limit else "",
        str(figures.chunks),
        f"{figures.mean:.1f}",
        str(figures.largest),
        f"{figures.bare} of {figures.boundaries}",
        str(figures.wrong),
    )


def _optional(number: float | None) -> str:
    return "" if number is None else f"{number:.1f}"


def _verdict(*, ok: bool) -> str:
    return "ok" if ok else "OVER"


def comparisons(found: Sequence[Comparison]) -> str:
    """Show what an adaptive overlap costs beside a fixed one, and what each delivers."""
    shares = ("fixed chunks", "shared", "adaptive chunks", "shared")
    head = ("adaptive overlap", "text", "least", "median", "wall", "rounds", "limit", "", *shares)
    rows = [
        (
            one.title,
            one.kind,
            f"{one.cost.least:.2f}",
            f"{one.cost.median:.2f}",
            f"{one.cost.wall:.2f}",
            str(one.cost.rounds),
            f"{adaptive.LIMIT:.1f}",
            _verdict(ok=one.ok),
            *(cell for made in (one.fixed, one.adaptive) for cell in (str(made.chunks), f"{made.overlap:.1f}")),
        )
        for one in found
    ]
    return "\n".join([table(head, rows), "", ADAPTIVE_LEGEND])


def embeddings(found: Sequence[Embedding]) -> str:
    """Show what is given to the embedder."""
    head = ("embedding", "sentences", "given", "calls", "again", "missed", "", "seconds", "embedder")
    rows = [
        (
            one.title,
            *map(str, (one.sentences, one.given, one.calls, one.again, one.missed)),
            _verdict(ok=one.ok),
            f"{one.seconds:.2f}",
            f"{one.embedding_seconds / one.seconds:.0%}",
        )
        for one in found
    ]
    return "\n".join([table(head, rows), "", EMBEDDING_LEGEND])


def pages(found: Pages) -> str:
    """How quickly a PDF is cut."""
    head = (found.file, "pages", "pages/s", "bare", "least", "median", "rounds")
    rates = (f"{found.per_second:.0f}", f"{found.bare_per_second:.0f}")
    ratios = (f"{found.cost.least:.2f}", f"{found.cost.median:.2f}", str(found.cost.rounds))
    return "\n".join([table(head, [(found.title, str(found.pages), *rates, *ratios)]), "", PDF_LEGEND])


def growths(found: Sequence[Growth]) -> str:
    """The cost of each strategy at rising lengths, one table for each kind of text and its lengths."""
    groups: dict[tuple[str, tuple[int, ...]], list[Growth]] = {}
    for one in found:
        groups.setdefault((one.kind, tuple(one.costs)), []).append(one)
    return "\n\n".join([*map(_growths, groups.values()), GROWTH_LEGEND])


def _growths(found: Sequence[Growth]) -> str:
    lengths = found[0].costs
    head = (found[0].kind, *(f"{length:,}" for length in lengths), "growth", "encode", "limit", "")
    return table(head, [_growth_cells(one) for one in found])


def _growth_cells(one: Growth) -> Cells:
    costs = (f"{found.seconds / length * 1e6:.3f} s  {found.median:5.2f} x" for length, found in one.costs.items())
    return (
        one.title,
        *costs,
        f"{one.worst:.2f}",
        f"{one.encode_worst:.2f}",
        f"{growth.LIMIT:.2f}",
        _verdict(ok=one.ok),
    )


def memories(found: Sequence[Memory]) -> str:
    """The peak memory of each strategy."""
    head = (f"{found[0].length:,} characters", "text", "traced", "kept", "resident", "limit", "")
    rows = [
        (
            one.title,
            one.kind,
            f"{one.traced:.1f}",
            f"{one.kept:.1f}",
            f"{one.resident:.1f}",
            f"{memory.LIMIT:.0f}",
            _verdict(ok=one.ok),
        )
        for one in found
    ]
    return "\n".join([table(head, rows), "", MEMORY_LEGEND])


def sweeps(found: Sequence[Sweep]) -> str:
    """How long a sweep takes with each retriever, and what scoring adds for more hits."""
    hits = tuple(found[0].scoring)
    about = f"{found[0].settings} settings, {found[0].tokens:,} tokens, {found[0].questions} questions"
    scored = (*(f"{count} hits" for count in hits), "growth")
    head = (about, "seconds", "limit", "chunking", "encodes", "MB", "limit", "", *scored)
    rows = [
        (
            one.retriever,
            f"{one.seconds:.1f}",
            f"{one.limit:.0f}",
            f"{one.chunking:.1f}",
            f"{one.encodes:.0f}",
            f"{one.megabytes:,.0f}",
            f"{retrieval.MEMORY_LIMIT:,.0f}",
            _verdict(ok=one.ok),
            *(f"{1e3 * seconds:.1f} ms" for seconds in one.scoring.values()),
            f"{one.worst:.2f}",
        )
        for one in found
    ]
    return "\n".join([table(head, rows), "", SWEEP_LEGEND])
