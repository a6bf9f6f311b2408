"""Wrong answers to `link_chunks`: each lacks one thing that the task asks for."""

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
}
