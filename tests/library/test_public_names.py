"""The public face: what is one import away, what it costs, and how a wrong name is answered."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import chunklib
from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunk, Chunker
from chunklib.advice import recommend
from chunklib.errors import ChunklibError, InvalidType, InvalidValue, UnknownName
from chunklib.evaluation.sweep.grid import grid
from chunklib.recipe import Strategy
from chunklib.retrieval.hybrid import make_retriever
from chunklib.strategies import RECIPES, arguments
from tests.each import each
from tests.promises import refused

SOURCES = Path(chunklib.__file__).parent


def loaded_by(code: str) -> set[str]:
    """The packages that a fresh process has loaded after some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}


PUBLIC = [name for name in dir(chunklib) if not name.startswith("__")]


def test_a_checker_of_types_knows_the_same_names() -> None:
    """It reads those of the strategies in their modules, in place of the star."""
    tree = ast.parse((SOURCES / "__init__.py").read_text("utf-8"))
    typed = [node for part in tree.body if isinstance(part, ast.If) for node in part.body]
    names = {name.asname for node in typed if isinstance(node, ast.ImportFrom) for name in node.names}
    assert {*names, "STRATEGIES", "TEXT_STRATEGIES", *STRATEGIES} == {*PUBLIC, None}


def test_only_public_names_are_listed_and_all_of_them_are_one_import_away() -> None:
    listed = "import chunklib; before = dir(chunklib); from chunklib import *; assert dir(chunklib) == before"
    assert loaded_by(f"{listed}; assert {{*dir()}} > {{*{PUBLIC}, 'recursive', 'Chunker', 'audit'}}")
    assert {name: getattr(chunklib, name) for name in RECIPES} == dict(STRATEGIES)


def test_a_name_is_loaded_when_it_is_asked_for() -> None:
    heavy = {"numpy", "tiktoken", "regex"}
    assert not loaded_by("import chunklib") & heavy
    assert not loaded_by("from chunklib.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass") & heavy
    for use in ("", "\nrecursive('a text', ruler='words')"):
        assert loaded_by(f"from chunklib import recursive{use}") & heavy == {"numpy", "regex"}
    assert loaded_by("from chunklib import recursive\nrecursive('a text')") >= heavy


def test_a_module_imported_first_does_not_hide_a_name() -> None:
    first = "import chunklib.contract, chunklib.chunk, chunklib.strategies"
    assert loaded_by(f"{first}\nfrom chunklib import audit\nassert callable(audit)")


@each("strategy", RECIPES)
def test_a_signature_shows_every_argument_in_a_line_or_two(strategy: str) -> None:
    split = STRATEGIES[strategy]
    shown = str(inspect.signature(split))
    first = "source" if strategy == "pdf" else "text"
    ruler = "characters" if strategy == "fixed_characters" else "cl100k_base"
    begin = f"({first}, size=500, overlap='15%', *, ruler={ruler!r}, document=None, metadata=None, min_size=0"
    assert shown.startswith(begin)
    assert len(shown) < 200
    own = {**(split.__kwdefaults__ or {}), **RECIPES[strategy].structured}
    assert list(arguments(strategy).items())[6:] == list(own.items())


def test_all_recipes_fit_on_one_screen() -> None:
    tree = ast.parse((SOURCES / "strategies/recipes.py").read_text("utf-8"))
    [table] = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_TABLE"]
    assert (table.end_lineno or 0) - table.lineno < 36


WRONG = [
    ("chunk_size", "size"),
    ("chunk_overlap", "overlap"),
    ("overlaps", "overlap"),
    ("encoding_name", "ruler"),
    ("tokenizer", "ruler"),
    ("documents", "document"),
]


@each("strategy", RECIPES)
@each(("wrong", "right"), WRONG)
def test_a_wrong_argument_is_answered_with_the_right_one(strategy: str, wrong: str, right: str) -> None:
    call: Any = STRATEGIES[strategy]
    said = f"{strategy} takes no option {wrong!r}; it takes size, overlap", f"did you mean {right!r}?"
    refused(lambda: call("text", **{wrong: 5}), TypeError, *said)
    refused(lambda: Chunker(strategy, **{wrong: 5}), TypeError, *said)


def test_a_wrong_option_is_answered_with_the_right_one() -> None:
    recursive: Any = chunklib.recursive
    windows: Any = chunklib.token_windows
    refused(lambda: recursive("text", keep_separator=True), TypeError, "did you mean 'keep_separators'?")
    refused(lambda: windows("text", min_chunk_size=5), TypeError, "did you mean 'min_size'?")
    refused(lambda: windows("text", source=5), TypeError, "token_windows takes no option 'source'")


@each(("wrong", "right"), [("recursiv", "recursive"), ("Markdown", "markdown"), ("glove", None)])
def test_a_wrong_strategy_is_answered_with_the_nearest(wrong: str, right: str | None) -> None:
    for table in (STRATEGIES, TEXT_STRATEGIES):
        with pytest.raises(UnknownName) as caught:
            table[wrong]
        assert isinstance(caught.value, KeyError)
        assert str(caught.value).startswith(f"unknown strategy {wrong!r}: choose one of fixed_characters, ")
        assert right is None or str(caught.value).endswith(f"; did you mean {right!r}?")
    assert wrong not in STRATEGIES
    if right:
        with pytest.raises(AttributeError, match=f"no attribute {wrong!r}; did you mean '{right}'\\?"):
            getattr(chunklib, wrong)


@each(
    ("theirs", "ours"),
    [
        ("token", "token_windows"),
        ("fixed_size", "token_windows"),
        ("TokenTextSplitter", "token_windows"),
        ("RecursiveCharacterTextSplitter", "recursive"),
        ("MarkdownHeaderTextSplitter", "markdown"),
        ("SemanticSplitterNodeParser", "semantic"),
        ("SemanticChunker", "semantic"),
    ],
)
def test_the_name_of_a_strategy_in_another_library_is_answered_with_ours(theirs: str, ours: str) -> None:
    refused(lambda: STRATEGIES[theirs], ValueError, f"did you mean {ours!r}?")


def with_overlap(name: str) -> None:
    Chunker("recursive", overlap={"strategy": name})


NEAR: list[tuple[Callable[[], object], str]] = [
    (lambda: chunklib.recursive("text", ruler="cl100kbase"), "cl100k_base"),
    (lambda: chunklib.recursive("text", ruler="word"), "words"),
    (lambda: with_overlap("adaptiv"), "adaptive"),
    (lambda: chunklib.semantic("text", threshold="percentil", embed="hashing"), "percentile"),
    (lambda: chunklib.semantic("text", embed="hashin"), "hashing"),
    (lambda: chunklib.code("text", language="pyhton"), "python"),
    (lambda: recommend("text", use="legl"), "legal"),
    (lambda: recommend("text", priority="recal"), "recall"),
    (lambda: grid(["markdwn"]), "markdown"),
    (lambda: grid(retrievers=["bm52"]), "bm25"),
    (lambda: make_retriever("bm52", []), "bm25"),
]


@each(("call", "right"), NEAR)
def test_a_wrong_name_is_answered_with_the_nearest(call: Callable[[], object], right: str) -> None:
    refused(call, ValueError, f"did you mean {right!r}?")


def test_our_errors_have_one_root_and_are_still_pythons() -> None:
    with pytest.raises(ValueError, match="overlap=75, size=50") as caught:
        chunklib.recursive("text", 50, 75)
    assert isinstance(caught.value, ChunklibError)
    assert issubclass(InvalidType, TypeError)
    assert issubclass(InvalidValue, ValueError)


PLAIN = re.compile(r"\braise (?:ValueError|TypeError|KeyError|RuntimeError|Exception)\b")


def test_a_refusal_is_one_of_ours() -> None:
    """A plain error of Python's would be told to a user of the command line as a bug of ours."""
    plain = {str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.py") if PLAIN.search(path.read_text("utf-8"))}
    assert plain == set()


def test_strategies_are_typed() -> None:
    split: Strategy = STRATEGIES["recursive"]
    chunks: list[Chunk] = split("One two.", 5, 1, ruler="words")
    assert [chunk.text for chunk in chunks] == ["One two."]
