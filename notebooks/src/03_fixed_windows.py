# %% [markdown]
# # 3 · Fixed windows
# *50 minutes · needs lesson 2 · questions 1 and 2: where may I cut, how much fits?*
#
# After this lesson you can
# - write a window loop that stops at the right moment and loses nothing;
# - work out from three numbers how many windows a text gives;
# - say what a blind cut breaks, and find it with `audit`.

# %% [markdown] tags=["numbers:2"]
# ## Questions back
# 1. A cut between two tokens can fall inside a character. What does `decode` write for the half?
# 2. Two chunks share the same word with a question. Which of them does BM25, the search of lesson 1, rank higher?
#
# <details><summary>Answers</summary>
#
# 1. The mark �, since a part of a character is not text.
# 2. The shorter one, because a word counts for more in a short chunk.
# </details>

# %% [markdown] tags=["numbers:2026"]
# ## The bot's source is one word long
# Tomorrow 200 devices come back from sea and send their readings at once. Nora's plan limits the *burst*, and she asks the bot what that is.
#
# The bot now cuts each section of the handbook into windows of 50 tokens that share 10. The loop is from a tutorial of 2026:

# %%
from math import ceil

import tiktoken

from chunklib import audit, fixed_characters, token_windows
from chunklib.data import load
from classroom import ask, checked, chunk_viewer, compare, predict, quiz

handbook = load("handbook")
encoding = tiktoken.get_encoding("cl100k_base")


# %%
def published_windows(tokens, size, overlap):
    windows, start = [], 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        start += size - overlap
    return windows


# %% [markdown]
# Run the next folded cell, which cuts all sections with a loop.

# %% tags=["plot"]
import re
from itertools import pairwise

from chunklib import Chunk

headings = [match.start() for match in re.finditer(r"^##+ ", handbook, re.MULTILINE)]
sections = list(pairwise([0, *headings, len(handbook)]))


def cut_sections(loop, size=50, overlap=10):
    chunks = []
    for first, last in sections:
        tokens = encoding.encode_ordinary(handbook[first:last])
        edges = [first + place for place in encoding.decode_with_offsets(tokens)[1]] + [last]
        for window in loop(list(range(len(tokens))), size, overlap):
            start, end = edges[window[0]], edges[window[-1] + 1]
            shared = overlap if window[0] else 0
            chunks.append(Chunk(handbook[start:end], start, end, len(window), shared, len(chunks)))
    return chunks


print(f"The handbook has {len(sections)} sections.")

# %%
bot = cut_sections(published_windows)
ask("What is a burst?", chunks=bot)

# %% [markdown]
# A burst is a *Burst*, says the bot. Its source, the last window of the section *Plans*, holds nothing else. The section has 245 tokens.
# **How many windows do you expect, and how long is the last one?**

# %%
predict("03-windows", "number of windows", "tokens in the last one")

# %%
plans = handbook[handbook.index("### Plans") : handbook.index("### Sizing")]
tokens = encoding.encode_ordinary(plans)
windows = published_windows(tokens, size=50, overlap=10)
compare("03-windows", len(windows), len(windows[-1]))

# %% [markdown] tags=["after:03-windows"]
# There are seven windows, and the last one has 5 tokens: one word and the marks around it. Why does the loop make it?
# Each window starts 50 − 10 = 40 tokens after the one before. This distance is the [stride](../docs/glossary.md#stride).

# %% [markdown]
# **Where does window k start?**


# %% tags=["blank:window_start"]
# Window 0 starts at token 0. Return the token at which window k starts.
def window_start(k, size, overlap):
    return k * (size - overlap)  # ____ k * (size - overlap)


# %%
window_start = checked("window_start")
[(k, window_start(k, 50, 10)) for k in range(len(windows))]

# %% tags=["plot"]
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure

fig, ax = new_figure(8, 2.8)
for k, window in enumerate(windows):
    start, length = window_start(k, 50, 10), len(window)
    ax.barh(k, length, left=start, color=COLORS[0])
    if k:
        ax.barh(k, min(10, length), left=start, color=COLORS[2], hatch=HATCHES[0])
    x, side = (start - 2, "right") if k else (52, "left")
    ax.text(x, k, f"[{k}] {start}–{start + length}", ha=side, va="center")
ax.set(yticks=[], xlim=(0, 250), xlabel="token of the section (hatched: shared with the window before)")
ax.set_title("Window 6 adds nothing: window 5 has all of it")
ax.invert_yaxis()
bars = [f"[{k}] {40 * k} to {40 * k + len(window)}" for k, window in enumerate(windows)]
figure(
    fig, f"Seven bars on a line of 245 tokens: {', '.join(bars)}. Hatched: shared with the one before; all of [6] is."
)

# %% [markdown] tags=["after:03-windows"]
# Window 5 has reached the end of the section, but the loop goes on, because 240 is less than 245.
# The loop asks whether there is another *start*. It should ask whether the last window has reached the *end*.

# %% [markdown]
# **Fix the condition:**


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
fixed = cut_sections(windows_that_end)
print(len(bot), "chunks before,", len(fixed), "now")
print(ask("What is a burst?", chunks=fixed).text)

# %% [markdown] tags=["after:03-windows", "numbers:271-257"]
# Now Nora gets the whole sentence. The 14 chunks that are gone were copies of their neighbours' ends. Such a copy does harm: it is short, so BM25
# ranked it above the whole sentence.

# %% [markdown]
# ## How many windows are enough?
# **Question.** With an overlap of 10 the section needs 6 windows. How many does it need with 25, half the size, and how many with 45? Guess, then move
# the overlap in the viewer.

# %%
predict("03-overlaps", "windows with overlap 25", "windows with overlap 45")

# %%
chunk_viewer(plans, "token_windows", size=50, overlap=10)

# %%
half, most = (token_windows(plans, size=50, overlap=overlap) for overlap in (25, 45))
compare("03-overlaps", len(half), len(most))

# %% [markdown] tags=["after:03-overlaps", "numbers:245-50 195/5"]
# An overlap of 25 gives 9 windows, and 45 gives 40. The first window leaves 195 tokens, and each further one brings one stride of new tokens. With 45
# the stride is 5, and 195 / 5 = 39. If there is a remainder, `ceil` rounds up.

# %% [markdown]
# **Complete the formula:**


# %% tags=["blank:windows_needed"]
# Add the windows that cover the tokens beyond the first window.
def windows_needed(n, size, overlap):
    beyond = max(0, n - size)
    return 1 + ceil(beyond / (size - overlap))  # ____ ceil(beyond / (size - overlap))


# %%
windows_needed = checked("windows_needed")
[(overlap, windows_needed(245, 50, overlap)) for overlap in (0, 10, 25, 45)]

# %% [markdown] tags=["numbers:60 20"]
# Is the fault rare? We try all lengths up to 60 and all sizes up to 20, with every possible overlap: 12,600 settings, 1,200 of them without overlap. **In
# what per cent does the published loop make a wrong number of windows?**

# %%
predict("03-faults", "per cent of all settings", "per cent of those without overlap")


# %%
def is_wrong(loop, setting):
    n, size, overlap = setting
    return len(loop(range(n), size, overlap)) != windows_needed(n, size, overlap)


def per_cent_wrong(loop, settings):
    return round(100 * sum(is_wrong(loop, setting) for setting in settings) / len(settings))


sizes = [(size, overlap) for size in range(1, 21) for overlap in range(size)]
settings = [(n, size, overlap) for n in range(1, 61) for size, overlap in sizes]
bare = [setting for setting in settings if setting[2] == 0]
print(f"{len(settings):,} settings, {len(bare):,} without overlap")

# %%
loop = published_windows
compare("03-faults", per_cent_wrong(loop, settings), per_cent_wrong(loop, bare))

# %%
print("fixed loop:", per_cent_wrong(windows_that_end, settings), "per cent wrong")

# %% [markdown] tags=["after:03-faults"]
# The published loop is wrong in 59 % of the settings, but in none without overlap, so a test with overlap 0 never shows the fault. The fixed loop and the
# formula agree in all of them.

# %% [markdown]
# ## What does a blind cut break?
# A window ends where the counting says, even inside a word. **Complete the test** (`"a".isalnum()` is true for letters and digits):


# %% tags=["blank:cuts_a_word"]
# The cut is before text[at]. Tell whether it has a letter or digit on both sides.
def cuts_a_word(text, at):
    return text[at - 1].isalnum() and text[at].isalnum()  # ____ text[at - 1].isalnum() and text[at].isalnum()


# %%
cuts_a_word = checked("cuts_a_word")

# %% [markdown]
# We cut the handbook without overlap, after every 180 characters or after every 50 tokens, which is about as long. **What per cent of the cuts break a word?**

# %%
predict("03-words", "per cent, windows of characters", "per cent, windows of tokens")


# %%
def per_cent_broken(chunks):
    cuts = [chunk.start_char for chunk in chunks[1:]]
    return round(100 * sum(cuts_a_word(handbook, at) for at in cuts) / len(cuts))


by_character = fixed_characters(handbook, size=180, overlap=0)
by_token = token_windows(handbook, size=50, overlap=0)
compare("03-words", per_cent_broken(by_character), per_cent_broken(by_token))

# %% [markdown] tags=["after:03-words"]
# If you count characters, 54 % of the cuts break a word, and a search cannot find a word that no chunk holds. If you count tokens, 8 % do: a cut between
# tokens breaks a word only if it has several tokens.

# %% [markdown]
# ## Why not throw the short window away?
# A colleague fixes the published loop in another way: he drops every later window that is shorter than half the size. Then a cold room fails, and Nora
# needs help fast. Here are the bot's answers with his fix and with ours:


# %%
def long_windows(tokens, size, overlap):
    windows = published_windows(tokens, size, overlap)
    return windows[:1] + [window for window in windows[1:] if len(window) >= size / 2]


dropped = cut_sections(long_windows)
alarm = "What do I write when live goods are at risk?"
for chunks in (dropped, fixed):
    print(ask(alarm, chunks=chunks).text)

# %% [markdown]
# His bot has lost the answer. The section *Contact* has 64 tokens, and its second window of 24 was dropped, because half the size is 25. **How many
# tokens of the section are now in no chunk?**

# %%
predict("03-lost", "tokens in no chunk")

# %%
contact = handbook[handbook.index("### Contact") : handbook.index("### Where data")]
tokens = encoding.encode_ordinary(contact)
kept = long_windows(tokens, 50, 10)[0]
compare("03-lost", len(tokens) - len(kept))

# %% tags=["plot"]
fig, ax = new_figure(8, 1.8)
ax.barh(0, 50, color=COLORS[0])
ax.text(25, 0, "[0] 0–50", ha="center", va="center")
ax.barh(1, 10, left=40, color=COLORS[2], hatch=HATCHES[0])
ax.barh(1, 14, left=50, color=COLORS[1])
ax.text(57, 1, "lost", ha="center", va="center")
ax.text(39, 1, "dropped: [1] 40–64", ha="right", va="center")
ax.set(yticks=[], xlim=(0, 65), xlabel="token of the section (hatched: shared with the window before)")
ax.set_title("The overlap saves 10 of the 24 tokens, and 14 are lost")
ax.invert_yaxis()
figure(
    fig,
    "Two bars on a line of 64 tokens: [0] 0 to 50, and [1] 40 to 64, dropped. 40 to 50 is shared, 50 to 64 is lost.",
)

# %%
encoding.decode(tokens[50:])

# %% [markdown] tags=["after:03-lost"]
# The 14 lost tokens are the very sentence that Nora needs.

# %% [markdown]
# If you want no short window, start the last one *earlier*. **Where must it start to have at least `least` of the n tokens?**


# %% tags=["blank:last_start"]
# Return start, or an earlier token if a window from start has fewer than `least` tokens.
def last_start(start, n, least):
    return min(start, n - least)  # ____ min(start, n - least)


# %%
last_start = checked("last_start")
print("The last window starts at", last_start(40, n=64, least=25))
print([chunk.size for chunk in token_windows(contact, size=50, overlap=10, min_size=25)])

# %% [markdown] tags=["after:03-lost"]
# It starts at 39 instead of 40. In the library, `min_size` does this, and ends the window before it one token earlier, so that the two still share 10.

# %% [markdown]
# ## What may you expect of chunks?
# What this course demands of all chunks is their [contract](../docs/glossary.md#contract). `audit` checks six of its seven points, in chunks from anywhere: each is an exact piece
# of the document and not too large, nothing is lost, none lies inside another, neighbours share no more than you asked, and no character is broken.

# %%
print(audit(handbook, bot, size=50, overlap=10))

# %% [markdown]
# The published loop breaks three of the six points (✗; the first breach of each is below it. U+FFFD is the mark �; a unit is a token, and `cl100k_base` counts them). A test of
# the size alone, *bounded*, would not show it. And the other loops?

# %%
whole = token_windows(handbook, size=50, overlap=10)
for name, chunks in {"dropped": dropped, "fixed": fixed, "token_windows": whole}.items():
    report = audit(handbook, chunks, size=50, overlap=10)
    print(name, [point.name for point in report.points if not point.ok])

# %%
report = audit(handbook, fixed, size=50, overlap=10)
print(*[breach.message for breach in report.breaches], sep="\n")
print("The tool 🔧 has", len(encoding.encode_ordinary("🔧")), "tokens.")

# %% [markdown]
# The fixed loop breaks two points, both at the technician 👩‍🔧, a [grapheme cluster](../docs/glossary.md#grapheme-cluster): one character for you and
# three for Python (a woman, an invisible joiner, a tool). Window 77 begins at the last of the tool's three tokens. A chunk cannot begin
# inside a character, so it takes all three and shares 12 tokens. `token_windows` never cuts inside one that fits into a window, and keeps all six points.

# %% [markdown]
# **Your turn.** Cut and audit your own document (or the handbook). The last line says how often the text is stored: the handbook
# 1.25 times, although the overlap is 20 % of the size. Lesson 4 explains why.

# %%
# A document of your own comes here once you have run: from classroom import bring; bring("its_file.pdf")
from classroom.lessons.document import current

text = current().text
windows = token_windows(text, size=50, overlap="20%")
print(audit(text, windows, size=50, overlap="20%"))

# %% [markdown] tags=["numbers:1"]
# ## Recap
# Fixed windows are simple, but they cut blindly: between characters or tokens, a cut can break a word. The
# loop must stop as soon as a window has reached the end. A text of n ≥ 1 tokens then gives 1 + ⌈max(0, n − size) / stride⌉ windows; ⌈ ⌉ means *rounded up*. Do not
# drop a short last window, but start it earlier.

# %% [markdown]
# ## Quiz

# %%
quiz("03_fixed_windows")

# %% [markdown]
# ## Next
# - Before: [lesson 2: Characters and tokens](02_characters_and_tokens.ipynb).
# - Now: [exercise 3](../exercises/03_fixed_windows/03_fixed_windows.ipynb), in which you write both loops and fix a published one.
# - Then: [lesson 4: Overlap arithmetic](04_overlap_arithmetic.ipynb).

# %% [markdown]
# ## Sources
# The loop: Nawaz Dhandala, [How to Create Overlap Strategies](https://oneuptime.com/blog/post/2026-01-30-rag-overlap-strategies/view), 2026.
# Three libraries repaired the same fault: [LangChain](https://github.com/langchain-ai/langchain/pull/14848) in 2023,
# [chonkie](https://github.com/chonkie-ai/chonkie/pull/136) in 2025, [Haystack](https://github.com/deepset-ai/haystack/pull/12661) in 2026.
