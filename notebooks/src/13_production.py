# %% [markdown]
# # 13 · Production
# *45 minutes · needs lesson 11 · questions 1 to 4, in service*
#
# After this lesson you can
# - turn hits into passages that say nothing twice and glue nothing together;
# - predict what an index embeds again after an edit, and monitor it;
# - audit the splitter that you have, and chunk many documents over many workers.

# %% [markdown]
# ## Two questions back
# 1. Why is each setting measured in six phases?
# 2. A difference is "not significant". Which number must be beside it?
#
# <details><summary>Answers</summary>
#
# 1. Where the first cut falls is an accident, and moves recall further than overlap does.
# 2. The smallest effect that this data could have shown.
# </details>

# %% [markdown]
# ## What goes wrong
# Windows of 200 tokens that share 100, five hits for a reader.

# %%
import tempfile

import tiktoken

from chunklib import STRATEGIES
from chunklib.adapters.compare import compare
from chunklib.advice import recommend
from chunklib.context import in_full
from chunklib.data import path
from classroom import ask, quiz, reindex_viewer
from classroom.lessons.decision_tree import decision_tree
from classroom.lessons.figure import COLORS, HATCHES, figure, new_figure
from classroom.lessons.kept.smart import smart_chunks
from chunklib.embed import embedder
from chunklib.evaluation import SELF_CONTAINED, evaluate, own_benchmark
from chunklib.retrieval import BM25, Database, Hit, deduplicate, deduplicate_text, merge_adjacent, render
from chunklib.scale import chunk_documents
from chunklib.tokens import ruler

benchmark, tokens = own_benchmark().of_kinds(*SELF_CONTAINED), ruler("cl100k_base")


# %%
def index(size, overlap):
    split = STRATEGIES["token_windows"]
    return BM25([c for name, text in benchmark.documents.items() for c in split(text, size, overlap, document=name)])


half = index(200, 100)
question = benchmark.questions[0].text
hits = half.search(question, k=5)
print(question, *(hit.chunk.id for hit in hits), sep="\n")

# %%
fig, ax = new_figure(8, 2.4)
spans = [(hit.chunk.start_char, hit.chunk.end_char) for hit in hits]
for k, (start, end) in enumerate(spans):
    ax.barh(k, end - start, left=start, color=COLORS[0])
    ax.text(end + 50, k, f"[{k}] {start}-{end}", va="center")
    for low, high in ((max(start, a), min(end, b)) for a, b in spans[:k]):
        ax.barh(k, max(0, high - low), left=low, color=COLORS[2], hatch=HATCHES[0])
ax.set(yticks=[], xlabel="character of the handbook", xlim=(500, 6400))
ax.invert_yaxis()
ax.set_title("Five hits, two places")
places = "; ".join(f"[{k}] {start}-{end}" for k, (start, end) in enumerate(spans))
figure(fig, f"Five hits as bars over the handbook, best first; hatched is what a better one has. {places}.")

# %%
print(len(deduplicate_text(hits)), "left by their texts;", sum(hit.chunk.size for hit in hits), "tokens to read")
print(tokens(render(merge_adjacent(hits))), "tokens in", len(merge_adjacent(hits)), "passages")

# %% [markdown]
# Five hits are two places. De-duplicating by equal text finds five different texts, and the reader pays for 1,000 tokens where 702 say the
# same.

# %% [markdown]
# ## Round 1: de-duplicate
# We can also compare places: a hit is removed if hits before it cover all its characters. We get hits in two ways: from these windows, and from
# two indexes with windows of 100 and of 400 tokens.
#
# **Predict: of all hits for 192 questions, how many are removed by text, how many by place?**

# %%
small, large = index(100, 0), index(400, 0)


def both(question):
    pairs = zip(large.search(question, k=5), small.search(question, k=5))
    return [hit for pair in pairs for hit in pair]


questions = [one.text for one in benchmark.questions]
found = {"one index": [half.search(one, k=5) for one in questions], "two sizes": [both(one) for one in questions]}
for name, lists in found.items():
    given, by_text, by_place = (sum(len(way(one)) for one in lists) for way in (list, deduplicate_text, deduplicate))
    print(f"{name}: {given:,} hits; gone by text {given - by_text}, by place {given - by_place}")

# %% [markdown]
# De-duplicating by text removes nothing, because no two hits are *equal*. By place, 1 of 960 is removed: neighbours seldom cover a hit
# completely. But with two sizes 428 of 1,920 are removed, because small chunks are inside large ones. De-duplicate where sizes are mixed.
#
# And where a text does repeat? The handbook says *Fjordlink does not ask for confirmation* under these headings:

# %%
handbook = benchmark.documents["handbook"]
words = "Fjordlink does not ask for confirmation"
alike = [chunk for chunk in STRATEGIES["markdown"](handbook, size=60, overlap=0) if words in chunk.text]
print(*(" > ".join(chunk.metadata["headings"][1:]) for chunk in alike), sep="\n")

# %% [markdown]
# One sentence, three places: each time no confirmation is asked for a different thing. A hash of the sentence would keep one of them.

# %% [markdown]
# ## Round 2: merge
# Hits that overlap or touch become one passage. **Predict: by how much does that shorten what is read, for windows that share 0, 40 and 100 tokens?**

# %%
for overlap in (0, 40, 100):
    windows = index(200, overlap)
    lists = [windows.search(one, k=5) for one in questions]
    merged = [merge_adjacent(one) for one in lists]
    before = sum(hit.chunk.size for one in lists for hit in one)
    change = sum(tokens(render(one)) for one in merged) / before - 1
    print(f"{overlap:>3}: {sum(map(len, lists))} hits, {sum(map(len, merged))} passages, {change:+.1%} tokens")

# %% [markdown]
# Without overlap it costs 1 %: the marks between passages. With half shared it saves 14.0 %. Hits with a gap between them must *not* be joined:

# %%
text = "Keys never expire. Access tokens do. They last an hour."
first, _, last = STRATEGIES["sentences"](text, size=5, overlap=0, document="note")
print(first.text + last.text)
ranked = BM25([first, last]).search("never an hour", k=2)
print(render(merge_adjacent(ranked, gap=100)))

# %% [markdown]
# Glued together, the text says that keys last an hour, and nobody wrote that. The mark says that something is left out. Passages come in the
# order of their best hits; with `gap=`, neighbours come in the order of the text. With a `budget` in tokens, a hit that does not fit is left out
# whole. (The exercise writes `max_characters`, and counts characters.)

# %%
for budget in (200, 400, 800):
    passages = merge_adjacent(hits, budget=budget)
    print(budget, tokens(render(passages)), [f"{one.start_char}-{one.end_char}" for one in passages])

# %% [markdown]
# ## Round 3: re-index
# Ids are made of document, start and end, so a re-index can compare. We change one sentence of the handbook and count what is embedded.

# %%
old = "A cursor is valid for 24 hours"
edits = {
    "same length": handbook.replace(old, "A cursor is valid for 48 hours"),
    "in the middle": handbook.replace(old, "A cursor is valid for 24 hours and no longer"),
    "at the front": handbook.replace("# Fjordlink", "# The Fjordlink", 1),
}
embed, seen = embedder(None), []


def counting(texts):
    seen.extend(texts)
    return embed(texts)


def cut(strategy, text, overlap):
    return STRATEGIES[strategy](text, size=200, overlap=overlap, document="handbook")


# %%
with tempfile.TemporaryDirectory() as folder, Database(folder, embed=counting) as database:
    for text in (handbook, edits["same length"], edits["in the middle"]):
        seen.clear()
        added, kept, deleted = map(len, database.index(cut("recursive", text, overlap=40)))
        print(f"added {added}, kept {kept}, deleted {deleted}; embedded {len(seen)}")

# %% [markdown]
# After an edit of equal length two chunks are embedded, since the sentence is in an overlap. A longer edit moves all that follows, so 49 ids
# are new. Yet only two texts are new; the index keeps the other vectors.
#
# **Predict: one word is added to the title. How many chunks are embedded again, by each strategy?**


# %%
def embedded(strategy, overlap, edit):
    before, after = ({in_full(c) for c in cut(strategy, one, overlap)} for one in (handbook, edits[edit]))
    return f"{len(after - before):>5} of {len(after):<2}"


print(f"{'':<17}", *edits, sep="  ")
for strategy in ("token_windows", "recursive", "markdown"):
    for overlap in (0, 40):
        counts = (embedded(strategy, overlap, edit) for edit in edits)
        print(f"{strategy:<13} {overlap:>2} ", *counts, sep="   ")

# %% [markdown]
# `token_windows` cuts by counting: one word shifts all cuts after it, until one meets an old cut by chance, or never. `recursive` cuts at
# paragraphs, which stay. And `markdown`? Its texts stay too, but the title is in the heading path of every chunk, and the path is embedded. A
# context has a price at re-indexing.

# %% [markdown]
# ## Round 4: monitor
# These numbers show what goes wrong: recall on your own questions, at a fixed k and at a fixed budget; redundancy; stored tokens; the share of
# chunks that the embedder does not read to the end. We make ours read only 256 tokens here.
#
# **Predict: chunks of 800 that share 160, in place of 200 without overlap. Which numbers get better?**

# %%
encoding = tiktoken.get_encoding("cl100k_base")


def reads_256(texts):
    return embed([encoding.decode(encoding.encode_ordinary(text)[:256]) for text in texts])


for size, overlap in ((200, 0), (800, 160)):
    config = {"strategy": "recursive", "size": size, "overlap": overlap}
    seen_by = evaluate(benchmark, config, retriever="dense", embed=reads_256)
    chunks = chunk_documents(benchmark.documents, config).chunks
    log = {name: seen_by.mean(name) for name in ("recall", "recall_1000", "redundancy")}
    log |= {"stored": seen_by.multiplier, "truncated": sum(chunk.size > 256 for chunk in chunks) / len(chunks)}
    print(f"{size}/{overlap}", {name: round(value, 3) for name, value in log.items()})
decision_tree("Where as much is read, chunks of 800 tokens found less", recommend(path("licence")))

# %% [markdown]
# No number gets better. If you log recall@5 alone, you see hardly a change: 0.439 after 0.446, although five such chunks are four times the reading. At
# 1,000 tokens recall is less than half of what it was, and of nearly every chunk the end was never embedded.
#
# The picture is the table that `recommend` reads, as questions about a document, here the licence. Each row names what was measured for it, or
# says that nothing was.

# %% [markdown]
# ## Round 5: audit what you have
# **Predict: the paper of the course, 200 tokens, overlap 40. How much overlap do the splitters of three libraries deliver on average?**

# %%
names = ["recursive", "langchain:recursive", "llamaindex:sentence", "unstructured"]
for row in compare(benchmark.documents["paper"], names, size=200, overlap=40, rounds=0):
    shared = f"overlap {row.overlap:.1f}, none at {row.bare} of {row.boundaries}"
    print(row.failure or f"{row.splitter:<19} {row.version:<8} {row.chunks} chunks, {shared}; breaches {row.breaches}")

# %% [markdown]
# LangChain delivers 8.9 of 40. LlamaIndex delivers 23.4 and breaks nothing here. Of Unstructured's 62 chunks, 29 are not slices of the text. A
# splitter may not even come back, so `compare` runs each foreign one in a process with a time limit. Here is a text without spaces, in Thai:

# %%
thai = "กัปตันนับคนสองรอบแล้วเงยหน้ามองท้องฟ้า" * 8
for overlap in (0, 16):
    [row] = compare(thai, ["unstructured"], size=64, overlap=overlap, rounds=0, limit=6)
    print(overlap, row.failure or f"{row.chunks} chunks")

# %% [markdown]
# ## Round 6: many documents
# Documents are independent, so several processes can split them. **Predict: is the order of the chunks the same as in a plain loop?**

# %%
texts = {f"{name}-{copy}": text for copy in range(20) for name, text in benchmark.documents.items()}
config = {"strategy": "recursive", "size": 200, "overlap": 40}
plain = chunk_documents(texts, config)
by_workers = chunk_documents(texts, config, workers=2)
print(len(texts), "documents,", f"{len(plain.chunks):,} chunks; the same:", by_workers == plain)

# %% [markdown]
# The chunks are the same, in the same order. For more than one machine, give a client of a Dask cluster instead of `workers`; nothing
# else changes. A document that fails is named:

# %%
some = {"tea": "Tea is hot.", "old": "A bird: 𓅃", "sun": "The sun is up."}
found = chunk_documents(some, {"strategy": "sentences", "size": 3, "overlap": 0})
print(len(found.chunks), "chunks of the others;", found.failures)

# %% [markdown]
# ## Worked example: from question to context
# Hits of two sizes, without repetitions, merged, within 1,000 tokens.

# %%
asked = benchmark.questions[66]
ranked = both(asked.text)
kept = deduplicate(ranked)
passages = merge_adjacent(kept, budget=1000)
print(f"{len(ranked)} hits, {len(kept)} left, {len(passages)} passages, {tokens(render(passages))} tokens")


def held(start, end):
    return any(p.document == asked.document and p.start_char <= start and end <= p.end_char for p in passages)


print(asked.text)
print(*(f"{one.document} {one.start_char}-{one.end_char}" for one in passages), sep=", ")
print({tuple(span): held(*span) for span in asked.spans})

# %% [markdown]
# Both pieces of the evidence are in it, each whole. Places carry through every step, so each step can be checked.

# %% [markdown]
# ## Try it
# A part of the handbook before and after an edit of one word. Letters and colours say what an index does with each chunk.
#
# **Question.** `recursive`, a word inserted in the middle: one chunk is embedded. Do `sentences` with an overlap of 20 embed more? And what becomes of
# the other chunks when the word is at the front?

# %%
reindex_viewer()

# %%
for overlap in (0, 20):
    print(overlap, reindex_viewer(strategy="sentences", overlap=overlap).view.states.count("embedded"), "embedded")
front = reindex_viewer(place=0)
print({state: front.view.states.count(state) for state in ("kept", "moved", "embedded")})

# %% [markdown]
# `sentences` with an overlap of 20 embeds three. With the word at the front, all other chunks move: new ids, old vectors.
#
# **Your turn.** Write a question about your own document (the handbook is asked about its cursor), and merge what is found: how much shorter is it, if
# neighbours share half?

# %%
from classroom.lessons.document import current, question_about

mine = ""  # a question about your own document, between the quotes
question = question_about(mine, handbook="How long is a cursor valid?")

if question:
    own, by = smart_chunks([current().text], size=200, overlap=100)
    answer = ask(question, chunks=own[current().text])
    shown = [Hit(one, 0) for one in answer.passages]
    before, after = sum(one.chunk.size for one in shown), tokens(render(merge_adjacent(deduplicate(shown))))
    print(f"{by}; hits: {len(shown)}, tokens: {before}, once merged: {after}" if shown else answer.text)

# %% [markdown]
# ## Pitfalls
# - De-duplicating by a hash of the text: overlaps stay, and equal text at another place is lost.
# - Passages joined without a mark.
# - Random ids: every re-index is a new index. Numbers: one new chunk in front, and each means another text.
# - A title in every chunk's context, and then a new title.
# - One number watched: a fixed k hides what large chunks cost.
# - A foreign splitter without a time limit.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `deduplicate(hits)`, `deduplicate_text(hits)` | hits that bring new places; hits that bring new text |
# | `merge_adjacent(hits, budget=…, gap=…)`, `render(passages)` | passages; their text with marks |
# | `Database(folder).index(chunks)` | what was added, kept, deleted |
# | `compare(text, names, size=…, overlap=…)` | splitters side by side |
# | `chunk_documents(texts, config, workers=2)` | chunks and failures of many documents |
# | `reindex_viewer(text)` | an edit, and what it costs |

# %% [markdown]
# ## Quiz

# %%
quiz("13_production")

# %% [markdown]
# ## Exercise
# Write `deduplicate` and `merge_adjacent`, and fix a function that has bugs:
# [exercise 13](../exercises/13_production/13_production.ipynb).
