"""Find the files of the right and the wrong answers to an exercise."""

from pathlib import Path

from classroom.judge.catalogue import EXERCISES

ROOT = Path(__file__).parents[1]


def answer_file(kind: str, exercise: str) -> Path:
    """Return the file of the `right` or the `wrong` answers to an exercise."""
    return ROOT / "solutions" / EXERCISES[exercise].lesson / kind / f"{exercise}.py"
