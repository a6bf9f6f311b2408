"""The course's documents: loaded as stored, and well formed."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import tiktoken

from chunklib.data import DOCUMENTS, PDFS, load, path
from tests.each import each

FOLDER = Path(__file__).parents[3] / "chunklib" / "data"
TEXT = load("handbook")
FENCE = re.compile(r"(?ms)^( *)```(\w+)\n(.*?)^\1```$\n")
BLOCKS = [(match[2], match[3]) for match in FENCE.finditer(TEXT)]
PROSE = FENCE.sub("", TEXT)
HEADINGS = re.findall(r"(?m)^(#+) (.+)$", PROSE)
PARAGRAPHS = [part for part in re.split(r"\n\n+", PROSE) if part[0] not in "#|>-[ " and not part[0].isdigit()]
TABLES = [match[0].splitlines() for match in re.finditer(r"(?m)(?:^\|.*\n)+", PROSE)]


def tokens(text: str) -> int:
    return len(tiktoken.get_encoding("cl100k_base").encode(text, disallowed_special=()))


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


def table(first_column: str) -> list[dict[str, str]]:
    """The rows of the only table with this name over its first column."""
    (found,) = [rows for rows in TABLES if cells(rows[0])[0] == first_column]
    return [dict(zip(cells(found[0]), cells(row), strict=True)) for row in found[2:]]


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def slug(heading: str) -> str:
    """The anchor that GitHub and JupyterLab's Markdown give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def blocks(language: str) -> list[str]:
    return [body for found, body in BLOCKS if found == language]


@each("name", DOCUMENTS)
def test_load_returns_exactly_the_file(name: str) -> None:
    assert path(name) == FOLDER / DOCUMENTS[name]
    assert load(name).encode("utf-8") == path(name).read_bytes()


def test_every_document_in_the_folder_can_be_loaded() -> None:
    stored = {file.name for file in FOLDER.iterdir() if file.is_file()} - {"README.md", "__init__.py"}
    assert stored == {*DOCUMENTS.values(), *PDFS.values()}


@each("name", PDFS)
def test_a_pdf_has_a_path_and_is_not_loaded_as_text(name: str) -> None:
    assert path(name).read_bytes().startswith(b"%PDF-")
    with pytest.raises(ValueError, match=re.escape(f"path({name!r})")) as caught:
        load(name)
    assert "\n" not in str(caught.value)


@each("name", ["README", "handbook.md", "../data/handbook", ""])
def test_an_unknown_name_lists_the_documents(name: str) -> None:
    for read in (load, path):
        with pytest.raises(ValueError, match="handbook, licence, support_chat") as caught:
            read(name)
        assert repr(name) in str(caught.value)
        assert "\n" not in str(caught.value)


def test_size() -> None:
    assert 7_000 <= tokens(TEXT) <= 9_500


def stated(card: str) -> list[int]:
    """The numbers in the row of a data card that states the size."""
    size = next(line for line in card.splitlines() if line.startswith("| Size"))
    return [number(word) for word in re.findall(r"(?<![\w-])\d[\d,]*(?= )", size)]


def test_the_data_cards_state_the_sizes_their_commands_recount() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    cards = dict(re.findall(r"(?ms)^## `([\w.]+)`\n(.*?)(?=^## |\Z)", readme))
    files = DOCUMENTS | PDFS
    sizes = {name: stated(cards.get(file, readme)) for name, file in files.items()}
    assert set(cards) == set(files.values()) - {"handbook.md"}, "the handbook's card is the first"
    counted = {}
    for command in re.findall(r"```bash\n(.+)\n```", readme):
        words = shlex.split(command)
        assert words.pop(0) == "python"
        ran = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=True, cwd=FOLDER.parents[1]
        )
        for line in ran.stdout.splitlines():
            *name, tokens_, characters, third = line.split()
            counted["".join(name) or "handbook"] = [int(tokens_), int(characters), int(third)]
    assert counted == sizes
    assert counted["handbook"] == [tokens(TEXT), len(TEXT), len(TEXT.encode())]
    assert all(4_000 <= size[0] <= 10_000 for size in sizes.values())


def test_the_data_card_counts_what_is_there() -> None:
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    names = {9: "nine", 16: "sixteen"}
    assert f"{names[len(TABLES)]} tables, one of them wide, one with {len(table('Code'))} rows" in card
    assert f"{names[len(BLOCKS)]} fenced blocks" in card
    assert f"{sum(marks == '##' for marks, _ in HEADINGS)} chapters" in card


def test_characters() -> None:
    assert "\r" not in TEXT
    assert not TEXT.startswith("\ufeff")
    assert TEXT.endswith("\n")
    assert not TEXT.endswith("\n\n")
    assert "\t" not in PROSE
    assert sum("\t" in body for _, body in BLOCKS) == 1
    assert not [line for line in TEXT.splitlines() if line != line.rstrip()]
    assert "\ufffd" not in TEXT
    assert TEXT.count("<|endoftext|>") == 1


def test_scripts_joiners_and_decomposed_accents() -> None:
    names = " ".join(unicodedata.name(char, "") for char in set(TEXT))
    assert all(script in names for script in ("CJK", "THAI", "ARABIC", "GREEK"))
    for text in ("李静", "Åse Bjørnstad", "Władysław", "São Tomé"):
        assert text in TEXT
    worker = "👩\u200d🔧"
    assert any(worker in body for body in blocks("json"))
    assert len(worker) == 3
    assert f"{worker} is three code points" in TEXT
    assert (len("Caf\u00e9"), len("Cafe\u0301")) == (4, 5)
    assert "`Caf\u00e9` typed with four code points finds `Cafe\u0301` typed with five" in TEXT
    assert unicodedata.normalize("NFC", "Cafe\u0301") == "Caf\u00e9"


@each("trap", ["e.g. ", "i.e. ", "approx. 3.5 s", "No. 7", "v2.1", "Dr. ", "U.S. "])
def test_traps_for_sentence_splitters_are_in_prose(trap: str) -> None:
    assert trap in PROSE


def test_fences_are_balanced() -> None:
    assert "```" not in PROSE
    assert not [body for _, body in BLOCKS if "```" in body]


def test_code_blocks() -> None:
    assert len(BLOCKS) >= 10
    assert {"bash", "json", "python", "yaml", "sql", "text"} <= {language for language, _ in BLOCKS}
    assert max(body.count("\n") for _, body in BLOCKS) >= 40
    assert any("\n\n" in body for _, body in BLOCKS)
    assert sum(bool(re.search(r"(?m)^# \w", body)) for _, body in BLOCKS) >= 2


def test_json_and_python_blocks_are_valid() -> None:
    for body in blocks("json"):
        json.loads(body)
    for body in blocks("python"):
        ast.parse(body)


def test_headings() -> None:
    levels = Counter(len(marks) for marks, _ in HEADINGS)
    assert levels[1] == 1
    assert 10 <= levels[2] <= 14
    assert levels[3] >= 20
    assert levels[4] >= 3
    assert set(levels) == {1, 2, 3, 4}
    depths = [len(marks) for marks, _ in HEADINGS]
    assert all(below <= above + 1 for above, below in pairwise(depths))
    assert "Authentication" in [title for marks, title in HEADINGS if marks == "##"]


def test_sections_differ_in_length() -> None:
    sizes = [tokens(body) for body in re.split(r"(?m)^#+ .+$", PROSE) if body.strip()]
    assert min(sizes) < 40
    assert max(sizes) > 500


def test_every_anchor_leads_to_one_heading() -> None:
    anchors = Counter(slug(title) for _, title in HEADINGS)
    links = re.findall(r"\]\(([^)]*)\)", PROSE)
    assert len(links) >= 10
    assert [link for link in links if anchors[link.removeprefix("#")] != 1 or link[0] != "#"] == []
    assert max(anchors.values()) == 1


def test_footnotes() -> None:
    used = re.findall(r"\[\^(\w+)\](?!:)", PROSE)
    defined = re.findall(r"(?m)^\[\^(\w+)\]:", PROSE)
    assert len(defined) >= 3
    assert used
    assert sorted(used) == sorted(defined)


def test_tables() -> None:
    assert len(TABLES) >= 5
    for rows in TABLES:
        assert {len(cells(row)) for row in rows} == {len(cells(rows[0]))}
        assert all(re.fullmatch(r":?-+:?", cell) for cell in cells(rows[1]))
        assert all(all(cells(row)) for row in rows)
    assert max(len(cells(rows[0])) for rows in TABLES) >= 10
    assert max(len(rows) - 2 for rows in TABLES) >= 15


def test_lists_and_quotes() -> None:
    assert re.search(r"(?m)^\d\. .*:\n   - ", PROSE), "a numbered list with bullets inside"
    assert re.search(r"(?m)^- .*:\n  - ", PROSE), "a bullet list with bullets inside"
    assert len(re.findall(r"(?m)^> ", PROSE)) >= 2


def test_paragraphs() -> None:
    sizes = [tokens(text) for text in PARAGRAPHS]
    assert max(sizes) > 350
    assert sum(size >= 150 for size in sizes) >= 3
    assert sum(len(re.findall(r"[.:?](?= |$)", text)) == 1 for text in PARAGRAPHS) >= 5, "of one sentence"
    sentences = [part for text in PARAGRAPHS for part in re.split(r"(?<=[.:;])\s+(?=[A-Z])", text)]
    assert max(tokens(sentence) for sentence in sentences) > 80


def test_one_paragraph_is_repeated_word_for_word() -> None:
    repeated = [(text, times) for text, times in Counter(PARAGRAPHS).items() if times > 1]
    ((text, times),) = repeated
    assert times == 3
    assert tokens(text) >= 40


def test_error_codes_are_those_of_the_error_table() -> None:
    rows = table("Code")
    listed = [row["Code"].strip("`") for row in rows]
    assert len(set(listed)) == len(listed) >= 15
    assert set(re.findall(r"\bE\d{4}\b", TEXT)) == set(listed)
    assert [code[1:4] for code in listed] == [row["Status"] for row in rows]


def test_scopes_are_those_of_the_scope_table() -> None:
    listed = {row["Scope"].strip("`") for row in table("Scope")} - {"admin"}
    used = set(re.findall(r"\b(?:devices|readings|shipments|alarms|exports|webhooks):\w+", TEXT))
    assert used == listed


def test_identifiers_have_the_stated_form() -> None:
    prefixed = re.findall(r"\b(?:dev|shp|rul|alm|whk|evt|exp|key)_([0-9A-Z]+)\b", TEXT)
    assert prefixed
    assert [name for name in prefixed if not re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{12}", name)] == []


def test_addresses_exist_nowhere() -> None:
    hosts = re.findall(r"(?:https?://|\w@)([\w.-]+)", TEXT)
    assert hosts
    assert [host for host in hosts if not host.rstrip(".").endswith(".test")] == []
