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


def other_default(queries, ground_truth, chunks, retriever, top_k=10):
    """Has another default."""
    return _right(queries, ground_truth, chunks, retriever, top_k)


def silent_ones_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves queries for which nothing came back out of the mean."""
    scores = _right(queries, ground_truth, chunks, retriever, top_k)
    silent = sum(not retriever.search(query, top_k) for query in queries)
    return {name: _divide(score * len(queries), len(queries) - silent) for name, score in scores.items()}


def nothing_for_no_queries(queries, ground_truth, chunks, retriever, top_k=5):
    """Answers 0 where there are no queries."""
    if not queries and not ground_truth:
        return dict.fromkeys(NAMES, 0.0)
    return _right(queries, ground_truth, chunks, retriever, top_k)


def empty_truth_is_found(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives full recall where nothing is relevant."""
    filled = [truth or _search(retriever, query, 1) for query, truth in zip(queries, ground_truth, strict=True)]
    return _right(queries, filled, chunks, retriever, top_k)


def truth_used_up(queries, ground_truth, chunks, retriever, top_k=5):
    """Right numbers, but removes the ids that are found from the lists of the caller."""
    scores = _right(queries, ground_truth, chunks, retriever, top_k)
    for query, truth in zip(queries, ground_truth):
        truth[:] = [name for name in truth if name not in _search(retriever, query, top_k)]
    return scores


ALL = {
    "another default": other_default,
    "silent queries left out": silent_ones_left_out,
    "no queries": nothing_for_no_queries,
    "empty truth": empty_truth_is_found,
    "truth used up": truth_used_up,
    "F1 of the means": _with(
        "Takes the F1 of mean recall and mean precision.",
        lambda scores: scores | {"f1": _f1(scores["recall"], scores["precision"])},
    ),
    "rounded": _with("Rounds to two places.", lambda scores: {name: round(one, 2) for name, one in scores.items()}),
    "precision over top_k": _with(
        "Divides precision by top_k, also where fewer chunks came back.",
        score=lambda found, truth, k: (
            (recall := _score(found, truth, k)[0]),
            (precision := _both(found, truth) / k),
            _f1(recall, precision),
        ),
    ),
    "hit rate": _with(
        "Gives a query full recall as soon as one relevant chunk came back.",
        score=lambda found, truth, k: (float(_both(found, truth) > 0), *_score(found, truth, k)[1:]),
    ),
    "twice counts twice": _with(
        "Counts a chunk that comes twice twice.",
        score=lambda found, truth, k: (
            (recall := min(1.0, sum(name in truth for name in found) / len(truth))),
            (precision := _divide(sum(name in truth for name in found), len(found))),
            _f1(recall, precision),
        ),
    ),
    "ZeroDivisionError in F1": _with(
        "Divides by recall plus precision, also where both are 0.",
        score=lambda found, truth, k: 1 / sum(_score(found, truth, k)[:2]) and _score(found, truth, k),
    ),
    "top_k left to the retriever": _with(
        "Leaves top_k to the retriever, and cuts afterwards.",
        search=lambda retriever, query, k: [chunk["id"] for chunk in retriever.search(query)[:k]],
    ),
    "dictionaries for ids": _with(
        "Compares chunks with ids, which are never equal.",
        search=lambda retriever, query, k: [tuple(chunk.items()) for chunk in retriever.search(query, k)],
    ),
    "always five": _with("Searches for 5, whatever is asked.", k=lambda top_k: 5),
    "last query": _with(
        "Returns the scores of the last query: the return is after the loop, but the mean is not.",
        asked=lambda queries, truths: (queries[-1:], truths[-1:]),
    ),
    "truths by query": _with(
        "Puts the truths into a dictionary of queries: of equal queries the last truth is left.",
        asked=lambda queries, truths: (queries, [dict(zip(queries, truths))[query] for query in queries]),
    ),
}


# Answers without any work: each earns less than a third.
LAZY = {
    "always 1": lambda queries, ground_truth, chunks, retriever, top_k=5: dict.fromkeys(NAMES, 1.0),
    "always refuses": lambda queries, ground_truth, chunks, retriever, top_k=5: _guard([], [], set()),
}
