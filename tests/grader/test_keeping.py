"""The folder of a batch: what is kept, made again or refused; a mark with wrong values is never believed."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunklib
from classroom.grader.intake import notebook
from classroom.grader.intake.notebook import file_digest
from classroom.grader.marks.model import Graded, Mark, PropertyMark, State, graded_from, mark_from
from classroom.grader.marks.store import Folder, Wanted, opened, write
from classroom.grader.marks.versions import settings_of, sources
from classroom.judge.manifest import of_solutions
from tests.grader.handed_in import put

HELLO = Wanted(("hello",), seed="a seed")
AGAIN = replace(HELLO, resume=True)
PROPERTIES = (PropertyMark("greets", 2, earned=True), PropertyMark("by name", 1, earned=False, why="no \ud800 name"))


def graded(student: str = "ada", state: State = "final", points: int | None = 2, digest: str = "d1") -> Graded:
    return Graded(student, Mark("hello", state, points, 3, "why", PROPERTIES), f"{student}.ipynb", digest, (3, 5))


def ask(folder: Folder, one: Graded, digest: str = "d1") -> Graded | None:
    return folder.kept(one.student, "hello", one.file, digest)


def filled(out: Path, *many: Graded, wanted: Wanted = HELLO) -> Path:
    with opened(out, wanted) as folder:
        for one in many:
            folder.keep(one)
    return out


def test_a_mark_that_is_kept_comes_back_as_it_was(tmp_path: Path) -> None:
    many = [graded("ada"), graded("=b\\n"), graded("Zoë", "failed", 0)]
    with opened(filled(tmp_path / "deep" / "out", *many), AGAIN) as folder:
        assert [ask(folder, one) for one in many] == many
        assert (folder.changed, folder.left_over()) == ("", 0)


def test_what_has_changed_is_made_again(tmp_path: Path) -> None:
    one, other = graded("ada"), graded("bob", "ungraded", None)
    with opened(filled(tmp_path, one, other), AGAIN) as folder:
        assert ask(folder, one, digest="d2") is None
        assert ask(folder, one, digest="") is None
        assert ask(folder, replace(one, file="elsewhere/ada.ipynb")) is None
        assert ask(folder, replace(one, student="eve")) is None
        assert ask(folder, other) is None, "what was not marked is tried again"
        assert ask(folder, one) == one


def test_a_mark_without_a_sandbox_counts_only_while_the_work_is_trusted(tmp_path: Path) -> None:
    filled(tmp_path, graded(), wanted=replace(HELLO, trusted=True))
    with opened(tmp_path, replace(AGAIN, trusted=True)) as folder:
        assert ask(folder, graded()) == graded()
    with opened(tmp_path, AGAIN) as folder:
        assert ask(folder, graded()) is None


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"null", b'{"settings": 1}', b"\xff", b"[" * 100_000])
def test_a_damaged_mark_is_made_again(tmp_path: Path, damage: bytes) -> None:
    (path,) = (filled(tmp_path, graded()) / "marks").iterdir()
    path.write_bytes(damage)
    with opened(tmp_path, AGAIN) as folder:
        assert folder.damaged == 0
        assert ask(folder, graded()) is None
        assert folder.damaged == 1
        folder.keep(graded())
        assert (folder.damaged, ask(folder, graded())) == (1, graded()), "it was damaged, and is made again"


def test_a_mark_under_the_name_of_another_is_not_believed(tmp_path: Path) -> None:
    (path,) = (filled(tmp_path, graded()) / "marks").iterdir()
    record = json.loads(path.read_bytes())
    record["graded"]["student"] = "eve"
    path.write_text(json.dumps(record), "utf-8")
    with opened(tmp_path, AGAIN) as folder:
        assert ask(folder, graded()) is None


def test_marks_of_submissions_that_are_gone_stay_and_are_counted(tmp_path: Path) -> None:
    with opened(filled(tmp_path, graded("ada"), graded("bob")), AGAIN) as folder:
        ask(folder, graded("bob"))
        assert folder.left_over() == 1
    assert len(list((tmp_path / "marks").iterdir())) == 2


# The seed and other settings


def test_the_seed_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    with opened(tmp_path / "out", Wanted(("hello",))) as folder:
        assert len(folder.seed) == 32
    assert (tmp_path / "out" / "seed").read_text("utf-8") == f"{folder.seed}\n"
    assert stat.S_IMODE((tmp_path / "out" / "seed").stat().st_mode) & 0o077 == 0
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) & 0o077 == 0
    assert folder.seed not in (tmp_path / "out" / "settings.json").read_text("utf-8")
    with opened(tmp_path / "out", Wanted(("hello",), class_seed="another", resume=True)) as again:
        assert again.seed == folder.seed


def test_a_new_folder_begins_with_the_seed_of_the_class(tmp_path: Path) -> None:
    with opened(tmp_path, Wanted(("hello",), class_seed="of the class")) as folder:
        assert folder.seed == "of the class"


@pytest.mark.parametrize(
    ("wanted", "word"),
    [
        (HELLO, "holds marks already: --resume goes on with them"),
        (replace(AGAIN, seed="another"), "holds marks of another seed"),
        (replace(AGAIN, functions=("retrieve",)), "holds marks of hello, not of retrieve"),
        (replace(AGAIN, functions=("hello", "retrieve")), "holds marks of hello, not of hello, retrieve"),
    ],
)
def test_a_folder_with_other_marks_is_refused_and_left_as_it_is(tmp_path: Path, wanted: Wanted, word: str) -> None:
    def content() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    filled(tmp_path, graded())
    before = content()
    with pytest.raises(ValueError, match=word), opened(tmp_path, wanted):
        pass
    assert content() == before


def test_other_hidden_properties_make_all_marks_again(tmp_path: Path) -> None:
    hidden = tmp_path / "solutions" / "00_start_here" / "hidden" / "hello.py"
    wanted = replace(AGAIN, solutions=tmp_path / "solutions")
    filled(tmp_path / "out", graded(), wanted=wanted)
    for content in (b"PROPERTIES = ()", b"PROPERTIES = (1,)"):
        put(hidden.parent, hidden.name, content)
        of_solutions(tmp_path / "solutions").write()
        with opened(tmp_path / "out", wanted) as folder:
            assert (folder.changed, ask(folder, graded())) == ("the hidden properties", None)
            folder.keep(graded())
    with opened(tmp_path / "out", wanted) as folder:
        assert (folder.changed, ask(folder, graded())) == ("", graded())


def test_settings_tell_what_marks_depend_on() -> None:
    one = settings_of(["hello"], "a", None)
    others = [settings_of(["hello"], "b", None), settings_of(["retrieve"], "a", None)]
    others += [replace(one, code="x"), replace(one, version="x"), replace(one, hidden=["x"])]
    assert len({one.digest, *(other.digest for other in others)}) == 6
    assert settings_of(["hello"], "a", None).digest == one.digest


# Files


def test_two_graders_do_not_share_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        opened(tmp_path, HELLO),
        pytest.raises(ValueError, match="another grader is at work in"),
        opened(tmp_path, HELLO),
    ):
        pass
    with opened(tmp_path, HELLO):
        pass


def test_what_a_grader_that_was_killed_had_begun_is_removed_and_nothing_else(tmp_path: Path) -> None:
    filled(tmp_path, graded())
    begun = [put(tmp_path, place, b"") for place in ("marks/.ada-1.json.77", ".seed.7", ".results.csv.12")]
    others = [put(tmp_path, place, b"") for place in (".gitignore", "marks/notes.txt", ".results.csv.old")]
    with opened(tmp_path, AGAIN):
        pass
    assert not any(path.exists() for path in begun)
    assert all(path.exists() for path in others)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    put(tmp_path, "file", b"")
    with pytest.raises(OSError, match=r"^cannot write .*file.*: (not a directory|file exists)$"):
        filled(tmp_path / "file")


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = put(tmp_path, "results.json", b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))  # a disk that is full, for this process alone
    try:
        with pytest.raises(OSError, match=r"^cannot write .*results.json: file too large$"):
            write(path, b"x" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    write(path, b"x" * 5000)
    assert path.stat().st_size == 5000


def test_the_digest_is_of_plain_files_that_are_not_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MAX_BYTES", 2)
    one, other, large = put(tmp_path, "a", b"1"), put(tmp_path, "b", b"2"), put(tmp_path, "c", b"123")
    (tmp_path / "link").symlink_to(one)
    assert file_digest(one) != file_digest(other)
    assert [file_digest(path) for path in (large, tmp_path, tmp_path / "link", tmp_path / "gone")] == [""] * 4


@pytest.mark.parametrize(
    ("place", "counts"),
    [
        ("chunklib/evaluation/sweep/sweep.py", True),  # the capstone is measured by it
        ("chunklib/data/questions/licence.json", True),
        ("exercises/07_smart_chunk/smart_chunk/content.py", True),
        ("classroom/properties/spans.py", True),
        ("exercises/07_smart_chunk/07_smart_chunk.ipynb", False),
        ("classroom/lessons/checking.py", False),
        ("classroom/build/builder.py", False),
    ],
)
def test_marks_are_made_again_when_what_they_depend_on_has_changed(place: str, counts: bool) -> None:
    path = Path(chunklib.__file__).parents[1] / place
    assert path.is_file()
    assert (path in sources()) == counts


RULES = (PropertyMark("greets", 2, earned=True), PropertyMark("by name", 1, earned=False, why="no name"))
MARK = Mark("hello", "final", 2, 3, "1 of 2 properties hold", RULES)
DATA = json.loads(json.dumps(asdict(MARK)))
ONE = Graded("ada", MARK, "ada.ipynb", "d1", (3, 5), ("semchunk",))
Path_ = tuple[str | int, ...]


def one_mark(out: Path) -> Path:
    """A folder with one mark; returns the mark's file."""
    with opened(out, HELLO) as folder:
        folder.keep(ONE)
    (path,) = (out / "marks").iterdir()
    return path


def changed(path: Path, place: Path_, value: Any) -> None:
    """Give one value in a JSON file another one; `place` are the keys that lead to it."""
    record = json.loads(path.read_bytes())
    inner = record
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    path.write_text(json.dumps(record), "utf-8")


def values_at(place: Path_, *values: Any) -> list[tuple[Path_, Any]]:
    return [(place, value) for value in values]


WRONG = [
    *values_at(("mark", "state"), "fimal", "late", None, 1, []),
    *values_at(("mark", "points"), 30, -5, "abc", None, 2.0, True, [2]),
    *values_at(("mark", "max_points"), 1, "3", None, -1, 3.0),
    *[one for name in ("reason", "exercise", "properties") for one in values_at(("mark", name), 5)],
    *values_at(("mark", "properties"), {}, [1], ["a"], [None]),
    *values_at(("mark", "properties", 0, "points"), "2", None, -1, True),
    *[one for name in ("earned", "hidden", "looked_at") for one in values_at(("mark", "properties", 0, name), 1, None)],
    *[
        one
        for name in ("name", "why", "call", "gave", "cause")
        for one in values_at(("mark", "properties", 1, name), 5)
    ],
    *values_at(("fingerprint",), None, {}, "ab", [{}], ["3"], [True], 3),
    *values_at(("libraries",), None, [None], "semchunk", [1], {"a": 1}),
    *[one for name in ("student", "file", "digest") for one in values_at((name,), None, 5)],
    (("mark",), []),
    (("mark", "more"), 1),
]


@pytest.mark.parametrize(("place", "value"), WRONG, ids=str)
def test_a_mark_that_holds_something_else_is_made_again(tmp_path: Path, place: Path_, value: Any) -> None:
    changed(one_mark(tmp_path), ("graded", *place), value)
    with opened(tmp_path, AGAIN) as folder:
        assert folder.kept("ada", "hello", "ada.ipynb", "d1") is None


@pytest.mark.parametrize("trusted", [None, 1, 0, "no"])
def test_a_mark_that_does_not_say_how_it_was_made_is_made_again(tmp_path: Path, trusted: Any) -> None:
    changed(one_mark(tmp_path), ("trusted",), trusted)
    with opened(tmp_path, AGAIN) as folder:
        assert folder.kept("ada", "hello", "ada.ipynb", "d1") is None


def test_points_are_there_but_where_a_mark_is_ungraded_and_none_where_it_failed() -> None:
    def read(state: str, points: int | None) -> Mark:
        return mark_from({**DATA, "state": state, "points": points})

    assert [read("final", 3).points, read("late", 0).points, read("failed", 0).points] == [3, 0, 0]
    assert read("ungraded", None).points is None
    for state, points in (("ungraded", 0), ("final", None), ("late", None), ("failed", None), ("failed", 1)):
        with pytest.raises(ValueError, match="no mark:"):
            read(state, points)


texts = st.text(max_size=5)
marks = st.builds(
    Mark,
    texts,
    st.sampled_from(["final", "late"]),
    st.integers(0, 9),
    st.integers(9, 20),
    texts,
    st.lists(st.builds(PropertyMark, texts, st.integers(0, 9), st.booleans(), st.booleans(), why=texts)).map(tuple),
)


@given(st.builds(Graded, texts, marks, texts, texts, st.lists(st.integers()).map(tuple), st.lists(texts).map(tuple)))
def test_every_mark_comes_back_as_it_was(one: Graded) -> None:
    assert graded_from(json.loads(json.dumps(asdict(one)))) == one


SETTINGS: list[Callable[[dict[str, Any]], Any]] = [
    lambda _: {},
    *[lambda had, name=name: {key: had[key] for key in had if key != name} for name in ("exercise", "seed", "code")],
    *[lambda had, value=value: {**had, "exercise": value} for value in ("hello", [1], [], None)],
    *[lambda had, value=value: {**had, "hidden": value} for value in (None, "", [None])],
    *[lambda had, name=name: {**had, name: 5} for name in ("seed", "version", "code")],
]


@pytest.mark.parametrize("wanted", [HELLO, AGAIN], ids=["new", "resume"])
@pytest.mark.parametrize("change", SETTINGS, ids=range(len(SETTINGS)))
def test_settings_that_do_not_say_whose_the_marks_are_are_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], wanted: Wanted
) -> None:
    path = one_mark(tmp_path)
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps(change(json.loads(settings.read_bytes()))), "utf-8")
    before = (path.read_bytes(), settings.read_bytes())
    word = r"holds marks, and no settings\.json that says whose"
    with pytest.raises(ValueError, match=word), opened(tmp_path, wanted):
        pass
    assert (path.read_bytes(), settings.read_bytes()) == before


# The seed


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_seed_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "seed"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    word = rf"^cannot read .*seed: {'is a directory' if content is None else 'not UTF-8 text'}$"
    with pytest.raises((ValueError, OSError), match=word), opened(tmp_path, Wanted(("hello",))):
        pass
