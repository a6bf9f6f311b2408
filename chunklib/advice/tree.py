"""Hold what is advised, as data: a tree for each decision, and at its ends the measured effects that support it.

``recommend`` walks it, and the picture and ``chunklib recommend --tree`` draw it. Where nothing was seen to help,
the way that costs less is advised. What was measured in which way is in :mod:`chunklib.evaluation.effects`.
"""

from collections.abc import Mapping

from chunklib.advice.decisions import Leaf, Question, Tree, drawn, first
from chunklib.cuts.separators import NAMED

IN_MEMORY = 100_000
"""Chunks that a SQLite file is known to hold well: it is read into memory, see ``docs/million.md``."""
_STRUCTURED = {"markdown", "html", "code", "pdf"}
_ALIKE = {"paraphrase", "passage"}  # kinds of questions for which vectors alone were not seen to lose
_NO_GAIN = ("overlap-recursive", "overlap-sentences")
_NOTHING, _STORES = "nothing to measure", "python -m research.benchmarks.store, in docs/million.md"

_STRUCTURE: Question = "Is it Markdown, HTML, code or a PDF?", lambda case: case.seen.kind.name in _STRUCTURED
_RECORDS: Question = "Is it JSON or a table in CSV?", lambda case: case.seen.kind.name == "records"
_MARKUP: Question = "Is it LaTeX or reStructuredText?", lambda case: case.seen.kind.name in NAMED
_CHAT: Question = "Is it a conversation?", lambda case: case.seen.kind.name == "chat"
_SENTENCES: Question = (
    "Has it no blank lines, but sentences?",
    lambda case: case.seen.kind.name == "prose" and not case.seen.has_blank_lines,
)
_UNBROKEN: Question = (
    "Is it one run without any boundary?",
    lambda case: case.seen.kind.name == "unbroken" and case.seen.words < 2 and case.seen.unspaced < 0.3,
)
_USE: Question = "Do you name a use?", lambda case: case.use is not None
_FITS: Question = "Does it fit in one chunk?", lambda case: case.seen.size <= case.size
_EVIDENCE: Question = "Do you know how long your evidence is?", lambda case: case.evidence is not None
_WINDOWS: Question = "Are its chunks windows of tokens?", lambda case: case.strategy == "token_windows"
_CHEAP: Question = "Do storage or speed come first?", lambda case: case.priority in ("storage", "realtime")
_RECALL: Question = "Does recall come first?", lambda case: case.priority == "recall"
_REWORDED: Question = (
    "Do all questions paraphrase, or ask about a passage?",
    lambda case: bool(_ALIKE & {*case.questions}) and {*case.questions} <= {*_ALIKE, "no_answer"},
)
_UNANSWERED: Question = "Have some questions no answer?", lambda case: "no_answer" in case.questions
_POSTGRES: Question = (
    f"Do you name PostgreSQL, or no store for more than {IN_MEMORY:,} chunks?",
    lambda case: case.store == "postgres" or (case.store is None and case.chunks > IN_MEMORY),
)
_TOO_MANY: Question = f"Are there more than {IN_MEMORY:,} chunks?", lambda case: case.chunks > IN_MEMORY

_BLANK_LINES = "blank lines and line breaks are the separators, so that turns stay whole"
_COMMANDS = "chapters, sections, environments and items are tried before blank lines"
_IN_TURN = "blank lines, lines, sentences and words are tried in this order"
_CUTS = first(
    (_STRUCTURE, Leaf("its own structure", "its own structure says where to cut", ("", {}), takes=("structure",))),
    (_RECORDS, Leaf("records", "between members or rows, so that one that fits stays whole", ("records", {}))),
    (_MARKUP, Leaf("recursive, at its commands", _COMMANDS, ("recursive", {}))),
    (_CHAT, Leaf("recursive, at lines", _BLANK_LINES, ("recursive", {"separators": ["\n\n", "\n"]}))),
    (_SENTENCES, Leaf("sentences", "without blank lines the sentence is the strongest boundary", ("sentences", {}))),
    (_UNBROKEN, Leaf("token_windows", "without any boundary windows lose nothing", ("token_windows", {}))),
    otherwise=Leaf("recursive", _IN_TURN, ("recursive", {}), leaves=("semantic", "cluster", "max-min", "texttiling")),
)

_LOW = "you asked for this use; of its range the low end is nearer to what was measured"
_AS_MEASURED = "400 were not told apart from 200 where as much is read, and larger chunks found less"
_SIZE = first(
    (_USE, Leaf("the low end of a tutorial's range", _LOW, leaves=("size-600", "large-chunks"), wish=True)),
    otherwise=Leaf("200 to 400 tokens", _AS_MEASURED, (200, 400), leaves=("size-400", "size-600", "large-chunks")),
)

_LOST = "you asked for little storage or speed: this gives up what an overlap brings to windows"
_PERHAPS = "you asked for recall: no difference was seen, but this is where a small one may be"
_OVERLAP = first(
    (_FITS, Leaf("none", "the whole document fits in one chunk: there is nothing to repeat", 0, source=_NOTHING)),
    (_EVIDENCE, Leaf("what keeps it whole", "you gave the length of it", source="computed by containment()")),
    (_STRUCTURE, Leaf("none", "there the course's questions show no gain", 0, leaves=("overlap-markdown",))),
    (_RECORDS, Leaf("none", "a record that fits is whole, and its keys or header row come with every chunk", 0)),
    (
        _WINDOWS,
        first(
            (_CHEAP, Leaf("none, at a loss", _LOST, 0, leaves=("overlap-token_windows",), wish=True)),
            otherwise=Leaf("20 %", "it helps where cuts fall anywhere", 20, takes=("overlap-token_windows",)),
        ),
    ),
    (_RECALL, Leaf("20 %", _PERHAPS, 20, takes=_NO_GAIN, wish=True)),
    otherwise=Leaf("none", "no gain was seen at boundaries, and repeated text costs storage", 0, leaves=_NO_GAIN),
)

_KEYS = "chunks carry the keys above them, or the header row: search those, too"
_PLACE = "contextualize() puts the document's first line and the line before into the context of a chunk"
_PLACELESS = "you asked for little storage or speed: this gives up what a prefix brings"
_CONTEXT = first(
    (_STRUCTURE, Leaf("its headings", "chunks carry the headings above them: search those, too", takes=("headings",))),
    (_RECORDS, Leaf("its keys or header row", _KEYS)),
    (_FITS, Leaf("none", "one chunk has no context", source=_NOTHING)),
    (_CHEAP, Leaf("none, at a loss", _PLACELESS, leaves=("prefix",), wish=True)),
    otherwise=Leaf("a prefix by rule", _PLACE, takes=("prefix",)),
)

_FUSED = (
    "vectors alone were not seen to lose for such questions, so both may help, though no gain was seen: "
    "Hybrid(BM25(database.chunks), database)"
)
_WORDS = (
    "vectors alone found less, and fused with BM25 they brought nothing that was seen; larger embedders were not "
    "measured; stores search by vectors, so put BM25(database.chunks) beside one"
)
_BY_KIND = ("dense-paraphrase", "dense-passage")
_SEARCH = first(
    (_REWORDED, Leaf("BM25 fused with vectors", _FUSED, takes=("hybrid",), leaves=_BY_KIND)),
    otherwise=Leaf("BM25", _WORDS, leaves=("dense", "hybrid")),
)

_MERGED = "merge_adjacent() reads shared text once; neighbours in place of an overlap found less, parents too"
_AS_FOUND = "searching children and giving their parents found less; neighbours were measured for windows only"
_GIVEN = first(
    (_WINDOWS, Leaf("hits, merged", _MERGED, takes=("merging",), leaves=("linked-neighbours", "parents"))),
    otherwise=Leaf("hits as they are", _AS_FOUND, leaves=("parents",)),
)

_APART = "told_apart(benchmark, retriever) measures on your questions whether a score can tell them apart"
_NO_ANSWER = first(
    (_UNANSWERED, Leaf("try a threshold on the score", _APART)),
    otherwise=Leaf("nothing", "", source=_NOTHING),
)

_MEMORY = f"a file is read into memory; far above {IN_MEMORY:,} chunks PostgreSQL is for you"
_SERVER = "the chunks stay on the server and the search is exact; its time grows with their number"
_STORE = first(
    (_POSTGRES, Leaf("PostgreSQL with pgvector", _SERVER, source=_STORES)),
    (_TOO_MANY, Leaf("SQLite, with care", _MEMORY)),
    otherwise=Leaf("a SQLite file", "it needs no package and no server, and the search is exact", source=_STORES),
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
