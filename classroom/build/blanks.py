"""Two notebooks out of a lesson's master: the solved lesson, and the learner's copy with blanks to fill in.

A blank is a code cell with the tag ``blank:NAME`` that defines the function NAME and nothing else. Its first line is
a comment, the task. A line that ends in the comment ``# ____ TEXT`` has a gap: the learner finds ``____`` in the
place of TEXT, or of the whole statement where the comment names no text. The next cell checks what the learner wrote.

A text with the tag ``after:NAME`` says the answer to a guess. In the learner's copy it is folded, and opens by itself
as soon as there are both the guess and what was measured.
"""

from __future__ import annotations

import ast
import re
from copy import deepcopy
from typing import TYPE_CHECKING

from chunklib.errors import InvalidValue
from classroom.build.masters import AFTER, BLANK, BuildError, named
from classroom.judge.catalogue import Blanks
from classroom.judge.errors import CourseError
from classroom.lessons.predictions import fold_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from nbformat import NotebookNode

    from classroom.build.masters import Master

GAP = "____"
SUMMARY = "Open after your guess"
_MARKED = re.compile(r"^(.*\S) +# ?____(?: +(.*\S))? *$", re.MULTILINE)  # a line's code, and the text of its gap


def solved_lesson(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook without the comments that mark gaps."""
    return _with_blanks(notebook, lambda source: _MARKED.sub(r"\1", source))


def learners_copy(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook with ``____`` in the place of what the learner is to write, and answers to guesses folded.

    Raises:
        ValueError: a gap cannot be cut.
    """
    copy = _with_blanks(notebook, with_gaps)
    for cell in copy.cells:
        if name := named(cell, AFTER):
            opening = f'<details class="{fold_of(name)}"><summary>{SUMMARY}</summary>'
            cell.source = f"{opening}\n\n{cell.source}\n\n</details>"
    return copy


def _with_blanks(notebook: NotebookNode, change: Callable[[str], str]) -> NotebookNode:
    copy = deepcopy(notebook)
    for cell in copy.cells:
        if named(cell, BLANK) is not None:
            cell.source = change(cell.source)
    return copy


def with_gaps(source: str) -> str:
    r"""Return a blank's cell with each gap open.

    Raises:
        ValueError: a gap's text is not once in the code of its line.

    >>> print(with_gaps("# Add one.\ndef more(n):\n    return n + 1  #____ n + 1"))
    # Add one.
    def more(n):
        return ____
    """
    return _MARKED.sub(_opened, source)


def _opened(line: re.Match[str]) -> str:
    code, text = line[1], line[2] or line[1].strip()
    if (times := code.count(text)) != 1:
        raise InvalidValue(f"{text!r} must be once in {code.strip()!r}, and is there {times} times")
    return code.replace(text, GAP)


def refuse_bad_blanks(master: Master, notebook: NotebookNode, label: Mapping[str, str]) -> None:
    """Refuse a lesson with a blank that a learner could not fill in, or that nothing checks.

    Args:
        master: the master of the lesson.
        notebook: the master, as read.
        label: words for each cell id.

    Raises:
        BuildError: names the first such cell and what is wrong with it.
    """
    checks = Blanks(lambda: master.root)
    for cell, following in zip(notebook.cells, [*notebook.cells[1:], None], strict=True):
        name = named(cell, BLANK)
        if name is None:
            continue
        try:
            _refuse(cell.source, name, following)
            if name not in checks or checks[name].lesson != master.slug:
                raise InvalidValue(
                    f"there are no checks for {name!r} in exercises/{master.slug}/blanks_{master.slug[:2]}.py"
                )
        except (CourseError, ValueError) as error:
            raise BuildError(f"{label[cell.id]}: {error}") from None


def _refuse(source: str, name: str, following: NotebookNode | None) -> None:
    """Raise ValueError for a blank's cell that does not keep the rules."""
    if not source.startswith("# ") or _MARKED.match(source):
        raise InvalidValue("the first line of a blank is a comment: the task in one line")
    opened = with_gaps(source)
    if opened == source:
        raise InvalidValue(f"no line of the blank ends in a comment '# {GAP} TEXT'")
    try:
        body = ast.parse(opened).body
    except SyntaxError as error:
        raise InvalidValue(f"with its gaps it is not Python: {error.msg} in line {error.lineno}") from None
    defined = [part.name if isinstance(part, ast.FunctionDef) else ast.unparse(part)[:40] for part in body]
    if defined != [name]:
        raise InvalidValue(f"a blank defines its function {name}() and nothing else; this one has {', '.join(defined)}")
    call = f'{name} = checked("{name}")'
    if following is None or following.cell_type != "code" or following.source.partition("\n")[0] != call:
        raise InvalidValue(f"the next cell must begin with {call}")
