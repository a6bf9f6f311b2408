"""A short last window is lengthened wherever that can be done, nothing is lost, and the contract is kept."""

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, Chunk
from tests import oracle
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
