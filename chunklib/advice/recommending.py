"""Recommend how to chunk, search and keep one document, by walking the trees of :mod:`chunklib.advice.tree`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, SupportsIndex

from chunklib.advice.decisions import Case, Step, walk
from chunklib.advice.document_profile import Look, look
from chunklib.advice.guidelines import PRIORITIES, QUESTIONS, SIZE_BY_USE, STORES, USES, named
from chunklib.advice.tree import TREE
from chunklib.calculators import containment, count_windows, overlap_from_percent
from chunklib.errors import InvalidType
from chunklib.evaluation.claims import claim
from chunklib.evaluation.effects import Effect, measured
from chunklib.evaluation.plain_data import PlainData
from chunklib.readers import at_least
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler

_Figures = tuple[int, list[str], list[str]]
"""A number of units, reasons with the figures of the document, and doubts."""


@dataclass(frozen=True, slots=True)
class Recommendation(PlainData):
    """Says what to try first for a document; ``print`` it to read it.

    ``size`` and ``overlap`` are in units of ``ruler``. ``path`` has a step for each decision: the questions of the tree
    with their answers, the advice and its reasons; ``doubts`` are what speaks against it.
    ``Chunker.from_config(config)`` makes the chunker (a ruler that is a callable is in it as it is). ``seen`` is what
    was measured on the document.
    """

    strategy: str
    size: int
    overlap: int
    ruler: str
    use: str | None
    priority: str
    questions: tuple[str, ...]
    store: str | None
    path: tuple[Step, ...] = field(repr=False)
    doubts: tuple[str, ...]
    config: Mapping[str, object] = field(hash=False)
    seen: Look = field(repr=False)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Give the reasons of all decisions."""
        return tuple(reason for step in self.path for reason in step.reasons)

    @property
    def measured(self) -> tuple[Effect, ...]:
        """Give the measured effects that bear on the advice, in recall at an equal number of tokens."""
        return tuple(dict.fromkeys(row for step in self.path for row in step.leaf.measured(self.questions)))

    def __str__(self) -> str:
        """Write it for a person."""
        head = f"{self.strategy}, size {self.size:,}, overlap {self.overlap:,} ({self.ruler})"
        because = "because (=: measured on the course's questions, see chunklib effects)"
        way = [line for step in self.path if step.reasons for line in _lines(step, self.questions)]
        doubts = [f"  ? {doubt}" for doubt in self.doubts]
        return "\n".join([head, because, *way, "but", *doubts, f"chunklib.Chunker.from_config({dict(self.config)!r})"])

    def _data(self) -> dict[str, Any]:
        path = [
            {
                "decision": step.decision,
                "asked": [{"question": question, "answer": answer} for question, answer in step.answers],
                "advice": step.leaf.does,
                "reasons": step.reasons,
                "measured": [row.to_dict() for row in step.leaf.measured(self.questions)],
                "support": step.leaf.support,
            }
            for step in self.path
        ]
        names = ("strategy", "size", "overlap", "ruler", "use", "priority", "questions", "store", "doubts")
        config = {**self.config, "ruler": self.ruler}
        return {
            **{name: getattr(self, name) for name in names},
            "path": path,
            "config": config,
            "seen": asdict(self.seen),
        }

    def _table(self) -> Iterator[Sequence[object]]:
        yield "decision", "advice", "reasons", "support"
        for step in self.path:
            yield step.decision, step.leaf.does, "; ".join(step.reasons), step.leaf.support


def _lines(step: Step, kinds: tuple[str, ...]) -> Iterator[str]:
    yield from (f"  + {reason}" for reason in step.reasons)
    yield f"    {' '.join(f'{question} {answer}.' for question, answer in step.answers)}"
    found = [row.sentence for row in step.leaf.measured(kinds)]
    yield from (f"    = {line}" for line in found or [step.leaf.support])


def recommend(  # noqa: PLR0913 (the document, and what is wished, each with a default)
    document: str | Path,
    *,
    use: str | None = None,
    priority: str = "balanced",
    evidence: SupportsIndex | None = None,
    questions: str | Iterable[str] = (),
    store: str | None = None,
    chunks: SupportsIndex | None = None,
    ruler: RulerSpec = "cl100k_base",
) -> Recommendation:
    r"""Look at a document, and name how to cut, search and keep it to start with.

    The advice is the way through :data:`chunklib.advice.TREE`. Where no gain was seen, the cheaper way is advised.

    Args:
        document: a text, or the path of a file as a ``pathlib.Path`` (UTF-8 text or a PDF). A ``str`` is always text.
        use: "questions", "conversation", "technical", "legal" or "research", for the size that a tutorial gives for it.
        priority: "recall", "balanced", "storage" or "realtime".
        evidence: how long a passage that answers a question is, in units of the ruler; the overlap is then what keeps
            such a passage whole (see :func:`chunklib.calculators.containment`), at most half the size.
        questions: a kind of questions or several, of ``chunklib.advice.QUESTIONS``: "exact", "paraphrase", "spread"...
        store: "sqlite" or "postgres", where you keep the chunks.
        chunks: how many chunks the store holds in all; without it, those of this document.
        ruler: see :func:`chunklib.tokens.ruler`; sizes in tokens are converted as this document measures.

    Returns:
        a recommendation with ``0 <= overlap <= size / 2``; the same for the same document.

    Raises:
        ValueError: for an unknown name, for a document without text, for a file that is not UTF-8 text.
        OSError: for a file that cannot be read.
        TypeError: for anything but a text or a path, and for evidence or chunks that are not a whole number.

    >>> text = "# Tea\n\nBoil water.\n\n## Green\n\nWait a little."
    >>> advice = recommend(text, questions="exact", store="sqlite")
    >>> advice.strategy, advice.size, advice.overlap, advice.reasons[0]
    ('markdown', 400, 0, 'markdown: 2 Markdown headings, 0 fences, 0 tables; its own structure says where to cut')
    """
    use = None if use is None else named("use", use, USES)
    store = None if store is None else named("store", store, STORES)
    priority, kinds = named("priority", priority, PRIORITIES), _kinds(questions)
    evidence = None if evidence is None else at_least(1, "evidence", evidence)
    held = None if chunks is None else at_least(1, "chunks", chunks)
    return _for(Case(look(document, ruler), use, priority, evidence, kinds, store), held, ruler)


def _kinds(questions: str | Iterable[str]) -> tuple[str, ...]:
    """Read the kinds of questions, each once, in the order of :data:`QUESTIONS`."""
    given = [questions] if isinstance(questions, str) else questions
    if not isinstance(given, Iterable):
        raise InvalidType(f"questions must be kinds of questions ({', '.join(QUESTIONS)}): got {questions!r}")
    found = {named("kind of questions", one, QUESTIONS) for one in given}
    return tuple(kind for kind in QUESTIONS if kind in found)


def _for(case: Case, held: int | None, ruler: RulerSpec) -> Recommendation:
    """Walk the trees in their order: what was decided is asked about later."""
    seen, overlap = case.seen, 0
    path: list[Step] = []
    doubts: list[str] = []
    options: dict[str, object] = dict(seen.kind.options)
    for decision, tree in TREE.items():
        step = walk(decision, tree, case)
        value, reasons = step.leaf.value, [f"{decision}: {step.leaf.does}; {step.leaf.because}"]
        if decision == "cuts":
            case, options = replace(case, strategy=value[0] or seen.kind.name), {**deepcopy(value[1]), **options}
            reasons = [f"{seen.kind.name}: {seen.kind.why}; {step.leaf.because}"]
        elif decision in ("size", "overlap"):
            number, figures, unsure = (_size if decision == "size" else _overlap)(case, value)
            reasons, doubts = reasons + figures, doubts + unsure
            overlap = number if decision == "overlap" else 0
            most = max(1, held or count_windows(seen.size, case.size, overlap))
            case = replace(case, size=number) if decision == "size" else replace(case, chunks=most)
        path.append(step._replace(reasons=tuple(reasons) if step.leaf.because else ()))
    config = {"strategy": case.strategy, "size": case.size, "overlap": overlap, **options}
    if ruler != "cl100k_base":
        config["ruler"] = ruler
    return Recommendation(
        strategy=case.strategy,
        size=case.size,
        overlap=overlap,
        ruler=make_ruler(ruler).name,
        use=case.use,
        priority=case.priority,
        questions=case.questions,
        store=case.store,
        path=tuple(path),
        doubts=(*doubts, *general_doubts(seen, case.size)),
        config=config,
        seen=seen,
    )


def _size(case: Case, value: tuple[int, int] | None) -> _Figures:
    """Choose how much fits: as nine tenths of the document's own pieces need, within the range in tokens."""
    seen, reasons = case.seen, []
    larger = next(row for row in measured() if (row.key, row.metric) == ("large-chunks", "recall"))
    doubts = [f"larger chunks find more where a fixed number is read: {larger.sentence}"]
    said = value or SIZE_BY_USE[str(case.use)]
    low, high = (max(1, round(seen.per_token * end)) for end in said)
    if case.use is not None:
        reasons.append(f"a tutorial says {said[0]}-{said[1]:,} tokens for {case.use!r}")
    if seen.per_token != 1:
        reasons.append(f"one token of this document is {seen.per_token:.2f} units of the ruler: {low:,} to {high:,}")
    pieces, name = seen.pieces, seen.pieces_name
    counted = name.removesuffix("s") if pieces.count == 1 else name
    figures = f"{pieces.count:,} {counted}, median {pieces.median:,}, nine tenths up to {pieces.ninetieth:,}"
    if low <= pieces.ninetieth <= high:
        size = min(high, -(-pieces.ninetieth // 10) * 10)
        return size, [*reasons, f"{figures}: at a size of {size:,} nine tenths of them fit whole"], doubts
    size = high if value else low
    if pieces.count > 1 and pieces.ninetieth < low:
        some = f"mostly smaller than the size ({pieces.median:,} of {size:,})"
        doubts.append(f"{name} are {some}: a chunk holds several of them")
    elif pieces.ninetieth > size:
        doubts.append(
            f"at least one in ten {name} is larger than the size (up to {pieces.largest:,}): they are cut inside"
        )
    return size, [*reasons, f"{figures}: {size:,} is taken"], doubts


def _overlap(case: Case, percent: int | None) -> _Figures:
    """Choose what is repeated: a share of the size, or what keeps the evidence whole."""
    size, evidence = case.size, case.evidence
    if percent is None and evidence is not None:
        overlap = min(evidence - 1, size // 2)
        held = containment(evidence, size, overlap)
        whole = f"keeps evidence of {evidence:,} whole in {_percent(held)} of places (containment)"
        longer = (
            [] if held == 1 else [f"evidence of {evidence:,} needs a size of {2 * evidence:,} to be whole everywhere"]
        )
        return overlap, [f"in windows an overlap of {overlap:,} {whole}"], [*longer, *_overlap_doubts(overlap)]
    overlap = overlap_from_percent(size, percent or 0)
    if not overlap:
        return 0, [], []
    twice = min(size, 2 * (overlap + 1))
    whole = f"in windows {overlap:,} repeated units keep evidence of {overlap + 1:,} whole everywhere"
    if twice > overlap + 1:
        whole += f", of {twice:,} in {_percent(containment(twice, size, overlap))} of places"
    offer = f"give evidence=… to choose the overlap from the length of your evidence instead ({whole})"
    return overlap, [f"{percent} % of {size:,} is {overlap:,}", offer], _overlap_doubts(overlap)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _overlap_doubts(overlap: int) -> list[str]:
    keys = ("natural-questions", "overlap-and-recall", "whole-evidence")
    return ["{}; {}, and {}".format(*(claim(key).in_short for key in keys))] if overlap else []


def general_doubts(seen: Look, size: int) -> tuple[str, ...]:
    """Say what holds for any recommendation about this document."""
    doubts = list(seen.warnings)
    longest = seen.sentences.largest
    if longest > size and seen.kind.name not in ("html", "code", "records"):
        doubts.append(f"{longest:,} units without the end of a sentence are more than the size: they are cut inside")
    if seen.unspaced >= 0.3:
        doubts.append(
            f"{_percent(seen.unspaced)} of its letters are of scripts without spaces: sentences end at their "
            "marks (in Thai at a space between clauses), and below them cuts fall where they can"
        )
    doubts.append("this was measured on the course's documents, not on yours: run tune() with your own questions")
    return tuple(doubts)
