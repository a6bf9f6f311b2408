"""Rules for every lesson, and for one without predictions: its page template, and how much of what."""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

from classroom import WIDGETS
from classroom.build.page import Rule, calls, count_words, links
from classroom.build.sizes import MINUTES_LINE, code_lines, size_of
from classroom.lessons.questions import lessons_with_quiz, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from classroom.build.masters import Kind
    from classroom.build.page import Page, Section

MINUTES = (30, 45)
CELLS = (35, 50)
WORDS = 1200
MEDIAN_LINES = 5
LONGEST_CELL = 20

_BACK = "Two questions back"
_FIRST = "Two questions first"
_ORDER = ("What goes wrong", "Round", "Worked example", "Try it", "Pitfalls", "Recap", "Quiz", "Exercise")
_OBJECTIVES = re.compile(r"^After this lesson you can$(.*)", re.MULTILINE | re.DOTALL)


def title(page: Page) -> list[str]:
    """Require that the title has the number of the lesson."""
    first = page.cells[0].source.split("\n", 1)[0] if page.cells else ""
    return [] if re.fullmatch(rf"# {page.number} · \S.*", first) else [repr(first)]


def minutes(page: Page) -> list[str]:
    """Require the line under the title: minutes, what is needed, the question."""
    found = MINUTES_LINE.search(page.cells[0].source)
    if found is None:
        return ["no line like *35 minutes · needs lesson 2 · question 1: where may I cut?*"]
    return [] if MINUTES[0] <= int(found[1]) <= MINUTES[1] else [f"{found[1]} minutes"]


def objectives(page: Page) -> list[str]:
    """Require three objectives in the first cell."""
    found = _OBJECTIVES.search(page.cells[0].source)
    count = len(re.findall(r"^- \S", found[1], re.MULTILINE)) if found else 0
    return [] if count == 3 else [f"{count} objectives under 'After this lesson you can'"]


def section_order(page: Page) -> list[str]:
    """Require the sections of the template, each there, in order, and no other."""
    wanted = [_FIRST if page.number == 0 else _BACK, *_ORDER]
    names = [_section_name(section) for section in page.sections]
    merged = [name for index, name in enumerate(names) if name != "Round" or names[index - 1 : index] != ["Round"]]
    return [] if merged in (wanted, [*wanted, "Sources"]) else [f"{merged}, expected {wanted}"]


def _section_name(section: Section) -> str:
    known = (_BACK, _FIRST, *_ORDER, "Sources")
    return next((name for name in known if re.match(rf"{name}\b", section.heading)), section.heading)


def looking_back(page: Page) -> list[str]:
    """Require two questions, and their answers folded away (lesson 0 has nothing to look back to)."""
    return questions_in(page.section(_FIRST if page.number == 0 else _BACK), (2,), folded=page.number > 0)


def questions_in(section: Section, counts: tuple[int, ...], *, folded: bool) -> list[str]:
    """Require one of these counts of questions in a section, and their answers folded away."""
    asked = re.findall(r"^\d\. .*\?", section.text.split("<details>")[0], re.MULTILINE)
    found = [] if len(asked) in counts else [f"{len(asked)} numbered questions"]
    if not folded or re.search(r"<details>\s*<summary>.+</summary>\n\n.*</details>", section.text, re.DOTALL):
        return found
    return [*found, "no answers in <details><summary>…</summary>, blank line, …</details>"]


def rounds(page: Page) -> list[str]:
    """Require three rounds or more of predict, run, explain, numbered from 1."""
    parts = [section for section in page.sections if _section_name(section) == "Round"]
    found = [] if len(parts) >= 3 else [f"{len(parts)} rounds"]
    for number, part in enumerate(parts, start=1):
        if not re.match(rf"Round {number}\b", part.heading):
            found.append(f"{part.heading!r} is round {number}")
        if not _predict_run_explain(part):
            found.append(f"{part.heading!r} has no Predict (with a ?), then code, then an explanation")
    return found


def _predict_run_explain(part: Section) -> bool:
    kinds = "".join("m" if cell.cell_type == "markdown" else "c" for cell in part.cells)
    for index, cell in enumerate(part.cells):
        if cell.cell_type != "markdown" or "**Predict" not in cell.source or "?" not in cell.source:
            continue
        run = re.match("c{1,3}m", kinds[index + 1 :])
        if run and explains(part.cells[index + run.end()].source):
            return True
    return False


def explains(text: str) -> bool:
    """Tell whether a Markdown cell is an explanation: a few words that neither ask nor head a section."""
    return count_words(text) >= 10 and "**Predict" not in text and not text.startswith("#")


def code_in(start: str, page: Page) -> list[str]:
    """Require prose and a code cell in each section."""
    section = page.section(start)
    kinds = {cell.cell_type for cell in section.cells}
    return [] if kinds >= {"markdown", "code"} else [f"{start!r} has no code cell"]


def widget(page: Page) -> list[str]:
    """Require a widget, and a question to answer with it."""
    return widget_in([page.section("Try it")])


def widget_in(sections: Iterable[Section]) -> list[str]:
    """Require a widget in one of these sections, and there a question to answer with it."""
    live = [part for part in sections if any(calls(cell, name) for cell in part.cells for name in WIDGETS)]
    if not live:
        return [f"no call of {' or '.join(WIDGETS)}"]
    asked = any(re.search(r"\*\*Question\.?\*\*[^?]*\?", part.text) for part in live)
    return [] if asked else ["no **Question.** with a ?"]


def pitfalls(page: Page) -> list[str]:
    """Require a list of two pitfalls or more."""
    count = len(re.findall(r"^(?:[-*]|\d+\.) \S", page.section("Pitfalls").text, re.MULTILINE))
    return [] if count >= 2 else [f"{count} pitfalls"]


def recap(page: Page) -> list[str]:
    """Require a table of functions."""
    lines = [line.strip() for line in page.section("Recap").text.splitlines()]
    head = next((i for i, line in enumerate(lines) if re.match(r"\|\s*Function\s*\|", line)), len(lines))
    rows = [line for line in lines[head + 2 :] if re.match(r"\|\s*`[^`]+`.*\|.+\|", line)]
    return [] if len(rows) >= 2 else [f"{len(rows)} rows in a table headed | Function |"]


def quiz_call(page: Page) -> list[str]:
    """Require the quiz of this lesson, of three questions."""
    given = [call.args[0] for cell in page.section("Quiz").cells for call in calls(cell, "quiz") if call.args]
    found = [] if [getattr(value, "value", None) for value in given] == [page.slug] else [f'no quiz("{page.slug}")']
    if page.slug not in lessons_with_quiz():
        return [*found, "no questions"]
    count = len(read(page.slug))
    return found if count == 3 else [*found, f"{count} questions"]


def exercise_link(page: Page) -> list[str]:
    """Require the link to the exercise."""
    wanted = f"../exercises/{page.slug}/{page.slug}.ipynb"
    return [] if wanted in links(page.section("Exercise").text) else [f"no link to {wanted}"]


def cell_count(page: Page) -> list[str]:
    """Limit how many cells there are."""
    return [] if CELLS[0] <= len(page.cells) <= CELLS[1] else [f"{len(page.cells)} cells"]


def word_count(page: Page, most: int = WORDS) -> list[str]:
    """Limit how many words of prose there are."""
    count = size_of(page).words
    return [] if count <= most else [f"{count} words"]


def code_size(page: Page) -> list[str]:
    """Limit how long the code cells are, in lines that are not blank."""
    sizes = list(map(code_lines, page.code)) or [0]
    found = [] if median(sizes) <= MEDIAN_LINES else [f"median {median(sizes)} lines"]
    return found if max(sizes) <= LONGEST_CELL else [*found, f"a cell of {max(sizes)} lines"]


_LESSON: tuple[Kind, ...] = ("lesson",)
_PRESENT = (
    Rule("minutes", "30-45 minutes, what is needed, which question", minutes, _LESSON),
    Rule("sections", "the sections of the template in their order", section_order, _LESSON),
    Rule("looking back", "two questions, answers folded", looking_back, _LESSON),
    Rule("failure", "a motivating failure that runs", lambda page: code_in("What goes wrong", page), _LESSON),
    Rule("rounds", "three rounds of predict, run, explain", rounds, _LESSON),
    Rule("worked example", "a worked example that runs", lambda page: code_in("Worked example", page), _LESSON),
    Rule("widget", "a widget with a question", widget, _LESSON),
    Rule("pitfalls", "two pitfalls or more", pitfalls, _LESSON),
    Rule("recap", "a table of functions", recap, _LESSON),
    Rule("exercise", "a link to the exercise", exercise_link, _LESSON),
    Rule("cells", f"{CELLS[0]}-{CELLS[1]} cells", cell_count, _LESSON),
    Rule("words", f"at most {WORDS} words of prose", word_count, _LESSON),
    Rule("code", f"code cells: median <= {MEDIAN_LINES} lines, none over {LONGEST_CELL}", code_size, _LESSON),
)
RULES = (
    Rule("title", "the title is '# N · Title'", title, _LESSON),
    Rule("objectives", "exactly three objectives", objectives, _LESSON),
    Rule("quiz", "a quiz of three questions", quiz_call, _LESSON),
    *(replace(rule, active=False) for rule in _PRESENT),
)
