"""Wrong answers to `link_chunks`: each lacks one thing that the task asks for."""

import re
from itertools import pairwise
from operator import le, lt


def name(chunk):
    """Make the id of a chunk."""
    return f"{chunk['start_char']}-{chunk['end_char']}" if chunk else None


def split(part):
    """Cut a text into sentences."""
    return re.split(r"(?<=[.!?])\s+", part.strip())


def shared(one, two):
    """Count the characters that two chunks share."""
    return max(0, one["end_char"] - two["start_char"]) if one and two else 0


def in_order(chunks, starts=lt, ends=lt):
    """Raise unless starts and ends rise."""
    for one, two in pairwise(chunks):
        if not (starts(one["start_char"], two["start_char"]) and ends(one["end_char"], two["end_char"])):
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


def afters(chunks, sentence):
    """Link rightly, but for the sentence after, which a function makes of the next text and what is shared of it."""
    linked = answer(chunks)
    for link, (one, two) in zip(linked, pairwise(chunks)):
        link["sentence_after"] = sentence(two["text"], one["end_char"] - two["start_char"])
    return linked


def overlaps(chunks, measure):
    """Link rightly, but for the overlaps, which a function measures of two chunks."""
    linked = answer(chunks)
    for (one, two), (left, right) in zip(pairwise(chunks), pairwise(linked), strict=True):
        left["overlap_after"] = right["overlap_before"] = measure(one, two)
    return linked


def last_of_all(chunks):
    """Takes the last sentence of the chunk before, also where this chunk holds it itself."""
    return befores(chunks, lambda text, shared: split(text)[-1])


def first_of_all(chunks):
    """Takes the first sentence of the next chunk, also where this chunk holds it itself."""
    return afters(chunks, lambda text, shared: split(text)[0])


def minus_zero(chunks):
    """Takes the overlap off with text[:-overlap], which is empty where the overlap is 0."""
    return befores(chunks, lambda text, shared: split(text[:-shared])[-1])


def not_stripped(chunks):
    """Leaves the white space at the end of a sentence."""
    return befores(chunks, lambda text, shared: re.split(r"(?<=[.!?])\s+(?=\S)", text[: len(text) - shared])[-1])


def first_and_last_swapped(chunks):
    """Takes the first sentence of the part before, and not the last."""
    return befores(chunks, lambda text, shared: split(text[: len(text) - shared])[0])


def every_full_stop(chunks):
    """Ends a sentence at every full stop, also at the one in 3.5."""

    def sentence(text, shared):
        part = text[: len(text) - shared].strip()
        return re.findall(r"[^.!?]*[.!?]*", part)[-2:][0].strip() if part else ""

    return befores(chunks, sentence)


def gap_cut_away(chunks):
    """Skips characters of the next chunk also where a gap lies between the two."""
    return afters(chunks, lambda text, shared: split(text[abs(shared) :])[0])


def negative_slice(chunks):
    """Slices the next chunk from a negative place where a gap lies between the two."""
    return afters(chunks, lambda text, shared: split(text[shared:])[0])


def whole_neighbour(chunks):
    """Gives the whole text of the next chunk, where a sentence is asked."""
    return afters(chunks, lambda text, shared: text)


def unstripped_in_front(chunks):
    """White space in front of the sentence stays."""
    return afters(chunks, lambda text, shared: re.split(r"(?<=[.!?])\s+", text[max(0, shared) :])[0])


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

    def measure(one, two):
        most = min(len(one["text"]), len(two["text"]))
        return next((n for n in range(most, 0, -1) if one["text"][-n:] == two["text"][:n]), 0)

    return overlaps(chunks, measure)


def negative_overlap(chunks):
    """Lets the overlap of chunks with a gap between them be negative."""
    return overlaps(chunks, lambda one, two: one["end_char"] - two["start_char"])


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
    return overlaps(chunks, lambda one, two: len(two["text"][: shared(one, two)].split()))


def overlap_in_bytes(chunks):
    """The overlap counts bytes of UTF-8."""
    return overlaps(chunks, lambda one, two: len(two["text"][: shared(one, two)].encode()))


def own_sentence_at_the_end(chunks):
    """Fills the place after the last chunk with its own last sentence."""
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
    return answer(chunks, check=list)


def only_starts_tested(chunks):
    """Tests only the starts: a chunk inside another passes."""
    return answer(chunks, lambda chunks: in_order(chunks, ends=lambda one, two: True))


def equal_allowed(chunks):
    """Lets the same chunk appear twice."""
    return answer(chunks, lambda chunks: in_order(chunks, le, le))


def equal_starts(chunks):
    """Equal starts raise nothing."""
    return answer(chunks, lambda chunks: in_order(chunks, starts=le))


def equal_ends(chunks):
    """Equal ends raise nothing."""
    return answer(chunks, lambda chunks: in_order(chunks, ends=le))


def first_pair_only(chunks):
    """Looks at the order of the first two chunks only."""
    return answer(chunks, lambda chunks: in_order(chunks[:2]))


def sorted_first(chunks):
    """Sorts chunks in the wrong order in place of raising."""
    return answer(sorted(chunks, key=lambda chunk: (chunk["start_char"], chunk["end_char"])))


def overlap_refused(chunks):
    """Raises where two chunks overlap."""
    if any(one["end_char"] > two["start_char"] for one, two in pairwise(chunks)):
        raise ValueError("chunks overlap")
    return answer(chunks)


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


def id_from_stripped_text(chunks):
    """The end in the id comes from the length of the stripped text."""
    ends = [chunk["start_char"] + len(chunk["text"].strip()) for chunk in chunks]
    return [
        link | {"id": f"{chunk['start_char']}-{end}"}
        for link, chunk, end in zip(answer(chunks), chunks, ends, strict=True)
    ]


def sentence_not_here_as_text(chunks):
    """Removes shared text by whole sentences: takes the neighbour's first sentence whose text is not in the chunk."""
    linked = answer(chunks)
    for link, after in zip(linked, chunks[1:], strict=False):
        link["sentence_after"] = next((one for one in split(after["text"]) if one not in link["text"]), "")
    return linked


def spaces_only(chunks):
    """Accepts only a space after the full stop, not a line feed."""
    return answer(chunks, split=lambda part: re.split(r"(?<=[.!?]) +", part.strip()))


def full_stops_only(chunks):
    """Only the full stop ends a sentence."""
    return answer(chunks, split=lambda part: re.split(r"(?<=\.)\s+", part.strip()))


def no_question_mark(chunks):
    """A question mark ends nothing."""
    return answer(chunks, split=lambda part: re.split(r"(?<=[.!])\s+", part.strip()))


def capital_afterwards(chunks):
    """Demands that the next sentence begins with a capital letter."""
    return answer(chunks, split=lambda part: re.split(r"(?<=[.!?])\s+(?=[A-Z])", part.strip()))


def quotation_marks(chunks):
    """Allows a closing quotation mark between the full stop and the white space."""
    pattern = r"(?<=[.!?])[\"”’)]*\s+|(?<=[.!?][\"”)])\s+"
    return answer(chunks, split=lambda part: re.split(pattern, part.strip()))


def abbreviations(chunks):
    """Does not end a sentence after Dr."""
    return answer(chunks, split=lambda part: re.split(r"(?<!Dr\.)(?<=[.!?])\s+", part.strip()))


def chinese_full_stop(chunks):
    """The Chinese full stop ends a sentence too."""
    return answer(chunks, split=lambda part: re.split(r"(?<=[.!?])\s+|(?<=。)", part.strip()))


def blank_line(chunks):
    """A blank line ends a sentence too."""
    return answer(chunks, split=lambda part: re.split(r"(?<=[.!?])\s+|\n\s*\n", part.strip()))


def rest_left_out(chunks):
    """Drops the rest of a part if it has no full stop at its end."""
    return answer(chunks, split=lambda part: re.findall(r"\S.*?[.!?](?=\s|\Z)", part, re.DOTALL) or [""])


def white_space_joined(chunks):
    """White space inside a sentence is made one space."""
    return answer(chunks, split=lambda part: [" ".join(one.split()) for one in split(part)])


def links_by_text(chunks):
    """Links by a dictionary of texts: two chunks of the same text get the neighbours of the last."""
    linked = answer(chunks)
    by_text = {link["text"]: link["next_id"] for link in linked}
    return [link | {"next_id": by_text[link["text"]]} for link in linked]


def as_a_tuple(chunks):
    """A tuple in place of a list."""
    return tuple(answer(chunks))


def bare(chunks):
    """Ids and texts, all else empty."""
    empty = {"previous_id": None, "next_id": None, "overlap_before": 0, "overlap_after": 0}
    return [
        {"id": name(one), "text": one["text"], "sentence_before": "", "sentence_after": ""} | empty for one in chunks
    ]


def copy(chunks):
    """The chunks as they are."""
    return chunks


def always_refuses(chunks):
    """Always an error."""
    raise ValueError("no")


def the_example(chunks):
    """The example."""
    return answer(
        [
            {"text": "One. Two. ", "start_char": 0, "end_char": 10},
            {"text": "Two. Six.", "start_char": 5, "end_char": 14},
        ]
    )


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
    "sentences not stripped": not_stripped,
    "first and last confused": first_and_last_swapped,
    "the whole neighbour": whole_neighbour,
    "a sentence after the last chunk": own_sentence_at_the_end,
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
    "id from stripped text": id_from_stripped_text,
    "overlap in bytes": overlap_in_bytes,
    "sentence not here as text": sentence_not_here_as_text,
    "space only": spaces_only,
    "full stop only": full_stops_only,
    "no question mark": no_question_mark,
    "capital afterwards": capital_afterwards,
    "quotation marks": quotation_marks,
    "abbreviation": abbreviations,
    "Chinese full stop": chinese_full_stop,
    "blank line": blank_line,
    "rest left out": rest_left_out,
    "white space in front": unstripped_in_front,
    "white space inside joined": white_space_joined,
    "equal starts": equal_starts,
    "equal ends": equal_ends,
    "sorted": sorted_first,
    "overlap raises": overlap_refused,
    "first pair only": first_pair_only,
    "same text": links_by_text,
    "tuple": as_a_tuple,
}

LAZY = {
    "bare": bare,
    "copy": copy,
    "error": always_refuses,
    "example": the_example,
}
