"""Wrong answers to `evaluate_overlap_impact`; each docstring says what is wrong."""

NAMES = ("recall", "precision", "f1")


def _guard(queries, ground_truth, known):
    if not queries or len(queries) != len(ground_truth):
        raise ValueError("queries and ground_truth must pair")
    if not all(truth and set(truth) <= known for truth in ground_truth):
        raise ValueError("truth")


def _divide(part, whole):
    return part / whole if whole else 0.0


def _f1(recall, precision):
    return _divide(2 * recall * precision, recall + precision)


def _both(found, truth):
    return len({*found} & {*truth})


def _score(found, truth, top_k):
    recall, precision = _both(found, truth) / len({*truth}), _divide(_both(found, truth), len({*found}))
    return recall, precision, _f1(recall, precision)


def _search(retriever, query, top_k):
    return [chunk["id"] for chunk in retriever.search(query, top_k)]


def _means(rows):
    return {name: sum(column) / len(rows) for name, column in zip(NAMES, zip(*rows))}


def _right(queries, ground_truth, chunks, retriever, top_k, score=_score, search=_search, asked=lambda *pairs: pairs):
    """Score as it should be; the wrong answers exchange a part or change the scores."""
    _guard(queries, ground_truth, {chunk["id"] for chunk in chunks})
    pairs = zip(*asked(queries, ground_truth))
    return _means([score(search(retriever, query, top_k), truth, top_k) for query, truth in pairs])


def _with(says, change=lambda scores: scores, k=lambda top_k: top_k, **parts):
    """Make an answer that exchanges a part, searches for another number, or changes the scores."""

    def answer(queries, ground_truth, chunks, retriever, top_k=5):
        return change(_right(queries, ground_truth, chunks, retriever, k(top_k), **parts))

    answer.__doc__ = says
    return answer


def pooled(queries, ground_truth, chunks, retriever, top_k=5):
    """Adds chunks over all queries, so that queries with many relevant chunks count more."""
    _right(queries, ground_truth, chunks, retriever, top_k)
    rows = [({*_search(retriever, query, top_k)}, {*truth}) for query, truth in zip(queries, ground_truth)]
    both = sum(len(found & relevant) for found, relevant in rows)
    recall = both / sum(len(relevant) for _, relevant in rows)
    precision = _divide(both, sum(len(found) for found, _ in rows))
    return {"recall": recall, "precision": precision, "f1": _f1(recall, precision)}


def other_default(queries, ground_truth, chunks, retriever, top_k=10):
    """Has another default."""
    return _right(queries, ground_truth, chunks, retriever, top_k)


def silent_ones_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves queries for which nothing came back out of the mean."""
    scores = _right(queries, ground_truth, chunks, retriever, top_k)
    silent = sum(not retriever.search(query, top_k) for query in queries)
    return {name: _divide(score * len(queries), len(queries) - silent) for name, score in scores.items()}


def lengths_not_compared(queries, ground_truth, chunks, retriever, top_k=5):
    """Lets zip end with the shorter list."""
    count = min(len(queries), len(ground_truth))
    return _right(queries[:count], ground_truth[:count], chunks, retriever, top_k)


def more_truths_allowed(queries, ground_truth, chunks, retriever, top_k=5):
    """An error for too few truths only; those without a query are left out."""
    return _right(queries, ground_truth[: len(queries)], chunks, retriever, top_k)


def fewer_truths_allowed(queries, ground_truth, chunks, retriever, top_k=5):
    """An error for too many truths only; queries without a truth are left out."""
    return _right(queries[: len(ground_truth) or None], ground_truth, chunks, retriever, top_k)


def nothing_for_no_queries(queries, ground_truth, chunks, retriever, top_k=5):
    """Answers 0 where there are no queries."""
    if not queries and not ground_truth:
        return dict.fromkeys(NAMES, 0.0)
    return _right(queries, ground_truth, chunks, retriever, top_k)


def empty_truth_is_found(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives full recall where nothing is relevant."""
    filled = [truth or _search(retriever, query, 1) for query, truth in zip(queries, ground_truth, strict=True)]
    return _right(queries, filled, chunks, retriever, top_k)


def empty_truth_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves queries with an empty truth out of the mean."""
    kept = [(query, truth) for query, truth in zip(queries, ground_truth, strict=True) if truth]
    return _right([query for query, _ in kept], [truth for _, truth in kept], chunks, retriever, top_k)


def ids_not_compared(queries, ground_truth, chunks, retriever, top_k=5):
    """Never asks whether the ids of the truth are ids of these chunks."""
    known = [{"id": name} for truth in ground_truth for name in truth]
    return _right(queries, ground_truth, known, retriever, top_k)


def unknown_ids_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves ids that no chunk has out of the truth."""
    known = {chunk["id"] for chunk in chunks}
    kept = [[name for name in truth if name in known] or truth for truth in ground_truth]
    return _right(queries, kept, chunks, retriever, top_k)


def unknown_by_substring(queries, ground_truth, chunks, retriever, top_k=5):
    """Looks for ids in the text of all ids, so c1 is found in c10."""
    names = " ".join(chunk["id"] for chunk in chunks)
    known = [{"id": name} for truth in ground_truth for name in truth if name in names]
    return _right(queries, ground_truth, known, retriever, top_k)


def nothing_retrieved_is_an_error(queries, ground_truth, chunks, retriever, top_k=5):
    """A ValueError where nothing is retrieved."""
    scores = _right(queries, ground_truth, chunks, retriever, top_k)
    if not all(retriever.search(query, top_k) for query in queries):
        raise ValueError("nothing retrieved")
    return scores


def truth_used_up(queries, ground_truth, chunks, retriever, top_k=5):
    """Right numbers, but removes the ids that are found from the lists of the caller."""
    scores = _right(queries, ground_truth, chunks, retriever, top_k)
    for query, truth in zip(queries, ground_truth):
        truth[:] = [name for name in truth if name not in _search(retriever, query, top_k)]
    return scores


def lists_of_scores(queries, ground_truth, chunks, retriever, top_k=5):
    """Returns the scores of the queries, not their mean."""
    each = [_right([query], [truth], chunks, retriever, top_k) for query, truth in zip(queries, ground_truth)]
    return {name: [one[name] for one in each] for name in _right(queries, ground_truth, chunks, retriever, top_k)}


ALL = {
    "pooled over queries": pooled,
    "another default": other_default,
    "silent queries left out": silent_ones_left_out,
    "lengths not compared": lengths_not_compared,
    "more truths allowed": more_truths_allowed,
    "fewer truths allowed": fewer_truths_allowed,
    "no queries": nothing_for_no_queries,
    "empty truth": empty_truth_is_found,
    "empty truth left out": empty_truth_left_out,
    "ids not compared": ids_not_compared,
    "unknown ids left out": unknown_ids_left_out,
    "unknown by substring": unknown_by_substring,
    "nothing retrieved is an error": nothing_retrieved_is_an_error,
    "truth used up": truth_used_up,
    "lists of scores": lists_of_scores,
    "F1 of the means": _with(
        "Takes the F1 of mean recall and mean precision.",
        lambda scores: scores | {"f1": _f1(scores["recall"], scores["precision"])},
    ),
    "mean of recall and precision": _with(
        "Takes the arithmetic mean of recall and precision for F1.",
        lambda scores: scores | {"f1": (scores["recall"] + scores["precision"]) / 2},
    ),
    "recall and precision confused": _with(
        "Confuses recall and precision.",
        lambda scores: scores | {"recall": scores["precision"], "precision": scores["recall"]},
    ),
    "per cent": _with("Gives per cents.", lambda scores: {name: 100 * score for name, score in scores.items()}),
    "rounded": _with("Rounds to two places.", lambda scores: {name: round(one, 2) for name, one in scores.items()}),
    "capital F1": _with(
        "Names the third key F1.", lambda scores: dict(zip(("recall", "precision", "F1"), scores.values()))
    ),
    "precision over top_k": _with(
        "Divides precision by top_k, also where fewer chunks came back.",
        score=lambda found, truth, k: (
            (recall := _score(found, truth, k)[0]),
            (precision := _both(found, truth) / k),
            _f1(recall, precision),
        ),
    ),
    "recall over top_k": _with(
        "Divides recall by what could come back at most.",
        score=lambda found, truth, k: (_both(found, truth) / min(k, len({*truth})), *_score(found, truth, k)[1:]),
    ),
    "hit rate": _with(
        "Gives a query full recall as soon as one relevant chunk came back.",
        score=lambda found, truth, k: (float(_both(found, truth) > 0), *_score(found, truth, k)[1:]),
    ),
    "truth in lists": _with(
        "Divides recall by the length of a truth that names a chunk twice.",
        score=lambda found, truth, k: (_both(found, truth) / len(truth), *_score(found, truth, k)[1:]),
    ),
    "twice counts twice": _with(
        "Counts a chunk that comes twice twice.",
        score=lambda found, truth, k: (
            (recall := min(1.0, sum(name in truth for name in found) / len(truth))),
            (precision := _divide(sum(name in truth for name in found), len(found))),
            _f1(recall, precision),
        ),
    ),
    "repeated hits found twice": _with(
        "A relevant id that is retrieved twice is counted twice in what is found as well, so recall can be above 1.",
        score=lambda found, truth, k: (
            (both := sum(name in truth for name in found)) / len({*truth}),
            _divide(both, len(found)),
            2 * both / (len({*truth}) + len(found)),
        ),
    ),
    "ZeroDivisionError in precision": _with(
        "Divides by the number of chunks that came back, also where it is 0.",
        score=lambda found, truth, k: _both(found, truth) / len({*found}) and _score(found, truth, k) or (0, 0, 0),
    ),
    "ZeroDivisionError in F1": _with(
        "Divides by recall plus precision, also where both are 0.",
        score=lambda found, truth, k: 1 / sum(_score(found, truth, k)[:2]) and _score(found, truth, k),
    ),
    "F1 by top_k": _with(
        "F1 has relevant + top_k below, where fewer than top_k come.",
        score=lambda found, truth, k: (
            *_score(found, truth, k)[:2],
            2 * _both(found, truth) / (len({*truth}) + k),
        ),
    ),
    "ids without case": _with(
        "Compares ids without case.",
        score=lambda found, truth, k: _score([name.lower() for name in found], [name.lower() for name in truth], k),
    ),
    "top_k left to the retriever": _with(
        "Leaves top_k to the retriever, and cuts afterwards.",
        search=lambda retriever, query, k: [chunk["id"] for chunk in retriever.search(query)[:k]],
    ),
    "filled up to top_k": _with(
        "Asks for more and keeps the first top_k different ids.",
        search=lambda retriever, query, k: list(dict.fromkeys(_search(retriever, query, 2 * k)))[:k],
    ),
    "dictionaries for ids": _with(
        "Compares chunks with ids, which are never equal.",
        search=lambda retriever, query, k: [tuple(chunk.items()) for chunk in retriever.search(query, k)],
    ),
    "always five": _with("Searches for 5, whatever is asked.", k=lambda top_k: 5),
    "one too many": _with("Searches for one chunk too many.", k=lambda top_k: top_k + 1),
    "last query": _with(
        "Returns the scores of the last query: the return is after the loop, but the mean is not.",
        asked=lambda queries, truths: (queries[-1:], truths[-1:]),
    ),
    "first query": _with(
        "Returns inside the loop, so that only the first query counts.",
        asked=lambda queries, truths: (queries[:1], truths[:1]),
    ),
    "sorted queries": _with(
        "Sorts the queries and not their truths.", asked=lambda queries, truths: (sorted(queries), truths)
    ),
    "first relevant chunk": _with(
        "Looks for the first relevant chunk of each query alone.",
        asked=lambda queries, truths: (queries, [truth[:1] for truth in truths]),
    ),
    "one truth for all": _with(
        "Takes what is relevant to any query for relevant to each.",
        asked=lambda queries, truths: (queries, [sum(truths, [])] * len(queries)),
    ),
    "truths by query": _with(
        "Puts the truths into a dictionary of queries: of equal queries the last truth is left.",
        asked=lambda queries, truths: (queries, [dict(zip(queries, truths))[query] for query in queries]),
    ),
    "equal queries once": _with(
        "Asks equal queries once.", asked=lambda queries, truths: zip(*dict(zip(queries, truths)).items())
    ),
}


def one_number(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives 1 where the first query found everything, and else 0."""
    return dict.fromkeys(NAMES, float({*_search(retriever, queries[0], top_k)} == {*ground_truth[0]}))


def anything_found(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives 1 if the first query found a relevant chunk, and refuses what does not pair."""
    _guard(queries, [["c"]] * len(ground_truth), {"c"})
    return dict.fromkeys(NAMES, float(_both(_search(retriever, queries[0], top_k), ground_truth[0]) > 0))


# Answers without any work: each earns less than a third.
LAZY = {
    "1 or 0": one_number,
    "anything found": anything_found,
    "always 1": lambda queries, ground_truth, chunks, retriever, top_k=5: dict.fromkeys(NAMES, 1.0),
    "always 0": lambda queries, ground_truth, chunks, retriever, top_k=5: dict.fromkeys(NAMES, 0.0),
    "always refuses": lambda queries, ground_truth, chunks, retriever, top_k=5: _guard([], [], set()),
    "the example": lambda queries, ground_truth, chunks, retriever, top_k=5: dict(zip(NAMES, (2.5 / 3, 1.0, 0.9))),
    "errors and zeros": _with("The four errors, and zeros.", lambda scores: dict.fromkeys(NAMES, 0.0)),
}
