"""Right answers to `estimate_tokens`, written differently."""

import bisect
import numpy as np

import re


def weights_by_bytes(text):
    """Adds a weight for each character, by the number of its bytes."""
    total = 0.0
    for char in re.sub(r"\s+", " ", text):
        length = len(char.encode())
        if length > 1:
            total += {2: 0.6, 3: 1, 4: 2.5}[length]
        else:
            total += 0.25 if char.isalpha() or char == " " else 0.5
    return int(total)


def counted_in_classes(text):
    """Counts three classes of characters and weighs each class once, in whole numbers of twentieths."""
    text = re.sub(r"\s+", " ", text)
    letters = sum(char.isascii() and (char.isalpha() or char == " ") for char in text)
    others = sum(char.isascii() for char in text) - letters
    long = len(text.encode()) - letters - others
    return (5 * letters + 10 * others + 9 * long) // 20


def by_words(text):
    """Finds words, numbers and signs with a pattern, and weighs what each match is."""
    total = 0.0
    for match in re.finditer(r"([A-Za-z]+)|(\d)|([\x21-\x7e])|(\S)", text):
        word, digit, sign, other = match.groups()
        if word:
            total += 0.4 + 0.18 * len(word)
        elif digit or sign:
            total += 0.55
        else:
            total += {2: 0.65, 3: 1, 4: 2.5}[len(other.encode())]
    return round(total)


def with_numpy(text):
    """Looks a weight up for each byte, and adds in one step."""
    import numpy as np

    weights = np.zeros(256)
    weights[0x20:0x7F] = 0.5
    weights[[*range(0x41, 0x5B), *range(0x61, 0x7B), 0x20]] = 0.25
    weights[0xC2:0xE0], weights[0xE0:0xF0], weights[0xF0:0xF5] = 0.65, 1, 2.6
    data = np.frombuffer(re.sub(r"\s+", " ", text).encode(), np.uint8)
    return int(weights[data].sum())


ALL = {
    "a weight for each character": weights_by_bytes,
    "three classes, whole numbers": counted_in_classes,
    "words, digits and signs": by_words,
    "a table for bytes": with_numpy,
}


_ENDS = [
    0x250,
    0x370,
    0x400,
    0x530,
    0x590,
    0x700,
    0x980,
    0xC00,
    0xE00,
    0xE80,
    0x1E00,
    0x2000,
    0x3000,
    0x3001,
    0x3100,
    0x10000,
]


_COSTS = [800, 900, 850, 560, 1700, 850, 1000, 1250, 1700, 1000, 1900, 800, 1500, 600, 900, 1300, 2500]


def _far(char):
    return 180 if char == "\u00a0" else _COSTS[bisect.bisect_right(_ENDS, ord(char))]


def _cost(before, char):
    """Return the cost of a character that follows another one (an empty text before the first)."""
    if char == " ":
        return 12 if before == " " else 60
    if char == "\t":
        return 60 if before == "\t" else 550
    if char in "\r\n":
        return 35 if before == char else 120 if before in ("\r", "\n") else 300 if before == " " else 550
    if char > "\x7f":
        return _far(char)
    if char.isdigit():
        return 700 if before.isalpha() else 470
    if char.isupper():
        return 480
    if char.islower():
        return 500 if before.isdigit() else 245
    if char < " ":
        return 1000
    return (200 if char == "|" else 12) if char == before else 580


def _raw(text):
    return sum(map(_cost, ["", *text], text))


def _good(text):
    """The answer that many of the wrong ones start from."""
    return -(-_raw(text) // 1000)


def estimate_strip(text):
    """Strips first: white space alone is 0."""
    return _good(text.strip())


ALL |= {  # Right by the task: a few characters, and white space alone, may be further off; an integer of numpy is one.
    "strip": estimate_strip,
}
