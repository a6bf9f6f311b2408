# %% [markdown]
# # Exercise 2 · Characters and tokens
# [Back to the lesson](../../notebooks/02_characters_and_tokens.ipynb) · about 65 minutes

# %%
import re

import tiktoken

from classroom import check, hint, keep

# %% [markdown]
# ## Task
# **Part 1: `token_spans(text)`.** For each token of `cl100k_base`, return the pair `(start, end)` of the characters that belong
# to it, so that `text[start:end]` is their text. A character belongs to the token in which its *first byte* lies.
#
# Here is `rain ☂` in three rows. Its spans are `[(0, 4), (4, 6), (6, 6)]`:
#
# ```text
# characters    r  a  i  n  ␣  ☂
# bytes         72 61 69 6e 20 e2 98 82
# tokens       [0          |1       |2 ]
# ```
#
# - The first span starts at 0. Each further one starts where the one before it ends. The last one ends at `len(text)`.
# - A token in which no character begins has an empty span, such as `(3, 3)`.
# - Text that looks like a special token, `<|endoftext|>`, is plain text. An empty text gives `[]`.
# - A pair may be a tuple or a list, and its integers may come from numpy.
#
# **Part 2: `estimate_tokens(text)`.** Estimate the number of `cl100k_base` tokens *without* a tokenizer. Begin with the rule of the
# lesson, `len(text) // 4`, and improve it until
#
# - English prose is at most a quarter off;
# - everything else in this list is within a factor of two, that is at least half the count and at most twice the count:
#     - hashes, numbers, JSON, tables and code;
#     - emoji;
#     - sentences in German, Norwegian, Russian, Greek, Arabic, Hindi, Thai, Chinese, Japanese and Korean;
#     - texts with a long run of spaces, of tabs or of line ends in the middle;
#     - mixtures of all these and of English prose;
# - text that is added at the end never lowers the estimate (a chunker that fills a chunk up to a limit relies on this);
# - an empty text is 0.
#
# These limits are for whole lines and sentences. A text of a few characters, or of white space alone, may be further off. Return a
# whole number: an `int`, or an integer of numpy.

# %% [markdown]
# ## Expected
# For part 2, this is how far the rule of the lesson is off. A bar of length 1 is right. All of yours must end between the dashed lines,
# at ½ and 2.

# %% tags=["expected-picture"]
from classroom.lessons.figure import COLORS, INK, figure, new_figure
from chunklib.tokens import ruler

samples = {
    "English": "The door of the cold room was open for ten minutes.",
    "Greek": "Η πόρτα του ψυκτικού θαλάμου ήταν ανοιχτή για δέκα λεπτά.",
    "Thai": "ประตูห้องเย็นเปิดอยู่สิบนาที",
    "Chinese": "冷藏室的门开了十分钟。",
    "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "JSON": '{"door": "open", "minutes": 10, "t": [4.1, 4.3, 5.0]}',
    "emoji": "🚪🚨🔧🧊🚚",
    "indented": "rooms:\n" + " " * 24 + "north:\n" + " " * 24 + "south:\n",
}
count = ruler("cl100k_base")
parts = {name: len(text) // 4 / count(text) for name, text in samples.items()}
fig, ax = new_figure(7, 3)
for row, (name, part) in enumerate(parts.items()):
    ax.barh(row, part, color=COLORS[0])
    ground = {"fc": "white", "ec": "none", "pad": 1}
    ax.text(part + 0.03, row, f"{part:.2f}", va="center", bbox=ground)
for line in (0.5, 2):
    ax.axvline(line, color=INK, linestyle="--", zorder=0)
ax.set(yticks=range(len(parts)), yticklabels=parts, xlim=(0, 2.4), xlabel="estimate / count")
ax.set_title("The rule is between half and twice the count for one text of eight")
ax.invert_yaxis()
words = ", ".join(f"{name} {part:.2f}" for name, part in parts.items())
figure(fig, f"Bars of estimate over count, with dashed lines at 0.5 and 2: {words}.")

# %% [markdown]
# ## Your turn: places
# Fill in the function, run its cell, and run the check. If you are stuck, `hint("token_spans")` opens one hint at a time.


# %% tags=["solution:token_spans"]
def token_spans(text: str) -> list[tuple[int, int]]:
    """Return start and end, in characters, of each cl100k_base token of a text.

    A character belongs to the token in which its first byte lies.
    """
    encoding = tiktoken.get_encoding("cl100k_base")
    spans, start = [], 0
    for token in encoding.encode_ordinary(text):
        piece = encoding.decode_single_token_bytes(token)
        end = start + sum(not 0x80 <= byte <= 0xBF for byte in piece)
        spans.append((start, end))
        start = end
    return spans


# %%
check(token_spans)

# %% tags=["solution-only"]
token_spans("rain ☂")

# %% [markdown]
# ## Your turn: an estimate
# Give each character a weight, and add the weights up. `hint("estimate_tokens")` helps here.


# %% tags=["solution:estimate_tokens"]
def estimate_tokens(text: str) -> int:
    """Return an estimate of the cl100k_base tokens of a text, without a tokenizer.

    It is at most a quarter off for English prose, and within a factor of two for the other texts of the task. Text
    that is added at the end never lowers it.
    """
    total = 0.0
    for char in re.sub(r"\s+", " ", text):
        length = len(char.encode())
        if length > 1:
            total += {2: 0.6, 3: 1.0, 4: 2.5}[length]
        else:
            total += 0.25 if char.isalpha() or char == " " else 0.5
    return int(total)


# %%
check(estimate_tokens)

# %% tags=["solution-only"]
[(name, estimate_tokens(text), count(text)) for name, text in samples.items()]

# %% [markdown]
# ## Find the bug
# This function also places tokens. It passes every test that is written in plain English.
#
# **Which line is wrong, and for which texts?** Write down a text that shows it before you run the check. Then fix the function, and
# compare what you found with the answer below.


# %%
def published_spans(text):
    encoding = tiktoken.get_encoding("cl100k_base")
    spans, start = [], 0
    for token in encoding.encode(text, disallowed_special=()):
        piece = encoding.decode([token])
        spans.append((start, start + len(piece)))
        start += len(piece)
    return spans


# %%
check(published_spans, "token_spans")

# %% [markdown]
# <details><summary>Answer</summary>
#
# The line `piece = encoding.decode([token])` is wrong if a token holds only a part of a character, as with ☂ or an emoji. Each part is
# decoded to �, whose length is 1. So the character is counted more than once, and everything after it is at the wrong place. Count the
# bytes that begin a character instead.
#
# </details>


# %% tags=["solution-only"]
def fixed_spans(text):
    encoding = tiktoken.get_encoding("cl100k_base")
    spans, start = [], 0
    for token in encoding.encode(text, disallowed_special=()):
        piece = encoding.decode_single_token_bytes(token)
        length = sum(byte & 0b1100_0000 != 0b1000_0000 for byte in piece)
        spans.append((start, start + length))
        start += length
    return spans


# %% tags=["solution-only"]
check(fixed_spans, "token_spans")

# %% [markdown]
# **Next.** `keep(token_spans)` and `keep(estimate_tokens)`, in a cell of their own, put your functions into your package `my_rag`. Then
# go on with [lesson 3: Fixed windows](../../notebooks/03_fixed_windows.ipynb).
