"""The line that counts while a long cell runs: seen while it runs, and gone when it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

CELL = """\
from classroom.lessons.counter import counter
advance = counter("steps")
for done in range(4):
    advance(done, 3)
print("done")"""


BOTH = """\
from classroom import ask, bring
from tests.course.test_pipeline import five_megabytes
bring(five_megabytes())
for _ in range(2):
    print(ask("When does a delivered shipment close by itself?").text)"""
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


def executed(source: str, folder: Path) -> tuple[Any, list[str]]:
    """Run a notebook of one cell; returns it, and the texts that were shown on the way."""
    seen: list[str] = []

    class Client(nbclient.NotebookClient):  # type: ignore[misc,name-defined]
        def process_message(self, msg: Any, *more: Any) -> Any:
            if msg["msg_type"] in ("display_data", "update_display_data"):
                seen.append(msg["content"]["data"]["text/plain"])
            return super().process_message(msg, *more)

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    Client(notebook, kernel_name="python3", timeout=60, resources={"metadata": {"path": str(folder)}}).execute()
    return notebook, seen


def bars(what: str, total: int) -> list[str]:
    full = [24 * done // total for done in range(total)]
    return [f"[{'#' * one}{'.' * (24 - one)}] {done} of {total} {what}" for done, one in enumerate(full)]


@pytest.mark.slow
def test_five_megabytes_show_a_bar_that_ends_and_a_second_question_shows_none(tmp_path: Path) -> None:
    notebook, seen = executed(BOTH, tmp_path)
    looked, index = "4 parts looked at", "3 parts of the index"
    assert seen == [
        *[looked, *bars("parts looked at", 4), looked],
        *[index, *bars("parts of the index", 3), index],
    ]
    printed = "".join(output.get("text", "") for output in notebook.cells[0].outputs)
    assert printed.count("72 hours after delivery") == 2


def test_the_line_counts_and_leaves_no_trace(tmp_path: Path) -> None:
    notebook, seen = executed(CELL, tmp_path)
    assert seen == ["3 steps", *bars("steps", 3), "3 steps"]
    first, last = notebook.cells[0].outputs
    assert (first.data["text/plain"], last.text) == ("3 steps", "done\n")
