"""Read what ``evaluate`` and ``sweep`` have in common: the benchmark, the search, and lists of names."""

from argparse import BooleanOptionalAction, Namespace
from collections.abc import Sequence
from pathlib import Path

from chunklib.cli.output import Refused, refuse
from chunklib.cli.parsing import Add, whole
from chunklib.embed import embedder
from chunklib.errors import check_name
from chunklib.evaluation import Benchmark, load_benchmark, own_benchmark
from chunklib.retrieval.hybrid import RETRIEVERS
from chunklib.terminal_progress import progress


def add_benchmark(add: Add) -> None:
    """Add the benchmark, and what of it is used."""
    about = "a folder in the layout of Chroma's benchmark, or a file in that of SQuAD (the course's own data)"
    add("--benchmark", metavar="PLACE", help=about)
    about = "ask the questions of these kinds only, with commas between, such as fact,spread (all that have an answer)"
    add("--kinds", metavar="NAMES", help=about)
    about = "stop at the first question that cannot be held, or at none; either way what is left out is counted"
    add("--strict", action=BooleanOptionalAction, help=f"{about} (stop where its file is broken)")


def add_search(add: Add) -> None:
    """Add how many chunks are found, and what embeds them."""
    add("--k", type=whole, default=5, help="how many chunks are retrieved for a question (5)")
    add("--embed", metavar="NAME", help="what dense and hybrid embed with: wordllama or hashing (wordllama)")


def add_context(add: Add) -> None:
    """Add whether the context of chunks is searched and counted; said or not said are three answers."""
    about = "search and count the context of chunks, the headings above them, or leave it out"
    add("--context", action=BooleanOptionalAction, help=f"{about} (searched, not counted)")


def benchmark_of(options: Namespace) -> Benchmark:
    """Load the benchmark that was named, or the course's own, with its questions of some kinds."""
    place, strict = options.benchmark, options.strict
    if place is None and strict is not None:
        raise Refused("--strict is for a benchmark that you name: the course's own is whole")
    found = own_benchmark() if place is None else _read(place, strict=strict)
    return found if options.kinds is None else found.of_kinds(*listed(options.kinds))


def _read(place: str, *, strict: bool | None) -> Benchmark:
    path = Path(place)
    with progress(f"reading {place}"):
        try:
            if not path.exists():
                raise Refused(f"cannot read {place}: no such file or directory")
            found = load_benchmark(path, strict=strict)
        except OSError as error:
            if error.strerror is None:
                raise  # one of our own, which says it all
            raise Refused(f"cannot read {error.filename or place}: {error.strerror.lower()}") from None
    for left in found.left_out:
        refuse(str(left))  # in one line, on standard error: the rest is measured
    return found


def check_retrievers(names: Sequence[str], options: Namespace) -> None:
    """Refuse a retriever or an embedder that is not there, before anything is read."""
    for name in names:
        check_name("retriever", name, RETRIEVERS)
    if options.embed is not None:
        embedder(options.embed)
        if all(name == "bm25" for name in names):
            raise Refused(f"bm25 embeds nothing: --embed {options.embed} needs --retriever dense or hybrid")


def listed(names: str) -> list[str]:
    """Read names with commas between."""
    return [name.strip() for name in names.split(",") if name.strip()]
