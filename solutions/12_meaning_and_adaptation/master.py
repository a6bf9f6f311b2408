# %% [markdown]
# # Exercise 12 · Meaning and adaptation
# [Back to the lesson](../../notebooks/12_meaning_and_adaptation.ipynb) · about 35 minutes

# %%
import re

from classroom import check, hint

# %% [markdown]
# ## Task
# Two decisions that a text makes for itself: where to cut, and how much to repeat. No model is needed: the first function gets distances,
# the second a text.
#
# **`breakpoints(distances, percentile=95)`** returns the numbers of the gaps whose distance is *above* the percentile of all distances, as a
# list of integers that rises. Gap 0 is after the first sentence.
#
# - The percentile is the threshold, and it is one of the distances: in the sorted list of n distances the one at place
#   *percentile / 100 · (n − 1)*, counted from 0 and rounded down. (numpy goes on from there towards the next distance. There is no distance
#   between the two, so the same gaps are above.)
# - Above means above: a gap whose distance equals the threshold is not a breakpoint.
# - The list of the caller stays as it was.
# - No distances, no breakpoints. A percentile below 0 or over 100 is a `ValueError`, also for an empty list.
#
# **`adaptive_overlap(text, minimum=50, maximum=150)`** returns how many units to repeat of a text, an integer: the minimum, and for each rule
# that applies its units, once; but never more than the maximum. Unless `0 <= minimum <= maximum`, raise a `ValueError`.
#
# | rule | applies if the text has | adds |
# |---|---|---:|
# | technical term | one of the words *function, class, interface, API, endpoint*, or its plural (*classes*, otherwise with *s*), in small letters, capitals or both mixed. A whole word: no letter of any alphabet (`é` is one), no digit and no underscore touches it | 20 |
# | list | a line that begins, after any spaces or tabs, with `-`, `*` or `+`, or with a number and `.` or `)`; then come one or more spaces or tabs, and then, on the same line, something that is not white space | 30 |
# | code | a line that begins, after any spaces, with three backticks (tabs before them are not tested) | 50 |
#
# Only `\n` ends a line. What is inside code counts like everything else: a class in a code block is a technical term.

# %% [markdown]
# ## Expected
# Five distances; the 75th percentile is at place 0.75 · 4 = 3 of the sorted list. Only gap 1 is above it.

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, figure, new_figure

# %% tags=["expected-picture"]
given = [0.25, 1.0, 0.5, 0.75, 0.125]
fig, ax = new_figure(6, 2.6)
for gap, distance in enumerate(given):
    ax.bar(gap, distance, color=COLORS[1 if gap == 1 else 0], linewidth=3 if gap == 1 else 1)
    ax.text(gap, distance + 0.02, f"{distance}", ha="center")
ax.axhline(0.75, color="#212121", linestyle="--")
ax.text(4.45, 0.77, "75th percentile: 0.75", ha="right")
ax.set(xticks=range(5), xlabel="gap", ylabel="distance", ylim=(0, 1.15))
ax.set_title("One gap is above the threshold; gap 3 is at it")
figure(
    fig,
    "Five bars: gap 0 at 0.25, gap 1 at 1.0 with a thick edge, gap 2 at 0.5, gap 3 at 0.75, gap 4 at 0.125. A dashed"
    " line at 0.75: gap 1 alone is above it.",
)

# %% [markdown]
# So `breakpoints([0.25, 1.0, 0.5, 0.75, 0.125], 75)` returns `[1]`; at 60 the place is 2.4, the threshold 0.5 and the answer `[1, 3]`.
#
# | text | asks for |
# |---|---:|
# | `The door was open.` | 50 |
# | `Each API is rapid.` | 70 |
# | `1. Open the door.` | 80 |
# | `-5 degrees in the capital` | 50 |

# %% [markdown]
# ## Your turn: breakpoints
# Fill in the function, run its cell, run the check. Stuck? `hint("breakpoints")` opens one hint at a time.


# %% tags=["solution:breakpoints"]
def breakpoints(distances: list[float], percentile: float = 95) -> list[int]:
    """Return the numbers of the gaps whose distance is above the percentile of all distances.

    Raises ValueError unless 0 <= percentile <= 100.
    """
    if not 0 <= percentile <= 100:
        raise ValueError(f"percentile must be from 0 to 100: got {percentile}")
    if not distances:
        return []
    threshold = sorted(distances)[int(percentile / 100 * (len(distances) - 1))]
    return [gap for gap, distance in enumerate(distances) if distance > threshold]


# %%
check(breakpoints)

# %% tags=["solution-only"]
[breakpoints([0.25, 1.0, 0.5, 0.75, 0.125], percentile) for percentile in (0, 60, 75, 100)]

# %% [markdown]
# ## Your turn: adaptive overlap
# `hint("adaptive_overlap")` helps here.


# %% tags=["solution:adaptive_overlap"]
def adaptive_overlap(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Return how many units of a text to repeat, by what it contains.

    Raises ValueError unless 0 <= minimum <= maximum.
    """
    if not 0 <= minimum <= maximum:
        raise ValueError(f"need 0 <= minimum <= maximum: got minimum={minimum}, maximum={maximum}")
    term = re.search(r"\b(functions?|class(es)?|interfaces?|apis?|endpoints?)\b", text, re.IGNORECASE)
    item = re.search(r"^[ \t]*([-*+]|\d+[.)])[ \t]+\S", text, re.MULTILINE)
    fence = re.search(r"^ *```", text, re.MULTILINE)
    wanted = minimum + (20 if term else 0) + (30 if item else 0) + (50 if fence else 0)
    return min(maximum, wanted)


# %%
check(adaptive_overlap)

# %% tags=["solution-only"]
[
    adaptive_overlap(text)
    for text in ("The door was open.", "Each API is rapid.", "1. Open the door.", "-5 degrees in the capital")
]

# %% [markdown]
# ## Find the bug
# These rules are written after a tutorial. On its own example they are right.
#
# **Which four things are wrong?** Write them down. Then run the check: it names one at a time. Fix the function in its cell until the check
# holds, and open the answers.


# %%
def published_overlap(text, minimum=50, maximum=150):
    overlap = minimum
    if any(term in text.lower() for term in ("function", "class", "interface", "api", "endpoint")):
        overlap += 20
    if "\n-" in text or "\n1." in text:
        overlap += 30
    if "```" in text:
        overlap += 50
    return min(overlap, maximum)


# %%
check(published_overlap, "adaptive_overlap")

# %% [markdown]
# <details><summary>Answers</summary>
#
# In the order in which the check finds them:
#
# 1. **Terms.** `in` looks inside words: *rapid* has an API, *classic* a class.
# 2. **Items.** Two marks of a list are known, on no first line and without an indent; and `\n-5` counts as an item.
# 3. **Code.** Three backticks in the middle of a line are taken for a block of code.
# 4. **Limits.** Impossible limits are not refused: a minimum of 20 with a maximum of 10 gives 10.
#
# </details>


# %% tags=["solution-only"]
def fixed_overlap(text, minimum=50, maximum=150):
    if not 0 <= minimum <= maximum:
        raise ValueError("need 0 <= minimum <= maximum")
    overlap = minimum
    if re.search(r"(?i)\b(functions?|class(es)?|interfaces?|apis?|endpoints?)\b", text):
        overlap += 20
    if re.search(r"(?m)^[ \t]*([-*+]|\d+[.)])[ \t]+\S", text):
        overlap += 30
    if re.search(r"(?m)^ *```", text):
        overlap += 50
    return min(overlap, maximum)


# %% tags=["solution-only"]
check(fixed_overlap, "adaptive_overlap")
