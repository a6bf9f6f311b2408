"""Find the statements of a parsed source: where each begins with its comments, how deep it is, which are definitions.

A body is what has statements, members or properties of its own; the file is the outermost. Nothing here recurses: a
tree may be as deep as its text is long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from chunklib.chunk import Span
from chunklib.cuts.code_grammars import Grammar

if TYPE_CHECKING:
    from tree_sitter import Node

_UNREAD = frozenset({"comment", "concatenated_string", "parameters", "string", "template_string", "token_tree"})
_NAMES = ("{name}", "{left}", "{key}", "{property}", "{declarator}")
_FIELD = re.compile(r"\{(\w+)\}")
_STRING = re.compile("^(?!concatenated).*string|heredoc")  # types of nodes
_MOST_LOOKED_AT = 100  # nodes of a field that a name may be in
_MOST_NAME = 100  # bytes of a name
_SMALL_DEFINITION, _SMALL = 40, 160  # bytes: what is not looked into, lines will do
_ERROR = "ERROR"  # the type of what a parser could not make sense of, in every language
_ENDS_OF_LINE = b"\n\r"
INDENT = 200
"""Bytes of white space before a statement that go with it."""
DEPTHS = 6
"""Bodies inside one another that are told apart."""


class Place(NamedTuple):
    """Describes a place where a statement begins after another of its body; offsets in bytes.

    ``start``: that of its line, or of its comments; ``inner``: the same without comments; ``end``: of the statement.
    ``border``: whether a definition is on either side. A definition that is the first of its body has a place too,
    where it fits only without what is before it: ``start`` is 0 then, and ``inner`` is with its comments; a second
    place without them has ``start`` -1.
    """

    start: int
    inner: int
    end: int
    depth: int
    border: bool


class Definition(NamedTuple):
    """Describes a definition with its comments; offsets in bytes. ``rank`` is 1 more than the definitions around it."""

    start: int
    end: int
    rank: int
    name: str


class _Group(NamedTuple):
    """A statement with the comments above it, or comments alone; ``inner``: where the statement itself begins."""

    begin: int
    inner: int
    end: int
    node: Node | None


class Statements:
    """Reads a tree once; afterwards its places and definitions are known, in no particular order.

    Args:
        data: the source.
        roots: the roots of its tree, or of the trees of its parts.
        grammar: its language.
    """

    def __init__(self, data: bytes, roots: Sequence[Node], grammar: Grammar) -> None:
        self.places: list[Place] = []
        self.definitions: list[Definition] = []
        self._data, self._roots = data, roots
        self._types = _Types(grammar)
        # Bodies, each with the comments before it, its depth and the rank of definitions in it.
        self._waiting: list[tuple[Sequence[Node], Sequence[Node], int, int]] = [(roots, (), 0, 1)] if roots else []
        while self._waiting:
            self._read_body(*self._waiting.pop())

    def _read_body(self, body: Sequence[Node], comments: Sequence[Node], depth: int, rank: int) -> None:
        """Note where the statements of a body begin, and which bodies are inside of them."""
        types, line_start = self._types, self._line_start
        inline = body[0].type != _ERROR  # statements may follow each other on a line
        before = -1  # where the statement before ends
        border = False
        rest: tuple[int, str] | None = None  # where what holds for the rest of the body begins, and its name
        for begin, inner, end, node in self._groups([*comments, *chain.from_iterable(map(types.children, body))]):
            definition = types.definition(node) if node else None
            start = line_start(begin, before, inline=inline)
            if before >= 0 and start >= 0:
                at = start if inner == begin else line_start(inner, before, inline=inline)
                self.places.append(Place(start, at, end, depth, border or definition is not None))
            elif before < 0 and definition:
                bare = line_start(inner, begin, inline=inline) if inner > begin else 0
                firsts = Place(0, start, end, depth, border=True), Place(-1, bare, end, depth, border=True)
                self.places += [place for place in firsts if place.inner > 0]
            if node and not definition and node.type in types.of["rest"]:
                self._end(rest, begin, rank)
                rest = begin, self._name(node, node)
            level = rank + (rest is not None)
            if node and definition:
                self.definitions.append(Definition(max(start, 0) or begin, end, level, self._name(node, definition)))
            before, border = end, definition is not None
            if node and depth < DEPTHS and end - inner > (_SMALL_DEFINITION if definition else _SMALL):
                for found, above in types.bodies_in(node, itself=not definition):
                    own = [each for each in above if line_start(each.start_byte, 0, inline=False) > 0]
                    self._waiting.append(([found], own, depth + 1, level + border))
        self._end(rest, body[-1].end_byte, rank)

    def prose(self) -> list[Span]:
        """Find comments and strings that are long or several lines, in bytes; comments beside one another are one."""
        found, waiting = list[Span](), [*self._roots]
        while waiting:
            for child in waiting.pop().named_children:
                kind, span = child.type, Span(child.start_byte, child.end_byte)
                tall = self._data.find(b"\n", *span) >= 0
                if "comment" in kind or (_STRING.search(kind) and (tall or span.end - span.start > _SMALL)):
                    found.append(span)
                elif tall or span.end - span.start > _SMALL:
                    waiting.append(child)
        runs = list[Span]()
        for span in sorted(found):
            joined = runs and not self._data[runs[-1].end : span.start].strip()
            runs.append(Span(runs.pop().start, span.end) if joined else span)
        return runs

    def _end(self, rest: tuple[int, str] | None, end: int, rank: int) -> None:
        """Note where what holds for the rest of a body ends, if there is such a thing."""
        if rest:
            self.definitions.append(Definition(rest[0], end, rank, rest[1]))

    def _groups(self, nodes: Sequence[Node]) -> Iterator[_Group]:
        """Put comments and attributes to the statement below; a comment beside one belongs to it already."""
        data, types = self._data, self._types
        held: _Group | None = None  # comments that wait for their statement
        last: int | None = None  # where the node before ends
        bound = False  # the last of them is an attribute, which belongs to what is below whatever lies between
        for node in nodes:
            kind, start, end = node.type, node.start_byte, node.end_byte
            if kind in types.of["trailing"]:
                continue
            if end and data[end - 1] in _ENDS_OF_LINE:  # some grammars count the end of the line
                end = max(start, end - len(tail := data[max(end - INDENT, 0) : end]) + len(tail.rstrip()))
            if held and not bound and data.count(b"\n", held.end, start) > 1:
                yield held
                held = None
            begin = held.begin if held else start
            if kind not in types.loose:
                yield _Group(begin, start, end, node)
                held = None
            elif held or kind in types.of["attributes"] or last is None or b"\n" in data[last:start]:
                held = _Group(begin, begin, end, None)
            bound = kind in types.of["attributes"]
            last = end
        if held:
            yield held

    def _line_start(self, at: int, before: int, *, inline: bool) -> int:
        """Find the start of the line if nothing is before ``at``; else give ``at``, or -1 where that is not a cut."""
        low = max(before, at - INDENT, 0)
        start = self._data.rfind(b"\n", low, at) + 1
        if (start or not low) and not self._data[start:at].strip():
            return start
        return at if inline else -1

    def _name(self, node: Node, definition: Node) -> str:
        """Name a definition, by itself or by what it is assigned to."""
        inner: Node | None = definition
        while inner is not None:
            for pattern in self._types.titles.get(inner.type, _NAMES):
                fields = {field: inner.child_by_field_name(field) for field in _FIELD.findall(pattern)}
                texts = {field: self._text(found) for field, found in fields.items() if found}
                if len(texts) == len(fields):
                    return pattern.format_map(texts)
            inner = None if inner.id == node.id else inner.parent
        return ""

    def _text(self, field: Node) -> str:
        """Read a name in its field, in one line."""
        name = self._types.leaf(field)
        most = min(name.end_byte, name.start_byte + _MOST_NAME)
        return " ".join(self._data[name.start_byte : most].decode(errors="ignore").split())


class _Types:
    """Knows the types of nodes of a language."""

    def __init__(self, grammar: Grammar) -> None:
        given = grammar._asdict().items()
        self.of = {field: frozenset(value.split()) for field, value in given if isinstance(value, str)}
        self.of["bodies"] |= {_ERROR}  # what the parser could not make sense of may have statements in it
        self.loose = self.of["comments"] | self.of["attributes"]
        self.titles, self._wrappers = grammar.titles, grammar.wrappers

    def children(self, body: Node) -> Iterator[Node]:
        """Go through the statements of a body."""
        for child in body.named_children:
            yield from child.named_children if child.type in self.of["spliced"] else [child]

    def definition(self, node: Node) -> Node | None:
        """Find the definition that a statement is, whatever it is wrapped in."""
        inner: Node | None = node
        while inner is not None and (kind := inner.type) in self._wrappers:
            fields, last = self._wrappers[kind], inner.named_child_count - 1
            held = (inner.child_by_field_name(field) for field in fields or ())
            by_place = inner.named_child(last) if last >= 0 and (last == 0 or fields is not None) else None
            inner = next((child for child in held if child), by_place)
        if inner is None or inner.type not in self.of["definitions"]:
            return None
        return inner if inner.type not in self.of["bodied"] or inner.child_by_field_name("body") else None

    def bodies_in(self, node: Node, *, itself: bool) -> Iterator[tuple[Node, Sequence[Node]]]:
        """Find the outermost bodies in a statement, each with the comments that some grammars put before it."""
        if itself and node.type in self.of["bodies"] and not node.is_error:
            yield node, ()
            return
        waiting = [node]
        while waiting:
            comments: list[Node] = []
            for child in waiting.pop().named_children:
                kind = child.type
                if kind in self.of["bodies"]:
                    yield child, comments
                    comments = []
                elif kind in self.loose:
                    comments.append(child)
                elif kind not in _UNREAD and child.end_byte - child.start_byte > _SMALL_DEFINITION:
                    waiting.append(child)

    def leaf(self, field: Node) -> Node:
        """Find the first node in a field that is a name, or that in the error right after it; else give the field."""
        waiting = [field]
        for _ in range(_MOST_LOOKED_AT if self.of["leaves"] else 0):
            if not waiting:
                break
            if (node := waiting.pop()).type in self.of["leaves"]:
                error = node.next_named_sibling  # after a macro the parser takes a type for the name
                names = error.named_children[-1:] if error and error.is_error else []
                return next((name for name in names if name.type in self.of["leaves"]), node)
            waiting.extend(reversed(node.named_children[:_MOST_LOOKED_AT]))
        return field
