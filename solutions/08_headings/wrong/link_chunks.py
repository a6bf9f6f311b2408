"""Wrong answers to `link_chunks`: each lacks one thing that the task asks for."""

import re
from itertools import pairwise


def name(chunk):
    """Make the id of a chunk."""
    return f"{chunk['start_char']}-{chunk['end_char']}" if chunk else None


def split(part):
    """Cut a text into sentences."""
    return re.split(r"(?<=[.!?])\s+", part.strip())


def shared(one, two):
    """Count the characters that two chunks share."""
    return max(0, one["end_char"] - two["start_char"]) if one and two else 0


def in_order(chunks):
    """Raise unless starts and ends rise."""
    for one, two in pairwise(chunks):
        if not (one["start_char"] < two["start_char"] and one["end_char"] < two["end_char"]):
            raise ValueError("order")


def answer(chunks, check=in_order, split=split):
    """Link the chunks rightly; the wrong answers change one thing of it."""
    check(chunks)
    linked, padded = [], [None, *chunks, None]
    for before, chunk, after in zip(padded, chunks, padded[2:], strict=False):
        left = before["text"][: chunk["start_char"] - before["start_char"]] if before else ""
        right = after["text"][shared(chunk, after) :] if after else ""
        linked.append(
            {
                "id": name(chunk),
                "text": chunk["text"],
                "previous_id": name(before),
                "next_id": name(after),
                "sentence_before": split(left)[-1],
                "sentence_after": split(right)[0],
                "overlap_before": shared(before, chunk),
                "overlap_after": shared(chunk, after),
            }
        )
    return linked


def befores(chunks, sentence):
    """Link rightly, but for the sentence before, which a function makes of the chunk before and of the right links."""
    linked = answer(chunks)
    for before, link in zip(chunks, linked[1:], strict=False):
        link["sentence_before"] = sentence(before["text"], link["overlap_before"])
    return linked


def last_of_all(chunks):
    """Takes the last sentence of the chunk before, also where this chunk holds it itself."""
    return befores(chunks, lambda text, shared: split(text)[-1])


def first_of_all(chunks):
    """Takes the first sentence of the next chunk, also where this chunk holds it itself."""
    linked = answer(chunks)
    for link, after in zip(linked, chunks[1:]):
        link["sentence_after"] = split(after["text"])[0]
    return linked


def every_full_stop(chunks):
    """Ends a sentence at every full stop, also at the one in 3.5."""

    def sentence(text, shared):
        part = text[: len(text) - shared].strip()
        return re.findall(r"[^.!?]*[.!?]*", part)[-2:][0].strip() if part else ""

    return befores(chunks, sentence)


def ring(chunks):
    """Links the first chunk back to the last: chunks[index - 1] with index 0."""
    linked = answer(chunks)
    if linked:
        linked[0]["previous_id"] = linked[-1]["id"]
    return linked


def swapped(chunks):
    """Confuses before and after."""
    return [link | {"previous_id": link["next_id"], "next_id": link["previous_id"]} for link in answer(chunks)]


def numbers_for_ids(chunks):
    """Numbers the chunks: the ids change when a chunk is added in front."""
    linked = answer(chunks)
    names = {link["id"]: f"chunk_{number}" for number, link in enumerate(linked)}
    return [link | {key: names.get(link[key]) for key in ("id", "previous_id", "next_id")} for link in linked]


def overlap_by_text(chunks):
    """Measures the overlap by comparing texts: what happens to end and begin alike counts too."""
    linked = answer(chunks)
    for left, right in pairwise(linked):
        most = min(len(left["text"]), len(right["text"]))
        alike = next((n for n in range(most, 0, -1) if left["text"][-n:] == right["text"][:n]), 0)
        left["overlap_after"] = right["overlap_before"] = alike
    return linked


def shifted_overlaps(chunks):
    """Writes the overlap with the next chunk on the side of the one before."""
    return [
        link | {"overlap_before": link["overlap_after"], "overlap_after": link["overlap_before"]}
        for link in answer(chunks)
    ]


def own_sentence_at_the_end(chunks):
    """Fills the place after the last chunk with its own last sentence."""
    linked = answer(chunks)
    if linked:
        linked[-1]["sentence_after"] = split(linked[-1]["text"])[-1]
    return linked


def chunks_of_the_caller(chunks):
    """Writes the links into the caller's dictionaries."""
    linked = answer(chunks)
    for chunk, link in zip(chunks, linked, strict=True):
        chunk.update(link)
    return chunks


def order_not_tested(chunks):
    """Does not refuse chunks that are out of order."""
    return answer(chunks, check=list)


def gaps_refused(chunks):
    """Refuses chunks with a gap between them."""
    for one, two in pairwise(chunks):
        if two["start_char"] > one["end_char"]:
            raise ValueError("gap")
    return answer(chunks)


def empty_fails(chunks):
    """Asks an empty list for its first chunk."""
    return answer(chunks) if chunks[0] else []


def full_stops_only(chunks):
    """Only the full stop ends a sentence."""
    return answer(chunks, split=lambda part: re.split(r"(?<=\.)\s+", part.strip()))


def bare(chunks):
    """Ids and texts, all else empty."""
    empty = {"previous_id": None, "next_id": None, "overlap_before": 0, "overlap_after": 0}
    return [
        {"id": name(one), "text": one["text"], "sentence_before": "", "sentence_after": ""} | empty for one in chunks
    ]


def always_refuses(chunks):
    """Always an error."""
    raise ValueError("no")


ALL = {
    "last sentence of the whole chunk before": last_of_all,
    "first sentence of the whole next chunk": first_of_all,
    "the first linked to the last": ring,
    "before and after confused": swapped,
    "numbers for ids": numbers_for_ids,
    "overlap by comparing texts": overlap_by_text,
    "overlaps on the wrong side": shifted_overlaps,
    "every full stop ends a sentence": every_full_stop,
    "a sentence after the last chunk": own_sentence_at_the_end,
    "links written into the argument": chunks_of_the_caller,
    "order not tested": order_not_tested,
    "gaps refused": gaps_refused,
    "empty list fails": empty_fails,
    "full stop only": full_stops_only,
}

LAZY = {
    "bare": bare,
    "error": always_refuses,
}
