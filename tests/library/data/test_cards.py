"""The data card says of the paper, the module and the page what is in them."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

import tiktoken

from chunklib.data import DOCUMENTS, load
from tests.each import each

CARD = (Path(__file__).parents[3] / "chunklib" / "data" / "README.md").read_text(encoding="utf-8")
RANGES = {"paper": (5_000, 9_000), "inventory": (4_000, 7_000), "catalogue": (4_000, 10_000)}


def section(name: str) -> str:
    """The section of the card about one document."""
    return re.split(r"(?m)^## ", CARD.partition(f"\n## `{DOCUMENTS[name]}`\n")[2])[0]


def sizes(name: str) -> tuple[int, int, int]:
    text = load(name)
    tokens = tiktoken.get_encoding("cl100k_base").encode(text, disallowed_special=())
    return len(tokens), len(text), len(text.encode())


@each("name", RANGES)
def test_the_card_states_the_size(name: str) -> None:
    tokens, characters, length = sizes(name)
    low, high = RANGES[name]
    assert low <= tokens <= high
    size = f"{tokens:,} cl100k tokens, {characters:,} characters (code points), {length:,} bytes of UTF-8"
    assert size in section(name)
    assert f'load("{name}")' in section(name)
    assert "CC BY 4.0" in section(name)


def test_the_command_of_the_card_recounts_them() -> None:
    command = re.findall(r"```bash\n(python .+)\n```", section("catalogue"))[0]
    words = shlex.split(command)
    ran = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [" ".join(map(str, (name, *sizes(name)))) for name in RANGES]


@each("name", RANGES)
def test_characters(name: str) -> None:
    text = load(name)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert not set("\r\t\ufeff\ufffd") & set(text)
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


def test_what_the_card_counts_in_the_paper() -> None:
    text, card = load("paper"), section("paper")
    assert f"{text.count(chr(92) + 'tag{')} numbered formulas" in card
    assert f"{len(re.findall(r'(?m)^[*]{2}Table', text))} tables" in card
    works, notes = (len(re.findall(rf"(?m)^\[{mark}\]", text)) for mark in (r"\d+", r"\^\w+"))
    assert f"{works} references, {notes} footnotes" in card
    assert f"all {works} works in its reference list are invented" in card
    assert f"{len(re.findall(r'[(](?:[A-Z]{2,4})[)]', text))} abbreviations" in card


def test_what_the_card_counts_in_the_module() -> None:
    text, card = load("inventory"), section("inventory")
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
    text, card = load("catalogue"), section("catalogue")
    page = re.sub(r"(?s)<!--.*?-->", "", text)
    assert f"{page.count('<section')} sections, nested three deep" in card
    assert f"a table with {len(re.findall(r'(?m)^<tr><td><a ', page))} rows" in card
    assert f"{len(re.findall(r'&#?[0-9A-Za-z]+;', text))} entities" in card
    assert f"{page.count('href=' + chr(34) + '#')} links" in card
    assert text.isascii()
