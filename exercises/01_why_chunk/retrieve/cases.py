"""The cases of `retrieve`: questions and chunks of a few words, each made for one rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def case(question: str, chunks: Sequence[str], k: int = 3) -> Mapping[str, Any]:
    """Return a case, as a property is given it."""
    return {"question": question, "chunks": list(chunks), "k": k}


_VOCABULARY = ("ice", "fish", "cold", "door", "tea", "sun")


def plain() -> SearchStrategy[dict[str, Any]]:
    """Draw chunks and questions in small letters, no word twice in one of them."""
    from hypothesis import strategies as st

    texts = st.lists(st.sampled_from(_VOCABULARY), unique=True, min_size=1, max_size=5).map(" ".join)
    chunks = st.lists(texts, min_size=1, max_size=7)
    return st.fixed_dictionaries({"question": texts, "chunks": chunks, "k": st.integers(1, 8)})


def written() -> SearchStrategy[dict[str, Any]]:
    """Draw chunks and questions with capitals, punctuation, digits, repeated words, and words inside words."""
    from hypothesis import strategies as st

    pieces = (
        "ice",
        "Ice",
        "rice",
        "ICE!",
        "fish",
        "fishing",
        "(fish)",
        "E40",
        "E401",
        "cold.",
        "Cold",
        "Åse",
        "åse,",
        "a",
        "-",
        "\n",
    )
    texts = st.lists(st.sampled_from(pieces), max_size=6).map(" ".join)
    chunks = st.lists(texts, min_size=1, max_size=6)
    return st.fixed_dictionaries({"question": texts, "chunks": chunks, "k": st.integers(1, 7)})


ALONE = (
    case("ice", ["fish", "ice", "tea"]),
    case("cold ice", ["fish tea", "sun", "tea", "cold"], 1),
    case("tea", ["sun", "", "tea", "door", "ice"], 2),
)
RARE = (
    case("ice cold", ["cold", "cold", "ice", "tea"]),
    case("ice cold fish", ["cold fish", "cold fish", "cold fish", "ice", "tea", "tea"], 1),
    case("ice cold fish", ["cold fish", "cold fish", "ice", "cold fish", "tea", "tea"], 6),
    case("sun tea", ["tea door", "tea", "tea sun", "door", "tea sun fish"], 5),
    case("ice fish cold door", ["ice", "ice fish", "ice fish cold", "ice fish cold door"], 4),
    case("ice cold fish", ["ice", "cold", "cold", "tea", "tea", "cold fish sun door", "fish", "fish"], 8),
)
FIRST = (case("ice cold", ["cold", "cold", "ice", "tea"], 1), case("sun", ["tea", "sun", "sun"]))
ONCE = (
    case("ice", ["fish ice", "ice ice ice", "tea"]),
    case("cold cold ice", ["cold", "cold", "ice", "tea"], 1),
    case("ice cold", ["cold", "ice ice ice ice", "tea", "ice", "cold sun"], 5),
    case("tea", ["tea", "tea tea tea", "sun"], 2),
)
WHOLE = (
    case("ice", ["rice", "ice", "tea"]),
    case("Ice", ["tea", "ICE", "fish"]),
    case("Is there ice?", ["No ice.", "No. Is it?", "tea"]),
    case("What is E401?", ["E4012", "(E401)", "e401", "tea"]),
    case("Who is Åse?", ["tea", "åse", "se", "ice"]),
    case("a 5", ["a", "5", "5 a", "tea"]),
    case("Which max_size?", ["max", "size max", "max_size", "tea"]),
    case("cold", ["tea", "cold-room"], 1),
    case("door", ["tea", "the door's key"], 1),
    case("STRASSE", ["straße", "tea"]),
    case("stanbul", ["İstanbul", "tea"]),
    case("οδος", ["tea", "ΟΔΟΣ"]),
    case("café", ["cafe\u0301", "tea"]),
)
EQUAL = (
    case("ice tea", ["fish", "ice", "tea", "sun"]),
    case("ice", ["tea", "ice", "ice sun", "ice", "fish"], 2),
    case("ice", ["ice cold", "tea", "ice cold", "fish"], 2),
    case("ice", [*["ice", "tea"] * 20], 7),
    case("a b c d", ["a", "d a", "b", "", "d c", "b", "", "b d a", "b c", "d b"], 10),
)
ZERO = (
    case("ice", ["tea", "ice", "fish"]),
    case("ice cold", ["cold tea", "cold ice", "cold"], 3),
    case("cold", ["cold ice", "cold"], 2),
    case("ice", ["ice"], 1),
)
MANY = case("ice tea", ["tea", "ice", *["sun tea"] * 150, *["sun"] * 150], 2)
