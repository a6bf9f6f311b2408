"""The lint of words finds our private dialect where people read, and nothing where only a machine does."""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path

import pytest

from deploy.words import EXEMPT, ROOT, findings, main

# what a text says, and the words that are found in it
SENTENCES = {
    "The cut is behind the dot.": ["behind"],
    "BEHIND the dot": ["BEHIND"],
    "Nothing is left behind.": [],
    "It leaves no process behind.": [],
    "Two workers lag behind the others.": [],
    "a look behind": ["behind"],
    "nobody stands here": ["stands"],
    "The number stood there.": ["stood"],
    "NAME stands for the function.": [],
    "A stand-in answers, and understands.": [],
    "The error was mended, and mending is fun.": ["mended", "mending"],
    "an amendment": [],
    "This is no chunk.": ["is no"],
    "These are\nno chunks.": ["are no"],
    "There is no chunk, and it is no longer than 3.": [],
    "is no-one": ["is no"],
    "It is not a chunk; it is none, is nothing.": [],
    "nought, besides": ["nought", "besides"],
    "It is beside the anchor.": [],
    "whoever asks somebody": ["whoever", "somebody"],
    "nobody, anybody, some body": [],
    "a function of one's own": ["of one's own"],
    "take it away": ["take it away"],
    "It takes the first word away, and is taken away.": ["takes the first word away", "taken away"],
    "It took place. Go away.": [],
    "The check is content.": ["is content"],
    "There is content in it.": [],
    "a way to better it, better it was": ["to better it"],
    "`behind` and ``whoever`` are names": [],
    "a `` behind": ["behind"],
    "[the page](is-behind-this/whoever.md)": [],
}


@pytest.mark.parametrize(("text", "words"), SENTENCES.items())
def test_words_of_a_sentence(text: str, words: list[str]) -> None:
    for source, path in (
        (text, "a.md"),
        (f'"""First.\n\n{text}\n"""\n', "a.py"),
        (f"value = fail('''{{is no}}: {text}''')\n", "a.py"),
        ("".join(f"# {line}\n" for line in text.split("\n")), "a.py"),
    ):
        assert sorted(word for _, word, _ in findings(path, source)) == sorted(words)


@pytest.mark.parametrize(
    "source",
    [
        "behind = whoever(stands, nought)\n",
        "kinds = {'behind', 'stands'}  # one word alone is a name\n",
        "said = f('is', no)\n",
        "'''Say nothing.\n\n>>> print('is no chunk')\nis no chunk\n'''\n",
        "said = f'{behind + whoever} chunk'\n",
        "said = 'is \\nno chunk'\n",
    ],
)
def test_code_is_not_read(source: str) -> None:
    assert findings("a.py", source) == []


def test_a_fence_of_markdown_is_not_read() -> None:
    assert findings("a.md", "```\nwhoever stands behind\n```\nand whoever\n") == [
        (4, "whoever", "you, or who it is: a learner, a teacher")
    ]


def test_a_phrase_over_two_strings_and_the_line_where_it_begins() -> None:
    assert findings("a.py", "raise ValueError(\n    'this is '\n    'no chunk'\n)\n") == [
        (2, "is no", "is not a, are not")
    ]


def test_strings_of_tests_are_samples_and_their_comments_are_not() -> None:
    source = (
        '"""Go behind."""\n\ntext = "It stands behind."  # it stands\n\n\ndef test() -> None:\n    """Ask whoever."""\n'
    )
    assert [(line, word) for line, word, _ in findings("tests/a.py", source)] == [
        (1, "behind"),
        (3, "stands"),
        (7, "whoever"),
    ]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ('"""What is here."""\n', 1),
        ('def f():\n    """Whether it fits."""\n', 2),
        ('class A:\n    async def f(self):\n        """Where it is."""\n', 3),
        ('class A:\n    r"""Who it is."""\n', 2),
        ('def _f():\n    """What it does."""\n', None),
        ('def f():\n    """Whatever it does, return it."""\n', None),
        ('def f():\n    """Say what it does. What else?"""\n', None),
    ],
)
def test_a_public_docstring_begins_with_a_verb(source: str, line: int | None) -> None:
    assert [finding.line for finding in findings("a.py", source)] == ([] if line is None else [line])


def repository(root: Path, exempt: str = "") -> Path:
    """Write a small repository with two findings, a list of claims without one, and corpora that are not read."""
    for name, text in {
        "README.md": "# Whoever\n",
        "chunklib/pack.py": "# it stands here\n",
        "chunklib/data/handbook.md": "Somebody stands behind.\n",
        "chunklib/claims.toml": "said = 'fine'\n",
        EXEMPT: f"[[exempt]]\ndate = 2026-11-23\nreason = 'later'\nfiles = [{exempt}]\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def test_findings_are_printed_with_their_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(repository(tmp_path, "'chunklib/pack.py'")) == 1
    assert capsys.readouterr().out == "README.md:1: 'Whoever': write you, or who it is: a learner, a teacher\n"


def test_exempt_files_may_keep_their_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(repository(tmp_path, "'README.md', 'chunklib/pack.py'")) == 0
    assert capsys.readouterr().out == "3 files read; 2 of them exempt\n"


@pytest.mark.parametrize("name", ["chunklib/tokens.py", "gone.md"])
def test_an_exemption_that_nothing_needs_is_a_failure(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = repository(tmp_path, f"'README.md', 'chunklib/pack.py', '{name}'")
    (root / "chunklib/tokens.py").write_text("# fine\n", "utf-8")
    assert main(root) == 1
    assert capsys.readouterr().out == f"{EXEMPT}: {name} needs no exemption; take it off the list\n"


def test_every_list_of_exemptions_has_a_date_and_a_reason() -> None:
    for each in tomllib.loads((ROOT / EXEMPT).read_text("utf-8"))["exempt"]:
        assert isinstance(each["date"], dt.date)
        assert each["reason"]
        assert each["files"] == sorted(set(each["files"]))
