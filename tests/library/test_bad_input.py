"""A bad input is refused with one line that names the value and the rule."""

import re
from pathlib import Path
from typing import Any

import pytest

from chunklib import STRATEGIES, TEXT_STRATEGIES, audit
from chunklib.chunk import Chunk
from chunklib.cuts.code_grammars import LANGUAGES
from tests.each import each
from tests.hostile import RULERS
from tests.promises import refused

every_strategy = each("strategy", TEXT_STRATEGIES)
TEXT = "Some words of text. And more."


@every_strategy
@each(("size", "overlap"), [(50, 75), (5, 5), (5, -1)])
@each("text", ["", TEXT])
def test_an_impossible_overlap_is_refused_with_both_numbers(strategy: str, size: int, overlap: int, text: str) -> None:
    refused(lambda: STRATEGIES[strategy](text, size, overlap), ValueError, f"overlap={overlap}", f"size={size}")
    refused(lambda: STRATEGIES[strategy](text, size, str(overlap)), ValueError, str(overlap), f"size={size}")


UNREADABLE = ("", " ", "banana", "15 percent", "1.5", "1.5s", "%", "s", "15%%", "1e2", "٣", "+5", "0x5", "2ss", "2 s s")
REFUSED: list[tuple[dict[str, Any], type[Exception], tuple[str, ...]]] = [
    *(({"size": size}, ValueError, (f"size={size}",)) for size in (0, -1, -500)),
    *(({"size": size}, TypeError, ("size", repr(size))) for size in ("500", 500.0, None, True, [500])),
    *(({"overlap": given}, TypeError, ("overlap", repr(given))) for given in (0.15, 75.0, None, True, b"75", [75])),
    *(({"overlap": given}, ValueError, ("overlap", repr(given.strip())[:-1], "'15%'")) for given in UNREADABLE),
    *(
        ({"overlap": given}, ValueError, ("0 to below 100", given))
        for given in ("100%", "-1%", "100.1%", "100.0000001%", "1000%")
    ),
    ({"overlap": "-2s"}, ValueError, ("sentences", "-2")),
    ({"overlap": "9" * 5000}, ValueError, ("overlap",)),
    *(({"ruler": ruler}, TypeError, ("ruler", repr(ruler))) for ruler in (None, 5, b"words", ["words"])),
    *(
        ({"ruler": ruler}, ValueError, (repr(ruler), "cl100k_base"))
        for ruler in ("", "nope", "gpt2", "text-davinci-003")
    ),
    *(
        ({"ruler": lambda text, answer=answer: answer}, ValueError, ("ruler", repr(answer)))
        for answer in (1.0, -1, None, "1")
    ),
]


@every_strategy
@each(("given", "kind", "named"), REFUSED)
def test_a_value_that_cannot_be_is_refused(
    strategy: str, given: dict[str, Any], kind: type[Exception], named: tuple[str, ...]
) -> None:
    refused(lambda: STRATEGIES[strategy](TEXT, **{"overlap": 0, **given}), kind, *named)


@every_strategy
@each("text", [None, b"bytes", 5, ["a"], ("a",)])
def test_what_is_no_text_is_refused(strategy: str, text: Any) -> None:
    refused(lambda: STRATEGIES[strategy](text, 500, 75), TypeError, "text", type(text).__name__)


@every_strategy
def test_options_go_by_name(strategy: str) -> None:
    with pytest.raises(TypeError, match="positional"):
        STRATEGIES[strategy](TEXT, 500, 75, "cl100k_base")


@each("least", [-1, 6, 10**9])
def test_an_impossible_min_size_is_refused(least: int) -> None:
    refused(
        lambda: STRATEGIES["token_windows"](TEXT, 5, 1, min_size=least),
        ValueError,
        f"min_size={least}",
        "size=5",
    )


@each("separators", [None, 5, "\n\n", re.compile(" "), [5], [None], ["\n", b" "], [re.compile(b" ")], [["\n"]]])
@each("text", ["", TEXT])
def test_what_are_no_separators_is_refused(separators: Any, text: str) -> None:
    refused(lambda: STRATEGIES["recursive"](text, 5, 1, separators=separators), TypeError, "separator")


@each("ruler", RULERS)
@each(("size", "overlap"), [(0, 0), (5, 5), (5, -1), (5, "100%"), (5, "x")])
def test_the_audit_refuses_what_strategies_refuse(ruler: Any, size: int, overlap: int | str) -> None:
    refused(
        lambda: audit(TEXT, [], size=size, overlap=overlap, ruler=ruler),
        ValueError,
        str(overlap if size else size),
    )


@each(
    ("text", "chunks", "named"),
    [
        (None, [], "text"),
        ("a", None, "chunks"),
        ("a", [None], "chunk 0"),
        ("a", [{"text": "a", "start_char": 0.0, "end_char": 1}], "start_char=0.0"),
        ("ab", [Chunk("a", 0, 1, 1, 0, 0), {"start_char": 1, "end_char": 2}], "chunk 1"),
    ],
)
def test_the_audit_says_what_is_no_chunk(text: Any, chunks: Any, named: str) -> None:
    refused(lambda: audit(text, chunks, size=5, overlap=1), TypeError, named)


@every_strategy
@each("document", [5, b"x", ["a"], Path("a.md")])
def test_a_name_of_a_document_that_is_no_text_is_refused(strategy: str, document: Any) -> None:
    refused(lambda: STRATEGIES[strategy](TEXT, document=document), TypeError, "document must be a text (str): got ")


@each(("strategy", "option"), [
    ("recursive", "keep_separators"), ("records", "header"),
    *((strategy, "count_context") for strategy in ("records", "markdown", "html", "code", "turns")),
])  # fmt: skip
def test_what_is_no_yes_or_no_is_refused(strategy: str, option: str) -> None:
    refused(lambda: STRATEGIES[strategy](TEXT, **{option: 1}), TypeError, f"{option} must be True or False: got 1")


@each("language", [None, "cobol", "Python", ["python"]])
def test_an_unknown_language_is_refused_with_those_that_are_known(language: Any) -> None:
    known = f": choose one of {', '.join(LANGUAGES)}"
    with pytest.raises(ValueError, match=re.escape(f"unknown language {language!r}{known}")):
        STRATEGIES["code"]("a", language=language)
