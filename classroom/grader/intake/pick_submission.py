"""Keep people apart whose names look alike, pick which of a student's submissions is marked, and say why.

A name is never taken for another that is nearly the same.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import regex

from chunklib.terminal_progress import one_line
from classroom.grader.intake.entries import same
from classroom.grader.intake.naming import Submission

_SENDERS = "the senders chose both names, so no telling whose each is"
GRADED = "is graded"  # so ends the reason of a submission in whose place another one of the student counts
SURE = 2.0  # seconds: some file systems, and zip, count the time of a file in steps of two


def settled(found: Sequence[Submission]) -> list[Submission]:
    """Leave each student one notebook at most; every other submission keeps its row, with the reason.

    Args:
        found: of one function, sorted by student.

    Returns:
        Submissions in the same order, none of them ``absent``. Of a student's notebooks the one that was handed in last
        is left, and says that it is one of several; where nobody can tell, none is, and all are ``ungraded``. A name
        that its sender chose proves nothing: of two such files none is left, nor is one beside a student's folder.
    """
    return [one for _, group in groupby(found, lambda one: one.student) for one in _of_student(list(group))]


def _of_student(group: list[Submission]) -> Iterator[Submission]:
    there = [one for one in group if one.kind != "absent"]
    if not there:
        yield replace(next((one for one in group if one.file), group[0]), kind="failed")
        return
    notebooks = [one for one in there if one.kind == "notebook"]
    sure = [one for one in notebooks if not one.loose] or notebooks
    chosen, tied = _latest(sure) if sure else (None, [])
    for one in there:
        if len(there) == 1 or (chosen is None and one.kind != "notebook"):
            yield one
        elif one is chosen:
            notes = (one.note, f"{len(there)} files, of which {one.file} counts")
            yield replace(one, note="; ".join(filter(None, notes)))
        elif one.kind != "notebook":
            yield replace(one, kind="ungraded", reason=f"{one.reason}; another one {GRADED}", note="")
        elif one in tied:
            rest = ", ".join(other.file for other in tied if other is not one)
            why = _SENDERS if one.loose else "no telling which is the later"
            reason = f"another submission, {rest}, and {why}: remove one and --resume"
            yield replace(one, kind="ungraded", reason=reason)
        elif chosen is not None:
            why = f"{chosen.file} was handed in later"
            why = f"{chosen.file} is in a folder of the student" if one.loose and not chosen.loose else why
            why = f"{chosen.file} is the same to the byte" if _same(one, chosen) else why
            yield replace(one, kind="ungraded", reason=f"{why}, and {GRADED}", note="")
        else:
            reason = "handed in before two others, and no telling which of them is the later"
            yield replace(one, kind="ungraded", reason=reason, note="")


def _latest(notebooks: Sequence[Submission]) -> tuple[Submission | None, list[Submission]]:
    """Return the notebook that was handed in last, or None and those among which it is."""
    if notebooks[0].loose and not all(_same(notebooks[0], one) for one in notebooks[1:]):
        return None, list(notebooks)
    moments = [one.moment for one in notebooks if one.moment is not None]
    stamped = len(moments) == len(notebooks) and all(moment.stamp is not None for moment in moments)
    ranked = sorted(notebooks, key=lambda one: (-_time(one, stamped), one.file))
    margin = 0.0 if stamped and all(moment.seconds == moment.stamp for moment in moments) else SURE
    first = _time(ranked[0], stamped)
    tied = [one for one in ranked if first - _time(one, stamped) <= margin]
    if all(_same(tied[0], one) for one in tied[1:]):
        return tied[0], []
    return None, tied


def _time(one: Submission, stamped: bool) -> float:  # noqa: FBT001 -- one call
    if one.moment is None:
        return 0.0
    return one.moment.seconds if stamped else one.moment.changed


def _same(one: Submission, other: Submission) -> bool:
    return one.path is not None and other.path is not None and same(one.path, other.path)


_TWINS = str.maketrans("асеорухіјѕһԁԛԝνοιακρтмпкнвıɑɡүυօոսᴏᴜ01l|", "aceopyxijshdqwvoiakptmnkhbiagyuonuouoiii")
_UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]+|\.+$")
_NAMED = 3
LOOKS = "looks like another student"

Person = tuple[str, str, str]


def skeleton(name: str) -> str:
    r"""Return what two names share that look alike: in another case or form, with unseen signs or letters of others.

    >>> skeleton("Ad\u0430l0\u200b. ") == skeleton("ADA1o") != skeleton("Adä1o")
    True
    """
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKC", name).casefold().translate(_TWINS))
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", seen))


def told_apart(found: Sequence[Submission], roster: Sequence[str]) -> list[Submission]:
    """Give each person a name of their own, and add a note to those of a name that looks like another's.

    Submissions are one person's where their names are the same to the letter and no platform gives them two numbers.
    """
    numbered = {(one.student, one.spelling, one.number) for one in found if one.number}
    numbers = Counter((student, spelling) for student, spelling, _ in numbered)
    twins = [numbers[one.student, one.spelling] > 1 for one in found]
    people = [(one.student, one.spelling, one.number if twin else "") for one, twin in zip(found, twins, strict=True)]
    names = _names(people)
    alike: dict[str, set[str]] = {}
    for spelling, name in [*((who[1], names[who]) for who in people), *zip(roster, roster, strict=True)]:
        alike.setdefault(skeleton(spelling), set()).add(name)
    return [
        _renamed(one, names[who], alike[skeleton(one.spelling)] - {names[who]}, roster)
        for one, who in zip(found, people, strict=True)
    ]


def _names(people: Sequence[Person]) -> dict[Person, str]:
    """Return a name for each person: the student's if nobody else has it, else as it is spelled, with a number."""
    several = Counter(student for student, _, _ in {*people})
    names = {who: who[0] for who in people if several[who[0]] == 1 or who[1:] == (who[0], "")}
    taken = {*names.values()}
    for who in sorted({*people} - {*names}):
        name = one_line(who[1]) + (f"_{who[2]}" if who[2] else "")
        while name in taken:
            name += f"_{who[2] or 2}"
        names[who] = name
        taken.add(name)
    return names


def _renamed(one: Submission, name: str, others: set[str], roster: Sequence[str]) -> Submission:
    notes = [one.note] if one.note else []
    if roster and name not in roster and one.student in roster:
        notes.append("not on the list of students")
    if others:
        more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
        notes.append(f"{LOOKS}, {', '.join(map(ascii, sorted(others)[:_NAMED]))}{more}")
    return replace(one, student=name, note="; ".join(notes))
