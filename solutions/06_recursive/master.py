# %% [markdown]
# # Exercise 6 · Recursive splitting
# [Back to the lesson](../../notebooks/06_recursive.ipynb) · about 40 minutes

# %%
from classroom import check, hint, keep

# %% [markdown]
# ## Task
# Take a text apart with a cascade of separators, and join the pieces again up to a size. Sizes are in characters. Return a list of spans
# `(start, end)` in the order of the text. Each span may be a tuple or a list.
#
# - **Side by side.** The first span begins at 0, each other span begins where the one before it ends, and the last span ends with the
#   text. So nothing is lost and nothing is repeated.
# - **Bounded.** No span has more than `size` characters.
# - **Pieces.** A text that is longer than `size` is split after each match of the first separator. A piece that is still too long is
#   split after each match of the second separator, and so on. A separator belongs to the piece before it. Look for matches inside the
#   piece, from left to right, as `text.find` and `text.split` do: the next search begins after the match. If a piece has no match, try
#   the next separator. If no separator is left, you may cut between any two characters.
# - **A piece that fits is never cut.**
# - **Joined.** If two neighbouring spans hold only whole pieces of the same split, and both together have at most `size` characters,
#   they have to be one span. The parts of a piece that you cut between characters count as pieces of one split.
# - An empty text gives an empty list. Unless `size >= 1`, raise a `ValueError`, also for an empty text.
#
# You decide two things. If pieces of *different* splits fit together, you may join them or leave them apart. And you may join from the
# left, from the right, or in any other order.

# %% [markdown]
# ## Expected
# Take `"Cold. Very cold.\n\nGo in now"` with a size of 12. The blank line makes two pieces of 18 and 9 characters. The first piece is too
# long and is cut after its full stop, into pieces of 6 and 12 characters. These two do not fit together.

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, figure, new_figure

# %% tags=["expected-picture"]
rows = (
    ("the text", [(0, 27, "Cold. Very cold.⏎⏎Go in now")]),
    ("blank line", [(0, 18, "Cold. Very cold.⏎⏎"), (18, 27, "Go in now")]),
    ("full stop", [(0, 6, "Cold. "), (6, 18, "Very cold.⏎⏎")]),
)
fig, ax = new_figure(8, 2.2)
for k, (name, bars) in enumerate(rows):
    for start, end, words in bars:
        long = end - start > 12
        color = "white" if long else COLORS[0]
        ax.barh(k, end - start, left=start, height=0.8, color=color, linestyle="--" if long else "-")
        ax.text((start + end) / 2, k, f"{words}  {end - start}", ha="center", va="center")
ax.set(yticks=range(3), yticklabels=[name for name, _ in rows], xticks=[0, 6, 18, 27], xlabel="character")
ax.set_title("A piece that is longer than 12 (dashed) is cut; three pieces fit")
ax.invert_yaxis()
figure(
    fig,
    "Three rows of bars over a line from 0 to 27. The text: one dashed bar of 27. Blank line: a dashed bar of 18 from 0"
    " to 18, and a bar of 9 from 18 to 27. Full stop: a bar of 6 from 0 to 6 and one of 12 from 6 to 18.",
)

# %% [markdown]
# So `recursive_spans("Cold. Very cold.\n\nGo in now", size=12)` returns `[(0, 6), (6, 18), (18, 27)]`, and no other answer is right.
#
# For `"One two three.\nGo."` with a size of 12 there are three right answers, because you may join in any order. The end of the line
# makes `One two three.⏎`, which is too long, and `Go.`. The spaces split the first piece into `One `, `two ` and `three.⏎`.

# %% tags=["expected-picture"]
rows = (
    ("three pieces\nof one split", [(0, 4, "One "), (4, 8, "two "), (8, 15, "three.⏎")]),
    ("from the left,\nacross splits", [(0, 8, "One two "), (8, 18, "three.⏎Go.")]),
    ("from the left,\ninside a split", [(0, 8, "One two "), (8, 15, "three.⏎"), (15, 18, "Go.")]),
    ("from\nthe right", [(0, 4, "One "), (4, 15, "two three.⏎"), (15, 18, "Go.")]),
)
fig, ax = new_figure(8, 2.9)
for k, (name, bars) in enumerate(rows):
    for start, end, words in bars:
        ax.barh(k, end - start, left=start, height=0.8, color=COLORS[5] if k else "white", linestyle="-" if k else "--")
        ax.text((start + end) / 2, k, words, ha="center", va="center")
ax.set(yticks=range(4), yticklabels=[name for name, _ in rows], xticks=[0, 4, 8, 15, 18], xlabel="character")
ax.set_title("Three right answers to one text: the pieces are joined in three ways")
ax.invert_yaxis()
figure(
    fig,
    "Four rows of bars over a line from 0 to 18. Dashed, the pieces of one split: 0 to 4, 4 to 8, 8 to 15. From the left, across"
    " splits: 0 to 8, 8 to 18. From the left, inside a split: 0 to 8, 8 to 15, 15 to 18. From the right: 0 to 4, 4 to 15, 15 to 18.",
)

# %% [markdown]
# It is always wrong to leave `One ` and `two ` in two spans, because both are pieces of the same split and fit together.

# %% [markdown]
# ## Your turn
# Fill in the function, run its cell, run the check. Stuck? `hint("recursive_spans")` opens one hint at a time.


# %% tags=["solution:recursive_spans"]
def recursive_spans(
    text: str, size: int = 200, separators: tuple[str, ...] = ("\n\n", "\n", ". ", " ")
) -> list[tuple[int, int]]:
    """Return spans of at most size characters that lie side by side, cut at the strongest separators.

    Raises ValueError unless size >= 1.
    """
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")

    def pieces(start, end, level):
        if end - start <= size:
            return [(start, end)]
        if level == len(separators):
            return [(at, min(at + size, end)) for at in range(start, end, size)]
        found = []
        while start < end:
            place = text.find(separators[level], start, end)
            stop = end if place < 0 else place + len(separators[level])
            found += pieces(start, stop, level + 1)
            start = stop
        return found

    spans = []
    for start, end in pieces(0, len(text), 0) if text else []:
        if spans and end - spans[-1][0] <= size:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


# %%
check(recursive_spans)

# %% tags=["solution-only"]
recursive_spans("Cold. Very cold.\n\nGo in now", size=12)

# %% [markdown]
# ## Find the bug
# This is the short splitter of the lesson again, with places instead of texts. It looks careful: the position moves on by the separator.
#
# **Which five things are wrong?** One bug makes spans that are too long, one leaves out some places, one needs a word that is longer than
# the size, and two need arguments that nobody tried. Write down what you find. Then run the check, which names one bug at a time, and
# fix the function until the check says *right*. Open the answers last.


# %%
def published_spans(text, size=200, separators=("\n\n", "\n", ". ", " "), start=0):
    if len(text) <= size or not separators:
        return [(start, start + len(text))]
    separator, weaker = separators[0], separators[1:]
    spans, first, last, filled = [], None, None, 0
    for part in text.split(separator):
        end = start + len(part)
        if first is not None and filled + len(part) > size:
            spans.append((first, last))
            first, filled = None, 0
        if len(part) > size:
            spans += published_spans(part, size, weaker, start)
        else:
            first = start if first is None else first
            last, filled = end, filled + len(part)
        start = end + len(separator)
    return spans + ([] if first is None else [(first, last)])


# %%
check(published_spans, "recursive_spans")

# %% [markdown]
# <details><summary>Answers</summary>
#
# 1. A span ends with its last part, and the next span begins after the separator. So a separator between two spans is in neither.
# 2. `filled` adds up the parts without their separators, so a span of many short parts is too long.
# 3. If no separator is left, the function returns a word that is too long as it is.
# 4. An empty text gives one empty span and not an empty list.
# 5. The function accepts a size below 1.
#
# If the separator belongs to the part before it, the first two bugs disappear together: `filled` is then `end - first`.
#
# </details>


# %% tags=["solution-only"]
def fixed_spans(text, size=200, separators=("\n\n", "\n", ". ", " "), begin=0):
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")
    if len(text) <= size:
        return [(begin, begin + len(text))] if text else []
    if not separators:
        return [(begin + at, begin + min(at + size, len(text))) for at in range(0, len(text), size)]
    spans, first, start = [], None, 0
    for part in text.split(separators[0]):
        end = min(start + len(part) + len(separators[0]), len(text))
        if first is not None and end - first > size:
            spans.append((begin + first, begin + start))
            first = None
        if end - start > size:
            spans += fixed_spans(text[start:end], size, separators[1:], begin + start)
        elif first is None and end > start:
            first = start
        start = end
    return spans + ([] if first is None else [(begin + first, begin + len(text))])


# %% tags=["solution-only"]
check(fixed_spans, "recursive_spans")
