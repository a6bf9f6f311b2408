"""A long text is tokenized while its structure is read: the chunks are the same, and no thread is left."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from chunklib import STRATEGIES, document
from chunklib.data import load
from chunklib.document import Remembering, while_measured
from chunklib.errors import InvalidValue

LONG = load("handbook") * 3


def threads_of(strategy: str, text: str) -> tuple[list[tuple[int, int, int]], int]:
    """Split a text; give the chunks, and how many threads were begun for them."""
    submit, begun = ThreadPoolExecutor.submit, 0

    def counted(pool: ThreadPoolExecutor, *job: Any) -> Any:
        nonlocal begun
        begun += 1
        return submit(pool, *job)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThreadPoolExecutor, "submit", counted)
        chunks = STRATEGIES[strategy](text, size=200, overlap=30)
    return [(chunk.start_char, chunk.end_char, chunk.size) for chunk in chunks], begun


def test_a_long_text_with_structure_is_measured_by_a_thread_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    before = threading.active_count()
    beside, begun = threads_of("markdown", LONG)
    assert (begun, threading.active_count()) == (1, before)
    monkeypatch.setattr(document, "_LONG", len(LONG) + 1)
    assert threads_of("markdown", LONG) == (beside, 0)


def test_a_text_without_structure_needs_none() -> None:
    assert threads_of("recursive", LONG)[1] == 0


def test_without_threads_the_chunks_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected, _ = threads_of("markdown", LONG)

    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(ThreadPoolExecutor, "submit", refuse)
    chunks = STRATEGIES["markdown"](LONG, size=200, overlap=30)
    assert [(chunk.start_char, chunk.end_char, chunk.size) for chunk in chunks] == expected


def test_what_is_done_meanwhile_may_fail() -> None:
    def fail() -> None:
        raise InvalidValue("no such language")

    with pytest.raises(InvalidValue, match="no such language"):
        while_measured("cl100k_base", LONG, fail)


def test_a_ruler_that_is_not_a_tokenizer_is_asked_by_no_other_thread() -> None:
    threads = set()

    def measure(text: str) -> int:
        threads.add(threading.get_ident())
        return len(text)

    assert STRATEGIES["markdown"](LONG, size=2000, overlap=200, ruler=measure)
    assert threads == {threading.get_ident()}


def test_the_text_is_tokenized_once() -> None:
    done, ruler = while_measured("cl100k_base", LONG, lambda: "done")
    assert done == "done"
    assert isinstance(ruler, Remembering)
    assert ruler.index(LONG) is ruler.index(LONG)
