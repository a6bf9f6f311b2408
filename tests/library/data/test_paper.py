"""The paper: its references resolve, and every figure follows from its tables by its own formulas."""

from __future__ import annotations

import math
import re
from datetime import date
from statistics import fmean, stdev

import pytest

from chunklib.data import load
from tests.each import each

TEXT = load("paper")
PROSE = "\n".join(line for line in TEXT.splitlines() if not line.startswith("|"))
BODY, _, REFERENCES = TEXT.partition("\n## References\n")


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def tables() -> dict[int, list[dict[str, str]]]:
    """The rows of every table, by the number in its caption."""
    found = {}
    for caption in re.finditer(r"(?m)^\*\*Table (\d+)\.\*\* .+\n\n((?:\|.*\n)+)", TEXT):
        head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in caption[2].splitlines())
        found[int(caption[1])] = [dict(zip(head, row, strict=True)) for row in rows]
    return found


TABLES = tables()
STATIONS = {row["Station"]: row for row in TABLES[1] if row["Station"] != "all"}
LINES = {row["Station"]: row for row in TABLES[2]}
RATES = {station: number(row["Rate (mm/yr)"]) for station, row in LINES.items()}
SCATTER = {station: number(row["Scatter (mm)"]) for station, row in LINES.items()}
CORRECTED = RATES | {"M07": -0.5}
VALUES = {station: number(row["Values"]) for station, row in STATIONS.items()}
SUNK = {station: number(sunk) for station, sunk in TABLES[3][0].items() if station != "Station"}
COMPLETE = 730 * 24 * 6


def of(gauge: str = "", water: str = "") -> list[str]:
    """The stations with this kind of gauge in this kind of water."""
    return [name for name, row in STATIONS.items() if gauge in ("", row["Gauge"]) and water in ("", row["Water"])]


def mean(figures: dict[str, float], stations: list[str]) -> float:
    return fmean(figures[station] for station in stations)


def interval(rates: list[float]) -> tuple[float, float]:
    """The 95 % confidence interval by the paper's formula (7)."""
    half = 3.182 * stdev(rates) / math.sqrt(len(rates))
    return fmean(rates) - half, fmean(rates) + half


def factor(visits: int, years: float = 2.0) -> float:
    """The uncertainty of a rate for a scatter of one, by formula (6)."""
    return math.sqrt(12 * (visits - 1) / (visits * (visits + 1))) / years


def shown(value: float, places: int = 1) -> str:
    return f"{value:.{places}f}".replace("-", "−")


def says(*words: str) -> None:
    """Assert that each of these is in the prose of the paper."""
    assert [text for text in words if text not in PROSE] == []


# What refers to what


def test_every_work_is_cited_and_every_citation_is_a_work() -> None:
    listed = re.findall(r"(?m)^\[(\d+)\] \S", REFERENCES)
    cited = re.findall(r"\[(\d+)\]", BODY)
    assert listed == [str(place + 1) for place in range(10)]
    assert set(cited) == set(listed)
    assert "Every work in this list is invented" in REFERENCES


def test_sections_tables_figures_and_appendices_exist() -> None:
    headings = dict(re.findall(r"(?m)^#{2,3} (?:Appendix )?([\dA-Z](?:\.\d)?)\b:? (.+)$", TEXT))
    assert list(headings)[:5] == ["1", "2", "3", "3.1", "3.2"]
    referred = re.findall(r"(?:Sections?|Appendix) ([\dA-Z](?:\.\d)?)\b", re.sub(r"(?m)^#+ .*$", "", TEXT))
    assert len(referred) >= 12
    assert set(referred) <= set(headings)
    captions = re.findall(r"(?m)^\*\*(Table|Figure) (\d)\.\*\*", TEXT)
    assert sorted(captions) == [("Figure", "1"), ("Figure", "2"), *(("Table", str(place)) for place in range(1, 5))]
    assert set(re.findall(r"(?<!\*)(Table) (\d)", PROSE)) == {pair for pair in captions if pair[0] == "Table"}


def test_formulas_are_numbered_in_order_and_referred_to() -> None:
    tags = [int(tag) for tag in re.findall(r"\\tag\{(\d+)\}", TEXT)]
    assert tags == list(range(1, 11))
    referred = {int(found) for found in re.findall(r"(?<![\w\]])\((\d{1,2})\)", PROSE)}
    assert {1, 2, 3, 4, 6, 7, 9, 10} <= referred <= set(tags)
    assert TEXT.count("$$") == 2 * len(tags)
    assert re.sub(r"(?s)\$\$.*?\$\$", "", TEXT).count("$") % 2 == 0


def test_footnotes_and_assumptions() -> None:
    assert sorted(re.findall(r"\[\^(\w+)\](?!:)", TEXT)) == sorted(re.findall(r"(?m)^\[\^(\w+)\]:", TEXT))
    assert re.findall(r"(?m)^- \*\*(A\d)\.\*\*", TEXT) == ["A1", "A2", "A3", "A4"]
    after = TEXT[TEXT.index("### 3.5") :]
    assert all(name in after for name in ("(A1)", "A2 ", "A3", "A4"))
    result = TEXT[TEXT.index("### 5.3") : TEXT.index("### 5.4")]
    assert "assumption A3 is false" in result


@each("short", ["MSL", "TGBM", "VLM", "LS", "CI"])
def test_an_abbreviation_is_introduced_once_and_used_afterwards(short: str) -> None:
    ((start, end),) = [match.span() for match in re.finditer(rf"\({short}\)", TEXT)]
    assert not re.search(rf"\b{short}s?\b", TEXT[:start])
    assert re.search(rf"\b{short}s?\b", TEXT[end:])


# What follows from the tables


def test_what_arrived() -> None:
    days = (date(2024, 3, 30) - date(2022, 4, 1)).days + 1
    assert days * 24 * 6 == COMPLETE
    for name, row in STATIONS.items():
        assert row["Share (%)"] == shown(100 * VALUES[name] / COMPLETE)
    total, lost = sum(VALUES.values()), {name: COMPLETE - value for name, value in VALUES.items()}
    (last,) = [row for row in TABLES[1] if row["Station"] == "all"]
    visits = sum(int(row["Visits"]) for row in STATIONS.values())
    assert (last["Values"], last["Visits"]) == (f"{total:,.0f}", str(visits))
    assert last["Share (%)"] == shown(100 * total / (12 * COMPLETE))
    says(f"{12 * COMPLETE:,} values", f"{total:,.0f} arrived, or {last['Share (%)']} %", f"{visits} of 300 planned")
    exposed = sum(lost[name] for name in of(water="exposed"))
    says(f"{exposed:,.0f} of the {sum(lost.values()):,.0f} missing values")
    shares = {water: 100 * mean(VALUES, of(water=water)) / COMPLETE for water in ("exposed", "sheltered")}
    says(f"delivered {shown(shares['exposed'])} %, the sheltered ones {shown(shares['sheltered'])} %")
    silence = (date(2023, 2, 8) - date(2022, 11, 3)).days
    says(f"({shown(100 * lost['M09'] / sum(lost.values()))} %) was lost at M09", f"silent for {silence} days")
    says(f"{silence * 144:,} values, or {100 * silence * 144 / lost['M09']:.0f} % of what is missing there")
    kinds = {kind: shown(100 * mean(VALUES, of(kind)) / COMPLETE) for kind in ("radar", "pressure", "ultrasonic")}
    says(f"({kinds['radar']} %)", f"({kinds['pressure']} %)", f"({kinds['ultrasonic']} %)")
    others = [name for name in of("ultrasonic") if name != "M09"]
    says(f"other three ultrasonic gauges delivered {shown(100 * mean(VALUES, others) / COMPLETE)} %")


def test_the_design() -> None:
    for kind in ("radar", "pressure", "ultrasonic"):
        assert len(of(kind, "exposed")) == len(of(kind, "sheltered")) == 2
    missed = {water: sum(25 - int(STATIONS[name]["Visits"]) for name in of(water=water)) for water in ("exposed", "")}
    assert missed == {"exposed": 15, "": 16}
    says("Sixteen of the 300 visits were missed, fifteen of them at exposed stations")
    says("tried to land on Inner Skerry six times more often")
    assert 25 - int(STATIONS["M09"]["Visits"]) == 6
    assert shown(6 / math.sqrt(10)) == "1.9"


def test_table_2_by_its_formulas() -> None:
    for name, row in LINES.items():
        assert row["Gauge"] == STATIONS[name]["Gauge"]
        assert RATES[name] == (number(row["End (mm)"]) - number(row["Start (mm)"])) / 2
        assert row["2u (mm/yr)"] == shown(2 * SCATTER[name] * factor(int(STATIONS[name]["Visits"])))
    significant = [name for name, row in LINES.items() if abs(RATES[name]) > number(row["2u (mm/yr)"])]
    assert significant == ["M01", "M04", "M08", "M11", "M07", "M06", "M09"]
    says("Seven of the twelve rates are significant")


def test_the_rates_of_each_kind() -> None:
    for kind, words in {
        "pressure": "rose at 10.5 mm/yr on average (CI 4.7 to 16.3)",
        "ultrasonic": "fell at 5.0 mm/yr on average (CI 0.3 to 9.7)",
        "radar": "Their mean is −1.5 mm/yr (CI −6.9 to 3.9)",
    }.items():
        rates = [RATES[name] for name in of(kind)]
        low, high = interval(rates)
        if kind == "ultrasonic":
            low, high = -high, -low
        says(words)
        assert f"CI {shown(low)} to {shown(high)}" in words
        assert shown(abs(fmean(rates))) in words
    low, high = interval([CORRECTED[name] for name in of("radar")])
    says(f"0.0 mm/yr (CI {shown(low)} to {shown(high)})")
    assert mean(CORRECTED, of("radar")) == 0
    assert RATES["M11"] / RATES["M08"] == pytest.approx(2.2, abs=0.05)
    assert mean(RATES, of("pressure")) / 3.0 == 3.5
    assert mean(RATES, of("pressure")) / 3.0 + 1 > 4


def test_shelter() -> None:
    for kind, sentence in {
        "pressure": "exposed pair drifted at 13.5 mm/yr and the sheltered pair at 7.5, a difference of 6.0",
        "ultrasonic": "the pairs stand at −7.5 and −2.5, a difference of 5.0",
    }.items():
        exposed, sheltered = mean(RATES, of(kind, "exposed")), mean(RATES, of(kind, "sheltered"))
        figures = [number(found) for found in re.findall(r"−?\d+\.\d", sentence)]
        assert figures == [exposed, sheltered, abs(exposed - sheltered)]
        says(sentence)
        assert min(abs(RATES[name]) for name in of(kind, "exposed")) > max(
            abs(RATES[name]) for name in of(kind, "sheltered")
        )


def test_the_staff_that_sank() -> None:
    change = number(LINES["M07"]["End (mm)"]) - number(LINES["M07"]["Start (mm)"])
    assert (change, SUNK["M07"]) == (-13, 12)
    assert (change + SUNK["M07"]) / 2 == CORRECTED["M07"]
    assert abs(RATES["M07"]) / 0.5 == 13
    doubled = 2 * math.hypot(SCATTER["M07"] * factor(25), 0.5)
    says(f"with a $2u_b$ of {shown(doubled)} mm/yr", f"$u_b$ of {shown(SCATTER['M07'] * factor(25))} mm/yr")
    others = [sunk for name, sunk in SUNK.items() if name != "M07"]
    assert max(map(abs, others)) == 1
    says(f"The eleven movements other than that of M07 have a mean of {shown(fmean(others))} mm")


def test_the_mean_of_the_network() -> None:
    plain, corrected = fmean(RATES.values()), fmean(CORRECTED.values())
    says(f"is {shown(plain)} mm/yr; with M07 corrected it is {shown(corrected)}")
    sizes, sizes_corrected = fmean(map(abs, RATES.values())), fmean(map(abs, CORRECTED.values()))
    says(f"is {shown(sizes)} mm/yr (corrected: {shown(sizes_corrected)})")
    says(f"which is {shown(sizes / plain)} times as large (corrected: {shown(sizes_corrected / corrected)} times)")
    says(f"would have been {shown((8 * mean(RATES, of('pressure'))) / 12)} mm/yr")
    says(f"the difference of their rates is {shown(RATES['M01'] - RATES['M03'])} mm/yr")


def test_scatter() -> None:
    kinds = {kind: shown(mean(SCATTER, of(kind))) for kind in ("radar", "pressure", "ultrasonic")}
    says(f"{kinds['radar']} mm for the radars", f"{kinds['pressure']} mm for the pressure gauges")
    says(f"{kinds['ultrasonic']} mm for the ultrasonic gauges")
    says(f"left with {shown(math.sqrt(mean(SCATTER, of('radar')) ** 2 - 36 / 10))} mm of their own")
    waters = [shown(mean(SCATTER, of(water=water))) for water in ("exposed", "sheltered")]
    says(f"it is {waters[0]} mm there against {waters[1]} mm at sheltered ones")
    for kind in kinds:
        assert mean(SCATTER, of(kind, "exposed")) > mean(SCATTER, of(kind, "sheltered"))


def test_the_physics() -> None:
    says(f"the gauge reads {shown(4000 * 2.5 / (2 * 283.15))} mm too low")
    assert shown(100 / (1020 * 9.81) * 1000) == "10.0"
    says(f"lets a cell under 2.5 m of water read {shown(2500 * 4 / 1020)} mm too low")
    assert [math.floor(size * 52 / 11) for size in (1, 2)] == [4, 9]
    assert round(52 / 11) == 5


def test_how_often_to_visit_and_what_it_costs() -> None:
    for kind in ("pressure", "ultrasonic"):
        worst = max(abs(RATES[name]) for name in of(kind))
        says(f"{shown(12 * 10 / worst)} months for {kind} gauges")
        says(shown(12 * 10 / abs(mean(RATES, of(kind)))))
    says(f"the interval becomes {shown(12 * 10 / abs(RATES['M06']))} months")
    assert 60 // 17 == 3
    months = {"pressure": math.floor(120 / 14.5), "radar": 12, "ultrasonic": math.floor(120 / 8)}
    total = {}
    for row in TABLES[4]:
        every, visits = int(row["Months between visits"]), int(row["Visits in 60 months"])
        assert every == months[row["Gauge"]]
        assert visits == 60 // every
        assert number(row["Visits (€)"]) == 140 * visits
        total[row["Gauge"]] = number(row["Total (€)"])
        assert total[row["Gauge"]] == number(row["Price (€)"]) + 140 * visits
        says(f"{row['Price (€)']} euros ({row['Gauge']})")
    says(f"costs {100 * 480 / 1250:.0f} % of what the radar costs in the shop")
    says(f"{100 * total['pressure'] / total['radar']:.0f} % of it after five years")


def test_appendix_a() -> None:
    says(f"$u_b$ is {factor(25):.3f} times the scatter", f"raise the factor to {factor(19):.3f}")
    two_visits = math.sqrt(2) / 2
    says(f"or {two_visits:.3f} times the scatter", f"reduced it by {100 * (1 - factor(25) / two_visits):.0f} %")
    times = [2 * place / 24 for place in range(25)]
    middle = fmean(times)
    assert factor(25) == pytest.approx(1 / math.sqrt(sum((time - middle) ** 2 for time in times)))


# What is said twice is said alike


def test_the_abstract_repeats_the_results() -> None:
    abstract = TEXT[TEXT.index("## Abstract") : TEXT.index("**Keywords")]
    for words in (
        "twelve low-cost gauges in Merrow Sound (four pressure gauges, four radars, four ultrasonic gauges)",
        "too high by 10.5 mm/yr on average, with a 95 % confidence interval (CI) of 4.7 to 16.3",
        "too low by 5.0 mm/yr (CI 0.3 to 9.7)",
        "The radars seemed to fall by 1.5 mm/yr",
        "had sunk by 12 mm",
        "(CI −0.9 to 0.9 mm/yr)",
        "all twelve stations, 1.3 mm/yr,",
        "within 10 mm",
        "over five years",
    ):
        assert words in abstract


def test_the_text_around_the_results_repeats_them() -> None:
    says(
        "costs less than 1,500 euros",
        "paid 310 euros for an ultrasonic gauge does not readily pay 140 euros",
        f"a complete record therefore has {COMPLETE:,} values",
        "the values received out of 105,120, and the visits made out of 25",
        "An error of 1 hPa in $p_a$ is then an error of 10.0 mm",
        "had changed by 0.2 hPa; by the rule below (1) that is 2.0 mm in two years, or 1.0 mm/yr of the 10.5",
        "a standard deviation of a single reading of 6 mm",
        r"\frac{6\ \mathrm{mm}}{\sqrt{10}} = 1.9\ \mathrm{mm}",
        "the staff readings alone contribute 1.9 mm",
        "Between 3 November 2022 and 8 February 2023",
        "and one of −6.5. Their mean",
        "At eleven stations the staff was where it had been, within 1 mm. At M07 it had sunk by 12 mm",
        "Of the change of −13 mm between start and end, −12 mm belong to the staff and −1 mm to the gauge",
        "Its corrected rate is −0.5 mm/yr",
        "1 mm in two years, or 0.5 mm/yr, against mean rates of 10.5 and −5.0",
        "The difference of 6.0 mm/yr in Section 5.2",
        "It did so 25 times",
        "A visit costs the harbour 140 euros",
        "with a scatter of 7.3 mm and 92.9 % of its values",
        "1 to 2 mm in eleven weeks would be 5 to 9 mm/yr",
    )
    assert TEXT.count("equivalent of 1 to 2 mm") == 1
    assert STATIONS["M07"]["Visits"] == "25"
    assert max(number(row["Price (€)"]) for row in TABLES[4]) < 1500
