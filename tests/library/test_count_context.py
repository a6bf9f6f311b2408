"""The heading path counted inside the size: path, blank line and text together, as they are put together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, audit
from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.data import load, path
from chunklib.overlap import Adaptive, Semantic
from tests import oracle
from tests.each import each
from tests.hostile import RULERS, overlaps, texts
from tests.library.cuts.test_markdown import content, documents, head_by_hand
from tests.promises import as_read, assert_kept, assert_refusal_is_right, most

EXAMPLES = settings().max_examples
STRUCTURED = ["markdown", "rst", "latex", "html", "code", "records", "turns"]
every_strategy = pytest.mark.parametrize("strategy", STRUCTURED)

PIECES = {
    "markdown": [
        "# One\n\n",
        "## A longer title than that\n\n",
        "### Third\n\n",
        "Some words. And more.\n\n",
        "- item\n",
        "```\na\n```\n",
    ],
    "rst": [
        "One\n===\n\n",
        "A longer title than that\n------------\n\n",
        "Some words. And more.\n\n",
        "- item\n",
        "::\n\n  a\n",
    ],
    "latex": ["\\section{One}\n", "\\subsection{A longer title than that}\n", "Some words. And more.\n\n", "\\item "],
    "html": [
        "<h1>One</h1>",
        "<h2>A longer title than that</h2>",
        "<p>Some words. And more.</p>",
        "<ul><li>item</ul>",
        "text &amp; ",
    ],
    "code": [
        "class One:\n",
        "    def a_longer_name_than_that(self):\n",
        "        return 1\n",
        "def two():\n    pass\n",
        "# why\n",
        "x = 1\n",
    ],
    "records": [
        '{"one": [',
        '{"a longer key than that": "',
        "some words. And more",
        '"}',
        "]}\n",
        "item,price\n",
        "1,2\n",
    ],
    "turns": [
        "Dana: Some words. And more, of one line.\n",
        "A Longer Name Than That (12:01): why\n",
        "[12:02] <lee> words\n\n",
        "and more.\n",
    ],
}


def counted(strategy: str, text: str, size: int, overlap: Any, ruler: Any = "cl100k_base") -> list[Chunk]:
    """Split with the context counted, and hold the chunks to the contract."""
    chunks = STRATEGIES[strategy](text, size, overlap, count_context=True, ruler=ruler)
    text = as_read(strategy, text)
    assert_kept(text, chunks, size, overlap, ruler)
    length = oracle.measure(ruler)
    for chunk in chunks:
        assert length(in_full(chunk)) <= size, in_full(chunk)
        assert_shortened_from_outside(chunk)
    assert audit(text, chunks, size=size, overlap=most(overlap), ruler=ruler, count_context=True).ok
    return chunks


def assert_shortened_from_outside(chunk: Chunk) -> None:
    """The context is the inner end of the path, above a head; how much of it is measured elsewhere."""
    titles = chunk.metadata["headings"]
    assert isinstance(titles, tuple)
    first = chunk.context.partition("\n")[0]
    assert first[:1] in "|`~" or first in [" > ".join(titles[at:]) for at in range(len(titles))]


@every_strategy
@settings(max_examples=EXAMPLES)
@given(data=st.data(), size=st.integers(1, 30) | st.integers(1, 120), ruler=st.sampled_from(RULERS))
def test_path_and_text_together_fit_in_the_size(strategy: str, data: st.DataObject, size: int, ruler: Any) -> None:
    pieces = st.lists(st.sampled_from(PIECES[strategy]), max_size=25).map("".join)
    text, overlap = data.draw(pieces | texts(20)), data.draw(overlaps(size))
    try:
        counted(strategy, text, size, overlap, ruler)
    except ValueError as error:
        assert_refusal_is_right(error, as_read(strategy, text), size, ruler)


@settings(max_examples=EXAMPLES)
@given(
    document=documents(),
    size=st.integers(20, 80),
    share=st.floats(0, 0.9),
    ruler=st.sampled_from(["cl100k_base", "characters", "words"]),
)
def test_outer_headings_are_left_out_only_of_a_path_of_more_than_half_the_size(
    document: tuple[str, list[Any]], size: int, share: float, ruler: str
) -> None:
    """And of such a path, with the head of a table below it, no more of them than need be; a head alone that takes more
    is left out first. Sixteen units always stay for the text.
    """
    text, placed = document
    size = size * 4 if ruler == "characters" else size
    length, room = oracle.measure(ruler), min(size // 2, size - 16)
    for chunk in counted("markdown", text, size, int(share * size), ruler):
        titles = chunk.metadata["headings"]
        assert isinstance(titles, tuple)
        above = len(titles) - chunk.metadata.get("headings_in_text", 0)  # type: ignore[operator]
        head = head_by_hand(text, placed, content(chunk))
        left_out = bool(head) and length(f"{head}\n\n") > room
        assert chunk.metadata.get("head_left_out", False) is left_out
        below = [] if left_out or not head else [head]
        said = [" > ".join(titles[at:above]) for at in range(above)]
        first = next((at for at in range(above) if length("\n".join([said[at], *below]) + "\n\n") <= room), above)
        assert chunk.context == "\n".join(filter(None, (" > ".join(titles[first:]), *below)))


@every_strategy
@settings(max_examples=EXAMPLES // 2)
@given(data=st.data(), size=st.integers(5, 60))
def test_without_headings_it_makes_no_difference(strategy: str, data: st.DataObject, size: int) -> None:
    text = data.draw(
        st.lists(st.sampled_from(["some words. ", "and more.\n\n", "汉字。", "x = 1\n"]), max_size=20).map("".join)
    )
    split = STRATEGIES[strategy]
    assert split(text, size, 3, count_context=True) == split(text, size, 3)


@pytest.mark.parametrize(
    ("strategy", "name"),
    [("markdown", "handbook"), ("markdown", "paper"), ("html", "catalogue"), ("code", "inventory")],
)
@each("overlap", ["15%", Adaptive(5, 30), Semantic(0.3, 30, "hashing")])
def test_the_documents_of_the_course(strategy: str, name: str, overlap: Any) -> None:
    chunks = counted(strategy, load(name), 120, overlap)
    assert any(chunk.context for chunk in chunks)
    assert max(oracle.tokens("cl100k_base", in_full(chunk)) for chunk in chunks) > 60


@each("name", ["commissioning", "annual_report"])
def test_a_pdf_counts_its_titles_too(name: str) -> None:
    chunks = STRATEGIES["pdf"](path(name), 90, 10, count_context=True)
    assert max(oracle.tokens("cl100k_base", in_full(chunk)) for chunk in chunks) <= 90
    assert any(chunk.context for chunk in chunks)


def test_the_audit_knows_what_a_counted_context_takes() -> None:
    """The cluster fits in the size, and not together with the heading above it."""
    text = "x\nx\n# One\n\n👨\u200d👩\u200d👧\u200d👦"
    chunks = STRATEGIES["markdown"](text, 19, 0, count_context=True)
    assert audit(text, chunks, size=19, overlap=0, count_context=True).ok
    assert not audit(text, chunks, size=19, overlap=0)["clean"].ok
    long = [{"text": text, "start_char": 0, "context": "A path > of headings"}]
    report = audit(text, long, size=len(text), overlap=0, ruler="characters", count_context=True)
    said = f"chunk 0: measures {len(text) + 22} with its context, the size is {len(text)}: "
    assert [breach.message.startswith(said) for breach in report.breaches] == [True]
