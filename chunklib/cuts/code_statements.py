"""Find the statements of a parsed source: where each begins with its comments, how deep it is, which are definitions.

A body is what has statements, members or properties of its own; the file is the outermost. Nothing here recurses: a
tree may be as deep as its text is long.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

# "ERROR" is what the parser could not make sense of; there may be statements in it.
_BODY_TYPES = (
    "ERROR block class_body enum_body interface_body module object object_type program statement_block switch_body"
)
_BODIES = frozenset(_BODY_TYPES.split())
_LOOSE = frozenset({"comment", "decorator", "hash_bang_line", "html_comment"})
_UNREAD = frozenset({"comment", "concatenated_string", "parameters", "string", "template_string"})
_DEFINITION_TYPES = (
    "abstract_class_declaration abstract_method_signature arrow_function class class_declaration class_definition "
    "enum_declaration function_declaration function_definition function_expression function_signature "
    "generator_function generator_function_declaration interface_declaration internal_module method_definition "
    "method_signature module type_alias_declaration"
)
_DEFINITIONS = frozenset(_DEFINITION_TYPES.split())
# What may be around a definition, and the fields that may hold it; without a field it is the last child.
_WRAPPERS: dict[str, tuple[str, ...]] = {
    "ambient_declaration": (),
    "assignment_expression": ("right",),
    "decorated_definition": ("definition",),
    "export_statement": ("declaration", "value"),
    "expression_statement": (),
    "field_definition": ("value",),
    "lexical_declaration": (),
    "pair": ("value",),
    "public_field_definition": ("value",),
    "variable_declaration": (),
    "variable_declarator": ("value",),
}
_IN_PYTHON = frozenset({"decorated_definition"})
_NAMES = ("name", "left", "key", "property")
_MOST_NAME = 100  # bytes of a name
_SMALL_DEFINITION, _SMALL = 40, 160  # bytes: what is not looked into, lines will do
_INDENT = 200  # bytes of white space before a statement that go with it
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
    """A statement with the comments above it, or comments alone: begin, statement's start, end, node."""

    begin: int
    inner: int
    end: int
    node: Node | None


class Statements:
    """Reads a tree once; afterwards its places and definitions are known, in no particular order.

    Args:
        data: the source.
        tree: its tree.
    """

    def __init__(self, data: bytes, tree: Tree) -> None:
        self.places: list[Place] = []
        self.definitions: list[Definition] = []
        self._data = data
        self._wrappers = _IN_PYTHON if tree.root_node.type == "module" else _WRAPPERS.keys()
        # Bodies, each with the comments before it, its depth and the rank of definitions in it.
        self._waiting: list[tuple[Node, Sequence[Node], int, int]] = [(tree.root_node, (), 0, 1)]
        while self._waiting:
            self._read_body(*self._waiting.pop())

    def _read_body(self, body: Node, comments: Sequence[Node], depth: int, rank: int) -> None:
        """Note where the statements of a body begin, and which bodies are inside of them."""
        inline = body.type != "ERROR"  # statements may follow each other on a line
        before = -1  # where the statement before ends
        border = False
        for begin, inner, end, node in self._groups([*comments, *body.named_children]):
            definition = _definition(node, self._wrappers) if node else None
            start = self._line_start(begin, before, inline=inline)
            if start >= 0 and before >= 0:
                at = start if inner == begin else self._line_start(inner, before, inline=inline)
                self.places.append(Place(start, at, end, depth, border or definition is not None))
            elif start > 0 and definition:
                self.places.append(Place(0, start, end, depth, border=True))
            if definition and before < 0 and inner > begin:
                at = self._line_start(inner, begin, inline=inline)
                self.places.append(Place(-1, at, end, depth, border=True))
            if node and definition:
                self.definitions.append(Definition(max(start, 0) or begin, end, rank, self._name(node, definition)))
            before, border = end, definition is not None
            if node and depth < DEPTHS and end - inner > (_SMALL_DEFINITION if definition else _SMALL):
                for found, above in _bodies(node):
                    own = [each for each in above if self._line_start(each.start_byte, 0, inline=False) > 0]
                    self._waiting.append((found, own, depth + 1, rank + border))

    def _groups(self, nodes: Sequence[Node]) -> Iterator[_Group]:
        """Put comments and decorators to the statement below; a comment beside one belongs to it already."""
        data = self._data
        held: _Group | None = None  # comments that wait for their statement
        last: int | None = None  # where the node before ends
        bound = False  # the last of them is a decorator, which belongs to what is below whatever lies between
        for node in nodes:
            kind, start, end = node.type, node.start_byte, node.end_byte
            loose = kind in _LOOSE
            if held and not bound and data.count(b"\n", held.end, start) > 1:
                yield held
                held = None
            if not loose:
                yield _Group(held.begin if held else start, start, end, node)
                held = None
            elif held or kind == "decorator" or last is None or b"\n" in data[last:start]:
                begin = held.begin if held else start
                held = _Group(begin, begin, end, None)
            bound = kind == "decorator"
            last = end
        if held:
            yield held

    def _line_start(self, at: int, before: int, *, inline: bool) -> int:
        """Find the start of the line if nothing is before ``at``; else give ``at``, or -1 where that is not a cut."""
        low = max(before, at - _INDENT, 0)
        start = self._data.rfind(b"\n", low, at) + 1
        if (start > 0 or low == 0) and not self._data[start:at].strip():
            return start
        return at if inline else -1

    def _name(self, node: Node, definition: Node) -> str:
        """Name a definition, by itself or by what it is assigned to."""
        inner: Node | None = definition
        while inner is not None:
            for field in _NAMES:
                if name := inner.child_by_field_name(field):
                    return self._data[name.start_byte : min(name.end_byte, name.start_byte + _MOST_NAME)].decode(
                        errors="ignore"
                    )
            inner = None if inner.id == node.id else inner.parent
        return ""


def _definition(node: Node, wrappers: Collection[str]) -> Node | None:
    """Find the definition that a statement is, whatever it is wrapped in."""
    inner: Node | None = node
    while inner is not None and (kind := inner.type) in wrappers:
        held = (inner.child_by_field_name(field) for field in _WRAPPERS[kind])
        last = inner.named_child_count - 1
        inner = next((child for child in held if child), inner.named_child(last) if last >= 0 else None)
    return inner if inner is not None and inner.type in _DEFINITIONS else None


def _bodies(node: Node) -> Iterator[tuple[Node, Sequence[Node]]]:
    """Find the outermost bodies inside a statement, each with the comments that Python's grammar puts before it."""
    waiting = [node]
    while waiting:
        comments: list[Node] = []
        for child in waiting.pop().named_children:
            kind = child.type
            if kind == "comment":
                comments.append(child)
            elif kind in _BODIES:
                yield child, comments
                comments = []
            elif kind not in _UNREAD and child.end_byte - child.start_byte > _SMALL_DEFINITION:
                waiting.append(child)
