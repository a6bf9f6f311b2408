"""The names that a caller may use, and the sizes that tutorials give."""

from __future__ import annotations

from chunklib.advice import PRIORITIES, QUESTIONS, STORES, USES
from chunklib.advice.guidelines import SIZE_BY_USE, named
from chunklib.evaluation import own_benchmark


def test_each_use_has_its_size() -> None:
    assert list(SIZE_BY_USE) == list(USES)
    assert all(0 < low < high for low, high in SIZE_BY_USE.values())


def test_the_kinds_of_questions_are_those_of_our_own_benchmark() -> None:
    own = own_benchmark()
    assert {*QUESTIONS} == {one.kind for one in (*own.questions, *own.unanswerable)}


def test_every_name_and_other_name_is_found_however_it_is_written() -> None:
    for names in (USES, PRIORITIES, QUESTIONS, STORES):
        for name, others in names.items():
            for one in (name, *others):
                for written in (one, one.upper(), one.replace("_", " "), one.replace(" ", "-"), f" {one} "):
                    assert named("name", written, names) == name
