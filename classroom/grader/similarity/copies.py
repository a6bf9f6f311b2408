"""Find submissions that share code or words, for a human eye: what is found is never a mark, and never proof.

Programs are compared by their forms (see ``forms``), written answers by their words (see ``texts``). What most of the
class shares is not a sign of copying and does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from classroom.grader.marks.graded import Graded
from classroom.grader.similarity.forms import prints
from classroom.grader.similarity.program import needed, read

MAX_PRINTS = 5_000
LEAST_COMMON = 12  # fewer say nothing: short functions are alike by nature
LEAST_SHARE = 0.76  # two different right answers of the course share 0.75 at most
_ALWAYS_RARE = 4


@dataclass(frozen=True)
class Pair:
    """Names two submissions that share code or words: a question for a person, who has to read both.

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

    >>> one = "def f(text):\n    '''Count.'''\n    return sum(len(word) > 3 for word in text.split(' ') if word)"
    >>> two = "def f(a):\n    b = a.split('-')  # mine!\n    return sum(3 < [len][0](c)\n        for c in b if c)"
    >>> fingerprint([one], "f") == fingerprint([two], "f") != ()
    True
    """
    return tuple(sorted(prints(needed(cells, exercise)) - _of_all(tuple(released)))[:MAX_PRINTS])


@lru_cache(maxsize=4)
def _of_all(cells: tuple[str, ...]) -> frozenset[int]:
    return frozenset(prints(read(cells)[0]))


def most_of(students: int) -> float:
    """Return the number of students above which what they share says nothing of any of them."""
    return max(_ALWAYS_RARE, students / 2)


def code_of(one: Graded) -> Collection[int]:
    """Return what two copies of a program share."""
    return one.fingerprint


def words_of(one: Graded) -> Collection[int]:
    """Return what two copies of a written answer share."""
    return one.words


def likely_copies(graded: Sequence[Graded], of: Callable[[Graded], Collection[int]] = code_of) -> list[Pair]:
    """Return the pairs of students whose submissions share most of their code, the largest share first.

    Args:
        graded: submissions of a class; those of one student are not compared with each other.
        of: what is compared, ``code_of`` or ``words_of``.

    Returns:
        One pair for two students and an exercise, with at least ``LEAST_COMMON`` fingerprints in common that are not
        common to most of the class, and at least ``LEAST_SHARE`` of the shorter one.
    """
    best: dict[tuple[str, str, str], Pair] = {}
    for exercise in {one.mark.exercise for one in graded}:
        own = own_prints([one for one in graded if one.mark.exercise == exercise], of)
        for (one, its), (other, others) in combinations(own, 2):
            common = len(its & others)
            names = (one.student, other.student)
            if common < LEAST_COMMON or names[0] == names[1]:
                continue
            share = common / min(len(its), len(others))
            before = best.get((exercise, *names))
            if share >= LEAST_SHARE and (before is None or share > before.share):
                same = bool(one.digest) and one.digest == other.digest
                best[exercise, *names] = Pair(exercise, names, common, share, same)
    return sorted(best.values(), key=lambda pair: (pair.exercise, -pair.share, -pair.common, pair.students))


def own_prints(
    graded: Sequence[Graded], of: Callable[[Graded], Collection[int]] = code_of
) -> list[tuple[Graded, frozenset[int]]]:
    """Return the fingerprints of each submission of one exercise, but for those that most of the class has."""
    known = sorted((one for one in graded if of(one)), key=lambda one: (one.student, one.file))
    students: dict[str, set[int]] = {}
    for one in known:
        students.setdefault(one.student, set()).update(of(one))
    counts = Counter(value for its in students.values() for value in its)
    usual = {value for value, count in counts.items() if count > most_of(len(students))}
    return [(one, frozenset(of(one)) - usual) for one in known]
