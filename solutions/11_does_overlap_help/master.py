# %% [markdown]
# # Exercise 11 · Does overlap help?
# [Back to the lesson](../../notebooks/11_does_overlap_help.ipynb) · about 45 minutes

# %%
from classroom import check, hint

# %% [markdown]
# ## Task
# Two parts: a function that judges a claim from scores, and an answer in your own words that a reader can argue with and marks.
#
# **`judge_claim(baseline, other, draws, claimed=0)`** returns `(mean, low, high, word)`, a tuple or a list, for the claim *other is better than
# baseline by at least `claimed`*.
#
# - `baseline` and `other` are lists of P phases, each a list of Q scores, one for each question.
# - `draws` is a list of resamples; each is a list of Q question numbers, counted from 0, some of them twice.
#
# 1. For each question: the mean of `other` over the phases, minus that of `baseline`. This is the difference of the question.
# 2. `mean` is the mean of these differences.
# 3. For each draw, the mean of the differences at its numbers. Sort these means; leave out `len(draws) * 25 // 1000` at each end; the smallest and
#    the largest that remain are `low` and `high`.
# 4. The word: with fewer than six phases always `"cannot tell"`. Else `"supported"` if `low > claimed`, `"refuted"` if `high < claimed`, and
#    `"cannot tell"` if neither.
#
# Raise a `ValueError` where the numbers of phases differ, where the lists in them are not all of one length, on one side or between the two,
# and for an empty list of draws.
#
# Scores and differences are fractions: 0.015 is 1.5 points. Do not round; rounding errors of floats do not matter.

# %% [markdown]
# ## Expected
# The same claim, *at least 0.10*, for three settings:

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
# By hand: two questions, six equal phases, so `baseline = [[0.5, 0.0]] * 6` and `other = [[0.75, 0.5]] * 6`. The differences are 0.25 and 0.5,
# their mean 0.375. The draws `[[0, 0], [1, 1]]` have means 0.25 and 0.5; none is left out.
#
# | claimed | returns |
# |---:|---|
# | 0.1 | `(0.375, 0.25, 0.5, "supported")` |
# | 0.3 | `(0.375, 0.25, 0.5, "cannot tell")` |
# | 0.6 | `(0.375, 0.25, 0.5, "refuted")` |

# %% [markdown]
# ## Your turn: judge a claim
# Fill in the function, run its cell, run the check. Stuck? `hint("judge_claim")` opens one hint at a time.


# %% tags=["solution:judge_claim"]
def judge_claim(
    baseline: list[list[float]], other: list[list[float]], draws: list[list[int]], claimed: float = 0
) -> tuple[float, float, float, str]:
    """Return mean, low, high of the difference, and "supported", "refuted" or "cannot tell".

    Raises ValueError where the two sides cannot be compared, and without draws.
    """
    lengths = {len(scores) for scores in [*baseline, *other]}
    if len(baseline) != len(other) or len(lengths) != 1:
        raise ValueError("both sides need the same phases and questions")
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
# ## Your turn: a written answer
# Choose one comparison of the lesson, or one that you measure on documents of your own, **before** you look at its numbers. Write the answer that you
# would defend. `written_answer()` takes nothing and returns a text with these eight lines, in any order:
#
# ```
# Claim: … at least … points
# Settings: … 400/80 against 400/0, bm25@5
# Measured: …, … phases, … questions
# Difference: +… points
# Interval: […, …]
# Smallest effect: … points
# Verdict: supported | refuted | cannot tell
# Because: …
# ```
#
# - *Claim* says of what, and how much: at least … points. *Settings* are two different ones, size/overlap, with retriever and k.
# - *Measured* names the metric (recall, whole, contained, precision, IoU or F1) and how many phases and questions.
# - Numbers are in points, with a decimal point. The difference has its sign and is inside the interval, whose lower end comes first. The smallest
#   effect is above 0. An answer in which every number is the same has measured nothing.
# - The verdict follows by the rules above, or is *cannot tell*.
# - If your settings are windows of the lesson's grid, your numbers must be those of its tables, rounded or not. If you measured other settings, or
#   documents or questions of your own, say so: *measured on my own*, *57 questions of our own*. The check cannot know those numbers.
# - *Because* is made of sentences: 15 words or more, 10 of them different. It says what the overlap costs: tokens, storage, the size of the index,
#   memory, work for embedding, time or money, in your own words.
#
# The check looks at this form and these numbers alone, and each line counts for itself: a missing one costs its own points. Whether the answer
# convinces, a reader decides, from the eight lines and from what you write below them, by this rubric (0 to 2 points a row, 8 in all):
#
# | | 0 | 1 | 2 |
# |---|---|---|---|
# | claim | not what was measured | measured, but chosen after looking | one comparison, chosen before |
# | uncertainty | a number alone | interval or phases | interval, phases, correction, smallest effect |
# | reach | "overlap helps" | these documents | these documents, this retriever, this k, and what might change it |
# | price | not named | named | weighed against the gain |
#
# `hint("written_answer")` helps here.


# %% tags=["solution:written_answer"]
def written_answer() -> str:
    """Return your answer: eight lines, each with its label."""
    return """
    Claim: 20 % overlap raises recall@5 of static embeddings by at least 0 points
    Settings: token_windows 400/80 against 400/0, dense@5
    Measured: recall, six phases, 192 questions about eight documents
    Difference: +2.9 points
    Interval: [+1.3, +4.5]
    Smallest effect: 3.4 points
    Verdict: supported
    Because: the whole interval lies above 0, and among 36 declared comparisons p is 0.01 after Holm's
        correction. It stores 1.25 times the tokens. I would rather put BM25 beside the embeddings:
        in the same grid it finds more without any overlap.
    """


# %%
check(written_answer)

# %% [markdown] tags=["solution-only"]
# By the rubric, with the defence below: the claim was the worked example of the lesson (1: it was chosen with its numbers in sight); interval, phases,
# correction and smallest effect are named (2); reach is these documents and one retriever, with what might change it (2); the price is weighed (2).

# %% [markdown]
# ## Your turn: the defence
# In 40 to 150 words: when did you choose this comparison, how far does your answer reach, what might change it, and is it worth its price? A reader
# marks the eight lines and this defence together by the rubric, 8 points.

# %% [markdown] tags=["answer:defence", "points:8"]
# I took the comparison that the lesson shows, so I had seen its numbers: read it as an example and not as a test. The answer is about eight documents
# of one course, static embeddings and five chunks of 400 tokens; of other retrievers it says nothing. Longer evidence would change it,
# because more of it is torn. A quarter more stored tokens for three points is too much here, because BM25 without any overlap finds 20 points more. I
# would pay it if I could use embeddings alone, and if on 50 new questions about my own documents the whole interval were again above one point.
