"""Hostile notebooks in a kernel: each cell has an answer or a reason, and nothing is left behind."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import psutil
import pytest

from classroom.grader.sandbox.bubblewrap import Bubblewrap, NoSandbox, find_bubblewrap
from classroom.grader.sandbox.cell_output import MAX_TEXT, Output, Ran
from classroom.grader.sandbox.kernel import FILES_BYTES, LIMITS, Job, files_beside, run_in_kernel

pytestmark = pytest.mark.required_in_ci

TIGHT = replace(LIMITS, cpu=15.0, total=30.0)
AFTER = "print('after')"
ENDS = {  # what ends the kernel, or the process around it, and the reason that everything after it has
    "it exits": ("import os\nos._exit(3)", "the kernel died (exit status 3)"),
    "its client is killed": (
        "import os\nos.kill(os.getppid(), 9)",
        "the notebook ended the process it ran in (signal 9)",
    ),
    "a fork bomb": ("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", "the notebook "),
    "no interrupt": (
        "import signal, time\nsignal.signal(2, signal.SIG_IGN)\nwhile True: pass",
        "the kernel did not answer any more",
    ),
    "a message that is none": (
        "get_ipython().kernel.send_response(get_ipython().kernel.iopub_socket, 'stream', {'name': 3})",
        "the kernel did not answer any more",
    ),
    "writing on all sockets": (
        "import os\nfor at in range(3, 256):\n    try: os.write(at, b'\\0\\0\\0\\x02{}')\n    except OSError: pass",
        "",
    ),
}
GOES_ON = {  # what a cell does, and what of it is seen; the next cell runs
    "while True: pass": "KeyboardInterrupt",
    "print('x' * 20_000_000)": "x" * 1000,
    "import os\nos.listdir('/proc')": "No such file or directory: '/proc'",
    "import socket\nsocket.socket()": "Address family not supported",
    "input()": "input requests",
    "%who\n%time x = 1": "Wall time",
    "!echo from a shell; sleep 0.5": "from a shell",  # IPython may lose what a command writes as it ends
    "%%bash\necho $((6 * 7))": "42",
    "import sys\nsys.exit()": "SystemExit",
    "class R:\n    def __repr__(self): return '1' * 10**6\nR()": "1" * 1000,
    "from IPython.display import HTML, display\ndisplay(HTML('<script>alert(1)</script>'))": "display.HTML object>",
    "print('\\x1b]0;title\\x07\\u202e')": "\ufffd]0;title\ufffd\ufffd",
    "open('/scratch/notebook/new', 'wb').write(b'0' * 2**26)": "File too large",
    "import os\nsorted(os.listdir('/library/classroom'))": "['grader', 'judge']",
    "import classroom\nclassroom.check(print)": "judges nothing in a kernel",
    "open('given/words.txt').read()": "'two words'",
    "import os\n[name for name in os.environ.values() if 'secret' in name]": "[]",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2])": "<Figure",
    "import sys\nfor at in range(40): sys.displayhook(at)": "19",
    "shown = display(1, display_id=True)": "1",
    "shown.update(2)": "",
    "def f(": "SyntaxError",
    "": "",
    "x = []\nwhile True: x.append(bytearray(10_000_000))": "MemoryError",
}


@cache
def sandbox() -> Bubblewrap:
    try:
        return find_bubblewrap((Path(__file__).parents[2] / "solutions",))
    except NoSandbox as error:
        pytest.skip(str(error))


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """No process and no handle may be left by a notebook."""
    gc.collect()
    before = {child.pid for child in psutil.Process().children(recursive=True)}, psutil.Process().num_fds()
    yield
    gc.collect()
    assert ({child.pid for child in psutil.Process().children(recursive=True)}, psutil.Process().num_fds()) == before


def words(ran: Ran) -> str:
    return "\n".join(f"{one.name} {one.text}" for one in ran.outputs)


@pytest.mark.parametrize("kind", ENDS)
def test_what_ends_a_kernel_is_said_of_every_cell_after_it(kind: str) -> None:
    source, reason = ENDS[kind]
    result = run_in_kernel(sandbox(), Job(("1 + 1", source, AFTER, AFTER), {}, 1), TIGHT)
    assert result.cells[0] == Ran((Output("execute_result", "", "2"),))
    over = [one.over for one in result.cells]
    assert over[2] == over[3]
    assert over[2].startswith(f"not executed: {reason}")
    assert "disturbed" not in over[2]  # so the grader's own pipe is out of reach
    assert [one.outputs for one in result.cells[2:]] == [(), ()]
    assert not result.unasserted


def test_what_does_not_end_it_is_an_answer_and_the_next_cell_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLASS_SEED", "a secret")
    sources = [part for source in GOES_ON for part in (source, AFTER)]
    result = run_in_kernel(sandbox(), Job(tuple(sources), {"given/words.txt": b"two words"}, 15), LIMITS)
    assert [one.over for one in result.cells if one.over] == []
    assert not result.unasserted
    for (source, seen), ran in zip(GOES_ON.items(), result.cells[::2], strict=True):
        assert seen in words(ran), (source, ran)
        assert len(words(ran)) <= MAX_TEXT + 12_000
    assert [words(one) for one in result.cells[1::2]] == ["stdout after\n"] * len(GOES_ON)
    assert sum(len(words(one)) for one in result.cells) < 1_100_000


def test_a_thousand_cells_and_what_they_show_in_all() -> None:
    result = run_in_kernel(sandbox(), Job(("print('x' * 3000)",) * 999 + ("7",), {}), LIMITS)
    assert words(result.cells[-1]) == " 7"  # a result is kept, however much was shown before it
    shown = [len(words(one)) for one in result.cells]
    assert shown[0] == 3008
    assert sum(shown) < 1_100_000


def test_the_time_of_a_notebook_is_that_of_all_its_cells() -> None:
    result = run_in_kernel(sandbox(), Job(("import time\ntime.sleep(0.5)",) * 60, {}), replace(LIMITS, total=1.2))
    assert result.cells[0].over == ""
    assert result.cells[-1].over == "not executed: the notebook had not ended when its time was over"


def test_who_stops_the_process_around_the_kernel_is_out_of_time() -> None:
    result = run_in_kernel(
        sandbox(), Job(("import os\nos.kill(os.getppid(), 19)", AFTER), {}), replace(LIMITS, total=1)
    )
    assert [one.over for one in result.cells] == [
        "the notebook had not ended when its time was over",
        "not executed: the notebook had not ended when its time was over",
    ]


def test_the_work_of_a_notebook_is_that_of_all_its_cells() -> None:
    busy = "import time\nuntil = time.process_time() + 0.5\nwhile time.process_time() < until: pass"
    result = run_in_kernel(sandbox(), Job((busy,) * 20, {}), replace(LIMITS, cpu=1.5))
    assert result.cells[0].over == ""
    assert result.cells[-1].over == "not executed: the notebook had not ended after 1.5 seconds of work"


def test_a_plain_process_for_what_is_trusted() -> None:
    """Without a sandbox the answers are the same, and the folder it ran in is gone."""
    result = run_in_kernel(None, Job(("import os\nos.getcwd()", "open('a').read()", "1 / 0"), {"a": b"A"}), TIGHT)
    folder = result.cells[0].outputs[0].text.strip("'")
    assert Path(folder).is_absolute()
    assert not Path(folder).exists()
    assert words(result.cells[1]) == " 'A'"
    assert "ZeroDivisionError" in words(result.cells[2])


def test_files_beside_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.txt").write_bytes(b"A")
    (tmp_path / "quiz.ipynb").write_bytes(b"{}")
    (tmp_path / "link").symlink_to("/etc/passwd")
    assert files_beside(tmp_path) == {"data/a.txt": b"A"}
    (tmp_path / "large").write_bytes(bytes(FILES_BYTES))
    with pytest.raises(NoSandbox, match=r"have 8,388,609 bytes, and 8,388,608 fit"):
        files_beside(tmp_path)
