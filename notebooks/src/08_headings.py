# %% [markdown]
# # 8 · Headings
# *45 minutes · needs lesson 7 · question 1: where may I cut?*
#
# Does a chunk know where it is from?
#
# After this lesson you can
# - find the chunks that end with the heading of the next section;
# - find the headings of a Markdown text, and the path above each chunk;
# - put this path in front of a chunk, and say what it costs.

# %% [markdown] tags=["numbers:2 10 190 200"]
# ## Questions back
# 1. Where does a recursive splitter often put a heading?
# 2. Two texts have 10 and 190 tokens. Do they fit into 200 if you join them?
#
# <details><summary>Answers</summary>
#
# 1. At the end of a chunk: a short paragraph still fits (lesson 6).
# 2. Count the joined text, because tokens do not add up (lesson 2).
# </details>

# %% [markdown] tags=["numbers:8 7.9"]
# ## Nora's alarm does not close
# In Nora's lorry it is 7.9 °C again. The limit is 8, so why is the alarm still open? She asks about the handbook's example. The bot
# reads one passage, the best chunk of `recursive`:

# %%
import re

from chunklib import STRATEGIES, context
from chunklib.chunk import unsaid  # a context without the title with which the text begins
from chunklib.data import load
from chunklib.tokens import ruler
from classroom import ask, checked, compare, heading_path, predict, quiz, score

HEADING = r"#{1,6} +\S"  # one to six #, a space, a title
handbook = load("handbook")
question = "In the example of the too warm rule, why is the alarm still not over at 10:25?"

# %%
chunks = STRATEGIES["recursive"](handbook, size=200, overlap=0)
answer = ask(question, k=1, chunks=chunks)
print(answer.text, "\nNEXT CHUNK:", chunks[answer.passages[0].index + 1].text)

# %% [markdown]
# The bot quotes the sentence that announces a table. The answer is in the next chunk, in the row for 10:25. Nora's driver, who got no reason,
# opens the box and lets the warmth in.
#
# The strategy `markdown` prefers to cut before headings. It also gives each chunk its *heading path*, the titles above it. The search
# reads path and text. Chunk [46] is the table.
#
# **Question.** Type words of Nora's question into *words*. Which of them does chunk [46] hold only with its path? The answer is
# below the bars.

# %%
heading_path(size=200, chunk=46)


# %%
def words(text):
    return set(re.findall(r"\w+", text.lower()))


markdown = STRATEGIES["markdown"](handbook, size=200, overlap=0)
table = markdown[46]
print("only with the path:", words(question) & words(context.in_full(table)) - words(table.text))
print(ask(question, k=1, chunks=markdown).text)

# %% [markdown]
# <details><summary>Answer</summary>
#
# *rule* is only in the path.
# </details>
#
# Now the bot quotes the right row: the alarm does not close above 7.5. What helped, the cuts or the path?

# %% [markdown]
# ## Where does a heading belong?
# In `recursive`, the table is in chunk [43], which ends with *Acknowledge an alarm*. That is an
# [orphan heading](../docs/glossary.md#orphan-heading): the last line of a chunk, cut off from its text.
#
# **How many of the 64 chunks end with an orphan heading?**

# %%
predict("08-orphans", "chunks that end with a heading")


# %% tags=["blank:ends_with_heading"]
# re.match looks at the start of what it gets. Which line of the chunk should it get?
def ends_with_heading(text):
    """Tell whether the last line of a chunk is a heading."""
    return bool(re.match(HEADING, text.rstrip().split("\n")[-1]))  # ____ text.rstrip().split("\n")[-1]


# %%
ends_with_heading = checked("ends_with_heading")
for size in (200, 300, 500):
    for name in ("recursive", "markdown"):
        made = STRATEGIES[name](handbook, size=size, overlap=0)
        print(size, name, sum(ends_with_heading(chunk.text) for chunk in made), "of", len(made))
compare("08-orphans", sum(ends_with_heading(chunk.text) for chunk in chunks))

# %% [markdown] tags=["after:08-orphans"]
# 31 of the 64 chunks end with a heading. `markdown` leaves none here; a heading stays
# alone only if the block below does not fit with it. The price is more chunks: 68 for 64, and at 500 tokens 30 for 22.

# %% tags=["plot"]
from textwrap import fill

from matplotlib.patches import Rectangle

from classroom.lessons.figure import COLORS, INK, figure, new_figure

at = next(chunk.index for chunk in chunks if "7.9 is above 7.5" in chunk.text)
body, orphan = chunks[at].text.rstrip().rsplit("\n\n", 1)
ends = "…\n" + "\n".join(body.split("\n")[-2:])
begins = fill(chunks[at + 1].text[:160].rsplit(" ", 1)[0] + " …", 72)
fig, ax = new_figure(8, 2.4)
for low, high, label, shown in ((0.42, 0.5, f"chunk [{at}] ends", ends), (0, 0.3, f"chunk [{at + 1}] begins", begins)):
    ax.add_patch(Rectangle((0.16, low), 0.84, high, facecolor=COLORS[0], edgecolor=INK))
    ax.text(0, low + high / 2, label.replace("] ", "]\n"), va="center", fontweight="bold")
    ax.text(0.17, low + high - 0.04, shown, va="top", family="monospace", fontsize=10, linespacing=1.3)
marked = {"facecolor": COLORS[2], "edgecolor": INK, "linewidth": 2}
ax.text(0.18, 0.5, orphan, va="center", family="monospace", fontsize=10, fontweight="bold", bbox=marked)
arrow = {"arrowstyle": "->", "color": INK}
ax.annotate("", (0.28, 0.3), (0.28, 0.43), arrowprops=arrow)
ax.text(0.3, 0.36, "its text is here", va="center", fontsize=10)
ax.set(xlim=(0, 1.005), ylim=(-0.01, 0.93), title="The heading ends one chunk, and its text begins the next")
ax.axis("off")
figure(
    fig, f"Two chunks as text. Chunk [{at}] ends with the orphan heading {orphan}. Chunk [{at + 1}] begins: {begins}"
)

# %% [markdown]
# ## Is every line with a # a heading?
# In a *fenced* block, between two lines of backticks, a `#` begins a comment. **When is
# a line a heading?**


# %% tags=["blank:is_heading"]
# Use HEADING, and what you know about the line: is it in a fenced block?
def is_heading(line, fenced):
    """Tell whether a line is a heading; `fenced` is True inside a code block."""
    return bool(not fenced and re.match(HEADING, line))  # ____ not fenced and re.match(HEADING, line)


# %%
is_heading = checked("is_heading")
lines, fenced = [], False
for line in handbook.split("\n"):
    fenced ^= line.startswith("```")  # opens a fence, or closes it
    if re.match(HEADING, line):
        lines.append((line, is_heading(line, fenced)))
print(len(lines), "lines; comments:", *(f"\n{n}: {line}" for n, (line, real) in enumerate(lines, 1) if not real))

# %% [markdown]
# Lines 17, 18, 48 and 49 are comments. A heading ends those of its own level and of deeper ones. **If comments count as
# headings, how many of the 67 paths are wrong, their own included?**

# %%
predict("08-paths", "wrong paths of 67")


# %% tags=["blank:path_after"]
# Which of `titles` does a heading of this level not end?
def path_after(titles, level, title):
    """Return the headings in force after a new one; each is a pair (level, title)."""
    return [above for above in titles if above[0] < level] + [(level, title)]  # ____ above[0] < level


# %%
path_after = checked("path_after")
titles, paths = [], []
for line, _ in lines:
    titles = path_after(titles, len(line) - len(line.lstrip("#")), line.strip("# "))
    paths.append([title for _, title in titles])
print("the last path:", " > ".join(paths[-1]))
compare("08-paths", sum(path[0] != "Fjordlink API handbook" for path in paths))

# %% [markdown] tags=["after:08-paths"]
# 51 of the 67 paths are wrong, all from line 17 on. A comment with one `#` looks like the document's title, so all later paths
# begin with it.

# %% [markdown]
# ## What does a path add?
# **How many of the 68 chunks of `markdown` hold both words of *webhooks signature* in their text, and how many with their path?**

# %%
predict("08-signature", "in the text", "with the path")


# %%
def holding(texts):
    return sum(words("webhooks signature") <= words(text) for text in texts)


compare("08-signature", holding(chunk.text for chunk in markdown), holding(map(context.in_full, markdown)))

# %% [markdown] tags=["after:08-signature"]
# No chunk holds both words in its text. With the path five chunks do, because their chapter is called *Webhooks*.

# %% [markdown]
# A chunk that begins inside a table or a code block also gets its head, the first lines. **How many per cent of tokens do path and head
# add to chunks of 100 tokens, and of 800?**

# %%
predict("08-price", "per cent at 100", "per cent at 800")


# %%
def tokens(text):
    return ruler("cl100k_base")(text)


def added(size):
    made = STRATEGIES["markdown"](handbook, size=size, overlap=0)
    print(len(made), "chunks of", size)
    return round(100 * sum(tokens(context.in_full(chunk)) for chunk in made) / sum(chunk.size for chunk in made) - 100)


compare("08-price", added(100), added(800))

# %% [markdown] tags=["after:08-price"]
# Path and head add 22 % to the 139 chunks of 100 tokens, and 1 % to the 17 chunks of 800. There are fewer chunks, and shorter paths: a
# large chunk spans several sections.

# %% [markdown]
# A model reads path, blank line and text, and drops what is over its limit: the end of your text. **When does a chunk fit with its path?**


# %% tags=["blank:fits_with_context"]
# Use tokens(...). Which text does the model read?
def fits_with_context(path, text, size):
    """Tell whether path, blank line and text together have at most `size` tokens."""
    return tokens(path + "\n\n" + text) <= size  # ____ tokens(path + "\n\n" + text) <= size


# %%
fits_with_context = checked("fits_with_context")
print(sum(not fits_with_context(unsaid(c.context, c.metadata), c.text, 200) for c in markdown), "do not fit")
inside = STRATEGIES["markdown"](handbook, size=200, overlap=0, count_context=True)
print(len(inside), "chunks, the largest", max(tokens(context.in_full(chunk)) for chunk in inside))

# %% [markdown]
# With path and head, 8 of the 68 chunks are over 200 tokens. `count_context=True` counts both inside the size: you get 71 chunks of at
# most 200 tokens.

# %% [markdown]
# ## What does an overlap do to a path?
# Of the 68 chunks, 47 begin with a heading. **How many do with an overlap of 60 tokens?**

# %%
print(sum(chunk.text.startswith("#") for chunk in markdown), "begin with a heading")
predict("08-overlap", "chunks that begin with a heading")

# %%
overlapped = STRATEGIES["markdown"](handbook, size=200, overlap=60)
for made in (markdown, overlapped):
    print(sum(len(chunk.metadata["headings"]) == 1 for chunk in made), "of", len(made), "have one title as their path")
compare("08-overlap", sum(chunk.text.startswith("#") for chunk in overlapped))

# %% [markdown] tags=["after:08-overlap"]
# Only 2 of the 74 chunks begin with a heading. Most others begin inside the section before, so their path names only the
# titles above *both* sections. For 17 chunks only the handbook's title is left; without overlap, for 1.

# %% [markdown]
# ## Did the cuts help Nora, or the path?
# The folded cell ranks the table's chunk for her question:

# %% tags=["plot"]
from dataclasses import replace

from chunklib.retrieval.bm25 import BM25


def rank_of_table(made):
    ranking = BM25(made).rank([question], len(made))[0]
    return 1 + next(k for k, place in enumerate(ranking) if "7.9 is above 7.5" in made[place].text)


above = context.heading_path(handbook, chunks)
bare = [replace(chunk, context="") for chunk in markdown]
print("recursive:", rank_of_table(chunks), "· with the path:", rank_of_table(above))
print("markdown:", rank_of_table(bare), "· with the path:", rank_of_table(markdown))
print("paths:", above[at].context, table.context, sep="\n")

# %% [markdown]
# Neither alone was enough here. The chunk of `recursive` stays second: it also holds the orphan heading, so its path ends at *Alarms API*,
# without the word *rule*. With both, the table comes first.
#
# One question proves little. Here are the course's 365:

# %% tags=["plot"]
from chunklib.evaluation import own_benchmark
from chunklib.evaluation.claims import claim

print(len(own_benchmark().questions), "questions, measured before:")
print(claim("headings-as-context").found)

# %% [markdown]
# With BM25 and five chunks, the path adds 3.5 points of [recall](../docs/glossary.md#recall), the share of evidence found. With 1,000
# tokens to read, the gain is too small to be sure of. Lessons 9 and 10 explain such figures.
#
# **Your turn.** Does your document have orphan headings? (A comment in a fence counts, too.) *Paths* are different heading paths; with 0,
# it has no Markdown headings.

# %%
# A document of your own comes here once you have run: from classroom import bring; bring("its_file.pdf")
from classroom.lessons.document import current
from classroom.lessons.kept.pipeline import split

text = current().text
own, by = split(text)
for name, made in ((by, own), ("markdown", STRATEGIES["markdown"](text, size=200, overlap=0))):
    paths = {chunk.context for chunk in context.heading_path(text, made)} - {""}
    orphans = sum(ends_with_heading(chunk.text) for chunk in made)
    print(f"{name}: {orphans} of {len(made)} chunks end with a heading; {len(paths)} paths")

# %% [markdown]
# `score()` measures your bot, still without paths:

# %%
score()

# %% [markdown]
# ## Recap
# A chunk knows where it is from only if you tell it. Find the real headings, cut before them, put the path in front of each
# chunk, and count it inside the size. An overlap across sections shortens the path.

# %% [markdown]
# ## Quiz

# %%
quiz("08_headings")

# %% [markdown]
# ## Next
# - [Exercise 8](../exercises/08_headings/08_headings.ipynb): write it yourself, in three parts.
# - No Markdown? Take the side trip [Formats](side_trip_formats.ipynb).
# - Before: [lesson 7: smart_chunk](07_smart_chunk.ipynb) · after: [lesson 9: Measuring](09_measuring.ipynb).
