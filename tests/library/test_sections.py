"""Check what is said of a chunk's sections, and one part a chunk."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from typing import Any

from chunklib import STRATEGIES, Chunk, Chunker, iter_chunks
from chunklib.context import in_full
from tests.each import each
from tests.promises import refused

KETTLE = "# Kettle\n\n{}\n\n## Lid\n\nIt opens.\n\n## Spout\n\nIt pours.\n"
PUMP = "class Pump:\n    {}\n\n    def start(self):\n        return 1\n\n    def stop(self):\n        return 2\n"
KINDS = "## Kinds\n\n### Salt\n\nSalt is last.\n\n## Refunds\n\nNo money back.\n"
JAVA = "class A {{\n  int one() {{\n    {}\n    return 1;\n  }}\n}}\n"
ORDERS = '{"orders": [{"id": 1}, {"id": 2}], "more": "' + "words " * 20 + '"}'


@each(
    ("strategy", "text", "size", "context", "full", "sections"),
    [
        ("markdown", KETTLE.format("words " * 9), 12, "Kettle", "Kettle\n\n## Lid", ("Kettle > Lid", "Kettle > Spout")),
        ("markdown", KETTLE.format("words " * 9), 6, "Kettle > Spout", "Kettle\n\n## Spout", ("Kettle > Spout",)),
        ("markdown", KINDS, 60, "", "## Kinds", ("Kinds", "Kinds > Salt", "Refunds")),
        ("code", PUMP.format(f'"""{"words " * 9}"""'), 12, "Pump", "Pump\n\n", ("Pump > start", "Pump > stop")),
        ("code", JAVA.format("go();\n" * 9), 4, "A > one", "A > one\n\n", ("A > one",)),
        ("records", ORDERS, 7, "more", "more\n\n", None),
    ],
)
def test_the_context_is_what_holds_for_all_of_the_last_chunk(
    strategy: str, text: str, size: int, context: str, full: str, sections: tuple[str, ...] | None
) -> None:
    options = {"language": "java"} if text.startswith("class A {") else {}
    *_, last = STRATEGIES[strategy](text, size, 0, ruler="words", **options)
    assert (last.context, last.metadata.get("sections")) == (context, sections)
    assert in_full(last).startswith(full)


def test_in_full_says_a_heading_once_wherever_a_chunk_has_been() -> None:
    chunk = STRATEGIES["markdown"](KETTLE.format("words " * 9), 6, 0, ruler="words")[-1]
    for back in (chunk, Chunk.from_dict(json.loads(json.dumps(chunk.to_dict())))):
        assert in_full(back) == "Kettle\n\n## Spout\n\nIt pours.\n"
    assert in_full(replace(chunk, context=f"{chunk.context}\nOn pouring.")).startswith(
        "Kettle\nOn pouring.\n\n## Spout"
    )
    for other in ("My kettle > Spout", "Spouts", "On Kettle > Spout"):
        assert in_full(replace(chunk, context=other)) == f"{other}\n\n{chunk.text}"
    assert in_full(replace(chunk, context="")) == chunk.text


def test_what_begins_with_its_heading_pays_for_the_path_above_alone() -> None:
    text = KETTLE.format("words " * 12)
    assert [in_full(one) for one in STRATEGIES["markdown"](text, 17, 0, ruler="words", count_context=True)] == [
        "# Kettle\n\n" + "words " * 12 + "\n\n", "Kettle\n\n## Lid\n\nIt opens.\n\n## Spout\n\nIt pours.\n",
    ]  # fmt: skip


PART = f"{'Some words here. ' * 9}\n\n```\n" + "a line\n" * 9 + "```"
LONG = "\n\n".join(f"## Part {at}\n\n{PART}" for at in range(9))


@each("count_context", [False, True])
@each(("overlap", "min_size", "size"), product([0, "15%", "2s", 20], [0, 9, 25], [29, 31, 34]))
def test_no_heading_ends_a_chunk(overlap: Any, min_size: int, size: int, count_context: bool) -> None:
    options: dict[str, Any] = {"min_size": min_size, "count_context": count_context}
    for chunk in STRATEGIES["markdown"](LONG, size, overlap, ruler="words", **options):
        assert not chunk.text.rstrip().splitlines()[-1].startswith("## "), chunk


PARTS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("markdown", {}, ["Before.\n\n", "# Pot\n\nOne.\n\n", "# Pan\n\n## Lid\n\nTwo.\n\n", "## Rim\n\n", "# Cup\n"]),
    ("markdown", {}, ["No heading.\n\nNone at all.\n"]),
    ("recursive", {}, ["One. Two.\n\n", "Three.\nFour.\n"]),
    ("recursive", {"separators": ["=====\n"]}, ["first\n\nblock\n=====\n", "second\n=====\n", "third\n"]),
    ("recursive", {"separators": ["=====\n"]}, ["No such line. None."]),
    ("records", {}, ['{"q": "How hot?"}\n', '{"q": "How cold?"}\n']),
    ("records", {}, ['{"orders": [{"id": 1}, ', '{"id": [2, 3]}]}']),
    ("records", {"format": "csv"}, ["a,b\n1,2\n", "3,4\n", "5,6\n"]),
    ("records", {"format": "csv", "header": False}, ["a,b\n", "1,2\n"]),
    (
        "code",
        {},
        ["import os\n\n", "# 1\n@deco\ndef one():\n    pass\n\n", "x = 1\ny = 2\n\n", "class A:\n    z = 3\n"],
    ),
    ("code", {}, ["x = 1\n\ny = 2\n"]),
]


@each("count_context", [False, True])
@each(("strategy", "options", "parts"), PARTS)
def test_one_part_a_chunk(strategy: str, options: dict[str, Any], parts: list[str], count_context: bool) -> None:
    options = options if strategy == "recursive" else {**options, "count_context": count_context}
    chunks = STRATEGIES[strategy]("".join(parts), 100, 30, join=False, **options)
    assert [chunk.text for chunk in chunks] == parts


def test_a_longer_part_overlaps_itself_alone_and_min_size_joins_a_smaller_one() -> None:
    text = "# Pot\n\nOne.\n\n# Pan\n\n" + "Some words here. " * 9 + "\n\n# Cup\n\nTwo, or three.\n"
    pot, *pan, cup = STRATEGIES["markdown"](text, 12, 3, ruler="words", join=False)
    assert (pot.text, cup.text, cup.overlap) == ("# Pot\n\nOne.\n\n", "# Cup\n\nTwo, or three.\n", 0)
    assert [chunk.overlap for chunk in pan] == [0, 3, 3]
    assert [chunk.text[:5] for chunk in STRATEGIES["markdown"](text, 60, 3, ruler="words", join=False, min_size=5)] == [
        "# Pot", "# Cup",
    ]  # fmt: skip


def test_what_join_does_not_allow_is_said() -> None:
    refused(lambda: STRATEGIES["markdown"]("a", join=1), TypeError, "join must be True or False: got 1")
    apart = Chunker("recursive", join=False)
    refused(lambda: next(iter_chunks(["a"], apart)), ValueError, "recursive needs the whole text", "join=False")
