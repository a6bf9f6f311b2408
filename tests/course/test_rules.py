"""Each rule of the page lint on a page that breaks it, and all of them on a page that breaks none."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest

from classroom.build import common_rules, exercise_rules, lesson_rules
from classroom.build.collect import pages
from classroom.build.masters import BuildError

if TYPE_CHECKING:
    from classroom.build.page import Page, Rule

RULES = {"common": common_rules.RULES, "lesson": lesson_rules.RULES, "exercise": exercise_rules.RULES}

# A small page that keeps every rule, and one change for each way of breaking one.

SAMPLES = Path(__file__).with_name("samples")
FILLER = "# %% [markdown]\n# More.\n\n" * 12
LESSON = (SAMPLES / "rules_lesson.txt").read_text(encoding="utf-8")
EXERCISE = (SAMPLES / "rules_exercise.txt").read_text(encoding="utf-8")
SOURCES = {"lesson": LESSON, "exercise": EXERCISE}
RAISED = {"output_type": "error", "ename": "IndexError", "evalue": "no", "traceback": ["IndexError: no"]}

BROKEN: list[tuple[str, str, str, str, str]] = [
    # kind of page, rule, text of the sample, what replaces it, part of what is found
    ("lesson", "headings", "# # 3 · Sample\n", "# Sample\n", "no title"),
    ("lesson", "headings", "# ## Pitfalls", "# # Pitfalls", "a second title: Pitfalls"),
    ("lesson", "headings", "# ## Pitfalls\n", "# ## Pitfalls\n# #### Deep\n", "#### Deep skips a level"),
    ("lesson", "headings", "# - The other.", "# - The other.\n# ## Recap", "inside a cell"),
    ("lesson", "alternative text", "![a bar of six]", "![ ]", "image without words"),
    ("lesson", "alternative text", "# This.", '# <img src="picture.png" alt="">', "<img> without alt"),
    ("lesson", "alternative text", "# This.", "# <img src='picture.png'>", "<img> without alt"),
    ("lesson", "alternative text", 'figure(fig, "six")', "figure(fig)", "figure() without alternative text"),
    ("lesson", "alternative text", 'figure(fig, "six")', 'figure(fig, alt=" ")', "figure() without"),
    ("lesson", "offline page", "# This.", "# ![a bar](https://e.org/a.png)", "remote image"),
    ("lesson", "offline page", "# This.", '# <img alt="a" src="//e.org/a.png">', "<img src=//e.org/a.png>"),
    ("lesson", "offline page", "# This.", "# <script>1</script>", "<script>"),
    ("lesson", "offline page", "# This.", '# <b style="background: url(http://e.org)">a</b>', "<b style="),
    ("lesson", "offline page", "# This.", "# [there](https://e.org)", "https://e.org outside Sources"),
    ("lesson", "offline code", "# %%\n2\n", "# %%\n!ls\n", "not plain Python"),
    ("lesson", "offline code", "# %%\n2\n", "# %%\n%matplotlib inline\n", "not plain Python"),
    ("lesson", "offline code", "# %%\n2\n", "# %%\nimport urllib.request\n", "imports urllib.request"),
    ("lesson", "offline code", "# %%\n2\n", "# %%\nfrom requests import get\n", "imports requests"),
    ("lesson", "offline code", "# %%\n2\n", "# %%\n'https://e.org/a'\n", "an address in code: https://e.org"),
    ("lesson", "no machine", "# This.", "# In /home/ada/course.", "absolute path '/home/a'"),
    ("lesson", "no machine", "# %%\n2\n", "# %%\nopen('C:\\\\Users\\\\ada')\n", "absolute path"),
    ("lesson", "no machine", "# This.", f"# In {sys.prefix}/bin.", "absolute path"),
    ("lesson", "no machine", "# This.", "# Traceback (most recent call last):", "a traceback"),
    ("lesson", "finished", "# This.", "# TODO: this.", "TODO"),
    ("lesson", "links", "(../exercises/03_sample/", "(../exercises/3_sample/", "no such file"),
    ("lesson", "links", "# This.", '# <a href="nowhere.ipynb">a</a>', "nowhere.ipynb: no such file"),
    ("lesson", "links", "(#Two-questions-back)", "(#two-questions)", "#two-questions: no such heading"),
    ("lesson", "links", "# This.", "# [a](../docs/glossary.md)", "glossary.md: no such entry; name one"),
    ("lesson", "links", "# This.", "# [a](../docs/glossary.md#chunks)", "#chunks: no such entry"),
    ("lesson", "title", "# # 3 · Sample", "# # 4 · Sample", "# 4 · Sample"),
    ("lesson", "title", "# # 3 · Sample", "# # 3. Sample", "# 3. Sample"),
    ("lesson", "minutes", "*35 minutes", "*25 minutes", "25 minutes"),
    ("lesson", "minutes", " · question 1", " · where", "no line like"),
    ("lesson", "objectives", "# - speak.\n", "", "2 objectives"),
    ("lesson", "objectives", "# - speak.\n", "# - speak;\n# - go.\n", "4 objectives"),
    ("lesson", "sections", "# ## Pitfalls", "# ## Traps", "'Traps'"),
    (
        "lesson",
        "sections",
        "# %% [markdown]\n# ## Quiz",
        "# %% [markdown]\n# ## Two questions first",
        "Two questions first",
    ),
    ("lesson", "looking back", "# 2. And why?\n", "", "1 numbered questions"),
    (
        "lesson",
        "looking back",
        "<summary>Answers</summary>\n#\n",
        "<summary>Answers</summary>\n",
        "no answers",
    ),
    ("lesson", "failure", '# %%\n2\n\n# %% tags=["raises-exception"]\n[][3]\n', "", "has no code cell"),
    ("lesson", "rounds", "# ## Round 3: three\n# **Predict: how many at last?**", "# ### On", "2 rounds"),
    ("lesson", "rounds", "# ## Round 2", "# ## Round 4", "'Round 4: two' is round 2"),
    ("lesson", "rounds", "**Predict: how many?**", "**Predict.** Many.", "'Round 1: one' has no Predict"),
    ("lesson", "rounds", "**Predict: how many?**", "How many?", "'Round 1: one' has no Predict"),
    ("lesson", "rounds", "# %%\n3\n", "# %% [markdown]\n# 3\n", "'Round 1: one' has no Predict"),
    ("lesson", "rounds", "# Three, because there are as many", "# Three,", "'Round 1: one' has no Predict"),
    ("lesson", "worked example", '# %%\nfigure(fig, "six")\n', "", "has no code cell"),
    ("lesson", "widget", "chunk_viewer(", "viewer(", "no call of against_demands or chunk_viewer"),
    ("lesson", "widget", "**Question.**", "Question:", "no **Question.**"),
    ("lesson", "pitfalls", "# - The other.", "# The other.", "1 pitfalls"),
    ("lesson", "recap", "# | Function |", "# | Thing |", "0 rows"),
    ("lesson", "recap", "# | `two()` | that |", "# | two | that |", "1 rows"),
    ("lesson", "quiz", 'quiz("03_sample")', 'quiz("04_sample")', 'no quiz("03_sample")'),
    (
        "lesson",
        "exercise",
        "[The exercise](../exercises/",
        "[The exercise](exercises/",
        "no link to ../exercises/",
    ),
    ("lesson", "cells", FILLER, FILLER[: len(FILLER) // 2], "cells"),
    ("lesson", "cells", FILLER, FILLER * 3, "cells"),
    ("lesson", "words", "# This.", "# " + "word " * 1200, "words"),
    ("lesson", "code", "# %%\n2\n", "# %%\n" + "2\n" * 21, "a cell of 21 lines"),
    ("lesson", "code", "# %%\n", "# %%\n1\n2\n3\n4\n5\n", "median"),
    ("exercise", "title", "# # Exercise 3 ·", "# # Exercise 4 ·", "# Exercise 4 · Sample"),
    ("exercise", "title", "[Back](../../notebooks/", "[Back](../notebooks/", "no link to ../../notebooks/"),
    ("exercise", "title", " · about 20 minutes", "", "no 'about N minutes'"),
    ("exercise", "sections", "# ## Find the bug", "# ### Find the bug", "expected"),
    ("exercise", "task", "Write a function that does the thing. ", "Write a thing. ", "16 words"),
    ("exercise", "expected", '# %% tags=["expected-picture"]', "# %%", "no picture"),
    ("exercise", "stub", '# %% tags=["solution:double"]', "# %%", "no cell to fill in"),
    ("exercise", "check", "check(double)", "check(triple)", "no check(double)"),
    ("exercise", "hint", 'hint("double")', "hints", 'no hint("double")'),
    ("exercise", "runs unwritten", "check(double)\n", "check(double)\ndouble(3)\n", "double() is called"),
]


def sample(root: Path, lesson: str = LESSON, exercise: str = EXERCISE) -> dict[str, Page]:
    for folder, text in (("notebooks/src/03_sample.py", lesson), ("solutions/03_sample/master.py", exercise)):
        path = root / folder
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    (root / "notebooks" / "picture.png").touch()
    (root / "docs").mkdir()
    (root / "docs" / "glossary.md").write_text('- **chunk**<a id="chunk"></a>', encoding="utf-8")
    return {page.kind: page for page in pages(root) if page.form == "master"}


def findings(page: Page, rules: tuple[Rule, ...]) -> dict[str, list[str]]:
    return {rule.name: found for rule in rules if rule.holds_for(page) and (found := rule.find(page))}


@pytest.fixture
def sample_quiz(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quiz of three questions for the samples."""
    monkeypatch.setattr(lesson_rules, "lessons_with_quiz", lambda: ["03_sample"])
    monkeypatch.setattr(lesson_rules, "read", lambda _: (1, 2, 3))


@pytest.mark.usefixtures("sample_quiz")
@pytest.mark.parametrize("kind", ["lesson", "exercise"])
def test_good_sample_breaks_no_rule(tmp_path: Path, kind: str) -> None:
    page = sample(tmp_path)[kind]
    assert findings(page, RULES["common"] + RULES[kind]) == {}


@pytest.mark.usefixtures("sample_quiz")
@pytest.mark.parametrize(("kind", "rule", "old", "new", "part"), BROKEN)
def test_rule_finds_its_breach(tmp_path: Path, kind: str, rule: str, old: str, new: str, part: str) -> None:
    assert old in SOURCES[kind]
    page = sample(tmp_path, **{kind: SOURCES[kind].replace(old, new)})[kind]
    found = findings(page, RULES["common"] + RULES[kind])
    assert any(part in line for line in found[rule]), found


@pytest.mark.parametrize(("quizzes", "part"), [([], "no questions"), (["03_sample"], "2 questions")])
def test_quiz_needs_its_three_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quizzes: list[str], part: str
) -> None:
    monkeypatch.setattr(lesson_rules, "lessons_with_quiz", lambda: quizzes)
    monkeypatch.setattr(lesson_rules, "read", lambda _: (1, 2))
    assert lesson_rules.quiz_call(sample(tmp_path)["lesson"]) == [part]


def test_every_rule_has_a_breach_here() -> None:
    stored = {"as its master", "run", "errors", "empty"}  # in test_stored_rules
    tried = {(kind, rule) for kind, rule, *_ in BROKEN}
    for kind, rules in RULES.items():
        names = {rule.name for rule in rules}
        assert names - stored == {name for of, name in tried if kind in (of, "common")} & names


def run(page: Page, *outputs: dict[str, Any]) -> Page:
    """The page as a stored notebook: run once, with ``outputs`` in its second code cell."""
    cells = [nbformat.from_dict(cell) for cell in page.cells]  # type: ignore[no-untyped-call]
    code = [cell for cell in cells if cell.cell_type == "code"]
    for count, cell in enumerate(code, start=1):
        cell.execution_count = count
    code[1].outputs = [nbformat.from_dict(output) for output in outputs]  # type: ignore[no-untyped-call]
    sources = tuple(cell.source for cell in page.cells)
    return replace(page, form="notebook", cells=tuple(cells), sources=sources)


def test_stored_rules(tmp_path: Path) -> None:
    lesson = sample(tmp_path)["lesson"]
    good = run(lesson, RAISED)
    assert findings(good, RULES["common"]) == {}
    good.code[1].outputs[0].traceback = ["Traceback (most recent call last)", "/home/ada/x.py"]
    assert set(findings(good, RULES["common"])) == {"no machine"}
    assert "no error in '[][3]'" in findings(run(lesson), RULES["common"])["errors"]
    silent = {"output_type": "display_data", "metadata": {}, "data": {"image/png": "aaaa"}}
    html = {
        "output_type": "display_data",
        "metadata": {},
        "data": {"text/html": "<img src='http://e.org/a'>"},
    }
    found = findings(run(lesson, RAISED, silent, html), RULES["common"])
    assert set(found) == {"alternative text", "offline page"}
    wrong = run(lesson, RAISED)
    wrong.code[0].outputs = [*wrong.code[1].outputs]
    wrong.code[3].execution_count = None
    wrong.code[4].source = "other"
    assert set(findings(wrong, RULES["common"])) == {"errors", "run", "as its master"}
    assert set(findings(replace(wrong, kind="exercise"), RULES["common"])) == {"empty", "as its master"}


def test_pages_hold_every_form(tmp_path: Path) -> None:
    found = sample(tmp_path)
    assert set(found) == {"lesson", "learner", "exercise", "solution"}
    assert found["learner"].folder == tmp_path / "notebooks"
    assert "raise NotImplementedError" in found["exercise"].code[2].source
    assert "math.fsum" in found["solution"].code[2].source
    assert found["solution"].folder == tmp_path / "solutions" / "03_sample"


def test_bad_tag_names_its_master(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=re.escape("solutions/03_sample/master.py, cell 5 (figure")):
        sample(tmp_path, exercise=EXERCISE.replace("expected-picture", "expected"))
