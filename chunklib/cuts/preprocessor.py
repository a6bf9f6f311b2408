"""Blank out what keeps a parser from reading source code with ``#if``: arms that open or close a bracket alone."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from chunklib.chunk import Span

_TOKEN = re.compile(
    rb"""//[^\n]*+|/\*(?s:.*?)(?:\*/|\Z)|"(?:[^"\\\n]|\\(?s:.))*+"|'(?:[^'\\\n]|\\(?s:.))*+'"""
    rb"""|(?m:^)[ \t]*+\#[ \t]*+(?P<what>if|el|endif)?+(?:[^\n\\]|\\(?s:.))*+|(?P<bracket>[{}()])"""
)
_NEVER = re.compile(rb"[ \t]*+0\s*+\Z")  # after #if
_SEEN = re.compile(rb"[^\s]")


@dataclass(slots=True)
class _Arm:
    """An arm of a conditional: its directive, and how many brackets it closes and opens that are others'."""

    directive: Span
    closes: int = 0
    opens: int = 0

    def add(self, closes: int, opens: int) -> None:
        """Read on: over brackets that are closed, then some that are opened."""
        self.closes += max(closes - self.opens, 0)
        self.opens = max(self.opens - closes, 0) + opens


def without_torn_arms(data: bytes) -> bytes:
    r"""Blank out conditionals with an arm that opens or closes a bracket which it does not close or open itself.

    Their lines with ``#`` go, and all arms but the first (the second of ``#if 0``); other offsets stay as they are.

    >>> without_torn_arms(b"#ifdef A\nif (a) {\n#else\nif (b) {\n#endif\n}\n")
    b'        \nif (a) {\n     \n        \n      \n}\n'
    """
    conditionals = [[_Arm(Span(0, 0))]]
    torn: list[Span] = []
    for token in _TOKEN.finditer(data):
        if token["bracket"]:
            conditionals[-1][-1].add(token["bracket"] in b"})", token["bracket"] in b"{(")
        elif token["what"] == b"if":
            conditionals.append([_Arm(Span(*token.span()))])
        elif token["what"] and len(conditionals) > 1:
            conditionals[-1].append(_Arm(Span(*token.span())))
            if token["what"] == b"endif":
                arms = conditionals.pop()
                kept = int(len(arms) > 2 and _NEVER.search(data, *arms[0].directive) is not None)
                conditionals[-1][-1].add(arms[kept].closes, arms[kept].opens)
                if any(arm.closes or arm.opens for arm in arms):
                    torn += [Span(arms[0].directive.start, arms[kept].directive.end)]
                    torn += [Span(arms[kept + 1].directive.start, arms[-1].directive.end)]
    return _blanked(data, torn)


def _blanked(data: bytes, spans: Iterable[Span]) -> bytes:
    """Write spaces in place of what is seen in spans."""
    parts, done = list[bytes](), 0
    for start, end in sorted(spans):
        parts += [data[done:start], _SEEN.sub(b" ", data[max(start, done) : end])]
        done = max(done, end)
    return b"".join([*parts, data[done:]])
