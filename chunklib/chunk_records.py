"""Read chunks from anywhere as records with offsets, which the audit looks at.

Every library has names of its own for a chunk's text and place. They are read by their shape, so that none of those
libraries is needed here. Text without offsets is given the place that is kindest to the splitter.
"""

from collections.abc import Callable, Mapping, Sequence
from numbers import Integral
from typing import NamedTuple, TypeGuard

from chunklib.errors import InvalidType
from chunklib.readers import a_text

NOWHERE = -1
"""Start and end of a chunk that nobody could place; it covers nothing."""

_TEXTS = ("text", "content", "page_content")
# ours and a learner's, plain dictionaries, chonkie, LlamaIndex
_STARTS = ("start_char", "start", "start_index", "start_char_idx")
_ENDS = ("end_char", "end", "end_index", "end_char_idx")
# LangChain and Haystack keep offsets beside whatever else is said of a chunk
_METADATA = ("metadata", "meta")
_STARTS_BESIDE = ("start_index", "split_idx_start", "start_char_idx")
_ENDS_BESIDE = ("end_index", "end_char_idx")


class Record(NamedTuple):
    """Holds a text, and where its splitter says that it is: ``document[start_char:end_char]``."""

    text: str
    start_char: int
    end_char: int


_ABSENT = type("Absent", (), {"__repr__": lambda _: "None"})()  # a field that a chunk does not have


def records(output: object, text: str) -> list[Record]:
    """Read what a splitter returned: strings, dictionaries, objects or pairs, with offsets or without.

    Args:
        output: a list of strings, of dictionaries or objects with a text and offsets under one of the usual names
            (:class:`chunklib.Chunk`, LangChain documents, LlamaIndex nodes, chonkie chunks, Haystack documents), or of
            pairs ``(offset, text)`` (semantic-text-splitter); or ``(texts, [(start, end), …])`` (semchunk).
        text: the document that was split.

    Returns:
        a record for each chunk, in order. A missing end is the start plus the length of the chunk. A start that is
        -1 or None ("not found") is :data:`NOWHERE`. Where no chunk at all has offsets, :func:`place` finds them.

    Raises:
        TypeError: for anything but a list, for a chunk without text, for offsets that are not whole numbers, and for a
            dictionary without a start.

    >>> records(["one ", "two"], "one two")
    [Record(text='one ', start_char=0, end_char=4), Record(text='two', start_char=4, end_char=7)]
    >>> records([{"content": "two", "start": 4}], "one two") == records([(4, "two")], "one two")
    True
    """
    a_text("text", text)
    found = _listed(output)
    if all(start is None for _, start, _ in found):
        return place([content for content, *_ in found], text)
    return [
        Record(content, NOWHERE, NOWHERE)
        if start is None or (start == NOWHERE and end is None)
        else Record(content, start, start + len(content) if end is None else end)
        for content, start, end in found
    ]


def texts(output: object) -> list[str]:
    """Read the text of each chunk that :func:`records` reads, in order."""
    return [content for content, *_ in _listed(output)]


def said_beside(output: object) -> list[tuple[str, dict[str, object]]]:
    """Read what else each chunk that :func:`records` reads says: its context and its metadata, as a copy.

    Returns:
        a pair for each chunk, in order; empty where a chunk has none.

    >>> said_beside([{"text": "Wait.", "context": "Tea", "meta": {"page": 2}, "start": 0}, "two"])
    [('Tea', {'page': 2}), ('', {})]
    """
    listed, found = _zipped(output), []
    for chunk in listed if isinstance(listed, Sequence) else ():
        get = _fields(chunk)
        context, beside = get("context"), _first(get, _METADATA)
        found.append((context if isinstance(context, str) else "", dict(beside) if isinstance(beside, Mapping) else {}))
    return found


def _listed(output: object) -> list[tuple[str, int | None, int | None]]:
    listed = _zipped(output)
    if not isinstance(listed, Sequence) or isinstance(listed, (str, bytes)):
        raise InvalidType(f"chunks must be a list of chunks: got {type(listed).__name__}")
    return [_read(chunk, index) for index, chunk in enumerate(listed)]


def _zipped(output: object) -> object:
    """Turn semchunk's two lists, of texts and of offsets, into one of dictionaries."""
    if not (isinstance(output, tuple) and len(output) == 2 and all(isinstance(part, list) for part in output)):
        return output
    texts, offsets = output
    if len(texts) != len(offsets) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in offsets):
        return output
    both = zip(texts, offsets, strict=True)
    return [{"text": text, "start_char": start, "end_char": end} for text, (start, end) in both]


def _read(chunk: object, index: int) -> tuple[str, int | None, int | None]:
    """Find text, start and end of one chunk, whatever it is; its offsets may be missing."""
    if isinstance(chunk, str):
        return chunk, None, None
    if type(chunk) is tuple and len(chunk) == 2:
        chunk = {"text": chunk[1], "start_char": chunk[0]}
    get = _fields(chunk)
    content, start, end = _first(get, _TEXTS), _first(get, _STARTS), _first(get, _ENDS)
    if not isinstance(content, str):
        strange = content is _ABSENT and chunk is not None and not isinstance(chunk, Mapping)
        raise InvalidType(f"chunk {index} has no text: got {f'a {type(chunk).__name__}' if strange else repr(content)}")
    if start is _ABSENT and isinstance(beside := _first(get, _METADATA), Mapping):
        start, end = (_first(_fields(beside), names) for names in (_STARTS_BESIDE, _ENDS_BESIDE))
    if start is _ABSENT and not isinstance(chunk, Mapping):
        return content, None, None  # a dictionary is made by hand; one without a start is a mistake
    if not _whole(start) or not (end is _ABSENT or _whole(end)):
        raise InvalidType(f"chunk {index} has no whole numbers as offsets: start_char={start!r}, end_char={end!r}")
    return content, int(start), int(end) if _whole(end) else None


def _fields(chunk: object) -> Callable[[str], object]:
    """Read keys, or attributes; an attribute that is None says nothing."""
    if isinstance(chunk, Mapping):
        return lambda name: chunk.get(name, _ABSENT)
    return lambda name: _ABSENT if (value := getattr(chunk, name, None)) is None else value


def _first(get: Callable[[str], object], names: Sequence[str]) -> object:
    return next((value for name in names if (value := get(name)) is not _ABSENT), _ABSENT)


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, Integral) and not isinstance(value, bool)  # numpy's integers are Integral


class _Placing(NamedTuple):
    """A place for each text, or NOWHERE, and how good that is: fewer is better, the first figure first."""

    unplaced: int
    lost: int  # characters that are not white space, in no text
    inside: bool  # whether a text may end before the one before it
    most: int  # characters that neighbours may share
    starts: list[int]


def place(texts: Sequence[str], document: str) -> list[Record]:
    """Give texts without offsets their places in a document, in the way that is kindest to their splitter.

    One limit on the characters that neighbours share holds for all. Each text goes to its first occurrence that starts
    and ends after the one before and keeps the limit; then, from the end back, a text moves to a later occurrence
    where that closes a gap. Of all limits that are tried (0, and powers of 2 and what lies between them), the one with
    the fewest texts without a place (:data:`NOWHERE`) is taken, among those the one that leaves the least uncovered,
    then the smallest. Only where that is better may a text end inside the one before.

    >>> [record.start_char for record in place(["ab ab ", "ab ab ", "ab cd"], "ab ab ab ab cd")]
    [0, 3, 9]
    >>> place(["abc", "xyz"], "abc")[1]
    Record(text='xyz', start_char=-1, end_char=-1)
    """
    last = {text: document.rfind(text) for text in texts}
    longest = max(map(len, texts), default=0)
    limits = [0, *(1 << power for power in range(longest.bit_length() + 1))]
    best = min(_placing(texts, document, last, most, inside=inside) for most in limits for inside in (False, True))
    low, high = max((most for most in limits if most < best.most), default=best.most), best.most
    while high - low > 1:
        middle = (low + high) // 2
        found = _placing(texts, document, last, middle, inside=best.inside)
        low, high, best = (low, middle, found) if found < best else (middle, high, best)
    ends = (start + len(text) if start != NOWHERE else NOWHERE for text, start in zip(texts, best.starts, strict=True))
    return [Record(*one) for one in zip(texts, best.starts, ends, strict=True)]


def _placing(texts: Sequence[str], document: str, last: Mapping[str, int], most: int, *, inside: bool) -> _Placing:
    early = _earliest(texts, document, last, most, inside=inside)
    late = _closed(texts, document, last, early)
    lost, starts = min((_lost(texts, document, starts), starts) for starts in (early, late))
    return _Placing(starts.count(NOWHERE), lost, inside, most, starts)


def _earliest(texts: Sequence[str], document: str, last: Mapping[str, int], most: int, *, inside: bool) -> list[int]:
    """Place each text as early as the limit on shared characters and the text before allow."""
    starts: list[int] = []
    before, end = -1, 0
    for text in texts:
        if not text:  # lies anywhere, and is in nobody's way
            starts.append(end)
            continue
        after = max(before + 1, end - most, 0 if inside else end - len(text) + 1)
        # Nothing is searched for where it cannot be: every search ends at a place, so all together are linear.
        start = document.find(text, after) if after <= last[text] else NOWHERE
        starts.append(start)
        if start != NOWHERE:
            before, end = start, start + len(text)
    return starts


def _closed(texts: Sequence[str], document: str, last: Mapping[str, int], starts: Sequence[int]) -> list[int]:
    """Move texts to later occurrences, from the end back, where that closes the gap after them."""
    moved = list(starts)
    following = len(document)
    for at in range(len(texts) - 1, -1, -1):
        if moved[at] == NOWHERE or not texts[at]:
            continue
        gap = document[moved[at] + len(texts[at]) : following].rstrip()
        if gap:
            needed = moved[at] + len(gap)
            later = document.find(texts[at], needed) if needed <= last[texts[at]] else NOWHERE
            moved[at] = later if NOWHERE < later < following else moved[at]
        following = moved[at]
    return moved


def _lost(texts: Sequence[str], document: str, starts: Sequence[int]) -> int:
    """Count the characters outside of all texts that are not white space."""
    lost = covered = 0
    for text, start in [*zip(texts, starts, strict=True), ("", len(document))]:
        if start != NOWHERE:
            lost += len("".join(document[covered:start].split()))
            covered = max(covered, start + len(text))
    return lost
