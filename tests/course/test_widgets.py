"""Every widget stores one output, shows words on demand, takes your own text, and names what is missing in one line."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import classroom
from chunklib.embed import hashing
from classroom.judge.errors import CourseError
from classroom.lessons.document import Document
from classroom.lessons.widgets.controls import Number
from classroom.lessons.widgets.token_viewer import TokenViewer
from classroom.lessons.widgets.widget import MOST_EDITABLE, Widget
from tests.course.pages import Reader
from tests.course.test_against_demands import results
from tests.each import each

TEXT = "# Tea & <b>\n\nBoil the water. Half \ud800 a pair.\n\n## Ice\n\nIce is cold. It melts in the sun.\n"
CALLS: dict[str, Callable[[], Widget[Any, Any]]] = {
    "against_demands": lambda: classroom.against_demands(results()),
    "chunk_viewer": lambda: classroom.chunk_viewer(TEXT, size=20, overlap=5),
    "distance_plot": lambda: classroom.distance_plot(TEXT, embed=hashing),
    "heading_path": lambda: classroom.heading_path(TEXT, size=20, words="tea"),
    "heat_map": lambda: classroom.heat_map(results()),
    "hits_and_misses": lambda: classroom.hits_and_misses(TEXT, "Is it cold?", [(2, 9)], size=20),
    "label": lambda: classroom.label(TEXT.replace("\ud800", "?")),
    "moving_passage": lambda: classroom.moving_passage(TEXT, 5, size=8),
    "packer_stepper": lambda: classroom.packer_stepper(TEXT, size=20, overlap=5),
    "reindex_viewer": lambda: classroom.reindex_viewer(TEXT, size=20),
    "sentence_tester": lambda: classroom.sentence_tester(TEXT),
    "separator_tree": lambda: classroom.separator_tree(TEXT, size=20),
    "span_painter": lambda: classroom.span_painter(TEXT, (2, 9)),
    "token_viewer": lambda: classroom.token_viewer(TEXT),
}
FUNCTIONS = {"ask", "bring", "check", "checked", "compare", "hint", "practice", "predict"}
FUNCTIONS |= {"keep", "mine", "progress", "quiz", "score", "solution"}
OWN_TEXT = (
    "chunk_viewer", "distance_plot", "heading_path", "moving_passage", "packer_stepper", "sentence_tester",
    "separator_tree",
)  # fmt: skip
WITHOUT_TEXT = {"against_demands", "heat_map", "hits_and_misses", "label"}
IN_WORDS = ("chunk_viewer", "heading_path", "moving_passage", "packer_stepper", "token_viewer")
VIEW = "application/vnd.jupyter.widget-view+json"


def test_every_widget_is_tested_here() -> None:
    assert {*CALLS} | FUNCTIONS == {*classroom.__all__}


@each("name", CALLS)
def test_what_is_stored_is_the_same_each_time_and_needs_no_style_sheet(name: str) -> None:
    first, second = CALLS[name](), CALLS[name]()
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
    widget = CALLS[name]()
    assert widget.own_text in widget.children
    assert widget.text == TEXT
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
    plain = {name: parts(call()) for name, call in CALLS.items()}
    text = "Rain fell on the roof. " * 40 + "\n\n" + "The sun was out again. " * 20_000
    brought = Document("<notes>", text, own=True)
    monkeypatch.setattr("classroom.lessons.widgets.widget.current", lambda: brought)
    for name, call in CALLS.items():
        widget = call()
        assert not any("Your document" in words for words in plain[name])
        assert ("Your document" in parts(widget)) == (name not in WITHOUT_TEXT), name
        widget.your_document.click()
        if name not in WITHOUT_TEXT:
            said = re.search(r"You see the first ([\d,]+) of 460,922 characters of &lt;notes&gt;.", widget.note.value)
            assert said, name
            assert 500 < int(said[1].replace(",", "")) <= MOST_EDITABLE
            assert str(widget) == str(widget.view) != str(call())


def parts(widget: Widget[Any, Any]) -> list[str]:
    """Return the names of the controls that a widget shows."""
    rows = [part for row in widget.children for part in (row, *getattr(row, "children", ()))]
    return [getattr(part, "description", "") for part in rows]


@each("name", IN_WORDS)
def test_the_words_are_there_on_demand_and_stay_in_step(name: str) -> None:
    widget = CALLS[name]()
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


@each(("name", "arguments", "line"), [
    ("moving_passage", {"passage_tokens": 0}, "passage_tokens must be at least 1: got passage_tokens=0"),
    ("moving_passage", {"size": 5, "overlap": 5}, "overlap must be smaller than size: got overlap=5, size=5"),
    ("moving_passage", {"start": -1}, "start must be at least 0: got start=-1"),
    ("packer_stepper", {"text": "x" * 6_001}, "the text must have at most 6,000 characters: got 6,001"),
    ("packer_stepper", {"ruler": "gpt-0"}, "ruler 'gpt-0' is unknown; rulers: characters"),
    ("packer_stepper", {"ruler": len}, "ruler must be a name: got <built-in function len>"),
    ("sentence_tester", {"text": 5}, "the text must be a str: got int"),
    ("sentence_tester", {"splitter": 5}, "splitter must be a function text -> list of offsets: got 5"),
])  # fmt: skip
def test_nonsense_is_refused_in_one_line(name: str, arguments: dict[str, Any], line: str) -> None:
    with pytest.raises(CourseError, match=f"^{name}: {re.escape(line)}"):
        getattr(classroom, name)(**arguments)


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
    monkeypatch.setitem(sys.modules, "bm25s", None)
    line = "hits_and_misses: BM25 needs the package bm25s: pip install 'chunklib[retrieval]'"
    with pytest.raises(CourseError, match=re.escape(line)):
        CALLS["hits_and_misses"]()


def test_a_check_does_not_pay_for_widgets() -> None:
    names = ("ipywidgets", "anywidget", "matplotlib", "bm25s")
    code = f"import sys; from classroom import check; print([name for name in {names} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
