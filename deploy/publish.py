"""Put what learners get into a git repository for nbgitpuller: ``python -m deploy.publish /srv/class/course.git``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from classroom.build.masters import BuildError
from classroom.grader.gradebook.handout import look_at_course
from classroom.grader.gradebook.learner_files import lay_out_for_learners

ROOT = Path(__file__).resolve().parents[1]
_AUTHOR = ("-c", "user.name=chunklib", "-c", "user.email=chunklib@localhost")


def publish(root: Path, repository: Path, *, solutions: bool = False) -> bool:
    """Commit the learner's folder, as a checkout has it now, to the branch main of a bare repository.

    Args:
        root: the checkout.
        repository: the repository; made where it is missing.
        solutions: whether the filled-in exercises go with it.

    Returns:
        whether anything was new. The history is kept, so what a learner changed is merged when it is pulled.

    Raises:
        RuntimeError: with what git says, when it fails.
    """
    if not repository.exists():
        _git("init", "--quiet", "--bare", "--initial-branch", "main", str(repository))
    with tempfile.TemporaryDirectory(prefix="chunklib-publish-") as scratch:
        folder = Path(scratch, "course")
        _git("clone", "--quiet", str(repository), str(folder))
        _git("-C", str(folder), "symbolic-ref", "HEAD", "refs/heads/main")
        _git("-C", str(folder), "rm", "--quiet", "-r", "--ignore-unmatch", ".")
        lay_out_for_learners(root, folder, solutions=solutions)
        _git("-C", str(folder), "add", "--all")
        if not _git("-C", str(folder), "status", "--porcelain"):
            return False
        _git("-C", str(folder), *_AUTHOR, "commit", "--quiet", "--message", "The course as of now")
        _git("-C", str(folder), "push", "--quiet", "origin", "main")
        return True


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)  # noqa: S607
    if done.returncode:
        raise RuntimeError(f"git {words[-1]}: {done.stderr.strip()}")
    return done.stdout


def main(arguments: Sequence[str] | None = None) -> int:
    """Publish, and say whether anything was new."""
    parser = argparse.ArgumentParser(prog="python -m deploy.publish", description=__doc__)
    parser.add_argument("repository", type=Path, help="a bare repository; made where it is missing")
    parser.add_argument("--solutions", action="store_true", help="the filled-in exercises too")
    asked = parser.parse_args(arguments)
    try:
        if os.access(ROOT / "solutions", os.R_OK | os.X_OK):  # who may not read them cannot have solved in place
            look_at_course(ROOT)
        new = publish(ROOT, asked.repository, solutions=asked.solutions)
    except (BuildError, OSError, RuntimeError, ValueError) as error:
        print(f"chunklib: {error}", file=sys.stderr)
        return 2
    print(f"{asked.repository}: {'published' if new else 'nothing new'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
