"""The course's documents are loaded as stored, and stay as they are: labelled questions hold places in them."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from chunklib.data import DOCUMENTS, PDFS, load, path
from tests.each import each

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "chunklib" / "data"
DIGESTS = {
    "handbook": "14c87737d2e48db9bc91ab24b2910fe05ac46aefa80cc57863616bbe01d32f39",
    "licence": "71119d76d07d1b8aab71502e1de16f1175c80aafbb11504504ade3d238f52a46",
    "support_chat": "e790d0d336bfc1a636b7a0624fb5876d1eaa9d41703cea755fd65798c27232a3",
    "paper": "960cb9dfbe2f1c438ca6967a904fcc2e669d0dac2d7ce0a7b3e8a7bb45dd2a28",
    "inventory": "a10789c44c074f85545ac21f209eb9941ea10d2c6e57db96e6a2eb4026bc2ad3",
    "catalogue": "c1ad697d81f67f80102ab2a7af602930b92f86cd554cde32bd73604b2ed3c974",
    "commissioning": "1592370a6f7d9255a25e02b6f73cc2c8a7dbeebd0e5b8e7fd8d02e1def944621",
    "annual_report": "7ffe83f72f5bc57f38b04301ed81588254b1060ca724f389138f448cfb46cf8b",
}


@each("name", [*DOCUMENTS, *PDFS])
def test_a_document_is_as_it_was(name: str) -> None:
    assert sha256(path(name).read_bytes()).hexdigest() == DIGESTS[name]
    assert name in PDFS or load(name).encode("utf-8") == path(name).read_bytes()


def test_every_document_in_the_folder_can_be_loaded() -> None:
    stored = {file.name for file in FOLDER.iterdir() if file.is_file()} - {"README.md", "__init__.py"}
    assert stored == {*DOCUMENTS.values(), *PDFS.values()}


@each("name", PDFS)
def test_a_pdf_has_a_path_and_is_not_loaded_as_text(name: str) -> None:
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


def test_the_stored_pdfs_are_what_the_script_makes(tmp_path: Path) -> None:
    script = [sys.executable, "-W", "error", str(ROOT / "docs/sources/make_pdfs.py"), str(tmp_path)]
    subprocess.run(script, check=True, capture_output=True)
    for name, file in PDFS.items():
        assert (tmp_path / file).read_bytes() == path(name).read_bytes()
