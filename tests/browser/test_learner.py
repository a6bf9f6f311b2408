"""A learner's way in a real browser: an empty folder, the first lessons, a document of their own, a newer course.

The tests are one way and follow one another: each goes on from what the one before it left in the folder.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Locator, Page, expect

from chunklib.evaluation import load_benchmark
from tests.browser.conftest import ROOT, RUN_MS, WIDE, Lab
from tests.browser.looking import barriers, illegible, switch
from tests.browser.test_labelling import PLACE, box
from tests.browser.test_predict import tab_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.conftest import Course

pytestmark = pytest.mark.required_in_ci

LESSON_0, LESSON_1 = "notebooks/00_start_here.ipynb", "notebooks/01_why_chunk.ipynb"
UNTOUCHED = "notebooks/05_sentences.ipynb"
EXERCISE_1 = "exercises/01_why_chunk/01_why_chunk.ipynb"
ADDED = "This sentence came with the newer course."
SEEDLINGS = "The seedlings \U0001f331 stay in the cold frame until the twelfth of May."
SPADE = "The spade hangs in the blue shed."
WORMS = "Worms leave a compost heap that is dry."
TABLE = "| plant | sow in | harvest in |\n|---|---|---|\n| carrot \U0001f955 | March | July |\n| bean | May | August |"
FILLER = "Every evening somebody writes the weather of the day into the large book in the kitchen. " * 9
GARDEN = f"""# Our garden \U0001f469\u200d\U0001f33e

{FILLER}

## Plants

{TABLE}

{FILLER}

## Frames

{FILLER}{SEEDLINGS}

## Tools

{SPADE} {FILLER}

## Compost

{WORMS} {FILLER}
"""
RETRIEVE = r"""
def retrieve(question, chunks, k):
    if k < 1:
        raise ValueError("k must be at least 1")
    words = [set(re.findall(r"\w+", chunk.lower())) for chunk in chunks]
    asked = set(re.findall(r"\w+", question.lower()))
    worth = {word: sum(word not in own for own in words) for word in asked}
    scores = [sum(worth[word] for word in asked & own) for own in words]
    best = sorted(range(len(chunks)), key=lambda place: -scores[place])
    return [place for place in best if scores[place]][:k]
"""


@pytest.fixture(scope="module")
def lab(shared_page: Page, learner: Course) -> Iterator[Lab]:
    """The learner's Lab, on a small screen."""
    shared_page.set_viewport_size({"width": 1024, "height": 768})
    yield Lab(shared_page, learner)
    shared_page.set_viewport_size(WIDE)


def record(lab: Lab) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((lab.course.folder / ".chunklib" / "progress.json").read_text("utf-8"))
    return found


def run_to(lab: Lab, code: str) -> Locator:
    """Run cell after cell with the keyboard, until the cell with this code is the active one."""
    target = lab.cell(code)
    for _ in range(60):
        if target.evaluate("cell => cell.classList.contains('jp-mod-active')"):
            break
        lab.page.keyboard.press("Shift+Enter")
    expect(target).to_have_class(re.compile("jp-mod-active"))
    lab.until_idle()
    return target


def fill_in(lab: Lab, name: str, code: str) -> Locator:
    """Write a blank anew with the keyboard, run it and its check; the cell of the check is active before and after."""
    page = lab.page
    for key in ("ArrowUp", "Enter", "ControlOrMeta+a"):
        page.keyboard.press(key)
    page.keyboard.insert_text(code)
    for key in ("Shift+Enter", "Shift+Enter", "ArrowUp"):
        page.keyboard.press(key)
    lab.until_idle()
    return lab.cell(f'checked("{name}")')


def assert_open_to_all(lab: Lab) -> None:
    """Let nothing that the notebook shows bar a reader, in either theme."""
    outputs = lab.page.locator(".jp-OutputArea-output")
    for theme in ("light", "dark"):
        assert (theme, barriers(outputs), illegible(outputs)) == (theme, [], [])
        switch(lab)


def save(lab: Lab) -> None:
    lab.page.keyboard.press("ControlOrMeta+s")
    expect(lab.page.locator("#jp-main-dock-panel .lm-mod-current.jp-mod-dirty")).to_have_count(0)


def test_from_an_empty_folder_to_a_blank_wrong_and_right_by_keyboard(lab: Lab) -> None:
    page = lab.page
    page.goto(f"{lab.course.url}/?token={lab.course.token}")  # as the command opens it
    expect(page.get_by_role("heading", name="0 · Start here")).to_be_visible(timeout=RUN_MS)
    expect(page.locator(".jp-DirListing-itemName", has_text="start_here.md")).to_be_visible()
    lab.until_idle()

    check = run_to(lab, 'checked("is_torn")')
    blank = lab.cell("def is_torn(").locator(".cm-content").inner_text()
    assert "any(____ for" in blank
    page.keyboard.press("Shift+Enter")
    expect(check).to_contain_text("○ is_torn: not started yet")
    page.keyboard.press("ArrowUp")
    wrong = fill_in(lab, "is_torn", blank.replace("____", "sentence == chunk"))
    expect(wrong).to_contain_text("Until yours is right, the cells below use the course's is_torn. This cell's result")
    expect(wrong).to_contain_text("expected False")
    right = fill_in(lab, "is_torn", blank.replace("____", "sentence in chunk"))
    expect(right).to_contain_text("✓ is_torn")


def test_a_guess_by_keyboard_and_the_corrected_answer(lab: Lab) -> None:
    page = lab.page
    compare = run_to(lab, 'compare("00-torn"')
    number = page.get_by_role("textbox", name="torn sentences").first
    tab_to(lab, number, *"many", "Enter", tab="Shift+Tab")
    expect(page.get_by_role("status").filter(has_text='"many" is not a number here.')).to_be_visible()
    tab_to(lab, number, "ControlOrMeta+a", *"30", "Enter")
    expect(page.get_by_role("status").filter(has_text="Kept: 30. Run the next cell.")).to_be_visible()
    answer, other = (page.locator(f"details.chunklib-after-00-{name}").first for name in ("torn", "natural"))
    for fold in (answer, other):
        expect(fold).not_to_have_attribute("open", "")
    tab_to(lab, page.locator(".jp-Notebook .jp-Cell.jp-mod-active"), "ArrowDown", "Shift+Enter", tab="Shift+Tab")
    expect(compare).to_contain_text("you: 30   ·   measured: 97")
    expect(answer).to_have_attribute("open", "")  # by itself

    answered = lab.cell("ask(question, chunks=natural)")
    run_to(lab, 'print("the longest:"')
    expect(answered).to_contain_text("its readings stay, and its identifier is never used again.”")
    expect(other).not_to_have_attribute("open", "")  # without a guess
    other.locator("summary").press("Enter")  # and nothing is locked
    expect(other).to_have_attribute("open", "")
    assert record(lab)["predictions"]["00-torn"] == {"guess": [30], "measured": [97], "late": False, "opened": False}
    assert record(lab)["blanks"]["00_start_here/is_torn"] == "right"
    assert lab.errors() == []


def test_nothing_bars_a_reader_of_the_lesson_in_either_theme(lab: Lab, complaints: list[str]) -> None:
    run_to(lab, 'checked("times_stored")')
    wrong = lab.cell("def times_stored(").locator(".cm-content").inner_text().replace("____", "document_tokens")
    expect(fill_in(lab, "times_stored", wrong)).to_contain_text("✗ times_stored")
    save(lab)
    sideways = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    assert lab.page.locator(".jp-CodeCell .cm-scroller").evaluate_all(sideways) == 0
    breaks = "all => [...new Set(all.map(one => getComputedStyle(one).wordBreak))]"
    assert lab.page.locator(".jp-OutputArea-output pre").evaluate_all(breaks) == ["normal"]  # not within a word
    assert_open_to_all(lab)
    assert complaints == []
    lab.page.get_by_role("link", name="overlap", exact=True).click()  # an entry far below the top of the glossary
    expect(lab.page.locator(".jp-MarkdownViewer").get_by_text("overlap", exact=True).first).to_be_in_viewport()


def test_lesson_1_answers_from_a_document_of_ones_own(lab: Lab) -> None:
    body = {"type": "file", "format": "text", "content": GARDEN}
    lab.course.ask("api/contents/garden.md", body)  # what Lab sends for a file that is dropped on its list
    lab.open(LESSON_1)
    lab.replace(lab.cell("from classroom import ask, bring"), "from classroom import ask, bring")
    lab.replace(lab.cell('bring("handbook")'), 'bring("garden.md")')
    brought = lab.cell('bring("garden.md")')
    expect(brought).to_contain_text("parts: headings 5, tables 1, code blocks 0")
    lab.replace(
        lab.cell("# Your turn: a question about your document"), 'ask("How long do seedlings stay in the frame?")'
    )
    asked = lab.cell("How long do seedlings")
    expect(asked.get_by_role("status")).to_have_text(f"“{SEEDLINGS}” [1]")
    expect(asked.locator("mark")).to_have_text(SEEDLINGS)
    expect(asked).to_contain_text("chunks and ranking: the library's recursive (200 tokens) and BM25")
    start, end = (
        int(place) for place in re.findall(r"characters (\d+)–([\d]+)", asked.inner_text().replace(",", ""))[0]
    )
    assert SEEDLINGS in GARDEN[start:end]
    assert lab.errors() == []
    assert_open_to_all(lab)
    save(lab)


def test_a_function_that_is_kept_works_in_a_later_notebook(lab: Lab) -> None:
    lab.open(EXERCISE_1)
    lab.replace(lab.cell("import re"), "import re\n\nfrom classroom import check, hint")
    lab.replace(lab.cell("def retrieve("), RETRIEVE)
    checked = lab.cell("check(retrieve)")
    lab.run(checked)
    expect(checked).to_contain_text("✓ right", timeout=RUN_MS)
    lab.page.get_by_role("button", name="Keep this function in my_rag").click()
    kept = "retrieve is kept in my_rag/retrieve.py. From now on, ask uses it instead of BM25"
    expect(checked.get_by_role("status")).to_contain_text(kept, timeout=RUN_MS)
    expect(checked.get_by_role("status")).to_contain_text("There are no questions about garden yet.")
    assert lab.errors() == []
    save(lab)

    later = lab.course.write_notebook("later.ipynb", 'from classroom import ask\n\nask("Where is the spade?")')
    lab.open(later)
    lab.run_all()
    asked = lab.cell("the spade")
    expect(asked.get_by_role("status")).to_have_text(f"“{SPADE}” [1]")
    expect(asked).to_contain_text("the library's recursive (200 tokens) and your retrieve")


def test_three_labelled_questions_are_a_benchmark(lab: Lab) -> None:
    asked = {
        SPADE: "Where do we dig?",
        WORMS: "What drives animals away?",
        "| bean | May | August |": "When are beans ripe?",
    }
    lab.open(lab.course.write_notebook("labels.ipynb", "from classroom import label\n\nlabel()"))
    lab.run_all()
    widget = lab.cell("label()")
    for number, (evidence, question) in enumerate(asked.items(), 1):
        widget.get_by_role("textbox", name="find").fill(evidence)
        widget.get_by_role("textbox", name="find").press("Enter")
        expect(box(widget).locator(".found")).to_have_text(evidence)
        left, top, right, bottom = lab.page.evaluate(PLACE, [box(widget).element_handle(), evidence])
        lab.page.mouse.move(left, top)
        lab.page.mouse.down()
        lab.page.mouse.move(right, bottom, steps=8)
        lab.page.mouse.up()
        widget.get_by_role("textbox", name="question").fill(question)
        widget.get_by_role("button", name="Save the question").click()
        expect(widget.get_by_role("status")).to_contain_text(f"{number} of 3 questions about 'garden'")
    benchmark = load_benchmark(lab.course.folder / "my_rag" / "questions")
    found = {one.text: [GARDEN[slice(*span)] for span in one.spans] for one in benchmark.questions}
    assert found == {question: [evidence] for evidence, question in asked.items()}
    assert benchmark.documents == {"garden": GARDEN}
    assert_open_to_all(lab)


def test_a_newer_course_keeps_what_is_the_learners(lab: Lab, tmp_path: Path) -> None:
    folder = lab.course.folder
    kept = ["my_rag/retrieve.py", "my_rag/document.txt", "my_rag/questions/questions_df.csv", ".chunklib/progress.json"]
    before = {name: (folder / name).read_bytes() for name in [*kept, LESSON_0, LESSON_1, EXERCISE_1]}
    newer = newer_course(tmp_path, LESSON_0, UNTOUCHED)
    said = subprocess.check_output(
        [sys.executable, "-m", "classroom.lessons.folder", "start", folder.name, "--only-files"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(newer), str(ROOT)])},
        cwd=folder.parent,
        text=True,
    )
    assert said.splitlines()[:2] == [
        f"{folder.name}: files updated, which you had not changed: 1",
        f"{folder.name}/{LESSON_0} is as you changed it; the course has a newer one.",
    ]
    assert {name: (folder / name).read_bytes() for name in before} == before
    lab.open(UNTOUCHED)
    expect(lab.page.get_by_role("paragraph").filter(has_text=ADDED)).to_be_visible()
    lab.open(LESSON_0)
    expect(lab.page.get_by_text(ADDED)).to_have_count(0)
    expect(lab.cell("def is_torn(")).to_contain_text("any(sentence in chunk for chunk in chunks)")
    lab.open(
        lab.course.write_notebook(
            "where.ipynb", "from classroom import mine, progress, score\n\nmine('retrieve')\nprint(score())\nprogress()"
        )
    )
    lab.run_all()
    expect(lab.cell("progress()")).to_contain_text("retrieve: yours, from my_rag")
    expect(lab.cell("progress()")).to_contain_text("your 3 questions: evidence read 0 of 3 · answered 0 of 3")
    expect(lab.cell("progress()")).to_contain_text("0 of 1 within 20 %")


def newer_course(place: Path, *lessons: str) -> Path:
    """Copy the course, with a sentence more in some lessons."""
    for part in ("classroom", "exercises", "notebooks/learner"):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "docs/glossary.md"):
        (place / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, place / name)
    for lesson in lessons:
        path = place / lesson.replace("notebooks", "notebooks/learner")
        notebook = json.loads(path.read_text("utf-8"))
        notebook["cells"][0]["source"] = [*notebook["cells"][0]["source"], f"\n\n{ADDED}"]
        path.write_text(json.dumps(notebook), "utf-8")
    return place
