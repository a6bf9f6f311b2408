"""Find the places of quotations in documents: each must be there, and once."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from chunklib.chunk import Span
from chunklib.errors import InvalidValue
from chunklib.readers import a_text

_SHOWN = 60  # characters of a quotation in a message
_PLACES = 10  # places that a message names
_NEAR = 6  # characters that must agree before a place is called near
_DIFFERS = 12  # characters that a message shows from where the two differ


def placed(quote: str | Sequence[str], documents: Mapping[str, str]) -> tuple[str, tuple[Span, ...]]:
    """Find the document that has all quotations of a question, and their places in the order of the text.

    >>> placed(["drei", "Eins"], {"count": "Eins, zwei, drei."})
    ('count', (Span(start=0, end=4), Span(start=12, end=16)))
    """
    found = [_place(one, documents) for one in _quotations(quote)]
    names = list(dict.fromkeys(name for name, _ in found))
    if len(names) > 1:
        raise InvalidValue(f"the evidence of a question is in one document: these quotations are in {', '.join(names)}")
    return names[0], tuple(sorted(span for _, span in found))


def _quotations(quote: Any) -> list[str]:
    """Read one quotation or several."""
    quotes: list[str] = [quote] if isinstance(quote, str) or not isinstance(quote, list | tuple) else [*quote]
    if not quotes:
        raise InvalidValue("a question needs evidence: it has no quotation")
    for one in quotes:
        if not a_text("a quotation", one).strip():
            raise InvalidValue(f"the quotation is empty: got {one!r}")
    return quotes


def _place(quote: str, documents: Mapping[str, str]) -> tuple[str, Span]:
    """Find the one place of a quotation."""
    found = list(islice(places(quote, documents), _PLACES + 1))
    if len(found) == 1:
        return found[0]
    if not found:
        raise InvalidValue(f"the quotation {_short(quote)} is not in {some_of(documents)}{_nearest(quote, documents)}")
    those = ", ".join(f"{name} {start}-{end}" for name, (start, end) in found[:_PLACES])
    more = ", and more" if len(found) > _PLACES else ""
    raise InvalidValue(f"the quotation {_short(quote)} must be there once: it is at {those}{more}; quote more of it")


def places(quote: str, documents: Mapping[str, str]) -> Iterator[tuple[str, Span]]:
    """Find all places of a text, also where they overlap."""
    for name, text in documents.items():
        start = text.find(quote)
        while start >= 0:
            yield name, Span(start, start + len(quote))
            start = text.find(quote, start + 1)


def _nearest(quote: str, documents: Mapping[str, str]) -> str:
    """Show where the longest beginning of a quotation is, and how both go on; or its longest end, if that is longer."""
    begins, name = _longest(quote, documents)
    ends, other = _longest(quote[::-1], {name: text[::-1] for name, text in documents.items()})
    if max(begins, ends) < _NEAR:
        return ""
    if begins >= ends:
        at = documents[name].find(quote[:begins]) + begins
        ours, theirs = quote[begins:][:_DIFFERS], documents[name][at : at + _DIFFERS]
        return f"; nearest: {name} {at - begins}-{at}, but then it has {theirs!r}, not {ours!r}"
    at = documents[other].find(quote[-ends:])
    ours, theirs = quote[:-ends][-_DIFFERS:], documents[other][max(at - _DIFFERS, 0) : at]
    return f"; nearest: {other} {at}-{at + ends}, but before it has {theirs!r}, not {ours!r}"


def _longest(quote: str, documents: Mapping[str, str]) -> tuple[int, str]:
    """Find the longest beginning of a quotation that is in a document, and the first document that has it."""
    most, where = 0, ""
    for name, text in documents.items():
        agree = bisect_left(range(1, len(quote) + 1), True, key=lambda length: quote[:length] not in text)
        most, where = (agree, name) if agree > most else (most, where)
    return most, where


def _short(quote: str) -> str:
    return repr(quote if len(quote) <= _SHOWN else f"{quote[:_SHOWN]}…")


def some_of(documents: Iterable[str]) -> str:
    """Name the first documents in a message, and say how many more there are.

    >>> some_of(map(str, range(12)))
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more'
    """
    names = list(documents)
    shown = ", ".join(names[:_PLACES])
    return f"{shown} and {len(names) - _PLACES:,} more" if len(names) > _PLACES else shown
