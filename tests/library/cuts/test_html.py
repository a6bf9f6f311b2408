"""Cuts in HTML against the standard library's parser on pages without faults, and on the faults it breaks on."""

from html import escape
from html.parser import HTMLParser
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklib.cuts.html import PlainText, html
from chunklib.cuts.html_tags import COMMENT, RAW, find_tags
from chunklib.cuts.structure import Structure
from chunklib.strategies import html as html_chunks
from tests.each import each
from tests.hostile import texts

EXAMPLES = settings().max_examples
SNIPPETS = (
    *("<p>", "</p>", "<P\n>", "<div class='a>b'>", "</div>", "<h1>", "</h1>", "<h2 id=x>", "</h2>", "</h3>", "<H6>"),
    *("<ul>", "<li>", "</li>", "</ul>", "<dl>", "<dt>", "<dd>", "<table>", "<tbody>", "<tr>", "<td>", "<th>"),
    *("</table>", "<pre>", "</pre>", "<br>", "<hr>", "<b>", "</b>", '<a href="?a=1&amp;b=2">', "</a>", "<img>"),
    *("<script>", "if (a<b) '<h1>'\n", "</script>", "<style>", "</style>", "<title>", "</title>", "<!--", "-->", "--"),
    *("<![CDATA[", "]]>", "<!doctype html>", "<?php ?>", "<", ">", "</", "<a ", '"', "'", "=", "&lt;", "&#0;", "&"),
    *("One. ", "two", " ", "\n", "\n\n", "\t", "\r\n", "\u2028", "汉字。", "e\u0301", "👩‍🔧", "\x00", "\ud800"),
)
snippets = st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join)
without_entities = st.lists(st.sampled_from([p for p in SNIPPETS if "&" not in p]), max_size=40).map("".join)


def well_formed(structure: Structure, length: int) -> None:
    for level in structure.levels:
        assert len(level.offsets) or level.blocks
        assert all(a < b for a, b in pairwise((0, *level.offsets, length + 1)))
        first = 0 if level.ends else 1  # a block that begins the text has an end
        assert all(first <= block.start < block.end <= length for block in level.blocks)
        assert all(a.start < b.start for a, b in pairwise(level.blocks))
    assert all(a.start <= b.start for a, b in pairwise(structure.headings))
    assert all(0 <= heading.start < length and 1 <= heading.rank <= 6 for heading in structure.headings)


def seen_by_a_reader(page: str) -> str:
    return PlainText(page).of(0, len(page))


@given(text=snippets | texts())
@example("<h1></h1><h2>")
@example("<h1>a<h2>b<h3>c")
@example("</p><dd><dt></h1></table><td>")
@example("&#" + "9" * 5000 + ";")
@settings(max_examples=EXAMPLES * 2)
def test_any_text_has_a_structure_and_a_plain_text(text: str) -> None:
    well_formed(html(text), len(text))
    assert isinstance(seen_by_a_reader(text), str)


@given(text=snippets)
@settings(max_examples=EXAMPLES * 2)
def test_no_cut_lies_inside_a_tag(text: str) -> None:
    tags = find_tags(text)
    hidden = {at for s, e, name in zip(*tags, strict=True) if name in {RAW, COMMENT} for at in range(s + 1, e)}
    inside = {at for s, e in zip(tags.starts, tags.ends, strict=True) for at in range(s + 1, e)}
    for level in html(text).levels:
        assert not set(level.offsets) & (inside - hidden)
        assert all(text[at - 1] in "\n\r\u2028" for at in set(level.offsets) & hidden)


@given(text=without_entities, data=st.data())
@settings(max_examples=EXAMPLES * 2)
def test_two_spans_show_together_what_one_shows(text: str, data: st.DataObject) -> None:
    a, b, c = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 3)))
    plain = PlainText(text)
    assert "".join((plain.of(a, b) + plain.of(b, c)).split()) == "".join(plain.of(a, c).split())


class Oracle(HTMLParser):
    """Collects what the standard library finds in a page without faults."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self.seen: list[str] = []
        self._lines = [0]
        for line in page.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._raw = False
        self.feed(page)
        self.close()

    def _note(self, name: str) -> None:
        line, column = self.getpos()
        self.found.append((self._lines[line - 1] + column, name))

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._raw = tag in {"script", "style"}
        self._note(RAW if self._raw else tag)

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self._raw = False
        self._note(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self._note(COMMENT)

    def handle_decl(self, decl: str) -> None:
        self._note(COMMENT)

    def handle_data(self, data: str) -> None:
        self.seen.append("" if self._raw else data)


ATTRIBUTES = st.sampled_from(["", " id=a", ' title="a > b"', " data-x='<p>'", '\n\tclass = "a b"', " hidden"])
WORDS = st.text(alphabet="ab <&>'\"\n.汉é", max_size=12).map(escape)


def _element(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    names = st.sampled_from(
        ["div", "p", "Section", "em", "a", "h2", "H3", "ul", "li", "table", "tr", "td", "pre", "span"]
    )
    return st.builds(
        lambda n, a, parts: f"<{n}{a}>{''.join(parts)}</{n}>", names, ATTRIBUTES, st.lists(inside, max_size=4)
    )


LEAVES = WORDS | st.sampled_from(
    ["<br>", "<img src='a>b'/>", "<hr>", "<!-- <p> -->", "<script>a < b</script>", "<style>b>i{}</style>", "<wbr >"]
)
pages = st.builds("<!DOCTYPE html>\n{}".format, st.lists(st.recursive(LEAVES, _element, max_leaves=25)).map("".join))


@given(page=pages)
@settings(max_examples=EXAMPLES * 2)
def test_tags_are_those_of_the_standard_library(page: str) -> None:
    tags = find_tags(page)
    assert list(zip(tags.starts, tags.names, strict=True)) == Oracle(page).found


@given(page=pages)
@settings(max_examples=EXAMPLES)
def test_a_reader_sees_what_the_standard_library_shows(page: str) -> None:
    assert "".join(seen_by_a_reader(page).split()) == "".join("".join(Oracle(page).seen).split())


def cuts(text: str, *, deepest: int = 99) -> list[list[str]]:
    """Give the pieces at each level on its own, those of sentences and words left out."""
    levels = [level.offsets for level in html(text).levels if len(level.offsets)]
    return [[text[a:b] for a, b in pairwise((0, *offsets))] for offsets in levels[:deepest]]


def test_sections_begin_before_what_opens_directly_before_their_heading() -> None:
    page = "<h1>A</h1><p>a</p>\n<section>\n <div><h2>B</h2><p>b</p></div></section><!-- C --><h2>C</h2>c"
    assert cuts(page)[0] == [
        "<h1>A</h1><p>a</p>\n",
        "<section>\n <div><h2>B</h2><p>b</p></div></section>",
        "<!-- C --><h2>C</h2>c",
    ]
    assert [(heading.rank, heading.title) for heading in html(page).headings] == [(1, "A"), (2, "B"), (2, "C")]


def test_a_heading_stays_with_what_is_behind_it_but_where_that_fits_only_alone() -> None:
    page = "<p>a</p><h1>A</h1>\n<h2>B</h2>\n<p>b</p><p>c</p>"
    levels = html(page).levels
    assert [[page[a:b] for a, b in pairwise((0, *level.offsets))] for level in levels[:2]] == [
        ["<p>a</p>", "<h1>A</h1>\n<h2>B</h2>\n<p>b</p><p>c</p>"],
        [page[:38], "<p>c</p>"],
    ]
    assert [page[slice(*block)] for block in levels[2].blocks] == ["<h2>B</h2>\n<p>b</p>", "<p>b</p>"]


@each("groups", [("", "", ""), ("<thead>", "</thead><tbody>", "</tbody>"), ("", "<tbody>", "")])
@each("close", ["", "</td></tr>"])
def test_rows_are_cuts_of_one_kind_with_and_without_row_groups(groups: tuple[str, str, str], close: str) -> None:
    rows = [f"<tr><td>{name}{close}" for name in "abc"]
    page = f"x<table>{groups[0]}{rows[0]}{groups[1]}{rows[1]}{rows[2]}{groups[2]}</table>"
    first, second = cuts(page)[:2]
    assert len(first) == 2
    assert [piece.count("<tr>") for piece in second] == [1, 1, 1]


def test_a_term_stays_with_its_description() -> None:
    page = "<dl><dt>a<dd>b<dt>c</dt><dd>d</dd></dl>"
    assert cuts(page)[0] == ["<dl><dt>a<dd>b", "<dt>c</dt><dd>d</dd></dl>"]


@each(
    "page",
    [
        "<![CDATA[<h1>a</h1>]]>",
        "<textarea><h1>a</h1></textarea>",
        "<h1> </h1>",
        "<h1><img></h1>",
        "<h7>a</h7>",
        "<script><h1>a</h1>",
        "<!-- <h1>a</h1>",
    ],
)
def test_what_is_no_heading(page: str) -> None:
    assert not html(f"x{page}y").headings


@each(
    ("page", "title"),
    [
        ("<H1 CLASS=a>Tea &amp; <em>cake</em></H1>", "Tea & cake"),
        ("<h1>Tea<p>text", "Tea"),
        ("<h1><div>Tea</div></h1>", "Tea"),
        ("<h1>Tea</h2>text", "Tea"),
        ("<div><h1>Tea</div>text", "Tea"),
        ("<h2></h2><h1>Tea</h1>", "Tea"),
        ("<h1>Tea<!-- x --><script>y</script></h1>", "Tea"),
        ('<a "b><h1>Tea</h1>', "Tea"),
        ("</p></div></h1><h1>Tea</h1>", "Tea"),
    ],
)
def test_titles_of_headings(page: str, title: str) -> None:
    assert [heading.title for heading in html(page).headings] == [title]


@each(
    ("page", "seen"),
    [
        ("<p>a\n  b <b> c</b>d</p> <p>e</p>", "a b cd\ne"),
        ("a <b> b", "a b"),
        ("<tr><td>a <td> b", "a\tb"),
        ("a<br>b<br/><br>c", "a\nb\nc"),
        ("<pre>\n  a\n\n   b  c\r\n</pre>d", "  a\n\n   b  c\nd"),
        ("<table><tr><th>a</th> <th></th><td>b</table>", "a\t\tb"),
        ("<title>T</title><script>a</script><p>b", "T\nb"),
        ("a&nbsp;&nbsp;b &lt;i> &#x41;&#65;&#0065; &copy &bogus;", "a\u00a0\u00a0b <i> AAA © &bogus;"),
        ("&#99999999999; &#x11111111; &#x110000;", "\ufffd \ufffd \ufffd"),
        ("a <!-- b --> c<![CDATA[d]]>", "a c"),
        ("1 < 2 <3 a<b and <a href='x", "1 < 2 <3 a<b and <a href='x"),
        ("<li>a<li>b", "a\nb"),
        ("", ""),
        ("<p> </p>", ""),
    ],
)
def test_what_a_reader_sees(page: str, seen: str) -> None:
    assert seen_by_a_reader(page) == seen


def test_what_a_reader_sees_of_a_span() -> None:
    page = "<p class='x y'>One <em>two</em> three</p><script>no</script><pre>  a\n   b</pre>"
    plain = PlainText(page)
    places = [(5, 20), (0, 5), (20, 28), (page.index("no"), page.index("no") + 1), (page.index("   b"), len(page))]
    assert [plain.of(*place) for place in places] == ["One", "", "two", "", "   b"]


def test_lines_and_sentences_are_cuts_where_blocks_are_not() -> None:
    page = "<p>One. <em>Two.</em> Three<br>\n four</p><p>x"
    *_, lines, sentences, words = ([page[a:b] for a, b in pairwise((0, *level.offsets))] for level in html(page).levels)
    assert lines == ["<p>One. <em>Two.</em> Three<br>\n ", "four</p><p>x"]
    assert sentences == ["<p>One. ", "<em>Two.</em> ", "Three<br>\n four</p><p>x"]
    assert words == ["<p>One. ", "<em>Two.</em> ", "Three<br>\n ", "four</p><p>x"]


def test_a_text_without_blocks_has_paragraphs() -> None:
    assert cuts("One\ntwo\n\nthree", deepest=2) == [["One\ntwo\n\n", "three"], ["One\n", "two\n", "\n", "three"]]


HOPELESS = (
    *("<", "<a ", "<!--", "<div>", "<![", "<?", "</", "<script>", "<title>", "<![CDATA[", "</p>", "<p>", "<pre>"),
    *('<a b="', "<a \" b='", "<a b=", "<script></s", "<!-- -", "<!--->", "&", "&#", "<br>", " ", "\n", '"', ". "),
    *("<td>a", "<table><tr>", "<b>a", "<h1>a", "<dl><dt>a", "<pre> </pre> ", "a <!-- -->", "<h1><div>", "\x1e"),
)


@each("unit", HOPELESS)
def test_hopeless_texts_end(unit: str) -> None:
    """With a time that grows with the square, each of these would take minutes to hours."""
    text = unit * (50_000 // len(unit))
    well_formed(html(text), len(text))
    PlainText(text).of(1, len(text) - 1)


@each(
    ("before", "whole", "behind"),
    [
        ("", "<table><tr><td>one<tr><td>two</table>", "<!-- made by a machine, and it says so -->"),
        ("", "<ul><li>one<li>two</ul>", "</div></main></body></html>"),
        ("<section class='wide dark'><div id='list'>", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>", "</div></section>\n"),
        ("<table><tr><td>", "<table><tr><td>one<tr><td>two</table>", "<tr><td>three</table>"),
        ("<h2>Two</h2>", "<dl><dt>one<dd>1<dt>two<dd>2</dl>", "</main></body>"),
        ("<ul><li><ol><li>zero<li>half</ol><li>", "<ul><li>one<li>two</ul>", "</ul>"),
    ],
)
def test_a_table_or_list_that_fits_only_without_the_tags_around_it_is_whole(
    before: str, whole: str, behind: str
) -> None:
    for size in range(len(whole), len(before + whole + behind) + 1):
        chunks = html_chunks(before + whole + behind, size, 0, ruler="characters")
        assert any(whole in chunk.text for chunk in chunks), [chunk.text for chunk in chunks]


def test_lists_inside_one_another_cost_no_more_than_others() -> None:
    assert sum(len(level.blocks) for level in html("<ul>" * 5000 + "x").levels) <= 10
