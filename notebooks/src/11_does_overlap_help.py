# %% [markdown]
# # 11 · Does overlap help?
# *45 minutes · needs lesson 10 · question 4: does it help?*
#
# After this lesson you can
# - give a verdict in five steps;
# - say which lost answers an overlap can save, and what it costs;
# - check a published number before you repeat it.

# %% [markdown] tags=["numbers:80 3"]
# ## Questions back
# 1. You ask `recursive` for an overlap of 80 tokens. How much do neighbours share?
# 2. With one placing of the cuts, recall is 3 points higher. Is this a result?
#
# <details><summary>Answers</summary>
#
# 1. At most 80 tokens, and often fewer (lesson 6).
# 2. No: another [placing](../docs/glossary.md#placing) can move recall as far (lesson 10).
# </details>

# %% [markdown] tags=["numbers:27 4 50"]
# ## The auditor wants everything twice
# Nora's loggers watch food, so an auditor looks at her bot. The report says: *"Rules about food are legal texts. Set the overlap to
# 50 %, as guides say."* That would almost double her index.
#
# Tutorials have 27 rules about overlap, and four are for legal texts. **How far apart are the least and the most?**

# %%
from bisect import bisect
from itertools import pairwise

from chunklib import STRATEGIES, Chunker
from chunklib.advice import GUIDELINES
from chunklib.data import load
from chunklib.evaluation import Setting, evaluate, own_benchmark, verdicts, where_lost
from chunklib.evaluation.claims import claim
from chunklib.evaluation.effects import measured
from chunklib.evaluation.indexed_benchmark import Prepared
from classroom import checked, compare, guides_board, ledger_bar, moves, predict, quiz
from classroom.lessons.stored_sweep import stored_sweep
from classroom.lessons.widgets.guides_board import ROWS

predict("11-guides", "points between the least and the most")

# %%
legal = [row for row in ROWS if "legal" in row.name]
for row in legal:
    print(f"{row.name}: {row.says}; {row.guide.verdict[0]}")
compare("11-guides", max(row.high for row in legal) - min(row.low for row in legal))

# %% [markdown] tags=["after:11-guides"]
# They are 30 points apart: one rule begins at 20 %, and others go up to 50 %. None was measured.

# %% [markdown] tags=["numbers:20 365"]
# ## What does a fifth of overlap gain?
# The library has measured 20 % against none, with all 365 questions of the course and 1,000 tokens to read. **How many points of recall
# does it gain in windows, in `recursive`, and in cuts at Markdown's headings?**

# %%
predict("11-gains", "windows", "recursive", "Markdown")

# %%
effects = {one.key: one for one in measured() if one.metric == "recall_1000"}
gains = [effects[f"overlap-{way}"] for way in ("token_windows", "recursive", "markdown")]
compare("11-gains", *(round(100 * one.difference, 1) for one in gains))

# %% [markdown] tags=["after:11-gains"]
# It gains 3.1 points in windows, 2.8 in `recursive` and 0.9 in Markdown.

# %% [markdown]
# ## What do all the guides say together?
# Type your use (*legal texts*, *conversation*, *code*), and move the mark. **Question.** With which mark do most rules agree?

# %%
guides_board(mark=50, use="legal texts")

# %% tags=["plot"]
agree = {mark: sum(row.low <= mark <= row.high for row in ROWS) for mark in range(51)}
best = max(agree, key=agree.get)
print(f"most rules agree with {best} %: {agree[best]} of {len(ROWS)}; with 50 %: {agree[50]}")

# %% [markdown]
# ## Can the gain be zero?
# A verdict begins with a **claim**, here *20 % finds more than none*, and a **setting**: how you cut, search and read. The third step is
# the **interval**. **When may the gain be zero?**


# %% tags=["blank:contains_zero"]
# The interval goes from low to high. When is zero one of its values?
def contains_zero(low, high):
    """Tell whether a difference may be zero."""
    return low <= 0 <= high  # ____ low <= 0 <= high


# %%
contains_zero = checked("contains_zero")

# %% [markdown]
# The more you compare, the more must be asked. `holm_p` is the chance that luck alone gives such a gain, corrected for all that
# the library compares. **A difference needs less than 0.05. When is it lost?**


# %% tags=["blank:word_of"]
# A difference must also survive the correction. When does it not?
def word_of(low, high, holm_p):
    """Say what may be said of a difference."""
    if contains_zero(low, high):
        return "no difference seen"
    return "lost to correction" if holm_p >= 0.05 else "a difference"  # ____ holm_p >= 0.05


# %%
word_of = checked("word_of")
for one in (*gains, *(effects[key] for key in ("overlap-sentences", "headings", "overlap-token_windows-minilm"))):
    word = word_of(one.low, one.high, one.holm_p)
    print(f"{one.says}\n  {one.figures}, holm_p {one.holm_p:.2f}: {word}; smallest visible {100 * one.detectable:.1f}")

# %% [markdown]
# In windows the whole interval, 2.0 to 4.2 points, is above zero: a difference. In `recursive` the mean is nearly the same, but the
# interval goes from −0.4 to +5.9: no difference is seen. This does not mean *no effect*: its answers change more from question to
# question, so we often miss a gain below 6.7 points. Searched headings gain 3.1 points, too, but `holm_p` is 0.12: lost to correction.
#
# These gains are for BM25, which searches words. With MiniLM, which compares meanings, windows gain 0.3 points [−0.9, +1.6]: no
# difference is seen.

# %% [markdown]
# ## Which answers does it save?
# The [ledger](../docs/glossary.md#ledger) of lesson 9 counts the answers that a cut tears, here in one placing:

# %%
ready = Prepared(own_benchmark())


def ledger(strategy, overlap):
    return where_lost(ready, {"strategy": strategy, "size": 200, "overlap": overlap})


before, after = ledger("token_windows", 0), ledger("token_windows", "20%")
print("torn without overlap:", before.counts["torn by a cut"], "and with 20 %:", after.counts["torn by a cut"])

# %% [markdown] tags=["numbers:99-55"]
# 44 answers fewer are torn. **How many more are found?**

# %%
predict("11-found", "more answers found")

# %% tags=["plot"]
moved = moves(before, after)
whole = before.counts["torn by a cut"] - moved["torn by a cut", "torn by a cut"]
print(moved)
print("torn before, whole now:", whole, "· found before, lost now:", before.counts["found"] - moved["found", "found"])
compare("11-found", after.counts["found"] - before.counts["found"])

# %% [markdown] tags=["after:11-found"]
# Only 14 more are found. Overlap makes 70 torn answers whole, and the search finds 37 of them. But every cut has moved: 36 answers that
# were found are lost. Overlap repairs cuts, not the search.

# %% [markdown]
# ## What does it cost?
# The fourth step is the **price**. **How many times the text do windows store with 20 and with 50 %?**

# %%
predict("11-stored", "times, with 20 %", "times, with 50 %")


# %% tags=["blank:stored_times"]
# A window stores `size` tokens. How many of them are new?
def stored_times(size, overlap):
    """Return how many times windows store a long text."""
    return size / (size - overlap)  # ____ size - overlap


# %%
stored_times = checked("stored_times")
results = stored_sweep()
stored = [results.multiplier(Setting("token_windows", 200, overlap)) for overlap in ("20%", "50%")]
print("computed:", stored_times(200, 40), stored_times(200, 100))
compare("11-stored", *(round(times, 2) for times in stored))

# %% [markdown] tags=["after:11-stored"]
# With 20 % windows store 1.25 times the text, and with 50 % 1.98 times (a document's first and last tokens are stored once).

# %% [markdown]
# ## Does it help to repeat only where needed?
# An *adaptive* overlap looks at the text before each cut. A guide adds 20 tokens for technical terms and 30 for a list.
# **Write the rule for the list:**


# %% tags=["blank:list_bonus"]
# An item is a line that begins with "- "; spaces may be in front.
def list_bonus(text):
    """Return how many tokens more to repeat if the text has a list."""
    items = [line for line in text.split("\n") if line.lstrip().startswith("- ")]  # ____ line.lstrip().startswith("- ")
    return 30 if items else 0


# %%
list_bonus = checked("list_bonus")
print(effects["adaptive-overlap"].sentence)
overlap = {"strategy": "adaptive", "minimum": 20, "maximum": 60}
chunks = Chunker.from_config({"strategy": "recursive", "size": 200, "overlap": overlap})(load("handbook"))
print("before the second chunk:", chunks[1].metadata["overlap_why"])

# %% [markdown]
# Against a fixed 15 % no difference is seen.

# %% [markdown]
# ## Is the table in its source?
# The auditor sends a table, "Chroma 2024". *IoU* falls when the bot gives much text that is not evidence.

# %% tags=["plot"]
for row in GUIDELINES:
    if "chroma-table" in row.claims:
        print(f"overlap {row.percent[0]:>2} %: {row.note}")

# %% [markdown]
# **Which part of this table does the Chroma report have?**

# %%
predict("11-table", "In the report", choices=("all of it", "the recalls", "no such table"))

# %% tags=["plot"]
for overlap, found, iou in ((0, 85.4, 8.0), ("10%", 89.2, 6.5), ("20%", 91.3, 5.2), ("50%", 91.8, 3.1)):
    ours = evaluate(ready, Setting("token_windows", 400, overlap).config)
    ratio = ours.mean("recall") / ours.mean("iou")
    print(f"overlap {overlap}: recall / IoU is {found / iou:.0f} in the table, and {ratio:.0f} here")
print(claim("chroma-table"))
compare("11-table", "no such table" if claim("chroma-table").status == "refuted" else "all of it")

# %% [markdown] tags=["after:11-table"]
# The report has no such table. Its numbers are suspicious: recall divided by IoU grows from 11 to 30. Ours stays at 32 or 33,
# because we always give five chunks of one size.

# %% [markdown]
# ## What does Nora answer?
# The auditor claims that 50 % finds more than 20 %:


# %%
def recall(strategy, overlap):
    return results.scores(Setting(strategy, 200, overlap), "recall_1000")


ways = ("token_windows", "sentences", "recursive", "markdown")
pairs = {f"{way}: 50 % against 20 %": (recall(way, "20%"), recall(way, "50%")) for way in ways}
for verdict in verdicts(pairs, results.documents):
    print(str(verdict).replace("phases", "placings"))

# %% [markdown] tags=["numbers:1.98 1.25"]
# 50 % is nowhere seen to find more, and in `recursive` it finds 5.1 points less. The verdict ends with a **plain sentence**:
#
# 1. *Claim:* 50 % overlap finds more than 20 %.
# 2. *Setting:* windows of 200 tokens, BM25, 1,000 tokens read, all 365 questions, six placings.
# 3. *Interval:* −0.9 points [−2.4, +0.6]; a gain of 2.6 would mostly be seen.
# 4. *Price:* 1.98 times the text instead of 1.25.
# 5. *Plainly:* in our documents it stores far more and was not seen to find more, so we do not do it.

# %% [markdown]
# Nora offers cuts at Markdown's headings, without overlap:

# %%
offer = {"Markdown without overlap against windows with 50 %": (recall("token_windows", "50%"), recall("markdown", 0))}
print(str(*verdicts(offer, results.documents)).replace("phases", "placings"))


# %% tags=["plot"]
def count_whole(chunks, spans):
    """Count the spans that some chunk holds: the last one that starts before a span reaches furthest."""
    starts = [chunk.start_char for chunk in chunks]
    return sum(end <= chunks[max(0, bisect(starts, start) - 1)].end_char for start, end in spans)


# %% [markdown]
# Compared alone, they find 4.4 points more [+0.9, +7.8] and repeat no text.
#
# **Your turn.** How many sentences of your own document (or ours) are whole in a chunk, and at which price? (Chunks of `recursive` are
# shorter, so the overlap is a larger part.)

# %%
# A document of your own comes here once you have run: from classroom import bring; bring("its_file.pdf")
from chunklib.cuts import sentences
from classroom.lessons.document import current

text = current().text
spans = list(pairwise([0, *sentences(text)]))
for way, overlap in (("token_windows", 0), ("token_windows", "20%"), ("recursive", 0), ("recursive", "20%")):
    chunks = STRATEGIES[way](text, size=200, overlap=overlap)
    times = sum(len(chunk.text) for chunk in chunks) / len(text)
    print(f"{way}, {overlap}: {count_whole(chunks, spans)} of {len(spans)} sentences whole, {times:.2f} times the text")

# %% [markdown]
# ## Recap
# With BM25 and all questions of the course, a fifth of overlap gains about three points in windows. In sentences and `recursive` the
# mean is nearly the same, but zero is in the interval: we cannot tell. Half costs much more and was not seen to find more.
# In the ledger, overlap can shrink one colour, *torn by a cut*. So can better cuts:

# %%
bars = {"windows": before, "windows, 20 %": after}
bars |= {way: ledger(way, 0) for way in ("recursive", "markdown")}
ledger_bar(bars, "Overlap shrinks what is torn, and so do better cuts")

# %% [markdown]
# ## Quiz

# %%
quiz("11_does_overlap_help")

# %% [markdown]
# ## Wrap-up
# Part IV ends here:

# %%
quiz("part_4")

# %% [markdown]
# ## Next
# - The exercise: [a written answer](../exercises/11_does_overlap_help/11_does_overlap_help.ipynb).
# - Before: [lesson 10: Luck](10_luck.ipynb) · after: [lesson 12: Meaning and adaptation](12_meaning_and_adaptation.ipynb).
