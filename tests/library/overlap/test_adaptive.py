"""An overlap by content: each rule adds what it says, the maximum holds, and the reasons add up."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES
from chunklib.chunk import Chunk
from chunklib.data import load
from chunklib.overlap import RULES, Adaptive, Rule
from chunklib.overlap.adaptive import DETECTORS
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases
from tests.library.overlap.test_overlap import Brute
from tests.library.test_pack import FOR_OVERLAP, LONG, enough, steps
from tests.promises import as_read, assert_kept, refused

EXAMPLES = settings().max_examples
every_strategy = pytest.mark.parametrize("strategy", TEXT_STRATEGIES)
NEXT = "Then another paragraph comes with ten words in it, really."


def boundary(before: str, rules: tuple[Rule, ...], minimum: int = 1, maximum: int = 9, behind: str = NEXT) -> Chunk:
    """The chunk after the one that ends where ``before`` does, measured in words."""
    text = before + behind
    size = max(len(before.split()), maximum + 1)
    chunks = STRATEGIES["recursive"](text, size, Adaptive(minimum, maximum, rules), ruler="words")
    found = [chunk for last, chunk in pairwise(chunks) if last.end_char == len(before)]
    assert len(found) == 1, [chunk.text for chunk in chunks]
    return found[0]


# ------------------------------------------------------------------ the rules, one by one

APPLIES = {
    "technical terms": [
        "We call the function of the library here, every day.\n\n",
        "All of these functions are slow, as is well known.\n\n",
        "A class has members, and nobody knows how many.\n\n",
        "Two classes with the same members are one too many.\n\n",
        "The INTERFACE is stable, which is what they all say.\n\n",
        "Interfaces, however, are what they all agree upon now.\n\n",
        "Use our API for that, and then wait for it.\n\n",
        "Their APIs differ, so you have to read the pages.\n\n",
        "That endpoint, as of today, answers with an error code.\n\n",
        "These endpoints are new, and so are all the others.\n\n",
    ],
    "list": [
        "You will need these things:\n\n- pasta\n- oil\n- salt, a little\n\n",
        "You will need:\n\n* pasta\n* oil\n\n",
        "You will need:\n\n+ pasta\n+ oil\n\n",
        "You will need:\n\n• pasta\n• oil\n\n",
        "First, as always:\n\n1. boil\n2. wait\n\n",
        "First, as always:\n\n10) boil\n11) wait\n\n",
        "The licence says:\n\n(a) no\n(iv) yes\n\n",
        "You will need:\r\n\r\n- pasta\r\n- oil\r\n\r\n",
        "You will need:\n\n  - pasta\n\t- oil\n\n",
    ],
    "code": [
        "Run this now:\n\n```sh\nmake test\n```\n\n",
        "Run this now:\n\n~~~\nmake test\n~~~\n\n",
        "Run this now:\n\n  ```\nmake test\n  ```\n\n",
        "Run this now:\r\n\r\n```\r\nmake\r\n```\r\n\r\n",
    ],
    "cut sentence": ["There is no full stop at the end of this\n\n", "It goes on, and on,\n\n"],
    "cut code": ["Run this now:\n\n```sh\nmake clean\nmake test\n\n"],
}
BEHIND = {"cut code": "make all\n```\n\n" + NEXT * 2}
NOT = {
    "technical terms": [
        "A functional, classic, rapid interfacing of nothing at all, really.\n\n",
        "Nothing here is technical, and nobody has ever missed it.\n\n",
        "The function comes first, but what can be repeated is only what comes much later, which it is not.\n\n",
    ],
    "list": [
        "It is warm - or so they say - and dry.\n\n",
        "It was cold:\n-5 degrees, they say, or less.\n\n",
        "It took long:\n1.5 hours, they say, or more.\n\n",
        "**Bold** words\n*begin* a line, and __others__ as well.\n\n",
        "- pasta is in a list, but what can be repeated is only what comes much later, which it is not.\n\n",
    ],
    "code": [
        "Use `make test` or ```make all``` in a line, they say.\n\n",
        "Run this:\n\n```\nmake\n```\n\nAnd then wait for it, because nothing else helps as much as that does.\n\n",
        "~~~\n```\n~~~\n\nA mark inside of a block opens nothing, and closes nothing, so this text is prose.\n\n",
        "````\n```\n````\n\nA mark inside of a block opens nothing, and closes nothing, so this text is prose.\n\n",
    ],
    "cut sentence": [
        "It ended well.\n\n",
        "“It ended.”\n\n",
        "Did it (really?)\n\n",
        "汉字。\n\n",
        "Do this:\n\n",
        "**It ended.**\n\n",
    ],
    "cut code": ["Run this now:\n\n```sh\nmake clean\n```\n\n", "Prose ends here.\n\n"],
}


@each(("rule", "before"), [(rule, before) for rule in APPLIES for before in APPLIES[rule]])
def test_a_rule_adds_what_it_says_where_it_applies(rule: str, before: str) -> None:
    why = boundary(before, (Rule(rule, 3),), behind=BEHIND.get(rule, NEXT)).metadata["overlap_why"]
    assert why == f"minimum 1, {rule} +3: 4"


@each(("rule", "before"), [(rule, before) for rule in NOT for before in NOT[rule]])
def test_a_rule_adds_nothing_elsewhere(rule: str, before: str) -> None:
    assert boundary(before, (Rule(rule, 3),)).metadata["overlap_why"] == "minimum 1"


def test_every_rule_that_there_is_was_tried() -> None:
    assert set(DETECTORS) == set(APPLIES) == set(NOT)
    assert {rule.name for rule in RULES} <= set(DETECTORS)


@each("words", [2, 5, 8])
def test_a_dash_in_a_line_is_no_item_wherever_the_repeated_text_may_begin(words: int) -> None:
    """The repeated text may begin at the dash itself, which is still not the beginning of a line."""
    text = "They say it is warm and dry - or so it seems.\n\n"
    chunk = boundary(text, (Rule("list", 1),), minimum=1, maximum=words)
    assert chunk.metadata["overlap_why"] == "minimum 1"


@each(("rules", "asked", "why"), [
    ((("technical terms", 2), ("list", 3), ("code", 9)), 6, "minimum 1, technical terms +2, list +3: 6"),
    ((("list", 30), ("technical terms", 20)), 9, "minimum 1, list +30, technical terms +20: 51, the maximum is 9"),
])  # fmt: skip
def test_rules_add_up_to_the_maximum(rules: Any, asked: int, why: str) -> None:
    chunk = boundary("The API needs:\n\n- a function\n- salt\n\n", tuple(Rule(*rule) for rule in rules))
    assert (chunk.metadata["overlap_asked"], chunk.metadata["overlap_why"]) == (asked, why)
    assert chunk.overlap <= 9


PLAIN = "A sentence with some words in it that say little, as sentences do. " * 8
TERMS, LIST = "The endpoint answers, and the function waits for it.", "- salt and pepper\n- oil and butter."
CODE = "```\nmake test\n```\n\nIt works."


@each(
    ("last", "expected"),
    [
        ("It ends here.", 50),
        (TERMS, 70),
        (LIST, 80),
        (CODE, 100),
        (f"{TERMS}\n\n{LIST}", 100),
        ("It does not end", 70),
        (f"{TERMS}\n\n{CODE}\n\n{LIST}\n\nIt does not end", 150),
    ],
)
def test_the_numbers_of_a_tutorial_are_the_default(last: str, expected: int) -> None:
    """20 for technical terms, 30 for a list, 50 for code; the 20 for a cut sentence are ours."""
    before = f"{PLAIN}\n\n{last}\n\n"
    size = oracle.tokens("cl100k_base", before)
    first, second, *_ = STRATEGIES["recursive"](before + PLAIN * 3, max(size, 160), Adaptive())
    assert first.end_char == len(before)
    assert second.metadata["overlap_asked"] == expected


# ------------------------------------------------------------------ the reasons

_WHY = re.compile(r"minimum (\d+)((?:, [a-z ]+ \+\d+)*)(?:: (\d+)(?:, the maximum is (\d+))?)?")


def assert_reasons_add_up(chunk: Chunk, overlap: Adaptive) -> None:
    why = chunk.metadata["overlap_why"]
    assert isinstance(why, str)
    found = _WHY.fullmatch(why)
    assert found, why
    minimum, added, wanted, limit = found.groups()
    adds = dict(re.findall(r", ([a-z ]+) \+(\d+)", added))
    total = int(minimum) + sum(map(int, adds.values()))
    assert int(minimum) == overlap.minimum
    assert adds.items() <= {rule.name: str(rule.add) for rule in overlap.rules}.items()
    assert list(adds) == [rule.name for rule in overlap.rules if rule.name in adds]
    assert wanted is None if not adds else int(wanted) == total
    assert limit is None if total <= overlap.maximum else int(limit) == overlap.maximum
    assert chunk.metadata["overlap_asked"] == min(total, overlap.maximum)


RULE = st.builds(Rule, st.sampled_from(list(DETECTORS)), st.integers(0, 30)) | st.builds(
    Rule, st.sampled_from(["capitals", "digits"]), st.integers(0, 30), st.sampled_from([r"\p{Lu}", r"\d"])
)


@st.composite
def adaptives(draw: st.DrawFn, size: int) -> Adaptive:
    low, high = sorted((draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))))
    return Adaptive(low, high, tuple(draw(st.lists(RULE, max_size=4, unique_by=lambda rule: rule.name))))


@every_strategy
@settings(max_examples=EXAMPLES // 3)
@given(case=cases(25), data=st.data())
def test_each_boundary_shares_what_a_fixed_overlap_of_that_amount_would(
    strategy: str, case: Case, data: st.DataObject
) -> None:
    overlap = data.draw(adaptives(case.size))
    try:
        chunks = STRATEGIES[strategy](case.text, case.size, overlap, ruler=case.ruler)
    except ValueError:
        assert oracle.too_big(as_read(strategy, case.text), case.size, case.ruler)
        return
    assert_kept(as_read(strategy, case.text), chunks, case.size, overlap, case.ruler)
    brute = Brute(strategy, case)
    assert all("overlap_why" not in chunk.metadata for chunk in chunks[:1])
    for before, after in pairwise(chunks):
        assert_reasons_add_up(after, overlap)
        amount = after.metadata["overlap_asked"]
        assert isinstance(amount, int)
        best = brute.best_start(before, amount)
        assert after.start_char >= before.end_char if best is None else after.start_char == best


@pytest.mark.parametrize("ruler", ["cl100k_base", "words"])
@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_a_pattern_is_looked_for_in_what_may_be_repeated_and_nowhere_else(ruler: str, data: st.DataObject) -> None:
    words = data.draw(
        st.lists(
            st.sampled_from(["a", "of", "indivisible", "naïve", "Zz", "汉字", "q.", "\n\n"]), min_size=4, max_size=40
        )
    )
    text, length = " ".join(words), oracle.measure(ruler)
    size = data.draw(st.integers(6, 30))
    maximum = data.draw(st.integers(0, size - 1))
    try:
        chunks = STRATEGIES["recursive"](text, size, Adaptive(0, maximum, (Rule("z", 5, "Zz"),)), ruler=ruler)
    except ValueError:
        assert oracle.too_big(text, size, ruler)
        return
    for before, after in pairwise(chunks):
        places = range(before.start_char, before.end_char)
        tails = [text[at : before.end_char] for at in places if length(text[at : before.end_char]) <= maximum]
        applies = any("Zz" in tail for tail in tails)
        assert after.metadata["overlap_why"] == (
            f"minimum 0, z +5: {'5' if maximum >= 5 else f'5, the maximum is {maximum}'}" if applies else "minimum 0"
        )


def test_a_document_has_several_amounts_and_says_them_beside_what_the_strategy_says() -> None:
    overlap = Adaptive(10, 80)
    first, *others = STRATEGIES["markdown"](load("handbook"), 200, overlap)
    own = {"headings", "sections", "headings_in_text"}
    assert set(first.metadata) == own
    assert len({chunk.metadata["overlap_asked"] for chunk in others}) > 1
    for chunk in others:
        assert set(chunk.metadata) - own == {"overlap_asked", "overlap_why"}
        assert_reasons_add_up(chunk, overlap)


@pytest.mark.parametrize("kind", [*FOR_OVERLAP[::3], "items", "fences", "terms"])
def test_twice_the_text_is_at_most_2_3_times_the_work(kind: str) -> None:
    more = {"items": "- a\n", "fences": "```\n", "terms": "function class api "}

    def work(length: int) -> int:
        text = (more[kind] * length)[:length] if kind in more else LONG[kind](length)
        with steps() as count:
            STRATEGIES["recursive"](text, 20, Adaptive(2, 10))
        return count[0]

    work(10)
    length = enough(kind) if kind in LONG else 6_000
    assert work(2 * length) <= 2.3 * work(length) + 200


# ------------------------------------------------------------------ refused


@each(("make", "kind", "named"), [
    (lambda: Rule("mine", 5, "("), ValueError, "'mine' is not a regular expression"),
    (lambda: Rule("lists", 5), ValueError, "unknown rule 'lists': give it a pattern, or choose from technical terms"),
    (lambda: Adaptive(5, 4), ValueError, "minimum=5, maximum=4"),
    (lambda: Adaptive(-1, 4), ValueError, "minimum=-1, maximum=4"),
    (lambda: Adaptive(1, 9, ("list",)), TypeError, "rules"),  # type: ignore[arg-type]
    (lambda: Adaptive(1, 9, Rule("list", 5)), TypeError, "rules"),  # type: ignore[arg-type]
    (lambda: STRATEGIES["recursive"]("", 150, Adaptive(0, 150)), ValueError, "overlap=150, size=150"),
])  # fmt: skip
def test_what_cannot_be_is_refused(make: Callable[[], object], kind: type[Exception], named: str) -> None:
    refused(make, kind, named)


def test_rules_may_be_listed() -> None:
    listed: Any = [Rule("list", 5)]
    assert {Adaptive(1, 9, listed), Adaptive(1, 9, (Rule("list", 5),))} == {Adaptive(1, 9, listed)}
