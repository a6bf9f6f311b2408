"""`smart_chunk`, the graded exercise of lesson 07: natural boundaries, an exact limit, overlap, true offsets.

What is asked of an answer is in the tests of the properties, one idea a module. What is left free: whether
white space at the ends of a chunk is kept, how full a chunk is packed with whole units, and what the overlap
is made of, as long as it is there where it can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Exercise, Property

from . import calling, content, natural, order, sharing, size

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _cases(name: str) -> SearchStrategy[dict[str, Any]]:
    from . import texts  # here, because Hypothesis is slow to import

    strategy: SearchStrategy[dict[str, Any]] = getattr(texts, name)()
    return strategy


def _case(text: str, max_tokens: int, overlap_tokens: int, **more: str) -> dict[str, Any]:
    return {"text": text, "max_tokens": max_tokens, "overlap_tokens": overlap_tokens, **more}


_PARTS = [f"Part {i} is naïve. It says that {i} times {i} makes {i * i}." for i in range(1, 41)]
_UNCUT = _case("\n\n".join(_PARTS[:6]), 8, 2)  # its halves, too, are far over the limit
_MORE_IN_4O = _case("x=1;y=2;z=3;\t\t\tfoo(bar)\t\t\t{baz}", 1, 0, model="gpt-4o")
_URL = "https://example.com/" + "abcdefghij0123456789" * 60

_LOST = Property(
    name="nothing is lost",
    points=3,
    gate=True,
    causes=(
        "The last piece is still in the buffer when the loop ends.",
        "A separator is removed by split() and never put back.",
        "A piece that is too long, or very short, is left out.",
    ),
    test=content.nothing_is_lost,
    examples=(
        _case("Hi", 5, 0),
        _case("aa b", 1, 0),
        _case("one two three four", 3, 2),
        _case("It is red. We go. I", 4, 1),
        _case("aa\n\nbb cc dd ee ff\n\ngg", 4, 0),
        _case("\none two three four five six seven\n", 5, 2),
        _case("abcdefghijklmnopqrstuvwxyz", 4, 0),
        _case("👩\u200d🔧👩\u200d🔧👩\u200d🔧", 4, 0),
        _case("\ufeff中文 สวัสดี 😀 \x00\u2028e\u0301!", 6, 2),
        _case(_URL, 50, 10),
        _case("red " * 2200, 2, 0),
    ),
    cases=lambda: _cases("any_cases"),
)

_OFFSETS = Property(
    name="offsets",
    points=3,
    gate=False,
    causes=(
        "Positions are found by searching, and the same words appear earlier in the text.",
        "White space is stripped from the text, and the offsets are those from before.",
        "Bytes or tokens are counted where characters are meant.",
        "Text is joined again with other white space than it had.",
    ),
    test=content.offsets,
    examples=(
        _case("aa b", 1, 0),
        _case("é b", 3, 0),
        _case("😀 e\u0301 b", 4, 0),
        _case("aa aa aa aa", 2, 1),
        _case("é é é é é é", 3, 1),
        _case(" one\n two \n\n\n three ", 4, 1),
        _case("It is red.\r\nIt is red.\r\n\r\nIt is red.", 5, 2),
        _case("😀 中文 aa\xa0bb\u2028cc\tdd", 6, 2),
    ),
    cases=lambda: _cases("any_cases"),
)

_LIMIT = Property(
    name="token limit",
    points=3,
    gate=False,
    causes=(
        "Counts of pieces are added up; joined text has to be counted again.",
        "The overlap is added when the chunk is already full.",
        "A piece that is too long for one separator is not cut with the next.",
        "The tokens are counted before white space is stripped.",
    ),
    test=size.token_limit,
    examples=(
        _case("one two three", 2, 0),
        _case("one two three four five", 3, 1),
        _case("unbelievable xylophones", 3, 1),
        _case("one two three four five six seven eight", 4, 3),
        _case(" Xylophones  Xylophones ", 4, 0),
        _case("It is red.\n\nWe go on and on and on and on.", 6, 2),
        _case("中文分词 很难 สวัสดี नमस्ते", 6, 2),
        _case(_URL, 50, 10),
    ),
    cases=lambda: _cases("any_cases"),
)

_NATURAL = Property(
    name="natural boundaries",
    points=3,
    gate=False,
    causes=(
        "A chunk is filled to the last token, even if this cuts a sentence or a word.",
        "One separator is tried and the smaller ones are not, or they are tried on the whole text at once.",
        "Every full stop counts as the end of a sentence.",
    ),
    test=natural.natural_boundaries,
    examples=(
        _case("aa bb\n\ncc dd", 4, 0),
        _case("aa bb\ncc dd", 4, 0),
        _case("aa\n\nbb\ncc dd", 5, 0),
        _case("aa bb\n\ncc dd\n\nee ff gg hh ii", 4, 0),
        _case("It 3.14.", 5, 0),
        _case("Aa bb. Cc dd.", 5, 0),
        _case("unbelievable xylophones", 5, 0),
        _case("It is 3.14 or red. We go on.", 9, 0),
        _case("We go on! It is old. We go.", 9, 0),
        _case("Is it red? It is old.", 6, 0),
        _case("alpha\tbeta\tgamma\tdelta\tone\ttwo", 3, 0),
        _case("aa bb\n\ncc dd ee\n\nff", 8, 2),
        _case("aa bb cc\ndd ee\nff gg hh ii\njj", 9, 2),
        _case("It is red. We go. It is old. We go on.", 9, 2),
        _case("aa bb cc dd ee ff gg hh\n\naa bb\n\ncc dd\n\nee", 6, 1),
        _case("It is red.\nWe go on. It is old.\n\nIt is old. We go on and on.", 10, 1),
        _UNCUT,
    ),
    cases=lambda: _cases("plain_cases"),
)

_OVERLAP = Property(
    name="overlap",
    points=3,
    gate=False,
    causes=(
        "Chunks are filled first, and then there is no room for the overlap.",
        "The overlap is counted in words or characters, not in tokens.",
        "The last whole piece is too long to repeat, and no part of it is taken instead.",
    ),
    test=sharing.overlap,
    examples=(
        _case("aa bb cc", 2, 0),
        _case("aa bb cc", 2, 1),
        _case("one two three four five", 3, 1),
        _case("aa bb\n\ncc dd", 4, 1),
        _case("one two three four five six", 4, 3),
        _case("aa bb\n\ncc\n\ndd\n\nee", 5, 3),
        _case("aa bb. cc dd. ee ff.", 4, 2),
        _case("unbelievable tree xylophones tree unbelievable", 8, 4),
        _case("It is red. We go on. It is old. We go.", 8, 3),
        _case("It is red. We go on.\n\nIt is old.\nWe go.\n\nRed it is.", 10, 4),
        _case("中文 很难 中文 很难 中文 很难", 8, 4),
        _UNCUT,
    ),
    cases=lambda: _cases("sharing_cases"),
)

_ORDER = Property(
    name="no waste",
    points=2,
    gate=False,
    causes=(
        "The loop asks whether there is a next start; it has to ask whether the last chunk reached the end.",
        "The overlap alone becomes a chunk.",
        "The pieces of a long sentence are not packed together again.",
    ),
    test=order.no_waste,
    examples=(
        _case("", 5, 0),
        _case(" \n\n ", 5, 1),
        _case("one two three four", 3, 2),
        _case("one two three four five six seven", 4, 3),
        _case("one two three four five six seven eight nine ten", 6, 0),
        _case("It is red. We go on.\n\nIt is old.\n\nWe go.", 8, 4),
        _case("abcdefghij" * 6, 8, 0),
        _UNCUT,
    ),
    cases=lambda: _cases("any_cases"),
)

_SPECIAL = Property(
    name="special-token text",
    points=1,
    gate=False,
    causes=("tiktoken refuses such text unless encode() is called with disallowed_special=().",),
    test=size.special_tokens,
    examples=(_case("<|endoftext|>", 9, 0), _case("It is <|endoftext|> or <|fim_prefix|>.", 9, 2)),
    cases=lambda: _cases("special_cases"),
)

_MODEL = Property(
    name="the model asked",
    points=1,
    gate=False,
    causes=("One encoding is used for every model.", "Only a part of the counting knows of the model."),
    test=size.model_asked,
    examples=(
        _case("中文", 4, 0, model="gpt-4o"),
        _MORE_IN_4O,
        _case("one two three four five", 3, 1, model="gpt-4o"),
        _case("one two kept kept two one kept", 4, 1, model="gpt-4o"),
        _case("สวัสดี नमस्ते привет สวัสดี", 8, 4, model="gpt-4o"),
        _case("สวัสดี नमस्ते привет สวัสดี", 8, 4, model="gpt-4"),
    ),
    cases=lambda: _cases("model_cases"),
)

_CALL = Property(
    name="the call",
    points=1,
    gate=False,
    causes=("The arguments are not checked before the work begins, or with the wrong comparison.",),
    test=calling.the_call,
    examples=(
        _case("one two", 5, 5),
        _case("one two", 5, -1),
        _case("one two", 5, 6),
        _case("one two", 0, 0),
        _case(" ", 5, 5),
        _case("one two three", 2, 1),
        _case("one two", 1, 0),
        {"text": "\n\n".join(_PARTS[:6]), "max_tokens": 60},
        {"text": "\n\n".join(_PARTS)},
    ),
    cases=lambda: _cases("call_cases"),
)

_HINT_1 = (
    "Three of the parts answer one question each: where may I cut, how much fits, what do I repeat? Call them in"
    " this order, and work with places (start, end) until the end."
)
_HINT_2 = (
    "Call natural_pieces with 0, len(text) and max_tokens. Give its pieces to pack_spans, and give it the room that"
    " the overlap leaves, max_tokens - overlap_tokens. Pass the model on to every part."
)
_HINT_3 = (
    "Loop over the spans. The first chunk is the first span. Each other chunk begins where overlap_start says: its"
    " `before` is the last chunk, with what that repeats, and not the last span. Slice and count once, when start and"
    " end are final, and keep both in the result."
)

EXERCISE = Exercise(
    hints=(_HINT_1, _HINT_2, _HINT_3),
    properties=(_LOST, _OFFSETS, _LIMIT, _ORDER, _NATURAL, _OVERLAP, _SPECIAL, _MODEL, _CALL),
)
