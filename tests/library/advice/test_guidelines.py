"""The tables of guides: every number as it was read, a source and a verdict for each row, and lessons that agree."""

from __future__ import annotations

import re

import pytest

from chunklib.advice.guidelines import GUIDELINES, guidelines_as_text
from chunklib.advice.table import SIZE_BY_USE
from chunklib.evaluation.claims import CLAIMS
from chunklib.evaluation.effects import METRIC, measured
from tests.commandline import ROOT
from tests.each import each

# Read from the guides once more: a word of each row, then its sizes, overlaps and percentages.
READ = {
    "size-by-use": "questions 400 600 50 100, conversation 200 400 50, technical 600 800 100 200, legal 800 1000 200, "
    "research 500 700 100, too small 100, good 200 800, too large 1500",
    "overlap-by-percentage": "short independent 5 10, general 10 20, technical 20 30, legal or scientific 30 50, "
    "(B) 500 0 0, (B) 500 50 10, (B) 500 75 100 15 20, (B) 500 125 25, (B) 500 250 50, "
    "independent chunks 0, standard 10 20, technical or legal 25 50, high accuracy 51 100",
    "overlap-by-scenario": "clear sections 0 10, prose 15 20, technical 20, legal 25, code with 10 15, conversation 20",
    "overlap-by-priority": "maximum recall 20 30, balanced 10 15, storage 0 5, real-time",
    "splitter-by-document": "general 800 1000 200, technical 600 800 150, code 1000 1500 100, Markdown 800 1000 200, "
    "HTML, PDF 500 800 100, clear sections, unstructured, code, Markdown, high accuracy",
    "reported-defaults": "OpenAI 800 400, LlamaIndex 1024 20, LangChain 1000 200, NVIDIA 1024 15, "
    "Chroma 0, Chroma 10, Chroma 20, Chroma 50, CRUD-RAG",
    "practices": "start 10 15, raise, lower, monitor, sentences, headings, neighbours, de-duplicate, watch, your own, "
    "characters, tokens",
}
LESSONS = [("11_does_overlap_help", "85.4 89.2 91.3 91.8 8.0 6.5 5.2 3.1")]


@each("table", READ)
def test_a_table_has_every_number_that_was_read(table: str) -> None:
    rows, text = [row for row in GUIDELINES if row.table == table], guidelines_as_text(table)
    for row, (words, figures) in zip(rows, re.findall(r"(\D+?)((?: \d+)*)(?:, |$)", READ[table]), strict=True):
        ranges = [one for one in (row.size, row.overlap, row.percent) if one]
        assert [end for ends in ranges for end in dict.fromkeys(ends)] == [int(one) for one in figures.split()]
        assert words in f"{row.about} {row.note} {row.source}"
        assert all(part in text for part in (row.about, row.says, row.source, *row.verdict))
        assert all(low <= high for low, high in ranges)


def test_a_row_has_a_source_and_a_verdict_and_its_numbers_are_possible() -> None:
    for row in GUIDELINES:
        assert {*row.measured} <= {one.key for one in measured() if one.metric == METRIC}
        assert {*row.claims} <= {one.key for one in CLAIMS}
        assert (row.verdict == ("not measured",)) == (not row.measured and not row.claims)
        assert re.search("tutorial|reference", row.source)
        assert all(0 <= end <= 100 for end in row.percent or ())
        assert ("characters" in row.unit) == (row.table == "splitter-by-document" or row.about == "LangChain")
    assert SIZE_BY_USE["legal"] == (800, 1000)
    with pytest.raises(KeyError, match="unknown table 'tea': choose one of size-by-use, overlap-by-percentage"):
        guidelines_as_text("tea")


@each(("lesson", "figures"), LESSONS)
def test_a_lesson_states_what_the_table_says(lesson: str, figures: str) -> None:
    text, told = (ROOT / f"notebooks/src/{lesson}.py").read_text("utf-8"), " ".join(row.says for row in GUIDELINES)
    assert [one for one in figures.split() if one not in text or one not in told] == []
