"""Say what was found in a document, and what in the course will be dull or interesting with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklib import cuts
from chunklib.retrieval.spelling import DIVIDED
from chunklib.tokens import ruler
from classroom.lessons.counter import working
from classroom.lessons.display import Text
from classroom.lessons.document import Document
from classroom.lessons.kept.package.search import KNOWN, language

_ENOUGH = 2_000  # tokens: fewer make less than ten chunks of 200
_FOLDED = {
    "no-break spaces": "[\u00a0\u202f]",
    "ligatures": "[\ufb00-\ufb06]",
    "soft hyphens": "\u00ad",
    "characters without width": "[\u200b\u2060\ufeff]",
    "words divided at a line end": DIVIDED.pattern,
}
_ODD = {
    "characters that could not be read (U+FFFD)": "\ufffd",
    "control characters": "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]",
}
_TABLES = re.compile(r"(?im)<table\b|^[ \t]*+\|?[ \t]*+:?-{3,}+:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)+\|?[ \t]*+$")
_FENCES, _PRE = re.compile(r"(?m)^[ \t]*+(?:```|~~~)"), re.compile("(?i)<pre\\b")
_UNSPACED = ("Japanese", "Chinese", "a language in Thai script")


def report(document: Document, taken_for: str, headings: int | None = None, done: str = "") -> Text:
    """Look at a document, and say what was found and what to expect.

    Args:
        document: what is looked at.
        taken_for: what its source was taken for, in words.
        headings: how many it has, where that is known already (a PDF).
        done: what was done to its text, in a sentence.
    """
    text, guess = document.text, language(document.text)
    tokens, titles, tables, code = _counts(document, headings)
    lines = [
        f"document: {document.name} ({taken_for})",
        f"kind: {document.kind}",
        f"language: {guess} (a guess)",
        f"length: {len(text):,} characters, {tokens:,} tokens (cl100k_base)",
        f"parts: headings {titles:,}, tables {tables:,}, code blocks {code:,}",
        f"odd characters: {', '.join(_oddities(text)) or 'none'}",
    ]
    expected = [*_to_expect(document.kind, titles, tables + code), *_of_words(text, guess, tokens)]
    return Text("\n".join([*lines, *filter(None, [done]), *expected]), "What was found in the document")


def _to_expect(kind: str, headings: int, tables_and_code: int) -> Iterator[str]:
    """Say what its parts will make dull or interesting, a sentence each."""
    if headings:
        yield "It has headings: lesson 8 gives each chunk the path of headings above it."
    else:
        yield "It has no headings: lesson 8 has little to show."
    if kind == "pdf":
        yield "Tables and code of a PDF are not recognised: here they are lines of text (side trip formats)."
    elif kind == "records":
        yield "It is made of records (rows, or members of JSON): look at where they are cut (side trip formats)."
    elif tables_and_code or kind == "code":
        yield "It has tables or code: look at where they are cut (lesson 6, side trip formats)."
    else:
        yield "It has no tables and no code that Markdown or HTML marks. Others count as running text here."
    if kind in ("lines", "unbroken", "records"):
        yield "It has hardly any sentence ends: lesson 5 has little to show."


def _of_words(text: str, guess: str, tokens: int) -> Iterator[str]:
    """Say what its length and language will do."""
    if tokens < _ENOUGH:
        yield f"It is short, so there is little to choose from. Bring {_ENOUGH:,} tokens or more if you can."
    if guess != "English":
        ratio = len(text) / max(tokens, 1)
        yield f"It is not in English: do not count on four characters a token. Here it is {ratio:.1f} (lesson 2)."
    if guess in _UNSPACED:
        yield "No spaces separate its words, so ask compares single characters and pairs of them, and finds less."
    elif guess != "not recognised" and guess not in KNOWN:
        yield f"The search does not know {guess}: it finds a word only in the form that you type."
    elif guess != "English" and guess in KNOWN:
        yield f"The search of ask leaves out small words of {guess}, and compares words without accents and endings."
    if any(re.search(pattern, text) for pattern in _FOLDED.values()):
        yield "Ask finds words by their spelling, whatever odd characters are in them."
    if any(re.search(pattern, text) for pattern in _ODD.values()):
        yield "A word with an odd character in it looks right, and is not found by the word that you type."


def _counts(document: Document, headings: int | None) -> Iterator[int]:
    """Count tokens, headings, tables and code blocks, and show how far that is."""
    text = document.text
    with working(f"looking at {document.name}", "parts looked at", len(text)) as advance:
        advance(0, 4)
        yield ruler("cl100k_base")(text)
        advance(1, 4)
        if headings is None:
            headings = len(cuts.markdown(text).headings) if document.kind == "markdown" else 0
        yield headings
        advance(2, 4)
        yield sum(1 for _ in _TABLES.finditer(text))
        advance(3, 4)
        # Two fences are one block of code, and so is one that is not closed.
        yield (len(_FENCES.findall(text)) + 1) // 2 + len(_PRE.findall(text))
        advance(4, 4)


def _oddities(text: str) -> Iterator[str]:
    for name, pattern in (_FOLDED | _ODD).items():
        if number := len(re.findall(pattern, text)):
            yield f"{name} {number:,}"
    windows = text.count("\r\n")
    ends = (text.count("\n") - windows, windows, text.count("\r") - windows)
    if sum(map(bool, ends)) > 1:
        yield f"mixed line ends ({ends[0]:,} LF, {ends[1]:,} CRLF, {ends[2]:,} CR)"
