"""The licence agreement: its references lead somewhere, its words are defined, and its figures agree."""

from __future__ import annotations

import re
from calendar import month_name
from datetime import date, timedelta
from decimal import Decimal

import tiktoken

from chunklib.data import load
from tests.each import each

TEXT = load("licence")
BODY, *_SCHEDULES = re.split(r"(?m)^SCHEDULE \d: .+$", TEXT)
SCHEDULES = dict(enumerate(_SCHEDULES, 1))


def places(part: str) -> list[str]:
    """The numbers of the clauses or paragraphs of one part, items as 3.1(c), in their order."""
    found: list[str] = []
    for line in part.splitlines():
        if match := re.match(r'(\d+(?:\.\d+)?)\.? ["A-Z]', line):
            clause = match[1]
            found.append(clause)
        elif match := re.match(r"    (\([a-z]\)) ", line):
            found.append(clause + match[1])
    return found


def day(text: str) -> date:
    number, month, year = text.split()
    return date(int(year), list(month_name).index(month), int(number))


def amount(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def before(place: str) -> str | None:
    """The number that must come before this one: 3.1(b) for 3.1(c), 3 for 3.1, None for the first."""
    whole, _, item = place.partition("(")
    chapter, _, clause = whole.partition(".")
    if item:
        return whole if item == "a)" else f"{whole}({chr(ord(item[0]) - 1)})"
    if clause:
        return chapter if clause == "1" else f"{chapter}.{int(clause) - 1}"
    return None if chapter == "1" else str(int(chapter) - 1)


def test_it_is_plain_text() -> None:
    assert not re.search(r"(?m)^(#|\* |- |\|)|`|\*\*|\]\(|\t| $", TEXT)
    assert TEXT.endswith("\n")
    assert not TEXT.endswith("\n\n")
    assert "\ufffd" not in TEXT


def test_clauses_are_numbered_without_a_gap() -> None:
    assert re.findall(r"(?m)^(\d+)\. [A-Z]{2}", BODY) == [str(number) for number in range(1, 17)]
    for part in (BODY, *SCHEDULES.values()):
        numbered = places(part)
        assert len(set(numbered)) == len(numbered)
        for place in numbered:
            assert before(place) in {None, *numbered[: numbered.index(place)]}


def test_every_reference_leads_to_a_clause_or_a_paragraph() -> None:
    clauses = set(places(BODY))
    number = r"\d+(?:\.\d+)?(?:\([a-z]\))?"
    lists = re.findall(rf"[Cc]lauses? ({number}(?:(?:, | and | or | nor )(?:clause )?{number})*)", TEXT)
    referred = [found for text in lists for found in re.findall(number, text)]
    assert len(referred) >= 50
    assert [found for found in referred if found not in clauses] == []
    paragraphs = re.findall(r"paragraph (\d+(?:\.\d+)?) of Schedule (\d)", TEXT)
    assert len(paragraphs) >= 6
    assert [found for found in paragraphs if found[0] not in places(SCHEDULES[int(found[1])])] == []
    local = [
        (found, schedule)
        for schedule, text in SCHEDULES.items()
        for found in re.findall(r"paragraph (\d+)(?! of)\b", text)
        if found not in places(text)
    ]
    assert local == []
    assert {int(found) for found in re.findall(r"Schedules? (\d)", TEXT)} == set(SCHEDULES) == {1, 2, 3, 4}


def test_defined_terms_are_used_and_capital_words_are_defined() -> None:
    definitions = re.findall(r'(?m)^"([A-Z][\w ]+)"', BODY)
    assert len(definitions) == 19
    terms = {*definitions, "Restricted Collection", "Confidential Information"}
    for term in terms:
        assert len(re.findall(rf"\b{term}s?\b", TEXT)) >= 3, term
    pairs = re.findall(r"(?<=[a-z,] )([A-Z][a-z]+ [A-Z][a-z]+)\b", TEXT)
    known = {*terms, "Transport Hygiene", "Liv Tangen"}
    assert [pair for pair in pairs if not {pair, pair.removesuffix("s")} & known] == []


def test_lengths() -> None:
    encoding = tiktoken.get_encoding("cl100k_base")
    sentences = [part for block in TEXT.split("\n\n") for part in re.split(r"(?<=[.;:]) ", block)]
    assert max(len(encoding.encode(sentence)) for sentence in sentences) > 200
    assert sum(place in places(BODY) for place in places(SCHEDULES[2])) > 5, "numbers that occur twice"


def test_the_contents_of_the_archive_add_up() -> None:
    table = re.findall(r"(?m)^    (\S.*?)  +([\d,]+)  +([\d,]+)$", SCHEDULES[1])
    assert [name for name, *_ in table][-1] == "All"
    journeys, values = ([amount(row[column]) for row in table] for column in (1, 2))
    assert sum(journeys[:-1]) == journeys[-1]
    assert sum(values[:-1]) == values[-1]
    assert f"on {journeys[-1]:,} journeys" in TEXT
    assert f"of the {journeys[-1]:,} Journeys" in TEXT
    assert values[1] / journeys[1] == 720
    assert values[3] / journeys[3] == 48
    assert "frozen fish therefore has 720 Hourly Values on average, and one with samples 48" in TEXT


def test_the_fees_add_up() -> None:
    two = SCHEDULES[2]
    charges = [amount(found) for found in re.findall(r"(?m)^    \S.*?  +([\d,]+\.\d\d)$", two)]
    collections, instalments = charges[:5], charges[5:]
    assert sum(collections[:-1]) == collections[-1] == amount("29,400.00")
    seats = 12 * amount("350.00")
    assert f"12 Seats is 350.00 each, together {seats:,}" in two
    years = [collections[-1] + seats + amount("2,400.00")]
    assert f"29,400.00 and {seats:,} and 2,400.00, together {years[0]:,}" in two
    for _ in range(2):
        years.append(years[-1] * Decimal("1.025"))
    assert "raised by 2.5 per cent" in BODY
    assert f"is {years[1]:,.2f} in the second Licence Year and {years[2]:,.2f} in the third" in two
    halves = [year / 2 for year in years for _ in range(2)]
    assert instalments[:-1] == [halves[0], amount("4,500.00"), *halves[1:]]
    assert sum(instalments[:-1]) == instalments[-1]
    due = [day(found) for found in re.findall(r"(?m)^    (\d+ \w+ \d{4})", two)]
    assert due == sorted(due)
    assert "made on 16 March 2026" in BODY
    assert "at least 14 days before the date" in BODY
    assert date(2026, 3, 16) + timedelta(days=14) <= due[0]


def test_the_worked_examples_are_right() -> None:
    assert amount("18,000.00") * 8 / 100 * 73 / 365 == amount("288.00")
    assert "EUR 18,000.00 that is paid 73 days late bears interest of EUR 288.00" in BODY
    blocks = -((250_000 - 283_400) // 10_000)
    assert blocks == 4
    assert "283,400 extracted Hourly Values, four blocks are charged, which is 16.00" in SCHEDULES[2]
    assert 3 * amount("350.00") * 7 / 12 == amount("612.50"), "September to March"
    assert "on 1 September 2026 cost 612.50 until 31 March 2027" in SCHEDULES[2]
    assert "The rebate under clause 6.5 is 600.00" in SCHEDULES[2]
    assert "at most three Publications in a Licence Year, so that it never exceeds 1,800.00" in SCHEDULES[2]


@each(
    ("text", "expected"),
    [
        ("until the end of 31 March 2029", date(2029, 4, 1) - timedelta(days=1)),
        ("the last day for that notice is 31 December 2028", date(2029, 3, 31) - timedelta(days=90)),
        ("The earliest end under this clause is therefore 31 March 2028", date(2028, 4, 1) - timedelta(days=1)),
        ("with the Initial Term, the last day is 30 April 2029", date(2029, 3, 31) + timedelta(days=30)),
        ('"Effective Date" means 1 April 2026', date(2029, 3, 31).replace(year=2026) + timedelta(days=1)),
    ],
)
def test_dates_follow_from_one_another(text: str, expected: date) -> None:
    assert text in BODY
    assert day(" ".join(text.split()[-3:])) == expected
