"""Names of files for students: safe on every system, different for different students, and always the same."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_LONGEST = 60
_DIGITS = 16
_SAFE = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")  # by Windows
_MADE = re.compile(rf".*-[0-9a-f]{{{_DIGITS}}}")  # no name may look like the file of another student


def file_name(student: str) -> str:
    """Return a name for the file of a student, without folder and ending.

    A name of small letters, digits, ``.``, ``_`` and ``-`` is kept; of any other there are its letters and a digest of
    it all, since some systems do not tell ``Ada`` from ``ada``.

    >>> file_name("ada"), file_name("../Zoë")
    ('ada', 'Zoe-8840d1f49662e9e8')
    """
    free = not _RESERVED.fullmatch(student) and not _MADE.fullmatch(student)
    if free and len(student) <= _LONGEST and _SAFE.fullmatch(student):
        return student
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    latin = unicodedata.normalize("NFKD", student[: 4 * _LONGEST]).encode("ascii", "ignore").decode("ascii")
    letters = re.sub(r"[^A-Za-z0-9]+", "_", latin).strip("_")
    return f"{letters[:_LONGEST] or 'student'}-{digest}"
