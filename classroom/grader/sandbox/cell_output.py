"""Read what came back of a cell that ran in a kernel: plain text, treated as if the student had written all of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from chunklib.errors import ChunklibError

Kind = Literal["stream", "error", "execute_result", "display_data"]
_KINDS: tuple[Kind, ...] = ("stream", "error", "execute_result", "display_data")
COUNTED: tuple[Kind, ...] = ("error", "execute_result")
MAX_OUTPUTS = 250
MAX_TEXT = 100_000  # characters of what one cell shows
MAX_COUNTED = 10_000  # characters of one result or error
MAX_NAME = 200
OVER = r"the kernel (died \((signal|exit status) \d{1,3}\)|did not answer any more \([A-Za-z]{1,40}\))"
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Output(NamedTuple):
    """Holds one output: its kind, a name (of a stream, of an error, ``picture``), and its text."""

    kind: Kind
    name: str
    text: str


@dataclass(frozen=True)
class Ran:
    """Holds the outputs of one cell; or, in ``over``, why it was not executed to its end, and nothing after it."""

    outputs: tuple[Output, ...] = ()
    over: str = ""


class Unreadable(ChunklibError):
    """Says that an answer cannot come from our own process in the sandbox."""


def ran_from(answer: Any, room: int = MAX_TEXT) -> Ran:
    r"""Return what an answer says.

    Args:
        answer: plain data, of which nothing is known.
        room: characters that are kept of what it shows; the rest is left out, and said to be.

    >>> ran_from({"over": "", "outputs": [["stream", "stdout", "\x1b[31m4\x1b[0m\n"]]})
    Ran(outputs=(Output(kind='stream', name='stdout', text='4\n'),), over='')
    >>> [ran_from({"over": over, "outputs": []}).over for over in ("the kernel died (signal 9)", "a secret")]
    ['the kernel died (signal 9)', 'the kernel ended']

    Raises:
        Unreadable: it has another shape.
    """
    if not isinstance(answer, dict) or not isinstance(answer.get("over"), str):
        raise Unreadable("no answer of a kernel")
    found = answer.get("outputs")
    if not isinstance(found, list) or len(found) > MAX_OUTPUTS:
        raise Unreadable("no list of outputs")
    outputs = []
    for one in found:
        output = _output(one, max(room, 0))
        room -= len(output.text) if output.kind not in COUNTED else 0
        outputs.append(output)
    over = answer["over"]  # feedback shows the reason, and so it may say nothing else
    return Ran(tuple(outputs), over if not over or re.fullmatch(OVER, over) else "the kernel ended")


def _output(one: Any, room: int) -> Output:
    if not isinstance(one, list) or len(one) != 3 or not all(isinstance(part, str) for part in one):
        raise Unreadable("no output")
    kind = next((kind for kind in _KINDS if kind == one[0]), None)
    if kind is None:
        raise Unreadable("no kind of output")
    name, text = plain(one[1])[:MAX_NAME].replace("\n", " "), plain(one[2])
    room = MAX_COUNTED if kind in COUNTED else room
    return Output(kind, name, text if len(text) <= room else f"{text[:room]}\n[the rest is left out]")


def plain(text: str) -> str:
    r"""Return text without colours, and with a sign in the place of each character that moves a cursor or turns text.

    >>> plain("\x1b[0;31mred\x1b[0m\x07 \u202e")
    'red� �'
    """
    return _CONTROL.sub("\ufffd", _COLOURS.sub("", text.replace("\r\n", "\n")))
