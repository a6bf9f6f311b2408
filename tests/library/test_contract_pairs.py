"""Every pair of a cut and an overlap, made from a description, keeps the contract."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import TEXT_STRATEGIES, Chunker
from chunklib.data import DOCUMENTS, load
from chunklib.overlap import RULES
from chunklib.strategies import arguments
from tests import oracle
from tests.each import each
from tests.hostile import texts
from tests.promises import (
    as_read,
    assert_apart,
    assert_kept,
    assert_no_title_is_left,
    assert_refusal_is_right,
    assert_said,
)

SIZE = 200
OVERLAPS: dict[str, dict[str, Any]] = {
    "fixed_token": {"value": 30},
    "percentage": {"value": 0.15},
    "sentence": {"value": 2},
    "semantic": {"threshold": 0.3, "maximum": 60, "embed": "hashing"},
    "adaptive": {"minimum": 10, "maximum": 60},
}
every_strategy = pytest.mark.parametrize("strategy", TEXT_STRATEGIES)


def most(overlap: dict[str, Any], size: int) -> int | str:
    """The most that neighbours may share: units, or sentences."""
    match overlap["strategy"]:
        case "fixed_token":
            return int(overlap["value"])
        case "percentage":
            return f"{overlap['value'] * 100:.10f}%"
        case "sentence":
            return f"{overlap['value']}s"
        case _:
            return int(overlap["maximum"])


ON_DOCUMENTS = [
    (strategy, name)
    for strategy in TEXT_STRATEGIES
    for name in DOCUMENTS
    if strategy == "recursive" or name == {"html": "catalogue", "code": "inventory"}.get(strategy, "handbook")
]
"""Each strategy with a document of its kind, and one with all documents: all pack alike."""


@each(
    ("strategy", "name", "overlap"),
    [
        *((strategy, name, "percentage") for strategy, name in ON_DOCUMENTS),
        *(("recursive", "handbook", overlap) for overlap in OVERLAPS),
    ],
)
def test_the_documents_of_the_course(name: str, strategy: str, overlap: str) -> None:
    config: dict[str, Any] = {"strategy": strategy, "size": SIZE, "overlap": {"strategy": overlap, **OVERLAPS[overlap]}}
    if strategy == "semantic":
        config["embed"] = "hashing"
    text = as_read(strategy, load(name))
    ruler = "characters" if strategy == "fixed_characters" else "cl100k_base"
    chunks = Chunker.from_config(config)(load(name))
    assert_kept(text, chunks, SIZE, most(config["overlap"], SIZE), ruler)
    assert len(chunks) > 10


RULE = st.dictionaries(st.sampled_from([rule.name for rule in RULES]), st.integers(0, 40), max_size=4)
OWN = st.dictionaries(
    st.sampled_from(["capitals", "digits"]),
    st.fixed_dictionaries({"add": st.integers(0, 9), "pattern": st.sampled_from([r"\p{Lu}", r"^\d", "a"])}),
    max_size=2,
)


@st.composite
def overlaps(draw: st.DrawFn, size: int) -> dict[str, Any]:
    """A description of an overlap that is allowed at a size."""
    kind = draw(st.sampled_from(list(OVERLAPS)))
    units = st.integers(0, size - 1)
    if kind == "fixed_token":
        return {"strategy": kind, "value": draw(units)}
    if kind == "percentage":
        return {"strategy": kind, "value": draw(st.sampled_from([0, 0.1, 0.15, 0.333, 0.5]))}
    if kind == "sentence":
        return {"strategy": kind, "value": draw(st.integers(0, 3))}
    if kind == "semantic":
        threshold = draw(st.sampled_from([-1, 0, 0.3, 0.7, 1]))
        return {"strategy": kind, "threshold": threshold, "maximum": draw(units), "embed": "hashing"}
    least, greatest = sorted((draw(units), draw(units)))
    found: dict[str, Any] = {"strategy": kind, "minimum": least, "maximum": greatest}
    if draw(st.booleans()):
        found["rules"] = {**draw(RULE), **draw(OWN)}
    return found


SAID: dict[str, st.SearchStrategy[Any]] = {
    "count_context": st.booleans(), "join": st.booleans(), "min_size": st.sampled_from([0, 1, 3]),
}  # fmt: skip
OPTIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "recursive": st.fixed_dictionaries({}, optional={"join": st.booleans()}),
    "markdown": st.fixed_dictionaries({}, optional=SAID),
    "html": st.fixed_dictionaries({}, optional={**SAID, "boilerplate": st.booleans()}),
    "rst": st.fixed_dictionaries({}, optional=SAID),
    "latex": st.fixed_dictionaries({}, optional=SAID),
    "code": st.fixed_dictionaries({}, optional={**SAID, "language": st.sampled_from(["python", "javascript"])}),
    "records": st.fixed_dictionaries({}, optional={**SAID, "header": st.booleans()}),
    "turns": st.fixed_dictionaries({}, optional={**SAID, "format": st.just("chat")}),
    "semantic": st.fixed_dictionaries(
        {"embed": st.just("hashing")},
        optional={
            "threshold": st.sampled_from(["percentile", "standard_deviation", "interquartile", "gradient"]),
            "amount": st.sampled_from([0, 0.5, 50.0, 100]),
            "window": st.integers(1, 3),
        },
    ),
}


@st.composite
def descriptions(draw: st.DrawFn, strategy: str) -> dict[str, Any]:
    """A strategy with everything that may be said about it."""
    size = draw(st.integers(1, 12) | st.integers(1, 60) | st.integers(1, 200))
    ruler = draw(st.sampled_from(["cl100k_base", "o200k_base", "characters", "words"]))
    options = draw(OPTIONS.get(strategy, st.just({})))
    options = {name: min(value, size) if name == "min_size" else value for name, value in options.items()}
    return {"strategy": strategy, "size": size, "overlap": draw(overlaps(size)), "ruler": ruler, **options}


MARKED_UP = st.lists(
    st.sampled_from(
        [
            *(
                "# One\n",
                "## Two\n\n",
                "- item\n",
                "1. first\n",
                "```\n",
                "~~~py\n",
                "| a | b |\n|---|---|\n| 1 | 2 |\n",
            ),
            *("> said\n", "    indented\n", "Some words. And more. ", "\n", "\n\n", "\r\n", "---\n", "Title\n===\n"),
            *("<div>", "</div>", "<h1>One</h1>", "<p>", "<table><tr><td>1", "<!-- ", " -->", "<pre>\n", "&amp; "),
            *("def one():\n    return 1\n", "class Two:\n", "@deco\n", "# why\n", '"""', "function f() { return 1 }\n"),
            *("Title\n-----\n\n", "Other\n~~~~~\n", ".. note::\n\n   said\n", "\\section{One}\n"),
            *('{"a": [', "1, ", '"two words"', "]}", '{"b": 2}\n', "a,b\n1,2\n3,4\n", "\\n", "\\u00e9"),
            *("\u2028", "\f", "\x00", "e\u0301", "汉字。", "👩‍🔧", "<|endoftext|>", "\ud800"),
        ]
    ),
    max_size=30,
).map("".join)


@every_strategy
@settings(max_examples=settings().max_examples // 2)
@given(data=st.data(), text=texts(30) | MARKED_UP)
def test_any_text_with_anything_that_may_be_asked(strategy: str, data: st.DataObject, text: str) -> None:
    config = data.draw(descriptions(strategy))
    chunker = Chunker.from_config(config)
    size, ruler = config["size"], config["ruler"]
    read = chunker.recipe.read(text, {**arguments(strategy), **config})
    try:
        chunks = chunker(text)
    except ValueError as error:
        assert_refusal_is_right(error, read.text, size, ruler)
        return
    assert_kept(read.text, chunks, size, most(config["overlap"], size), ruler)
    if read.structure:
        counted = config.get("count_context", False)
        assert_said(read.text, read.structure, chunks, counted=counted)
        assert_no_title_is_left(read.text, read.structure, chunks, size, oracle.measure(ruler), counted=counted)
        if not config.get("join", True) and not config.get("min_size"):
            assert_apart(read.text, read.structure, chunks)
    again = Chunker.from_config(chunker.to_toml())
    assert Chunker.from_config(chunker.config) == chunker == again
    assert dict(again.config) == config
    assert chunks == again(text)
