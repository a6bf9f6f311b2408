"""Wrong answers to `span_size`, each with one fault."""

import tiktoken


def _encoding(model):
    return tiktoken.encoding_for_model(model)


def characters(text, start, end, model="gpt-4"):
    """Counts characters."""
    return end - start


def words(text, start, end, model="gpt-4"):
    """Counts words."""
    return len(text[start:end].split())


def whole_text(text, start, end, model="gpt-4"):
    """Counts the whole text."""
    return len(_encoding(model).encode(text, disallowed_special=()))


def estimate(text, start, end, model="gpt-4"):
    """Takes four characters for a token."""
    return round(len(text[start:end]) / 4)


def words_added(text, start, end, model="gpt-4"):
    """Adds up the tokens of the words."""
    return sum(len(_encoding(model).encode(word, disallowed_special=())) for word in text[start:end].split())


def cut_tokens(text, start, end, model="gpt-4"):
    """Takes start and end for numbers of tokens."""
    return len(_encoding(model).encode(text, disallowed_special=())[start:end])


def always_gpt_4(text, start, end, model="gpt-4"):
    """Counts for gpt-4, whatever model is asked."""
    return len(_encoding("gpt-4").encode(text[start:end], disallowed_special=()))


def refuses_special(text, start, end, model="gpt-4"):
    """Raises on text that looks like a special token."""
    return len(_encoding(model).encode(text[start:end]))


def obeys_special(text, start, end, model="gpt-4"):
    """Takes text that looks like a special token for one."""
    return len(_encoding(model).encode(text[start:end], allowed_special="all"))


ALL = {
    "characters": characters,
    "words": words,
    "the whole text": whole_text,
    "four characters a token": estimate,
    "words added up": words_added,
    "offsets of tokens": cut_tokens,
    "gpt-4 for all": always_gpt_4,
    "refuses special text": refuses_special,
    "obeys special text": obeys_special,
}
