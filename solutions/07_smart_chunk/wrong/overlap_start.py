"""Wrong answers to `overlap_start`, each with one fault: `_start` is right without the options that spoil it."""

import re

import tiktoken


def _start(text, before, span, limits, model, words=r"(?<=\s)\S", count=None, first=1):
    encoding = tiktoken.encoding_for_model(model)
    count = count or (lambda part: len(encoding.encode(part, disallowed_special=())))
    found = [match.start() for match in re.compile(words).finditer(text, before[0] + first, before[1])]
    start = span[0]
    for word in reversed(found):
        if count(text[word : before[1]]) > limits[0] or count(text[word : span[1]]) > limits[1]:
            break
        start = word
    return start


def _with(fault, limits=lambda most, shared: (shared, most), **options):
    def overlap_start(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
        return _start(text, before, span, limits(max_tokens, overlap_tokens), model, **options)

    overlap_start.__doc__ = fault
    return overlap_start


def one_word(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
    """Goes back by one word at most."""
    last = text.rfind(" ", 0, before[1]) + 1
    return max(_start(text, before, span, (overlap_tokens, max_tokens), model), min(last, span[0]))


def all_or_nothing(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
    """Repeats nothing where the next piece does not leave room for the whole overlap."""
    size = len(tiktoken.encoding_for_model(model).encode(text[slice(*span)], disallowed_special=()))
    found = _start(text, before, span, (overlap_tokens, max_tokens), model)
    return found if size + overlap_tokens <= max_tokens else span[0]


def end_of_the_chunk(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
    """Begins at the end of the chunk before where nothing fits."""
    found = _start(text, before, span, (overlap_tokens, max_tokens), model)
    return before[1] if found == span[0] else found


def always_gpt_4(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
    """Counts for gpt-4, whatever model is asked."""
    return _start(text, before, span, (overlap_tokens, max_tokens), "gpt-4")


ALL = {
    "one word": one_word,
    "all or nothing": all_or_nothing,
    "end of the chunk before": end_of_the_chunk,
    "gpt-4 for all": always_gpt_4,
    "nothing shared": _with("Repeats nothing.", limits=lambda most, shared: (0, most)),
    "limit forgotten": _with("Forgets the limit of the new chunk.", limits=lambda most, shared: (shared, 10**9)),
    "overlap forgotten": _with(
        "Repeats as much as the new chunk has room for.", limits=lambda most, shared: (most, most)
    ),
    "one token less": _with("Refuses exactly the overlap.", limits=lambda most, shared: (shared - 1, most)),
    "swallows the chunk before": _with("Repeats all of the chunk before.", words=r"(?<!\S)\S", first=0),
    "in words": _with("Counts words.", count=lambda part: len(part.split())),
    "in characters": _with("Counts characters.", count=len),
    "inside words": _with("Begins anywhere, also inside a word.", words=r"\S"),
}
