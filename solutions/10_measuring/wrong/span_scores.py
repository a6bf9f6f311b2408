"""Wrong answers to `span_scores`; each docstring says what is wrong."""

NAMES = ("recall", "precision", "iou", "iou_set")


def _places(ranges, more=0):
    return [(document, at) for document, start, end in ranges for at in range(start, end + more)]


def _length(ranges):
    return sum(end - start for _, start, end in ranges)


def _divide(part, whole):
    return part / whole if whole else 0.0


def _right(retrieved, evidence, found=None, given=None, different=None, more=0):
    """Score as it should be; a wrong answer counts what is found, given or different in another way."""
    if not evidence:
        raise ValueError("no evidence")
    have, wanted = _places(retrieved, more), set(_places(evidence, more))
    found = len(wanted & set(have)) if found is None else found
    given = len(have) if given is None else given
    different = len(set(have)) if different is None else different
    return {
        "recall": _divide(found, len(wanted)),
        "precision": _divide(found, given),
        "iou": _divide(found, given + len(wanted) - found),
        "iou_set": _divide(found, different + len(wanted) - found),
    }


def _with(says, change=lambda scores, retrieved, evidence: {}, counted=lambda retrieved, evidence: {}):
    """Make an answer in which some counts or some scores are others."""

    def answer(retrieved, evidence):
        scores = _right(retrieved, evidence, **(counted(retrieved, evidence) if retrieved and evidence else {}))
        return scores | change(scores, retrieved, evidence)

    answer.__doc__ = says
    return answer


def _found(retrieved, evidence):
    """Count a character once for each chunk that has it."""
    wanted = set(_places(evidence))
    return sum(place in wanted for place in _places(retrieved))


def _by_document(ranges):
    names = {document for document, _, _ in ranges}
    own = {name: [ends for document, *ends in ranges if document == name] for name in names}
    return [(name, min(start for start, _ in ends), max(end for _, end in ends)) for name, ends in own.items()]


def touching_counts(retrieved, evidence):
    """Takes a chunk that only touches the evidence for one that has some: ends belong to the range."""
    found = len(set(_places(retrieved, 1)) & set(_places(evidence, 1)))
    given = _length(retrieved)
    scores = _right(retrieved, evidence, found, given, given)
    return {name: min(1.0, score) for name, score in scores.items()}


def closed_ends(retrieved, evidence):
    """Counts the character after the end with each range."""
    return _right(retrieved, evidence, more=1)


def documents_ignored(retrieved, evidence):
    """Compares places and forgets whose they are."""
    return _right([("", *ends) for _, *ends in retrieved], [("", *ends) for _, *ends in evidence])


def documents_without_case(retrieved, evidence):
    """Compares the names of documents without case."""
    return _right([(d.lower(), *ends) for d, *ends in retrieved], [(d.lower(), *ends) for d, *ends in evidence])


def first_document_only(retrieved, evidence):
    """Looks at the document of the first piece of evidence alone."""
    own = [[one for one in ranges if one[0] == evidence[0][0]] if evidence else [] for ranges in (retrieved, evidence)]
    return _right(*own)


def documents_of_the_evidence(retrieved, evidence):
    """Leaves out what was retrieved from documents without evidence, as if nobody had to read it."""
    names = {document for document, _, _ in evidence}
    return _right([one for one in retrieved if one[0] in names], evidence)


def first_chunk_only(retrieved, evidence):
    """Looks at the first chunk alone."""
    return _right(retrieved[:1], evidence)


def first_piece_only(retrieved, evidence):
    """Looks at the first piece of evidence alone."""
    return _right(retrieved, evidence[:1])


def evidence_in_order(retrieved, evidence):
    """Takes the evidence for one range, from its first start to its last end."""
    return _right(retrieved, _by_document(evidence))


def exact_duplicates_dropped(retrieved, evidence):
    """Drops chunks that come twice, and keeps those that overlap."""
    return _right(list(dict.fromkeys(retrieved)), evidence)


def divides_by_zero(retrieved, evidence):
    """Divides by what is given where nothing is."""
    return _right(retrieved, evidence) if retrieved or not evidence else {"precision": 0 / 0}


def division_by_zero_without_evidence(retrieved, evidence):
    """Forgets the test: a division by zero where there is no evidence."""
    return _right(retrieved, evidence) if evidence or not retrieved else {"recall": 0 / 0}


def no_evidence_is_all(retrieved, evidence):
    """Gives a recall of 1 where there is no evidence."""
    return _right(retrieved, evidence) if evidence else dict.fromkeys(NAMES, 1.0)


def nothing_retrieved_is_an_error(retrieved, evidence):
    """Raises a ValueError where nothing is retrieved, too."""
    return _right(retrieved, evidence if retrieved else [])


def nothing_found_is_an_error(retrieved, evidence):
    """Raises a ValueError where no chunk is from the document of the evidence."""
    names = {document for document, _, _ in evidence}
    return _right(retrieved, evidence if not retrieved or any(one[0] in names for one in retrieved) else [])


def sorts_the_caller(retrieved, evidence):
    """Sorts the lists of the caller."""
    retrieved.sort()
    evidence.sort()
    return _right(retrieved, evidence)


def keeps_what_was_seen(retrieved, evidence, seen=[]):
    """A default list is kept between calls, so given grows with every call."""
    seen += _places(retrieved)
    return _right(retrieved, evidence, given=len(seen))


def a_tuple(retrieved, evidence):
    """Returns the four numbers without their names."""
    return tuple(_right(retrieved, evidence).values())


def touching_is_one_character(retrieved, evidence):
    """A chunk that only touches the evidence has one character of it."""
    touches = any(d == n and (e == s or end == first) for d, first, e in evidence for n, s, end in retrieved)
    scores = _right(retrieved, evidence)
    return _right(retrieved, evidence, found=1) if touches and scores["recall"] == 0 else scores


def neighbours_only(retrieved, evidence):
    """Subtracts from given what each chunk shares with the one before it in the list: right for two chunks only."""
    shared = sum(len(set(_places([a])) & set(_places([b]))) for a, b in zip(retrieved, retrieved[1:]))
    return _right(retrieved, evidence, different=_length(retrieved) - shared)


def merged_to_the_last_end(retrieved, evidence):
    """Merges sorted ranges and takes the end of the last, so a chunk inside another cuts it short."""
    union = []
    for document, start, end in sorted(retrieved):
        if union and union[-1][0] == document and start <= union[-1][2]:
            union[-1][2] = end
        else:
            union.append([document, start, end])
    found = len(set(_places(evidence)) & set(_places(union)))
    return _right(retrieved, evidence, found, different=_length(union))


def merged_without_sorting(retrieved, evidence):
    """Merges in the order of retrieval, as if it were the order of the text: two groups that meet again count twice."""
    union = []
    for document, start, end in retrieved:
        if union and union[-1][0] == document and union[-1][1] <= start <= union[-1][2]:
            union[-1][2] = max(end, union[-1][2])
        else:
            union.append([document, start, end])
    return _right(retrieved, evidence, different=_length(union))


def documents_compared_by_is(retrieved, evidence):
    """Compares the names of documents with `is`, so equal names made at different times differ."""
    found = {(d, at) for d, s, e in evidence for n, a, b in retrieved if d is n for at in range(max(s, a), min(e, b))}
    return _right(retrieved, evidence, len(found))


ALL = {
    "touching counts": touching_counts,
    "closed ends": closed_ends,
    "documents ignored": documents_ignored,
    "documents without case": documents_without_case,
    "first document only": first_document_only,
    "documents without evidence left out": documents_of_the_evidence,
    "first chunk only": first_chunk_only,
    "first piece only": first_piece_only,
    "evidence as one range": evidence_in_order,
    "exact duplicates dropped": exact_duplicates_dropped,
    "ZeroDivisionError": divides_by_zero,
    "division by zero without evidence": division_by_zero_without_evidence,
    "no evidence is all found": no_evidence_is_all,
    "nothing retrieved is an error": nothing_retrieved_is_an_error,
    "nothing found is an error": nothing_found_is_an_error,
    "arguments sorted": sorts_the_caller,
    "keeps what was seen": keeps_what_was_seen,
    "a tuple": a_tuple,
    "touching is one character": touching_is_one_character,
    "neighbours only": neighbours_only,
    "merged to the last end": merged_to_the_last_end,
    "merged without sorting": merged_without_sorting,
    "documents compared by is": documents_compared_by_is,
    "union in precision": _with(
        "Counts repeated characters once in precision too.",
        lambda scores, retrieved, evidence: {
            "precision": _divide(scores["recall"] * _length(evidence), len(set(_places(retrieved))))
        },
    ),
    "union in iou": _with(
        "Gives the second form of IoU under both names.",
        lambda scores, retrieved, evidence: {"iou": scores["iou_set"]},
    ),
    "multiset in iou_set": _with(
        "Gives the first form of IoU under both names.",
        lambda scores, retrieved, evidence: {"iou_set": scores["iou"]},
    ),
    "the two forms confused": _with(
        "Confuses the two forms of IoU.",
        lambda scores, retrieved, evidence: {"iou": scores["iou_set"], "iou_set": scores["iou"]},
    ),
    "recall and precision confused": _with(
        "Confuses recall and precision.",
        lambda scores, retrieved, evidence: {"recall": scores["precision"], "precision": scores["recall"]},
    ),
    "multiset in the numerator": _with(
        "Counts found evidence once for each chunk in precision.",
        lambda scores, retrieved, evidence: {"precision": _divide(_found(retrieved, evidence), _length(retrieved))},
    ),
    "best chunk only": _with(
        "Takes the recall of the best single chunk.",
        lambda scores, retrieved, evidence: {
            "recall": max((_right([one], evidence)["recall"] for one in retrieved), default=0.0)
        },
    ),
    "mean of pieces": _with(
        "Takes the mean of the pieces' recalls, where characters are asked.",
        lambda scores, retrieved, evidence: {
            "recall": sum(_right(retrieved, [piece])["recall"] for piece in evidence) / len(evidence)
        },
    ),
    "mean of chunks": _with(
        "Takes the mean of the chunks' precisions, where characters are asked.",
        lambda scores, retrieved, evidence: {
            "precision": _divide(sum(_right([one], evidence)["precision"] for one in retrieved), len(retrieved))
        },
    ),
    "whole chunks": _with(
        "Counts chunks that have evidence, and not characters.",
        lambda scores, retrieved, evidence: {
            "precision": _divide(sum(_found([one], evidence) > 0 for one in retrieved), len(retrieved))
        },
    ),
    "sum in the divisor": _with(
        "Forgets to take what is found out of the divisor of IoU, where it counts twice.",
        lambda scores, retrieved, evidence: {name: scores[name] / (1 + scores[name]) for name in ("iou", "iou_set")},
    ),
    "what lies between": _with(
        "Takes what lies between the chunks for retrieved as well.",
        lambda scores, retrieved, evidence: {"recall": _right(_by_document(retrieved), evidence)["recall"]},
    ),
    "nothing is precise": _with(
        "Calls nothing at all perfectly precise.",
        lambda scores, retrieved, evidence: {} if retrieved else {"precision": 1.0},
    ),
    "per cent": _with(
        "Gives per cents.", lambda scores, retrieved, evidence: {name: 100 * one for name, one in scores.items()}
    ),
    "rounded": _with(
        "Rounds to two places.",
        lambda scores, retrieved, evidence: {name: round(one, 2) for name, one in scores.items()},
    ),
    "texts": _with(
        "Returns the scores as texts.", lambda scores, retrieved, evidence: {name: f"{scores[name]}" for name in NAMES}
    ),
    "documents ignored in different": _with(
        "Looks at the document for what is found, but not for what is different.",
        counted=lambda retrieved, evidence: {"different": len({at for _, at in _places(retrieved)})},
    ),
    "found twice": _with(
        "Counts evidence once for each chunk that has it, at most all of it.",
        counted=lambda retrieved, evidence: {"found": min(_length(evidence), _found(retrieved, evidence))},
    ),
    "found by every chunk": _with(
        "Counts what is found once for every chunk that has it, and caps the scores at 1.",
        lambda scores, retrieved, evidence: {name: min(1.0, one) for name, one in scores.items()},
        counted=lambda retrieved, evidence: {"found": _found(retrieved, evidence)},
    ),
    "found capped by piece": _with(
        "Caps what is found for each piece of the evidence alone, so one half found twice is the whole piece.",
        counted=lambda retrieved, evidence: {
            "found": sum(min(_length([piece]), _found(retrieved, [piece])) for piece in evidence)
        },
    ),
    "whole pieces only": _with(
        "Counts a piece only where the chunks together have all of it.",
        counted=lambda retrieved, evidence: {
            "found": sum(_length([one]) for one in evidence if {*_places([one])} <= {*_places(retrieved)})
        },
    ),
    "only the first ten thousand": _with(
        "Marks characters in an array of 10,000, so what is at a larger place is lost.",
        counted=lambda retrieved, evidence: {
            "found": sum(at < 10_000 for _, at in {*_places(retrieved)} & {*_places(evidence)}),
            "different": sum(at < 10_000 for _, at in {*_places(retrieved)}),
        },
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "always 1": lambda retrieved, evidence: dict.fromkeys(NAMES, 1.0),
    "always refuses": lambda retrieved, evidence: _right([], []),
    "zeros or error": lambda retrieved, evidence: _right([], evidence),
    "equal or not": lambda retrieved, evidence: _right(evidence if retrieved == evidence else [], evidence),
    "anything found": lambda retrieved, evidence: _right(
        evidence if {*_places(retrieved)} & {*_places(evidence)} else [], evidence
    ),
    "the example": lambda retrieved, evidence: (
        _right([], evidence)
        | ({"recall": 1.0, "precision": 15 / 35, "iou": 15 / 35, "iou_set": 0.5} if retrieved else {})
    ),
    "always 0": lambda retrieved, evidence: dict.fromkeys(NAMES, 0.0),
    "empty": lambda retrieved, evidence: {},
}
