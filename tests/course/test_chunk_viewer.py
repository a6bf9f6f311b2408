"""The chunk viewer without a browser: its pieces, its words, its HTML, and controls that never fail."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunk, audit
from chunklib.view.spans import MOST_CHARACTERS, MOST_CHUNKS, pieces, spans_html
from classroom import chunk_viewer
from classroom.lessons.widgets.chunk_viewer import RULERS, page
from tests.each import each

TEXT = "One paragraph. It has two sentences.\n\nThe second, a longer one, has <b>tags</b> & more: wörds.\n\n\nEnd.\n"
HOSTILE = st.text(st.sampled_from("ab .\n\r\t<&\"'\0é漢👩‍👧\u2028\ud800"), max_size=60)
NAMES = st.sampled_from(sorted(TEXT_STRATEGIES))


class Reader(HTMLParser):
    """Reads drawn HTML back: the text, and each character's label and style."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.labels: list[tuple[int, str]] = []
        self.styles: list[str] = []
        self._open: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append((tag, dict(attrs).get("style") or ""))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        tags = [tag for tag, _ in self._open]
        if "b" in tags:
            self.labels.append((len(self.text), data))
        elif data != "↵":
            self.text += data
            self.styles += [self._open[0][1] if self._open else ""] * len(data)


def chunks_of(text: str, name: str, size: int, overlap: int) -> list[Chunk]:
    return STRATEGIES[name](text, size, overlap, ruler="characters")


def drawn(text: str) -> str:
    """Return a text with a picture for each character that a page would lose."""
    return re.sub("[\ud800-\udfff]", "\ufffd", re.sub("\r(?!\n)", "␍", text.replace("\0", "␀")))


@given(HOSTILE, NAMES, st.integers(1, 12), st.data())
def test_pieces_cover_every_character_once_and_know_their_chunks(
    text: str, name: str, size: int, data: st.DataObject
) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    chunks = chunks_of(text, name, size, overlap)
    found = list(pieces(chunks, len(text)))
    assert [piece.start for piece in found] == [0, *(piece.end for piece in found)][: len(found)]
    assert sum(piece.end - piece.start for piece in found) == len(text)
    for piece in found:
        for offset in (piece.start, piece.end - 1):
            holders = [chunk.index for chunk in chunks if chunk.start_char <= offset < chunk.end_char]
            assert holders == list(range(piece.first, piece.last))


@given(HOSTILE, NAMES, st.integers(1, 12), st.data())
def test_the_drawing_reads_as_the_text_with_labels_hatches_and_fills_in_their_places(
    text: str, name: str, size: int, data: st.DataObject
) -> None:
    chunks = chunks_of(text, name, size, data.draw(st.integers(0, size - 1)))
    read = Reader(spans_html(text, chunks))
    assert read.text.replace("␍\n", "\r\n") == drawn(text)
    assert read.labels == [(chunk.start_char, f"[{chunk.index}]") for chunk in chunks]
    for offset, style in enumerate(read.styles):
        held = sum(chunk.start_char <= offset < chunk.end_char for chunk in chunks)
        assert ("linear-gradient" in style, "border-bottom" in style) == (held > 1, held > 1)
        assert ("4px double" in style) == (held > 2)
        assert ("background-color" in style) == (held > 0)


def test_chunks_side_by_side_have_different_fills() -> None:
    chunks = chunks_of("x" * 40, "fixed_characters", 2, 0)
    styles = Reader(spans_html("x" * 40, chunks)).styles[::2]
    assert all(one != two for one, two in pairwise(styles))


def test_line_ends_at_the_ends_of_a_piece_are_marked_and_others_are_not() -> None:
    html = spans_html("a\nb\n\nc", chunks_of("a\nb\n\nc", "fixed_characters", 5, 0))
    assert re.sub("<[^>]*>", "", html) == "[0]a\nb↵\n↵\n[1]c"


@each("ruler", ["cl100k_base", "o200k_base", "words", "characters", lambda text: 3 * len(text)])
def test_the_redundancy_is_in_the_unit_of_what_is_stored(ruler: str | Callable[[str], int]) -> None:
    """Anyone can divide the two numbers beside it; what is counted in characters is not what is counted in tokens."""
    viewer = chunk_viewer(TEXT, "recursive", 24, 5, ruler)
    shown = dict(viewer.view.totals())
    stored, size = (
        int(re.findall(r"[\d,]+ ", shown[name] + " ")[-1].replace(",", "")) for name in ("stored", "redundancy")
    )
    assert size == viewer.view.measure(TEXT)
    assert shown["redundancy"].startswith(f"{stored / size:.2f} times the text, ")
    report = str(audit(TEXT, viewer.view.chunks, size=24, overlap=5, ruler=ruler))
    assert f"boundaries; {stored / size:.2f} times the text is stored" in report


def test_a_smaller_size_lowers_the_overlap_and_draws_once() -> None:
    viewer = chunk_viewer(TEXT, size=30, overlap=25)
    pages: list[str] = []
    viewer.page.observe(lambda change: pages.append(change["new"]), "value")
    viewer.size.box.value = 10
    assert (viewer.overlap.value, viewer.overlap.slider.max, viewer.overlap.box.max) == (9, 9, 9)
    assert pages == [page(viewer.view)]
    viewer.size.box.value = 1
    assert viewer.overlap.value == 0
    viewer.size.box.value = 50
    assert viewer.overlap.slider.max == 49


def test_a_ruler_of_your_own_is_offered_by_its_name() -> None:
    def vowels(text: str) -> int:
        return sum(letter in "aeiou" for letter in text)

    viewer = chunk_viewer(TEXT, size=9, overlap=2, ruler=vowels)
    assert viewer.ruler.options[0] == ("vowels", vowels)
    assert all(chunk.size <= 9 for chunk in viewer.view.chunks)
    assert "ruler vowels" in str(viewer)
    assert "units on average" in str(viewer)
    assert [name for name, _ in chunk_viewer(TEXT, ruler="gpt-4o").ruler.options] == list(RULERS)
    assert chunk_viewer(TEXT, ruler="gpt-4o").ruler.value == "o200k_base"


def test_of_a_long_text_the_first_part_is_drawn_and_all_of_it_counted() -> None:
    text = "word " * 50_000
    viewer = chunk_viewer(text, "fixed_characters", size=1000, overlap=100, ruler="characters")
    assert "Drawn is only the first part: 200,000 of 250,000 characters, 223 of 278 chunks." in viewer.page.value
    assert len(viewer.page.value) < 2 * MOST_CHARACTERS
    assert viewer.view.chunks[-1].end_char == len(text)
    assert viewer.own_text.value == ""
    assert viewer.view.text == text


def test_a_long_text_in_tiny_steps_is_refused_before_it_takes_minutes() -> None:
    viewer = chunk_viewer("word " * 50_000, size=100, overlap=0)
    assert viewer.view.chunks
    for size, overlap in ((1, 0), (100, 96)):
        viewer.size.box.value, viewer.overlap.box.value = size, overlap
        rule = "for 250,000 characters, size must be larger than overlap by at least 5"
        assert viewer.view.error == f"No chunks. There would be too many: {rule}: got size={size}, overlap={overlap}"
    viewer.overlap.box.value = 95
    assert viewer.view.chunks


def test_of_very_many_chunks_the_first_are_drawn() -> None:
    viewer = chunk_viewer("x" * 5_000, "fixed_characters", size=2, overlap=0, ruler="characters")
    assert "4,000 of 5,000 characters, 2,000 of 2,500 chunks" in viewer.page.value
    assert f"[{MOST_CHUNKS - 1}]" in viewer.page.value
    assert f"[{MOST_CHUNKS}]" not in viewer.page.value
