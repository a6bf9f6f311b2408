"""Commands that ask other people's splitters: `audit --splitter` and `compare`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from chunklib import STRATEGIES, audit, churn
from chunklib.adapters import PEERS
from chunklib.adapters.compare import compare
from tests.commandline import Run, command, launch, runner
from tests.own_splitters import SOURCE
from tests.peer_texts import TEXTS


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder with two texts and a user's own module."""
    (tmp_path / "own.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "prose").write_bytes(TEXTS["prose"].encode())
    (tmp_path / "periodic").write_bytes(TEXTS["periodic"].encode())
    return runner(capfdbinary, monkeypatch, tmp_path)


# audit --splitter


def test_a_splitter_that_breaks_it_several_files_and_the_worst_of_each_breach(run: Run) -> None:
    done = run("audit", "prose", "periodic", "--splitter", "llamaindex:token", "--size", 64, "--overlap", "25%")
    assert (done.status, done.err) == (1, "")
    for name in ("prose", "periodic"):
        report = audit(TEXTS[name], PEERS["llamaindex:token"].prepare(64, 16)(TEXTS[name]), size=64, overlap=16)
        assert f"{name}:\n{report.table(worst=True)}\n" in done.out.decode()
        for point in report.points:
            if point.worst:
                assert point.worst.amount == max(breach.amount for breach in point.breaches)
                assert f"    {point.worst.message}" in done.out.decode().splitlines() or len(point.breaches) > 1


def test_a_function_of_ones_own_in_characters(run: Run) -> None:
    options = ("--size", 100, "--overlap", 10, "--ruler", "characters")
    done = run("audit", "prose", "--splitter", "own:good", *options)
    lines = done.out.decode().splitlines()
    assert [line[0] for line in lines if line[0] in "✓✗"] == ["✓"] * 6
    done = run("audit", "prose", "--splitter", "own:lossy", *options)
    lost = TEXTS["prose"][10:20].strip()
    assert done.status == 1
    assert f'lost: "{lost}" at character {TEXTS["prose"].index(lost)}  (and 1 more)' in done.out.decode()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("own:angry",), "own:angry: raised ValueError: bad text"),
        (("own:hang", "--time-limit", "0.001"), "own:hang: takes more than 0.001 seconds to be imported"),
        (("best",), "unknown splitter 'best': choose one of langchain:token, langchain:recursive"),
        (("recursive",), "recursive is a strategy of ours: give --strategy recursive"),
        (
            ("semchunk", "--ruler", "words"),
            "semchunk: it counts tokens: give an encoding or a model as ruler, not words",
        ),
        (
            ("semchunk", "--overlap", "2s"),
            "not every splitter can repeat sentences: give the overlap in units or per cent, not 2s",
        ),
        (("semchunk", "--strategy", "recursive"), "give --splitter or --strategy, not both"),
        (
            ("semchunk", "--time-limit", "0"),
            "argument --time-limit: must be a number of seconds, above 0 and at most 86400",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_splitter_that_cannot_be_audited(run: Run, arguments: tuple[str, ...], said: str) -> None:
    refusal = run("audit", "prose", "--splitter", *arguments).refusal
    assert refusal.startswith(said) or said in refusal


def test_a_file_that_cannot_be_read_or_is_no_text(run: Run) -> None:
    assert (
        run("audit", "prose", "gone", "--splitter", "semchunk").refusal == "cannot read gone: no such file or directory"
    )
    Path("a.pdf").write_bytes(b"%PDF-1.7\n\xff")
    only = "a.pdf is a PDF: only the strategy pdf reads it, in chunk, audit and churn"
    assert run("audit", "a.pdf", "--splitter", "semchunk").refusal == only
    assert run("compare", "a.pdf").refusal == only
    Path("a.pdf").write_bytes(b"%PDF-1.7 may be ASCII to its end")
    assert run("compare", "a.pdf").refusal == run("cost", "a.pdf").refusal == only


# compare

NAMES = "recursive,sentences,semchunk"


def test_the_table_has_a_row_for_each(run: Run) -> None:
    done = run("compare", "prose", "--strategies", NAMES, "--size", 40, "--overlap", 8, "--no-cost")
    assert (done.status, done.err) == (0, "")
    head, rule, *rows, releases = done.out.decode().splitlines()
    columns = "splitter chunks mean fill sentence ends overlap bare an edit breaches"
    assert head.split() == columns.split()
    assert set(rule) == {"-", " "}
    for line, row in zip(rows, compare(TEXTS["prose"], NAMES.split(","), size=40, overlap=8, rounds=0), strict=True):
        figures = [row.chunks, f"{row.mean_size:.1f}", f"{row.fill:.0%}", f"{row.sentence_ends:.0%}"]
        shared = [f"{row.overlap:.1f}", row.bare, "of", row.boundaries, f"{row.churn:.1f},", row.worst_churn, "none"]
        assert line.split() == [row.splitter, *map(str, figures), *map(str, shared)]
    assert releases == f"releases: semchunk {PEERS['semchunk'].version}"


def test_breaches_and_failures_are_told(run: Run) -> None:
    names = "langchain:token, own:angry, own:lossy"
    done = run("compare", "periodic", "--strategies", names, "--size", 64, "--overlap", 16, "--no-cost")
    assert done.status == 0
    _, _, token, lossy, failed, _ = done.out.decode().splitlines()
    assert "exact " in token
    assert "lossless " in lossy
    assert failed == "failed: own:angry: raised ValueError: bad text"
    done = run("compare", "periodic", "--strategies", "own:angry", "--no-cost")
    assert (done.status, done.out.decode()) == (1, "failed: own:angry: raised ValueError: bad text\n")


def test_the_json_has_every_figure(run: Run) -> None:
    done = run("compare", "--strategies", NAMES, "--size", 40, "--json", "--no-cost", stdin=TEXTS["prose"].encode())
    found = json.loads(done.out)
    assert {key: found[key] for key in ("file", "size", "overlap", "ruler")} == {
        "file": "standard input",
        "size": 40,
        "overlap": "15%",
        "ruler": "cl100k_base",
    }
    rows = compare(TEXTS["prose"], NAMES.split(","), size=40, overlap=6, rounds=0)
    assert found["splitters"] == [asdict(row) for row in rows]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--strategies", "recursive,best"), "unknown splitter 'best': choose one of fixed_characters, "),
        (("--strategies", "markdwn"), "module:callable; did you mean 'markdown'?"),
        (("--strategies", ""), "unknown splitter ''"),
        (("--strategies", "recursive,pdf"), "pdf takes a file and cannot be compared: texts are split side by side"),
        (("--strategies", "recursive,"), "unknown splitter ''"),
        (("--strategies", "proposed"), "proposed needs propose and cannot be compared: texts are split side by side"),
        (("--edits=-1",), "edits must be at least 0: got edits=-1"),
        (("--overlap", "2s"), "not every splitter can repeat sentences"),
        (("--overlap", "75", "--size", "50"), "overlap must be smaller than size: got overlap=75, size=50"),
        (
            ("--ruler", "words"),
            "the cost is in encodes: give an encoding or a model as ruler, not words, or leave it out",
        ),
    ],
)
def test_what_cannot_be_compared(run: Run, arguments: tuple[str, ...], said: str) -> None:
    assert said in run("compare", "prose", *arguments).refusal


def test_in_a_process_of_its_own(tmp_path: Path) -> None:
    """The children of a command find the package, and the module beside the texts."""
    (tmp_path / "own.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "doc").write_text("One two three. " * 9, encoding="utf-8")
    options = ("--size", 50, "--overlap", 5, "--ruler", "characters")
    done = launch(command("audit", "doc", "--splitter", "own:good", *options), tmp_path)
    assert (done.status, done.err) == (0, "")


# churn


def test_churn_counts_the_new_chunks_of_an_edited_file(run: Run) -> None:
    before = TEXTS["prose"]
    Path("before").write_text(before, "utf-8")
    Path("after").write_text(f"Note. {before}", "utf-8")
    for strategy in ("token_windows", "stable"):
        split = STRATEGIES[strategy]
        old, new = split(before, 40, 0), split(f"Note. {before}", 40, 0)
        done = run("churn", "before", "after", "--strategy", strategy, "--size", 40, "--overlap", 0)
        assert done.out.decode() == f"{churn(old, new)} of {len(new)} chunks are new ({strategy}, 40)\n"


def test_churn_refuses_what_it_cannot_read(run: Run) -> None:
    assert run("churn", "-", "-").refusal == "standard input can be read only once: - stands for two files"
    assert run("churn", "prose", "gone").refusal == "cannot read gone: no such file or directory"
    assert run("churn", "prose").refusal == "the following arguments are required: AFTER; see chunklib churn --help"
