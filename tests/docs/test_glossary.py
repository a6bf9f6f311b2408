"""Every name of the code that the glossary gives is still there."""

from __future__ import annotations

import pkgutil
import re
from dataclasses import fields, is_dataclass
from pathlib import Path

from deploy.words import ROOT
from tests.each import each

GLOSSARY = (ROOT / "docs/glossary.md").read_text("utf-8")
TERMS = re.findall(r"^- \*\*(.+?)\*\*", GLOSSARY, re.MULTILINE)
NAMES = sorted(set(re.findall(r"`((?:chunklib|classroom)[\w.]*)`", GLOSSARY)))


def has(name: str) -> bool:
    """Tell whether a dotted name can be imported; the last part may be a field of a dataclass."""
    owner, _, last = name.rpartition(".")
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        try:
            found = pkgutil.resolve_name(owner)
        except (ImportError, AttributeError, ValueError):
            return False
        return is_dataclass(found) and last in {field.name for field in fields(found)}
    return True


def test_there_are_terms_and_names_and_each_term_is_there_once() -> None:
    assert 50 <= len(TERMS) <= 60
    assert len(set(TERMS)) == len(TERMS)
    assert len(NAMES) > len(TERMS) / 2


@each("name", NAMES)
def test_a_name_of_the_glossary_is_in_the_code(name: str) -> None:
    assert has(name)


@each("page", ["README.md", "CONTRIBUTING.md"])
def test_the_front_pages_lead_to_the_glossary(page: str) -> None:
    assert "(docs/glossary.md)" in Path(ROOT, page).read_text("utf-8")
