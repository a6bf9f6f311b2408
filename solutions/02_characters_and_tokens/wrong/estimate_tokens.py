"""Wrong answers to `estimate_tokens`; each docstring says what is wrong."""

import bisect
import importlib
import math
import unicodedata

import re

import tiktoken


def quarter(text):
    """The rule of many tutorials: a quarter of the characters, whatever they are."""
    return len(text) // 4


def quarter_of_bytes(text):
    """A quarter of the bytes: too low for signs, for Greek and for emoji."""
    return len(text.encode()) // 4


def third(text):
    """A third of the characters: too much for English, too little for Thai."""
    return len(text) // 3


def characters(text):
    """One token for each character."""
    return len(text)


def white_space_words(text):
    """A token for each word between white space: Thai and Chinese have none."""
    return len(text.split())


def words_and_a_third(text):
    """Four thirds of the words, as another rule of thumb says: Thai and Chinese are one word."""
    return len(text.split()) * 4 // 3


def two_classes(text):
    """ASCII by the quarter, everything else by its bytes: digits and signs come out too low."""
    ascii_only = sum(char.isascii() for char in text)
    return (3 * ascii_only + 4 * (len(text.encode()) - ascii_only)) // 12


def one_for_each_other_character(text):
    """One token for every character that is not ASCII: an emoji has two or three."""
    text = re.sub(r"\s+", " ", text)
    letters = sum(char.isascii() and (char.isalpha() or char == " ") for char in text)
    others = sum(char.isascii() for char in text) - letters
    return letters // 4 + others // 2 + (len(text) - letters - others)


def spaces_counted(text):
    """Counts each space of a run, where the run is about one token."""
    letters = sum(char.isascii() and (char.isalpha() or char.isspace()) for char in text)
    others = sum(char.isascii() for char in text) - letters
    long = len(text.encode()) - letters - others
    return (5 * letters + 10 * others + 9 * long) // 20


def tokenizer(text):
    """Counts with the tokenizer: exact and slow, and the count falls when text is added."""
    return len(tiktoken.get_encoding("cl100k_base").encode_ordinary(text))


def other_tokenizer(text):
    """Counts with the tokenizer of another model, which needs half the tokens for many scripts."""
    return len(tiktoken.get_encoding("o200k_base").encode_ordinary(text))


def sampled(text):
    """Counts the first 40 characters with the tokenizer and takes their rate for the whole text."""
    head = text[:40]
    count = len(tiktoken.get_encoding("cl100k_base").encode_ordinary(head))
    return count * len(text) // max(1, len(head))


def decided_by_the_first(text):
    """Looks at the first character alone to tell which script the text is in."""
    if text[:1].isascii():
        return len(text) // 4
    return len(text.encode()) * 9 // 20


def majority(text):
    """Takes one rate for the whole text, by what most of its characters are: it jumps when the majority changes."""
    flat = re.sub(r"\s+", " ", text)
    long = [char for char in flat if not char.isascii()]
    if 2 * len(long) > len(flat):
        return sum({2: 6, 3: 10, 4: 25}[len(char.encode())] for char in long) // 10
    letters = sum(char.isascii() and (char.isalpha() or char == " ") for char in flat)
    return letters // 4 + (len(flat) - letters) // 2


def a_fraction(text):
    """Returns a number with a fraction."""
    return len(text) / 4


def at_least_one(text):
    """Gives an empty text a token."""
    total = 0.0
    for char in re.sub(r"\s+", " ", text):
        length = len(char.encode())
        total += {2: 0.6, 3: 1, 4: 2.5}[length] if length > 1 else 0.25 if char.isalpha() or char == " " else 0.5
    return max(1, int(total))


def penalised(text):
    """Takes something off for every space, so that a text of many spaces goes down."""
    total = 0.0
    for char in text:
        length = len(char.encode())
        total += {2: 0.6, 3: 1, 4: 2.5}[length] if length > 1 else 0.3 if char.isalpha() else 0.5
        if char.isspace():
            total -= 0.6
    return max(0, int(total))


def nothing(text):
    """Returns no estimate."""


def zero(text):
    """Says 0 for everything."""
    return 0


def a_list(text):
    """Returns the tokens, where their number is asked."""
    return tiktoken.get_encoding("cl100k_base").encode_ordinary(text)


ALL = {
    "a quarter of the characters": quarter,
    "a quarter of the bytes": quarter_of_bytes,
    "a third of the characters": third,
    "one for each character": characters,
    "words": white_space_words,
    "four thirds of the words": words_and_a_third,
    "two classes": two_classes,
    "one for each character that is not ASCII": one_for_each_other_character,
    "spaces counted": spaces_counted,
    "the tokenizer": tokenizer,
    "another tokenizer": other_tokenizer,
    "a rate from the beginning": sampled,
    "decided by the first character": decided_by_the_first,
    "decided by the majority": majority,
    "a fraction": a_fraction,
    "at least one": at_least_one,
    "spaces taken off": penalised,
    "returns nothing": nothing,
    "zero": zero,
    "a list of tokens": a_list,
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
    """What a character costs behind another one (an empty text before the first)."""
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


def estimate_bytes(text):
    """A quarter of the bytes: hashes, emoji and spaces are still wrong."""
    return -(-len(text.encode("utf-8", "replace")) // 4)


def estimate_empty_none(text):
    """None for an empty text."""
    return _good(text) if text else None


def estimate_empty_error(text):
    """Refuses an empty text."""
    if not text:
        raise ValueError("no text")
    return _good(text)


def estimate_range(text):
    """Two numbers, from and to."""
    return _good(text), 2 * _good(text)


def estimate_tokenizer_other(text):
    """A tokenizer for what is not ASCII, weights for the rest."""
    if text.isascii():
        return _good(text)
    tiktoken = importlib.import_module("tiktoken")
    return len(tiktoken.get_encoding("cl100k_base").encode_ordinary(text))


def estimate_share(text):
    """One rate for the whole text, chosen by its share of ASCII: English behind Thai lowers the estimate."""
    if not text:
        return 0
    plain = sum(char < "\x80" for char in text) / len(text)
    return _good(text) if plain in (0, 1) else math.ceil(len(text) / (4 if plain > 0.9 else 1))


def estimate_newline_one(text):
    """Each line feed a token: runs are too high."""
    return -(-sum(1000 if c == "\n" else _cost(b, c) for b, c in zip(["", *text], text)) // 1000)


def estimate_tab_one(text):
    """Each tab a token."""
    return -(-sum(1000 if c == "\t" else _cost(b, c) for b, c in zip(["", *text], text)) // 1000)


def estimate_digits_quarter(text):
    """Digits as letters: hashes are too low."""
    return -(
        -sum(
            245 if c.isdigit() and c.isascii() else _cost("", c) if c.islower() else _cost(b, c)
            for b, c in zip(["", *text], text)
        )
        // 1000
    )


def estimate_signs_quarter(text):
    """Signs as letters: JSON and narrow tables are too low."""
    signs = set("{}[]()<>|:;,.\"'-_=+*/\\")
    return -(-sum(200 if c in signs else _cost(b, c) for b, c in zip(["", *text], text)) // 1000)


def estimate_emoji_eight(text):
    """An emoji is eight tokens, to be safe."""
    return -(-sum(8000 if c > "\uffff" else _cost(b, c) for b, c in zip(["", *text], text)) // 1000)


def estimate_emoji_group(text):
    """Joined emoji count as one."""
    return _good(re.sub("[\u200d\ufe0f][^\x00-\u1fff]|[\U0001f3fb-\U0001f3ff]", "", text))


def estimate_cjk_two(text):
    """Two tokens and a half for each character of Chinese, Japanese and Korean."""
    return -(-sum(2500 if "\u3001" <= c <= "\uffff" else _cost(b, c) for b, c in zip(["", *text], text)) // 1000)


def estimate_half_foreign(text):
    """Half a token for each character outside ASCII, as for Russian."""
    return -(-sum(500 if c > "\x7f" else _cost(b, c) for b, c in zip(["", *text], text)) // 1000)


def estimate_nfc(text):
    """Composes first: an accent can make the estimate fall."""
    return _good(unicodedata.normalize("NFC", text))


def estimate_prose_high(text):
    """A third higher, to be safe: prose is more than a quarter off."""
    return -(-_raw(text) * 4 // 3000)


_COMMON = {"token", "the", "and", "that", "with", "door", "room"}


def estimate_common(text):
    """Common words are one token, others by their letters: `toke` has more than `token`."""
    parts = re.findall(r"[A-Za-z]+|[^A-Za-z]+", text)
    return -(-sum(300 if part in _COMMON else _raw(part) for part in parts) // 1000)


def estimate_word_ends(text):
    """A word that is closed by a space is one token, an open one goes by its letters."""
    closed = re.sub(r"[a-z]{6,}(?=[ .,])", "token", text)
    return _good(closed)


def estimate_sample(text):
    """Weighs the first 500 characters only, and takes them for the whole: what follows can be of another kind."""
    return _good(text) if len(text) <= 500 else math.ceil(_raw(text[:500]) / 1000 * len(text) / 500)


def estimate_limit(text):
    """Never more than 8,191, the limit of a model."""
    return min(8191, _good(text))


def estimate_fences(text):
    """A block of code that is closed is taken as code and costs less than before its last fence."""
    return _good(re.sub(r"(?s)```.*?```", lambda m: "x" * (2 * len(m.group())), text))


def estimate_pairs_closed(text):
    """A pair of brackets counts as one sign when it is closed: the closing one lowers the estimate."""
    return -(-max(0, _raw(text) - 1500 * min(text.count("{"), text.count("}"))) // 1000)


_HIGH = [0]


def estimate_state(text):
    """Never falls because it remembers the highest value of all calls."""
    _HIGH[0] = max(_HIGH[0], _good(text)) if text else _HIGH[0]
    return _HIGH[0]


_BY_START = {}


def estimate_by_start(text):
    """Remembers results under the length and the first characters."""
    return _BY_START.setdefault((len(text), text[:8]), _good(text))


def estimate_length(text):
    """The number of characters."""
    return len(text)


def estimate_half(text):
    """Half the number of characters, rounded up: between prose and all the rest."""
    return -(-len(text) // 2)


def estimate_zero(text):
    """Always 0."""
    return 0


def estimate_constant(text):
    """Twelve tokens, as for the English warning."""
    return 12


def estimate_all_bytes(text):
    """The number of bytes."""
    return len(text.encode("utf-8", "replace"))


def estimate_raises(text):
    """Always an error."""
    raise ValueError("no text")


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "bytes": estimate_bytes,
    "empty is None": estimate_empty_none,
    "empty refused": estimate_empty_error,
    "two numbers": estimate_range,
    "tokenizer for other scripts": estimate_tokenizer_other,
    "rate by share": estimate_share,
    "line feed one": estimate_newline_one,
    "tab one": estimate_tab_one,
    "digits as letters": estimate_digits_quarter,
    "signs as letters": estimate_signs_quarter,
    "emoji eight": estimate_emoji_eight,
    "joined emoji": estimate_emoji_group,
    "Chinese high": estimate_cjk_two,
    "other scripts half": estimate_half_foreign,
    "NFC": estimate_nfc,
    "prose high": estimate_prose_high,
    "common words": estimate_common,
    "closed words": estimate_word_ends,
    "sample": estimate_sample,
    "limit": estimate_limit,
    "fences": estimate_fences,
    "closed brackets": estimate_pairs_closed,
    "highest of all calls": estimate_state,
    "memory by start": estimate_by_start,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "length": estimate_length,
    "half": estimate_half,
    "zero, again": estimate_zero,
    "twelve": estimate_constant,
    "bytes, again": estimate_all_bytes,
    "raises": estimate_raises,
}
