"""Metrics of a chunking by itself: counted by hand, and against a naive count; and their correlation with recall."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from chunklib import Chunker
from chunklib.chunk import Span
from chunklib.data import load
from chunklib.evaluation import Benchmark, Question, grid
from research.intrinsic import intrinsic, leaf_blocks
from research.intrinsic_recall import intrinsic_against_recall, spearman
from tests.promises import refused

TEXT = """# Rooms

One is cold. One is warm.

- fish
- milk

| a | b |
|---|---|
| 1 | 2 |
| 3 | 4 |

```sh
ls

cd
```
"""
BLOCKS = [
    "# Rooms", "One is cold. One is warm.", "- fish", "- milk", "| a | b |\n|---|---|", "| 1 | 2 |", "| 3 | 4 |",
    "```sh\nls\n\ncd\n```",
]  # fmt: skip


def test_blocks_are_paragraphs_items_rows_and_fences() -> None:
    assert [TEXT[slice(*span)] for span in leaf_blocks(TEXT)] == BLOCKS
    assert [*map(leaf_blocks, ("", " \n\n "))] == [[], []]
    plain = "One two.\nThree.\n\n\nFour.  \n"
    assert [plain[slice(*span)] for span in leaf_blocks(plain)] == ["One two.\nThree.", "Four."]


def test_blocks_rise_do_not_overlap_and_have_all_that_is_not_white_space() -> None:
    text = load("handbook")
    spans = leaf_blocks(text)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert sum(len("".join(text[slice(*span)].split())) for span in spans) == len("".join(text.split()))


def test_a_block_is_whole_where_one_chunk_has_all_of_it() -> None:
    assert intrinsic(TEXT, [TEXT], 500).block_integrity == 1
    cut = TEXT.index("is warm")
    assert intrinsic(TEXT, [TEXT[:cut], TEXT[cut:]], 500).block_integrity == 7 / 8
    repeated = intrinsic(TEXT, [TEXT[:cut], TEXT[TEXT.index("One is cold") :]], 500)
    assert repeated.block_integrity == 1  # an overlap repairs it


def test_size_compliance_counts_chunks_from_the_least_to_the_size() -> None:
    text = "one two three four five six seven"
    chunks = ["one", "two three", "four five six seven"]
    shares = [intrinsic(text, chunks, most, least=least, ruler="words").size_compliance for least, most in LIMITS]
    assert shares == [2 / 3, 1, 1 / 3, 2 / 3]


LIMITS = [(1, 2), (0, 9), (2, 3), (2, 4)]


def test_cohesion_is_what_stays_together_less_what_is_parted() -> None:
    sentences = ["Fish is cold.\n\n", "Fish is warm.\n\n", "Banks lend.\n\n", "Banks pay."]
    text = "".join(sentences)

    def embed(texts: list[str]) -> list[list[float]]:
        return [[1, 0] if text.startswith("Fish") else [0.6, 0.8] for text in texts]

    good = intrinsic(text, ["".join(sentences[:2]), "".join(sentences[2:])], 50, embed=embed)
    bad = intrinsic(text, [sentences[0], "".join(sentences[1:3]), sentences[3]], 50, embed=embed)
    assert (good.parted, bad.parted) == (1, 2)
    assert good.cohesion == pytest.approx(1 - 0.6)
    assert bad.cohesion == pytest.approx(0.6 - 1)
    assert intrinsic(text, [text], 50).cohesion is None


def test_integrity_is_what_a_naive_count_finds() -> None:
    text = load("handbook")
    chunks = Chunker("token_windows", size=100, overlap=20)(text)
    spans = leaf_blocks(text)
    whole = [any(one.start_char <= start and end <= one.end_char for one in chunks) for start, end in spans]
    found = intrinsic(text, chunks, 100)
    assert found.block_integrity == np.mean(whole)
    assert found.size_compliance == np.mean([10 <= one.size <= 100 for one in chunks])


BAD: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "no chunks": ({"chunks": []}, ValueError, "no chunks"),
    "after it": ({"chunks": [{"text": "Two.", "start_char": 5, "end_char": 99}]}, ValueError, "chunk 0 is not where"),
    "size": ({"size": 0}, ValueError, "size"),
    "least": ({"least": 6}, ValueError, "least must not be above size: got 6 and 5"),
    "embedder": ({"embed": "nothing"}, ValueError, "nothing"),
    "ruler": ({"ruler": 5}, TypeError, "ruler"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_measured_is_refused(case: str) -> None:
    given, kind, named = BAD[case]
    refused(lambda: intrinsic(**{"text": "One. Two.", "chunks": ["One. Two."], "size": 5, **given}), kind, named)


# ------------------------------------------------------------------ against recall


def test_spearman_is_pearson_of_ranks_with_ties() -> None:
    scipy = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(1)
    for _ in range(50):
        x, y = rng.integers(0, 6, (2, 12))
        assert spearman(x, y) == pytest.approx(scipy.spearmanr(x, y).statistic)
    assert spearman([1, 1], [1, 2]) is None


def test_every_metric_is_set_against_every_outcome() -> None:
    text = "".join(f"Room {at} holds {at} degrees. The door is {at % 3}. \n\n" for at in range(60))
    places = [text.index(f"Room {at} ") for at in range(60)]
    asked = [
        Question(f"q{at}", f"How many degrees has room {at}?", "note", (Span(start, start + 9),))
        for at, start in enumerate(places)
    ]
    settings = grid(["token_windows", "sentences"], [10, 20, 40], [0])
    found = intrinsic_against_recall(settings, Benchmark("small", {"note": text}, tuple(asked)), resamples=50)
    assert len(found.correlations) == 6
    assert len(str(found).splitlines()) == 9
    for one in found.correlations:
        assert one.over_all is None or -1 <= one.over_all[1] <= one.over_all[0] <= one.over_all[2] <= 1
    assert found.to_dict()["values"]["recall"] == list(found.values["recall"])
    refused(lambda: intrinsic_against_recall(settings[:2]), ValueError, "at least 3 settings: got 2")
