# %% [markdown]
# # 13 · Capstone
# *45 minutes · needs lessons 8, 10 and 11 · questions 1 to 4, on a corpus that is yours*
#
# After this lesson you can
# - turn what a reader may read and a store may hold into a grid of designs;
# - choose from the grid, and say how much of the choice was luck;
# - defend a design in writing: a paired difference, its interval, its price, its reach.

# %% [markdown]
# ## Two questions back
# 1. A paragraph is inserted at the top of a document. Ids are made of document, start and end: which chunks get new ones?
# 2. Two neighbours that share 50 tokens are both retrieved. What should a reader be given?
#
# <details><summary>Answers</summary>
#
# All behind the paragraph, though their text is the same: so what is stored is compared by text, too. And: their union, once; places say what it is.
# </details>

# %% [markdown]
# ## What goes wrong
# *Start with 500 tokens and 10 % overlap*, say guides, and so do five teams. Each has one document of the course, a reader of
# 1,000 tokens, BM25; two chunks fit.

# %%
import numpy as np

from chunklib.course import against_demands, quiz
from chunklib.course.figure import COLORS, HATCHES, INK, figure, new_figure
from chunklib.evaluation import Benchmark, Setting, evaluate, own_benchmark, paired, sweep, verdicts
from chunklib.evaluation.saying import effect, points
from chunklib.retrieval import BM25
from chunklib.strategies import markdown

READ = 1000
course = own_benchmark()


# %%
def alone(name):
    """One document with its questions."""
    asked = tuple(question for question in course.questions if question.document == name)
    return Benchmark(name, {name: course.documents[name]}, asked)


# %%
def design(strategy, size, overlap=0):
    """As many chunks as surely fit in what is read."""
    return Setting(strategy, size, overlap, "bm25", k=READ // size)


copied = design("token_windows", 500, "10%")
names = ("support_chat", "handbook", "inventory", "licence", "paper")
corpora = {name: alone(name) for name in names}

# %%
for name in names:
    found = sweep([copied], corpora[name], budgets=())
    print(f"{name:>12}  recall {found.mean(copied, 'recall'):.1%}  whole {found.mean(copied, 'whole'):.1%}")

# %% [markdown]
# One setting, and the chat team finds nearly twice as much as those with the paper. Nothing is broken: nobody had asked what the documents
# are like. This lesson chooses for the paper; the exercise asks you for three others.

# %% [markdown]
# ## Round 1: where may I cut?
# The paper is Markdown with formulas and tables. Five kinds of cuts, seven sizes, each as large as 10, 8, 6, … 2 chunks can be, no overlap.
# Declared before anything is measured: 35 designs, all against the copied one.
#
# **Predict: averaged over the sizes, which cuts find most? How far ahead of token windows?**

# %%
CUTS = ("token_windows", "sentences", "recursive", "code", "markdown")
SIZES = [READ // k for k in (10, 8, 6, 5, 4, 3, 2)]
designs = [design(cuts, size) for cuts in CUTS for size in SIZES]
results = sweep([copied, *designs], corpora["paper"], budgets=())
print(SIZES, len(results.questions), "questions")


# %%
def row(cuts, metric, overlap=0, results=results):
    """A mean for each size, in per cent."""
    return np.array([100 * results.mean(design(cuts, size, overlap), metric) for size in SIZES])


# %%
for cuts in CUTS:
    means = {metric: row(cuts, metric).mean() for metric in ("recall", "whole", "boundary_cut")}
    print(f"{cuts:>13}", *(f"{metric} {mean:.1f}" for metric, mean in means.items()), sep="  ")

# %% [markdown]
# Markdown, by 10 points. It cuts half as many pieces of evidence as windows do; but so does `recursive`, 7 points behind. Seven sizes are averaged,
# so no lucky cell decides. What else has a Markdown chunk? The path of its headings, and BM25 searches that, too.
#
# **Predict: searched without the path, how much of the 7 points is left?**


# %%
def bare(chunks):
    return BM25(chunks, texts=lambda chunk: chunk.text)


searched = [(design("markdown", size).config, READ // size) for size in SIZES]
without = [evaluate(corpora["paper"], config, k=k, retriever=bare, budgets=()) for config, k in searched]
print(f"recall {100 * np.mean([one.mean('recall') for one in without]):.1f}")

# %% [markdown]
# Less than one. The cuts at headings are worth what `recursive`'s are; the rest is the path (lesson 8), which is searched and not read.

# %% [markdown]
# ## Round 2: how much fits?
# **Predict: among the seven sizes, does recall rise, fall, or peak in the middle?**

# %%
for cuts in ("token_windows", "markdown"):
    print(f"{cuts:>13}", *(f"{size}: {mean:.1f}" for size, mean in zip(SIZES, row(cuts, "recall"))), sep="  ")

# %%
fig, ax = new_figure(8, 3)
looks = {"token_windows": (COLORS[1], "--", "o"), "markdown": (COLORS[0], "-", "s")}
for cuts, (color, line, marker) in looks.items():
    ax.plot(
        range(7), row(cuts, "recall"), line, color=color, marker=marker, markeredgecolor=INK, label=cuts, linewidth=2.5
    )
ax.set(
    xticks=range(7), xticklabels=SIZES, ylim=(35, 80), xlabel="tokens in a chunk, at most", ylabel="recall, per cent"
)
ax.legend(frameon=False)
ax.set_title("Windows fall with size; one size of Markdown stands out")
series = "; ".join(f"{cuts} {row(cuts, 'recall').round(1).tolist()}" for cuts in looks)
figure(fig, f"Recall at sizes {SIZES}: {series}.")

# %% [markdown]
# Windows fall: their six phases average accidents away. Headings have no grid to move, so each point of Markdown is *one* placing of
# cuts. At 250 it is 16 points or more above both neighbours. A hill has slopes; is this one?

# %%
near = [design("markdown", size) for size in (230, 240, 250, 260, 270)]
close = sweep([copied, *near], corpora["paper"], budgets=())
print(*(f"{one.size}, k {one.k}: {close.mean(one, 'recall'):.1%}" for one in near), sep="\n")

# %% [markdown]
# On one side, some. On the other a step: at 260 a fourth chunk no longer fits. Without phases, look at neighbours; and choose sizes that divide
# what is read.

# %% [markdown]
# ## Round 3: what do I repeat?
# **Predict: 20 % overlap, averaged over the sizes. What happens to recall and to whole evidence, for windows and for Markdown?**

# %%
repeated = sweep([design(cuts, size, "20%") for cuts in looks for size in SIZES], corpora["paper"], budgets=())
for cuts in looks:
    for metric in ("recall", "whole", "boundary_cut"):
        before, after = row(cuts, metric).mean(), row(cuts, metric, "20%", repeated).mean()
        print(f"{cuts:>13}  {metric:>12}: {before:.1f} without, {after:.1f} with 20 %")
stored = np.mean([repeated.multiplier(design("markdown", size, "20%")) for size in SIZES])
print(f"stored {stored:.2f} times")

# %% [markdown]
# Windows gain a little of both, Markdown loses both. Pieces cut by some edge rise nearly threefold: an overlap makes new edges, in the middle of
# sections. And the path?

# %%
text = course.documents["paper"]
plain, shared = ({c.end_char: c.context for c in markdown(text, 250, overlap)} for overlap in (0, 50))
same = plain.keys() & shared.keys()
print(len(same), "chunks end at the same place;", sum(plain[at] != shared[at] for at in same), "have another path")

# %% [markdown]
# A chunk that begins with the end of one section carries that section's path. Overlap mends what cuts break; where they break little, it makes new
# edges and wrong paths, for a quarter more tokens.

# %% [markdown]
# ## Round 4: does it help, or was it luck?
# `code` and `markdown` have one placing, set against the mean of the copied design's six.
#
# **Predict: of 35 designs against the copied one, 26 questions, Holm's correction: how many gains may be claimed?**


# %%
def sides(other, results=results):
    """Recall of the copied design and another: six phases of both, or one placing against the mean of the six."""
    base, own = (results.scores(one, "recall") for one in (copied, other))
    return (base, own) if len(own) == len(base) else (base.mean(axis=0), own[0])


# %%
family = verdicts({one.label: sides(one) for one in designs}, results.documents, factor="design")
best, second = sorted(family, key=lambda verdict: verdict.difference.mean)[:-3:-1]
print(sum(verdict.claim for verdict in family), "of", len(family), "may be claimed")
print(best, second, sep="\n")

# %%
beside = {one.size: paired(*sides(one, close), close.documents) for one in near}
print("each by itself, uncorrected:")
for size, gain in beside.items():
    print(f"markdown {size}: {points(gain.mean)} [{points(gain.low)}, {points(gain.high)}]")

# %% [markdown]
# None. The second is lost to the correction: 26 questions are few, 35 tries many. The best has one placing: its interval is over questions
# and says nothing of other cuts, so *cannot tell* (exercise 11). Neighbours are other placings, and other sizes: each gains, 14 points or more.
#
# Is it 31.5? We took the best of 35, and what is best on some questions was partly lucky on them.
#
# So choose with one half of the questions, look at the other; and again, for 1,000 random halves.
# **Predict: how much recall does the chosen design lose on the half that did not choose it?**

# %%
scores = np.stack([results.scores(one, "recall").mean(axis=0) for one in designs])
rng = np.random.default_rng(13)
pairs = []
for _ in range(1000):
    first, other = rng.permutation(scores.shape[1]).reshape(2, -1)
    chosen = scores[:, first].mean(axis=1).argmax()
    pairs.append((scores[chosen, first].mean(), scores[chosen, other].mean()))
on_first, on_other = 100 * np.mean(pairs, axis=0)
print(f"chosen on one half: {on_first:.1f} there, {on_other:.1f} on the other")

# %%
fig, ax = new_figure(8, 2.8)
bins = np.arange(27.5, 102.5, 5)
for values, color, hatch, label in zip(
    np.transpose(pairs) * 100, COLORS[:2], ("", HATCHES[0]), ("half that chose", "other half")
):
    ax.hist(values, bins, color=color, hatch=hatch, alpha=0.7, label=f"{label}, mean {values.mean():.1f}")
ax.set(xlabel="recall of the chosen design, per cent", ylabel="of 1,000 splits")
ax.legend(frameon=False, loc="upper left")
ax.set_title("What chose the design flatters it")
figure(
    fig,
    f"Two histograms of recall over 1,000 splits: mean {on_first:.1f} on the half that chose, {on_other:.1f} on the other.",
)

# %%
left, gain = on_other - 100 * results.mean(copied, "recall"), 100 * best.difference.mean
print(f"gain over the copied design: measured {gain:.1f}, expected on new questions {left:.1f}, {gain - left:.1f} less")
print(f"(between the halves, where 13 questions choose: {on_first - on_other:.1f})")

# %% [markdown]
# About 8 points were luck of the choice, 23.5 may be expected. (Thirteen questions choose worse than 26: the figure is cautious.) Luck of the placing
# is not in it: both halves have the same cuts. Report the gain as measured, *and* this. Best are questions that nobody looked at while choosing.

# %% [markdown]
# ## Worked example: a design to defend
# Demanded of the paper: at most 1,000 tokens read, at most 1.2 times stored, recall at least 60 %. The answer:

# %%
own = design("markdown", 250)
found = best.difference
print(f"Design: {own.label}. k x size is {own.k * own.size}, so the prompt never overflows.")
print(f"Measured: recall {results.mean(own, 'recall'):.1%}, whole {results.mean(own, 'whole'):.1%},")
print(f"stored {results.multiplier(own):.2f} times; the copied design stores {results.multiplier(copied):.2f}.")
print(
    f"Gain in recall: {points(found.mean)} points [{points(found.low)}, {points(found.high)}], {found.questions} questions,"
)
print(
    f"Holm p {best.holm_p:.3f} over {best.family}; the smallest effect that this can show is {effect(best.detectable)}."
)
gains = [one.mean for one in beside.values()]
print(f"Verdict: {'supported' if best.claim else 'cannot tell'}: one placing. From 230 to 270 tokens the gain is")
print(f"{points(min(gains))} to {points(max(gains))}. I would take it: it stores less.")
print(f"Luck: halves of the questions let me expect about {left:.1f} points, not {gain:.1f}.")

# %% [markdown]
# *Design* can be built. *Measured* meets the demands, and *gain* is paired. *Verdict* names what the interval leaves out, *luck*
# what the choice itself added. What is missing is *reach*: does it hold elsewhere? **Predict: the same design on the other four: how many gain?**

# %%
for name in names[:-1]:
    both = sweep([copied, own], corpora[name], budgets=())
    there = paired(*sides(own, both), both.documents)
    print(f"{name:>12}  {points(there.mean)} [{points(there.low)}, {points(there.high)}]")

# %% [markdown]
# One gains, interval and all: the other Markdown document. In the code it costs 18 points; there a `#` begins a comment, and comments become paths.
# So the last line of the answer: *for Markdown with sections; not for the code or the contract; I would measure again after any change of reader,
# retriever or documents.*

# %% [markdown]
# ## Try it
# Windows (six phases) and Markdown (one placing) of all sizes, without overlap and with 20 %, against two demands; the lines across the
# bars are yours to move.
#
# **Question.** At least 60 % recall, at most 120 % stored: how many meet both, and of how many does the whole interval lie above 60?
# And how many more meet it, if 130 % may be stored?

# %%
grid = [design(cuts, size, overlap) for overlap in (0, "20%") for cuts in looks for size in SIZES]
shown = sweep([copied, *grid], corpora["paper"], budgets=())

# %%
against_demands(shown, least=60, stored=120)

# %%
chart = against_demands(shown, least=60, stored=120)
for stored in (120, 130):
    for least in (50, 60, 70):
        chart.stored.box.value, chart.least.box.value = stored, least
        print(chart.view.head()[0])

# %% [markdown]
# Five, and of none. 130 % lets seven more in, and each finds less than the best that stores everything once. With 26 questions a demand is met *as
# measured*, seldom with the whole interval. Say so.

# %% [markdown]
# ## Pitfalls
# - A setting copied from a guide, or from your own last project.
# - Recall at a fixed k, between sizes: fix what is read.
# - A peak without slopes, where phases are missing.
# - The score that chose the design, reported as what to expect.
# - A demand "met", with its interval left out.

# %% [markdown]
# ## Recap
# | Function | Gives | Lesson |
# |---|---|---|
# | `STRATEGIES[name](text, size, overlap)` | chunks by question 1, 2, 3 | 3, 5, 6, 8, 9 |
# | `audit(text, chunks)` | whether anybody's chunks keep the contract | 7 |
# | `storage_impact(tokens, size, overlap)` | what an overlap stores and costs | 4 |
# | `containment(L, size, overlap)` | the chance of whole evidence | 10, 11 |
# | `evaluate`, `sweep` | every metric, for a design or a grid | 10, 11 |
# | `paired`, `verdicts` | a difference with its interval; a family, corrected | 11 |
# | `against_demands(results)` | which designs meet what is demanded | 13 |
#
# Four questions are the whole course. *Where may I cut?* Where the document ends something. *How much fits?* What a
# reader reads, divided by a whole number. *What do I repeat?* As much as evidence is long, if cuts break it; else nothing. *Does it help?* Only your
# questions know.
#
# ### Where to go next
# Write 30 questions about your own documents, evidence first, as the course's were written. Audit the splitter that you have. Then this
# lesson again, with your corpus in place of the paper.

# %% [markdown]
# ## Quiz

# %%
quiz("13_capstone")

# %% [markdown]
# ## Exercise
# Graded: choose for code, a contract and a chat, and defend it: [exercise 13](../exercises/13_capstone/13_capstone.ipynb).
