"""The lint of words finds our private dialect where people read, and nothing where only a machine does."""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path

import pytest

from deploy.words import EXEMPT, ROOT, findings, main
from tests.each import each

# what a text says, and the words that are found in it
SENTENCES = {
    "The cut is behind the dot.": ["behind"],
    "Nothing is left behind.": [],
    "It leaves no process behind.": [],
    "a look behind": ["behind"],
    "nobody stands here": ["stands"],
    "NAME stands for the function.": [],
    "A stand-in answers, and understands.": [],
    "The error was mended, and mending is fun.": ["mended", "mending"],
    "This is no chunk.": ["is no"],
    "These are\nno chunks.": ["are no"],
    "There is no chunk, and it is no longer than 3.": [],
    "It is not a chunk; it is none, is nothing.": [],
    "nought, besides": ["nought", "besides"],
    "It is beside the anchor.": [],
    "whoever asks somebody": ["whoever", "somebody"],
    "a function of one's own": ["of one's own"],
    "take it away": ["take it away"],
    "It took place. Go away.": [],
    "The check is content.": ["is content"],
    "There is content in it.": [],
    "`behind` and ``whoever`` are names": [],
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


@each("source", [
    "behind = whoever(stands, nought)\n",
    "kinds = {'behind', 'stands'}  # one word alone is a name\n",
    "said = f('is', no)\n",
    "'''Say nothing.\n\n>>> print('is no chunk')\nis no chunk\n'''\n",
    "said = f'{behind + whoever} chunk'\n",
    "said = 'is \\nno chunk'\n",
])  # fmt: skip
def test_code_is_not_read_and_a_fence_of_markdown_neither(source: str) -> None:
    assert findings("a.py", source) == []
    found = findings("a.md", f"```\n{source}whoever stands behind\n```\nand whoever\n")
    assert [(finding.line, finding.word) for finding in found] == [(source.count("\n") + 4, "whoever")]


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


@each(("source", "line"), [
    ('"""What is here."""\n', 1),
    ('def f():\n    """Whether it fits."""\n', 2),
    ('class A:\n    async def f(self):\n        """Where it is."""\n', 3),
    ('class A:\n    r"""Who it is."""\n', 2),
    ('def _f():\n    """What it does."""\n', None),
    ('def f():\n    """Whatever it does, return it."""\n', None),
    ('def f():\n    """Say what it does. What else?"""\n', None),
])  # fmt: skip
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


@each(("exempt", "status", "said"), [
    ("'chunklib/pack.py'", 1, "README.md:1: 'Whoever': write you, or who it is: a learner, a teacher"),
    ("'README.md', 'chunklib/pack.py'", 0, "4 files read; 2 of them exempt"),
    *((f"'README.md', 'chunklib/pack.py', '{name}'", 1, f"{EXEMPT}: {name} needs no exemption; take it off the list")
      for name in ("chunklib/tokens.py", "gone.md")),
])  # fmt: skip
def test_findings_have_their_place_and_exemptions_are_needed(
    exempt: str, status: int, said: str, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    root = repository(tmp_path_factory.mktemp("repository"), exempt)
    (root / "chunklib/tokens.py").write_text("# fine\n", "utf-8")
    assert main(root) == status
    assert capsys.readouterr().out == f"{said}\n"


def test_every_list_of_exemptions_has_a_date_and_a_reason() -> None:
    for one in tomllib.loads((ROOT / EXEMPT).read_text("utf-8"))["exempt"]:
        assert isinstance(one["date"], dt.date)
        assert one["reason"]
        assert one["files"] == sorted(set(one["files"]))
