"""Notebooks: the text is readable Markdown, cells that fit are whole, and nothing of a cell reaches into the next."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import markdown, notebook
from chunklib.chunk_config import Chunker
from tests.each import each
from tests.hostile import overlaps, texts
from tests.promises import assert_kept, refused

EXAMPLES = settings().max_examples
Cell = tuple[str, str]


def written(cells: list[Cell], language: str = "python", **more: Any) -> str:
    made = [{"cell_type": kind, "source": source.splitlines(keepends=True)} for kind, source in cells]
    return json.dumps({"cells": made, "metadata": {"language_info": {"name": language}}, "nbformat": 4, **more})


KINDS = st.sampled_from(["markdown", "code", "raw"])
SOURCES = texts(20) | st.sampled_from(
    [
        "# One\n\nWords. More.",
        "## Two",
        "```\nopen",
        "<!-- open",
        "<div>",
        "a = (1,\n",
        "def f():\n    return 1\n",
        "%%bash\nls",
    ]
)


@settings(max_examples=EXAMPLES * 2)
@given(
    cells=st.lists(st.tuples(KINDS, SOURCES), max_size=6),
    size=st.integers(1, 60),
    data=st.data(),
    options=st.fixed_dictionaries({}, optional={"count_context": st.booleans(), "join": st.booleans()}),
)
def test_the_contract_holds_and_a_cell_that_fits_is_whole(
    cells: list[Cell], size: int, data: st.DataObject, options: dict[str, Any]
) -> None:
    overlap = data.draw(overlaps(size))
    chunks = notebook(written(cells), size, overlap, ruler="characters", **options)
    assert_kept(chunks.text, chunks, size, overlap, "characters")
    at, places = 0, list[tuple[int, int, int]]()
    for number, (_, source) in enumerate(cells, 1):
        if source.strip():
            at = chunks.text.index(source.rstrip(), at)
            places.append((number, at + len(source) - len(source.lstrip()), at + len(source.rstrip())))
            at = places[-1][2]
    for chunk in chunks:
        cells_said: Any = chunk.metadata["cells"]
        first, last = cells_said
        assert {number for number, start, end in places if chunk.start_char < end and start < chunk.end_char} <= {
            *range(first, last + 1)
        }
        assert options.get("join", True) or first == last
    for number, start, end in places:
        whole = end - start + (2 * len(cells[number - 1][1]) + 20 if cells[number - 1][0] == "code" else 0)
        if whole <= size and not options.get("count_context"):
            assert any(chunk.start_char <= start and end <= chunk.end_char for chunk in chunks)


def test_what_a_reader_sees_of_it() -> None:
    output = [{"output_type": "stream", "text": "not shown"}] * 3
    cells = [
        {
            "cell_type": "markdown",
            "source": ["# Tea\n", "![pot](attachment:a.png)"],
            "attachments": {"a.png": {"x": "AAAA"}},
        },
        {"cell_type": "markdown", "source": ""},
        {"cell_type": "code", "source": 'pot = "```"\n', "outputs": output, "execution_count": 1},
        {"cell_type": "raw", "source": "# as it is"},
        {"cell_type": "markdown", "source": "## Green\n\n```\nnever closed <!--"},
        {"cell_type": "markdown", "source": "![](data:image/png;base64," + "A" * 99 + ")"},
    ]
    text = "\ufeff" + json.dumps({"cells": cells, "metadata": {"kernelspec": {"language": "R"}}})
    chunks = notebook(text, 9, 0, ruler="words")
    shown = '# Tea\n![pot](attachment:a.png)\n\n````r\npot = "```"\n````\n\n# as it is\n\n'
    shown += "## Green\n\n```\nnever closed <!--\n\n"
    assert chunks.text == f"{shown}![](data:image/png;base64,)\n"
    assert [(chunk.context, chunk.metadata["cells"]) for chunk in chunks] == [
        ("Tea", (1, 3)),
        ("Tea", (4, 4)),
        ("Tea > Green", (5, 6)),
    ]


def test_version_3_is_read() -> None:
    cells: list[dict[str, Any]] = [
        {"cell_type": "heading", "level": 2, "source": ["Tea"]},
        {"cell_type": "code", "language": "python", "input": ["a = 1\n", "b = 2"]},
    ]
    chunks = notebook(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells[:1]}, {"cells": cells[1:]}]}))
    assert chunks.text == "## Tea\n\n```python\na = 1\nb = 2\n```\n"
    assert chunks[0].context == "Tea"


def test_code_that_does_not_fit_is_cut_as_code_is() -> None:
    """A magic and a cell of another language do not keep the rest from being read."""
    source = (
        "%matplotlib inline\n!ls\n\ndef one(a):\n    b = a\n\n    return b\n\ndef two(a):\n    b = a\n\n    return b\n"
    )
    cells = [("code", "%%bash\nfor f in (; do"), ("code", source), ("code", "x = (")]
    chunks = notebook(written(cells), 14, 0, ruler="words")
    assert [chunk.text.split("\n")[0] for chunk in chunks] == ["```python", "```python", "def two(a):"]
    assert {chunk.context for chunk in chunks} == {"", "```python"}
    plain = notebook(written(cells[1:2], "julia"), 14, 0, ruler="words")
    assert [chunk.context for chunk in plain] == ["", "```julia"]


@each(
    ("text", "named"),
    [
        ('{"cells": [', ["not JSON", "line 1 column 12"]),
        ("[" * 100_000, ["not JSON"]),
        ("# Tea", ["not JSON"]),
        ("[]", ["object", '"cells"']),
        ('{"cells": {}}', ["object", '"cells"']),
        ('{"worksheets": 3}', ['"worksheets"']),
        ('{"worksheets": [{}]}', ['"cells"']),
        ('{"cells": [1]}', ["cell 1", "cell_type"]),
        ('{"cells": [{"cell_type": "code", "source": ""}, {"cell_type": "raw"}]}', ["cell 2", "got NoneType"]),
        ('{"cells": [{"cell_type": "code", "source": ["a", 1]}]}', ["cell 1", "a text or a list of texts", "got int"]),
    ],
)
def test_what_is_not_a_notebook_is_refused(text: str, named: list[str]) -> None:
    refused(lambda: notebook(text), ValueError, "not a notebook", *named)


@each("text", ["", " \n", '{"cells": []}', '{"cells": [{"cell_type": "code", "source": [" ", "\\n"]}]}'])
def test_a_notebook_that_shows_nothing_has_no_chunk(text: str) -> None:
    assert notebook(text) == []


def test_outputs_and_attachments_cost_nothing() -> None:
    text = written([("markdown", "# Tea")], outputs=[{"text": "x"}] * 100_000, attachments="A" * 50_000_000)
    assert [chunk.text for chunk in notebook(text)] == ["# Tea\n"]


def test_a_file_is_read_by_its_suffix(tmp_path: pytest.TempPathFactory) -> None:
    path = tmp_path / "tea.ipynb"  # type: ignore[operator]
    path.write_text(written([("markdown", "# Tea\n\nBoil.")]), "utf-8")
    [chunk] = Chunker.for_file(path)(path)
    assert (chunk.text.strip(), chunk.context) == ("# Tea\n\nBoil.", markdown("# Tea\n\nBoil.")[0].context)
