"""Wrong answers to `span_scores`; each docstring says what is wrong."""


def _guard(evidence):
    if not evidence:
        raise ValueError("no evidence")


def _places(ranges, more=0):
    return [(document, at) for document, start, end in ranges for at in range(start, end + more)]


def _divide(part, whole):
    return part / whole if whole else 0.0


def _scores(evidence, found, given, different):
    """Divide rightly; most mutants count wrongly."""
    return {
        "recall": _divide(found, evidence),
        "precision": _divide(found, given),
        "iou": _divide(found, given + evidence - found),
        "iou_set": _divide(found, different + evidence - found),
    }


def _right(retrieved, evidence):
    _guard(evidence)
    given, wanted = _places(retrieved), set(_places(evidence))
    return _scores(len(wanted), len(wanted & set(given)), len(given), len(set(given)))


def touching_counts(retrieved, evidence):
    """Takes a chunk that only touches the evidence for one that has some: ends belong to the range."""
    _guard(evidence)
    given, wanted = _places(retrieved, 1), set(_places(evidence, 1))
    found = len(wanted & set(given))
    length = sum(end - start for _, start, end in evidence)
    lengths = sum(end - start for _, start, end in retrieved)
    return {name: min(1.0, score) for name, score in _scores(length, found, lengths, lengths).items()}


def closed_ends(retrieved, evidence):
    """Counts the character behind the end with each range."""
    _guard(evidence)
    given, wanted = _places(retrieved, 1), set(_places(evidence, 1))
    return _scores(len(wanted), len(wanted & set(given)), len(given), len(set(given)))


def union_in_precision(retrieved, evidence):
    """Counts repeated characters once in precision too."""
    scores = _right(retrieved, evidence)
    given, wanted = set(_places(retrieved)), set(_places(evidence))
    return scores | {"precision": _divide(len(wanted & given), len(given))}


def union_in_iou(retrieved, evidence):
    """Gives the second form of IoU under both names."""
    scores = _right(retrieved, evidence)
    return scores | {"iou": scores["iou_set"]}


def multiset_in_iou_set(retrieved, evidence):
    """Gives the first form of IoU under both names."""
    scores = _right(retrieved, evidence)
    return scores | {"iou_set": scores["iou"]}


def forms_swapped(retrieved, evidence):
    """Confuses the two forms of IoU."""
    scores = _right(retrieved, evidence)
    return scores | {"iou": scores["iou_set"], "iou_set": scores["iou"]}


def documents_ignored(retrieved, evidence):
    """Compares places and forgets whose they are."""
    return _right([("", *ends) for _, *ends in retrieved], [("", *ends) for _, *ends in evidence])


def first_document_only(retrieved, evidence):
    """Looks at the document of the first piece of evidence alone."""
    _guard(evidence)
    name = evidence[0][0]
    return _right([one for one in retrieved if one[0] == name], [one for one in evidence if one[0] == name])


def documents_of_the_evidence(retrieved, evidence):
    """Leaves out what was retrieved from documents without evidence, as if nobody had to read it."""
    names = {document for document, _, _ in evidence}
    return _right([one for one in retrieved if one[0] in names], evidence)


def found_twice(retrieved, evidence):
    """Counts evidence once for each chunk that has it, at most all of it."""
    _guard(evidence)
    given, wanted = _places(retrieved), set(_places(evidence))
    found = min(len(wanted), sum(place in wanted for place in given))
    return _scores(len(wanted), found, len(given), len(set(given)))


def multiset_numerator(retrieved, evidence):
    """Counts found evidence once for each chunk in precision."""
    scores = _right(retrieved, evidence)
    given, wanted = _places(retrieved), set(_places(evidence))
    return scores | {"precision": _divide(sum(place in wanted for place in given), len(given))}


def best_chunk_only(retrieved, evidence):
    """Takes the recall of the best single chunk."""
    scores = _right(retrieved, evidence)
    return scores | {"recall": max((_right([one], evidence)["recall"] for one in retrieved), default=0.0)}


def first_chunk_only(retrieved, evidence):
    """Looks at the first chunk alone."""
    return _right(retrieved[:1], evidence)


def first_piece_only(retrieved, evidence):
    """Looks at the first piece of evidence alone."""
    return _right(retrieved, evidence[:1])


def mean_of_pieces(retrieved, evidence):
    """Takes the mean of the pieces' recalls, where characters are asked."""
    scores = _right(retrieved, evidence)
    recalls = [_right(retrieved, [piece])["recall"] for piece in evidence]
    return scores | {"recall": sum(recalls) / len(recalls)}


def mean_of_chunks(retrieved, evidence):
    """Takes the mean of the chunks' precisions, where characters are asked."""
    scores = _right(retrieved, evidence)
    precisions = [_right([chunk], evidence)["precision"] for chunk in retrieved]
    return scores | {"precision": _divide(sum(precisions), len(precisions))}


def whole_chunks(retrieved, evidence):
    """Counts chunks that have evidence, and not characters."""
    scores = _right(retrieved, evidence)
    wanted = set(_places(evidence))
    hits = sum(bool(wanted & set(_places([chunk]))) for chunk in retrieved)
    return scores | {"precision": _divide(hits, len(retrieved))}


def recall_and_precision_swapped(retrieved, evidence):
    """Confuses recall and precision."""
    scores = _right(retrieved, evidence)
    return scores | {"recall": scores["precision"], "precision": scores["recall"]}


def sum_in_the_divisor(retrieved, evidence):
    """Forgets to take what is found out of the divisor of IoU, where it counts twice."""
    _guard(evidence)
    given, wanted = _places(retrieved), set(_places(evidence))
    found = len(wanted & set(given))
    scores = _right(retrieved, evidence)
    return scores | {"iou": found / (len(given) + len(wanted)), "iou_set": found / (len(set(given)) + len(wanted))}


def hull(retrieved, evidence):
    """Takes what lies between the chunks for retrieved as well."""
    scores = _right(retrieved, evidence)
    between = []
    for name in {document for document, _, _ in retrieved}:
        ends = [(start, end) for document, start, end in retrieved if document == name]
        between.append((name, min(start for start, _ in ends), max(end for _, end in ends)))
    return scores | {"recall": _right(between, evidence)["recall"]}


def evidence_in_order(retrieved, evidence):
    """Takes the evidence for one range, from its first start to its last end."""
    _guard(evidence)
    names = {document for document, _, _ in evidence}
    spans = [
        (name, min(s for d, s, _ in evidence if d == name), max(e for d, _, e in evidence if d == name))
        for name in names
    ]
    return _right(retrieved, spans)


def divides_by_zero(retrieved, evidence):
    """Divides by what is given where nothing is."""
    _guard(evidence)
    given, wanted = _places(retrieved), set(_places(evidence))
    return _right(retrieved, evidence) | {"precision": len(wanted & set(given)) / len(given)}


def perfect_where_nothing(retrieved, evidence):
    """Calls nothing at all perfectly precise."""
    return _right(retrieved, evidence) | ({} if retrieved else {"precision": 1.0})


def no_evidence_is_all(retrieved, evidence):
    """Gives a recall of 1 where there is no evidence."""
    return _right(retrieved, evidence) if evidence else dict.fromkeys(("recall", "precision", "iou", "iou_set"), 1.0)


def per_cent(retrieved, evidence):
    """Gives per cents."""
    return {name: 100 * score for name, score in _right(retrieved, evidence).items()}


def rounded(retrieved, evidence):
    """Rounds to two places."""
    return {name: round(score, 2) for name, score in _right(retrieved, evidence).items()}


def exact_duplicates_dropped(retrieved, evidence):
    """Drops chunks that come twice, and keeps those that overlap."""
    return _right(list(dict.fromkeys(retrieved)), evidence)


def sorts_the_caller(retrieved, evidence):
    """Sorts the lists of the caller."""
    retrieved.sort()
    evidence.sort()
    return _right(retrieved, evidence)


def a_tuple(retrieved, evidence):
    """Returns the four numbers without their names."""
    return tuple(_right(retrieved, evidence).values())


def _four(number):
    return dict.fromkeys(("recall", "precision", "iou", "iou_set"), number)


def always_one(retrieved, evidence):
    """Gives full marks to everything."""
    return _four(1.0)


def always_nothing(retrieved, evidence):
    """Gives 0 to everything."""
    return _four(0.0)


def always_refuses(retrieved, evidence):
    """Refuses everything."""
    raise ValueError("no")


def equal_or_not(retrieved, evidence):
    """Gives 1 where both lists are equal, and else 0."""
    _guard(evidence)
    return _four(float(retrieved == evidence))


def anything_found(retrieved, evidence):
    """Gives 1 as soon as a character is found."""
    _guard(evidence)
    return _four(float(bool(set(_places(retrieved)) & set(_places(evidence)))))


def the_example(retrieved, evidence):
    """Gives the numbers of the example in the task."""
    _guard(evidence)
    return {"recall": 1.0, "precision": 15 / 35, "iou": 15 / 35, "iou_set": 0.5} if retrieved else _four(0.0)


def _result(found, wanted, given, different):
    """The four scores from the four counts, once something is given."""
    return {
        "recall": found / wanted,
        "precision": found / given,
        "iou": found / (given + wanted - found),
        "iou_set": found / (different + wanted - found),
    }


ZERO = {"recall": 0.0, "precision": 0.0, "iou": 0.0, "iou_set": 0.0}


def _chars(places):
    return {(document, at) for document, start, end in places for at in range(start, end)}


def sets_of_characters(retrieved, evidence):
    """Sets of (document, character), the way of the lesson's worked example."""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return dict(ZERO)
    wanted = {(d, at) for d, start, end in evidence for at in range(start, end)}
    given = [(d, at) for d, start, end in retrieved for at in range(start, end)]
    return _result(len(wanted & set(given)), len(wanted), len(given), len(set(given)))


def _merged(places):
    """Disjoint ranges by document."""
    ranges = []
    for document, start, end in sorted(places):
        if ranges and ranges[-1][0] == document and start <= ranges[-1][2]:
            ranges[-1][2] = max(ranges[-1][2], end)
        else:
            ranges.append([document, start, end])
    return ranges


def merged_ranges(retrieved, evidence):
    """Merges the retrieved ranges first, then works with lengths alone, so large places cost nothing."""
    if not evidence:
        raise ValueError
    if not retrieved:
        return dict(ZERO)
    union = _merged(retrieved)
    found = sum(
        max(0, min(e, last) - max(s, first)) for d, s, e in union for name, first, last in evidence if name == d
    )
    lengths = [sum(end - start for _, start, end in places) for places in (evidence, retrieved, union)]
    return _result(found, *lengths)


def _start(retrieved, evidence):
    """The two first lines of most wrong answers."""
    if not evidence:
        raise ValueError("no evidence")
    return bool(retrieved)


def touching_is_one_character(retrieved, evidence):
    """A chunk that only touches the evidence has one character of it."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    scores = merged_ranges(retrieved, evidence)
    touches = any(d == n and (e == s or end == first) for d, first, e in evidence for n, s, end in retrieved)
    if touches and scores["recall"] == 0:
        wanted, given = (sum(e - s for _, s, e in places) for places in (evidence, retrieved))
        return _result(1, wanted, given, len(_chars(retrieved)))
    return scores


def documents_ignored_in_different(retrieved, evidence):
    """Looks at the document for what is found, but not for what is different."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    want, have = _chars(evidence), _chars(retrieved)
    given = sum(e - s for _, s, e in retrieved)
    return _result(len(want & have), len(want), given, len({at for _, at in have}))


def found_by_every_chunk(retrieved, evidence):
    """Counts what is found once for every chunk that has it, and caps the scores at 1."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    want, have = _chars(evidence), _chars(retrieved)
    found = sum(len(_chars([place]) & want) for place in retrieved)
    given = sum(e - s for _, s, e in retrieved)
    return {key: min(1.0, value) for key, value in _result(found, len(want), given, len(have)).items()}


def found_capped_at_the_evidence(retrieved, evidence):
    """Sums over the chunks and caps the sum at the evidence: wrong only where some evidence is missing."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    want, have = _chars(evidence), _chars(retrieved)
    found = min(len(want), sum(len(_chars([place]) & want) for place in retrieved))
    return _result(found, len(want), sum(e - s for _, s, e in retrieved), len(have))


def found_capped_by_piece(retrieved, evidence):
    """Caps what is found for each piece of the evidence alone, so one half found twice is the whole piece."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    found = 0
    for name, first, last in evidence:
        found += min(last - first, sum(max(0, min(e, last) - max(s, first)) for d, s, e in retrieved if d == name))
    given = sum(e - s for _, s, e in retrieved)
    return _result(found, sum(e - s for _, s, e in evidence), given, len(_chars(retrieved)))


def whole_pieces_only(retrieved, evidence):
    """Counts a piece only where the chunks together have all of it."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    have = _chars(retrieved)
    found = sum(e - s for d, s, e in evidence if _chars([(d, s, e)]) <= have)
    return _result(found, sum(e - s for _, s, e in evidence), sum(e - s for _, s, e in retrieved), len(have))


def neighbours_only(retrieved, evidence):
    """Subtracts from given what each chunk shares with the one before it in the list: right for two chunks only."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    want, have = _chars(evidence), _chars(retrieved)
    given = sum(e - s for _, s, e in retrieved)
    shared = sum(len(_chars([a]) & _chars([b])) for a, b in zip(retrieved, retrieved[1:]))
    return _result(len(want & have), len(want), given, given - shared)


def merged_to_the_last_end(retrieved, evidence):
    """Merges sorted ranges and takes the end of the last, so a chunk inside another cuts it short."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    union = []
    for document, start, end in sorted(retrieved):
        if union and union[-1][0] == document and start <= union[-1][2]:
            union[-1][2] = end
        else:
            union.append([document, start, end])
    want = _chars(evidence)
    given = sum(e - s for _, s, e in retrieved)
    return _result(len(want & _chars(union)), len(want), given, sum(e - s for _, s, e in union))


def merged_without_sorting(retrieved, evidence):
    """Merges in the order of retrieval, as if it were the order of the text: two groups that meet again count twice."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    union = []
    for document, start, end in retrieved:
        if union and union[-1][0] == document and union[-1][1] <= start <= union[-1][2]:
            union[-1][2] = max(end, union[-1][2])
        else:
            union.append([document, start, end])
    want = _chars(evidence)
    given = sum(e - s for _, s, e in retrieved)
    return _result(len(want & _chars(retrieved)), len(want), given, sum(e - s for _, s, e in union))


def division_by_zero_without_evidence(retrieved, evidence):
    """Forgets the test: a division by zero where there is no evidence."""
    return sets_of_characters(retrieved, evidence) if evidence or not retrieved else {"recall": 0 / 0}


def nothing_retrieved_is_an_error(retrieved, evidence):
    """Raises a ValueError where nothing is retrieved, too."""
    if not retrieved:
        raise ValueError("nothing retrieved")
    return sets_of_characters(retrieved, evidence)


def nothing_found_is_an_error(retrieved, evidence):
    """Raises a ValueError where no chunk is from the document of the evidence."""
    if retrieved and evidence and not {d for d, _, _ in retrieved} & {d for d, _, _ in evidence}:
        raise ValueError("other documents")
    return sets_of_characters(retrieved, evidence)


def sorts_the_argument(retrieved, evidence):
    """Right numbers, but sorts the list of the caller."""
    scores = sets_of_characters(retrieved, evidence)
    retrieved.sort()
    return scores


def keeps_what_was_seen(retrieved, evidence, seen=[]):
    """A default list is kept between calls, so given grows with every call."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    seen += [(d, at) for d, s, e in retrieved for at in range(s, e)]
    want, have = _chars(evidence), _chars(retrieved)
    return _result(len(want & have), len(want), len(seen), len(have))


def documents_without_case(retrieved, evidence):
    """Compares the names of documents without case."""
    return sets_of_characters([(d.lower(), s, e) for d, s, e in retrieved], [(d.lower(), s, e) for d, s, e in evidence])


def documents_compared_by_is(retrieved, evidence):
    """Compares the names of documents with `is`, so equal names made at different times differ."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    found = {(d, at) for d, s, e in evidence for n, a, b in retrieved if d is n for at in range(max(s, a), min(e, b))}
    given = sum(e - s for _, s, e in retrieved)
    return _result(len(found), sum(e - s for _, s, e in evidence), given, len(_chars(retrieved)))


def only_the_first_ten_thousand(retrieved, evidence):
    """Marks characters in an array of 10,000, so what is at a larger place is lost."""
    if not _start(retrieved, evidence):
        return dict(ZERO)
    want, have = _chars(evidence), {one for one in _chars(retrieved) if one[1] < 10_000}
    return _result(len(want & have), len(want), sum(e - s for _, s, e in retrieved), len(have))


def scores_as_text(retrieved, evidence):
    """Returns the scores as texts."""
    return {key: f"{value}" for key, value in sets_of_characters(retrieved, evidence).items()}


def always_zero(retrieved, evidence):
    """Constant zeros."""
    return dict(ZERO)


def always_error(retrieved, evidence):
    """Always a ValueError."""
    raise ValueError("no evidence")


def other_the_example(retrieved, evidence):
    """The result of the example."""
    return {"recall": 1.0, "precision": 15 / 35, "iou": 15 / 35, "iou_set": 0.5}


def zero_or_error(retrieved, evidence):
    """Zeros, and the error without evidence."""
    if not evidence:
        raise ValueError("no evidence")
    return dict(ZERO)


def an_empty_dictionary(retrieved, evidence):
    """Nothing."""
    return {}


LAZY = {
    "always 1": always_one,
    "always 0": always_nothing,
    "always refuses": always_refuses,
    "equal or not": equal_or_not,
    "anything found": anything_found,
    "the example": the_example,
    "zeros": always_zero,
    "always an error": always_error,
    "the example, written otherwise": other_the_example,
    "zeros or error": zero_or_error,
    "empty": an_empty_dictionary,
}
ALL = {
    "touching counts": touching_counts,
    "closed ends": closed_ends,
    "union in precision": union_in_precision,
    "union in iou": union_in_iou,
    "multiset in iou_set": multiset_in_iou_set,
    "the two forms confused": forms_swapped,
    "documents ignored": documents_ignored,
    "first document only": first_document_only,
    "documents without evidence left out": documents_of_the_evidence,
    "found twice": found_twice,
    "multiset in the numerator": multiset_numerator,
    "best chunk only": best_chunk_only,
    "first chunk only": first_chunk_only,
    "first piece only": first_piece_only,
    "mean of pieces": mean_of_pieces,
    "mean of chunks": mean_of_chunks,
    "whole chunks": whole_chunks,
    "recall and precision confused": recall_and_precision_swapped,
    "sum in the divisor": sum_in_the_divisor,
    "what lies between": hull,
    "evidence as one range": evidence_in_order,
    "ZeroDivisionError": divides_by_zero,
    "nothing is precise": perfect_where_nothing,
    "no evidence is all found": no_evidence_is_all,
    "per cent": per_cent,
    "rounded": rounded,
    "exact duplicates dropped": exact_duplicates_dropped,
    "arguments sorted": sorts_the_caller,
    "a tuple": a_tuple,
    "touching is one character": touching_is_one_character,
    "documents ignored in different": documents_ignored_in_different,
    "found by every chunk": found_by_every_chunk,
    "found capped at the evidence": found_capped_at_the_evidence,
    "found capped by piece": found_capped_by_piece,
    "whole pieces only": whole_pieces_only,
    "neighbours only": neighbours_only,
    "merged to the last end": merged_to_the_last_end,
    "merged without sorting": merged_without_sorting,
    "division by zero without evidence": division_by_zero_without_evidence,
    "nothing retrieved is an error": nothing_retrieved_is_an_error,
    "nothing found is an error": nothing_found_is_an_error,
    "sorts the argument": sorts_the_argument,
    "keeps what was seen": keeps_what_was_seen,
    "documents without case": documents_without_case,
    "documents compared by is": documents_compared_by_is,
    "only the first ten thousand": only_the_first_ten_thousand,
    "texts": scores_as_text,
}
