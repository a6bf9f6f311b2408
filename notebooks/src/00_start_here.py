# %% [markdown]
# # 0 · Start here
# *40 minutes · needs Python, nothing else · questions 1, 2 and 3: where may I cut, how much fits, what do I repeat?*
#
# After this lesson you can
# - work through a lesson: predict, run, fill in a blank, check a function;
# - show how one cut in the wrong place makes a bot answer wrongly, and correct it;
# - name the three questions that every chunker answers.

# %% [markdown] tags=["numbers:2"]
# ## Questions first
# 1. You ask a handbook a question and get one piece of it back. How long should that piece be?
# 2. Why would you store the same sentence twice?
#
# Write your answers before you open ours.
#
# <details><summary>Answers</summary>
#
# 1. Long enough to hold the answer whole. The lesson begins to measure how long that is.
# 2. So that what one piece cuts in two is whole in the next. It has a price, and the lesson counts it.
# </details>

# %% [markdown]
# ## The bot misleads Nora
# Nora is responsible for quality at a salmon exporter. Small devices travel with the fish and record its temperature, and Nora has to
# keep these *readings* for years. One device is broken. Before she retires it, she asks our help bot what will happen.
#
# The bot works by *retrieval-augmented generation* ([RAG](../docs/glossary.md#rag)): a program finds the pieces of a document that fit the
# question, and an answer is made from them alone. They are called [chunks](../docs/glossary.md#chunk).
#
# Below is the first code cell. Click into it and press Shift+Enter.

# %%
from classroom import ask, check, checked, chunk_viewer, compare, hint, practice, predict, progress, quiz
from chunklib import fixed_characters, recursive, token_windows
from chunklib.data import load
from chunklib.tokens import ruler

handbook = load("handbook")
print(f"The handbook has {len(handbook):,} characters.")

# %% [markdown]
# First the handbook is cut into *windows* of 80 tokens. A [token](../docs/glossary.md#token) is a piece of text as a language model reads it,
# often a word or a part of one. Then Nora asks:

# %%
windows = token_windows(handbook, size=80, overlap=0)
question = "What stops working when I retire a device?"
print(ask(question, chunks=windows).text)

# %% [markdown]
# No language model is connected, so the bot quotes the best sentence of the chunks that it found; `[1]` is the best of these. Nora reads that the
# secret and the readings stop working. She does not retire the device.
#
# **What does the handbook really say about the readings?** In this course you answer before the machine does. The next cell unfolds the
# text below; so does a click, but then your guess does not count. (Shift+Enter also runs a folded cell, which you need not read, without opening it.)

# %%
predict(
    "00-readings", "The readings of a retired device", choices=("are deleted at once", "are kept for 90 days", "stay")
)

# %% tags=["plot"]
place = handbook.index("Its secret stops working")
sentence = handbook[place : handbook.index(".", place) + 1]
print(sentence)
compare("00-readings", "stay" if "its readings stay" in sentence else "are deleted at once")

# %% [markdown] tags=["after:00-readings"]
# The readings stay. The handbook has the answer in one sentence, and the bot quoted only half of it, from `[1]`, chunk 52. Where is
# the other half?

# %%
print("[52] ends with  ", windows[52].text[-47:])
print("[53] begins with", windows[53].text[:45])

# %% tags=["plot"]
from classroom.lessons.figure import COLORS, INK, figure, new_figure

fig, ax = new_figure(8, 1.6)
first, end, cut = place, place + len(sentence), windows[52].end_char
for row, (left, right, name) in enumerate(
    [(first, end, "the sentence"), (cut - 160, cut, "[52]"), (cut, cut + 160, "[53]")]
):
    ax.barh(row, right - left, left=left, height=0.7, color=COLORS[(5, 0, 2)[row]])
    ax.text(left + 4, row, name, ha="left", va="center")
ax.axvline(cut, color=INK, linestyle="--")
ax.set(yticks=[], xticks=[first, cut, end], xlim=(cut - 165, cut + 165), xlabel="character of the handbook")
ax.set_title("The cut between two chunks goes through the sentence")
ax.invert_yaxis()
figure(fig, f"The sentence is from {first} to {end}. Chunk 52 ends and chunk 53 begins at {cut}, inside it.")

# %% [markdown] tags=["after:00-readings"]
# Chunk 52 ends in the middle of the sentence, and chunk 53 begins with the rest. Nobody wrote anything false. One cut made a true
# sentence say the opposite.

# %% [markdown] tags=["numbers:3"]
# Every chunker answers three questions:
# 1. Where may I cut?
# 2. How much fits?
# 3. What do I repeat?

# %% [markdown]
# ## Where may I cut?
# Is this sentence an exception? A sentence is *torn* if no chunk holds all of it. Now you write code: **replace `____`, run the cell,
# and run the next one, which checks your answer.** (`any(...)` is true if at least one of its values is true.)


# %% tags=["blank:is_torn"]
# Complete the test: does this chunk hold the sentence? Both are strings.
def is_torn(sentence, chunks):
    """Tell whether no chunk holds the whole sentence."""
    return not any(sentence in chunk for chunk in chunks)  # ____ sentence in chunk


# %%
is_torn = checked("is_torn")

# %% [markdown]
# If yours is not right yet, the lesson goes on with ours, and you can come back. Now test every sentence of the handbook:

# %% tags=["plot"]
from itertools import pairwise

from chunklib.cuts import sentences

pieces = [handbook[start:end].strip() for start, end in pairwise([0, *sentences(handbook)])]
all_sentences = [piece for piece in pieces if piece]


def torn(chunks):
    texts = [chunk.text for chunk in chunks]
    return [sentence for sentence in all_sentences if is_torn(sentence, texts)]


print(f"The handbook has {len(all_sentences)} sentences; a heading, a table or a program counts as one.")
print(f"The bot has {len(windows)} windows.")

# %% [markdown] tags=["numbers:119-1"]
# **There are 119 windows, so there are 118 cuts. How many of the 325 sentences do they tear?**

# %%
predict("00-torn", "torn sentences")

# %%
compare("00-torn", len(torn(windows)))

# %% [markdown] tags=["after:00-torn"]
# The 118 cuts tear 97 sentences, so at least 97 of the cuts go through one.

# %% [markdown]
# The strategy `recursive` looks for a better place: the end of a paragraph first, then of a line, of a sentence, of a word.
#
# **How many sentences are torn now?** And what does the bot tell Nora?

# %%
predict("00-natural", "torn sentences with recursive")

# %%
natural = recursive(handbook, size=80, overlap=0)
print(len(natural), "chunks")
compare("00-natural", len(torn(natural)))

# %%
ask(question, chunks=natural)

# %% [markdown] tags=["after:00-natural"]
# This is your first corrected answer: Nora can retire the device, and its readings stay. With `recursive`, 20 sentences are torn instead
# of 97, and there are 160 chunks instead of 119, because many end before they are full. (*BM25* is the search, and the *prompt* is
# what a language model would read.)

# %% [markdown]
# Why are some sentences still torn? These are their tokens:


# %%
count = ruler("cl100k_base")  # it counts the tokens of a text
still_torn = sorted(torn(natural), key=count)
print("tokens:", *[count(sentence) for sentence in still_torn])
print("the longest:", still_torn[-1][:60].replace("\n", " "), "…")

# %% [markdown] tags=["after:00-natural"]
# No chunk holds those over 80 tokens. The longest is a table. The one with 60 is code, which `recursive` cuts at a line end.

# %% [markdown]
# ## How much fits?
# Cut the section that misled Nora by characters, in windows or with `recursive`. **From which size on is the sentence whole in one chunk?**

# %%
start, end = handbook.index("### Retire a device"), handbook.index("This call acts on live goods")
section = handbook[start:end]
print(f"the sentence begins at character {section.index(sentence)} and has {len(sentence)}")
predict("00-sizes", "smallest size, fixed_characters", "smallest size, recursive")

# %% [markdown]
# The viewer draws the chunks in the text: `[k]` marks the start of chunk k, `↵` the end of a line; `ruler` names the unit.
#
# **Question.** Move the size until the sentence is whole. Then choose `recursive`.
# What is the smallest size for each?

# %%
chunk_viewer(section, "fixed_characters", size=40, overlap=0, ruler="characters")


# %%
def smallest_size(strategy):
    for size in range(1, 400):
        texts = [chunk.text for chunk in strategy(section, size=size, overlap=0, ruler="characters")]
        if not is_torn(sentence, texts):
            return size


compare("00-sizes", smallest_size(fixed_characters), smallest_size(recursive))

# %% [markdown] tags=["after:00-sizes"]
# `recursive` needs 92 characters, the length of the sentence, and the windows need 168.

# %% [markdown]
# **What does the first window need?**


# %% tags=["blank:first_window"]
# The first window begins at 0. Give the smallest size with which it holds the whole sentence.
def first_window(begins, length):
    """Tell how many characters a first window needs to hold a sentence."""
    return begins + length  # ____ begins + length


# %%
first_window = checked("first_window")
print(first_window(section.index(sentence), len(sentence)))

# %% [markdown] tags=["after:00-sizes"]
# The sentence begins at 76, and 76 + 92 is 168.

# %% [markdown]
# ## What do I repeat?
# With [overlap](../docs/glossary.md#overlap), each chunk begins with the end of the one before it, so some text is stored twice. Here windows
# share 10 tokens, and the bot's answer is right:

# %%
overlapping = token_windows(handbook, size=80, overlap=10)
print(ask(question, chunks=overlapping).text)

# %% [markdown]
# **Of the torn sentences, how many are still torn? And how many are torn in all?**

# %%
predict("00-overlap", "of these, still torn", "torn in all")

# %%
before, after = set(torn(windows)), set(torn(overlapping))
compare("00-overlap", len(before & after), len(after))

# %% [markdown] tags=["after:00-overlap", "numbers:97-41"]
# Of the 97 sentences 41 are still torn, so the overlap saved 56.

# %% [markdown]
# **And where do windows start now?**


# %% tags=["blank:next_start"]
# A window starts at the token `start`. The next one shares its first `overlap` tokens with it.
def next_start(start, size, overlap):
    """Tell at which token the next window starts."""
    return start + size - overlap  # ____ start + size - overlap


# %%
next_start = checked("next_start")
print("without overlap", next_start(0, 80, 0), "and with it", next_start(0, 80, 10))

# %% [markdown] tags=["after:00-overlap", "numbers:68-41"]
# Windows start every 70 tokens and not every 80. All the cuts have moved, and the moved cuts tear 27 *other* sentences, which makes 68 in
# all. So one repaired example proves nothing about overlap. Lesson 11 measures whether overlap helps a search.

# %% [markdown]
# **And what does it cost? Fill in the formula.**


# %% tags=["blank:times_stored"]
# Divide all the tokens that the chunks have by the tokens of the document.
def times_stored(chunk_sizes, document_tokens):
    """Tell how many times the text of a document is stored in its chunks."""
    return sum(chunk_sizes) / document_tokens  # ____ sum(chunk_sizes) / document_tokens


# %%
times_stored = checked("times_stored")

# %%
sizes = [chunk.size for chunk in overlapping]
tokens = sum(chunk.size for chunk in windows)
print(f"{len(overlapping)} chunks, and the text is stored {times_stored(sizes, tokens):.2f} times")

# %% [markdown]
# ## How an exercise works
# Each lesson ends with an exercise, a function to write. `check` tells you how it does, and the course records your tries. Here
# `hello("Ada")` should return `Hello, Ada!`. You correct it in exercise 0:

# %%
practice()


# %%
def hello(name):
    return "Hello " + name


check(hello)

# %% [markdown]
# Read a report from the top: which *properties* (demands on your function) hold, the first that does not, and the smallest call that shows it.
# If you are stuck, open hints one by one:

# %%
hint("hello")

# %% [markdown]
# A function that passes its check can be *kept*, and your bot works with it from then on. `progress()` shows where you are, and how good your
# guesses are.

# %% [markdown] tags=["numbers:3"]
# ## Recap
# Before a program can search a document, the document is cut into chunks, and a cut in the wrong place can make a true sentence say the
# opposite. Every chunker answers three questions: where may I cut, how much fits, and what do I repeat? Here the first answer mattered most:
# `recursive` tore the fewest sentences.

# %% [markdown]
# ## Quiz

# %%
quiz("00_start_here")

# %% [markdown]
# ## Next
# - Your first exercise is short: [hello](../exercises/00_start_here/00_start_here.ipynb).
# - Then go on with [lesson 1: Why chunk](01_why_chunk.ipynb), in which you bring a document of your own.
# - If something does not work, run `from chunklib.doctor import examine`, then `print(*examine(course=True), sep="\n")` in a new cell.
