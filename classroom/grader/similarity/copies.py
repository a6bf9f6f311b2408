"""Find submissions that share code, for a human eye: what is found is never a mark, and never proof.

Programs are compared by what a renaming, a comment or another layout does not change: their tokens, each name as
``n`` and each string as ``s``. Runs of ``RUN`` tokens are hashed, and of every ``WINDOW`` neighbouring hashes the
smallest is kept, so that any common stretch of ``RUN + WINDOW - 1`` tokens is seen ("winnowing": Schleimer, Wilkerson,
Aiken, SIGMOD 2003). Runs that most of the class share are not a sign of copying and do not count.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from classroom.grader.marks.graded import Graded
from classroom.grader.similarity.tokens import blocks

RUN = 12
WINDOW = 4
MAX_PRINTS = 5_000
LEAST_COMMON = 12  # fewer say nothing: short functions are alike by nature
LEAST_SHARE = 0.6
_ALWAYS_RARE = 4


@dataclass(frozen=True)
class Pair:
    """Names two submissions that share code: a question for a person, who has to read both.

    ``common`` of their fingerprints are the same, and ``share`` is that number in parts of the shorter one, from 0 to
    1, after what most of the class shares was removed. ``same_file`` where the two files are the same to the byte.
    """

    exercise: str
    students: tuple[str, str]
    common: int
    share: float
    same_file: bool = False

    @property
    def word(self) -> str:
        """Return what the pair means, in words that promise no more than was measured."""
        return "the same file: for a human eye" if self.same_file else "for a human eye"


def fingerprint(cells: Sequence[str], exercise: str) -> tuple[int, ...]:
    r"""Return numbers that two copies of one program share, whatever their names, comments and layout.

    Args:
        cells: the sources of the code cells; they are read as text and never run.
        exercise: the function that is marked; only it and what it uses counts.

    Returns:
        At most ``MAX_PRINTS`` different whole numbers below 2**48, rising; none for a short function or a stub.

    >>> one = "def f(text):\n    '''Count.'''\n    return sum(len(word) > 3 for word in text.split(' ') if word)"
    >>> two = "def f(a):\n    # mine!\n    return sum(len(b) > 3\n        for b in a.split('-') if b)"
    >>> fingerprint([one], "f") == fingerprint([two], "f") != ()
    True
    """
    prints = {value for block in blocks(cells, exercise) for value in _winnowed(_hashes(block))}
    return tuple(sorted(prints)[:MAX_PRINTS])


def _hashes(words: Sequence[str]) -> list[int]:
    runs = (" ".join(words[start : start + RUN]) for start in range(len(words) - RUN + 1))
    return [int.from_bytes(hashlib.blake2b(run.encode(), digest_size=6).digest()) for run in runs]


def _winnowed(hashes: Sequence[int]) -> Iterator[int]:
    """Yield the smallest hash of each window; all of a stretch that is shorter than one give one."""
    for start in range(max(len(hashes) - WINDOW, 0) + 1 if hashes else 0):
        yield min(hashes[start : start + WINDOW])


def most_of(students: int) -> float:
    """Return the number of students above which what they share says nothing of any of them."""
    return max(_ALWAYS_RARE, students / 2)


def likely_copies(graded: Sequence[Graded]) -> list[Pair]:
    """Return the pairs of students whose submissions share most of their code, the largest share first.

    Args:
        graded: submissions of a class; those of one student are not compared with each other.

    Returns:
        One pair for two students and an exercise, with at least ``LEAST_COMMON`` fingerprints in common that are not
        common to most of the class, and at least ``LEAST_SHARE`` of the shorter one.
    """
    exercises = sorted({one.mark.exercise for one in graded})
    pairs = [pair for name in exercises for pair in _of_one([one for one in graded if one.mark.exercise == name])]
    return sorted(pairs, key=lambda pair: (pair.exercise, -pair.share, -pair.common, pair.students))


def own_prints(graded: Sequence[Graded]) -> list[tuple[Graded, frozenset[int]]]:
    """Return the fingerprints of each submission of one exercise, but for those that most of the class has."""
    known = sorted((one for one in graded if one.fingerprint), key=lambda one: (one.student, one.file))
    students = len({one.student for one in known})
    usual = {value for value, count in _counts(known).items() if count > most_of(students)}
    return [(one, frozenset(one.fingerprint) - usual) for one in known]


def _of_one(graded: Sequence[Graded]) -> Iterator[Pair]:
    """Yield the pairs among the submissions of one exercise."""
    own = own_prints(graded)
    counts = _counts([one for one, _ in own])
    shared = [frozenset(value for value in prints if counts[value] > 1) for _, prints in own]
    best: dict[tuple[str, str], Pair] = {}
    for (at, (one, prints)), (behind, (other, others)) in combinations(enumerate(own), 2):
        common = len(shared[at] & shared[behind])
        if common < LEAST_COMMON or one.student == other.student:
            continue
        share = common / min(len(prints), len(others))
        names = (one.student, other.student)
        same = bool(one.digest) and one.digest == other.digest
        if share >= LEAST_SHARE and (names not in best or share > best[names].share):
            best[names] = Pair(one.mark.exercise, names, common, share, same)
    yield from best.values()


def _counts(graded: Sequence[Graded]) -> Counter[int]:
    """Return by how many students each fingerprint was handed in."""
    students: dict[str, set[int]] = {}
    for one in graded:
        students.setdefault(one.student, set()).update(one.fingerprint)
    return Counter(value for prints in students.values() for value in prints)
