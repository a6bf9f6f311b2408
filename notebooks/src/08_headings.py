# %% [markdown]
# # 8 · Structure
# *45 minutes · needs lesson 7 · question 1: where may I cut?*
#
# After this lesson you can
# - cut Markdown, HTML, code and PDF where their authors put the seams;
# - give each chunk the path of its headings, and say what that costs;
# - link chunks to their neighbours.

# %% [markdown]
# ## Two questions back
# 1. Why must a chunk be measured again after it was cut or stripped?
# 2. Which place does `text.find(chunk)` give for a paragraph that is in the text three times?
#
# <details><summary>Answers</summary>
#
# 1. Tokens do not add up: a part can have more tokens than its share of the whole.
# 2. Always the first, so two of the three are wrong.
# </details>

# %% [markdown]
# ## What goes wrong
# A heading is a good place to cut: its author began something new there. In Markdown a heading begins with `#`, so a regular
# expression should find them all:

# %%
import ast
import re

import pypdfium2

from chunklib import STRATEGIES, audit, context, cuts
from chunklib.context import in_full, link
from classroom import heading_path, quiz
from classroom.lessons.figure import COLORS, figure, new_figure
from chunklib.data import load, path
from chunklib.tokens import ruler

handbook, tokens = load("handbook"), ruler("cl100k_base")
lines = re.findall(r"^#+ .*", handbook, re.MULTILINE)
headings = cuts.markdown(handbook).headings
print(len(lines), "lines;", len(headings), "headings, says a Markdown parser")
titles = {heading.title for heading in headings}
[(k, line) for k, line in enumerate(lines) if line.strip("# ") not in titles]

# %% [markdown]
# Four lines too many: they are comments in a shell script and in a settings file. With one `#`, each looks like a title of the whole
# document, and such a title ends every heading before it. Here is a simple function that keeps the path above each line:


# %%
def naive_paths(lines):
    titles, paths = {}, []
    for line in lines:
        level = len(line) - len(line.lstrip("#"))
        titles = {k: title for k, title in titles.items() if k < level}
        titles[level] = line.strip("# ")
        paths.append(" > ".join(titles.values()))
    return paths


paths = naive_paths(lines)
wrong = [given for given in paths if not given.startswith("Fjordlink API handbook")]
print(len(wrong), "of", len(paths), "paths are wrong; the last:", wrong[-1])

# %% [markdown]
# 51 of 67 paths are wrong. A reader of *Changes since v2.0* is told that it belongs to *Box opened on the way?*, a comment in the
# settings for salmon.

# %% [markdown]
# ## Round 1: Markdown
# The handbook has fenced blocks and tables that a cut can tear. `markdown` cuts before headings, else between blocks.
#
# **Predict: chunks of at most 300 tokens: how many of the blocks does each strategy cut?**

# %%
fences = [m.span() for m in re.finditer(r"^( *)```.*?^\1```$", handbook, re.M | re.S)]
tables = [m.span() for m in re.finditer(r"(?:^\|.*\n)+", handbook, re.M)]


def torn(blocks, chunks):
    places = {place for c in chunks for place in (c.start_char, c.end_char)}
    return [block for block in blocks if any(block[0] < p < block[1] for p in places)]


names = ("token_windows", "recursive", "markdown")
made = {name: STRATEGIES[name](handbook, size=300, overlap=0) for name in names}
counts = [(len(torn(fences, made[name])), len(torn(tables, made[name]))) for name in names]
print(len(fences), "fences,", len(tables), "tables; cut:", dict(zip(names, counts, strict=True)))
print("chunks:", [len(made[name]) for name in names])

# %%
fig, ax = new_figure(8, 2.4)
for k, kind in enumerate(("fences", "tables")):
    places = [row + 0.4 * k for row in range(3)]
    ax.barh(places, [c[k] for c in counts], 0.4, label=kind, color=COLORS[k], linewidth=2, linestyle=("-", ":")[k])
ax.set(yticks=[0.2, 1.2, 2.2], yticklabels=names, xlabel="blocks cut")
ax.set_title(f"Windows cut {sum(counts[0])} blocks, recursive {sum(counts[1])} and markdown {sum(counts[2])}")
ax.invert_yaxis()
ax.legend()
words = "; ".join(f"{n}: fences {a}, tables {b}" for n, (a, b) in zip(names, counts, strict=True))
figure(fig, f"Blocks that are cut, as bars for three strategies. {words}.")

# %%
chunks = made["markdown"]
whole = [tokens(handbook[a:b]) for a, b in torn(fences + tables, chunks)]
print("the two have", whole, "tokens")
print(chunks[46].text[:90])
print("its header row is in chunks", [chunk.index for chunk in chunks if "| Code | Status |" in chunk.text])

# %% [markdown]
# Windows cut 4 of 16 fences and 6 of 9 tables. `recursive` cuts two fences and one table. `markdown` cuts one of each, the two that are
# larger than a chunk, and it cuts them between lines. It makes 50 chunks where `recursive` makes 37, because it ends a
# chunk before a heading even if more text would fit.
#
# Chunk 46 is a part of a table, and the header row is in chunk 45. So nothing in the text of chunk 46 says what 413 is.

# %% [markdown]
# ## Round 2: the heading path
# What the chunk does not say itself, its heading path can say:

# %%
print(in_full(chunks[46])[:150])
several = context.heading_path(handbook, made["recursive"])[20]
print(several.context, [section.rpartition(" > ")[2] for section in several.metadata["sections"]])

# %% [markdown]
# Now the chunk is from the *Error table*. When a table is cut, `markdown` repeats its header row below the path: 413 is a *Status*.
#
# Path and header row are in the chunk's `context`, never in its `text`, so the offsets stay exact. `in_full` puts both together, but
# leaves out a heading with which the text begins anyway.
#
# `context.heading_path` gives paths (without header rows) to any chunks. A path holds for the whole chunk: chunk 20 of `recursive` has parts
# of four sections in two chapters, so only the title of the handbook is left. `metadata["sections"]` names all four.
#
# **Predict: someone searches *webhooks signature*. How many chunks hold both words, without and with the path?**


# %%
def holding(query, texts):
    wanted = set(query.split())
    return [k for k, text in enumerate(texts) if wanted <= set(re.findall(r"\w+", text.lower()))]


print(holding("webhooks signature", [chunk.text for chunk in chunks]))
print(holding("webhooks signature", [in_full(chunk) for chunk in chunks]))

# %% [markdown]
# Without the path no chunk holds both words, with it four do: the path adds the title of their chapter, *Webhooks*. What does it cost?

# %%
for size in (100, 200, 300, 500, 800):
    cut = STRATEGIES["markdown"](handbook, size=size, overlap=0)
    full = [tokens(in_full(chunk)) for chunk in cut]
    more = sum(full) / sum(chunk.size for chunk in cut) - 1
    print(f"{size}: {more:.0%} more tokens, {sum(n > size for n in full)} of {len(cut)} over the size")

limited = STRATEGIES["markdown"](handbook, size=300, overlap=0, count_context=True)
print(len(limited), "chunks; the largest in full:", max(tokens(in_full(c)) for c in limited))

# %% [markdown]
# The context adds 22 % at a size of 100 and 1 % at 800. At 300, five chunks grow over the size, and an embedding model that reads 300
# tokens would drop their ends. `count_context=True` counts the context inside the size: now there are 52 chunks, and none is over.

# %% [markdown]
# ## Round 3: neighbours
# **Predict: 40 of the 50 chunks begin with a heading. With an overlap of 60 tokens, how many do?**

# %%
for overlap in (0, 60):
    cut = STRATEGIES["markdown"](handbook, size=300, overlap=overlap)
    begin = sum(chunk.text.startswith("#") for chunk in cut)
    title = sum(len(chunk.metadata["headings"]) == 1 for chunk in cut)
    print(f"overlap {overlap}: {begin} of {len(cut)}; {title} with the title alone as path")

# %% [markdown]
# Only 2 of 53 do. An overlap often reaches back into the section before. Then the chunk begins there, and its path is only what both
# sections share: for 16 chunks that is the title of the handbook, without the overlap for one.
#
# Links lead to the neighbours without repeating their text:

# %%
linked = link(STRATEGIES["markdown"](handbook, size=300, overlap=0, document="handbook"))
links = linked[35].metadata
print(links["previous_id"], "|", linked[35].id, "|", links["next_id"])
print(linked[35].text[:50])
links["sentence_before"]

# %% [markdown]
# With this link a reader gets the table and the sentence that announces it. `sentence_before` is the last sentence that *this* chunk
# does not already contain. The ids are made of places, so they are the same in every run.
#
# Is a link better than an overlap? For windows that was measured:

# %%
from chunklib.evaluation.claims import claim

print(claim("linked-neighbours"))

# %% [markdown]
# What an overlap does to Markdown chunks, lesson 14 measures.

# %% [markdown]
# ## Round 4: HTML
# The catalogue of a lending library, as a web page.
#
# **Predict: which part of its tokens is markup?**

# %%
page = load("catalogue")
pieces = STRATEGIES["html"](page, size=300, overlap=0)
print(f"{tokens(page):,} tokens of source, {tokens(pieces.text):,} that a reader sees")
found = [one for one in cuts.HtmlText(page).structure.headings if one.title]
print(len(re.findall(r"<h[1-6]", page)), "<h…> in the source,", len(found), "headings")

fee = next(piece for piece in pieces if "€\xa036 a year" in piece.text)
start, end = fee.metadata["source_span"]
print(page.find("€\xa036 a year"), re.findall(r"\S* \S*36 a year", page[start:end]))
print(pieces.text[fee.start_char : fee.end_char] == fee.text)

# %% [markdown]
# 42 % of the tokens are markup, so `html` cuts what a reader sees, and not the source. Two of the 46 `<h…>` are not headings; the parser
# knows that, the regular expression does not. The fee is written `&euro;&nbsp;36`, so `find` answers −1: what a reader sees is not in the
# source. Offsets therefore point into `pieces.text`, where they are exact, and `metadata["source_span"]` says where in the page a
# chunk comes from.

# %% [markdown]
# ## Round 5: code
# A Python module with 27 functions.
#
# **Predict: how many are whole in some chunk of 300 tokens, by `recursive` and by `code`?**

# %%
module = load("inventory")
starts = [0, *(match.end() for match in re.finditer("\n", module))]
nodes = [n for n in ast.walk(ast.parse(module)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
first = [min([n.lineno, *(d.lineno for d in n.decorator_list)]) for n in nodes]
spans = [(starts[a - 1], starts[n.end_lineno] - 1) for a, n in zip(first, nodes, strict=True)]

for name in ("recursive", "code"):
    made[name] = STRATEGIES[name](module, size=300, overlap=0)
    cut_up = [s for s in spans if not any(c.start_char <= s[0] and s[1] <= c.end_char for c in made[name])]
    print(name, len(spans) - len(cut_up), "whole; cut, in tokens:", [tokens(module[a:b]) for a, b in cut_up])

# %% [markdown]
# `recursive` keeps 19 functions whole and `code` 24. `code` cuts three, all of more than 300 tokens; `recursive` also cuts five that
# would fit. What happens to a file with an error? Here one bracket is missing:

# %%
at = module.index("(self, lot: Lot")
broken = module[:at] + module[at + 1 :]
try:
    ast.parse(broken)
except SyntaxError as error:
    print("SyntaxError in line", error.lineno)
repaired = STRATEGIES["code"](broken, size=300, overlap=0)
same = {chunk.text for chunk in repaired} & {chunk.text for chunk in made["code"]}
print(len(same), "of", len(made["code"]), "chunks are the same;", audit(broken, repaired, size=300, overlap=0).ok)

# %% [markdown]
# Python's own parser gives up. The parser of `code` goes on after the error: 21 of 25 chunks stay, and nothing is lost.

# %% [markdown]
# ## Round 6: PDF
# A PDF holds letters and their places, but no sections. Titles come from its outline, if it has one.
#
# **Predict: how many different heading paths are found in a report of eight pages without an outline?** None, about 5 or about 20?

# %%
for name in ("commissioning", "annual_report"):
    reader, cut = pypdfium2.PdfDocument(path(name)), STRATEGIES["pdf"](path(name), size=300, overlap=0)
    paths = sorted({chunk.context for chunk in cut} - {""})
    print(f"{name}, {'outline' if any(reader.get_toc()) else 'no outline'}, {len(reader)} pages: {len(paths)} paths;")
    print("  ", cut.text.count("\nResults\n"), "lines 'Results'", [one for one in paths if one.endswith("Results")])

# %% [markdown]
# The annual report has no outline, and still 18 paths are found: its titles are the lines in larger letters. In the other report four
# lines say *Results*, and only the path says whose results they are; the annual report has no such line. Offsets point
# into `cut.text`, the text that was extracted; the PDF itself has none.

# %% [markdown]
# ## Worked example: ready for the index
# Cut with the path inside the size, audit, link, and look at one entry.

# %%
chunks = STRATEGIES["markdown"](handbook, size=200, overlap=0, count_context=True, document="handbook")
print(audit(handbook, chunks, size=200, overlap=0).ok, max(tokens(in_full(c)) for c in chunks))
entry = link(chunks)[58]
print(entry.id, "→", entry.metadata["next_id"])
print(in_full(entry))

# %% [markdown]
# The audit holds, and with its path the largest chunk has 200 of 200 tokens. Nothing in the text of this entry says what these
# lines are; the path says it, and `next_id` leads on.

# %% [markdown]
# ## Try it
# The outline of the handbook; the dotted part of a block is its context.
#
# **Question.** Size 300, words *webhooks secret*: one chunk holds both in its text, five with the path. How large must chunks be
# until the path finds only one more than the text? Move the slider; the cell below tries every tenth size.

# %%
heading_path(size=300, chunk=38, words="webhooks secret")

# %%
both = None
for size in range(300, 1001, 10):
    cut = STRATEGIES["markdown"](handbook, size=size, overlap=0)
    before, both = both, [len(holding("webhooks secret", map(of, cut))) for of in (lambda c: c.text, in_full)]
    print(f"from {size} on: {both[0]} by text, {both[1]} with the path\n" if both != before else "", end="")

# %% [markdown]
# From 610 tokens on, the path finds three chunks and the text two; from 960 on, both find two. The larger a chunk, the more often it
# holds the title itself.
#
# **Your turn.** Which headings are above the chunks of your own document, or of ours? A chunk with parts of several sections counts under what
# their paths share.

# %%
from classroom.lessons.document import current
from classroom.lessons.kept.pipeline import split

own, by = split(current().text)
above = [one.context or "no Markdown heading above all of it" for one in context.heading_path(current().text, own)]
different = list(dict.fromkeys(above))
print(by, *(f"{above.count(one)} under {one}" for one in different[:8]), sep="\n")
if len(different) > 8:
    print(f"and {len(different) - 8} more paths")

# %% [markdown]
# ## Pitfalls
# - A `#` in a fence taken for a heading: every later path is wrong.
# - The path added after the size was checked: the end is not embedded.
# - An overlap over sections: of the path only what both share is left.
# - Visible text searched in the source of a page.
# - Titles searched by their words: *Results* is found at its first place.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `STRATEGIES["markdown"](text, size, overlap, count_context=False)` | chunks by sections, else blocks |
# | `STRATEGIES["html"](page, …)` | the same, of what a reader sees; `.text`, `metadata["source_span"]` |
# | `STRATEGIES["code"](source, …, language="python")` | functions and classes whole |
# | `STRATEGIES["pdf"](file, …)` | titles and `metadata["pages"]`, from 1; `.text` |
# | `in_full(chunk)` | context and text |
# | `context.heading_path(text, chunks)` | paths for chunks of any strategy |
# | `heading_path()` of `classroom` | the widget: the outline, drawn |
# | `link(chunks)` | ids, sentences and overlap of the neighbours |

# %% [markdown]
# ## Quiz

# %%
quiz("08_headings")

# %% [markdown]
# ## Exercise
# Write the heading path and the links yourself, then fix a function that gets them wrong:
# [exercise 8](../exercises/08_headings/08_headings.ipynb).
