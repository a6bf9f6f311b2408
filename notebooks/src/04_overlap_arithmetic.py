# %% [markdown]
# # 4 · Overlap arithmetic
# *35 minutes · needs lesson 3 · question 3: what do I repeat?*
#
# After this lesson you can
# - say how many windows a document or a corpus gives, what they store and what they cost, before anything is cut;
# - compute how often a passage is whole in one window, and say when the formula fails;
# - choose an overlap from the length of what you want to find, not as a per cent.

# %% [markdown]
# ## Two questions back
# 1. When may a window loop stop?
# 2. Windows share 20 % of their size. How much is stored, as a multiple of the text?
#
# <details><summary>Answers</summary>
#
# 1. When a window has reached the end.
# 2. Almost 1.25 times, since each window brings 80 % new text.
# </details>

# %% [markdown]
# ## What goes wrong
# How many windows do 100,000 tokens give, if windows of 500 share 0, 100 or 250? One quick formula divides the tokens by the stride.
# Another rounds down and adds one. We run both, and we cut:

# %%
from math import ceil

import tiktoken

from chunklib import STRATEGIES
from chunklib.calculators import containment, count_windows, overlap_from_percent
from chunklib.calculators import overlap_stats, storage_impact, stride
from classroom import overlap_calculator, quiz
from classroom.lessons.figure import COLORS, INK, figure, new_figure
from chunklib.cuts import sentences
from chunklib.data import load


# %%
def down_plus_one(tokens, size, overlap):
    return (tokens - overlap) // (size - overlap) + 1


for overlap in (0, 100, 250):
    quick = 100_000 // (500 - overlap), down_plus_one(100_000, 500, overlap)
    print(f"overlap {overlap}: formulas {quick}, cut", len(STRATEGIES["fixed_characters"]("x" * 100_000, 500, overlap)))

# %% [markdown]
# They agree with the cut in one setting of three. Without overlap the second formula says 201, and 200 are cut; with 250 both say 400, and
# 399 are cut. One window in 400 hardly matters. But look at short documents (length, second formula, windows):

# %%
[(n, down_plus_one(n, 500, 0), count_windows(n, 500, 0)) for n in (499, 500, 501, 1000)]

# %% [markdown]
# A document of exactly 500 tokens is one window, and the formula says two. *Round down and add one* is *round up*, except
# where the division has no remainder; there it counts a window that has nothing new.

# %% [markdown]
# ## Round 1: count and sum
# The first window holds *size* tokens; each further one brings one stride, *size − overlap*. And each but the first repeats
# *overlap* tokens. So
#
# - windows = 1 + ⌈max(0, n − size) / stride⌉
# - stored = n + (windows − 1) · overlap
#
# **Predict: a chapter of 1,282 tokens, windows of 400 that share 80. How many tokens are stored?**

# %%
encoding = tiktoken.get_encoding("cl100k_base")
handbook = load("handbook")
chapter = handbook[handbook.index("## Authentication") : handbook.index("## Requests and")]
n = len(encoding.encode_ordinary(chapter))
windows = 1 + ceil((n - 400) / stride(400, 80))
print(windows, "windows,", n + (windows - 1) * 80, "tokens stored")
print(sum(chunk.size for chunk in STRATEGIES["token_windows"](chapter, size=400, overlap=80)), "in real windows")

# %% [markdown]
# 1,522 tokens are stored: three windows repeat 80 each. The last has only what is left, so *windows × size*, 1,600, is too much.
#
# Two counts look easy: the tokens of `"A " * 1000` and their windows at 300/50, by the formula and by the loop of lesson 3; and the windows
# of 1,502 characters at 600/100.

# %%
text = "A " * 1000
n = len(encoding.encode_ordinary(text))
print(n, "tokens,", count_windows(n, 300, 50), "windows; by the loop", len(range(0, n, 250)))
print([chunk.size for chunk in STRATEGIES["fixed_characters"]("x" * 1502, size=600, overlap=100)])

# %% [markdown]
# The text has 1,001 tokens (the last space is one); the loop makes 5 windows where 4 are enough. The characters give three windows.

# %% [markdown]
# ## Round 2: many short documents
# With r the shared part, a long document is stored 1 / (1 − r) times: 1.25 at 20 %. **Predict: a support desk has 1,000 answers
# of 400 tokens each. What do windows of 500 that share 100 store, as a multiple?**

# %%
lengths = (400, 501, 600, 1_000, 5_000, 400_000)
[(n, round(storage_impact(n, 500, 100).redundancy, 3)) for n in lengths]

# %%
fig, ax = new_figure(8, 3)
line = range(100, 5_001, 10)
redundancy = [storage_impact(n, 500, 100).redundancy for n in line]
ax.plot(line, redundancy, color=INK)
ax.axhline(1.25, color="#EE8866", linestyle="--")
ax.text(4_990, 1.256, "1 / (1 − 0.2)", ha="right")
ax.set(xlabel="tokens of the document", ylabel="stored / document", ylim=(0.98, 1.29))
ax.set_title("A short document stores less than 1 / (1 − r) says")
some = ", ".join(f"{storage_impact(n, 500, 100).redundancy:.3f} at {n:,}" for n in lengths[:-1])
figure(fig, f"A saw-toothed line that climbs from 1 towards a dashed line at 1.25, and stays below it: {some}.")

# %% [markdown]
# They store each answer exactly once: 400 tokens are one window, and one window shares nothing. At 501 tokens it is suddenly 1.2 times; at
# 5,000 it is 1.24. So a corpus is a *sum over its documents*; for its total, 400,000 tokens, the formula would say 1.25.

# %% [markdown]
# ## Round 3: the price
# An *embedding* turns a chunk into a list of numbers, a vector. OpenAI's text-embedding-3-small costs 0.02 US dollars for a million
# tokens (price of 2024). A company has one text of 10 million tokens. **Predict: how many dollars more do windows of 500 cost that share half?**

# %%
bytes_per_vector = 1_536 * 4  # numbers in a vector of that model, four bytes each
for percent in (0, 10, 20, 50, 60, 90):
    overlap = overlap_from_percent(500, percent)
    impact = storage_impact(10_000_000, 500, overlap)
    vectors = impact.chunks * bytes_per_vector / 1e6
    holds = ceil(500 / stride(500, overlap))
    print(f"{percent} %: ${impact.cost:.2f}, {vectors:,.0f} MB of vectors; windows with the same token: up to {holds}")

# %% [markdown]
# They cost 20 cents more. The index may matter more: its vectors double from 123 to 246 MB.
#
# How large may an overlap be? A tutorial's `chunk_with_percentage_overlap` refuses more than 50 % and gives no reason; our
# `overlap_from_percent` takes anything below 100. The last column shows what changes there: up to 50 %, a token is in at most two
# windows; at 60 % in up to three, at 90 % in up to ten.

# %% [markdown]
# ## Round 4: what it buys
# Overlap is there so that some window holds the passage that answers a question *whole*. Windows of 500, no overlap, a passage
# of 100 tokens somewhere in the handbook. **Predict: at how many places of a hundred is it whole in a window?**


# %%
def share_held(spans, total, length):
    places = range(total - length + 1)
    held = {place for start, end in spans for place in range(start, end - length + 1)}
    return len(held) / len(places)


def spans_of(total, size, overlap):
    starts = range(0, max(1, total - overlap), stride(size, overlap))
    return [(start, min(start + size, total)) for start in starts]


n = len(encoding.encode_ordinary(handbook))
for overlap in (0, 25, 50, 75, 99, 150):
    counted = share_held(spans_of(n, 500, overlap), n, 100)
    print(f"overlap {overlap:>3}: counted {counted:.1%}, formula {containment(100, 500, overlap):.1%}")

# %%
fig, ax = new_figure(8, 3)
steps = range(0, 251, 10)
for length, style in ((50, "-"), (100, "--"), (200, ":")):
    ax.plot(steps, [containment(length, 500, o) for o in steps], color=INK, linestyle=style)
    ax.text(-4, containment(length, 500, 0), f"{length} tokens", ha="right", va="center")
    ax.plot(length - 1, 1, "o", color=COLORS[1], markeredgecolor=INK)
ax.set(xlim=(-48, 255), ylim=(0.55, 1.03), xlabel="overlap", ylabel="whole in a window")
ax.set_title("Each length has an overlap from which on nothing is cut: its own, less one")
starts = ", ".join(f"{length} from {containment(length, 500, 0):.3f}" for length in (50, 100, 200))
figure(fig, f"Three rising curves, windows of 500: {starts}; they reach 1 at overlaps 49, 99 and 199 (circles).")

# %% [markdown]
# It is whole at 81 places of a hundred without overlap, and at all of them with 99. Windows start every *stride* places. A
# window holds a passage of L tokens that begins at one of its first *size − L + 1* tokens, so
#
# containment = (size − L + 1) / (size − overlap), but never over 1.
#
# The formula is within a point of the count. It reaches 1 when the overlap is L − 1: **the overlap that holds every passage
# depends on the passage, not on the size.** A percentage of the size gives something else:

# %%
for size in (200, 500, 1_000):
    tenth = overlap_from_percent(size, 10)
    for overlap in (tenth, 59):
        held, impact = containment(60, size, overlap), storage_impact(n, size, overlap)
        print(f"size {size:>5}, overlap {overlap:>3}: whole {held:.1%}, stored {impact.redundancy:.2f}")

# %% [markdown]
# For a passage of 60 tokens, 10 % is too little at 200 (78.3 %) and more than needed at 1,000, where it costs 11 %. An overlap of
# 59 holds it at every size, and costs 6 % there.

# %% [markdown]
# ## Round 5: when the formula fails
# It supposes a long document, blind cuts, and passages at any place. First the cuts: `recursive` cuts between sentences where it
# can. **Predict: size 200, no overlap, the handbook's sentences as passages. Are more of them whole than the formula says?**

# %%
edges = [0, *sentences(handbook)]
passages = [(a, b) for a, b in zip(edges, edges[1:]) if handbook[a:b].strip()]


def whole(chunks):
    held = [(chunk.start_char, chunk.end_char) for chunk in chunks]
    return sum(any(s <= a and b <= e for s, e in held) for a, b in passages) / len(passages)


sizes = [len(encoding.encode_ordinary(handbook[a:b])) for a, b in passages]
print(f"formula: {sum(containment(size, 200, 0) for size in sizes) / len(sizes):.1%}")
for name in ("token_windows", "recursive"):
    print(f"{name}: {whole(STRATEGIES[name](handbook, size=200, overlap=0)):.1%}")

# %% [markdown]
# Blind windows keep 86.1 %, as the formula says to a tenth. `recursive` keeps 99.1 % without any overlap: it seldom cuts inside a
# passage. Overlap repairs what blind cuts break.
#
# Then the length. Passages of 400 in windows of 1,000 without overlap, in documents of four lengths:

# %%
for total in (1_000, 1_282, 2_000, 20_000):
    counted = share_held(spans_of(total, 1000, 0), total, 400)
    print(f"{total:>6} tokens: counted {counted:.1%}, formula {containment(400, 1000, 0):.1%}")

# %% [markdown]
# With 1,000 tokens there is one window, and nothing is cut; at 20,000 formula and count are about a point apart. For the
# shorter three the formula is too low.

# %% [markdown]
# ## Worked example: an overlap for the handbook
# Suppose that an answer takes two neighbouring sentences. How long is that?

# %%
pairs = [(a, d) for (a, _), (_, d) in zip(passages, passages[1:])]
lengths = sorted(len(encoding.encode_ordinary(handbook[a:b])) for a, b in pairs)
long = lengths[int(len(lengths) * 0.9)]
print(f"{len(pairs)} pairs: half have up to {lengths[len(lengths) // 2]} tokens, nine of ten up to {long}")

# %%
passages = pairs
for name, overlap in (("token_windows", 0), ("token_windows", 75), ("token_windows", long - 1), ("recursive", 75)):
    chunks = STRATEGIES[name](handbook, size=500, overlap=overlap)
    expected = sum(containment(length, 500, overlap) for length in lengths) / len(lengths)
    stored = overlap_stats(chunks).redundancy
    print(f"{name} {overlap:>3}: formula {expected:.1%}, whole {whole(chunks):.1%}, stored {stored:.2f}")

# %% [markdown]
# An overlap of 117 holds every pair of up to 118 tokens, nine of ten. Over all pairs the formula says 98.6 %; 99.4 % were whole,
# for 1.30 times the text. `recursive` reaches the same with 75, for 1.20.
#
# For windows, count and formula are up to a point apart: this is *one* grid; the formula is about the mean over all
# (lesson 10 averages six).

# %% [markdown]
# ## Try it
# **Question.** Windows of 500, evidence (a passage) of 120: at which overlap is it whole everywhere? Does that change when you
# double the size?

# %%
overlap_calculator(size=500, overlap=75, tokens=5_000, evidence=120)

# %%
for size in (500, 1_000):
    first = next(overlap for overlap in range(size) if containment(120, size, overlap) == 1)
    print(f"size {size}: from {first}, stored {storage_impact(5_000, size, first).redundancy:.3f}")

# %% [markdown]
# The overlap is 119 for both sizes: the passage decides. The price changes, from 1.286 to 1.119 times the document.

# %% [markdown]
# ## Pitfalls
# - *Round down and add one*: a window too many where the division has no remainder.
# - *Windows × size* for the stored tokens: the last window is short.
# - 1 / (1 − r) put on the total of many short documents.
# - A percentage as the overlap, without asking how long an answer is.
# - The containment formula for natural cuts, or for short documents.
# - One grid of windows taken for the average.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `stride(size, overlap)` | size − overlap |
# | `count_windows(tokens, size, overlap)` | 1 + ⌈max(0, n − size) / stride⌉ |
# | `storage_impact(tokens, size, overlap)` | windows, stored tokens, redundancy, cost |
# | `overlap_from_percent(size, percent)` | overlap in tokens |
# | `containment(evidence, size, overlap)` | (size − L + 1) / stride, from 0 to 1 |
# | `overlap_stats(chunks)` | what real chunks share and store |
# | `overlap_calculator(size, overlap, tokens, evidence)` | all of it, drawn |

# %% [markdown]
# ## Quiz

# %%
quiz("04_overlap_arithmetic")

# %% [markdown]
# ## Exercise
# Write the two calculators, then fix a wrong one:
# [exercise 4](../exercises/04_overlap_arithmetic/04_overlap_arithmetic.ipynb).

# %% [markdown]
# ## Sources
# The price, and the 1,536 numbers of a vector: OpenAI, [New embedding models and API
# updates](https://openai.com/index/new-embedding-models-and-api-updates/), January 2024. The limit of 50 %: Nawaz Dhandala, [How to Create
# Overlap Strategies](https://oneuptime.com/blog/post/2026-01-30-rag-overlap-strategies/view), 2026.
