"""A benchmark that is measured in milliseconds, how to write it to files, and sweeps on it that are broken off."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from chunklib.chunk import Span
from chunklib.embed import Embedder
from chunklib.evaluation import Benchmark, Question, Results, Setting, grid, sweep

_GOODS = ("tea", "fish", "rope", "glass", "salt", "paper", "wool")


def _store(rooms: range) -> str:
    """Sentences that differ in their numbers, with a heading a room."""
    lines = [
        f"# Room {n}\n\nRoom {n} is kept at {n * 7 % 23} degrees. It holds {n * 13 % 41} boxes of "
        f"{_GOODS[n % 7]}, which came in month {n % 12 + 1} and leave in month {n % 5 + 2}.\n"
        for n in rooms
    ]
    return "\n".join(lines)


def small(rooms: int = 24, name: str = "small") -> Benchmark:
    """Two documents, with two questions about every third room; some have evidence in two places."""
    documents = {"north": _store(range(1, rooms)), "south": _store(range(rooms, 2 * rooms))}
    questions = []
    for document, text in documents.items():
        for n in range(1, 2 * rooms, 3):
            if (at := text.find(f"Room {n} is")) >= 0:
                middle, end = text.index(".", at) + 1, text.index(".\n", at) + 1
                both = (Span(at, middle), Span(middle + 10, end)) if n % 2 else (Span(at, middle),)
                questions += [
                    Question(f"warm{n}", f"How many degrees has room {n}?", document, both),
                    Question(f"full{n}", f"What is stored in room {n}?", document, (Span(middle + 1, end),)),
                ]
    return Benchmark(name, documents, tuple(questions))


def written(benchmark: Benchmark, folder: Path) -> Path:
    """Write the public layout: corpora/*.md and questions_df.csv."""
    (folder / "corpora").mkdir(parents=True)
    for name, text in benchmark.documents.items():
        (folder / "corpora" / f"{name}.md").write_bytes(text.encode())
    with (folder / "questions_df.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["question", "references", "corpus_id"])
        for question in benchmark.questions:
            evidence = zip(question.spans, benchmark.evidence(question), strict=True)
            places = [{"content": text, "start_index": start, "end_index": end} for (start, end), text in evidence]
            rows.writerow([question.text, json.dumps(places), question.document])
    return folder


SMALL = small()
FEW = grid(("token_windows", "markdown"), (20, 30), (0, "20%"), k=3)
ALL = 4 * 2 + 4  # measurements of FEW in two phases: markdown has one
BUDGETS = (50, 200)


def swept(settings: Sequence[Setting] = FEW, benchmark: Benchmark = SMALL, **more: Any) -> Results:
    told: dict[str, Any] = {"phases": 2, "embed": "hashing", "budgets": BUDGETS}
    return sweep(settings, benchmark, **told | more)


class Broken(Exception):
    """The sweep was broken off."""


def break_off(at: int) -> Callable[[int, int], None]:
    def advance(done: int, total: int) -> None:
        if done >= at:
            raise Broken

    return advance


def begun(out: Path, at: int, **more: Any) -> None:
    """A sweep that was broken off after so many measurements."""
    with pytest.raises(Broken):
        swept(out=out, advance=break_off(at), **more)


def parts(out: Path) -> list[Path]:
    return sorted(out.with_name(f"{out.name}.parts").iterdir())


def kept(out: Path, **more: Any) -> int:
    """How many measurements a sweep finds done; it goes on to its end."""
    seen: list[tuple[int, int]] = []
    swept(out=out, advance=lambda done, total: seen.append((done, total)), **more)
    return seen[0][0]


def local(embed: Embedder) -> Embedder:
    """The same embedder under a name that others have too, and that no other process can import."""

    def embedding(texts: list[str]) -> object:
        return embed(texts)

    return embedding
