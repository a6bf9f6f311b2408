"""`span_size`, the first part of `smart_chunk`: how many tokens a span of the text has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call, Exercise, Property, Raised, expect_int

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_OTHER = {"gpt-4": "gpt-4o", "gpt-4o": "gpt-4"}


def _counts(function: Call, **case: Any) -> None:
    """The number is that of the slice, and of nothing else."""
    try:
        gave = expect_int(function(**case))
    except Raised as raised:
        if "special" not in raised.message:
            raise
        raise Broken(f"raised {raised.type_name} on text that looks like a special token", cause=_REFUSED) from None
    text = case["text"][case["start"] : case["end"]]
    expected = ruler(case.get("model", "gpt-4"))(text)
    if gave != expected:
        raise Broken(f"the slice is {text[:30]!r}", expected=expected, cause=_cause(gave, text, case))


def _cause(gave: int, text: str, case: dict[str, Any]) -> str:
    if "<|" in text:
        return _NOT_PLAIN
    model = case.get("model", "gpt-4")
    count = ruler(model)
    known = {
        len(text): "Characters are counted, not tokens.",
        len(text.split()): "Words are counted, not tokens.",
        count(case["text"]): "The whole text is counted, and not the part from start to end.",
        ruler(_OTHER[model])(text): f"Tokens of {_OTHER[model]} are counted; the call asks for {model}.",
        sum(map(count, text.split())): "The tokens of single words are added up; encode the joined text.",
        count(case["text"][: case["end"]]) - count(case["text"][: case["start"]]): _SUBTRACTED,
        count(text.strip()): "White space at the ends is stripped, and it counts as well.",
    }
    return known.get(gave, "")


def case(text: str, start: int = 0, end: int | None = None, **more: Any) -> dict[str, Any]:
    """Make a case of a span, which is the whole text unless it is given."""
    return {"text": text, "start": start, "end": len(text) if end is None else end, **more}


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    words = st.sampled_from(["a", " ", "unbelievable", "é", "中文", "😀", "\n\n", "<|endoftext|>", "foo(bar)"])
    edges = st.tuples(st.integers(0, 9), st.integers(0, 30))
    models = st.sampled_from(["gpt-4", "gpt-4o"])
    texts = st.lists(words, max_size=9).map("".join)
    return st.builds(lambda text, cut, model: case(text, cut[0], sum(cut), model=model), texts, edges, models)


_REFUSED = "tiktoken refuses such text unless encode() is called with disallowed_special=()."
_NOT_PLAIN = "Such text is plain text: it has several tokens, and it is never a command."
_SUBTRACTED = "Two counts are subtracted, and counts do not add up: slice the text, and encode the slice."
_SLICE = ("Slice the text first, and encode exactly this slice.",)
_ASKED = (_NOT_PLAIN, "One encoding is used for every model.")
_PLAIN = (
    case("one"),
    case("one two three", 0, 3),
    case("one two three", 3, 7),
    case("unbelievable xylophones"),
    case("red unbelievable"),
    case("é 中文 😀", 2, 4),
    case("one two", 3, 3),
)
_SPECIAL = (
    case("<|endoftext|>"),
    case("foo(bar)\t\t\t{baz}", model="gpt-4o"),
    case("It is <|fim_prefix|>.", model="gpt-4o"),
    case("中文分词", model="gpt-4o"),
)

EXERCISE = Exercise(
    hints=(
        "tiktoken.encoding_for_model(model) gives the encoding. Its encode(...) gives a list of tokens.",
        "Slice first: text[start:end]. Then encode the slice with disallowed_special=() and take the length.",
    ),
    properties=(
        Property("the tokens of the slice", 1, True, _SLICE, _counts, _PLAIN),
        Property("the model asked, and plain text", 1, False, _ASKED, _counts, _SPECIAL, _cases),
    ),
)
