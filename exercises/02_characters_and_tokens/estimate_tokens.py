"""An estimate of a text's tokens without a tokenizer, for more than English prose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call, Exercise, Property, expect_int

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_PROSE = (
    "The door of the cold room was open for ten minutes.",
    "A logger is a sealed sensor with a battery and a memory, and it travels with the goods until they arrive.",
    "It was warm on the day that the box of fish was left on the road, and no one saw it for more than an hour.",
)
_SIGNS = (
    '{"door": "open", "minutes": 10, "t": [4.1, 4.3, 5.0]}',
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "| E4015 | 401 | no | clock |\n|---|---|---|---|\n",
    "if door.is_open(minutes=10):\n    raise Alarm(door.room, level=2)\n",
    "3.14159265358979323846264338327950288",
)
_SCRIPTS = (
    "Die Tür des Kühlraums war zehn Minuten lang offen.",
    "Døren til kjølerommet sto åpen i ti minutter.",
    "Дверь холодильной камеры была открыта десять минут.",
    "Η πόρτα του ψυκτικού θαλάμου ήταν ανοιχτή για δέκα λεπτά.",
    "ظل باب غرفة التبريد مفتوحًا لمدة عشر دقائق.",
    "ठंडे कमरे का दरवाज़ा दस मिनट तक खुला रहा।",
    "ประตูห้องเย็นเปิดอยู่สิบนาที",
    "冷藏室的门开了十分钟。",
    "冷蔵室のドアは十分間開いていました。",
    "냉장실 문이 십 분 동안 열려 있었습니다.",
)
_EMOJI = ("🚪🚨🔧🧊🚚", "Truck 🚚 at door 🚪 now 🚨", "👩‍🔧👩‍🔧👩‍🔧")
_SPACE = (
    "the first column                              the second column                              the third column\n",
    "rooms:\n                        north:\n                        south:\n",
    "one two three four five six\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nseven eight nine ten eleven",
    "the first column" + " " * 80 + "the second column\n",
    "def read(door):\n" + " " * 60 + "return door.state\n",
    "seven eight nine ten" + "\n" * 42 + "one two three four five",
    "one" + "\t" * 30 + "two three four five six seven\n",
)
_LONG = (_PROSE[0] * 20 + _SCRIPTS[6] * 60, "汉字" * 300 + _PROSE[0] * 40, _SCRIPTS[6] * 800)
_CLOSE = 0.25  # prose: how far off an estimate may be, as a part of the count
_FACTOR = 2
_TOO_NEAR = 0.05  # of all tokens: an estimate from characters is four times as far off
_MIXED = "ab e1.,{| \n é汉ไ\U0001f6aa"


def _tokens(text: str) -> int:
    return ruler("cl100k_base")(text)


def _estimate(function: Call, text: str) -> int:
    """Call the function, and refuse an answer that is not a count."""
    gave = function(text)
    if isinstance(gave, list):
        raise Broken("returned a list; expected an integer", cause="these may be the tokens; len() gives their number")
    gave = expect_int(gave)
    if gave < 0:
        raise Broken(f"returned {gave}; a count is never negative")
    return gave


def _close(function: Call, text: str) -> None:
    """The estimate is within a quarter of the count."""
    gave, tokens = _estimate(function, text), _tokens(text)
    if abs(gave - tokens) > _CLOSE * tokens:
        raise Broken(f"{_both(gave, text, tokens)}; in English prose at most a quarter off")


def _within(function: Call, text: str) -> None:
    """The estimate is at least half and at most twice the count."""
    gave, tokens = _estimate(function, text), _tokens(text)
    if not tokens <= _FACTOR * gave <= _FACTOR**2 * tokens:
        limits = f"{-(-tokens // _FACTOR)} to {tokens * _FACTOR}"
        usual = (gave > tokens) == (text in _SPACE)  # runs of white space are mostly overrated, all else underrated
        cause = "" if usual else _TOO_MUCH if gave > tokens else _TOO_LITTLE
        raise Broken(f"{_both(gave, text, tokens)}; expected {limits}", cause=cause)


_TOO_MUCH = "the characters of this text have too much weight"
_TOO_LITTLE = "white space is left out or taken off; a long run is still about one token"


def _both(gave: int, text: str, tokens: int) -> str:
    return f"estimates {gave} for {len(text)} characters that are {tokens} tokens"


def _never_falls(function: Call, text: str, more: str) -> None:
    """Adding text never lowers the estimate."""
    before, after = _estimate(function, text), _estimate(function, text + more)
    if after < before:
        raise Broken(f"{text!r} is estimated at {before}, and with {more!r} added at {after}", expected=before)


def _no_tokenizer(function: Call, texts: Sequence[str]) -> None:
    """The estimates are not simply the counts, or the highest counts so far, of a tokenizer."""
    counts = [_tokens(text) for text in texts]
    off = [abs(_estimate(function, text) - tokens) for text, tokens in zip(texts, counts, strict=True)]
    if sum(off) <= _TOO_NEAR * sum(counts):
        _, tokens, text = min((far, -tokens, text) for far, tokens, text in zip(off, counts, texts, strict=True))
        _estimate(function, text)  # the call that is shown: the longest text of the nearest estimates
        raise Broken(
            f"{len(texts)} texts have {sum(counts)} tokens, this one {-tokens}, and the estimates are {sum(off)} off "
            "in all: too near"
        )


def _zero(function: Call, text: str) -> None:
    gave = _estimate(function, text)
    if gave:
        raise Broken(f"estimates {gave} for an empty text", expected=0)


def _mixtures() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    samples = st.sampled_from((*_PROSE, *_SIGNS, *_SCRIPTS, *_EMOJI, *_SPACE))
    joined = st.builds("\n".join, st.lists(samples, min_size=2, max_size=5))
    return st.fixed_dictionaries({"text": joined})


def _growing() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    texts = st.text(st.sampled_from(_MIXED), max_size=15)
    words = st.sampled_from([*"".join(_PROSE).split(), "json", "ten", "open"])
    cut = st.builds(lambda word, at: {"text": word[:at], "more": word[at:]}, words, st.integers(1, 5))
    return st.one_of(cut, st.fixed_dictionaries({"text": texts, "more": texts}))


def _cases_of(*texts: str) -> tuple[dict[str, Any], ...]:
    return tuple({"text": text} for text in texts)


EXERCISE = Exercise(
    hints=(
        (
            "Begin with a quarter of the characters. Which characters are worth more than a quarter of a token? Look "
            "at the picture, and try some texts in the token viewer of the lesson."
        ),
        (
            "Give each character a weight, and add the weights up. A letter of English is worth about a quarter of a "
            "token, a digit or sign about a half. For everything that is not ASCII the number of its bytes helps: "
            "len(char.encode())."
        ),
        (
            "A character of two bytes is worth about 0.6 tokens, of three bytes 1, of four bytes 2.5. Make every run "
            "of white space one space first, with re.sub(r'\\s+', ' ', text). Turn the sum into an int at the very end."
        ),
    ),
    properties=(
        Property(
            name="English prose: at most a quarter off",
            points=1,
            gate=True,
            causes=("a token of English prose has about four characters",),
            test=_close,
            examples=_cases_of(*_PROSE),
        ),
        Property(
            name="no tokenizer counts",
            points=1,
            gate=True,
            causes=("the function counts with a tokenizer; give each character a weight instead",),
            test=_no_tokenizer,
            examples=({"texts": (*_PROSE, *_SIGNS, *_SCRIPTS, *_EMOJI)}, {"texts": _SCRIPTS}, {"texts": _SIGNS}),
        ),
        Property(
            name="signs and digits: within a factor of two",
            points=2,
            gate=False,
            causes=("digits and signs are counted like letters; two of them are about a token",),
            test=_within,
            examples=_cases_of(*_SIGNS),
        ),
        Property(
            name="other scripts: within a factor of two",
            points=3,
            gate=False,
            causes=(
                "letters of other scripts are counted like English ones; their bytes, len(char.encode()), say more",
            ),
            test=_within,
            examples=_cases_of(*_SCRIPTS),
        ),
        Property(
            name="emoji: within a factor of two",
            points=1,
            gate=False,
            causes=("an emoji is one character of four bytes, and two or three tokens",),
            test=_within,
            examples=_cases_of(*_EMOJI),
        ),
        Property(
            name="runs of white space: within a factor of two",
            points=1,
            gate=False,
            causes=("every character of a run of white space is counted, but the whole run is about one token",),
            test=_within,
            examples=_cases_of(*_SPACE),
        ),
        Property(
            name="mixtures: within a factor of two",
            points=2,
            gate=False,
            causes=("a part of the text decides for all of it, or the estimate stops at a limit",),
            test=_within,
            examples=_cases_of(_PROSE[1] + "\n" + _SCRIPTS[6] * 5, _SCRIPTS[7] * 5 + "\n" + _PROSE[2], *_LONG),
            cases=_mixtures,
        ),
        Property(
            name="text added at the end never lowers the estimate",
            points=1,
            gate=False,
            causes=("the added text changes what the text before it is worth; let each character keep its weight",),
            test=_never_falls,
            examples=(
                {"text": "the last toke", "more": "n"},
                {"text": "a lost shipmen", "more": "t"},
                {"text": "ไท", "more": " and a line of English after it"},
                {"text": "{'a': 1}", "more": " and some words after the signs"},
                {"text": "refrigeration", "more": " "},
                {"text": "{", "more": "}"},
                {"text": "e", "more": "\u0301"},
                {"text": "e\u1100", "more": "\u1161"},
                {"text": "```\n" + "{}[]();" * 20, "more": "\n```"},
            ),
            cases=_growing,
        ),
        Property(
            name="an empty text is 0 tokens",
            points=1,
            gate=False,
            causes=("the sum does not begin at 0, or it is rounded up although nothing was added",),
            test=_zero,
            examples=_cases_of(""),
        ),
    ),
)
