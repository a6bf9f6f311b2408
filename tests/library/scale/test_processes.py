"""Processes of this machine give the chunks of a plain loop, in its order; one that dies loses its documents alone."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from chunklib import STRATEGIES
from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.scale import Chunked, chunk_documents, each_document
from tests.peer_texts import TEXTS

pytestmark = pytest.mark.slow
RECIPE = {"strategy": "recursive", "size": 64, "overlap": 16}
MANY = {f"{name} {number}": text * 3 for number in range(30) for name, text in TEXTS.items()} | {"": "", "white": " \n"}


def some_fail(text: str, *, document: str) -> list[Chunk]:
    if document.startswith("ends"):
        os._exit(3)
    if document.startswith("leaves"):
        sys.exit(3)
    if document.startswith("bad"):
        raise KeyError("no")
    return STRATEGIES["sentences"](text, 20, 0, document=document)


def test_processes_give_what_a_plain_loop_gives_and_say_how_far_they_are() -> None:
    heard: list[tuple[int, int]] = []
    found = chunk_documents(MANY, RECIPE, workers=2, progress=lambda *numbers: heard.append(numbers))
    assert found == chunk_documents(MANY, RECIPE, progress=lambda *numbers: heard.append(numbers))
    assert found.chunks
    assert heard == [(number, len(MANY)) for number in range(1, len(MANY) + 1)] * 2
    assert chunk_documents(dict(list(MANY.items())[:9]), Chunker.from_config(RECIPE), workers=50).failures == {}
    assert chunk_documents({}, RECIPE, workers=2) == Chunked([], {})


def test_documents_that_end_their_process_are_named_and_lose_no_other() -> None:
    odd = {"ends": "Two.", "b": "Six.", "leaves": "", "bad": "", "ends too": "x" * 300_000, "c": "Ten. Go."}
    long = {str(number): "One. Two. " * 9_000 for number in range(12)}
    documents = {"a": "One.", **long, **odd, "ends last": "."}
    found = chunk_documents(documents, some_fail, workers=2)
    died = "ChildProcessError: its worker ended: it was killed, or ran out of memory"
    left = {"leaves": "SystemExit: 3", "bad": "KeyError: 'no'"}
    assert found.failures == {"ends": died, **left, "ends too": died, "ends last": died}
    others = {name: text for name, text in documents.items() if name not in found.failures}
    assert found.chunks == chunk_documents(others, some_fail).chunks


class Broken:
    def __reduce__(self) -> Any:
        return int, ("is not a number where it is read",)


def unsendable(text: str, *, document: str) -> list[Chunk]:
    odd: dict[str, Any] = {"b": lambda: 0, "d": Broken()}
    metadata = {"odd": odd[document]} if document in odd else {}
    return [Chunk(text, 0, len(text), 1, 0, 0, document, "", metadata)]


def test_chunks_that_cannot_be_sent_are_a_failure_of_their_document() -> None:
    found = chunk_documents({"a": "One.", "b": "Six.", "c": "Ten.", "d": "Two."}, unsendable, workers=2)
    assert [chunk.document for chunk in found.chunks] == ["a", "c"]
    assert list(found.failures) == ["b", "d"]


@pytest.mark.parametrize(
    ("chunker", "more", "error", "said"),
    [
        (lambda text, document: [], {"workers": 2}, TypeError, "processes need a function that can be pickled: "),
        (RECIPE, {"workers": 0}, ValueError, "workers must be"),
        (RECIPE, {"workers": 2.5}, TypeError, "workers must be"),
        (RECIPE, {"workers": 2, "scheduler": object()}, ValueError, "the scheduler has its own: got 2"),
    ],
)
def test_what_is_impossible_is_refused(chunker: Any, more: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        chunk_documents({"a": "One."}, chunker, **more)


def run(tmp_path: Path, script: str) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "script.py"
    file.write_text(script, encoding="utf-8")
    return subprocess.run([sys.executable, "-W", "error", file], capture_output=True, text=True, check=False)


CALL = 'print(len(chunk_documents({"a": "One.", "b": "Two."}, split, workers=2).chunks))'
HEAD = 'from chunklib import chunk_documents\nsplit = {"strategy": "recursive"}\n'


def test_a_script_says_nothing_but_what_it_prints(tmp_path: Path) -> None:
    done = run(tmp_path, f'{HEAD}if __name__ == "__main__":\n    {CALL}\n')
    assert (done.stdout, done.stderr) == ("2\n", "")


def test_a_script_without_a_guard_ends_with_what_to_write(tmp_path: Path) -> None:
    done = run(tmp_path, f"{HEAD}{CALL}\n")
    assert "the processes ended before they could be sent anything; in a script, call this under: if " in done.stderr
    assert done.returncode == 1


def test_a_splitter_that_other_processes_do_not_have_is_refused(tmp_path: Path) -> None:
    call = CALL.replace("split", "mine")
    mine = f"    def mine(text, *, document):\n        return []\n    {call}\n"
    done = run(tmp_path, f'{HEAD}if __name__ == "__main__":\n{mine}')
    assert "a process cannot load the function: AttributeError: " in done.stderr
    assert "it must be importable in another process" in done.stderr


# Chunks that are not what they should be


@dataclass(frozen=True, slots=True, repr=False)
class Own(Chunk):
    pass


def odd(text: str, *, document: str) -> list[Chunk]:
    first, *others = STRATEGIES["sentences"](text, 5, 2, document=document)
    wrong: Any = replace
    return [
        *others,
        wrong(first, start_char=1.5, end_char="x"),
        wrong(first, text=None),
        wrong(first, text="other", index=True, size=-1),
        wrong(first, start_char=None),
        wrong(first, document="another", context="c", metadata={"pages": (1, 2)}),
        replace(first, text="", start_char=-9, end_char=10**30),
        Own(first.text, first.start_char, first.end_char, 1, 0, 0),
    ]


def test_odd_chunks_come_back_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunklib.scale.documents._LEAST", 1)  # each document is a task
    documents = {"a": "One. Two. Six.", "": "𓀀 é. Ten. \ud800", "/": "x. " * 200}
    found = chunk_documents(documents, odd, workers=2)
    assert found == chunk_documents(documents, odd)
    assert [type(chunk) for chunk in found.chunks] == [type(chunk) for chunk in chunk_documents(documents, odd).chunks]
    assert {type(chunk) for chunk in found.chunks} == {Chunk, Own}


def test_who_asks_may_throw_away_what_is_done() -> None:
    for workers in (1, 2):
        documents = {str(number): "One. " * 60_000 for number in range(9)}
        for done in each_document(documents, RECIPE, workers=workers):
            del documents[done.document]
        assert documents == {}


def slowly(text: str, *, document: str) -> list[Chunk]:
    time.sleep(600 if text == "Long." else 0)
    return STRATEGIES["sentences"](text, 20, 0, document=document)


def children() -> set[psutil.Process]:
    found = psutil.Process().children(recursive=True)
    return {child for child in found if "resource_tracker" not in " ".join(child.cmdline())}


def test_an_iterator_that_is_closed_ends_its_processes() -> None:
    before = children()
    documents = {str(number): "One. " * 60_000 for number in range(3)} | {"long": "Long."}
    found = each_document(documents, slowly, workers=2)
    assert next(found).document == "0"
    started = children() - before
    assert len(started) == 2
    found.close()  # type: ignore[attr-defined]
    assert psutil.wait_procs(started, timeout=30)[1] == []


SLOW = """
import os, time
from chunklib import chunk_documents
def split(text, *, document):
    os.write(1, b"begun\\n")  # in one piece: two processes begin at once
    time.sleep(600)
if __name__ == "__main__":
    try:
        chunk_documents({"a": "One.", "b": "Two." * 90_000, "c": "Six."}, split, workers=2)
    except KeyboardInterrupt:
        print("ended", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal's Ctrl-C is sent in another way there")
def test_ctrl_c_ends_all_without_a_word(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(SLOW, encoding="utf-8")
    words: Callable[..., Any] = partial(subprocess.Popen, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with words([sys.executable, file], start_new_session=True) as process:
        assert process.stdout.readline() == "begun\n"
        started = psutil.Process(process.pid).children(recursive=True)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all of them are sent it
        out, error = process.communicate(timeout=60)
    assert (out.replace("begun\n", ""), error, process.returncode) == ("ended\n", "", 0)
    assert psutil.wait_procs(started, timeout=30)[1] == []
