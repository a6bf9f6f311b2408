"""`view` writes a page that has every character of the text once, and is safe whatever a text and its name hold."""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path

import pytest

from chunklib import STRATEGIES
from chunklib.cli import view
from chunklib.contract import audit
from chunklib.cuts.code import _grammar
from chunklib.view.spans import MOST_CHUNKS, safe
from tests.commandline import ODD, ROOT, Run

DATA = ROOT / "chunklib" / "data"
ATTACK = f"# $title </bdi></div><script>alert(1)</script>\n\n<img src=x onerror=alert(1)> & \u202eback \x1b[0m\n{ODD}"
TEXT = "One is here. Two is there. Three is nowhere.\n\nFour is late."


def texts(html: str) -> list[str]:
    """Read back the text of each strategy, without the numbers and the signs for line ends."""
    ways = html.split('<ol class="chunks"')[1:]
    cells = ("".join(re.findall(r'<div class="text" dir="auto">(.*?)</div>', way, re.DOTALL)) for way in ways)
    return [unescape(re.sub(r"<b .*?</b>|>↵<|<[^>]*>", "", re.sub(">↵<", "><", cell))) for cell in cells]


def html_of(run: Run, *arguments: object) -> str:
    done = run("view", *arguments)
    assert (done.status, done.err) == (0, "")
    return Path("chunks.html").read_text("utf-8")


@pytest.mark.parametrize("strategy", ["recursive", "sentences", "markdown", "html", "code", "records"])
def test_every_character_is_on_the_page_once_and_no_text_gets_out_of_its_place(run: Run, strategy: str) -> None:
    name = 'a"b<i>&.txt'
    Path(name).write_bytes(ATTACK.encode())
    html = html_of(run, name, "--strategy", strategy, "--size", 30, "--overlap", 5, "--beside", "fixed_characters:7/3")
    drawn = unescape(safe(getattr(STRATEGIES[strategy](ATTACK), "text", ATTACK)))
    assert texts(html) == [drawn, drawn]
    assert not re.search(r"<(script|img|i)\b", html)
    assert not re.search(r"<[^>]* (on\w+|src|href)=|url\(|\x1b", html)
    assert "default-src 'none'" in html


def test_beside_each_chunk_is_its_number_size_overlap_place_and_context(run: Run) -> None:
    Path("a.md").write_text("# Tea\n\n## Green\n\nWait two minutes.\n\n## Black\n\nWait four, or five.\n", "utf-8")
    split = ("a.md", "--size", 12, "--overlap", 3)
    notes = re.findall(r'<div class="note">(.*?)</div><div class="text"', html_of(run, *split))
    assert [unescape(re.sub("<[^>]*>", "", note)).replace("\xa0", " ") for note in notes] == [
        "[{index}] size {size} · overlap {overlap} · characters {start_char}-{end_char}in {context}".format(**chunk)
        for chunk in run("chunk", *split, "--format", "jsonl").chunks
    ]
    assert re.search(r"· pages \d", html_of(run, DATA / "commissioning.pdf"))


def test_the_page_is_of_several_files_and_one_that_cannot_be_read_is_a_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_bash", None)
    _grammar.cache_clear()
    for name in ("a.md", "b.sh", "b.py", "empty.txt"):
        Path(name).write_text("" if name == "empty.txt" else TEXT, "utf-8")
    done = run("view", "a.md", "gone.md", "b.sh", "b.py", "empty.txt", "--size", 9, "-o", "page.html")
    assert (done.status, done.err.count("\n")) == (2, 2)
    assert done.err.startswith("chunklib: cannot read gone.md: no such file or directory\n")
    assert "pip install 'chunklib[code-bash]'" in done.err
    assert done.out.decode().splitlines()[-1] == "written to page.html"
    html = Path("page.html").read_text("utf-8")
    names = re.findall(r"<h2 [^>]*><bdi>(.*?)</bdi></h2>", html)
    assert names == re.findall(r'<li><a href="#file-\d"><bdi>(.*?)</bdi></a>', html) == ["a.md", "b.py", "empty.txt"]
    assert texts(html) == [TEXT, TEXT, ""]
    assert "No chunks: the text is empty" in html
    assert run("view", "gone.md").refusal == "cannot read gone.md: no such file or directory"


def test_a_breach_is_said_and_the_status_is_that_of_an_audit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "audit", lambda text, chunks, **asked: audit(text, chunks, **{**asked, "size": 2}))
    done = run("view", "--beside", "sentences", stdin=TEXT.encode())
    assert (done.status, "✗ the audit found breaches: bounded" in done.out.decode()) == (1, True)
    html = Path("chunks.html").read_text("utf-8")
    assert "chunk 0: measures 16, the size is 2" in html
    assert texts(html) == [TEXT, TEXT]


def test_of_a_long_text_the_beginning_is_drawn_and_all_of_it_audited(run: Run) -> None:
    html = html_of(run, DATA / "handbook.md", "--strategy", "fixed_characters", "--size", 9, "--overlap", 2)
    assert re.search(rf"first part: [\d,]+ of [\d,]+ characters, {MOST_CHUNKS:,} of 4,\d+ chunks", html)
    assert len(re.findall("<li ", html)) == MOST_CHUNKS


@pytest.mark.parametrize(("name", "first", "beside", "asked"), [
    ("guide.md", "markdown", "sentences", "sentences, size 90, overlap 10%"),
    ("guide.md", "markdown", "fixed_characters:300", "fixed_characters, size 300, overlap 10%"),
    ("guide.md", "sentences", "sentences:40/1s", "sentences, size 40, overlap 1s"),
    ("page.html", "html", "recursive/0", "recursive, size 90, overlap 0"),
    ("page.html", "recursive", "html:50", "html, size 50, overlap 10%"),
    ("a.pdf", "pdf", "token_windows", "token_windows, size 90, overlap 10%"),
    ("a.pdf", "pdf", "pdf:50", "pdf, size 50, overlap 10%"),
])  # fmt: skip
def test_two_strategies_are_drawn_in_one_text(run: Run, name: str, first: str, beside: str, asked: str) -> None:
    origin = {"guide.md": "handbook.md", "page.html": "catalogue.html", "a.pdf": "commissioning.pdf"}[name]
    Path(name).write_bytes((DATA / origin).read_bytes())
    html = html_of(run, name, "--strategy", first, "--size", 90, "--overlap", "10%", "--beside", beside)
    one, two = texts(html)
    assert one == two
    assert re.findall("<h3>(.*?), ruler", html) == [f"{first}, size 90, overlap 10%", asked]


def test_what_cannot_be_done_is_one_line_and_no_file_of_another_is_replaced(run: Run) -> None:
    Path("own.html").write_text("<p>my own page</p>", "utf-8")
    for words, said in (
        (("-o", "own.html"), "own.html is not a page of chunklib: remove it, or choose another name"),
        (("-o", "gone/page.html"), "cannot write gone/page.html: no such file or directory"),
        (("-o", "."), "cannot write .: it is a folder, not a file"),
        (("--beside", "markdwn"), "unknown strategy 'markdwn'"),
        (("--beside", "sentences:x"), "--beside must be STRATEGY, STRATEGY:SIZE or STRATEGY:SIZE/OVERLAP"),
        (("--beside", "sentences:9/9"), "overlap must be smaller than size: got overlap=9, size=9"),
    ):
        assert said in run("view", *words, stdin=TEXT.encode()).refusal
    twice = run("view", "--strategy", "pdf", "--beside", "pdf", stdin=(DATA / "commissioning.pdf").read_bytes())
    assert twice.refusal == "standard input can be read only once: pdf and pdf need a file"
    assert Path("own.html").read_text("utf-8") == "<p>my own page</p>"
