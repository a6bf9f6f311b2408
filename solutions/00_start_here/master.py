# %% [markdown]
# # Exercise 0 · Start here
# [Back to the lesson](../../notebooks/00_start_here.ipynb) · about 6 minutes

# %%
from classroom import check, hint, progress

# %% [markdown]
# ## Task
# Write a function that greets a person by name. It takes one argument, `name`, a string of any characters, also an empty one. It
# returns a new string: the word *Hello*, a comma, one space, the name exactly as it was given, and an exclamation mark. Only what
# the function returns counts; what it prints does not.

# %% [markdown]
# ## Expected
# `hello("Ada")` returns `"Hello, Ada!"`: 11 characters, 7 of them before the name and 1 after it.

# %% tags=["expected-picture"]
from classroom.lessons.figure import figure, new_figure

fig, ax = new_figure(6, 1.4)
for place, letter in enumerate("Hello, Ada!"):
    named = 7 <= place < 10
    ax.bar(place, 0.8 if named else 1, width=1, color="#EEDD88" if named else "#77AADD")
    ground = {"fc": "white", "ec": "none", "pad": 2}
    ax.text(place, 0.5, letter, ha="center", va="center", fontsize=14, bbox=ground)
ax.set(yticks=[], xticks=range(11), title="Seven characters, the name, one character")
ax.spines[:].set_visible(False)
figure(fig, "The characters of Hello, Ada! in a row, numbered 0 to 10; the name, in lower bars, is 7 to 9.")

# %% [markdown]
# ## Your turn
# Replace the line `raise NotImplementedError`, run the cell (Shift+Enter), then run the check below it. Stuck?
# `hint("hello")` in a new cell opens one hint at a time.


# %% tags=["solution:hello"]
def hello(name: str) -> str:
    """Return "Hello, <name>!" with the name exactly as given."""
    return f"Hello, {name}!"


# %%
check(hello)

# %% [markdown]
# When the report says *right*, look at your progress:

# %%
progress()
