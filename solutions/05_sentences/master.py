# %% [markdown]
# # Exercise 5 · Sentences
# [Back to the lesson](../../notebooks/05_sentences.ipynb) · about 35 minutes

# %%
from itertools import pairwise

import tiktoken

from classroom import check, hint, keep

# %% [markdown]
# ## Task
# Pack whole sentences into chunks, and let neighbouring chunks share whole sentences. You get the sentences as spans `(start, end)`.
# They cover the text without gaps, so the white space after a sentence belongs to it. Return the chunks as spans, too. Each may be a
# tuple or a list.
#
# - A chunk consists of whole sentences. It begins where a sentence begins and ends where a sentence ends.
# - A chunk begins with the last `overlap` sentences of the chunk before. If the next sentence does not fit after them, leave out the
#   earliest ones, and no more than necessary.
# - Then the chunk takes one sentence after the other, as long as it has at most `size` tokens.
# - Each chunk brings at least one new sentence. So a sentence that is larger than `size` becomes a chunk by itself. No other chunk may
#   be larger than `size`.
# - Tokens are those of `gpt-4`, measured on `text[start:end]`. Text such as `<|endoftext|>` is plain text.
# - If there are no sentences, return an empty list. Unless `size >= 1` and `overlap >= 0`, raise a `ValueError`.

# %% [markdown]
# ## Expected
# The text has six sentences. A chunk may have 18 tokens, and neighbours share 2 sentences if they fit. Chunk [1] repeats two sentences.
# Chunks [2] and [3] have room for only one before their new sentence.

# %%
parts = (
    "It is cold. ",
    "We wait. ",
    "The gateway is late. ",
    "It sends its readings at last. ",
    "Nobody in the office has seen them yet. ",
    "Go on. ",
)
text = "".join(parts)
edges = [sum(map(len, parts[:n])) for n in range(len(parts) + 1)]
given = list(pairwise(edges))
given

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure

# %% tags=["expected-picture"]
fig, ax = new_figure(8, 2.6)
for k, (first, last, repeated) in enumerate([(0, 2, 0), (1, 3, 2), (3, 4, 1), (4, 5, 1)]):
    for n in range(first, last + 1):
        color, hatch = (COLORS[2], HATCHES[0]) if n < first + repeated else (COLORS[0], "")
        ax.barh(k, len(parts[n]), left=edges[n], height=0.75, color=color, hatch=hatch)
        middle = edges[n] + len(parts[n]) / 2
        ax.text(middle, k, str(n), ha="center", va="center", bbox={"fc": "white", "ec": "none", "pad": 1.5})
    ax.text(edges[first] - 1, k, f"[{k}]", ha="right", va="center")
ax.set(yticks=[], xticks=edges, xlim=(-6, edges[-1] + 1), xlabel="character; each tick is where a sentence begins")
ax.set_title("Each chunk begins with as many repeated sentences (hatched) as fit")
ax.invert_yaxis()
figure(
    fig,
    "Four rows of numbered boxes over a line of characters, ticks at 0, 12, 21, 42, 73, 113 and 120. [0] sentences 0, 1, 2;"
    " [1] 1, 2, 3, of which 1 and 2 are hatched; [2] 3 and 4, 3 hatched; [3] 4 and 5, 4 hatched.",
)

# %% [markdown]
# So `sentence_chunks(text, given, size=18, overlap=2)` returns `[(0, 42), (12, 73), (42, 113), (73, 120)]`.

# %% [markdown]
# ## Your turn
# Fill in the function, run its cell, run the check. Stuck? `hint("sentence_chunks")` opens one hint at a time.


# %% tags=["solution:sentence_chunks"]
def sentence_chunks(
    text: str, sentences: list[tuple[int, int]], size: int = 500, overlap: int = 2
) -> list[tuple[int, int]]:
    """Return chunks of whole sentences as spans: at most size tokens, neighbours share overlap sentences.

    Raises ValueError unless size >= 1 and overlap >= 0.
    """
    if size < 1 or overlap < 0:
        raise ValueError(f"need size >= 1 and overlap >= 0: got size={size}, overlap={overlap}")
    encoding = tiktoken.encoding_for_model("gpt-4")

    def place(first, last):
        return sentences[first][0], sentences[last][1]

    def fits(first, last):
        start, end = place(first, last)
        return len(encoding.encode(text[start:end], disallowed_special=())) <= size

    chunks = []
    new = 0
    while new < len(sentences):
        first = max(0, new - overlap)
        while first < new and not fits(first, new):
            first += 1
        last = new
        while last + 1 < len(sentences) and fits(first, last + 1):
            last += 1
        chunks.append(place(first, last))
        new = last + 1
    return chunks


# %%
check(sentence_chunks)

# %% tags=["solution-only"]
sentence_chunks(text, given, size=18, overlap=2)

# %% [markdown]
# ## Find the bug
# This sentence chunker steps back by the overlap after each chunk.
#
# **Which four things are wrong?** With one of them the loop never ends: think of a chunk that has no more sentences than the overlap.
# Write down what you find. Then run the check, which names one bug at a time, and fix the function until the check says *right*. Open
# the answers last.


# %%
def published_sentences(text, sentences, size=500, overlap=2):
    encoding = tiktoken.encoding_for_model("gpt-4")
    tokens = [len(encoding.encode(text[a:b], disallowed_special=())) for a, b in sentences]
    chunks, first = [], 0
    while first < len(sentences):
        last = first
        while last + 1 < len(sentences) and sum(tokens[first : last + 2]) <= size:
            last += 1
        chunks.append((sentences[first][0], sentences[last][1]))
        if last + 1 == len(sentences):
            break
        first = last + 1 - overlap
    return chunks


# %%
check(published_sentences, "sentence_chunks")

# %% [markdown]
# <details><summary>Answers</summary>
#
# 1. It steps back by the overlap, even if the chunk has no more sentences than that. Then it makes the same chunk again and again, and
#    the loop never ends.
# 2. It never asks whether the next sentence fits after the repeated ones. If it does not fit, the chunk brings nothing new.
# 3. It adds up the tokens of single sentences. The joined text has fewer tokens, because a space at the end of a sentence is not a
#    token of its own if a word follows. So the chunks stay smaller than they may be.
# 4. It accepts a size of 0 and a negative overlap.
#
# </details>


# %% tags=["solution-only"]
def fixed_sentences(text, sentences, size=500, overlap=2):
    if size < 1 or overlap < 0:
        raise ValueError(f"need size >= 1 and overlap >= 0: got size={size}, overlap={overlap}")
    encoding = tiktoken.encoding_for_model("gpt-4")

    def fits(first, last):
        start, end = sentences[first][0], sentences[last][1]
        return len(encoding.encode(text[start:end], disallowed_special=())) <= size

    chunks, first, new = [], 0, 0
    while new < len(sentences):
        while first < new and not fits(first, new):
            first += 1
        last = new
        while last + 1 < len(sentences) and fits(first, last + 1):
            last += 1
        chunks.append((sentences[first][0], sentences[last][1]))
        new = last + 1
        first = max(0, new - overlap)
    return chunks


# %% tags=["solution-only"]
check(fixed_sentences, "sentence_chunks")
