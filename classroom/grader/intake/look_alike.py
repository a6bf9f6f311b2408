"""Keep people apart whose names look alike, and say so; a name is never taken for another that is nearly the same."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import regex

from chunklib.terminal_progress import one_line
from classroom.grader.intake.naming import Submission

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
