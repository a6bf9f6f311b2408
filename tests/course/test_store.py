"""Progress survives restarts, damage, folders that cannot be written, and two kernels at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from classroom.judge.errors import CourseError
from classroom.lessons import inside, store
from classroom.lessons.store import Entry, Prediction


@pytest.fixture(autouse=True)
def folder(state: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(store, "_unsaved", {})
    return state


def one_more_try(entry: Entry) -> Entry:
    return replace(entry, tries=entry.tries + 1)


def test_what_is_saved_is_there_again(folder: Path) -> None:
    store.update("hello", lambda entry: replace(entry, state="right", points=3))
    assert store.load().entry("hello") == Entry(state="right", points=3)
    assert store.load().entry("other") == Entry()
    assert sorted(path.name for path in folder.iterdir()) == ["lock", "progress.json"]


DAMAGED_PARTS = (
    b'"predictions": []',
    b'"predictions": {"03-windows": 3}',
    b'"predictions": {"03-windows": {"guess": 4}}',
    b'"predictions": {"03-windows": {"guess": [true]}}',
    b'"predictions": {"03-windows": {"guess": [NaN]}}',
    b'"predictions": {"03-windows": {"measured": [1' + b"0" * 400 + b"]}}",
    b'"predictions": {"03-windows": {"late": "no"}}',
    b'"predictions": {"03-windows": {"unknown": 3}}',
    b'"blanks": 3',
    b'"blanks": {"03_fixed_windows/loop": 3}',
    *(b'"scores": ' + one for one in (b"3", b"[3]", b'{"a": 1}')),
    *(b'"scores": [' + one + b"]" for one in (b'{"read": "3"}', b'{"day": 4}', b'{"unknown": 1}')),
)


@pytest.mark.parametrize("content", [
    b"{",
    b"[]",
    b"\xff\xfe",
    b'{"version": 99, "exercises": {}}',
    b'{"version": 1, "exercises": {"hello": 3}}',
    b'{"version": 1, "exercises": {"hello": {"tries": true}}}',
    b'{"version": 1, "exercises": {"hello": {"hints": -3}}}',
    b'{"version": 1, "exercises": {"hello": {"tries": 1' + b"0" * 5000 + b"}}}",
    b'{"version": 1, "exercises": {}' + b" " * 5_000_000,
    b'{"version": 1, "exercises": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001,
    b'{"version": 1, "exercises": {"hello": {"unknown": 3}}}',
    *(b'{"version": 1, "exercises": {}, ' + part + b"}" for part in DAMAGED_PARTS),
])  # fmt: skip
def test_a_damaged_file_is_set_aside_with_a_word(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / "progress.json").write_bytes(content)
    saved = store.update("hello", one_more_try)
    kept = f"It is kept as {folder / 'progress.damaged-1.json'}, and a new one begins."
    assert saved.notes == (f"The progress file was damaged, or is of a newer course. {kept}",)
    assert (folder / "progress.damaged-1.json").read_bytes() == content
    assert store.load() == store.Saved({"hello": Entry(tries=1)})


def test_a_file_of_the_year_before_loads_and_keeps_its_entries(folder: Path) -> None:
    folder.mkdir()
    (folder / "progress.json").write_text('{"version": 1, "exercises": {"hello": {"tries": 3}}}')
    assert store.load() == store.Saved({"hello": Entry(tries=3)})
    store.update_blank("03_fixed_windows/loop", "wrong")
    guess = replace(Prediction(), guess=(4, None, 2.5, "pattern"))
    store.update_prediction("03-windows", lambda _: guess)
    saved = store.Saved({"hello": Entry(tries=3)}, (), {"03-windows": guess}, {"03_fixed_windows/loop": "wrong"})
    assert store.load() == saved


def test_what_a_newer_course_saves_beside_ours_stays_in_the_file(folder: Path) -> None:
    folder.mkdir()
    text = '{"version": 1, "exercises": {"gone": {"tries": 1}}, "blanks": {"99_x/y": "odd"}, "notes": {"a": [1, null]}}'
    (folder / "progress.json").write_text(text)
    store.update("hello", one_more_try)
    data = json.loads((folder / "progress.json").read_bytes())
    assert (data["notes"], data["blanks"], data["exercises"]["gone"]["tries"]) == (
        {"a": [1, None]},
        {"99_x/y": "odd"},
        1,
    )


def test_a_blank_that_was_right_stays_right() -> None:
    for state in ("not started", "right", "wrong"):
        saved = store.update_blank("03_fixed_windows/loop", state)
    assert saved.blanks == {"03_fixed_windows/loop": "right"}


def test_a_folder_that_cannot_be_made_gets_a_word_and_later_what_was_remembered(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    for tries in (1, 2):
        saved = store.update("hello", one_more_try)
        assert saved.entry("hello").tries == tries
        assert saved.notes == (
            f"Progress is kept only until the kernel stops: {folder} cannot be written (File exists).",
        )
    store.update_blank("03_fixed_windows/loop", "right")
    store.update_prediction("03-windows", lambda _: Prediction((4,)))
    assert store.load().entry("hello").tries == 2
    folder.unlink()
    assert store.update("hello", one_more_try).notes == ()
    assert json.loads((folder / "progress.json").read_text())["exercises"]["hello"]["tries"] == 3
    assert store.load().blanks == {"03_fixed_windows/loop": "right"}
    assert store.load().predictions == {"03-windows": Prediction((4,))}


def test_kernels_at_the_same_time_do_not_lose_entries(folder: Path) -> None:
    code = """
import sys
import time
from dataclasses import replace
from classroom.lessons import store
for number in range(10):
    store.update(sys.argv[1], lambda entry: replace(entry, tries=entry.tries + 1))
    store.update("shared", lambda entry: replace(entry, tries=entry.tries + 1))
    store.update_blank(f"03_fixed_windows/{sys.argv[1]}{number}", "right")
    store.update_prediction("03-windows", lambda kept: store.Prediction((*kept.guess, number)))
"""
    kernels = [subprocess.Popen([sys.executable, "-c", code, name]) for name in "abc"]
    assert [kernel.wait() for kernel in kernels] == [0, 0, 0]
    saved = store.load()
    assert {name: entry.tries for name, entry in saved.entries.items()} == {"a": 10, "b": 10, "c": 10, "shared": 30}
    assert (len(saved.blanks), len(saved.predictions["03-windows"].guess)) == (30, 30)


def test_what_waits_for_a_full_disk_does_not_undo_what_another_kernel_wrote(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.update("hello", lambda entry: replace(entry, tries=3))
    with monkeypatch.context() as full:
        full.setattr(inside, "replace_file", refuse)
        assert "(No space left on device)" in store.update("hello", one_more_try).notes[0]
        assert "(No space left on device)" in store.update("other", one_more_try).notes[0]
        assert store.load().entry("hello").tries == 4
    code = """
from classroom.lessons import store
store.update("hello", lambda entry: store.tried(entry, "right", 3, "theirs"))
store.update_blank("03_fixed_windows/loop", "right")
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert store.update_blank("03_fixed_windows/end", "wrong").notes == ()
    monkeypatch.setattr(store, "_unsaved", {})
    assert store.load() == store.Saved(
        {"hello": Entry("right", 5, 0, 3, "theirs"), "other": Entry(tries=1)},
        blanks={"03_fixed_windows/loop": "right", "03_fixed_windows/end": "wrong"},
    )


def refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_what_is_in_the_place_of_the_file_is_kept_aside(folder: Path) -> None:
    (folder / "progress.json").mkdir(parents=True)
    (folder / "progress.json" / "mine.txt").write_text("mine")
    [note] = store.update("hello", one_more_try).notes
    assert note.startswith("The progress file could not be read (Is a directory). It is kept as ")
    assert (folder / "progress.damaged-1.json" / "mine.txt").read_text() == "mine"
    (folder / "progress.json").unlink()
    (folder / "progress.json").symlink_to("progress.json")
    assert "is a link, or no file at all" in store.update("hello", one_more_try).notes[0]
    assert (folder / "progress.damaged-2.json").is_symlink()
    assert store.load() == store.Saved({"hello": Entry(tries=1)})


def test_a_file_that_can_be_neither_read_nor_renamed_stays_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, while another program has it open."""
    folder.mkdir()
    (folder / "progress.json").write_text("theirs")
    with monkeypatch.context() as held:
        held.setattr(Path, "replace", refuse)
        assert len(store.update("hello", one_more_try).notes) == 2
    assert (folder / "progress.json").read_text() == "theirs"
    assert store.update("other", one_more_try).entries.keys() == {"hello", "other"}


def test_nothing_is_written_through_a_link(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder may be one that a student handed in, and its links lead to what is the teacher's."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.json").write_text("mine")
    folder.mkdir()
    for name in ("progress.json", f".progress.json.{os.getpid()}"):
        (folder / name).symlink_to(other / "mine.json")
    (folder / "lock").symlink_to(other / "new")
    [note] = store.update("hello", one_more_try).notes
    assert note.startswith("The progress file is a link, or no file at all. It is kept as ")
    assert (folder / "progress.damaged-1.json").is_symlink()
    assert store.load() == store.Saved({"hello": Entry(tries=1)})
    monkeypatch.delenv("CHUNKLIB_STATE")
    monkeypatch.chdir(tmp_path)
    for name, use in ((".chunklib", store.load), ("my_rag", store.own_folder)):
        (tmp_path / name).symlink_to(other)
        with pytest.raises(CourseError, match=rf"{name} is a link, and nothing is read or written through one here"):
            use()
    assert {path.name: path.read_text() for path in other.iterdir()} == {"mine.json": "mine"}


def test_a_folder_that_is_removed_while_a_kernel_runs_begins_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.update("hello", one_more_try)
    shutil.rmtree(folder)
    assert store.update("other", one_more_try) == store.Saved({"other": Entry(tries=1)})
    monkeypatch.delenv("CHUNKLIB_STATE")
    monkeypatch.chdir(folder)
    shutil.rmtree(folder)
    with pytest.raises(CourseError, match="^the folder in which this notebook runs was removed: open the notebook"):
        store.load()


def test_a_disk_without_locks_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "try_lock", refuse)
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("waits"))
    assert store.update("hello", one_more_try).notes == ()


def test_a_lock_that_is_held_does_not_hang(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    folder.mkdir()
    monkeypatch.setattr(inside, "LOCK_SECONDS", 0.1)
    with (folder / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert store.update("hello", one_more_try).entry("hello").tries == 1


def test_right_stays_right_points_are_the_best_and_the_same_code_and_a_stub_are_no_try() -> None:
    entry = store.tried(Entry(), "not started", 0, "stub")
    assert entry == Entry()
    for state, points, digest in (("wrong", 3, "a"), ("wrong", 3, "a"), ("right", 12, "b"), ("raises", 0, "c")):
        entry = store.tried(entry, state, points, digest)
    assert (entry.state, entry.points, entry.tries) == ("right", 12, 3)


def test_a_practice_leaves_one_exercise_alone_and_begins_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_practised", [])
    store.update("hello", lambda entry: store.tried(entry, "wrong", 1, "a"))
    before = (folder / store.FILE).read_bytes()
    for _ in range(2):
        store.practice()
        for tries in (1, 2):
            saved = store.update("hello", lambda entry: store.tried(entry, "right", 3, f"b{entry.tries}"))
            assert saved.entry("hello").tries == tries
    assert (folder / store.FILE).read_bytes() == before
    assert store.own_folder() == folder / "my_rag", "a document and kept functions are where they were"


def test_a_practice_holds_for_its_exercise_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_practised", [])
    store.practice()
    store.update_prediction("00-torn", lambda _: Prediction((90,)))
    store.update_blank("00_start_here/is_torn", "right")
    for name in ("hello", "retrieve", "hello"):
        store.update(name, one_more_try)
    saved = store.load()
    assert saved.entries == {"retrieve": Entry(tries=1)}
    assert (saved.predictions, saved.blanks) == ({"00-torn": Prediction((90,))}, {"00_start_here/is_torn": "right"})


@pytest.mark.slow
def test_lesson_00_run_twice_leaves_the_record_as_it_was(tmp_path: Path) -> None:
    """`Run All` too: its cells check a wrong function and open a hint."""
    master = Path(__file__).parents[2] / "notebooks" / "src" / "00_start_here.py"
    store.update("hello", lambda entry: store.tried(entry, "wrong", 1, "a"))
    before = json.loads((store.state_folder() / store.FILE).read_bytes())["exercises"]
    env = os.environ | {"MPLBACKEND": "Agg", "CHUNKLIB_STATE": str(store.state_folder())}
    for _ in range(2):
        done = subprocess.run([sys.executable, str(master)], env=env, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
    assert json.loads((store.state_folder() / store.FILE).read_bytes())["exercises"] == before
