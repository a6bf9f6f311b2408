# %% [markdown]
# # Exercise 9 · Measuring
# [Back to the lesson](../../notebooks/09_measuring.ipynb) · about 45 minutes

# %%
from classroom import check, hint

# %% [markdown]
# ## Task
# Two ways to measure a retrieval: by the places of its characters, and by the ids of its chunks.
#
# **`span_scores(retrieved, evidence)`** scores one question. Both arguments are lists of places `(document, start, end)`; the end does not belong
# to the range, so 0-5 and 5-9 share nothing. Four counts of characters:
#
# - *evidence*: of all its pieces, which do not overlap;
# - *found*: those of the evidence that at least one chunk has, each once;
# - *given*: of all that is retrieved; a character that two chunks have counts twice, and so does a chunk that comes twice;
# - *different*: the same, each once.
#
# It returns a dictionary with these four numbers, floats or whole ones, not rounded; more keys do no harm:
#
# | key | value |
# |---|---|
# | `recall` | found / evidence |
# | `precision` | found / given |
# | `iou` | found / (given + evidence − found) |
# | `iou_set` | found / (different + evidence − found) |
#
# Where nothing is retrieved, all are 0. Without evidence, raise a `ValueError`.
#
# **`evaluate_overlap_impact(queries, ground_truth, chunks, retriever, top_k=5)`** scores many queries, as tutorials do.
#
# - `queries` are texts; `ground_truth` has for each, in the same order, a list of the ids of its relevant chunks. A text may be asked
#   twice, with other relevant chunks: those are two queries.
# - `chunks` are dictionaries with an `"id"`; `retriever.search(query, top_k)` returns at most `top_k` of them, best first.
# - For each query: recall is what is relevant and retrieved, divided by what is relevant; precision the same divided by what is
#   retrieved; F1 is 2 · both / (relevant + retrieved). An id counts once, however often it is named. Where nothing is retrieved,
#   all three are 0.
# - It returns `{"recall": …, "precision": …, "f1": …}`, each the mean over the queries, not rounded; more keys do no harm.
# - It raises a `ValueError` without queries, for another number of truths than of queries, for a truth without ids, and for an id in a
#   truth that no chunk has.

# %% [markdown]
# ## Expected
# Evidence is 10 to 25 of a document; retrieved are 0 to 20 and 15 to 30.

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, figure, new_figure

# %% tags=["expected-picture"]
fig, ax = new_figure(7, 2.4)
rows = {"chunk [0]": (0, 20, 0), "chunk [1]": (15, 30, 0), "evidence": (10, 25, 1)}
for y, (name, (start, end, look)) in enumerate(rows.items()):
    ax.barh(y, end - start, left=start, height=0.6, color=COLORS[look], linewidth=3 if look else 1)
    ax.text(
        (start + end) / 2, y, f"{start}-{end}", ha="center", va="center", bbox={"facecolor": "white", "linewidth": 0}
    )
ax.set(yticks=range(3), yticklabels=rows, xticks=range(0, 31, 5), xlabel="character")
ax.invert_yaxis()
ax.set_title("evidence 15, found 15, given 35, different 30")
figure(
    fig,
    "Three bars over the characters: chunk [0] from 0 to 20, chunk [1] from 15 to 30, and with a thick edge the evidence, 10 to"
    " 25. Evidence 15, found 15, given 35, different 30 characters.",
)

# %% [markdown]
# So `span_scores([("a", 0, 20), ("a", 15, 30)], [("a", 10, 25)])` gives recall 15 / 15, precision 15 / 35, iou 15 / (35 + 15 − 15) and
# iou_set 15 / (30 + 15 − 15). For the same places in document `"b"` all four are 0.

# %% [markdown]
# ## Your turn: span scores
# Fill in the function, run its cell, run the check. Stuck? `hint("span_scores")` opens one hint at a time.


# %% tags=["solution:span_scores"]
def span_scores(retrieved: list[tuple[str, int, int]], evidence: list[tuple[str, int, int]]) -> dict[str, float]:
    """Score retrieved places (document, start, end) against the places of the evidence.

    Raises ValueError without evidence.
    """
    if not evidence:
        raise ValueError("a question needs evidence: got none")
    given = [(document, at) for document, start, end in retrieved for at in range(start, end)]
    wanted = {(document, at) for document, start, end in evidence for at in range(start, end)}
    found, different = len(wanted & set(given)), len(set(given))
    missed = len(wanted) - found
    return {
        "recall": found / len(wanted),
        "precision": found / len(given) if given else 0.0,
        "iou": found / (len(given) + missed),
        "iou_set": found / (different + missed),
    }


# %%
check(span_scores)

# %% tags=["solution-only"]
span_scores([("a", 0, 20), ("a", 15, 30)], [("a", 10, 25)])

# %% [markdown] tags=["solution-only"]
# Sets of characters are easy to trust and cost a step for each character. For whole documents one unites ranges instead; the library does
# that in numpy, and its tests compare it with sets like these.

# %% [markdown]
# ## Your turn: whole chunks (optional)
# Write it if you meet scores that count ids of chunks. A retriever to try it with; the check brings its own of this kind.
# `hint("evaluate_overlap_impact")` helps here.


# %%
class Ranked:
    """A retriever that knows the ranking of each query."""

    def __init__(self, rankings):
        self.rankings = rankings

    def search(self, query, top_k=5):
        return [{"id": name} for name in self.rankings[query][:top_k]]


# %% tags=["solution:evaluate_overlap_impact"]
def evaluate_overlap_impact(
    queries: list[str], ground_truth: list[list[str]], chunks: list[dict], retriever: Ranked, top_k: int = 5
) -> dict[str, float]:
    """Average recall, precision and F1 over queries, counting whole chunks by their ids.

    Raises ValueError without queries, unless each has its truth, and for a truth without ids or with one that no chunk has.
    """
    if not queries or len(queries) != len(ground_truth):
        raise ValueError(f"each query needs its truth: got {len(queries)} queries, {len(ground_truth)} truths")
    known = {chunk["id"] for chunk in chunks}
    scores = []
    for query, truth in zip(queries, ground_truth):
        relevant = set(truth)
        if not relevant or not relevant <= known:
            raise ValueError(f"no such chunks for {query!r}: {truth}")
        found = {chunk["id"] for chunk in retriever.search(query, top_k)}
        both = len(found & relevant)
        precision = both / len(found) if found else 0.0
        scores.append((both / len(relevant), precision, 2 * both / (len(found) + len(relevant))))
    recall, precision, f1 = (sum(column) / len(queries) for column in zip(*scores))
    return {"recall": recall, "precision": precision, "f1": f1}


# %%
check(evaluate_overlap_impact)

# %% tags=["solution-only"]
chunks = [{"id": name} for name in "abcd"]
retriever = Ranked({"fish?": ["a", "b"], "tea?": ["d"]})
evaluate_overlap_impact(["fish?", "tea?"], [["a", "b", "c"], ["d"]], chunks, retriever)

# %% [markdown] tags=["solution-only"]
# The F1 of the means would be 2 · 0.83 · 1 / 1.83 = 0.91; the mean of each query's F1 is 0.9.

# %% [markdown]
# ## Find the bug
# A metric written from faults that occur in published code. For one chunk inside the evidence it is right.
#
# **Which six things are wrong?** Write them down, then run the check: it names one at a time. Fix the function in its cell until it
# passes, and then open the answers.


# %%
def published_scores(retrieved, evidence):
    found = given = 0
    for _, start, end in retrieved:
        given += end - start
        for _, first, last in evidence:
            if start <= last and first <= end:
                found += max(1, min(end, last) - max(start, first))
    wanted = sum(last - first for _, first, last in evidence)
    return {
        "recall": min(1.0, found / wanted),
        "precision": min(1.0, found / given),
        "iou": min(1.0, found / (given + wanted - found)),
        "iou_set": min(1.0, found / (given + wanted - found)),
    }


# %%
check(published_scores, "span_scores")

# %% [markdown]
# <details><summary>Answers</summary>
#
# 1. **Touching.** `start <= last` takes a chunk that only touches the evidence for a hit, and `max(1, …)` gives it a character.
# 2. **Documents.** The loops throw the names of the documents away, so the same places in another document count.
# 3. **Found twice.** Evidence that two chunks have is added twice; `min` only hides it where the sum is larger than 1.
# 4. **iou_set.** It is computed like iou. Its divisor needs the different characters that are given.
# 5. **Nothing retrieved.** Precision divides by zero.
# 6. **No evidence.** Recall divides by zero, where a `ValueError` is asked.
#
# </details>


# %% tags=["solution-only"]
def fixed_scores(retrieved, evidence):
    if not evidence:
        raise ValueError("a question needs evidence")
    united = []
    for document, start, end in sorted(retrieved):
        if united and united[-1][0] == document and start <= united[-1][2]:
            united[-1][2] = max(end, united[-1][2])
        else:
            united.append([document, start, end])
    found = 0
    for document, start, end in united:
        for name, first, last in evidence:
            if name == document:
                found += max(0, min(end, last) - max(start, first))
    wanted, given, different = (sum(end - start for _, start, end in part) for part in (evidence, retrieved, united))
    return {
        "recall": found / wanted,
        "precision": found / given if given else 0.0,
        "iou": found / (given + wanted - found),
        "iou_set": found / (different + wanted - found),
    }


# %% tags=["solution-only"]
check(fixed_scores, "span_scores")
