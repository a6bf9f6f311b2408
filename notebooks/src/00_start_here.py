# %% [markdown]
# # 0 · Start here
# *30 minutes · needs Python, nothing else · questions 1, 2 and 3: where may I cut, how much fits, what do I repeat?*
#
# After this lesson you can
# - run a lesson, and say before each run what you expect;
# - check a function, ask for a hint, see your progress;
# - name the three questions that every chunker answers.

# %% [markdown]
# ## Two questions first
# 1. Somebody searches a handbook for *What is a reading?* and gets one piece of it back. How long should that piece be?
# 2. Why would anybody store the same sentence twice?
#
# Write your answers down. Rounds 2 and 3 come back to them.

# %% [markdown]
# ## What goes wrong
# In *retrieval-augmented generation* (RAG) a program searches documents for the pieces that fit a question, and a language
# model is given those pieces to answer from. The pieces are called *chunks*, and a program has to cut them.
#
# Below is the first code cell. Click into it and press Shift+Enter: it runs, and the next cell is selected.

# %%
from chunklib import STRATEGIES
from classroom import check, chunk_viewer, hint, practice, progress, quiz, solution
from classroom.lessons.figure import HATCHES, figure, new_figure
from chunklib.cuts import sentences
from chunklib.data import load
from chunklib.tokens import ruler

# %%
handbook = load("handbook")
print(f"{len(handbook):,} characters; the first paragraph:")
print(handbook.split("\n\n")[1])

# %% [markdown]
# The course works on this handbook. As a first attempt, let us cut it every 500 characters:

# %%
windows = STRATEGIES["fixed_characters"](handbook, size=500, overlap=0)
len(windows)

# %% [markdown]
# And somebody asks: *What is a reading?* The handbook has a sentence for it, which begins `A *reading* is`.

# %%
place = handbook.index("A *reading* is")
at = next(chunk.index for chunk in windows if chunk.end_char > place)
print(f"[{at}] ends with  ", repr(windows[at].text[-29:]))
print(f"[{at + 1}] begins with", repr(windows[at + 1].text[:39]))

# %% [markdown]
# The definition is cut in two. Chunk [6] names the reading and does not say what it is; chunk [7] says what it is and
# does not name it. If the search returns only one of the two, the model has half of the definition. If it returns both,
# the model has to put the halves together.
#
# Every chunker answers three questions, and each round of this lesson works on one:
#
# 1. Where may I cut?
# 2. How much fits?
# 3. What do I repeat?
#
# A round has three steps. **Predict**: commit to a number. **Run**: let the machine say. **Explain**: read what the
# number means. A wrong guess is useful: it shows you where to look.

# %% [markdown]
# ## Round 1: where may I cut?
# First the sentences of the handbook (a heading or a table counts as one), and a test: which are whole in no chunk?

# %%
edges = [0, *sentences(handbook)]
spans = []
for start, end in zip(edges, edges[1:]):
    sentence = handbook[start:end]
    if sentence.strip():
        first = start + len(sentence) - len(sentence.lstrip())
        spans.append((first, first + len(sentence.strip())))


# %%
def torn(chunks):
    held = [(chunk.start_char, chunk.end_char) for chunk in chunks]
    return [(a, b) for a, b in spans if not any(s <= a and b <= e for s, e in held)]


# %% [markdown]
# **Predict: 70 chunks of 500 characters have 69 cuts. How many sentences do they tear?**

# %%
print(f"{len(windows)} chunks; {len(torn(windows))} of {len(spans)} sentences are torn")

# %% [markdown]
# 69 cuts tear 64 sentences: nearly every blind cut falls inside one. The strategy `recursive` looks for a better
# place: the end of a paragraph, else of a line, else of a sentence, else of a word.

# %%
natural = STRATEGIES["recursive"](handbook, size=500, overlap=0, ruler="characters")
print(f"{len(natural)} chunks; {len(torn(natural))} sentences are torn")
[end - start for start, end in torn(natural)]

# %% [markdown]
# Now 5 sentences are torn instead of 64, for 94 chunks instead of 70. The list says how long the 5 are: each has more than
# 500 characters, so no chunk can hold it.

# %% [markdown]
# ## Round 2: how much fits?
# A model reads *tokens*, numbered pieces of text, and its limits are counted in them. OpenAI gives a rule of thumb: a
# token is about four characters of English. By this rule 500 characters are 125 tokens.
#
# **Predict: how many of the 70 windows have more than 125 tokens?**

# %%
count = ruler("gpt-4")
sizes = [count(chunk.text) for chunk in windows]
over = sum(size > 125 for size in sizes)
print(f"{over} of {len(sizes)} have more; the largest has {max(sizes)}")

# %%
print(windows[sizes.index(max(sizes))].text)

# %% [markdown]
# 44 of the 70 windows have more, and the largest has 203. It is mostly a table, and the rule is about English prose;
# lesson 2 shows where it fails, and names its source. To keep a limit in tokens, measure in tokens:

# %%
measured = STRATEGIES["recursive"](handbook, size=125, overlap=0, ruler="gpt-4")
largest = max(chunk.size for chunk in measured)
print(f"{len(measured)} chunks; the largest has {largest} tokens")

# %% [markdown]
# Now no chunk has more than 125. This is half of your first question: a piece must fit. The other half, how large is
# best for a search, needs measuring; lesson 10 measures six sizes.

# %% [markdown]
# ## Round 3: what do I repeat?
# Neighbours may share text: each chunk then begins with the end of the one before it. That is *overlap*.
#
# **Predict: with windows that share 100 characters, how many of the 64 are still torn? How much more text is stored?**


# %%
def price(chunks):
    stored = sum(len(chunk.text) for chunk in chunks) / len(handbook)
    return f"{len(torn(chunks))} torn, {stored:.2f} times the text stored"


# %%
windows_100 = STRATEGIES["fixed_characters"](handbook, size=500, overlap=100)
before, after = set(torn(windows)), set(torn(windows_100))
print(f"of {len(before)}: {len(before & after)} are still torn; {len(after - before)} others are torn now")
price(windows_100)

# %% [markdown]
# 20 of the 64 are still torn, so the overlap saves 44. But it also moves the cuts: windows that share 100 characters
# start every 400 characters, not every 500. The moved cuts tear 10 *other* sentences, so 30 are torn in all. The price is
# 25 % more storage. That answers your second question. Is overlap always worth its price? The same overlap with
# `recursive`:

# %%
recursive = STRATEGIES["recursive"]
natural_100 = recursive(handbook, size=500, overlap=100, ruler="characters")
print("the same sentences as without overlap:", torn(natural_100) == torn(natural))
price(natural_100)

# %%
tried = {"windows": windows, "windows, 100 shared": windows_100}
tried |= {"recursive": natural, "recursive, 100 shared": natural_100}
fig, ax = new_figure(8, 2.2)
for place, (name, chunks) in enumerate(tried.items()):
    hatch, color = (HATCHES[0], "#EEDD88") if "shared" in name else ("", "#77AADD")
    ax.barh(place, len(torn(chunks)), color=color, hatch=hatch)
    ax.text(len(torn(chunks)) + 1, place, len(torn(chunks)), va="center")
ax.set(yticks=range(4), yticklabels=tried, xlabel="sentences torn")
ax.set_title("Where you cut mattered most")
ax.invert_yaxis()
numbers = "; ".join(f"{name}: {len(torn(chunks))}" for name, chunks in tried.items())
figure(fig, f"Four bars, sentences torn. {numbers}.")

# %% [markdown]
# With `recursive`, the same 5 are torn with overlap as without, for 30 % more storage: each is longer than a chunk, and
# no overlap helps that. What overlap is worth depends on where you cut. Whether it helps a search, lesson 11 measures
# for windows of tokens.

# %% [markdown]
# ## Worked example: one exercise, from stub to report
# Every lesson ends in an exercise. You get a *stub*, a function that does nothing yet, and `check` says how it does. The
# course keeps a record of your tries. This lesson only shows how that works, so it starts an empty record that is thrown away:

# %%
practice()


# %%
def hello(name):
    raise NotImplementedError


check(hello)

# %% [markdown]
# Suppose you fill it in, and not quite right:


# %%
def hello(name):
    return "Hello " + name


check(hello)

# %% [markdown]
# Read a report from the top: what holds, the one thing that broke, the smallest call that breaks it, what came out, what
# was expected. The check tried many names; the one shown is the simplest that it found to fail. Stuck? Ask for a hint; the vaguest
# comes first:

# %%
hint("hello")

# %%
progress()

# %% [markdown]
# The table counts one try and one hint. In the exercises this is your own record. It is kept in a file, so it survives a
# restart. The solution waits:

# %%
solution("hello")

# %% [markdown]
# ## Try it
# The viewer draws chunks in their text: `[k]` marks where chunk k begins, hatching what two of them share. Here is the
# passage that broke at the top, in chunks of 50 characters.
#
# **Question.** Which is the smallest size that keeps the definition, up to *one moment*, in one chunk? Move the size, then
# choose `recursive` and do it again: how much less does it need?

# %%
start, end = handbook.index("### Readings"), handbook.index("#### Late readings")
passage = handbook[start:end]
chunk_viewer(passage, "fixed_characters", size=50, overlap=0, ruler="characters")

# %% [markdown]
# The next cell tries every size. Compare its answers with the length of the definition.

# %%
definition = "A *reading* is what one logger measured at one moment."


def is_whole(name, size):
    chunks = STRATEGIES[name](passage, size, overlap=0, ruler="characters")
    return any(definition in chunk.text for chunk in chunks)


print(len(definition), "characters in the definition")
for name in ("fixed_characters", "recursive"):
    print(name, next(size for size in range(1, 100) if is_whole(name, size)))

# %% [markdown]
# ## Pitfalls
# - An edited cell changes nothing until it runs: run the function's cell, then the check.
# - Cells run out of order leave old values behind: *Kernel → Restart Kernel and Run All Cells* starts clean.
# - If something does not work at all, let the doctor look for the cause. In a new cell:
#
#   ```python
#   from chunklib.doctor import examine
#   print(*examine(course=True), sep="\n")
#   ```

# %% [markdown]
# ## Recap
# | Function | Does |
# |---|---|
# | `STRATEGIES[name](text, size, overlap)` | cuts a text into chunks |
# | `check(function)` | tells what holds and what broke |
# | `hint("hello")` | opens one more hint |
# | `progress()` | shows where you are |
# | `solution("hello")` | after a pass or three tries |
# | `quiz("00_start_here")` | three questions |
# | `chunk_viewer(text)` | draws the chunks of your text |

# %% [markdown]
# ## Quiz
# Each answer tells you why it is right or wrong.

# %%
quiz("00_start_here")

# %% [markdown]
# ## Exercise
# Write [hello](../exercises/00_start_here/00_start_here.ipynb), and see the check turn.
#
# ### The map
# You are in lesson 0.
#
# | | Lesson | Question |
# |---|---|---|
# | 0 | Start here | 1, 2, 3 |
# | 1 | [Why chunk](01_why_chunk.ipynb) | 2 |
# | 2 | [Characters and tokens](02_characters_and_tokens.ipynb) | 2 |
# | 3 | [Fixed windows](03_fixed_windows.ipynb) | 1, 2 |
# | 4 | [Overlap arithmetic](04_overlap_arithmetic.ipynb) | 3 |
# | 5 | [Sentences](05_sentences.ipynb) | 1, 3 |
# | 6 | [Recursive splitting](06_recursive.ipynb) | 1, 2 |
# | 7 | [Smart chunk](07_smart_chunk.ipynb) | 1, 2, 3 |
# | 8 | [Structure](08_structure.ipynb) | 1 |
# | 9 | [Meaning and adaptation](09_meaning_and_adaptation.ipynb) | 1, 3 |
# | 10 | [Measuring](10_measuring.ipynb) | 4: does it help? |
# | 11 | [Does overlap help?](11_does_overlap_help.ipynb) | 4 |
# | 12 | [Production](12_production.ipynb) | 1, 2, 3, 4 |
# | 13 | [Capstone](13_capstone.ipynb) | 1, 2, 3, 4 |
#
# After the exercise go on with [lesson 1](01_why_chunk.ipynb).
