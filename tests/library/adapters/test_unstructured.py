"""Unstructured, in the release that the project speaks of, changes texts, and does not return from some."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType

import pytest

from chunklib.adapters import PEERS
from chunklib.contract import Report, audit
from tests.each import each
from tests.peer_texts import TEXTS

ROOT = Path(__file__).parents[3]
SIZE, OVERLAP = 64, 16


def by_unstructured(text: str, size: int = SIZE, overlap: int = OVERLAP) -> Report:
    return audit(text, PEERS["unstructured"].prepare(size, overlap)(text), size=size, overlap=overlap)


def test_unstructured_joins_paragraphs_and_loses_what_stood_between_them() -> None:
    text = "One stands here.\n\n\n\nTwo stands there.\n\nThree is gone."
    report = by_unstructured(text, 20, 0)
    assert [chunk.text for chunk in report.chunks] == ["One stands here.\n\nTwo stands there.\n\nThree is gone."]
    assert not report["exact"].ok
    assert report["bounded"].ok
    assert by_unstructured(text.replace("\n\n\n\n", "\n\n"), 20, 0).ok


def test_unstructured_counts_the_overlap_between_paragraphs_in_characters() -> None:
    text = "One paragraph stands here.\n\nAnother one follows it."
    [first, second] = by_unstructured(text, 8, 4).chunks
    assert (first.end_char, second.start_char) == (26, 22)
    assert second.text.startswith("ere.\n\nAnother"), "four characters; four tokens were asked"


class OutOfTimeError(Exception):
    """Raised in the middle of a split."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an alarm after some processor time")
@each("title", ["Thai", "a long URL"])
def test_unstructured_does_not_return_from_an_unbroken_run_with_overlap(title: str) -> None:
    """Without overlap it needs some hundredths of a second at most."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTimeError

    assert by_unstructured(TEXTS[title], overlap=0)["bounded"].ok
    split = PEERS["unstructured"].prepare(SIZE, OVERLAP)
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.5)
    try:
        with pytest.raises(OutOfTimeError):
            split(TEXTS[title])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def test_unstructured_reaches_no_network_and_starts_no_process() -> None:
    watched = """
import sys
sys.addaudithook(lambda event, args: event in REACHING and print(event, args))
REACHING = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "subprocess.Popen")
from chunklib.adapters import PEERS
print(len(PEERS["unstructured"].prepare(20, 4)("One two three. " * 40)) > 3)
"""
    done = subprocess.run([sys.executable, "-c", watched], capture_output=True, text=True, check=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("True\n", "")
