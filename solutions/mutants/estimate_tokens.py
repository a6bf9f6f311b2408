"""Wrong answers to `estimate_tokens`; each docstring says what is wrong."""

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
