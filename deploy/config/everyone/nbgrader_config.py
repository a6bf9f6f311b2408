"""Tell nbgrader what it needs to know on this machine, for teachers and students alike. The hub sets the variables."""

import os
from pathlib import Path
from typing import Any

from classroom.grader.gradebook.config import COURSE_ID

c: Any = get_config()  # type: ignore[name-defined]  # noqa: F821 - Jupyter gives it

c.CourseDirectory.course_id = COURSE_ID
if "CHUNKLIB_EXCHANGE" in os.environ:  # not on Kubernetes: there is no exchange
    c.Exchange.root = os.environ["CHUNKLIB_EXCHANGE"]
c.ExchangeSubmit.add_random_string = True  # nobody can guess the folder of another's submission
if "CHUNKLIB_COURSE_FOLDER" in os.environ:
    c.CourseDirectory.root = str(Path.home() / os.environ["CHUNKLIB_COURSE_FOLDER"])
