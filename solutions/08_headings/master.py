# %% [markdown]
# # Exercise 8 · Headings
# [Back to the lesson](../../notebooks/08_headings.ipynb) · about 70 minutes

# %%
import re
from itertools import pairwise

from classroom import check, hint

HEADING = re.compile(r"(#{1,6}) +(\S.*)")
tea = "# Tea\n\nBoil water.\n\n## Green\n\nWait two minutes.\n\n## Black\n\nWait four.\n"

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, figure, new_figure

# %% [markdown]
# ## Task
# Cut a Markdown text by its headings, and give each chunk the path of the headings above it. You write three functions, and each has a
# check of its own. Sizes are in characters.
#
# | part | function | its question |
# |---|---|---|
# | 1 | `headings` | Which lines are headings? |
# | 2 | `sections` | Where does each section end, and what is above it? |
# | 3 | `chunk_with_headers` | How much fits? |
#
# A fourth function, which links chunks to their neighbours, is optional.

# %% [markdown]
# ## Expected
# This is `tea`, a text of 70 characters with three headings, cut with a size of 40. Each section fits, so it is one chunk. The last two are under *Tea*, so their
# contexts begin with it.

# %% tags=["expected-picture"]
rows = (
    (0, 20, "# Tea⏎⏎Boil water.⏎⏎", "[Tea]"),
    (20, 49, "## Green⏎⏎Wait two minutes.⏎⏎", "[Tea] [Green]"),
    (49, 70, "## Black⏎⏎Wait four.⏎", "[Tea] [Black]"),
)
fig, ax = new_figure(8, 2.2)
for k, (start, end, words, context) in enumerate(rows):
    ax.barh(k, end - start, left=start, height=0.8, color=COLORS[0])
    ax.text((start + end) / 2, k, words, ha="center", va="center", fontsize=9)
    side, at = ("right", start - 1) if k == 2 else ("left", end + 1)
    ax.text(at, k, context, ha=side, va="center", fontweight="bold")
ax.set(yticks=range(3), yticklabels=["[0]", "[1]", "[2]"], xticks=[0, 20, 49, 70], xlabel="character")
ax.set_title("Three sections, three chunks, and the context of each")
ax.invert_yaxis()
figure(
    fig,
    "Three bars over a line from 0 to 70. [0] from 0 to 20: # Tea, Boil water; context [Tea]. [1] from 20 to 49: ## Green,"
    " Wait two minutes; context [Tea] [Green]. [2] from 49 to 70: ## Black, Wait four; context [Tea] [Black].",
)

# %% [markdown]
# ## Your turn 1: which lines are headings?
# `headings(text)` returns a tuple `(start, level, title)` for each heading, in order.
#
# - A heading is a line that begins with one to six `#`, then one or more spaces, then a title. `HEADING` finds it at the start of a line.
# - `start` is the place of the line in the text, and `level` the number of `#`.
# - The title is the rest of the line without white space around it. A `#` in the title belongs to it.
# - A line that begins with three backticks opens a fence, and the next such line closes it. Without one, it goes on to the end. Inside a fence nothing is a heading.
# - Only `\n` ends a line.
#
# | call | result |
# |---|---|
# | `headings(tea)` | `[(0, 1, "Tea"), (20, 2, "Green"), (49, 2, "Black")]` |
# | `headings("#tag\n# C#\n")` | `[(5, 1, "C#")]` |
# | `headings("```\n# no\n```\n## Yes\n")` | `[(13, 2, "Yes")]` |
# | `headings("Boil water.")` | `[]` |
#
# Stuck? `hint("headings")` opens one hint at a time.


# %% tags=["solution:headings"]
def headings(text: str) -> list[tuple[int, int, str]]:
    """Return (start, level, title) for each heading outside fences, in order."""
    found, fenced, start = [], False, 0
    for line in text.split("\n"):
        heading = HEADING.match(line)
        if line.startswith("```"):
            fenced = not fenced
        elif heading and not fenced:
            found.append((start, len(heading[1]), heading[2].strip()))
        start += len(line) + 1
    return found


# %%
check(headings)

# %% [markdown] tags=["exercise-only"]
# The other parts use `headings`. The next cell takes the function that you have kept, or else the one that you have written in this notebook.
# If you hand in this notebook, the mark uses only the functions that you wrote in it.

# %% tags=["exercise-only"]
from classroom import mine

headings = mine("headings")

# %% [markdown]
# ## Your turn 2: what is above a section?
# `sections(text)` cuts the text before each heading and returns a tuple `(start, end, context)` for each section, in order.
#
# - A section goes from the start of its heading to the start of the next one, of any level, or to the end of the text.
# - The text before the first heading is a section too.
# - The context names the headings in force, outermost first, each in brackets. A heading ends those of its own level and of deeper ones.
#   Above the first heading the context is empty.
# - You decide whether a section of white space alone is in the list.
#
# | call | result |
# |---|---|
# | `sections(tea)` | `[(0, 20, "[Tea]"), (20, 49, "[Tea] [Green]"), (49, 70, "[Tea] [Black]")]` |
# | `sections("Hot.\n# A\n### C\n## B\n")` | `[(0, 5, ""), (5, 9, "[A]"), (9, 15, "[A] [C]"), (15, 20, "[A] [B]")]` |
# | `sections("Boil water.")` | `[(0, 11, "")]` |
#
# Stuck? `hint("sections")` opens one hint at a time.


# %% tags=["solution:sections"]
def sections(text: str) -> list[tuple[int, int, str]]:
    """Return (start, end, context) for each section; the context names the headings in force."""
    starts, path = [(0, "")], []
    for start, level, title in headings(text):
        path = [above for above in path if above[0] < level] + [(level, title)]
        starts.append((start, " ".join(f"[{name}]" for _, name in path)))
    edges = [*starts, (len(text), "")]
    return [(start, end, context) for (start, context), (end, _) in pairwise(edges) if start < end]


# %%
check(sections)

# %% tags=["exercise-only"]
sections = mine("sections")

# %% [markdown]
# ## Your turn 3: how much fits?
# `chunk_with_headers(text, size)` returns a list of dictionaries, in the order of the text: `text`, `start_char`, `end_char`, `context` and `full_text`.
#
# - `text` is exactly `text[start_char:end_char]`. Chunks share nothing, and each character that is not white space is in one of them.
#   You may leave out white space at the ends of a chunk; then you need not count it. White space alone gives no chunk.
# - No chunk has more than `size` characters, and none goes on over a heading. A section of at most `size` characters is one chunk.
# - A longer section is cut after its lines. A chunk goes on until the next line does not fit. Only a line that is longer than `size` by
#   itself, its `\n` counted, is cut inside, where you like, and it may begin a chunk or not.
# - `full_text` is context, blank line and text, or the text alone if there is no context.
# - Unless `size >= 1`, raise a `ValueError`.
#
# | call | `start_char`, `end_char`, `context` of each chunk |
# |---|---|
# | `chunk_with_headers(tea, 40)` | `(0, 20, "[Tea]"), (20, 49, "[Tea] [Green]"), (49, 70, "[Tea] [Black]")` |
# | `chunk_with_headers("# A\nbb\ncc\n", 7)` | `(0, 7, "[A]"), (7, 10, "[A]")` |
# | `chunk_with_headers("\n\n", 7)` | none |
#
# The `full_text` of the last chunk of `tea` is `"[Tea] [Black]\n\n## Black\n\nWait four.\n"`. `hint("chunk_with_headers")` opens one hint at a time.


# %% tags=["solution:chunk_with_headers"]
def chunk_with_headers(text: str, size: int = 500) -> list[dict]:
    """Return chunks of at most size characters, none over a heading, each with its heading path.

    Raises ValueError unless size >= 1.
    """
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")
    chunks = []
    for start, end, context in sections(text):
        while start < end:
            line_end = text.rfind("\n", start, start + size) + 1
            stop = end if end - start <= size else line_end or start + size
            own = text[start:stop]
            full = f"{context}\n\n{own}" if context else own
            if own.strip():
                chunk = {"text": own, "start_char": start, "end_char": stop, "context": context, "full_text": full}
                chunks.append(chunk)
            start = stop
    return chunks


# %%
check(chunk_with_headers)

# %% tags=["solution-only"]
[(chunk["start_char"], chunk["end_char"], chunk["context"]) for chunk in chunk_with_headers(tea, size=40)]

# %% [markdown]
# ## Your turn 4 (optional): links
# A chunk can also lead to its neighbours. No other part needs this one.
#
# The chunks are dictionaries with `text`, `start_char` and `end_char`, in the order of the text; they may overlap, and there may be a
# gap between two. Return a list with one dictionary for each, with these eight keys (more are welcome):
#
# | key | what |
# |---|---|
# | `id` | the place, as `"start-end"`: `"5-14"` |
# | `text` | the text, as it was |
# | `previous_id`, `next_id` | the ids of the neighbours; `None` where there is none |
# | `overlap_before`, `overlap_after` | how many characters are shared with each neighbour, by the offsets; 0 where there is none |
# | `sentence_before` | the last sentence of that part of the chunk before which this chunk does not have |
# | `sentence_after` | the first sentence of that part of the next chunk which this chunk does not have |
#
# A sentence ends at `.`, `!` or `?` with white space of any kind directly after it; what remains at the end of a part is a sentence
# too. White space around a sentence is left out, and white space inside it stays. Without a neighbour, or where its part is blank, it
# is the empty string.
#
# `One. Two. Six.` in the chunks 0-10 and 5-14: the first has `sentence_after` `"Six."` and not `"Two."`, which it holds itself;
# the second has `sentence_before` `"One."`, and they share 5 characters. Unless starts and ends both rise from chunk to chunk,
# raise a `ValueError`. The list and the dictionaries that you are given stay as they were. `hint("link_chunks")` helps here.


# %% tags=["solution:link_chunks"]
def link_chunks(chunks: list[dict]) -> list[dict]:
    """Return the chunks with their ids, links, overlaps, and a sentence from each neighbour.

    Raises ValueError unless starts and ends rise.
    """
    for one, two in pairwise(chunks):
        if one["start_char"] >= two["start_char"] or one["end_char"] >= two["end_char"]:
            raise ValueError(f"starts and ends must rise: got a chunk at {two['start_char']} after {one['start_char']}")

    def sentences(part):
        return re.split(r"(?<=[.!?])\s+", part.strip())

    linked = [
        {"id": f"{chunk['start_char']}-{chunk['end_char']}", "text": chunk["text"]}
        | {"previous_id": None, "next_id": None, "overlap_before": 0, "overlap_after": 0}
        | {"sentence_before": "", "sentence_after": ""}
        for chunk in chunks
    ]
    for (one, two), (left, right) in zip(pairwise(chunks), pairwise(linked), strict=True):
        shared = max(0, one["end_char"] - two["start_char"])
        left["next_id"], right["previous_id"] = right["id"], left["id"]
        left["overlap_after"] = right["overlap_before"] = shared
        right["sentence_before"] = sentences(one["text"][: len(one["text"]) - shared])[-1]
        left["sentence_after"] = sentences(two["text"][shared:])[0]
    return linked


# %%
check(link_chunks)

# %% tags=["solution-only"]
day = "One. Two. Six."
link_chunks([{"text": day[a:b], "start_char": a, "end_char": b} for a, b in ((0, 10), (5, 14))])

# %% [markdown]
# ## Find the bug
# This one is written after a tutorial. It looks short and clear.
#
# **Which five things are wrong?** Read it and write down what you find. Then run the check: it names one at a
# time. Fix the function until the check holds, and open the answers.


# %%
def published_headers(text, size=500):
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")
    chunks, titles = [], []
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        heading = HEADING.match(line)
        if heading:
            titles = [*titles[: len(heading[1]) - 1], heading[2].strip()]
        if not chunks or heading or len(chunks[-1]["text"]) + len(line) > size:
            context = " ".join(f"[{title}]" for title in titles)
            chunks.append({"text": "", "context": context, "start_char": text.find(line)})
        chunks[-1]["text"] += line
    for chunk in chunks:
        chunk["text"] = chunk["text"].strip()
        chunk["end_char"] = chunk["start_char"] + len(chunk["text"])
        chunk["full_text"] = f"{chunk['context']}\n\n{chunk['text']}" if chunk["context"] else chunk["text"]
    return [chunk for chunk in chunks if chunk["text"]]


# %%
check(published_headers, "chunk_with_headers")

# %% [markdown]
# <details><summary>Answers</summary>
#
# 1. **Fences.** A comment in a fence counts as a heading.
# 2. **Levels.** `titles[: level - 1]` takes the place in the list for the level. It fails as soon as a level is skipped.
# 3. **Long lines.** A line that is longer than `size` by itself stays whole.
# 4. **Places.** `text.find(line)` gives the first line that reads so, not this one.
# 5. **Stripped texts.** `strip()` takes white space from the front of a text, and its `start_char` stays.
#
# </details>


# %% tags=["solution-only"]
def fixed_headers(text, size=500):
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")
    chunks, titles, fenced, at = [], [], False, 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        heading = None if fenced else HEADING.match(line)
        fenced ^= line.startswith("```")
        if heading:
            level = len(heading[1])
            titles = [*(pair for pair in titles if pair[0] < level), (level, heading[2].strip())]
        context = " ".join(f"[{title}]" for _, title in titles)
        for place in range(at, at + len(line), size):
            piece = text[place : min(place + size, at + len(line))]
            if not chunks or (heading and place == at) or len(chunks[-1]["text"]) + len(piece) > size:
                chunks.append({"text": "", "context": context, "start_char": place})
            chunks[-1]["text"] += piece
        at += len(line)
    for chunk in chunks:
        chunk["end_char"] = chunk["start_char"] + len(chunk["text"])
        chunk["full_text"] = f"{chunk['context']}\n\n{chunk['text']}" if chunk["context"] else chunk["text"]
    return [chunk for chunk in chunks if chunk["text"].strip()]


# %% tags=["solution-only"]
check(fixed_headers, "chunk_with_headers")
