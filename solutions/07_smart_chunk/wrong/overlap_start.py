"""Wrong answers to `overlap_start`, each with one fault: without the options it would be right."""

import re

import tiktoken


def _with(fault, limits=lambda most, shared: (shared, most), words=r"(?<=\s)\S", most_words=99):
    def overlap_start(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
        encoding = tiktoken.encoding_for_model(model)
        size = lambda part: len(encoding.encode(part, disallowed_special=()))  # noqa: E731
        found = [match.start() for match in re.compile(words).finditer(text, before[0] + 1, before[1])]
        shared, most = limits(max_tokens, overlap_tokens)
        start = span[0]
        for word in found[::-1][:most_words]:
            if size(text[word : before[1]]) > shared or size(text[word : span[1]]) > most:
                break
            start = word
        return start

    overlap_start.__doc__ = fault
    return overlap_start


ALL = {
    "spaces only": _with("Looks for spaces, and takes each of them for the end of a word.", words=r"(?<= ).|\A(?!)"),
    "one word": _with("Goes back by one word at most.", most_words=1),
    "limit forgotten": _with("Forgets the limit of the new chunk.", limits=lambda most, shared: (shared, 10**9)),
    "one token less": _with("Refuses exactly the overlap.", limits=lambda most, shared: (shared - 1, most)),
    "inside words": _with("Begins anywhere, also inside a word.", words=r"\S"),
}
