"""The claims that are in the package say what their commands show, and can be read and found."""

from __future__ import annotations

from typing import get_args

import pytest

from chunklib.evaluation.claims import CLAIMS, Claim, Status, claim
from tests.each import each


@each("one", CLAIMS)
def test_a_claim_is_whole_and_is_read_as_text(one: Claim) -> None:
    assert [figure for figure in one.figures if figure not in one.found] == []
    assert bool(one.command) == bool(one.figures) != bool(one.why_not)
    assert one.status in get_args(Status)
    assert ("Public:" in one.found) <= ("not on board" in one.source)
    read = " ".join(str(one).split())
    for part in (one.key, one.said, one.who, one.status, one.found, one.source, one.why_not, one.elsewhere):
        assert " ".join(part.split()) in read
    assert (one.command or "") in str(one)  # in one line, to be copied


def test_keys_lead_to_their_claims() -> None:
    assert [claim(one.key) for one in CLAIMS] == list(CLAIMS)
    with pytest.raises(KeyError, match=r"no claim 'tea': choose one of window-loop, "):
        claim("tea")
