# %% [markdown]
# # Exercise 3 · Fixed windows
# [Back to the lesson](../../notebooks/03_fixed_windows.ipynb) · about 35 minutes

# %%
from classroom import check, hint, keep

# %% [markdown]
# ## Task
# Write the window loop twice: once over the characters of a text, once over a list of token ids. The rules are the same for both.
#
# - Each window starts *size − overlap* after the one before it.
# - Each window has exactly *size* elements; only the last one may have fewer.
# - The loop stops at the window that reaches the end. So no window lies inside another, and nothing is lost.
# - A window is a piece of the input. You change nothing in it (but a token may become an integer of numpy). The input may be long and give thousands
#   of windows.
# - Empty input gives an empty list.
# - Unless `0 <= overlap < size`, raise a `ValueError`, also if the input is empty.

# %% [markdown]
# ## Expected
# Ten characters and windows of 4 that share 1 give three windows: `abcd`, `defg` and `ghij`. Each starts 3 characters after the one before it.

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
# Here is a second case for your own test: 1,502 characters in windows of 600 that share 100 give three windows, of 600, 600 and 502 characters. They
# start at 0, 500 and 1,000. The published loop of the lesson makes a fourth one, with 2 characters.

# %% [markdown]
# ## Your turn: characters
# Fill in the function, run its cell, and run the check below it. If you are stuck, `hint("fixed_size_chunks")` opens one hint at a time.


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
# The same rules hold for a list of token ids: `sliding_window(list(range(10)), size=4, overlap=1)` returns
# `[[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9]]`. Here `hint("sliding_window")` helps.


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
# This is the published loop of the lesson with a minimum size for the windows. It looks careful.
#
# **Which three things are wrong?** Read it and write down what you find. Then run the check, which names one fault at a time. Fix the
# function in its cell until the check says *right*, and then open the answers.


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
# 1. The minimum size drops a short last window, and the tokens that only this window holds are lost.
# 2. `while start < len(tokens)` goes on after a window has reached the end, so the last window can lie inside the one before it.
#    The minimum size hides this as long as the overlap is less than `size // 2`.
# 3. Nothing refuses an impossible overlap. If the overlap is as large as the size, the start never moves, and the loop never ends.
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

# %% [markdown]
# **Next.** `keep(sliding_window)` or `keep(fixed_size_chunks)`, in a cell of its own, puts your function into your package `my_rag`, and
# from then on `ask` cuts your document with it (if you keep both, with `sliding_window`). Then go on with [lesson 4: Overlap arithmetic](../../notebooks/04_overlap_arithmetic.ipynb).
