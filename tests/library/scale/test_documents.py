"""Many documents, in a loop and over a Dask cluster: the same chunks in the same order, whichever worker fails."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chunklib import STRATEGIES, TEXT_STRATEGIES
from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.cuts.code import _grammar
from chunklib.data import load, path
from chunklib.scale import Chunked, chunk_documents, each_document
from tests.dask_cluster import dask_cluster
from tests.each import each
from tests.peer_texts import TEXTS

pytestmark = pytest.mark.slow
RECIPE = {"strategy": "recursive", "size": 64, "overlap": 16}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with dask_cluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster.client


def plainly(documents: dict[str, str], **config: Any) -> list[Chunk]:
    """The chunks that a loop of one line gives."""
    strategy = STRATEGIES[config.pop("strategy")]
    return [chunk for name, text in documents.items() for chunk in strategy(text, document=name, **config)]


# The same chunks


def test_workers_give_what_a_plain_loop_gives(client: Any) -> None:
    documents = TEXTS | {name: load(name) * 3 for name in ("handbook", "paper", "licence")}
    expected = Chunked(plainly(documents, **RECIPE), {})
    for split in (RECIPE, Chunker.from_config(RECIPE), partial(STRATEGIES["recursive"], size=64, overlap=16)):
        assert chunk_documents(documents, split, client) == expected
    assert chunk_documents(documents, RECIPE) == expected
    assert chunk_documents({}, RECIPE, client) == chunk_documents({}, RECIPE) == Chunked([], {})


@each("strategy", TEXT_STRATEGIES)
def test_every_strategy_can_be_sent(strategy: str, client: Any) -> None:
    documents = {"one": load("handbook")[:6_000], "two": "", "three": TEXTS["prose"]}
    config = {"strategy": strategy, "size": 80, "overlap": 12}
    assert chunk_documents(documents, config, client).chunks == plainly(documents, **config)


def test_files_are_read_where_they_are_split(tmp_path: Path, client: Any) -> None:
    file = tmp_path / "tea.txt"
    file.write_bytes("Té\r\nand ice. ".encode() * 50)
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff\xfe\xff")
    sources: dict[str, str | Path] = {"tea": file, "none": tmp_path / "none.txt", "bad": bad, "text": "One."}
    for scheduler in (None, client):
        found = chunk_documents(sources, RECIPE, scheduler)
        assert found.chunks == plainly({"tea": "Té\r\nand ice. " * 50, "text": "One."}, **RECIPE)
        gone = f"FileNotFoundError: cannot read {tmp_path / 'none.txt'}: no such file or directory"
        assert found.failures == {"none": gone, "bad": f"ValueError: {bad} is not UTF-8: byte 0xff at offset 0"}
        split = partial(STRATEGIES["recursive"], size=64, overlap=16)
        assert chunk_documents(sources, split, scheduler) == found


def test_a_mixed_folder_is_split_by_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_bash", None)
    _grammar.cache_clear()
    (tmp_path / "a.MDX").write_bytes(b"# Tea\r\n\r\nWait.\r\n")
    (tmp_path / "b.sh").write_text("echo", "utf-8")
    (tmp_path / "c.json").write_text("{", "utf-8")
    (tmp_path / "d.pdf").write_bytes(path("commissioning").read_bytes())
    (tmp_path / "e").mkdir()
    files = sorted(tmp_path.iterdir())
    found = chunk_documents(files, {"size": 300, "overlap": 0})
    good = [Chunker.for_file(file, size=300, overlap=0)(file) for file in (files[0], files[3])]
    assert found.chunks == [chunk for chunks in good for chunk in chunks]
    assert [*found.failures] == [str(files[place]) for place in (1, 2, 4)]
    assert "pip install 'chunklib[code-bash]'" in found.failures.pop(str(files.pop(1)))
    assert found.failures[str(files[3])] == f"IsADirectoryError: cannot read {files[3]}: is a directory"
    assert chunk_documents(files, {"size": 300, "overlap": 0}, workers=2) == found
    named: dict[str, str | Path] = {"x.md": "# Tea\n\nWait.", "y.pdf": "One.", "z": files[0]}
    found = chunk_documents(named)
    assert {chunk.document: chunk.context for chunk in found.chunks} == {"x.md": "Tea", "z": "Tea"}
    assert found.failures == {"y.pdf": "TypeError: pdf takes a file: give its pathlib.Path, not a text"}
    with pytest.raises(TypeError, match="markdown takes no option 'sise'"):
        chunk_documents(files, {"sise": 300})


def test_a_pdf_is_given_as_its_path(client: Any) -> None:
    files = {"commissioning": path("commissioning")}
    config = {"strategy": "pdf", "size": 200, "overlap": 20}
    expected = STRATEGIES["pdf"](files["commissioning"], 200, 20, document="commissioning")
    for scheduler in (None, client):
        assert chunk_documents(files, config, scheduler).chunks == expected


# What fails


def some_fail(text: str, *, document: str) -> list[Chunk]:
    if document == "ends":
        os._exit(3)
    if document.startswith("bad"):
        raise KeyError(f"no {document}\nand more")
    return STRATEGIES["sentences"](text, 20, 0, document=document)


def test_a_document_that_fails_or_ends_its_worker_is_named_and_loses_no_other(client: Any) -> None:
    documents = {"a": "One.", "bad": "Two.", "b": "Six.", "bad too": "", "c": "Ten. Go."}
    others = plainly({name: documents[name] for name in "abc"}, strategy="sentences", size=20, overlap=0)
    failures = {"bad": "KeyError: 'no bad\\nand more'", "bad too": "KeyError: 'no bad too\\nand more'"}
    assert chunk_documents(documents, some_fail) == Chunked(others, failures)
    found = chunk_documents({"ends": "", **documents}, some_fail, client)
    ended = "ChildProcessError: its worker ended: it was killed, or ran out of memory"
    assert found == Chunked(others, {"ends": ended, **failures})


class Shy(Exception):
    def __str__(self) -> str:
        raise ValueError


def shy(_: str) -> Any:
    raise Shy


WRONG = {
    shy: "Shy",
    sys.exit: "SystemExit: Two.",
    str.split: "TypeError: a splitter must give chunks (chunklib.Chunk): got str at place 0",
    print: "TypeError: a splitter must give chunks (chunklib.Chunk): got NoneType",
}


@each("split", WRONG)
def test_a_splitter_that_fails_in_an_odd_way_loses_no_other_document(split: Any) -> None:
    def some_wrong(text: str, *, document: str) -> Any:
        return split(text) if document == "odd" else STRATEGIES["sentences"](text, 20, 0, document=document)

    found = chunk_documents({"a": "One.", "odd": "Two.", "b": "Six."}, some_wrong)
    assert [chunk.document for chunk in found.chunks] == ["a", "b"]
    assert found.failures == {"odd": WRONG[split]}


def test_the_keyboard_still_ends_it() -> None:
    def interrupted(text: str, *, document: str) -> list[Chunk]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chunk_documents({"a": "One."}, interrupted)


@each(
    ("documents", "chunker", "error", "said"),
    [
        ({"a": "One."}, {"strategy": "best"}, ValueError, "best"),
        (
            {"a": "One."},
            5,
            TypeError,
            "a chunker is a description such as {'strategy': 'recursive'} or a callable: got int",
        ),
        ({"a": b"One."}, RECIPE, TypeError, "documents are texts or paths by name: got 'a': bytes"),
        ("One.", RECIPE, TypeError, "documents must be a dictionary from names to texts or paths: got str"),
        (["One."], RECIPE, TypeError, "from names to texts or paths, or a list of paths: got str at"),
        ({1: "One."}, RECIPE, TypeError, "documents are texts or paths by name: got 1: str"),
    ],
)
def test_what_is_impossible_is_refused(documents: Any, chunker: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        chunk_documents(documents, chunker)


# Schedulers


def test_what_is_no_client_is_refused() -> None:
    wrong: Any = "tcp://127.0.0.1:8786"
    said = "scheduler must be None or a client of Dask that is not asynchronous: got str"
    with pytest.raises(TypeError, match=f"^{said}$"):
        chunk_documents({"a": "One."}, RECIPE, wrong)


def test_a_scheduler_without_workers_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunklib.scale.dask_client._PATIENCE", 2)
    with (
        dask_cluster(tmp_path, workers=0) as cluster,
        pytest.raises(ConnectionError, match=r"has no worker: start one with: dask worker tcp://127\.0\.0\.1:\d+$"),
    ):
        chunk_documents({"a": "One."}, RECIPE, cluster.client)


def slowly(text: str, *, document: str) -> list[Chunk]:
    time.sleep(0.2)
    return STRATEGIES["sentences"](text, 20, 0, document=document)


def test_a_scheduler_that_goes_away_is_one_line(tmp_path: Path) -> None:
    documents = {str(number): "One. " * 60_000 for number in range(40)}
    with dask_cluster(tmp_path, workers=1) as cluster:
        found = each_document(documents, slowly, cluster.client)
        assert next(found).document == "0"
        threading.Timer(0.3, partial(os.killpg, cluster.scheduler.pid, signal.SIGKILL)).start()
        with pytest.raises(ConnectionError, match=r"^the Dask scheduler went away while '\d+' was chunked"):
            list(found)


def test_without_distributed_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = re.escape("chunking with Dask needs the package distributed: pip install 'chunklib[scale]'")
    with pytest.raises(ModuleNotFoundError, match=said):
        chunk_documents({"a": "One."}, RECIPE, object())  # type: ignore[arg-type]
    assert len(chunk_documents({"a": "One."}, RECIPE).chunks) == 1
