"""Right answers to `link_chunks`, written differently."""

import re
from dataclasses import asdict, dataclass
from itertools import pairwise


def neighbours(chunks):
    """Looks at each chunk with the one before and the one after."""
    for one, two in pairwise(chunks):
        if one["start_char"] >= two["start_char"] or one["end_char"] >= two["end_char"]:
            raise ValueError(f"starts and ends must rise: chunk at {two['start_char']} after {one['start_char']}")

    def name(chunk):
        return f"{chunk['start_char']}-{chunk['end_char']}" if chunk else None

    def sentences(part):
        return re.split(r"(?<=[.!?])\s+", part.strip())

    linked, padded = [], [None, *chunks, None]
    for before, chunk, after in zip(padded, chunks, padded[2:], strict=False):
        start, end = chunk["start_char"], chunk["end_char"]
        linked.append(
            {
                "id": name(chunk),
                "text": chunk["text"],
                "previous_id": name(before),
                "next_id": name(after),
                "sentence_before": sentences(before["text"][: start - before["start_char"]])[-1] if before else "",
                "sentence_after": sentences(after["text"][max(0, end - after["start_char"]) :])[0] if after else "",
                "overlap_before": max(0, before["end_char"] - start) if before else 0,
                "overlap_after": max(0, end - after["start_char"]) if after else 0,
            }
        )
    return linked


def boundaries(chunks):
    """First gives every chunk empty links, then goes over the boundaries and fills in both sides."""
    linked = []
    for chunk in chunks:
        linked.append(
            {**chunk, "id": "{start_char}-{end_char}".format(**chunk), "previous_id": None, "next_id": None}
            | {"sentence_before": "", "sentence_after": "", "overlap_before": 0, "overlap_after": 0}
        )
    for left, right in pairwise(linked):
        if not (left["start_char"] < right["start_char"] and left["end_char"] < right["end_char"]):
            raise ValueError("order")
        shared = max(left["end_char"] - right["start_char"], 0)
        left["next_id"], right["previous_id"] = right["id"], left["id"]
        left["overlap_after"] = right["overlap_before"] = shared
        right["sentence_before"] = split(left["text"][: right["start_char"] - left["start_char"]])[-1]
        left["sentence_after"] = split(right["text"][shared:])[0]
    return linked


def split(part):
    """Cut at white space after a mark, one character at a time."""
    found, begin = [], 0
    part = part.strip()
    for at in range(1, len(part)):
        if part[at].isspace() and part[at - 1] in ".!?":
            found.append(part[begin:at])
            begin = at
    return [sentence.strip() for sentence in [*found, part[begin:]]]


@dataclass
class Linked:
    """A chunk with its links."""

    id: str
    text: str
    previous_id: str | None = None
    next_id: str | None = None
    sentence_before: str = ""
    sentence_after: str = ""
    overlap_before: int = 0
    overlap_after: int = 0


def records(chunks):
    """Fills one record after the other, the last one first."""
    found, after = [], None
    for number in reversed(range(len(chunks))):
        chunk = chunks[number]
        start, end = chunk["start_char"], chunk["end_char"]
        record = Linked(f"{start}-{end}", chunk["text"])
        if after is not None:
            if start >= after["start_char"] or end >= after["end_char"]:
                raise ValueError("chunks must rise")
            record.next_id, record.overlap_after = found[0].id, max(0, end - after["start_char"])
            rest = after["text"][record.overlap_after :].lstrip()
            stop = re.search(r"[.!?](?=\s|$)", rest)
            record.sentence_after = rest[: stop.end()] if stop else rest.rstrip()
        if number:
            before = chunks[number - 1]
            record.previous_id = f"{before['start_char']}-{before['end_char']}"
            record.overlap_before = before["end_char"] - start if before["end_char"] > start else 0
            own = before["text"][: len(before["text"]) - record.overlap_before]
            sentences = re.findall(r"\S[\s\S]*?(?:(?<=[.!?])(?=\s|$)|$)", own.rstrip())
            record.sentence_before = sentences[-1] if sentences else ""
        found.insert(0, record)
        after = chunk
    return [asdict(record) for record in found]


ALL = {
    "each chunk with its neighbours": neighbours,
    "over the boundaries": boundaries,
    "records from the end": records,
}
