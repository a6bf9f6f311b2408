"""Marks for nbgrader's batch: asked for one after the other, and made ahead, several at a time, in other processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from classroom.build.marking_cells import points_in
from classroom.grader.batch.pool import marked
from classroom.grader.batch.worker import Orders, Task
from classroom.grader.gradebook.places import GRADING, class_seed
from classroom.grader.marks.model import Mark
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from classroom.grader.sandbox.self_test import try_sandbox
from classroom.grader.sandbox.surroundings import discreet


@dataclass
class Ahead:
    """Holds the marks of a course's submissions.

    Args:
        root: the folder of the course, with its solutions, the seed of the class and all that nobody may see.
        trust: run submissions without a sandbox.
        jobs: how many are marked at a time.
    """

    root: Path
    trust: bool
    jobs: int
    _made: dict[Task, Mark] = field(default_factory=dict)
    _under_way: set[Task] = field(default_factory=set)
    _next: Callable[[], tuple[Task, Mark] | None] = lambda: None

    def mark(self, task: Task, others: Sequence[Task]) -> Mark:
        """Return the mark of one notebook's function. Whatever happens, it is a mark with a reason.

        Args:
            task: what is asked for; each time it is marked afresh.
            others: what will be asked for later in the same batch.
        """
        try:
            if task not in self._made and task not in self._under_way:
                self._begin([task, *(one for one in others if one != task)])
            while task not in self._made:
                found = self._next()
                if found is None:
                    raise ChildProcessError("the processes that mark ended too early")
                self._under_way.discard(found[0])
                self._made[found[0]] = found[1]
            return self._made.pop(task)
        except (NoSandbox, OSError, ValueError, LookupError) as error:
            self._under_way.clear()
            why = getattr(error, "strerror", None) or str(error.args[0] if error.args else error)
            return Mark(task.function, "ungraded", None, 0, discreet(why))

    def _begin(self, tasks: Sequence[Task]) -> None:
        """Start marking; what an earlier batch left is forgotten."""
        points = points_in(self.root)
        hide = hidden_places(self.root)
        if not self.trust:
            try_sandbox(find_bubblewrap(hide))
        orders = Orders(class_seed(self.root), self.root / "solutions", not self.trust, hide)
        going = marked(tasks, orders, {name: points(name) for name in {one.function for one in tasks}}, self.jobs)

        def following() -> tuple[Task, Mark] | None:
            found = next(going, None)
            if found is None or self._under_way == {found[0]}:
                going.close()  # the processes end with the last mark
            return None if found is None else (found[0], found[1].mark)

        self._made, self._under_way, self._next = {}, set(tasks), following


def to_come(task: Task, functions: Sequence[str], paths: Sequence[Path]) -> list[Task]:
    """Return what nbgrader asks for after a task: the other functions of its notebook, and all of each later one.

    Args:
        task: what is asked for now.
        functions: those that a notebook is marked for, in the order in which they are asked for.
        paths: the notebooks of the batch, ``<student>/<assignment>/<notebook>.ipynb``.
    """
    later = sorted(path for path in paths if path > task.path)
    rest = functions[list(functions).index(task.function) + 1 :]
    own = [task._replace(function=name) for name in rest]
    return own + [Task(path.parents[1].name, name, task.file, path) for path in later for name in functions]


def hidden_places(root: Path) -> tuple[Path, ...]:
    """Return the folders of the course at ``root`` that no submission may see."""
    return tuple(path.resolve() for name in ("solutions", GRADING) if (path := root / name).exists())
