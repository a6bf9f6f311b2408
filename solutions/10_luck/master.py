# %% [markdown]
# # Exercise 10 · Luck
# [Back to the lesson](../../notebooks/10_luck.ipynb) · about 30 minutes

# %%
from classroom import check, hint

# %% [markdown]
# ## Task
# You write the function that says whether a claim may be made.
#
# **`judge_claim(baseline, other, draws, claimed=0)`** returns `(mean, low, high, word)`, a tuple or a list, for the claim that `other` is better than
# `baseline` by more than `claimed`.
#
# - `baseline` and `other` are lists with a list for each placing. Each of these holds a score for each question.
# - `draws` is a list of resamples. Each is a list of as many question numbers as there are questions, counted from 0; some are there twice.
#
# 1. The difference of a question is its mean in `other` over the placings, minus its mean in `baseline`.
# 2. `mean` is the mean of these differences.
# 3. For each draw, take the mean of the differences at its numbers. Sort these means, and leave out `len(draws) * 25 // 1000` at each end. The smallest and
#    the largest that remain are `low` and `high`.
# 4. With fewer than six placings the word is always `"cannot tell"`. Otherwise it follows from the interval:
#
# | interval | word |
# |---|---|
# | `low > claimed` | `"supported"` |
# | `high < claimed` | `"refuted"` |
# | neither | `"cannot tell"` |
#
# Raise a `ValueError` if the two sides have different numbers of placings, if the lists of scores are not all of one length, and if there
# are no draws. Scores and differences are fractions: 0.015 is 1.5 points. Do not round.

# %% [markdown]
# ## Expected
# The same claim, *more than 0.10*, for three settings:

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, figure, new_figure

# %% tags=["expected-picture"]
rows = [("supported", 0.13, 0.21), ("cannot tell", 0.06, 0.15), ("refuted", -0.02, 0.07)]
fig, ax = new_figure(6, 2.4)
for place, (word, low, high) in enumerate(rows):
    ax.barh(place, high - low, left=low, height=0.5, color=COLORS[place])
    ax.text(0.245, place, word, va="center")
    ax.text(low - 0.005, place, f"{low}", ha="right", va="center")
    ax.text(high + 0.005, place, f"{high}", va="center")
ax.axvline(0.10, color="#212121", linestyle="--")
ax.set(yticks=[], ylim=(2.6, -0.6), xlim=(-0.06, 0.31))
ax.set_xlabel("difference, as a fraction; dashed: claimed")
ax.set_title("The interval decides, and only on its own side of the claim")
figure(
    fig,
    "Three intervals and a dashed line at 0.10, the claim: 0.13 to 0.21 lies above it, supported; 0.06 to 0.15 has it"
    " inside, cannot tell; -0.02 to 0.07 lies below it, refuted.",
)

# %% [markdown]
# By hand: two questions and six equal placings, so `baseline = [[0.5, 0.0]] * 6` and `other = [[0.75, 0.5]] * 6`. The differences are 0.25 and 0.5,
# their mean 0.375. The draws `[[0, 0], [1, 1]]` have means 0.25 and 0.5; none is left out.
#
# | claimed | returns |
# |---:|---|
# | 0.1 | `(0.375, 0.25, 0.5, "supported")` |
# | 0.3 | `(0.375, 0.25, 0.5, "cannot tell")` |
# | 0.6 | `(0.375, 0.25, 0.5, "refuted")` |

# %% [markdown]
# ## Your turn: judge a claim
# Fill in the function, run its cell, and run the check. If you are stuck, `hint("judge_claim")` opens one hint at a time.


# %% tags=["solution:judge_claim"]
def judge_claim(
    baseline: list[list[float]], other: list[list[float]], draws: list[list[int]], claimed: float = 0
) -> tuple[float, float, float, str]:
    """Return mean, low, high of the difference, and "supported", "refuted" or "cannot tell".

    Raises ValueError where the two sides cannot be compared, and without draws.
    """
    lengths = {len(scores) for scores in [*baseline, *other]}
    if len(baseline) != len(other) or len(lengths) != 1:
        raise ValueError("both sides need the same placings and questions")
    if not draws:
        raise ValueError("an interval needs draws: got none")
    before, after = ([sum(own) / len(own) for own in zip(*side)] for side in (baseline, other))
    differences = [b - a for a, b in zip(before, after)]
    means = sorted(sum(differences[at] for at in draw) / len(draw) for draw in draws)
    cut = len(means) * 25 // 1000
    low, high = means[cut], means[-1 - cut]
    word = "supported" if low > claimed else "refuted" if high < claimed else "cannot tell"
    return sum(differences) / len(differences), low, high, word if len(baseline) >= 6 else "cannot tell"


# %%
check(judge_claim)

# %% tags=["solution-only"]
[judge_claim([[0.5, 0.0]] * 6, [[0.75, 0.5]] * 6, [[0, 0], [1, 1]], claimed) for claimed in (0.1, 0.3, 0.6)]

# %% [markdown]
# ## Your turn: was Olav right?
# These are the lesson's scores, without overlap and with 10 %. Judge them at Olav's placing alone, `before[4:5]` and `after[4:5]`, then at all six, then
# at all six for a gain of more than 4 points (`claimed=0.04`). The words should be `cannot tell`, `supported` and `refuted`.

# %%
import numpy as np

from chunklib.evaluation import Setting
from classroom.lessons.stored_sweep import stored_sweep

settings = [Setting("token_windows", 200, overlap) for overlap in (0, "10%")]
before, after = (stored_sweep().scores(setting, "recall").tolist() for setting in settings)
draws = np.random.default_rng(0).integers(0, 365, (1000, 365)).tolist()

# %% tags=["exercise-only"]
# Your three calls come here.

# %% tags=["solution-only"]
print(judge_claim(before[4:5], after[4:5], draws))
print(judge_claim(before, after, draws))
print(judge_claim(before, after, draws, claimed=0.04))
