"""`chunk --config`, `recommend`, PDFs and structured strategies on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chunklib import STRATEGIES, Chunker
from chunklib.advice import recommend, table_as_text
from tests.commandline import ROOT, Run, runner

DATA = ROOT / "chunklib" / "data"
GUIDE = "# Guide\n\nSome words stand here.\n\n## Set up\n\nMore words are here.\n"


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder with a Markdown text."""
    (tmp_path / "guide.md").write_bytes(GUIDE.encode())
    return runner(capfdbinary, monkeypatch, tmp_path)


# --config


@pytest.mark.parametrize(
    "config",
    [
        'strategy = "markdown"\nsize = 9\noverlap = 2\n',
        'strategy = "recursive"\nsize = 40\nruler = "characters"\noverlap = {strategy = "percentage", value = 0.2}\n',
        'strategy = "sentences"\nsize = 12\noverlap = {strategy = "adaptive", minimum = 1, maximum = 4}\n',
    ],
)
def test_a_configuration_says_everything(run: Run, config: str) -> None:
    Path("c.toml").write_text(config, encoding="utf-8")
    done = run("chunk", "guide.md", "--config", "c.toml", "--format", "jsonl")
    expected = Chunker.from_config(config)(GUIDE)
    assert [(c["start_char"], c["end_char"], c["size"], c["overlap"]) for c in done.chunks] == [
        (chunk.start_char, chunk.end_char, chunk.size, chunk.overlap) for chunk in expected
    ]
    assert {chunk["id"].partition(":")[0] for chunk in done.chunks} == {"guide.md"}
    assert run("audit", "guide.md", "--config", "c.toml").status == 0


@pytest.mark.parametrize(
    ("config", "arguments", "said"),
    [
        ('strategy = "best"', (), "c.toml: unknown strategy 'best': choose one of fixed_characters"),
        ("strategy =", (), "c.toml: the configuration is not TOML: "),
        ('strategy = "recursive"', ("--size", 5), "give --config or --size, not both"),
        ('strategy = "recursive"', ("--strategy", "recursive"), "give --config or --strategy, not both"),
    ],
)
def test_a_configuration_that_does_not_do(run: Run, config: str, arguments: tuple[object, ...], said: str) -> None:
    Path("c.toml").write_text(config, encoding="utf-8")
    assert run("chunk", "guide.md", "--config", "c.toml", *arguments).refusal.startswith(said)
    assert run("audit", "guide.md", "--config", "c.toml", *arguments).refusal.startswith(said)


# structured strategies


def test_the_context_is_shown_where_there_is_one(run: Run) -> None:
    options = ("--strategy", "markdown", "--size", 9, "--overlap", 0)
    last = run("chunk", "guide.md", *options, "--format", "jsonl").chunks[-1]
    assert (last["context"], last["metadata"]["headings"]) == ("Guide > Set up", ["Guide", "Set up"])
    assert ", in Guide > Set up\n" in run("chunk", "guide.md", *options).out.decode()


def test_options_of_structured_strategies(run: Run) -> None:
    Path("a.js").write_text("function one() { return 1 }\nfunction two() { return 2 }\n" * 3, encoding="utf-8")
    text = Path("a.js").read_text(encoding="utf-8")
    given = run("chunk", "a.js", "--strategy", "code", "--language", "javascript", "--size", 20, "--format", "jsonl")
    expected = STRATEGIES["code"](text, 20, "15%", language="javascript")
    assert [chunk["text"] for chunk in given.chunks] == [chunk.text for chunk in expected]
    counted = run("chunk", "guide.md", "--strategy", "markdown", "--size", 16, "--count-context", "--format", "jsonl")
    expected = STRATEGIES["markdown"](GUIDE, 16, "15%", count_context=True)
    assert [chunk["text"] for chunk in counted.chunks] == [chunk.text for chunk in expected]
    apart = [chunk["text"] for chunk in run("chunk", "guide.md", "--no-join", "--format", "jsonl").chunks]
    assert apart == [chunk.text for chunk in STRATEGIES["markdown"](GUIDE, join=False)]
    assert len(apart) > 1 == len(run("chunk", "guide.md", "--format", "jsonl").chunks)
    assert run("audit", "guide.md", "--strategy", "markdown", "--no-join").status == 0
    refusal = run("chunk", "guide.md", "--strategy", "sentences", "--no-join").refusal
    assert refusal.startswith("sentences takes no option '--no-join'; it takes --size, --overlap, --ruler")
    assert run("chunk", "-", "--count-context").refusal.startswith(
        "recursive takes no option '--count-context'; it takes --size,"
    )
    assert run("chunk", "-", "--language", "python").refusal.startswith("recursive takes no option '--language'")


# PDFs


@pytest.mark.parametrize("options", [(), ("--strategy", "pdf")])
def test_a_pdf_is_split_by_its_titles(run: Run, options: tuple[str, ...]) -> None:
    path = DATA / "commissioning.pdf"
    done = run("chunk", path, *options, "--size", 120, "--format", "jsonl")
    given = done.chunks
    expected = STRATEGIES["pdf"](path, 120, "15%", document=str(path))
    assert [(chunk["id"], chunk["text"]) for chunk in given] == [(chunk.id, chunk.text) for chunk in expected]
    assert given[0]["metadata"]["pages"][0] == 1
    assert run("audit", path, *options, "--size", 120).status == 0


def test_pdfs_that_are_none(run: Run) -> None:
    Path("a.pdf").write_bytes(b"%PDF-1.7, and no more")
    assert run("chunk", "a.pdf").refusal.startswith("cannot read a.pdf: ")
    assert run("chunk", "gone.pdf").refusal == "cannot read gone.pdf: no such file or directory"
    said = "a.pdf is a PDF: only the strategy pdf reads it, in chunk, audit and churn"
    assert run("chunk", "a.pdf", "--strategy", "recursive").refusal == said
    assert run("chunk", "a.pdf", "--size", 0).refusal == "size must be at least 1: got size=0"


# recommend


def test_a_recommendation_can_be_used_at_once(run: Run) -> None:
    done = run("recommend", "guide.md")
    assert (done.status, done.out.decode(), done.err) == (0, f"{recommend(Path('guide.md'))}\n", "")
    config = run("recommend", "guide.md", "--toml").out.decode()
    assert Chunker.from_config(config).config == Chunker.from_config(recommend(Path("guide.md")).config).config
    Path("c.toml").write_text(config, encoding="utf-8")
    assert run("audit", "guide.md", "--config", "c.toml").status == 0


def test_all_wishes_reach_it_and_the_table_needs_no_document(run: Run) -> None:
    options = ("--use", "questions", "--priority", "recall", "--evidence", 60, "--ruler", "gpt-4o")
    expected = recommend(Path("guide.md"), use="questions", priority="recall", evidence=60, ruler="gpt-4o")
    assert run("recommend", "guide.md", *options).out.decode() == f"{expected}\n"
    assert json.loads(run("recommend", "guide.md", *options, "--json").out) == expected.to_dict()
    assert run("recommend", stdin=GUIDE.encode()).out.decode() == f"{recommend(GUIDE)}\n"
    assert run("recommend", "--tree").out.decode() == f"{table_as_text()}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gone",), "cannot read gone: no such file or directory"),
        (("guide.md", "--use", "fun"), "unknown use 'fun': choose one of questions, "),
        (("guide.md", "--toml", "--json"), "choose one of --toml, --json and --tree"),
        (("guide.md", "--evidence", "many"), "argument --evidence: must be a whole number"),
        ((), "the document has no text"),
    ],
)
def test_nothing_to_recommend(run: Run, arguments: tuple[str, ...], said: str) -> None:
    assert run("recommend", *arguments).refusal.startswith(said)
