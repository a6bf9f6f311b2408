"""Copies are found whatever is done to their names and their layout; different answers to one task are not copies."""

from __future__ import annotations

import json
import random
import runpy
from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classroom.grader.batch.worker import Orders, Task, mark
from classroom.grader.marks.model import Graded, Mark, graded_from
from classroom.grader.pages.class_page import class_page
from classroom.grader.similarity.copies import (
    LEAST_COMMON,
    LEAST_SHARE,
    MAX_NODES,
    MAX_PRINTS,
    fingerprint,
    likely_copies,
    own_prints,
    read,
    the_same,
)
from classroom.judge.catalogue import EXERCISES
from tests.answers import answer_file
from tests.grader import disguises
from tests.grader.handed_in import HALF, NOT_STARTED, RIGHT, notebook, put
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


def graded(student: str, prints: Sequence[int] = (), digest: str = "", **more: Any) -> Graded:
    return Graded(
        student, Mark("f", "final", 1, 3, "why"), f"{student}.ipynb", digest or student, tuple(prints), **more
    )


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
        ["import re", MAIN, HELPER, CONSTANT],
        [CONSTANT, f"{HELPER}\n{MAIN}\n%time smart_chunk('')\n!ls"],
        [CODE.replace('"', "'''").replace("'''''''''", '"""')],
        [CODE.replace(", model=", ",\n    *, model: str | None =")],
        [CODE.replace("b) for a, b", "b,) for a, b").replace("        if match", "\n\n\n        if match")],
        [CODE, "def decoy(a):\n    return [b * b for b in range(a) if b % 3 or b % 5 if a > b > 2 if not b == 7]"],
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
    assert [(one.students, one.same_file) for one in pair] == [(("ada", "ben"), False)]
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
def test_different_answers_are_not_flagged_and_a_renamed_copy_of_a_long_one_is(exercise: str) -> None:
    found = answers(exercise)
    assert likely_copies([graded(name, prints) for name, prints in found.items()]) == []
    shares = (len({*a} & {*b}) / min(len(a), len(b)) for a, b in combinations(found.values(), 2) if a and b)
    print(f"\n{exercise}: at most {max(shares, default=0):.2f} of two answers is the same", end=" ")  # or has no code
    code = answer_file("right", exercise).read_text("utf-8")
    for name, prints in found.items():
        copy = fingerprint([renamed(code, exercise), f"{exercise} = my_{name}"], exercise)
        pairs = likely_copies([graded("ada", prints), graded("ben", copy)])
        assert [pair.share for pair in pairs] == ([1.0] if len(prints) >= LEAST_COMMON else [])


LONG_ANSWERS = {
    "chunk_with_headers": "two_steps",
    "merge_adjacent": "by_sorting",
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


def test_what_was_given_is_nobodys() -> None:
    assert fingerprint([CODE], NAME, [CODE]) == ()
    assert set(fingerprint([CODE], NAME, [HELPER])) < set(ORIGINAL)


def test_what_most_of_the_class_shares_does_not_count() -> None:
    given_code, own = range(1000, 1100), [range(start, start + 20) for start in range(0, 400, 20)]
    independent = [graded(f"s{at:02}", [*mine, *given_code]) for at, mine in enumerate(own)]
    assert likely_copies(independent) == []
    copied = [*independent, graded("zoe", [*own[3], *given_code])]
    assert (len(own_prints(independent)), len(own_prints([*copied, graded("x", range(11))]))) == (20, 21)
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


def test_a_student_does_not_copy_from_themselves_and_the_same_file_is_called_that() -> None:
    assert likely_copies([graded("ada", ORIGINAL), graded("ada", ORIGINAL)]) == []
    same = likely_copies([graded("ben", ORIGINAL, digest="5"), graded("ada", ORIGINAL, digest="5")])
    assert [(pair.students, pair.same_file) for pair in same] == [(("ada", "ben"), True)]


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
        "\n".join(f"a{at} = a{at + 1}" for at in range(9_000)) + "\nf = a0",
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
@settings(deadline=None, max_examples=100)
def test_any_text_has_a_fingerprint(sources: list[str]) -> None:
    assert fingerprint(sources, "f") == fingerprint(sources, "f")


BYTES, CELLS = "the same file to the byte", "the same code in all cells"


def test_six_of_ten_with_the_same_bytes_are_told_first() -> None:
    found = [graded(f"s{at}", range(40), "5", code="c") for at in range(6)]
    found += [graded(f"t{at}", range(100 * at, 100 * at + 40), code=f"{at}") for at in range(1, 5)]
    assert the_same(found) == [(tuple(f"s{at}" for at in range(6)), BYTES)]
    page = class_page(found)
    assert page.index(BYTES) < page.index("4 submissions could be compared with others")
    assert "no two share" in page


def test_the_same_file_or_code_is_told_once() -> None:
    ada, *others = (graded(name, range(20), at, code=code) for name, at, code in (("ada", "1", "c"), ("bob", "2", "c")))
    found = [ada, *others, graded("cyd", range(20), "3", code="d")]
    assert the_same(found) == [(("ada", "bob"), CELLS)]
    again = [*found, graded("ada", (), "3", code="e")]
    assert the_same(again) == [(("ada", "cyd"), BYTES), (("ada", "bob"), CELLS)]
    assert the_same([ada, ada]) == []


def test_what_nobody_has_begun_and_an_empty_file_are_nobodys_copy(tmp_path: Path) -> None:
    orders, found = Orders("a seed", None, sandboxed=False), []
    contents = {"stub": notebook(NOT_STARTED), "empty": b"", "half": notebook(HALF), "spaced": notebook(f"\n{HALF} \n")}
    for kind, content in contents.items():
        for student in ("ada", "bob"):
            path = put(tmp_path, f"{student}_{kind}.ipynb", content)
            found.append(mark(Task(f"{student} {kind}", "hello", path.name, path), orders).graded)
    assert [graded_from(json.loads(json.dumps(asdict(one)))) for one in found] == found
    assert the_same(found) == [
        (("ada half", "bob half"), BYTES),
        (("ada spaced", "bob spaced"), BYTES),
        (("ada half", "ada spaced", "bob half", "bob spaced"), CELLS),
    ]


def test_a_page_of_one_or_of_nothing_claims_nothing() -> None:
    nothing = Graded("ada", Mark("f", "failed", 0, 3, ""))
    for found in ([graded("ada", range(40), code="a")], [graded("ada")], [nothing]):
        page = class_page(found)
        assert ("no two" not in page, "could be compared" in page) == (True, True)


def test_code_is_read_to_its_end_or_said_not_to_be() -> None:
    assert read((RIGHT, f"# {'x' * 10**6}"))[1]
    assert not read(("x = 1\n" * (MAX_NODES // 4 + 1), RIGHT))[1]
    assert not read(("x = 1" + " + 1" * 9_000, RIGHT))[1]
    assert "Code too long to be read to its end: " in class_page([graded("ada", partly=True)])
