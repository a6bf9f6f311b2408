# %% [markdown]
# # Exercise 7 · smart_chunk
# [Back to the lesson](../../notebooks/07_smart_chunk.ipynb) · graded · about 60 minutes

# %%
from chunklib import audit
from classroom import check, hint
from chunklib.data import load

handbook = load("handbook")
section = handbook[handbook.index("### Rules") : handbook.index("### How a rule")]

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure
from chunklib.strategies import recursive

# %% [markdown]
# ## Task
# Write `smart_chunk(text, max_tokens=500, overlap_tokens=50, model="gpt-4")`. It returns a list of dictionaries in
# the order of the text, one for each chunk:
#
# | key | value |
# |---|---|
# | `text` | the chunk |
# | `tokens` | how many tokens that text has for `model`, measured on the text itself |
# | `start_char`, `end_char` | its place: `text[start_char:end_char]` is the chunk, counted in characters |
#
# **Demanded**
#
# - Every character that is not white space is in some chunk. While this fails, nothing else earns points.
# - The offsets are exact, also where the text repeats itself and beside `é`, `李` or an emoji.
# - No chunk has more than `max_tokens` tokens for the model asked. The limit is exact: no estimate, no margin.
# - A chunk ends at a natural boundary. Look at the paragraphs of which a chunk holds something: if each of them, together with
#   `overlap_tokens`, has fewer than `max_tokens` tokens (without an overlap, at most `max_tokens`), the chunk ends where a paragraph ends.
#   If not, the same holds for its lines, then for its sentences, then for its words. Only a word that does not fit by itself
#   is cut between characters. Paragraphs have an empty line between them; sentences end in `.`, `!` or `?` before white
#   space (so `3.14` holds no end); words have white space between them.
# - What was cut is packed again: a long sentence does not become one chunk for each word.
# - Neighbours share at most `overlap_tokens` tokens. They share nothing only where not one word of the chunk before
#   fits together with the natural piece that comes next.
# - Starts and ends both rise: no chunk lies inside another. A text of white space alone gives `[]`. The same call
#   always gives the same chunks.
# - Text such as `<|endoftext|>` is plain text.
# - `ValueError` unless `0 <= overlap_tokens < max_tokens`.
#
# **Free**
#
# - White space at the ends of a chunk may stay or go, if the offsets agree with what you return.
# - How full a chunk is, and whether the overlap begins at a word, a sentence or a whole piece.
# - Whether a sentence ends after *Dr.* or before anything but a letter from A to Z, and where an endless word is cut.
# - Whether a line with nothing but spaces is an empty line. `max_tokens` is never smaller than one character needs.
# - Extra keys are welcome: `index` or `overlap` help when something looks wrong.

# %% [markdown]
# ## Expected result
# The handbook's section *Rules*, `max_tokens=100`, `overlap_tokens=20`. The hatched part of a bar is what the chunk
# repeats from the one above it.

# %% tags=["expected-picture"]
chunks = recursive(section, 100, 20, ruler="gpt-4")
fig, ax = new_figure(8, 2.9)
for k, chunk in enumerate(chunks):
    ends = [chunk.start_char, chunk.end_char]
    shared = chunks[k - 1].end_char if k else ends[0]
    ax.barh(k, ends[1] - ends[0], left=ends[0], color=COLORS[0])
    ax.barh(k, shared - ends[0], left=ends[0], color=COLORS[2], hatch=HATCHES[0])
    note = f"{chunk.size} tokens" + (f", {chunk.overlap} shared" if k else "")
    ax.text(ends[0] - 8, k, f"[{k}]", va="center", ha="right")
    late = ends[1] > 800
    ax.text(ends[0] - 60 if late else ends[1] + 12, k, note, va="center", ha="right" if late else "left")
ax.set(xlabel="character of the section", yticks=[], ylim=(len(chunks) - 0.4, -0.6), xlim=(-45, len(section)))
ax.spines["left"].set_visible(False)
ax.set_title("Each chunk ends where the text pauses, and begins with the end of the one before")
numbers = "; ".join(f"[{c.index}] {c.start_char}-{c.end_char}, {c.size} tokens, {c.overlap} shared" for c in chunks)
figure(fig, f"One bar for each chunk, from its start to its end, the shared part hatched: {numbers}.")

# %% [markdown]
# The numbers of this right answer are in the table. Yours may differ a little: without the white space at its end, a
# chunk is a few characters shorter, and another right design may cut elsewhere inside the code block.
#
# | chunk | from | to | tokens | shared |
# |---|---:|---:|---:|---:|
# | [0] | 0 | 232 | 56 | 0 |
# | [1] | 152 | 422 | 81 | 20 |
# | [2] | 365 | 630 | 90 | 19 |
# | [3] | 585 | 827 | 74 | 18 |
# | [4] | 748 | 1089 | 76 | 20 |

# %% tags=["solution-only"]
[(chunk.index, chunk.start_char, chunk.end_char, chunk.size, chunk.overlap) for chunk in chunks]

# %% [markdown]
# ## Your turn
# Work in small steps: a function that cuts, one that packs, one that says where the overlap begins. Run the check
# early; it shows the smallest call that goes wrong. The imports are a suggestion (`regex` knows `\X`, one character as a
# reader sees it). Stuck? `hint("smart_chunk")` opens one hint at a time, vaguest
# first.

# %% tags=["solution:smart_chunk"]
import re

import regex
import tiktoken

PARAGRAPH, LINE, WORD = r"\n\s*\n", r"\n", r"\s+"
SENTENCE = r"(?<=[.!?])\s+(?=[^\sa-z0-9])|(?<=[。！？])"
BREAKS = [re.compile(pattern) for pattern in (PARAGRAPH, LINE, SENTENCE, WORD)]  # strongest first


def trim(text, start, end):
    """Leave out the white space at both ends of a span."""
    content = text[start:end].lstrip()
    return end - len(content), end - len(content) + len(content.rstrip())


def cut(text, start, end, level):
    """Cut a span behind each break of a level; below the words, into two halves between characters."""
    if level < len(BREAKS):
        edges = [match.end() for match in BREAKS[level].finditer(text, start, end)]
    else:
        seen = [match.end() for match in regex.finditer(r"\X", text, pos=start, endpos=end)][:-1]
        inside = seen or range(start + 1, end)  # what a reader sees as one character is cut only if it must be
        edges = [inside[len(inside) // 2]]
    return zip([start, *edges], [*edges, end])


def pieces(text, start, end, size, limit, level=0):
    """Yield the largest natural pieces that fit, in order, without white space at their ends."""
    start, end = trim(text, start, end)
    if start == end:
        return
    if size(start, end) <= limit:
        yield start, end
    elif end - start == 1:
        raise ValueError(f"max_tokens={limit} is too small for the character {text[start]!r} at {start}")
    else:
        for part in cut(text, start, end, level):
            yield from pieces(text, *part, size, limit, min(level + 1, len(BREAKS)))


def words_back(text, start, end):
    """Find where the words inside a span begin, the last one first."""
    return [match.start() for match in re.compile(r"(?<=\s)\S").finditer(text, start + 1, end)][::-1]


def smart_chunk(text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4") -> list[dict]:
    """Cut text at natural boundaries into overlapping chunks with exact offsets.

    No chunk has more than max_tokens tokens for the model; neighbours share at most overlap_tokens.
    Returns dictionaries with text, tokens, start_char and end_char, in order.
    Raises ValueError unless 0 <= overlap_tokens < max_tokens.
    """
    if not 0 <= overlap_tokens < max_tokens:
        raise ValueError(f"need 0 <= overlap_tokens < max_tokens: got {overlap_tokens} and {max_tokens}")
    encoding = tiktoken.encoding_for_model(model)

    def size(start, end):
        return len(encoding.encode(text[start:end], disallowed_special=()))

    spans = []
    for first, last in pieces(text, 0, len(text), size, max_tokens):
        before, end = spans[-1] if spans else (first, first)
        if size(before, last) <= max_tokens:  # the piece fits into the chunk at hand
            spans[-1:] = [(before, last)]
            continue
        start = first
        for word in words_back(text, before, end):
            if size(word, end) > overlap_tokens or size(word, last) > max_tokens:
                break
            start = word
        spans.append((start, last))
    return [
        {"text": text[start:end], "tokens": size(start, end), "start_char": start, "end_char": end}
        for start, end in spans
    ]


# %%
check(smart_chunk)

# %% [markdown] tags=["exercise-only"]
# When the check holds, look at your chunks with the eyes of the lesson, in a cell of your own:
#
# ```python
# mine = smart_chunk(handbook, 100, 20)
# print(audit(handbook, mine, size=100, overlap=20, ruler="gpt-4"))
# ```

# %% [markdown] tags=["solution-only"]
# How it works: `pieces` cuts only what does not fit, and only with the next weaker break, so each piece is the
# largest natural one (question 1). The loop joins neighbours while the joined slice fits, measured afresh (question 2).
# Where it does not fit, the loop goes back word by word from the end of the last chunk, as long as both the shared
# words and the whole new chunk stay within their limits (question 3). Text is sliced at the very end, from offsets that
# were never searched for.

# %% tags=["solution-only"]
mine = smart_chunk(handbook, 100, 20)
print(audit(handbook, mine, size=100, overlap=20, ruler="gpt-4"))

# %% [markdown] tags=["solution-only"]
# The same section as in the picture: the spans agree with it, but for white space at the ends.

# %% tags=["solution-only"]
found = smart_chunk(section, 100, 20)
[(chunk["start_char"], chunk["end_char"], chunk["tokens"]) for chunk in found]

# %% tags=["solution-only"]
[chunk.text.strip() for chunk in chunks] == [chunk["text"] for chunk in found]

# %% [markdown]
# ## Find the bugs
# Splitters like the next one are published as model answers. It reads well, and it has seven bugs. Run the exhibits
# and **write down, for each, which line is to blame and why** before you open the answers.


# %%
def published_splitter(text, max_tokens=500, overlap_tokens=50, model="gpt-4"):
    encoding = tiktoken.encoding_for_model(model)
    chunks, buffer, position = [], "", 0

    def emit():
        nonlocal position
        end = position + len(buffer.encode())
        chunks.append({"text": buffer.strip(), "start_char": position, "end_char": end})
        tail = encoding.decode(encoding.encode(buffer)[-overlap_tokens:])
        position = end - len(tail.encode())
        return tail

    for paragraph in text.split("\n\n"):
        if buffer and len(encoding.encode(buffer + paragraph)) > max_tokens:
            buffer = emit()
        buffer += paragraph + "\n\n"
    emit()
    return chunks


def exhibit(text, size, overlap, point):
    """Print the breaches of one point of the contract."""
    report = audit(text, published_splitter(text, size, overlap), size=size, overlap=overlap, ruler="gpt-4")
    for breach in report[point].breaches:
        print(breach.message)


# %% [markdown]
# **Exhibit A.** The first of two short paragraphs.

# %%
exhibit("It rains. We wait.\n\nIt is late. We go.", 8, 2, "exact")

# %% [markdown]
# **Exhibit B.** Other names, and one more paragraph. Each offset is further out than in A. By how much, and why?

# %%
exhibit("Åse and Łucja wait.\n\nIt is late.\n\nThey go home.", 9, 2, "exact")

# %% [markdown]
# **Exhibit C.** One line of ten words.

# %%
exhibit("one two three four five six seven eight nine ten", 4, 1, "bounded")

# %% [markdown]
# **Exhibit D.** Each of the two paragraphs has five tokens, and the limit is six.

# %%
exhibit("one two three four five\n\nsix seven eight nine ten", 6, 3, "bounded")

# %% [markdown]
# **Exhibit E.** An emoji at the end of a paragraph.

# %%
exhibit("The seal is intact. 👩‍🔧\n\nThe lorry may leave.", 14, 3, "clean")

# %% [markdown]
# **Exhibit F.** A log line.

# %%
try:
    exhibit("summary: no data lost <|endoftext|>", 20, 5, "exact")
except ValueError as error:
    print("ValueError:", str(error).splitlines()[0])

# %% [markdown]
# **Exhibit G.** No overlap at all is asked.

# %%
exhibit("one two three\n\nfour five six\n\nseven eight nine", 6, 0, "no waste")

# %% [markdown]
# **Which line is to blame in each, and which of the seven would a test of "no chunk is over the limit" have found?**
#
# <details><summary>Answers</summary>
#
# - **A, stripped text.** `buffer.strip()` shortens the text, and `start_char` and `end_char` are those from before.
# - **B, bytes.** `len(buffer.encode())` counts bytes of UTF-8. `Å` and `Ł` have two each, so all that follows is late.
# - **C, one separator.** Only blank lines are tried. What has none inside stays whole, however long it is.
# - **D, the overlap is added when nobody looks any more.** `buffer = emit()` puts the tail in front of a paragraph that
#   was measured without it.
# - **E, half a character.** A token may hold a part of an emoji. The tail is decoded from tokens, and what cannot be
#   decoded becomes U+FFFD: text that the document never had.
# - **F, special-token text.** `encode` refuses it unless it is told `disallowed_special=()`.
# - **G, minus zero.** `tokens[-0:]` is `tokens[0:]`, the whole list: asked for no overlap, it repeats everything.
#
# A test of the limit finds C, D and G. A, B and E pass it, and all three go away together once the code keeps spans
# and slices at the end.
#
# </details>
