# %% [markdown]
# # Exercise 1 · Why chunk
# [Back to the lesson](../../notebooks/01_why_chunk.ipynb) · about 30 minutes

# %%
import re

from classroom import check, hint, keep

# %% [markdown]
# ## Task
# Write a retriever: the step that ranks the chunks for a question. `retrieve(question, chunks, k)` gets a question, a list of texts and a
# number. It returns the *places* of the best chunks in this list, counted from 0, best first. About ten lines are enough.
#
# - **Words** are runs of letters, digits and underscores, in small letters: `re.findall(r"\w+", text.lower())`. A word counts once in
#   a question and once in a chunk, however often it is there. The words *dog* and *dogs* are different.
# - **What a word is worth:** the number of chunks that do *not* have it. Of 10 chunks, a word that only one chunk has is worth 9. A word that
#   every chunk has is worth 0.
# - **The score of a chunk** is what all the words are worth together that it shares with the question.
# - **The order:** a higher score comes first. If two scores are equal, the chunk that is earlier in the list comes first.
# - Return at most `k` places, and never a chunk with the score 0.
# - If `k` is below 1, raise a `ValueError`, also if there are no chunks.

# %% [markdown]
# ## Expected
# The question is *Is the ice cold?*, and there are four chunks:
#
# | | chunk | shares | score |
# |---|---|---|---:|
# | 0 | `The fish is cold.` | the, is, cold | 0 + 1 + 1 |
# | 1 | `The ice is cold.` | the, ice, is, cold | 0 + 3 + 1 + 1 |
# | 2 | `The fish swims in cold water.` | the, cold | 0 + 1 |
# | 3 | `The door is warm.` | the, is | 0 + 1 |

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, figure, new_figure

# %% tags=["expected-picture"]
PARTS = {"is": (COLORS[0], (1, 1, 0, 1)), "cold": (COLORS[2], (1, 1, 1, 0)), "ice": (COLORS[1], (0, 3, 0, 0))}
fig, ax = new_figure(7, 2.4)
left = [0, 0, 0, 0]
for word, (color, values) in PARTS.items():
    ax.barh(range(4), values, left=left, color=color)
    for place, value in enumerate(values):
        ax.text(left[place] + value / 2, place, f"{word} {value}" * bool(value), ha="center", va="center")
    left = [one + value for one, value in zip(left, values)]
for place, (total, rank) in enumerate(zip(left, ("second", "first", "third", "fourth"))):
    ax.text(total + 0.08, place, f"{total}: {rank}", va="center")
ax.set(yticks=range(4), yticklabels=["chunk 0", "chunk 1", "chunk 2", "chunk 3"], xlabel="score", xlim=(0, 6.4))
ax.invert_yaxis()
ax.set_title("The rare word decides; “the” is worth nothing")
figure(
    fig,
    "Four bars made of what each word is worth. Chunk 0: is 1, cold 1, score 2, second. Chunk 1: is 1, cold 1, ice 3,"
    " score 5, first. Chunk 2: cold 1, score 1, third. Chunk 3: is 1, score 1, fourth.",
)

# %% [markdown]
# So `retrieve("Is the ice cold?", chunks, 3)` returns `[1, 0, 2]`. Chunk 3 has the same score as chunk 2, but it is later in the list.

# %% [markdown]
# ## Your turn
# Fill in the function, run its cell, and run the check. If you are stuck, `hint("retrieve")` opens one hint after the other.


# %% tags=["solution:retrieve"]
def retrieve(question: str, chunks: list[str], k: int) -> list[int]:
    """Return the places of the k best chunks for a question, best first.

    Raises ValueError unless k >= 1.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1: got {k}")
    asked = set(re.findall(r"\w+", question.lower()))
    found = [set(re.findall(r"\w+", chunk.lower())) for chunk in chunks]
    worth = {word: sum(word not in own for own in found) for word in asked}
    scores = [sum(worth[word] for word in asked & own) for own in found]
    order = sorted(range(len(chunks)), key=lambda place: (-scores[place], place))
    return [place for place in order if scores[place] > 0][:k]


# %%
check(retrieve)

# %% tags=["solution-only"]
chunks = ["The fish is cold.", "The ice is cold.", "The fish swims in cold water.", "The door is warm."]
retrieve("Is the ice cold?", chunks, 3)

# %% [markdown] tags=["solution-only"]
# How far is this from BM25? Here are both on the question of the lesson:

# %% tags=["solution-only"]
from chunklib import token_windows
from chunklib.data import load
from chunklib.retrieval import BM25

handbook = load("handbook")
windows = token_windows(handbook, size=100, overlap=0)
texts = [window.text for window in windows]
question = "When does a delivered shipment close by itself?"
print(retrieve(question, texts, 5))
print([hit.chunk.index for hit in BM25(windows).search(question, k=5)])

# %% [markdown] tags=["solution-only"]
# The first four places are the same. What happens if the whole handbook is one more chunk in the list?

# %% tags=["solution-only"]
retrieve(question, [*texts, handbook], 1) == [len(texts)]

# %% [markdown] tags=["solution-only"]
# It comes first, because it has every word of the question that any chunk has. This retriever asks nothing for length. In BM25 the same word
# counts less in a longer chunk.

# %% [markdown]
# **Next.** `keep(retrieve)`, in a cell of its own, puts your function into your package `my_rag`, and from then on `ask` ranks with it. Then
# go on with [lesson 2: Characters and tokens](../../notebooks/02_characters_and_tokens.ipynb).
