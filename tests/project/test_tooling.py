"""The tools around the library keep their promises: lock, wheel, Makefile, import rules, the rule for CI."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import chunklib
from classroom.lessons.folder.lab import SETTINGS
from deploy.bundle.lock import Pin, read_lock
from deploy.lock import included
from tests.each import each, named

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCES = sorted([*ROOT.glob("chunklib/**/*.py"), *ROOT.glob("tiktoken_ext/*.py"), *ROOT.glob("research/**/*.py")])
CORE_MAY_IMPORT = {"chunklib", "numpy", "regex", "tiktoken", *sys.stdlib_module_names}


def run(*command: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with the variables of this process and `variables`; what it did and printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PYTEST"))}
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**environment, **variables},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def copy_of_the_project(folder: Path) -> Path:
    """Copy what the package is made from to `folder`, where a test may change it."""
    for name in ("chunklib", "classroom", "course", "exercises", "requirements", "research", "tiktoken_ext"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("LICENSE", "LICENSE-TEXT", "Makefile", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    return folder


# What is installed


GROUPS = included((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = {
    canonicalize_name(project["name"]): {"": project["dependencies"], **project["optional-dependencies"]}
    for project in (PROJECT, tomllib.loads((ROOT / "course/pyproject.toml").read_text("utf-8"))["project"])
}


def pinned(group: str) -> list[Pin]:
    """The pins of a group, those of the files that it begins with among them."""
    path = ROOT / "requirements" / f"{group}.txt"
    text = path.read_text("utf-8")
    others = re.findall(r"^-r (.*)\.txt$", text, re.MULTILINE)
    assert others == GROUPS[group]
    return [*read_lock(text), *(pin for other in others for pin in pinned(other))]


def wanted(requirement: Requirement) -> Iterator[Requirement]:
    """Replace a requirement that is one of our distributions with extras by what it asks for."""
    ours = EXTRAS.get(canonicalize_name(requirement.name))
    if ours is None:
        yield requirement
        return
    for extra in ("", *requirement.extras):
        for line in ours[extra]:
            yield from wanted(Requirement(line))


@each("group", GROUPS)
def test_a_group_pins_what_it_asks_for(group: str) -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    asked = [Requirement(line) for line in groups[group] if isinstance(line, str)]
    pins = {pin.name: str(pin.requirement.specifier).removeprefix("==") for pin in pinned(group)}
    unmet = [
        str(requirement)
        for requirement in (inner for one in asked for inner in wanted(one))
        if not requirement.specifier.contains(pins.get(canonicalize_name(requirement.name), "0"), prereleases=True)
    ]
    assert unmet == [], "requirements/ is older than pyproject.toml: make lock"


def test_a_package_has_the_same_version_in_every_group() -> None:
    pins = {(pin.name, str(pin.requirement.specifier)) for group in GROUPS for pin in pinned(group)}
    assert len(pins) == len({name for name, _ in pins})


def test_a_learner_gets_no_tools_of_ours_and_no_other_splitters() -> None:
    names = {pin.name for pin in pinned("learner")}
    assert names.isdisjoint(
        {"chonkie", "jupyterhub", "mypy", "nbgrader", "psycopg", "pytest", "semchunk", "unstructured"}
    )


def test_the_version_of_the_course_is_that_of_the_library() -> None:
    course = tomllib.loads((ROOT / "course/pyproject.toml").read_text("utf-8"))["project"]
    assert course["version"] == chunklib.__version__
    [library] = [line for line in course["dependencies"] if line.startswith("chunklib")]
    assert library.endswith(f"=={course['version']}")
    assert course["requires-python"] == PROJECT["requires-python"]


# The shape of the code


@each("path", SOURCES)
def test_files_and_functions_stay_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 300
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lines = {function.name: (function.end_lineno or 0) - function.lineno + 1 for function in functions}
    assert {name: count for name, count in lines.items() if count > 45} == {}


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """Every node below `node` but what only a type checker reads."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield child
            yield from executed(child)


def imported_by(path: Path) -> set[str]:
    """The top-level packages that a file imports when it runs, also inside a function."""
    names: set[str] = set()
    for node in executed(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def test_the_core_imports_numpy_regex_tiktoken_and_the_standard_library() -> None:
    library = ROOT / "chunklib"
    core = [path.relative_to(library) for path in SOURCES if path.is_relative_to(library)]
    strangers = {path.as_posix(): imported_by(library / path) - CORE_MAY_IMPORT for path in core}
    assert {name: packages for name, packages in strangers.items() if packages} == {
        "adapters/langchain.py": {"langchain_core", "langchain_text_splitters"},
        "adapters/llamaindex.py": {"llama_index"},
        "cuts/markdown_parser.py": {"markdown_it"},
        "cuts/pdf.py": {"pypdfium2"},
        "cuts/pdf_lines.py": {"pypdfium2"},
        "cuts/pdf_titles.py": {"pypdfium2"},
        "cuts/sentences.py": {"nupunkt"},
        "cuts/code.py": {"tree_sitter"},
        "doctor.py": {"tiktoken_ext"},
        "embed.py": {"wordllama"},
        "quick_tokens.py": {"gigatoken", "tiktoken_ext"},
        "retrieval/bm25.py": {"bm25s"},
        "retrieval/postgres_store.py": {"psycopg"},
        "scale/dask_client.py": {"distributed"},
        "tokens.py": {"tiktoken_ext"},
    }


ONE_WAY, ALONE = "The library: imports run one way", "The library knows of no classroom and no notebook"
FORBIDDEN = {
    ("chunk", "chunklib.strategies"): ONE_WAY,
    ("cuts.words", "chunklib.pack"): ONE_WAY,
    ("contract", "classroom"): ALONE,
    ("tokens", "matplotlib"): ALONE,
    ("pack", "IPython"): ALONE,
}
CIRCLE = ("evaluation/axis.py", "chunklib.evaluation.metrics.registry")


def test_the_import_rules_can_break(tmp_path: Path) -> None:
    source = copy_of_the_project(tmp_path)
    for module, imported in FORBIDDEN:
        with (source / "chunklib" / f"{module.replace('.', '/')}.py").open("a", encoding="utf-8") as changed:
            changed.write(f"\nimport {imported}\n")
    with (source / "chunklib" / CIRCLE[0]).open("a", encoding="utf-8") as changed:
        changed.write(f"\nimport {CIRCLE[1]}\n")
    done = run(Path(sys.executable).with_name("lint-imports"), "--no-cache", cwd=source, PYTHONPATH=str(source))
    assert done.returncode == 1
    broken = done.stdout.partition("Broken contracts")[2]
    sections = dict(re.findall(r"^(.+)\n-+\n((?:.*\n)*?)(?=.+\n---|\Z)", broken, re.MULTILINE))
    for (module, imported), contract in FORBIDDEN.items():
        assert f"chunklib.{module} -> {imported}" in sections[contract]
    assert "No cycles are allowed in chunklib.evaluation." in sections["Nothing imports in a circle"]


# make


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    if not shutil.which("make"):
        pytest.skip("no make here")
    return run("make", *arguments, cwd=folder)


def targets() -> list[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    [phony] = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    assert set(re.findall(r"^([a-z-]+):.*## ", text, re.MULTILINE)) == set(phony.split())
    return [*phony.split()]


@pytest.mark.required_in_ci
def test_the_shell_understands_every_target(tmp_path: Path) -> None:
    folder = copy_of_the_project(tmp_path)
    for target in targets():
        with named(target):
            written = make(folder, "--warn-undefined-variables", "--just-print", target)
            assert (written.returncode, written.stderr) == (0, "")
            read = subprocess.run(["sh", "-n"], input=written.stdout, capture_output=True, text=True, check=False)
            assert (read.returncode, read.stderr) == (0, "")
            assert written.stdout


def test_ci_runs_every_target_that_tests() -> None:
    [line] = re.findall(r"^make (.*)$", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert line.startswith("test ")
    part_of_test = {"test-units", "test-notebooks"}
    assert set(line.split()) == {name for name in targets() if name.startswith("test")} - part_of_test


UNFIT = {  # what a Python answers that makes no environments here -> what make says
    "exit 1": "This needs Python 3.11, 3.12 or 3.13, and none was found.",
    "echo 'no such version'; exit 127": "This needs Python 3.11, 3.12 or 3.13, and none was found.",
    'case "$*" in *ensurepip*) exit 1;; esac': "On Debian and Ubuntu: apt-get install python3-venv",
}


@pytest.mark.required_in_ci
def test_make_says_which_python_does_not_fit(tmp_path: Path) -> None:
    folder, python = copy_of_the_project(tmp_path / "project"), tmp_path / "another-python"
    for answer, said in UNFIT.items():
        python.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
        python.chmod(0o755)
        done = make(folder, "lab", f"PYTHON={python}")
        assert done.returncode == 2
        assert said in done.stderr.splitlines()[0]
        assert not (folder / ".venv").exists()


@pytest.mark.required_in_ci
def test_make_installs_once_and_again_after_a_change(tmp_path: Path) -> None:
    folder = copy_of_the_project(tmp_path)
    first = make(folder, "--just-print", "lab").stdout
    [stamp] = re.findall(r"touch (\S+)", first)
    assert "--requirements requirements/learner.txt" in first
    (folder / stamp).parent.mkdir()
    (folder / stamp).touch()
    second = make(folder, "--just-print", "lab").stdout
    assert "classroom.lessons.folder start my_course" in second
    assert "pip" not in second
    assert "requirements/test.txt" in make(folder, "--just-print", "lint").stdout
    with (folder / "requirements/learner.txt").open("a", encoding="utf-8") as lock:
        lock.write("# one more line\n")
    assert "--requirements requirements/learner.txt" in make(folder, "--just-print", "lab").stdout


def test_the_settings_for_lab_are_settings_that_it_has() -> None:
    overrides = json.loads((SETTINGS / "overrides.json").read_text(encoding="utf-8"))
    for plugin, settings in overrides.items():
        package, _, name = plugin.partition(":")
        [found] = Path(sys.prefix, "share/jupyter").glob(f"lab*/**/schemas/{package}/{name}.json")
        schema = json.loads(found.read_bytes())
        for setting, value in settings.items():
            known = schema["properties"][setting]
            assert known["type"] == {bool: "boolean", int: "number", str: "string", dict: "object"}[type(value)]
            assert value in [choice["const"] for choice in known.get("oneOf", [{"const": value}])]


def test_commit_hooks_are_tools_of_the_environment() -> None:
    done = run(sys.executable, "-m", "pre_commit", "validate-config", ".pre-commit-config.yaml", cwd=ROOT)
    assert done.returncode == 0, done.stdout
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    commands = re.findall(r"entry: \.venv/bin/(\S+)", text)
    assert commands == ["ruff", "ruff", "mypy", "lint-imports"]
    assert [command for command in commands if not Path(sys.executable).with_name(command).exists()] == []
    assert re.findall(r"- repo: (\S+)", text) == ["local"]  # others would be fetched at the first commit


# What every test session shares


TESTS = {
    "test_skips.py": """
import pytest

@pytest.fixture
def browser():
    pytest.skip("no browser")

@pytest.mark.required_in_ci
def test_page(browser):
    pass

@pytest.mark.required_in_ci
def test_network():
    pytest.skip("no network namespace")

def test_other():
    pytest.skip("no sound")
""",
    **dict.fromkeys(
        ["test_a.py", "test_b.py"],
        """
import os
from pathlib import Path

def test_first():
    state = Path(os.environ["CHUNKLIB_STATE"])
    assert not state.exists()
    state.mkdir(parents=True)

def test_second():
    assert Path(os.environ["CHUNKLIB_STATE"]).exists()
""",
    ),
    "test_draws.py": """
import os
from hypothesis import given, strategies as st
drawn = []
if os.environ["CI"]:
    import constants

@given(number=st.integers(), words=st.text())
def test_draws(number, words):
    drawn.append((number, words))

def test_says():
    with open(f"drawn-{os.environ['CI']}.txt", "w") as file:
        file.write(ascii(drawn))
""",
    "constants.py": f"LIST = {list(range(7_000, 7_400))}\n",
}


class Sessions(NamedTuple):
    """Two sessions on the same tests: in CI, where another module is imported, and then elsewhere."""

    folder: Path
    in_ci: subprocess.CompletedProcess[str]
    elsewhere: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Sessions:
    """Run tests twice under the rules of this project's conftest.py."""
    folder = tmp_path_factory.mktemp("sessions")
    shutil.copy(ROOT / "conftest.py", folder)
    for name, text in TESTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    options = (
        "-p",
        "_hypothesis_pytestplugin",
        "-o",
        "markers=required_in_ci: here",
        "-W",
        "error",
        "--rootdir",
        folder,
    )
    variables = {"CHUNKLIB_STATE": str(folder / "my progress"), "CHUNKLIB_DURATIONS": str(folder / "durations.txt")}
    variables["CHUNKLIB_EXAMPLES"] = "same"  # in CI there are more
    variables["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take seconds to load, and are nothing of ours
    command = (sys.executable, "-m", "pytest", *options)
    return Sessions(folder, *(run(*command, cwd=folder, CI=ci, **variables) for ci in ("true", "")))


def test_in_ci_a_required_test_may_not_be_skipped(sessions: Sessions) -> None:
    assert (sessions.in_ci.returncode, sessions.elsewhere.returncode) == (1, 0)
    assert "1 failed, 6 passed, 1 skipped, 1 error" in sessions.in_ci.stdout
    assert "6 passed, 3 skipped" in sessions.elsewhere.stdout
    assert "CI must run this test, and it was skipped" in sessions.in_ci.stdout
    assert "CI must run" not in sessions.elsewhere.stdout


def test_no_session_touches_the_progress_of_who_runs_it(sessions: Sessions) -> None:
    """Each file of tests begins without progress: a test inside would fail if it did not."""
    assert not (sessions.folder / "my progress").exists()


def test_cases_do_not_depend_on_what_was_imported(sessions: Sessions) -> None:
    drawn = [(sessions.folder / f"drawn-{ci}.txt").read_text("ascii") for ci in ("true", "")]
    assert drawn[0] == drawn[1]
    assert len(ast.literal_eval(drawn[0])) == 40


def test_the_seconds_of_each_test_are_written_where_ci_wants_them(sessions: Sessions) -> None:
    names = Counter(line.split()[1] for line in (sessions.folder / "durations.txt").read_text("utf-8").splitlines())
    assert names["test_a.py::test_first"] == 2
    assert names == dict.fromkeys(names, 2)
    assert len(names) == 9
