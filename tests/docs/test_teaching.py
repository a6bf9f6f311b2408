"""The teacher's pack says what lessons, exercises and wrong answers are, and its times add up."""

from __future__ import annotations

import json
import re
import runpy
import shlex
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, get_args

from chunklib.cli.command import _modules, _parser
from classroom.grader.batch.grader import Grader
from classroom.grader.batch.property_scores import DRAWN
from classroom.grader.marks.model import State
from classroom.judge.catalogue import EXERCISES
from classroom.judge.manifest import of_solutions
from classroom.judge.verdict import ARGUMENTS, examples_only, judged
from tests.answers import answer_file
from tests.direct import direct_probe
from tests.each import each

ROOT = Path(__file__).parents[2]
TEACHING = ROOT / "docs" / "teaching"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LESSONS = sorted(path.stem for path in (ROOT / "notebooks" / "src").glob("[0-9]*.py"))
TAUGHT = [slug for slug in LESSONS if (TEACHING / "lessons" / f"{slug}.md").is_file()]
ASKED = [name for name in EXERCISES if EXERCISES[name].lesson in TAUGHT]
PREDICTIONS = "Predictions and blanks"  # in lessons that have them
PARTS = [
    "Objectives",
    "Minutes",
    "The surprise",
    PREDICTIONS,
    "What to say",
    "Wrong answers",
    "Questions for the room",
    "When it goes wrong",
]
Rows = list[list[str]]


def page(slug: str) -> str:
    return (TEACHING / "lessons" / f"{slug}.md").read_text(encoding="utf-8")


def master(slug: str) -> str:
    """The text of a lesson's master, without the marks that make it a Python file."""
    text = (ROOT / "notebooks" / "src" / f"{slug}.py").read_text(encoding="utf-8")
    return re.sub(r"^# ?", "", text, flags=re.MULTILINE)


def sections(text: str, level: int = 2) -> dict[str, str]:
    """Heading to text, of the headings of one level."""
    parts = re.split(rf"^{'#' * level} (.+)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def table(text: str) -> Rows:
    """The rows of the first table, without its head; a bar in a cell is written with a backslash."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[2:]]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in cells]


def minutes_of(slug: str) -> dict[str, int]:
    """The minutes of each row of a lesson's page."""
    return {row[0]: int(row[1]) for row in table(sections(page(slug))["Minutes"])}


def exercise_minutes(slug: str) -> int:
    found = re.search(r"takes? (\d+) minutes more", page(slug))
    assert found is not None
    return int(found[1])


@cache
def wrong(name: str) -> dict[str, Callable[..., Any]]:
    found: dict[str, Callable[..., Any]] = runpy.run_path(str(answer_file("wrong", name)))["ALL"]
    return found


def groups(name: str) -> list[tuple[str, list[str], str]]:
    """The rows on the wrong answers of an exercise in its lesson's page: property, labels in backticks, question."""
    text = sections(page(EXERCISES[name].lesson))["Wrong answers"]
    rows = table(sections(text, level=3)[f"`{name}`"])
    return [(rule, re.findall(r"`([^`]+)`(?:; |$)", labels), question) for rule, labels, question in rows]


def test_every_lesson_has_a_page() -> None:
    assert [path.stem for path in sorted((TEACHING / "lessons").glob("*.md"))] == LESSONS


@each("slug", TAUGHT)
def test_a_page_has_its_parts_and_the_objectives_of_its_lesson(slug: str) -> None:
    said, meant = page(slug), master(slug)
    predicts = "predict(" in meant
    assert list(sections(said)) == [part for part in PARTS if predicts or part != PREDICTIONS]
    assert said.splitlines()[0] == re.search(r"^# .+", meant, re.MULTILINE)[0]  # type: ignore[index]
    promised = meant.split("After this lesson you can\n", 1)[1].split("\n\n", 1)[0]
    assert sections(said)["Objectives"].strip() == promised.strip()


@each("slug", TAUGHT)
def test_the_minutes_of_the_sections_add_up_to_those_of_the_lesson(slug: str) -> None:
    stated = re.search(r"^\*(\d+) minutes", master(slug), re.MULTILINE)
    assert stated is not None
    assert page(slug).splitlines()[2].startswith(f"*{stated[1]} minutes")
    assert sum(minutes_of(slug).values()) == int(stated[1])
    named = [part for row in minutes_of(slug) for part in row.split(" + ")]
    assert named == [part for part in sections(master(slug)) if part not in ("Exercise", "Next", "Sources")]
    first = (ROOT / "solutions" / slug / "master.py").read_text(encoding="utf-8").split("\n\n", 1)[0]
    assert first.endswith(f" · about {exercise_minutes(slug)} minutes")


@each("name", ASKED)
def test_every_wrong_answer_is_named_once_under_a_property_of_its_exercise(name: str) -> None:
    properties = [rule.name for rule in EXERCISES[name].properties]
    assert {row[0] for row in groups(name)} <= {*properties, ARGUMENTS}
    named = Counter(label for row in groups(name) for label in row[1])
    assert named == Counter(wrong(name).keys())
    assert all("?" in row[2] or row[2].endswith(".") for row in groups(name))


@each("name", ASKED)
def test_the_report_names_the_property_that_the_page_names(name: str) -> None:
    """One wrong answer of each exercise, since the check of all of them is a test of its own."""
    said, labels, _ = groups(name)[0]
    probe = direct_probe(wrong(name)[labels[0]], name)
    assert judged(examples_only(EXERCISES[name]), probe, thorough=True).broken == said


def test_the_door_lists_the_lessons_with_their_minutes() -> None:
    rows = table(sections((TEACHING / "README.md").read_text(encoding="utf-8"))["The lessons"])
    told = [(row[0], int(row[2]), int(row[4])) for row in rows]
    meant = [(slug[:2], sum(minutes_of(slug).values()), exercise_minutes(slug)) for slug in TAUGHT]
    assert told == [*meant, ("", sum(row[1] for row in meant), sum(row[2] for row in meant))]


def numbers(text: str) -> set[str]:
    """Numbers of two digits or more, as they are written."""
    return {number for number in re.findall(r"(?<![\w.,])\d+(?:[,.]\d+)*(?!\w)", text) if len(number) > 1}


def shown(path: Path) -> str:
    """The text of a notebook: its cells, and what they printed."""
    found = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        outputs = cell.get("outputs", [])
        found += cell["source"]
        found += [line for output in outputs for line in output.get("text", [])]
        found += [line for output in outputs for line in output.get("data", {}).get("text/plain", [])]
    return "".join(found)


@each("slug", TAUGHT)
def test_a_page_has_no_number_that_the_lesson_does_not_show(slug: str) -> None:
    said = sections(page(slug))
    del said["Minutes"], said["Objectives"]
    names = [name for name in EXERCISES if EXERCISES[name].lesson == slug]
    notebooks = (f"{folder}/{slug}.ipynb" for folder in ("notebooks", f"exercises/{slug}", f"solutions/{slug}"))
    known = [shown(ROOT / path) for path in notebooks]
    files = [f"classroom/lessons/quizzes/{slug}.toml", *(f"solutions/{slug}/wrong/{name}.py" for name in names)]
    known += [(ROOT / file).read_text(encoding="utf-8") for file in files]
    known += [rule.name for name in names for rule in EXERCISES[name].properties]
    assert numbers("\n".join(said.values())) <= numbers(re.sub(r"[.,](?!\d)|_", " ", "\n".join(known)))


def clock(time: str) -> int:
    """Minutes since midnight."""
    hours, minutes = time.split(":")
    return 60 * int(hours) + int(minutes)


PLANS = sections((TEACHING / "plans.md").read_text(encoding="utf-8"))
DAYS = {name: text for name, text in PLANS.items() if "|" in text and re.match(r"\d\d:\d\d", table(text)[0][0])}


@each("name", DAYS)
def test_the_clock_of_a_plan_runs_on_from_row_to_row(name: str) -> None:
    rows = table(DAYS[name])
    times = [clock(row[0]) for row in rows]
    lengths = [int(row[1]) for row in rows]
    assert times[1:] == [start + length for start, length in zip(times, lengths, strict=True)][:-1]
    promised = re.search(r"(\d+) minutes, from (\d\d:\d\d) to (\d\d:\d\d)", DAYS[name])
    assert promised is not None
    assert sum(lengths) == int(promised[1]) == clock(promised[3]) - clock(promised[2])
    assert times[0] == clock(promised[2])


@each("name", DAYS)
def test_a_plan_gives_each_lesson_the_minutes_of_its_sections(name: str) -> None:
    """A lesson without some of its sections takes what is left; an exercise, what its page says."""
    looked_at = 0
    for _, length, what, without in table(DAYS[name]):
        lesson = re.search(r"\]\(lessons/(\w+)\.md\)", what)
        if lesson is None:
            continue
        looked_at += 1
        if what.startswith("exercise"):
            assert int(length) <= exercise_minutes(lesson[1])
            assert (int(length) < exercise_minutes(lesson[1])) == bool(without)
            continue
        rows = minutes_of(lesson[1])
        left_out = [part for part in without.split("; ") if part]
        assert set(left_out) <= set(rows)
        assert int(length) == sum(rows.values()) - sum(rows[part] for part in left_out), (what, without)
    assert looked_at >= 5


def test_what_is_cut_when_late_saves_the_minutes_that_are_promised() -> None:
    found = re.findall(r"\*([^*]+)\* of lesson (\d+)[^(;\n]*\((\d+) minutes?\)", "".join(PLANS.values()))
    assert len(found) >= 5
    for part, number, promised in found:
        slug = next(slug for slug in TAUGHT if int(slug[:2]) == int(number))
        assert minutes_of(slug)[part] == int(promised)


def test_the_two_days_have_every_lesson() -> None:
    two = "".join(text for name, text in DAYS.items() if "two days" in name.lower())
    assert {slug for slug in LESSONS if f"(lessons/{slug}.md)" not in two} == set()


@each("path", PAGES)
def test_commands_and_files_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    known = set(_modules())
    assert set(re.findall(r"(?:^|[`/])chunklib ([a-z][a-z-]+)", text, re.MULTILINE)) <= known
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)) <= targets
    for file in re.findall(r"`((?:chunklib|deploy|docs|exercises|notebooks|solutions|tests)/[\w./-]+)`", text):
        assert re.search("20_initials|NN", file) or (ROOT / file).exists(), file  # which a reader makes


def shown_commands() -> list[str]:
    """The lines of the pages' blocks that call chunklib, without what an angle bracket stands for."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    blocks = re.findall(r"^```\n(.*?)^```$", pages, re.MULTILINE | re.DOTALL)
    return sorted({line for block in blocks for line in block.splitlines() if line.startswith("chunklib ")})


@each("line", shown_commands())
def test_a_command_of_a_page_is_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    _parser(words[:1]).parse_args(words)


def test_the_hidden_properties_shown_as_an_example_can_be_used(tmp_path: Path) -> None:
    text = (TEACHING / "marking.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "hello.py").write_text(code, encoding="utf-8")
    of_solutions(tmp_path).write()
    grader = Grader("hello", "a seed", None, tmp_path)  # our own cells: no sandbox needed
    [extra] = [
        rule for rule in grader.exercise.properties if rule.name not in {r.name for r in EXERCISES["hello"].properties}
    ]
    right = grader.mark(["def hello(name):\n    return f'Hello, {name}!'"])
    cut = grader.mark(["def hello(name):\n    return f'Hello, {name[:3000]}!'"])
    assert right.points == right.max_points == EXERCISES["hello"].max_points + extra.points
    assert [mark.name for mark in cut.properties if not mark.earned] == [extra.name]
    assert f"{DRAWN} more that are drawn" in text


def test_every_state_of_a_mark_is_explained() -> None:
    text = (TEACHING / "marking.md").read_text(encoding="utf-8")
    assert {row[0].strip("`") for row in table(sections(text)["What each state means"])} == set(get_args(State))
