"""The controls of the widgets: named for a screen reader, and without the tooltip "null" that ipywidgets gives."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from typing import Any

import anywidget
import ipywidgets
import traitlets

NAME = {"description_width": "64px"}

# ipywidgets writes the tooltip that is not there as the word "null".
HTML = partial(ipywidgets.HTML, tooltip="")
Label = partial(ipywidgets.Label, tooltip="")
Checkbox = partial(ipywidgets.Checkbox, tooltip="")
Dropdown = partial(ipywidgets.Dropdown, tooltip="")
IntBox = partial(ipywidgets.BoundedIntText, tooltip="")
FloatBox = partial(ipywidgets.BoundedFloatText, tooltip="")
TextBox = partial(ipywidgets.Text, tooltip="")
Textarea = partial(ipywidgets.Textarea, tooltip="")
Button = partial(ipywidgets.Button, tooltip="")
ToggleButton = partial(ipywidgets.ToggleButton, tooltip="")


class Slider(anywidget.AnyWidget):
    """Shows the slider of a browser, with a name; the one of ipywidgets cannot have one.

    Args:
        name: what it sets, for a screen reader.
        value, min, max, step: numbers, as the slider of ipywidgets has them.
    """

    name = traitlets.Unicode().tag(sync=True)
    value = traitlets.Float(0).tag(sync=True)
    min = traitlets.Float(0).tag(sync=True)
    max = traitlets.Float(100).tag(sync=True)
    step = traitlets.Float(1).tag(sync=True)

    _esm = """
    export default {
        render({ model, el }) {
            const input = document.createElement("input")
            const draw = () => {
                for (const key of ["min", "max", "step", "value"]) input[key] = model.get(key)
                input.setAttribute("aria-label", model.get("name"))
            }
            input.type = "range"
            input.dataset.lmSuppressShortcuts = "true"  // or Lab takes the arrow keys
            input.addEventListener("input", () => {
                model.set("value", Number(input.value))
                model.save_changes()
            })
            for (const key of ["min", "max", "step", "value", "name"]) model.on(`change:${key}`, draw)
            draw()
            el.classList.add("chunklib-slider")
            el.append(input)
        },
    }
    """
    _css = """
    .chunklib-slider { flex: 1 1 160px; max-width: 420px; align-self: center; margin: 0 2px }
    .chunklib-slider input { width: 100%; margin: 0; accent-color: var(--jp-brand-color1, #1976d2) }
    """

    @traitlets.validate("value")
    def _within(self, proposal: Any) -> float:
        """Keep the value between the ends, as a browser does."""
        return max(self.min, min(float(proposal["value"]), self.max))


class Choices(anywidget.AnyWidget):
    """Groups radio buttons under one name: one stop of the Tab key, arrows between the choices.

    Args:
        name: the question, for a screen reader.
        options: the choices.
        index: which one is chosen; None before there is a choice.
    """

    name = traitlets.Unicode().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    index = traitlets.Int(None, allow_none=True).tag(sync=True)

    _esm = """
    let groups = 0
    export default {
        render({ model, el }) {
            const group = document.createElement("div")
            const shared = `chunklib-choices-${++groups}-${Math.random().toString(36).slice(2)}`
            group.setAttribute("role", "radiogroup")
            group.setAttribute("aria-label", model.get("name"))
            const buttons = model.get("options").map((option, index) => {
                const label = document.createElement("label")
                const button = document.createElement("input")
                button.type = "radio"
                button.dataset.lmSuppressShortcuts = "true"  // or Lab takes the arrow keys
                button.name = shared
                button.addEventListener("change", () => {
                    model.set("index", index)
                    model.save_changes()
                })
                label.append(button, " ", option)
                group.append(label)
                return button
            })
            const draw = () => buttons.forEach((button, index) => { button.checked = index === model.get("index") })
            model.on("change:index", draw)
            draw()
            el.classList.add("chunklib-choices")
            el.append(group)
        },
    }
    """
    _css = """
    .chunklib-choices label { display: block; padding: 2px 0; line-height: 1.5 }
    .chunklib-choices input { margin: 0 6px 0 2px; accent-color: var(--jp-brand-color1, #1976d2) }
    """


class Status(anywidget.AnyWidget):
    """Says one line, and opens folds of the page around it: what is said after a guess is folded until there is one.

    Args:
        value: the line.
        opens: the class of the ``<details>`` to open; empty for none. What a reader closes afterwards stays closed.
        fold: the same class, from the beginning.
        opened: whether a reader has opened one before they were to open.
    """

    value = traitlets.Unicode().tag(sync=True)
    fold = traitlets.Unicode().tag(sync=True)
    opens = traitlets.Unicode().tag(sync=True)
    opened = traitlets.Bool().tag(sync=True)

    _esm = """
    export default {
        render({ model, el }) {
            const say = () => { el.textContent = model.get("value") }
            const folds = document.getElementsByClassName(model.get("fold"))
            const open = () => {
                if (model.get("opens")) for (const fold of folds) fold.open = true
            }
            const look = () => {
                if (model.get("opens") || ![...folds].some(fold => fold.open)) return
                model.set("opened", true)
                model.save_changes()
            }
            model.on("change:value", say)
            model.on("change:opens", open)
            document.addEventListener("toggle", look, true)  // it does not bubble
            el.setAttribute("role", "status")
            say()
            open()
            look()
            return () => document.removeEventListener("toggle", look, true)
        },
    }
    """


def _box() -> dict[str, Any]:
    return {"style": NAME, "layout": ipywidgets.Layout(width="150px")}


def link_in_page(box: Any, slider: Any) -> None:
    """Let two handles of a number agree, in the page: by way of a busy kernel an older number would come back.

    What holds back is the page: messages of each widget wait on their own, so those of two may change places.
    """
    ipywidgets.jslink((box, "value"), (slider, "value"))


class Handles(ipywidgets.HBox):  # type: ignore[misc]  # ipywidgets has no types
    """Holds a number with two handles: a named box for the keyboard, and a slider.

    In Python, set or watch the number through the box.
    """

    def __init__(self, box: Any, slider: Slider) -> None:
        self.box, self.slider = box, slider
        super().__init__([box, slider])

    @property
    def value(self) -> Any:
        """Return the number."""
        return self.box.value


class Number(Handles):
    """Holds a whole number; its two handles agree in a page."""

    def __init__(self, name: str, value: int, least: int, most: int) -> None:
        bounds = {"value": value, "min": min(least, value), "max": max(most, value)}
        super().__init__(IntBox(description=name, **_box(), **bounds), Slider(name=name, **bounds))
        link_in_page(self.box, self.slider)

    def at_most(self, most: int) -> None:
        """Set the largest value, and lower the present one where it is larger."""
        for handle in (self.box, self.slider):
            handle.max = max(most, handle.min)
        self.slider.value = min(self.slider.value, self.slider.max)

    def stay_below(self, other: Number, by: int = 1) -> None:
        """Keep this number smaller than another, by at least so much."""
        other.box.observe(lambda change: self.at_most(change["new"] - by), "value")


class Amount(Handles):
    """Holds a number with a fraction, in limits that change; its two handles agree in a page."""

    def __init__(self, name: str) -> None:
        super().__init__(FloatBox(description=name, **_box()), Slider(name=name))
        link_in_page(self.box, self.slider)

    def offer(self, amount: float, most: float, step: float) -> None:
        """Take an amount with other limits.

        A slider in a browser rounds and cuts what it is given, and sends that back. So nothing it ever holds may be
        off its range or its step: both are wide and fine while the value changes.
        """
        handles = (self.box, self.slider)
        for handle in handles:
            handle.max, handle.step = max(most, amount, handle.max), min(step, handle.step or step)
        for handle in handles:
            handle.value = amount
        for handle in handles:
            handle.step, handle.max = step, max(most, amount)


class Rungs(Handles):
    """Holds a size with a box that takes any whole number, and a slider that goes up and down a ladder."""

    def __init__(self, name: str, value: int, ladder: Sequence[int]) -> None:
        self.ladder = tuple(ladder)
        self._following = False  # whether the slider is being moved by the box
        bounds = {"value": value, "min": min(value, self.ladder[0]), "max": max(value, self.ladder[-1])}
        slider = Slider(name=name, value=self._rung(value), min=0, max=len(self.ladder) - 1)
        super().__init__(IntBox(description=name, **_box(), **bounds), slider)
        self.box.observe(self._follow, "value")
        self.slider.observe(self._take_rung, "value")

    def _rung(self, value: int) -> int:
        """Find the highest rung that is not above a number."""
        return max(0, bisect_right(self.ladder, value) - 1)

    def _follow(self, change: Any) -> None:
        self._following = True
        self.slider.value = self._rung(change["new"])
        self._following = False

    def _take_rung(self, change: Any) -> None:
        if not self._following:
            self.box.value = self.ladder[int(change["new"])]


def size_handles(size: int, overlap: int, most: int) -> tuple[Number, Number]:
    """Make the handles of a size, which goes up to ``most``, and of an overlap, which stays smaller than the size."""
    handles = Number("size", size, least=1, most=most), Number("overlap", overlap, least=0, most=size - 1)
    handles[1].stay_below(handles[0])
    return handles
