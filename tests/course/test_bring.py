"""A document of your own: read exactly, kept whole, or refused in one sentence."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chunklib.atomic_write import replace_file
from chunklib.data import load, path
from classroom import ask, bring
from classroom.judge.errors import CourseError
from classroom.lessons import inside
from classroom.lessons.document import current
from classroom.lessons.kept.package.search import language
from classroom.lessons.store import own_folder
from tests.each import each
from tests.pdfs import INVISIBLE, Drawn, draw

TEXT = "# Tea\n\nBoil the water, and then wait. It is hot.\r\n"
FRENCH = "Le café est prêt à être servi dans la cuisine où les élèves déjeunent. "


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    return tmp_path / "files"


def refused(source: object) -> str:
    before = current()
    with pytest.raises(CourseError) as caught:
        bring(source)
    assert current() == before
    (line,) = str(caught.value).splitlines()
    return line


def test_a_text_is_kept_exactly_and_the_handbook_comes_back() -> None:
    assert "document: my_text (the text itself)" in str(bring(TEXT))
    assert (current().text, current().own, current().kind) == (TEXT, True, "markdown")
    assert (own_folder() / "document.txt").read_bytes() == TEXT.encode()
    bring("handbook")
    assert current().text == load("handbook")
    bring("inventory")
    assert (current().name, current().kind, current().text) == ("inventory", "code", load("inventory"))
    bring(TEXT)
    bring(None)
    assert not current().own
    assert list(own_folder().iterdir()) == []


@each("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"])
def test_encodings_are_recognised(encoding: str, files: Path) -> None:
    (files / "menu é.txt").write_bytes(FRENCH.encode(encoding))
    found = str(bring(files / "menu é.txt"))
    assert (current().text, current().name) == (FRENCH, "menu_é")
    assert ("check that the accents" in found) == (encoding in ("cp1252", "latin-1"))
    assert "language: French (a guess)" in found


def test_a_pdf_is_extracted() -> None:
    found = str(bring(str(path("commissioning"))))
    assert int(re.findall(r"headings (\d+)", found)[0]) > 5
    assert (current().name, current().kind) == ("commissioning", "pdf")
    assert "not recognised: here they are lines of text" in found


def test_what_is_not_a_document_is_refused_in_one_sentence(files: Path) -> None:
    locked = draw(["Some words"], user="secret")
    contents = {
        "empty.txt": (b"", "empty.txt is empty"),
        "blank.md": (b" \n\t\n", "blank.md has nothing but white space"),
        "picture.txt": (bytes(range(256)) * 4, "picture.txt is not a text in UTF-8, UTF-16 or CP1252"),
        "zeros.txt": (b"words\0" * 9, "zeros.txt is binary, not a text"),
        "russian.txt": ("Привет, как дела".encode("cp1251"), "russian.txt is not a text in UTF-8"),
        "scan.pdf": (draw([]), "scan.pdf has no text on its 1 page; it may be a scan"),
        "locked.pdf": (locked, "encrypted; remove its password first"),
        "lesson.ipynb": (b'{"cells": []}', "the text of lesson.ipynb is between a lot of other signs; save it as"),
        "two\nlines.txt": (b"", "two\\nlines.txt is empty"),
        "cut.pdf": (path("annual_report").read_bytes()[:900], "damaged or cut short"),
    }
    bring(TEXT)
    for name, (data, words) in contents.items():
        (files / name).write_bytes(data)
        assert words in refused(files / name)
    with (files / "large.txt").open("wb") as large:
        large.truncate(50_000_000)
    assert refused(files / "large.txt") == "bring: large.txt is too large: 50.0 MB, the limit is 20 MB"
    assert "the limit is 20,000,000" in refused("a\n" * 10_000_001)


def test_a_wrong_path_proposes_names(files: Path) -> None:
    (files / "Report_2024.md").write_text(TEXT)
    assert "did you mean 'Report_2024.md'?" in refused(str(files / "report2024.md"))
    assert "its folder is not there either" in refused("nowhere/report.md")
    assert "is a folder" in refused(files)
    assert "no file 'Boil the water.'" in refused("Boil the water.")
    assert "got int" in refused(7)
    assert "the name of a file is missing: got ' '" in refused(" ")
    assert "https://a.org/b is an address; save the page as a file first" in refused("https://a.org/b")
    assert "is an address; save the page" in refused(Path("https://a.org/b"))
    assert "is an address; save the page" in refused("file:///home/me/tea.md")
    assert "~nobody_has_this_name/tea.md': its folder is not there either" in refused("~nobody_has_this_name/tea.md")
    assert refused(Path("y" * 300)).endswith(": File name too long") or sys.platform == "win32"
    assert refused("/dev/null").endswith("is not a file that can be read to its end") or sys.platform == "win32"
    assert "half of a surrogate pair at character 1" in refused("\n\ud800")
    bring("Boil the water. " * 20)  # longer than a file name
    assert current().name == "my_text"


def test_a_file_in_the_list_of_files_is_found_from_a_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("notebooks", "exercises"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    (tmp_path / "tea.md").write_text(TEXT)
    bring("tea.md")
    assert current().text == TEXT
    assert "did you mean 'tea.md'?" in refused("Teas.md")
    Path("tea.md").write_text("# Coffee\n\nBeside the lesson.\n")
    bring("tea.md")
    assert current().text.startswith("# Coffee")
    assert "there is no file 'coffee.md'" in refused("coffee.md")


@each("fails", [1, 2])
def test_a_full_disk_leaves_the_document_that_was_there(fails: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(TEXT)
    calls = []

    def full(place: Path, data: bytes) -> None:
        calls.append(place)
        if len(calls) == fails:
            raise OSError(28, "No space left on device")
        replace_file(place, data)

    with monkeypatch.context() as patched:
        patched.setattr(inside, "replace_file", full)
        assert "No space left" in refused("Another\ntext")
    bring("Another\ntext")
    assert current().text == "Another\ntext"


def test_a_damaged_document_is_set_aside_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    text, record = own_folder() / "document.txt", own_folder() / "document.json"

    damages: list[Callable[[], object]] = [
        lambda: text.write_bytes(b"\xff\xfe\xfa"),
        lambda: text.write_text("cut", "utf-8"),
        lambda: record.write_text("{", "utf-8"),
        lambda: record.write_text(json.dumps([]), "utf-8"),
        lambda: record.write_text(json.dumps(json.loads(record.read_bytes()) | {"places": 5}), "utf-8"),
        record.unlink,
    ]
    for number, damage in enumerate(damages, start=1):
        bring(TEXT)
        damage()
        assert current().name == "handbook"
        assert f"document.damaged-{number}.txt" in capsys.readouterr().out
        assert (own_folder() / f"document.damaged-{number}.txt").exists()
        assert (current().name, capsys.readouterr().out) == ("handbook", "")


def test_what_is_found_says_what_to_expect() -> None:
    german = "Der Tee ist heiß, und die Tasse ist nicht auf dem Tisch.\n" * 4
    shown = str(bring(german + "\u00a0so\u00adweit\r\n\ufffd\x07"))
    for words in (
        "German (a guess)",
        "no headings: lesson 8",
        "do not count on four characters a token",
        "It is short",
        "no-break spaces 1, soft hyphens 1, characters that could not be read (U+FFFD) 1, control characters 1",
        "mixed line ends (4 LF, 1 CRLF, 0 CR)",
    ):
        assert words in shown
    table = str(bring("tea,price\n" + "green,3\n" * 90))
    assert "kind: records" in table
    assert "made of records (rows, or members of JSON): look at where they are cut" in table
    assert "hardly any sentence ends" in table
    rich = str(bring(load("handbook")))
    assert "language: English" in rich
    assert "headings 63, tables 9, code blocks 16" in rich
    assert "<script" not in bring("<script>alert(1)</script>\nwords").html()


PAGE = """<!doctype html><html><head><title>Tea</title><style>p { color: red }</style><script>var a</script></head>
<body><nav><a href="x.html">Home</a></nav><h1>Green &amp; <em>white</em></h1><p>Boil the <b>water</b>,&nbsp;wait.</p>
<!-- not now --><h2>Times</h2><table><tr><th>tea<th>minutes<tr><td>green<td>3</table><pre>wait 3
  pour</pre></body></html>"""
READABLE = """Home\n\n# Green & white\n\nBoil the water,\u00a0wait.\n\n## Times

| tea | minutes |\n| --- | --- |\n| green | 3 |\n\n```\nwait 3\n  pour\n```"""


@each("name", ["page.html", "page.htm", ""])
def test_of_a_page_of_html_you_have_what_its_reader_sees(name: str, files: Path) -> None:
    (files / name if name else files / "unused").write_text(PAGE)
    shown = str(bring(files / name if name else PAGE))
    assert (current().text, current().kind) == (READABLE, "markdown")
    assert "It is HTML: you have the text that a reader of the page sees" in shown
    assert "headings 2, tables 1, code blocks 1" in shown
    found = ask("How many minutes does green tea need?")
    assert "“green · 3” [1]" in found.text
    assert READABLE[slice(*found.quotes[0])] == "| green | 3 |"
    assert refused("<html><script>var a = 1</script>\n</html>").endswith("nothing that a reader of the page sees")


def test_a_pdf_is_its_text_in_plain_letters_and_its_notes_are_shown(files: Path) -> None:
    hidden = Drawn("Praise the maker.", mode=INVISIBLE)
    content = draw(["The old document is sus\u00ad", "pended. Keep the docu-", "ments dry.", hidden])
    (files / "note.pdf").write_bytes(content)
    shown = str(bring(files / "note.pdf"))
    assert current().text == "The old document is suspended.\nKeep the documents\ndry."
    assert "words left out of page 1, because a reader does not see them: 3" in shown
    assert "odd characters: none\n" in shown
    assert "ligatures 2, characters without width 1\n" in str(bring("The of\ufb01ce\u200b \ufb02ag.\n"))


def test_what_is_said_of_tables_and_of_the_search_is_so() -> None:
    plain = "The tea is hot, and the cup is on the table.\n" * 4
    assert "no tables and no code that Markdown or HTML marks" in str(bring(plain + "int main(void) { return 0; }\n"))
    assert "leaves out small words of German" in str(bring("Der Tee ist heiß, und die Tasse ist leer.\n" * 3))
    assert "search does not know Italian" in str(bring("Il gatto è nella casa e non è una tigre, per la sera.\n" * 3))
    assert "search" not in str(bring(plain))


def test_languages_are_guessed_or_not() -> None:
    samples = {
        "Привет, как дела": "a language in Cyrillic script",
        "東京は日本の首都です。": "Japanese",
        "北京是中国的首都": "Chinese",
        "12 34": "not recognised",
        "a,b\n1,2": "not recognised",  # the letter a is a word in many languages
        "El perro no está en la casa, y los gatos son de una vecina del barrio.": "Spanish",
        "De kat is niet in het huis en de hond is op een mat van de buren.": "Dutch",
    }
    assert {text: language(text) for text in samples} == samples


TWO_TABS = """
import sys
from classroom import bring
from classroom.lessons import document_found
from classroom.lessons.document import current
document_found.report = lambda *_: None  # which takes longer than all the rest
texts = [word + " is a word\\n" * 4_000 for word in ("one", "two")]
mine = texts[int(sys.argv[1])]
for _ in range(12):
    bring(mine)
    assert current().text in texts
"""


def test_two_tabs_that_bring_at_once_leave_one_of_two_whole_documents() -> None:
    tabs = [subprocess.Popen([sys.executable, "-c", TWO_TABS, str(n)], stdout=subprocess.PIPE) for n in (0, 1)]
    said = [tab.communicate()[0] for tab in tabs]
    assert (said, [tab.returncode for tab in tabs]) == ([b"", b""], [0, 0])
    assert sorted(file.name for file in own_folder().iterdir()) == ["document.json", "document.txt"]
    assert (current().text[:13], current().own) in [("one is a word", True), ("two is a word", True)]
