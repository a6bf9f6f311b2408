"""Wrong answers to `evaluate_overlap_impact`; each docstring says what is wrong."""


def _guard(queries, ground_truth, chunks):
    known = {chunk["id"] for chunk in chunks}
    if not queries or len(queries) != len(ground_truth):
        raise ValueError("queries and ground_truth must pair")
    if not all(truth and set(truth) <= known for truth in ground_truth):
        raise ValueError("truth")


def _rows(queries, ground_truth, retriever, top_k):
    """Give the set of what was found and the set of what is relevant for each query, rightly."""
    for query, truth in zip(queries, ground_truth, strict=False):
        yield {chunk["id"] for chunk in retriever.search(query, top_k)}, set(truth)


def _divide(part, whole):
    return part / whole if whole else 0.0


def _f1(recall, precision):
    return _divide(2 * recall * precision, recall + precision)


def _means(rows):
    count = len(rows)
    recall, precision, f1 = (sum(column) / count for column in zip(*rows, strict=True))
    return {"recall": recall, "precision": precision, "f1": f1}


def _right(queries, ground_truth, retriever, top_k):
    """Score rightly; most mutants are wrong elsewhere."""
    rows = []
    for found, relevant in _rows(queries, ground_truth, retriever, top_k):
        recall, precision = _divide(len(found & relevant), len(relevant)), _divide(len(found & relevant), len(found))
        rows.append((recall, precision, _f1(recall, precision)))
    return _means(rows)


def f1_of_means(queries, ground_truth, chunks, retriever, top_k=5):
    """Takes the F1 of mean recall and mean precision."""
    _guard(queries, ground_truth, chunks)
    scores = _right(queries, ground_truth, retriever, top_k)
    return scores | {"f1": _f1(scores["recall"], scores["precision"])}


def mean_of_both(queries, ground_truth, chunks, retriever, top_k=5):
    """Takes the arithmetic mean of recall and precision for F1."""
    _guard(queries, ground_truth, chunks)
    scores = _right(queries, ground_truth, retriever, top_k)
    return scores | {"f1": (scores["recall"] + scores["precision"]) / 2}


def pooled(queries, ground_truth, chunks, retriever, top_k=5):
    """Adds chunks over all queries, so that queries with many relevant chunks count more."""
    _guard(queries, ground_truth, chunks)
    rows = list(_rows(queries, ground_truth, retriever, top_k))
    both = sum(len(found & relevant) for found, relevant in rows)
    recall = both / sum(len(relevant) for _, relevant in rows)
    precision = _divide(both, sum(len(found) for found, _ in rows))
    return {"recall": recall, "precision": precision, "f1": _f1(recall, precision)}


def over_top_k(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides precision by top_k, also where fewer chunks came back."""
    _guard(queries, ground_truth, chunks)
    rows = []
    for found, relevant in _rows(queries, ground_truth, retriever, top_k):
        recall, precision = len(found & relevant) / len(relevant), len(found & relevant) / top_k
        rows.append((recall, precision, _f1(recall, precision)))
    return _means(rows)


def recall_over_top_k(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides recall by what could come back at most."""
    _guard(queries, ground_truth, chunks)
    scores = _right(queries, ground_truth, retriever, top_k)
    rows = list(_rows(queries, ground_truth, retriever, top_k))
    recalls = [len(found & relevant) / min(top_k, len(relevant)) for found, relevant in rows]
    return scores | {"recall": sum(recalls) / len(recalls)}


def hit_rate(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives a query full recall as soon as one relevant chunk came back."""
    _guard(queries, ground_truth, chunks)
    rows = list(_rows(queries, ground_truth, retriever, top_k))
    hits = sum(bool(found & relevant) for found, relevant in rows)
    return _right(queries, ground_truth, retriever, top_k) | {"recall": hits / len(rows)}


def swapped(queries, ground_truth, chunks, retriever, top_k=5):
    """Confuses recall and precision."""
    _guard(queries, ground_truth, chunks)
    scores = _right(queries, ground_truth, retriever, top_k)
    return scores | {"recall": scores["precision"], "precision": scores["recall"]}


def always_five(queries, ground_truth, chunks, retriever, top_k=5):
    """Searches for 5, whatever is asked."""
    _guard(queries, ground_truth, chunks)
    return _right(queries, ground_truth, retriever, 5)


def never_said(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves top_k to the retriever, and cuts afterwards."""
    _guard(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth, strict=True):
        found, relevant = {chunk["id"] for chunk in retriever.search(query)[:top_k]}, set(truth)
        recall, precision = len(found & relevant) / len(relevant), _divide(len(found & relevant), len(found))
        rows.append((recall, precision, _f1(recall, precision)))
    return _means(rows)


def one_more(queries, ground_truth, chunks, retriever, top_k=5):
    """Searches for one chunk too many."""
    _guard(queries, ground_truth, chunks)
    return _right(queries, ground_truth, retriever, top_k + 1)


def other_default(queries, ground_truth, chunks, retriever, top_k=10):
    """Has another default."""
    _guard(queries, ground_truth, chunks)
    return _right(queries, ground_truth, retriever, top_k)


def in_lists(queries, ground_truth, chunks, retriever, top_k=5):
    """Counts a chunk that comes twice twice."""
    _guard(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth, strict=True):
        found = [chunk["id"] for chunk in retriever.search(query, top_k)]
        both = sum(name in truth for name in found)
        recall, precision = min(1.0, both / len(truth)), _divide(both, len(found))
        rows.append((recall, precision, _f1(recall, precision)))
    return _means(rows)


def truth_in_lists(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides recall by the length of a truth that names a chunk twice."""
    _guard(queries, ground_truth, chunks)
    scores = _right(queries, ground_truth, retriever, top_k)
    rows = list(zip(_rows(queries, ground_truth, retriever, top_k), ground_truth, strict=True))
    recalls = [len(found & relevant) / len(truth) for (found, relevant), truth in rows]
    return scores | {"recall": sum(recalls) / len(recalls)}


def divides_by_found(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides by the number of chunks that came back, also where it is 0."""
    _guard(queries, ground_truth, chunks)
    scores = _right(queries, ground_truth, retriever, top_k)
    rows = list(_rows(queries, ground_truth, retriever, top_k))
    return scores | {"precision": sum(len(found & relevant) / len(found) for found, relevant in rows) / len(rows)}


def divides_by_sum(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides by recall plus precision, also where both are 0."""
    _guard(queries, ground_truth, chunks)
    f1 = []
    for found, relevant in _rows(queries, ground_truth, retriever, top_k):
        recall, precision = len(found & relevant) / len(relevant), _divide(len(found & relevant), len(found))
        f1.append(2 * recall * precision / (recall + precision))
    return _right(queries, ground_truth, retriever, top_k) | {"f1": sum(f1) / len(f1)}


def silent_ones_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves queries for which nothing came back out of the mean."""
    _guard(queries, ground_truth, chunks)
    answered = [number for number, query in enumerate(queries) if retriever.search(query, top_k)]
    if not answered:
        return {"recall": 0.0, "precision": 0.0, "f1": 0.0}
    return _right([queries[n] for n in answered], [ground_truth[n] for n in answered], retriever, top_k)


def last_query(queries, ground_truth, chunks, retriever, top_k=5):
    """Returns the scores of the last query: the return stands after the loop, the mean does not."""
    _guard(queries, ground_truth, chunks)
    return _right(queries[-1:], ground_truth[-1:], retriever, top_k)


def first_query(queries, ground_truth, chunks, retriever, top_k=5):
    """Returns inside the loop, so that only the first query counts."""
    _guard(queries, ground_truth, chunks)
    return _right(queries[:1], ground_truth[:1], retriever, top_k)


def first_truth(queries, ground_truth, chunks, retriever, top_k=5):
    """Looks for the first relevant chunk of each query alone."""
    _guard(queries, ground_truth, chunks)
    return _right(queries, [truth[:1] for truth in ground_truth], retriever, top_k)


def one_truth_for_all(queries, ground_truth, chunks, retriever, top_k=5):
    """Takes what is relevant to any query for relevant to each."""
    _guard(queries, ground_truth, chunks)
    every = [name for truth in ground_truth for name in truth]
    return _right(queries, [every] * len(queries), retriever, top_k)


def lengths_not_compared(queries, ground_truth, chunks, retriever, top_k=5):
    """Lets zip end with the shorter list."""
    count = min(len(queries), len(ground_truth))
    _guard(queries[:count], ground_truth[:count], chunks)
    return _right(queries[:count], ground_truth[:count], retriever, top_k)


def nothing_for_no_queries(queries, ground_truth, chunks, retriever, top_k=5):
    """Answers 0 where there are no queries."""
    if not queries and not ground_truth:
        return {"recall": 0.0, "precision": 0.0, "f1": 0.0}
    _guard(queries, ground_truth, chunks)
    return _right(queries, ground_truth, retriever, top_k)


def empty_truth_is_found(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives full recall where nothing is relevant."""
    _guard(queries, [truth or [chunks[0]["id"]] for truth in ground_truth], chunks)
    filled = [truth or [chunk["id"] for chunk in retriever.search(q, 1)] for q, truth in zip(queries, ground_truth)]  # noqa: B905
    return _right(queries, filled, retriever, top_k)


def ids_not_compared(queries, ground_truth, chunks, retriever, top_k=5):
    """Never asks whether the ids of the truth are ids of these chunks."""
    if not queries or len(queries) != len(ground_truth) or not all(ground_truth):
        raise ValueError("queries and ground_truth must pair")
    return _right(queries, ground_truth, retriever, top_k)


def unknown_ids_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves ids that no chunk has out of the truth."""
    known = {chunk["id"] for chunk in chunks}
    kept = [[name for name in truth if name in known] or truth for truth in ground_truth]
    _guard(queries, kept, chunks)
    return _right(queries, kept, retriever, top_k)


def per_cent(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives per cents."""
    _guard(queries, ground_truth, chunks)
    return {name: 100 * score for name, score in _right(queries, ground_truth, retriever, top_k).items()}


def rounded(queries, ground_truth, chunks, retriever, top_k=5):
    """Rounds to two places."""
    _guard(queries, ground_truth, chunks)
    return {name: round(score, 2) for name, score in _right(queries, ground_truth, retriever, top_k).items()}


def dictionaries_for_ids(queries, ground_truth, chunks, retriever, top_k=5):
    """Compares chunks with ids, which are never equal."""
    _guard(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth, strict=True):
        found = retriever.search(query, top_k)
        both = sum(chunk in truth for chunk in found)
        rows.append((both / len(truth), _divide(both, len(found)), 0.0))
    return _means(rows)


def queries_as_keys(queries, ground_truth, chunks, retriever, top_k=5):
    """Puts the truths into a dictionary of queries: of equal queries the last truth is left."""
    _guard(queries, ground_truth, chunks)
    truths = dict(zip(queries, ground_truth, strict=True))
    return _right(queries, [truths[query] for query in queries], retriever, top_k)


def equal_queries_once(queries, ground_truth, chunks, retriever, top_k=5):
    """Asks equal queries once."""
    _guard(queries, ground_truth, chunks)
    truths = dict(zip(queries, ground_truth, strict=True))
    return _right(list(truths), list(truths.values()), retriever, top_k)


def one_number(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives 1 where the first query found everything, and else 0."""
    found = {chunk["id"] for chunk in retriever.search(queries[0], top_k)}
    return dict.fromkeys(("recall", "precision", "f1"), float(found == set(ground_truth[0])))


def always_one(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives full marks to everything."""
    return {"recall": 1.0, "precision": 1.0, "f1": 1.0}


def always_nothing(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives 0 to everything."""
    return {"recall": 0.0, "precision": 0.0, "f1": 0.0}


def always_refuses(queries, ground_truth, chunks, retriever, top_k=5):
    """Refuses everything."""
    raise ValueError("no")


def anything_found(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives 1 if the first query found a relevant chunk, and refuses what does not pair."""
    if len(queries) != len(ground_truth) or not queries:
        raise ValueError("queries and ground_truth must pair")
    found = {chunk["id"] for chunk in retriever.search(queries[0], top_k)}
    return dict.fromkeys(("recall", "precision", "f1"), float(bool(found & set(ground_truth[0]))))


def the_example(queries, ground_truth, chunks, retriever, top_k=5):
    """Gives the numbers of one example by hand."""
    return {"recall": 0.8333333333333333, "precision": 1.0, "f1": 0.9}


def _validated(queries, ground_truth, chunks):
    """The four errors."""
    if not queries:
        raise ValueError("no queries")
    if len(queries) != len(ground_truth):
        raise ValueError("each query needs its truth")
    known = {chunk["id"] for chunk in chunks}
    for truth in ground_truth:
        if not truth:
            raise ValueError("a truth without ids")
        if not set(truth) <= known:
            raise ValueError("an id that no chunk has")


def _of_one(relevant, retrieved):
    """Recall, precision and F1 of two sets."""
    both = len(relevant & retrieved)
    if not retrieved:
        return 0.0, 0.0, 0.0
    return both / len(relevant), both / len(retrieved), 2 * both / (len(relevant) + len(retrieved))


def _other_means(rows):
    return {key: sum(column) / len(column) for key, column in zip(("recall", "precision", "f1"), zip(*rows))}


def plain_sets(queries, ground_truth, chunks, retriever, top_k=5):
    """Sets, a loop and three lists."""
    if len(queries) == 0 or len(queries) != len(ground_truth):
        raise ValueError("queries and truths do not fit")
    ids = [chunk["id"] for chunk in chunks]
    recalls, precisions, f1s = [], [], []
    for query, truth in zip(queries, ground_truth):
        relevant = set(truth)
        if not relevant or any(name not in ids for name in relevant):
            raise ValueError("a bad truth")
        retrieved = {hit["id"] for hit in retriever.search(query, top_k)}
        both = len(relevant & retrieved)
        recalls.append(both / len(relevant))
        precisions.append(both / len(retrieved) if retrieved else 0)
        f1s.append(2 * both / (len(relevant) + len(retrieved)))
    count = len(queries)
    return {"recall": sum(recalls) / count, "precision": sum(precisions) / count, "f1": sum(f1s) / count}


def _found(retriever, query, top_k):
    return {hit["id"] for hit in retriever.search(query, top_k)}


def f1_by_top_k(queries, ground_truth, chunks, retriever, top_k=5):
    """F1 has relevant + top_k below, where fewer than top_k come."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        recall, precision, _ = _of_one(set(truth), found := _found(retriever, query, top_k))
        rows.append((recall, precision, 2 * len(set(truth) & found) / (len(set(truth)) + top_k)))
    return _other_means(rows)


def repeated_hits_are_found_twice(queries, ground_truth, chunks, retriever, top_k=5):
    """A relevant id that is retrieved twice is counted twice in what is found as well, so recall can be above 1."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        want, hits = set(truth), [hit["id"] for hit in retriever.search(query, top_k)]
        both = sum(name in want for name in hits)
        rows.append((both / len(want), both / max(1, len(hits)), 2 * both / (len(want) + len(hits))))
    return _other_means(rows)


def filled_up_to_top_k(queries, ground_truth, chunks, retriever, top_k=5):
    """Asks for more and keeps the first top_k different ids."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        names = dict.fromkeys(hit["id"] for hit in retriever.search(query, 2 * top_k))
        rows.append(_of_one(set(truth), set(list(names)[:top_k])))
    return _other_means(rows)


def no_queries_are_zero(queries, ground_truth, chunks, retriever, top_k=5):
    """Zeros without queries."""
    if not queries:
        return {"recall": 0.0, "precision": 0.0, "f1": 0.0}
    return plain_sets(queries, ground_truth, chunks, retriever, top_k)


def more_truths_allowed(queries, ground_truth, chunks, retriever, top_k=5):
    """An error for too few truths only; those without a query are left out."""
    return plain_sets(queries, ground_truth[: len(queries)], chunks, retriever, top_k)


def fewer_truths_allowed(queries, ground_truth, chunks, retriever, top_k=5):
    """An error for too many truths only; queries without a truth are left out."""
    return plain_sets(queries[: len(ground_truth)] if ground_truth else queries, ground_truth, chunks, retriever, top_k)


def empty_truth_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves queries with an empty truth out of the mean."""
    kept = [(query, truth) for query, truth in zip(queries, ground_truth, strict=True) if truth]
    return plain_sets([query for query, _ in kept], [truth for _, truth in kept], chunks, retriever, top_k)


def unknown_ids_counted(queries, ground_truth, chunks, retriever, top_k=5):
    """Never looks at the chunks."""
    known = [{"id": name} for truth in ground_truth for name in truth]
    return plain_sets(queries, ground_truth, known, retriever, top_k)


def unknown_by_substring(queries, ground_truth, chunks, retriever, top_k=5):
    """Looks for ids in the text of all ids, so c1 is found in c10."""
    names = " ".join(chunk["id"] for chunk in chunks)
    if any(name not in names for truth in ground_truth for name in truth):
        raise ValueError("no chunk has this")
    return unknown_ids_counted(queries, ground_truth, chunks, retriever, top_k)


def nothing_retrieved_is_an_error(queries, ground_truth, chunks, retriever, top_k=5):
    """A ValueError where nothing is retrieved."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    if not all(retriever.search(query, top_k) for query in queries):
        raise ValueError("nothing retrieved")
    return scores


def sorted_queries(queries, ground_truth, chunks, retriever, top_k=5):
    """Sorts the queries and not their truths."""
    return plain_sets(sorted(queries), ground_truth, chunks, retriever, top_k)


def ids_without_case(queries, ground_truth, chunks, retriever, top_k=5):
    """Compares ids without case."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        have = {name.lower() for name in _found(retriever, query, top_k)}
        rows.append(_of_one({name.lower() for name in truth}, have))
    return _other_means(rows)


def truth_used_up(queries, ground_truth, chunks, retriever, top_k=5):
    """Right numbers, but removes the ids that are found from the lists of the caller."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    for query, truth in zip(queries, ground_truth):
        for name in _found(retriever, query, top_k):
            if name in truth:
                truth.remove(name)
    return scores


def capital_f1(queries, ground_truth, chunks, retriever, top_k=5):
    """Names the third key F1."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    return {"recall": scores["recall"], "precision": scores["precision"], "F1": scores["f1"]}


def lists_of_scores(queries, ground_truth, chunks, retriever, top_k=5):
    """Returns the scores of the queries, not their mean."""
    _validated(queries, ground_truth, chunks)
    rows = [_of_one(set(truth), _found(retriever, query, top_k)) for query, truth in zip(queries, ground_truth)]
    return {key: list(column) for key, column in zip(("recall", "precision", "f1"), zip(*rows))}


def constant_zeros(queries, ground_truth, chunks, retriever, top_k=5):
    """Zeros."""
    return {"recall": 0.0, "precision": 0.0, "f1": 0.0}


def only_errors(queries, ground_truth, chunks, retriever, top_k=5):
    """Always a ValueError."""
    raise ValueError("no queries")


def errors_and_zeros(queries, ground_truth, chunks, retriever, top_k=5):
    """The four errors, and zeros."""
    _validated(queries, ground_truth, chunks)
    return constant_zeros(queries, ground_truth, chunks, retriever)


LAZY = {
    "1 or 0": one_number,
    "always 1": always_one,
    "always 0": always_nothing,
    "always refuses": always_refuses,
    "anything found": anything_found,
    "the example": the_example,
    "always an error": only_errors,
    "errors and zeros": errors_and_zeros,
}
ALL = {
    "F1 of the means": f1_of_means,
    "mean of recall and precision": mean_of_both,
    "pooled over queries": pooled,
    "precision over top_k": over_top_k,
    "recall over top_k": recall_over_top_k,
    "hit rate": hit_rate,
    "recall and precision confused": swapped,
    "always five": always_five,
    "top_k left to the retriever": never_said,
    "one too many": one_more,
    "another default": other_default,
    "twice counts twice": in_lists,
    "truth in lists": truth_in_lists,
    "ZeroDivisionError in precision": divides_by_found,
    "ZeroDivisionError in F1": divides_by_sum,
    "silent queries left out": silent_ones_left_out,
    "last query": last_query,
    "first query": first_query,
    "first relevant chunk": first_truth,
    "one truth for all": one_truth_for_all,
    "truths by query": queries_as_keys,
    "equal queries once": equal_queries_once,
    "lengths not compared": lengths_not_compared,
    "no queries": nothing_for_no_queries,
    "empty truth": empty_truth_is_found,
    "ids not compared": ids_not_compared,
    "unknown ids left out": unknown_ids_left_out,
    "per cent": per_cent,
    "rounded": rounded,
    "dictionaries for ids": dictionaries_for_ids,
    "F1 by top_k": f1_by_top_k,
    "repeated hits found twice": repeated_hits_are_found_twice,
    "filled up to top_k": filled_up_to_top_k,
    "no queries are zero": no_queries_are_zero,
    "more truths allowed": more_truths_allowed,
    "fewer truths allowed": fewer_truths_allowed,
    "empty truth left out": empty_truth_left_out,
    "unknown by substring": unknown_by_substring,
    "nothing retrieved is an error": nothing_retrieved_is_an_error,
    "sorted queries": sorted_queries,
    "ids without case": ids_without_case,
    "truth used up": truth_used_up,
    "capital F1": capital_f1,
    "lists of scores": lists_of_scores,
}
