"""Sentences of scripts without a Latin full stop: labelled texts of our own, odd marks, and what stays as it was."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest
import regex
from nupunkt import sent_spans

from chunklib import data
from chunklib.cuts import sentences as sentence_cuts
from chunklib.cuts import separators
from chunklib.cuts.graphemes import Graphemes
from chunklib.cuts.sentences import ends_after_words
from chunklib.cuts.separators import PARAGRAPH, SENTENCE
from chunklib.overlap.adaptive import Place
from tests.each import each
from tests.labelled_scripts import LABELLED

# Thai has no mark: a short clause, such as one before a number, is not told from a name.
MISSED = {"Thai": 2}
EXTRA = {"Japanese": 1}  # inside brackets: 「（たぶん山の方で。）」


def by_sentence(text: str) -> list[int]:
    return list(sentence_cuts(text))


def by_separator(text: str) -> list[int]:
    return list(separators(text, SENTENCE))


def pieces(text: str, cuts: list[int]) -> list[str]:
    return [text[start:end] for start, end in pairwise([0, *cuts])]


@pytest.mark.parametrize("find", [by_sentence, by_separator])
@each("language", LABELLED)
def test_sentences_end_where_a_reader_says(find: object, language: str) -> None:
    labelled = LABELLED[language].split("|")
    text, wanted = "".join(labelled), set(accumulate(map(len, labelled)))
    # Between words of Thai is white space enough for a separator.
    missed = 9 if (find, language) == (by_separator, "Thai") else MISSED.get(language, 0)
    found = set(find(text))  # type: ignore[operator]
    assert len(wanted - found) == missed, pieces(text, sorted(found))
    assert len(found - wanted) == EXTRA.get(language, 0), pieces(text, sorted(found))


@each(
    "expected",
    [
        ["।।।।"],
        ["। ", "है।"],
        ["है।।। ", "वह।"],
        ["१।२ है। ", "३॥"],
        ["श्लोक॥ १ ॥ ", "फिर॥२॥ ", "अंत"],
        ['वह।" ', '"हाँ।" ', "फिर"],
        ["वह।", '"हाँ।"'],
        ["वह।", "😊 फिर।\u0301", "क।\u200d", "ख।\ufe0f", "ग"],
        ["https://ar.x/a؟id=5 اذهب؟ ", "نعم"],
        ["he said هل؟ ", "then left. ", "نعم."],
        ["ہے۔۔۔ ", "ایم۔اے ۳۔۵"],
        ["Τι; ", "Ναι. ", "Πού\u037e ", "Εδώ; "],
        ["Take α; then αβ; then γ"],
        ["Այո: ", "Ոչ: այո"],
        ["ទៅ។ល។ ", "មក៕", "ទៅ"],
        ["བོད། །", "ཡིག། ", "ཡིན"],
        ["很好。", "😊然后！\u0301", "（完。）", "好"],
        ["ـ د. علي م. سامي"],
    ],
)
def test_odd_marks(expected: list[str]) -> None:
    text = "".join(expected)
    assert pieces(text, by_sentence(text)) == expected
    assert pieces(text, by_separator(text)) == expected


@each(
    "expected",
    [
        ["ดีมากเลยนะ ", "แต่ว่าฝนตก และลมแรงมาก ๆ ทั้งคืน ", "“สวัสดีครับผม” ", "เขาพูดเบา ๆ กับแม่"],
        ["สมชาย ใจดี 3 คน"],
        ["ກິນເຂົ້າແລ້ວ ", "ໄປຕະຫຼາດ"],
        ["Niran: เปิดได้แล้วครับ ขอบคุณมาก, and so he did not come back to the office. ", "No."],
    ],
)
def test_clauses_of_thai_and_lao_end_at_a_space(expected: list[str]) -> None:
    text = "".join(expected)
    assert pieces(text, by_sentence(text)) == expected


@each(
    "atom",
    ["।", "। ", "।\u0301", "۔", '۔"', "؟۔", "។ល", "፡", ";", "α;", "ไทย ", "ไทยไทยไทย ", "།", "། ", "।१", "。\u0301"],
)
def test_thousands_of_marks(atom: str) -> None:
    text = atom * (20_000 // len(atom))
    for find in (by_sentence, by_separator):
        cuts = find(text)
        assert cuts == sorted(set(cuts))
        assert cuts[-1] == len(text)
    assert all(map(Graphemes(text).at, by_sentence(text)))


def latin(name: str) -> str:
    """A document of the course, with a letter for what is of another script."""
    return regex.sub(r"[\p{Thai}\p{Arabic}]", "x", data.load(name))


@each("name", data.DOCUMENTS)
def test_english_and_chinese_are_cut_where_they_were(name: str) -> None:
    text = latin(name)
    old = {start for start, _ in sent_spans(text) if start and text[start - 1].isspace()}
    old |= set(ends_after_words(text, old))
    old |= {match.end() for match in regex.finditer(r"(?<![。！？｡])[。！？｡]++[”’」』）》]*+\s*+", text)}
    old |= {match.end() for match in PARAGRAPH.finditer(text)}
    cuts = sorted(old | {len(text)})
    assert by_sentence(text) == [*(cut for cut, after in pairwise(cuts) if text[cut:after].strip()), len(text)]


@each("tail", ["वह गया।", "هل وصل؟", "وہ گیا۔ ", "«Ναι;» ", "ទៅ។", "很好。」"])
def test_adaptive_knows_that_a_sentence_is_whole(tail: str) -> None:
    assert not Place(tail, [], 0, len(tail)).cuts_sentence()
