# %% [markdown]
# # Exercise 8 · Structure
# [Back to the lesson](../../notebooks/08_headings.ipynb) · about 60 minutes

# %%
from classroom import check, hint

# %% [markdown]
# ## Task
# Cut a Markdown text by its headings, and give each chunk the path of the headings above it. Sizes are in characters. A second
# function, further down, links chunks to their neighbours.
#
# - **Heading.** A line that begins with one to six `#`, then one or more spaces, then a title. The title is the rest of the line without
#   white space around it; it is not empty, and a `#` in it belongs to it (`# C#` has the title `C#`). Only `\n` ends a line.
# - **Fence.** A line that begins with three backticks opens a fence, and the next such line closes it; without one it goes on to
#   the end. Inside a fence nothing is a heading.
# - **Section.** From a heading to the next one, of any level. What is before the first heading is a section too.
# - **Size.** No chunk has more than `size` characters. A section of at most `size` characters is one chunk.
# - **Longer sections** are cut after their lines, and a chunk goes on until the next line of the section does not fit. Only a line
#   that is longer than `size` by itself, its `\n` counted, is cut inside. It is free where, and whether such a line begins a chunk.
# - **Nothing lost.** Chunks lie side by side in the order of the text. Each character that is not white space is in one of them;
#   white space at the ends of a chunk may be left out, and need not be counted then. White space alone gives no chunk.
# - **Result.** A list of dictionaries: `text`, `start_char`, `end_char` (`text` is exactly that slice), `context` and `full_text`.
#   The context names the headings in force, outermost first, as `[Tea] [Green]`; a heading ends those of its own level and of
#   deeper ones. Without a heading the context is empty. The full text is context, blank line, text, or the text alone where the
#   context is empty.
# - Unless `size >= 1`, raise a `ValueError`.

# %% [markdown]
# ## Expected
# A text of 70 characters with three headings, cut with a size of 40. Each section fits; the last two are under *Tea*, so their
# contexts begin with it.

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, figure, new_figure

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
# So `full_text` of the last chunk is `"[Tea] [Black]\n\n## Black\n\nWait four.\n"`.

# %% [markdown]
# ## Your turn: headings
# Fill in the function, run its cell, run the check. Stuck? `hint("chunk_with_headers")` opens one hint at a time.


# %% tags=["solution:chunk_with_headers"]
import re
from itertools import pairwise


def chunk_with_headers(text: str, size: int = 500) -> list[dict]:
    """Return chunks of at most size characters, none over a heading, each with its heading path.

    Raises ValueError unless size >= 1.
    """
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")
    sections, path, fenced, at = [(0, "")], [], False, 0
    for line in text.split("\n"):
        heading = re.match(r"(#{1,6}) +(\S.*)", line)
        if line.startswith("```"):
            fenced = not fenced
        elif heading and not fenced:
            level = len(heading[1])
            path = [(above, title) for above, title in path if above < level]
            path.append((level, heading[2].strip()))
            sections.append((at, " ".join(f"[{title}]" for _, title in path)))
        at += len(line) + 1

    def spans(start, end):
        reached = start
        while reached < end:
            stop = text.find("\n", reached, end) + 1 or end
            if stop - start > size and reached > start:
                yield start, reached
                start = reached
            reached = min(stop, start + size)
        if start < end:
            yield start, end

    chunks = []
    for (first, context), (last, _) in pairwise([*sections, (len(text), "")]):
        for start, end in spans(first, last):
            own = text[start:end]
            full = f"{context}\n\n{own}" if context else own
            if own.strip():
                chunks.append(
                    {"text": own, "start_char": start, "end_char": end, "context": context, "full_text": full}
                )
    return chunks


# %%
check(chunk_with_headers)

# %% tags=["solution-only"]
tea = "# Tea\n\nBoil water.\n\n## Green\n\nWait two minutes.\n\n## Black\n\nWait four.\n"
[(chunk["context"], chunk["start_char"], chunk["end_char"]) for chunk in chunk_with_headers(tea, size=40)]

# %% [markdown]
# ## Your turn: links
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
import re
from itertools import pairwise


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
# **Which ten things are wrong?** Read it and write down what you find; five are a good result. Then run the check: it names one at a
# time. Fix the function until the check holds, and open the answers.


# %%
def published_headers(text, size=500):
    chunks, titles = [], []
    for line in text.split("\n"):
        if line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            titles = titles[: level - 1] + [line.lstrip("# ")]
        context = " ".join(f"[{title}]" for title in titles)
        if not chunks or line.startswith("#") or len(chunks[-1]["text"]) + len(line) > size:
            chunks.append({"text": "", "context": context, "start_char": text.find(line)})
        chunks[-1]["text"] += line + "\n"
    for chunk in chunks:
        chunk["text"] = chunk["text"].strip()
        chunk["end_char"] = chunk["start_char"] + len(chunk["text"])
        chunk["full_text"] = chunk["context"] + "\n\n" + chunk["text"]
    return chunks


# %%
check(published_headers, "chunk_with_headers")

# %% [markdown]
# <details><summary>Answers</summary>
#
# 1. **Fences.** A comment in a fence counts as a heading.
# 2. **Headings.** `startswith("#")` is not the rule: `#tag`, `#` alone and seven `#` count, too.
# 3. **Titles.** `lstrip("# ")` takes the first `#` of the title `#1` away, and leaves white space at its end.
# 4. **Levels.** `titles[: level - 1]` takes the place in the list for the level. It fails as soon as a level is skipped.
# 5. **Long lines.** A line that is longer than `size` by itself stays whole.
# 6. **Places.** `text.find(line)` gives the first line that reads so, not this one.
# 7. **Stripped texts.** `strip()` takes white space from the front of a text, and its `start_char` stays.
# 8. **Empty chunks.** A part of blank lines becomes a chunk.
# 9. **No context.** Without one, `full_text` begins with a blank line.
# 10. **Sizes.** A size below 1 is not refused.
#
# </details>


# %% tags=["solution-only"]
def fixed_headers(text, size=500):
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")
    chunks, titles, fenced, at = [], [], False, 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        heading = None if fenced else re.match(r"(#{1,6}) +(\S.*)", line)
        fenced ^= line.startswith("```")
        if heading:
            titles = [pair for pair in titles if pair[0] < len(heading[1])]
            titles.append((len(heading[1]), heading[2].strip()))
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
