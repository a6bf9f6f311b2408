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
}
