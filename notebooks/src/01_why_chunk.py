# %% [markdown]
# # 1 · Why chunk
# *60 minutes · needs lesson 0 · question 2: how much fits?*
#
# After this lesson you can
# - follow an answer back to the document, and ask your own;
# - tell whether chunks were too small, too large, or cut in the wrong place;
# - compare two sizes fairly.

# %% [markdown] tags=["numbers:10 56 97 68 41 27"]
# ## Questions back
# 1. The bot told Nora that her readings stop working. What had happened to the sentence that it quoted?
# 2. An overlap of 10 tokens repaired 56 of the 97 torn sentences. Why were 68 torn in the end, and not 41?
#
# <details><summary>Answers</summary>
#
# 1. A cut had torn it, and the bot quoted only the first half.
# 2. The overlap moved the cuts, which then tore 27 others.
# </details>

# %% [markdown]
# ## Nora comes too late
# Nora's salmon was delivered on Friday at noon. One device still holds readings, and she plans to fetch them on Tuesday. But when a shipment
# *closes*, it is judged, and later readings do not count. When will this one close? The bot sends her one line:

# %%
from classroom import ask, bring, checked, compare, hits_and_misses, predict, quiz
from chunklib import recursive, token_windows
from chunklib.data import load
from chunklib.retrieval import BM25

handbook = load("handbook")
windows = token_windows(handbook, size=50, overlap=0)

# %%
question = "When does a delivered shipment close by itself?"
print(ask(question, chunks=windows).text)

# %% [markdown]
# The sentence is true, but it does not say *when*. Nora comes too late. Is the answer not in
# the handbook, or did the bot not find it?

# %% [markdown]
# ## From document to answer
# A strategy cuts the document into chunks. A [retriever](../docs/glossary.md#retriever) *ranks* them: it gives each a score, and the best comes first. The
# bot reads only the best *k*, here 5: the [passages](../docs/glossary.md#passage).
#
# Our retriever is *BM25*. A chunk scores for each word that it shares with the question: more for a rare word, and more in a short chunk.
# *Dog* and *dogs* are different words. Our search leaves out words of one letter and *stop words* such as *by*, because nearly every text has them.

# %%
import re
from math import log

from bm25s.stopwords import STOPWORDS_EN


def words(text):
    """Find the words that our BM25 looks at."""
    return set(re.findall(r"\w\w+", text.lower())) - set(STOPWORDS_EN)


print(len(STOPWORDS_EN), "stop words; the words of the question that count:", sorted(words(question)))

# %%
index = BM25(windows)
best = index.search(question, k=5)
for chunk, score in best:
    print(f"[{chunk.index}] score {score:.2f}", repr(chunk.text[-50:]))

# %% tags=["plot"]
from classroom.lessons.figure import COLORS, figure, new_figure

read = sum(found.chunk.size for found in best)
steps = [
    ("document", f"{len(handbook):,}\ncharacters"),
    ("chunks", f"{len(windows)} of at most\n50 tokens"),
    ("ranking", "the best score\ncomes first"),
    ("passages", f"the best {len(best)},\n{read} tokens"),
    ("answer", "one sentence\nof these"),
]
fig, ax = new_figure(8, 1.9)
for at, (name, number) in enumerate(steps):
    ax.barh(0, 1.5, left=2 * at, height=1, color=COLORS[0 if at in (0, 4) else 2])
    ax.text(2 * at + 0.75, 0, f"{name}\n\n{number}", ha="center", va="center", fontsize=9)
    if at:
        ax.annotate("", (2 * at - 0.03, 0), (2 * at - 0.47, 0), arrowprops={"arrowstyle": "->", "linewidth": 1.5})
ax.set(xlim=(-0.1, 9.6), ylim=(-0.6, 0.6))
ax.axis("off")
ax.set_title(f"The bot reads {len(best)} of {len(windows)} chunks, and its answer can come only from these")
figure(fig, "Five boxes with arrows from left to right. " + "; ".join(f"{name}: {number}" for name, number in steps))

# %% [markdown]
# The text that answers a question is its [evidence](../docs/glossary.md#evidence): a place in the document. Does a chunk hold all of it? **Fill in the test.**


# %% tags=["blank:holds"]
# Is all of the evidence in the chunk? Both are places in the document.
def holds(chunk_start, chunk_end, start, end):
    """Tell whether the chunk holds the evidence, from start to end."""
    return chunk_start <= start and end <= chunk_end  # ____ chunk_start <= start and end <= chunk_end


# %%
holds = checked("holds")


# %%
def place(quote):
    """Find the start and the end of a quote in the handbook."""
    start = handbook.index(quote)
    return start, start + len(quote)


# %%
evidence = place(
    "72 hours after delivery, or\n  - earlier, as soon as every logger has uploaded a reading recorded after delivery"
)
start, end = evidence
for chunk in windows:
    if holds(chunk.start_char, chunk.end_char, start, end):
        print(f"[{chunk.index}]", chunk.text)

# %% [markdown]
# Chunk [107] holds the answer: the shipment closed on Monday at noon or earlier. But [107] is not among the best five. **How many chunks must the
# bot read, best first, until [107] is one of them?**

# %%
predict("01-read", "Chunks to read", choices=("10", "50", "100", "no number is enough"))

# %%
found = [chunk.index for chunk, score in index.search(question, k=190)]
print(f"{len(found)} of 190 are found, and [107] is one of them: {107 in found}")
enough = [number for number in (10, 50, 100) if 107 in found[:number]]
compare("01-read", str(enough[0]) if enough else "no number is enough")

# %%
print(ask(question, k=190, chunks=windows).text)

# %% [markdown] tags=["after:01-read"]
# None is enough: the search finds only the 38 chunks that share a word with the question, and not [107].

# %% [markdown]
# ## Do larger chunks help?
# The widget draws this search. Now the bot reads the best chunks up to 1,000 tokens. A dark label marks a chunk that is read and gives its rank; a
# double line marks the evidence. It is a *hit* if the bot reads all of the evidence in one chunk.
#
# **Which sizes from 20 to 2,000 will be hits?** Think of the words and the budget.

# %%
SOME, ALL = "some in the middle", "all from some size on"
predict("01-steps", "Sizes with a hit", choices=(ALL, SOME, "none"))

# %% [markdown]
# **Question.** Move the size. Which is the smallest hit, and which the largest?

# %%
hits_and_misses(handbook, question, [evidence], size=50)

# %%
# This moves the size through its steps, as you did.
widget = hits_and_misses(handbook, question, [evidence])
hits = []
for size in widget.size.ladder:
    widget.size.box.value = size
    if widget.view.verdict.startswith("hit"):
        hits.append(size)
print(
    f"{len(hits)} of {len(widget.size.ladder)} steps are hits, from {hits[0]} to {hits[-1]:,}; the last step is {size:,}"
)
compare("01-steps", "none" if not hits else SOME if hits[-1] < size else ALL)

# %% [markdown] tags=["after:01-steps"]
# Nine of the 13 sizes are hits, from 75 to 1,200. At 2,000 the budget ends before the evidence. So chunks can be too small
# or too large.

# %% [markdown]
# **Which words does [107] share with the question?**


# %% tags=["blank:shared"]
# Which words do both have? Use words(...) and &, for two sets.
def shared(question, chunk):
    """List the words that two texts share."""
    return sorted(words(question) & words(chunk))  # ____ words(question) & words(chunk)


# %%
shared = checked("shared")

# %%
for chunk in windows[106:109]:
    print(f"[{chunk.index}]", shared(question, chunk.text), repr(chunk.text[:40]))

# %% [markdown] tags=["after:01-steps"]
# [107] has the answer, and not one word of the question: *delivery* is not *delivered*, which is in [106]. **A chunk that is too small can lose
# the words that would find it.** (Between the steps, luck decides.)

# %% [markdown] tags=["numbers:8 365"]
# ## Can a large enough chunk still fail?
# The folded cell holds eight questions with short names and their evidence. They prove nothing (lesson 9 has 365).

# %% tags=["plot"]
QUESTIONS = {
    "close": (question, evidence),
    "key": (
        "I lost my API key. Can you show it to me again?",
        place("Fjordlink stores only a hash and cannot tell it to you again"),
    ),
    "sandbox": (
        "How does the sandbox differ from production?",
        place(
            "its limits are lower (see [Plans](#plans)), it sends no e-mail and no SMS, and every Sunday at 03:00 UTC it is"
            " put back to the state of a new one"
        ),
    ),
    "code": ("What does E4032 mean?", place("`E4032` | 403 | key belongs to another region")),
    "reading": ("What is a reading?", place("A *reading* is what one logger measured at one moment.")),
    "cursor": ("How long is a pagination cursor valid?", place("A cursor is valid for 24 hours")),
    "export": ("How long does an export take?", place("An export takes approx. 40 s per million readings")),
    "memory": (
        "After how many days is the memory of an offline gateway full?",
        place("The gateway's own memory is full after approx. 30 days."),
    ),
}
print(*(f"{name}: {asked}" for name, (asked, _) in QUESTIONS.items()), sep="\n")

# %%
SIZES = (20, 50, 100, 200, 400, 800, 2000)
indexes = {size: BM25(token_windows(handbook, size, overlap=0)) for size in SIZES}
start, end = QUESTIONS["sandbox"][1]
print(
    f"the evidence has {token_windows(handbook[start:end], 500, overlap=0)[0].size} tokens, and there are {len(SIZES)} sizes"
)

# %% [markdown]
# **In how many of these seven sizes does one chunk hold all the evidence of *sandbox*?**

# %%
predict("01-whole", "sizes with the evidence whole")

# %%
whole = []
for size in SIZES:
    if any(holds(c.start_char, c.end_char, start, end) for c in indexes[size].chunks):
        whole.append(size)
compare("01-whole", len(whole))

# %%
print("whole at", whole)
for size in sorted(set(SIZES) - set(whole)):
    cut = indexes[size].chunks[400 // size - 1]
    print(size, "cut after character", cut.end_char, repr(cut.text[-30:]))

# %% [markdown] tags=["after:01-whole"]
# Only two sizes hold it, 800 and 2,000. Token 400 of the handbook is inside this evidence, and chunks of 50, 100, 200 and 400 tokens all end there.
# **A chunk can be large enough and still be cut in the wrong place.** [Overlap](../docs/glossary.md#overlap) can repair this (lessons 3 and 4).

# %% [markdown]
# ## So why not take large chunks?
# The bot reads the best five again. **At 2,000 tokens, how many of the eight questions are hits, and how many tokens does it read for each?**

# %%
predict("01-five", "hits of 8", "tokens read for each question")

# %%
for size in SIZES:
    hits, read = 0, 0
    for asked, (start, end) in QUESTIONS.values():
        best = [chunk for chunk, score in indexes[size].search(asked, k=5)]
        hits += any(holds(c.start_char, c.end_char, start, end) for c in best)
        read += sum(chunk.size for chunk in best) / 8
    print(f"{size:>5} tokens: {hits} of 8 are hits, {read:>6,.0f} tokens read")

# %%
compare("01-five", hits, round(read))

# %% [markdown] tags=["after:01-five"]
# All eight are hits. But the handbook has only five such chunks, so the bot reads nearly all of it. **With the same k, large chunks read more.**

# %% [markdown]
# ## What if every size reads equally much?
# The tokens that a model may read are its *token budget*, here 1,000. The best chunks are read until it is used up, and the last one is cut off.
# **Complete the loop:**


# %% tags=["blank:tokens_read"]
# How much of this chunk is read, and what is left of the budget?
def tokens_read(sizes, budget):
    """Tell how many tokens of each chunk are read, best chunk first."""
    read = []
    for size in sizes:
        read.append(min(size, budget))  # ____ min(size, budget)
        budget = budget - read[-1]  # ____ budget - read[-1]
    return read


# %%
tokens_read = checked("tokens_read")

# %% [markdown]
# With your loop, the folded cell finds a *hit*, *half* (a part of the evidence is read) or a *miss*. **How many of the eight are hits at 200
# tokens, and how many at 2,000?**

# %%
predict("01-budget", "hits of 8 at 200", "hits of 8 at 2,000")


# %% tags=["plot"]
def outcome(index, asked, evidence):
    start, end = evidence
    chunks = [found.chunk for found in index.search(asked, k=len(index.chunks))]
    result = "miss"
    for chunk, tokens in zip(chunks, tokens_read([chunk.size for chunk in chunks], budget=1000)):
        part = token_windows(chunk.text, tokens, overlap=0)[0] if tokens else None
        last = chunk.start_char + part.end_char if part else chunk.start_char
        if holds(chunk.start_char, last, start, end):
            return "hit"
        if chunk.start_char < end and start < last:
            result = "half"
    return result


outcomes = {name: [outcome(index, *asked) for index in indexes.values()] for name, asked in QUESTIONS.items()}
counts = {size: sum(row[at] == "hit" for row in outcomes.values()) for at, size in enumerate(SIZES)}

# %%
compare("01-budget", counts[200], counts[2000])

# %% tags=["plot"]
LOOKS = {"hit": COLORS[0], "half": COLORS[2], "miss": COLORS[8]}
fig, ax = new_figure(8, 3.4)
for y, row in enumerate(outcomes.values()):
    for x, word in enumerate(row):
        ax.barh(y, 0.94, left=x + 0.03, height=0.86, color=LOOKS[word])
        ax.text(x + 0.5, y, word, ha="center", va="center", weight="bold" if word == "hit" else "normal")
ax.set(yticks=range(8), yticklabels=outcomes, xticks=[x + 0.5 for x in range(7)], xlabel="tokens in a chunk, and hits")
ax.set_xticklabels([f"{size:,}\n{count} of 8" for size, count in counts.items()])
ax.invert_yaxis()
ax.set_title("With 1,000 tokens to read, the smallest and the largest chunks hit least")
rows = "; ".join(f"{name}: {', '.join(row)}" for name, row in outcomes.items())
totals = ", ".join(map(str, counts.values()))
figure(fig, f"Outcomes at sizes {', '.join(map(str, SIZES))}. {rows}. Hits: {totals} of 8.")

# %% [markdown] tags=["after:01-budget"]
# At 200 tokens seven questions are hits, and at 2,000 only two: the budget ends inside the first chunk. **Compare sizes with the same budget, not
# with the same k.** And do not trust one question: here *memory* is always a hit, *sandbox* never.
# The eight together did best with 100 to 400 tokens.

# %% [markdown]
# ## Why does the wrong chunk come first?
# At 2,000 tokens, the evidence of *key* is in [0], which comes third:

# %%
asked = QUESTIONS["key"][0]
print(asked)
for chunk, score in indexes[2000].search(asked, k=3):
    print(f"[{chunk.index}] score {score:.2f}", *shared(asked, chunk.text))

# %% [markdown]
# Only [4] has both *lost* and *show*: gateways *lost* their uplink, and you *show* a message. *Key* is in 4 of the 5 chunks, *lost* in 2. **Which
# word weighs more?** The weight is ln(1 + ratio), and the ratio is (chunks without the word + 0.5) / (chunks with it + 0.5).

# %%
predict("01-weight", "The word with the larger weight", choices=("key", "lost"))


# %% tags=["blank:weight"]
# Write the ratio: n of the total chunks have the word.
def weight(n, total):
    """Weigh a word that is in n of the total chunks, as BM25 does."""
    return log(1 + (total - n + 0.5) / (n + 0.5))  # ____ (total - n + 0.5) / (n + 0.5)


# %%
weight = checked("weight")

# %%
weights = {}
for size in (100, 2000):
    for word in ("key", "lost"):
        total = len(indexes[size].chunks)
        n = sum(word in words(chunk.text) for chunk in indexes[size].chunks)
        weights[word] = weight(n, total)
        print(f"{size} tokens: {word} is in {n} of {total}, weight {weights[word]:.2f}")
compare("01-weight", max(weights, key=weights.get))

# %%
without = "I my API key. Can you it to me again?"
print([chunk.index for chunk, score in indexes[2000].search(without, k=3)])

# %% [markdown] tags=["after:01-weight"]
# *Lost* weighs 0.88, and *key* only 0.29, because 4 of 5 chunks have it. Without *lost* and *show*, [0] comes first. **In large chunks, words
# hardly tell one chunk from another.**

# %% [markdown]
# ## Your own document
# Nora asks again, with chunks of at most 200 tokens, cut by `recursive`:

# %%
larger = recursive(handbook, size=200, overlap=0)
ask(question, chunks=larger)

# %% [markdown]
# Now she knows: Monday at noon, or earlier. Bring a document (Markdown, HTML, text or PDF): drag it into the list of files at the left,
# and write its name below. From then on, `ask` without `chunks=` answers from it. (`cl100k_base` is a tokenizer: lesson 2.)

# %%
# Your turn: name or path of your file (with / also on Windows)
bring("handbook")

# %%
# Your turn: a question about your document. Is the evidence read?
ask("I lost my API key. Can you show it to me again?")

# %% [markdown]
# Without a language model the bot only compares words: about the key it declines, although passage 1 has the answer. In the folded
# cell, our own reply stands in for a model's. `with_a_model.md` in your course folder connects a real one.


# %% tags=["plot"]
def model(prompt):
    """Stand in for a language model, which would read the prompt and write an answer to it."""
    return "No, Fjordlink stores only a hash of it [1]."


print("Without a model:", ask(QUESTIONS["key"][0], chunks=larger).text)
ask(QUESTIONS["key"][0], chunks=larger, answer=model)

# %% [markdown]
# ## Recap
# Why chunk? A bot can read only a part of a document, and a search must find the right part. If chunks are too small, they lose the words of the
# question, or half of the answer. If they are too large, they use up the budget, and the search can hardly tell them apart.

# %% [markdown]
# ## Quiz

# %%
quiz("01_why_chunk")

# %% [markdown]
# ## Next
# - Write the retriever of your bot: [exercise 1](../exercises/01_why_chunk/01_why_chunk.ipynb).
# - Then: [lesson 2: Characters and tokens](02_characters_and_tokens.ipynb). Before: [lesson 0](00_start_here.ipynb).

# %% [markdown]
# ## Sources
# Weight: Kamphuis and others, [Which BM25 Do You Mean?](https://doi.org/10.1007/978-3-030-45442-5_4), ECIR 2020.
