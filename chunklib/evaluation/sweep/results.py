"""Hold what a sweep measured: scores by setting, phase and question, as arrays and as one tidy table."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chunklib.atomic_write import replace_file
from chunklib.columns import columns
from chunklib.errors import InvalidValue, check_name
from chunklib.evaluation.evaluate import Evaluation
from chunklib.evaluation.metrics.registry import label
from chunklib.evaluation.plain_data import PlainData
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.wording import count, phases_averaged

DIGITS = 6
"""Decimals of the scores that are kept: in memory as in the table."""

COMPARED = ("recall", "whole")
"""What is compared where nothing else is said: evidence found, and evidence found in one piece."""

KEYS = (
    "data", "code", "setting", "strategy", "size", "overlap", "retriever", "embedder", "k", "context", "phase",
    "phases", "question", "document",
)  # fmt: skip


class Facts(NamedTuple):
    """Describes a chunking: chunks, their tokens, those of the documents, what neighbours share on average."""

    chunks: int
    stored_tokens: int
    tokens: int
    shared: float


FACTS = Facts._fields
"""Columns of the table that are the same for all questions of a setting and a phase."""


class Phase(NamedTuple):
    """Holds one setting in one phase: an array of shape (Q,) for every metric, and the facts of the chunking."""

    scores: Mapping[str, NDArray[np.float64]]
    facts: Facts


def phase_of(found: Evaluation) -> Phase:
    """Keep what a table keeps of an evaluation, rounded as it rounds."""
    scores = {name: np.round(values, DIGITS) for name, values in found.scores.items()}
    return Phase(scores, Facts(found.chunks, found.stored_tokens, found.tokens, round(found.overlap, DIGITS)))


@dataclass(frozen=True, repr=False)
class Results(PlainData):
    """Holds everything that was measured.

    Attributes:
        data: the fingerprint of the benchmark.
        code: see :func:`chunklib.evaluation.sweep.run.code_version`.
        embedder: what dense and hybrid retrieval embedded with.
        questions: the ids of the Q questions.
        documents: the document of each.
        phases: what was measured, setting by setting, phase by phase.
        context: what was done with contexts: ``counted``, ``left out``, or the name of the callable that wrote what was
            counted; empty where it was left to the retrievers.
    """

    data: str
    code: str
    embedder: str
    questions: tuple[str, ...]
    documents: tuple[str, ...]
    phases: Mapping[Setting, tuple[Phase, ...]]
    context: str = ""

    def __repr__(self) -> str:
        """Say in one line what was measured; ``print`` writes a table."""
        return f"<Results of {count(len(self.phases), 'setting')}, {self.asked}>"

    def __str__(self) -> str:
        """Write a table of the settings: what they store, and the mean of the metrics that are compared first."""
        k, shown = self.settings[0].k, [name for name in COMPARED if name in self.metrics]
        rows = [
            [one.label, f"{self.multiplier(one):.2f}", *(f"{100 * self.mean(one, name):.1f}" for name in shown), ""]
            for one in self.settings
        ]
        table = columns(["setting", "stored", *(label(name, k) for name in shown), ""], rows)
        note = f"per cent, mean over {self.asked} of the windows; {self.stored}"
        return "\n".join([*table, note, "findings(results) adds intervals and verdicts"])

    @property
    def asked(self) -> str:
        """Say how many questions about how many documents were asked, in how many phases."""
        about = f"{count(len(self.questions), 'question')} about {count(len(set(self.documents)), 'document')}"
        return f"{about}, {phases_averaged(map(len, self.phases.values()))}"

    @property
    def stored(self) -> str:
        """Say in what unit storage is told, and what was done with contexts."""
        return f"stored: times the text{f'; context: {self.context}' if self.context else ''}"

    @property
    def settings(self) -> tuple[Setting, ...]:
        """List the settings, in the order of the grid."""
        return tuple(self.phases)

    @property
    def metrics(self) -> tuple[str, ...]:
        """List the names of what was measured."""
        return tuple(self.phases[self.settings[0]][0].scores)

    def scores(self, setting: Setting, metric: str) -> NDArray[np.float64]:
        """Return the scores of a setting: shape (P, Q), P phases and Q questions.

        Raises:
            ValueError: for a metric that was not measured, and for a setting that was not tried.
        """
        if setting not in self.phases:
            raise InvalidValue(f"the setting was not tried: {setting.label}")
        check_name("metric", metric, self.metrics)
        return np.stack([phase.scores[metric] for phase in self.phases[setting]])

    def mean(self, setting: Setting, metric: str) -> float:
        """Average a metric over phases and questions."""
        return float(self.scores(setting, metric).mean())

    def multiplier(self, setting: Setting) -> float:
        """Average the stored tokens over phases, in multiples of the documents' tokens."""
        return float(np.mean([phase.facts.stored_tokens / phase.facts.tokens for phase in self.phases[setting]]))

    def _data(self) -> dict[str, Any]:
        """Collect the settings, each with its phases; what they share is told once."""
        told = {name: value for name, value in vars(self).items() if name != "phases"}
        tried = [
            {
                "setting": one.label, **asdict(one), "stored": self.multiplier(one),
                "phases": [{**phase.facts._asdict(), "scores": dict(phase.scores)} for phase in phases],
            }
            for one, phases in self.phases.items()
        ]  # fmt: skip
        return {**told, "settings": tried}

    def rows(self) -> Iterator[list[str]]:
        """Write the table: its head, and a row for each setting, phase and question."""
        yield from ([_number(value) for value in row] for row in self._table())

    def _table(self) -> Iterator[Sequence[object]]:
        yield [*KEYS, *self.metrics, *FACTS]
        for setting, phases in self.phases.items():
            embedder = "" if setting.retriever == "bm25" else self.embedder
            key = setting.key(embedder=embedder, **({"context": self.context} if self.context else {}))
            told = [self.data, self.code, key, setting.strategy, setting.size]
            told += [setting.repeated, setting.retriever, embedder, setting.k, self.context]
            for number, phase in enumerate(phases):
                columns = zip(*(phase.scores[name].tolist() for name in self.metrics), strict=True)
                for question, document, scores in zip(self.questions, self.documents, columns, strict=True):
                    yield [*told, number, len(phases), question, document, *scores, *phase.facts]

    def save(self, path: str | Path) -> None:
        """Write the table as CSV (UTF-8, line feeds), in one piece: a reader never sees half of it.

        Where ``path`` is a link, its target is written.

        Raises:
            OSError: where it cannot be written, and for what is there and no regular file: a folder, a pipe, a device.
        """
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(self.rows())
        replace_file(Path(path), text.getvalue().encode("utf-8", "backslashreplace"))


def _number(value: object) -> str:
    """Write a number as short as it is: 0, 0.5, 0.333333."""
    return f"{value:.{DIGITS}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
