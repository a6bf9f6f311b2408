# %% [markdown]
# # Exercise 7 · smart_chunk
# [Back to the lesson](../../notebooks/07_smart_chunk.ipynb) · graded · about 100 minutes

# %%
import re

import regex
import tiktoken

from chunklib import audit
from chunklib.data import load
from classroom import check, hint

handbook = load("handbook")
section = handbook[handbook.index("### Rules") : handbook.index("### How a rule")]
note = "The gate\n\nIt opens at six.\n\nNobody opens it at night. The guard keeps the key. He sleeps beside it."

# %% tags=["solution-only"]
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure
from chunklib.strategies import recursive

# %% [markdown]
# ## Task
# You write a chunker that keeps the whole contract. It is made of four small functions, and each has a check of its own. The last
# function, `smart_chunk`, puts them together.
#
# | part | function | its question |
# |---|---|---|
# | 1 | `span_size` | How many tokens does a span have? |
# | 2 | `natural_pieces` | Where may I cut? |
# | 3 | `pack_spans` | How much fits? |
# | 4 | `overlap_start` | What do I repeat? |
# | 5 | `smart_chunk` | All together |
#
# A span is a place in the text, `(start, end)`, counted in characters, as in exercises 5 and 6. Text is sliced from spans and never
# searched for, so no place can be wrong.

# %% [markdown]
# ## Expected result
# This is what the parts do with a note of 25 tokens, if a chunk may have 16 tokens and neighbours may share 4.

# %% tags=["expected-picture"]
rows = (
    ("pieces", [(0, 8, 0), (10, 26, 0), (28, 53, 0), (54, 78, 0), (79, 99, 0)]),
    ("spans", [(0, 26, 0), (28, 78, 0), (79, 99, 0)]),
    ("chunk [0]", [(0, 26, 0)]),
    ("chunk [1]", [(13, 78, 13)]),
    ("chunk [2]", [(70, 99, 8)]),
)
fig, ax = new_figure(8, 2.9)
for k, (name, bars) in enumerate(rows):
    for start, end, shared in bars:
        ax.barh(k, end - start, left=start, height=0.75, color=COLORS[0])
        ax.barh(k, shared, left=start, height=0.75, color=COLORS[2], hatch=HATCHES[0])
        size = len(tiktoken.encoding_for_model("gpt-4").encode(note[start:end]))
        ax.text((start + shared + end) / 2, k, str(size), va="center", ha="center")
ax.set(
    yticks=range(5),
    yticklabels=[name for name, _ in rows],
    xticks=[0, 26, 53, 78, 99],
    xlabel="character of the note; in the bars: tokens, shared ones included",
)
ax.set_title("Pieces become spans, and a chunk begins with the end of the chunk before")
ax.invert_yaxis()
places = "; ".join(f"{name} {', '.join(f'{start}-{end}' for start, end, _ in bars)}" for name, bars in rows)
figure(fig, f"Bars over the characters of the note, with their tokens; shared text is hatched: {places}.")

# %% [markdown]
# The two short paragraphs of the note fit, so each is one piece. The third paragraph has 17 tokens and is cut into its sentences.

# %% [markdown]
# ## Your turn 1: how many tokens does a span have?
# `span_size(text, start, end, model)` counts the tokens of `text[start:end]` for a model. It encodes this slice and nothing else,
# because counts of parts do not add up. Text such as `<|endoftext|>` is plain text.
#
# | call | result |
# |---|---|
# | `span_size(note, 0, 8)` | `2` |
# | `span_size(note, 28, 99)` | `17` |
# | `span_size("<\|endoftext\|>", 0, 13)` | `7` |
#
# Stuck? `hint("span_size")` opens one hint at a time.


# %% tags=["solution:span_size"]
def span_size(text: str, start: int, end: int, model: str = "gpt-4") -> int:
    """Return how many tokens text[start:end] has for the model; special-token text is plain text."""
    encoding = tiktoken.encoding_for_model(model)
    return len(encoding.encode(text[start:end], disallowed_special=()))


# %%
check(span_size)

# %% [markdown] tags=["exercise-only"]
# The other parts use `span_size`. The next cell takes the function that you have kept, or else the one that you have written in this notebook.
# Each part has such a cell. You may leave out part 2, 3 or 4 and go on with the next; `smart_chunk` then says which part it needs.
# If you hand in this notebook, the mark uses only the functions that you wrote in it.

# %% tags=["exercise-only"]
from classroom import mine

span_size = mine("span_size")

# %% [markdown]
# ## Your turn 2: where may I cut?
# `natural_pieces(text, start, end, limit, model)` returns the pieces of `text[start:end]` as a list of spans.
#
# - If there is nothing but white space, there is no piece.
# - If the text has at most `limit` tokens, it is one piece. White space at its ends may be in the piece or not.
# - If it has more, it is cut into its paragraphs. A paragraph that is too long is cut into its lines, such a line into its sentences, and such
#   a sentence into its words. A piece that fits is not cut any further.
# - Only a word that does not fit by itself is cut between characters, until each piece fits. You decide where. A single character,
#   `text[n]`, is a piece even if it does not fit.
# - White space between two pieces is in neither.
#
# `BREAKS` finds the white space between paragraphs, lines, sentences and words, in this order. A call of the check leaves `level` at 0.
# The function can call itself for the parts of a piece, with `level + 1`.
#
# | call | result |
# |---|---|
# | `natural_pieces(note, 0, 99, 25)` | `[(0, 99)]` |
# | `natural_pieces(note, 0, 99, 16)` | `[(0, 8), (10, 26), (28, 53), (54, 78), (79, 99)]` |
# | `natural_pieces(note, 0, 26, 2)` | `[(0, 8), (10, 12), (13, 18), (19, 21), (22, 26)]` |
#
# Stuck? `hint("natural_pieces")` opens one hint at a time. `\X` in `regex` finds what a reader sees as one sign. An emoji can be several
# characters: `"👩‍🔧"` has three, and if all three do not fit, they are cut like any other word.

# %%
SENTENCE = r"(?<=[.!?])\s+|(?<=[。！？])"
BREAKS = [re.compile(pattern) for pattern in (r"\s*\n\s*\n\s*", r"\s*\n\s*", SENTENCE, r"\s+")]
[match.span() for match in BREAKS[0].finditer(note)]


# %% tags=["solution:natural_pieces"]
def natural_pieces(
    text: str, start: int, end: int, limit: int, model: str = "gpt-4", level: int = 0
) -> list[tuple[int, int]]:
    """Return the largest natural pieces of text[start:end] with at most limit tokens, in order.

    A piece that is too long is cut at BREAKS[level], and its parts at the next level.
    """
    if not text[start:end].strip():
        return []
    if span_size(text, start, end, model) <= limit or end - start == 1:
        return [(start, end)]
    if level < len(BREAKS):
        gaps = [match.span() for match in BREAKS[level].finditer(text, start, end)]
    else:
        inside = [match.end() for match in regex.finditer(r"\X", text, pos=start, endpos=end)][:-1]
        middle = inside[len(inside) // 2] if inside else (start + end) // 2
        gaps = [(middle, middle)]
    pieces = []
    for gap_start, gap_end in [*gaps, (end, end)]:
        pieces += natural_pieces(text, start, gap_start, limit, model, level + 1)
        start = gap_end
    return pieces


# %%
check(natural_pieces)

# %% tags=["exercise-only"]
natural_pieces = mine("natural_pieces")

# %% [markdown]
# ## Your turn 3: how much fits?
# `pack_spans(text, pieces, room, model)` joins neighbouring pieces to spans. A span takes the next piece as long as the joined text,
# from its first character to its last, has at most `room` tokens. A piece that is larger than `room` is a span by itself.
#
# | call | result |
# |---|---|
# | `pack_spans(note, [(0, 8), (10, 26), (28, 53)], 12)` | `[(0, 26), (28, 53)]` |
# | `pack_spans(note, [(0, 8), (10, 26), (28, 53)], 5)` | `[(0, 8), (10, 26), (28, 53)]` |
# | `pack_spans(note, [], 5)` | `[]` |
#
# Stuck? `hint("pack_spans")` opens one hint at a time.


# %% tags=["solution:pack_spans"]
def pack_spans(text: str, pieces: list[tuple[int, int]], room: int, model: str = "gpt-4") -> list[tuple[int, int]]:
    """Join neighbouring pieces to spans of at most room tokens; a larger piece is a span by itself."""
    spans = []
    for start, end in pieces:
        if spans and span_size(text, spans[-1][0], end, model) <= room:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


# %%
check(pack_spans)

# %% tags=["exercise-only"]
pack_spans = mine("pack_spans")

# %% [markdown]
# ## Your turn 4: what do I repeat?
# `overlap_start(text, before, span, max_tokens, overlap_tokens, model)` says where the next chunk begins. `before` is the chunk
# before, and `span` is what the next chunk brings. The chunk may begin at `span[0]`, or where a word begins inside `before` (after
# white space), but not at its first word. It begins as far back as both limits allow:
#
# - from the start to the end of `before` there are at most `overlap_tokens` tokens;
# - from the start to the end of `span` there are at most `max_tokens` tokens.
#
# | call | result | the chunk begins with |
# |---|---|---|
# | `overlap_start(note, (0, 26), (28, 78), 16, 4)` | `13` | `opens at six.` |
# | `overlap_start(note, (0, 26), (28, 78), 14, 4)` | `22` | `six.` |
# | `overlap_start(note, (0, 26), (28, 78), 12, 4)` | `28` | `Nobody`: there is no room |
#
# Stuck? `hint("overlap_start")` opens one hint at a time.

# %% tags=["solution:overlap_start"]
WORD_START = re.compile(r"(?<=\s)\S")


def overlap_start(
    text: str,
    before: tuple[int, int],
    span: tuple[int, int],
    max_tokens: int,
    overlap_tokens: int,
    model: str = "gpt-4",
) -> int:
    """Return where the next chunk begins: as far back as both limits allow."""
    best = span[0]
    words = [match.start() for match in WORD_START.finditer(text, before[0] + 1, before[1])]
    for start in reversed(words):
        if (
            span_size(text, start, before[1], model) > overlap_tokens
            or span_size(text, start, span[1], model) > max_tokens
        ):
            break
        best = start
    return best


# %%
check(overlap_start)

# %% tags=["exercise-only"]
overlap_start = mine("overlap_start")

# %% [markdown]
# ## Your turn 5: all together
# `smart_chunk(text, max_tokens, overlap_tokens, model)` returns the chunks in order, each as a dictionary:
#
# | key | value |
# |---|---|
# | `text` | the chunk, exactly `text[start_char:end_char]` |
# | `tokens` | how many tokens it has for the model, at most `max_tokens` |
# | `start_char`, `end_char` | its place, counted in characters |
#
# 1. Cut the whole text into pieces of at most `max_tokens`.
# 2. Pack them, and leave room for the overlap: `max_tokens - overlap_tokens`.
# 3. For each span after the first, let the chunk begin where `overlap_start` says.
#
# Unless `0 <= overlap_tokens < max_tokens`, raise a `ValueError`. A text of white space alone gives `[]`. While text is lost, nothing
# earns points.
#
# <details><summary>What the check asks, and what it leaves to you</summary>
#
# These rules follow if your four parts are right. You may also write `smart_chunk` in another way that keeps them.
#
# - Every character that is not white space is in a chunk. Starts and ends both rise.
# - A paragraph *fits* if its tokens and `overlap_tokens` are together fewer than `max_tokens` (or, without an overlap, at most
#   `max_tokens`). If every paragraph in a chunk fits, whole or begun, the chunk ends at the end of a paragraph. If not, ask the same
#   of its lines, then of its sentences, then of its words.
# - Four neighbouring chunks inside one sentence would not fit together into one.
# - Neighbours share at most `overlap_tokens` tokens, and at least the last word of the chunk before if this word fits, in front of the
#   natural piece that comes next.
# - The same call always gives the same chunks, with the names of the arguments or without.
#
# You decide about white space at the ends of a chunk, how full a chunk is, whether the overlap begins at a word or a sentence,
# whether a sentence ends after *Dr.*, whether a line of spaces is an empty line, and where an endless word is cut. `max_tokens` is
# never smaller than the tokens of one character, `text[n]`. You may add keys of your own.
#
# </details>
#
# This is the handbook's section *Rules* with `max_tokens=100` and `overlap_tokens=20`:

# %% tags=["expected-picture"]
chunks = recursive(section, 100, 20, ruler="gpt-4")
fig, ax = new_figure(8, 2.9)
for k, chunk in enumerate(chunks):
    ends = [chunk.start_char, chunk.end_char]
    shared = chunks[k - 1].end_char if k else ends[0]
    ax.barh(k, ends[1] - ends[0], left=ends[0], color=COLORS[0])
    ax.barh(k, shared - ends[0], left=ends[0], color=COLORS[2], hatch=HATCHES[0])
    words = f"{chunk.size} tokens" + (f", {chunk.overlap} shared" if k else "")
    ax.text(ends[0] - 8, k, f"[{k}]", va="center", ha="right")
    late = ends[1] > 800
    ax.text(ends[0] - 60 if late else ends[1] + 12, k, words, va="center", ha="right" if late else "left")
ax.set(xlabel="character of the section", yticks=[], ylim=(len(chunks) - 0.4, -0.6), xlim=(-45, len(section)))
ax.spines["left"].set_visible(False)
ax.set_title("Each chunk ends where the text pauses, and begins with the end of the one before")
numbers = "; ".join(f"[{c.index}] {c.start_char}-{c.end_char}, {c.size} tokens, {c.overlap} shared" for c in chunks)
figure(fig, f"One bar for each chunk, from its start to its end, the shared part hatched: {numbers}.")

# %% [markdown]
# The table has the numbers of this right answer. Yours may differ a little: without the white space at its end, a chunk is a few
# characters shorter, and another right design may cut elsewhere inside the code block.
#
# | chunk | from | to | tokens | shared |
# |---|---:|---:|---:|---:|
# | [0] | 0 | 232 | 56 | 0 |
# | [1] | 152 | 422 | 81 | 20 |
# | [2] | 365 | 630 | 90 | 19 |
# | [3] | 585 | 827 | 74 | 18 |
# | [4] | 748 | 1089 | 76 | 20 |
#
# Run the check early; it shows the smallest call that goes wrong. Stuck? `hint("smart_chunk")` opens one hint at a time.

# %% tags=["solution-only"]
[(chunk.index, chunk.start_char, chunk.end_char, chunk.size, chunk.overlap) for chunk in chunks]


# %% tags=["solution:smart_chunk"]
def smart_chunk(text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4") -> list[dict]:
    """Cut text at natural boundaries into overlapping chunks with exact offsets.

    No chunk has more than max_tokens tokens for the model; neighbours share at most overlap_tokens.
    Returns dictionaries with text, tokens, start_char and end_char, in order.
    Raises ValueError unless 0 <= overlap_tokens < max_tokens.
    """
    if not 0 <= overlap_tokens < max_tokens:
        raise ValueError(f"need 0 <= overlap_tokens < max_tokens: got {overlap_tokens} and {max_tokens}")
    pieces = natural_pieces(text, 0, len(text), max_tokens, model)
    chunks = []
    for start, end in pack_spans(text, pieces, max_tokens - overlap_tokens, model):
        if chunks:
            before = (chunks[-1]["start_char"], chunks[-1]["end_char"])
            start = overlap_start(text, before, (start, end), max_tokens, overlap_tokens, model)
        size = span_size(text, start, end, model)
        chunks.append({"text": text[start:end], "tokens": size, "start_char": start, "end_char": end})
    return chunks


# %%
check(smart_chunk)

# %% [markdown] tags=["exercise-only"]
# When the check holds, `keep(smart_chunk)` puts your function into `my_rag`, with the parts that it uses, and `python -m my_rag "question"`
# cuts your document with it. Look at your chunks as the lesson did, in a cell of your own:
#
# ```python
# own = smart_chunk(handbook, 100, 20)
# print(audit(handbook, own, size=100, overlap=20, ruler="gpt-4"))
# ```

# %% tags=["solution-only"]
own = smart_chunk(handbook, 100, 20)
print(audit(handbook, own, size=100, overlap=20, ruler="gpt-4"))

# %% [markdown] tags=["solution-only"]
# The chunks of the note, and those of the section in the picture. The spans of the section agree with the picture, except for white
# space at their ends.

# %% tags=["solution-only"]
[(chunk["start_char"], chunk["end_char"], chunk["tokens"]) for chunk in smart_chunk(note, 16, 4)]

# %% tags=["solution-only"]
found = smart_chunk(section, 100, 20)
[(chunk["start_char"], chunk["end_char"], chunk["tokens"]) for chunk in found]

# %% tags=["solution-only"]
[chunk.text.strip() for chunk in chunks] == [chunk["text"].strip() for chunk in found]

# %% [markdown]
# ## Find the bugs
# The next splitter reads well, and each of the seven exhibits shows another bug of it.
# Run them, and **write down for each which line is to blame and why** before you open the answers.


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
# **Exhibit A.** Two short paragraphs.

# %%
exhibit("It rains. We wait.\n\nIt is late. We go.", 12, 2, "exact")

# %% [markdown]
# **Exhibit B.** Names, and one more paragraph. One error is that of A. Which one is new, and by how many characters is an offset wrong?

# %%
exhibit("Åse and Łucja wait.\n\nIt is late.\n\nThey go home.", 12, 2, "exact")

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
# **Exhibit G.** The call asks for no overlap.

# %%
exhibit("one two three\n\nfour five six\n\nseven eight nine", 6, 0, "no waste")

# %% [markdown]
# **Which line is to blame in each, and which of the seven would a test of "no chunk is over the limit" have found?**
#
# <details><summary>Answers</summary>
#
# - **A, stripped text.** `buffer.strip()` shortens the text, and `start_char` and `end_char` still belong to the longer text. The last end
#   is even outside: a blank line was added after the last paragraph.
# - **B, bytes.** `len(buffer.encode())` counts bytes of UTF-8. `Å` and `Ł` have two bytes each, so every later offset is too large by 2.
# - **C, one separator.** The code tries blank lines only. A text without a blank line stays whole, however long it is.
# - **D, the overlap comes too late.** `buffer = emit()` puts the tail in front of a paragraph that was measured without it.
# - **E, half a character.** A token may hold a part of an emoji. The tail is decoded from tokens, and a part that cannot be decoded
#   becomes U+FFFD: text that the document never had.
# - **F, special-token text.** `encode` refuses it unless you call it with `disallowed_special=()`.
# - **G, minus zero.** `tokens[-0:]` is `tokens[0:]`, the whole list. If you ask for no overlap, it repeats everything.
#
# A test of the limit finds C, D and G. F raises, so any test finds it. A, B and E pass, and all three go away together if the code
# keeps spans and slices the text at the end.
#
# </details>
