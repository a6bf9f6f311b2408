"""A widget of lesson 09, where a question has two lines."""

from __future__ import annotations

from classroom import hits_and_misses


def test_a_question_of_two_lines_is_one_line_of_text() -> None:
    shown = hits_and_misses("Tea is hot.", "What is\nhot?", [(0, 3)])
    assert "question: What is hot?" in str(shown).splitlines()
