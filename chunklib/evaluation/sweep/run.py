"""Measure one chunking in one phase, for all the retrievers of a sweep that search it; and name the code that does."""

from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from chunklib.embed import Embedder
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.searched_context import Context, counts, with_context
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Phase, phase_of
from chunklib.missing import version_of

_PARTS = (
    "bm25s", "markdown-it-py", "numpy", "nupunkt", "pypdfium2", "regex", "tiktoken", "tree-sitter", "wordllama",
)  # fmt: skip


class Task(NamedTuple):
    """Names one chunking in one phase, for all retrievers that search it."""

    settings: tuple[Setting, ...]
    phase: int
    phases: int


def run(
    prepared: Prepared, embed: str | Embedder | None, budgets: tuple[int, ...], context: Context, task: Task
) -> list[Phase]:
    """Measure: one result for each setting of the task."""
    split = chunked(prepared, task.settings[0].config, phase=task.phase, phases=task.phases)
    chunks = with_context(prepared, split, context)  # a callable is asked once, not for each retriever
    measure = partial(score, prepared, chunks, embed=embed, budgets=budgets, context=counts(context))
    return [phase_of(measure(retriever=one.retriever, k=one.k)) for one in task.settings]


@cache
def code_version() -> str:
    """Hash the sources that cut, search and measure, with the releases of what they use, to 12 hexadecimal digits."""
    home = Path(__file__).parents[2]
    digest = blake2b(digest_size=6)
    for path in sorted(home.rglob("*.py"), key=lambda path: path.relative_to(home).as_posix()):
        name = path.relative_to(home).as_posix().encode()
        digest.update(name + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    digest.update("".join(f"{name} {version_of(name) or 'none'};" for name in _PARTS).encode())
    return digest.hexdigest()
