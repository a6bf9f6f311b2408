"""Guidelines about the size of a chunk: by use, in bands, and in which unit."""

from __future__ import annotations

from chunklib.advice.arithmetic import of_sizes
from chunklib.advice.table import Guideline, Range, Table
from chunklib.calculators import estimate_tokens

_A_TUTORIAL = "a tutorial"


def _use(case: str, size: tuple[int, int], overlap: tuple[int, int]) -> Guideline:
    size_range, overlap_range = Range(*size, "tokens"), Range(*overlap, "tokens")
    finding = f"{of_sizes(size_range, overlap_range)} That this size suits this use is unmeasured by us."
    return Guideline(case, _A_TUTORIAL, finding, size=size_range, overlap=overlap_range)


BY_USE = Table(
    "size by use",
    "Chunk size by use",
    (
        _use("questions", (400, 600), (50, 100)),
        _use("conversation", (200, 400), (50, 50)),
        _use("technical", (600, 800), (100, 200)),
        _use("legal", (800, 1000), (200, 200)),
        _use("research", (500, 700), (100, 100)),
    ),
)

_COUNTING = (
    "Which size is good depends on how retrieval is counted: with five results recall preferred 800 tokens, with a "
    "budget of 1,000 tokens it preferred 200 (472 public questions)."
)

BANDS = Table(
    "size bands",
    "Too small, good, too large",
    (
        Guideline(
            "too small",
            _A_TUTORIAL,
            "The limit is unmeasured by us; evidence that is longer than the size is never whole in one chunk.",
            size=Range(None, 99, "tokens"),
            says="under 100",
        ),
        Guideline("good", _A_TUTORIAL, _COUNTING, size=Range(200, 800, "tokens")),
        Guideline(
            "too large",
            _A_TUTORIAL,
            "The limit is unmeasured by us. An embedder that truncates decides sooner: MiniLM reads 256 word pieces.",
            size=Range(1500, None, "tokens"),
        ),
    ),
)

UNITS = Table(
    "units",
    "Characters or tokens",
    (
        Guideline(
            "characters",
            _A_TUTORIAL,
            "Exact: a size is a difference of two offsets. What a model will count is only estimated, as a quarter of "
            f"the characters (a chunk of 1,000 characters: {estimate_tokens('x' * 1000)} tokens), which fails outside "
            "English prose.",
            strategy="fixed_characters",
            says="faster, exact in length; for simple pipelines",
        ),
        Guideline(
            "tokens",
            _A_TUTORIAL,
            "Counts of tokens do not add up: a chunk can have more tokens than the sum of its parts, so a piece that "
            "was cut or stripped must be measured again. A cut between tokens may lie inside a character.",
            strategy="token_windows",
            says="match the model; for production",
        ),
    ),
)
