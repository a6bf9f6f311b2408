"""Wrong answers to `span_scores`; each docstring says what is wrong."""

NAMES = ("recall", "precision", "iou", "iou_set")


def _places(ranges, more=0):
    return [(document, at) for document, start, end in ranges for at in range(start, end + more)]


def _length(ranges):
    return sum(end - start for _, start, end in ranges)


def _divide(part, whole):
    return part / whole if whole else 0.0


def _right(retrieved, evidence, found=None, more=0):
    """Score as it should be; a wrong answer counts otherwise what is found, or where a range ends."""
    if not evidence:
        raise ValueError("no evidence")
    have, wanted = _places(retrieved, more), set(_places(evidence, more))
    found = len(wanted & set(have)) if found is None else found
    given, different = len(have), len(set(have))
    return {
        "recall": _divide(found, len(wanted)),
        "precision": _divide(found, given),
        "iou": _divide(found, given + len(wanted) - found),
        "iou_set": _divide(found, different + len(wanted) - found),
    }


def _with(says, change):
    """Make an answer in which some scores are others."""

    def answer(retrieved, evidence):
        scores = _right(retrieved, evidence)
        return scores | change(scores, retrieved, evidence)

    answer.__doc__ = says
    return answer


def _by_document(ranges):
    names = {document for document, _, _ in ranges}
    own = {name: [ends for document, *ends in ranges if document == name] for name in names}
    return [(name, min(start for start, _ in ends), max(end for _, end in ends)) for name, ends in own.items()]


def closed_ends(retrieved, evidence):
    """Counts the character after the end with each range."""
    return _right(retrieved, evidence, more=1)


def documents_ignored(retrieved, evidence):
    """Compares places and forgets whose they are."""
    return _right([("", *ends) for _, *ends in retrieved], [("", *ends) for _, *ends in evidence])


def first_chunk_only(retrieved, evidence):
    """Looks at the first chunk alone."""
    return _right(retrieved[:1], evidence)


def found_twice(retrieved, evidence):
    """Counts evidence once for each chunk that has it, at most all of it."""
    wanted = set(_places(evidence))
    return _right(retrieved, evidence, min(_length(evidence), sum(place in wanted for place in _places(retrieved))))


def divides_by_zero(retrieved, evidence):
    """Divides by what is given where nothing is."""
    return _right(retrieved, evidence) if retrieved or not evidence else {"precision": 0 / 0}


def no_evidence_is_all(retrieved, evidence):
    """Gives a recall of 1 where there is no evidence."""
    return _right(retrieved, evidence) if evidence else dict.fromkeys(NAMES, 1.0)


def sorts_the_caller(retrieved, evidence):
    """Sorts the lists of the caller."""
    retrieved.sort()
    evidence.sort()
    return _right(retrieved, evidence)


def a_tuple(retrieved, evidence):
    """Returns the four numbers without their names."""
    return tuple(_right(retrieved, evidence).values())


ALL = {
    "closed ends": closed_ends,
    "documents ignored": documents_ignored,
    "first chunk only": first_chunk_only,
    "found twice": found_twice,
    "ZeroDivisionError": divides_by_zero,
    "no evidence is all found": no_evidence_is_all,
    "arguments sorted": sorts_the_caller,
    "a tuple": a_tuple,
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
    "recall and precision confused": _with(
        "Confuses recall and precision.",
        lambda scores, retrieved, evidence: {"recall": scores["precision"], "precision": scores["recall"]},
    ),
    "sum in the divisor": _with(
        "Forgets to take what is found out of the divisor of IoU, where it counts twice.",
        lambda scores, retrieved, evidence: {name: scores[name] / (1 + scores[name]) for name in ("iou", "iou_set")},
    ),
    "what lies between": _with(
        "Takes what lies between the chunks for retrieved as well.",
        lambda scores, retrieved, evidence: {"recall": _right(_by_document(retrieved), evidence)["recall"]},
    ),
    "rounded": _with(
        "Rounds to two places.",
        lambda scores, retrieved, evidence: {name: round(one, 2) for name, one in scores.items()},
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "always 1": lambda retrieved, evidence: dict.fromkeys(NAMES, 1.0),
    "always refuses": lambda retrieved, evidence: _right([], []),
}
