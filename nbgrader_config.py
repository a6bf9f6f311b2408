"""nbgrader's configuration for this course: marks come from outside the student's process.

`nbgrader generate_assignment`, `autograde`, `generate_feedback` and `export` run from this folder, the form grader too.
"""

from pathlib import Path

from classroom.grader.gradebook.config import configure

configure(get_config(), Path(__file__).resolve().parent)  # noqa: F821 -- the loader of this file provides it
