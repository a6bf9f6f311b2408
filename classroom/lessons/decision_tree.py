"""Draw a decision of ``chunklib.advice``: the tree that ``recommend`` walks, with what was measured at each end."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from matplotlib.patches import FancyBboxPatch

from chunklib.advice import TREE, Recommendation
from chunklib.advice.decisions import Ask, Leaf, Tree, drawn
from chunklib.errors import InvalidValue, check_name
from classroom.lessons.figure import COLORS, INK, Picture, figure, new_figure
from classroom.lessons.palette import PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _QUESTION, _STEP = 8.0, 2.1, 2.6  # inches: of all, of a box with a question, from one question to the next
_LINE, _GAP, _PAD = 0.17, 0.22, 0.09
_THICK = (0.9, 2.6)  # points: lines beside the way, and on it
_LETTER = 0.079  # inches of a letter of text, on average
_SEEN, _UNSURE, _NOTHING = COLORS[5], COLORS[2], COLORS[8]  # the words in the box say the same


def decision_tree(decision: str, title: str, advice: Recommendation | None = None) -> Picture:
    """Draw the tree of one decision: questions to the left, and at its ends advice with the effects that support it.

    Args:
        decision: a name of :data:`chunklib.advice.TREE`, such as "overlap".
        title: the message, as a sentence.
        advice: a recommendation; the way that led to it is drawn with thick lines.

    Returns:
        a picture whose alternative text is the tree as text.

    Raises:
        ValueError: for an unknown decision, and without a title.

    >>> decision_tree("search", "The kind of questions decides").alt[:60]
    'The kind of questions decides. Do all questions paraphrase, '
    """
    check_name("decision", decision, TREE)
    if not title.strip():
        raise InvalidValue("a decision tree needs a title: say what it shows in a sentence")
    tree = TREE[decision]
    way = {id(node) for node in _way(tree, decision, advice)}
    left = _STEP * _depth(tree)
    boxes = list(_boxes(tree, left))
    height = max(top + tall for _, _, top, tall, _ in boxes)
    fig, ax = new_figure(_WIDTH, height + 0.5)
    ax.set(xlim=(0, _WIDTH), ylim=(height + 0.02, -0.02))
    ax.axis("off")
    ax.set_title(title)
    at = {id(node): (x, top, tall) for node, x, top, tall, _ in boxes}
    for node, x, top, tall, lines in boxes:
        _box(ax, node, (x, top, tall), lines, _THICK[id(node) in way])
        if isinstance(node, Ask):
            for branch in (node.yes, node.no):
                _line(
                    ax, at[id(node)], at[id(branch)], "yes" if branch is node.yes else "no", _THICK[id(branch) in way]
                )
    return figure(fig, f"{title}. {' '.join(line.strip() for line in drawn(tree))}")


def _way(tree: Tree, decision: str, advice: Recommendation | None) -> Iterator[Tree]:
    """Give the nodes that a recommendation went through."""
    answers = next((step.answers for step in advice.path if step.decision == decision), ()) if advice else ()
    if advice:
        yield tree
    for _, answer in answers:
        assert isinstance(tree, Ask)  # noqa: S101 (as many answers as questions)
        tree = tree.yes if answer == "yes" else tree.no
        yield tree


def _depth(tree: Tree) -> int:
    """Count the columns of questions."""
    return 0 if isinstance(tree, Leaf) else max(1 + _depth(tree.yes), _depth(tree.no))


def _boxes(
    tree: Tree, left: float, x: float = 0, top: float = 0
) -> Iterator[tuple[Tree, float, float, float, list[str]]]:
    """Place nodes: x, top and height in inches, and lines of text; what follows a yes is to the right, a no below."""
    if isinstance(tree, Leaf):
        room = int((_WIDTH - left) / _LETTER)
        support = [line for part in tree.support.split("; ") for line in wrap(part, int(room * 1.15))]
        lines = [*wrap(tree.heading, room), *support]
        yield tree, left, top, _tall(lines), lines
        return
    lines = wrap(tree.question, int(_QUESTION / _LETTER))
    yield tree, x, top, _tall(lines), lines
    beside = list(_boxes(tree.yes, left, x + _STEP, top))
    yield from beside
    below = max(top + _tall(lines), *(start + tall for _, _, start, tall, _ in beside)) + _GAP
    yield from _boxes(tree.no, left, x, below)


def _tall(lines: list[str]) -> float:
    return _LINE * len(lines) + 2 * _PAD


def _box(ax: Axes, node: Tree, place: tuple[float, float, float], lines: list[str], thick: float) -> None:
    x, top, tall = place
    wide = _QUESTION if isinstance(node, Ask) else _WIDTH - x - 0.05
    shape = "round,pad=0,rounding_size=0.08" if isinstance(node, Ask) else "square,pad=0"
    color = PAPER if isinstance(node, Ask) else _color(node)
    ax.add_patch(FancyBboxPatch((x + 0.03, top), wide, tall, boxstyle=shape, facecolor=color, linewidth=thick))
    for row, line in enumerate(lines):
        size, weight = (9, "normal") if isinstance(node, Ask) else (8, "normal") if row else (9, "bold")
        ax.text(x + 0.12, top + _PAD + _LINE * (row + 0.5), line, va="center", fontsize=size, weight=weight)


def _color(leaf: Leaf) -> str:
    found = [row.finding for row in leaf.measured()]
    if leaf.wish:
        return PAPER
    return _SEEN if "difference" in found else _UNSURE if found else _NOTHING


def _line(ax: Axes, start: tuple[float, ...], end: tuple[float, ...], answer: str, thick: float) -> None:
    """Join a question with what follows: to the right after a yes, downwards after a no."""
    x, top, tall = start
    if answer == "yes":
        y = top + min(tall, end[2]) / 2
        ways, place = ([x + _QUESTION, end[0] + 0.03], [y, y]), (x + _QUESTION + 0.08, y - 0.1)
    else:
        down, across = x + 0.5, end[0] > x
        y = end[1] + (min(end[2], 0.5) / 2 if across else 0)
        ways = ([down, down, end[0] + 0.03 if across else down], [top + tall, y, y])
        place = (down + 0.06, top + tall + 0.11)
    ax.plot(*ways, color=INK, linewidth=thick, zorder=0)
    ax.text(*place, answer, va="center", fontsize=8)
