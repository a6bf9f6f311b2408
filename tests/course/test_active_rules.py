"""Each rule for a lesson with predictions on a page that breaks it, and all of them on a page that breaks none."""

from __future__ import annotations

from pathlib import Path

import pytest

from classroom.build import active_rules, common_rules, lesson_rules
from classroom.build.collect import pages
from classroom.build.command import main
from classroom.build.page import Page
from classroom.build.sizes import Size, size_of
from tests.course.test_rules import findings, sample, sample_quiz  # noqa: F401 -- a fixture

LESSON = (Path(__file__).with_name("samples") / "rules_active.txt").read_text("utf-8")
RULES = common_rules.RULES + lesson_rules.RULES + active_rules.RULES
EXPLAINED = "# There are 2 of them, because one more came to the 1 that were there before."
FOLDED = ' tags=["after:03-first"]'
UNEXPLAINED = "'03-first' is not explained after its compare"
BROKEN = [  # rule, text of the sample, what replaces it, part of what is found
    ("title", "# # 3 · Sample", "# # 4 · Sample", "# 4 · Sample"),
    ("objectives", "# - speak.\n", "", "2 objectives"),
    ("minutes", " · question 1", " · where", "no line like"),
    ("minutes", "*25 minutes", "*15 minutes", "15 minutes stated, 26 computed"),
    ("sections", "## Questions back", "## Two questions back", "the first section is ['Two questions back']"),
    ("sections", "# ## Quiz", "# ## A quiz", "the last sections are"),
    ("sections", "# ## You fix the loop", "# ## Sources", "'Sources' before the recap"),
    ("own headings", "# ## You fix the loop", "# ## Round 2: you fix it", "Round 2: you fix it"),
    ("own headings", "# ## You fix the loop", "# ## The loop", "The loop"),
    ("looking back", "# 2. And why?\n", "", "1 numbered questions"),
    ("looking back", "<summary>Answers</summary>\n#\n", "<summary>Answers</summary>\n", "no answers"),
    ("failure", '# %%\n"word"\n', "", "runs no code"),
    ("predictions", 'predict("03-first", "how many")', "1", "2 predictions"),
    ("predictions", 'compare("03-first", 1 + 1)', "1", "'03-first' has no compare in a later cell"),
    ("predictions", '"03-first"', '"04-first"', "'04-first' does not begin with 03-"),
    ("predictions", EXPLAINED, "# Two.", UNEXPLAINED),
    ("predictions", f"# %% [markdown]{FOLDED}\n{EXPLAINED}\n", "", UNEXPLAINED),
    ("predictions", FOLDED, "", f"{UNEXPLAINED}, in a text with the tag"),
    ("predictions", "after:03-second", "after:03-first", "'03-second' is not explained after its compare"),
    ("predictions", '# %%\n"word"\n', "# %%\nchunk_viewer('word')\n", "'03-first' is asked below a widget"),
    ("predictions", 'predict("03-second"', 'predict("03-first"', "'03-first' is asked twice"),
    ("widget", "chunk_viewer(", "viewer(", "no call of against_demands or chunk_viewer"),
    ("widget", "**Question.**", "Question:", "no **Question.**"),
    ("blanks", ' tags=["blank:add_one"]', "", "3 blanks"),
    ("recap", "it ends when the last window has reached the end.", "", "9 words that answer"),
    ("quiz", 'quiz("03_sample")', 'quiz("04_sample")', 'no quiz("03_sample")'),
    ("next", "(04_after.ipynb)", "(03_sample.ipynb)", "no link to 04_after.ipynb"),
    ("next", "(../exercises/03_sample/03_sample.ipynb)", "(04_after.ipynb)", "no link to ../exercises/"),
    ("words", "# It should not be.", "# " + "word " * 1100, "words"),
    ("code", '"word"\n', "2\n" * 16, "a cell of 16 lines"),
    ("plots", '# %% tags=["plot"]', "# %%", "not tagged plot: 'fig, ax"),
]


def lesson(root: Path, text: str = LESSON) -> Page:
    sample(root, text)
    (root / "notebooks" / "src" / "04_after.py").write_text("# %%\n1\n", "utf-8")
    return next(page for page in pages(root) if (page.slug, page.kind) == ("03_sample", "lesson"))


@pytest.mark.usefixtures("sample_quiz")
def test_good_sample_breaks_no_rule(tmp_path: Path) -> None:
    optional = "# %% [markdown]\n# ## Wrap-up\n\n# %% [markdown]\n# ## Next"
    text = LESSON.replace("# %% [markdown]\n# ## Next", optional) + "\n# %% [markdown]\n# ## Sources\n"
    assert findings(lesson(tmp_path, text), RULES) == {}


@pytest.mark.usefixtures("sample_quiz")
@pytest.mark.parametrize(("rule", "old", "new", "part"), BROKEN)
def test_rule_finds_its_breach(tmp_path: Path, rule: str, old: str, new: str, part: str) -> None:
    assert old in LESSON
    found = findings(lesson(tmp_path, LESSON.replace(old, new)), RULES)
    assert any(part in line for line in found[rule]), found


def test_every_rule_has_a_breach_here() -> None:
    assert {rule.name for rule in active_rules.RULES} <= {name for name, *_ in BROKEN}


def test_a_lesson_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    size = size_of(lesson(tmp_path))
    assert (size.blanks, size.predictions, size.stated) == (4, 3, 25)
    assert Size(words=650, lines=60, blanks=2, predictions=4, stated=20).minutes == 5 + 10 + 6 + 8
    assert [n for n in range(40) if Size(650, 60, 0, 4, n).is_honest] == [18, 19, 20, 21, 22, 23, 24]
    assert main(["--root", str(tmp_path), "--sizes"]) == 0
    [head, _, row, after] = capsys.readouterr().out.splitlines()
    assert head.startswith("lesson     words  code lines  blanks  predictions  minutes stated  computed")
    assert row.split() == ["03_sample", *map(str, (size.words, size.lines, 4, 3, 25, round(size.minutes)))]
    assert after.split() == ["04_after", "0", "1", "0", "0", "0", "0"]
