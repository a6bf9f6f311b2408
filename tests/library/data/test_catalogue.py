"""The catalogue: legal HTML whose sections nest, whose links lead somewhere, and whose prices agree."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser

from chunklib.data import load

TEXT = load("catalogue")
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
PARENTS = {"dd": {"dl"}, "dt": {"dl"}, "li": {"ol", "ul"}, "td": {"table"}, "th": {"table"}, "tr": {"table"}}
ENDS = {  # by the HTML standard: an open element of the first kind ends where one of these begins
    "dd": {"dd", "dt"},
    "dt": {"dd", "dt"},
    "li": {"li"},
    "p": {"blockquote", "details", "div", "dl", "figure", "footer", "form", "h2", "h3", "h4", "hr", "ol", "p", "pre"}
    | {"section", "table", "ul"},
    "tbody": {"tbody", "tfoot"},
    "td": {"tbody", "td", "tfoot", "th", "tr"},
    "th": {"tbody", "td", "tfoot", "th", "tr"},
    "thead": {"tbody", "tfoot"},
    "tr": {"tbody", "tfoot", "tr"},
}  # fmt: skip


class Page(HTMLParser):
    """Opens and closes elements as a browser does, and refuses an end tag that a browser would have to repair."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.headings: list[tuple[int, int, str]] = []
        self.rows: list[list[str]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.left_open: list[str] = []
        self.starts: list[str] = []
        self.words: list[str] = []

    def close_until(self, tag: str) -> None:
        while (ended := self.open.pop()) != tag:
            assert ended in ENDS, f"<{ended}> must be closed before </{tag}>"
            self.left_open.append(ended)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.starts.append(tag)
        scope = len(self.open) - next(
            (at for at, name in enumerate(reversed(self.open)) if name in PARENTS.get(tag, ())), len(self.open)
        )
        while any(tag in ENDS.get(name, ()) for name in self.open[scope:]):
            self.left_open.append(self.open.pop())
        values = dict(attrs)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.links += [values["href"] or ""] if tag == "a" else []
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((self.open.count("section"), int(tag[1]), ""))
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in self.open, f"</{tag}> closes nothing"
        self.close_until(tag)

    def handle_data(self, data: str) -> None:
        if {"script", "style"} & set(self.open):
            return
        self.words.append(data)
        if self.open and re.fullmatch("h[1-6]", self.open[-1]):
            sections, rank, title = self.headings[-1]
            self.headings[-1] = (sections, rank, title + data)
        elif {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


PAGE = Page()
PAGE.feed(TEXT)
PAGE.close()
WORDS = re.sub(r"\s+", " ", "".join(PAGE.words))
FEES = {row[0]: row for row in PAGE.rows if re.fullmatch(r"[A-Z]\d", row[0])}
WEEKEND, WEEK, DEPOSIT, REPLACEMENT, PIECES = range(2, 7)


def fee(code: str, column: int) -> float:
    return float(FEES[code][column].replace(",", ""))


def euros(amount: float) -> str:
    return f"€ {amount:.2f}"


# Form


def test_the_page_nests_and_ends_closed() -> None:
    assert PAGE.open == []
    assert {"p", "li", "td", "th", "tr", "dd", "dt"} <= set(PAGE.left_open), "legal, and left open on purpose"


def test_headings_are_one_deeper_than_their_sections() -> None:
    assert [rank for _, rank, _ in PAGE.headings].count(1) == 1
    assert {rank for _, rank, _ in PAGE.headings} == {1, 2, 3, 4}
    assert all(sections == rank - 1 for sections, rank, _ in PAGE.headings)
    assert PAGE.starts.count("section") == len(PAGE.headings) - 1


def test_every_link_leads_to_one_place_on_the_page() -> None:
    assert len(PAGE.ids) == len(set(PAGE.ids))
    assert len(PAGE.links) > 50
    assert [link for link in PAGE.links if link.removeprefix("#") not in PAGE.ids] == []


def test_what_is_no_text() -> None:
    assert TEXT.count("<!--") == 1
    assert "Climbing</h3>" in TEXT
    for hidden in ("Not a heading", "not a heading", "Climbing", "border-left"):
        assert hidden in TEXT
        assert hidden not in WORDS


def test_entities_attributes_and_elements_that_a_lesson_needs() -> None:
    assert {"&amp;", "&eacute;", "&egrave;", "&nbsp;", "&lt;", "&#8217;", "&minus;"} <= set(
        re.findall(r"&#?\w+;", TEXT)
    )
    assert "Café Belvédère" in WORDS
    assert re.search(r'="[^"]*>[^"]*"', TEXT), "a > between quotes"
    assert re.search(r"<\w[^>]* \w+=\w", TEXT), "an attribute without quotes"
    assert "un<em>believ</em>ably" in TEXT
    assert "unbelievably" in WORDS
    wanted = {"blockquote", "br", "code", "dd", "details", "dl", "figure", "hr", "img", "input", "ol", "pre", "tfoot"}
    assert wanted <= set(PAGE.starts)
    assert any("\n\n" in body for body in re.findall(r"(?s)<pre>(.*?)</pre>", TEXT))


# Figures


def test_the_table_of_fees() -> None:
    assert len(FEES) == 18
    for code in FEES:
        price = fee(code, REPLACEMENT)
        assert FEES[code][WEEKEND:REPLACEMENT] == [f"{price * share / 100:.2f}" for share in (5, 8, 25)]
    titles = [title for _, rank, title in PAGE.headings if rank == 4]
    assert [title.split(" · ")[0] for title in titles] == list(FEES)
    (last,) = [row for row in PAGE.rows if "All things together" in row]
    worth = sum(fee(code, REPLACEMENT) * fee(code, PIECES) for code in FEES)
    pieces = sum(fee(code, PIECES) for code in FEES)
    assert last[REPLACEMENT:] == [f"{worth:,.0f}", f"{pieces:.0f}"]
    assert "one hundred and thirty-four things" in WORDS
    assert pieces == 134
    assert max(FEES, key=lambda code: fee(code, REPLACEMENT)) == "W1"


def test_the_examples_follow_from_the_table() -> None:
    spaces = WORDS.replace("\xa0", " ")
    family = {"T2": 1, "S2": 4, "S3": 4, "C1": 1, "C3": 1}
    fees = sum(fee(code, WEEK) * count for code, count in family.items())
    deposits = sum(fee(code, DEPOSIT) * count for code, count in family.items())
    assert sum(family.values()) == 11
    assert (
        f"fees add up to {euros(fees)}. The deposits would be {euros(deposits)}, and the cap makes them € 300" in spaces
    )
    assert f"costs the family {euros(fees / 2)}" in spaces
    assert deposits > 300
    uncapped = 300 + 2 * fee("W1", DEPOSIT) + fee("N1", DEPOSIT)
    assert f"leaves {euros(uncapped)} with us" in spaces
    assert f"three times half of {euros(fee('T1', WEEKEND))} makes {euros(1.5 * fee('T1', WEEKEND))}" in spaces
    assert (
        f"cost {euros(2.5 * fee('T1', WEEKEND))} in all. A whole week would have been {euros(fee('T1', WEEK))}"
        in spaces
    )
    assert f"three full years and costs {euros(0.7 * fee('T2', REPLACEMENT))}" in spaces
    assert f"can never cost you more than {euros(fee('C3', REPLACEMENT) / 2)}" in spaces


def test_the_program_answers_by_the_rules() -> None:
    request, answer = re.findall(r"(?s)<pre><code>(.*?)</code></pre>", TEXT)
    asked = json.loads(request[request.index("{") : request.rindex("}") + 1])
    got = json.loads(answer)
    assert got["fee"] == round(sum(fee(code, WEEK) * count for code, count in asked["pieces"].items()), 2)
    snowshoes, avalanche = 8 * fee("K4", DEPOSIT), 2 * fee("K3", DEPOSIT)
    assert got["deposit"] == min(snowshoes, 300) + avalanche
    assert f"{euros(snowshoes)} and are capped" in WORDS.replace("\xa0", " ")
    begins, ends = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (asked["from"], got["due"]))
    assert begins.strftime("%A") == ends.strftime("%A") == "Thursday"
    assert (ends - begins).days == 7
    assert all(asked["pieces"][code] <= fee(code, PIECES) for code in asked["pieces"])


def test_the_exception_names_the_same_three_things_everywhere() -> None:
    assert "does not hold for W1, K3 and N1" in WORDS
    assert "one of W1, K3 and N1 was in your bag" in WORDS.replace("\xa0", " ")


def test_a_link_with_a_code_leads_to_the_thing_of_that_code() -> None:
    linked = re.findall(r'<a href="#(\w+)">([A-Z]\d)</a>', TEXT)
    assert len(linked) >= 30
    assert [pair for pair in linked if pair[0] != pair[1].lower()] == []


def test_what_is_said_twice_is_said_alike() -> None:
    spaces = WORDS.replace("\xa0", " ")
    assert set(re.findall(r"cap(?:ped at| of| makes them) € (\d+)", spaces)) == {"300"}
    assert "My deposit was € 300, but the table says € 462.50" in spaces
    assert "two avalanche sets come on top with € 220.00" in spaces
    assert "at € 1,000, and the one" in spaces
    assert "Monday at 10:00 or on a Thursday at 20:00" in spaces
    assert spaces.count("C2, R2, W1 and K3") == 1
    assert "at most twelve pieces" in spaces
    assert 'max="12" title="more than 12 >' in TEXT
    assert "Saturday9:00–12:00" in spaces
    assert "Saturday between 9:00 and 12:00" in spaces
    assert re.findall(r"Book up to (\d+) days|more than (\d+) days away", spaces) == [("90", ""), ("", "90")]
    assert "Comfort and limit of the S1: −5 °C and −11 °C" in spaces
    for code, comfort in (("S1", "−5 °C"), ("S2", "+2 °C")):
        assert FEES[code][1].replace("\xa0", " ").endswith(comfort)
        assert re.search(rf"{code} · \w+ bag, comfort {re.escape(comfort)}", spaces)
