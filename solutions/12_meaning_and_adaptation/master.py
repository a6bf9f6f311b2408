# %% [markdown]
# # Exercise 12 · Meaning and adaptation
# [Back to the lesson](../../notebooks/12_meaning_and_adaptation.ipynb) · about 20 minutes

# %%
from classroom import check, hint

# %% [markdown]
# ## Task
# Decide where a text is cut. No model is needed: the function gets distances.
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
