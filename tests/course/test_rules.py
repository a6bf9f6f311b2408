"""Each rule of the page lint on a page that breaks it, and all of them on a page that breaks none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from classroom.build import common_rules, exercise_rules, lesson_rules
from classroom.build.blanks import solved_lesson
from classroom.build.command import main
from classroom.build.cutting import stubbed
from classroom.build.masters import Master, labels, node, read_master, tags
from classroom.build.page import Page, pages
from classroom.build.sizes import Size, size_of
from classroom.build.tidy import to_json
from tests.each import each

RULES = {"lesson": lesson_rules.RULES, "exercise": exercise_rules.RULES}
SAMPLES = Path(__file__).with_name("samples")
SOURCES = {kind: (SAMPLES / f"rules_{kind}.txt").read_text("utf-8") for kind in RULES}
EXPLAINED = "# There are 2 of them, because one more came to the 1 that were there before."
FOLDED = ' tags=["after:03-first"]'
UNEXPLAINED = "'03-first' is not explained after its compare"

BROKEN: list[tuple[str, str, str, str, str]] = [
    # kind of page, rule, text of the sample, what replaces it, part of what is found
    ("lesson", "headings", "# # 3 · Sample\n", "# Sample\n", "no title"),
    ("lesson", "headings", "# ### See", "# # See", "a second title: See"),
    ("lesson", "headings", "# ### See", "# #### See", "#### See skips a level"),
    ("lesson", "headings", "# ### See", "# Text.\n# ## See", "inside a cell"),
    ("lesson", "alternative text", "![a bar of six]", "![ ]", "image without words"),
    ("lesson", "alternative text", "# It should", '# <img src="picture.png" alt="">', "<img> without alt"),
    ("lesson", "alternative text", 'figure(fig, "six")', "figure(fig)", "figure() without alternative text"),
    ("lesson", "alternative text", 'figure(fig, "six")', 'figure(fig, alt=" ")', "figure() without"),
    ("lesson", "offline page", "# It should", "# ![a bar](https://e.org/a.png)", "remote image"),
    ("lesson", "offline page", "# It should", '# <img alt="a" src="//e.org/a.png">', "<img src=//e.org/a.png>"),
    ("lesson", "offline page", "# It should", "# <script>1</script>", "<script>"),
    ("lesson", "offline page", "# It should", '# <b style="background: url(http://e.org)">a</b>', "<b style="),
    ("lesson", "offline page", "# It should", "# [there](https://e.org)", "https://e.org outside Sources"),
    ("lesson", "offline code", '"word"\n', "%matplotlib inline\n", "not plain Python"),
    ("lesson", "offline code", '"word"\n', "import urllib.request\n", "imports urllib.request"),
    ("lesson", "offline code", '"word"\n', "from requests import get\n", "imports requests"),
    ("lesson", "offline code", '"word"\n', "'https://e.org/a'\n", "an address in code: https://e.org"),
    ("lesson", "no machine", "# It should", "# In /home/ada/course.", "absolute path '/home/a'"),
    ("lesson", "no machine", '"word"\n', "open('C:\\\\Users\\\\ada')\n", "absolute path"),
    ("lesson", "no machine", "# It should", f"# In {sys.prefix}/bin.", "absolute path"),
    ("lesson", "no machine", "# It should", "# Traceback (most recent call last):", "a traceback"),
    ("lesson", "finished", "# It should", "# TODO: this.", "TODO"),
    ("lesson", "links", "# It should", '# <a href="nowhere.ipynb">a</a>', "nowhere.ipynb: no such file"),
    ("lesson", "links", "(#Questions-back)", "(#questions)", "#questions: no such heading"),
    ("lesson", "links", "# It should", "# [a](../docs/glossary.md)", "glossary.md: no such entry; name one"),
    ("lesson", "links", "# It should", "# [a](../docs/glossary.md#chunks)", "#chunks: no such entry"),
    ("lesson", "errors", '# %% tags=["raises-exception"]', "# %%", "an error in '[][3]'"),
    ("lesson", "title", "# # 3 · Sample", "# # 4 · Sample", "# 4 · Sample"),
    ("lesson", "objectives", "# - speak.\n", "", "2 objectives"),
    ("lesson", "minutes", " · question 1", " · where", "no line like"),
    ("lesson", "minutes", "*25 minutes", "*15 minutes", "15 minutes stated, 26 computed"),
    ("lesson", "sections", "## Questions back", "## Two questions back", "the first section is ['Two questions back']"),
    ("lesson", "sections", "# ## Quiz", "# ## A quiz", "the last sections are"),
    ("lesson", "sections", "# ## You fix the loop", "# ## Sources", "'Sources' before the recap"),
    ("lesson", "own headings", "# ## You fix the loop", "# ## Round 2: you fix it", "Round 2: you fix it"),
    ("lesson", "own headings", "# ## You fix the loop", "# ## The loop", "The loop"),
    ("lesson", "looking back", "# 2. And why?\n", "", "1 numbered questions"),
    ("lesson", "looking back", "<summary>Answers</summary>\n#\n", "<summary>Answers</summary>\n", "no answers"),
    ("lesson", "failure", '# %%\n"word"\n\n# %% tags=["raises-exception"]\n[][3]\n', "", "runs no code"),
    ("lesson", "predictions", 'predict("03-first", "how many")', "1", "2 predictions"),
    ("lesson", "predictions", 'compare("03-first", 1 + 1)', "1", "'03-first' has no compare in a later cell"),
    ("lesson", "predictions", '"03-first"', '"04-first"', "'04-first' does not begin with 03-"),
    ("lesson", "predictions", EXPLAINED, "# Two.", UNEXPLAINED),
    ("lesson", "predictions", f"# %% [markdown]{FOLDED}\n{EXPLAINED}\n", "", UNEXPLAINED),
    ("lesson", "predictions", FOLDED, "", f"{UNEXPLAINED}, in a text with the tag"),
    ("lesson", "predictions", "[][3]", "chunk_viewer('word')", "'03-first' is asked below a widget"),
    ("lesson", "predictions", 'predict("03-second"', 'predict("03-first"', "'03-first' is asked twice"),
    ("lesson", "widget", "chunk_viewer(", "viewer(", "no call of against_demands or chunk_viewer"),
    ("lesson", "widget", "**Question.**", "Question:", "no **Question.**"),
    ("lesson", "blanks", ' tags=["blank:add_one"]', "", "3 blanks"),
    ("lesson", "recap", "it ends when the last window has reached the end.", "", "9 words that answer"),
    ("lesson", "quiz", 'quiz("03_sample")', 'quiz("04_sample")', 'no quiz("03_sample")'),
    ("lesson", "next", "(04_after.ipynb)", "(03_sample.ipynb)", "no link to 04_after.ipynb"),
    ("lesson", "words", "# It should", "# " + "word " * 1100, "words"),
    ("lesson", "code", '"word"\n', "2\n" * 16, "a cell of 16 lines"),
    ("lesson", "plots", '# %% tags=["plot"]', "# %%", "not tagged plot: 'fig, ax"),
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
Sample = Callable[..., Page]


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    """Return what makes a page out of a master's text, as if it had been run, in a course with a lesson after it."""
    monkeypatch.setattr(lesson_rules, "lessons_with_quiz", lambda: ["03_sample"])
    monkeypatch.setattr(lesson_rules, "read", lambda _: (1, 2, 3))
    masters = {"lesson": "notebooks/src/03_sample.py", "exercise": "solutions/03_sample/master.py"}
    for name in (*masters.values(), "notebooks/src/04_after.py", "notebooks/picture.png", "docs/glossary.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text('# %%\n1\n# <a id="chunk"></a>', "utf-8")

    def made(kind: str, text: str = "", *outputs: dict[str, Any]) -> Page:
        (tmp_path / masters[kind]).write_text(text or SOURCES[kind], "utf-8")
        master = Master("03_sample", "lesson" if kind == "lesson" else "solution", tmp_path)
        read = read_master(master)
        notebook = solved_lesson(read) if kind == "lesson" else stubbed(read, labels(master, read))
        path = master.targets["lesson" if kind == "lesson" else "exercise"]
        for count, cell in enumerate([one for one in notebook.cells if one.cell_type == "code"], start=1):
            failed = {"output_type": "error", "ename": "IndexError", "evalue": "no", "traceback": ["IndexError: no"]}
            cell.outputs = [node(failed)] if "[][3]" in cell.source else []
            cell.outputs += [node(one) for one in outputs if count == 1]
            cell.execution_count = count
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(to_json(notebook), "utf-8")
        return next(page for page in pages(tmp_path) if page.path == path)

    return made


def findings(page: Page) -> dict[str, list[str]]:
    rules = common_rules.RULES + RULES[page.kind]
    return {rule.name: found for rule in rules if rule.holds_for(page) and (found := rule.find(page))}


def test_good_samples_break_no_rule(sample: Sample) -> None:
    optional = "# %% [markdown]\n# ## Wrap-up\n\n# %% [markdown]\n# ## Next"
    assert findings(sample("lesson", SOURCES["lesson"].replace("# %% [markdown]\n# ## Next", optional))) == {}
    assert findings(sample("exercise")) == {}


@each(("kind", "rule", "old", "new", "part"), BROKEN)
def test_a_rule_finds_its_breach(sample: Sample, kind: str, rule: str, old: str, new: str, part: str) -> None:
    assert old in SOURCES[kind]
    found = findings(sample(kind, SOURCES[kind].replace(old, new)))
    assert any(part in line for line in found[rule]), found


def test_lessons_from_08_on_are_short(sample: Sample) -> None:
    long = SOURCES["lesson"].replace("# It should", "# " + "word " * 900).replace('"word"\n', "2\n" * 91)
    page = sample("lesson", long)
    assert lesson_rules.word_count(page) == []
    words, lines = lesson_rules.word_count(replace(page, slug="08_sample"))
    assert words.endswith(" words")
    assert lines.endswith(" lines of code")


def test_every_rule_has_a_breach_here() -> None:
    tried = {rule for _, rule, *_ in BROKEN} | {"run"}
    assert tried == {rule.name for rules in (common_rules.RULES, *RULES.values()) for rule in rules}


def test_a_lesson_without_predictions_needs_a_title_objectives_and_a_quiz(sample: Sample) -> None:
    assert set(findings(sample("lesson", "# %%\n1\n"))) == {"headings", "title", "objectives", "quiz"}


def test_what_a_cell_shows_is_looked_at(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(**data: str) -> dict[str, Any]:
        kinds = {kind.replace("_", "/"): text for kind, text in data.items()}
        return {"output_type": "display_data", "metadata": {}, "data": kinds}

    printed = {"output_type": "stream", "name": "stdout", "text": "/home/ada/x.py"}
    assert set(findings(sample("lesson", "", printed))) == {"no machine"}
    html = shown(text_html="<img src='http://e.org/a'>")
    assert set(findings(sample("lesson", "", shown(image_png="aaaa"), html))) == {"alternative text", "offline page"}
    silent = sample("lesson")
    silent.code[1].outputs, silent.code[2].execution_count = [], None
    assert "raises-exception" in tags(silent.code[1])
    assert findings(silent) == {"errors": ["no error in '[][3]'"], "run": findings(silent)["run"]}
    monkeypatch.setattr(lesson_rules, "read", lambda _: (1, 2))
    assert findings(sample("lesson"))["quiz"] == ["2 questions"]
    monkeypatch.setattr(lesson_rules, "lessons_with_quiz", list)
    assert findings(sample("lesson"))["quiz"] == ["no questions"]


def test_a_lesson_is_counted(sample: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    size = size_of(sample("lesson"))
    assert (size.blanks, size.predictions, size.stated) == (4, 3, 25)
    assert Size(words=650, lines=60, blanks=2, predictions=4, stated=20).minutes == 5 + 10 + 6 + 8
    assert [n for n in range(40) if Size(650, 60, 0, 4, n).is_honest] == [18, 19, 20, 21, 22, 23, 24]
    assert main(["--root", str(tmp_path), "--sizes"]) == 0
    [head, _, row] = capsys.readouterr().out.splitlines()
    assert head.startswith("lesson     words  code lines  blanks  predictions  minutes stated  computed")
    assert row.split() == ["03_sample", *map(str, (size.words, size.lines, 4, 3, 25, round(size.minutes)))]
