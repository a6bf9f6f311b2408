"""The data cards say how large the documents are, and what is in them."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

from chunklib.data import DOCUMENTS, PDFS, load
from tests.each import each

ROOT = Path(__file__).parents[3]
README = (ROOT / "chunklib" / "data" / "README.md").read_text(encoding="utf-8")
FIRST, *OTHERS = re.split(r"(?m)^## (?=`[\w.]+`$)", README)
CARDS = {"handbook.md": FIRST} | {card.split("`")[1]: card for card in OTHERS}


def stated(card: str) -> list[int]:
    """The numbers in the row of a data card that states the size."""
    size = next(line for line in card.splitlines() if line.startswith("| Size"))
    return [int(word.replace(",", "")) for word in re.findall(r"(?<![\w-])\d[\d,]*(?= )", size)]


def test_each_document_has_a_card_and_the_commands_in_them_recount_the_sizes() -> None:
    assert {*CARDS} == {*DOCUMENTS.values(), *PDFS.values()}
    counted = {}
    for command in re.findall(r"```bash\npython (.+)\n```", README):
        ran = subprocess.run(
            [sys.executable, *shlex.split(command)], capture_output=True, text=True, check=True, cwd=ROOT
        )
        for line in ran.stdout.splitlines():
            *name, tokens, characters, third = line.split()
            counted["".join(name) or "handbook"] = [int(tokens), int(characters), int(third)]
    assert counted == {name: stated(CARDS[file]) for name, file in (DOCUMENTS | PDFS).items()}


@each("name", [*DOCUMENTS, *PDFS])
def test_a_card_has_the_name_and_the_licence_of_its_document(name: str) -> None:
    card = CARDS[(DOCUMENTS | PDFS)[name]]
    assert f'"{name}")' in card or name == "handbook"
    assert "CC BY 4.0" in card


def test_what_the_card_counts_in_the_handbook() -> None:
    fence = re.compile(r"(?ms)^( *)```(\w+)\n(.*?)^\1```$\n")
    text = load("handbook")
    prose, blocks = fence.subn("", text)
    tables = [found[0].splitlines() for found in re.finditer(r"(?m)(?:^\|.*\n)+", prose)]
    (codes,) = [len(rows) - 2 for rows in tables if rows[0].startswith("| Code ")]
    names = {9: "nine", 16: "sixteen"}
    assert f"{names[len(tables)]} tables, one of them wide, one with {codes} rows" in FIRST
    assert f"{names[blocks]} fenced blocks" in FIRST
    assert f"{len(re.findall(r'(?m)^## ', prose))} chapters" in FIRST


def test_what_the_card_counts_in_the_paper() -> None:
    text, card = load("paper"), CARDS["paper.md"]
    assert f"{text.count(chr(92) + 'tag{')} numbered formulas" in card
    assert f"{len(re.findall(r'(?m)^[*]{2}Table', text))} tables" in card
    works, notes = (len(re.findall(rf"(?m)^\[{mark}\]", text)) for mark in (r"\d+", r"\^\w+"))
    assert f"{works} references, {notes} footnotes" in card
    assert f"all {works} works in its reference list are invented" in card
    assert f"{len(re.findall(r'[(](?:[A-Z]{2,4})[)]', text))} abbreviations" in card


def test_what_the_card_counts_in_the_module() -> None:
    text, card = load("inventory"), CARDS[DOCUMENTS["inventory"]]
    nodes = list(ast.walk(ast.parse(text)))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {node for outer in functions for node in ast.walk(outer) if node is not outer and node in functions}
    coroutines = sum(isinstance(node, ast.AsyncFunctionDef) for node in nodes)
    classes = sum(isinstance(node, ast.ClassDef) for node in nodes)
    lines = text.count("\n")
    assert f"{lines} lines, {classes} classes, {len(functions)} functions, of which {coroutines} are `async`" in card
    assert f"and {len(inside)} are inside another" in card
    assert f"a function of {max((node.end_lineno or 0) - node.lineno + 1 for node in functions)} lines" in card


def test_what_the_card_counts_on_the_page() -> None:
    text, card = load("catalogue"), CARDS["catalogue.html"]
    page = re.sub(r"(?s)<!--.*?-->", "", text)
    assert f"{page.count('<section')} sections, nested three deep" in card
    assert f"a table with {len(re.findall(r'(?m)^<tr><td><a ', page))} rows" in card
    assert f"{len(re.findall(r'&#?[0-9A-Za-z]+;', text))} entities" in card
    assert f"{page.count('href=' + chr(34) + '#')} links" in card
    assert text.isascii()
