"""Find submissions that share code or words, for a human eye: what is found is never a mark, and never proof.

Programs are compared by their forms (see ``forms``), written answers by their words (see ``texts``). What most of the
class shares is not a sign of copying and does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from classroom.grader.marks.graded import Graded
from classroom.grader.similarity.forms import prints
from classroom.grader.similarity.program import needed, read

MAX_PRINTS = 5_000
LEAST_COMMON = 12  # fewer say nothing: short functions are alike by nature
LEAST_SHARE = 0.76  # two different right answers of the course share 0.73 at most
_ALWAYS_RARE = 4
What = Literal["fingerprint", "words"]


class Member(NamedTuple):
    """Takes part in a comparison: a student's submission, or silently what the course has itself."""

    name: str
    prints: frozenset[int]
    digest: str = ""


@dataclass(frozen=True)
class Pair:
    """Names two members that share code or words: a question for a person, who has to read both.

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


def fingerprint(cells: Sequence[str], exercise: str, released: Sequence[str] = ()) -> tuple[int, ...]:
    r"""Return numbers that two copies of one program share, whatever their names, order, comments and layout.

    Args:
        cells: the sources of the code cells; they are read as text and never run.
        exercise: the function that is marked; only it and what it uses counts.
        released: the code cells of the notebook that the student was given, which do not count.

    Returns:
        At most ``MAX_PRINTS`` different whole numbers below 2**48, rising; none for a short function or a stub.

    >>> one = "def f(text):\n    '''Count.'''\n    return [len(one) > len(text) for one in text.split() if one]"
    >>> two = "def f(a):\n    b = a.split()  # mine!\n    return [[len][0](c) > len(a)\n        for c in b if c]"
    >>> fingerprint([one], "f") == fingerprint([two], "f") != ()
    True
    """
    return tuple(sorted(prints(needed(cells, exercise)) - prints(read(tuple(released))[0]))[:MAX_PRINTS])


def most_of(students: int) -> float:
    """Return the number of students above which what they share says nothing of any of them."""
    return max(_ALWAYS_RARE, students / 2)


def likely_copies(graded: Sequence[Graded], of: What = "fingerprint") -> list[Pair]:
    """Return the pairs of students whose submissions share most of their code, the largest share first.

    Args:
        graded: submissions of a class; those of one student are not compared with each other.
        of: what is compared, the programs or the written answers.
    """
    found = list[Pair]()
    for exercise in sorted({one.mark.exercise for one in graded}):
        own = own_prints([one for one in graded if one.mark.exercise == exercise], of)
        ordered = sorted(own, key=lambda one: (one.student, one.file))
        members = [Member(one.student, own[one], one.digest) for one in ordered]
        found += pairs(exercise, combinations(members, 2), LEAST_SHARE)
    return found


def pairs(exercise: str, couples: Iterable[tuple[Member, Member]], least: float) -> list[Pair]:
    """Return one pair for two names that share enough, the largest share first.

    That is ``LEAST_COMMON`` fingerprints, and the share ``least`` of the shorter one.
    """
    best: dict[tuple[str, str], Pair] = {}
    for one, other in couples:
        common, names = len(one.prints & other.prints), (one.name, other.name)
        if common < LEAST_COMMON or one.name == other.name:
            continue
        share = common / min(len(one.prints), len(other.prints))
        if share >= least and (names not in best or share > best[names].share):
            same = bool(one.digest) and one.digest == other.digest
            best[names] = Pair(exercise, names, common, share, same)
    return sorted(best.values(), key=lambda pair: (-pair.share, -pair.common, pair.students))


def own_prints(graded: Sequence[Graded], of: What = "fingerprint") -> dict[Graded, frozenset[int]]:
    """Return the fingerprints of each submission of one exercise, but for those that most of the class has."""
    its: dict[Graded, frozenset[int]] = {one: frozenset(getattr(one, of)) for one in graded if getattr(one, of)}
    students: dict[str, set[int]] = {}
    for one, own in its.items():
        students.setdefault(one.student, set()).update(own)
    counts = Counter(value for own in students.values() for value in own)
    usual = {value for value, count in counts.items() if count > most_of(len(students))}
    return {one: own - usual for one, own in its.items()}
