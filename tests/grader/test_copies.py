"""Copies are found whatever is done to their names and their layout; different answers to one task are not copies."""

from __future__ import annotations

import random
import runpy
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from textwrap import indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classroom.grader.marks.graded import Graded
from classroom.grader.marks.model import Mark
from classroom.grader.pages.class_page import class_page
from classroom.grader.similarity import forms
from classroom.grader.similarity.copies import (
    LEAST_COMMON,
    LEAST_SHARE,
    MAX_PRINTS,
    fingerprint,
    likely_copies,
)
from classroom.grader.similarity.known import known_answers
from classroom.grader.similarity.program import read
from classroom.grader.similarity.texts import wording
from classroom.judge.catalogue import EXERCISES
from tests.answers import ROOT, answer_file
from tests.grader import disguises
from tests.grader.small_class import NAME, renamed

LONG = 100_000
CONSTANT = 'LEVELS = ("a", "b") + tuple(chr(code) for code in range(99, 105) if code % 2)'
HELPER = '''def helper(text, start, end):
    """Trim a span."""
    body = text[start:end]
    return start + len(body) - len(body.lstrip()), start + len(body.rstrip())'''
MAIN = r"""def smart_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    spans, start = [], len(LEVELS)
    for match in re.finditer(r"\s+", text):
        if match.end() - start > max_tokens and len(spans) < 9:
            spans.append(helper(text, start, match.start()))
            start = match.end() - overlap_tokens if overlap_tokens else match.end()
    return [{"text": text[a:b], "start_char": a, "end_char": b} for a, b in spans if a < b and text[a:b].strip()]"""
CODE = f"import re\n\n\n{CONSTANT}\n\n\n{HELPER}\n\n\n{MAIN}"
ORIGINAL = fingerprint([CODE], NAME)


def graded(student: str, prints: Sequence[int], exercise: str = NAME, digest: str = "") -> Graded:
    return Graded(student, Mark(exercise, "final", 1, 1, ""), f"{student}.ipynb", digest, tuple(prints))


FIRST = 3
"""Answers of an exercise that were thought of one by one; later ones may be a variant of an earlier one."""


def answers(exercise: str, kind: str = "right") -> dict[str, tuple[int, ...]]:
    """Return the fingerprints of the first answers that a file of answers holds."""
    path = answer_file(kind, exercise)
    found = runpy.run_path(str(path))["ALL"]
    named = {function.__name__ for function in list(found.values() if isinstance(found, dict) else found)[:FIRST]}
    return {name: fingerprint([path.read_text("utf-8"), f"{exercise} = {name}"], exercise) for name in sorted(named)}


def test_a_program_has_a_fingerprint() -> None:
    assert len(ORIGINAL) > 2 * LEAST_COMMON
    assert list(ORIGINAL) == sorted(set(ORIGINAL))
    assert all(0 <= value < 2**48 for value in ORIGINAL)


@pytest.mark.parametrize(
    "disguised",
    [
        [renamed(CODE)],
        ["import re", MAIN, HELPER, CONSTANT],
        [CONSTANT, f"{HELPER}\n{MAIN}\n%time smart_chunk('')\n!ls"],
        [CODE.replace("    ", "\t")],
        [CODE.replace("\n    return [", "\n    # my own idea\n    'and a note'\n    return [")],
        [CODE.replace('"', "'''").replace("'''''''''", '"""')],
        [CODE.replace(", model=", ",\n    *, model: str | None =")],
        [CODE.replace("b) for a, b", "b,) for a, b").replace("        if match", "\n\n\n        if match")],
        [CODE, "def decoy(a):\n    return [b * b for b in range(a) if b % 3 or b % 5 if a > b > 2 if not b == 7]"],
        ["def decoy(a):\n    return sorted(a, key=lambda b: (b[0], -b[1], b[2] or 0))\n" * 20, CODE],
        [CODE.replace("smart_chunk", "mine"), "@print\nclass Other: pass", "smart_chunk = mine"],
        ["if True:\n" + indent(CODE, "    "), "x = 1"],
        [f"# {'x' * 2**20}\n{CODE}"],
        [f'"""{"x " * 2**19}"""\n{CODE}'],
        ["x = 1\n" * 30_000, CODE],
        [f"files = !ls\n{CODE}".replace("\n", "\r\n")],
        [CODE.replace("\n", "\r")],
        [CODE.replace("helper", "\uff48elper", 1)],
    ],
)
def test_a_disguise_changes_next_to_nothing(disguised: list[str]) -> None:
    pair = likely_copies([graded("ada", ORIGINAL), graded("ben", fingerprint(disguised, NAME))])
    assert [(one.students, one.word) for one in pair] == [(("ada", "ben"), "for a human eye")]
    assert pair[0].share >= 0.9


def test_names_strings_comments_and_layout_change_nothing_at_all() -> None:
    other = (
        renamed(CODE)
        .replace("'gpt-4'", "'-'")
        .replace("'text'", "'t'")
        .replace("\n    return", "\n\n    # c\n    return")
    )
    assert fingerprint([other], NAME) == ORIGINAL


@pytest.mark.parametrize("exercise", sorted(EXERCISES))
def test_different_answers_are_not_flagged(exercise: str) -> None:
    found = answers(exercise)
    assert likely_copies([graded(name, prints) for name, prints in found.items()]) == []
    shares = (len({*a} & {*b}) / min(len(a), len(b)) for a, b in combinations(found.values(), 2) if a and b)
    worst = max(shares, default=0)  # written answers have no code
    print(f"\n{exercise}: at most {worst:.2f} of two answers is the same", end=" ")


@pytest.mark.parametrize("exercise", sorted(EXERCISES))
def test_a_renamed_copy_of_a_long_answer_is_flagged(exercise: str) -> None:
    code = answer_file("right", exercise).read_text("utf-8")
    for name, prints in answers(exercise).items():
        copy = fingerprint([renamed(code, exercise), f"{exercise} = my_{name}"], exercise)
        pairs = likely_copies([graded("ada", prints), graded("ben", copy)])
        assert [pair.share for pair in pairs] == ([1.0] if len(prints) >= LEAST_COMMON else [])


LONG_ANSWERS = {
    "smart_chunk": "window_cascade",
    "chunk_with_headers": "two_steps",
    "merge_adjacent": "by_sorting",
    "recursive_spans": "join_each_level",
    "judge_claim": "in_fractions",
}


@pytest.mark.parametrize("how", disguises.ALL)
def test_a_copy_that_a_machine_disguises_is_found(how: str) -> None:
    for exercise, answer in LONG_ANSWERS.items():
        code = f"{answer_file('right', exercise).read_text('utf-8')}\n{exercise} = {answer}"
        prints, copy = (fingerprint([disguises.CALL, one], exercise) for one in (code, disguises.ALL[how](code)))
        if how in ("renamed", "all together"):
            copy = fingerprint([disguises.ALL[how](code).replace(f"my_{exercise}", exercise)], exercise)
        (pair,) = likely_copies([graded("ada", prints), graded("ben", copy)])
        print(f"\n{exercise}: {pair.share:.2f} of {len(prints)}", end=" ")


def test_an_answer_of_the_course_is_named_and_a_short_one_is_not() -> None:
    copied = fingerprint([renamed(answer_file("right", NAME).read_text("utf-8")), f"{NAME} = my_window_cascade"], NAME)
    (found,) = known_answers([graded("ada", copied), graded("ben", ORIGINAL)], NAME, ROOT / "solutions")
    assert found.students == ("ada", "the course's own right answer smart_chunk.py: window_cascade")
    library = (ROOT / "chunklib" / "pack.py").read_text("utf-8")
    (found,) = known_answers([graded("ada", tuple(forms.prints(read((library,))[0])))], NAME, None)
    assert found.students[1] == "the library's chunklib/pack.py"
    short = fingerprint([answer_file("right", "hello").read_text("utf-8"), "hello = formatted"], "hello")
    assert known_answers([graded("ada", short, "hello")], "hello", ROOT / "solutions") == []


def test_what_was_given_is_nobodys() -> None:
    assert fingerprint([CODE], NAME, [CODE]) == ()
    assert set(fingerprint([CODE], NAME, [HELPER])) < set(ORIGINAL)


ESSAY = "Overlap helps these documents a little; it costs a quarter more storage, so I would rather buy a reranker."


def test_a_written_answer_that_two_hand_in_is_found() -> None:
    function = [f"def f():\n    return {ESSAY!r}"]
    copies = ([ESSAY], [f"**{ESSAY.upper()}** \u200b And more."], [ESSAY.replace("rather", "sooner")])
    found = [wording(["x = 1"], "f", cells, ()) for cells in copies] + [wording(function, "f", [], ())]
    other = wording([], "f", ["I do not see that it helps at all; what it costs is the memory of every server."], ())
    words = [replace(graded(f"s{at}", ()), words=one) for at, one in enumerate([*found, other])]
    assert {pair.students for pair in likely_copies(words, "words")} == set(combinations(("s0", "s1", "s2", "s3"), 2))
    assert wording(function, "f", [ESSAY], [ESSAY]) == ()
    assert "Written answers that share their words" in class_page(words)


def test_what_most_of_the_class_shares_does_not_count() -> None:
    given_code, own = range(1000, 1100), [range(start, start + 20) for start in range(0, 400, 20)]
    independent = [graded(f"s{at:02}", [*mine, *given_code]) for at, mine in enumerate(own)]
    assert likely_copies(independent) == []
    copied = [*independent, graded("zoe", [*own[3], *given_code])]
    assert [(pair.students, pair.share) for pair in likely_copies(copied)] == [(("s03", "zoe"), 1.0)]


def test_the_pairs_are_those_that_a_plain_count_finds() -> None:
    rng = random.Random(5)  # noqa: S311 -- no secret
    families = [range(start, start + 25) for start in range(0, 100, 25)]
    drawn = [{*rng.sample(families[at % 4], 22), *rng.sample(range(200), at)} for at in range(24)]
    some = [graded(f"s{at:02}", sorted(prints)) for at, prints in enumerate(drawn)]
    sets = {one.student: set(one.fingerprint) for one in some}
    usual = {value for value in range(200) if sum(value in prints for prints in sets.values()) > 12}
    sets = {name: prints - usual for name, prints in sets.items()}
    expected = {
        (a, b): len(sets[a] & sets[b]) / min(len(sets[a]), len(sets[b]))
        for a, b in combinations(sorted(sets), 2)
        if len(sets[a] & sets[b]) >= LEAST_COMMON
    }
    expected = {names: share for names, share in expected.items() if share >= LEAST_SHARE}
    rng.shuffle(some)
    found = likely_copies(some)
    assert {pair.students: pair.share for pair in found} == expected
    assert 10 < len(expected) < 24 * 23 / 2
    assert [pair.share for pair in found] == sorted(expected.values(), reverse=True)


def test_a_student_does_not_copy_from_themselves_nor_one_exercise_from_another() -> None:
    assert likely_copies([graded("ada", ORIGINAL), graded("ada", ORIGINAL)]) == []
    assert likely_copies([graded("ada", ORIGINAL), graded("ben", ORIGINAL, "hello")]) == []


def test_the_same_file_is_called_that() -> None:
    same, other = graded("ada", ORIGINAL, digest="5"), graded("ben", ORIGINAL, digest="5")
    assert [pair.word for pair in likely_copies([other, same])] == ["the same file: for a human eye"]


def test_a_stub_and_an_untouched_notebook_are_nobodys_copy() -> None:
    stub = '@cache\ndef smart_chunk(text: str = "") -> list[dict]:\n    """Cut."""\n    raise NotImplementedError'
    untouched = fingerprint(["import re", stub, "check(smart_chunk)", HELPER], NAME)
    assert len(untouched) < LEAST_COMMON
    assert likely_copies([graded(name, untouched, digest="5") for name in "ab"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "f = " + "(" * LONG,
        "f = '" + "'\\" * LONG,
        'f = """' + "x\n" * LONG,
        "\n".join(f"a{at} = a{at + 1}" for at in range(30_000)) + "\nf = a0",
        "\n".join(" " * depth + "if f:" for depth in range(400)),
        "f = '\ud800'\nf = '\0'",
        "f = 1\n@f\n@f",
        "class",
        "def f():\n" + "\n".join(f"    x = [{at}, f({at}), {at} + {at}]" for at in range(9_000)),
        "f = f'{f'{f' * 9_000",
    ],
)
def test_hostile_text_has_a_fingerprint_of_limited_size(text: str) -> None:
    assert len(fingerprint([text, text], "f")) <= MAX_PRINTS


@given(st.lists(st.text(st.sampled_from("f =:()'\"\\\n\t#@;def%?\0\ud800é0"), max_size=60), max_size=4))
@settings(deadline=None, max_examples=300)
def test_any_text_has_a_fingerprint(sources: list[str]) -> None:
    assert fingerprint(sources, "f") == fingerprint(sources, "f")
