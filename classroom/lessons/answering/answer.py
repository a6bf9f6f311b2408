"""Show an answer: what was said, where it is from, the quote in the document, and what the model was given."""

from __future__ import annotations

from dataclasses import dataclass

from chunklib.tokens import ruler
from classroom.lessons.display import Shown
from classroom.lessons.kept.package.answer import Reply
from classroom.lessons.palette import COLORS, INK
from classroom.lessons.widgets.parts import SCROLL, framed, label, lines_html, region, safe

_AROUND = 200  # characters of the document that are shown on both sides of the quote
_LONGEST = 600  # characters of a cited passage that are shown
_MARK = f"background:{COLORS[2]};color:{INK};font-weight:bold"
_WRAP = "white-space:pre-wrap;overflow-wrap:anywhere;padding:6px 10px"
_READ = f"{_WRAP};max-height:320px;{SCROLL}"
_PROMPT = f"{_WRAP};max-height:320px;{SCROLL};font-family:monospace;font-size:13px"


@dataclass(frozen=True, repr=False)
class Answer(Shown, Reply):
    """Shows an answer, where it is from, and what a model gets: ``prompt``."""

    prompt: str = ""

    def __str__(self) -> str:
        return "\n".join([*self.said(), *self.notes, f"{self._prompt()}; print(answer.prompt) shows it"])

    def html(self) -> str:
        """Draw the answer, its places, the document around the quote, and the prompt, folded."""
        places = (f"{label(f'[{number}]')} {safe(self.place(number))}" for number in self.cited)
        said = f'<div role="status" style="font-size:15px;white-space:pre-wrap">{safe(self.text)}</div>'
        called = "" if self.called == "answer" else f"<div>{safe(self.called)}:</div>"
        answer = called + said if self.text else ""
        lines = lines_html([*places, *map(safe, self.notes)])
        marked = "<hr>".join(
            f'{safe(before)}<mark style="{_MARK}">{safe(quote)}</mark>{safe(after)}'
            for before, quote, after in self.excerpts(_AROUND, _LONGEST)
        )
        more = (
            '<div style="padding:6px 10px 0">The bot has read the passages only. The document around the quote:</div>'
        )
        around = more + region("The quote in the document", _WRAP, marked, text=True) if marked else ""
        passages = "".join(
            f"<div>{label(f'[{number}]')} {safe(self.place(number))}</div><blockquote>{safe(passage)}</blockquote>"
            for number, passage in self.shown()
        )
        around += region("The passages", _READ, passages, text=True) if passages else ""
        prompt = f"<summary>{self._prompt()}</summary>{region('The prompt for a model', _PROMPT, safe(self.prompt))}"
        folded = f'<details style="padding:6px 10px">{prompt}</details>'
        return framed(
            f"<b>{safe(self.question)}</b>", f'<div style="padding:6px 10px">{answer}{lines}</div>', around, folded
        )

    def _prompt(self) -> str:
        passages = "1 passage" if len(self.passages) == 1 else f"{len(self.passages)} passages"
        return f"the prompt for a model: {passages}, {ruler('cl100k_base')(self.prompt):,} tokens"
