"""keep, mine and the pipeline: what is kept is used, what fails is named, and nothing is lost."""

from __future__ import annotations

import ast
import errno
import os
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from classroom import check, keep, mine
from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError
from classroom.judge.verdict import judge
from classroom.lessons import keeping, store, tries
from classroom.lessons.keep_button import Keepable
from classroom.lessons.kept.using import find
from tests.course.test_exercises import master_definitions
from tests.course.test_in_notebook import executed
from tests.each import each

ROOT = Path(__file__).parents[2]


def hello(name: str) -> str:
    return f"Hello, {name}!"


def again(name: str) -> str:
    return "Hello, " + name + "!"


def rude(name: str) -> str:
    return "Go away!"


def stub(text: str, start: int, end: int, limit: int) -> None:
    """Return the pieces."""
    raise NotImplementedError


def put(name: str, source: str) -> None:
    store.own_folder().mkdir(parents=True, exist_ok=True)
    (store.own_folder() / f"{name}.py").write_text(source, "utf-8")


def names(folder: Path) -> list[str]:
    found = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    return [name for name in found if "__pycache__" not in name]


def keep_master(name: str) -> None:
    """Keep the course's own answer: its cell in the solution, with what the cells before it define."""
    found = master_definitions(name)
    constants = [one for one in found if not isinstance(one, ast.Assign) or ast.unparse(one).split(" ")[0].isupper()]
    written = map(ast.unparse, constants)
    put(name, "\n".join(one for one in written if "classroom" not in one and "COLORS" not in one))  # no plots


def test_only_a_function_that_passes_is_kept_also_after_one_that_did(own: Path) -> None:
    check(hello)
    check(rude, "hello")  # the record still says right, and the digest in it is now that of this one
    refused = str(keep(rude, "hello"))
    assert refused.startswith("hello is not kept: only a function that passes its check is.\nhello   ✗ not yet")
    assert not own.exists()
    assert str(keep(hello)) == "hello is kept in my_rag/hello.py."
    assert str(keep(hello)) == "hello is already kept in my_rag/hello.py."


def test_a_later_version_takes_its_place_and_the_old_ones_stay(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, one in enumerate([hello, again, hello, again]):
        said = str(keep(one, "hello"))
        assert said.endswith(f"The version before it is now my_rag/old/hello-{number}.py.") or number == 0
    laid = names(keeping.LAID_OUT)
    assert [name for name in names(own) if name not in laid] == ["hello.py", *(f"old/hello-{n}.py" for n in (1, 2, 3))]
    assert {"__init__.py", "__main__.py", "bot.py", "pyproject.toml"} <= {*laid} & {*names(own)}
    assert [("again" in (own / f"old/hello-{n}.py").read_text()) for n in (1, 2, 3)] == [False, True, False]
    assert mine("hello")("Ada") == "Hello, Ada!"
    assert capsys.readouterr().out == "hello: yours, from my_rag\n"


@pytest.mark.parametrize("full", ["old/hello-1.py", "hello.py"])
def test_on_a_full_disk_nothing_is_lost(full: str, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(hello)
    before = {name: (own / name).read_bytes() for name in names(own)}
    real = os.fsync

    def fsync(handle: int) -> None:
        if any(own.rglob(f".{Path(full).name}.*")):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(CourseError) as caught:
        keep(again, "hello")
    assert str(caught.value) == "hello is not kept (No space left on device); what was there before is kept"
    assert {name: (own / name).read_bytes() for name in names(own)} == before


TWO_TABS = """
import sys
from classroom.lessons import keeping
keeping._prove = lambda *_: None
keeping.written = lambda *_: f"# {sys.argv[1]} {number}"
keeping.tries.passed.add(("hello", keeping.fingerprint(print)))
for number in range(15):
    keeping.keep(print, "hello")
"""


def test_two_tabs_that_keep_at_once_lose_no_version(own: Path) -> None:
    tabs = [subprocess.Popen([sys.executable, "-c", TWO_TABS, str(n)]) for n in (0, 1)]
    assert [tab.wait() for tab in tabs] == [0, 0]
    there = {(own / name).read_text() for name in names(own) if "hello" in name}
    assert there == {f"# {tab} {number}" for tab in (0, 1) for number in range(15)}


LEFT_OUT = "natural_pieces: you have not written it yet; solve it in exercise 07 before you call it"
USES_IT = """
def smart_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    return natural_pieces(text, 0, len(text), max_tokens, model)
"""


@pytest.mark.parametrize("there", ["nothing", "a stub", "what mine gave"])
def test_what_is_left_out_stops_nothing_and_says_so_when_it_is_called(
    there: str, own: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if there != "nothing":
        given = mine("natural_pieces") if there == "what mine gave" else stub
        monkeypatch.setattr(sys.modules["__main__"], "natural_pieces", given, raising=False)
        capsys.readouterr()
    missing = mine("natural_pieces")
    assert capsys.readouterr().out == f"{LEFT_OUT}\n"
    with pytest.raises(CourseError, match=re.escape(LEFT_OUT)):
        missing("a b", 0, 3, limit=1)
    names: dict[str, Any] = {"natural_pieces": missing}
    exec(USES_IT, names)  # noqa: S102 -- our own
    report = check(names["smart_chunk"])
    assert (report.state, report.points) == ("raises", 0)
    assert LEFT_OUT in str(report)
    assert judge(missing, EXERCISES["natural_pieces"]).points == 0


def test_mine_takes_what_is_kept_or_else_what_is_written_in_this_notebook(
    own: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "passed", set())
    monkeypatch.setattr(sys.modules["__main__"], "hello", again, raising=False)
    assert mine("hello") is again
    check(again, "hello")
    assert mine("hello") is again
    keep(hello)
    assert mine("hello")("Ada") == "Hello, Ada!"
    first, *others = capsys.readouterr().out.splitlines()
    assert first == "hello: yours, from this notebook; it has not passed its check yet"
    assert others == ["hello: yours, from this notebook", "hello: yours, from my_rag"]


BROKEN = {
    "while True: pass": "had not ended after 0.5 seconds of work",
    "def other(): pass": "it has no function count_windows",
    "def count_windows(": "SyntaxError: '(' was never closed (count_windows.py, line 1)",
}


@pytest.mark.parametrize("source", BROKEN)
def test_a_module_that_does_not_import_is_set_aside(
    source: str, quick: None, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put("count_windows.broken-1", "taken")
    put("count_windows", source)
    assert not isinstance(mine("count_windows"), FunctionType)
    named, used = capsys.readouterr().out.splitlines()
    shown = f"my_rag/count_windows.py cannot be used ({BROKEN[source]})"
    assert named == f"{shown}; it is set aside as my_rag/count_windows.broken-2.py"
    assert used == "count_windows: yours cannot be used; solve it in exercise 04 before you call it"
    assert names(own) == ["count_windows.broken-1.py", "count_windows.broken-2.py"]
    assert (own / "count_windows.broken-2.py").read_text() == source


STORAGE = """
def storage_impact(tokens, size, overlap):
    if tokens < 0:
        raise ValueError(tokens)
    chunks = windows(tokens, size, overlap)
    stored = tokens + max(0, chunks - 1) * overlap
    return {"chunks": chunks, "tokens": stored, "redundancy": stored / tokens if tokens else 1.0, "cost": stored * 2e-8}
"""


def test_what_mine_gave_is_used_by_the_next_function_and_kept_with_it(
    own: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep_master("count_windows")
    path = tmp_path / "answers.py"
    path.write_text(STORAGE)
    there = type(sys)("answers")
    vars(there).update(windows=mine("count_windows"), __file__=str(path))
    monkeypatch.setitem(sys.modules, "answers", there)
    exec(compile(path.read_text(), str(path), "exec"), vars(there))  # noqa: S102 -- our own
    assert str(keep(there.storage_impact)) == "storage_impact is kept in my_rag/storage_impact.py."
    assert mine("storage_impact")(10, 4, 1)["tokens"] == 12


def test_what_is_not_a_function_of_an_exercise_is_refused_by_its_name() -> None:
    with pytest.raises(CourseError, match=re.escape("keep takes a function, as in keep(hello): got an integer")):
        keep(1)  # type: ignore[arg-type]
    with pytest.raises(CourseError, match=re.escape('as in keep(function, "hello")')):
        keep(len)


def test_a_right_report_offers_to_keep_only_where_there_is_my_rag(own: Path) -> None:
    plain = check(hello)
    assert type(plain) is not Keepable
    own.mkdir(parents=True)
    offered = check(again, "hello")
    assert str(offered) == f'{plain}\n  keep(again, "hello") puts it into my_rag'
    assert str(check(hello)) == f"{plain}\n  keep(hello) puts it into my_rag"
    assert type(check(rude, "hello")) is type(plain)
    names: dict[str, Any] = {}
    exec("def hello(name): return f'Hello, {name}!'", names)  # noqa: S102 -- a notebook without keep
    assert str(check(names["hello"])).endswith("\n  from classroom import keep; keep(hello) puts it into my_rag")
    button, said = offered.button().children  # type: ignore[attr-defined]
    button.click()
    assert "hello is kept in my_rag/hello.py." in said.value
    assert find("hello") is not None


@each(("name", "there", "former"), [
    ("fixed_size_chunks", "", "the library's recursive (200 tokens)"),
    ("fixed_size_chunks", "smart_chunk", ""),
    ("sliding_window", "fixed_size_chunks", "your fixed_size_chunks"),
    ("retrieve", "smart_chunk", "BM25"),
    ("count_windows", "", ""),
])  # fmt: skip
def test_keep_says_what_ask_uses_it_for_only_where_that_is_so(name: str, there: str, former: str, own: Path) -> None:
    """It names what it takes the place of and how to undo it, and the one who undoes it has what was there before."""
    put(there, "")
    file = f"my_rag/{name}.py"
    used = f" From now on, ask uses it instead of {former}, unless you give it chunks. To undo this, delete {file}."
    assert keeping._put(name, "") == f"{name} is kept in {file}.{used if former else ''}"
    (own / f"{name}.py").unlink()
    assert keeping._replaced(name, own) == former
    (own / f"{there}.py").unlink()


NOTEBOOK = [
    "import re\nfrom functools import cache\nfrom classroom import check, keep, mine",
    "WORD = 'Hello'\ntext = open('note.txt', 'w')  # a name that hello has of its own",
    "from dataclasses import dataclass",
    "@dataclass\nclass Greeting:\n    word: str\n    def to(self, name): return f'{self.word}, {name}!'",
    "mark = lambda text: re.sub('$', '', text)\n@cache\ndef greeting(): return Greeting(WORD)",
    "def hello(name: str) -> str:\n    # as I wrote it\n    text = greeting().to(name)\n    return mark(text)",
    "check(hello)",
    "keep(hello)",
    "text.close()\nmine('hello')('Ada')",
]


def test_a_function_of_several_cells_is_kept_and_lives_after_the_kernel(own: Path, tmp_path: Path) -> None:
    own.mkdir(parents=True)
    checked, kept, used = (cell.outputs for cell in executed(tmp_path, NOTEBOOK).cells[-3:])
    assert checked[0]["data"]["text/plain"].endswith("\n  keep(hello) puts it into my_rag")
    assert "application/vnd.jupyter.widget-view+json" in checked[1]["data"]
    assert kept[0]["data"]["text/plain"] == "hello is kept in my_rag/hello.py."
    assert used[0]["text"] + used[1]["data"]["text/plain"] == "hello: yours, from my_rag\n'Hello, Ada!'"
    code = "from my_rag.hello import hello; print(hello('Ada'))"
    fresh = subprocess.run([sys.executable, "-c", code], cwd=own.parent, capture_output=True, text=True, check=True)
    assert fresh.stdout == "Hello, Ada!\n"
    assert "    # as I wrote it\n" in (own / "hello.py").read_text("utf-8")
