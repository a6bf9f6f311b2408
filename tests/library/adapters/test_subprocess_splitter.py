"""A splitter in a process of its own: it may raise, hang, print or crash, and what comes of it is one error."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from chunklib.adapters import third_party
from chunklib.adapters.subprocess_splitter import _told, apart, outcome
from chunklib.adapters.third_party import PEERS, SplitterFailed, find
from chunklib.chunk_records import Record, records
from tests.each import each
from tests.own_splitters import SOURCE

TEXT = "One two three. Four five six."


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a user's own module in it."""
    (tmp_path / "own.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_a_function_in_the_current_folder_is_found_and_may_print(capfd: pytest.CaptureFixture[str]) -> None:
    with apart("own:good", 12, 4) as split:
        first, second = split(TEXT, 0), split("é 👩‍🔧 \u2028 \ud800", 0)
    assert first.chunks == [
        Record("One two thre", 0, 12),
        Record("three. Four ", 8, 20),
        Record("our five six", 16, 28),
        Record(" six.", 24, 29),
    ]
    assert second.chunks[0].text == "é 👩‍🔧 \u2028 \ud800"
    assert first.cost is None
    assert capfd.readouterr() == ("", "")


def test_a_generator_is_a_list_of_chunks() -> None:
    with apart("own:lazy", 20, 0) as split:
        assert [chunk.text for chunk in split(TEXT, 0).chunks] == [TEXT[:20], TEXT[20:]]


@pytest.mark.parametrize("name", ["langchain:recursive", "semchunk"])
def test_a_peer_gives_what_it_gives_here(name: str) -> None:
    text = TEXT * 9
    with apart(name, 20, 5, "gpt-4o") as split:
        assert split(text, 0).chunks == records(PEERS[name].prepare(20, 5, "gpt-4o")(text), text)


def test_the_cost_is_in_encodes() -> None:
    with apart("semchunk", 60, 10) as split:
        cost = split(TEXT * 200, 1).cost
    assert cost is not None
    assert cost > 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("leaves", "raised SystemExit: bye"),
        ("quits", "ended its process with status 3"),
        ("killed", "ended its process with signal SIGKILL"),
        ("asks", "raised EOFError: EOF when reading a line"),
        ("missing", "own has no callable 'missing'"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(name: str, said: str) -> None:
    with pytest.raises(SplitterFailed) as failed, apart(f"own:{name}", 12, 4) as split:
        split(TEXT, 0)
    assert str(failed.value) == f"own:{name}: {said}"


@each(
    ("name", "said"),
    [
        ("angry", "raised ValueError: bad text"),
        ("silent", "raised KeyError"),
        ("deep", "raised RecursionError: maximum recursion depth exceeded"),
        ("number", "returned no chunks: chunks must be a list of chunks: got int"),
        ("numbers", "returned no chunks: chunk 0 has no text: got a int"),
        ("shy", "raised Shy"),
        ("dated", "returned no chunks: chunk 0 has no whole numbers as offsets: start_char='today', end_char=None"),
        ("value", "own has no callable 'value'"),
    ],
)
def test_what_does_no_harm_to_a_process_is_said_alike(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("own")
    exec(SOURCE, vars(module))  # noqa: S102 (our own text)
    monkeypatch.setitem(sys.modules, "own", module)
    prepare = partial(find(f"own:{name}").prepare, 12, 4)
    assert json.loads(_told(partial(outcome, prepare, TEXT, "cl100k_base", 0))) == [None, said]


def test_a_module_that_cannot_be_imported() -> None:
    with (
        pytest.raises(SplitterFailed, match=r"^broken:f: cannot import broken: ZeroDivisionError: "),
        apart("broken:f", 9, 1),
    ):
        pass


def test_a_package_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(third_party, "version_of", lambda name: "")
    told = json.loads(_told(partial(PEERS["semchunk"].prepare, 9, 1)))
    assert told == [None, "the package semchunk is not installed: pip install 'chunklib[peers]'"]


def running(name: str) -> Callable[[], bool]:
    """Make a question: does a process of that command still run?"""
    return lambda: any(
        name.encode() in Path(folder, "cmdline").read_bytes()
        for folder in Path("/proc").glob("[0-9]*")
        if Path(folder, "cmdline").exists()
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_one_that_hangs_is_ended_with_what_it_started(tmp_path: Path) -> None:
    mark = f"time.sleep(6{os.getpid()})"
    source = Path("own.py").read_text(encoding="utf-8").replace("time.sleep(600)", mark)
    Path("own.py").write_text(source, encoding="utf-8")
    with pytest.raises(SplitterFailed) as failed, apart("own:hang", 12, 4, limit=9) as split:
        split(TEXT, 0)
    assert str(failed.value) == "own:hang: takes more than 9 seconds for 29 characters"
    deadline = time.monotonic() + 10
    while running(mark)() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not running(mark)()
