# %% [markdown]
# # 4 · Overlap arithmetic
# *50 minutes · needs lesson 3 · question 3: what do I repeat?*
#
# After this lesson you can
# - choose an overlap from the length of the passages that must stay whole;
# - compute how often a passage is whole in some window, and say when the formula does not hold;
# - compute what an overlap costs in windows, stored tokens and money, before anything is cut.

# %% [markdown] tags=["numbers:10 56 27 50 64 2 40 14 1"]
# ## Questions back
# 1. In lesson 0 an overlap of 10 tokens saved 56 torn sentences. Why did it tear 27 others?
# 2. Windows of 50 tokens share 10. How many of them does a section of 64 tokens need?
#
# <details><summary>Answers</summary>
#
# 1. With an overlap the windows start at other places, and so the cuts move.
# 2. Two, because they start 40 tokens apart, and the first leaves 14: 1 + ⌈14 / 40⌉.
# </details>

# %% [markdown]
# ## The bot calls a warm shipment harmless
# Nora's salmon must stay between 2 and 8 °C. A pallet was at 5 °C for 45 hours, and then for three hours in the sun at 25 °C. The
# average is 6.25 °C. She asks the bot, which works with windows of 120 tokens, whether that is harmless.

# %%
from math import ceil

import tiktoken

from chunklib import recursive, token_windows
from chunklib.calculators import count_windows
from chunklib.data import load
from classroom import ask, checked, compare, predict
from classroom import label, moving_passage, quiz

handbook = load("handbook")
question = "The average of a shipment was 6.25 °C. Is that harmless?"
ask(question, chunks=token_windows(handbook, size=120, overlap=0))

# %% [markdown]
# Nora releases the pallet. Here is the whole sentence:

# %%
first = handbook.index("Take 48 hourly values")
last = handbook.index("undoes it.", first) + len("undoes it.")
encoding = tiktoken.get_encoding("cl100k_base")
print(handbook[first:last])
print(len(encoding.encode_ordinary(handbook[first:last])), "tokens")

# %% [markdown]
# The *mean kinetic temperature* (MKT) gives warm hours more weight, and 8.85 °C is too warm. The cut fell before *2 and 8 °C, but the MKT*.
# **How much [overlap](../docs/glossary.md#overlap) would have been enough?** First write the test. A window is a pair, its start and its end:


# %% tags=["blank:is_whole"]
# Does the window hold all of the passage, first to last?
def is_whole(first, last, windows):
    """Tell whether some window holds the whole passage."""
    return any(start <= first and last <= end for start, end in windows)  # ____ start <= first and last <= end


# %%
is_whole = checked("is_whole")

# %% [markdown]
# Now try every overlap from 0 to 119. **Which is the smallest that makes the sentence whole? From which one on is it always whole?**

# %%
predict("04-enough", "smallest overlap that makes it whole", "always whole from")


# %%
def windows_with(overlap):
    chunks = token_windows(handbook, size=120, overlap=overlap)
    return [(chunk.start_char, chunk.end_char) for chunk in chunks]


whole = [n for n in range(120) if is_whole(first, last, windows_with(n))]
torn = sorted(set(range(120)) - set(whole))
compare("04-enough", whole[0], torn[-1] + 1)

# %% tags=["plot"]
from classroom.lessons.figure import COLORS, INK, figure, new_figure

fig, ax = new_figure(8, 1.5)
ax.bar(torn, 1, width=1, color=COLORS[1], linewidth=0)
ax.bar(whole, 1, bottom=1, width=1, color=COLORS[5], linewidth=0)
ax.set(yticks=(0.5, 1.5), yticklabels=("torn", "whole"), xlim=(-0.5, 119.5), xticks=range(0, 120, 10))
ax.set(xlabel="overlap of windows of 120 tokens", title="Below 71 it is luck whether the sentence is whole")
figure(fig, f"Two rows for the overlaps 0 to 119. Torn at {', '.join(map(str, torn))}. Whole at all others.")

# %% [markdown] tags=["after:04-enough", "numbers:61-1"]
# An overlap of 1 makes the sentence whole, and 2 tears it again. It is whole at 60 and torn at 61. Each overlap moves all the
# windows, so up to 70 it is luck where the cuts fall. One repaired answer says nothing about an overlap.

# %% [markdown]
# ## When is a passage whole?
# To take luck out, look at every place where a passage can begin. Windows of 120 without overlap start at tokens 0, 120, 240, …
# **A passage of 75 tokens begins at one of the tokens 0 to 119. At how many of these 120 places is it whole in a window?**

# %%
predict("04-places", "places of 120")

# %%
windows = [(0, 120), (120, 240)]
held = [place for place in range(120) if is_whole(place, place + 75, windows)]
compare("04-places", len(held))

# %% tags=["plot"]
fig, ax = new_figure(8, 2.6)
bars = [
    (0, 120, "window"),
    (0, 75, "begins at 0: whole"),
    (45, 75, "begins at 45: whole"),
    (46, 75, "begins at 46: torn"),
]
for row, (start, width, name) in enumerate(bars):
    ax.barh(row, width, left=start, height=0.7, color=COLORS[(0, 5, 5, 1)[row]])
    ax.text(start + width / 2, row, name, ha="center", va="center")
ax.barh(4, 46, height=0.7, color=COLORS[5])
ax.barh(4, 74, left=46, height=0.7, color=COLORS[1])
ax.text(23, 4, "46 places: whole", ha="center", va="center")
ax.text(83, 4, "74 places: torn", ha="center", va="center")
ax.axvline(120, color=INK, linestyle="--")
ax.set(yticks=[], xlim=(0, 132), xticks=(0, 45, 75, 120), xlabel="token")
ax.set_title("120 − 75 + 1 = 46 places fit into the window", pad=10)
ax.invert_yaxis()
figure(
    fig,
    "A window from 0 to 120. Passages of 75 tokens: from 0 to 75 whole, from 45 to 120 whole, from 46 to 121 torn."
    " Below, the places: 0 to 45 whole, 46 to 119 torn.",
)

# %% [markdown] tags=["after:04-places"]
# The passage is whole at 46 places, 0 to 45. If you said 45, you forgot place 0.

# %% [markdown] tags=["after:04-places"]
# A passage of L tokens has size − L + 1 such places.
# After one [stride](../docs/glossary.md#stride), size − overlap, the next window starts and everything repeats. So it is whole at this share of
# all places, from 0 to 1:
#
# (size − L + 1) / stride


# %% tags=["blank:share_whole"]
# Write the formula with the arguments; min and max keep it between 0 and 1.
def share_whole(length, size, overlap):
    """Tell at which share of all places a passage is whole."""
    share = (size - length + 1) / (size - overlap)  # ____ (size - length + 1) / (size - overlap)
    return min(1, max(0, share))


# %%
share_whole = checked("share_whole")
tokens = len(encoding.encode_ordinary(handbook))
places = range(tokens - 75 + 1)
for overlap in (0, 12, 24, 74):
    starts = range(0, tokens, 120 - overlap)
    windows = [(start, min(start + 120, tokens)) for start in starts]
    counted = sum(is_whole(place, place + 75, windows) for place in places)
    share = counted / len(places)
    print(f"{overlap}: {share_whole(75, 120, overlap):.1%}, counted {share:.1%}")

# %% [markdown] tags=["after:04-places"]
# Formula and count agree within half a point. An overlap of 10 % (12 tokens) raises the share only from 38 % to 43 %.

# %% [markdown] tags=["numbers:55 30"]
# ## Which overlap needs no luck?
# Here is the torn sentence in its windows. The widget counts 44.3 %, not 38.3 %, because the chapter ends inside a stride: only
# 55 of its 120 places are left, the whole ones among them.
#
# **Question.** Raise the overlap until no start tears the passage. Then try a passage of 30 tokens. Which overlap is just enough for
# L tokens?

# %%
begin = handbook.index("### Verdict")
chapter = handbook[begin : handbook.index("### How a rule")]
before = encoding.encode_ordinary(handbook[begin:first].rstrip())
moving_passage(chapter, 75, size=120, overlap=0, start=len(before))


# %% tags=["blank:enough_overlap"]
# Your answer: which overlap is just enough for this length?
def enough_overlap(length):
    """Return the smallest overlap that keeps passages whole."""
    return length - 1  # ____ length - 1


# %%
enough_overlap = checked("enough_overlap")

# %% [markdown]
# **You double the windows to 240 tokens. Which overlap keeps every passage of 75 tokens whole now?**

# %%
predict("04-double", "overlap for windows of 240")

# %% tags=["plot"]
enough = [n for n in range(240) if share_whole(75, 240, n) == 1]
compare("04-double", enough[0])

# %% [markdown] tags=["after:04-double", "numbers:71 1000"]
# It is 74 again; 71 was enough only where that one sentence is. With an overlap of L − 1 the stride is size − L + 1, exactly the number of places that fit. **The length of the
# passage decides, and the size does not.** A percentage cannot know that length: 10 % of 240 is too little here, and 10 % of
# 1,000 is too much.

# %% [markdown] tags=["numbers:9486"]
# ## What does the overlap cost?
# The handbook has 9,486 tokens. **Windows of 120 share just enough for 75 tokens. How many times is the handbook stored?**

# %%
predict("04-price", "times stored")


# %% tags=["blank:stored_tokens"]
# tokens (a number here), plus the overlap of every window but the first.
def stored_tokens(tokens, size, overlap):
    """Return the tokens of all windows of a document."""
    windows = count_windows(tokens, size, overlap)
    return tokens + (windows - 1) * overlap  # ____ tokens + (windows - 1) * overlap


# %%
stored_tokens = checked("stored_tokens")
needed = enough_overlap(75)
compare("04-price", stored_tokens(tokens, 120, needed) / tokens)

# %% [markdown] tags=["after:04-price"]
# It is stored about 2.6 times: size / stride = 120 / 46.

# %% [markdown]
# Larger windows make the same overlap cheaper. Here is the bill for ten million tokens. An *embedding* turns a chunk into a vector, here 1,536 numbers of 4 bytes; a million tokens cost
# 0.02 US dollars (see Sources).

# %%
for size in (120, 240, 500, 1_000):
    stored = stored_tokens(10_000_000, size, needed)
    megabytes = count_windows(10_000_000, size, needed) * 1_536 * 4 / 1e6
    print(
        f"size {size:>5}: {stored / 10_000_000:.2f} times, ${stored * 0.02 / 1e6:.2f}, {megabytes:>5,.0f} MB of vectors"
    )

# %%
ask(question, chunks=token_windows(handbook, size=500, overlap=needed))

# %% [markdown] tags=["after:04-price", "numbers:795"]
# Nora holds the pallet back. The bill is cents either way, but in windows of 500 the vectors take
# 144 MB instead of 1,336. In return the bot reads more: the prompt has 2,869 tokens instead of 795.

# %% [markdown]
# A large overlap has another price: the search finds the same text several times. **In how many windows can one token be?**


# %% tags=["blank:most_windows"]
# How many strides fit into one size? ceil rounds up.
def most_windows(size, overlap):
    """Return in how many windows the same token can be."""
    return ceil(size / (size - overlap))  # ____ ceil(size / (size - overlap))


# %%
most_windows = checked("most_windows")
print([most_windows(120, overlap) for overlap in (0, 60, needed, 108)])
answer = ask(question, chunks=token_windows(handbook, size=120, overlap=needed))
read = []
for chunk in answer.passages:
    read += range(chunk.start_char, chunk.end_char)
print(f"{len(read):,} characters, {len(set(read)):,} different ones")

# %% [markdown] tags=["after:04-price", "numbers:2245-1649"]
# With an overlap of up to half the size, a token is in at most two windows. With 74 it is in up
# to three, and 596 of the 2,245 characters that the bot reads are repeated.

# %% [markdown]
# Size / stride holds for long texts. Here are a thousand notes of 100 tokens:

# %%
sum(stored_tokens(100, 120, needed) for note in range(1_000)) / (1_000 * 100)

# %% [markdown]
# They are stored exactly once: each note is a single window. So compute each document for itself, and add up.

# %% [markdown]
# ## Is there a cheaper way?
# The formula supposes blind cuts. The folded cell counts the sentences that windows of 120 without overlap tear.

# %% tags=["plot"]
from itertools import pairwise

from chunklib.cuts import sentences

all_sentences = [
    (end - len(handbook[start:end].lstrip()), start + len(handbook[start:end].rstrip()))
    for start, end in pairwise([0, *sentences(handbook)])
    if handbook[start:end].strip()
]


def torn_by(chunks):
    """Return the lengths of the torn sentences in tokens, the shortest first."""
    windows = [(chunk.start_char, chunk.end_char) for chunk in chunks]
    texts = [handbook[first:last] for first, last in all_sentences if not is_whole(first, last, windows)]
    return sorted(len(encoding.encode_ordinary(text)) for text in texts)


print(len(all_sentences), "sentences,", len(torn_by(token_windows(handbook, size=120, overlap=0))), "torn")

# %% [markdown]
# **How many sentences do the windows tear with this overlap? And how many does `recursive`, with the same size and no overlap?**

# %%
predict("04-cuts", "torn with overlap", "torn by recursive, no overlap")

# %%
overlapping = torn_by(token_windows(handbook, size=120, overlap=needed))
natural = torn_by(recursive(handbook, size=120, overlap=0))
print("the shortest torn sentence:", overlapping[0], "and", natural[0], "tokens")
compare("04-cuts", len(overlapping), len(natural))

# %% [markdown] tags=["after:04-cuts"]
# With the overlap 15 are torn, and with `recursive` only 11: those that are too long for any chunk of 120. It stores nothing twice.
# Overlap repairs what blind cuts break. Part II looks for better cuts.

# %% [markdown]
# ## Three questions of your own
# How long are the passages that *your* bot needs? Below is the document that you brought, or the handbook. Ask three questions that
# matter to you: select the passage that answers, type the question, save (without
# a page: `labels.add(question, quotation)`).

# %%
labels = label(wanted=3)
labels

# %% [markdown] tags=["numbers:26"]
# Then run the next cells. Until you save a question, they use our 26 (33 passages) about the handbook.

# %%
from chunklib.evaluation import SELF_CONTAINED, own_benchmark
from classroom.lessons.document import current

# A document of your own comes here once you have run: from classroom import bring; bring("its_file.pdf")
own = labels.view.questions
ours = [one for one in own_benchmark().of_kinds(*SELF_CONTAINED).questions if one.document == "handbook"]
questions, text = (own, current().text) if own else (ours, handbook)
passages = [text[start:end] for one in questions for start, end in one.spans]
lengths = sorted(len(encoding.encode_ordinary(passage)) for passage in passages)
middle = lengths[len(lengths) // 2]
print(f"passages: {len(lengths)}; the middle one has {middle} tokens, the longest {lengths[-1]}")

# %%
overlap = enough_overlap(lengths[-1])
size = max(500, 2 * overlap)
pieces = token_windows(text, size=size, overlap=overlap)
total = len(encoding.encode_ordinary(text))
stored = stored_tokens(total, size, overlap) / total
print(f"size {size}, overlap {overlap}, stored {stored:.2f} times")
for one in questions[:3]:
    print(one.text, ask(one.text, chunks=pieces).text, sep="\n")

# %% [markdown]
# With our 26 questions, the longest passage needs an overlap of 180, and half of the passages need at most 40. Lesson 11
# measures whether overlap is worth its price.
# Without `chunks=`, `ask` cuts with the functions that you have kept.

# %% [markdown]
# `score()` counts the evidence that your bot reads:

# %%
from classroom import score

score()

# %% [markdown]
# ## Recap
# Choose the overlap by the longest passage that must stay whole: L − 1 tokens are enough at any size. With less it is luck: the passage is
# whole at (size − L + 1) / stride of all places. A long text is then stored size / stride times.

# %% [markdown]
# ## Quiz

# %%
quiz("04_overlap_arithmetic")

# %% [markdown]
# ## Wrap-up
# Part I ends here. Ten questions about lessons 0 to 4:

# %%
quiz("part_1")

# %% [markdown]
# ## Next
# - The exercise: [the two calculators](../exercises/04_overlap_arithmetic/04_overlap_arithmetic.ipynb).
# - Back to [lesson 3: Fixed windows](03_fixed_windows.ipynb), or on to [lesson 5: Sentences](05_sentences.ipynb).

# %% [markdown]
# ## Sources
# The price, and the 1,536 numbers of a vector: OpenAI, [New embedding models and API
# updates](https://openai.com/index/new-embedding-models-and-api-updates/), January 2024.
