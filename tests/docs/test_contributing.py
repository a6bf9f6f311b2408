"""The places that CONTRIBUTING and the page on lessons name are there."""

from __future__ import annotations

import re

from deploy.words import ROOT
from tests.each import each

TEXT = "".join((ROOT / page).read_text("utf-8") for page in ("CONTRIBUTING.md", "docs/writing_lessons.md"))
FOLDERS = "chunklib|course|classroom|deploy|docs|exercises|notebooks|research|solutions|tests"
PLACES = sorted(set(re.findall(rf"`((?:{FOLDERS})/[\w./]*)`", TEXT)))


@each("place", PLACES)
def test_a_place_is_there(place: str) -> None:
    """A capital word stands for any name."""
    pattern = re.sub("NN_slug|NN|FUNCTION|NAME", "*", place.rstrip("/"))
    assert any(ROOT.glob(pattern))
