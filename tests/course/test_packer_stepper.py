"""The packer stepper without a browser: its steps, replayed, give the chunks of `recursive`, and no step says a lie."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.cuts import DEFAULT_SEPARATORS
from chunklib.strategies import recursive
from chunklib.tokens import ruler
from classroom import packer_stepper
from classroom.lessons.widgets import packing_steps
from classroom.lessons.widgets.packer_stepper import PackerStepper, View, page
from classroom.lessons.widgets.packing_steps import steps
from tests.course.pages import Reader

PIECES = ("a", "b ", "word ", ". A", "! ", "\n", "\n\n", "  ", "é", "👩‍👧", "。", "<b>", "\ud800")
TEXTS = st.lists(st.sampled_from(PIECES), max_size=50).map("".join)
RULERS = st.sampled_from(["gpt-4", "characters", "words"])


def replayed(shown: View) -> list[tuple[int, int]]:
    """Do what the steps say, and return where the chunks start and end."""
    made, limit, measure = [], shown.size, ruler(shown.ruler)
    for step in shown.steps:
        assert step.joined == measure(shown.text[step.start : step.after])
        if step.did == "opens":
            start, end, size = step.start, step.end, step.size
        assert (start, end) == (step.start, step.end)
        if step.did == "takes":
            end, size = step.after, step.joined
        elif step.did == "tries smaller":
            assert min(step.joined, step.piece) > limit
        elif step.did == "closes":
            assert size <= limit
            assert step.joined > limit or step.after == step.end
            made.append((start, end))
    return made


@given(TEXTS, st.integers(1, 25), st.data(), RULERS)
@settings(max_examples=300)
def test_the_steps_give_the_chunks_of_the_library_and_each_page_reads(
    text: str, size: int, data: st.DataObject, named: str
) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    shown = View(text, size, overlap, named)
    if not shown.error:
        chunks = recursive(text, size, overlap, ruler=named)
        assert replayed(shown) == [(chunk.start_char, chunk.end_char) for chunk in chunks]
        step = data.draw(st.integers(0, len(shown.steps)))
        shown = View(text, size, overlap, named, step)
        Reader(page(shown))
    assert "\n" in str(shown)


def test_a_separator_more_is_a_level_more(monkeypatch: pytest.MonkeyPatch) -> None:
    separators = ("#", *DEFAULT_SEPARATORS)
    monkeypatch.setattr(packing_steps, "DEFAULT_SEPARATORS", separators)
    chunks = recursive("One#Two", 4, 0, ruler="characters", separators=separators)
    found = steps("One#Two", tuple(chunks), 4, "characters")
    assert [step.level for step in found if step.did == "takes"] == ["piece of level 1"] * 2


def test_buttons_go_from_step_to_step_and_the_text_reads_as_it_is() -> None:
    text = "One two.\n\nThree four. Five six. Seven <b>."
    widget = packer_stepper(text, 24, 12, "characters")
    said = []
    for _ in range(len(widget.view.steps)):
        said.append(next(widget.view.lines()).partition(": ")[2])
        assert shown_text(widget) in text
        widget.next.click()
    assert said == [
        "chunk [0] opens at character 0 and repeats nothing",
        "chunk [0] takes the paragraph",
        "chunk [0] closes, because the next paragraph does not fit",
        "chunk [1] opens at character 4 and repeats 6 of chunk [0]",
        "the paragraph does not fit, so a smaller kind of piece is tried",
        "the line does not fit, so a smaller kind of piece is tried",
        "chunk [1] takes the sentence",
        "chunk [1] closes, because the next sentence does not fit",
        "chunk [2] opens at character 22 and repeats nothing: beside the next piece there is no room",
        "chunk [2] takes the paragraph",
        "chunk [2] closes, because the text ends",
    ]
    assert widget.step.value == len(said) - 1
    widget.back.click()
    assert widget.step.value == len(said) - 2
    assert "linear-gradient" not in widget.page.value.partition('role="region"')[2]
    widget.step.box.value = 3
    assert "linear-gradient" in widget.page.value.partition('role="region"')[2]
    widget.step.box.value, widget.size.box.value = len(said), 1_000
    assert widget.step.value == len(widget.view.steps) - 1


def shown_text(widget: PackerStepper) -> str:
    """Return the text that the region shows, without labels."""
    region = widget.page.value[widget.page.value.index('<div tabindex="0"') : -len("</div>")]
    return re.sub(r"\[\d\]|[↵…]", "", Reader(region).text)
