# %% [markdown]
# # 7 · smart_chunk
# *60 minutes · needs lesson 6 · questions 1, 2 and 3: where may I cut, how much fits, what do I repeat?*
#
# After this lesson you can
# - build a chunker from places in the text, so that no place can be wrong;
# - leave room for the overlap, and shorten it where a piece needs the room;
# - read an audit and name the bug that each failed line points to.

# %% [markdown] tags=["numbers:3"]
# ## Questions back
# 1. The bot told Nora that a retired device loses its readings. Which of the three questions had its chunker answered badly?
# 2. A cascade of separators ends with the space. Which text can it not cut?
#
# <details><summary>Answers</summary>
#
# 1. The first, where may I cut: a window ended in the middle of the sentence (lesson 0).
# 2. A word that is longer than a chunk. The last step must be able to cut between characters (lesson 6).
# </details>

# %% [markdown]
# ## The bot marks the wrong place
# Nora has to cancel a shipment, and its readings must stay. She wants to read that in the handbook itself, so the bot finds the best chunk and
# marks its place there. The splitter joins paragraphs up to a limit of tokens, begins each chunk with the last tokens of the one
# before, and keeps count of the place:

# %%
import re
from itertools import pairwise

import tiktoken

from chunklib import Chunk, audit, recursive
from classroom import ask, checked, compare, packer_stepper, predict, quiz
from chunklib.data import load
from chunklib.retrieval.bm25 import BM25

handbook = load("handbook")
encoding = tiktoken.encoding_for_model("gpt-4")


def encode(text):
    return tiktoken.encoding_for_model("gpt-4").encode(text, disallowed_special=())


# %%
def short_splitter(text, size, overlap):
    chunks, buffer, start = [], "", 0
    for paragraph in text.split("\n\n"):
        if buffer and len(encode(buffer + paragraph)) > size:
            end = start + len(buffer.encode())
            chunks.append({"text": buffer.strip(), "start_char": start, "end_char": end})
            buffer = encoding.decode(encode(buffer)[-overlap:])
            start = end - len(buffer.encode())
        buffer += paragraph + "\n\n"
    end = start + len(buffer.encode())
    return [*chunks, {"text": buffer.strip(), "start_char": start, "end_char": end}]


# %%
bad = short_splitter(handbook, size=100, overlap=20)
question = "Does a cancelled shipment keep its readings?"
index = BM25([Chunk(**chunk, size=0, overlap=0, index=k) for k, chunk in enumerate(bad)])
best = bad[index.rank([question], 1)[0][0]]  # the first chunk in the ranking
print("FOUND: ", best["text"])
print("MARKED:", handbook[best["start_char"] : best["end_char"]])

# %% [markdown]
# The bot found the right chunk and marked other text. Nora reads that *every other change* gives an error, and does not cancel.
#
# **How many of the 116 chunks are where they say?** Look at `strip()`.

# %%
predict("07-audit", "Chunks at their place", choices=("all but a few", "about half", "none"))

# %%
report = audit(handbook, bad, size=100, overlap=20, ruler="gpt-4")
print(report)
right = len(bad) - len(report["exact"].breaches)
print(f"{len(bad)} chunks, {right} at their place")
compare("07-audit", "none" if right == 0 else "about half" if right < 100 else "all but a few")

# %% [markdown] tags=["after:07-audit", "numbers:44+1"]
# No chunk is where it says, and 45 are too large. Each line that fails has a cause in the code:
#
# - *exact*: `strip()` shortens the text after its place is known, and `buffer.encode()` counts bytes instead of characters.
# - *bounded*: nothing cuts a paragraph that is too long, and the first paragraph after an overlap is not measured together with it.
# - *clean*: the overlap is decoded from tokens, and a token may hold a part of an emoji.
# - *overlap*: it is measured between wrong places.

# %% [markdown]
# All such faults go away if you choose only *places*, and measure what you return. A [span](../docs/glossary.md#span) is a start and an end. Its text is
# sliced from the document. **How many tokens does a span have?**


# %% tags=["blank:token_count"]
# Measure the text from start to end. encode(...) gives a list of tokens.
def token_count(text, start, end):
    """Return how many tokens a span has."""
    return len(encode(text[start:end]))  # ____ len(encode(text[start:end]))


# %%
token_count = checked("token_count")
place = handbook.index("<|endoftext|>")
print(token_count(handbook, place, place + 13), "tokens")
try:
    encoding.encode(handbook)
except ValueError as error:
    print(str(error).splitlines()[0])

# %% [markdown] tags=["after:07-audit"]
# For a model, `<|endoftext|>` is a command, so `encoding.encode` refuses it. But in the handbook it is the end of a log line. Text from
# a user must never be a command: our `encode` passes `disallowed_special=()`, and it is seven ordinary tokens.

# %% [markdown] tags=["numbers:183"]
# ## Why not search for the text?
# A colleague cuts at blank lines and looks up each of the 183 paragraphs with `find`. **Which point of the audit notices if a place is wrong?**

# %%
predict("07-find", "What notices a wrong place", choices=("exact", "another point", "no point"))

# %%
found = [(handbook.find(paragraph), paragraph) for paragraph in handbook.split("\n\n")]
looked_up = [{"text": text, "start_char": at, "end_char": at + len(text)} for at, text in found]
report = audit(handbook, looked_up, size=600, overlap=0, ruler="gpt-4")
print(report)

# %%
notices = "another point" if report.breaches else "no point"
compare("07-find", notices if report["exact"].ok else "exact")

# %% [markdown] tags=["after:07-find", "numbers:3"]
# *exact* holds, because the right words are at each place. But one warning is in the handbook three times, and `find` always returns the first.
# Nora would read it under *Retire a device* instead of *Change the state of a shipment*. Other points notice: the later copies are in
# no chunk, and starts no longer rise. If you never search, it cannot happen.

# %% [markdown]
# ## Where may I cut?
# Watch how `recursive` builds a chunk from spans: it takes one *piece* after the other while they fit.
#
# **From which size on is the sentence *Take 48 …* whole, with an overlap of 15, and how much does its chunk repeat then?**

# %%
verdict = handbook[handbook.index("### Verdict") : handbook.index("## Alarms API")]
sentence = verdict[verdict.index("Take 48") :].rstrip()
print("the sentence has", len(encode(sentence)), "tokens")
predict("07-size", "smallest size", "tokens that its chunk repeats")

# %% [markdown]
# **Question.** Go on until the sentence is taken word by word. Then raise the size. When is it whole?

# %%
packer_stepper(verdict, size=60, overlap=15)


# %%
# The chunks of this size in which the sentence is whole.
def with_sentence(size):
    chunks = recursive(verdict, size=size, overlap=15, ruler="gpt-4")
    return [chunk for chunk in chunks if sentence in chunk.text]


smallest = next(size for size in range(60, 120) if with_sentence(size))
compare("07-size", smallest, with_sentence(smallest)[0].overlap)

# %% [markdown] tags=["after:07-size"]
# At 75 the sentence is whole, and its chunk repeats nothing. You do not need 75 + 15: the overlap gives way to the piece.

# %% [markdown]
# Pieces come from the cascade of lesson 6. Here a pattern's `finditer(text, start, end)` finds the gaps inside a span, as places in
# the whole text. **You keep the parts between them:**


# %% tags=["blank:parts_between"]
# A part ends where a gap starts. Where does the next part start?
def parts_between(start, end, gaps):
    """List the parts of a span between its gaps; each gap is a pair (start, end)."""
    parts = []
    for gap_start, gap_end in [*gaps, (end, end)]:
        parts.append((start, gap_start))
        start = gap_end  # ____ gap_end
    return parts


# %%
parts_between = checked("parts_between")
BREAKS = [re.compile(pattern) for pattern in (r"\s*\n\s*\n\s*", r"\s*\n\s*", r"(?<=[.!?])\s+")]


def find_pieces(text, start, end, limit, level=0):
    if level == len(BREAKS) or token_count(text, start, end) <= limit:
        return [(start, end)]
    gaps = [match.span() for match in BREAKS[level].finditer(text, start, end)]
    parts = parts_between(start, end, gaps)
    return [piece for part in parts for piece in find_pieces(text, *part, limit, level + 1)]


pieces = find_pieces(handbook, 0, len(handbook.rstrip()), limit=100)
sizes = [token_count(handbook, *piece) for piece in pieces]
print(len(pieces), "pieces,", sum(size > 100 for size in sizes), "over 100, the largest", max(sizes))

# %% [markdown]
# The patterns find the white space between paragraphs, lines and sentences. A span that fits stays whole, and any other is cut at the next level. One
# piece has no such gap.

# %% [markdown]
# ## How much fits?
# Join neighbouring pieces to spans. **When does a piece still fit?**


# %% tags=["blank:join_pieces"]
# The open span starts at spans[-1][0]. May it end where the piece ends? Use token_count(...).
def join_pieces(text, pieces, room):
    """Join neighbouring pieces to spans of at most `room` tokens."""
    spans = []
    for start, end in pieces:
        if spans and token_count(text, spans[-1][0], end) <= room:  # ____ token_count(text, spans[-1][0], end) <= room
            start = spans.pop()[0]
        spans.append((start, end))
    return spans


# %%
join_pieces = checked("join_pieces")
print([(room, len(join_pieces(handbook, pieces, room))) for room in (100, 80)])

# %% [markdown] tags=["numbers:384"]
# The 384 pieces become 119 spans of up to 100 tokens, or 146 of up to 80.

# %% [markdown]
# ## What do I repeat?
# A chunk ends with its span, but it may start earlier, at a word of the chunk before. There are two limits. **Which text does each of them
# measure?**


# %% tags=["blank:keeps_limits"]
# A chunk starts at `start`, the chunk before ends at `before_end`, and the new span at `span_end`.
def keeps_limits(text, start, before_end, span_end, size, overlap):
    """Tell whether a chunk that starts here shares and measures no more than it may."""
    shared = token_count(text, start, before_end)  # ____ start, before_end
    whole = token_count(text, start, span_end)  # ____ start, span_end
    return shared <= overlap and whole <= size


# %%
keeps_limits = checked("keeps_limits")


# %% tags=["blank:furthest_back"]
# Take the allowed start that repeats most. If there is none, take the span's own start.
def furthest_back(allowed, span_start):
    """Choose where the chunk starts; `allowed` may be empty."""
    return min([*allowed, span_start])  # ____ min([*allowed, span_start])


# %%
furthest_back = checked("furthest_back")


def add_overlap(text, spans, size, overlap):
    words = [match.start() for match in re.finditer(r"\S+", text)]
    chunks = spans[:1]
    for start, end in spans[1:]:
        first, last = chunks[-1]
        inside = [word for word in words if first < word < last]
        allowed = [word for word in inside if keeps_limits(text, word, last, end, size, overlap)]
        chunks.append((furthest_back(allowed, start), end))
    return chunks


# %% [markdown]
# First we add the overlap as the splitter at the beginning did, without a limit for the whole. **How many of the 119 full spans become chunks
# of more than 100 tokens? And how many of the 146, which leave room for 20?**

# %%
predict("07-after", "over 100, of 119", "over 100, of 146")


# %%
def too_large(room, size):
    chunks = add_overlap(handbook, join_pieces(handbook, pieces, room), size, overlap=20)
    return sum(token_count(handbook, *chunk) > 100 for chunk in chunks)


compare("07-after", too_large(100, size=10_000), too_large(80, size=10_000))

# %% [markdown] tags=["after:07-after", "numbers:138 11-1"]
# Of the full spans 65 become too large. With room for the overlap there are still 11: the piece of 138, and ten pieces of more than 80, which stay whole.
# So look at the next span before you choose the start, and shorten the overlap, not the piece. `keeps_limits` does this with the true size.

# %% [markdown]
# **You ask for 20. At how many of the 145 boundaries are all 20 tokens shared?**

# %%
predict("07-shared", "boundaries that share all 20")

# %%
chunks = add_overlap(handbook, join_pieces(handbook, pieces, 80), size=100, overlap=20)
shared = [token_count(handbook, start, end) for (_, end), (start, _) in pairwise(chunks) if start < end]
print(145 - len(shared), f"share nothing; on average {sum(shared) / 145:.1f} tokens are shared")
compare("07-shared", shared.count(20))

# %% [markdown] tags=["after:07-shared"]
# At 83 boundaries all 20 are shared. A chunk starts with a word, so most others share a little less. Three share nothing: the next span
# needs the room, or the last word alone is too long. An overlap is only an upper limit.

# %% tags=["plot"]
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure

first, last = handbook.index("### Change the state"), handbook.index("### Verdict")
section = handbook[first:last].rstrip()
found = find_pieces(section, 0, len(section), limit=100)
packed = join_pieces(section, found, 80)
overlapped = add_overlap(section, packed, size=100, overlap=20)
rows = [("pieces", found), ("spans", packed)] + [(f"chunk [{k}]", [span]) for k, span in enumerate(overlapped)]
fig, ax = new_figure(8, 2.8)
for row, (name, spans) in enumerate(rows):
    for start, end in spans:
        ax.barh(row, end - start, left=start, height=0.75, color=COLORS[0])
        if row > 2:
            ax.barh(row, packed[row - 2][0] - start, left=start, height=0.75, color=COLORS[2], hatch=HATCHES[0])
        new = packed[row - 2][0] if row > 2 else start
        ax.text((new + end) / 2, row, str(token_count(section, start, end)), va="center", ha="center")
ax.set(yticks=range(len(rows)), yticklabels=[name for name, _ in rows], xlim=(0, len(section)))
ax.set_xlabel("character of the section; in the bars: tokens (hatched: shared with the chunk before)")
ax.set_title("Pieces become spans, and a chunk starts with the end of the one before")
ax.invert_yaxis()
said = "; ".join(f"{name} {', '.join(f'{start}-{end}' for start, end in spans)}" for name, spans in rows)
figure(fig, f"Bars over the characters of the section, with their tokens; shared text is hatched: {said}.")

# %% [markdown]
# ## Does it all work together?

# %%
sliced = [{"text": handbook[start:end], "start_char": start, "end_char": end} for start, end in chunks]
print(audit(handbook, sliced, size=100, overlap=20, ruler="gpt-4"))

# %% [markdown]
# Every chunk is where it says, although no line searches for a text or adds up lengths. One is too large: the piece of 138. In the exercise you cut
# it between words. And what does Nora read?

# %%
ask(question, chunks=[Chunk(**chunk, size=0, overlap=0, index=k) for k, chunk in enumerate(sliced)])

# %% [markdown]
# The mark is on the right line. Nora cancels, and the readings stay.
#
# **Your turn.** Cut and audit your own document, or the handbook. After the exercise, the cell takes your function.

# %%
# A document of your own comes here once you have run: from classroom import bring; bring("its_file.pdf")
from classroom.lessons.document import current
from classroom.lessons.kept.smart import smart_chunks

text = current().text
own, by = smart_chunks([text], size=100, overlap=20)
print(by, audit(text, own[text], size=100, overlap=20, ruler="gpt-4"), sep="\n")

# %% [markdown]
# `score()` counts the evidence that your bot reads:

# %%
from classroom import score

score()

# %% [markdown]
# ## Recap
# A smart chunker chooses places and slices the text at the end, so no place can be wrong. It cuts only what is too long, at the strongest break inside.
# It measures the joined text, leaves room for the overlap, and shortens it where the next piece needs the room.
#
# | step | question | in the exercise |
# |---|---|---|
# | count the slice | how much fits? | `span_size` |
# | cut what is too long | where may I cut? | `natural_pieces` |
# | join while it fits | how much fits? | `pack_spans` |
# | start at an earlier word | what do I repeat? | `overlap_start` |

# %% [markdown]
# ## Quiz

# %%
quiz("07_smart_chunk")

# %% [markdown]
# ## Wrap-up
# Part II ends here:

# %%
quiz("part_2")

# %% [markdown] tags=["numbers:4"]
# ## Next
# - The exercise: [smart_chunk](../exercises/07_smart_chunk/07_smart_chunk.ipynb), in four checked parts and the whole. `keep(smart_chunk)` puts
#   yours into `my_rag`, and your bot works with it.
# - Back to [lesson 6: Recursive splitting](06_recursive.ipynb), or on to [lesson 8: Headings](08_headings.ipynb).
