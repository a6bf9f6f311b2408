"""Measure the time and memory of a sweep: 24 settings over 330,000 tokens and 472 questions.

The documents are the course's own, under several names; what is found is of no interest here. Each retriever is
measured in a process of its own, on one core.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.memory import largest_resident_set
from chunklib.evaluation import Benchmark, Question, own_benchmark
from chunklib.evaluation.axis import Pool
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.metrics.registry import retrieved_scores
from chunklib.evaluation.sweep.grid import grid
from chunklib.tokens import ruler

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from chunklib.evaluation.sweep.grid import Setting

TOKENS, QUESTIONS = 330_000, 472
SIZES, OVERLAPS = (100, 200, 400, 800), (0, "10%", "20%", "30%", "40%", "50%")
EMBED = "wordllama"
LIMITS = {"bm25": 20.0, "dense": 45.0}  # seconds of one core
MEMORY_LIMIT = 1000.0  # MB
ROOT = Path(__file__).resolve().parents[1]
_HITS = (25, 50, 100)
_ROUNDS = 5


@dataclass(frozen=True)
class Sweep:
    """Seconds of the processor for all settings, what they are made of, in encodes, and the peak of the process in MB.

    ``scoring`` has the seconds of scoring alone at rising numbers of hits for a question.
    """

    retriever: str
    settings: int
    tokens: int
    questions: int
    seconds: float
    chunking: float
    encodes: float
    megabytes: float
    scoring: dict[int, float]

    @property
    def limit(self) -> float:
        """The most seconds."""
        return LIMITS[self.retriever]

    @property
    def ok(self) -> bool:
        """Tell whether time and memory are within their limits."""
        return self.seconds <= self.limit and self.megabytes <= MEMORY_LIMIT

    @property
    def worst(self) -> float:
        """How many times as long scoring takes for twice the hits, at most."""
        spent = list(self.scoring.values())
        return max(after / before for before, after in pairwise(spent))


def sweeps(
    say: Callable[[str], None],
    tokens: int = TOKENS,
    questions: int = QUESTIONS,
    retrievers: Iterable[str] = tuple(LIMITS),
) -> list[Sweep]:
    """Measure a sweep with each retriever."""
    found = []
    for retriever in retrievers:
        say(f"sweep: {retriever}")
        command = [sys.executable, "-m", "benchmarks.retrieval", retriever, str(tokens), str(questions)]
        one_core = {"OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
        done = subprocess.run(command, cwd=ROOT, env=os.environ | one_core, capture_output=True, text=True, check=True)
        record = json.loads(done.stdout)
        record["scoring"] = {int(hits): seconds for hits, seconds in record["scoring"].items()}
        found.append(Sweep(**record))
    return found


def enlarged(tokens: int, questions: int) -> Benchmark:
    """The course's documents under as many names as it takes, and its questions over them."""
    own = own_benchmark()
    measure = ruler("cl100k_base")
    once = sum(measure(text) for text in own.documents.values())
    copies = max(1, round(tokens / once))
    documents = {f"{name} {copy}": text for copy in range(copies) for name, text in own.documents.items()}
    asked = islice(cycle((copy, one) for copy in range(copies) for one in own.questions), questions)
    return Benchmark(
        "enlarged",
        documents,
        tuple(Question(str(n), one.text, f"{one.document} {copy}", one.spans) for n, (copy, one) in enumerate(asked)),
    )


def measured(retriever: str, tokens: int, questions: int) -> Sweep:
    """Measure in this process."""
    prepared = Prepared(enlarged(tokens, questions))
    settings = grid(sizes=SIZES, overlaps=OVERLAPS, retrievers=[retriever])
    _search(prepared, settings[-1])  # what is loaded once
    begun, chunking = time.process_time(), 0.0
    for setting in settings:
        chunking += _search(prepared, setting)
    seconds = time.process_time() - begun
    peak = largest_resident_set(reset=False) / 1e6
    return Sweep(
        retriever, len(settings), prepared.tokens, questions, seconds, chunking, seconds / _encode(prepared), peak,
        _scoring(prepared, settings[0]),
    )  # fmt: skip


def _search(prepared: Prepared, setting: Setting) -> float:
    begun = time.process_time()
    chunks = chunked(prepared, setting.config)
    spent = time.process_time() - begun
    score(prepared, chunks, retriever=setting.retriever, k=setting.k, embed=EMBED)
    return spent


def _encode(prepared: Prepared) -> float:
    """Seconds of one plain encode of all documents."""
    measure = ruler("cl100k_base")
    spent = []
    for _ in range(_ROUNDS):
        begun = time.process_time()
        for text in prepared.benchmark.documents.values():
            measure(text)
        spent.append(time.process_time() - begun)
    return min(spent)


def _scoring(prepared: Prepared, setting: Setting) -> dict[int, float]:
    chunks = chunked(prepared, setting.config)
    pool = Pool(chunks, prepared.line)
    random = np.random.default_rng(0)
    found = {}
    for hits in _HITS:
        ranks = random.integers(0, len(chunks), (prepared.evidence.questions, hits))
        spent = []
        for _ in range(2 * _ROUNDS):
            begun = time.process_time()
            retrieved_scores(prepared.evidence, pool, ranks)
            spent.append(time.process_time() - begun)
        found[hits] = min(spent)
    return found


if __name__ == "__main__":
    name, tokens, questions = sys.argv[1:]
    print(json.dumps(asdict(measured(name, int(tokens), int(questions)))))
