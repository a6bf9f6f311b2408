"""What a caller may ask for: uses and priorities, in our words and in the field's."""

from __future__ import annotations

from collections.abc import Mapping

from chunklib.errors import InvalidType, InvalidValue

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
    wanted = " ".join(value.lower().replace("_", " ").split())
    for name, others in names.items():
        if wanted == name or wanted in others:
            return name
    raise InvalidValue(f"unknown {what} {value[:40]!r}: choose one of {', '.join(names)}")
