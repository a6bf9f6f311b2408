"""The viewer of ledgers without a browser: each question once, its outcome in each ledger, the evidence marked."""

from __future__ import annotations

import re
from html import unescape

from classroom.lessons.display import Folded
from classroom.lessons.widgets.ledger_viewer import LedgerViewer, View, page
from tests.course.pages import Reader
from tests.shown import move, names, show


def test_every_question_is_reached_and_its_words_are_on_the_page() -> None:
    ledgers, reached = names()["ledgers"], []
    for name, ledger in ledgers.items():
        for outcome, count in ledger.counts.items():
            seen = [View(ledgers, name, outcome, number) for number in range(1, count + 1)]
            reached += [(name, one.asked) for one in seen]
            assert all(one.asked.outcome == outcome for one in seen)
            for one in seen:
                read = Reader(page(one)).text
                assert all(line in read for line in one.head())
                for piece in one.asked.pieces:
                    assert all(line in read for line in one.told(piece)[:2])
    assert len(reached) == 6
    assert all((name, one) in reached for name, ledger in ledgers.items() for one in ledger.questions)


def test_torn_evidence_is_marked_in_each_chunk_that_has_a_part() -> None:
    widget = show("ledger_viewer")
    assert isinstance(widget, LedgerViewer)
    move(widget, "chunks", "halves")
    assert "of no question" not in str(widget)
    move(widget, "outcome", "torn by a cut")
    assert "whole: found, rank 1" in str(widget)
    marked = re.findall(r'<span style="font-weight:bold[^>]*>(.*?)</span>', widget.page.value, re.DOTALL)
    assert "".join(Reader(part).text for part in marked) == "a pair.\n\n## Ice\n\nIce is cold."
    assert widget.page.value.count("evidence ▸") == widget.page.value.count("◂") == 1


def test_another_outcome_begins_with_its_first_question_and_an_empty_one_says_so() -> None:
    widget = show("ledger_viewer")
    assert isinstance(widget, LedgerViewer)
    move(widget, "outcome", "found")
    move(widget, "question", 2)
    assert "question 2 of 2" in str(widget)
    move(widget, "outcome", "torn by a cut")
    assert widget.number.value == 1
    assert str(widget) == "whole: of no question the outcome is 'torn by a cut'."
    move(widget, "outcome", "found")
    assert "question 1 of 2" in str(widget)
    assert widget.number.box.max == 2


def test_a_folded_table_keeps_its_columns_and_opens_with_its_name() -> None:
    table = "for  says\n<b>  1 & 2"
    folded = Folded(table, "What <guides> say")
    assert str(folded) == table
    html = folded.html()
    assert html.startswith("<details><summary>What &lt;guides&gt; say</summary><pre tabindex")
    assert unescape(html.rpartition('">')[2].partition("</pre>")[0]) == table
