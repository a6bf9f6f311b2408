"""Report words of our private dialect, and what to write instead: ``python -m deploy.words``.

It reads what people read: comments, docstrings and messages of Python files, Markdown, the claims of the library,
and the quizzes of the lessons.
It skips code, identifiers, examples in docstrings, anything between backticks, and the documents of the course.
``deploy/words_exempt.toml`` lists the files that may keep their findings for now, each list with a date and a reason.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from chunklib.data import DOCUMENTS

ROOT = Path(__file__).resolve().parents[1]
EXEMPT = "deploy/words_exempt.toml"
FOLDERS = ("chunklib", "classroom", "deploy", "benchmarks", "docs", "exercises", "tests", "notebooks/src", "solutions")
CORPORA = {f"chunklib/data/{file}" for file in DOCUMENTS.values()}  # and the sources of the PDFs in docs/sources


def _phrase(words: str) -> re.Pattern[str]:
    """Compile a pattern of whole words, in which ``_`` means white space, also the end of a line."""
    return re.compile(rf"\b(?:{words})\b".replace("_", r"\s+"), re.IGNORECASE)


RULES = (
    (_phrase("behind"), "after"),
    (_phrase("stands?|stood"), "is"),
    (_phrase("mend(?:s|ed|ing)?"), "fix"),
    (_phrase("(?:is|are|was|were)_no"), "is not a, are not"),
    (_phrase("noughts?"), "zero"),
    (_phrase("besides"), "also"),
    (_phrase("whoever|somebody"), "you, or who it is: a learner, a teacher"),
    (_phrase("of_one's_own"), "your own"),
    (_phrase(r"(?:takes?|taken|taking|took)(?:_[\w']+){0,4}_away"), "remove"),
    (_phrase("(?:is|are)_content"), "fits"),
    (_phrase("(?:to|can|could|may|must|should|will|would|and)_better_(?:it|them)"), "improve"),
)
_ALLOWED = _phrase(
    "(?:left|leaves?|leaving)(?:_\\S+){0,8}_behind|(?:falls?|fell|lags?)_behind"
    "|(?:stands?|stood)_(?:in_)?(?:for|out|open)|stand-ins?|there_(?:(?:is|are|was|were)_no|is_content)"
    "|(?:is|are|was|were)_no_(?:longer|more|less|fewer|better|worse|larger|smaller|later)"
)
_OPENING = re.compile(r"\s*(What|Where|Who|Whether)\b")
_STRING = re.compile(r"([a-z]*)(\"{3}|'{3}|\"|')(.*)\2", re.IGNORECASE | re.DOTALL)
_ESCAPES_AND_VALUES = re.compile(r"\\.|\{[^{}]*\}", re.DOTALL)
_EXAMPLES = re.compile(r"^[ \t]*>>> .*(?:\n(?![ \t]*$).+)*", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)(?:[^`\0\n]|\n(?![ \t]*\n))+\1|\]\([^)\s]*\)")


class Finding(NamedTuple):
    """Names a word to write differently: its line (from 1), the word as it is there, and what to write instead."""

    line: int
    word: str
    better: str


def findings(path: str, text: str) -> list[Finding]:
    """Find the words of a file that are better written differently, in order of their lines.

    Of tests only comments and docstrings are read: their strings are sample texts, or quote a message that is read in
    the file that it comes from.
    """
    prose = _prose_of_python(text, strings=not path.startswith("tests/")) if path.endswith(".py") else text
    for hidden in (_FENCE, _EXAMPLES, _CODE, _ALLOWED):
        prose = hidden.sub(_hide, prose)
    words = [
        Finding(prose.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), better)
        for rule, better in RULES
        for match in rule.finditer(prose)
    ]
    return sorted([*words, *(_openings(ast.parse(text)) if path.endswith(".py") else ())])


def _openings(tree: ast.Module) -> Iterator[Finding]:
    """Find the docstrings of public names whose first sentence does not begin with a verb but with a question word."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match = _OPENING.match(ast.get_docstring(node) or "")
            if match and not getattr(node, "name", "").startswith("_"):
                yield Finding(node.body[0].lineno, match[1], "a verb: a docstring begins with what is done")


def _prose_of_python(text: str, *, strings: bool) -> str:
    """Return a text with only its comments, docstrings and, if asked, other ``strings``, all in their places."""
    starts = [0]
    for line in io.StringIO(text):
        starts.append(starts[-1] + len(line))
    shown = list(re.sub(r"\S", "\0", text))
    begins = True  # a string at the beginning of a statement is a docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "COMMENT" or ((strings or begins) and "STRING" in kind):
            first, last = (starts[line - 1] + column for line, column in (token.start, token.end))
            shown[first:last] = _readable(kind, text[first:last])
        begins = kind in {"NEWLINE", "INDENT", "DEDENT"} or (begins and kind in {"NL", "COMMENT"})
    return "".join(shown)


def _readable(kind: str, source: str) -> str:
    """Return what a person reads of a token, in the same length."""
    if kind == "COMMENT":
        return " " + source[1:]
    if kind in {"FSTRING_START", "FSTRING_END"}:  # from Python 3.12 on an f-string is several tokens
        return " " * len(source)
    if (match := _STRING.fullmatch(source)) and kind == "STRING":
        source = " " * match.start(3) + _ESCAPES_AND_VALUES.sub(_hide, match[3]) + " " * len(match[2])
    return source if kind in {"STRING", "FSTRING_MIDDLE"} and " " in source.strip() else re.sub(r"\S", "\0", source)


def _hide(match: re.Match[str]) -> str:
    return re.sub(r"\S", "\0", match[0])


def files(root: Path) -> Iterator[str]:
    """List the files that are read, as paths from the root."""
    found = [path for folder in FOLDERS for kind in ("py", "md") for path in root.glob(f"{folder}/**/*.{kind}")]
    found += [*root.glob("*.md"), *root.glob("course/*.md")]
    found += [*root.glob("chunklib/**/*.toml"), *root.glob("classroom/lessons/quizzes/*.toml")]
    for path in sorted(found):
        name = path.relative_to(root).as_posix()
        if not (name in CORPORA or path.match("docs/sources/*.md") or ".ipynb_checkpoints" in name):
            yield name


def main(root: Path = ROOT) -> int:
    """Print each finding outside the exempt files and each exemption that nothing needs; return 1 if there is one."""
    lists = tomllib.loads((root / EXEMPT).read_text("utf-8"))["exempt"]
    exempt = {file for each in lists for file in each["files"]}
    found = {name: findings(name, (root / name).read_text("utf-8")) for name in files(root)}
    kept = [(name, finding) for name, words in found.items() if name not in exempt for finding in words]
    lines = [f"{name}:{line}: {word!r}: write {better}" for name, (line, word, better) in kept]
    lines += [
        f"{EXEMPT}: {name} needs no exemption; take it off the list" for name in sorted(exempt) if not found.get(name)
    ]
    print("\n".join(lines) or f"{len(found)} files read; {len(exempt)} of them exempt")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
