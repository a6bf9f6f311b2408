"""The trees of advice: they say nothing against what was measured, and every end of them is reached."""

from __future__ import annotations

import json
import pickle
import re
from itertools import product
from pathlib import Path

from chunklib.advice import PRIORITIES, QUESTIONS, STORES, TREE, recommend, tree_as_text
from chunklib.advice.decisions import Leaf, leaves
from chunklib.advice.tree import IN_MEMORY
from chunklib.evaluation.effects import measured
from tests.each import each

ROOT = Path(__file__).parents[3]
LEAVES = {(decision, at): leaf for decision, tree in TREE.items() for at, leaf in enumerate(leaves(tree))}
DOCUMENTS = {
    "markdown": "# Tea\n\nBoil water.\n\n## Green\n\nWait a little.\n\n" * 40,
    "chat": "Ada: hi\nBo: hello\nAda: how are you?\nBo: fine\n" * 80,
    "sentences": "The gate was shut. Nobody had told the driver. " * 90,
    "unbroken": "a" * 9000,
    "prose": "The gate was shut. Nobody had told the driver.\n\n" * 90,
    "short": "The gate was shut.",
    "records": '{"gate": "shut", "driver": null}\n' * 90,
    "latex": "\\section{Gate}\nThe gate was shut.\n\n" * 90,
}


@each("leaf", LEAVES.values())
def test_no_advice_is_against_what_was_measured(leaf: Leaf) -> None:
    keys = (*leaf.takes, *leaf.leaves)
    assert {*keys} <= {row.key for row in measured()}
    for row in leaf.measured(tuple(QUESTIONS)):
        advised = next(key for key in sorted(keys, key=len, reverse=True) if row.key.startswith(key)) in leaf.takes
        against = row.high < 0 if advised else row.low > 0
        if leaf.wish:
            assert leaf.because.startswith("you asked for ")
        else:
            assert not against, row.sentence
        if row.low <= 0 <= row.high:
            assert "no difference seen" in row.sentence
    assert leaf.support == "not measured" or leaf.source or keys


def test_what_is_said_of_a_gain_or_a_loss_was_seen() -> None:
    for leaf in LEAVES.values():
        rows = {row.key: row for row in leaf.measured()}
        if "found less" in leaf.because:
            assert any(rows[key].high < 0 for key in leaf.leaves)
        if "gives up" in leaf.because or "it helps" in leaf.because:
            assert any(row.low > 0 for row in rows.values())
        if re.search("no (gain|difference) was seen|not told apart|show no gain", leaf.because):
            assert any(row.low <= 0 <= row.high for row in rows.values())


def test_every_end_is_reached_and_explained_by_the_questions_on_the_way() -> None:
    reached = set()
    kinds = ["", "paraphrase", "no_answer"]
    wishes = product(PRIORITIES, (None, "legal"), kinds, (None, *STORES), (None, 5_000, 200_000), (None, 9))
    looks = {name: recommend(text) for name, text in DOCUMENTS.items()}
    assert [one.strategy for one in looks.values()] == [
        "markdown", "recursive", "sentences", "token_windows", "recursive", "sentences", "records",
        "recursive",
    ]  # fmt: skip
    every, text_of_all = list(wishes), tree_as_text()
    for at, text in enumerate(DOCUMENTS.values()):
        for priority, use, kind, store, chunks, evidence in every[at % 5 :: 5]:
            advice = recommend(
                text,
                priority=priority,
                use=use,
                questions=kind or (),
                store=store,
                chunks=chunks,
                evidence=evidence,
            )
            for step in advice.path:
                ends = list(leaves(TREE[step.decision]))
                reached.add((step.decision, next(at for at, leaf in enumerate(ends) if leaf is step.leaf)))
                assert step.answers
                assert all(question in text_of_all for question, _ in step.answers)
                assert f"{step.leaf.heading} [{step.leaf.support}]" in text_of_all
    assert reached == set(LEAVES)


def ends(**wishes: object) -> dict[str, str]:
    return {step.decision: step.leaf.does for step in recommend(DOCUMENTS["prose"], **wishes).path}  # type: ignore[arg-type]


def test_the_kinds_of_questions_decide() -> None:
    assert ends(questions="exact")["search"] == "BM25"
    assert ends(questions=("paraphrase", "passage"))["search"] == "BM25 fused with vectors"
    assert ends(questions=("paraphrase", "exact"))["search"] == "BM25"
    assert ends(questions="no answer")["no answer"] == "try a threshold on the score"
    asked = recommend(DOCUMENTS["prose"], questions=["two places", "spread", "In-Context"])
    assert asked.questions == ("spread", "in_context")
    assert {"size-600-spread", "prefix-in-context", "dense-in-context"} <= {row.key for row in asked.measured}
    assert "dense-exact" not in {row.key for row in asked.measured}


def test_the_store_decides() -> None:
    assert ends()["store"] == "a SQLite file"
    assert ends(chunks=IN_MEMORY + 1)["store"] == "PostgreSQL with pgvector"
    assert ends(store="embedded", chunks=IN_MEMORY + 1)["store"] == "SQLite, with care"
    assert ends(store="PostgreSQL")["store"] == "PostgreSQL with pgvector"
    run = re.search(r"embed ([\d,]+) chunks", (ROOT / "docs" / "million.md").read_text("utf-8"))
    assert run
    assert int(run[1].replace(",", "")) > IN_MEMORY


def test_advice_is_data_too() -> None:
    advice = recommend(DOCUMENTS["prose"], questions="exact", store="postgres", ruler=len)
    data = json.loads(advice.to_json())
    assert data == advice.to_dict()
    assert [step["decision"] for step in data["path"]] == list(TREE)
    assert data["config"]["ruler"] == "len"
    assert data["questions"] == ["exact"]
    search = next(step for step in data["path"] if step["decision"] == "search")
    assert [row["key"] for row in search["measured"]] == ["dense", "dense-exact", "hybrid", "hybrid-exact"]
    assert search["asked"] == [{"question": "Do all questions paraphrase, or ask about a passage?", "answer": "no"}]
    head, *rows = advice._table()
    assert [len(row) for row in rows] == [len(head)] * len(TREE)


def test_advice_can_be_kept_and_changed_without_changing_the_tree() -> None:
    advice = recommend(DOCUMENTS["chat"])
    assert pickle.loads(pickle.dumps(advice)) == advice  # noqa: S301 (ours)
    assert hash(advice) == hash(recommend(DOCUMENTS["chat"]))
    assert isinstance(advice.config["separators"], list)
    advice.config["separators"].append("x")
    assert recommend(DOCUMENTS["chat"]).config["separators"] == ["\n\n", "\n"]
