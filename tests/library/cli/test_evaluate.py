"""`chunklib evaluate`: the figures of one chunking, on the course's own questions and on files."""

import json
from pathlib import Path

import pytest

from chunklib import cli
from chunklib.evaluation import evaluate, load_benchmark, load_squad, own_benchmark, where_lost
from chunklib.evaluation.metrics.registry import measured
from chunklib.view.ledger import ledger_page
from tests.commandline import Done, Run, runner
from tests.small_benchmark import SMALL, written

MEASURED = [metric.name for metric in measured()]
ISSUE = (*MEASURED, "chunks", "stored_tokens")
CONTEXT = ("context", "contexts", "context_tokens")
WINDOWS = {"strategy": "token_windows", "size": 30, "overlap": 6}
OPTIONS = ("--strategy", "token_windows", "--size", 30, "--overlap", 6, "--k", 3)


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder of its own with a benchmark in it."""
    written(SMALL, tmp_path / "bench")
    return runner(capfdbinary, monkeypatch, tmp_path)


def figures(done: Done) -> dict[str, float]:
    assert (done.status, done.err) == (0, "")
    return {name: float(value) for name, value in json.loads(done.out).items() if name not in (*CONTEXT, "warnings")}


def test_the_json_has_the_figures_of_evaluate(run: Run) -> None:
    found = evaluate(load_benchmark(Path("bench")), WINDOWS, k=3)
    shown = figures(run("evaluate", "--benchmark", "bench", *OPTIONS, "--json"))
    assert tuple(shown)[: len(ISSUE)] == ISSUE
    for name, value in found.summary().items():
        assert shown[name] == value
    assert set(shown) - set(ISSUE) == {"multiplier", "questions"}
    pieces = {"contained", "boundary_cut"}  # averaged over all pieces of evidence, not over questions
    averaged = {name: found.over_pieces(name) if name in pieces else found.mean(name) for name in MEASURED}
    assert {name: shown[name] for name in MEASURED} == averaged
    assert (shown["multiplier"], shown["questions"]) == (found.multiplier, len(SMALL.questions))


def test_the_help_says_what_each_figure_is_a_mean_of(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["evaluate", "--help"])
    means = "contained and boundary_cut are means over pieces of evidence, all others over questions"
    assert f"{means}, so whole may exceed contained" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("options", "told"), [
    (("--retriever", "dense", "--embed", "hashing"), {"retriever": "dense", "embed": "hashing"}),
])  # fmt: skip
def test_options_reach_what_measures(run: Run, options: tuple[str, ...], told: dict[str, object]) -> None:
    usual = figures(run("evaluate", "--benchmark", "bench", *OPTIONS, "--json"))
    shown = figures(run("evaluate", "--benchmark", "bench", *OPTIONS, *options, "--json"))
    expected = evaluate(SMALL, WINDOWS, k=3, **told).summary()  # type: ignore[arg-type]
    assert {name: shown[name] for name in expected} == expected != {name: usual[name] for name in expected}


def test_churn_is_added_where_it_is_asked_for(run: Run) -> None:
    shown = figures(run("evaluate", "--benchmark", "bench", *OPTIONS, "--churn", "--json"))
    found = evaluate(SMALL, WINDOWS, k=3, churn=True)
    assert (shown["churn"], shown["worst_churn"]) == (found.churn, found.worst_churn)
    printed = run("evaluate", "--benchmark", "bench", *OPTIONS, "--churn").out.decode()
    assert "chunks new on average" in printed


def test_where_answers_were_lost_is_counted_and_shown(run: Run) -> None:
    ledger, asked = where_lost(SMALL, WINDOWS, k=3), ("evaluate", "--benchmark", "bench", *OPTIONS)
    assert run(*asked, "--lost").out.decode().endswith(f"\n\n{ledger}\n")
    assert json.loads(run(*asked, "--lost", "--json").out)["lost"] == ledger.counts
    rule = f"k must be at most the number of chunks, {len(ledger.chunks)}, and the depth, 200: got k=200"
    assert run(*asked[:-1], 200, "--lost").err == f"chunklib: {rule}\n"
    done = run(*asked, "--html", "lost.html")
    assert (done.status, done.err) == (0, "chunklib: written to lost.html\n")
    page = Path("lost.html").read_text("utf-8")
    assert page == ledger_page(ledger, "bench, token_windows, size 30, overlap 6, bm25")
    assert run(*asked, "--html", "lost.html").status == 0
    Path("mine.html").write_text("<p>mine", "utf-8")
    done = run(*asked, "--html", "mine.html")
    refusal = "mine.html is not a page of chunklib: remove it, or choose another name"
    assert (done.status, done.err, Path("mine.html").read_text("utf-8")) == (2, f"chunklib: {refusal}\n", "<p>mine")


def test_a_configuration_says_the_same_as_options(run: Run) -> None:
    Path("windows.toml").write_text('strategy = "token_windows"\nsize = 30\noverlap = 6\nruler = "words"\n', "utf-8")
    by_file = run("evaluate", "--benchmark", "bench", "--config", "windows.toml", "--k", 3, "--json")
    by_option = run("evaluate", "--benchmark", "bench", *OPTIONS, "--ruler", "words", "--json")
    assert figures(by_file) == figures(by_option)


def test_a_table_to_read(run: Run) -> None:
    found = evaluate(SMALL, WINDOWS, k=3)
    done = run("evaluate", "--benchmark", "bench", *OPTIONS)
    assert (done.status, done.err) == (0, "")
    head, rule, *rows, warning, stored, questions = done.out.decode().splitlines()
    assert warning == f"warning: {found.warnings[0]}"
    assert head.split() == ["metric", "over", "questions", "over", "documents", "over", "pieces"]
    assert set(rule) == {"-", " "}
    for name, row in zip(MEASURED, rows, strict=True):
        pieces = [found.over_pieces(name)] if name in ("whole", "contained", "boundary_cut") else []
        expected = [f"{value:.3f}" for value in (found.mean(name), found.macro(name), *pieces)]
        assert row.split()[-len(expected) :] == expected
    assert rows[0].startswith("recall@3 ")
    assert stored == f"{found.chunks} chunks, {found.stored_tokens:,} tokens: {found.multiplier:.2f} times the text"
    assert questions.startswith(f"{len(SMALL.questions)} questions, one placing of the cuts")


@pytest.mark.parametrize(("option", "context"), [((), None), (("--context",), True), (("--no-context",), False)])
def test_the_context_is_searched_and_counted_where_it_is_asked_for(
    run: Run, option: tuple[str, ...], context: bool | None
) -> None:
    found = evaluate(SMALL, {"strategy": "markdown", "size": 20}, k=3, context=context)
    asked = ("evaluate", "--benchmark", "bench", "--strategy", "markdown", "--size", 20, "--k", 3, *option)
    shown = json.loads(run(*asked, "--json").out)
    assert {name: shown[name] for name in found.summary()} == found.summary()
    assert [shown[name] for name in CONTEXT] == [context, found.contexts, found.context_tokens]
    assert (found.contexts > 0, found.context_tokens > 0) == (context is not False, context is True)
    assert str(found) in run(*asked).out.decode()
    assert shown["warnings"] == [*found.warnings]


def test_recall_by_kind_is_shown_where_there_are_kinds_and_some_can_be_chosen(run: Run) -> None:
    found = evaluate(own_benchmark(), WINDOWS, k=3)
    rows = run("evaluate", *OPTIONS).out.decode().split("\n\n")[1].splitlines()[2:]
    expected = {kind: f"{mean:.3f}" for kind, mean in found.by_kind("recall").items()}
    assert {row.split()[0]: row.split()[-1] for row in rows} == expected
    assert sum(int(row.split()[1]) for row in rows) == len(found.documents)
    chosen = figures(run("evaluate", *OPTIONS, "--kinds", "exact, fact", "--json"))
    assert chosen["recall"] == evaluate(own_benchmark().of_kinds("fact", "exact"), WINDOWS, k=3).mean("recall")
    assert "unknown kind 'facts'" in run("evaluate", *OPTIONS, "--kinds", "facts").refusal
    assert "have no kinds" in run("evaluate", "--benchmark", "bench", *OPTIONS, "--kinds", "fact").refusal
    assert "no questions" in run("evaluate", *OPTIONS, "--kinds", "no_answer").refusal


def squad() -> bytes:
    contexts = ["Cold rooms hold four degrees. ", "Warm rooms hold twenty. "]
    paragraphs = [
        {"context": text * 30, "qas": [{"id": text[:4], "question": f"What of {text}?", "answers": [
            {"answer_start": text.index("hold"), "text": "hold"}]}]}
        for text in contexts
    ]  # fmt: skip
    return json.dumps({"data": [{"title": "Rooms", "paragraphs": paragraphs}]}).encode()


def test_a_file_of_squad(run: Run) -> None:
    Path("rooms.json").write_bytes(squad())
    shown = figures(run("evaluate", "--benchmark", "rooms.json", *OPTIONS, "--json"))
    expected = evaluate(load_squad(Path("rooms.json")), WINDOWS, k=3).summary()
    assert {name: shown[name] for name in expected} == expected
    assert shown["questions"] == 2
