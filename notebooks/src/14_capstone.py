# %% [markdown]
# # 14 · Capstone
# *45 minutes · needs lessons 8, 9 and 10 · questions 1 to 4, together*
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
# All after the paragraph, though their text is the same: so an index compares texts, too. And: their union, once.
# </details>

# %% [markdown]
# ## What goes wrong
# Five teams copy one setting: 500 tokens and 10 % overlap. Each has one document of the course and a reader of 1,000 tokens; they
# search with BM25, and two chunks fit.

# %%
import numpy as np

from classroom import against_demands, ask, quiz
from classroom.lessons.counter import counter
from classroom.lessons.figure import COLORS, INK, figure, new_figure
from chunklib.evaluation import SELF_CONTAINED, Benchmark, Setting, evaluate, own_benchmark, paired, sweep, verdicts
from chunklib.evaluation.wording import effect, points
from chunklib.retrieval import BM25
from chunklib.strategies import markdown

READ = 1000
course = own_benchmark().of_kinds(*SELF_CONTAINED)


# %%
def alone(name):
    """One document with its questions."""
    asked = tuple(question for question in course.questions if question.document == name)
    return Benchmark(name, {name: course.documents[name]}, asked)


# %%
def design(strategy, size, overlap=0):
    """As many chunks as surely fit in what is read."""
    return Setting(strategy, size, overlap, "bm25", k=READ // size)


names = ("support_chat", "handbook", "inventory", "licence", "paper")
corpora = {name: alone(name) for name in names}

# %%
copied = design("token_windows", 500, "10%")
for name in names:
    found = sweep([copied], corpora[name], budgets=())
    print(f"{name:>12}  recall {found.mean(copied, 'recall'):.1%}  whole {found.mean(copied, 'whole'):.1%}")

# %% [markdown]
# The chat team finds nearly twice as much as the team with the paper. This lesson chooses for the paper, the exercise asks you for three
# other documents.

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
results = sweep([copied, *designs], corpora["paper"], budgets=(), advance=counter())
print(SIZES, len(results.questions), "questions")


# %%
def scores(cuts, metric, sizes=SIZES, overlap=0, results=results):
    """For each question, the mean over sizes and phases."""
    return np.mean([results.scores(design(cuts, size, overlap), metric).mean(axis=0) for size in sizes], axis=0)


def gain(base, other, documents=results.documents):
    """A paired difference in points, with its 95 % interval."""
    found = paired(base, other, documents)
    return f"{points(found.mean)} [{points(found.low)}, {points(found.high)}]"


for metric in ("recall", "whole", "boundary_cut"):
    windows = scores("token_windows", metric)
    print(f"{metric}: token_windows {100 * windows.mean():.1f}; against it:")
    for cuts in CUTS[1:]:
        print(f"{cuts:>13} {100 * scores(cuts, metric).mean():.1f}, {gain(windows, scores(cuts, metric))}")

# %% [markdown]
# Markdown: 8.6 points of recall more than windows, and only its interval is above 0. It cuts half as many pieces of evidence as windows, but so does
# `recursive`. What else has a Markdown chunk? Its context, path and header row (lesson 8), and BM25 searches that, too.
#
# **Predict: Markdown is 5.8 points ahead of `recursive`. Searched without context, how much of that is left?**


# %%
def bare(chunks):
    return BM25(chunks, texts=lambda chunk: chunk.text)


searched = [(design("markdown", size).config, READ // size) for size in SIZES]
without = [evaluate(corpora["paper"], config, k=k, retriever=bare, budgets=()) for config, k in searched]
pathless = np.mean([one.scores["recall"] for one in without], axis=0)
for name, base in (("recursive", scores("recursive", "recall")), ("itself without context", pathless)):
    print(f"Markdown against {name}: {gain(base, scores('markdown', 'recall'))}")
print("Without context against recursive:", gain(scores("recursive", "recall"), pathless))

# %% [markdown]
# 0.6 points are left. The context, which is searched and not read, brings 5.2. But the first two intervals begin below 0, at −0.6 and −0.8: a
# hint, not a claim.

# %% [markdown]
# ## Round 2: how much fits?
# **Predict: among the seven sizes, does recall rise, fall, or peak in the middle?**


# %%
def row(cuts):
    """Recall at each size, in per cent."""
    return np.array([100 * scores(cuts, "recall", [size]).mean() for size in SIZES])


for cuts in ("token_windows", "markdown"):
    print(f"{cuts:>13}", *(f"{size}: {mean:.1f}" for size, mean in zip(SIZES, row(cuts))), sep="  ")
    print(f"{'':>13}  100 against 500: {gain(scores(cuts, 'recall', [500]), scores(cuts, 'recall', [100]))}")
for size in (200, 333):
    print(f"markdown 250 against {size}: {gain(*(scores('markdown', 'recall', [one]) for one in (size, 250)))}")

fig, ax = new_figure(8, 3)
looks = {"token_windows": (COLORS[1], "--", "o"), "markdown": (COLORS[0], "-", "s")}
for cuts, (color, line, marker) in looks.items():
    ax.plot(range(7), row(cuts), line, color=color, marker=marker, markeredgecolor=INK, label=cuts, linewidth=2.5)
ax.set(
    xticks=range(7), xticklabels=SIZES, ylim=(35, 80), xlabel="tokens in a chunk, at most", ylabel="recall, per cent"
)
ax.legend(frameon=False)
ax.set_title("Windows fall with size; Markdown jumps up and down")
series = "; ".join(f"{cuts} {row(cuts).round(1).tolist()}" for cuts in looks)
figure(fig, f"Recall at sizes {SIZES}: {series}.")

# %% [markdown]
# Recall of windows falls with size, but for a small step at 166. Headings have no grid to move, so each point of Markdown is *one* placing of cuts. At 250 it is 8
# points or more above both neighbours, but both intervals contain 0: this peak may be chance. A hill has slopes. Has this one?

# %%
near = [design("markdown", size) for size in (230, 240, 250, 260, 270)]
close = sweep([copied, *near], corpora["paper"], budgets=(), advance=counter())
print(*(f"{one.size}, k {one.k}: {close.mean(one, 'recall'):.1%}" for one in near), sep="\n")

# %% [markdown]
# On one side. On the other is a step: at 260 a fourth chunk no longer fits. Without phases, look at neighbouring sizes, and choose
# sizes that divide what is read.

# %% [markdown]
# ## Round 3: what do I repeat?
# **Predict: 20 % overlap, averaged over the sizes. What happens to recall and to whole evidence, for windows and for Markdown?**

# %%
again = [design(cuts, size, "20%") for cuts in looks for size in SIZES]
repeated = sweep(again, corpora["paper"], budgets=(), advance=counter())
for cuts in looks:
    for metric in ("recall", "whole", "boundary_cut"):
        before, after = scores(cuts, metric), scores(cuts, metric, SIZES, "20%", repeated)
        print(f"{cuts:>13}  {metric:>12}: {100 * before.mean():.1f} without, with 20 % {gain(before, after)}")
stored = np.mean([repeated.multiplier(design("markdown", size, "20%")) for size in SIZES])
print(f"stored {stored:.2f} times")

# %% [markdown]
# Windows gain a little of both (uncorrected). For Markdown both intervals contain 0: no difference is seen. But the pieces cut by some edge rise nearly
# threefold: an overlap makes new edges, inside sections. And the path?

# %%
text = course.documents["paper"]
plain, shared = ({c.end_char: c.metadata["headings"] for c in markdown(text, 250, overlap)} for overlap in (0, 50))
same = plain.keys() & shared.keys()
print(len(same), "chunks end at the same place;", sum(plain[at] != shared[at] for at in same), "have another path")

# %% [markdown]
# A chunk that begins with the end of one section carries that section's path. So here an overlap of 20 % brings new edges and other paths,
# stores a quarter more, and shows no gain.

# %% [markdown]
# ## Round 4: does it help, or was it luck?
# `code` and `markdown` have one placing. We compare it with the mean of the copied design's six.
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
beside = {one.size: paired(*sides(one, close), close.documents) for one in near}
print("each by itself, uncorrected:")
for size, one in beside.items():
    print(f"markdown {size}: {points(one.mean)} [{points(one.low)}, {points(one.high)}]")

# %% [markdown]
# No gain may be claimed. The second is lost to the correction. The best has one placing: its interval says nothing of other cuts, so *cannot
# tell* (exercise 10). Its neighbours, other placings and sizes, gain 14 points or more, each with its interval above 0.
#
# We took the best of 35, and what is best on some questions was partly lucky on them. So choose with one half of the questions, look at the
# other, for 1,000 random halves.
# **Predict: how much recall does the chosen design lose on the half that did not choose it?**

# %%
by_design = np.stack([results.scores(one, "recall").mean(axis=0) for one in designs])
rng = np.random.default_rng(13)
pairs = []
for _ in range(1000):
    first, other = rng.permutation(by_design.shape[1]).reshape(2, -1)
    chosen = by_design[:, first].mean(axis=1).argmax()
    pairs.append((by_design[chosen, first].mean(), by_design[chosen, other].mean()))
on_first, on_other = 100 * np.mean(pairs, axis=0)
print(f"chosen on one half: {on_first:.1f} there, {on_other:.1f} on the other")

# %%
fig, ax = new_figure(8, 2.8)
bins = np.arange(27.5, 102.5, 5)
for values, color, edge, label in zip(
    np.transpose(pairs) * 100, COLORS[:2], ("-", ":"), ("half that chose", "other half")
):
    ax.hist(
        values, bins, color=color, linestyle=edge, linewidth=2, alpha=0.7, label=f"{label}, mean {values.mean():.1f}"
    )
ax.set(xlabel="recall of the chosen design, per cent", ylabel="of 1,000 splits")
ax.legend(frameon=False, loc="upper left")
ax.set_title("What chose the design flatters it")
figure(
    fig,
    f"Two histograms of recall over 1,000 splits: mean {on_first:.1f} on the half that chose, {on_other:.1f} on the other.",
)

# %%
left, told = on_other - 100 * results.mean(copied, "recall"), 100 * best.difference.mean
print(f"gain over the copied design: measured {told:.1f}, expected on new questions {left:.1f}, {told - left:.1f} less")
print(f"(between the halves, where 13 questions choose: {on_first - on_other:.1f})")

# %% [markdown]
# By this estimate 10 points were luck of the choice, and 16.3 may be expected. Luck of the placing is not in it: both halves have the same cuts. Report
# the gain as measured, *and* this. Questions that nobody looked at while choosing are better.

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
print(f"Luck: halves of the questions let me expect about {left:.1f} points, not {told:.1f}.")

# %% [markdown]
# *Verdict* names what the interval leaves out, *luck* what the choice itself added.
# *Reach* is missing: does it hold elsewhere? **Predict: of the other four documents, how many gain?**

# %%
for name in names[:-1]:
    both = sweep([copied, own], corpora[name], budgets=())
    print(f"{name:>12}  {gain(*sides(own, both), both.documents)}")

# %% [markdown]
# One gains, with its interval above 0: the other Markdown document. In the code it *costs* 18 points. There a `#` begins a comment, and
# comments become paths. Is that the cause? Then `recursive`, without paths, should not lose:

# %%
code, plainly = corpora["inventory"], design("recursive", 250)
there = sweep([copied, own, plainly], code, budgets=[READ])
bare_own = evaluate(code, own.config, k=own.k, retriever=bare, budgets=[READ])
for metric, said in (("recall", "four chunks"), ("recall_1000", "1,000 tokens")):
    base, *others = (there.scores(one, metric).mean(axis=0) for one in (copied, own, plainly))
    for name, one in zip(("markdown", "recursive", "no path"), (*others, bare_own.scores[metric])):
        print(f"{said:>12}  {name:>9}  {gain(base, one, there.documents)}")

# %% [markdown]
# Hardly: `recursive` loses 16.0, and Markdown without the path 16.8. Filled up to 1,000 tokens all lose less, and every interval contains
# 0: part of the loss is that four short chunks give less to read. The last line of the answer: *for Markdown with sections, not for the
# code; measure again after any change of reader, retriever or documents.*

# %% [markdown]
# ## Try it
# Windows (six phases) and Markdown (one placing) of all sizes, without overlap and with 20 %, against two demands that you can move.
#
# **Question.** At least 60 % recall, at most 120 % stored: how many meet both, and of how many is the whole interval above 60?
# And how many more meet it, if 130 % may be stored?

# %%
grid = [design(cuts, size, overlap) for overlap in (0, "20%") for cuts in looks for size in SIZES]
shown = sweep([copied, *grid], corpora["paper"], budgets=(), advance=counter())

# %%
against_demands(shown, least=60, stored=120)

# %%
chart = against_demands(shown, least=60, stored=120)
for stored in (120, 130):
    for least in (50, 60, 70):
        chart.stored.box.value, chart.least.box.value = stored, least
        print(chart.view.head()[0])

# %% [markdown]
# Six settings meet both demands, none with its whole interval. 130 % lets eight more in. One of them, Markdown of 100 with an overlap of 20, finds 70.1 %
# [54.8, 84.6], a little more than the best that stores everything once: 69.2 % [51.2, 85.1]. With 26 questions such a difference is too small to choose by, and
# a demand is met *as measured*.
#
# **Your turn.** Ask your own document, with what you kept. The handbook is asked about its cursor.

# %%
from chunklib.tokens import ruler
from classroom.lessons.document import question_about

mine = ""  # a question about your own document, between the quotes
question = question_about(mine, handbook="How long is a cursor valid?")

if question:
    asked = ask(question)
    print(asked.text, *asked.notes, sep="\n")
    print(f"{ruler('cl100k_base')(asked.prompt):,} tokens in the prompt; the reader takes {READ:,}")

# %% [markdown]
# ## Pitfalls
# - A setting copied from a guide or your last project.
# - Recall at a fixed k, between sizes: fix what is read.
# - A peak without slopes, where phases are missing.
# - The score that chose the design, reported as what to expect.
# - A demand "met", with its interval left out.

# %% [markdown]
# ## Recap
# | Function | Gives | Lesson |
# |---|---|---|
# | `STRATEGIES[name](text, size, overlap)` | chunks by question 1, 2, 3 | 3, 5, 6, 8, 9 |
# | `audit(text, chunks)` | whether chunks keep the contract | 7 |
# | `storage_impact(tokens, size, overlap)` | what an overlap stores and costs | 4 |
# | `containment(L, size, overlap)` | the chance of whole evidence | 10, 11 |
# | `evaluate`, `sweep` | every metric, for a design or a grid | 10, 11 |
# | `paired`, `verdicts` | a difference with its interval; a family, corrected | 11 |
# | `against_demands(results)` | which designs meet what is demanded | 13 |
#
# Four questions are the whole course. *Where may I cut?* Where the document ends something. *How much fits?* What a
# reader reads, divided by a whole number. *What do I repeat?* At most the length of the evidence. *Does it help?* Only your questions know.
#
# ### Where to go next
# Write 30 questions about your own documents, evidence first. Audit the splitter that you have. Then this
# lesson again, with your corpus in place of the paper.

# %% [markdown]
# ## Quiz

# %%
quiz("14_capstone")

# %% [markdown]
# ## Exercise
# Graded: choose for code, a contract and a chat, and defend it: [exercise 14](../exercises/14_capstone/14_capstone.ipynb).
