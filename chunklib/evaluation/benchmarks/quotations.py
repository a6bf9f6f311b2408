"""Find the places of quotations in documents, whatever white space is in them: each must be there, and once."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from chunklib.chunk import Span
from chunklib.cuts.words import words
from chunklib.errors import InvalidValue
from chunklib.readers import a_text

_SHOWN = 60  # characters of a quotation in a message
_PLACES = 10  # places that a message names
_NEAR = 6  # characters that must agree before a place is called near
_DIFFERS = 12  # characters that a message shows from where the two differ


class Quoted:
    """Finds quotations in a text: any run of white space is taken for any other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = plain(text)

    @cached_property
    def _starts(self) -> Sequence[int]:
        return [0, *words(self.text)][self.text[:1].isspace() :]

    def _offset(self, at: int) -> int:
        """Turn an offset in the plain text into one in the text."""
        return self._starts[self.plain.count(" ", 0, at)] + at - (self.plain.rfind(" ", 0, at) + 1)

    def spans(self, quote: str) -> Iterator[Span]:
        r"""Find all places of a quotation in the text, also where they overlap.

        >>> list(Quoted("A red  fox, a red\nfox.").spans(" red fox"))
        [Span(start=2, end=10), Span(start=14, end=21)]
        """
        wanted = plain(quote)
        at = self.plain.find(wanted)
        while at >= 0:
            yield Span(self._offset(at), self._offset(at + len(wanted) - 1) + 1)
            at = self.plain.find(wanted, at + 1)


def plain(text: str) -> str:
    """Write each run of white space as one space, and leave it out at both ends."""
    return " ".join(text.split())


def placed(quote: str | Sequence[str], documents: Mapping[str, Quoted]) -> tuple[str, tuple[Span, ...]]:
    """Find the document that has all quotations of a question, and their places in the order of the text."""
    found = [_place(one, documents) for one in _quotations(quote)]
    if faults := [one for one in found if isinstance(one, str)]:
        raise InvalidValue("; ".join(faults))
    places = [one for one in found if not isinstance(one, str)]
    names = list(dict.fromkeys(name for name, _ in places))
    if len(names) > 1:
        raise InvalidValue(f"the evidence of a question is in one document: these quotations are in {', '.join(names)}")
    return names[0], tuple(sorted(span for _, span in places))


def _quotations(quote: Any) -> list[str]:
    """Read one quotation or several."""
    quotes: list[str] = [quote] if isinstance(quote, str) or not isinstance(quote, list | tuple) else [*quote]
    if not quotes:
        raise InvalidValue("a question needs evidence: it has no quotation")
    for one in quotes:
        if not a_text("a quotation", one).strip():
            raise InvalidValue(f"the quotation is empty: got {one!r}")
    return quotes


def _place(quote: str, documents: Mapping[str, Quoted]) -> tuple[str, Span] | str:
    """Find the one place of a quotation, or say why there is none."""
    every = ((name, span) for name, text in documents.items() for span in text.spans(quote))
    found = list(islice(every, _PLACES + 1))
    if len(found) == 1:
        return found[0]
    if not found:
        return f"the quotation {_short(quote)} is not in {some_of(documents)}{_nearest(plain(quote), documents)}"
    those = ", ".join(f"{name} {start}-{end}" for name, (start, end) in found[:_PLACES])
    more = ", and more" if len(found) > _PLACES else ""
    return f"the quotation {_short(quote)} must be there once: it is at {those}{more}; quote more of it"


def _nearest(quote: str, documents: Mapping[str, Quoted]) -> str:
    """Show where the longest beginning of a quotation is, and how both go on; or its longest end, if that is longer."""
    begins, name = _longest(quote, {name: document.plain for name, document in documents.items()})
    ends, other = _longest(quote[::-1], {name: document.plain[::-1] for name, document in documents.items()})
    if max(begins, ends) < _NEAR:
        return ""
    where, same = (name, quote[:begins]) if begins >= ends else (other, quote[-ends:])
    text, (start, end) = documents[where].text, next(documents[where].spans(same))
    if begins >= ends:
        ours, theirs, how = quote[begins:][:_DIFFERS], text[end : end + _DIFFERS], "then"
    else:
        ours, theirs, how = quote[:-ends][-_DIFFERS:], text[max(start - _DIFFERS, 0) : start], "before"
    return f"; nearest: {where} {start}-{end}, but {how} it has {theirs!r}, not {ours!r}"


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
    """Name the first documents in a message, and say how many more there are."""
    names = list(documents)
    shown = ", ".join(names[:_PLACES])
    return f"{shown} and {len(names) - _PLACES:,} more" if len(names) > _PLACES else shown
