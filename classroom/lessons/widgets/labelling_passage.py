"""The part of the labelling widget in which one selects: a text with a caret that nobody can change, and the question.

What is selected travels with the question in one message: a busy kernel never pairs a question with older evidence.
"""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from chunklib.view.palette import COLORS, INK, PAPER


class Passage(anywidget.AnyWidget):
    """Shows a part of a document to select from, with the mouse or the keyboard, and a box for the question.

    Args:
        pieces: the text, as pairs of a text and how it is marked: "evidence", "found" or not at all.
        first: the place of its first character in the document.
        saved: the questions that can be edited and deleted.

    Its messages say what to ``do``, with the ``question`` in the box, the place that is selected as ``value`` (start
    and end in the document, in Python's characters; empty for nothing), and ``which`` saved question is chosen. A
    message to it takes the selection back, and puts a ``question`` into the box.
    """

    pieces: Any = traitlets.List().tag(sync=True)
    first = traitlets.Int(0).tag(sync=True)
    saved = traitlets.List(traitlets.Unicode()).tag(sync=True)

    _esm = """
    const count = text => [...text].length  // Python counts characters; length counts some of them twice
    const make = (tag, more) => Object.assign(document.createElement(tag), more)
    export default { render({ model, el }) {
        const box = make("div", { className: "chunklib-passage", contentEditable: "true", dir: "auto", tabIndex: 0 })
        const input = make("input", { type: "text" }), asked = make("label"), saved = make("select")
        const names = { role: "textbox", "aria-multiline": "true", "aria-readonly": "true" }
        Object.entries({ ...names, "aria-label": "The document: select the evidence" })
            .forEach(([name, value]) => box.setAttribute(name, value))
        saved.setAttribute("aria-label", "saved questions")
        for (const part of [box, input, saved]) part.dataset.lmSuppressShortcuts = "true"  // or Lab takes the keys
        for (const kind of ["beforeinput", "paste", "cut", "drop", "dragstart"])
            box.addEventListener(kind, event => event.preventDefault())
        let chosen = [], last = null, mouse = false, waiting
        const send = what => {
            clearTimeout(waiting)
            model.send({ do: what, question: input.value, value: chosen, which: saved.selectedIndex })
        }
        const tell = () => { clearTimeout(waiting); waiting = setTimeout(send, 60, "draft") }
        const row = (...parts) => { const one = make("div"); one.append(...parts); el.append(one) }
        const button = (text, what) => make("button", { textContent: text, onclick: () => send(what) })
        const light = range => {  // what is selected stays visible while one types the question
            if (!CSS.highlights) return
            if (range) CSS.highlights.set("chunklib-selected", new Highlight(range))
            else CSS.highlights.delete("chunklib-selected")
        }
        const place = (node, offset) => {
            const before = document.createRange()
            before.setStart(box, 0)
            before.setEnd(node, offset)
            return model.get("first") + count(before.toString())
        }
        const choose = () => {
            const here = getSelection()
            if (!here.rangeCount || !box.contains(here.anchorNode) || !box.contains(here.focusNode)) return
            const range = here.getRangeAt(0)
            chosen = range.collapsed ? [] : [
                place(range.startContainer, range.startOffset), place(range.endContainer, range.endOffset)]
            last = range.cloneRange()
            light(range.collapsed ? null : last)
            tell()
        }
        const draw = () => {
            box.replaceChildren(...model.get("pieces").map(([text, kind]) =>
                kind ? make("mark", { textContent: text, className: kind }) : document.createTextNode(text)))
            last = null
            show()
        }
        const show = () => {
            const found = box.querySelector(".found")
            if (found) box.scrollTop = found.offsetTop - 60
            return found
        }
        const option = text => make("option", { textContent: text })
        const list = () => {
            const at = Math.max(0, saved.selectedIndex)
            saved.replaceChildren(...model.get("saved").map(option))
            saved.selectedIndex = Math.min(at, saved.length - 1)
        }
        box.addEventListener("input", () => draw())  // some keyboards write without asking
        box.addEventListener("mousedown", () => { mouse = true })
        box.addEventListener("focus", () => {  // the keyboard goes on where it was, or where the search has led
            const here = getSelection(), found = !mouse && !last && box.querySelector(".found")
            if (!mouse && last) here.setBaseAndExtent(
                last.startContainer, last.startOffset, last.endContainer, last.endOffset)
            if (found) here.collapse(found.firstChild, 0)
            if (found) requestAnimationFrame(show)  // a browser puts the caret at the edge of the box
        })
        box.addEventListener("blur", () => { choose(); mouse = false })
        input.addEventListener("input", tell)
        input.addEventListener("keydown", event => { if (event.key === "Enter") send("save") })
        document.addEventListener("selectionchange", choose)
        model.on("change:pieces", draw)
        model.on("change:saved", list)
        model.on("msg:custom", ({ question }) => {
            input.value = question ?? input.value
            chosen = []
            last = null
            light(null)
        })
        asked.append("question ", input)
        el.classList.add("chunklib-labelling")
        el.append(box)
        row(asked)
        row(button("Save the question", "save"), button("Add another passage", "add"))
        el.lastChild.append(button("Remove the evidence", "drop"), button("Start again", "clear"))
        row(saved, button("Edit this question", "edit"), button("Delete this question", "delete"))
        draw()
        list()
        return () => document.removeEventListener("selectionchange", choose)
    } }
    """
    _css = f"""
    .chunklib-passage {{ white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto; height: 260px;
        padding: 8px 10px;
        background: {PAPER}; color: {INK}; border: 1px solid #757575; line-height: 1.6; position: relative }}
    .chunklib-passage mark {{ color: {INK}; border: 1px solid {INK}; border-width: 0 1px 2px }}
    .chunklib-passage .evidence {{ background: {COLORS[4]} }}
    .chunklib-passage .found {{ background: {COLORS[2]} }}
    ::highlight(chunklib-selected) {{ background-color: #1565C0; color: {PAPER} }}
    .chunklib-labelling > div + div {{ display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px }}
    .chunklib-labelling label {{ flex: 1; display: flex; gap: 8px; align-items: center }}
    .chunklib-labelling input {{ flex: 1 }}
    .chunklib-labelling select {{ flex: 1 1 160px; min-width: 0 }}
    .chunklib-labelling :is(button, input, select) {{ font: inherit; padding: 3px 10px; border: 1px solid #757575;
        background: var(--jp-layout-color2, #eee); color: var(--jp-ui-font-color1, {INK}) }}
    """
