"""The figures of the commissioning report and of the annual report agree, and so do those of their neighbours."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from chunklib.data import PDFS, load

SOURCES = Path(__file__).parents[3] / "docs" / "sources"  # test_pdfs.py: the PDFs hold every word of these
REPORT, ANNUAL = ((SOURCES / f"{name}.md").read_text(encoding="utf-8") for name in PDFS)


def tables(source: str) -> dict[str, list[list[str]]]:
    """The rows of each table, by the title above it."""
    found: dict[str, list[list[str]]] = {}
    for part in re.split(r"(?m)^#+ ", source)[1:]:
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")
        ]
        if rows:
            title = part.splitlines()[0]
            found[title if title not in found else f"{title} 2"] = rows
    return found


def column(rows: list[list[str]], place: int) -> dict[str, float]:
    """First cell -> number in another cell, of rows that have one there."""
    return {row[0]: float(row[place].replace(",", "")) for row in rows[2:] if row[place]}


def adds_up(figures: dict[str, float], total: str = "Together") -> bool:
    """Tell if the numbers before the total add up to it."""
    names = list(figures)
    return round(sum(figures[name] for name in names[: names.index(total)]) - figures[total], 6) == 0


def test_the_plant_adds_up() -> None:
    rows = tables(REPORT)
    building = rows["Building"]
    assert building[0][1:] == ["Area, m²", "U-value, W/(m² K)", "Difference, K", "Heat flow, W"]
    areas, flows = column(building, 1), column(building, 4)
    assert adds_up(areas)
    assert adds_up(flows)
    assert (areas["Walls"], areas["Roof"], areas["Floor"]) == (2 * (58 + 30) * 9, 58 * 30, 58 * 30)
    for name, area in list(areas.items())[:-1]:
        assert round(area * column(building, 2)[name] * column(building, 3)[name]) == flows[name]
    load_ = column(rows["Refrigeration"], 1)
    assert adds_up(load_)
    assert load_["Transmission through walls, roof and floor"] == round(flows["Together"] / 1000, 1)
    assert 2 * 62 - load_["Together"] == 34
    assert round(100 * 62 / load_["Together"]) == 69
    assert 58 * 30 * 9 == 15_660
    assert (640 + 612) / 2 == 626
    assert f"{626 / 15_660:.3f} air changes an hour" in REPORT
    assert f"{626 / areas['Together']:.3f} m³ an hour and square metre" in REPORT
    assert f"{0.05 * 15_660:.0f} m³ an hour" in REPORT
    assert f"between {626 * 0.96:.0f} and {626 * 1.04:.0f} m³" in REPORT


def test_the_pull_down_and_the_run_add_up() -> None:
    rows = tables(REPORT)
    days = rows["Results"]
    for row in days[2:-1]:
        assert float(row[1]) - float(row[2]) == float(row[3]) <= 6
    assert all(row[2] == below[1] for row, below in pairwise(days[2:-1]))
    assert adds_up(column(days, 3))
    assert adds_up(column(days, 4))
    assert column(days, 4)["3"] + column(days, 4)["4"] == 1_250
    layers = column(rows["Results 2"], 2)
    assert f"{sum(layers.values()) / 3:.2f} °C and lies {sum(layers.values()) / 3 + 25:.2f} K above" in REPORT
    assert min(column(rows["Results 2"], 3).values()) == -26.2
    assert max(column(rows["Results 2"], 4).values()) == -23.4
    assert 14 * 288 * 60 - 241_783 == 137
    weeks = [column(rows["Consumption"], place) for place in (1, 2)]
    assert all(adds_up(week) for week in weeks)
    total = sum(int(week["Together"]) for week in weeks)
    assert f"took {total:,} kWh, which is {total // 14:,} kWh a day" in REPORT
    assert f"would be {total // 14 * 365:,} kWh, or {total / 14 * 365 / 15_660:.1f} kWh per cubic metre" in REPORT
    assert f"32 kWh per cubic metre would be {32 * 15_660:,} kWh" in REPORT
    assert f"fell by {weeks[0]['Defrosting'] - weeks[1]['Defrosting']:.0f} kWh" in REPORT
    assert f"{1.3 / 4.1:.3f} K an hour" in REPORT
    assert f"about {7 / (1.3 / 4.1):.0f} hours" in REPORT
    assert "4 hours and 6 minutes" in REPORT
    assert divmod(60 * 246 // 5, 500) == (5, 452)


def test_the_defects_and_the_retention_add_up() -> None:
    rows = tables(REPORT)["Defects"]
    estimates = [int(row[3].replace(",", "")) for row in rows[2:]]
    assert sum(estimates[:-1]) == estimates[-1] == 200_000
    retained = 38_400_000 * 5 // 100
    assert f"NOK {retained:,}, and after acceptance" in REPORT
    assert f"NOK {2 * estimates[-1]:,}" in REPORT
    assert f"the remaining NOK {retained - 2 * estimates[-1]:,} were released" in REPORT
    assert f"NOK {2 * max(estimates[:-1]):,}, hangs on defect No. 4" in REPORT
    assert f"released {2 * (estimates[0] + estimates[4] + estimates[5]) // 1000} of the 400" in ANNUAL


def test_the_goods_and_the_energy_add_up() -> None:
    rows = tables(ANNUAL)
    for place in (1, 2):
        assert adds_up(column(rows["Goods received"], place))
        assert adds_up(column(rows["Energy"], place))
    goods = [column(rows["Goods received"], place)["Together"] for place in (1, 2)]
    energy = [column(rows["Energy"], place)["Together"] for place in (1, 2)]
    assert f"rose by {goods[0] - goods[1]:,.0f} tonnes or {100 * (goods[0] / goods[1] - 1):.1f} per cent" in ANNUAL
    assert f"{100 * (1 - energy[0] / energy[1]):.1f} per cent less" in ANNUAL
    assert [round(1000 * used / tonnes) for used, tonnes in zip(energy, goods, strict=True)] == [500, 569]
    assert 11_250 / energy[0] == 12_100 / energy[1] == 1.25
    halls = [sum(column(rows["Energy"], place)[hall] for hall in ("Hall 1", "Hall 2")) for place in (1, 2)]
    saved = energy[1] - energy[0], halls[1] - halls[0]
    assert "Of the {:.0f} MWh that were saved, {:.0f} were saved in Halls".format(*saved) in ANNUAL
    pull_down = column(tables(REPORT)["Results"], 4)["Together"]
    assert round((pull_down + 34 * 1_305) / 1000) == column(rows["Energy"], 1)["Hall 3"], "28 November to the end"
    assert (184 + 11 - 6, 44 + 51 + 2, 36 + 30 + 18, 11_400 / 38) == (189, 97, 84, 300)
    assert 5_200 + 4_300 + 6_500 == 16_000


def test_income_and_balance_add_up_in_both_years() -> None:
    rows = tables(ANNUAL)
    for place, tax, bonus in ((1, 1_320, 160 * 18), (2, 1_232, 150 * 17)):
        income = list(column(rows["Income statement"], place).values())
        assert sum(income[:4]) == income[4]
        assert sum(income[5:10]) == income[10]
        assert income[4] - income[10] == income[11]
        assert income[11] + income[12] - income[13] == income[14]
        assert income[14] * 22 / 100 == tax == income[15]
        assert income[14] - tax == income[16]
        sheet = column(rows["Balance sheet"], place)
        figures = list(sheet.values())
        assert sum(figures[:2]) == sheet["Fixed assets"]
        assert sum(figures[3:6]) == sheet["Current assets"]
        assert sheet["Fixed assets"] + sheet["Current assets"] == sheet["Total assets"]
        assert sum(figures[8:10]) == sheet["Equity"]
        assert sum(figures[12:16]) == sheet["Short-term debt"]
        assert sheet["Equity"] + sheet["Long-term loans"] + sheet["Short-term debt"] == sheet["Total assets"]
        assert sheet["Equity and liabilities"] == sheet["Total assets"]
        assert (sheet["Proposed bonus"], sheet["Tax payable"]) == (bonus, tax)


def test_cash_flow_and_notes_explain_the_change_of_the_balance() -> None:
    rows = tables(ANNUAL)
    sheet, before = (column(rows["Balance sheet"], place) for place in (1, 2))
    change = {name: sheet[name] - before[name] for name in sheet}
    cash = column(rows["Cash flow"], 1)
    flows = list(cash.values())
    assert cash["Tax paid"] == -before["Tax payable"]
    assert cash["Bonus paid for 2024"] == -before["Proposed bonus"]
    assert cash["Change in receivables and stocks"] == -change["Receivables"] - change["Stocks"]
    debt = change["Trade payables"] + change["Other short-term debt"]
    assert cash["Change in trade payables and other debt"] == debt
    assert sum(flows[:5]) == cash["From operations"]
    assert sum(flows[7:11]) == cash["From financing"]
    assert cash["From operations"] + cash["Investment"] + cash["From financing"] == cash["Change in cash"]
    assert cash["Change in cash"] == change["Cash"]
    assert cash["New loans"] + cash["Loans repaid"] == change["Long-term loans"]
    assert change["Reserves"] == 4_680 - sheet["Proposed bonus"]
    assert change["Shares of members"] == cash["Shares paid in, less shares paid back"] == 100 * (189 - 184)
    assets = list(column(rows["Fixed assets"], 1).values())
    assert sum(assets[1:5]) == assets[5] == -cash["Investment"]
    assert assets[0] + assets[5] + assets[6] == assets[7] == sheet["Fixed assets"]


def test_the_key_figures_and_the_budget_agree_with_the_accounts() -> None:
    rows = tables(ANNUAL)
    for place, words in ((1, "Equity is {:.1f} per cent of total assets"), (2, "after {:.1f} per cent a year earlier")):
        key, sheet = (column(rows[title], place) for title in ("The year in figures", "Balance sheet"))
        income = column(rows["Income statement"], place)
        assert words.format(100 * sheet["Equity"] / sheet["Total assets"]) in ANNUAL
        assert key["Equity at the end of the year"] == sheet["Equity"]
        assert sheet["Shares of members"] == 100 * key["Members at the end of the year"]
        for name in ("Operating income", "Operating result", "Result after tax"):
            assert key[name] == income[name]
        assert key["Goods received, tonnes"] == column(rows["Goods received"], place)["Together"]
    budget = list(column(rows["Budget for 2026"], 1).values())
    assert budget[0] - sum(budget[1:6]) == budget[6]
    assert (9_500 * 60 // 100, (9_500 - 5_700) // 10) == (5_700, 380)
    assert "5,700 of 9,500 MWh" in ANNUAL
    assert "would cost the cooperative 380 in a year" in ANNUAL


def test_the_documents_tell_one_story() -> None:
    chat, handbook, licence = load("support_chat"), load("handbook"), load("licence")
    assert "produce 69,120 readings on a day" in ANNUAL
    assert "Four such gateways: 69,120" in chat
    assert "within the 100,000 that our present contract" in ANNUAL
    assert "no. 4 on our list of defects" in chat
    assert "must be mended by 31 March 2026" in ANNUAL
    assert "| 4 | Door B: seal and threshold heating end short of lower corner | B | 96,000 | 31 March 2026 |" in REPORT
    assert "two loggers at door B" in REPORT
    assert "The two at door B." in chat
    assert "Skarvøy Institute for Transport Hygiene" in ANNUAL
    assert "Skarvøy Institute for Transport Hygiene" in licence
    assert "hourly values for ten years" in REPORT
    assert "hourly values for ten years" in handbook
