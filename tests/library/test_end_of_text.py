"""A short last window is lengthened wherever that can be done, nothing is lost, and the contract is kept."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, Chunk
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases

EXAMPLES = settings().max_examples
windows = STRATEGIES["token_windows"]
none_broken: oracle.Breaches = {point: set() for point in oracle.POINTS}


def legal_cuts(case: Case) -> list[int]:
    edges = oracle.boundaries(case.text) - {0}
    if str(case.ruler).endswith("_base"):
        edges &= oracle.token_starts(case.text, str(case.ruler))
    return sorted(edges)


def can_be_lengthened(case: Case, chunks: list[Chunk], least: int) -> bool:
    """Try all other legal ends of the last two windows, and tell if one makes the last long enough."""
    length, text = oracle.measure(case.ruler), case.text
    before, last = chunks[-2:]
    floor = chunks[-3].end_char if len(chunks) > 2 else before.start_char
    cuts = [cut for cut in legal_cuts(case) if before.start_char < cut <= before.end_char]
    most = oracle.most_units(case.overlap, case.size)
    for start in cuts:
        if not least <= length(text[start : last.end_char]) <= case.size:
            continue
        for end in cuts:
            shared = text[start:end]
            fair = (
                length(shared) <= most
                if most is not None
                else oracle.shared_sentences(text, start, end) <= int(str(case.overlap)[:-1])
            )
            fits = length(text[before.start_char : end]) <= case.size
            if max(start, floor + 1) <= end and fair and fits and text[before.start_char : end].strip():
                return True
    return False


@settings(max_examples=EXAMPLES * 3)
@given(case=cases(25), data=st.data())
def test_the_last_window_is_long_enough_wherever_that_can_be(case: Case, data: st.DataObject) -> None:
    text, size, overlap, ruler = case
    least = data.draw(st.integers(1, size))
    try:
        plain = windows(text, size, overlap, ruler=ruler)
    except ValueError:
        return
    chunks = windows(text, size, overlap, min_size=least, ruler=ruler)
    assert oracle.breaches(text, chunks, size, overlap, ruler) == none_broken
    assert len(chunks) == len(plain)
    assert chunks[:-2] == plain[:-2]
    if len(plain) < 2 or plain[-1].size >= least:
        assert chunks == plain
    elif can_be_lengthened(case, plain, least):
        assert chunks[-1].size >= least
    else:
        assert chunks == plain


@given(words=st.integers(0, 120), size=st.integers(1, 30), data=st.data())
def test_on_plain_words_it_can_be_done_unless_there_is_one_window(words: int, size: int, data: st.DataObject) -> None:
    """Each word is one token, so every cut is legal; only where the windows before leave no room does it stay."""
    overlap, least = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size))
    chunks = windows(" a" * words, size, overlap, min_size=least)
    assert all(before.end_char >= after.start_char for before, after in pairwise(chunks))
    if len(chunks) > 1:
        assert chunks[-1].size >= min(least, size - overlap if len(chunks) > 2 else least)


def test_it_starts_earlier_and_the_one_before_it_gives_way() -> None:
    text = " a" * 21
    assert [chunk.size for chunk in windows(text, 10, 0)] == [10, 10, 1]
    assert [chunk.size for chunk in windows(text, 10, 0, min_size=4)] == [10, 7, 4]
    assert [chunk.size for chunk in windows(text, 10, 3, min_size=9)][-1] == 9
    assert "".join(chunk.text for chunk in windows(text, 10, 0, min_size=10)) == text


@each("least", range(13))
def test_sentences_that_were_asked_stay_the_limit(least: int) -> None:
    text = "One two three. Four five six. Seven eight nine. Ten eleven. Twelve x."
    chunks = windows(text, 12, "1s", min_size=least)
    assert oracle.breaches(text, chunks, 12, "1s", "cl100k_base") == none_broken


def test_a_single_window_stays_as_it_is() -> None:
    assert windows("short", 10, 0, min_size=10) == windows("short", 10, 0)
    assert windows("", 10, 0, min_size=10) == []
