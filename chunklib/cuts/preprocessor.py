"""Blank out what keeps a parser from reading source code with ``#if``: all arms of a conditional but one."""

import re

_DIRECTIVE = re.compile(rb"(?m)^[ \t]*+#[ \t]*+(?P<what>if|el|endif)(?:[^\n\\]|\\(?s:.))*+")
_NEVER = re.compile(rb"[ \t]*+#[ \t]*+if[ \t]++0\s*+\Z")
_SEEN = re.compile(rb"\S")


def first_arms(data: bytes) -> bytes:
    r"""Blank out lines with ``#if``, ``#else`` and ``#endif``, and all arms but the first (the second of ``#if 0``).

    Offsets stay as they are.

    >>> first_arms(b"#ifdef A\nif (a) {\n#else\nif (b) {\n#endif\n}\n")
    b'        \nif (a) {\n     \n        \n      \n}\n'
    """
    parts, done, shown = list[bytes](), 0, True
    around: list[tuple[bool, int]] = []  # whether each conditional is shown, and how many arms before the one that is
    for found in _DIRECTIVE.finditer(data):
        code = data[done : found.start()]
        parts += [code if shown else _SEEN.sub(b" ", code), _SEEN.sub(b" ", found[0])]
        done = found.end()
        if found["what"] == b"if":
            around.append((shown, int(_NEVER.match(found[0]) is not None)))
        elif around:
            shown, left = around.pop()
            around += [(shown, left - 1)] if found["what"] == b"el" else []
        if around and found["what"] != b"endif":
            shown = around[-1] == (True, 0)
    return b"".join([*parts, data[done:]])
