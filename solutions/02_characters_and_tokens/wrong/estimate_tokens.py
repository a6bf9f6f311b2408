"""Wrong answers to `estimate_tokens`; each docstring says what is wrong."""

import re
from bisect import bisect_right

import tiktoken

_ENDS = (0x250, 0x370, 0x400, 0x530, 0x590, 0x700, 0x980, 0xC00, 0xE00)
_ENDS += (0xE80, 0x1E00, 0x2000, 0x3000, 0x3001, 0x3100, 0x10000)
_COSTS = (800, 900, 850, 560, 1700, 850, 1000, 1250, 1700, 1000, 1900, 800, 1500, 600, 900, 1300, 2500)


def _cost(before, char):
    """Return the cost of a character that follows another one (an empty text before the first)."""
    if char == " ":
        return 12 if before == " " else 60
    if char == "\t":
        return 60 if before == "\t" else 550
    if char in "\r\n":
        return 35 if before == char else 120 if before in ("\r", "\n") else 300 if before == " " else 550
    if char > "\x7f":
        return 180 if char == "\u00a0" else _COSTS[bisect_right(_ENDS, ord(char))]
    if char.isdigit():
        return 700 if before.isalpha() else 470
    if char.isupper():
        return 480
    if char.islower():
        return 500 if before.isdigit() else 245
    if char < " ":
        return 1000
    return (200 if char == "|" else 12) if char == before else 580


def _right(text):
    """Estimate as it should be."""
    return -(-sum(map(_cost, ["", *text], text)) // 1000)


def _said(says, answer):
    answer.__doc__ = says
    return answer


def _tokens(text):
    return tiktoken.get_encoding("cl100k_base").encode_ordinary(text)


def _classes(text):
    """Count ASCII letters and spaces, other ASCII, and the bytes of the rest."""
    letters = sum(char.isascii() and (char.isalpha() or char.isspace()) for char in text)
    others = sum(char.isascii() for char in text) - letters
    return letters, others, len(text.encode()) - letters - others


def two_classes(text):
    """ASCII by the quarter, everything else by its bytes: digits and signs come out too low."""
    letters, others, long = _classes(text)
    return (3 * (letters + others) + 4 * long) // 12


def one_for_each_other_character(text):
    """One token for every character that is not ASCII: an emoji has two or three."""
    letters, others, _ = _classes(re.sub(r"\s+", " ", text))
    return letters // 4 + others // 2 + sum(not char.isascii() for char in re.sub(r"\s+", " ", text))


def spaces_counted(text):
    """Counts each space of a run, where the run is about one token."""
    letters, others, long = _classes(text)
    return (5 * letters + 10 * others + 9 * long) // 20


def sampled(text):
    """Counts the first 40 characters with the tokenizer and takes their rate for the whole text."""
    return len(_tokens(text[:40])) * len(text) // max(1, len(text[:40]))


def decided_by_the_first(text):
    """Looks at the first character alone to tell which script the text is in."""
    return len(text) // 4 if text[:1].isascii() else len(text.encode()) * 9 // 20


def majority(text):
    """Takes one rate for the whole text, by what most of its characters are: it jumps when the majority changes."""
    flat = re.sub(r"\s+", " ", text)
    long = [char for char in flat if not char.isascii()]
    if 2 * len(long) > len(flat):
        return sum({2: 6, 3: 10, 4: 25}[len(char.encode())] for char in long) // 10
    letters = _classes(flat)[0]
    return letters // 4 + (len(flat) - letters) // 2


def at_least_one(text):
    """Gives an empty text a token."""
    return max(1, _right(text))


ALL = {
    "two classes": two_classes,
    "one for each character that is not ASCII": one_for_each_other_character,
    "spaces counted": spaces_counted,
    "a rate from the beginning": sampled,
    "decided by the first character": decided_by_the_first,
    "decided by the majority": majority,
    "at least one": at_least_one,
    "a quarter of the characters": _said(
        "The rule of many tutorials: a quarter of the characters, whatever they are.", lambda text: len(text) // 4
    ),
    "a third of the characters": _said(
        "A third of the characters: too much for English, too little for Thai.", lambda text: len(text) // 3
    ),
    "words": _said(
        "A token for each word between white space: Thai and Chinese have none.", lambda text: len(text.split())
    ),
    "four thirds of the words": _said(
        "Four thirds of the words, as another rule of thumb says: Thai and Chinese are one word.",
        lambda text: len(text.split()) * 4 // 3,
    ),
    "the tokenizer": _said(
        "Counts with the tokenizer: exact and slow, and the count falls when text is added.",
        lambda text: len(_tokens(text)),
    ),
    "a list of tokens": _said("Returns the tokens, where their number is asked.", lambda text: _tokens(text)),
}


def refuses(text):
    """Refuses every text."""
    raise ValueError("no text")


# Answers without any work: each earns less than a third.
LAZY = {
    "half": lambda text: -(-len(text) // 2),
    "raises": refuses,
}
