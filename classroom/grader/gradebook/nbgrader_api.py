"""Call nbgrader's own commands with this course's configuration; if one fails, say so in one line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chunklib.errors import ChunklibError
from classroom.grader.gradebook.places import CONFIG, GRADING, course_root, is_own, name_of, released_notebooks
from classroom.judge.manifest import FOLDER
from classroom.judge.ownership import NotOurs, look_at

_RAISED = re.compile(r"^\s*(?:[\w.]+\.)?\w*(?:Error|Exception|Released|Entry): (.+)$", re.MULTILINE)


class Failed(ChunklibError):
    """Says in one line why nbgrader could not do what it was asked for."""


def nbgrader_of(root: Path) -> Any:
    """Return nbgrader's programming interface for the course at ``root``, set up as nbgrader's own commands are.

    Raises:
        Failed: a file of settings that is not the course's own cannot be read.
    """
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory

    config = _settings(root)
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def _settings(root: Path) -> Any:
    """Read what nbgrader reads: Jupyter's folders, the most important one last, and then the course's own file."""
    from jupyter_core.paths import jupyter_config_path
    from traitlets.config.loader import Config, PyFileConfigLoader

    config, folders = Config(), [Path(folder) for folder in reversed(jupyter_config_path())]
    for name in ("jupyter_config", Path(CONFIG).stem):
        for folder in folders:
            config.merge(_read(folder, name))
    if not (root / CONFIG).is_file():
        raise Failed(f"{root} has no {CONFIG}, which the gradebook needs: copy the course's")
    config.merge(PyFileConfigLoader(CONFIG, path=str(root)).load_config())
    return config


def _read(folder: Path, name: str) -> Any:
    from traitlets.config.loader import Config, ConfigFileNotFound, JSONFileConfigLoader, PyFileConfigLoader

    config = Config()
    for loader in (PyFileConfigLoader(f"{name}.py", str(folder)), JSONFileConfigLoader(f"{name}.json", str(folder))):
        try:
            if (folder / loader.filename).exists():
                look_at(folder / loader.filename)
            config.merge(loader.load_config())
        except ConfigFileNotFound:
            continue
        except NotOurs as error:
            raise Failed(str(error)) from None
        except Exception as error:  # noqa: BLE001 (a file of settings is a program)
            why = f"{type(error).__name__}: {error}".partition("\n")[0]
            raise Failed(f"{folder / loader.filename} cannot be read: {why}") from None
    return config


@contextmanager
def gradebook_of(root: Path) -> Iterator[Any]:
    """Open the gradebook of the course at ``root``.

    Raises:
        Failed: it is locked, damaged or of another release of nbgrader.
    """
    from sqlalchemy.exc import SQLAlchemyError

    try:
        with nbgrader_of(root).gradebook as book:
            yield book
    except SQLAlchemyError as error:
        raise Failed(f"the gradebook cannot be read: {getattr(error, 'orig', None) or error}") from None


def done(result: Mapping[str, Any]) -> str:
    """Return the log of what nbgrader did.

    Raises:
        Failed: it did not succeed; the message is the first cause in its log.
    """
    if not result["success"]:
        log, error = str(result.get("log", "")), str(result.get("error", ""))
        causes = _RAISED.findall(log) or re.findall(r"^\[(?:ERROR|CRITICAL)\] (.+)$", log, re.MULTILINE)
        raise Failed((causes or _RAISED.findall(error) or ["nbgrader failed and does not say why"])[0])
    return str(result.get("log", ""))


def release(which: str, start: Path) -> tuple[Path, float]:
    """Write what learners get, and enter it into the gradebook: an exercise as the build makes it, or one's own.

    Returns:
        The notebook, the first of several, and the points of all. Where it fails everything is as it was.

    Raises:
        NoCourse: there is no course, or no such exercise.
        Failed: the exercise was not released.
    """
    root = course_root(start)
    name = name_of(root, which)
    if not any((root / "solutions" / name).glob("*.ipynb")):
        raise Failed(f"solutions/{name} has no notebook: python -m classroom.build {name[:2]}")
    folder = root / "exercises" / name
    with _as_it_was(root / GRADING / "release" / name):
        done(nbgrader_of(root).generate_assignment(name))
    with gradebook_of(root) as book:
        return folder / released_notebooks(root, name)[0], float(book.find_assignment(name).max_score)


def put_into_exercises(assignment: str, student: str, notebooks: Sequence[str]) -> None:  # noqa: ARG001 -- nbgrader's
    """Copy what nbgrader has released to where learners get it, beside what a check runs.

    Args:
        assignment: nbgrader's pattern; which one it is, the paths say.
        student: there is none.
        notebooks: the notebooks of one assignment, in ``solutions``.

    Raises:
        SystemExit: it cannot be copied. nbgrader passes over any other exception.
    """
    source = Path(notebooks[0]).parent
    root, name = source.parents[1], source.name
    target = root / FOLDER / name
    try:
        if is_own(root, name) and target.exists():
            shutil.rmtree(target)
        shutil.copytree(root / GRADING / "release" / name, target, copy_function=shutil.copyfile, dirs_exist_ok=True)
    except OSError as error:
        raise SystemExit(f"chunklib: {target} cannot be written: {error.strerror or error}") from None


@contextmanager
def _as_it_was(folder: Path) -> Iterator[None]:
    """Put a folder back if something fails: nbgrader removes it before it writes, and when it fails."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    try:
        yield
    except BaseException:
        for path, content in before.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        raise


def from_exchange(which: str, start: Path) -> Path:
    """Collect what was handed in through nbgrader's exchange; returns the folder with what is there now.

    Raises:
        NoCourse: there is no course, or no such exercise.
        Failed: there is no exchange, or it cannot be read.
    """
    root = course_root(start)
    done(nbgrader_of(root).collect(name_of(root, which)))
    return root / GRADING / "submitted"
