"""Every widget stores one output, follows its controls, takes your own text, and refuses nonsense in one line."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import classroom
from chunklib.chunk import Span
from chunklib.evaluation import Benchmark, Question, where_lost
from classroom.judge.errors import CourseError
from classroom.lessons.document import Document
from classroom.lessons.widgets.controls import Number
from classroom.lessons.widgets.token_viewer import TokenViewer
from classroom.lessons.widgets.widget import MOST_EDITABLE, Widget
from tests.course.pages import Reader
from tests.each import each
from tests.shown import CALLS, MOVES, controls, move, names, show

FUNCTIONS = {"ask", "bring", "check", "checked", "compare", "hint", "practice", "predict"}
FUNCTIONS |= {"keep", "ledger_bar", "mine", "moves", "progress", "quiz", "score", "solution"}
OWN_TEXT = (
    "chunk_viewer", "distance_plot", "heading_path", "moving_passage", "packer_stepper", "sentence_tester",
    "separator_tree",
)  # fmt: skip
WITHOUT_TEXT = {
    "against_demands", "draw_again", "guides_board", "hits_and_misses", "label", "ledger_viewer", "moving_cuts",
}  # fmt: skip
IN_WORDS = (
    "chunk_viewer", "draw_again", "guides_board", "heading_path", "moving_cuts", "moving_passage", "packer_stepper",
    "token_viewer",
)  # fmt: skip
VIEW = "application/vnd.jupyter.widget-view+json"
TYPED = st.sampled_from(
    ["", " \n", "Go. Ice is cold.\n\nTea! ", "# A\n\n## <b>B</b>\n\né漢👩‍👧\r\n\0", "[' ']", "['']", "(a", "\\d"]
)


def test_every_widget_is_tested_here() -> None:
    assert {*CALLS} | FUNCTIONS == {*classroom.__all__}


@each("name", CALLS)
def test_what_is_stored_is_the_same_each_time_and_needs_no_style_sheet(name: str) -> None:
    first, second = show(name), show(name)
    stored, again = first._repr_mimebundle_(), second._repr_mimebundle_()
    assert set(stored) == {"text/plain", "text/html", VIEW}
    assert stored.pop(VIEW) != again.pop(VIEW)
    assert stored == again
    assert stored["text/plain"] == str(first) == str(first.view)
    assert first.page.value in stored["text/html"]
    Reader(stored["text/html"].replace("<br>", "").replace("<wbr>", ""))
    assert not re.search(r"<(style|script|svg|img)| id=| on\w+=", stored["text/html"])
    assert re.search(r'tabindex="0" role="region" aria-label="', stored["text/html"])
    stored["text/html"].encode()
    stored["text/plain"].encode()


@each("name", OWN_TEXT)
def test_a_text_of_ones_own_is_taken_when_it_is_typed(name: str) -> None:
    widget = show(name)
    assert widget.own_text in widget.children
    assert "\ud800" in widget.text
    assert widget.own_text.value == ""  # half a surrogate pair cannot be sent
    assert widget.own_text.layout.display == "none"
    widget.show_text.value = True
    assert widget.own_text.layout.display == ""
    widget.own_text.value = "Rain fell. The old fish swims far."
    assert widget.text == "Rain fell. The old fish swims far."
    assert "old" in widget.page.value


def test_the_document_that_the_learner_brought_is_a_click_away_as_far_as_it_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = {name: parts(show(name)) for name in CALLS}
    text = "Rain fell on the roof. " * 40 + "\n\n" + "The sun was out again. " * 20_000
    brought = Document("<notes>", text, own=True)
    monkeypatch.setattr("classroom.lessons.widgets.widget.current", lambda: brought)
    for name in CALLS:
        widget = show(name)
        assert not any("Your document" in words for words in plain[name])
        assert ("Your document" in parts(widget)) == (name not in WITHOUT_TEXT), name
        widget.your_document.click()
        if name not in WITHOUT_TEXT:
            said = re.search(r"You see the first ([\d,]+) of 460,922 characters of &lt;notes&gt;.", widget.note.value)
            assert said, name
            assert 500 < int(said[1].replace(",", "")) <= MOST_EDITABLE
            assert str(widget) == str(widget.view) != str(show(name))


def parts(widget: Widget[Any]) -> list[str]:
    """Return the names of the controls that a widget shows."""
    rows = [part for row in widget.children for part in (row, *getattr(row, "children", ()))]
    return [getattr(part, "description", "") for part in rows]


@each("name", IN_WORDS)
def test_the_words_are_there_on_demand_and_stay_in_step(name: str) -> None:
    widget = show(name)
    assert (widget.in_words.value, widget.in_words.layout.display) == ("", "none")
    widget.show_words.value = True
    assert widget.in_words.layout.display == ""
    first = widget.in_words.value
    if isinstance(widget, TokenViewer):
        widget.typed.value = "new"
    else:
        next(row for row in widget.children if isinstance(row, Number)).box.value = 21
    assert widget.in_words.value != first
    assert Reader(widget.in_words.value).text == str(widget)
    assert re.search(r'<pre tabindex="0" role="region" aria-label="The ', widget.in_words.value)
    widget.show_words.value = False
    assert (widget.in_words.value, widget.in_words.layout.display) == ("", "none")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(CALLS)), st.data())
def test_no_move_of_the_controls_fails_and_the_last_state_is_shown(name: str, data: st.DataObject) -> None:
    widget = show(name)
    for control in data.draw(st.lists(st.sampled_from([*controls(widget)]), max_size=6)):
        if options := getattr(control, "options", ()):
            control.value = data.draw(st.sampled_from([one[-1] if type(one) is tuple else one for one in options]))
        elif isinstance(control.value, bool):
            control.value = data.draw(st.booleans())
        else:
            control.value = data.draw(TYPED if isinstance(control.value, str) else st.integers(-5, 1200))
    shown = widget._make(*widget._state())
    assert (widget.view, str(widget)) == (shown, str(shown))
    assert widget.page.value == widget._drawn()
    Reader(re.sub("<w?br>", "", widget.page.value))
    assert not re.search(r"<(style|script|svg|img)| id=| on\w+=", widget.page.value)


@each("name", CALLS)
def test_each_control_leads_where_a_call_leads_and_has_a_name(name: str) -> None:
    widget = show(name)
    arguments: dict[str, Any] = {}
    for control, value, changed in MOVES[name]:
        move(widget, control, value)
        arguments |= changed or {}
        if changed:
            assert str(widget) == str(show(name, **arguments)), control
        widget.page.value.encode()  # half a surrogate pair cannot be sent
        str(widget).encode()
    assert widget.page.value == widget._drawn()
    for one in controls(widget):
        assert getattr(one, "description", "") or one.name


ALONE = Benchmark("one", {"note": "Cold rooms. " * 9}, (Question("q", "How cold?", "note", (Span(0, 4),)),))
WINDOWS = {"strategy": "token_windows", "size": 9, "overlap": 0}
LEDGER, OTHER = where_lost(ALONE, WINDOWS, k=1), where_lost(ALONE, WINDOWS, k=1, reader=lambda *_: [])
REFUSED = [
    ("chunk_viewer", {"text": 5}, "the text must be a str: got int"),
    ("chunk_viewer", {"strategy": "magic"}, "unknown strategy 'magic': choose one of fixed_characters, "),
    ("chunk_viewer", {"overlap": "15%"}, "overlap must be a whole number: got '15%'"),
    ("chunk_viewer", {"size": 2.5}, "size must be a whole number: got 2.5"),
    ("chunk_viewer", {"ruler": "llama"}, "ruler 'llama' is unknown"),
    ("distance_plot", {"text": "x" * 40_001}, "the text must have at most 40,000 characters: got 40,001"),
    ("distance_plot", {"threshold": "mean"}, "unknown threshold 'mean': choose one of percentile"),
    ("distance_plot", {"amount": 101}, "amount of the threshold 'percentile' must be from 0 to 100: got 101"),
    ("distance_plot", {"size": "20"}, "size must be a whole number"),
    ("distance_plot", {"embed": "bert"}, "unknown embedder 'bert'"),
    ("heading_path", {"text": "x" * 60_001}, "the text must have at most 60,000 characters: got 60,001"),
    ("heading_path", {"size": 0}, "size must be at least 1: got size=0"),
    ("heading_path", {"chunk": -1}, "chunk must be at least 0: got chunk=-1"),
    ("heading_path", {"words": ["tea"]}, "words must be a str: got list"),
    ("hits_and_misses", {"text": "x" * 60_001}, "the text must have at most 60,000 characters: got 60,001"),
    ("hits_and_misses", {"question": None}, "the question must be a text: got None"),
    ("hits_and_misses", {"question": "\ud800"}, "the question must be a text: got '\\ud800'"),
    ("hits_and_misses", {"size": "20"}, "size must be a whole number: got '20'"),
    ("hits_and_misses", {"budget": True}, "budget must be a whole number: got True"),
    ("hits_and_misses", {"spans": (3, 5)}, "spans: a place is two whole numbers (start, end): got 3"),
    ("hits_and_misses", {"spans": [(3, 5.0)]}, "spans: a place is two whole numbers (start, end): got (3, 5.0)"),
    ("hits_and_misses", {"spans": [(9, 12), (3, 10)]}, "spans must be in the order of the text and not overlap"),
    ("draw_again", {"values": [0.5]}, "values must be a list of at least two fractions from -1 to 1"),
    ("draw_again", {"values": [0.5, 2]}, "values must be a list of at least two fractions from -1 to 1"),
    ("draw_again", {"questions": 5}, "questions must be at most 4: got questions=5"),
    ("draw_again", {"draws": 1_001}, "draws must be at most 1,000: got draws=1001"),
    ("moving_cuts", {"question": "paper-01"}, "unknown question 'paper-01': choose one of handbook-01, "),
    ("moving_cuts", {"overlap": "15%"}, "unknown overlap '15%': choose one of 0, 10%, 20%, 50%"),
    ("moving_cuts", {"placing": 6}, "placing must be at most 5: got placing=6"),
    ("ledger_viewer", {"ledgers": {}}, "it takes what where_lost gives, or several by names: got dict"),
    ("ledger_viewer", {"ledgers": [LEDGER]}, "it takes what where_lost gives, or several by names: got list"),
    ("ledger_viewer", {"ledgers": {"a": LEDGER, "b": OTHER}}, "the ledgers must be of the same questions, all with a"),
    ("moving_passage", {"passage_tokens": 0}, "passage_tokens must be at least 1: got passage_tokens=0"),
    ("moving_passage", {"size": 5, "overlap": 5}, "overlap must be smaller than size: got overlap=5, size=5"),
    ("moving_passage", {"start": -1}, "start must be at least 0: got start=-1"),
    ("packer_stepper", {"text": "x" * 6_001}, "the text must have at most 6,000 characters: got 6,001"),
    ("packer_stepper", {"ruler": "gpt-0"}, "ruler 'gpt-0' is unknown; rulers: characters"),
    ("packer_stepper", {"ruler": len}, "ruler must be a name: got <built-in function len>"),
    ("reindex_viewer", {"text": " \n"}, "the text is empty, or nothing but white space"),
    ("reindex_viewer", {"text": "x" * 100_001}, "the text must have at most 100,000 characters: got 100,001"),
    ("reindex_viewer", {"strategy": "html"}, "unknown strategy 'html': choose one of token_windows"),
    ("reindex_viewer", {"edit": "add"}, "unknown edit 'add': choose one of insert, replace, delete"),
    ("reindex_viewer", {"overlap": -1}, "overlap must not be negative: got overlap=-1"),
    ("reindex_viewer", {"place": 101}, "place must be at most 100: got place=101"),
    ("sentence_tester", {"text": 5}, "the text must be a str: got int"),
    ("sentence_tester", {"splitter": 5}, "splitter must be a function text -> list of offsets: got 5"),
    ("separator_tree", {"text": "x" * 20_001}, "the text must have at most 20,000 characters: got 20,001"),
    ("separator_tree", {"separators": "\n"}, "separators must be a list of texts, strongest first: got '\\n'"),
    ("separator_tree", {"separators": [1]}, "a separator is a text: got 1"),
    ("separator_tree", {"size": "9"}, "size must be a whole number: got '9'"),
    ("span_painter", {"text": "x" * 2_001}, "the text must have at most 2,000 characters: got 2,001"),
    ("span_painter", {"gold": (5, 5)}, "gold: need 0 <= start < end <= "),
    ("span_painter", {"gold": [(0, 500)]}, "gold: need 0 <= start < end <= "),
    ("span_painter", {"gold": []}, "gold must be a list of places (start, end), at least one: got []"),
    ("span_painter", {"size": 9, "overlap": 9}, "overlap must be smaller than size: got overlap=9, size=9"),
    ("span_painter", {"retrieved": [-1]}, "retrieved must be a list of numbers of chunks, from 0: got [-1]"),
    ("token_viewer", {"text": 5}, "the text must be a str: got int"),
    ("token_viewer", {"encoding": "characters"}, "'characters' has no tokens: choose cl100k_base, "),
    ("against_demands", {"results": 3}, "results must be what sweep() gives: got int"),
    ("against_demands", {"metric": "taste"}, "unknown metric 'taste': choose one of recall, "),
    ("against_demands", {"least": 101}, "least must be at most 100: got least=101"),
    ("against_demands", {"stored": 99}, "stored must be at least 100: got stored=99"),
    ("guides_board", {"mark": 51}, "mark must be at most 50: got mark=51"),
    ("guides_board", {"mark": -1}, "mark must be at least 0: got mark=-1"),
    ("guides_board", {"use": 5}, "the use must be a str: got int"),
]


def broken(text: str) -> int:
    raise KeyError("no <such> table")


def wrong_shape(texts: list[str]) -> Any:
    return np.zeros(len(texts))


NOTHING = [
    ("chunk_viewer", {"size": 10, "overlap": 20}, "No chunks. overlap must be smaller than size: got overlap=20, "),
    ("chunk_viewer", {"size": 0, "overlap": 0}, "No chunks. size must be at least 1: got size=0"),
    ("chunk_viewer", {"overlap": -1}, "No chunks. overlap must not be negative: got overlap=-1, size=20"),
    ("chunk_viewer", {"text": " \n\t"}, "No chunks. The text is empty, or nothing but white space."),
    ("chunk_viewer", {"ruler": broken}, "No chunks. KeyError: 'no <such> table'"),
    ("distance_plot", {"text": "One."}, "No plot. A gap needs two sentences; the text has 1."),
    ("distance_plot", {"size": 0, "min_size": 0}, "No plot. size must be at least 1: got size=0"),
    ("distance_plot", {"window": 0}, "No plot. window must be at least 1: got window=0"),
    ("distance_plot", {"size": 4}, "No plot. the minimum must be from 0 to size: got minimum=5, size=4"),
    ("distance_plot", {"text": "Go. \U0001f469 fish.", "size": 1, "min_size": 0}, "No plot. size=1 is too small"),
    ("distance_plot", {"embed": wrong_shape}, "No plot. an embedder must return one vector a text: wrong_shape got"),
    ("heading_path", {"text": " \n"}, "No chunks. The text is empty, or nothing but white space."),
    ("heading_path", {"text": "\U0001f469", "size": 1}, "No chunks. size=1 is too small for the character"),
    ("hits_and_misses", {"size": 0}, "No chunks. size must be at least 1: got size=0"),
    ("hits_and_misses", {"budget": 0}, "No chunks. budget must be at least 1: got budget=0"),
    ("hits_and_misses", {"text": "\U0001f469", "spans": [(0, 1)], "size": 1}, "No chunks. size=1 is too small"),
    ("hits_and_misses", {"text": "  \n", "spans": [(0, 1)]}, "No chunks. the text has nothing but white space"),
    ("packer_stepper", {"text": ""}, "No steps. The text is empty."),
    (
        "packer_stepper",
        {"text": "a " * 900, "size": 1, "overlap": 0},
        "No steps. There are more than 400 chunks: take",
    ),
    ("reindex_viewer", {"text": "word " * 250, "size": 1}, "Too many bars. 251 chunks are more than the 200 that are"),
    ("reindex_viewer", {"text": "a \U00013000", "size": 1}, "Nothing to index. size=1 is too small for the character"),
    ("separator_tree", {"size": 0}, "No pieces. size must be at least 1: got size=0"),
    ("separator_tree", {"text": ""}, "No pieces. The text is empty."),
    ("separator_tree", {"separators": ["", " "]}, "No pieces. an empty separator can only be the last: after"),
    ("span_painter", {"gold": [(5, 12), (2, 9)]}, "No scores. pieces of evidence must not overlap: got 2-9 and 5-12"),
    ("span_painter", {"size": 1}, "No scores. 63 chunks are more than the 24 that are drawn."),
    ("token_viewer", {"text": ""}, "No tokens. The text is empty."),
]


@each("name, arguments, line", NOTHING)
def test_settings_that_give_nothing_are_answered_by_a_line(name: str, arguments: dict[str, Any], line: str) -> None:
    widget = show(name, **arguments)
    assert widget.view.error.startswith(line)
    assert name == "token_viewer" or widget.view.error in str(widget)
    assert Reader(widget.page.value).text == widget.view.error
    assert 'role="alert"' in widget.page.value


@each("name, arguments, line", REFUSED)
def test_nonsense_is_refused_in_one_line(name: str, arguments: dict[str, Any], line: str) -> None:
    with pytest.raises(CourseError, match=f"^{name}: {re.escape(line)}"):
        show(name, **arguments)


def test_without_ipywidgets_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [module for module in sys.modules if module.startswith("classroom.lessons.widgets.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    for name in CALLS:
        line = f"{name} cannot be loaded: not installed: ipywidgets; pip install chunklib-course"
        with pytest.raises(ModuleNotFoundError, match=re.escape(line)) as raised:
            getattr(classroom, name)
        assert raised.value._render_traceback_() == [line]  # type: ignore[attr-defined]


def test_without_bm25s_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    names()  # what is shown is made with it
    monkeypatch.setitem(sys.modules, "bm25s", None)
    line = "hits_and_misses: BM25 needs the package bm25s: pip install 'chunklib[retrieval]'"
    with pytest.raises(CourseError, match=re.escape(line)):
        show("hits_and_misses")


def test_a_check_does_not_pay_for_widgets() -> None:
    names = ("ipywidgets", "anywidget", "matplotlib", "bm25s")
    code = f"import sys; from classroom import check; print([name for name in {names} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
