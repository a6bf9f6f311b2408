"""The tools around the library keep their promises: lock, wheel, Makefile, import rules, the rule for CI."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCES = sorted([*ROOT.glob("chunklib/**/*.py"), *ROOT.glob("tiktoken_ext/*.py"), *ROOT.glob("benchmarks/*.py")])
A_DOCUMENT = ROOT / "chunklib/data/inventory.py"  # a text of the course, with a long function on purpose
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
    """What the package is made from, copied to `folder`, where a test may change it."""
    for name in ("chunklib", "tiktoken_ext"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("LICENSE", "LICENSE-TEXT", "Makefile", "README.md", "pyproject.toml", "requirements.lock", "setup.py"):
        shutil.copy(ROOT / name, folder)
    return folder


# The lock file


def locked() -> dict[str, list[Requirement]]:
    """The pinned requirements by name; a name may be there once for each Python or system."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    entries: dict[str, list[Requirement]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            requirement, *hashes = line.split(" --hash=")
            assert hashes, f"no hash: {line}"
            assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest.strip()) for digest in hashes), line
            entry = Requirement(requirement)
            entries.setdefault(canonicalize_name(entry.name), []).append(entry)
    return entries


def wanted(extra: str) -> Iterator[Requirement]:
    """What the core and `extra`, with the extras it names in turn, ask for."""
    listed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"][extra]]
    for requirement in map(Requirement, listed):
        if requirement.name == PROJECT["name"]:
            for inner in requirement.extras:
                yield from wanted(inner)
        else:
            yield requirement


def test_the_lock_pins_each_package_to_a_version_from_the_index() -> None:
    pins = [entry for entries in locked().values() for entry in entries]
    assert len(pins) > 100
    assert [str(pin) for pin in pins if pin.url or not re.fullmatch(r"==[\w.!+]+", str(pin.specifier))] == []


def test_the_lock_satisfies_the_project() -> None:
    pins = locked()
    unmet = [
        str(requirement)
        for requirement in wanted("test")
        for pin in pins.get(canonicalize_name(requirement.name), [None])
        if pin is None or not requirement.specifier.contains(str(pin.specifier).removeprefix("=="))
    ]
    assert unmet == [], "the lock is older than pyproject.toml: make lock"


# The package


def test_a_wheel_holds_the_package_and_nothing_else(tmp_path: Path) -> None:
    source = copy_of_the_project(tmp_path)
    build = "import setuptools.build_meta\nsetuptools.build_meta.build_wheel('wheels')"
    done = run(sys.executable, "-c", build, cwd=source)
    assert done.returncode == 0, done.stderr
    [wheel] = (source / "wheels").glob("chunklib-*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = [path for top in ("chunklib", "tiktoken_ext") for path in (ROOT / top).rglob("*") if path.is_file()]
    package = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    settings = ("etc/jupyter/jupyter_server_config.d/zz-chunklib.json",  # for JupyterLab, of whatever environment
                "share/jupyter/nbconvert/templates/formgrade/mathjax.html.j2")  # fmt: skip
    assert names == package | {f"{wheel.name.removesuffix('-py3-none-any.whl')}.data/data/{name}" for name in settings}
    assert "chunklib/py.typed" in names
    assert "tiktoken_ext/__init__.py" not in names  # would hide tiktoken's own module


# The shape of the code


@pytest.mark.parametrize(
    "path", [path for path in SOURCES if path != A_DOCUMENT], ids=lambda path: path.relative_to(ROOT).as_posix()
)
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
    core = [path for path in core if path.parts[0] != "course"]
    strangers = {path.as_posix(): imported_by(library / path) - CORE_MAY_IMPORT for path in core}
    assert {name: packages for name, packages in strangers.items() if packages} == {
        "adapters/chonkie.py": {"chonkie"},
        "adapters/langchain.py": {"langchain_core", "langchain_text_splitters"},
        "adapters/llamaindex.py": {"llama_index"},
        "cuts/markdown.py": {"markdown_it"},
        "cuts/pdf_file.py": {"pypdf"},
        "cuts/sentences.py": {"nupunkt"},
        "cuts/syntax.py": {"tree_sitter"},
        "doctor.py": {"jupyter_client", "jupyter_core", "tiktoken_ext"},
        "embed.py": {"wordllama"},
        "evaluation/ranking.py": {"ir_measures"},
        "retrieval/bm25.py": {"bm25s"},
        "retrieval/chroma_client.py": {"chromadb", "httpx"},
        "retrieval/stored.py": {"chromadb"},
        "scale/clients.py": {"distributed"},
        "tokens.py": {"tiktoken_ext"},
    }


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("chunk.py", "import chunklib.strategies", "Imports run one way"),
        ("cuts/words.py", "import chunklib.pack", "Imports run one way"),
        ("audit.py", "import chunklib.course", "Imports run one way"),
        ("tokens.py", "import matplotlib", "Nothing below the course knows of notebooks"),
        ("pack.py", "import IPython.display", "Nothing below the course knows of notebooks"),
    ],
)
def test_the_import_rules_can_break(tmp_path: Path, module: str, line: str, contract: str) -> None:
    source = copy_of_the_project(tmp_path)
    changed = source / "chunklib" / module
    changed.write_text(f"{changed.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    done = run(Path(sys.executable).with_name("lint-imports"), "--no-cache", cwd=source, PYTHONPATH=str(source))
    assert done.returncode == 1
    assert f"{contract} BROKEN" in done.stdout


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
@pytest.mark.parametrize("target", targets())
def test_the_shell_understands_every_target(tmp_path: Path, target: str) -> None:
    written = make(copy_of_the_project(tmp_path), "--warn-undefined-variables", "--just-print", target)
    assert (written.returncode, written.stderr) == (0, "")
    read = subprocess.run(["sh", "-n"], input=written.stdout, capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")
    assert written.stdout


@pytest.mark.required_in_ci
@pytest.mark.parametrize("answer", ["exit 1", "echo 'no such version'; exit 127"])
def test_make_refuses_a_python_that_does_not_fit(tmp_path: Path, answer: str) -> None:
    python = tmp_path / "another-python"
    python.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    python.chmod(0o755)
    done = make(copy_of_the_project(tmp_path), "lab", f"PYTHON={python}")
    assert done.returncode == 2
    assert done.stderr.splitlines()[0].startswith("This needs Python 3.11, 3.12 or 3.13, and none was found.")
    assert not (tmp_path / ".venv").exists()


@pytest.mark.required_in_ci
def test_make_says_when_python_cannot_make_environments(tmp_path: Path) -> None:
    python = tmp_path / "python-without-ensurepip"
    python.write_text('#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\n', encoding="utf-8")
    python.chmod(0o755)
    done = make(copy_of_the_project(tmp_path), "lab", f"PYTHON={python}")
    assert done.returncode == 2
    assert done.stderr.splitlines()[0].endswith("On Debian and Ubuntu: apt-get install python3-venv")


@pytest.mark.required_in_ci
def test_make_installs_once_and_again_after_a_change(tmp_path: Path) -> None:
    folder = copy_of_the_project(tmp_path)
    first = make(folder, "--just-print", "lab").stdout
    [stamp] = re.findall(r"touch (\S+)", first)
    assert "install --no-deps --no-compile --require-hashes" in first
    (folder / stamp).parent.mkdir()
    (folder / stamp).touch()
    second = make(folder, "--just-print", "lab").stdout
    assert "jupyter lab" in second
    assert "pip" not in second
    with (folder / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# one more line\n")
    assert "install --no-deps --no-compile --require-hashes" in make(folder, "--just-print", "lab").stdout


def test_the_settings_for_lab_are_settings_that_it_has() -> None:
    overrides = json.loads((ROOT / ".jupyter-lab" / "overrides.json").read_text(encoding="utf-8"))
    for plugin, settings in overrides.items():
        package, _, name = plugin.partition(":")
        schema = json.loads(Path(sys.prefix, "share/jupyter/lab/schemas", package, f"{name}.json").read_bytes())
        for setting, value in settings.items():
            known = schema["properties"][setting]
            assert known["type"] == {bool: "boolean", str: "string"}[type(value)]
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


def pytest_in(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the test files in `folder` under the rules of this project's conftest.py."""
    shutil.copy(ROOT / "conftest.py", folder)
    options = ("-p", "no:cacheprovider", "-o", "markers=required_in_ci: here", "-W", "error", "--rootdir", folder)
    return run(sys.executable, "-m", "pytest", *options, cwd=folder, **variables)


@pytest.mark.parametrize(("ci", "code", "counted"), [("true", 1, "1 failed, 1 skipped, 1 error"), ("", 0, "3 skipped")])
def test_in_ci_a_required_test_may_not_be_skipped(tmp_path: Path, ci: str, code: int, counted: str) -> None:
    (tmp_path / "test_skips.py").write_text(
        """
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
        encoding="utf-8",
    )
    done = pytest_in(tmp_path, CI=ci)
    assert done.returncode == code
    assert counted in done.stdout
    assert ("CI must run this test, and it was skipped" in done.stdout) == (ci == "true")


def test_each_file_of_tests_begins_without_progress(tmp_path: Path) -> None:
    mine = tmp_path / "my progress"
    test = """
import os
from pathlib import Path

def test_first():
    state = Path(os.environ["CHUNKLIB_STATE"])
    assert not state.exists()
    state.mkdir(parents=True)

def test_second():
    assert Path(os.environ["CHUNKLIB_STATE"]).exists()
"""
    for name in ("test_a.py", "test_b.py"):
        (tmp_path / name).write_text(test, encoding="utf-8")
    done = pytest_in(tmp_path, CHUNKLIB_STATE=str(mine))
    assert done.returncode == 0, done.stdout
    assert not mine.exists()
