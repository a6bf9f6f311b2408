# %% [markdown]
# # 9 · Measuring
# *40 minutes · needs lessons 4 and 9 · question 4: does it help?*
#
# After this lesson you can
# - compute span recall, precision and both forms of IoU by hand, and say what each rewards;
# - compare chunkings at an equal budget of tokens, with redundancy and whole evidence beside it;
# - predict how much evidence lies whole in one window before anything is retrieved.

# %% [markdown]
# ## Two questions back
# 1. Windows of 200 tokens share 100. How many times the document is stored?
# 2. A percentile threshold finds 17 breakpoints in the handbook, and 17 once its sentences are shuffled. Why?
#
# <details><summary>Answers</summary>
#
# About twice: each window brings 100 new tokens and stores 200. And: a percentile is a quota, whatever the text says.
# </details>

# %% [markdown]
# ## What goes wrong
# The course has 365 questions with exact evidence, and this lesson measures with the 192 whose evidence is understood by itself. Evidence is
# places in a document, (document, start, end), half-open. What is retrieved are places,
# too. So four counts of characters are enough: *evidence*; *found*, the evidence that some retrieved chunk has; *given*, all that is
# retrieved (a character in two chunks counts twice); *different*, the same counted once.

# %%
from statistics import fmean

from chunklib import STRATEGIES
from chunklib.calculators import containment
from classroom import quiz, span_painter
from classroom.lessons.counter import counter
from classroom.lessons.figure import COLORS, INK, figure, new_figure
from chunklib.evaluation import SELF_CONTAINED, evaluate, grid, own_benchmark, paired, span_scores, sweep
from chunklib.evaluation.wording import points
from chunklib.retrieval import BM25
from chunklib.tokens import ruler

benchmark = own_benchmark().of_kinds(*SELF_CONTAINED)  # evidence that is understood by itself
print(len(benchmark.questions), "questions,", len(benchmark.documents), "documents")
print(sum(len(question.spans) for question in benchmark.questions), "pieces of evidence")

# %%
question = benchmark.questions[0]
print(question.text, question.document, *question.spans)
print(benchmark.evidence(question)[0])

# %% [markdown]
# | score | formula |
# |---|---|
# | recall | found / evidence |
# | precision | found / given |
# | iou | found / (given + evidence − found) |
# | iou_set | found / (different + evidence − found) |
#
# IoU is *intersection over union*, counted in two ways. Now: are windows of 200 tokens better, or of 800? BM25 finds the best five.


# %%
def measure(size, overlap=0, **settings):
    return evaluate(benchmark, {"strategy": "token_windows", "size": size, "overlap": overlap}, **settings)


def show(label, found, *metrics):
    print(f"{label:>10}", *(f"{metric} {found.mean(metric):.3f}" for metric in metrics), sep="  ")


small, large = measure(200), measure(800)
show("200", small, "recall", "precision", "iou", "recall_1000")
show("800", large, "recall", "precision", "iou", "recall_1000")

# %% [markdown]
# With these 192 questions recall is 24 points higher at 800; IoU is two and a half times as high at 200. Neither is wrong: they answer different
# questions. The fourth number, again a recall, agrees with IoU.

# %% [markdown]
# ## Round 1: how much was read?
# Five chunks of 800 are four times as much as five of 200. `recall_1000` lets every chunking give 1,000 tokens: chunks by rank, the last
# one cut. We average six grids of windows that begin at different places (lesson 11 says why).
#
# **Predict: of six sizes from 50 to 1,600, which has the best recall at five chunks? Which at 1,000 tokens?**

# %%
SIZES = (50, 100, 200, 400, 800, 1600)
results = sweep(grid(sizes=SIZES, overlaps=[0]), benchmark, budgets=[1000], advance=counter())
found = {setting.size: setting for setting in results.settings}

# %%
for size, one in found.items():
    means = (f"{metric} {results.mean(one, metric):.3f}" for metric in ("recall", "recall_1000", "precision", "iou"))
    print(f"{size:>10}", *means, sep="  ")
gain = paired(*(results.scores(found[size], "recall_1000") for size in (400, 200)), results.documents)
print(f"1,000 tokens, 200 against 400: {points(gain.mean)} points [{points(gain.low)}, {points(gain.high)}]")

# %%
fig, ax = new_figure(8, 3)
looks = {"recall": ("five chunks", COLORS[1], "-", "o"), "recall_1000": ("1,000 tokens", COLORS[0], "--", "s")}
for metric, (label, color, line, marker) in looks.items():
    values = [results.mean(found[size], metric) for size in SIZES]
    ax.plot(range(6), values, line, color=color, marker=marker, markeredgecolor=INK, label=label, linewidth=2.5)
ax.set(xticks=range(6), xticklabels=SIZES, ylim=(0, 1), xlabel="tokens in a window", ylabel="recall")
ax.legend(frameon=False)
ax.set_title("Five chunks: the larger, the better. 1,000 tokens: best at 200 and 400")
five, equal = ([f"{results.mean(found[size], metric):.3f}" for size in SIZES] for metric in looks)
figure(
    fig,
    f"Recall at sizes {', '.join(map(str, SIZES))}: five chunks {', '.join(five)}; 1,000 tokens {', '.join(equal)}.",
)

# %% [markdown]
# With the 192 questions recall at five chunks rises to the end, 0.932 at 1,600: there a reader gets up to 8,000 tokens. At 1,000 tokens it is
# worst at 1,600 (0.340) and best at 200 and 400, which cannot be told apart: the interval contains 0. A fixed k buys recall with reading.
# IoU is best at 50 and 100, where five chunks find least. No single score chooses for you.

# %% [markdown]
# ## Round 2: said twice
# Neighbours that share half are often retrieved together. **Predict: windows of 200, overlap 0, 40, 100. Which scores move:
# recall, precision, iou, iou_set?**

# %%
shared = {overlap: measure(200, overlap) for overlap in (0, 40, 100)}
for overlap, one in shared.items():
    show(overlap, one, "recall", "precision", "iou", "iou_set", "redundancy")

# %%
for overlap, one in shared.items():
    show(overlap, one, "whole", "contained", "boundary_cut")
    print(f"{'':>10}  {one.chunks} chunks, stored {one.multiplier:.2f} times")

# %% [markdown]
# Precision and iou hardly move; recall rises by one point at 100, on this one grid. iou_set rises from 0.051 to 0.062: 15 % of what is
# retrieved had been retrieved before, and iou_set counts that once. A reader reads it twice. Report precision and redundancy apart.
#
# The benefit shows in *whole*, the share of the pieces that one retrieved chunk contains completely: 0.437 without overlap, 0.469 at 40, 0.501
# at 100. *Contained*, the same among all chunks, goes from 0.649 to 0.740 and 0.865. Overlap adds edges, so more pieces are cut; but what one
# chunk cuts, its neighbour now holds whole more often.

# %% [markdown]
# ## Round 3: at the edges
# *Precision-omega* judges a chunking alone: suppose every chunk with evidence is retrieved, and no other; what is its precision? Chroma's
# `chunking_evaluation` lets a chunk *have* evidence that it only touches: one ends at 120, the other begins at 120.
#
# **Predict: chunks of whole sentences, up to 50 tokens. How many chunks touch evidence without sharing a character?**

# %%
sentences = {
    name: STRATEGIES["sentences"](text, size=50, overlap=0, document=name) for name, text in benchmark.documents.items()
}
share = touch = 0
for question in benchmark.questions:
    for start, end in question.spans:
        for chunk in sentences[question.document]:
            share += chunk.start_char < end and start < chunk.end_char
            touch += chunk.end_char == start or chunk.start_char == end
print(share, "share,", touch, "only touch")

# %%
cut = evaluate(benchmark, {"strategy": "sentences", "size": 50, "overlap": 0}, budgets=())
show("sentences", cut, "precision_omega", "precision_omega_published")
show("windows", measure(50, budgets=()), "precision_omega", "precision_omega_published")

# %% [markdown]
# 576 share a character and 134 only touch. If touching counts, sentences lose 14 points and windows 0.7: it punishes chunkers that cut where
# evidence ends.
#
# One can also ask whether the *text* of a chunk is found:

# %%
chunks = {size: [] for size in (10, 50)}
for size, made in chunks.items():
    for name, text in benchmark.documents.items():
        made += STRATEGIES["token_windows"](text, size, overlap=0, document=name)
    elsewhere = sum(benchmark.documents[chunk.document].find(chunk.text) != chunk.start_char for chunk in made)
    print(f"{size} tokens: {elsewhere} of {len(made)} chunks are found at another place")

# %% [markdown]
# 103 chunks of 10 tokens would be taken for earlier ones. With places that cannot happen.

# %% [markdown]
# ## Round 4: numbers of chunks
# `evaluate_overlap_impact` takes a list of the *chunks* that are relevant, by id: here all that have evidence. **Predict: overlap rises from 0 to 100 and span
# recall rises by one point. What does recall over chunks do?**


# %%
def windows(overlap):
    make = STRATEGIES["token_windows"]
    return [c for name, text in benchmark.documents.items() for c in make(text, 200, overlap, document=name)]


def relevant(question, chunks):
    """The ids of the chunks that have evidence."""
    own = [chunk for chunk in chunks if chunk.document == question.document]
    return {c.id for c in own if any(c.start_char < end and start < c.end_char for start, end in question.spans)}


queries = [question.text for question in benchmark.questions]

# %%
from chunklib.evaluation import evaluate_overlap_impact

by_id = {}
for overlap in shared:
    made = windows(overlap)
    truth = [relevant(question, made) for question in benchmark.questions]
    by_id[overlap] = evaluate_overlap_impact(queries, truth, made, BM25(made), k=5)
    recall, precision, f1 = by_id[overlap].values()
    print(
        f"{overlap:>3}: {fmean(map(len, truth)):.2f} relevant, recall {recall:.3f}, precision {precision:.3f}, f1 {f1:.3f}"
    )

# %%
fig, ax = new_figure(8, 2.6)
for at, overlap in enumerate(shared):
    for shift, value, look in ((-0.2, shared[overlap].mean("recall"), 0), (0.2, by_id[overlap]["recall"], 1)):
        ax.bar(at + shift, value, width=0.38, color=COLORS[look])
        ax.text(at + shift, value + 0.02, f"{'chunks' if look else 'spans'} {value:.3f}", ha="center")
ax.set(xticks=range(3), xticklabels=shared, ylim=(0, 0.8), xlabel="overlap of windows of 200", ylabel="recall")
ax.set_title("From overlap 0 to 100, recall by spans rises 1 point, by chunks it falls 15")
pairs = "; ".join(f"overlap {o}: spans {shared[o].mean('recall'):.3f}, chunks {by_id[o]['recall']:.3f}" for o in shared)
figure(fig, f"Pairs of bars, spans beside chunks. {pairs}.")

# %% [markdown]
# It falls by 15 points, from 0.575 to 0.422, though more evidence is found: there are more chunks to miss. Precision rises from 0.171 to 0.264,
# since copies of a hit are hits. The ids measure the chunking that made them, and they fit no other:

# %%
made = windows(0)  # and the truth is still that of overlap 100
try:
    evaluate_overlap_impact(queries, truth, made, BM25(made))
except ValueError as error:
    print(str(error)[:60], "…")

# %% [markdown]
# ## Round 5: before anything is retrieved
# A window of *size* tokens begins every *size − overlap* tokens. Evidence of L tokens is whole in one with the chance
# (size − L + 1) / (size − overlap), at most 1 and at least 0 (lesson 4 had its parts).
#
# **Predict: how far is that from what is measured?**

# %%
tokens = ruler("cl100k_base")
lengths = [[tokens(piece) for piece in benchmark.evidence(question)] for question in benchmark.questions]
every = sorted(length for one in lengths for length in one)
print(f"L from {every[0]} to {every[-1]} tokens, half of them up to {every[len(every) // 2]}")
for size, overlap in ((100, 0), (200, 0), (200, 40), (200, 100), (400, 0)):
    predicted = fmean(fmean(containment(length, size, overlap) for length in one) for one in lengths)
    phases = [measure(size, overlap, budgets=(), phase=n, phases=6).mean("contained") for n in range(6)]
    print(
        f"{size}/{overlap:<3} predicted {predicted:.3f}, measured {fmean(phases):.3f} ({min(phases):.3f} to {max(phases):.3f})"
    )

# %% [markdown]
# Averaged over six grids, the formula is within a point; a single grid is up to 4.5 points off. So for *contained*, an overlap can be computed
# from the lengths of the evidence: at L − 1 the chance is 1. For *whole*, which a search decides, it cannot: in round 2
# *contained* rose by 22 points from overlap 0 to 100, and *whole* by 6.

# %% [markdown]
# ## Worked example: ten characters
# `Tea is hot`: the evidence is 4 to 10; retrieved are 0 to 7 and 5 to 10. Write the four counts on paper first.

# %%
text, evidence, retrieved = "Tea is hot", [("note", 4, 10)], [("note", 0, 7), ("note", 5, 10)]
print([text[start:end] for _, start, end in evidence + retrieved])
wanted = {at for _, start, end in evidence for at in range(start, end)}
given = [at for _, start, end in retrieved for at in range(start, end)]
print(len(wanted), len(wanted & set(given)), len(given), len(set(given)))

# %%
print(6 / 6, 6 / 12, 6 / (12 + 6 - 6), 6 / (10 + 6 - 6), round((12 - 10) / 12, 3))
scores = span_scores(retrieved, evidence)
print(*(f"{name} {score:.3f}" for name, score in scores.items()))

# %% [markdown]
# Evidence 6, found 6, given 12, different 10. Recall is 1 and *whole* 0: both halves come back, and the reader has to join them. Now one
# chunk alone, one that only touches, and the right place in another document:

# %%
for chunk in (("note", 0, 7), ("note", 0, 4), ("diary", 4, 10)):
    print(chunk, {name: round(score, 3) for name, score in span_scores([chunk], evidence).items() if score})

# %% [markdown]
# The last two have no score above 0.

# %% [markdown]
# ## Try it
# The evidence (*gold*) is underlined twice between ▸ and ◂; what is retrieved has a coloured ground. Move the evidence; take chunks and
# leave them. Another size or overlap takes the chunks that have evidence.
#
# **Question.** The evidence of 30 characters is cut at 150. Raise the overlap: from where on is it whole in one chunk, and does it
# stay so? Which scores differ between 0 and 29?

# %%
span_painter()

# %%
painter = span_painter()
whole = ""
for overlap in range(41):
    painter.overlap.box.value = overlap
    whole += "#" if painter.view.scores[-1].value == 1 else "."
    if overlap in (0, 29):
        print(overlap, painter.view.counts, *(f"{one.name} {one.value:.3f}" for one in painter.view.scores[1:4]))
print(whole)

# %% [markdown]
# From 2 on, but at 25 and 26 it is cut again: every overlap moves the grid. 29, its length less one, is enough at any place (round 5). From 0
# to 29 a reader is given the same 150 characters, and iou stays; iou_set and redundancy rise, because 29 of them come twice.
#
# **Your turn.** Compare your `smart_chunk` with `recursive`, on your questions or ours. If you have kept none, the library's is compared with windows.

# %%
from classroom.lessons.kept.smart import smart_chunks
from classroom.lessons.widgets.labelling_file import labelled

asked = labelled(benchmark)
own, by = smart_chunks(asked.documents.values(), size=200, overlap=0)
other = "recursive"
if by != "your smart_chunk":
    other = "token_windows"
    print(f"{by} cuts as recursive does, so it is compared with token_windows")
for name, cut in ((by, own.get), (other, {"strategy": other, "size": 200, "overlap": 0})):
    show(name, evaluate(asked, cut), "recall", "recall_1000", "whole")

# %% [markdown]
# ## Pitfalls
# - Recall at five compared between chunk sizes: the larger one reads more.
# - IoU without saying which.
# - Touching counted as a hit, places found by searching for text, documents mixed up.
# - One list of relevant chunks for two chunkings.
# - A mean without its questions: whether a difference is chance, lesson 11 asks.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `own_benchmark().of_kinds(*SELF_CONTAINED)` | documents, questions, and where their evidence is |
# | `evaluate(benchmark, {"strategy": …, "size": …, "overlap": …}, k=5)` | every metric for every question; `.mean("recall")` |
# | `recall_1000` and so on | recall at a budget of tokens |
# | `span_scores(retrieved, evidence)` | the scores of one question, from places |
# | `evaluate_overlap_impact(queries, ground_truth, chunks, retriever)` | scores by chunk ids |
# | `containment(L, size, overlap)` | the chance that evidence is whole in a window |
# | `span_painter(text, gold)` | evidence, chunks and scores, drawn |

# %% [markdown]
# ## Quiz

# %%
quiz("09_measuring")

# %% [markdown]
# ## Exercise
# Write `span_scores` and `evaluate_overlap_impact`, and fix a metric that has bugs:
# [exercise 10](../exercises/09_measuring/09_measuring.ipynb).

# %% [markdown]
# ## Sources
# Span recall, precision, IoU and precision-omega: Brandon Smith and Anton Troynikov, *Evaluating Chunking Strategies for Retrieval*, Chroma,
# 2024, <https://research.trychroma.com/evaluating-chunking>; code: <https://github.com/brandonstarxel/chunking_evaluation>.
