"""What vendors and papers are said to use and to have found, and what could be confirmed."""

from __future__ import annotations

from chunklib.advice.arithmetic import redundancy
from chunklib.advice.table import Guideline, Range, Table
from chunklib.calculators import count_windows, overlap_from_percent


def _default(case: str, size: int, overlap: int, finding: str, says: str = "") -> Guideline:
    def tokens(number: int) -> Range:
        return Range(number, number, "tokens")

    return Guideline(case, "reported by a tutorial", finding, size=tokens(size), overlap=tokens(overlap), says=says)


DEFAULTS = Table(
    "reported defaults",
    "What vendors are said to use",
    (
        _default(
            "OpenAI file search", 800, 400,
            f"Confirmed in its API reference. It stores {redundancy(800, 400):.2f} times the text.",
        ),
        _default(
            "LangChain", 1000, 200,
            "Characters, not tokens; and the library's own default is 4,000/200 characters.",
        ),
        _default("LlamaIndex", 1024, 20, "20 is a global constant; SentenceSplitter itself uses 200."),
        _default(
            "NVIDIA", 1024, overlap_from_percent(1024, 15),
            "Repeated by others, not seen in the primary source; one data set.",
            says="15 % was best (FinanceBench)",
        ),
    ),
)  # fmt: skip

_CHROMA = "a table that cites Chroma (2024)"


def _chroma(percent: int, recall: str, iou: str, finding: str) -> Guideline:
    says = f"recall {recall}, IoU {iou}"
    return Guideline(f"Chroma, {percent} %", _CHROMA, finding, overlap=Range(percent, percent, "%"), says=says)


FINDINGS = Table(
    "reported findings",
    "What is said to have been measured",
    (
        _chroma(0, "85.4", "8.0", "Not as cited: 85.4 is the recursive splitter at 800/400 there."),
        _chroma(10, "89.2", "6.5", "Not as cited: 89.2 is the token splitter at 400/0 there; 10 % was not tested."),
        _chroma(20, "91.3", "5.2", "Not as cited: 91.3 is the cluster chunker at 400/0 there; 20 % was not tested."),
        _chroma(50, "91.8", "3.1", "Neither number is anywhere in the report; only 0 and 50 % overlap were tested."),
        Guideline(
            "CRUD-RAG",
            "a tutorial, citing the paper",
            "Unmeasured by us.",
            says="overlap helps with one- and two-document questions, less with three",
        ),
        Guideline("recall from 78 % to 92 %", "a tutorial", "No source was found.", says="by overlap"),
        Guideline(
            "15 % was best",
            "tutorials, citing NVIDIA",
            "Repeated by others, not seen in the primary source; one data set (FinanceBench, 1,024 tokens).",
            overlap=Range(15, 15, "%"),
        ),
        Guideline(
            "no gain on Natural Questions",
            "arXiv 2601.14123",
            "Counter-evidence to what stands above; unmeasured by us.",
            overlap=Range(10, 20, "%"),
        ),
    ),
)  # fmt: skip


def _more(share: int) -> str:
    return f"{redundancy(100, share) - 1:.0%}".replace("%", " %")


def _counts() -> str:
    found = [str(count_windows(100_000, 500, overlap)) for overlap in (0, 100, 250)]
    return f"Exact: {' / '.join(found)}. The code beside it gives 201 / 250 / 400."


FIGURES = Table(
    "published figures",
    "Published figures, computed again",
    (
        Guideline(
            "storage of an overlap",
            "tutorials",
            f"A share r stores 1/(1−r): {_more(20)} more at 20 %, {_more(50)} more at 50 %.",
            overlap=Range(20, 20, "%"),
            says="20 % overlap is about 20 % more storage",
        ),
        Guideline(
            "storage calculator, 100,000 tokens",
            "a tutorial",
            _counts(),
            says="200 / 250 / 400 chunks for 500/0, 500/100, 500/250",
        ),
        Guideline(
            "fixed windows, 1,502 characters, 600/100",
            "a tutorial",
            f"{count_windows(1502, 600, 100)} windows: 600, 600 and {1502 - 2 * 500}. Its own loop gives 600, 600, 502 "
            "and 2, and the last is a fragment of the third.",
            says="600, 600, 600, 402",
        ),
        Guideline(
            '"A " * 1000 at 300/50',
            "a tutorial",
            f"1,001 cl100k tokens and {count_windows(1001, 300, 50)} windows; its own loop gives 5.",
            says="1000 tokens, 4 chunks",
        ),
        Guideline(
            "1,050 tokens at 300/50",
            "a tutorial's loop: while start < len(tokens)",
            f"{count_windows(1050, 300, 50)} windows reach the end: 1 + ceil(max(0, n − size) / (size − overlap)). The "
            "fifth lies wholly inside the fourth.",
            says="five windows",
        ),
    ),
)
