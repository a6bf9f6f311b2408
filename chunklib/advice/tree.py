"""Hold what is advised, as data: a tree for each decision, and at its ends the measured effects that support it.

``recommend`` walks it, and the picture and ``chunklib recommend --tree`` draw it. Where nothing was seen to help,
the way that costs less is advised. What was measured in which way is in :mod:`chunklib.evaluation.effects`.
"""

from collections.abc import Mapping

from chunklib.advice.decisions import Ask, Case, Leaf, Tree, drawn
from chunklib.advice.document_kind import STRUCTURED
from chunklib.retrieval.chroma_store import EXACT

IN_MEMORY = 100_000
"""Chunks that a SQLite file is known to hold well: it is read into memory, see ``docs/million.md``."""
_STORES = "python benchmarks/store.py, in docs/million.md"
_CHEAP = "Do storage or speed come first?"


def _is_cheap(case: Case) -> bool:
    return case.priority in ("storage", "realtime")


_CUTS = Ask(
    "Is it Markdown, HTML, code or a PDF?",
    lambda case: case.seen.kind.name in STRUCTURED,
    Leaf("its own structure", "its own structure says where to cut", ("", {}), takes=("structure",)),
    Ask(
        "Is it a conversation?",
        lambda case: case.seen.kind.name == "chat",
        Leaf(
            "recursive, at lines",
            "blank lines and line breaks are the separators, so that turns stay whole",
            ("recursive", {"separators": ["\n\n", "\n"]}),
        ),
        Ask(
            "Has it no blank lines, but sentences?",
            lambda case: case.seen.kind.name == "prose" and not case.seen.has_blank_lines,
            Leaf("sentences", "without blank lines the sentence is the strongest boundary", ("sentences", {})),
            Ask(
                "Is it one run without any boundary?",
                lambda case: case.seen.kind.name == "unbroken" and case.seen.words < 2 and case.seen.unspaced < 0.3,
                Leaf("token_windows", "without any boundary windows lose nothing", ("token_windows", {})),
                Leaf(
                    "recursive",
                    "blank lines, lines, sentences and words are tried in this order",
                    ("recursive", {}),
                    leaves=("semantic", "cluster", "max-min", "texttiling"),
                ),
            ),
        ),
    ),
)

_SIZE = Ask(
    "Do you name a use?",
    lambda case: case.use is not None,
    Leaf(
        "the low end of a tutorial's range",
        "you asked for this use; of its range the low end is nearer to what was measured",
        leaves=("size-600", "large-chunks"),
        wish=True,
    ),
    Leaf(
        "200 to 400 tokens",
        "400 were not told apart from 200 where as much is read, and larger chunks found less",
        (200, 400),
        leaves=("size-400", "size-600", "large-chunks"),
    ),
)

_NO_GAIN = ("overlap-recursive", "overlap-sentences")
_OVERLAP = Ask(
    "Does it fit in one chunk?",
    lambda case: case.seen.size <= case.size,
    Leaf("none", "the whole document fits in one chunk: there is nothing to repeat", 0, source="nothing to measure"),
    Ask(
        "Do you know how long your evidence is?",
        lambda case: case.evidence is not None,
        Leaf("what keeps it whole", "you gave the length of the evidence", source="computed by containment()"),
        Ask(
            "Is it cut at its own structure?",
            lambda case: case.seen.kind.name in STRUCTURED,
            Leaf("none", "at its own structure the course's questions show no gain", 0, leaves=("overlap-markdown",)),
            Ask(
                "Are its chunks windows of tokens?",
                lambda case: case.strategy == "token_windows",
                Ask(
                    _CHEAP,
                    _is_cheap,
                    Leaf(
                        "none, at a loss",
                        "you asked for little storage or speed: this gives up what an overlap brings to windows",
                        0,
                        leaves=("overlap-token_windows",),
                        wish=True,
                    ),
                    Leaf("20 %", "it helps where cuts fall anywhere", 20, takes=("overlap-token_windows",)),
                ),
                Ask(
                    "Does recall come first?",
                    lambda case: case.priority == "recall",
                    Leaf(
                        "20 %",
                        "you asked for recall: no difference was seen, but this is where a small one may be",
                        20,
                        takes=_NO_GAIN,
                        wish=True,
                    ),
                    Leaf("none", "no gain was seen at boundaries, and repeated text costs storage", 0, leaves=_NO_GAIN),
                ),
            ),
        ),
    ),
)

_CONTEXT = Ask(
    "Has it a structure of its own?",
    lambda case: case.seen.kind.name in STRUCTURED,
    Leaf("its headings", "chunks carry the headings above them: search those, too", takes=("headings",)),
    Ask(
        "Does it fit in one chunk?",
        lambda case: case.seen.size <= case.size,
        Leaf("none", "one chunk has no context", source="nothing to measure"),
        Ask(
            _CHEAP,
            _is_cheap,
            Leaf(
                "none, at a loss",
                "you asked for little storage or speed: this gives up what a prefix brings",
                leaves=("prefix",),
                wish=True,
            ),
            Leaf(
                "a prefix by rule",
                "contextualize() puts the document's first line and the line before into the context of a chunk",
                takes=("prefix",),
            ),
        ),
    ),
)

_SEARCH = Ask(
    "Do all questions paraphrase, or ask about a passage?",
    lambda case: bool(case.questions) and {*case.questions} <= {"paraphrase", "passage", "no_answer"} != {"no_answer"},
    Leaf(
        "BM25 fused with vectors",
        "for such questions vectors alone were not seen to lose, so Hybrid may help; a gain was not seen",
        takes=("hybrid",),
        leaves=("dense-paraphrase", "dense-passage"),
    ),
    Leaf(
        "BM25",
        "vectors alone found less, and fusing them with BM25 brought nothing that was seen; larger embedders were not "
        "measured",
        leaves=("dense", "hybrid"),
    ),
)

_GIVEN = Ask(
    "Are its chunks windows of tokens?",
    lambda case: case.strategy == "token_windows",
    Leaf(
        "hits, merged",
        "merge_adjacent() reads shared text once; neighbours in place of an overlap found less, parents too",
        takes=("merging",),
        leaves=("linked-neighbours", "parents"),
    ),
    Leaf(
        "hits as they are",
        "searching children and giving their parents found less; neighbours were measured for windows only",
        leaves=("parents",),
    ),
)

_NO_ANSWER = Ask(
    "Have some questions no answer?",
    lambda case: "no_answer" in case.questions,
    Leaf(
        "try a threshold on the score",
        "told_apart(benchmark, retriever) measures on your questions whether a score can tell them apart",
    ),
    Leaf("nothing", "", source="nothing to measure"),
)

_STORE = Ask(
    "Do you name Chroma?",
    lambda case: case.store == "chroma",
    Ask(
        f"Are there more than {EXACT:,} chunks?",
        lambda case: case.chunks > EXACT,
        Leaf(
            "Chroma, approximate",
            f"above {EXACT:,} chunks its index is asked and can miss the best hits; SQLite and PostgreSQL miss none",
        ),
        Leaf("Chroma, exact", f"up to {EXACT:,} chunks are searched exactly", source="the tests of the store"),
    ),
    Ask(
        f"Do you name PostgreSQL, or are there more than {IN_MEMORY:,} chunks?",
        lambda case: case.store == "postgres" or (case.store is None and case.chunks > IN_MEMORY),
        Leaf(
            "PostgreSQL with pgvector",
            "the chunks stay on the server and the search is exact; its time grows with their number",
            source=_STORES,
        ),
        Ask(
            f"Are there more than {IN_MEMORY:,} chunks?",
            lambda case: case.chunks > IN_MEMORY,
            Leaf(
                "SQLite, with care",
                f"a file is read into memory; far above {IN_MEMORY:,} chunks PostgreSQL is for you",
            ),
            Leaf("a SQLite file", "it needs no package and no server, and the search is exact", source=_STORES),
        ),
    ),
)

TREE: Mapping[str, Tree] = {
    "cuts": _CUTS,
    "size": _SIZE,
    "overlap": _OVERLAP,
    "context": _CONTEXT,
    "search": _SEARCH,
    "what is given": _GIVEN,
    "no answer": _NO_ANSWER,
    "store": _STORE,
}
"""The decisions, in the order in which they are made: the later ones ask about the earlier."""


def tree_as_text() -> str:
    """Draw all trees as text, each end with what supports it: recall at 1,000 tokens, and what may be claimed.

    >>> print(tree_as_text().splitlines()[0])
    cuts
    """
    return "\n".join(line for decision, tree in TREE.items() for line in (decision, *drawn(tree)))
