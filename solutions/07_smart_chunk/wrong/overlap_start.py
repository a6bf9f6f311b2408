"""Wrong answers to `overlap_start`, each with one fault: without the options it would be right."""

import re

import tiktoken


def _with(fault, limits=lambda most, shared: (shared, most), words=r"(?<=\s)\S", count=None, first=1, most_words=99):
    def overlap_start(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
        encoding = tiktoken.encoding_for_model(model)
        size = count or (lambda part: len(encoding.encode(part, disallowed_special=())))
        found = [match.start() for match in re.compile(words).finditer(text, before[0] + first, before[1])]
        shared, most = limits(max_tokens, overlap_tokens)
        start = span[0]
        for word in found[::-1][:most_words]:
            if size(text[word : before[1]]) > shared or size(text[word : span[1]]) > most:
                break
            start = word
        return start

    overlap_start.__doc__ = fault
    return overlap_start


def _added_up(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
    """Adds the tokens of what is shared to those of the span."""
    size = lambda part: len(tiktoken.encoding_for_model(model).encode(part, disallowed_special=()))
    start = span[0]
    for word in [match.start() for match in re.compile(r"(?<=\s)\S").finditer(text, before[0] + 1, before[1])][::-1]:
        shared = size(text[word : before[1]])
        if shared > overlap_tokens or shared + size(text[slice(*span)]) > max_tokens:
            break
        start = word
    return start


ALL = {
    "counts added up": _added_up,
    "spaces only": _with("Looks for spaces, and takes each of them for the end of a word.", words=r"(?<= ).|\A(?!)"),
    "one word": _with("Goes back by one word at most.", most_words=1),
    "nothing shared": _with("Repeats nothing.", most_words=0),
    "limit forgotten": _with("Forgets the limit of the new chunk.", limits=lambda most, shared: (shared, 10**9)),
    "overlap forgotten": _with("Fills the new chunk with repeated text.", limits=lambda most, shared: (most, most)),
    "one token less": _with("Refuses exactly the overlap.", limits=lambda most, shared: (shared - 1, most)),
    "swallows the chunk before": _with("Repeats all of it.", words=r"(?<!\S)\S", first=0),
    "in words": _with("Counts words.", count=lambda part: len(part.split())),
    "in characters": _with("Counts characters.", count=len),
    "inside words": _with("Begins anywhere, also inside a word.", words=r"\S"),
    "gpt-4 for all": _with(
        "Counts for gpt-4.", count=lambda part: len(tiktoken.get_encoding("cl100k_base").encode(part))
    ),
}
