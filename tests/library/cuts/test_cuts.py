"""Question 1, where may I cut: every answer against a slow and obvious one."""

import re
import sys
from collections.abc import Iterable
from itertools import pairwise, product
from unittest import mock

import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nupunkt import sent_spans

from chunklib.cuts import CodePoints, Graphemes, Positions, separators, words
from chunklib.cuts import sentences as sentence_cuts
from chunklib.cuts.sentences import ends_after_words
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, beginnings
from chunklib.data import load
from tests import oracle
from tests.each import each
from tests.hostile import texts

EXAMPLES = settings().max_examples


def pieces(text: str, cuts: Iterable[int]) -> list[str]:
    return [text[start:end] for start, end in pairwise((0, *cuts))]


@given(text=texts())
@example("\u0600\u0600a\u0301")
@example("a\u0600\n")
@example("🇩🇪🇳🇴🇩 🇪")
@example("\u0600🇳🇴🇳\u0301🇴🇳\u200d🇴🇳🇴🏽")
@example("क्\u200dष\u0301 क्ष ")
@example("각ᆨᄀ가각가")
@settings(max_examples=EXAMPLES * 3)
def test_grapheme_clusters_are_those_of_the_whole_text(text: str) -> None:
    cuts = Graphemes(text)
    assert {at for at in range(len(text) + 1) if cuts.at(at)} == oracle.boundaries(text)


@given(text=texts(), data=st.data())
@settings(max_examples=EXAMPLES)
def test_first_and_last_are_open_below_and_closed_above(text: str, data: st.DataObject) -> None:
    edges = sorted(oracle.boundaries(text))
    low, high = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    inside = [edge for edge in edges if low < edge <= high]
    expected = (inside[0], inside[-1]) if inside else (None, None)
    for cuts in (Graphemes(text), Positions(lambda: edges, Graphemes(text))):
        assert (cuts.first(low, high), cuts.last(low, high)) == expected


@given(text=texts(), data=st.data())
@settings(max_examples=EXAMPLES)
def test_positions_leave_out_what_lies_inside_a_cluster(text: str, data: st.DataObject) -> None:
    places = st.integers(0, len(text))
    offsets = sorted(data.draw(st.sets(st.integers(1, max(1, len(text))), max_size=20 if text else 0)))
    cuts = Positions(lambda: offsets, Graphemes(text))
    low, high = sorted((data.draw(places), data.draw(places)))
    inside = [offset for offset in offsets if low < offset <= high and offset in oracle.boundaries(text)]
    assert cuts.first(low, high) == (inside[0] if inside else None)
    assert cuts.last(low, high) == (inside[-1] if inside else None)


@given(low=st.integers(-1, 9), high=st.integers(-1, 9))
def test_code_points_may_be_cut_anywhere(low: int, high: int) -> None:
    expected = (low + 1, high) if low < high else (None, None)
    assert (CodePoints().first(low, high), CodePoints().last(low, high)) == expected


@given(text=texts())
@settings(max_examples=EXAMPLES * 2)
def test_words_start_behind_white_space(text: str) -> None:
    expected = sorted(oracle.word_starts(text) | {len(text)}) if text else []
    assert list(words(text)) == expected


def test_white_space_is_what_python_calls_white_space() -> None:
    for code in range(sys.maxunicode + 1):
        mark = chr(code)
        if mark.isspace() or code < 0x3100:
            assert list(words(f"a{mark}b")) == ([2, 3] if mark.isspace() else [3]), hex(code)


@each(
    "expected",
    [
        ["Dr. Lind waited for 3.5 hours. ", "Then it rained."],
        ["It cost 3.14 dollars. ", "Mr. Vu paid."],
        ["汉字没有空格。", "第二句！", "真的吗？", "是。"],
        ["他说：“好！”", "然后走了。"],
        ["No stop before a blank line\n\n", "Another paragraph."],
        ["One sentence."],
    ],
)
def test_sentences_of_known_texts(expected: list[str]) -> None:
    text = "".join(expected)
    assert pieces(text, sentence_cuts(text)) == expected


LINE_ENDS = ("\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")


@each("end", LINE_ENDS)
def test_a_line_ends_at_every_kind_of_line_end(end: str) -> None:
    text = f"one{end}two{end}"
    assert pieces(text, separators(text, LINE)) == [f"one{end}", f"two{end}"]


@each("end", LINE_ENDS)
@each("blank", ["", " ", "\t \u00a0", "\u3000"])
def test_a_paragraph_ends_at_a_blank_line(end: str, blank: str) -> None:
    gap = f"{end}{blank}{end}"
    text = f"one{end}still one{gap}{gap}two"
    assert pieces(text, separators(text, PARAGRAPH)) == [f"one{end}still one{gap}{gap}", "two"]


@each(
    "expected",
    [
        ["One. ", "Two! ", "Three?  ", "Four"],
        ["He left (at last.) ", "Then… ", "“Why?” ", "Because."],
        ["Dr. Lind, e.g. Mr. Vu, paid 3.50. ", "So."],
        ["一。", "二！”", "三？", "四"],
        ["Wait..... ", "What?! ", "No"],
    ],
)
def test_the_sentence_separator(expected: list[str]) -> None:
    text = "".join(expected)
    assert pieces(text, separators(text, SENTENCE)) == expected


@each(
    ("text", "separator", "expected"),
    [
        ("a, b, c", ", ", ["a, ", "b, ", "c"]),
        ("a.b.c", ".", ["a.", "b.", "c"]),
        ("a.b", re.compile("."), ["a", ".", "b"]),
        ("x1y22z", re.compile(r"\d+"), ["x1", "y22", "z"]),
        ("x1y22z", regex.compile(r"\p{N}++"), ["x1", "y22", "z"]),
        ("# a\n# b\n", re.compile(r"(?m)^(?=# )"), ["# a\n", "# b\n"]),
        ("abc", re.compile(""), ["a", "b", "c"]),
        ("aab", re.compile("a*"), ["aa", "b"]),
        ("none", "|", ["none"]),
        ("(((", "(", ["(", "(", "("]),
    ],
)
def test_a_separator_belongs_to_the_piece_before_it(
    text: str, separator: str | re.Pattern[str] | regex.Pattern[str], expected: list[str]
) -> None:
    assert pieces(text, sorted(set(separators(text, separator)))) == expected
    for end, start in beginnings(text, separator).items():
        if isinstance(separator, str):
            assert text[start:end] == separator
        else:
            assert separator.search(text, start)


@given(text=texts())
@example("\u2126\u2126; a. Mr. B! \u301dNo. 5")
@example("a.\x1c b\r\n\x1d\n\r\n\r\x85")
@settings(max_examples=EXAMPLES)
def test_quick_searches_find_what_slow_ones_do(text: str) -> None:
    end = r"(?>\r\n|[\n\r\v\f\x85\u2028\u2029])"
    paragraph = regex.compile(rf"{end}(?:[^\S\n\r\v\f\x85\u2028\u2029]*+{end})++")
    for quick, slow in ((SENTENCE, SENTENCE), (LINE, regex.compile(end)), (PARAGRAPH, paragraph)):
        found = {match.end() for match in slow.finditer(text)}
        assert separators(text, quick) == sorted({*found, len(text)})


def test_a_long_text_has_the_sentences_that_the_splitter_finds_in_it_as_a_whole() -> None:
    text = load("handbook") * 4
    own = {start for start, _ in sent_spans(text) if start and text[start - 1].isspace()}
    own |= set(ends_after_words(text, own))
    every = sorted(own | set(separators(text, PARAGRAPH)) | {len(text)})
    white = {cut for cut, after in pairwise(every) if text[cut:after].isspace()}  # indentation below a blank line
    assert white
    assert sentence_cuts(text) == [cut for cut in every if cut not in white]


@each("word", ["hall", "cold", "month", "tables", "low", "tax", "at", "no", "art", "fig", "mass", "ice-cold", "жизни"])
def test_an_ordinary_word_ends_its_sentence(word: str) -> None:
    for end, then in product([". ", '."  ', ".**\n", ".) "], ["Nobody sees it.", "“Élan” it is.", "(So it is.)"]):
        expected = [f"It is {word}{end}", f"{then} ", "Then it rained."]
        assert pieces("".join(expected), sentence_cuts("".join(expected))) == expected


SHORT_FOR = (
    "approx. Smith|assoc. Prof|dept. Chair|resp. Theorem|incl. VAT|subsp. Alba|chap. IV|suppl. Smith|bldg. Two|no. IV|"
    "no. 5|fig. A|art. 5|mass. 12|col. Smith|ex. 5k|No. Five|Hall. Nobody|mm. Rain|x.hall. Nobody|hall., Nobody|"
    "hall. it|p. ex. Paris|env. Cent|12 sept. 2020|12 mar. 2020|xviii. Seen|Dr. Lind|i.e. Nobody"
)


@each("text", [f"See {short}." for short in SHORT_FOR.split("|")])
def test_what_is_short_for_another_word_ends_none(text: str) -> None:
    assert list(ends_after_words(text, set())) == []


@given(text=texts())
@settings(max_examples=EXAMPLES)
def test_no_sentence_is_white_space_alone(text: str) -> None:
    cuts = sentence_cuts(text)
    assert cuts == sorted(set(cuts))
    found = pieces(text, cuts)
    assert "".join(found) == text
    assert [piece for piece in found if piece.isspace()] == ([text] if text.isspace() else [])


BITS = (
    *('He said "Stop."', '"', "Dr.", "U.S.", "et al.", "3.5", "(See Fig. 2.)", ")", "...", "No.", "§ 4.", "Why?!", "”"),
    *("Then it rained.", "1.", "2. Next", "। हिन्दी", "x" * 250, "II. Two", "vs.", "--"),
    *(" ", "\n", "\n\n", "\r\n\r\n", "\n \n"),
)


@given(text=st.one_of(texts(), st.lists(st.sampled_from(BITS), max_size=60).map(" ".join)), part=st.integers(1, 40))
@settings(max_examples=EXAMPLES * 3)
def test_a_text_in_parts_has_the_sentences_of_the_whole(text: str, part: int) -> None:
    module = sys.modules["chunklib.cuts.sentences"]
    with mock.patch.object(module, "_PART", part):
        in_parts = sentence_cuts(text)
    assert in_parts == sentence_cuts(text)
