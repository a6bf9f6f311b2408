# %% [markdown]
# # 9 · Measuring
# *45 minutes · needs lessons 4 and 6 · question 4: does it help?*
#
# After this lesson you can
# - count how much of an answer is in the chunks that a bot reads;
# - compare chunks of different sizes fairly;
# - say for each question where its answer was lost.

# %% [markdown] tags=["numbers:200 30 29"]
# ## Questions back
# 1. Windows of 200 tokens must keep a passage of 30 tokens whole, wherever it begins. How large is the overlap?
# 2. A chunk ends with the heading of the next chunk's section. How do you prevent that?
#
# <details><summary>Answers</summary>
#
# 1. 29 tokens, one less than the passage.
# 2. Cut before each heading. Then it is not an [orphan](../docs/glossary.md#orphan-heading).
# </details>

# %% [markdown] tags=["numbers:800 200 4"]
# ## Nora pays four times as much
# A supplier writes to Nora: “Chunks of 800 tokens find far more than your chunks of 200.” She changes the size, and a month later her company pays
# more than four times as much. Was the letter wrong?

# %%
from collections import Counter
from statistics import fmean

from chunklib import recursive, token_windows
from chunklib.evaluation import evaluate, own_benchmark, where_lost
from classroom import checked, compare, label, ledger_bar, ledger_viewer, moves, predict, quiz, span_painter

benchmark = own_benchmark()
questions, documents = benchmark.questions, benchmark.documents
print(len(questions), "questions about", len(documents), "documents")

# %% [markdown]
# You pay a model by the token, and the bot sends five chunks a question. The folded cell cuts with `recursive` and searches with BM25:

# %% tags=["plot"]
from chunklib.retrieval import BM25


def search(size):
    chunks = [one for name in documents for one in recursive(documents[name], size, 0, document=name)]
    index = BM25(chunks)
    print(f"{len(chunks)} chunks of {size}")
    return [[hit.chunk for hit in index.search(question.text, 30)] for question in questions]


def own_places(read):
    """Keep the places that are in the document of their question."""
    each = zip(questions, read, strict=True)
    return [[place for name, place in places if name == question.document] for question, places in each]


hits = {size: search(size) for size in (200, 800)}
five = {}
for size, found in hits.items():
    five[size] = own_places([[(c.document, (c.start_char, c.end_char)) for c in best[:5]] for best in found])
    sent = fmean(sum(chunk.size for chunk in best[:5]) for best in found)
    print(f"five chunks of {size}: {sent:,.0f} tokens for a question")

# %% [markdown] tags=["numbers:3638/812"]
# 3,638 tokens are 4.5 times as many as 812. What does Nora get for them?

# %% [markdown] tags=["numbers:0.13 0.87 1 2 25 26"]
# ## How much of an answer is found?
# Each question has [evidence](../docs/glossary.md#evidence): the places in its document that answer it, underlined twice below. The
# chunks that the bot reads are coloured. [Recall](../docs/glossary.md#recall) is the share of the evidence that is in these chunks.
#
# **Question.** Let the bot read one chunk only. What is the recall? Then raise the overlap (all chunks with evidence get ticked again).
# When is the evidence whole in one chunk?
#
# <details><summary>Answer</summary>
#
# 0.13 or 0.87. The row `whole` says 1 from an overlap of 2, but not at 25 and 26: the overlap moves the cuts.
# </details>

# %%
span_painter()

# %% [markdown]
# A chunk and a piece of evidence are pairs (start, end). **Where does their common part start and end?**


# %% tags=["blank:found_characters"]
# Return how many characters of the piece of evidence the chunk has.
def found_characters(chunk, piece):
    start = max(chunk[0], piece[0])  # ____ max(chunk[0], piece[0])
    end = min(chunk[1], piece[1])  # ____ min(chunk[1], piece[1])
    return max(0, end - start)


# %%
found_characters = checked("found_characters")

# %% [markdown]
# The chunks share no text, so nothing counts twice. **By what do you divide?**


# %% tags=["blank:recall"]
# Return the recall: what is found, divided by what there is to find.
def recall(chunks, evidence):
    found = sum(found_characters(chunk, piece) for chunk in chunks for piece in evidence)
    return found / sum(end - start for start, end in evidence)  # ____ sum(end - start for start, end in evidence)


# %%
recall = checked("recall")

# %% [markdown]
# **What is the recall with five chunks, on average?**

# %%
predict("09-five", "per cent, chunks of 200", "per cent, chunks of 800")


# %%
def per_cent_found(read):
    found = [recall(chunks, question.spans) for chunks, question in zip(read, questions, strict=True)]
    return round(100 * fmean(found), 1)


compare("09-five", per_cent_found(five[200]), per_cent_found(five[800]))

# %% [markdown] tags=["after:09-five", "numbers:78.8-51.4"]
# The letter is true: five chunks of 800 have 78.8 % of the evidence, 27 points more. But the bot reads 4.5 times as much.

# %% [markdown]
# ## What do you get for 1,000 tokens?
# Give both the same *budget*, the tokens that the model reads. Take chunks, best first. If a chunk no longer fits, take only its
# beginning. **Complete the loop:**


# %% tags=["blank:fill_budget"]
# Return how many tokens of each chunk are read. sizes: the tokens of each chunk, best first.
def fill_budget(sizes, budget):
    read = []
    for size in sizes:
        read.append(min(size, budget - sum(read)))  # ____ min(size, budget - sum(read))
    return read


# %%
fill_budget = checked("fill_budget")
fill_budget([200, 180, 200], budget=450)

# %% [markdown]
# **What is the recall within 1,000 tokens?**

# %%
predict("09-budget", "per cent, chunks of 200", "per cent, chunks of 800")


# %% tags=["plot"]
def within(best, budget):
    read = zip(best, fill_budget([chunk.size for chunk in best], budget), strict=True)
    first = [(chunk, token_windows(chunk.text, tokens, 0)[0]) for chunk, tokens in read if tokens]
    return [(chunk.document, (chunk.start_char, chunk.start_char + part.end_char)) for chunk, part in first]


thousand = {}
for size, found in hits.items():
    read = [within(best, 1000) for best in found]
    thousand[size] = own_places(read)
    print(f"1,000 tokens: on average {fmean(map(len, read)):.1f} chunks of {size}")

# %%
compare("09-budget", per_cent_found(thousand[200]), per_cent_found(thousand[800]))

# %% tags=["plot"]
from chunklib.evaluation.effects import measured
from chunklib.evaluation.phases import PHASES

print(f"averaged over {PHASES} placings of the cuts, 800 against 200:")
for key, search_by in {"large-chunks": "BM25", "large-chunks-minilm": "MiniLM (compares meanings)"}.items():
    for effect in (one for one in measured() if one.key == key):
        where = "1,000 tokens" if effect.metric == "recall_1000" else "five chunks"
        print(f"{search_by}, {where}, {effect.questions} questions: {effect.figures} points, {effect.finding}")

# %% [markdown] tags=["after:09-budget"]
# Chunks of 800 find less within the same budget: 46.0 % instead of 54.3 %. Only 2.0 of them fit, against 6.7 of 200, so the bot looks in fewer places.
# Is this luck? The brackets say how far chance may move a number (lesson 10). Averaged over six [placings](../docs/glossary.md#placing) of the cuts,
# chunks of 800 find 25.2 points more in five chunks, and 8.7 points less in 1,000 tokens. So Nora goes back to 200.

# %% tags=["plot"]
from classroom.lessons.figure import INK, figure, new_figure

sizes = (50, 100, 200, 400, 800, 1600)
found = {size: evaluate(benchmark, {"strategy": "recursive", "size": size, "overlap": 0}) for size in sizes}
fig, ax = new_figure(8, 3)
said = []
looks = {"recall": ("five chunks", "#A8441A", "-", "o"), "recall_1000": ("1,000 tokens", "#1F5C99", "--", "s")}
for metric, (name, color, line, marker) in looks.items():
    values = [100 * found[size].mean(metric) for size in sizes]
    ax.plot(range(6), values, line, color=color, marker=marker, markeredgecolor=INK, linewidth=2.5, label=name)
    said.append(f"{name}: {', '.join(f'{value:.1f}' for value in values)}")
ax.set(
    xticks=range(6), xticklabels=sizes, ylim=(0, 100), xlabel="tokens in a chunk, at most", ylabel="recall, per cent"
)
ax.legend(frameon=False)
ax.set_title("Five chunks: the larger, the better. 1,000 tokens: about equal from 100 to 400 (BM25)")
figure(fig, f"Recall in per cent for chunks of {', '.join(map(str, sizes))} tokens. {'. '.join(said)}.")

# %% tags=["plot"]
from chunklib.advice import GUIDELINES
from chunklib.columns import columns
from classroom.lessons.display import Folded

tried = {"size-400": 400, "size-600": 600, "large-chunks": 800}
within_budget = {effect.key: effect.figures for effect in measured() if effect.metric == "recall_1000"}
rows, untried = [], {"any use": "see the figure"}
for row in (one for one in GUIDELINES if one.table == "size-by-use"):
    cells = [f"{tried[key]}: {within_budget[key]}" for key in row.measured] or [
        untried.get(row.about[:7], "not measured")
    ]
    rows += [(row.about, row.says, cells[0]), *(("", "", more) for more in cells[1:])]
measured_head = "for", "a guide says", "measured against 200, in points (BM25, 1,000 tokens)"
defaults = [(one.about, one.says) for one in GUIDELINES if one.table == "reported-defaults" and one.overlap]
tables = columns(measured_head, rows, plain=True), columns(("default of", "a guide says"), defaults, plain=True)
Folded("\n\n".join("\n".join(table) for table in tables), "What guides say about sizes, and what was measured of it")

# %% [markdown]
# Open the table: LangChain's default, the last row, counts characters, although tutorials say tokens.

# %% [markdown]
# ## Where was the answer lost?
# Recall does not say what to repair. **When does a chunk have all of a piece of evidence?**


# %% tags=["blank:holds_all"]
# Return whether the chunk has all of the piece.
def holds_all(chunk, piece):
    start, end = piece
    found = found_characters(chunk, piece)
    return found == end - start  # ____ found == end - start


# %%
holds_all = checked("holds_all")

# %% [markdown] tags=["numbers:100"]
# An answer is *torn* if at least one piece of its evidence is whole in no chunk. Otherwise its *rank* decides, the place of the chunk in the list of
# hits; with several pieces, the worst rank. The list has 100 hits, and five are read. **Complete the first branch:**


# %% tags=["blank:outcome"]
# holders: for each piece of evidence, the chunks that hold all of it; ranking: the hits.
def outcome(holders, ranking):
    if not all(holders):  # ____ not all(holders)
        return "torn by a cut"
    ranks = [[ranking.index(chunk) + 1 for chunk in piece if chunk in ranking] for piece in holders]
    if not all(ranks):
        return "not found"
    return "found" if max(map(min, ranks)) <= 5 else "ranked too low"


# %%
outcome = checked("outcome")

# %% [markdown]
# The simplest bot has windows of 200 without overlap:

# %% tags=["plot"]
windows = [one for name in documents for one in token_windows(documents[name], 200, 0, document=name)]
rankings = BM25(windows).rank([question.text for question in questions], 100).tolist()
places = [(one.document, (one.start_char, one.end_char)) for one in windows]
pieces = [end - start for question in questions for start, end in question.spans]
print(f"a window has {fmean(len(one.text) for one in windows):.0f} characters, a piece of evidence {fmean(pieces):.0f}")

# %% [markdown]
# **How many of the 365 answers do its cuts tear?**

# %%
predict("09-torn", "answers torn")


# %% tags=["plot"]
def find_holders(question):
    own = [(k, place) for k, (name, place) in enumerate(places) if name == question.document]
    return [[k for k, place in own if holds_all(place, piece)] for piece in question.spans]


holders = [find_holders(question) for question in questions]
outcomes = [outcome(*both) for both in zip(holders, rankings, strict=True)]
read = own_places([[places[k] for k in ranking[:5]] for ranking in rankings])

# %%
counts = Counter(outcomes)
print(counts)
torn = [k for k, one in enumerate(outcomes) if one == "torn by a cut"]
print("torn, and recall 1:", sum(recall(read[k], questions[k].spans) == 1 for k in torn))
compare("09-torn", counts["torn by a cut"])

# %% [markdown] tags=["after:09-torn", "numbers:99/365 27"]
# The cuts tear 99 answers, 27 % of all. No search brings these back in one piece. But the bot may read all parts: 15 of the 99 have recall 1.

# %% [markdown]
# You have made a [ledger](../docs/glossary.md#ledger): it says where each answer was lost. `where_lost` does the same. **How many are
# torn with an overlap of 40? And with `recursive`, without overlap?**

# %%
predict("09-saved", "torn, windows with overlap 40", "torn, recursive")


# %%
def ledger(strategy, overlap):
    return where_lost(benchmark, {"strategy": strategy, "size": 200, "overlap": overlap})


ledgers = {"windows": ledger("token_windows", 0), "windows, overlap 40": ledger("token_windows", 40)}
ledgers["recursive"] = ledger("recursive", 0)
torn = [one.counts["torn by a cut"] for one in ledgers.values()]
compare("09-saved", torn[1], torn[2])

# %% tags=["plot"]
stored = [sum(chunk.size for chunk in one.chunks) for one in ledgers.values()]
print("stored, in multiples of the first:", [round(tokens / stored[0], 2) for tokens in stored])

# %%
ledger_bar(ledgers, "With better cuts fewer answers are torn, and more are ranked too low")

# %%
print(moves(ledgers["windows"], ledgers["recursive"]))

# %% [markdown] tags=["after:09-saved", "numbers:99-55 99-39 52 36"]
# The overlap tears 44 fewer and stores 1.25 times as much. `recursive` tears 60 fewer and stores no more. It finds 52 answers that windows do not,
# 37 of them torn before, and loses 36 that windows find: new cuts change every rank. Better cuts shrink the orange part. For most of
# the yellow and the pink part you need a better search.

# %% [markdown]
# **With `recursive`, how many whole answers are not among the first 20 chunks? And the first 100?**

# %%
predict("09-deep", "not among the first 20", "not among the first 100")

# %%
whole = [one for one in ledgers["recursive"].questions if one.outcome != "torn by a cut"]
deep = [sum(one.rank is None or one.rank > depth for one in whole) for depth in (20, 100)]
print(len(whole), "answers are whole in a chunk")
compare("09-deep", *deep)

# %% [markdown] tags=["after:09-deep"]
# Of 326 whole answers, 88 are not among the first 20 chunks, 29 not even among the first 100. Reading 20 chunks would not help these 88.
# Lesson 12 looks for what does.

# %% [markdown]
# **Question.** Find an answer that windows tear and `recursive` finds. What is cut? Then open one that it does not
# find: which words do question and chunk share?

# %%
ledger_viewer(ledgers)

# %% [markdown]
# ## What does your own ledger look like?
# **Your turn.** Ask five questions about your document, or the handbook, as in lesson 4. Five show where answers get lost, but not which
# chunker is better (lesson 10).

# %%
# A document of your own comes here once you have run: from classroom import bring; bring("its_file.pdf")
labels = label(wanted=5)
labels

# %% tags=["plot"]
from classroom.lessons.kept.smart import smart_chunks
from classroom.lessons.widgets.labelling_file import labelled

asked = labelled(benchmark)
texts = asked.documents.values()
own, by = smart_chunks(texts, size=200, overlap=0)
cuts = {by: own, "windows": {text: token_windows(text, size=200, overlap=0) for text in texts}}
most = {name: min(5, sum(map(len, cut.values()))) for name, cut in cuts.items()}
own_ledgers = {name: where_lost(asked, cut.get, k=most[name]) for name, cut in cuts.items()}
ledger_bar(own_ledgers, "Where answers get lost")

# %%
ledger_viewer(own_ledgers)

# %% [markdown]
# ## Recap
# An answer gets lost at a cut or in the ranking. Recall counts how much of the evidence is read; compare it within the same
# budget. Look at the ledger before you repair anything: better cuts repair tears, and they change every rank.

# %% [markdown]
# ## Quiz

# %%
quiz("09_measuring")

# %% [markdown]
# ## Wrap-up
# Part III ends here:

# %%
quiz("part_3")

# %% [markdown]
# ## Next
# - The exercises: [span_scores, and a score by chunk ids](../exercises/09_measuring/09_measuring.ipynb).
# - Back to [lesson 8: Headings](08_headings.ipynb), or on to [lesson 10: Luck](10_luck.ipynb).

# %% [markdown]
# ## Sources
# Recall over characters: Smith and Troynikov, [Evaluating Chunking Strategies for
# Retrieval](https://research.trychroma.com/evaluating-chunking), Chroma, 2024.
