# %% [markdown]
# # Exercise 3 · Fixed windows
# [Back to the lesson](../../notebooks/03_fixed_windows.ipynb)

# %%
from classroom import check, hint

# %% [markdown]
# ## Task
# Write the window loop twice: over the characters of a text, and over a list of token ids. The rules are the same for both.
#
# - Each window begins *size − overlap* after the one before it.
# - Each has exactly *size* elements; only the last may have fewer.
# - The loop stops at the window that reaches the end, so no window lies inside another, and nothing is lost.
# - A window is a piece of the input: nothing in it is changed (a token may become an integer of numpy). The input may be long and give thousands of windows.
# - Empty input gives an empty list.
# - Unless `0 <= overlap < size`, raise a `ValueError`, also for empty input.

# %% [markdown]
# ## Expected
# Ten characters, windows of 4 that share 1: three windows, each starting 3 after the one before it. `abcd`, `defg`, `ghij`.

# %% tags=["expected-picture"]
from classroom.lessons.figure import HATCHES, figure, new_figure

fig, ax = new_figure(6, 2.2)
for k, (start, window) in enumerate([(0, "abcd"), (3, "defg"), (6, "ghij")]):
    for place, letter in enumerate(window, start):
        shared = k > 0 and place == start
        color, hatch = ("#EEDD88", HATCHES[0]) if shared else ("#77AADD", "")
        ax.barh(k, 1, left=place, height=0.8, color=color, hatch=hatch)
        ground = {"fc": "white", "ec": "none", "pad": 2}
        ax.text(place + 0.5, k, letter, ha="center", va="center", bbox=ground)
    ax.text(start - 0.15, k, f"[{k}]", ha="right", va="center")
ax.set(yticks=[], xticks=range(11), xlim=(-0.7, 10.1), xlabel="character")
ax.set_title("Three windows of 4 that share 1")
ax.invert_yaxis()
figure(
    fig,
    "Three rows of lettered boxes over a line from 0 to 10. [0] abcd from 0 to 4, [1] defg from 3 to 7,"
    " [2] ghij from 6 to 10. The first box of [1] and of [2], d and g, is hatched: shared with the row above.",
)

# %% [markdown]
# A second case, for your own test: 1,502 characters, windows of 600 that share 100. A widely copied tutorial promises
# four windows of 600, 600, 600 and 402. The right lengths are 600, 600 and 502; the starts are 0, 500 and 1,000.

# %% [markdown]
# ## Your turn: characters
# Fill in the function, run its cell, run the check. Stuck? `hint("fixed_size_chunks")` opens one hint at a time.


# %% tags=["solution:fixed_size_chunks"]
def fixed_size_chunks(text: str, size: int = 1000, overlap: int = 200) -> list[str]:
    """Return the windows of a text: size characters each, neighbours share overlap.

    Raises ValueError unless 0 <= overlap < size.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"overlap must be from 0 to below {size}: got {overlap}")
    windows = []
    start = end = 0
    while end < len(text):
        end = start + size
        windows.append(text[start:end])
        start = end - overlap
    return windows


# %%
check(fixed_size_chunks)

# %% tags=["solution-only"]
[len(window) for window in fixed_size_chunks("x" * 1502, size=600, overlap=100)]

# %% [markdown]
# ## Your turn: tokens
# The same rules for a list of token ids. `sliding_window(list(range(10)), size=4, overlap=1)` returns
# `[[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9]]`. `hint("sliding_window")` helps here.


# %% tags=["solution:sliding_window"]
def sliding_window(tokens: list[int], size: int = 500, overlap: int = 75) -> list[list[int]]:
    """Return the windows of a list, each with size tokens; neighbours share overlap.

    Raises ValueError unless 0 <= overlap < size.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"overlap must be from 0 to below {size}: got {overlap}")
    if not tokens:
        return []
    stride = size - overlap
    beyond = max(0, len(tokens) - size)
    count = 1 + (beyond + stride - 1) // stride
    return [tokens[k * stride : k * stride + size] for k in range(count)]


# %%
check(sliding_window)

# %% [markdown]
# ## Find the bug
# This loop follows one that many tutorials carry, with its minimum size for the last window. It looks careful.
#
# **Which three things are wrong?** Read it and write down what you find. Then run the check, which names one at a time. Fix the
# function in its cell until the check says *right*, and open the answers.


# %%
def published_window(tokens, size=500, overlap=75):
    min_size = size // 2
    windows = []
    start = 0
    while start < len(tokens):
        window = tokens[start : start + size]
        if len(window) >= min_size or start == 0:
            windows.append(window)
        start += size - overlap
    return windows


# %%
check(published_window, "sliding_window")

# %% [markdown]
# <details><summary>Answers</summary>
#
# In the order in which the check finds them:
#
# 1. The minimum size throws a short last window away, with the tokens that only it holds.
# 2. `while start < len(tokens)` goes on after a window has reached the end, so the last one can lie inside its neighbour.
#    The minimum hid that as long as the overlap was below half the size.
# 3. Nothing refuses an impossible overlap: with `overlap == size` the start never moves, and the loop never ends.
#
# </details>


# %% tags=["solution-only"]
def fixed_window(tokens, size=500, overlap=75):
    if not 0 <= overlap < size:
        raise ValueError(f"overlap must be from 0 to below {size}: got {overlap}")
    windows = []
    for start in range(0, len(tokens), size - overlap):
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
    return windows


# %% tags=["solution-only"]
check(fixed_window, "sliding_window")
