# %% [markdown]
# # 3 · Fixed windows
# *35 minutes · needs lesson 2 · questions 1 and 2: where may I cut, how much fits?*
#
# After this lesson you can
# - write a window loop that ends, loses nothing and repeats no more than it must;
# - say from three numbers how many windows a document gives, and what the overlap costs;
# - show what a blind cut does to words, to characters and to the end of a document.

# %% [markdown]
# ## Two questions back
# 1. A token holds only some bytes of ☂. What does `decode` write for it?
# 2. A chunk is filled by adding counts of tokens. Why can it be over its limit?
#
# <details><summary>Answers</summary>
#
# 1. The mark �: a part of a character is not text.
# 2. Counts do not add up: the joined text can have more tokens than its parts.
# </details>

# %% [markdown]
# ## What goes wrong
# Limits are counted in tokens, so let us cut along the tokens. Here is one chapter of the handbook in both measures:

# %%
import re
from math import ceil

import tiktoken

from chunklib import STRATEGIES, audit
from chunklib.calculators import count_windows, overlap_from_percent
from chunklib.calculators import storage_impact, stride
from classroom import checked, chunk_viewer, quiz
from classroom.lessons.figure import HATCHES, figure, new_figure
from chunklib.data import load

handbook = load("handbook")
start, end = handbook.index("## Authentication"), handbook.index("## Requests and")
chapter = handbook[start:end]
encoding = tiktoken.encoding_for_model("gpt-4")
tokens = encoding.encode_ordinary(chapter)
print(f"{len(chapter):,} characters, {len(tokens):,} tokens")
print(f"{len(chapter) / len(tokens):.1f} characters a token")

# %% [markdown]
# The simplest chunker slides a window along the tokens. This loop is from a tutorial of 2026, and three libraries had the same
# fault until they repaired it (see Sources):


# %%
def published_windows(tokens, size, overlap):
    windows, start = [], 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        start += size - overlap
    return windows


published = published_windows(tokens, size=400, overlap=80)
print([len(window) for window in published])
print(repr(encoding.decode(published[4])))
published[4] == published[3][-2:]

# %% [markdown]
# There are five windows, and the last has 2 tokens: the word *loop.* and a blank line. Window [3] ends with the same two, so
# window [4] adds nothing. It costs an entry in the index, and a search can return it.
#
# The loop asks: *is there a next start?* The right question is: *did the last window reach the end?* Window [3] did, at
# token 1,282; the loop went on, because 1,280 is less than 1,282.

# %%
fig, ax = new_figure(8, 2.6)
for k, window in enumerate(published):
    start, length = 320 * k, len(window)
    ax.barh(k, length, left=start, color="#77AADD")
    if k:
        ax.barh(k, min(80, length), left=start, color="#EEDD88", hatch=HATCHES[0])
    x, side = (start - 8, "right") if k else (8, "left")
    ax.text(x, k, f"[{k}] {start:,}–{start + length:,}", ha=side, va="center")
ax.set(yticks=[], xlim=(0, 1300), xlabel="token of the chapter")
ax.set_title("Window [4] lies wholly inside window [3]")
ax.invert_yaxis()
bars = [f"[{k}] {320 * k} to {320 * k + len(window)}" for k, window in enumerate(published)]
alt = f"Five bars on a line of {len(tokens)} tokens: {', '.join(bars)}."
figure(fig, f"{alt} Hatched: what a window shares with the one before; all of [4] is.")

# %% [markdown]
# ## Round 1: count before you cut
# A window starts 400 − 80 = 320 tokens after the one before it. That distance is called the *stride*.
#
# **Predict: how many windows does the chapter need, if the loop stops at the end? How long is the last one?**

# %%
n, size, overlap = len(tokens), 400, 80
count = 1 + ceil(max(0, n - size) / (size - overlap))
last = n - (count - 1) * stride(size, overlap)
print(count, "windows; the last has", last, "tokens")

[(window.size, window.overlap) for window in STRATEGIES["token_windows"](chapter, size=400, overlap=80)]

# %% [markdown]
# It needs four, and the last has 322. The first window takes 400 tokens and leaves 882. Every further one brings 320 new
# tokens, and 882 needs three of them: 1 + ⌈882 / 320⌉ = 4. `token_windows` returned the same four.
#
# One example proves little. Here are all lengths up to 60, all sizes up to 20 and each overlap below the size:

# %%
settings = [(size, overlap) for size in range(1, 21) for overlap in range(size)]
cases = [(n, size, overlap) for n in range(61) for size, overlap in settings]
wrong, too_many = [], []
for n, size, overlap in cases:
    chunks = STRATEGIES["fixed_characters"]("x" * n, size=size, overlap=overlap)
    if len(chunks) != count_windows(n, size, overlap):
        wrong.append((n, size, overlap))
    if len(published_windows("x" * n, size, overlap)) > len(chunks):
        too_many.append((n, size, overlap))
without = [case for case in too_many if case[2] == 0]
print(f"{len(cases):,} cases; the formula is wrong in {len(wrong)}")
print(f"the published loop makes too many in {len(too_many):,}, without overlap in {len(without)}")

# %% [markdown]
# The formula holds in all 12,810 cases. The published loop makes too many windows in 7,480 of them, but in none without
# overlap: a test with overlap 0 never sees the bug.
#
# **Fix the condition of the loop:**


# %% tags=["blank:windows_that_end"]
# Go on as long as the last window has not reached the end of the tokens.
def windows_that_end(tokens, size, overlap):
    windows, end = [], 0
    while end < len(tokens):  # ____ end < len(tokens)
        start = len(windows) * (size - overlap)
        end = start + size
        windows.append(tokens[start:end])
    return windows


# %%
windows_that_end = checked("windows_that_end")
differ = [c for c in cases if len(windows_that_end("x" * c[0], *c[1:])) != count_windows(*c)]
print(f"loop and formula differ in {len(differ)} of {len(cases):,} cases")

# %% [markdown]
# ## Round 2: windows of characters
# **Predict: windows of 400 characters share 80: which share of the cuts goes through a word?**


# %%
def cuts(chunks):
    starts, ends = {c.start_char for c in chunks[1:]}, {c.end_char for c in chunks[:-1]}
    return sorted(starts | ends)


def inside_word(text, at):
    return text[at - 1].isalnum() and text[at].isalnum()


by_character = STRATEGIES["fixed_characters"](chapter, size=400, overlap=80)
places = cuts(by_character)
broken = [at for at in places if inside_word(chapter, at)]
print(f"{len(by_character)} windows, {len(places)} cuts, {len(broken)} inside a word")
[chapter[at - 8 : at] + "|" + chapter[at : at + 8] for at in broken[:4]]

# %% [markdown]
# 16 of the 28 cuts, more than half, go through a word. A search for *belongs* does not find `bel`. Does the overlap
# help? Look for words that are whole in no window:

# %%
words = [match.span() for match in re.finditer(r"\w+", chapter)]
for overlap in (0, 80):
    chunks = STRATEGIES["fixed_characters"](chapter, size=400, overlap=overlap)
    held = [(chunk.start_char, chunk.end_char) for chunk in chunks]
    torn = [chapter[a:b] for a, b in words if not any(s <= a and b <= e for s, e in held)]
    print(f"overlap {overlap}: {len(torn)} torn", *torn)

# %% [markdown]
# 7 words are torn without overlap, none with 80: whatever is no longer than the overlap is whole in some window.
# Round 5 shows what this overlap costs. Do windows of tokens cut fewer words? Here are both, on the whole handbook:

# %%
for name in ("fixed_characters", "token_windows"):
    places = cuts(STRATEGIES[name](handbook, size=400, overlap=80))
    hits = sum(inside_word(handbook, at) for at in places)
    print(f"{name}: {len(places)} cuts, {hits} inside a word")

# %% [markdown]
# ## Round 3: windows of tokens
# Cuts between tokens spare most words: 5 of 58 cuts hit one, against 123 of 216. Do they spare characters? The handbook's
# section *Text* names people and places in several scripts.
#
# **Predict: cut it into windows of 20 tokens. How many hold a character that the handbook does not contain?**

# %%
section = handbook[handbook.index("### Text") : handbook.index("### Time")]
ids = encoding.encode_ordinary(section)
pieces = [encoding.decode(ids[at : at + 20]) for at in range(0, len(ids), 20)]
print([(k, piece) for k, piece in enumerate(pieces) if "\ufffd" in piece])

person = "👩‍🔧"
parts = encoding.encode(person)
print(len(person), "code points,", len(person.encode()), "bytes,", len(parts), "tokens")
[encoding.decode_single_token_bytes(p).hex(" ") for p in parts]

# %% [markdown]
# Two windows do, [9] and [10]. The technician 👩‍🔧 is three code points, 11 bytes and 8 tokens, and the cut fell inside
# the last code point: each window holds a part of it, and `decode` writes � (U+FFFD). `token_windows` cuts only between whole
# characters. What a reader sees as one character, such as 👩‍🔧, is called a *grapheme cluster*, and it stays whole too:

# %%
clean = STRATEGIES["token_windows"](section, size=20, overlap=0)
print([chunk.size for chunk in clean])
clean[9].text

# %% [markdown]
# Window [9] stops early, because 👩‍🔧 no longer fits. So the number of windows can differ from the formula. The next cell
# lists such settings among 100: size, overlap, windows found, windows computed.

# %%
sizes, percents = range(20, 520, 20), (0, 10, 20, 50)
settings = [(size, size * percent // 100) for size in sizes for percent in percents]
differ = []
for size, overlap in settings:
    found = len(STRATEGIES["token_windows"](section, size=size, overlap=overlap))
    computed = count_windows(len(ids), size, overlap)
    if found != computed:
        differ.append((size, overlap, found, computed))
len(settings), differ

# %% [markdown]
# In two settings of the 100, cuts that moved to spare a character gained or saved a window. For a list of tokens the formula
# is exact; for text it is an estimate that you can plan with.

# %% [markdown]
# ## Round 4: the short last window
# Suppose that a chunker throws a last window away when it is shorter than a minimum. Windows of 250 with an overlap of 50
# leave one of 82; the minimum is 100.
#
# **Predict: what is lost with it: nothing, since the windows overlap, or some text?**

# %%
kept = [window for window in published_windows(tokens, 250, 50) if len(window) >= 100]
end = (len(kept) - 1) * stride(250, 50) + len(kept[-1])
print(len(tokens) - end, "tokens are in no window:")
encoding.decode(tokens[end:])

# %% [markdown]
# Of its 82 tokens 50 are shared and 32 are not, and those 32 are lost: the sentence that says which mistake most
# lock-outs are. `min_size` of `token_windows` makes the last window start earlier instead:

# %%
for least in (0, 100):
    chunks = STRATEGIES["token_windows"](chapter, size=250, overlap=50, min_size=least)
    report = audit(chapter, chunks, size=250, overlap=50)
    print(least, [chunk.size for chunk in chunks], report.ok)

# %% [markdown]
# The last window grew from 82 to 100, the one before it shrank from 250 to 232, and `audit` finds nothing wrong.

# %% [markdown]
# ## Round 5: what overlap costs
# **Predict: windows that share 20 % of their size: how much more text is stored?**

# %%
rates = (0, 10, 15, 20, 25, 33, 50)
for rate in rates:
    stored = storage_impact(100_000, 500, overlap_from_percent(500, rate))
    formula = 1 / (1 - rate / 100)
    print(f"{rate:>2} %  {stored.chunks} windows  {stored.redundancy:.3f} stored  {formula:.3f}")

# %% [markdown]
# 25 % more, not 20 %: 1.249 times the text. Each window brings 80 % new text, so all need 1 / 0.8 = 1.25 times its
# length. If r is the shared part, it is 1 / (1 − r), the last column; a document stays a little below, since its first
# window shares nothing. At 50 % it nearly doubles.

# %% [markdown]
# ## Worked example: plan, cut, audit
# The whole handbook, 500 tokens a window, 15 % overlap. First the plan:

# %%
n = len(encoding.encode_ordinary(handbook))
overlap = overlap_from_percent(500, 15)
print(f"{n:,} tokens, overlap {overlap}, {count_windows(n, 500, overlap)} windows")
print(storage_impact(n, 500, overlap))

chunks = STRATEGIES["token_windows"](handbook, size=500, overlap="15%")
print(audit(handbook, chunks, size=500, overlap="15%"))

# %% [markdown]
# 23 windows were planned and 23 cut; 1.174 times the tokens were planned and 1.18 times the characters are stored. The six
# lines of the audit are what this course asks of all chunks: its *contract*. All six hold. The audit reads any chunks that have
# offsets, such as those of the published loop:


# %%
def as_chunk(start, end):
    before, text = encoding.decode(tokens[:start]), encoding.decode(tokens[start:end])
    return {"text": text, "start_char": len(before), "end_char": len(before) + len(text)}


foreign = [as_chunk(start, start + 400) for start in range(0, len(tokens), 320)]
print(audit(chapter, foreign, size=400, overlap=80))

# %% [markdown]
# Five lines hold, the size limit among them, so a test of sizes would have passed. *No waste* is broken, by chunk 4:
# it begins later than chunk 3 and ends where that ends.

# %% [markdown]
# ## Try it
# Windows of 250 tokens without overlap cut the chapter into 6.
#
# **Question.** At which overlap are there 12 for the first time? Guess, then move the slider. The cell below the viewer
# computes it.

# %%
chunk_viewer(chapter, strategy="token_windows", size=250, overlap=50)

# %%
[(overlap, count_windows(len(tokens), 250, overlap)) for overlap in (0, 125, 146, 147)]

# %% [markdown]
# ## Pitfalls
# - `while start < len(tokens)`: a last window inside its neighbour.
# - A minimum size that drops the tail: text that no search can find.
# - `decode(tokens[a:b])`: � where a character was cut.
# - An overlap as large as the size: the stride is 0 and the loop never ends. Refuse it before the loop.
# - 20 % overlap taken for 20 % more storage: it is 25 %.
# - Formulas for long documents used on short ones: the chapter has twice as many windows at 147 shared tokens, not at 125.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `STRATEGIES["fixed_characters"](text, size, overlap)` | windows of characters |
# | `STRATEGIES["token_windows"](text, size, overlap, min_size=0)` | windows of tokens, cut between characters |
# | `stride(size, overlap)` | the distance between two starts |
# | `count_windows(tokens, size, overlap)` | 1 + ⌈max(0, n − size) / stride⌉ |
# | `overlap_from_percent(size, percent)` | overlap in tokens |
# | `storage_impact(tokens, size, overlap)` | windows, stored tokens, redundancy, cost |
# | `audit(text, chunks, size=…, overlap=…)` | the contract, point by point |

# %% [markdown]
# ## Quiz

# %%
quiz("03_fixed_windows")

# %% [markdown]
# ## Exercise
# Write both loops yourself, then fix a published one:
# [exercise 3](../exercises/03_fixed_windows/03_fixed_windows.ipynb).

# %% [markdown]
# ## Sources
# The loop: Nawaz Dhandala, [How to Create Overlap Strategies](https://oneuptime.com/blog/post/2026-01-30-rag-overlap-strategies/view), 2026.
# The same fault, repaired: [LangChain](https://github.com/langchain-ai/langchain/pull/14848) 2023,
# [chonkie](https://github.com/chonkie-ai/chonkie/pull/136) 2025, [Haystack](https://github.com/deepset-ai/haystack/pull/12661) 2026.
