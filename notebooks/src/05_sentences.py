# %% [markdown]
# # 5 · Sentences
# *55 minutes · needs lesson 4 · questions 1 and 3: where may I cut, what do I repeat?*
#
# After this lesson you can
# - find sentences with a pattern and with a model, and judge both by counting;
# - pack whole sentences up to a limit of tokens;
# - choose between an overlap in sentences and one in tokens.

# %% [markdown] tags=["numbers:80 79"]
# ## Questions back
# 1. An answer is 80 tokens long. Which overlap makes sure that some window holds it whole?
# 2. You join pieces up to a limit of tokens. Why is it wrong to add up the counts of the pieces?
#
# <details><summary>Answers</summary>
#
# 1. 79 tokens: a passage one token longer than the overlap is still whole in some window.
# 2. Counts do not add up. A space, for example, often costs nothing once a word follows.
# </details>

# %% [markdown]
# ## The bot takes one device for another
# Nora stores salmon for 200 days with a device called FL-100. When its memory is full, each new reading overwrites the oldest. Does the
# memory last that long?
#
# Windows tear sentences, so this time each chunk is one sentence: you cut after each full stop with a space. (`text.split(". ")` would
# remove both, and the places would be wrong.)

# %%
import re
from itertools import pairwise

import chunklib
from chunklib.cuts import sentences
from chunklib.data import load
from classroom import ask, checked, compare, predict, quiz, sentence_tester

handbook = load("handbook")

# %% [markdown]
# A *sentence splitter* lists the place after each sentence, in characters. The end of the text is in the list; 0 is not. The
# space belongs to the sentence before it. **So where is the cut?**


# %% tags=["blank:after_stops"]
# A match of the pattern has a match.start() and a match.end(). Which one is the cut?
def after_stops(text):
    """List the place after each full stop with a space, and the end of the text."""
    return [match.end() for match in re.finditer(r"\. ", text)] + [len(text)]  # ____ match.end()


# %%
after_stops = checked("after_stops")


# %%
def chunks_between(text, cuts):
    """Make a chunk of the text from each cut to the next."""
    chunks = []
    for start, end in pairwise([0, *cuts]):  # pairwise([0, 5, 9]) gives (0, 5) and (5, 9)
        chunks.append(chunklib.Chunk(text[start:end], start, end, end - start, overlap=0, index=len(chunks)))
    return chunks


# %%
question = "After how many days is the oldest reading of an FL-100 overwritten?"
ask(question, chunks=chunks_between(handbook, after_stops(handbook)))

# %% [markdown]
# 227 days are enough, and Nora goes ahead. What does the handbook say?

# %%
place = handbook.index("At that pace")
print(handbook[place : handbook.index("\n", place)])

# %% [markdown] tags=["numbers:200-113"]
# The memory of an FL-100 lasts 113 days, so after 200 days the readings of the first 87 are gone. You cut after *approx.*, and the bot quoted
# a piece about the FL-200.

# %% [markdown] tags=["numbers:246-213"]
# ## How many cuts fall inside a sentence?
# We read all 246 places of the handbook where an end mark (`.`, `?` or `!`), perhaps with a quote or bracket after it, is before white
# space. The folded cell has our rules for the 33 that end no sentence.

# %% tags=["plot"]
# Quotes, brackets and the mark of a footnote belong to the sentence.
MARK = re.compile(r"[.!?][^\w\s]*(?:\[\^\w+\])?\s+")
NO_END = {
    "abbreviation": r"\b(?:approx|Dr|No|e\.g|i\.e|U\.S)\. $",
    "number of a list": r"(?m)^ *\d+\. $",
    "three dots": r"\.\.\.\W*\s+$",
    "code": r"b\"\.\" $",
    "head of a table": r"Retry\? $",
}
marks = [match.end() for match in MARK.finditer(handbook)]
ends = list(marks)
for kind, rule in NO_END.items():
    places = [at for at in marks if re.search(rule, handbook[max(0, at - 30) : at])]
    ends = [at for at in ends if at not in places]
    print(f"{kind}: {len(places)}, such as", repr(handbook[places[0] - 9 : places[0]]))
in_line = [end for end in ends if not handbook[:end].rstrip(" ").endswith("\n")]
print(f"{len(marks)} places, {len(ends)} ends of sentences, {len(in_line)} of them inside a line")

# %% [markdown]
# **Compare cuts with ends.** (`set(a) - set(b)` holds what is only in a.)


# %% tags=["blank:wrong_and_missed"]
# First the cuts that end no sentence, then the ends that have no cut.
def wrong_and_missed(cuts, ends):
    """Count the cuts that end no sentence, and the ends of sentences that have no cut."""
    wrong = set(cuts) - set(ends)  # ____ set(cuts) - set(ends)
    missed = set(ends) - set(cuts)  # ____ set(ends) - set(cuts)
    return len(wrong), len(missed)


# %%
wrong_and_missed = checked("wrong_and_missed")

# %% [markdown]
# **`after_stops` finds 148 full stops with a space. How many of these cuts are wrong?** Look at the 33 above.

# %%
predict("05-stops", "wrong cuts of 148")

# %%
stops = after_stops(handbook)
wrong, missed = wrong_and_missed(stops, ends)
print(f"{missed} of {len(ends)} ends are missed, {len(set(in_line) - set(stops))} of them inside a line")
compare("05-stops", wrong)

# %% [markdown] tags=["after:05-stops", "numbers:91-2"]
# Of the 148 cuts, 27 are wrong: 18 are after an abbreviation and 9 after the number of a list. 91 ends are missed,
# 89 of them at the end of a line, where no space follows.

# %% [markdown]
# ## Can a pattern do better?
# A pattern can say more: `[.!?]` is one of three marks, `[a-z]` one small letter, `\s+` white space of any length, and `(?=x)` looks ahead: an x
# must follow, but is not part of the match. Here is the section that misled Nora.
#
# **Question.** Type `[.!?]\s+` into the box and press Enter. Where does it cut wrongly? Change it until it cuts exactly where *pattern* does.

# %%
start, end = handbook.index("### Devices and gateways"), handbook.index("#### What a gateway")
sentence_tester(handbook[start:end])

# %% [markdown]
# **Use your pattern here.** `KNOWN` refuses three abbreviations: `(?<!approx)` says that *approx* is not just before the mark.

# %%
KNOWN = r"(?<!\bDr)(?<!\bNo)(?<!approx)"


# %% tags=["blank:by_pattern"]
# Write r"...": an end mark, white space, and a look ahead to a capital letter.
def by_pattern(text):
    """List the places where a pattern finds that a sentence ends, and the end of the text."""
    found = re.finditer(KNOWN + r"[.!?]\s+(?=[A-Z])", text)  # ____ r"[.!?]\s+(?=[A-Z])"
    return [match.end() for match in found] + [len(text)]


# %%
by_pattern = checked("by_pattern")

# %% [markdown]
# ## Which is better, the pattern or a model?
# *model* in the widget is the library's `sentences`. It asks *nupunkt*, a statistical model of where sentences end, and it also cuts at each blank
# line, so that a heading is not joined to the text below. We do not count these cuts, since no end mark is there.

# %%
blank_lines = {match.end() for match in re.finditer(r"\n\s*\n", handbook)}
model = [cut for cut in sentences(handbook) if cut in ends or cut not in blank_lines]

# %% [markdown] tags=["numbers:213"]
# **How many of the 213 ends does each of the two find?**

# %%
predict("05-found", "found by the pattern", "found by the model")

# %%
pattern = by_pattern(handbook)
for name, cuts in (("pattern", pattern), ("model", model)):
    print(f"{name}: {len(cuts)} cuts, wrong and missed:", wrong_and_missed(cuts, ends))
compare("05-found", len(set(ends) & set(pattern)), len(set(ends) & set(model)))

# %% [markdown] tags=["after:05-found"]
# The pattern finds 127 ends and makes 9 wrong cuts; the model, with 208 and 2, is better here.

# %% [markdown]
# Where do they fail?


# %%
def around(places):
    """Show the text around each place."""
    return [handbook[at - 7 : at] + "✂" + handbook[at : at + 6] for at in sorted(places)]


for name, cuts in (("pattern", pattern), ("model", model)):
    missed, wrong = set(in_line) - set(cuts), set(cuts) - set(ends)
    print(f"{name}: {len(missed)} of the {len(in_line)} ends inside a line are missed:", around(missed))
    print("   wrong:", around(wrong))
still = set(ends) - set(pattern) - blank_lines
print(f"pattern and blank lines: {len(still)} missed, before", *sorted(handbook[at] for at in still))

# %% [markdown] tags=["after:05-found", "numbers:123-9 123-3 86-9"]
# Of the 123 ends inside a line, the pattern finds 114 and the model 120, so **in running text the pattern is nearly as good** here. (We
# took its abbreviations from this handbook; elsewhere it may do worse.)
#
# You can read its rule and repair it: its wrong cuts are
# numbers of a list, and it passes over *李静* and *Åse*, because it knows only A to Z. The other 77 that it misses are at the end of a
# line. With cuts at blank lines, too, it misses 31 in all, most before lists and code: **there, take the model.** It also cuts
# in a program and in the head of a table, joins *123 s. Draw*, and no rule tells you why.

# %%
from nupunkt import sent_spans

print(around(end for _, end in sent_spans(handbook) if not handbook[end - 1].isspace()))
chinese = "李静来了。她坐下。她走了。"  # Li Jing came. She sat down. She left.
print([len(cuts) for cuts in (by_pattern(chinese), sent_spans(chinese), sentences(chinese))])

# %% [markdown] tags=["after:05-found"]
# nupunkt alone also cuts four footnote marks from their sentences; the library takes its cuts only after white space. Pattern and nupunkt
# take three Chinese sentences for one; the library knows the full stop `。`.

# %% [markdown]
# Nora asks again:

# %%
ask(question, chunks=chunks_between(handbook, sentences(handbook)))

# %% [markdown]
# The bot quotes the whole sentence, and Nora takes an FL-200.

# %% [markdown]
# ## Pack whole sentences
# A sentence alone often says too little, so fill each chunk with sentences. The chunk reaches from `first` to `last`; the next sentence ends
# at `cut`. **When is the chunk full?**

# %%
import tiktoken


def count(text):
    """Count the tokens of a text."""
    return len(tiktoken.get_encoding("cl100k_base").encode_ordinary(text))


# %% tags=["blank:pack_sentences"]
# Full: with the next sentence, it has more than size tokens. Use count(text[...:...]).
def pack_sentences(text, cuts, size):
    """List the places where chunks of whole sentences end."""
    packed, first, last = [], 0, 0
    for cut in cuts:
        if last > first and count(text[first:cut]) > size:  # ____ count(text[first:cut]) > size
            packed.append(last)
            first = last
        last = cut
    return [*packed, last]


# %%
pack_sentences = checked("pack_sentences")

# %% [markdown]
# **You allow 100 tokens. How many chunks have more, and how many has the largest?**

# %%
predict("05-large", "chunks over 100 tokens", "tokens of the largest")

# %%
packed = chunks_between(handbook, pack_sentences(handbook, sentences(handbook), 100))
large = [chunk for chunk in packed if count(chunk.text) > 100]
print(len(packed), "chunks; over 100:", [chunk.text[:9] for chunk in large])
compare("05-large", len(large), max(count(chunk.text) for chunk in packed))

# %% [markdown] tags=["after:05-large"]
# Of the 109 chunks, 13 are over the limit, and the largest has 506 tokens: the table of errors, without one full stop. The loop never cuts a
# sentence, and a table counts as one.

# %% [markdown]
# The library's strategy cuts a table between words:

# %%
strict = chunklib.sentences(handbook, size=100, overlap=0)
print(len(strict), "chunks; the largest has", max(chunk.size for chunk in strict), "tokens")

# %% [markdown]
# ## Two sentences or 80 tokens?
# A chunk of up to 200 tokens may begin like this:

# %%
wide = chunks_between(handbook, pack_sentences(handbook, sentences(handbook), 200))
print([chunk.text[:44] for chunk in wide if chunk.text.startswith("It ")])

# %% [markdown]
# What is *it*? The sentence before says so. With an [overlap](../docs/glossary.md#overlap) of *n* sentences, a chunk begins with the last
# *n* sentences of the one before. **Write the slice, and think of n = 0.**


# %% tags=["blank:last_sentences"]
# The last n sentences of a list; none if n is 0, and all if there are fewer than n.
def last_sentences(of_chunk, n):
    """List the last n sentences of a chunk."""
    return of_chunk[-n:] if n else []  # ____ of_chunk[-n:] if n else []


# %%
last_sentences = checked("last_sentences")

# %% [markdown]
# **How many tokens can the last two sentences of such a chunk have?** Think of tables.

# %%
LIMITS = {"always at most 100": 100, "up to 200, the limit": 200, "also more than the limit": 10_000}
predict("05-two", "Tokens of the last two sentences", choices=tuple(LIMITS))

# %%
two = []
for chunk in wide:
    parts = [chunk.text[a:b] for a, b in pairwise([0, *sentences(chunk.text)])]
    two.append(count("".join(last_sentences(parts, 2))))
print("from", min(two), "to", max(two), "tokens")
compare("05-two", next(said for said, most in LIMITS.items() if max(two) <= most))

# %% [markdown] tags=["after:05-two"]
# They have from 8 to 506 tokens, so *two sentences* is not an amount.

# %% [markdown]
# The library's overlap `"2s"` repeats only as many as leave room for the
# next sentence. An overlap of 80 tokens stores about as much in all:

# %% tags=["plot"]
from classroom.lessons.figure import COLORS, INK, figure, new_figure

fig, ax = new_figure(8, 2.8)
said = []
for asked, name, style, color in (("2s", "2 sentences", "-", COLORS[0]), (80, "80 tokens", "--", INK)):
    chunks = chunklib.sentences(handbook, size=200, overlap=asked)[1:]
    shared = sorted(chunk.overlap for chunk in chunks)
    torn = sum(chunk.overlap > 0 and chunk.start_char not in sentences(handbook) for chunk in chunks)
    said.append(f"{name}: {len(shared)} boundaries share {shared[0]} to {shared[-1]} tokens, {sum(shared):,} in all")
    print(f"{said[-1]}; {torn} overlaps begin inside a sentence")
    ax.plot(range(1, len(shared) + 1), shared, style, color=color, linewidth=3, label=name)
ax.set(xlabel="boundaries, from the least shared to the most", ylabel="tokens shared", ylim=(0, 205))
ax.legend(frameon=False)
ax.set_title("Two sentences share from nothing to nearly a whole chunk; 80 tokens, at most 80")
figure(fig, "Two rising lines. " + "; ".join(said) + ".")

# %% [markdown] tags=["after:05-two"]
# If you repeat two sentences, they are always whole, but have from 0 to 196 tokens. If you repeat 80 tokens, they are never
# more, but 9 of the 75 overlaps begin inside a sentence.

# %%
# Your turn: the sentences of your own document, and the longest. Without one, this is the handbook.
# A document of your own comes here once you have run: from classroom import bring; bring("its_file.pdf")
from classroom.lessons.document import current

text = current().text
parts = [text[a:b] for a, b in pairwise([0, *sentences(text)])]
print(f"{len(parts)} sentences; the longest has {max(map(count, parts))} tokens: {max(parts, key=count)[:40]!r}")

# %% [markdown]
# `score()` counts the evidence that your bot reads:

# %%
from classroom import score

score()

# %% [markdown]
# ## Recap
# Not every full stop with a space ends a sentence. A pattern can be read and repaired, and does well in running
# text; a model also finds the ends before lists and code. When you pack sentences, expect tables over the limit. Repeat sentences
# if the repeated text must be whole, and tokens if its cost must be known.

# %% [markdown]
# ## Quiz

# %%
quiz("05_sentences")

# %% [markdown]
# ## Next
# - [Exercise 5](../exercises/05_sentences/05_sentences.ipynb): pack whole sentences with an overlap, and fix a chunker with four faults.
#   `keep(sentence_chunks)` then puts yours into `my_rag`.
# - Before: [lesson 4: Overlap arithmetic](04_overlap_arithmetic.ipynb) · after: [lesson 6: Recursive splitting](06_recursive.ipynb).

# %% [markdown]
# ## Sources
# nupunkt: Bommarito, Katz and Bommarito, [NUPunkt and CharBoundary](https://arxiv.org/abs/2504.04131), 2025.
