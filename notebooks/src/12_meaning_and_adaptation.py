# %% [markdown]
# # 12 · Meaning and adaptation
# *40 minutes · needs lessons 5 and 8 · questions 1 and 3: where may I cut, what do I repeat?*
#
# After this lesson you can
# - find breakpoints from the similarity of neighbouring sentences, and say what a threshold decides;
# - let an overlap follow the meaning or the content of the text, and read why it is as long as it is;
# - measure with questions whether that is worth it.

# %% [markdown]
# ## Two questions back
# 1. Where does a chunk keep its heading path?
# 2. Which cuts does `markdown` take before all others?
#
# <details><summary>Answers</summary>
#
# In `context`, never in its text. And: those between sections, the strongest headings first.
# </details>

# %% [markdown]
# ## What goes wrong
# *Cut where the subject changes.* An embedding model turns a sentence into a vector; similar sentences get vectors that point the same
# way. So measure how unlike each sentence is to the next, and cut where that is most. The semantic chunkers of LangChain and
# LlamaIndex work like this, by default with groups of three sentences:

# %%
import random
from collections import Counter

import numpy as np

from chunklib import STRATEGIES, Adaptive, Semantic, audit
from classroom import distance_plot, quiz
from chunklib.evaluation.claims import claim
from classroom.lessons.figure import COLORS, figure, new_figure
from chunklib.cuts import markdown, sentences
from chunklib.cuts.semantic import breakpoints, distances
from chunklib.data import load
from chunklib.embed import cosine, embedder, vectors
from chunklib.tokens import ruler

embed, tokens = embedder(), ruler("cl100k_base")
handbook = load("handbook")
ends = sentences(handbook)
parts = [handbook[a:b].strip() for a, b in zip([0, *ends], ends)]
rows = vectors(embed, parts)
print(rows.shape, embed.__name__)

# %% [markdown]
# There are 325 sentences, and the model *wordllama* gives each 256 numbers. (If it cannot be installed, this cell stops with an error.
# `embedder("hashing")` needs no model, but only compares words.)


# %%
def pieces(gaps):
    cuts = [0, *(ends[gap] for gap in gaps), len(handbook)]
    return [tokens(handbook[a:b]) for a, b in zip(cuts, cuts[1:])]


found = distances(rows)
published = pieces(breakpoints(found, "percentile", 95))
print(published)
print("three standard deviations:", pieces(breakpoints(found, "standard_deviation", 3)))

# %%
fig, ax = new_figure(8, 2.6)
for k, size in enumerate(published):
    ax.bar(k, size, color=COLORS[1 if size > 500 else 0], linewidth=3 if size > 500 else 1)
ax.axhline(500, color="#212121", linestyle="--")
ax.set(xticks=range(18), xlabel="piece", ylabel="tokens")
ax.set_title("Seven pieces of 18 are longer than 500 tokens")
over = [size for size in published if size > 500]
figure(fig, f"18 bars, a dashed line at 500. Bars with a thick edge, above the line: {over}.")

# %% [markdown]
# The 95th percentile, the default of both libraries, gives pieces from 62 to 1,973 tokens. Another default of LangChain, three standard deviations,
# gives *one* piece, the whole handbook of 9,486. Nothing in the method knows a size; an embedder reads only the beginning of a long piece.

# %% [markdown]
# ## Round 1: a distance
# The distance of two sentences is 1 − cosine: 0 for the same direction, 1 at a right angle, 2 for the opposite.
#
# **Predict: which gap of the handbook is the widest: one before a chapter, before a section, or inside a section?**

# %%
widest = sorted(range(len(found)), key=lambda gap: -found[gap])[:5]
[(round(float(found[gap]), 2), parts[gap][-32:], parts[gap + 1][:24]) for gap in widest]

# %% [markdown]
# The widest gap is inside a section, between two paragraphs: what you need to know, then what to read. Only one of the five is before a heading.
#
# A trap: if you embed lines instead of sentences, some are empty. Their vectors are all zeros, and a cosine divides by a length:

# %%
lines = handbook.split("\n")
raw = np.asarray(embed(lines))
lengths = np.linalg.norm(raw, axis=1)
with np.errstate(invalid="ignore"):
    naive = 1 - (raw[:-1] * raw[1:]).sum(axis=1) / (lengths[:-1] * lengths[1:])
print(f"{len(lines)} lines, {lines.count('')} empty, {np.isnan(naive).sum()} distances NaN")
print((naive > np.percentile(naive, 95)).sum(), "breakpoints")
print("cosine of zeros and a sentence:", cosine(np.zeros(256), rows[0]))

# %% [markdown]
# A percentile over NaN is NaN, and nothing is greater than that: no breakpoint in the whole handbook, and no error. One empty line
# would do. `cosine` gives 0 for a vector without direction: distance 1.

# %% [markdown]
# ## Round 2: a threshold
# The threshold is the 95th percentile of all distances. **Predict: we shuffle the sentences, so that no two neighbours belong together.
# How many breakpoints instead of 17?**

# %%
order = random.Random(9).sample(range(len(rows)), len(rows))
shuffled = distances(rows[order])
print(len(breakpoints(shuffled)), "breakpoints")
print(f"mean distance {found.mean():.2f}, shuffled {shuffled.mean():.2f}")

# %% [markdown]
# There are 17 again. A percentile is a *quota*: about 5 % of 324 gaps are above it, in any text. The shuffling shows in the mean, 0.92
# against 0.83. LangChain has four kinds of threshold; here each has a mild amount and its default, then breakpoints, smallest and largest piece:

# %%
kinds = [("percentile", 80), ("percentile", 95), ("standard_deviation", 1), ("standard_deviation", 3)]
kinds += [("interquartile", 0.5), ("interquartile", 1.5), ("gradient", 80), ("gradient", 95)]
for kind, amount in kinds:
    sizes = pieces(breakpoints(found, kind, amount))
    print(f"{kind:<18} {amount:>4}  {len(sizes) - 1:>3}  {min(sizes):>5}  {max(sizes):>5}")
print(f"mean + 3 deviations {found.mean() + 3 * found.std():.2f}, largest {found.max():.2f}")

# %% [markdown]
# Three deviations above the mean is 1.27, and no distance is over 1.13. *Gradient* takes the percentile of how steeply the distances rise.
# Wherever the largest piece has 1,000 tokens or fewer, the smallest has 7 or fewer: a threshold cannot set a size.

# %% [markdown]
# ## Round 3: with a limit
# Our `semantic` uses the breakpoints as preferred ends, and the packer keeps the size. **Predict: size 500. How short is the shortest chunk?**

# %%
for least in (0, 100):
    chunks = STRATEGIES["semantic"](handbook, size=500, overlap=0, min_size=least)
    sizes = [chunk.size for chunk in chunks]
    print(f"min_size {least:>3}: {len(sizes)} chunks, {min(sizes)} to {max(sizes)}")
    print("  ", sizes[:14], audit(handbook, chunks, size=500, overlap=0).ok)

# %% [markdown]
# The shortest has 11 tokens: a leftover just before a breakpoint. With `min_size=100` a breakpoint counts only where the chunk has 100
# tokens; 32 chunks become 27, none under 100, and the audit holds.

# %% [markdown]
# ## Round 4: overlap by meaning
# Another rule repeats what is *similar enough*. To run without a model, the next one seeds random vectors with `hash(text)`.
# **Predict: will the same call give the same chunks tomorrow?**

# %%
print(claim("random-embedding"))

# %% [markdown]
# No: Python salts `hash` anew in every process. With a real model, go back from the cut and repeat whole sentences while they are similar
# to the chunk that they leave. We try 0.7, as for another model.
#
# **Predict: `recursive` makes 22 chunks of the handbook. At how many boundaries is something repeated?**

# %%
for threshold in (0.7, 0.5, 0.4, 0.3):
    chunks = STRATEGIES["recursive"](handbook, size=500, overlap=Semantic(threshold, maximum=100))
    shared = [chunk.overlap for chunk in chunks[1:]]
    print(threshold, len(shared), "boundaries, shared", sorted(filter(None, shared)))

# %% [markdown]
# At none. A threshold belongs to its model; carried over, the number means nothing. And at 0.5, five of six overlaps are over 85, near
# the maximum. Why? The first chunk of whole sentences, compared with its own last 1, 2, 3 … 8:

# %%
chunk = STRATEGIES["sentences"](handbook, size=500, overlap=0)[0]
inside = rows[: ends.index(chunk.end_char) + 1]
tails = [inside[-k:].sum(axis=0) for k in range(1, 9)]
[round(float(cosine(tail, inside.sum(axis=0))[0]), 2) for tail in tails]

# %% [markdown]
# From 0.36 to 0.78: the longer the tail, the *more* similar (but for one small step), since it is becoming the chunk. Where the last
# sentence passes, most others pass too, until the maximum stops them. A switch, not a dial.

# %% [markdown]
# ## Round 5: overlap by content
# `Adaptive(50, 150)` asks for 50, and adds 20 for technical terms, 30 for a list, 50 for code, and 20 where a sentence or code is
# cut; at most 150. The amounts are a convention, no finding. **Predict: which reason is given most often?**

# %%
chunks = STRATEGIES["recursive"](handbook, size=500, overlap=Adaptive(50, 150))
reasons = [chunk.metadata["overlap_why"] for chunk in chunks[1:]]
print(*Counter(reasons).most_common(4), sep="\n")
usual = Counter(reasons).most_common(1)[0][0]
[before.text.rstrip()[-30:] for before, why in zip(chunks, reasons) if why == usual]

# %% [markdown]
# A cut *sentence*. But five of the six "sentences" are headings at the end of a chunk, and the sixth is a row of a table: no full stop
# counts as cut. A rule sees marks, not what a reader needs. Now the price:

# %%
plain = tokens(handbook)
overlaps = {"none": 0, "15 %": "15%", "Semantic(0.3)": Semantic(0.3), "Adaptive()": Adaptive()}
for name, overlap in overlaps.items():
    chunks = STRATEGIES["recursive"](handbook, size=500, overlap=overlap)
    shared = [chunk.overlap for chunk in chunks[1:]]
    stored = sum(chunk.size for chunk in chunks) / plain
    print(f"{name:<14} {len(chunks)} chunks, stored {stored:.3f}, shared {min(shared)} to {max(shared)}")

# %% [markdown]
# Adaptive stores 1.236 times the handbook, fixed 15 % 1.186.

# %% [markdown]
# ## Worked example: is it worth it here?
# The handbook's author marked where subjects change, with headings. How many cuts of each strategy are at headings, and how many of the
# headings are cuts?

# %%
titles = {heading.start for heading in markdown(handbook).headings[1:]}
print(len(titles), "headings after the title")
for name in ("semantic", "recursive", "markdown"):
    for size in (200, 500):
        cuts = {chunk.start_char for chunk in STRATEGIES[name](handbook, size=size, overlap=0)[1:]}
        hits = len(cuts & titles)
        precision, recall = f"{hits / len(cuts):.0%}", f"{hits / len(titles):.0%}"
        print(f"{name:<10} {size}: {len(cuts)} cuts, {precision} are headings; {recall} of the headings are cuts")

# %% [markdown]
# `semantic` meets 11 and 15 % of the headings, `recursive` 2 %. `markdown` reads them, so this comparison favours it. A search is a better
# judge: how much of the evidence for the course's 192 questions is in the first 1,000 tokens found? (Lessons 9 and 10 explain score and
# interval.)


# %%
from chunklib.evaluation import SELF_CONTAINED, evaluate, own_benchmark, paired
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.wording import points

ready = Prepared(own_benchmark().of_kinds(*SELF_CONTAINED))
documents = [question.document for question in ready.benchmark.questions]


def recall(strategy, overlap=0):
    config = {"strategy": strategy, "size": 500, "overlap": overlap}
    return evaluate(ready, config, budgets=[1000]).scores["recall_1000"]


# %%
base = {"recursive": recall("recursive"), "overlap of 15 %": recall("recursive", "15%")}
for name, other, scores in (
    ("semantic", "recursive", recall("semantic")),
    ("markdown", "recursive", recall("markdown")),
    ("Adaptive()", "overlap of 15 %", recall("recursive", Adaptive())),
):
    gain = paired(base[other], scores, documents)
    print(f"{name} against {other}: {points(gain.mean)} points [{points(gain.low)}, {points(gain.high)}]")

# %% [markdown]
# Every interval contains 0: on these questions, with BM25, chunks of 500 and one placing of the cuts, no difference is seen. Neither meaning nor adaptation has shown a gain.

# %% [markdown]
# ## Try it
# The chapter on alarms. Bars are distances, the dashed line is the threshold.
#
# **Question.** How far down must the percentile go until all *pieces* fit into 200 tokens? What does that do to the short ones?

# %%
distance_plot(size=200, min_size=40)

# %%
plot = distance_plot(size=200, min_size=40)
while max(plot.view.pieces) > 200:
    plot.amount.box.value -= 1
short = [size for size in plot.view.pieces if size < 40]
print(f"percentile {plot.amount.value:.0f}: {len(plot.view.pieces)} pieces, {len(short)} under 40")

# %% [markdown]
# Down to 9, and 20 of the 29 pieces are too short: what is low enough for the longest piece crumbles the others. A size needs a
# packer.
#
# **Your turn.** Where would meaning cut your own document, or ours?

# %%
from classroom.lessons.document import current

own, stops = current().text, sentences(current().text)
said = [own[a:b].strip() for a, b in zip([0, *stops], stops)]
gaps = breakpoints(distances(vectors(embed, said)), "percentile", 95)
print(f"sentences: {len(said)}, breakpoints: {len(gaps)}; after:", *(said[gap][-50:] for gap in gaps[:3]), sep="\n")

# %% [markdown]
# ## Pitfalls
# - A semantic chunker without a maximum: one piece of 1,973 tokens, or one of 9,486.
# - A percentile taken for a discovery: it finds its 5 % in shuffled text.
# - A cosine without a guard against zeros: NaN, and no breakpoint at all.
# - A similarity threshold carried from one model to another.
# - A random embedding "for demonstration" that stays in the code.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `embedder()`, `vectors(embed, texts)` | a model, one checked vector a text |
# | `cosine(one, other)` | −1 to 1, and 0 for zeros |
# | `distances(rows, window=1)` | a distance for each gap |
# | `breakpoints(distances, "percentile", 95)` | gaps to cut at |
# | `STRATEGIES["semantic"](text, size, overlap, min_size=…)` | breakpoints within limits |
# | `Semantic(threshold, maximum)` | overlap by similarity |
# | `Adaptive(minimum, maximum)` | overlap by content, with its reason |
# | `distance_plot(text)` | distances, threshold and pieces, drawn |

# %% [markdown]
# ## Quiz

# %%
quiz("12_meaning_and_adaptation")

# %% [markdown]
# ## Exercise
# Write `breakpoints`:
# [exercise 12](../exercises/12_meaning_and_adaptation/12_meaning_and_adaptation.ipynb).

# %% [markdown]
# ## Sources
# Thresholds, defaults, groups: LangChain's
# [`SemanticChunker`](https://github.com/langchain-ai/langchain-experimental/blob/main/libs/experimental/langchain_experimental/text_splitter.py);
# LlamaIndex's `SemanticSplitterNodeParser`, llama-index-core 0.14.25. Semantic chunks without a maximum:
# [llama_index issue 12270](https://github.com/run-llama/llama_index/issues/12270) and
# [langchain issue 28250](https://github.com/langchain-ai/langchain/issues/28250).
