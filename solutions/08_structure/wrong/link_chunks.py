"""Wrong answers to `link_chunks`: each lacks one thing that the task asks for."""

from itertools import pairwise
import re
from itertools import pairwise


def answer(chunks, check=True):
    """Link the chunks rightly; the wrong answers change one thing of it."""
    for one, two in pairwise(chunks):
        if check and not (one["start_char"] < two["start_char"] and one["end_char"] < two["end_char"]):
            raise ValueError("order")
    linked, padded = [], [None, *chunks, None]
    for before, chunk, after in zip(padded, chunks, padded[2:], strict=False):
        left = before["text"][: chunk["start_char"] - before["start_char"]] if before else ""
        right = after["text"][max(0, chunk["end_char"] - after["start_char"]) :] if after else ""
        linked.append(
            {
                "id": name(chunk),
                "text": chunk["text"],
                "previous_id": name(before),
                "next_id": name(after),
                "sentence_before": split(left)[-1],
                "sentence_after": split(right)[0],
                "overlap_before": max(0, before["end_char"] - chunk["start_char"]) if before else 0,
                "overlap_after": max(0, chunk["end_char"] - after["start_char"]) if after else 0,
            }
        )
    return linked


def name(chunk):
    """Make the id of a chunk."""
    return f"{chunk['start_char']}-{chunk['end_char']}" if chunk else None


def split(part):
    """Cut a text into sentences."""
    return re.split(r"(?<=[.!?])\s+", part.strip())


def last_of_all(chunks):
    """Takes the last sentence of the chunk before, also where this chunk holds it itself."""
    linked = answer(chunks)
    for before, chunk in zip(chunks, linked[1:], strict=False):
        chunk["sentence_before"] = split(before["text"])[-1]
    return linked


def first_of_all(chunks):
    """Takes the first sentence of the next chunk, also where this chunk holds it itself."""
    linked = answer(chunks)
    for chunk, after in zip(linked, chunks[1:], strict=False):
        chunk["sentence_after"] = split(after["text"])[0]
    return linked


def minus_zero(chunks):
    """Takes the overlap off with text[:-overlap], which is empty where the overlap is 0."""
    linked = answer(chunks)
    for before, chunk in zip(chunks, linked[1:], strict=False):
        chunk["sentence_before"] = split(before["text"][: -chunk["overlap_before"]])[-1]
    return linked


def ring(chunks):
    """Links the first chunk back to the last: chunks[index - 1] with index 0."""
    linked = answer(chunks)
    if linked:
        linked[0]["previous_id"] = linked[-1]["id"]
    return linked


def closed_ring(chunks):
    """Links the last chunk on to the first."""
    linked = answer(chunks)
    if linked:
        linked[-1]["next_id"] = linked[0]["id"]
    return linked


def linked_to_itself(chunks):
    """Gives each chunk its own id as that of the one before it."""
    linked = answer(chunks)
    for chunk in linked[1:]:
        chunk["previous_id"] = chunk["id"]
    return linked


def swapped(chunks):
    """Confuses before and after."""
    return [link | {"previous_id": link["next_id"], "next_id": link["previous_id"]} for link in answer(chunks)]


def empty_text_for_none(chunks):
    """Writes an empty string where there is no neighbour, and None is asked."""
    return [
        link | {"previous_id": link["previous_id"] or "", "next_id": link["next_id"] or ""} for link in answer(chunks)
    ]


def numbers_for_ids(chunks):
    """Numbers the chunks: the ids change when a chunk is added in front."""
    linked = answer(chunks)
    names = {link["id"]: f"chunk_{number}" for number, link in enumerate(linked)}
    return [link | {key: names.get(link[key]) for key in ("id", "previous_id", "next_id")} for link in linked]


def hashes_for_ids(chunks):
    """Makes ids of texts alone: chunks with the same text have the same id."""
    linked = answer(chunks)
    names = {link["id"]: str(len(link["text"])) + link["text"] for link in linked}
    return [link | {key: names.get(link[key]) for key in ("id", "previous_id", "next_id")} for link in linked]


def overlap_by_text(chunks):
    """Measures the overlap by comparing texts: what happens to end and begin alike counts too."""
    linked = answer(chunks)
    for one, two in pairwise(linked):
        most = min(len(one["text"]), len(two["text"]))
        shared = next((n for n in range(most, 0, -1) if one["text"][-n:] == two["text"][:n]), 0)
        one["overlap_after"] = two["overlap_before"] = shared
    return linked


def negative_overlap(chunks):
    """Lets the overlap of chunks with a gap between them be negative."""
    linked = answer(chunks)
    for (one, two), (left, right) in zip(pairwise(chunks), pairwise(linked), strict=True):
        left["overlap_after"] = right["overlap_before"] = one["end_char"] - two["start_char"]
    return linked


def one_sided(chunks):
    """States the overlap only with the chunk before."""
    return [link | {"overlap_after": 0} for link in answer(chunks)]


def shifted_overlaps(chunks):
    """Writes the overlap with the next chunk on the side of the one before."""
    return [
        link | {"overlap_before": link["overlap_after"], "overlap_after": link["overlap_before"]}
        for link in answer(chunks)
    ]


def overlap_in_words(chunks):
    """Counts the overlap in words, where characters are asked."""
    linked = answer(chunks)
    for one, two in pairwise(linked):
        shared = one["text"][len(one["text"]) - one["overlap_after"] :]
        one["overlap_after"] = two["overlap_before"] = len(shared.split())
    return linked


def gap_cut_away(chunks):
    """Skips characters of the next chunk also where a gap lies between the two."""
    linked = answer(chunks)
    for (one, two), link in zip(pairwise(chunks), linked, strict=False):
        link["sentence_after"] = split(two["text"][abs(one["end_char"] - two["start_char"]) :])[0]
    return linked


def negative_slice(chunks):
    """Slices the next chunk from a negative place where a gap lies between the two."""
    linked = answer(chunks)
    for (one, two), link in zip(pairwise(chunks), linked, strict=False):
        link["sentence_after"] = split(two["text"][one["end_char"] - two["start_char"] :])[0]
    return linked


def every_full_stop(chunks):
    """Ends a sentence at every full stop, also at the one in 3.5."""
    linked = answer(chunks)
    for before, chunk in zip(chunks, linked[1:], strict=False):
        part = before["text"][: len(before["text"]) - chunk["overlap_before"]].strip()
        chunk["sentence_before"] = re.findall(r"[^.!?]*[.!?]*", part)[-2:][0].strip() if part else ""
    return linked


def full_stops_only(chunks):
    """Knows full stops, and neither question marks nor exclamation marks."""
    linked = answer(chunks)
    for (one, two), link in zip(pairwise(chunks), linked, strict=False):
        rest = two["text"][max(0, one["end_char"] - two["start_char"]) :]
        link["sentence_after"] = re.split(r"(?<=\.)\s+", rest.strip())[0]
    return linked


def spaces_only(chunks):
    """Ends a sentence only before a space, not before the end of a line."""
    linked = answer(chunks)
    for (one, two), link in zip(pairwise(chunks), linked, strict=False):
        rest = two["text"][max(0, one["end_char"] - two["start_char"]) :]
        link["sentence_after"] = re.split(r"(?<=[.!?]) ", rest.strip())[0]
    return linked


def not_stripped(chunks):
    """Leaves the white space at the end of a sentence."""
    linked = answer(chunks)
    for before, chunk in zip(chunks, linked[1:], strict=False):
        part = before["text"][: len(before["text"]) - chunk["overlap_before"]]
        chunk["sentence_before"] = re.split(r"(?<=[.!?])\s+(?=\S)", part)[-1]
    return linked


def first_and_last_swapped(chunks):
    """Takes the first sentence of the part before, and not the last."""
    linked = answer(chunks)
    for before, chunk in zip(chunks, linked[1:], strict=False):
        part = before["text"][: len(before["text"]) - chunk["overlap_before"]]
        chunk["sentence_before"] = split(part)[0]
    return linked


def whole_neighbour(chunks):
    """Gives the whole text of the next chunk, where a sentence is asked."""
    linked = answer(chunks)
    for link, after in zip(linked, chunks[1:], strict=False):
        link["sentence_after"] = after["text"]
    return linked


def own_sentence_at_the_end(chunks):
    """Fills the place behind the last chunk with its own last sentence."""
    linked = answer(chunks)
    if linked:
        linked[-1]["sentence_after"] = split(linked[-1]["text"])[-1]
    return linked


def none_for_no_sentence(chunks):
    """Writes None where there is no sentence, and an empty string is asked."""
    return [link | {"sentence_before": link["sentence_before"] or None} for link in answer(chunks)]


def joined_text(chunks):
    """Puts the sentence before in front of the text itself."""
    return [link | {"text": f"{link['sentence_before']} {link['text']}".strip()} for link in answer(chunks)]


def inner_only(chunks):
    """Leaves out the chunks at both ends, since they have no two neighbours."""
    return answer(chunks)[1:-1]


def chunks_of_the_caller(chunks):
    """Writes the links into the caller's dictionaries."""
    linked = answer(chunks)
    for chunk, link in zip(chunks, linked, strict=True):
        chunk.update(link)
    return chunks


def order_not_tested(chunks):
    """Does not refuse chunks that are out of order."""
    return answer(chunks, check=False)


def only_starts_tested(chunks):
    """Tests only the starts: a chunk inside another passes."""
    for one, two in pairwise(chunks):
        if two["start_char"] <= one["start_char"]:
            raise ValueError("order")
    return answer(chunks, check=False)


def equal_allowed(chunks):
    """Lets the same chunk stand twice."""
    for one, two in pairwise(chunks):
        if two["start_char"] < one["start_char"] or two["end_char"] < one["end_char"]:
            raise ValueError("order")
    return answer(chunks, check=False)


def gaps_refused(chunks):
    """Refuses chunks with a gap between them."""
    for one, two in pairwise(chunks):
        if two["start_char"] > one["end_char"]:
            raise ValueError("gap")
    return answer(chunks)


def empty_fails(chunks):
    """Asks an empty list for its first chunk."""
    return answer(chunks) if chunks[0] else []


def generator(chunks):
    """Yields the chunks and does not return a list."""
    yield from answer(chunks)


def short_of_a_key(chunks):
    """Leaves the sentences out."""
    return [{key: link[key] for key in link if not key.startswith("sentence")} for link in answer(chunks)]


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


def _change(chunks, **how):
    """The right rows, with some values computed anew from (row, k, chunks)."""
    rows = lc_plain(chunks)
    return [{**row, **{key: make(row, k, chunks) for key, make in how.items()}} for k, row in enumerate(rows)]


def lc_id_from_text(chunks):
    """The end in the id comes from the length of the stripped text."""
    return _change(chunks, id=lambda r, k, c: f"{c[k]['start_char']}-{c[k]['start_char'] + len(c[k]['text'].strip())}")


def lc_bytes(chunks):
    """The overlap counts bytes of UTF-8."""

    def n(one, two):
        both = max(0, one["end_char"] - two["start_char"])
        return len(one["text"][len(one["text"]) - both :].encode()) if both else 0

    return _change(
        chunks,
        overlap_before=lambda r, k, c: n(c[k - 1], c[k]) if k else 0,
        overlap_after=lambda r, k, c: n(c[k], c[k + 1]) if k + 1 < len(c) else 0,
    )


def lc_minus_zero(chunks):
    """[:-overlap] with an overlap of 0 is nothing."""
    return _change(
        chunks, sentence_before=lambda r, k, c: _sentences(c[k - 1]["text"][: -r["overlap_before"]])[-1] if k else ""
    )


def lc_whole_sentence(chunks):
    """Shared text is cut by whole sentences: the first one of the neighbour that does not stand here as text."""
    return _change(
        chunks,
        sentence_after=lambda r, k, c: (
            next((s for s in _sentences(c[k + 1]["text"]) if s not in c[k]["text"]), "") if k + 1 < len(c) else ""
        ),
    )


def lc_space_only(chunks):
    """Only a space behind the full stop will do, no line feed."""
    return _link(chunks, split=lambda part: re.split(r"(?<=[.!?]) +", part.strip()))


def lc_dot_only(chunks):
    """Only the full stop ends a sentence."""
    return _link(chunks, split=lambda part: re.split(r"(?<=\.)\s+", part.strip()))


def lc_no_question(chunks):
    """A question mark ends nothing."""
    return _link(chunks, split=lambda part: re.split(r"(?<=[.!])\s+", part.strip()))


def lc_capital(chunks):
    """The next sentence must begin with a capital letter."""
    return _link(chunks, split=lambda part: re.split(r"(?<=[.!?])\s+(?=[A-Z])", part.strip()))


def lc_quotes(chunks):
    """A closing mark of quotation may stand between the full stop and the white space."""
    return _link(chunks, split=lambda part: re.split(r"(?<=[.!?])[\"”’)]*\s+|(?<=[.!?][\"”)])\s+", part.strip()))


def lc_abbreviations(chunks):
    """Behind Dr. no sentence ends."""
    return _link(chunks, split=lambda part: re.split(r"(?<!Dr\.)(?<=[.!?])\s+", part.strip()))


def lc_chinese(chunks):
    """The Chinese full stop ends a sentence too."""
    return _link(chunks, split=lambda part: re.split(r"(?<=[.!?])\s+|(?<=。)", part.strip()))


def lc_paragraph(chunks):
    """A blank line ends a sentence too."""
    return _link(chunks, split=lambda part: re.split(r"(?<=[.!?])\s+|\n\s*\n", part.strip()))


def lc_rest_left_out(chunks):
    """What remains without a full stop at the end of a part is no sentence."""
    return _link(chunks, split=lambda part: re.findall(r"\S.*?[.!?](?=\s|\Z)", part, re.S) or [""])


def lc_unstripped(chunks):
    """White space in front of the sentence stays."""
    return _change(
        chunks,
        sentence_after=lambda r, k, c: (
            re.split(r"(?<=[.!?])\s+", c[k + 1]["text"][r["overlap_after"] :])[0] if k + 1 < len(c) else ""
        ),
    )


def lc_white_joined(chunks):
    """White space inside a sentence is made one space."""
    return _change(
        chunks,
        sentence_before=lambda r, k, c: " ".join(r["sentence_before"].split()),
        sentence_after=lambda r, k, c: " ".join(r["sentence_after"].split()),
    )


def lc_equal_starts(chunks):
    """Equal starts raise nothing."""
    for one, two in pairwise(chunks):
        if one["start_char"] > two["start_char"] or one["end_char"] >= two["end_char"]:
            raise ValueError("must rise")
    return _loose(chunks)


def lc_equal_ends(chunks):
    """Equal ends raise nothing."""
    for one, two in pairwise(chunks):
        if one["start_char"] >= two["start_char"] or one["end_char"] > two["end_char"]:
            raise ValueError("must rise")
    return _loose(chunks)


def _loose(chunks):
    keep = [dict(c) for c in chunks]
    return [_row(keep, k) for k in range(len(keep))]


def _row(chunks, k):
    before, me, after = (chunks[n] if 0 <= n < len(chunks) else None for n in (k - 1, k, k + 1))
    b = max(0, before["end_char"] - me["start_char"]) if before else 0
    a = max(0, me["end_char"] - after["start_char"]) if after else 0
    return {
        "id": _id(me),
        "text": me["text"],
        "previous_id": _id(before),
        "next_id": _id(after),
        "overlap_before": b,
        "overlap_after": a,
        "sentence_before": _sentences(before["text"][: len(before["text"]) - b])[-1] if before else "",
        "sentence_after": _sentences(after["text"][a:])[0] if after else "",
    }


def lc_sorted(chunks):
    """Sorts chunks in the wrong order in place of raising."""
    return lc_plain(sorted(chunks, key=lambda c: (c["start_char"], c["end_char"])))


def lc_overlap_error(chunks):
    """Raises where two chunks overlap."""
    if any(one["end_char"] > two["start_char"] for one, two in pairwise(chunks)):
        raise ValueError("chunks overlap")
    return lc_plain(chunks)


def lc_first_pair(chunks):
    """Looks at the order of the first two chunks only."""
    _check(chunks[:2])
    return _loose(chunks)


def lc_changed_input(chunks):
    """Writes the links into the dictionaries of the caller too."""
    rows = lc_plain(chunks)
    for chunk, row in zip(chunks, rows):
        chunk.update(row)
    return rows


def lc_same_text_id(chunks):
    """Links by a dictionary of texts: two chunks of the same text get the neighbours of the last."""
    rows = lc_plain(chunks)
    by_text = {row["text"]: row for row in rows}
    return [{**row, "next_id": by_text[row["text"]]["next_id"]} for row in rows]


def lc_empty_error(chunks):
    """Raises for no chunks."""
    if not chunks:
        raise ValueError("no chunks")
    return lc_plain(chunks)


def lc_tuple(chunks):
    """A tuple in place of a list."""
    return tuple(lc_plain(chunks))


def lc_lazy_bare(chunks):
    """Ids and texts, all else empty."""
    return [
        {
            "id": _id(c),
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


def lc_lazy_copy(chunks):
    """The chunks as they are."""
    return chunks


def lc_lazy_empty(chunks):
    """Nothing."""
    return []


def lc_lazy_error(chunks):
    """Always an error."""
    raise ValueError("no")


def lc_lazy_example(chunks):
    """The example."""
    return [
        {
            "id": "0-10",
            "text": "One. Two. ",
            "previous_id": None,
            "next_id": "5-14",
            "overlap_before": 0,
            "overlap_after": 5,
            "sentence_before": "",
            "sentence_after": "Six.",
        },
        {
            "id": "5-14",
            "text": "Two. Six.",
            "previous_id": "0-10",
            "next_id": None,
            "overlap_before": 5,
            "overlap_after": 0,
            "sentence_before": "One.",
            "sentence_after": "",
        },
    ]


ALL = {
    "last sentence of the whole chunk before": last_of_all,
    "first sentence of the whole next chunk": first_of_all,
    "text[:-0]": minus_zero,
    "the first linked to the last": ring,
    "the last linked to the first": closed_ring,
    "linked to itself": linked_to_itself,
    "before and after confused": swapped,
    "empty string for None": empty_text_for_none,
    "numbers for ids": numbers_for_ids,
    "texts for ids": hashes_for_ids,
    "overlap by comparing texts": overlap_by_text,
    "negative overlap": negative_overlap,
    "overlap on one side": one_sided,
    "overlaps on the wrong side": shifted_overlaps,
    "overlap in words": overlap_in_words,
    "a gap cut away": gap_cut_away,
    "a negative slice": negative_slice,
    "every full stop ends a sentence": every_full_stop,
    "full stops only": full_stops_only,
    "spaces only": spaces_only,
    "sentences not stripped": not_stripped,
    "first and last confused": first_and_last_swapped,
    "the whole neighbour": whole_neighbour,
    "a sentence behind the last chunk": own_sentence_at_the_end,
    "None for no sentence": none_for_no_sentence,
    "sentence in the text": joined_text,
    "only chunks with two neighbours": inner_only,
    "links written into the argument": chunks_of_the_caller,
    "order not tested": order_not_tested,
    "only starts tested": only_starts_tested,
    "the same chunk twice": equal_allowed,
    "gaps refused": gaps_refused,
    "empty list fails": empty_fails,
    "a generator": generator,
    "keys missing": short_of_a_key,
    "id from stripped text": lc_id_from_text,
    "overlap in bytes": lc_bytes,
    "minus zero": lc_minus_zero,
    "sentence not here as text": lc_whole_sentence,
    "space only": lc_space_only,
    "full stop only": lc_dot_only,
    "no question mark": lc_no_question,
    "capital behind": lc_capital,
    "quotation marks": lc_quotes,
    "abbreviation": lc_abbreviations,
    "Chinese full stop": lc_chinese,
    "blank line": lc_paragraph,
    "rest left out": lc_rest_left_out,
    "white space in front": lc_unstripped,
    "white space inside joined": lc_white_joined,
    "equal starts": lc_equal_starts,
    "equal ends": lc_equal_ends,
    "sorted": lc_sorted,
    "overlap raises": lc_overlap_error,
    "first pair only": lc_first_pair,
    "input changed": lc_changed_input,
    "same text": lc_same_text_id,
    "no chunks raise": lc_empty_error,
    "tuple": lc_tuple,
}

LAZY = {
    "bare": lc_lazy_bare,
    "copy": lc_lazy_copy,
    "nothing": lc_lazy_empty,
    "error": lc_lazy_error,
    "example": lc_lazy_example,
}
