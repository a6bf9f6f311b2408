"""Recognise the kind of a document by the suffix of its file, or else by how its lines begin.

A guess by rules, made to be explained: each answer says what was seen.
"""

import ast
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from chunklib.chunk_config import BY_SUFFIX, PLAIN
from chunklib.cuts.records import as_json, delimiter_of
from chunklib.cuts.separators import PARAGRAPH, SENTENCE
from chunklib.cuts.turns import chat, cues
from chunklib.evaluation.wording import counted

_LOOK = 200_000  # characters that are looked at: a document does not change its kind after them


@dataclass(frozen=True, slots=True)
class Kind:
    """Names a kind of document and how it was recognised.

    ``name`` is that of a strategy for structured texts, or one of clauses, prose, lines (no sentences) and
    unbroken (neither sentences nor lines); ``language`` is that of code, else empty.
    """

    name: str
    why: str
    language: str = ""

    @property
    def options(self) -> Mapping[str, str]:
        """Give what the strategy for it has to be told."""
        return {"language": self.language} if self.language else {}


def kind_of(text: str, suffix: str = "") -> Kind:
    r"""Recognise the kind of a document.

    Args:
        text: the document, not empty.
        suffix: the suffix of its file (".md"), or empty; one of plain text, and an unknown one, are passed over.

    Returns:
        a kind; the same for the same text, and one is always found.

    >>> kind_of("# Tea\n\nBoil water.").why
    '1 Markdown heading, 0 fences, 0 tables'
    >>> kind_of("Boil water. Then wait for it.").name, kind_of("whatever", ".py").language
    ('prose', 'python')
    """
    if (usual := BY_SUFFIX.get(suffix.lower(), PLAIN)) is not PLAIN:
        return Kind(usual["strategy"], f"its suffix is {suffix.lower()}", usual.get("language", ""))
    if found := as_json(text):
        if found[0] == "json" and '"nbformat"' in text and '"cell_type"' in text:
            return Kind("notebook", "it is JSON with the cells of a notebook")
        return Kind("records", "it is JSON" if found[0] == "json" else "each line is JSON")
    seen = text[:_LOOK]
    if _PYTHON.search(seen) and parses(seen):
        return _python(seen)
    bare = _FENCED.sub("", seen)
    return next((kind for find in _DETECTORS if (kind := find(seen, bare))), None) or _plain(seen.strip())


_BLOCKS = (
    "html|head|body|section|article|nav|main|header|footer|h[1-6]|p|div|table|thead|tbody|tr|td|th|ul|ol|li|dl|dt|dd|"
    "pre|blockquote|figure|details|summary|form"
)
_TAG_LINE = re.compile(rf"(?im)^[ \t]*+</?(?:{_BLOCKS})(?=[\s>/])")
_PAGE = re.compile(r"(?i)(?:<\?xml[^<>]*+>|(?><!--.*?-->)|\s)*+<(?:!doctype\s+html|html)\b", re.DOTALL)


def _html(text: str, _: str) -> Kind | None:
    if _PAGE.match(text[:2_000]):
        return Kind("html", "it begins as an HTML page")
    tags, lines = len(_TAG_LINE.findall(text)), _filled(text)
    if tags >= 2 and 2 * tags >= lines:
        return Kind("html", f"{tags} of {counted(lines, 'line')} begin with an HTML block tag")
    return None


_LATEX = re.compile(r"(?m)^[ \t]*+\\(?:documentclass|begin\{document\}|chapter\*?\{|(?:sub)*section\*?\{)")
_DIRECTIVE = re.compile(r"(?m)^\.\. (?:[\w:-]+::|_[^\n:]+:)(?=\s)")


def _markup(_: str, bare: str) -> Kind | None:
    """Tell LaTeX by commands that structure a document, reStructuredText by directives and targets."""
    if (commands := len(_LATEX.findall(bare))) > 1:
        return Kind("latex", f"{commands} commands of LaTeX that structure a document")
    if (directives := len(_DIRECTIVE.findall(bare))) > 1:
        return Kind("rst", f"{directives} directives and targets of reStructuredText")
    return None


# Tildes under a line of text are a title's underline in reStructuredText.
_FENCED = re.compile(r"(?ms)^[ \t]{0,9}(?P<fence>```+|(?<![^\n]\n)~~~+)[^\n]*$.*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)")
_PYTHON = re.compile(
    r"(?m)^[ \t]*+(?:(?:async[ ]+)?def[ ]+\w+[ ]*\(|class[ ]+\w+[ ]*(?:\([^)\n]*\))?:|@\w[\w.]*(?:\(|$)"
    r"|(?:from[ ]+[.\w]+[ ]+)?import[ ]+[\w.*(]+(?:[ ]+as[ ]+\w+)?(?:,[ ]*[\w.]+(?:[ ]+as[ ]+\w+)?)*[ ]*$)"
)
_SCRIPT = re.compile(
    r"(?m)^[ \t]*+(?:export[ ]+|default[ ]+|async[ ]+)*"
    r"(?:function\b[* ]*\w*[ ]*\(|(?:const|let|var)[ ]+(?:[\w$]+[ ]*(?::[^=\n]*)?|[{\[][^=\n]*)=)"
    r"|^[ \t]*+import[ ][^\n]*['\"];?[ ]*$|=>[ ]*[{(]"
)
_TYPED = re.compile(
    r"(?m)^[ \t]*+(?:export[ ]+)?(?:interface[ ]+\w+|enum[ ]+\w+[ ]*\{|type[ ]+\w+(?:<[^>\n]*>)?[ ]*=)"
    r"|[\w?)\]]:[ ](?:string|number|boolean|void|unknown|never)\b"
)
_STATEMENT = re.compile(
    r"(?m)^(?:[^\n]*(?:[;{}()\[\]:]|[ ][-+*/|]?=[ ]\S[^\n]*|\w['\"]?:[ ][^\n]*,|['\"],)[ \t]*"
    r"|[ \t]*+(?:return|raise|yield|assert|await|pass|break|continue)\b[^\n]*)$"
)


def _code(_: str, bare: str) -> Kind | None:
    python, script = len(_PYTHON.findall(bare)), len(_SCRIPT.findall(bare))
    lines, statements = _filled(bare), len(_STATEMENT.findall(bare)) + max(python, script)
    if python and python >= script and (4 * statements >= lines or parses(bare)):
        return _python(bare)
    if script > python and 3 * statements >= lines:
        language = "typescript" if _TYPED.search(bare) else "javascript"
        return Kind("code", f"{counted(script, f'{language} declaration')} in {counted(lines, 'line')}", language)
    return None


def _python(text: str) -> Kind:
    lines = counted(len(_PYTHON.findall(text)), "line")
    return Kind("code", f"{lines} of {_filled(text):,} define or import something in Python", "python")


def parses(source: str) -> bool:
    r"""Tell whether a text is a Python program without errors.

    >>> parses("def one():\n    return 1"), parses("def one(:")
    (True, False)
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about the text are not for the user of this library
            ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


_HEADING = re.compile(r"(?m)^ {0,3}#{1,6}[ \t]+\S[^\n]*(?P<free>\n[ \t]*(?:\n|\Z)|\Z)?")
_TABLE = re.compile(r"(?m)^[ \t]*+\|?[ \t]*+:?-{3,}+:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)+\|?[ \t]*+$")


def _markdown(text: str, bare: str) -> Kind | None:
    headings, fences, tables = list(_HEADING.finditer(bare)), len(_FENCED.findall(text)), len(_TABLE.findall(bare))
    free = sum(match["free"] is not None for match in headings)
    if fences or tables or (headings and 2 * free >= len(headings)):
        marks = ((len(headings), "Markdown heading"), (fences, "fence"), (tables, "table"))
        return Kind("markdown", ", ".join(counted(number, what) for number, what in marks))
    return None


def _table(text: str, _: str) -> Kind | None:
    return Kind("records", "nine of ten rows have as many cells as the first") if delimiter_of(text) else None


def _chat(text: str, _: str) -> Kind | None:
    if shown := cues(text):
        return Kind("turns", f"{counted(len(shown), 'cue')} of subtitles")
    turns = chat(text)
    return Kind("turns", f"{len(turns)} turns of {len({turn.who for turn in turns})} speakers") if turns else None


CLAUSE = re.compile(
    r"(?m)^[ \t]*+(?:(?P<deep>\d{1,3}(?:\.\d{1,3})+\.?)|(?:§[ ]?|Article[ ]|Clause[ ]|Section[ ])?\d{1,3}[.)]?"
    r"|\([a-z]{1,4}\))[ \t]+\S"
)


def _clauses(text: str, _: str) -> Kind | None:
    found = list(CLAUSE.finditer(text))
    deep = sum(match["deep"] is not None for match in found)
    blocks = len(PARAGRAPH.findall(text.strip())) + 1
    if deep >= 3 and 3 * len(found) >= min(blocks, _filled(text)):
        return Kind("clauses", f"{len(found)} numbered clauses in {counted(blocks, 'paragraph')}")
    return None


_DETECTORS = (_html, _markup, _code, _markdown, _table, _chat, _clauses)


def _plain(text: str) -> Kind:
    """Tell plain text with sentences from lines without, and from what has neither."""
    ends, lines, blocks = len(SENTENCE.findall(text + "\n")), _filled(text), len(PARAGRAPH.findall(text)) + 1
    seen = f"plain text: {counted(blocks, 'paragraph')}, {counted(lines, 'line')}, {counted(ends, 'sentence end')}"
    if ends and 4 * ends >= lines:
        return Kind("prose", seen)
    return Kind("lines" if lines > 1 else "unbroken", seen)


def _filled(text: str) -> int:
    return sum(bool(line.strip()) for line in text.split("\n"))
