# %% [markdown]
# # Exercise 4 · Overlap arithmetic
# [Back to the lesson](../../notebooks/04_overlap_arithmetic.ipynb) · about 30 minutes

# %%
from math import ceil

from classroom import check, hint, keep

# %% [markdown]
# ## Task
# Write two calculators that tell you what an overlap costs before anything is cut. Both take three numbers.
#
# **`count_windows(tokens, size, overlap)`** returns how many windows a document gives, as an integer, if the loop stops at the window
# that reaches the end. No tokens, no windows.
#
# **`storage_impact(tokens, size, overlap)`** returns a dictionary with these keys, and more if you like:
#
# | key | value |
# |---|---|
# | `chunks` | the number of windows |
# | `tokens` | the tokens of all windows together: these are stored. The last window counts as short as it is |
# | `redundancy` | stored tokens divided by tokens of the document; 1.0 for an empty document |
# | `cost` | US dollars for embedding all stored tokens, at 0.02 for a million |
#
# Do not round redundancy and cost. Both functions raise a `ValueError` unless `0 <= overlap < size` and `tokens >= 0`. The library's
# `storage_impact` gives the same four numbers as an object, so there you write `.redundancy` in place of `["redundancy"]`.

# %% [markdown]
# ## Expected
# A document of 10 tokens, windows of 4 that share 1: three windows, 12 tokens stored, 1.2 times the document. The hatched tokens
# are stored a second time.

# %% tags=["expected-picture"]
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure

fig, ax = new_figure(6, 2.4)
for k, (start, end) in enumerate([(0, 4), (3, 7), (6, 10)]):
    ax.barh(k, end - start, left=start, height=0.7, color=COLORS[0])
    if k:
        ax.barh(k, 1, left=start, height=0.7, color=COLORS[2], hatch=HATCHES[0])
    ax.text(start - 0.15, k, f"[{k}] {start}–{end}", ha="right", va="center")
ax.barh(3.2, 10, height=0.7, color=COLORS[8])
ax.text(5, 3.2, "document: 10 tokens", ha="center", va="center")
ax.set(yticks=[], xticks=range(11), xlim=(-1.6, 10.2), xlabel="token")
ax.set_title("Three windows store 12 tokens of 10")
ax.invert_yaxis()
figure(
    fig,
    "Three bars over a line from 0 to 10: [0] from 0 to 4, [1] from 3 to 7, [2] from 6 to 10; the first token of [1]"
    " and of [2] is hatched. Below them the document, one bar from 0 to 10.",
)

# %% [markdown]
# Try your function on these, too:
#
# | tokens | size | overlap | windows | stored |
# |---:|---:|---:|---:|---:|
# | 1,282 | 400 | 80 | 4 | 1,522 |
# | 100,000 | 500 | 250 | 399 | 199,500 |
# | 400 | 500 | 100 | 1 | 400 |

# %% [markdown]
# ## Your turn: windows
# Fill in the function, run its cell, then run the check. If you are stuck, `hint("count_windows")` opens one hint at a time.


# %% tags=["solution:count_windows"]
def count_windows(tokens: int, size: int, overlap: int) -> int:
    """Return how many windows of size tokens that share overlap a document of so many tokens gives.

    Raises ValueError unless 0 <= overlap < size and tokens >= 0.
    """
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError(f"need tokens >= 0 and 0 <= overlap < size: got {tokens}, {overlap}, {size}")
    if tokens == 0:
        return 0
    return 1 + ceil(max(0, tokens - size) / (size - overlap))


# %%
check(count_windows)

# %% tags=["solution-only"]
[count_windows(1_282, 400, 80), count_windows(100_000, 500, 250), count_windows(400, 500, 100)]

# %% [markdown]
# ## Your turn: storage
# Your `count_windows` gives the first number. If you are stuck, `hint("storage_impact")` opens one hint at a time.


# %% tags=["solution:storage_impact"]
def storage_impact(tokens: int, size: int, overlap: int) -> dict[str, float]:
    """Return chunks, tokens, redundancy and cost (US dollars) of a document.

    Raises ValueError unless 0 <= overlap < size and tokens >= 0.
    """
    chunks = count_windows(tokens, size, overlap)
    stored = tokens + max(0, chunks - 1) * overlap
    return {
        "chunks": chunks,
        "tokens": stored,
        "redundancy": stored / tokens if tokens else 1.0,
        "cost": stored * 0.02 / 1_000_000,
    }


# %%
check(storage_impact)

# %% tags=["solution-only"]
storage_impact(100_000, 500, 250)

# %% [markdown]
# ## Find the bug
# This calculator looks right, and for 100,000 tokens in windows of 500 that share 100 its number of chunks is.
#
# **Which five things are wrong?** Write them down. Then run the check, which names one at a time. Fix the function in its cell until
# the check says *right*, and open the answers.


# %%
def published_impact(tokens, size, overlap):
    stride = size - overlap
    chunks = (tokens - overlap) // stride + 1
    total = chunks * size
    return {
        "chunks": chunks,
        "tokens": total,
        "redundancy": total / tokens,
        "cost": total / 1_000_000 * 0.02,
    }


# %%
check(published_impact, "storage_impact")

# %% [markdown]
# <details><summary>Answers</summary>
#
# 1. *Round down and add one* counts a window too many wherever the stride divides exactly.
# 2. A document that is shorter than the overlap gives zero chunks, or a negative number of them.
# 3. `chunks * size` counts the last window as full, and ratio and cost follow it.
# 4. An empty document divides by zero.
# 5. Nothing refuses impossible settings: an overlap above the size gives a negative number of chunks.
#
# </details>


# %% tags=["solution-only"]
def fixed_impact(tokens, size, overlap):
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("need tokens >= 0 and 0 <= overlap < size")
    stride = size - overlap
    chunks = max(1, ceil((tokens - overlap) / stride)) if tokens else 0
    total = tokens + max(0, chunks - 1) * overlap
    return {
        "chunks": chunks,
        "tokens": total,
        "redundancy": total / tokens if tokens else 1.0,
        "cost": total / 1_000_000 * 0.02,
    }


# %% tags=["solution-only"]
check(fixed_impact, "storage_impact")

# %% [markdown]
# When both functions are right, you can keep them: `keep(count_windows)` and `keep(storage_impact)` put them into `my_rag`. Then go on
# with [lesson 5: Sentences](../../notebooks/05_sentences.ipynb).
