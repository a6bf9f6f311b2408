"""Many documents over many workers: the chunks of a plain loop, in its order, whichever worker made them or fails."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from chunklib import STRATEGIES, TEXT_STRATEGIES
from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.data import load, path
from chunklib.scale import Chunked, chunk_documents, each_document, local_client
from tests.dask_cluster import dask_cluster
from tests.free_port import free_port
from tests.peer_texts import TEXTS

if TYPE_CHECKING:
    from distributed import Client

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]
RECIPE = {"strategy": "recursive", "size": 64, "overlap": 16}


@pytest.fixture(scope="module")
def processes() -> Iterator[Client]:
    with local_client(2) as client:
        yield client


@pytest.fixture(scope="module")
def threads() -> Iterator[Client]:
    with local_client(2, processes=False) as client:
        yield client


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with dask_cluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster.address


def plainly(documents: dict[str, str], **config: Any) -> list[Chunk]:
    """The chunks that a loop of one line gives."""
    strategy = STRATEGIES[config.pop("strategy")]
    return [chunk for name, text in documents.items() for chunk in strategy(text, document=name, **config)]


# The same chunks


@pytest.mark.parametrize("where", ["processes", "threads", "address"])
def test_workers_give_what_a_plain_loop_gives(where: str, request: pytest.FixtureRequest) -> None:
    documents = TEXTS | {name: load(name) * 3 for name in ("handbook", "paper", "licence")}
    expected = Chunked(plainly(documents, **RECIPE), {})
    client = request.getfixturevalue(where)
    assert chunk_documents(documents, RECIPE, client, patience=60) == expected
    assert chunk_documents(documents, Chunker.from_config(RECIPE), client, patience=60) == expected
    split = partial(STRATEGIES["recursive"], size=64, overlap=16)
    assert chunk_documents(documents, split, client, patience=60) == expected
    assert chunk_documents(documents, RECIPE) == expected


@pytest.mark.parametrize("strategy", TEXT_STRATEGIES)
def test_every_strategy_can_be_sent(strategy: str, processes: Client) -> None:
    documents = {"one": load("handbook")[:6_000], "two": "", "three": TEXTS["prose"]}
    config = {"strategy": strategy, "size": 80, "overlap": 12}
    assert chunk_documents(documents, config, processes).chunks == plainly(documents, **config)


def some_documents(seed: int) -> dict[str, str]:
    """Up to nine documents, some empty, some long; drawn here, as Hypothesis cannot draw beside Dask's threads.

    They use the generator of ``random`` that all threads share, which Hypothesis takes for a strategy that does.
    """
    rng = Random(seed)  # noqa: S311 (cases for a test)
    parts = [*TEXTS.values(), "", " \n", "x" * 90_000]
    names = ["".join(rng.choices("abcde/ é汉", k=rng.randint(0, 4))) for _ in range(rng.randint(0, 9))]
    return {name: "".join(rng.choices(parts, k=rng.randint(0, 5))) for name in names}


@pytest.mark.parametrize("seed", range(25))
def test_the_order_is_that_of_the_documents(threads: Client, seed: int) -> None:
    documents = some_documents(seed)
    size = 1 + 7 * seed % 40
    config = {"strategy": "fixed_characters", "size": 100 * size, "overlap": size}
    found = list(each_document(documents, config, threads))
    assert [done.document for done in found] == list(documents)
    assert [chunk for done in found for chunk in done.chunks] == plainly(documents, **config)


def test_files_are_read_where_they_are_split(tmp_path: Path, processes: Client) -> None:
    file = tmp_path / "tea.txt"
    file.write_bytes("Té\r\nand ice. ".encode() * 50)
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff\xfe\xff")
    sources: dict[str, str | Path] = {"tea": file, "none": tmp_path / "none.txt", "bad": bad, "text": "One."}
    for client in (None, processes):
        found = chunk_documents(sources, RECIPE, client)
        assert found.chunks == plainly({"tea": "Té\nand ice. " * 50, "text": "One."}, **RECIPE)
        assert re.fullmatch(r"FileNotFoundError: .*none\.txt'", found.failures["none"])
        assert found.failures["bad"].startswith("UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff")


def test_a_pdf_is_given_as_its_path(processes: Client) -> None:
    files = {name: path(name) for name in ("commissioning", "annual_report")}
    config = {"strategy": "pdf", "size": 200, "overlap": 20}
    expected = [chunk for name, file in files.items() for chunk in STRATEGIES["pdf"](file, 200, 20, document=name)]
    assert chunk_documents(files, config, processes).chunks == chunk_documents(files, config).chunks == expected


def test_no_documents_give_no_chunks(processes: Client) -> None:
    for client in (None, processes):
        assert chunk_documents({}, RECIPE, client) == Chunked([], {})


# What fails


def some_fail(text: str, *, document: str) -> list[Chunk]:
    if document == "ends":
        os._exit(3)
    if document.startswith("bad"):
        raise KeyError(f"no {document}\nand more")
    return STRATEGIES["sentences"](text, 20, 0, document=document)


DOCUMENTS_OF_WHICH_SOME_FAIL = {"a": "One.", "bad": "Two.", "b": "Six.", "bad too": "", "c": "Ten. Go."}
OF_THE_OTHERS = {name: DOCUMENTS_OF_WHICH_SOME_FAIL[name] for name in "abc"}


@pytest.mark.parametrize("where", ["", "processes", "address"])
def test_a_document_that_fails_is_named_and_loses_no_other(where: str, request: pytest.FixtureRequest) -> None:
    client = request.getfixturevalue(where) if where else None
    found = chunk_documents(DOCUMENTS_OF_WHICH_SOME_FAIL, some_fail, client, patience=60)
    assert found.chunks == plainly(OF_THE_OTHERS, strategy="sentences", size=20, overlap=0)
    assert found.failures == {"bad": "KeyError: 'no bad\\nand more'", "bad too": "KeyError: 'no bad too\\nand more'"}


def test_a_document_that_ends_its_worker_is_named_and_loses_no_other() -> None:
    documents = {"a": "One.", "ends": "Two.", "b": "Six.", "c": "Ten. Go."}
    with local_client(2) as client:
        found = chunk_documents(documents, some_fail, client)
    assert found.chunks == plainly(OF_THE_OTHERS, strategy="sentences", size=20, overlap=0)
    assert found.failures == {"ends": "ChildProcessError: its worker ended: it was killed, or ran out of memory"}


@pytest.mark.parametrize(
    ("documents", "chunker", "error", "said"),
    [
        ({"a": "One."}, {"strategy": "best"}, ValueError, "best"),
        ({"a": "One."}, {**RECIPE, "overlap": 64}, ValueError, "overlap must be smaller than size"),
        ({"a": "One."}, 5, TypeError, "or a callable: got int"),
        (
            {"a": "One."},
            "recursive",
            TypeError,
            "a chunker is a description such as {'strategy': 'recursive'} or a callable: got str",
        ),
        ({"a": b"One."}, RECIPE, TypeError, "documents are texts or paths by name: got 'a': bytes"),
        ("One.", RECIPE, TypeError, "documents must be a dictionary from names to texts or paths: got str"),
        ({1: "One."}, RECIPE, TypeError, "documents are texts or paths by name: got 1: str"),
    ],
)
def test_what_is_impossible_is_refused_before_anything_is_sent(
    documents: Any, chunker: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=re.escape(said)):
        chunk_documents(documents, chunker, f"tcp://127.0.0.1:{free_port()}")


def test_a_scheduler_that_is_not_there_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    nobody = f"tcp://127.0.0.1:{free_port()}"
    said = rf"^no Dask scheduler answers at {nobody} within 1 s; start one with: dask scheduler --host 127\.0\.0\.1$"
    with pytest.raises(ConnectionError, match=said):
        chunk_documents({"a": "One."}, RECIPE, nobody, patience=1)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("wrong", ["", "here", "localhost:", "tcp://localhost", "tcp://localhost:http", ":8786"])
def test_what_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"the address of a Dask scheduler is tcp://host:port: got "):
        chunk_documents({"a": "One."}, RECIPE, wrong)


def test_a_scheduler_without_workers_is_one_line(tmp_path: Path) -> None:
    with (
        dask_cluster(tmp_path, workers=0) as cluster,
        pytest.raises(ConnectionError, match=r"has no worker: start one with: dask worker tcp://127\.0\.0\.1:\d+$"),
    ):
        chunk_documents({"a": "One."}, RECIPE, cluster.address, patience=2)


def slowly(text: str, *, document: str) -> list[Chunk]:
    time.sleep(0.2)
    return STRATEGIES["sentences"](text, 20, 0, document=document)


def test_a_scheduler_that_goes_away_is_one_line(tmp_path: Path) -> None:
    documents = {str(number): "One. " * 60_000 for number in range(40)}
    with dask_cluster(tmp_path, workers=1) as cluster:
        found = each_document(documents, slowly, cluster.address, patience=60)
        assert next(found).document == "0"
        threading.Timer(0.3, partial(os.killpg, cluster.scheduler.pid, signal.SIGKILL)).start()
        with pytest.raises(ConnectionError, match=r"^the Dask scheduler went away while '\d+' was chunked"):
            list(found)


def test_without_distributed_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = re.escape("chunking with Dask needs the package distributed: pip install 'chunklib[scale]'")
    with pytest.raises(ModuleNotFoundError, match=said):
        chunk_documents({"a": "One."}, RECIPE, "tcp://127.0.0.1:8786")
    with pytest.raises(ModuleNotFoundError, match=said), local_client():
        pass
    assert len(chunk_documents({"a": "One."}, RECIPE).chunks) == 1


# This machine


@pytest.mark.parametrize("mode", [True, False])
def test_local_workers_listen_on_loopback_only_and_end(mode: bool) -> None:
    me = psutil.Process()
    before = {child.pid for child in me.children(recursive=True)}
    with local_client(2, processes=mode) as client:
        assert client.submit(len, "abc").result() == 3
        started = [child for child in me.children(recursive=True) if child.pid not in before]
        listening = {
            socket.laddr.ip
            for process in (me, *started)
            for socket in process.net_connections("inet")
            if socket.status == psutil.CONN_LISTEN
        }
    assert listening == {"127.0.0.1"}
    assert (len(started) > 0) is mode
    _, alive = psutil.wait_procs([child for child in started if "resource_tracker" not in _words(child)], timeout=30)
    assert alive == []


def _words(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def test_a_script_says_nothing_but_what_it_prints(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from chunklib.scale import chunk_documents, local_client\n"
        'if __name__ == "__main__":\n'
        "    with local_client(2) as client:\n"
        f'        print(len(chunk_documents({{"a": "One. " * 90}}, {RECIPE}, client).chunks))\n',
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, "-W", "error", script], capture_output=True, text=True, check=False)
    expected = len(plainly({"a": "One. " * 90}, **RECIPE))
    assert (done.stdout, done.stderr) == (f"{expected}\n", "")


LAST_WORDS = """
import logging
from distributed.deploy import Cluster
from chunklib.scale import local_client

async def closed(cluster, before=Cluster._close):
    logging.getLogger("distributed.batched").info("a comm was closed while it sent")
    await before(cluster)

Cluster._close = closed
with local_client(1, processes=False):
    pass
logging.getLogger("distributed.batched").info("what others log is theirs")
"""


def test_what_connections_say_while_a_cluster_ends_is_not_shown() -> None:
    done = subprocess.run([sys.executable, "-c", LAST_WORDS], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert [line.rpartition(" - ")[2] for line in done.stderr.splitlines()] == ["what others log is theirs"]


@pytest.mark.parametrize("wrong", [0, -1, 2.5])
def test_workers_are_a_whole_number(wrong: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="workers must be"), local_client(wrong):
        pass
