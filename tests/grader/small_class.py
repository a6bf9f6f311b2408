"""A class of 24 invented students, marked by the real grader: right, wrong, late, broken and copied submissions."""

from __future__ import annotations

import ast
import runpy
from dataclasses import replace
from pathlib import Path

from classroom.grader.batch.grader import Grader
from classroom.grader.marks.model import Graded, Mark
from classroom.grader.similarity.copies import fingerprint
from classroom.judge.manifest import of_solutions
from tests.answers import answer_file

ROOT = Path(__file__).parents[2]
NAME = "smart_chunk"
HIDDEN = """
from classroom.judge.exercise import Broken, Property


def repeated(function, text):
    for number, chunk in enumerate(function(text, max_tokens=6, overlap_tokens=2)):
        if text[chunk["start_char"] : chunk["end_char"]] != chunk["text"]:
            raise Broken(f"chunks[{number}] is somewhere else")


HINT = "A chunk is put together from words; slice it from the text, and it cannot differ."
TEXTS = ({"text": "Soup  is soup. " * 9}, {"text": "Grüße! " * 9})
PROPERTIES = (Property("a text that repeats itself", 2, False, (HINT,), repeated, TEXTS),)
"""
RIGHT = ("window_cascade", "split_then_merge", "even_packing", "from_the_middle", "sentence_overlap")
WRONG = {  # student: mutant
    "ben": "drops the tail",
    "chen": "white space normalised",
    "dina": "bytes for characters",
    "emeka": "limit off by one",
    "farah": "no overlap",
    "hana": "tail inside its neighbour",
    "ines": "no validation",
    "kofi": "overlap added after packing",
}
AGAIN = {
    "goran": "farah",
    "jonas": "ines",
    "lena": "ben",
    "mara": "ines",
    "nils": "farah",
    "olga": "kofi",
}  # who made the same mistake as whom
_NO_FAULT = "could not be marked: the disk was full"


def source(kind: str) -> str:
    """Read the `wrong` or the `right` answers to the exercise."""
    return answer_file(kind, NAME).read_text("utf-8")


def right(function: str) -> list[str]:
    """Return the cells of a student who hands in one of the right answers."""
    return [source("right"), f"{NAME} = {function}"]


def wrong(which: str) -> list[str]:
    """Return the cells of a student who makes one of the mistakes, named in words."""
    mutants = runpy.run_path(str(answer_file("wrong", NAME)))["ALL"]
    return [source("wrong"), f"{NAME} = {mutants[which].__name__}"]


def renamed(code: str, kept: str = NAME) -> str:
    """Give every name another one, as a student does to hide where the code is from."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        for field in ("id", "arg", "attr", "name", "asname"):
            before = getattr(node, field, None)
            if isinstance(before, str) and before != kept:
                setattr(node, field, f"my_{before}")
    return ast.unparse(tree)


def small_class(scratch: Path) -> list[Graded]:
    """Mark the class; `scratch` is an empty folder for its hidden property."""
    (scratch / "hidden").mkdir(parents=True)
    (scratch / "hidden" / f"{NAME}.py").write_text(HIDDEN, encoding="utf-8")
    of_solutions(scratch).write()
    grader = Grader(NAME, "a seed for a picture", None, scratch)
    marks = {student: grader.mark(wrong(which)) for student, which in WRONG.items()}
    marks |= {student: marks[other] for student, other in AGAIN.items()}
    full = grader.mark(right(RIGHT[0]))
    found = [Graded(student, mark, _file(student)) for student, mark in marks.items()]
    for student, which in zip(("ada", "pia", "quinn", "rosa", "sami"), RIGHT, strict=True):
        found.append(Graded(student, full, _file(student), "", fingerprint(right(which), NAME)))
    copied = fingerprint([renamed(cell) for cell in right("from_the_middle")], NAME)
    late = replace(full, state="late", reason="handed in 3 hours after the deadline")
    empty = Mark(NAME, "ungraded", None, grader.max_points, _NO_FAULT)
    found.append(Graded("tomo", late, _file("tomo"), "", copied))
    found.append(Graded("uma", grader.mark(["import os\nos._exit(3)"]), _file("uma")))
    found.append(Graded("vera", grader.failed("broken JSON: Expecting ',' delimiter: line 41"), _file("vera")))
    found.append(Graded("wim", grader.failed("the file is empty"), _file("wim")))
    return [*found, Graded("xenia", empty, _file("xenia"))]


def _file(student: str) -> str:
    return f"{student}/07_smart_chunk/07_smart_chunk.ipynb"
