"""moving_cuts(): move the windows through a document; see whether evidence is torn, and how recall jumps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ipywidgets import Layout

from chunklib.chunk_config import Chunker
from chunklib.evaluation import Setting, own_benchmark
from chunklib.evaluation.phases import PHASES, shifted
from chunklib.view.spans import KEY, drawn, safe
from classroom.lessons.stored_sweep import METRICS, measured_again, stored_sweep
from classroom.lessons.widgets.arguments import between, one_of, refusing
from classroom.lessons.widgets.controls import NAME, Button, Dropdown, Number, Status
from classroom.lessons.widgets.parts import EVIDENCE, SCROLL, framed, lines_html, region
from classroom.lessons.widgets.widget import Widget

_AROUND = 300  # characters that are drawn on each side of the evidence
_SETTINGS = {o: Setting("token_windows", 200, o if o != "0" else 0) for o in ("0", "10%", "20%", "50%")}
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:300px;padding:8px 10px;{SCROLL}"


def _questions() -> dict[str, str]:
    """Return the questions about the handbook with one piece of evidence, by their ids."""
    asked = own_benchmark().questions
    return {one.id: one.text for one in asked if one.document == "handbook" and len(one.spans) == 1}


@dataclass
class View:
    """Holds the values of the controls, the windows there, and what the stored sweep says of the six placings."""

    question: str
    overlap: str
    placing: int

    def __post_init__(self) -> None:
        results, setting = stored_sweep(), _SETTINGS[self.overlap]
        at = results.questions.index(self.question)
        self.asked = own_benchmark().questions[at]
        self.text = own_benchmark().documents[self.asked.document]
        self.recall = 100 * results.scores(setting, "recall")
        self.own, self.torn = self.recall[:, at], results.scores(setting, "contained")[:, at] < 1
        self.chunks = shifted(Chunker.from_config(setting.config), self.text, self.asked.document, self.placing)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """Say what becomes of the evidence and of recall."""
        start, end = self.asked.spans[0]
        parts = [one for one in self.chunks if one.start_char < end and start < one.end_char]
        whole = [one for one in parts if one.start_char <= start and end <= one.end_char]
        names = " and ".join(f"[{one.index}]" for one in whole or parts)
        yield f"placing {self.placing}: the evidence is {'whole in' if whole else 'torn between'} {names}"
        yield f"question: {self.asked.text}"
        yield f"windows of 200 tokens that share {self.overlap.replace('%', ' %')}; at placings 0 to {PHASES - 1}:"
        yield f"the evidence: {', '.join('torn' if torn else 'whole' for torn in self.torn)}"
        yield f"recall of this question, per cent: {', '.join(f'{one:.0f}' for one in self.own)}"
        all_of_them = self.recall[self.placing]
        yield f"recall of all {len(all_of_them)} questions at placing {self.placing}: {all_of_them.mean():.1f} per cent"


def page(shown: View) -> str:
    """Draw a view: what becomes of the evidence, and the text around it with its windows."""
    start, end = shown.asked.spans[0]
    low, high = max(0, start - _AROUND), min(end + _AROUND, len(shown.text))
    near = [one for one in shown.chunks if one.start_char < high and low < one.end_char]
    base = near[0].start_char
    moved = [replace(one, start_char=one.start_char - base, end_char=one.end_char - base) for one in near]
    cuts = [at - base for at in (low, start, end) if at > base]
    drawing = ""
    for at, html in drawn(shown.text[base:], moved, high - base, cuts):
        if at + base >= low:
            drawing += f'<span style="{EVIDENCE}">{html}</span>' if start <= at + base < end else html
    first, *others = map(safe, shown.lines())
    key = f'{KEY} · <span style="{EVIDENCE}">underlined twice</span> the evidence'
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{first}</div>{lines_html([*others, key])}'
    return framed(head, region("The text around the evidence", _PAGE, f"…{drawing}…", text=True))


class MovingCuts(Widget[View]):
    """Shows the windows around a piece of evidence, and the controls that move them; made by ``moving_cuts``."""

    def __init__(self, question: str, overlap: str, placing: int) -> None:
        wide, asked = Layout(width="auto"), [(text, name) for name, text in _questions().items()]
        self.placing = Number("placing", placing, least=0, most=PHASES - 1)
        self.overlap = Dropdown(description="overlap", options=[*_SETTINGS], value=overlap, style=NAME)
        self.question = Dropdown(description="question", options=asked, value=question, style=NAME, layout=wide)
        self.again = Button(description="Measure this setting again", layout=wide)
        self.again.on_click(lambda _: self._measure())
        self.found = Status()
        self.overlap.observe(lambda _: self.found.set_trait("value", ""), "value")
        rows = self.placing, self.overlap, self.question, self.again, self.found
        super().__init__(*rows, view=View, page=page, words="The cuts in words")

    def _state(self) -> tuple[Any, ...]:
        return self.question.value, self.overlap.value, self.placing.value

    def _measure(self) -> None:
        """Measure the setting at all placings, and say below the button whether it is what is stored."""
        self.again.disabled, setting = True, _SETTINGS[self.overlap.value]
        now, kept = measured_again([setting]), stored_sweep()
        equal = all((now.scores(setting, name) == kept.scores(setting, name)).all() for name in METRICS)
        said = "as stored, to the last digit" if equal else "not as stored: your versions differ from ours"
        self.again.disabled = False
        self.found.value = f"Measured again, with an overlap of {self.overlap.value.replace('%', ' %')}: {said}"


def moving_cuts(question: str = "handbook-31", overlap: str = "0", placing: int = 0) -> MovingCuts:
    """Move windows of 200 tokens through the handbook, and see what becomes of a piece of evidence and of recall.

    It takes the id of a question about the handbook, an overlap ("0", "10%", "20%", "50%") and one of six placings.

    Raises:
        CourseError: for what no control leads to.

    >>> str(moving_cuts(placing=5)).splitlines()[0]
    'placing 5: the evidence is torn between [21] and [22]'
    """
    with refusing("moving_cuts"):
        one_of("question", question, _questions())
        one_of("overlap", overlap, _SETTINGS)
        return MovingCuts(question, overlap, between(0, PHASES - 1, "placing", placing))
