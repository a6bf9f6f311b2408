"""The data cards say how large the documents are, and what is in them."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from chunklib.data import DOCUMENTS, PDFS
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
