"""Measure what the course's reader makes of passages, and shares of what is found: ``python -m research.answers``.

The reader is the bot's without a model: it quotes a sentence of the passages or declines, and is right if that meets
the evidence. It reads what a search of the question's own document finds; shares of hits are of a search of them all.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.atomic_write import replace_file
from chunklib.columns import columns
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.lost import FOUND, where_lost
from chunklib.evaluation.ranks import ranked
from chunklib.evaluation.searched_context import with_context
from chunklib.evaluation.statistics.resampling import Resampler, snapped
from chunklib.evaluation.statistics.verdict import verdicts
from chunklib.evaluation.sweep.sweep import measured as in_processes
from chunklib.retrieval.merging import deduplicate_text, merge_adjacent, render
from chunklib.retrieval.retriever import Hit
from classroom.lessons.kept.package.answer import Reply
from classroom.lessons.kept.package.reader import best_sentence, quoted
from classroom.lessons.stored_sweep import PLACINGS
from research.benchmarks.answers import overlap
from research.effects.ways import CONTEXTS, Way, chunking, cut, searching

FILE = Path(__file__).with_suffix(".json")
K = 5
_OWN = partial(Way, strategy="recursive", given="own-document")
READ = {
    "windows, 3 passages": (_OWN(strategy="token_windows"), 3, ""),
    "windows 20 %, 3 passages": (_OWN(strategy="token_windows", overlap="20%"), 3, "windows, 3 passages"),
    "recursive, 3 passages": (_OWN(), 3, "windows, 3 passages"),
    "Markdown with paths, 3 passages": (_OWN(strategy="markdown", context=True), 3, "recursive, 3 passages"),
    "prefix, 3 passages": (_OWN(context="prefix"), 3, "recursive, 3 passages"),
    "fused with MiniLM, 3 passages": (_OWN(retriever="fused"), 3, "recursive, 3 passages"),
    "recursive, 5 passages": (_OWN(), K, ""),
    "second search, 5 passages": (_OWN(given="own-document-twice"), K, "recursive, 5 passages"),
    "all that share a word": (_OWN(), 10_000, "recursive, 3 passages"),
}
"""What a bot reads: in which way it searches, how many passages, and what that is compared with."""
Row = NDArray[np.float64]
Counted = tuple[tuple[Question, ...], Row]
"""Counts something at one placing: the questions, and for each of them how much, and of how much, shape (2, Q)."""


class Found:
    """Searches in one way at one placing, and reads with the bot's reader what is found."""

    def __init__(self, prepared: Prepared, way: Way, placing: int) -> None:
        context: Any = CONTEXTS.get(str(way.context), way.context)
        self.prepared, self.asked = prepared, prepared.benchmark.questions
        self.chunks = [*with_context(prepared, cut(prepared, chunking(way), placing), context)]
        self.search = searching(prepared, way)(self.chunks)
        self.own = {name: tuple(own) for name, own in groupby(self.chunks, key=lambda chunk: chunk.document)}

    def replies(self, asked: Sequence[Question], k: int) -> list[Reply]:
        """Let the reader answer from the first k passages."""
        ranks = ranked(self.search, self.chunks, [one.text for one in asked], k)
        passages = [tuple(self.chunks[at] for at in row if at >= 0) for row in ranks.tolist()]
        texts, own = self.prepared.benchmark.documents, zip(asked, passages, strict=True)
        return [quoted(Reply(one.text, read, texts[one.document]), self.own[one.document]) for one, read in own]

    def judged(self, k: int) -> tuple[Counted, Counted]:
        """Tell of each question whether the quotation meets its evidence, and whether all of that was read, whole."""
        k, asked = min(k, len(self.chunks)), self.asked
        lost = where_lost(self.prepared, self.chunks, retriever=lambda _: self.search, k=k, depth=k).questions
        right = [overlap(reply.quotes, one.spans) for one, reply in zip(asked, self.replies(asked, k), strict=True)]
        return share(asked, right), share(asked, [one.outcome == FOUND for one in lost])

    def hits(self, count: Callable[[Question, list[Hit]], float], of: Callable[[list[Hit]], float] = len) -> Counted:
        """Count something in the first five hits of each question, of all five or of what ``of`` counts."""
        hits = [self.search.search(one.text, K) for one in self.asked]
        return share(self.asked, [*map(count, self.asked, hits)], [*map(of, hits)])


def share(asked: tuple[Question, ...], part: Sequence[float] | Row, of: Sequence[float] | Row = ()) -> Counted:
    """Make a count of questions, or of what ``of`` says of each."""
    return asked, np.array([part, of if len(of) else np.ones(len(asked))], float)


def at_placing(prepared: Prepared, placing: int) -> dict[str, Counted]:
    """Count everything at one placing: in the bots' answers, by scores, and in the hits."""
    rows: dict[str, Counted] = {}
    for name, (way, k, _) in READ.items():
        rows[f"right: {name}"], rows[f"whole evidence: {name}"] = Found(prepared, way, placing).judged(k)
    asked, others = prepared.benchmark.questions, prepared.benchmark.unanswerable
    every, bots = (*asked, *others), Found(prepared, READ["recursive, 5 passages"][0], placing)
    replies = bots.replies(every, K)
    given, not_given = np.split(np.array([not reply.declined for reply in replies], float), [len(asked)])
    rows["answered: recursive, 5 passages"] = share(asked, given)
    right = rows["right: recursive, 5 passages"][1][0]
    rows["of these, the answers that miss the evidence"] = share(asked, given - right, given)
    rows["unanswerable questions answered"] = share(others, not_given)
    both, search = zip(every, replies, strict=True), Found(prepared, Way("recursive"), placing).search
    quotes = [best_sentence(one.text, reply.passages, bots.own[one.document]) for one, reply in both]
    told = {
        "BM25's best score": [sum(hit.score for hit in search.search(one.text, 1)) for one in every],
        "the reader's share": [quote.share if quote else 0.0 for quote in quotes],
        "the words of the question": [len(one.text.split()) for one in every],
    }
    rows |= {f"told apart by {name}": apart(every, np.array(scores)) for name, scores in told.items()}
    return rows | _hits(prepared, placing) | _copied(prepared, placing)


def apart(every: tuple[Question, ...], scores: Row) -> Counted:
    """Count how often one with an answer, as the first have, scores above one without (DeLong, Biometrics 44, 1988)."""
    there = np.array([bool(one.spans) for one in every])
    above = (np.sign(np.subtract.outer(scores[there], scores[~there])) + 1) / 2
    parts = above.mean(axis=1) / there.mean(), (above.mean(axis=0) - above.mean()) / (~there).mean()
    return share(every, np.concatenate(parts))


def _hits(prepared: Prepared, placing: int) -> dict[str, Counted]:
    """Count hits from other documents, hits of equal texts, and the tokens that merging saves."""
    rows = dict[str, Counted]()
    for name, context in (("plain", None), ("with the title", "title"), ("with both lines", "prefix")):
        found = Found(prepared, Way("recursive", context=context), placing)
        foreign = found.hits(lambda one, hits: sum(hit.chunk.document != one.document for hit in hits))
        rows[f"hits from another document, {name}"] = foreign
    rows["hits removed by a hash of the text"] = found.hits(_repeated)
    windows, size = Found(prepared, Way("token_windows", overlap="50%"), placing), prepared.ruler
    saved = windows.hits(lambda _, hits: _read(hits) - size(render(merge_adjacent(hits))), _read)
    return rows | {"tokens saved by merging windows that share 50 %": saved}


def _copied(prepared: Prepared, placing: int) -> dict[str, Counted]:
    """Count the hits from a copy of the handbook in which every digit is the next one, for its questions."""
    texts, rows = prepared.benchmark.documents, dict[str, Counted]()
    copy = {"copy": texts["handbook"].translate(str.maketrans("0123456789", "1234567890"))}
    asked = tuple(one for one in prepared.benchmark.questions if one.document == "handbook")
    for order, both in (("after", {**texts, **copy}), ("before", {**copy, **texts})):
        found = Found(Prepared(Benchmark("with a copy", both, asked)), Way("recursive"), placing)
        best = found.hits(lambda _, hits: hits[0].chunk.document == "copy", lambda _: 1)
        taken = found.hits(lambda _, hits: sum(hit.chunk.document == "copy" for hit in hits))
        rows |= {f"hits from a copy, indexed {order}": taken, f"best hits from a copy, indexed {order}": best}
    return rows | {"hits removed by a hash of the text, with a copy": found.hits(_repeated)}


def _repeated(_: Question, hits: list[Hit]) -> int:
    return len(hits) - len(deduplicate_text(hits))


def _read(hits: list[Hit]) -> int:
    return sum(hit.chunk.size for hit in hits)


def summed(found: Sequence[Mapping[str, Counted]]) -> list[dict[str, Any]]:
    """Put the placings together: the share in all, its 95 % interval over questions, the least and the most placing."""
    told = []
    for name, (asked, _) in found[0].items():
        counts, draws = np.stack([one[name][1] for one in found]), _draws(asked)
        part, of = (draws.bootstrap(snapped(one)) for one in counts.mean(axis=0))
        mean, each = np.divide(*counts.sum(axis=(0, 2))), counts[:, 0].sum(axis=1) / counts[:, 1].sum(axis=1)
        numbers = mean, *np.quantile(np.clip(part / of, 0, 1), (0.025, 0.975)), each.min(), each.max()
        named = zip(("mean", "low", "high", "least", "most"), numbers, strict=True)
        told.append({key: round(float(one), 6) for key, one in named} | {"says": name, "questions": len(asked)})
    return told


def compared(found: Sequence[Mapping[str, Counted]]) -> list[dict[str, Any]]:
    """Compare question by question, corrected over all comparisons as one family."""
    shapes = {name: np.stack([one[name][1][0] for one in found]) for name in found[0]}
    kinds = [(kind, name, base) for kind in ("right", "whole evidence") for name, (*_, base) in READ.items() if base]
    both = {f"{kind}: {name}; against {base}": (f"{kind}: {base}", f"{kind}: {name}") for kind, name, base in kinds}
    pairs = {says: (shapes[base], shapes[other]) for says, (base, other) in both.items() if other in shapes}
    return [
        {name: round(getattr(one.difference, name), 6) for name in ("mean", "low", "high")}
        | {"says": one.label, "verdict": one.said}
        for one in verdicts(pairs, _draws(own_benchmark().questions))
    ]


@cache
def _draws(asked: tuple[Question, ...]) -> Resampler:
    return Resampler([f"{one.document} {bool(one.spans)}" for one in asked])


def main(words: list[str] | None = None) -> None:
    """Measure, keep what was measured, and print it, in per cent and in percentage points."""
    parser = argparse.ArgumentParser(prog="python -m research.answers", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, metavar="FILE", help="for what is measured, as JSON")
    out, task = parser.parse_args(words).out, partial(at_placing, Prepared(own_benchmark()))
    placings = dict(in_processes(task, range(len(PLACINGS)), jobs=2))
    both = [put([placings[at] for at in sorted(placings)]) for put in (summed, compared)]
    replace_file(out, ("[\n" + ",\n".join(json.dumps(row) for rows in both for row in rows) + "\n]\n").encode())
    for rows in both:
        cells = [[f"{100 * one:.1f}" if isinstance(one, float) else str(one) for one in row.values()] for row in rows]
        print(*columns([*rows[0]], cells, plain=True), sep="\n", end="\n\n")


if __name__ == "__main__":
    main()
