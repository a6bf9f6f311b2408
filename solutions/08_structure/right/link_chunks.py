"""Right answers to `link_chunks`, written differently."""

from itertools import pairwise
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
    """Cut at white space behind a mark, one character after the other."""
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


def _check(chunks):
    for one, two in pairwise(chunks):
        if not (one["start_char"] < two["start_char"] and one["end_char"] < two["end_char"]):
            raise ValueError("starts and ends must rise")


def _id(chunk):
    return f"{chunk['start_char']}-{chunk['end_char']}" if chunk else None


def _sentences(part):
    return re.split(r"(?<=[.!?])\s+", part.strip())


def _link(chunks, split=_sentences, shared=None, clip=True):
    """The whole task with a part or two that the wrong answers exchange."""
    _check(chunks)
    shared = shared or (lambda one, two: max(0, one["end_char"] - two["start_char"]))
    out = []
    for k, chunk in enumerate(chunks):
        before, after = chunks[k - 1] if k else None, chunks[k + 1] if k + 1 < len(chunks) else None
        over_b, over_a = shared(before, chunk) if before else 0, shared(chunk, after) if after else 0
        cut_b, cut_a = (over_b, over_a) if clip else (0, 0)
        left = before["text"][: len(before["text"]) - cut_b] if before else ""
        right = after["text"][cut_a:] if after else ""
        out.append(
            {
                "id": _id(chunk),
                "text": chunk["text"],
                "previous_id": _id(before),
                "next_id": _id(after),
                "overlap_before": over_b,
                "overlap_after": over_a,
                "sentence_before": split(left)[-1],
                "sentence_after": split(right)[0],
            }
        )
    return out


def lc_plain(chunks: list[dict]) -> list[dict]:
    """Empty values first, then one loop over the pairs fills both sides."""
    linked = [
        {
            "id": f"{c['start_char']}-{c['end_char']}",
            "text": c["text"],
            "previous_id": None,
            "next_id": None,
            "overlap_before": 0,
            "overlap_after": 0,
            "sentence_before": "",
            "sentence_after": "",
        }
        for c in chunks
    ]
    for k in range(1, len(chunks)):
        one, two = chunks[k - 1], chunks[k]
        if one["start_char"] >= two["start_char"] or one["end_char"] >= two["end_char"]:
            raise ValueError("starts and ends must rise")
        both = max(one["end_char"] - two["start_char"], 0)
        linked[k]["previous_id"], linked[k - 1]["next_id"] = linked[k - 1]["id"], linked[k]["id"]
        linked[k]["overlap_before"] = linked[k - 1]["overlap_after"] = both
        linked[k]["sentence_before"] = _sentences(one["text"][: len(one["text"]) - both])[-1]
        linked[k - 1]["sentence_after"] = _sentences(two["text"][both:])[0]
    return linked


def lc_findall(chunks: list[dict]) -> list[dict]:
    """findall of sentences."""

    def split(part):
        return re.findall(r"(?=\S).*?(?:[.!?](?=\s)|(?=\s*\Z))", part, re.DOTALL) or [""]

    return _link(chunks, split=split)


@dataclass
class _Linked:
    id: str
    text: str
    previous_id: str | None = None
    next_id: str | None = None
    overlap_before: int = 0
    overlap_after: int = 0
    sentence_before: str = ""
    sentence_after: str = ""


def lc_dataclass(chunks: list[dict]) -> list[dict]:
    """A dataclass turned into a dictionary."""
    linked = [_Linked(_id(chunk), chunk["text"]) for chunk in chunks]
    _check(chunks)
    for (one, a), (two, b) in pairwise(zip(linked, chunks)):
        one.next_id, two.previous_id = two.id, one.id
        one.overlap_after = two.overlap_before = max(a["end_char"] - b["start_char"], 0)
        two.sentence_before = _sentences(a["text"][: b["start_char"] - a["start_char"]])[-1]
        one.sentence_after = _sentences(b["text"][one.overlap_after :])[0]
    return [asdict(one) for one in linked]


class _Chain:
    def __init__(self, chunks):
        self.chunks = list(chunks)

    def at(self, k):
        return self.chunks[k] if 0 <= k < len(self.chunks) else None

    def shared(self, k):
        one, two = self.at(k), self.at(k + 1)
        return max(0, one["end_char"] - two["start_char"]) if one and two else 0

    def row(self, k):
        one, me, two = self.at(k - 1), self.at(k), self.at(k + 1)
        left = one["text"][: len(one["text"]) - self.shared(k - 1)] if one else ""
        right = two["text"][self.shared(k) :] if two else ""
        return {
            "sentence_after": _sentences(right)[0],
            "sentence_before": _sentences(left)[-1],
            "overlap_after": self.shared(k),
            "overlap_before": self.shared(k - 1),
            "next_id": _id(two),
            "previous_id": _id(one),
            "text": me["text"],
            "id": _id(me),
        }


def lc_class(chunks: list[dict]) -> list[dict]:
    """A class; the keys come in another order, which is the same dictionary."""
    _check(chunks)
    chain = _Chain(chunks)
    return [chain.row(k) for k in range(len(chunks))]


def lc_by_characters(chunks: list[dict]) -> list[dict]:
    """Shared characters counted as places in two ranges; starts and ends checked as lists."""
    starts, ends = [c["start_char"] for c in chunks], [c["end_char"] for c in chunks]
    if starts != sorted(set(starts)) or ends != sorted(set(ends)):
        raise ValueError("starts and ends must rise")
    return _link(chunks, shared=lambda one, two: len(range(two["start_char"], one["end_char"])))


def lc_backwards(chunks: list[dict]) -> list[dict]:
    """From the last chunk to the first, then turned round."""
    _check(chunks)
    out, after = [], None
    for k in range(len(chunks) - 1, -1, -1):
        me, before = chunks[k], chunks[k - 1] if k > 0 else None
        row = {"id": _id(me), "text": me["text"], "previous_id": _id(before), "next_id": _id(after)}
        row["overlap_before"] = max(0, before["end_char"] - me["start_char"]) if before else 0
        row["overlap_after"] = max(0, me["end_char"] - after["start_char"]) if after else 0
        row["sentence_before"] = (
            _sentences(before["text"][: me["start_char"] - before["start_char"]])[-1] if before else ""
        )
        row["sentence_after"] = _sentences(after["text"][row["overlap_after"] :])[0] if after else ""
        out.append(row)
        after = me
    return out[::-1]


def lc_more_keys(chunks):
    """Keeps the keys of the chunk beside the eight."""
    return [{**chunk, **row} for chunk, row in zip(chunks, lc_plain(chunks))]


ALL = {
    "each chunk with its neighbours": neighbours,
    "over the boundaries": boundaries,
    "records from the end": records,
    "findall": lc_findall,
    "dataclass": lc_dataclass,
    "class": lc_class,
    "ranges": lc_by_characters,
    "backwards": lc_backwards,
    "more keys": lc_more_keys,
}
