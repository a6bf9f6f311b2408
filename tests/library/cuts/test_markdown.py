"""Markdown: blocks that fit are whole, headings stay with what follows them, and every chunk has the right path."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, cuts
from chunklib.chunk import Chunk
from tests import oracle
from tests.each import each
from tests.promises import assert_kept

EXAMPLES = settings().max_examples
markdown = STRATEGIES["markdown"]

# ------------------------------------------------------------------ documents made of blocks


class Block(NamedTuple):
    kind: str
    text: str  # with \n, without the end of its last line
    rank: int = 0
    title: str = ""


class Placed(NamedTuple):
    block: Block
    start: int
    end: int  # after its last character that is not white space


WORDS = st.lists(
    st.sampled_from(["one", "word", "indivisible", "naïve", "汉字", "a\u2028b", "x\fy", "3.5"]), min_size=1, max_size=7
)
LINE = st.builds(lambda words, end: " ".join(["So", *words]) + end, WORDS, st.sampled_from([".", "!", ""]))
TITLE = st.sampled_from(["Guide", "Set up", "Use", "FAQ", "One more thing"])
CODE = st.sampled_from(
    ["# no heading", "make test", "", "    deep = 1", "| a | b |", "- no item", "Title\n===", "> no quotation"]
)
ITEM = st.builds(
    lambda line, inner: f"{line}{inner}",
    LINE,
    st.sampled_from(
        ["", "", "\n  - nested\n  - twice", "\n\n  ```\n  # no heading\n  ```", "\n  # of the item", "\n  went on"]
    ),
)
PLAIN = [
    st.builds(lambda lines: Block("paragraph", "\n".join(lines)), st.lists(LINE, min_size=1, max_size=4)),
    st.builds(
        lambda mark, lines: Block("fence", "\n".join([mark + "py"[: len(mark) - 1], *lines, mark])),
        st.sampled_from(["```", "~~~", "`````"]),
        st.lists(CODE, max_size=6),
    ),
    st.builds(
        lambda rows: Block("table", "\n".join(["| a | b |", "|---|:-:|", *(f"| {row} | 1 |" for row in rows)])),
        st.lists(LINE.map(lambda line: line.replace("|", "")), max_size=5),
    ),
    st.builds(
        lambda items: Block("bullets", "\n".join(f"- {item}" for item in items)), st.lists(ITEM, min_size=1, max_size=5)
    ),
    st.builds(
        lambda lines: Block("numbers", "\n".join(f"{at}. {line}" for at, line in enumerate(lines, 1))),
        st.lists(LINE, min_size=1, max_size=5),
    ),
    st.builds(
        lambda lines: Block("quotation", "\n".join(f"> {line}" for line in ["# no heading", *lines])),
        st.lists(LINE, max_size=3),
    ),
    st.builds(
        lambda lines: Block("html", "\n".join(["<div>", "# no heading", *lines, "</div>"])), st.lists(LINE, max_size=3)
    ),
]
HEADING = st.builds(
    lambda rank, title, tail: Block("heading", f"{'#' * rank} {title}{tail}", rank, title),
    st.integers(1, 6),
    TITLE,
    st.sampled_from(["", " ##", "  "]),
) | st.builds(
    lambda rank, title: Block("heading", f"{title}\n{'=-'[rank - 1] * 3}", rank, title), st.integers(1, 2), TITLE
)
FRONT = Block("front", "---\ntitle: One\n# no heading\nlist:\n- a\n---")


@st.composite
def documents(draw: st.DrawFn, most: int = 12) -> tuple[str, list[Placed]]:
    """A document, and the places of its blocks in it."""
    blocks = draw(st.lists(st.one_of(HEADING, HEADING, *PLAIN, *PLAIN), min_size=1, max_size=most))
    lists = "bullets", "numbers"
    blocks = [
        block
        for last, block in pairwise([None, *blocks])
        if not (last and last.kind == block.kind and block.kind in lists)
    ]
    if draw(st.booleans()):
        blocks.insert(0, FRONT)
    newline = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    text, placed = "", []
    for block in blocks:
        raw = block.text.replace("\n", newline)
        placed.append(Placed(block, len(text), len(text) + len(raw.rstrip())))
        text += raw + newline * draw(st.integers(2, 3))
    return (text if draw(st.booleans()) else text.rstrip(newline)), placed


RULER = st.sampled_from(["cl100k_base", "characters", "words"])


@st.composite
def split(draw: st.DrawFn) -> tuple[str, list[Placed], list[Chunk], int, str]:
    """A document, and its chunks at some size, with some overlap."""
    text, placed = draw(documents())
    ruler = draw(RULER)
    size = draw(st.integers(3, 60)) * (4 if ruler == "characters" else 1)
    overlap = draw(st.integers(0, size - 1) | st.sampled_from(["15%", "1s", "2s"]))
    chunks = markdown(text, size, overlap, ruler=ruler)
    assert_kept(text, chunks, size, overlap, ruler)
    return text, placed, chunks, size, ruler


def whole(start: int, end: int, chunks: list[Chunk]) -> bool:
    return any(chunk.start_char <= start and end <= chunk.end_char for chunk in chunks)


@settings(max_examples=EXAMPLES * 2)
@given(drawn=split())
def test_what_fits_is_whole_in_some_chunk(drawn: tuple[str, list[Placed], list[Chunk], int, str]) -> None:
    """Every heading, every block but a paragraph below one, and a run of headings with the block after it."""
    text, placed, chunks, size, ruler = drawn
    length = oracle.measure(ruler)
    run, above = 0, 0
    for block, start, end in placed:
        if not (above and block.kind == "paragraph") and length(text[start:end]) <= size:
            assert whole(start, end, chunks), text[start:end]
        if above and not block.rank and length(text[run:end]) <= size:
            assert whole(run, end, chunks), text[run:end]
        run, above = run if 0 < above < block.rank else start, block.rank


def content(chunk: Chunk) -> int:
    """Find the beginning of a chunk's text: white space before it has no heading of its own."""
    return chunk.end_char - len(chunk.text.lstrip())


def head_by_hand(text: str, placed: list[Placed], offset: int) -> str:
    """The head of the table (its first two lines) or the fence (its first) that an offset is in, after it."""
    for block, start, end in placed:
        head = block.text.split("\n")[: {"table": 2, "fence": 1}.get(block.kind, 0)]
        if head and start + len("\n".join(head)) < offset < end:
            return "\n".join(head)
        if block.kind == "bullets" and start < offset < end and text[start:offset].count("```") % 2:
            return "```"
    return ""


@settings(max_examples=EXAMPLES)
@given(drawn=split())
def test_the_context_is_the_headings_above_and_the_head_of_the_table(
    drawn: tuple[str, list[Placed], list[Chunk], int, str],
) -> None:
    text, placed, chunks, _, _ = drawn
    for chunk in chunks:
        headings = chunk.metadata["headings"]
        assert isinstance(headings, tuple)
        lines = " > ".join(headings), head_by_hand(text, placed, content(chunk))
        assert chunk.context == "\n".join(filter(None, lines))
    assert [(heading.start, heading.rank, heading.title) for heading in cuts.markdown(text).headings] == [
        (start, block.rank, block.title) for block, start, _ in placed if block.kind == "heading"
    ]


# ------------------------------------------------------------------ headings, one by one


@each(
    ("text", "expected"),
    [
        ("# One\n\n## Two", [(0, 1, "One"), (7, 2, "Two")]),
        ("One\n===\n\nTwo\n---\n", [(0, 1, "One"), (9, 2, "Two")]),
        ("One and\nmore\n===\n", [(0, 1, "One and more")]),
        ("#One\n\n####### Seven\n\n    # code\n\n\\# no", []),
        ("~~~~\n# no\n~~~\n# no\n~~~~\n# One", [(24, 1, "One")]),
        ("```\n# no, the fence is open to the end\n", []),
        ("# One\n```\n# no\n", [(0, 1, "One")]),
        ("> # no\n\n- # no\n\n1. # no\n\n# One", [(25, 1, "One")]),
        ("<!--\n# no\n-->\n\n<div>\n# no\n</div>\n\n# One", [(34, 1, "One")]),
        ("---\ntitle: x\n# no\n---\n# One", [(22, 1, "One")]),
        ("---\ntitle: x\n...\n# One", [(17, 1, "One")]),
        ("---\n# One\n\ntext", [(4, 1, "One")]),
        ("text\n\n---\n# One\n---\n", [(10, 1, "One")]),
        ("# A\u2028# no\n# B\f# no\n# C\x85# no", [(0, 1, "A # no"), (9, 1, "B # no"), (18, 1, "C # no")]),
        ("\ufeff# One", [(0, 1, "One")]),
        ("# a\x00b\ufffd", [(0, 1, "a\x00b\ufffd")]),
        ("# \ud800 half", [(0, 1, "\ud800 half")]),
        ("| a |\n|---|\n| b |\n# One", [(18, 1, "One")]),
        ("[a]: http://example.org\n# One", [(24, 1, "One")]),
        ("#\n\ntext", [(0, 1, "")]),
        ("", []),
    ],
)
def test_headings(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert [tuple(heading) for heading in cuts.markdown(text).headings] == expected


@each(
    ("source", "title"),
    [
        ('# Kiln <a id="kiln"></a> [![built](https://x.y/b.svg)](https://x.y)', "Kiln"),
        ("# News of [clay](https://x.y/clay(1))", "News of clay"),
        ("# [1.2.0] - 2026\n\n[1.2.0]: https://x.y", "1.2.0 - 2026"),
        ("# [1.2.0] - 2026", "[1.2.0] - 2026"),
        ("# [![built][b]][u] Kiln\n\n[B]: b.svg\n[u]: https://x.y", "Kiln"),
        ("# `fire()`, **glaze** and ~~old~~ *names_of_it*", "fire(), glaze and old names_of_it"),
        ("# A &amp; B \\# C &lt;d&gt; {#own-id}", "A & B # C <d>"),
        ("# Kiln {: .no_toc }", "Kiln"),
        ("# Kiln {/*kiln*/}", "Kiln"),
        ("(kiln)=\n# The {class}`Kiln` of <kbd>x</kbd><br>y", "The Kiln of x y"),
        ("Kiln[^1] and\n![clay](c.png) more\n===", "Kiln and more"),
        ("# ![logo](logo.svg)", ""),
        ("# " + "[" * 20_000, "[" * 20_000),
        ('<h1 align="center">Kiln &amp; clay</h1>', "Kiln & clay"),
        ('<div>\n<img src="k.png" alt="<h1>no</h1>">\n<H1\n title="a>b">\n<b>Kiln</b>\n</H1>\n\n</div>', "Kiln"),
        ("<h1 align=center>\n\n![logo](k.png)\n\n**Kiln**\n\n</h1>\n\nText.", "Kiln"),
        ('<h1><img src="k.png"></h1>', ""),
        ("<h1>Kiln", "Kiln"),
        ('<font size="5"><h1>Kiln</h1></font>', "Kiln"),
    ],
)
def test_a_title_is_what_a_reader_sees(source: str, title: str) -> None:
    found = cuts.markdown(source)
    assert [tuple(heading) for heading in found.headings] == [(0, 1, title)]
    assert [chunk.metadata["headings"] for chunk in markdown(source, 60_000)] == [(title,) if title else ()]


def test_headings_of_html_begin_sections_and_what_is_beside_them_is_theirs() -> None:
    text = "Before.\n\n<div>\n<h2>One</h2>\n<p>text</p>\n<p>\n<h3>Two</h3></p>\n</div>\n\nMore.\n\n"
    text += "```\n<h1>no</h1>\n```\n`<h1>no</h1>`\n<!--\n<h1>no</h1>\n-->\n"
    assert [tuple(heading) for heading in cuts.markdown(text).headings] == [(9, 2, "One"), (44, 3, "Two")]
    assert [chunk.context for chunk in markdown(text, 25, 0)][:3] == ["", "One", "One > Two"]


def test_a_label_belongs_to_what_is_after_it() -> None:
    text = 'One.\n\n(kiln)=\n# Kiln\n\nText.\n\n<a name="clay"></a>\n\n## Clay\n\nMore.\n\n(end)='
    assert [tuple(heading) for heading in cuts.markdown(text).headings] == [(6, 1, "Kiln"), (29, 2, "Clay")]


@each("newline", ["\n", "\r\n"])
def test_no_tag_that_fits_is_cut(newline: str) -> None:
    image = '<img\n alt="A kiln. Hot! It is."\n src="https://x.y/a b.png">'
    text = f"# One\n\n{f'If a < b, see {image} there. ' * 9}\n\n- item {image * 9}\n\n<table>\n{image * 9}\n</table>\n"
    chunks = markdown(text.replace("\n", newline), 40, 0)
    assert len(chunks) > 20
    assert all(chunk.text.count("<img") == chunk.text.count('.png">') for chunk in chunks)


def test_a_heading_without_a_title_leaves_no_hole_in_the_path() -> None:
    text = "# Guide\n\ntext one\n\n##\n\ntext two\n\n### Use\n\ntext three"
    assert [chunk.context for chunk in markdown(text, 5, 0, ruler="words")][-1] == "Guide > Use"


# ------------------------------------------------------------------ what does not fit


def ends(text: str, size: int) -> list[str]:
    return [chunk.text for chunk in markdown(text, size, 0, ruler="words")]


def test_a_fence_that_does_not_fit_is_cut_at_its_lines() -> None:
    text = "```py\nuse(1, 2) # one\n\nuse(3, 4) # two\nuse(5, 6) # three\n```\n"
    assert ends(text, 5) == ["```py\nuse(1, 2) # one\n\n", "use(3, 4) # two\n", "use(5, 6) # three\n```\n"]


def test_a_row_that_does_not_fit_is_cut_between_words() -> None:
    text = "| a | b |\n|---|---|\n| " + "word " * 30 + "| x |\n| c | d |\n\nEnd."
    chunks = markdown(text, 8, 2, ruler="words")
    assert_kept(text, chunks, 8, 2, "words")
    assert all(text[chunk.end_char - 1].isspace() for chunk in chunks[:-1])


def test_a_list_that_does_not_fit_is_cut_between_items_outer_ones_first() -> None:
    text = "- one two three\n  - four five\n  - six seven\n- eight nine\n  - ten eleven\n"
    assert ends(text, 10) == ["- one two three\n  - four five\n  - six seven\n", "- eight nine\n  - ten eleven\n"]
    assert ends(text, 6) == ["- one two three\n", "  - four five\n  - six seven\n", "- eight nine\n  - ten eleven\n"]


@each(
    "block",
    ["- five\n- six seven", "```\nfive six\n```", "> five six\n> seven", "| five | six |\n|---|---|\n| 7 | 8 |"],
)
@each("headings", ["# A long heading here\n\n", "# One two\n\n## Four\n\n", "A heading\nhere\n===\n"])
def test_what_is_whole_where_it_fits_is_so_without_its_headings(headings: str, block: str) -> None:
    text, size = f"Before.\n\n{headings}{block}\n\nEnd.", len(block.split())
    assert block in [chunk.strip() for chunk in ends(text, size)]
    assert ends(text, size + len(headings.split()))[1].strip() == f"{headings}{block}"


def test_headings_go_with_the_beginning_of_a_paragraph_that_fits_only_without_them() -> None:
    assert ends("Before.\n\n# One\n\n## Four\n\nfive six. Seven eight nine", 6)[1] == "# One\n\n## Four\n\nfive six. "


def test_an_empty_section_stays_with_the_beginning_of_the_next() -> None:
    text = "Before it all.\n\n## Empty\n\n# Next\n\nOne two. Three four.\n\n## Last\n\nFive."
    assert ends(text, 9)[1] == "## Empty\n\n# Next\n\nOne two. Three four.\n\n"
    assert ends(text, 7)[1] == "## Empty\n\n# Next\n\nOne two. "
    assert ends(text, 4)[1:3] == ["## Empty\n\n", "# Next\n\nOne two. "]


def test_of_headings_that_do_not_fit_the_last_go_with_what_follows() -> None:
    assert ends("# One two three\n\n## Five\n\nsix seven", 4) == ["# One two three\n\n", "## Five\n\nsix seven"]


# ------------------------------------------------------------------ long and hostile


@each("line", ["word " * 200_000, "# " + "a" * 400_000, "| " + "cell | " * 100_000, "> " * 200_000])
def test_a_line_of_a_megabyte(line: str) -> None:
    chunks = markdown(f"# One\n\n{line}\n\nEnd.", 4_000, 100, ruler="characters")
    assert_kept(f"# One\n\n{line}\n\nEnd.", chunks, 4_000, 100, "characters")


def test_a_beginning_like_front_matter_does_not_hang() -> None:
    """One end of line must not be read in two ways, or the readings double with every line."""
    for line in ("a\r", "a\r\n", "a\n", "\r", "\r\n", "--\r", " \r"):
        text = "---\n" + line * 2_000 + "x"
        assert cuts.markdown(text).levels
