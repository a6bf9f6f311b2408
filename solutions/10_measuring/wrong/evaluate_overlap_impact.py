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


def precision_by_top_k(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides precision by top_k and not by what is retrieved."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        recall, _, f1 = _of_one(set(truth), found := _found(retriever, query, top_k))
        rows.append((recall, len(set(truth) & found) / top_k, f1))
    return _other_means(rows)


def f1_by_top_k(queries, ground_truth, chunks, retriever, top_k=5):
    """F1 has relevant + top_k below, where fewer than top_k come."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        recall, precision, _ = _of_one(set(truth), found := _found(retriever, query, top_k))
        rows.append((recall, precision, 2 * len(set(truth) & found) / (len(set(truth)) + top_k)))
    return _other_means(rows)


def repeated_hits_count(queries, ground_truth, chunks, retriever, top_k=5):
    """An id that is retrieved twice counts twice in what is retrieved."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        want, hits = set(truth), [hit["id"] for hit in retriever.search(query, top_k)]
        both = len(want & set(hits))
        rows.append((both / len(want), both / max(1, len(hits)), 2 * both / (len(want) + len(hits))))
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


def repeated_truth_counts(queries, ground_truth, chunks, retriever, top_k=5):
    """An id that a truth names twice counts twice in what is relevant."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        have = _found(retriever, query, top_k)
        both = len(set(truth) & have)
        rows.append((both / len(truth), both / max(1, len(have)), 2 * both / (len(truth) + len(have))))
    return _other_means(rows)


def f1_of_the_means(queries, ground_truth, chunks, retriever, top_k=5):
    """F1 from mean precision and mean recall, and not the mean of F1."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    both = scores["recall"] + scores["precision"]
    return {**scores, "f1": 2 * scores["recall"] * scores["precision"] / both if both else 0.0}


def f1_as_a_plain_mean(queries, ground_truth, chunks, retriever, top_k=5):
    """F1 as (precision + recall) / 2."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    return {**scores, "f1": (scores["recall"] + scores["precision"]) / 2}


def other_pooled(queries, ground_truth, chunks, retriever, top_k=5):
    """Adds up the counts of all queries and divides once."""
    _validated(queries, ground_truth, chunks)
    both = wanted = given = 0
    for query, truth in zip(queries, ground_truth):
        have = _found(retriever, query, top_k)
        both, wanted, given = both + len(set(truth) & have), wanted + len(set(truth)), given + len(have)
    return {"recall": both / wanted, "precision": both / given if given else 0.0, "f1": 2 * both / (wanted + given)}


def recall_at_most_top_k(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides recall by at most top_k, where more are relevant."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        _, precision, f1 = _of_one(set(truth), found := _found(retriever, query, top_k))
        rows.append((len(set(truth) & found) / min(len(set(truth)), top_k), precision, f1))
    return _other_means(rows)


def other_hit_rate(queries, ground_truth, chunks, retriever, top_k=5):
    """Recall is 1 as soon as one relevant id is retrieved."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        recall, precision, f1 = _of_one(set(truth), _found(retriever, query, top_k))
        rows.append((float(recall > 0), precision, f1))
    return _other_means(rows)


def top_k_forgotten(queries, ground_truth, chunks, retriever, top_k=5):
    """Does not hand top_k on; the default of the retriever holds."""
    _validated(queries, ground_truth, chunks)
    rows = [
        _of_one(set(truth), {hit["id"] for hit in retriever.search(query)})
        for query, truth in zip(queries, ground_truth)
    ]
    return _other_means(rows)


def filled_up_to_top_k(queries, ground_truth, chunks, retriever, top_k=5):
    """Asks for more and keeps the first top_k different ids."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        names = dict.fromkeys(hit["id"] for hit in retriever.search(query, 2 * top_k))
        rows.append(_of_one(set(truth), set(list(names)[:top_k])))
    return _other_means(rows)


def top_k_ten_by_default(queries, ground_truth, chunks, retriever, top_k=10):
    """Another default."""
    return plain_sets(queries, ground_truth, chunks, retriever, top_k)


def no_queries_are_zero(queries, ground_truth, chunks, retriever, top_k=5):
    """Zeros without queries."""
    if not queries:
        return {"recall": 0.0, "precision": 0.0, "f1": 0.0}
    return plain_sets(queries, ground_truth, chunks, retriever, top_k)


def no_queries_divide(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides by the number of queries without looking at it."""
    if not queries and not ground_truth:
        return {"recall": 0 / len(queries)}
    return plain_sets(queries, ground_truth, chunks, retriever, top_k)


def cut_by_zip(queries, ground_truth, chunks, retriever, top_k=5):
    """zip cuts at the shorter list: no error where the numbers differ."""
    count = min(len(queries), len(ground_truth))
    return plain_sets(queries[:count], ground_truth[:count], chunks, retriever, top_k)


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


def empty_truth_is_zero(queries, ground_truth, chunks, retriever, top_k=5):
    """An empty truth has recall 0 and no error."""
    if not queries or len(queries) != len(ground_truth):
        raise ValueError("numbers")
    _validated(queries, [truth or [chunks[0]["id"]] for truth in ground_truth], chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        rows.append(_of_one(set(truth), _found(retriever, query, top_k)) if truth else (0.0, 0.0, 0.0))
    return _other_means(rows)


def empty_truth_error_only_if_all(queries, ground_truth, chunks, retriever, top_k=5):
    """An error only where no truth at all has ids."""
    if not any(ground_truth):
        raise ValueError("no ids")
    return empty_truth_is_zero(queries, ground_truth, chunks, retriever, top_k)


def other_unknown_ids_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Removes ids that no chunk has from the truths."""
    known = {chunk["id"] for chunk in chunks}
    truths = [[name for name in truth if name in known] or truth for truth in ground_truth]
    return plain_sets(queries, truths, chunks, retriever, top_k)


def unknown_ids_counted(queries, ground_truth, chunks, retriever, top_k=5):
    """Never looks at the chunks."""
    known = [{"id": name} for truth in ground_truth for name in truth]
    return plain_sets(queries, ground_truth, known, retriever, top_k)


def unknown_only_if_all_are(queries, ground_truth, chunks, retriever, top_k=5):
    """An error only where no id of a truth is known."""
    known = {chunk["id"] for chunk in chunks}
    for truth in ground_truth:
        if truth and not set(truth) & known:
            raise ValueError("no chunk has these")
    return unknown_ids_counted(queries, ground_truth, chunks, retriever, top_k)


def unknown_in_the_first_truth_only(queries, ground_truth, chunks, retriever, top_k=5):
    """Looks for unknown ids in the first truth only."""
    known = {chunk["id"] for chunk in chunks}
    if ground_truth and not set(ground_truth[0]) <= known:
        raise ValueError("no chunk has this")
    return unknown_ids_counted(queries, ground_truth, chunks, retriever, top_k)


def unknown_by_substring(queries, ground_truth, chunks, retriever, top_k=5):
    """Looks for ids in the text of all ids, so c1 is found in c10."""
    names = " ".join(chunk["id"] for chunk in chunks)
    if any(name not in names for truth in ground_truth for name in truth):
        raise ValueError("no chunk has this")
    return unknown_ids_counted(queries, ground_truth, chunks, retriever, top_k)


def unknown_is_a_key_error(queries, ground_truth, chunks, retriever, top_k=5):
    """A KeyError for an id that no chunk has."""
    by_id = {chunk["id"]: chunk for chunk in chunks}
    if queries and len(queries) == len(ground_truth) and all(ground_truth):
        [by_id[name] for truth in ground_truth for name in truth]
    return plain_sets(queries, ground_truth, chunks, retriever, top_k)


def nothing_retrieved_left_out(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves queries for which nothing is retrieved out of the means."""
    _validated(queries, ground_truth, chunks)
    pairs = [(set(truth), _found(retriever, query, top_k)) for query, truth in zip(queries, ground_truth)]
    rows = [_of_one(want, have) for want, have in pairs if have]
    return _other_means(rows) if rows else {"recall": 0.0, "precision": 0.0, "f1": 0.0}


def nothing_retrieved_left_out_of_precision(queries, ground_truth, chunks, retriever, top_k=5):
    """Leaves such queries out of the mean of precision only."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    count = sum(1 for query in queries if _found(retriever, query, top_k))
    return {**scores, "precision": scores["precision"] * len(queries) / count if count else 0.0}


def nothing_retrieved_is_precise(queries, ground_truth, chunks, retriever, top_k=5):
    """Precision 1 where nothing is retrieved."""
    _validated(queries, ground_truth, chunks)
    pairs = [(set(truth), _found(retriever, query, top_k)) for query, truth in zip(queries, ground_truth)]
    return _other_means([_of_one(want, have) if have else (0.0, 1.0, 0.0) for want, have in pairs])


def nothing_retrieved_is_an_error(queries, ground_truth, chunks, retriever, top_k=5):
    """A ValueError where nothing is retrieved."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    if not all(retriever.search(query, top_k) for query in queries):
        raise ValueError("nothing retrieved")
    return scores


def nothing_retrieved_divides(queries, ground_truth, chunks, retriever, top_k=5):
    """Divides by what is retrieved without looking at it."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        want, have = set(truth), _found(retriever, query, top_k)
        both = len(want & have)
        rows.append((both / len(want), both / len(have), 2 * both / (len(want) + len(have))))
    return _other_means(rows)


def nothing_relevant_divides(queries, ground_truth, chunks, retriever, top_k=5):
    """F1 as 2pr / (p + r) divides by zero where something is retrieved and nothing of it is relevant."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        recall, precision, _ = _of_one(set(truth), have := _found(retriever, query, top_k))
        rows.append((recall, precision, 2 * precision * recall / (precision + recall)) if have else (0, 0, 0))
    return _other_means(rows)


def a_dictionary_of_queries(queries, ground_truth, chunks, retriever, top_k=5):
    """Puts queries and truths into a dictionary, so of two equal queries one is lost."""
    _validated(queries, ground_truth, chunks)
    truths = dict(zip(queries, ground_truth))
    return plain_sets(list(truths), list(truths.values()), chunks, retriever, top_k)


def looked_up_by_index(queries, ground_truth, chunks, retriever, top_k=5):
    """Finds the truth by queries.index, which is the first for equal queries."""
    _validated(queries, ground_truth, chunks)
    truths = [ground_truth[queries.index(query)] for query in queries]
    return plain_sets(queries, truths, chunks, retriever, top_k)


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


def hits_of_earlier_queries(queries, ground_truth, chunks, retriever, top_k=5):
    """The set of what is retrieved is made once before the loop, so hits of earlier queries stay in it."""
    _validated(queries, ground_truth, chunks)
    rows, have = [], set()
    for query, truth in zip(queries, ground_truth):
        have |= _found(retriever, query, top_k)
        rows.append(_of_one(set(truth), have))
    return _other_means(rows)


def divided_inside_the_loop(queries, ground_truth, chunks, retriever, top_k=5):
    """Returns after the first query: the return is in the loop."""
    _validated(queries, ground_truth, chunks)
    for query, truth in zip(queries, ground_truth):
        return _other_means([_of_one(set(truth), _found(retriever, query, top_k))])


def rounded_to_three_digits(queries, ground_truth, chunks, retriever, top_k=5):
    """Rounds to three digits."""
    return {key: round(value, 3) for key, value in plain_sets(queries, ground_truth, chunks, retriever, top_k).items()}


def capital_f1(queries, ground_truth, chunks, retriever, top_k=5):
    """Names the third key F1."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    return {"recall": scores["recall"], "precision": scores["precision"], "F1": scores["f1"]}


def recall_and_precision_swapped(queries, ground_truth, chunks, retriever, top_k=5):
    """Swaps recall and precision."""
    scores = plain_sets(queries, ground_truth, chunks, retriever, top_k)
    return {"recall": scores["precision"], "precision": scores["recall"], "f1": scores["f1"]}


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
    "precision by top_k": precision_by_top_k,
    "F1 by top_k": f1_by_top_k,
    "repeated hits count": repeated_hits_count,
    "repeated hits found twice": repeated_hits_are_found_twice,
    "repeated truth counts": repeated_truth_counts,
    "F1 of the means, written otherwise": f1_of_the_means,
    "F1 as a plain mean": f1_as_a_plain_mean,
    "pooled": other_pooled,
    "recall by at most top_k": recall_at_most_top_k,
    "hit rate, written otherwise": other_hit_rate,
    "top_k forgotten": top_k_forgotten,
    "filled up to top_k": filled_up_to_top_k,
    "ten by default": top_k_ten_by_default,
    "no queries are zero": no_queries_are_zero,
    "no queries divide": no_queries_divide,
    "cut by zip": cut_by_zip,
    "more truths allowed": more_truths_allowed,
    "fewer truths allowed": fewer_truths_allowed,
    "empty truth left out": empty_truth_left_out,
    "empty truth is zero": empty_truth_is_zero,
    "empty truth error only if all": empty_truth_error_only_if_all,
    "unknown ids left out, written otherwise": other_unknown_ids_left_out,
    "unknown ids counted": unknown_ids_counted,
    "unknown only if all are": unknown_only_if_all_are,
    "unknown in the first truth only": unknown_in_the_first_truth_only,
    "unknown by substring": unknown_by_substring,
    "unknown is a KeyError": unknown_is_a_key_error,
    "nothing retrieved left out": nothing_retrieved_left_out,
    "nothing retrieved left out of precision": nothing_retrieved_left_out_of_precision,
    "nothing retrieved is precise": nothing_retrieved_is_precise,
    "nothing retrieved is an error": nothing_retrieved_is_an_error,
    "nothing retrieved divides": nothing_retrieved_divides,
    "nothing relevant divides": nothing_relevant_divides,
    "a dictionary of queries": a_dictionary_of_queries,
    "looked up by index": looked_up_by_index,
    "sorted queries": sorted_queries,
    "ids without case": ids_without_case,
    "truth used up": truth_used_up,
    "hits of earlier queries": hits_of_earlier_queries,
    "return in the loop": divided_inside_the_loop,
    "rounded, written otherwise": rounded_to_three_digits,
    "capital F1": capital_f1,
    "recall and precision swapped": recall_and_precision_swapped,
    "lists of scores": lists_of_scores,
}
