"""The characters of a text that begin in each token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from chunklib.tokens import Tokens, ruler
from classroom.judge.exercise import Broken, Call, Exercise, Property, expect_int, expect_list, kind_of
from classroom.properties.spans import FROM_SLICE

if TYPE_CHECKING:
    import tiktoken
    from hypothesis.strategies import SearchStrategy

Spans = list[tuple[int, int]]
_PAIRS = "each token has two numbers: where it starts and where it ends, in characters"
_HOSTILE = "ab .\n0é\u0301汉ไ☂न\u200d\U0001f469\U0001f527"


def _encoding(name: str = "cl100k_base") -> tiktoken.Encoding:
    return cast(Tokens, ruler(name)).encoding


def _pieces(text: str, name: str = "cl100k_base") -> list[bytes]:
    """Return the bytes of each token."""
    encoding = _encoding(name)
    return [encoding.decode_single_token_bytes(token) for token in encoding.encode_ordinary(text)]


def _joined(lengths: list[int]) -> Spans:
    """Lay lengths one after the other."""
    ends = [sum(lengths[: index + 1]) for index in range(len(lengths))]
    return list(zip([0, *ends], ends, strict=False))


def _begun(pieces: list[bytes]) -> Spans:
    """Give each token the characters whose first byte lies in it."""
    return _joined([sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces])


def _mistakes(text: str, pieces: list[bytes], right: Spans) -> Iterator[tuple[Spans, str]]:
    """Yield what known mistakes make of a text, and what is wrong with it."""
    read = [piece.decode("utf-8", "replace") for piece in pieces]
    done = [len(b"".join(pieces[: index + 1]).decode("utf-8", "ignore")) for index in range(len(pieces))]
    _, starts = _encoding().decode_with_offsets(_encoding().encode_ordinary(text))
    yield _joined([len(piece) for piece in pieces]), "these are places in bytes; Python counts a text in characters"
    yield _joined([len(one) for one in read]), _REPLACED
    yield list(zip([0, *done], done, strict=False)), _LAST_BYTE
    yield list(zip(starts, [*starts[1:], len(text)], strict=False)), _AFTER
    yield _joined([len(piece.decode("utf-8", "ignore")) for piece in pieces]), _DROPPED
    yield [(text.find(one), text.find(one) + len(one)) for one in read], _SEARCHED
    yield [(start, end) for start, end in right if start < end], _EMPTY
    if len(text) > 1:
        yield [(start, end - 1) for start, end in right], "a span ends after its last character, as a slice does"
    yield [(start + 1, end + 1) for start, end in right], "places are counted from 0, not from 1"
    yield [(0, end - start) for start, end in right], FROM_SLICE
    yield [(a - n, b - n) for a, b in right for n in [text.rfind("\n", 0, a) + 1]], FROM_SLICE
    yield [(start, end - start) for start, end in right], _LENGTHS


_REPLACED = "decode() of a part of a character gives �, and each � was counted as a character"
_LAST_BYTE = "each character is given to the token that completes it; it belongs to the one with its first byte"
_AFTER = "a token that begins inside a character starts after that character, not at it"
_DROPPED = "errors='ignore' drops the parts of a character, and with them the character"
_SEARCHED = "find() cannot find a part of a character, and finds repeated text too early"
_EMPTY = "a token in which no character begins has a span too: an empty one"
_LENGTHS = "the second number is where the token ends, not how long it is"


def _cause(text: str, gave: Spans, pieces: list[bytes], right: Spans) -> str:
    """Say by which known mistake these spans come out, if by a single one."""
    if gave and len(gave) != len(right) and gave == _begun(_pieces(text, "o200k_base")):
        return "these are the tokens of o200k_base; take cl100k_base"
    found = [cause for wrong, cause in _mistakes(text, pieces, right) if gave and wrong == gave]
    return found[0] if len(found) == 1 else ""


def _read(value: object) -> Spans:
    spans = []
    for index, pair in enumerate(expect_list(value)):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise Broken(f"element {index} is {_kind(pair)}; expected a pair (start, end)", cause=_PAIRS)
        for place in pair:
            expect_int(place, f"element {index} has")
        spans.append((pair[0], pair[1]))
    return spans


def _kind(value: object) -> str:
    kind = kind_of(value)
    return f"{kind} of {len(value)}" if isinstance(value, list | tuple) else kind


def _exact(function: Call, text: str) -> None:
    """Every token has the span of the characters that begin in it."""
    gave = _read(function(text))
    pieces = _pieces(text)
    expected = _begun(pieces)
    cause = _cause(text, gave, pieces, expected) if text else "a span is added before the first token is seen"
    for index, (one, other) in enumerate(zip(gave, expected, strict=False)):
        if one != other:
            raise Broken(
                f"{_named(index, pieces[index])} is at {one}; expected {other}", expected=expected, cause=cause
            )
    if len(gave) != len(expected):
        why = f"number of spans: {len(gave)}; number of tokens: {len(expected)}"
        raise Broken(why, expected=expected, cause=cause)


def _named(index: int, piece: bytes) -> str:
    r"""Say which token, by its text, or by its bytes if they are not text.

    >>> _named(0, b" room"), _named(1, b"\x82")
    ("token 0 (' room')", 'token 1 (bytes 82, no text by themselves)')
    """
    try:
        return f"token {index} ({piece.decode()!r})"
    except UnicodeDecodeError:
        return f"token {index} (bytes {piece.hex(' ')}, no text by themselves)"


def _texts() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    return st.fixed_dictionaries({"text": st.text(st.sampled_from(_HOSTILE), max_size=20)})


def _plain() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    texts = st.text(st.sampled_from("abc ABC.,09\n\t"), max_size=20)
    return st.fixed_dictionaries({"text": texts.map("rain ".__add__)})  # two tokens show more than one character


def _cases_of(*texts: str) -> tuple[dict[str, Any], ...]:
    return tuple({"text": text} for text in texts)


_LETTERS = ("a shipment of fish", "A SHIPMENT OF FISH")  # the same letters, other tokens

EXERCISE = Exercise(
    hints=(
        (
            "Each span starts where the one before it ends, so you need only one number for each token: how many "
            "characters begin in it."
        ),
        (
            "encoding.decode_single_token_bytes(token) gives the bytes of a token, even if they are not text. How many "
            "of them begin a character? You wrote this in the lesson: characters_begun."
        ),
        (
            "A byte from 0x80 to 0xBF continues a character, and every other byte begins one. Count those that begin "
            "one in each token, and add up: the sum before a token is its start, the sum after it is its end."
        ),
    ),
    properties=(
        Property(
            name="plain text: each token at its place",
            points=2,
            gate=True,
            causes=("these are not the tokens of this text; each one starts where the one before it ends",),
            test=_exact,
            examples=_cases_of(
                "one two", "The door of the cold room was open.", "aaaaaaaaaaaaaaaa", "a  b\n\n   c", *_LETTERS
            ),
            cases=_plain,
        ),
        Property(
            name="a character of several bytes counts once",
            points=2,
            gate=False,
            causes=("each character counts once, whatever the number of its bytes",),
            test=_exact,
            examples=_cases_of("é", "©", "¿ Qué?", "Tromsø, São Tomé", "Die Tür des Kühlraums", "ไท"),
        ),
        Property(
            name="a token that begins inside a character",
            points=3,
            gate=False,
            causes=("a character is counted in every token that has some of its bytes, or in the wrong one",),
            test=_exact,
            examples=_cases_of("☂", "a ☂ b", "\U0001f469\u200d\U0001f527 is here", "李静 汉字"),
        ),
        Property(
            name="special-token text is plain text",
            points=1,
            gate=False,
            causes=("encode() refuses or replaces such text: use encode_ordinary()",),
            test=_exact,
            examples=_cases_of("<|endoftext|>", "a<|fim_prefix|>b"),
        ),
        Property(
            name="any text",
            points=2,
            gate=False,
            causes=("look at the first token that is wrong: what is special about its text?",),
            test=_exact,
            examples=_cases_of(
                "\ufeffa", "shipment " * 700, "e\u0301☂\U0001f469 ไ\r\n0", "The door of the red room is open. é ☂ " * 10
            ),
            cases=_texts,
        ),
        Property(
            name="an empty text has no spans",
            points=1,
            gate=False,
            causes=("a span is added before the first token is seen",),
            test=_exact,
            examples=_cases_of(""),
        ),
    ),
)
