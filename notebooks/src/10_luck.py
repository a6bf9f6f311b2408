# %% [markdown]
# # 10 · Luck
# *45 minutes · needs lesson 9 · question 4: does it help?*
#
# How much of a measured gain is luck?
#
# After this lesson you can
# - average over several placings of the cuts before you compare two settings;
# - draw an interval around a gain, and say what ten questions cannot show;
# - choose a setting, and report it without the luck of the choice.

# %% [markdown] tags=["numbers:5 800 200 50 49 4"]
# ## Questions back
# 1. Five chunks of 800 tokens find more than five of 200. Why does that not prove that large chunks are better?
# 2. Windows of 200 tokens share nothing, and a sentence has 50. What decides whether a cut tears it?
#
# <details><summary>Answers</summary>
#
# 1. Five large chunks give the reader four times as much text. Compare at an equal budget (lesson 9).
# 2. It is torn if it begins at one of the last 49 tokens of a window (lesson 4).
# </details>

# %% [markdown] tags=["numbers:10 200 5 365"]
# ## Two colleagues measure the same overlap
# Nora's bot cuts windows of 200 tokens, and BM25 gives it five of them. Would an overlap of 10 % find more? Two colleagues ask the course's 365
# questions, and compare *recall*, the share of the evidence that is found. The course has stored the scores.

# %%
from random import Random

import numpy as np

from chunklib.evaluation import Setting, paired
from classroom import checked, compare, draw_again, moving_cuts, predict, quiz
from classroom.lessons.stored_sweep import DESIGNS, stored_sweep

results = stored_sweep()


def recall(overlap):
    """Return a row for each placing of the cuts, with the scores of the 365 questions."""
    return results.scores(Setting("token_windows", 200, overlap), "recall")


# %%
for name, placing in {"Ida": 1, "Olav": 4}.items():
    before, after = (100 * recall(overlap)[placing].mean() for overlap in (0, "10%"))
    print(f"{name}: {before:.1f} % without, {after:.1f} % with overlap: {after - before:+.1f} points")

# %% [markdown]
# Ida reports a loss of 2.2 points, Olav a gain of 5.0. Neither made a mistake, but their first windows end at different
# tokens.

# %% [markdown] tags=["numbers:6"]
# ## How much is the luck of the cuts?
# A [placing](../docs/glossary.md#placing) is one position of all cuts. We take six: from one to the next, the first window gets shorter by a sixth of the stride.
#
# **At an overlap of 10 %, how far is the best placing above the worst? And how far apart are the overlaps 0, 10, 20 and 50 %,
# each averaged over its placings?**

# %%
predict("10-placings", "points between best and worst placing", "points between best and worst overlap")

# %% [markdown]
# **Question.** Nora asked about this in lesson 0. Move the placing: when is her answer torn, and what is the recall then?

# %%
moving_cuts()

# %% [markdown]
# **Average the scores of each question over the placings:**


# %% tags=["blank:mean_over_placings"]
# Each row has the scores of all questions at one placing. zip(*scores) gives the scores of one question after another.
def mean_over_placings(scores):
    """Return for each question the mean of its scores."""
    return [sum(own) / len(own) for own in zip(*scores)]  # ____ sum(own) / len(own)


# %%
mean_over_placings = checked("mean_over_placings")
OVERLAPS = (0, "10%", "20%", "50%")
placed = {overlap: (100 * recall(overlap)).mean(axis=1) for overlap in OVERLAPS}
averaged = {overlap: 100 * np.mean(mean_over_placings(recall(overlap))) for overlap in OVERLAPS}
apart = {overlap: round(float(np.ptp(means)), 1) for overlap, means in placed.items()}
print("points between best and worst placing, by overlap:", apart)
compare("10-placings", apart["10%"], round(np.ptp([*averaged.values()]), 1))

# %% [markdown] tags=["after:10-placings", "numbers:4 6"]
# At 10 % the placings are 5.6 points apart (without overlap 2.1), the overlaps 3.0. So one placing cannot tell overlap from luck.

# %% tags=["plot"]
from classroom.lessons.figure import COLORS, INK, figure, new_figure

fig, ax = new_figure(8, 3)
disc = {"boxstyle": "circle", "facecolor": COLORS[0], "edgecolor": INK}
for x, overlap in enumerate(OVERLAPS):
    for placing, mean in enumerate(placed[overlap]):
        ax.text(x + (placing - 2.5) / 10, mean, placing, ha="center", va="center", bbox=disc)
    ax.plot([x - 0.35, x + 0.35], [averaged[overlap]] * 2, color=INK, linewidth=2)
ax.set(xticks=range(4), xticklabels=["0", "10 %", "20 %", "50 %"], ylim=(51, 59.5))
ax.set(xlabel="overlap (discs: placings 0 to 5; line: their mean)", ylabel="recall, per cent")
moved = f"{min(apart.values())} to {max(apart.values())} points, the overlap by {np.ptp([*averaged.values()]):.1f}"
ax.set_title(f"The place of the cuts moves recall by {moved}")
told = [f"{o}: {', '.join(f'{mean:.1f}' for mean in placed[o])}, mean {averaged[o]:.1f}" for o in OVERLAPS]
figure(fig, f"Six discs above each overlap, with a line at their mean. {'; '.join(told)}.")

# %%
# Without overlap, an answer is torn if a cut goes through its evidence.
torn = results.scores(Setting("token_windows", 200, 0), "contained") < 1
print("torn at placings 0 to 5:", torn.sum(axis=1))
print("torn at one placing, whole at another:", sum(torn.any(axis=0) & ~torn.all(axis=0)))

# %% [markdown]
# Each placing tears about a hundred answers, but different ones. For 302 of the 365 it is luck.

# %% [markdown]
# ## How much is the luck of the questions?
# Other questions would give another mean. You have no others, so draw from yours: as many as there are, some twice and some not at all. **Draw
# such a *resample*:**


# %% tags=["blank:resample"]
# rng.choice(values) takes one of them at random; the next time it may take the same one again.
def resample(values, seed):
    """Return a list of as many values, drawn at random; another seed gives another list."""
    rng = Random(seed)
    return [rng.choice(values) for _ in values]  # ____ [rng.choice(values) for _ in values]


# %%
resample = checked("resample")
prefix, plain = (stored_sweep(context).scores(Setting("recursive", 200, 0), "recall") for context in ("prefix", ""))
gains = np.array(mean_over_placings(prefix)) - mean_over_placings(plain)
print(f"mean gain {100 * gains.mean():+.1f} points, {np.count_nonzero(gains)} questions change; mean of resamples:")
print([f"{100 * np.mean(resample([*gains], draw)):+.1f}" for draw in range(8)])

# %% [markdown] tags=["numbers:2.5"]
# These are the gains of searching each chunk with the first line of its document and the line before the chunk. The
# [interval](../docs/glossary.md#interval) reaches from the smallest to the largest mean, without 2.5 % of them at each end.
#
# **How far are its ends from the mean on average, with 10 of the 365 questions, and with 100?**

# %%
predict("10-width", "points, 10 questions", "points, 100 questions")

# %% [markdown]
# **Question.** Draw ten questions again, many times. Is the lower end above 0? And with 100?

# %%
draw_again(gains, questions=10)

# %% [markdown]
# **Find the two ends:**


# %% tags=["blank:ends"]
# Of 1,000 sorted means leave out 25 at each end, and return the two at the ends of the rest.
def ends(means):
    """Return the smallest and the largest mean that are left."""
    means, out = sorted(means), len(means) * 25 // 1000
    return means[out], means[-1 - out]  # ____ means[out], means[-1 - out]


# %%
ends = checked("ends")
low, high = ends([np.mean(resample([*gains], draw)) for draw in range(1000)])
print(f"all 365 questions: {100 * gains.mean():+.1f} points [{100 * low:+.1f}, {100 * high:+.1f}]")

# %% [markdown]
# The folded cell does this for 1,000 teams, each with other questions.


# %% tags=["plot"]
def intervals(gains, questions):
    rng = np.random.default_rng(10)
    for _ in range(1000):
        asked = rng.permutation(100 * gains)[:questions]
        drawn = rng.integers(0, questions, (1000, questions), np.uint16)
        yield ends(asked[drawn].mean(axis=1).tolist())


found = {questions: np.array([*intervals(gains, questions)]) for questions in (10, 30, 100)}

# %%
half = {questions: np.ptp(both, axis=1).mean() / 2 for questions, both in found.items()}
compare("10-width", round(half[10]), round(half[100]))

# %% [markdown] tags=["after:10-width"]
# With ten questions the ends are on average 17 points from the mean, with 100 questions 6. The gain is only 11.7.

# %% [markdown]
# The gain is there. **What per cent of the 1,000 teams see it, with the whole interval above 0?**

# %%
predict("10-power", "per cent of the teams, 10 questions", "per cent of the teams, 100 questions")

# %%
above = {questions: round(100 * (both[:, 0] > 0).mean()) for questions, both in found.items()}
print("per cent of the teams that see the gain, by questions:", above)
print("per cent with ten questions whose interval begins at 0:", round(100 * (found[10][:, 0] == 0).mean()))
print(f"of ten questions, {10 * np.count_nonzero(gains) / 365:.1f} change on average")
compare("10-power", above[10], above[100])

# %% [markdown] tags=["after:10-power", "numbers:2"]
# With ten questions 14 % of the teams see the gain, with 100 questions 98 %. Of ten questions about two change. A draw can miss both, so most intervals begin at 0.
# Ten questions show where answers get lost (lesson 9), but not how many, and give no verdict.

# %% tags=["plot"]
fig, ax = new_figure(8, 3)
for column, questions in enumerate((10, 100)):
    for team, (low, high) in enumerate(found[questions][:20]):
        color = COLORS[0] if low > 0 else COLORS[1]
        at = team + 22 * column
        ax.bar(at, high - low, bottom=low, width=0.6, color=color, edgecolor=color, linewidth=2)  # [0, 0] is a dash
        ax.text(at, low - 1, "" if low > 0 else "?", ha="center", va="top")
ax.axhline(0, color=INK, linewidth=1)
ax.axhline(100 * gains.mean(), color=INK, linestyle="--", linewidth=1)
ax.set(xticks=(9.5, 31.5), xticklabels=["20 teams, 10 questions each", "20 teams, 100 questions each"], ylim=(-38, 65))
ax.set(ylabel="gain, points (dashed: of all 365)")
ax.set_title("A team whose interval reaches 0 (?) cannot see the gain")
seen = {questions: sum(low > 0 for low, _ in found[questions][:20]) for questions in (10, 100)}
figure(
    fig,
    f"The intervals of 20 teams each: with 10 questions {seen[10]} are above 0, with 100 questions {seen[100]}; a ? marks the others.",
)

# %% [markdown] tags=["numbers:35"]
# ## How much is the luck of the choice?
# A team measures 35 settings, and reports the best recall within 1,000 tokens (lesson 9). **How many points less does this setting find for other questions?**

# %%
predict("10-choice", "points less, if 10 questions decide", "points less, if 182 decide")

# %% tags=["plot"]
every = np.array([mean_over_placings(100 * results.scores(one, "recall_1000")) for one in DESIGNS])


def best_of_all(questions):
    """The mean recall of the best setting, for the questions that chose it and for the others."""
    rng, seen = np.random.default_rng(10), []
    for _ in range(1000):
        mixed = every[:, rng.permutation(365)]
        best = mixed[:, :questions].mean(axis=1).argmax()
        seen.append((mixed[best, :questions].mean(), mixed[best, questions:].mean()))
    return np.mean(seen, axis=0)


chose, others = np.transpose([best_of_all(questions) for questions in (10, 182)])

# %%
print("recall of the best setting, by 10 and by 182 questions")
print("that chose it:", chose.round(1), "  that did not:", others.round(1))
compare("10-choice", *(round(lost) for lost in chose - others))

# %% [markdown] tags=["after:10-choice"]
# If ten questions decide, a team reports 70.7 % on average, and may expect 56.9 %. If 182 decide, half of all, it reports 61.1 % and may expect 58.3 %. So let
# one half choose, and report what the other half finds.

# %% [markdown]
# **You compare 36 pairs of settings that do not differ. How many of the 36 intervals do not contain 0?**

# %%
predict("10-nothing", "of 36 intervals, without 0")

# %% tags=["plot"]
rng = np.random.default_rng(10)
real = np.subtract(mean_over_placings(recall("10%")), mean_over_placings(recall(0)))


def looks_real():
    nothing = real * rng.choice([-1, 1], 365)  # a coin turns the sign of each gain: nothing is left
    low, high = ends(nothing[rng.integers(0, 365, (400, 365), np.uint16)].mean(axis=1).tolist())
    return low > 0 or high < 0


compare("10-nothing", round(sum(looks_real() for _ in range(36 * 30)) / 30, 1))

# %% [markdown] tags=["after:10-nothing", "numbers:36*5 5 1.8"]
# About two look real: each interval leaves out 5 %, and 5 % of 36 is 1.8. The more you compare, the stronger each difference must be. *Holm's
# correction* does that.

# %% [markdown]
# ## What may Nora's colleagues claim?
# A difference may be claimed if at least six placings were averaged, and the whole interval is on one side of 0. **Complete the rule:**


# %% tags=["blank:may_be_claimed"]
# A loss may be claimed as well as a gain.
def may_be_claimed(low, high, placings):
    return placings >= 6 and (low > 0 or high < 0)  # ____ placings >= 6 and (low > 0 or high < 0)


# %%
may_be_claimed = checked("may_be_claimed")
for name, placings in {"Ida": 1, "Olav": 4, "all six": slice(None)}.items():
    one = paired(recall(0)[placings], recall("10%")[placings], results.documents)  # mean, interval of the gain
    said = f"{100 * one.mean:+.1f} [{100 * one.low:+.1f}, {100 * one.high:+.1f}]"
    print(f"{name}: {said}, may be claimed: {may_be_claimed(one.low, one.high, one.phases)}")
small = np.mean([low > 0 for low, _ in intervals(real, 100)])
print(f"teams with 100 questions that see the gain over all six: {100 * small:.0f} %")

# %% [markdown]
# Olav's interval leaves out 0, but it comes from one placing only. Averaged over six, the overlap brings 1.9 points [+1.0, +2.9]: Ida's loss and most
# of Olav's gain were luck. Of teams with 100 questions 56 % see these 1.9 points.

# %% [markdown]
# ## Which colour of the ledger shrinks?

# %% tags=["plot"]
from chunklib.evaluation import own_benchmark, where_lost
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from classroom import ledger_bar

ready, ledgers = Prepared(own_benchmark()), {}
for name, strategy in {"windows": "token_windows", "recursive": "recursive"}.items():
    setting = Setting(strategy, 200, 0)
    torn = (results.scores(setting, "contained") < 1).sum(axis=1)
    for said, placing in {"fewest": torn.argmin(), "most": torn.argmax()}.items():
        chunks = chunked(ready, setting.config, phase=int(placing), phases=6)
        ledgers[f"{name}, {said} torn"] = where_lost(ready, chunks)
counts = [one.counts["torn by a cut"] for one in ledgers.values()]
ledger_bar(ledgers, f"Moving the cuts alone: windows tear {counts[0]} to {counts[1]} of 365 answers")

# %% [markdown]
# This lesson shrinks none, but says how far luck moves one: windows tear 99 to 118 answers. `recursive` tears
# 35 to 39, and that is not luck.

# %% [markdown]
# **Your turn.** How many sentences of your own document are torn at one placing and whole at another?

# %%
# A document of your own comes here once you have run: from classroom import bring; bring("its_file.pdf")
from itertools import pairwise

from chunklib import Chunker
from chunklib.cuts import sentences
from chunklib.evaluation.phases import shifted
from classroom.lessons.document import current

text, windows = current().text, Chunker("token_windows", size=200, overlap=0)
cuts = [[chunk.start_char for chunk in shifted(windows, text, "own", placing)] for placing in range(6)]
torn = [sum(any(start < cut < end for cut in own) for own in cuts) for start, end in pairwise([0, *sentences(text)])]
print(f"sentences: {len(torn)}, torn at some placings and whole at others: {sum(0 < own < 6 for own in torn)}")

# %% [markdown]
# ## Recap
# Luck is often larger than the difference that you look for. Where the cuts fall is luck, so average six placings. Which questions you ask
# is luck, so report an interval: a hundred questions show a gain of 12 points, but often miss one of 2. The best of many is lucky, so let other questions report than those that chose.

# %% [markdown]
# ## Quiz

# %%
quiz("10_luck")

# %% [markdown]
# ## Next
# - Before: [lesson 9: Measuring](09_measuring.ipynb).
# - Now: [exercise 10](../exercises/10_luck/10_luck.ipynb), in which you write `judge_claim`.
# - Then: [lesson 11: Does overlap help?](11_does_overlap_help.ipynb).
