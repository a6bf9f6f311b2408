"""The picture of a decision: drawn from the tree that `recommend` walks, and readable without colours."""

from __future__ import annotations

from itertools import pairwise

import pytest

from chunklib.advice import TREE, recommend
from chunklib.advice.decisions import Ask, leaves
from chunklib.errors import InvalidValue
from classroom.lessons.decision_tree import _boxes, _depth, decision_tree
from tests.each import each

TITLE = "What decides here"


@each("decision", TREE)
def test_every_tree_is_drawn_with_its_questions_its_ends_and_what_was_measured(decision: str) -> None:
    picture = decision_tree(decision, TITLE)
    assert picture.png.startswith(b"\x89PNG")
    for leaf in leaves(TREE[decision]):
        assert f"{leaf.heading} [{leaf.support}]" in picture.alt
    boxes = list(_boxes(TREE[decision], 2.6 * _depth(TREE[decision])))
    for node, *_, lines in boxes:
        assert " ".join(lines) == (
            node.question if isinstance(node, Ask) else f"{node.heading} {node.support}".replace(";", "")
        )
    rows = sorted((x, top, top + tall) for _, x, top, tall, _ in boxes)
    assert all(one[0] < other[0] or one[2] < other[1] for one, other in pairwise(rows))


def test_the_way_of_a_recommendation_is_drawn_thicker() -> None:
    plain, short, prose = (
        decision_tree("overlap", TITLE, advice).png
        for advice in (None, recommend("The gate was shut."), recommend("The gate was shut.\n\n" * 200))
    )
    assert len({plain, short, prose}) == 3


def test_an_unknown_decision_and_an_empty_title_are_refused() -> None:
    with pytest.raises(
        InvalidValue, match="^unknown decision 'overlaps': choose one of cuts, .* did you mean 'overlap'"
    ):
        decision_tree("overlaps", TITLE)
    with pytest.raises(InvalidValue, match="^a decision tree needs a title"):
        decision_tree("overlap", " ")
