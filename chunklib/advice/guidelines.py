"""Name what a caller may ask for: uses, priorities, kinds of questions, stores.

Sizes by use are those of tutorials. Nobody here has measured that such a size suits such a use.
"""

import re
from collections.abc import Mapping

from chunklib.errors import InvalidType, unknown
from chunklib.evaluation.benchmarks.course_benchmark import NO_ANSWER

SIZE_BY_USE: Mapping[str, tuple[int, int]] = {
    "questions": (400, 600),
    "conversation": (200, 400),
    "technical": (600, 800),
    "legal": (800, 1000),
    "research": (500, 700),
}
"""The least and the largest size of a chunk in tokens, for each use in ``chunklib.advice.USES``."""

USES: Mapping[str, tuple[str, ...]] = {
    "questions": ("questions over documents", "question answering", "qa", "q&a", "general"),
    "conversation": ("conversational", "chat", "chatbot", "support"),
    "technical": ("technical documentation", "documentation", "docs", "code"),
    "legal": ("legal documents", "contracts", "contract"),
    "research": ("research papers", "papers", "scientific", "academic"),
}
"""The uses with what else they are called; each has its size in :mod:`chunklib.advice.guidelines`."""

PRIORITIES: Mapping[str, tuple[str, ...]] = {
    "recall": ("maximum recall", "max recall", "high recall", "high accuracy"),
    "balanced": ("balance", "default"),
    "storage": ("storage efficiency", "minimal storage", "cost"),
    "realtime": ("real-time", "real time", "real-time indexing", "speed"),
}
"""The priorities with what else they are called."""

QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "fact": ("facts",),
    "passage": ("passages", "explanation"),
    "spread": ("two places", "several places", "multi hop"),
    "boundary": (),
    "in_context": ("context",),
    "paraphrase": ("paraphrases", "other words"),
    "exact": ("codes", "names", "numbers"),
    NO_ANSWER: ("unanswerable",),
}
"""The kinds of questions with what else they are called, as :attr:`chunklib.evaluation.Question.kind` has them."""

STORES: Mapping[str, tuple[str, ...]] = {
    "sqlite": ("embedded", "file", "local"),
    "postgres": ("postgresql", "pgvector"),
}
"""The stores of :class:`chunklib.retrieval.Database` with what else they are called."""


def named(what: str, value: str, names: Mapping[str, tuple[str, ...]]) -> str:
    """Find the name that a caller means.

    Args:
        what: what is asked for, in the message ("use").
        value: a name or one of its other names, in any case.
        names: names with their other names.

    Raises:
        ValueError: for an unknown name; the message lists the names.
        TypeError: for anything but a text.

    >>> named("use", "Q&A", USES), named("priority", "real-time", PRIORITIES)
    ('questions', 'realtime')
    """
    if not isinstance(value, str):
        raise InvalidType(f"{what} must be one of {', '.join(names)}: got {value!r}")
    wanted = " ".join(re.sub("[_-]", " ", value.lower()).split())
    for name, others in names.items():
        if wanted in (name.replace("_", " "), *(other.replace("-", " ") for other in others)):
            return name
    raise unknown(what, value[:40], names)
