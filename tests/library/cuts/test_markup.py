"""reStructuredText, LaTeX: titles as a reader sees them, what stays whole, and what carries its first line on."""

from __future__ import annotations

import pytest

from chunklib import STRATEGIES, cuts, latex, rst
from chunklib.chunk import Chunk
from tests.each import each, named
from tests.library.test_pack import steps
from tests.promises import assert_kept

FIND = {"rst": cuts.rst, "latex": cuts.latex}

RST_TITLES = [
    ("===\nAll\n===\n\nOne\n===\n\nDeep\n----\n\nTwo\n===\n", [(1, "All"), (2, "One"), (3, "Deep"), (2, "Two")]),
    ("Tea\r\n===\r\n\r\nText.\r\n", [(1, "Tea")]),
    ("Tea\n-\n\n用法\n----\n\nA longer one\n----\n", [(1, "用法"), (1, "A longer one")]),
    ("1. Introduction\n===============\n\n- item\n------\n\nText\n\n----\n\nmore\n", [(1, "1. Introduction")]),
    ("Text goes on\nNo title\n========\n\n  Indented\n  ========\n", []),
    ("Code::\n\n    No\n    ==\n\n.. comment\n   No\n   ==\n\n.. note::\n\n   No\n   ==\n\nTea\n===\n", [(1, "Tea")]),
    ("===== =====\nA     B\n===== =====\n1     2\n\nNo\n\n===== =====\n\nTea\n===\n", [(1, "Tea")]),
    (":mod:`json` --- `Coder <x.html>`_ of *all* and ``**b``\n" + "=" * 60, [(1, "json --- Coder of all and **b")]),
    ("Use :func:`~os.path.join`, :term:`a b <c>`\\ s, name_ [1]_ \\*x\n====", [(1, "Use join, a bs, name *x")]),
]  # fmt: skip
LATEX_TITLES = [
    ("\\part{A}\\chapter*{B}\n\\section[b]{C\n  {c}}\n  \\paragraph{D} e", [(1, "A"), (2, "B"), (3, "C c"), (6, "D")]),
    ("%\\section{No}\n\\% \\verb|\\section{No}|\n\\\\section{No}\n\\sectionmark{No} \\section {Tea}", [(3, "Tea")]),
    ("\\begin{verbatim}\n\\section{No}\n\\end{verbatim}\n\\section{Tea}", [(3, "Tea")]),
    ("\\begin{minted}{c}\n\\section{No}\n\\end{minted}\n<<a, b=1>>=\n\\section{No}\n@\n\\section{Tea}", [(3, "Tea")]),
    ("\\newcommand{\\s}[1]{\\section{#1}}\n\\section{#1}\n\\begin{document}\n\\section{Tea}", [(3, "Tea")]),
    ("\\section{A}\n\\begin{document}\n\\clearpage\\section{Tea}\n`\\section{no}", [(3, "Tea")]),
    ("\\section{Tea}\n\\begin{verbatim}\n\\begin{document}\n\\end{verbatim}", [(3, "Tea")]),
    ("\\section{Never closed\n\n\\section{Tea}", [(3, "Tea")]),
    ("\\section{\\emph{A} \\& \\texttt{\\'e}~$x$\\footnote{No {one}.} -- ``\\LaTeX''}", [(3, "A & é $x$ – “LaTeX”")]),
    ("\\hypertarget{a}{%\n\\section{\\texorpdfstring{$a$}{Alpha} \\href{x}{y}\\index{z}}\\label{a}}", [(3, "Alpha y")]),
]  # fmt: skip


@each(("strategy", "text", "titles"), [
    *(("rst", *row) for row in RST_TITLES),
    *(("latex", *row) for row in LATEX_TITLES),
])  # fmt: skip
def test_titles(strategy: str, text: str, titles: list[tuple[int, str]]) -> None:
    assert [(rank, title) for _, rank, title in FIND[strategy](text).headings] == titles


def contexts(chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [(chunk.context, chunk.text.strip()) for chunk in chunks]


def test_a_label_stays_with_its_title() -> None:
    text = "Tea\n===\n\nBoil.\n\n.. _green:\n.. index:: green\n\nGreen\n-----\n\nWait."
    assert contexts(rst(text, 9, 0, ruler="words")) == [
        ("Tea", "Tea\n===\n\nBoil."),
        ("Tea > Green", ".. _green:\n.. index:: green\n\nGreen\n-----\n\nWait."),
    ]  # fmt: skip
    text = "\\section{Tea}\nBoil.\n\n\\clearpage\n\n\\subsection{Green}\n\\label{green}\nWait."
    assert contexts(latex(text, 4, 0, ruler="words")) == [
        ("Tea", "\\section{Tea}\nBoil."),
        ("Tea > Green", "\\clearpage\n\n\\subsection{Green}\n\\label{green}\nWait."),
    ]


WHOLE = {
    "rst": [
        ".. note::\n\n   One two.\n\n   Three.",
        "- One two.\n\n  Three.\n\n- Four.\n\n  - Five.",
        "term\n   One two.\n\n   Three.",
        "  Quoted. So.\n\n  More.",
        "===  ===\nA    B\n===  ===\n1    2\n\n3    4\n===  ===",
        "+---+\n| A |\n+===+\n| 1 |\n+---+",
        ":param a: One.\n:param b: Two.\n   More.",
    ],
    "latex": [
        "\\begin{itemize}\n\\item One.\n\n  Two.\n\\item Three.\n\\end{itemize}",
        "\\begin{figure}\n\\begin{center}\nOne.\n\nTwo.\n\\end{center}\n\\end{figure}",
        "\\begin{lstlisting}\nOne.\n\n\\begin{center}\n\\end{lstlisting}",
        "<<plot>>=\nOne.\n\n% two\n@",
    ],
}


@each("strategy", WHOLE)
def test_what_fits_is_whole(strategy: str) -> None:
    for block in WHOLE[strategy]:
        for text in (f"Before it.\n\n{block}\n\nAfter it.\n", block):
            with named(text):
                size = len(block.split())
                assert any(block in chunk.text for chunk in STRATEGIES[strategy](text, size, 0, ruler="words"))


def test_what_does_not_fit_is_cut_between_its_parts_and_carries_its_head() -> None:
    for options in ("   :linenos:\n", ""):
        code = f".. code-block:: sh\n{options}\n   run one\n   run two\n   run three\n"
        last = ("Tea\n.. code-block:: sh", "run three")
        assert contexts(rst(f"Tea\n===\n\n{code}", 5, 0, ruler="words"))[-1] == last
    table = "===  ===\nA    B\n===  ===\n1    2\n3    4\n===  ==="
    assert contexts(rst(table, 8, 0, ruler="words"))[-1] == ("===  ===\nA    B\n===  ===", "3    4\n===  ===")
    code = "\\begin{minted}{sh}\nrun one\nrun two\n\\end{minted}"
    assert contexts(latex(code, 3, 0, ruler="words"))[-1] == ("\\begin{minted}{sh}", "run two\n\\end{minted}")
    items = "\\begin{itemize}\n\\item One.\n\n  Two three.\n\\item Four.\n\\end{itemize}"
    assert contexts(latex(items, 5, 0, ruler="words"))[1][1] == "\\item Four.\n\\end{itemize}"


HOSTILE = {
    "rst": ["a\n=\n\n", "====\n", "- a\n\n", ".. _a:\n", "== ==\na\n", "+-+\n", "..\n", "a::\n\n b\n", "`", ":a"],
    "latex": ["\\section{", "\\section{a}\n", "{", "\\begin{a}\n\n", "\\begin{a}\\section{b}\\end{a}", "\\end{a}"],
}  # fmt: skip
HOSTILE["markdown"] = [">", "> a\n", "|a", "|a|\n", "# a\n\n", "a\n=\n", "[a]: \n", "```\n", "<!--", "<div>\n", "---\n"]
HOSTILE["latex"] += ["\\verb|", "<<>>=\n", "\\item ", "%", "\\section[", "\\label{a}\n", "$", "\\begin{verbatim}"]


@pytest.mark.parametrize(("strategy", "unit"), [(name, unit) for name, units in HOSTILE.items() for unit in units])
def test_twice_the_text_is_at_most_2_3_times_the_work(strategy: str, unit: str) -> None:
    def work(length: int) -> int:
        text = "\\section{" * (strategy == "latex") + unit * (length // len(unit))
        with steps() as count:
            chunks = STRATEGIES[strategy](text, 30, 5, ruler="characters")
        assert_kept(text, chunks, 30, 5, "characters")
        return count[0]

    work(10)
    assert work(4_000) <= 2.3 * work(2_000) + 200
