"""Recommendations: what a document is taken for, what follows from it, and that it can be run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import TEXT_STRATEGIES, Chunker, audit
from chunklib.advice import recommend
from chunklib.advice.document_kind import kind_of
from chunklib.advice.recommending import PRIORITIES
from chunklib.advice.table import SIZE_BY_USE
from chunklib.calculators import overlap_from_percent
from chunklib.chunk_config import BY_SUFFIX, PLAIN
from chunklib.data import load
from tests.each import each
from tests.hostile import texts

EXAMPLES = settings().max_examples
DATA = Path(__file__).parents[3] / "chunklib" / "data"
PROSE = (
    "The gate was shut. Nobody had told the driver, who waited. At noon it rained, and still he waited there.\n\n" * 40
)
JAPANESE = "昨日は雨が降りました。今日は晴れています。明日の天気はまだ分かりません。" * 60
CHAT = "\n".join(f"[10:{minute:02}] {who}: and then?" for minute in range(50) for who in ("Ada", "Bo"))
CLAUSES = "\n".join(
    f"{a}.{b} The Licensee shall not copy item {b} of list {a}." for a in range(1, 9) for b in range(1, 9)
)
SCRIPT = (
    "import { read } from './files';\n\nexport const twice = (x) => {\n  return 2 * x;\n};\n\nconst one = () => 1;\n"
)
TYPED = (
    "interface Box {\n  width: number;\n}\n\nexport function area(box: Box): number {\n  return box.width ** 2;\n}\n"
)
PYTHON = (
    'import os\n\n\nclass Ledger:\n    """Keeps books."""\n\n    def add(self, amount):\n        self.total += amount\n'
)
BROKEN = "import os\n\ndef one(:\n    return os.sep\n\ndef two():\n    x = [1, 2\n    return x\n"
HTML = "<h1>Tea</h1>\n<p>Boil water.</p>\n<h2>Green</h2>\n<p>Wait a little.</p>\n"
JSON = '{"tea": [{"name": "green", "code": "x => {"},\n{"name": "black", "code": "const a = 1"}]}\n'
TABLE = 'item,price\n"tea, green",3\ncake,4\nrolls,2\n'
LATEX = "\\documentclass{article}\n\\begin{document}\n\\section{Tea}\nBoil water.\n\\end{document}\n"
RST = ".. _tea:\n\nTea\n===\n\nBoil water.\n\n.. code-block:: python\n\n   def boil(): ...\n   x = boil()\n"
MARKDOWN = "# Tea\n\nBoil water.\n\n```python\n# not a heading\ndef boil(): ...\n```\n\n## Green\n\nWait.\n"


@each(
    ("text", "kind", "language", "strategy"),
    [
        (MARKDOWN, "markdown", "", "markdown"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n", "markdown", "", "markdown"),
        (HTML, "html", "", "html"),
        ("<!DOCTYPE html>\n<p>Tea", "html", "", "html"),
        ("<!-- a page -->\n<HTML lang=en>Tea", "html", "", "html"),
        (PYTHON, "code", "python", "code"),
        (BROKEN, "code", "python", "code"),
        (SCRIPT, "code", "javascript", "code"),
        (TYPED, "code", "typescript", "code"),
        (JSON, "records", "", "records"),
        (TABLE, "records", "", "records"),
        ("a;b\n1;2\n3;4\n5;6\n", "records", "", "records"),
        (LATEX, "latex", "", "latex"),
        (RST, "rst", "", "rst"),
        (f'"""Make tea.\n\n{RST}"""\n\nimport os\n', "code", "python", "code"),
        (f"# Tea\n\nLaTeX:\n\n```\n{LATEX}```\n", "markdown", "", "markdown"),
        ("Boil, wait.\nPour, wait.\nDrink, wait.\n", "prose", "", "sentences"),
        (CHAT, "turns", "", "turns"),
        (CLAUSES, "clauses", "", "recursive"),
        (PROSE, "prose", "", "recursive"),
        (PROSE.replace("\n\n", " "), "prose", "", "sentences"),
        (JAPANESE, "prose", "", "sentences"),
        ("milk 2 l\nflour 1 kg\neggs\nbutter\nsalt\n", "lines", "", "recursive"),
        ("milk flour eggs butter", "unbroken", "", "recursive"),
        ("a" * 9000, "unbroken", "", "token_windows"),
        ("We import what we must and return to the class we left. It is a def of sorts.", "prose", "", "sentences"),
    ],
)
def test_what_a_text_is_taken_for(text: str, kind: str, language: str, strategy: str) -> None:
    advice = recommend(text)
    assert (advice.seen.kind.name, advice.seen.kind.language, advice.strategy) == (kind, language, strategy)
    assert advice.reasons[0].startswith(f"{kind}: ")
    assert_runs(text, advice.config)


def assert_runs(text: str, config: Any) -> None:
    chunks = Chunker.from_config(config)(text)
    asked = {"size": config["size"], "overlap": config["overlap"], "ruler": config.get("ruler", "cl100k_base")}
    report = audit(getattr(chunks, "text", text), chunks, **asked)
    assert report.ok, str(report)
    assert chunks


@each(
    ("name", "kind", "strategy"),
    [
        ("handbook.md", "markdown", "markdown"),
        ("paper.md", "markdown", "markdown"),
        ("licence.txt", "clauses", "recursive"),
        ("support_chat.txt", "turns", "turns"),
        ("inventory.py.txt", "code", "code"),
        ("catalogue.html", "html", "html"),
        ("commissioning.pdf", "pdf", "pdf"),
        ("annual_report.pdf", "pdf", "pdf"),
    ],
)
def test_the_courses_own_documents(name: str, kind: str, strategy: str) -> None:
    path = DATA / name
    advice = recommend(path)
    assert (advice.seen.kind.name, advice.strategy) == (kind, strategy)
    assert 200 <= advice.size <= 400
    assert advice.seen.pieces.count > 5
    if kind == "pdf":
        assert Chunker.from_config(advice.config)(path)
    else:
        text = path.read_bytes().decode()
        assert_runs(text, advice.config)
        assert recommend(text).config == advice.config, "by content it is taken for the same as by suffix"


@settings(max_examples=EXAMPLES // 2)
@given(
    text=texts().filter(str.strip),
    use=st.sampled_from([None, *SIZE_BY_USE]),
    priority=st.sampled_from(PRIORITIES),
    evidence=st.none() | st.integers(1, 2000),
    ruler=st.sampled_from(["cl100k_base", "characters"]),
)
def test_any_text_gets_a_recommendation_that_runs(
    text: str, use: str | None, priority: str, evidence: int | None, ruler: str
) -> None:
    advice = recommend(text, use=use, priority=priority, evidence=evidence, ruler=ruler)
    assert advice == recommend(text, use=use, priority=priority, evidence=evidence, ruler=ruler)
    assert 0 <= advice.overlap <= advice.size / 2
    assert advice.strategy in TEXT_STRATEGIES
    assert advice.config["size"] == advice.size
    assert advice.config["overlap"] == advice.overlap
    assert len(advice.reasons) >= 3
    assert advice.doubts
    assert not any("\n" in line for line in (*advice.reasons, *advice.doubts))
    assert_runs(text, advice.config)


LONG = PROSE * 5


def test_reasons_carry_the_figures_that_were_measured() -> None:
    advice = recommend(load("handbook"))
    seen = advice.seen
    assert (advice.size, advice.overlap) == (250, 0)
    figures = f"{seen.pieces.count} sections, median {seen.pieces.median}, nine tenths up to {seen.pieces.ninetieth}"
    assert f"{figures}: at a size of 250 nine tenths of them fit whole" in advice.reasons
    chat = recommend(load("support_chat"))
    some = f"mostly smaller than the size ({chat.seen.pieces.median} of 400)"
    assert f"turns are {some}: a chunk holds several of them" in chat.doubts
    assert any("Natural Questions (arXiv 2601.14123)" in doubt for doubt in recommend(LONG, priority="recall").doubts)


@each("text, context", [(MARKDOWN * 90, ["prefix", "headings"]), (LONG, ["prefix"]), (MARKDOWN, []), (PYTHON * 90, [])])
def test_a_prefix_and_headings_are_weighed_together(text: str, context: list[str]) -> None:
    advice = recommend(text)
    assert [one.key for one in advice.context] == context
    assert all(f"  = {one.key}: {one.sentence}; it stores" in str(advice) for one in advice.context)
    assert sum("brought more alone; both together: a prefix" in doubt for doubt in advice.doubts) == (len(context) == 2)
    assert [one["key"] for one in advice.to_dict()["context"]] == context


def test_it_prints_as_a_person_reads_it() -> None:
    advice = recommend(LONG, use="questions")
    lines = str(advice).split("\n")
    assert lines[0] == f"recursive, size {advice.size}, overlap {advice.overlap} (cl100k_base)"
    assert lines[1].startswith("because (")
    assert lines[2].startswith("  + prose: plain text: ")
    assert "but" in lines
    assert lines[-1] == f"chunklib.Chunker.from_config({advice.config!r})"


@each("use", SIZE_BY_USE)
def test_a_use_has_the_size_of_a_tutorial(use: str) -> None:
    advice = recommend(LONG, use=use)
    low, high = SIZE_BY_USE[use]
    assert low <= advice.size <= high
    assert f"you asked for this use: a tutorial says {low}-{high:,} tokens for {use!r}" in advice.reasons


@each(
    ("priority", "percent", "windows"), [("recall", 20, 20), ("balanced", 0, 20), ("storage", 0, 0), ("realtime", 0, 0)]
)
def test_each_priority_has_its_overlap(priority: str, percent: int, windows: int) -> None:
    advice, run = recommend(LONG, priority=priority), recommend("a" * 9000, priority=priority)
    assert advice.overlap == overlap_from_percent(advice.size, percent)
    assert run.overlap == overlap_from_percent(run.size, windows)
    assert recommend(LONG, priority=priority, evidence=400).overlap == 200
    assert recommend(DATA / "paper.md", priority=priority).overlap == 0  # it has boundaries of its own
    assert recommend(MARKDOWN, priority=priority).overlap == 0  # it fits in one chunk
    wish = any("you asked for" in reason for reason in (*advice.reasons, *run.reasons))
    assert wish == (priority != "balanced")


def test_another_ruler_is_converted_as_the_document_measures() -> None:
    in_tokens, in_characters = recommend(LONG, use="legal"), recommend(LONG, use="legal", ruler="characters")
    scale = in_characters.seen.per_token
    assert in_tokens.seen.per_token == 1
    assert in_characters.size == pytest.approx(in_tokens.size * scale, rel=0.01)
    assert in_characters.config["ruler"] == "characters"
    assert any(f"is {scale:.2f} units of the ruler" in reason for reason in in_characters.reasons)
    assert_runs(LONG, in_characters.config)


@each(
    ("text", "doubt"),
    [
        (JAPANESE, "100 % of its letters are of scripts without spaces"),
        (BROKEN, "the program does not parse; it is cut all the same"),
        ("word " * 5000, "5,001 units without the end of a sentence"),
        ("report.pdf", "'report.pdf' was read as a text; to look into a file of that name, give pathlib.Path("),
        (f"# Title\n\n{'Words of a section that is long. ' * 200}\n\n" * 12, "at least one in ten sections is larger"),
    ],
)
def test_what_speaks_against_it_is_told(text: str, doubt: str) -> None:
    assert any(one.startswith(doubt) for one in recommend(text).doubts)
    assert not any(one.startswith(doubt) for one in recommend(PYTHON).doubts)


def test_a_suffix_decides_and_an_unknown_one_leaves_it_to_the_content() -> None:
    assert [kind_of(PROSE, suffix).name for suffix in (".HTM", ".log", "")] == ["html", "prose", "prose"]
    for suffix, usual in BY_SUFFIX.items():
        if usual is PLAIN:
            assert kind_of(MARKDOWN, suffix).name == "markdown"
            continue
        kind = kind_of(PROSE, suffix)
        assert kind.name in {*usual.values()}
        assert {key: value for key, value in usual.items() if key not in ("strategy", "format")} == dict(kind.options)


def test_records_are_measured_one_by_one() -> None:
    advice = recommend("name,says\n" + '"tea","Boil the water, and wait for it. Then pour."\n' * 90)
    assert (advice.seen.pieces_name, advice.seen.pieces.count, advice.overlap) == ("records", 91, 0)
    assert not any("end of a sentence" in doubt for doubt in advice.doubts)
    assert kind_of("says,times\n" + '"hot, wet\nand sweet",2\n' * 20_000).name == "records"
    assert recommend('{"a": 1').strategy != "records"


@each(
    ("asked", "message"),
    [
        ({"use": "poetry"}, "unknown use 'poetry': choose one of questions, conversation, technical, legal, research"),
        ({"priority": 3}, "unknown priority 3: choose one of recall, balanced, storage, realtime"),
        ({"evidence": 0}, "evidence must be at least 1: got evidence=0"),
        ({"evidence": 9.5}, "evidence must be a whole number: got 9.5"),
        ({"ruler": "furlongs"}, "ruler 'furlongs' is unknown; rulers: .*"),
        ({"ruler": lambda text: 0}, "the ruler .* measures this document as 0: nothing can be recommended for it"),
    ],
)
def test_an_impossible_wish_is_refused_in_one_line(asked: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=f"^{message}$"):
        recommend(PROSE, **asked)


@each("text", ["", " \n\t\u3000"])
def test_a_document_without_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^the document has no text: nothing can be recommended for it$"):
        recommend(text)
    with pytest.raises(TypeError, match=r"^a document is a text or a pathlib.Path: got list"):
        recommend([text])  # type: ignore[arg-type]


def test_files_that_cannot_be_read_are_named_in_one_line(tmp_path: Path) -> None:
    binary, latin, missing = tmp_path / "photo.jpg", tmp_path / "old.txt", tmp_path / "missing.md"
    binary.write_bytes(b"\xff\xd8\x00\x10")
    latin.write_bytes("Blåbær".encode("latin-1"))
    cases: list[tuple[Path, type[Exception], str]] = [
        (missing, FileNotFoundError, f"cannot read {missing}: no such file or directory"),
        (tmp_path, IsADirectoryError, f"cannot read {tmp_path}: is a directory"),
        (binary, ValueError, f"cannot read {binary}: it is not a text (a zero byte at 2)"),
        (latin, ValueError, f"{latin} is not UTF-8: byte 0xe5 at offset 2"),
    ]
    for path, error, message in cases:
        with pytest.raises(error) as caught:
            recommend(path)
        assert str(caught.value) == message
