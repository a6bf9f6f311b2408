"""Check what a reader sees of a page, and where it is cut, against the standard library's parser and by hand."""

import re
from html import escape, unescape
from html.parser import HTMLParser
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklib.cuts import HtmlText
from chunklib.cuts.structure import Structure
from chunklib.strategies import html
from tests.each import each
from tests.hostile import texts
from tests.promises import refused

EXAMPLES = settings().max_examples
SNIPPETS = (
    *("<p>", "</p>", "<P\n>", "<div class='a>b'>", "</div>", "<h1>", "</h1>", "<h2 id=x>", "</h2>", "</h3>", "<H6>"),
    *("<ul>", "<li>", "</li>", "</ul>", "<dl>", "<dt>", "<dd>", "<table>", "<tbody>", "<tr>", "<td>", "<th>"),
    *("</table>", "<pre>", "</pre>", "<br>", "<hr>", "<b>", "</b>", '<a href="?a=1&amp;b=2">', "</a>", "<img>"),
    *("<script>", "if (a<b) '<h1>'\n", "</script>", "<style>", "</style>", "<title>", "</title>", "<!--", "-->", "--"),
    *("<![CDATA[", "]]>", "<!doctype html>", "<?php ?>", "<", ">", "</", "<a ", '"', "'", "=", "&lt;", "&#0;", "&"),
    *("<div hidden>", "<b style='visibility:hidden'>", "<i style=visibility:visible>", "<nav>", "<main>", "<svg/>"),
    *("<td rowspan=2>", "<h2><a class=headerlink href='#x'>&para;</a>", "&nbsp;", "&#32;", "\ufeff"),
    *("One. ", "two", " ", "\n", "\n\n", "\t", "\r\n", "\u2028", "汉字。", "e\u0301", "👩‍🔧", "\x00", "\ud800"),
)
snippets = st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join)


def well_formed(structure: Structure, length: int) -> None:
    for level in structure.levels:
        assert all(a < b for a, b in pairwise((0, *level.offsets, length + 1)))
    assert all(a.start < b.start for a, b in pairwise(structure.headings))
    assert all(0 <= heading.start < length and 1 <= heading.rank <= 6 for heading in structure.headings)
    assert all(0 < at < length for at in structure.blocks)
    assert not callable(structure.heads)
    assert all(a.start <= b.start for a, b in pairwise(structure.heads))


@given(page=snippets | texts(), boilerplate=st.booleans(), data=st.data())
@example("<h1></h1><h2>", True, None)
@example("<h1>a<h2>b<h3>c", True, None)
@example("</p><dd><dt></h1></table><td>", True, None)
@example("&#" + "9" * 5000 + ";", True, None)
@settings(max_examples=EXAMPLES * 2)
def test_any_page_is_read_and_each_part_comes_from_its_place(
    page: str, boilerplate: bool, data: st.DataObject | None
) -> None:
    found = HtmlText(page, boilerplate=boilerplate)
    well_formed(found.structure, len(found.text))
    cuts = data.draw(st.lists(st.integers(0, len(found.text)), max_size=4)) if data else []
    before = 0
    for start, end in pairwise(sorted({0, *cuts, len(found.text)})):
        begin, until = found.source_of(start, end)
        assert before <= begin <= until <= len(page)
        before = begin
        shown = iter(unescape(page[begin:until].replace("&#9", "")))
        assert all(sign in shown for sign in found.text[start:end] if not sign.isspace() and sign not in "|\ufffd")


class Oracle(HTMLParser):
    """Collects what the standard library sees of a page without faults."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._raw = False
        self._hidden: list[bool] = []  # of the open divs
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._raw = tag in {"script", "style"}
        if tag == "div":
            self._hidden.append(any(name == "hidden" or "none" in (value or "") for name, value in attrs))

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self._raw = False
        if tag == "div":
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        self.seen.append("" if self._raw or any(self._hidden) else data)


ATTRIBUTES = st.sampled_from(["", " id=a", ' title="a > b"', " data-x='<p>'", '\n\tclass = "a b"'])
WORDS = st.text(alphabet="ab <&>'\"\n.汉é", max_size=12).map(escape)


def _element(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    names = st.sampled_from(
        ["div", "p", "Section", "em", "a", "h2", "H3", "ul", "li", "table", "tr", "td", "pre", "span"]
    )
    parts = st.lists(inside, max_size=4).map("".join)
    hidden = st.sampled_from([" HIDDEN", " style='color: red; DISPLAY:none'", ' hidden="until-found"'])
    return st.builds("<{0}{1}>{2}</{0}>".format, names, ATTRIBUTES, parts) | st.builds(
        "<div{0}>{1}</div>".format, hidden, parts
    )


LEAVES = WORDS | st.sampled_from(
    ["<br>", "<img src='a>b'/>", "<hr>", "<!-- <p> -->", "<script>a < b</script>", "<style>b>i{}</style>", "<wbr >"]
)
pages = st.builds("<!DOCTYPE html>\n{}".format, st.lists(st.recursive(LEAVES, _element, max_leaves=25)).map("".join))


@given(page=pages)
@settings(max_examples=EXAMPLES * 2)
def test_a_reader_sees_what_the_standard_library_shows(page: str) -> None:
    shown, seen = re.sub(r" \| ?", "", HtmlText(page).text), "".join(Oracle(page).seen)
    assert "".join(shown.split()) == "".join(seen.split())


def cuts(page: str, *, deepest: int = 99) -> list[list[str]]:
    """Give the pieces at each level of blocks on its own."""
    found = HtmlText(page)
    return [[found.text[a:b] for a, b in pairwise((0, *level.offsets))] for level in found.structure.levels[:deepest]]


SEEN = {
    "<p>a\n  b <b> c</b>d</p> <p>e</p>": "a b cd\n\ne",
    "<div>a</div><div>b<br>c<br><br>d</div>": "a\nb\nc\n\nd",
    "a <b> b": "a b",
    "<ul><li>a<li><p>b</p><p>c<ol><li>d</ol><li>e</ul>f": "a\nb\n\nc\nd\ne\n\nf",
    "<dl><dt>a<dd>b<dt>c</dl>": "a\nb\nc",
    "<tr><td>a <td> <p>b</p><td>": "a | b",
    "<table><tr><th>a</th> <th>&nbsp;</th><td>b<tr><td><td>c</table>d": "a | | b\n| c\n\nd",
    "<table><tr><td><pre>1\n2</pre><td><pre>a\n b</pre></table>": "1\n2\n\na\n b",
    "<pre>\r\n  a\r\n\r   b  c\r\n</pre>d": "  a\n\n   b  c\n\nd",
    "<pre><span></span><i>  </i>a\n b</pre><textarea>\n  c</textarea>": "  a\n b",
    "<title>T</title><script>a</script><p>b<!-- c --><style>d</style> e": "b e",
    "a&nbsp;&nbsp;b &lt;i> &#x41;&#65;&#0065; &copy &bogus;": "a\u00a0\u00a0b <i> AAA © &bogus;",
    "<p>&#99999999999; &#x11111111; &#x110000; a&#32;&#9; b": "\ufffd \ufffd \ufffd a b",
    "1 < 2 <3 a<b and <a href='x": "1 < 2 <3 a<b and <a href='x",
    "One\n two &amp; three\n\nfour": "One\n two & three\n\nfour",
    "\ufeff<p>a": "a",
    "<p> </p>&nbsp;": "",
    "": "",
}
HIDDEN = (
    *("<p hidden>x</p>", "<p hidden=until-found>x</p>", "<p style='display:none'>x</p>", "<dialog>x</dialog>"),
    *("<b style='DISPLAY : None ! important ; display:block'>x</b>", "<b style='/* ; */visibility:hidden'>x</b>"),
    *("<b aria-hidden='TRUE'>x<b>x</b>x</b>", "<title>x</title>"),
    *("<b style=visibility:collapse>x</b>", "<b style='display&#58;none'>x</b>", "<svg><g>x</g></svg>"),
    *("<template><p>x</template>", "<noscript>x</noscript>", "<select><option>x</select>", "<video>x</video>"),
    *("<math>a<annotation>x</annotation></math>", "<p hidden>x<p>", "<ul><li hidden>x<li>a</ul>"),
    *("<p><b hidden>x</p>", "<div hidden><div>x</div>x</div>", "<b hidden><i hidden>x</i>x</b>", "<input hidden>"),
)  # fmt: skip
SHOWN = (
    *("<p id=hidden>x</p>", "<p data-hidden>x</p>", "<dialog open>x</dialog>", "<details><p>x</details>", "<svg/>x"),
    *("<p style='visibility:hidden'>a<b style='visibility: visible'>x</b></p>", "<img hidden>x", "<del>x</del>"),
    *("<b style='content:\"; display:none\"'>x</b>", "<b style='display:none;display:inline'>x</b>", "<rp>x</rp>"),
    *("<b style='background:url(a;display:none)'>x</b>", "<b aria-hidden=false>x</b>", "<b hidden>a</b>x"),
    *("<b style='display:nonee'>x</b>", "<b title='hidden' STYLE>x</b>", "<p hidden style=display:block>x"),
)  # fmt: skip


def test_what_a_reader_sees() -> None:
    assert {page: HtmlText(page).text for page in SEEN} == SEEN
    assert [page for page in HIDDEN if "x" in HtmlText(f"{page}<p>end").text] == []
    assert [page for page in HIDDEN if not HtmlText(f"{page}<p>end").text.endswith("end")] == []
    assert [page for page in SHOWN if HtmlText(page).text.strip("a") != "x"] == []


def test_what_is_around_the_content_is_left_out_when_asked() -> None:
    page = (
        "<header>a</header><nav>b</nav><div role=navigation>c</div>d<div role=main><header>e</header><nav>f</nav></div>"
        "<article><aside>g</aside></article><ASIDE>h<main>i</main></aside><main>j</main><footer role=main>k</footer>"
        "<div role='Banner x'>l</div><footer>m</footer><aside role=region>n</aside>"
    )
    assert "".join(html(page).text.split()) == "abcdefghijklmn"
    assert "".join(html(page, boilerplate=False).text.split()) == "defgjkn"
    assert html("<nav>a</nav>", boilerplate=False) == []
    assert html("a page without a tag").text == "a page without a tag"
    refused(lambda: html("<p>a", boilerplate=1), TypeError, "boilerplate must be True or False: got 1")  # type: ignore[arg-type]


@each(
    ("page", "title"),
    [
        ("<H1 CLASS=a>Tea &amp; <em>cake</em></H1>", "Tea & cake"),
        ("<h1>Tea<p>text", "Tea"),
        ("<h1><div>Tea</div></h1>", "Tea"),
        ("<h1>Tea</h2>text", "Tea"),
        ("<div><h1>Tea</div>text", "Tea"),
        ("<h2></h2><h1>Tea</h1>", "Tea"),
        ("<h1>Tea<br>2027<!-- x --><script>y</script></h1>", "Tea 2027"),
        ('<a "b><h1>Tea</h1>', "Tea"),
        ("</p></div></h1><h1>Tea</h1>", "Tea"),
        ('<h1>Tea<a class="headerlink" href="#tea" title="Link">¶</a></h1>', "Tea"),
        ("<h1><a href='page.html#tea'><span>&para;</span></a> Tea</h1>", "Tea"),
        ("<h1>Tea <a href=#tea>\u200b</a><a href=#tea>#</a></h1>", "Tea"),
        ("<h1>Tea <a href=#note>C#</a></h1>", "Tea C#"),
        ("<h1>Tea <a href=tea.html>#</a></h1>", "Tea #"),
        ("<h1>Tea</h1><p hidden><h2 hidden>Cake</h2>", "Tea"),
    ],
)
def test_titles_of_headings(page: str, title: str) -> None:
    found = HtmlText(page)
    assert [heading.title for heading in found.structure.headings] == [title]
    assert [found.text[start:end] for start, end in found.structure.titles] == [title]


def test_what_comes_after_an_article_is_not_under_its_headings() -> None:
    page = (
        "<main><header><h1>A</h1></header>a<aside><h4>B</h4>b</aside>c<article><h2>C</h2>d<nav><h2>D</h2>x</nav>"
        "</article>e</main><footer>f</footer><aside><h3>E</h3>y</aside>g"
    )
    assert {chunk.text.strip(): chunk.context for chunk in html(page, 2, 0, ruler="words", join=False)} == {
        "A\n\na": "A",
        "B\n\nb": "A > B",
        "c": "A",
        "C\n\nd": "A > C",
        "D\n\nx": "A > D",
        "e": "A",
        "f": "",
        "E\n\ny": "E",
        "g": "",
    }


@each("link", ["<a class='headerlink' href='#a'>¶</a>", "<a href=#a class='x hash-link'><svg><path></svg></a>"])
def test_a_sign_to_link_to_is_not_in_the_text(link: str) -> None:
    assert HtmlText(f"<p>One {link}</p><dt>two{link}<dd>three <a href=#b>#</a>").text == "One\ntwo\nthree #"


@each(
    "page",
    (
        *("<![CDATA[<h1>a</h1>]]>", "<textarea><h1>a</h1></textarea>", "<h1> </h1>", "<h1><img></h1>", "<h7>a</h7>"),
        *("<script><h1>a</h1>", "<!-- <h1>a</h1>", "<h1>&nbsp;</h1>", "<template><h1>a</h1></template>"),
    ),
)
def test_what_is_no_heading(page: str) -> None:
    assert not HtmlText(f"x{page}y").structure.headings


def test_sections_are_cut_by_rank_and_a_heading_is_not_cut_from_what_is_after_it() -> None:
    page = "<p>a</p><h1>A</h1><h2>B</h2><p>b</p><p>c</p><section><div><h2>C</h2><h2>D</h2></div><p>d"
    assert cuts(page, deepest=3) == [
        ["a\n\n", "A\n\nB\n\nb\n\nc\n\nC\n\nD\n\nd"],
        ["a\n\nA\n\nB\n\nb\n\nc\n\n", "C\n\n", "D\n\nd"],
        ["a\n\nA\n\nB\n\nb\n\n", "c\n\nC\n\nD\n\nd"],
    ]
    assert [heading.rank for heading in HtmlText(page).structure.headings] == [1, 2, 2, 2]
    assert cuts("<dl><dt>a<dd>b<dt>c</dt><dd>d</dd></dl>")[0] == ["a\nb\n", "c\nd"]


@each("groups", [("", "", ""), ("<thead>", "</thead><tbody>", "</tbody>"), ("", "<tbody>", "")])
@each("close", ["", "</td></tr>"])
def test_rows_are_cuts_of_one_kind_with_and_without_row_groups(groups: tuple[str, str, str], close: str) -> None:
    rows = [f"<tr><td>{name}{close}" for name in "abc"]
    page = f"x<table>{groups[0]}{rows[0]}{groups[1]}{rows[1]}{rows[2]}{groups[2]}</table>"
    assert cuts(page, deepest=2) == [["x\n\n", "a\nb\nc"], ["x\n\na\n", "b\n", "c"]]


def rows(*names: str) -> str:
    first = "<tr><td rowspan='{0}'>{1}<td>{1} one<td>1"
    return "".join(first.format(3, name) + f"<tr><td>{name} two<td>2<tr><td>{name} three<td>3" for name in names)


def test_rows_that_a_spanning_cell_holds_together_stay_together_where_they_fit() -> None:
    page = (
        f"<table><thead><tr><th>Fuel<th>Kind<th>Price<tbody>{rows('Gas', 'Coal', 'Wood')}</table>After it and far away."
    )
    chunks = html(page, 24, 0, ruler="words")
    assert [(chunk.context, chunk.text.split()[0]) for chunk in chunks] == [
        ("", "Fuel"),
        *(("Fuel | Kind | Price", name) for name in ("Coal", "Wood")),
    ]
    found = {chunk.text.strip(): chunk.context for chunk in html(page, 6, 0, ruler="words")}
    assert found["Coal | Coal one | 1"] == "Fuel | Kind | Price"
    assert found["Coal three | 3"] == "Fuel | Kind | Price\nCoal"
    assert found["After it and far away."] == ""
    nested = "<table><tr><td rowspan=0>a<td rowspan=2>b<td>c d e<tr><td>f g h<tr><td>i j k<tbody><tr><td>l m n</table>"
    spans = [chunk.context for chunk in html(nested, 3, 0, ruler="words") if "|" not in chunk.text]
    assert spans == ["a | b", "a | b", "a", ""]
    long = f"<table><tr><td rowspan=9>{'word ' * 99}<td>b<tr><td>c</table>"  # it lays out a page
    assert {chunk.context for chunk in html(long, 5, 0, ruler="words")} == {""}


@each(
    "element",
    ("<ul><li>{}</ul>", "<div><pre>{}</pre></div>", "<dl><dd>{}</dl>", "<table><tr><td>{}</table>", "<blockquote>{}"),
)
def test_a_block_that_fits_only_without_its_heading_is_whole(element: str) -> None:
    inside = "<br>".join("abcdefgh")
    page = f"<h2>A title of five words</h2>{element.format(inside)}</blockquote><p>After."
    title = ["A", "title", "of", "five", "words"]
    assert [chunk.text.split() for chunk in html(page, 10, 0, ruler="words")] == [title, [*"abcdefgh", "After."]]
    assert html(page, 7, 0, ruler="words")[0].text.split() == [*title, "a", "b"]


def test_lines_and_sentences_are_cuts_where_blocks_are_not() -> None:
    page = "<p>One. <em>Two.</em> Three<br>\n four</p><pre>a\n\nb\nc</pre>"
    *_, paragraphs, lines = cuts(page)
    assert paragraphs == ["One. Two. Three\nfour\n\n", "a\n\n", "b\nc"]
    assert lines == ["One. Two. Three\n", "four\n", "\n", "a\n", "\n", "b\n", "c"]
    assert [chunk.text for chunk in html(page, 2, 0, ruler="words")][:2] == ["One. Two. ", "Three\nfour\n\n"]


HOPELESS = (
    *("<", "<a ", "<!--", "<div>", "<![", "<?", "</", "<script>", "<title>", "<![CDATA[", "</p>", "<p>", "<pre>"),
    *('<a b="', "<a \" b='", "<a b=", "<script></s", "<!-- -", "<!--->", "&", "&#", "<br>", " ", "\n", '"', ". "),
    *("<td>a", "<table><tr>", "<b>a", "<h1>a", "<dl><dt>a", "<pre> </pre> ", "a <!-- -->", "<h1><div>", "<a href=#>"),
    *(
        "<b hidden>",
        "<tr><td rowspan=99>xy",
        "<table><tr><th>a<tr><td rowspan=9>x",
        "<pre> <b> ",
        "a &amp; ",
        "<h1>a</p>",
    ),
)


@each("unit", HOPELESS)
def test_hopeless_texts_end(unit: str) -> None:
    """With a time that grows with the square, each of these would take minutes to hours."""
    found = HtmlText(unit * (50_000 // len(unit)), boilerplate=False)
    well_formed(found.structure, len(found.text))
    for start in range(0, len(found.text), 50):
        found.source_of(start, min(start + 60, len(found.text)))
