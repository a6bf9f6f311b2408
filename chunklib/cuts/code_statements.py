"""Find the statements of a parsed source: where each begins with its comments, how deep it is, which are definitions.

A body is what has statements, members or properties of its own; the file is the outermost. Nothing here recurses: a
tree may be as deep as its text is long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from chunklib.cuts.code_grammars import Grammar

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Tree

_UNREAD = frozenset({"comment", "concatenated_string", "parameters", "string", "template_string", "token_tree"})
_NAMES = ("{name}", "{left}", "{key}", "{property}", "{declarator}")
_fields = cache(re.compile(r"\{(\w+)\}").findall)
_MOST_LOOKED_AT = 100  # nodes of a field that a name may be in
_MOST_NAME = 100  # bytes of a name
_SMALL_DEFINITION, _SMALL = 40, 160  # bytes: what is not looked into, lines will do
_ERROR = 65535  # the number of what a parser could not make sense of, in every language
_ENDS_OF_LINE = b"\n\r"
_INDENT = 200  # bytes of white space before a statement that go with it
DEPTHS = 6
"""Bodies inside one another that are told apart."""


Place = tuple[int, int, int, int, bool]
"""A place where a statement begins after another of its body: start, inner, end, depth, border; offsets in bytes.

``start``: that of its line, or of its comments; ``inner``: the same without comments; ``end``: of the statement.
``border``: whether a definition is on either side. A definition that is the first of its body has a place too,
where it fits only without what is before it: ``start`` is 0 then, and ``inner`` is with its comments; a second
place without them has ``start`` -1.
"""


class Definition(NamedTuple):
    """Describes a definition with its comments; offsets in bytes. ``rank`` is 1 more than the definitions around it."""

    start: int
    end: int
    rank: int
    name: str


_Group = tuple[int, int, int, "Node | None", int]
"""A statement with the comments above it, or comments alone: begin, statement's start, end, node, type's number."""


class Statements:
    """Reads a tree once; afterwards its places and definitions are known, in no particular order.

    Args:
        data: the source.
        tree: its tree.
        grammar: its language.
    """

    def __init__(self, data: bytes, tree: Tree, grammar: Grammar) -> None:
        self.places: list[Place] = []
        self.definitions: list[Definition] = []
        self._data = data
        self._types = _Types(grammar, tree.language)
        # Bodies, each with the comments before it, its depth and the rank of definitions in it.
        self._waiting: list[tuple[Node, Sequence[Node], int, int]] = [(tree.root_node, (), 0, 1)]
        while self._waiting:
            self._read_body(*self._waiting.pop())

    def _read_body(self, body: Node, comments: Sequence[Node], depth: int, rank: int) -> None:
        """Note where the statements of a body begin, and which bodies are inside of them."""
        types, line_start = self._types, self._line_start
        inline = body.kind_id != _ERROR  # statements may follow each other on a line
        before = -1  # where the statement before ends
        border = False
        rest: tuple[int, str] | None = None  # where what holds for the rest of the body begins, and its name
        for begin, inner, end, node, kind in self._groups([*comments, *types.children(body)]):
            definition = types.definition(node) if node and kind in types.defining else None
            start = line_start(begin, before, inline=inline)
            if before >= 0 and start >= 0:
                at = start if inner == begin else line_start(inner, before, inline=inline)
                self.places.append((start, at, end, depth, border or definition is not None))
            elif before < 0 and definition:
                bare = line_start(inner, begin, inline=inline) if inner > begin else 0
                firsts = (0, start), (-1, bare)
                self.places += [(first, within, end, depth, True) for first, within in firsts if within > 0]
            if node and not definition and kind in types.rest:
                self._end(rest, begin, rank)
                rest = begin, self._name(node, node)
            level = rank + (rest is not None)
            if node and definition:
                self.definitions.append(Definition(max(start, 0) or begin, end, level, self._name(node, definition)))
            before, border = end, definition is not None
            if node and depth < DEPTHS and end - inner > (_SMALL_DEFINITION if definition else _SMALL):
                for found, above in types.bodies_in(node, itself=not definition):
                    own = [each for each in above if line_start(each.start_byte, 0, inline=False) > 0]
                    self._waiting.append((found, own, depth + 1, level + border))
        self._end(rest, body.end_byte, rank)

    def _end(self, rest: tuple[int, str] | None, end: int, rank: int) -> None:
        """Note where what holds for the rest of a body ends, if there is such a thing."""
        if rest:
            self.definitions.append(Definition(rest[0], end, rank, rest[1]))

    def _groups(self, nodes: Sequence[Node]) -> Iterator[_Group]:
        """Put comments and attributes to the statement below; a comment beside one belongs to it already."""
        data, types = self._data, self._types
        trailing, loose = types.trailing, types.loose
        held = held_end = -1  # where comments that wait for their statement begin and end
        last: int | None = None  # where the node before ends
        bound = False  # the last of them is an attribute, which belongs to what is below whatever lies between
        for node in nodes:
            kind, start, end = node.kind_id, node.start_byte, node.end_byte
            if kind in trailing:
                continue
            if end and data[end - 1] in _ENDS_OF_LINE:  # some grammars count the end of the line
                end = max(start, end - len(tail := data[max(end - _INDENT, 0) : end]) + len(tail.rstrip()))
            if held >= 0 and not bound and data.count(b"\n", held_end, start) > 1:
                yield held, held, held_end, None, -1
                held = -1
            if kind not in loose:
                yield held if held >= 0 else start, start, end, node, kind
                held, bound = -1, False
            else:
                if held >= 0 or kind in types.attributes or last is None or b"\n" in data[last:start]:
                    held, held_end = held if held >= 0 else start, end
                bound = kind in types.attributes
            last = end
        if held >= 0:
            yield held, held, held_end, None, -1

    def _line_start(self, at: int, before: int, *, inline: bool) -> int:
        """Find the start of the line if nothing is before ``at``; else give ``at``, or -1 where that is not a cut."""
        low = before if before > 0 and at - before < _INDENT else max(at - _INDENT, 0)
        indent = _indent(self._data[low:at] if low else b"\n" + self._data[:at])
        return at - indent if indent >= 0 else at if inline else -1

    def _name(self, node: Node, definition: Node) -> str:
        """Name a definition, by itself or by what it is assigned to."""
        inner: Node | None = definition
        while inner is not None:
            for pattern in self._types.titles.get(inner.type, _NAMES):
                texts: dict[str, str] = {}
                for field in _fields(pattern):
                    if not (found := inner.child_by_field_name(field)):
                        break
                    texts[field] = self._text(found)
                else:
                    return pattern.format_map(texts)
            inner = None if inner.id == node.id else inner.parent
        return ""

    def _text(self, field: Node) -> str:
        """Read a name in its field, in one line."""
        name = self._types.leaf(field)
        most = min(name.end_byte, name.start_byte + _MOST_NAME)
        return " ".join(self._data[name.start_byte : most].decode(errors="ignore").split())


@lru_cache(1024)  # a program has the same few again and again
def _indent(gap: bytes) -> int:
    """Count the white space after the last line end of a gap; -1 where there is something else, or no line end."""
    start = gap.rfind(b"\n") + 1
    return len(gap) - start if start and not gap[start:].strip() else -1


@cache
def _numbers(language: Language) -> Mapping[str, Sequence[int]]:
    """List the numbers of each type of node, by its name: numbers take less time to read and compare."""
    numbers: dict[str, list[int]] = {}
    for number in range(language.node_kind_count):
        numbers.setdefault(language.node_kind_for_id(number) or "", []).append(number)
    return numbers


class _Types:
    """Knows the types of nodes of a language."""

    def __init__(self, grammar: Grammar, language: Language) -> None:
        numbers = _numbers(language)

        def of(words: Iterable[str]) -> frozenset[int]:
            return frozenset(number for word in words for number in numbers.get(word, ()))

        given = grammar._asdict().items()
        words = {field: of(value.split()) for field, value in given if isinstance(value, str)}
        self.attributes, self.rest, self.trailing = words["attributes"], words["rest"], words["trailing"]
        self.loose = words["comments"] | self.attributes
        self.titles = grammar.titles
        self._bodies = words["bodies"] | {_ERROR}  # what the parser could not make sense of may have statements in it
        self._bodied, self._definitions, self._leaves = words["bodied"], words["definitions"], words["leaves"]
        self._spliced = words["spliced"]
        self._wrappers = {number: fields for word, fields in grammar.wrappers.items() for number in of([word])}
        self._stops = self.loose | self._bodies | of(_UNREAD)  # where a search for bodies goes no further
        self.defining = self._definitions.union(self._wrappers)

    def children(self, body: Node) -> list[Node]:
        """List the statements of a body."""
        if not self._spliced:
            return body.named_children
        return [one for child in body.named_children for one in self._in_place_of(child)]

    def _in_place_of(self, child: Node) -> Sequence[Node]:
        return child.named_children if child.kind_id in self._spliced else [child]

    def definition(self, node: Node) -> Node | None:
        """Find the definition that a statement is, whatever it is wrapped in."""
        inner: Node | None = node
        while inner is not None and (kind := inner.kind_id) in self._wrappers:
            fields, last = self._wrappers[kind], inner.named_child_count - 1
            held = (inner.child_by_field_name(field) for field in fields or ())
            by_place = inner.named_child(last) if last >= 0 and (last == 0 or fields is not None) else None
            inner = next((child for child in held if child), by_place)
        if inner is None or inner.kind_id not in self._definitions:
            return None
        return inner if inner.kind_id not in self._bodied or inner.child_by_field_name("body") else None

    def bodies_in(self, node: Node, *, itself: bool) -> Iterator[tuple[Node, Sequence[Node]]]:
        """Find the outermost bodies in a statement, each with the comments that some grammars put before it."""
        if itself and node.kind_id in self._bodies and not node.is_error:
            yield node, ()
            return
        loose, bodies, stops = self.loose, self._bodies, self._stops
        waiting = [node]
        while waiting:
            comments: list[Node] = []
            for child in waiting.pop().named_children:
                kind = child.kind_id
                if kind not in stops:
                    if child.end_byte - child.start_byte > _SMALL_DEFINITION:
                        waiting.append(child)
                elif kind in bodies:
                    yield child, comments
                    comments = []
                elif kind in loose:
                    comments.append(child)

    def leaf(self, field: Node) -> Node:
        """Find the first node in a field that is a name by itself; else give the field."""
        waiting = [field]
        for _ in range(_MOST_LOOKED_AT if self._leaves else 0):
            if not waiting:
                break
            if (node := waiting.pop()).kind_id in self._leaves:
                return node
            waiting.extend(reversed(node.named_children[:_MOST_LOOKED_AT]))
        return field
