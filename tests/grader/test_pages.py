"""The pages say what the marks say, hide what is hidden, and show a student's text as text, whatever it holds."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classroom.grader.marks.model import Graded, Mark, PropertyMark, State
from classroom.grader.marks.store import page_name
from classroom.grader.pages import write_pages
from classroom.grader.pages.class_page import class_page
from classroom.grader.pages.html import LONGEST, visible
from classroom.grader.pages.student import STATES, student_page

HOLDS = PropertyMark("nothing is lost", 3, earned=True)
BROKEN = PropertyMark(
    "offsets",
    2,
    earned=False,
    why="chunks[0] is elsewhere",
    call="f(text='a')",
    gave="['b']",
    expected="['a']",
    cause="An end is one off",
    line="end = start + 1",
    printed="debugging",
)
SKIPPED = PropertyMark("overlap", 1, earned=False, looked_at=False)
SECRET = replace(BROKEN, name="repeats", hidden=True, cause="Count, never search.")
PARTIAL = Mark("smart_chunk", "final", 3, 8, "1 of 4 properties hold", (HOLDS, BROKEN, SKIPPED, SECRET))
VOID = {"meta"}
HOSTILE = st.text(
    st.sampled_from("ab<>&\"'/\\\n\t\r\0\x1b\u202e\u2066\u200b\ufeff\ud800é\u0301\U000e0041 ="), max_size=30
)


class Outline(HTMLParser):
    """Reads a page: its tags in order, what is still open, and the words between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open += [] if tag in VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += [] if "style" in self.open else [data]

    @property
    def text(self) -> str:
        return "".join(self.words)

    @property
    def shape(self) -> list[tuple[str, frozenset[str]]]:
        return [(tag, frozenset(given)) for tag, given in self.tags]


def graded(student: str, mark: Mark = PARTIAL, **rest: Any) -> Graded:
    return Graded(student, mark, f"{student}.ipynb", **rest)


def some_class() -> list[Graded]:
    """Return a class of every state, with a copy, and a student who handed in twice."""
    full = replace(PARTIAL, points=8, properties=(HOLDS, replace(BROKEN, earned=True)))
    found = [graded(f"s{at:02}", replace(PARTIAL, points=at % 9), fingerprint=(at,)) for at in range(12)]
    found += [graded(name, full, fingerprint=tuple(range(100, 130)), digest="7") for name in ("Eve", "ada")]
    found += [graded("late", replace(full, state="late", reason="3 hours late"))]
    found += [graded(name, Mark("smart_chunk", "failed", 0, 8, f"broken JSON: {name}")) for name in ("gus", "hal")]
    found += [graded("ivy", Mark("smart_chunk", "ungraded", None, 8, "the disk was full"))]
    return [*found, Graded("ivy", full, "ivy (2).ipynb")]


def pages(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in sorted(folder.rglob("*.*"))}


def both(found: Sequence[Graded]) -> Iterator[str]:
    yield class_page(found)
    yield from (student_page(one.student, [one]) for one in found)


def test_a_page_for_each_student_and_one_for_the_class(tmp_path: Path) -> None:
    found = some_class()
    write_pages(tmp_path, found, seed="5")
    names = {f"feedback/{page_name(one.student, '5')}" for one in found}
    assert set(pages(tmp_path)) == {"class.html", *names}
    links = [
        given["href"] or "" for tag, given in Outline((tmp_path / "class.html").read_text("utf-8")).tags if tag == "a"
    ]
    assert {unquote(link) for link in links} == names


def test_the_order_of_the_submissions_means_nothing(tmp_path: Path) -> None:
    found = some_class()
    write_pages(tmp_path / "once", found, seed="5")
    random.Random(3).shuffle(found)  # noqa: S311 -- no secret
    write_pages(tmp_path / "again", found, seed="5")
    assert pages(tmp_path / "once") == pages(tmp_path / "again")


ADA, BEN, CYD, DAN, EVE = (page_name(name, "5") for name in ("ada", "ben", "cyd", "dan", "eve"))


def test_pages_of_who_is_gone_are_removed_and_no_file_of_somebody_else(tmp_path: Path) -> None:
    write_pages(tmp_path, [graded("ada"), graded("Bob B"), graded("cyd"), graded("dan")], seed="5")
    notes = [tmp_path / "feedback" / name for name in ("eve.html", "notes.txt", "ada-old.html")]
    for note in notes:
        note.write_text("mine", "utf-8")
    (tmp_path / "feedback" / DAN).unlink()
    (tmp_path / "feedback" / DAN).mkdir()
    with (tmp_path / "pages").open("a", encoding="utf-8") as file:
        file.write("../class.html\n/etc/passwd\n.html\n")
    write_pages(tmp_path, [graded("ada")], seed="5")
    left = {path.name for path in (tmp_path / "feedback").iterdir()}
    assert left == {ADA, DAN, *(note.name for note in notes)}
    assert (tmp_path / "class.html").is_file()
    assert (tmp_path / "pages").read_text("ascii") == f"{ADA}\n"


def test_a_run_that_is_broken_off_leaves_no_page_behind(tmp_path: Path) -> None:
    (tmp_path / "feedback" / CYD).mkdir(parents=True)
    with pytest.raises(OSError, match="folder"):
        write_pages(tmp_path, [graded("ada"), graded("cyd")], seed="5")
    (tmp_path / "feedback" / CYD).rmdir()
    (tmp_path / "pages").write_bytes((tmp_path / "pages").read_bytes() + b"\n")
    write_pages(tmp_path, [graded("ben")], seed="5")
    assert [path.name for path in (tmp_path / "feedback").iterdir()] == [BEN]
    (tmp_path / "pages").write_bytes(b"\xff")
    write_pages(tmp_path, [graded("eve")], seed="5")
    assert (tmp_path / "pages").read_text("ascii") == f"{EVE}\n"


def test_pages_are_well_formed_and_stand_alone() -> None:
    for page in both(some_class()):
        outline = Outline(page)
        assert outline.open == []
        tags = [tag for tag, _ in outline.tags]
        assert tags.count("h1") == tags.count("main") == tags.count("title") == 1
        levels = [int(tag[1]) for tag in tags if re.fullmatch(r"h\d", tag)]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert all(given.get("scope") in ("row", "col") for tag, given in outline.tags if tag == "th")
        assert dict(outline.tags)["html"] == {"lang": "en"}
        assert not {"script", "link", "img", "iframe", "object", "form", "base"} & set(tags)
        assert not re.search(r"https?:|//|url\((?!#)|@import|\bon\w+=", page.replace("</", ""))
        assert "default-src 'none'" in page


def test_a_page_says_what_the_mark_says() -> None:
    text = Outline(student_page("ada", [graded("ada")])).text
    assert "smart_chunk: 3 of 8 points" in text
    assert "1 of 4 properties hold" in text
    for word in (BROKEN.why, BROKEN.call, BROKEN.gave, BROKEN.expected, BROKEN.cause, BROKEN.line, BROKEN.printed):
        assert word in text
    for words in ("nothing is lost✓ holds3 of 3", "offsets✗ does not hold0 of 2", "overlap– not looked at", "0 of 1"):
        assert words in text
    assert 'hint("smart_chunk")' in text


@pytest.mark.parametrize("state", ["final", "late", "failed", "ungraded"])
def test_a_state_is_said_in_words_with_its_reason(state: State) -> None:
    points, properties = {"ungraded": (None, ()), "failed": (0, ())}.get(state, (3, PARTIAL.properties))
    mark = Mark("smart_chunk", state, points, 8, "because of this", properties)
    text = Outline(student_page("ada", [graded("ada", mark)])).text
    assert f"{state}: {STATES[state]}" in text
    assert ("because of this" in text) == (state != "final")
    assert ("0 of 8" in text) == (state == "failed")
    assert ("no points yet" in text) == (state == "ungraded")


def test_what_is_said_of_all_functions_is_said_once() -> None:
    marks = [Mark(name, "failed", 0, 2, "nothing handed in") for name in ("span_size", "pack_spans")]
    text = Outline(student_page("ada", [graded("ada", mark) for mark in (*marks, PARTIAL)])).text
    assert ("span_size, pack_spans: 0 of 4 points" in text, text.count("nothing handed in")) == (True, 1)
    assert ("check(span_size) says" in text, "smart_chunk: 3 of 8 points" in text) == (True, True)


def test_an_unfinished_function_is_said_to_be_one() -> None:
    reason = "not started: it still raises NotImplementedError"
    assert "Not started" in student_page("ada", [graded("ada", replace(PARTIAL, reason=reason))])


def test_points_that_a_gate_has_taken_are_explained() -> None:
    word = "must hold before any other earns points"
    assert word in student_page("ada", [graded("ada", replace(PARTIAL, points=0))])
    assert word not in student_page("ada", [graded("ada")])


def test_a_right_answer_has_nothing_left_to_do() -> None:
    mark = Mark("smart_chunk", "final", 3, 3, "all properties hold", (HOLDS,))
    text = Outline(student_page("ada", [graded("ada", mark)])).text
    assert "there is nothing left to do" in text
    assert "What does not hold yet" not in text


def test_of_a_hidden_property_only_name_and_hint_are_shown() -> None:
    shown = {"name", "points", "earned", "hidden", "looked_at", "cause"}
    kept = {field.name: f"SECRET {field.name}" for field in fields(PropertyMark) if field.name not in shown}
    for secret in (replace(SECRET, **kept), replace(SECRET, **kept, looked_at=False)):  # type: ignore[arg-type]
        found = [graded("ada", replace(PARTIAL, properties=(HOLDS, secret)))]
        student, overview = both(found)
        assert "SECRET" not in student + overview
        assert SECRET.name in student
        assert SECRET.name in overview
    assert "Count, never search" in student_page("ada", [graded("ada")])


def test_a_page_names_no_other_student(tmp_path: Path) -> None:
    found = [replace(one, student=f"{one.student}-{at}-xq") for at, one in enumerate(some_class())]
    write_pages(tmp_path, found, seed="5")
    for one in found:
        page = (tmp_path / "feedback" / page_name(one.student, "5")).read_text("utf-8")
        assert set(re.findall(r"\w+-\d+-xq", page)) == {one.student}


@given(st.lists(HOSTILE.filter(bool), min_size=11, max_size=11))
@settings(max_examples=60, deadline=None)
def test_no_text_changes_the_shape_of_a_page_or_hides_in_it(words: list[str]) -> None:
    def made(texts: Sequence[str]) -> list[Graded]:
        name, why, call, gave, expected, cause, line, printed = texts[:8]
        rule = PropertyMark(
            name, 2, False, why=why, call=call, gave=gave, expected=expected, cause=cause, line=line, printed=printed
        )
        mark = Mark("smart_chunk", "late", 0, 2, texts[8], (rule,))
        return [Graded(texts[9], mark, texts[10]), Graded(texts[9], Mark("smart_chunk", "failed", 0, 2, texts[8]))]

    for page, plain in zip(both(made(words)), both(made(["x"] * 11)), strict=True):
        outline = Outline(page)
        assert outline.shape == Outline(plain).shape
        assert all(char.isprintable() or char in "\n\xa0" for char in outline.text)
        page.encode("utf-8")
    text = Outline(student_page(words[9], made(words)[:1])).text
    assert all(visible(word) in text for word in (*words[:5], *words[6:]))


def test_what_cannot_be_seen_is_shown_by_its_number() -> None:
    text = Outline(student_page("a\u202eb", [Graded("a\u202eb", PARTIAL, "new\nline\u200b.ipynb")])).text
    assert "a[U+202E]b" in text
    assert "new[U+000A]line[U+200B].ipynb" in text
    assert visible("e" + "\u0301" * 9).count("\u0301") < 9


def test_a_long_text_is_cut_and_its_length_said() -> None:
    assert visible("x" * LONGEST) == "x" * LONGEST
    assert visible("x" * (LONGEST + 1)).endswith("x … 2,001 characters")


def test_the_class_page_counts_what_is_there() -> None:
    found = some_class()
    text = Outline(class_page(found)).text
    assert "smart_chunk: 19 submissions" in text
    for words in ("final1579", "late15", "failed211", "ungraded15"):  # state, number, share in per cent
        assert words in text
    assert "Median 4.5 of 8; the middle half from 1.75 to 8; 16 judged submissions." in text
    assert "Eveada100\xa0%30the same file: for a human eye" in text
    assert "broken JSONfailed2gus, hal" in text
    assert "the disk was fullungraded1ivy" in text
    assert "ivy; file ivy (2).ipynb" in text


def test_a_class_without_submissions_has_a_page() -> None:
    assert "No submissions were found." in class_page([])
    nobody = Mark("hello", "ungraded", None, 0, "the disk was full")
    assert "No submission was judged." in class_page([graded("ada", nobody)])


def test_a_page_that_cannot_be_written_leaves_the_others_whole(tmp_path: Path) -> None:
    write_pages(tmp_path, [graded("ada"), graded("ben")], seed="5")
    before = pages(tmp_path)
    (tmp_path / "feedback" / CYD).mkdir()
    with pytest.raises(OSError, match="folder"):
        write_pages(tmp_path, [graded("cyd")], seed="5")
    (tmp_path / "feedback" / CYD).rmdir()
    assert pages(tmp_path) == before


def test_who_handed_in_nothing_is_no_submission_and_no_share_claims_all() -> None:
    missing = Graded("zoe", Mark("f", "failed", 0, 3, "nothing handed in"))
    found = [graded(f"s{number:03}", Mark("f", "final", 1, 3, "why")) for number in range(299)]
    page = class_page([*found, missing])
    assert "f: 299 submissions, 1 student without one" in page
    assert "&gt;99&nbsp;%" in page
    assert "&lt;1&nbsp;%" in page
    assert ">100&nbsp;%" not in page
    assert "f: 299 submissions<" in class_page(found)
