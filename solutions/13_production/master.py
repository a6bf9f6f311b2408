# %% [markdown]
# # Exercise 13 · Production
# [Back to the lesson](../../notebooks/13_production.ipynb) · about 40 minutes

# %%
from classroom import check, hint

# %% [markdown]
# ## Task
# What a retriever returns is not what a reader should get. Two functions stand between them. A *hit* is a dictionary with `document`,
# `start_char`, `end_char` (the end does not belong to it), `text` (exactly that slice) and `score`; hits are given best first.
#
# **`deduplicate(hits)`** drops hits that bring nothing new.
#
# - A hit goes if hits before it cover all its characters: one of them, or several together.
# - A hit that brings a single new character stays, whole and unchanged. So does the same text at another place, or in another document.
# - It returns a list of the hits that stay, in their order.
# - Scores fall, or stay, from hit to hit, whatever documents the hits are of; where one rises, raise a `ValueError`. Scores can be any numbers.
#
# **`merge_adjacent(hits, max_characters=None)`** makes passages: dictionaries with `document`, `start_char`, `end_char` and `text`; more keys
# do no harm.
#
# - Hits of a document that overlap or touch become one passage, with no character twice. A gap of a single character stays a gap.
# - A passage is where its best hit was: in the order of the first hit in each, of those that were taken.
# - A reader gets `"\n[…]\n".join(texts)`. With `max_characters`, that has at most so many characters (the library's own `merge_adjacent` has a
#   `budget`, which counts tokens). Go through the hits in order, once, and take each that still fits, *merged with those taken*. One that does not
#   fit is left out whole; a later one may still fit.
# - Raise a `ValueError` for `max_characters` below 1, and where hits have different text at the same place.

# %% [markdown]
# ## Expected
# Four hits of one document, best first, and what the two functions make of them.

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure

# %% tags=["expected-picture"]
rows = {
    "hit [0]": (20, 30, 0),
    "hit [1]": (0, 12, 0),
    "hit [2]": (8, 19, 0),
    "hit [3], goes": (5, 15, 1),
    "passage 1": (20, 30, 2),
    "passage 2": (0, 19, 2),
}
fig, ax = new_figure(7, 3)
for y, (start, end, look) in enumerate(rows.values()):
    ax.barh(y, end - start, left=start, height=0.7, color=COLORS[look], hatch=HATCHES[0] if look == 1 else "")
    ax.text(
        (start + end) / 2, y, f"{start}-{end}", ha="center", va="center", bbox={"facecolor": "white", "linewidth": 0}
    )
ax.set(yticks=range(6), yticklabels=rows, xlabel="character")
ax.invert_yaxis()
ax.set_title("One hit brings nothing new; two passages, a character between them")
figure(
    fig,
    "Six bars over the characters. Hits, best first: [0] 20 to 30, [1] 0 to 12, [2] 8 to 19, and hatched [3] 5 to 15, which"
    " goes. Passages: 20 to 30, then 0 to 19.",
)

# %% [markdown]
# Character 19 is in no hit, so the passages are not joined. Two passages of 10 and 19 characters with the mark between them have 34; with
# `max_characters=33`, hit [2] is left out, and the second passage is 0-12.

# %% [markdown]
# ## Your turn: de-duplicate
# Fill in the function, run its cell, run the check. Stuck? `hint("deduplicate")` opens one hint at a time.


# %% tags=["solution:deduplicate"]
from itertools import pairwise


def deduplicate(hits: list[dict]) -> list[dict]:
    """Drop hits all of whose characters lie in hits before them.

    Raises ValueError unless the hits are given best first.
    """
    for one, two in pairwise(hits):
        if two["score"] > one["score"]:
            raise ValueError(f"hits must be best first: {two['score']} comes after {one['score']}")
    kept, covered = [], set()
    for hit in hits:
        own = {(hit["document"], at) for at in range(hit["start_char"], hit["end_char"])}
        if not own <= covered:
            kept.append(hit)
            covered |= own
    return kept


# %%
check(deduplicate)

# %% tags=["solution-only"]
text = "It rained. He left. It rained."
places = [(20, 30), (0, 12), (8, 19), (5, 15)]
hits = [
    {"document": "day", "start_char": start, "end_char": end, "text": text[start:end], "score": 1 - rank / 10}
    for rank, (start, end) in enumerate(places)
]
[hit["text"] for hit in deduplicate(hits)]

# %% [markdown] tags=["solution-only"]
# Neither 0-12 nor 8-19 covers 5-15; both together do. The library keeps stretches in place of characters: the same answer, for documents of
# any length.

# %% [markdown]
# ## Your turn: merge
# `hint("merge_adjacent")` helps here.


# %% tags=["solution:merge_adjacent"]
def merge_adjacent(hits: list[dict], max_characters: int | None = None) -> list[dict]:
    """Make passages of hits that overlap or touch, in the order of their best hits, with at most so many characters.

    Raises ValueError for max_characters below 1, and for hits with different text at the same place.
    """
    if max_characters is not None and max_characters < 1:
        raise ValueError(f"max_characters must be at least 1: got {max_characters}")

    def merged(numbered):
        found = []
        for number, hit in sorted(numbered, key=lambda pair: (pair[1]["document"], pair[1]["start_char"])):
            last = found[-1] if found else None
            if last and last["document"] == hit["document"] and hit["start_char"] <= last["end_char"]:
                at = hit["start_char"] - last["start_char"]
                shared = last["text"][at : at + len(hit["text"])]
                if not hit["text"].startswith(shared):
                    raise ValueError(f"hits have different text at {hit['document']} {hit['start_char']}")
                last["text"] += hit["text"][len(shared) :]
                last["end_char"] = max(last["end_char"], hit["end_char"])
                last["rank"] = min(last["rank"], number)
            else:
                keys = ("document", "start_char", "end_char", "text")
                found.append({key: hit[key] for key in keys} | {"rank": number})
        found.sort(key=lambda passage: passage["rank"])
        return found

    taken = []
    for pair in enumerate(hits):
        text = "\n[…]\n".join(passage["text"] for passage in merged([*taken, pair]))
        if max_characters is None or len(text) <= max_characters:
            taken.append(pair)
    return merged(taken)


# %%
check(merge_adjacent)

# %% tags=["solution-only"]
for most in (None, 34, 33):
    print(most, [f"{one['start_char']}-{one['end_char']}" for one in merge_adjacent(hits, most)])

# %% [markdown] tags=["solution-only"]
# A passage may carry more keys than the four, such as its rank. Merging again for each hit is work in vain for hundreds of hits, and plain for ten.

# %% [markdown]
# ## Find the bug
# A de-duplication written from faults that occur in published code. For texts that differ, at one place each, it is right.
#
# **Which five things are wrong?** Write them down, then run the check: it names one at a time. Fix the function in its cell until it
# passes, and then open the answers.


# %%
def published_deduplicate(hits):
    unique = {}
    for hit in hits:
        unique[hash(hit["text"].strip().lower())] = hit
    return sorted(unique.values(), key=lambda hit: hit["start_char"])


# %%
check(published_deduplicate, "deduplicate")

# %% [markdown]
# <details><summary>Answers</summary>
#
# 1. **Texts.** It compares texts, so the same words at another place, or in another document, are lost.
# 2. **The last one stays.** The last hit with a key takes the place of the first, so the worst score stays.
# 3. **Equal or not.** A hash knows equal and unequal only. What is inside another hit, or covered by several, stays.
# 4. **Order.** It sorts by place, mixes the documents, and loses the order of the scores.
# 5. **Rising scores.** It does not look whether the hits came best first.
#
# </details>


# %% tags=["solution-only"]
def fixed_deduplicate(hits):
    scores = [hit["score"] for hit in hits]
    if scores != sorted(scores, reverse=True):
        raise ValueError("hits must be best first")
    kept = []
    for hit in hits:
        places = set(range(hit["start_char"], hit["end_char"]))
        for other in kept:
            if other["document"] == hit["document"]:
                places -= set(range(other["start_char"], other["end_char"]))
        if places:
            kept.append(hit)
    return kept


# %% tags=["solution-only"]
check(fixed_deduplicate, "deduplicate")
