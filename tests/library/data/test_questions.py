"""Every quotation of a labelled question is at the place that it names, and no question gives its answer away."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
import tiktoken
from bm25s.stopwords import STOPWORDS_EN_PLUS

from chunklib.chunk import Span
from chunklib.cuts.pdf import extract
from chunklib.data import DOCUMENTS, PDFS, load, path
from chunklib.evaluation import SELF_CONTAINED, own_benchmark
from chunklib.strategies import html, pdf
from tests.each import each

FOLDER = Path(__file__).parents[3] / "chunklib" / "data" / "questions"
NAMES = [*DOCUMENTS, *PDFS]
KINDS = (*SELF_CONTAINED, "in_context", "paraphrase", "exact", "no_answer")
NEEDS = ("pronoun", "heading", "table", "definition")
MORE = {"in_context": ["needs", "around"], "exact": ["code"]}  # what a question of this kind has beside its spans
DIFFICULTIES = ("easy", "medium", "hard")
LONG = 80  # cl100k tokens: longer evidence is a passage
FAR = 1_500  # characters between two places of one answer
MOST_SHARED, MEAN_SHARED = 0.5, 0.3
MOST_SHARED_IN_CONTEXT = 1 / 3
FREQUENT = 40  # words of a document that are not rare in it

BLANK_LINE = r"\n[ \t]*\n"
BOUNDARIES = {  # where a splitter that looks for structure likes to cut; a PDF has one at titles, and its pages end
    "support_chat": BLANK_LINE + r"|\n(?=\[20\d\d-|--- Ticket )",
    "inventory": BLANK_LINE + r"|\n *(?=@|class |def |async def )",
    "catalogue": r"\n",
}

items = pytest.mark.parametrize("name", NAMES)


@cache
def text_of(name: str) -> str:
    return pdf(path(name)).text if name in PDFS else html(load(name)).text if name == "catalogue" else load(name)


@cache
def raw(name: str) -> str:
    return (FOLDER / f"{name}.json").read_bytes().decode("utf-8")


def questions(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(raw(name))["questions"]
    return found


def everything() -> list[tuple[str, dict[str, Any]]]:
    return [(name, item) for name in NAMES for item in questions(name)]


def of_kind(name: str, kind: str) -> list[dict[str, Any]]:
    return [item for item in questions(name) if item["kind"] == kind]


def places(item: dict[str, Any]) -> list[Span]:
    return [Span(span["start"], span["end"]) for span in item["spans"]]


def tokens(text: str) -> int:
    return len(tiktoken.get_encoding("cl100k_base").encode(text, disallowed_special=()))


def longest(item: dict[str, Any]) -> int:
    return max((tokens(span["text"]) for span in item["spans"]), default=0)


def far_apart(item: dict[str, Any]) -> bool:
    return len(found := places(item)) > 1 and found[-1].start - found[0].end >= FAR


def crosses(name: str, place: Span) -> bool:
    """Tell if there is a boundary in the evidence, with words before and after it."""
    text = text_of(name)[place.start : place.end]
    cuts = [cut.span() for cut in re.finditer(BOUNDARIES.get(name, BLANK_LINE), text)]
    cuts += [(page - place.start,) * 2 for page in (extract(path(name)).pages if name in PDFS else ())]
    return any(re.search(r"\w", text[: max(start, 0)]) and re.search(r"\w", text[end:]) for start, end in cuts)


def content_words(question: str) -> set[str]:
    """The words that a search goes by, without names (a capital inside a sentence) and numbers."""
    found = set()
    for sentence in re.split(r"(?<=[.?!:])\s+", question):
        for place, word in enumerate(re.findall(r"[^\W_]+", sentence)):
            name = place > 0 and word[0].isupper()
            if len(word) >= 3 and not name and not word.isdigit() and word.lower() not in STOPWORDS_EN_PLUS:
                found.add(word.lower())
    return found


def shared(item: dict[str, Any]) -> float:
    """The share of the question's content words that its evidence has, too."""
    words = content_words(item["question"])
    return len(words & set(re.findall(r"[^\W_]+", evidence(item).lower()))) / len(words)


def evidence(item: dict[str, Any]) -> str:
    return " ".join(span["text"] for span in item["spans"])


def all_words(text: str) -> list[str]:
    """Every word that is not a stop word, names and numbers too."""
    return [word for word in re.findall(r"[^\W_]+", text.lower()) if len(word) >= 2 and word not in STOPWORDS_EN_PLUS]


def stems(words: Iterable[str]) -> set[str]:
    """Words without the usual endings, so that *closed* and *closes* are one."""
    return {re.sub(r"(?<=\w{3})(?:ing|ies|ed|es|s|ly|er|y|e)$", "", word) for word in words}


@cache
def frequent(name: str) -> set[str]:
    """The most frequent words of a document: what it is about."""
    return {word for word, _ in Counter(all_words(text_of(name))).most_common(FREQUENT)}


def rare_shared(name: str, item: dict[str, Any]) -> set[str]:
    """The words of question and evidence, by their stems, that are rare in the document."""
    return (stems(all_words(item["question"])) & stems(all_words(evidence(item)))) - stems(frequent(name))


# ------------------------------------------------------------------ every file


@items
def test_the_form_of_the_file(name: str) -> None:
    found = json.loads(raw(name))
    assert raw(name) == json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    assert list(found) == ["document", "questions"]
    assert found["document"] == name
    assert [item["id"] for item in found["questions"]] == [
        f"{name}-{at + 1:02}" for at in range(len(found["questions"]))
    ]
    for item in found["questions"]:
        assert list(item) == ["id", "question", "kind", "difficulty", "spans", *MORE.get(item["kind"], ())], item["id"]
        assert all(list(span) == ["start", "end", "text"] for span in item["spans"]), item["id"]
        assert item["question"] == " ".join(item["question"].split()), item["id"]
        assert item["question"].endswith("?"), item["id"]


@items
def test_every_quotation_stands_where_it_is_said_to_stand(name: str) -> None:
    text = text_of(name)
    for item in questions(name):
        for span in [*item["spans"], *([item["around"]] if "around" in item else [])]:
            assert text[span["start"] : span["end"]] == span["text"], item["id"]
            assert span["text"] == span["text"].strip(), item["id"]
            for at in (span["start"], span["end"]):
                assert not re.fullmatch(r"\w\w", text[max(at - 1, 0) : at + 1]), f"{item['id']}: cut inside a word"
        assert places(item) == sorted(places(item)), item["id"]


@each("name", PDFS)
def test_the_evidence_of_a_pdf_is_in_the_source_that_it_was_set_from(name: str) -> None:
    """White space apart, and the marks of Markdown: so no header, page number or divided word is in it."""
    source = (FOLDER.parents[2] / "docs" / "sources" / f"{name}.md").read_text(encoding="utf-8")
    words = " ".join(re.sub(r"[|*#]|-{3,}:?", " ", source).split())
    for item in questions(name):
        for span in item["spans"]:
            assert " ".join(span["text"].split()) in words, item["id"]


@items
def test_the_evidence_occurs_once_in_all_documents(name: str) -> None:
    for item in questions(name):
        for span in item["spans"]:
            found = sum(text_of(other).count(span["text"]) for other in NAMES)
            assert found == 1, f"{item['id']}: {span['text']!r} occurs {found} times"


def test_the_evidence_in_the_page_says_what_it_said_between_its_tags() -> None:
    """The hash is of what the first reader of the page showed of each piece, before offsets were those of its text."""
    kept = [item for item in questions("catalogue") if item["id"] != "catalogue-43"]  # what it asked is not shown
    said = [span["text"] for item in kept for span in [*item["spans"], *([item["around"]] if "around" in item else [])]]
    lines = "\n".join(" ".join(word for word in text.split() if word != "|") for text in said)
    assert sha256(lines.encode()).hexdigest() == "57fac723e59ef81c90d0bfdd778d1d6262302b579102b9c27af4de4337ed0f08"


@items
def test_a_question_does_not_copy_its_answer(name: str) -> None:
    assert {item["id"]: shared(item) for item in questions(name) if shared(item) > MOST_SHARED} == {}
    assert mean(shared(item) for item in questions(name) if item["spans"]) <= MEAN_SHARED


@items
def test_kinds_are_what_they_say(name: str) -> None:
    for item in questions(name):
        kind, one_place = item["kind"], len(item["spans"]) == 1
        assert kind in KINDS, item["id"]
        assert item["difficulty"] in DIFFICULTIES, item["id"]
        assert one_place == (kind not in ("spread", "no_answer")), item["id"]
        assert bool(item["spans"]) == (kind != "no_answer"), item["id"]
        if kind == "fact":
            assert longest(item) <= LONG, item["id"]
        if kind == "passage":
            assert longest(item) > LONG, item["id"]
        if kind == "spread":
            assert far_apart(item), item["id"]
        if kind == "boundary":
            assert crosses(name, places(item)[0]), item["id"]


@items
def test_what_needs_its_document_is_named_by_the_question_and_not_by_the_evidence(name: str) -> None:
    for item in of_kind(name, "in_context"):
        named = (set(all_words(item["question"])) & set(all_words(item["around"]["text"]))) - set(
            all_words(evidence(item))
        )
        assert named, f"{item['id']}: no word of the question is around the evidence and not in it"
        assert shared(item) <= MOST_SHARED_IN_CONTEXT, item["id"]
        assert item["needs"] in NEEDS, item["id"]
        start, end = places(item)[0]
        assert item["around"]["end"] <= start or item["around"]["start"] >= end, f"{item['id']}: it has its context"


@items
def test_a_paraphrase_shares_no_rare_word_with_its_evidence(name: str) -> None:
    assert {item["id"]: rare for item in of_kind(name, "paraphrase") if (rare := rare_shared(name, item))} == {}


@items
def test_an_exact_question_turns_on_a_code_a_name_or_a_number_that_its_evidence_has(name: str) -> None:
    for item in of_kind(name, "exact"):
        code = item["code"]
        assert re.search(r"[\d_]|[^\w\s]|[A-Z]\w+ [A-Z]", code), f"{item['id']}: {code!r} is a plain word"
        assert re.search(rf"(?<!\w){re.escape(code)}(?!\w)", evidence(item)), f"{item['id']}: {code!r} is not in it"


# ------------------------------------------------------------------ all files together


def test_no_two_questions_are_the_same() -> None:
    words = Counter(" ".join(re.findall(r"\w+", item["question"].lower())) for _, item in everything())
    same = Counter((name, *places(item)) for name, item in everything() if item["spans"])
    assert [found for found, times in chain(words.items(), same.items()) if times > 1] == []


def test_they_make_a_benchmark() -> None:
    benchmark = own_benchmark()
    assert [(one.id, one.document) for one in benchmark.questions] == [
        (item["id"], name) for name, item in everything() if item["spans"]
    ]
    by_id = {item["id"]: item for _, item in everything()}
    for one in benchmark.questions + benchmark.unanswerable:
        item = by_id.pop(one.id)
        assert (one.text, one.kind, one.difficulty) == (item["question"], item["kind"], item["difficulty"])
        assert benchmark.evidence(one) == [span["text"] for span in item["spans"]]
    assert not by_id
    assert {one.kind for one in benchmark.unanswerable} == {"no_answer"}


def test_those_that_the_lessons_ask_are_as_they_were() -> None:
    """Their figures are told in the lessons, and in what is graded."""
    found = own_benchmark().of_kinds(*SELF_CONTAINED)
    assert (len(found.questions), found.unanswerable, found.fingerprint) == (192, (), "c67d1d4c4b9a")


# ------------------------------------------------------------------ the card


def test_the_tables_of_the_card_are_counted_again() -> None:
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    kinds = Counter((name, item["kind"]) for name, item in everything())
    levels = Counter((name, item["difficulty"]) for name, item in everything())
    rows = [[kinds[name, kind] for kind in KINDS] + [levels[name, level] for level in DIFFICULTIES] for name in NAMES]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    for name, row in zip([*(f"`{name}`" for name in NAMES), "all"], [*rows, sums], strict=True):
        assert f"| {name} | {' | '.join(map(str, [*row, sum(row[: len(KINDS)])]))} |" in card
    facts = {
        "tokens of text": sum(tokens(text_of(name)) for name in NAMES),
        "questions with more than 80 tokens in one place": sum(longest(item) > LONG for _, item in everything()),
        "questions with two places 1,500 characters apart": sum(far_apart(item) for _, item in everything()),
        "places": sum(len(item["spans"]) for _, item in everything()),
    }
    for what, number in facts.items():
        assert f"| {what} | {number:,} |" in card
    for what, number in Counter(item["needs"] for _, item in everything() if "needs" in item).items():
        assert f"| `{what}` | {number} |" in card
    share = mean(shared(item) for _, item in everything() if item["spans"])
    assert f"| content words that the evidence has, too | {share:.0%} |".replace("%", " %") in card
