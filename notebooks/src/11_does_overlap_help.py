# %% [markdown]
# # 11 · Does overlap help?
# *45 minutes · needs lesson 10 · question 4: does it help?*
#
# After this lesson you can
# - declare a grid, measure it, and read differences with interval, corrected p and smallest visible effect;
# - say what overlap buys and costs, in closed form;
# - question a published table, by its numbers and at its source, before you repeat it.

# %% [markdown]
# ## Two questions back
# 1. Why does recall@5 flatter large chunks?
# 2. A chunk ends at character 90, the evidence begins at 90. How much of it is found?
#
# <details><summary>Answers</summary>
#
# Five large chunks are more text to read. And: nothing; ranges that touch share no character.
# </details>

# %% [markdown]
# ## What goes wrong
# Two colleagues ask the same documents 192 questions, with windows of 200 tokens and BM25, and compare recall@5 without overlap and with 10 %.
# But the second's windows are moved by four sixths of their stride.
#
# The 192 are those of the course's 365 questions whose evidence is understood by itself. What this lesson measures, it measures with them; where all
# 365 are asked, it says so.

# %%
import re
from collections import Counter
from dataclasses import replace

import numpy as np

from chunklib.calculators import containment
from classroom import heat_map, quiz
from classroom.lessons.counter import counter
from classroom.lessons.figure import COLORS, figure, new_figure
from classroom.lessons.plots import forest, recall_against_storage
from chunklib.evaluation import SELF_CONTAINED, Setting, evaluate, grid, interval, own_benchmark, sweep, verdicts
from chunklib.evaluation.claims import CLAIMS, claim
from chunklib.evaluation.effects import measured as library_effects
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.wording import effect, points

ready = Prepared(own_benchmark().of_kinds(*SELF_CONTAINED))

# %%
for phase in (0, 4):
    for overlap in (0, "10%"):
        config = Setting("token_windows", 200, overlap).config
        found = evaluate(ready, config, phase=phase, phases=6)
        print(f"begun at phase {phase}, overlap {overlap:>3}: recall {found.mean('recall'):.1%}")

# %% [markdown]
# One reports that overlap hurts, the other that it helps. Neither made a mistake: where cuts fall is an accident, and each
# saw one.

# %% [markdown]
# ## Round 1: the place of the cuts
# `sweep` measures a grid: two sizes, four overlaps, BM25 and static embeddings, each in six *phases*, the windows moved by a sixth of their stride.
#
# **Predict: without any overlap, how far does recall move when only the place of the cuts changes: 0.1 points, 1, or 6?**

# %%
declared = grid(sizes=[200, 400], overlaps=[0, "10%", "20%", "50%"], retrievers=["bm25", "dense"])
results = sweep(declared, ready.benchmark, advance=counter())
print(len(results.settings), "settings,", len(results.questions), "questions")


# %%
def recall(overlap, size=200, retriever="bm25", metric="recall"):
    """Shape (6, 192): phases, questions."""
    return results.scores(Setting("token_windows", size, overlap, retriever), metric)


for overlap in (0, "10%", "20%", "50%"):
    means = 100 * recall(overlap).mean(axis=1)
    spread = f"mean {means.mean():.1f}, SD over phases {means.std(ddof=1):.1f}"
    print(f"{overlap:>4}", means.round(1), spread)

# %%
fig, ax = new_figure(8, 3)
disc = {"boxstyle": "circle", "facecolor": COLORS[0], "edgecolor": "#212121"}
for x, overlap in enumerate((0, "10%", "20%", "50%")):
    means = 100 * recall(overlap).mean(axis=1)
    for phase, mean in enumerate(means):
        ax.text(x + (phase - 2.5) / 10, mean, phase, ha="center", va="center", bbox=disc)
    ax.plot([x - 0.3, x + 0.3], [means.mean()] * 2, color="#212121", linewidth=2)
ax.set(xticks=range(4), xticklabels=["0", "10 %", "20 %", "50 %"], ylim=(53, 66))
ax.set(xlabel="overlap", ylabel="recall@5, per cent")
ax.set_title("Moving the cuts moves recall further than overlap does")
numbers = [f"{o}: {(100 * recall(o).mean(axis=1)).round(1)}" for o in (0, "10%", "20%", "50%")]
figure(fig, f"Discs for phases 0 to 5 above each overlap, a line at the mean: {'; '.join(numbers)}")

# %% [markdown]
# By nearly 6 points, at one setting, with these 192 questions. The four means, the lines, are at most 2.8 apart. A table from one grid hides this.
#
# Twelve comparisons with 0, each in six phases. **Predict: how many of the 72 look significant at 5 %, each by itself?**


# %%
def compared(phases, metric="recall"):
    pairs = {}
    for size in (200, 400):
        for retriever in ("bm25", "dense"):
            base = recall(0, size, retriever, metric)[phases]
            for overlap in ("10%", "20%", "50%"):
                label = f"{retriever} {size}, {overlap} against 0"
                pairs[label] = base, recall(overlap, size, retriever, metric)[phases]
    return verdicts(pairs, results.documents)


for phase in range(6):
    single = compared(phase)
    alone = sum(verdict.difference.p < 0.05 for verdict in single)
    holm = sum(verdict.holm_p < 0.05 for verdict in single)
    best = max((v.difference for v in single), key=lambda found: found.mean)
    print(f"phase {phase}: {alone} alone, {holm} after Holm; largest {100 * best.mean:+.1f}, p {best.p:.4f}")

# %% [markdown]
# Nine do, where chance alone would give about 4. *Holm's correction* asks more of a p the more comparisons were declared together: the smallest of 12
# must be below 5 % / 12. None is left in any phase. But if you had begun in phase 4 and were silent about the other eleven, you could publish its largest
# gain, 6.7 points, with p 0.011.

# %% [markdown]
# ## Round 2: declared, averaged, with an interval
# So: average the phases for each question, subtract on the same question (*paired*), and declare everything before looking: 12 comparisons, three
# metrics, 36 in one family.
#
# **Predict: how many of the 12 differences in recall may be claimed?**

# %%
from chunklib.evaluation import findings

shown = findings(results, ("recall", "whole", "recall_1000"))
by_metric = dict(zip(shown.metrics, (shown.verdicts[at : at + 12] for at in (0, 12, 24))))


def named(verdicts):
    """The same verdicts with shorter labels; all are against overlap 0."""
    labels = [re.sub("token_windows of | against 0", "", v.label.partition("overlap ")[2]) for v in verdicts]
    return [replace(verdict, label=label) for verdict, label in zip(verdicts, labels)]


def claims(metric):
    return sum(verdict.claim for verdict in by_metric[metric])


forest(named(by_metric["recall"]), f"{claims('recall')} of 12 gains in recall over overlap 0 may be claimed")

# %% [markdown]
# With the 192 questions all twelve are above 0, but only five may be claimed. How a row is made:
#
# - the *interval*: the questions of each document are drawn again, 10,000 times;
# - *p*: if overlap did nothing, each difference could as well have the other sign, so signs are turned;
# - *Holm p*: corrected over the 36;
# - the *smallest effect*: what such data finds four times in five.

# %%
for finding in ("lost to correction", "no difference seen"):
    print(next(verdict for verdict in by_metric["recall"] if verdict.finding == finding))

# %% [markdown]
# The first interval leaves 0 out, and yet nothing may be claimed: of 36 comparisons of nothing, 36 · 5 % = 1.8 look like that on average. The
# second has 0 in it, and 1.5 points as well: "overlap does nothing" would be as wrong as "it helps".

# %% [markdown]
# ## Round 3: what it buys
# Recall counts half an answer as half. *Whole* counts a piece of evidence only if one retrieved chunk has all of it.
#
# **Predict: is the gain in *whole* smaller than in recall, about the same, or two to three times as large?**

# %%
forest(named(by_metric["whole"]), f"{claims('whole')} of 12 gains in whole evidence over overlap 0 may be claimed")

# %% [markdown]
# With the 192 questions it is, at 20 %, roughly two to three times as large. That is what overlap is for: what a cut tears is whole in the neighbour.
#
# It can be computed: evidence of L tokens lies whole in some window with probability (size − L + 1) / (size − overlap), at most 1.
# **Predict: L = 100 in windows of 200: how often without overlap, and with 20 %?**

# %%
print([round(containment(100, 200, overlap), 3) for overlap in (0, 40, 100)])
weights = [1 / len(asked.spans) for asked in ready.benchmark.questions for _ in asked.spans]
for size in (200, 400):
    for overlap in (0, "20%", "50%"):
        units = size * int(str(overlap).rstrip("%")) // 100
        chances = [containment(int(tokens), size, units) for tokens in ready.evidence_tokens]
        computed = np.dot(weights, chances) / len(ready.texts)
        measured = recall(overlap, size, metric="contained").mean()
        print(f"{size}, {overlap:>4}: computed {computed:.1%}, measured {measured:.1%}")

# %% [markdown]
# Within about a point. With an overlap of L − 1, every piece of L tokens is whole in some window; whether a search finds that window, the formula
# does not say. The lengths of our evidence at 25, 50, 75 and 90 of 100 pieces:

# %%
np.percentile(ready.evidence_tokens, [25, 50, 75, 90]).round().tolist()

# %% [markdown]
# ## Round 4: what it costs
# **Predict: 50 % overlap stores 50 % more, or twice as much?**

# %%
for overlap, share in (("10%", 0.1), ("20%", 0.2), ("50%", 0.5)):
    stored = results.multiplier(Setting("token_windows", 200, overlap))
    print(f"{overlap}: 1 / (1 - {share}) = {1 / (1 - share):.2f}, stored {stored:.2f}")

# %%
recall_against_storage(results, "From 20 to 50 % storage grows by more than half, recall hardly")

# %% [markdown]
# Twice as much: a share r stores 1 / (1 − r) times the text. From 20 to 50 % the recall of the 192 questions rises by 1.3 points at most, and on one
# line it falls by 2.2. The points have no intervals, because all were measured with the same questions: whether two differ, a paired difference says.
#
# And five chunks of 400 are more to read than five of 200. At an equal budget of 1,000 tokens:

# %%
for size in (200, 400):
    for retriever in ("bm25", "dense"):
        for overlap in (0, "10%", "20%", "50%"):
            mean = 100 * recall(overlap, size, retriever, "recall_1000").mean()
            print(f"{retriever} {size}, {overlap}: {mean:.1f}", end="\n" if overlap == "50%" else "; ")
print("may be claimed:", claims("recall_1000"), "of 12")
print(*(verdict for verdict in by_metric["recall_1000"] if verdict.claim), sep="\n")
library = next(one for one in library_effects() if (one.key, one.metric) == ("overlap-token_windows", "recall_1000"))
print(f"the library, with all {library.questions} questions: {library.sentence}")

# %% [markdown]
# With BM25 the sizes are now at most 4 points apart, where recall@5 had them 11 to 14 apart.
#
# So does overlap help? With the 192 questions whose evidence is understood by itself, it keeps evidence whole, and that may be claimed in 11 of 12
# comparisons. The gain in recall@5 may be claimed in five, where it is two to three points. At an equal budget it may be claimed in one: 20 % of 200
# tokens with BM25, +3.0 points [+1.7, +4.4]. The library asks all 365 questions at this one setting (`chunklib effects`) and finds +3.1 [+2.0, +4.2],
# a difference as well. The other eleven comparisons were not made with all 365.

# %% [markdown]
# ## Round 5: find the false citation
# You get a table labelled "Chroma 2024": mean recall and mean IoU by overlap.
#
# | overlap | 0 | 10 % | 20 % | 50 % |
# |---|---:|---:|---:|---:|
# | recall | 85.4 | 89.2 | 91.3 | 91.8 |
# | IoU | 8.0 | 6.5 | 5.2 | 3.1 |
#
# IoU is found / (given + evidence − found): for *one* question, with as much given, more found is more IoU. Five chunks of one size are about as much
# at any overlap. **Predict: can recall still rise and IoU fall, as means over questions?**


# %%
from chunklib.evaluation import span_scores


def mean_scores(*asked):
    """Recall and IoU, averaged over questions of (evidence, found) characters, each with 1,000 given."""
    made = [span_scores([("a", size - got, size - got + 1000)], [("a", 0, size)]) for size, got in asked]
    return [round(float(np.mean([one[name] for one in made])), 4) for name in ("recall", "iou")]


print("A", mean_scores((800, 800), *[(20, 20)] * 7, *[(20, 0)] * 2))
print("B", mean_scores((800, 200), *[(20, 20)] * 9))

# %%
OVERLAPS = (0, "10%", "20%", "50%")
found, iou = (np.ravel([recall(o, 400, metric=m).mean(axis=1) for o in OVERLAPS]) for m in ("recall", "iou"))
apart = [(a, b) for a in range(24) for b in range(24) if found[a] < found[b] and iou[a] > iou[b]]
falls = max(1 - iou[b] / iou[a] for a, b in apart)
print(f"our windows of 400: in {len(apart)} of {24 * 23 // 2} pairs recall is up, IoU down by at most {falls:.0%}")
print("recall / IoU")
for overlap, (more, less) in zip(OVERLAPS, ((85.4, 8.0), (89.2, 6.5), (91.3, 5.2), (91.8, 3.1))):
    own, low = (100 * recall(overlap, 400, metric=m).mean() for m in ("recall", "iou"))
    print(f"{overlap:>4}: ours {own:.1f} / {low:.1f} = {own / low:.0f}, printed {more} / {less} = {more / less:.0f}")
print(f"printed IoU falls by {1 - 3.1 / 8.0:.0%}")

# %% [markdown]
# It can: in IoU the long evidence counts for up to 0.80 and a short one for 0.02, in recall each for 1. But among our 24 means (400 tokens, four
# overlaps, six phases) IoU then falls by 12 % at most, in the table by 61 %; and recall over IoU grows from 11 to 30, where ours stays
# at 21 to 22. That is suspicious, not a refutation. What does the source say?

# %%
print(claim("chroma-table"))
print("all claims:", Counter(one.status for one in CLAIMS).most_common())

# %% [markdown]
# The source refutes the citation: it has no such table. Ask of every table: *Is the setting in the
# source? Is only one thing changed? How many questions, which interval? Are the numbers plausible together?* The first decides.

# %% [markdown]
# ## Worked example: an answer to defend
# The claim: *20 % overlap helps static embeddings*. Windows of 400, recall@5.

# %%
verdict = named(by_metric["recall"])[10]
found, word = verdict.difference, "Supported" if verdict.claim else "I cannot tell"
print(f"{word}. In windows of 400 tokens, 20 % overlap changes recall@5 of static embeddings by")
print(f"{points(found.mean)} points, interval [{points(found.low)}, {points(found.high)}] (192 questions, six phases);")
print(f"Holm p {verdict.holm_p:.2f} over {verdict.family} comparisons. The smallest effect that this data can show is")
print(f"{effect(verdict.detectable)}. It stores a quarter more tokens. I would not pay for that: BM25")
print(f"finds {recall(0, 400).mean():.1%} without any overlap.")
one = interval(recall("20%", 400, "dense"), results.documents)
print(f"(recall {one.mean:.1%} [{one.low:.1%}, {one.high:.1%}], SD over questions {one.question_sd:.1%})")

# %% [markdown]
# A reader can check each part: setting, difference, interval, phases, correction, smallest effect, price.
#
# The standard deviation over questions says how unlike they are, not how sure the mean is. Chroma's tables print it after "±".

# %% [markdown]
# ## Try it
# Thick edges may be claimed.
#
# **Question.** For which of recall, whole, contained, precision and recall_1000 may most cells be claimed? May you publish what you found so?

# %%
heat_map(results, baseline="first of its row")

# %%
clicked = heat_map(results, baseline="first of its row")
for metric in ("recall", "whole", "contained", "precision", "recall_1000"):
    clicked.metric.value = metric
    print(f"{metric:<12} {sum(verdict.claim for verdict in clicked.view.verdicts)} of 12")

# %% [markdown]
# `contained`, then `whole`. For `recall` the map has 8, where round 2 had 5: it corrects over the 12 that it shows, not over 36. And you chose among
# five maps, so this is not a claim. Declare first.
#
# **Your turn.** Give your own `smart_chunk` an overlap; one placing is not a verdict.

# %%
from classroom.lessons.kept.smart import smart_chunks

for overlap in (0, 40):
    own, by = smart_chunks(ready.benchmark.documents.values(), size=200, overlap=overlap)
    one = evaluate(ready, own.get)
    print(f"{by}, overlap {overlap:>2}: recall {one.mean('recall'):.1%}, whole {one.mean('whole'):.1%}")

# %% [markdown]
# ## Pitfalls
# - One placing of the cuts: it moves recall more than overlap does.
# - The best of twelve comparisons, without the other eleven.
# - "No difference", without the smallest visible effect.
# - A standard deviation over questions, printed as an error.
# - A table whose rows differ in more than their label.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `grid(sizes=…, overlaps=…, retrievers=…)` | declared settings |
# | `sweep(settings, benchmark)` | scores by setting, phase and question |
# | `findings(results, metrics)` | intervals, and verdicts in one family |
# | `forest(verdicts, title)` | differences with intervals, and a table |
# | `containment(L, size, overlap)` | the chance of whole evidence |
# | `heat_map(results)` | the grid, to look around in |
# | `claim(key)` | what is said, what holds, how to re-run it |

# %% [markdown]
# ## Quiz

# %%
quiz("11_does_overlap_help")

# %% [markdown]
# ## Exercise
# Write `judge_claim`, then defend a *written answer* with its interval:
# [exercise 11](../exercises/11_does_overlap_help/11_does_overlap_help.ipynb).

# %% [markdown]
# ## Sources
# Sture Holm, *A Simple Sequentially Rejective Multiple Test Procedure*, Scandinavian Journal of Statistics, 1979. The report of round 5:
# Brandon Smith and Anton Troynikov, *Evaluating Chunking Strategies for Retrieval*, Chroma, 2024, <https://research.trychroma.com/evaluating-chunking>.
