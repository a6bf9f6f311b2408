"""Rules for a lesson, most of them for one with predictions, and for a side trip: page template, how much of what."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from classroom import WIDGETS
from classroom.build.masters import AFTER, PLOT, named, tags
from classroom.build.page import Rule, calls, count_words, links
from classroom.build.sizes import code_lines, size_of
from classroom.lessons.questions import lessons_with_quiz, read

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nbformat import NotebookNode

    from classroom.build.masters import Kind
    from classroom.build.page import Page, Section

WORDS = {"lesson": 1100, "trip": 900}
SHORT = "08"  # from this lesson on a page has no more words than a side trip, and as few lines of code as this:
LINES = 90
LONGEST_CELL = 15
PREDICTIONS = 3
BLANKS = (4, 6)
_END = ["Recap", "Quiz", "Next"]
_OPTIONAL = ("Wrap-up", "Sources")
_OBJECTIVES = re.compile(r"^After this (?:lesson|side trip) you can$(.*)", re.MULTILINE | re.DOTALL)
_OLD = re.compile(r"(Round \d|What goes wrong|Worked example|Try it|Pitfalls|Exercise)\b")


def title(page: Page) -> list[str]:
    """Require that the title has the number of the lesson, or says that it is a side trip."""
    first = page.cells[0].source.split("\n", 1)[0] if page.cells else ""
    start = "Side trip" if page.kind == "trip" else page.number
    return [] if re.fullmatch(rf"# {start} · \S.*", first) else [repr(first)]


def objectives(page: Page) -> list[str]:
    """Require three objectives in the first cell."""
    found = _OBJECTIVES.search(page.cells[0].source)
    count = len(re.findall(r"^- \S", found[1], re.MULTILINE)) if found else 0
    return [] if count == 3 else [f"{count} objectives under 'After this lesson you can' (or 'side trip')"]


def _back(page: Page) -> str:
    return "Questions first" if page.slug.startswith("00") else "Questions back"


def _free(page: Page) -> list[Section]:
    """Return the sections of the lesson's own, between the questions and the recap."""
    own = takewhile(lambda part: part.heading not in _END, page.sections)
    return [part for part in own if part.heading != _back(page)]


def minutes(page: Page) -> list[str]:
    """Require the line under the title, with the minutes that the lesson takes, what it needs and its question."""
    size = size_of(page)
    if not size.stated:
        return ["no line like *40 minutes · needs lesson 2 · question 1: where may I cut?*"]
    return [] if size.is_honest else [f"{size.stated} minutes stated, {size.minutes:.0f} computed"]


def section_order(page: Page) -> list[str]:
    """Require the questions first, then sections of the lesson's own, then recap, quiz and what comes next."""
    names = [part.heading for part in page.sections if part.heading not in _OPTIONAL]
    found = [] if names[:1] == [_back(page)] else [f"the first section is {names[:1]}, not {_back(page)!r}"]
    found += [] if names[-3:] == _END else [f"the last sections are {names[-3:]}, not {_END}"]
    early = [part.heading for part in _free(page) if part.heading in _OPTIONAL]
    return found + [f"{name!r} before the recap" for name in early]


def own_headings(page: Page) -> list[str]:
    """Require that the headings of the lesson's own sections are sentences or questions."""
    own = [part.heading for part in _free(page) if part.heading not in _OPTIONAL]
    return [heading for heading in own if _OLD.match(heading) or len(heading.split()) < 3]


def looking_back(page: Page) -> list[str]:
    """Require two or three questions first, and their answers folded away."""
    text = page.section(_back(page)).text
    asked = re.findall(r"^\d\. .*\?", text.split("<details>")[0], re.MULTILINE)
    found = [] if len(asked) in (2, 3) else [f"{len(asked)} numbered questions"]
    if re.search(r"<details>\s*<summary>.+</summary>\n\n.*</details>", text, re.DOTALL):
        return found
    return [*found, "no answers in <details><summary>…</summary>, blank line, …</details>"]


def failure(page: Page) -> list[str]:
    """Require prose and code in the first section of the lesson's own."""
    kinds = {cell.cell_type for part in _free(page)[:1] for cell in part.cells}
    return [] if kinds >= {"markdown", "code"} else ["the first section after the questions runs no code"]


def predictions(page: Page) -> list[str]:
    """Require predictions, none just below a widget, each compared in a later cell and then explained in a fold."""
    guesses = [(at, name) for at, cell in enumerate(page.cells) for name in _names(cell, "predict")]
    found = [] if len(guesses) >= PREDICTIONS else [f"{len(guesses)} predictions"]
    names = [name for _, name in guesses]
    found += [f"{name!r} is asked twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    for at, name in guesses:
        before = [cell for cell in page.cells[:at] if cell.cell_type == "code"][-1:]
        later = [place for place in range(at + 1, len(page.cells)) if name in _names(page.cells[place], "compare")]
        if page.kind == "lesson" and not name.startswith(f"{page.slug[:2]}-"):
            found.append(f"{name!r} does not begin with {page.slug[:2]}-")
        if any(calls(cell, widget) for cell in before for widget in WIDGETS):
            found.append(f"{name!r} is asked below a widget that shows the answer")
        if not later:
            found.append(f"{name!r} has no compare in a later cell")
        elif not _is_explained(page.cells[later[0] + 1 :], name):
            found.append(f"{name!r} is not explained after its compare, in a text with the tag after:{name}")
    return found


def _names(cell: NotebookNode, function: str) -> list[str]:
    return [str(getattr(call.args[0], "value", "")) for call in calls(cell, function) if call.args]


def _is_explained(cells: Sequence[NotebookNode], name: str) -> bool:
    """Tell whether the first Markdown before another prediction is an explanation that the learner's copy folds."""
    near = takewhile(lambda cell: not calls(cell, "predict"), cells)
    first = next((cell for cell in near if cell.cell_type == "markdown"), None)
    if first is None or first.source.startswith("#"):
        return False
    return count_words(first.source) >= 10 and named(first, AFTER) == name


def widget(page: Page) -> list[str]:
    """Require a widget, and in its section a question to answer with it."""
    live = [part for part in page.sections if any(calls(cell, name) for cell in part.cells for name in WIDGETS)]
    if not live:
        return [f"no call of {' or '.join(WIDGETS)}"]
    asked = any(re.search(r"\*\*Question\.?\*\*[^?]*\?", part.text) for part in live)
    return [] if asked else ["no **Question.** with a ?"]


def blanks(page: Page) -> list[str]:
    """Limit how many blanks there are."""
    count = size_of(page).blanks
    return [] if BLANKS[0] <= count <= BLANKS[1] else [f"{count} blanks"]


def recap(page: Page) -> list[str]:
    """Require an answer to the title, in prose; a table may follow."""
    lines = page.section("Recap").text.splitlines()[1:]
    count = count_words("\n".join(line for line in lines if not line.startswith("|")))
    return [] if count >= 15 else [f"{count} words that answer the title"]


def quiz_call(page: Page) -> list[str]:
    """Require the quiz of this lesson, of three questions."""
    given = [call.args[0] for cell in page.section("Quiz").cells for call in calls(cell, "quiz") if call.args]
    found = [] if [getattr(value, "value", None) for value in given] == [page.slug] else [f'no quiz("{page.slug}")']
    if page.slug not in lessons_with_quiz():
        return [*found, "no questions"]
    count = len(read(page.slug))
    return found if count == 3 else [*found, f"{count} questions"]


def next_links(page: Page) -> list[str]:
    """Require links to the lessons before and after, and to the exercise."""
    lessons = {path.name for path in page.known if path.parent == (page.root / "notebooks").resolve()}
    beside = [name for name in lessons if name[:2] in (f"{page.number - 1:02d}", f"{page.number + 1:02d}")]
    there = links(page.section("Next").text)
    wanted = [*sorted(beside), f"../exercises/{page.slug}/{page.slug}.ipynb"]
    return [f"no link to {target}" for target in wanted if target not in there]


def word_count(page: Page) -> list[str]:
    """Limit how many words of prose there are, and in a short page the visible lines of code."""
    size, short = size_of(page), page.kind == "trip" or page.slug >= SHORT
    found = [f"{size.words} words"] if size.words > WORDS["trip" if short else page.kind] else []
    return [*found, f"{size.lines} lines of code"] if short and size.lines > LINES else found


def code_size(page: Page) -> list[str]:
    """Limit how long a code cell is, unless it is folded away."""
    sizes = [code_lines(cell) for cell in page.code if PLOT not in tags(cell)]
    return [f"a cell of {size} lines" for size in sizes if size > LONGEST_CELL]


def folded_plots(page: Page) -> list[str]:
    """Require that the code of a figure is folded away."""
    unfolded = [cell for cell in page.code if calls(cell, "new_figure") and PLOT not in tags(cell)]
    return [f"not tagged {PLOT}: {cell.source[:40]!r}" for cell in unfolded]


def _rule(name: str, says: str, find: Callable[[Page], list[str]], *kinds: Kind, predicts: bool = True) -> Rule:
    return Rule(name, says, find, ("lesson", *kinds), predicts=predicts)


RULES = (
    _rule("title", "the title is '# N · Title', or '# Side trip · Title'", title, "trip", predicts=False),
    _rule("objectives", "exactly three objectives", objectives, "trip", predicts=False),
    _rule("quiz", "a quiz of three questions", quiz_call, predicts=False),
    _rule("minutes", "words / 130 + lines of code / 6 + 1.5 a prediction + 4 a blank, within 15 %", minutes, "trip"),
    _rule("sections", "questions, own sections, Recap, Quiz, Next; Wrap-up and Sources may follow", section_order),
    _rule("own headings", "headings are sentences or questions, of three words or more", own_headings, "trip"),
    _rule("looking back", "two or three questions, answers folded", looking_back),
    _rule("failure", "a failure that runs, in the first section of its own", failure),
    _rule("predictions", f"{PREDICTIONS} predictions or more, each compared and then explained", predictions, "trip"),
    _rule("widget", "a widget with a question", widget),
    _rule("blanks", f"{BLANKS[0]} to {BLANKS[1]} blanks", blanks),
    _rule("recap", "a plain answer to the title", recap),
    _rule("next", "links to the lessons before and after, and to the exercise", next_links),
    _rule("words", f"{WORDS['lesson']} words; from {SHORT} on {WORDS['trip']}, and {LINES} lines", word_count, "trip"),
    _rule("code", f"no code cell over {LONGEST_CELL} lines, except folded ones", code_size, "trip"),
    _rule("plots", f"the code of a figure is folded away: tag {PLOT}", folded_plots, "trip"),
)
