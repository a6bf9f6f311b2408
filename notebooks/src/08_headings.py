# %% [markdown]
# # 8 · Headings
# *40 minutes · needs lesson 7 · question 1: where may I cut?*
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
# 1. At the end of a chunk: a heading is a short paragraph and still fits (lesson 6).
# 2. Count the joined text to know, because tokens do not add up (lesson 2).
# </details>

# %% [markdown] tags=["numbers:8 7.9"]
# ## Nora's alarm does not clear
# In Nora's lorry it is 7.9 °C again. The limit is 8, and the alarm is still open. The handbook has an example of this, so she asks
# about it. The bot now reads one passage, the best chunk of `recursive`:

# %%
import re

from chunklib import STRATEGIES, context
from chunklib.chunk import unsaid
from chunklib.data import load
from chunklib.tokens import ruler
from classroom import ask, checked, compare, heading_path, predict, quiz, score

HEADING = r"#{1,6} +\S"  # one to six #, a space, a title
handbook = load("handbook")
question = "In the example of the too warm rule, why is the alarm still not over at 10:25?"

# %%
chunks = STRATEGIES["recursive"](handbook, size=200, overlap=0)
answer = ask(question, k=1, chunks=chunks)
print(answer.text)
print("NEXT CHUNK:", chunks[answer.passages[0].index + 1].text)

# %% [markdown]
# The bot quotes the sentence that announces a table. The answer is in the next chunk, in the row for 10:25. Nora's driver opens the box to look, and
# lets the warmth in.
#
# `markdown` prefers to cut before headings. It also gives each chunk its *heading path*, the titles above it, and a search reads both. In
# this widget, chunk [46] is the table.
#
# **Question.** Type words of Nora's question into *words*. Which of them does chunk [46] hold only with its path?

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
# Only *rule* is in the path and not in the table. Now the bot quotes the right row: the alarm does not close above 7.5. Which of the two
# helped, the cuts or the path?

# %% [markdown]
# ## Where does a heading belong?
# The table's chunk of `recursive` ends with *Acknowledge an alarm*, and the text of this section is in the next chunk. Such a heading is an
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
# 31 of the 64 chunks end with a heading, and at 500 tokens 11 of 22. `markdown` leaves no orphan heading: it keeps each heading with
# the text below it. So it makes 68 chunks and not 64.

# %% tags=["plot"]
from textwrap import fill

from matplotlib.patches import Rectangle

from classroom.lessons.figure import COLORS, INK, figure, new_figure

at = next(chunk.index for chunk in chunks if "7.9 is above 7.5" in chunk.text)
body, orphan = chunks[at].text.rstrip().rsplit("\n\n", 1)
ends = "…\n" + "\n".join(body.split("\n")[-2:])
begins = fill(chunks[at + 1].text[:160].rsplit(" ", 1)[0] + " …", 50)
fig, ax = new_figure(8, 1.9)
for left, label, shown in ((0, f"chunk [{at}] ends", ends), (0.52, f"chunk [{at + 1}] begins", begins)):
    ax.add_patch(Rectangle((left, 0.02), 0.48, 0.8, facecolor=COLORS[0], edgecolor=INK))
    ax.text(left, 0.88, label, fontweight="bold")
    ax.text(left + 0.015, 0.76, shown, va="top", family="monospace", fontsize=8, linespacing=1.4)
marked = {"facecolor": COLORS[2], "edgecolor": INK, "linewidth": 2}
ax.text(0.02, 0.15, orphan, va="center", family="monospace", fontsize=8, fontweight="bold", bbox=marked)
arrow = {"arrowstyle": "->", "color": INK}
ax.annotate("its text is here", (0.53, 0.3), (0.285, 0.15), va="center", fontsize=9, arrowprops=arrow)
ax.set(xlim=(0, 1.005), ylim=(0, 1), title="The heading ends one chunk, and its text begins the next")
ax.axis("off")
figure(
    fig, f"Two chunks as text. Chunk [{at}] ends with the orphan heading {orphan}. Chunk [{at + 1}] begins: {begins}"
)

# %% [markdown]
# ## Is every line with a # a heading?
# To cut before headings, you have to find them. In a *fenced* block, between two lines of backticks, a `#` begins a comment. **When is
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
    fenced ^= line.startswith("```")
    if re.match(HEADING, line):
        lines.append((line, is_heading(line, fenced)))
print(f"{len(lines)} lines; comments:", *enumerate([line for line, true in lines if not true], 1), sep="\n")

# %% [markdown]
# Four of the 67 lines are comments. **If they count as headings, how many of the 67 paths are wrong?**

# %%
predict("08-paths", "wrong paths of 67")


# %% tags=["blank:path_after"]
# A heading ends those of its own level and of deeper ones. Which of `titles` stay?
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
# 51 of the 67 paths are wrong. A comment with one `#` looks like the title of the document, so it ends every heading before it, and all
# later paths begin with it.

# %% [markdown]
# ## What does a path add?
# You search for *webhooks signature*. **How many of the 68 chunks of `markdown` hold both words in their text, and how many with their path?**

# %%
predict("08-signature", "in the text", "with the path")


# %%
def holding(texts):
    return sum(words("webhooks signature") <= words(text) for text in texts)


compare("08-signature", holding(chunk.text for chunk in markdown), holding(map(context.in_full, markdown)))

# %% [markdown] tags=["after:08-signature"]
# No chunk holds both words in its text. With the path five chunks do, because their chapter is called *Webhooks*.

# %% [markdown]
# **How many per cent of tokens does the path add to chunks of 100 tokens, and to chunks of 800?**

# %%
predict("08-price", "per cent at 100", "per cent at 800")


# %%
def tokens(text):
    return ruler("cl100k_base")(text)


def added(size):
    made = STRATEGIES["markdown"](handbook, size=size, overlap=0)
    return round(100 * sum(tokens(context.in_full(chunk)) for chunk in made) / sum(chunk.size for chunk in made) - 100)


compare("08-price", added(100), added(800))

# %% [markdown] tags=["after:08-price"]
# The path adds 22 % to chunks of 100 tokens, and 1 % to chunks of 800, because there are far fewer of them.

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
# With their path, 8 of the 68 chunks are over 200 tokens. (`unsaid` leaves out a title with which the text begins.) `count_context=True`
# counts the path inside the size: you get 71 chunks, the largest of exactly 200 tokens.

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
# Only 2 of the 74 chunks begin with a heading. Others begin in the section before, and the path names only the titles above *both*
# sections. For 17 chunks that is the title of the handbook alone; without overlap it was 1.

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
print("paths:", above[43].context, table.context, sep="\n")

# %% [markdown] tags=["numbers:6"]
# Neither alone was enough. The chunk of `recursive` stays second: it also holds the orphan heading, so its path ends at *Alarms API*,
# without the word *rule*. Cut before headings *and* carry the path, and the table comes first.
#
# One question proves little. The library asked all 365 of the course, with the cuts at six places:

# %% tags=["plot"]
from chunklib.evaluation import own_benchmark
from chunklib.evaluation.claims import claim

print(len(own_benchmark().questions), "questions, measured before:")
print(claim("headings-as-context").found)

# %% [markdown]
# With BM25 and five chunks, the path adds 3.5 points of [recall](../docs/glossary.md#recall), the share of the evidence that is found. Lessons 9 and
# 10 explain such figures.
#
# **Your turn.** Does your document have orphan headings? (Without one, you see ours.) If there are 0 paths, it has no Markdown headings.

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
# `score()` counts the evidence that your bot reads:

# %%
score()

# %% [markdown]
# ## Recap
# Does a chunk know where it is from? Only if you tell it. Find the real headings, cut before them, put the path in front of each
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
