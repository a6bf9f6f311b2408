"""Question 3, what do I repeat: at most what was asked, and the most that legal cuts and the next piece allow."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunk, cuts
from chunklib.cuts import sentences as sentence_cuts
from chunklib.cuts.semantic import SentenceVectors, breakpoints, distances
from chunklib.cuts.separators import DEFAULT_SEPARATORS, LINE, SENTENCE
from chunklib.cuts.structure import Structure
from chunklib.embed import embedder
from chunklib.overlap import OverlapKind, Sentences, Units, parse_overlap
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases
from tests.promises import as_read

EXAMPLES = settings().max_examples
every_strategy = pytest.mark.parametrize("strategy", TEXT_STRATEGIES)


MARKUP: dict[str, Callable[[str], Structure]] = {"markdown": cuts.markdown, "rst": cuts.rst, "latex": cuts.latex}
MARKUP["html"] = lambda page: cuts.HtmlText(page).structure
PARSERS: dict[str, Callable[[str], Structure]] = {**MARKUP, "code": cuts.code}


def levels_of(structure: Structure, case: Case) -> list[set[int]]:
    """The cuts of each level; the start of a block counts where it fits by itself."""
    length = oracle.measure(case.ruler)
    return [
        {*level.offsets, *(a for a, b in level.blocks if length(case.text[a:b]) <= case.size), len(case.text)}
        for level in structure.levels
    ]


def natural_cuts(strategy: str, case: Case, source: str) -> list[set[int]]:  # noqa: PLR0911 (one for each strategy)
    """The places at which a strategy may cut the text read from a source, strongest kind first; clusters follow."""
    text, words = case.text, oracle.word_starts(case.text) | {len(case.text)}
    if strategy == "token_windows":
        return [oracle.token_starts(text, case.ruler)] if str(case.ruler).endswith("_base") else []  # type: ignore[arg-type]
    if strategy == "sentences":
        return [set(sentence_cuts(text)), words]
    if strategy == "semantic":
        found = SentenceVectors(text, lambda: sentence_cuts(text), embedder())
        stops = [found.ends[gap] for gap in breakpoints(distances(found.rows))]
        return [{*stops, len(text)}, set(sentence_cuts(text)), words]
    if strategy in ("cluster", "max_min", "texttiling"):
        return [{*subjects(strategy, case), len(text)}, set(sentence_cuts(text)), words]
    if strategy == "stable":
        whole = [at for at in sentence_cuts(text) if at in oracle.boundaries(text)]
        ends = [*(found.end() for found in LINE.finditer(text)), len(text)]
        return [*by_rank(text, whole), *by_rank(text, dict.fromkeys(ends)), *by_rank(text, sorted(words))]
    kinds = [regex.compile(regex.escape(kind)) if isinstance(kind, str) else kind for kind in DEFAULT_SEPARATORS]
    by_separator = {kind: {found.end() for found in kind.finditer(text)} | {len(text)} for kind in kinds}
    if strategy == "recursive":
        return [*by_separator.values(), words]
    if strategy == "records":
        escapes = {
            at for found in re.finditer(r"(?s)\\(u.{4}|.)", text) for at in range(found.start() + 1, found.end())
        }
        free = [set(range(1, len(text) + 1)) - escapes] if escapes else []
        return [*levels_of(cuts.records(text), case), by_separator[SENTENCE], words, *free]
    if strategy == "turns":
        turns = cuts.turns(text)[1]
        said = [{*turns.blocks, len(text)}] if turns.blocks else []
        return [*levels_of(turns, case), by_separator[SENTENCE], *said, words]
    if strategy in PARSERS:
        structure = PARSERS[strategy](source)
        blocks = [{*structure.blocks, len(text)}] if structure.blocks else []
        tags = {at for start, end in structure.tags for at in range(start + 1, end)}
        titles = {at for start, end in structure.titles for at in range(start + 1, end)}
        finer = [by_separator[SENTENCE] - tags - titles] if strategy != "code" else []
        outside = [words - tags, {len(text)}.union(*structure.tags)] if tags else []
        return [*levels_of(structure, case), *finer, *blocks, *outside, words]
    assert strategy == "fixed_characters", f"say here where {strategy} may cut"
    return []


def subjects(strategy: str, case: Case) -> list[int]:
    """The ends of sentences at which a subject ends."""
    ends, length = sentence_cuts(case.text), oracle.measure(case.ruler)
    if strategy == "texttiling":
        return cuts.texttiling(case.text, ends)
    found = SentenceVectors(case.text, lambda: ends, embedder())
    firsts = cuts.windows(ends, lambda start, end: length(case.text[start:end].rstrip()) <= case.size)
    gaps = cuts.clusters(found.rows, firsts) if strategy == "cluster" else cuts.max_min(found.rows, firsts)
    return [ends[gap] for gap in gaps]


def by_rank(text: str, offsets: Iterable[int]) -> list[set[int]]:
    """Offsets of each rank or a higher one, the highest first."""
    ranked = dict(zip(offsets, cuts.ranks(text, [*offsets]), strict=True))
    return [{at for at, rank in ranked.items() if rank >= least} for least in range(cuts.MOST_RANK, -1, -1)]


def starts_of(strategy: str, natural: list[set[int]], text: str) -> list[set[int]]:
    """The places at which an overlap may begin, finest natural unit first."""
    if strategy == "stable":
        return [set(sentence_cuts(text)), natural[-1]]
    if strategy == "records":
        members = cuts.records(text).blocks
        return [*([{*members, len(text)}] if members else []), oracle.word_starts(text) | {len(text)}]
    if strategy == "turns":
        return [natural[0], natural[-1]]
    subjects = dict.fromkeys(("semantic", "cluster", "max_min", "texttiling"), natural[1:])
    units = {"sentences": natural, "fixed_characters": [], **subjects}
    return units.get(strategy, natural[-2:] if strategy == "code" else natural[-1:])


class Brute:
    """The best legal start of the chunk after another, by trying all of them."""

    def __init__(self, strategy: str, case: Case) -> None:
        read = case._replace(text=as_read(strategy, case.text))
        self.text, self.size = read.text, case.size
        self.length = oracle.measure(case.ruler)
        self.edges = oracle.boundaries(read.text)
        natural = [kind & self.edges for kind in natural_cuts(strategy, read, case.text)]
        self.ends: list[Iterable[int]] = [
            *map(sorted, natural),
            sorted(self.edges - {0}),
            range(1, len(read.text) + 1),
        ]
        self.starts = [*map(sorted, starts_of(strategy, natural, self.text)), sorted(self.edges - {0})]

    def fits(self, start: int, end: int) -> bool:
        return self.length(self.text[start:end]) <= self.size

    def content(self, offset: int) -> int:
        """The beginning of the next text, with the white space that carries its first mark."""
        at = next(place for place in range(offset, len(self.text)) if not self.text[place].isspace())
        if at in self.edges:
            return at
        start = max(edge for edge in self.edges if edge < at)
        return start if self.fits(start, min(edge for edge in self.edges if edge > at)) else at

    def next_piece(self, content: int) -> int:
        """The end of the strongest piece that fits by itself, with the white space after it or without."""
        for kind in self.ends:
            end = next((place for place in kind if place > content), len(self.text))
            bare = content + len(self.text[content:end].rstrip())
            for place in (bare, end):
                if content < place and (place == end or place in self.edges) and self.fits(content, place):
                    return place
        raise AssertionError("not one character fits")

    def best_start(self, before: Chunk, most: int) -> int | None:
        """The earliest legal start that leaves room for the next piece; None where there is none."""
        piece = self.next_piece(self.content(before.end_char))
        for kind in self.starts:
            inside = (place for place in kind if before.start_char < place < before.end_char and most)
            within = [place for place in inside if self.length(self.text[place : before.end_char]) <= most]
            if within:
                return next((place for place in within if self.fits(place, piece)), None)
        return None


@every_strategy
@settings(max_examples=EXAMPLES)
@given(case=cases(25).filter(lambda case: oracle.most_units(case.overlap, case.size) is not None))
def test_no_earlier_legal_start_would_have_fitted(strategy: str, case: Case) -> None:
    try:
        chunks = STRATEGIES[strategy](case.text, case.size, case.overlap, ruler=case.ruler)
    except ValueError:
        assert oracle.too_big(as_read(strategy, case.text), case.size, case.ruler)
        return
    brute, most = Brute(strategy, case), oracle.most_units(case.overlap, case.size)
    assert most is not None
    for before, after in pairwise(chunks):
        best = brute.best_start(before, most)
        if best is None:
            assert after.start_char >= before.end_char
        else:
            assert after.start_char == best


SENTENCES = st.sampled_from(
    [
        "It rained. ",
        "Dr. Lind took 2.5 l of tea. ",
        "No! ",
        "汉字没有空格。",
        "And then, at last, they left for home. ",
    ]
)


@every_strategy
@settings(max_examples=EXAMPLES // 2)
@given(
    parts=st.lists(SENTENCES, min_size=1, max_size=15),
    count=st.integers(1, 3),
    size=st.integers(5, 60),
    ruler=st.sampled_from(["cl100k_base", "words", "characters"]),
)
def test_at_most_so_many_sentences_are_repeated(
    strategy: str, parts: list[str], count: int, size: int, ruler: str
) -> None:
    text = "".join(parts)
    chunks = STRATEGIES[strategy](text, size, f"{count}s", ruler=ruler)
    starts = {0, *sentence_cuts(text)}
    for before, after in pairwise(chunks):
        assert oracle.shared_sentences(text, after.start_char, before.end_char) <= count
        if after.start_char < before.end_char:
            assert after.start_char in starts


@settings(max_examples=EXAMPLES // 2)
@given(parts=st.lists(SENTENCES, min_size=1, max_size=15), count=st.integers(1, 3), size=st.integers(30, 60))
def test_as_many_whole_sentences_are_repeated_as_fit(parts: list[str], count: int, size: int) -> None:
    text, length = "".join(parts), oracle.measure("cl100k_base")
    edges = sorted({0, *sentence_cuts(text)})
    for before, after in pairwise(STRATEGIES["sentences"](text, size, f"{count}s")):
        assert {before.start_char, after.start_char} <= {*edges, before.end_char}
        content = before.end_char + len(text[before.end_char :]) - len(text[before.end_char :].lstrip())
        assert content in edges
        following = next(edge for edge in edges if edge > content)
        last = [edge for edge in edges if before.start_char < edge < before.end_char][-count:]
        fitting = [edge for edge in last if length(text[edge:following].rstrip()) <= size]
        assert after.start_char == (fitting[0] if fitting else before.end_char)


def test_a_paragraph_is_not_broken_to_make_room_for_more_overlap() -> None:
    text = "one two three.\n\nfour five six seven eight nine ten.\n\neleven twelve."
    chunks = STRATEGIES["recursive"](text, 9, 6, ruler="words")
    assert [chunk.text for chunk in chunks] == [
        "one two three.\n\n",
        "two three.\n\nfour five six seven eight nine ten.\n\n",
        "four five six seven eight nine ten.\n\neleven twelve."[5:],
    ]


@each(
    ("overlap", "size", "expected"),
    [
        (75, 500, Units(75)),
        ("75", 500, Units(75)),
        ("15%", 500, Units(75)),
        ("15 %", 500, Units(75)),
        ("33.3%", 10, Units(3)),
        ("4.35%", 2000, Units(87)),
        ("50%", 1, Units(0)),
        ("99.999%", 1, Units(0)),
        ("2s", 500, Sentences(2)),
        ("2 s", 1, Sentences(2)),
        (0, 1, Units(0)),
    ],
)
def test_what_was_asked_is_read_as_it_is_written(overlap: int | str, size: int, expected: OverlapKind) -> None:
    assert parse_overlap(overlap, size) == expected
