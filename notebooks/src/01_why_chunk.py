# %% [markdown]
# # 1 · Why chunk
# *40 minutes · needs lesson 0 · question 2: how much fits?*
#
# After this lesson you can
# - say of a miss whether its chunks were too small, too large, or cut in the wrong place;
# - show why a search for the best five flatters large chunks, and how a token budget corrects this;
# - find the range of sizes in which a given question is answered.

# %% [markdown]
# ## Two questions back
# 1. `recursive` tore 5 sentences of the handbook, with overlap and without. Which 5?
# 2. Windows of 500 characters share 100. How much more text is stored?
#
# <details><summary>Answers</summary>
#
# 1. Those that are longer than a chunk.
# 2. 25 % more, since each window brings 400 new characters and stores 500.
# </details>

# %% [markdown]
# ## What goes wrong
# You ask the handbook: *When does a delivered shipment close by itself?* A *retriever* ranks the chunks, and a language model
# reads the best *k* of them, here five. Our retriever is BM25: a chunk scores for each word that it shares with the question.
# Rare words score more, and a word scores more in a short chunk. Ours leaves out 33 *stop words*, such as *by* and *the*.
# Chunks have 50 tokens.

# %%
import re
from math import log

from bm25s.stopwords import STOPWORDS_EN

from chunklib import STRATEGIES
from classroom import hits_and_misses, quiz
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure
from chunklib.data import load
from chunklib.retrieval import BM25

handbook = load("handbook")
windows = STRATEGIES["token_windows"]

# %%
print(len(STOPWORDS_EN), "stop words:", *STOPWORDS_EN)
question = "When does a delivered shipment close by itself?"
index = BM25(windows(handbook, size=50, overlap=0))
for rank, hit in enumerate(index.search(question, k=5), start=1):
    print(rank, f"[{hit.chunk.index}]", repr(hit.chunk.text[-64:]))

# %% [markdown]
# None of them has the answer, and the first breaks off just before it. But the handbook has it. What answers a question is called its
# *evidence*: a place, from one character to another.


# %%
def place(quote):
    assert handbook.count(quote) == 1, quote
    start = handbook.index(quote)
    return start, start + len(quote)


def holders(chunks, span):
    """The chunks that hold some of the evidence."""
    return [chunk for chunk in chunks if chunk.start_char < span[1] and span[0] < chunk.end_char]


# %%
evidence = place(
    "72 hours after delivery, or\n  - earlier, as soon as every logger has uploaded a reading recorded after delivery"
)
(holder,) = holders(index.chunks, evidence)
print(f"[{holder.index}]", holder.text)

# %%
found = [hit.chunk.index for hit in index.search(question, k=len(index.chunks))]
print(len(found), "of", len(index.chunks), "chunks are found;", holder.index in found)

# %% [markdown]
# The evidence is whole in chunk [107], and this chunk is not among the 38 that share a word with the question. The model
# may read the best five, ten or a hundred chunks: at no k does the search return [107].

# %% [markdown]
# ## Round 1: too small
# **Predict: which of the question's words does chunk [107] have? And how large must chunks be until the one with the evidence comes first?**

# %%
SIZES = (20, 50, 100, 200, 400, 800, 2000)
indexes = {size: BM25(windows(handbook, size, overlap=0)) for size in SIZES}


# %%
def words(text):
    """The words that BM25 counts."""
    return set(re.findall(r"\w\w+", text.lower())) - set(STOPWORDS_EN)


def ranks(index, question, span):
    """The rank of each chunk that holds some of the evidence; None where it is not found."""
    order = [hit.chunk.index for hit in index.search(question, k=len(index.chunks))]
    return [order.index(c.index) + 1 if c.index in order else None for c in holders(index.chunks, span)]


# %%
for size, index in indexes.items():
    shared = [sorted(words(question) & words(chunk.text)) for chunk in holders(index.chunks, evidence)]
    print(f"{size:>5} tokens: {len(index.chunks):>3} chunks, rank {ranks(index, question, evidence)}, shares {shared}")

# %% [markdown]
# At 50 tokens, [107] has none of them: *delivered* and *itself* are one line above, in chunk [106]. A chunk that is too small can keep the
# answer and lose the words of the question. At 100 tokens that line is in the same chunk, which comes second; from 200 on it is
# first.

# %% [markdown]
# ## Round 2: cut in two
# Here are seven more questions, chosen to show what can happen. You cannot conclude a percentage from them; lesson 10 measures
# on 192.

# %%
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
}

# %%
QUESTIONS |= {
    "code": ("What does E4032 mean?", place("`E4032` | 403 | key belongs to another region")),
    "reading": ("What is a reading?", place("A *reading* is what one logger measured at one moment.")),
    "cursor": ("How long is a pagination cursor valid?", place("A cursor is valid for 24 hours")),
    "export": ("How long does an export take?", place("An export takes approx. 40 s per million readings")),
    "memory": (
        "After how many days is the memory of an offline gateway full?",
        place("The gateway's own memory is full after approx. 30 days."),
    ),
}
start, end = QUESTIONS["sandbox"][1]
print("evidence of sandbox:", windows(handbook[start:end], 800, overlap=0)[0].size, "tokens")

# %% [markdown]
# **Predict: from which of the seven sizes on are these 41 tokens whole in one chunk?**

# %%
print("size    ", *(f"{size:>5}" for size in SIZES))
for name, (_, span) in QUESTIONS.items():
    print(f"{name:<8}", *(f"{len(holders(index.chunks, span)):>5}" for index in indexes.values()))

# %%
for size in (50, 100, 200, 400):
    one, other = holders(indexes[size].chunks, QUESTIONS["sandbox"][1])
    print(size, ranks(indexes[size], *QUESTIONS["sandbox"]), repr(one.text[-24:]), repr(other.text[:24]))

# %% [markdown]
# They are whole in one chunk from 800 on. The 400th token of the handbook lies inside this evidence, and windows of 50, 100, 200 and 400
# tokens all end there. Up to 200 tokens the second piece is never found: it has no word of the question.
#
# *Overlap* can repair this: neighbours share text, so what one chunk cuts can be whole in the next. Lessons 3 and 4 show how much
# overlap that takes and what it costs, and lesson 11 whether it helps a search.

# %% [markdown]
# ## Round 3: too large
# So take large chunks? Call a question a *hit* if its evidence is whole in one of the best five chunks. **Predict: how many of the eight at
# 2,000 tokens? And how much does the model read for each?**

# %%
for size, index in indexes.items():
    hits, read = 0, 0
    for text, (start, end) in QUESTIONS.values():
        best = [hit.chunk for hit in index.search(text, k=5)]
        hits += any(chunk.start_char <= start and end <= chunk.end_char for chunk in best)
        read += sum(chunk.size for chunk in best) / len(QUESTIONS)
    print(f"{size:>5} tokens: {hits} of 8 are hits; {read:,.0f} tokens read for each")

# %% [markdown]
# All eight are hits. But there are only five chunks: the model was given nearly the whole handbook, and nothing was selected. *The best
# five* are 100 tokens in the first row and 9,236 in the last. A fixed k flatters large chunks.

# %% [markdown]
# ## Round 4: the same budget
# What a model may read is limited in tokens: that limit is its *token budget*. Let each size have the same budget, 1,000 tokens: the model
# gets chunks in the order of their ranks until the budget is full, and the last one is cut off.


# %%
def given(index, question, budget=1000):
    """What the model gets: the part (start, end) of each chunk, best first."""
    for hit in index.search(question, k=len(index.chunks)):
        part = windows(hit.chunk.text, min(budget, hit.chunk.size), overlap=0)[0]
        yield hit.chunk.start_char + part.start_char, hit.chunk.start_char + part.end_char
        budget -= part.size
        if budget < 10:
            return


# %%
def outcome(index, question, span):
    parts = list(given(index, question))
    if any(start <= span[0] and span[1] <= end for start, end in parts):
        return "hit"
    return "half" if any(start < span[1] and span[0] < end for start, end in parts) else "miss"


# %% [markdown]
# **Predict: which size has the most hits now? How many of its eight does 2,000 keep?**

# %%
outcomes = {name: [outcome(index, *asked) for index in indexes.values()] for name, asked in QUESTIONS.items()}
print("size    ", *(f"{size:>5}" for size in SIZES))
for name, row in outcomes.items():
    print(f"{name:<8}", *(f"{word:>5}" for word in row))

# %%
hits = [column.count("hit") for column in zip(*outcomes.values())]
print("hits    ", *(f"{count:>5}" for count in hits))

# %%
LOOKS = {"hit": (COLORS[0], ""), "half": (COLORS[2], HATCHES[0]), "miss": (COLORS[8], HATCHES[1])}
fig, ax = new_figure(8, 3.4)
for y, (name, row) in enumerate(outcomes.items()):
    for x, word in enumerate(row):
        ax.barh(y, 0.94, left=x + 0.03, height=0.86, color=LOOKS[word][0], hatch=LOOKS[word][1])
        ax.text(x + 0.5, y, word, ha="center", va="center", bbox={"facecolor": "white", "pad": 1.5, "linewidth": 0})
ax.set(yticks=range(8), yticklabels=outcomes, xticks=[x + 0.5 for x in range(7)], xlabel="tokens in a chunk; hits")
ax.set_xticklabels([f"{size:,}\n{count} of 8" for size, count in zip(SIZES, hits)])
ax.invert_yaxis()
ax.set_title("With 1,000 tokens to read, the smallest and the largest chunks hit least")
rows = "; ".join(f"{name}: {', '.join(row)}" for name, row in outcomes.items())
figure(fig, f"Outcomes at sizes {', '.join(map(str, SIZES))}. {rows}. Hits: {', '.join(map(str, hits))} of 8.")

# %% [markdown]
# Seven are hits at 100, 200 and 400; four at 20, two at 2,000, though all eight were with five chunks. At 20 the other four answers are cut.
# At 2,000 the budget ends inside the best chunk: what is further down in it, or in the next one, is not read. Three questions do not follow
# this pattern: *memory* is a hit at every size, and it repeats its answer's own words; *sandbox* is a hit at none of these sizes; *code* is missed at
# 800 and a hit again at 2,000.

# %% [markdown]
# ## Worked example: first of five, and wrong
# *Key* at 2,000 tokens: its evidence is in [0], and [0] comes third. Which words decide?

# %%
asked = QUESTIONS["key"][0]
for rank, hit in enumerate(indexes[2000].search(asked, k=5), start=1):
    print(rank, f"[{hit.chunk.index}]", f"score {hit.score:.2f}", *sorted(words(asked) & words(hit.chunk.text)))
first = indexes[2000].search(asked, k=1)[0].chunk.text
print([first[at - 18 : at + 22] for at in (first.index(" lost "), first.index(" show "))])

# %% [markdown]
# [4] has two words that [0] has not, *lost* and *show*: gateways that lost their uplink, and a message to show to people. Both have nothing
# to do with the question. And what is a word worth? In the form of BM25 that we use (Kamphuis and others, *Which BM25 Do You Mean?*, ECIR 2020)
# a word that is in n of N chunks has the weight ln(1 + (N − n + ½)/(n + ½)):


# %%
def weight(word, chunks):
    n = sum(word in words(chunk.text) for chunk in chunks)
    return f"{n} of {len(chunks)}, weight {log(1 + (len(chunks) - n + 0.5) / (n + 0.5)):.2f}"


for word in ("api", "key", "again", "lost", "show"):
    print(f"{word:<6}", *(f"{size}: {weight(word, indexes[size].chunks):<24}" for size in (100, 200, 2000)))

# %% [markdown]
# *Key*, the subject of the question, is in 4 of 5 large chunks and is worth 0.29; in chunks of 100 it was worth 1.65. A word that nearly every
# chunk has says little about which one to take. Small chunks can lose words; large chunks can lose differences.

# %% [markdown]
# ## Try it
# The same search, drawn on the text. A dark label means given, with the rank; a double line below is the evidence.
#
# **Question.** Move the slider from 20 to 2,000. At which of its 13 sizes is *sandbox* a hit? Then stay at 2,000 and ask instead: *What
# happens to the sandbox every Sunday?*

# %%
hits_and_misses(handbook, QUESTIONS["sandbox"][0], [QUESTIONS["sandbox"][1]], size=200)

# %%
widget = hits_and_misses(handbook, QUESTIONS["sandbox"][0], [QUESTIONS["sandbox"][1]])
for size in widget.size.ladder:
    widget.size.box.value = size
    print(f"{size:>5}", widget.view.verdict.split(":")[0])

# %%
widget.question.value = "What happens to the sandbox every Sunday?"
print(widget.view.verdict)

# %% [markdown]
# It is a hit at one size, 150. Up to 100 and at 200 a boundary cuts the evidence; from 300 on, chunks that rank before it use up the budget.
# If you ask for Sunday, the chunk of 2,000 tokens comes first: here the words of the question weigh more than the size.
#
# And between those sizes? Here is one sign for each 25 tokens, from 25 to 2,000: `#` hit, `/` half, `.` miss.

# %%
SIGNS = {"hit": "#", "half": "/", "miss": "."}
finer = {size: BM25(windows(handbook, size, overlap=0)) for size in range(25, 2001, 25)}
for name in ("sandbox", "key", "code"):
    row = "".join(SIGNS[outcome(index, *QUESTIONS[name])] for index in finer.values())
    print(f"{name}, first miss at {25 * (row.index('.') + 1)}:\n{row}")

# %% [markdown]
# *Key* is a hit at all of these sizes up to 725, *code* up to 575. After the first miss, hits come and go from step to step. So one question
# cannot choose a size. Lesson 10 takes the mean over many.

# %% [markdown]
# ## Pitfalls
# - A chunk without the words that name its subject: it has the answer, and a search by words does not find it.
# - Sizes compared at the same k: the larger one reads more.
# - An answer cut at a boundary, taken for a weak retriever.
# - A size chosen on one question: a step of 25 tokens turned hits into misses.
# - Eight questions taken for a measurement.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `BM25(chunks)` | an index that ranks chunks by shared words |
# | `index.search(question, k=5)` | hits, best first: `hit.chunk`, `hit.score` |
# | `STRATEGIES["token_windows"](text, size, overlap)` | windows of tokens |
# | `hits_and_misses(text, question, spans)` | what of the evidence a reader is given, drawn |

# %% [markdown]
# ## Quiz

# %%
quiz("01_why_chunk")

# %% [markdown]
# ## Exercise
# Write a retriever yourself, in which a rare word counts more than a common one:
# [exercise 1](../exercises/01_why_chunk/01_why_chunk.ipynb).
