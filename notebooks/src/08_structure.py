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
# 2. Which place does `text.find(chunk)` give for a paragraph that stands in the text three times?
#
# <details><summary>Answers</summary>
#
# 1. Tokens do not add up: a part can have more tokens than its share of the whole.
# 2. Always the first, so two of the three are wrong.
# </details>

# %% [markdown]
# ## What goes wrong
# Headings are the best seams: the author put them there. In Markdown a heading begins with `#`, so a regular expression should
# find them all:

# %%
import ast
import re

import pypdf

from chunklib import STRATEGIES, audit, cuts
from chunklib.context import bracketed, in_full, link
from chunklib.context import heading_path as add_paths
from chunklib.course import heading_path, quiz
from chunklib.course.figure import COLORS, HATCHES, figure, new_figure
from chunklib.data import load, path
from chunklib.tokens import ruler

handbook, tokens = load("handbook"), ruler("cl100k_base")
lines = re.findall(r"^#+ .*", handbook, re.MULTILINE)
headings = cuts.markdown(handbook).headings
print(len(lines), "lines;", len(headings), "headings, says a Markdown parser")
titles = {heading.title for heading in headings}
[(k, line) for k, line in enumerate(lines) if line.strip("# ") not in titles]

# %% [markdown]
# Four too many: comments in a shell script and in a settings file. With one `#` each looks like a title of the whole document, and
# such a title ends every heading before it. Here is the path above each line, kept as many tutorials keep it:


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
# 51 of 67. A reader of *Changes since v2.0* is told that it belongs to *Box opened on the way?*, a comment in the settings for
# salmon.

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
    ax.barh(places, [c[k] for c in counts], 0.4, label=kind, color=COLORS[k], hatch=HATCHES[k])
ax.set(yticks=[0.2, 1.2, 2.2], yticklabels=names, xlabel="blocks cut")
ax.set_title("Structure keeps blocks whole where they fit")
ax.invert_yaxis()
ax.legend()
words = "; ".join(f"{n}: fences {a}, tables {b}" for n, (a, b) in zip(names, counts, strict=True))
figure(fig, f"Blocks that are cut, as bars for three strategies. {words}.")

# %%
chunks = made["markdown"]
whole = [tokens(handbook[a:b]) for a, b in torn(fences + tables, chunks)]
print("the two have", whole, "tokens")
chunks[46].text[:90]

# %% [markdown]
# Windows cut 4 of 16 fences and 6 of 9 tables, `markdown` one of each: the two that do not fit, and those at their own lines. The
# price is 50 chunks where `recursive` makes 37, because a chunk stops before a heading where more text would fit.
#
# And chunk 46 is a piece of a table without its head. What is 413, and what goes in smaller parts?

# %% [markdown]
# ## Round 2: the heading path
# The chunk knows where it stands:

# %%
print(bracketed(chunks[46].metadata["headings"]))
print(in_full(chunks[46])[:110])
add_paths(handbook, made["recursive"])[20].context

# %% [markdown]
# `context` is never part of `text`, so the offsets stay exact; `in_full` puts both together for the index. `add_paths` (in
# the library: `heading_path`) gives paths to chunks of any other strategy.
#
# **Predict: someone searches *webhooks signature*. How many chunks hold both words, without and with the path?**


# %%
def holding(query, texts):
    wanted = set(query.split())
    return [k for k, text in enumerate(texts) if wanted <= set(re.findall(r"\w+", text.lower()))]


print(holding("webhooks signature", [chunk.text for chunk in chunks]))
print(holding("webhooks signature", [in_full(chunk) for chunk in chunks]))

# %% [markdown]
# None against four: the path brings the title of their chapter, *Webhooks*. What does it cost?

# %%
for size in (100, 200, 300, 500, 800):
    cut = STRATEGIES["markdown"](handbook, size=size, overlap=0)
    full = [tokens(in_full(chunk)) for chunk in cut]
    more = sum(full) / sum(chunk.size for chunk in cut) - 1
    print(f"{size}: {more:.0%} more tokens, {sum(n > size for n in full)} of {len(cut)} over the size")

limited = STRATEGIES["markdown"](handbook, size=300, overlap=0, count_context=True)
print(len(limited), "chunks; the largest in full:", max(tokens(in_full(c)) for c in limited))

# %% [markdown]
# 20 % at a size of 100, 2 % at 800. At 300 five chunks grow over the size; an embedding model that reads 300 tokens would drop their
# ends. `count_context=True` counts the path inside the size: 52 chunks, none over.

# %% [markdown]
# ## Round 3: neighbours
# **Predict: 40 of the 50 chunks begin with a heading. With an overlap of 60 tokens, how many do?**

# %%
for overlap in (0, 60):
    cut = STRATEGIES["markdown"](handbook, size=300, overlap=overlap)
    begin = sum(chunk.text.startswith("#") for chunk in cut)
    print(f"overlap {overlap}: {begin} of {len(cut)}")

# %% [markdown]
# 2 of 53. An overlap reaches back into the section before, so the chunk begins there and carries *its* path. Where the cuts
# follow the structure, leave the overlap out and link the neighbours instead:

# %%
linked = link(STRATEGIES["markdown"](handbook, size=300, overlap=0, document="handbook"))
links = linked[35].metadata
print(links["previous_id"], "|", linked[35].id, "|", links["next_id"])
print(linked[35].text[:50])
links["sentence_before"]

# %% [markdown]
# The table is read with the sentence that announces it, and the text is stored once. `sentence_before` is the last one that
# *this* chunk has not: where chunks overlap, a sentence that both hold would be no news. The ids are made of places, so they are
# the same in every run, and they lead from chunk to chunk in both directions.

# %% [markdown]
# ## Round 4: HTML
# The catalogue of a lending library, as a web page.
#
# **Predict: which part of its tokens is markup?**

# %%
page = load("catalogue")
pieces = STRATEGIES["html"](page, size=300, overlap=0)
seen = sum(tokens(piece.metadata["plain_text"]) for piece in pieces)
print(f"{sum(p.size for p in pieces):,} tokens of source, {seen:,} that a reader sees")
print(len(re.findall(r"<h[1-6]", page)), "<h…> in the source,", len(cuts.html(page).headings), "headings")

fee = next(piece for piece in pieces if "€\xa036 a year" in piece.metadata["plain_text"])
print(page.find("€\xa036 a year"), re.findall(r"\S* \S*36 a year", fee.text))
print(page[fee.start_char : fee.end_char] == fee.text)

# %% [markdown]
# 43 % is markup: embed `plain_text`, not the source. Two of 46 `<h…>` are no headings; a parser knows, a regular expression does
# not. The fee is written `&euro;&nbsp;36`, so `find` answers −1: what a reader sees is not in the source. Offsets therefore point
# into the source, where they are exact.

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
# 19 and 24. `code` cuts three, all of more than 300 tokens; `recursive` cuts five that would fit. And a file with an error? One
# bracket is missing:

# %%
at = module.index("(self, lot: Lot")
broken = module[:at] + module[at + 1 :]
try:
    ast.parse(broken)
except SyntaxError as error:
    print("SyntaxError in line", error.lineno)
mended = STRATEGIES["code"](broken, size=300, overlap=0)
same = {chunk.text for chunk in mended} & {chunk.text for chunk in made["code"]}
print(len(same), "of", len(made["code"]), "chunks are the same;", audit(broken, mended, size=300, overlap=0).ok)

# %% [markdown]
# Python's own parser gives up. The parser behind `code` goes on after the error: 23 of 25 chunks stay, and nothing is lost.

# %% [markdown]
# ## Round 6: PDF
# A PDF holds letters and their places, no sections. Titles come from its outline, if it has one.
#
# **Predict: what is found in a report without an outline?**

# %%
for name in ("commissioning", "annual_report"):
    entries = len(pypdf.PdfReader(path(name)).outline)
    cut = STRATEGIES["pdf"](path(name), size=300, overlap=0)
    print(f"{'outline' if entries else 'no outline'}: {len({c.context for c in cut})} paths")
    print(cut.text.count("\nResults\n"), "lines 'Results'", [(c.context, c.metadata["pages"]) for c in cut[9:11]])

# %% [markdown]
# 20 paths without an outline: titles are the lines in larger letters. Pages count from 1. Offsets point into `cut.text`, what was
# extracted; the PDF itself has none. In the first report four lines say *Results*, and only the path says whose.

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
# The audit holds, and with its path the largest chunk has 198 of 200 tokens. This entry begins in the middle of a class; the path
# says in which section that class stands, and `next_id` leads to what follows it.

# %% [markdown]
# ## Try it
# The outline of the handbook; the hatched part of a block is its path.
#
# **Question.** Size 300, words *webhooks secret*: one chunk holds both in its text, five with the path. How large must chunks be
# until the path finds only one more than the text? Move the slider; the cell below tries some sizes.

# %%
heading_path(size=300, chunk=38, words="webhooks secret")

# %%
for size in (300, 500, 700, 900):
    cut = STRATEGIES["markdown"](handbook, size=size, overlap=0)
    both = [len(holding("webhooks secret", map(of, cut))) for of in (lambda c: c.text, in_full)]
    print(size, both)

# %% [markdown]
# At 900: three against two. The larger a chunk, the more often it holds the title itself.

# %% [markdown]
# ## Pitfalls
# - A `#` in a fence taken for a heading: every later path is wrong.
# - The path added after the size was checked: the end is not embedded.
# - An overlap over sections: the path is that of the section before.
# - Visible text searched in the source of a page.
# - Titles searched by their words: *Results* is found at its first place.

# %% [markdown]
# ## Recap
# | Function | Gives |
# |---|---|
# | `STRATEGIES["markdown"](text, size, overlap, count_context=False)` | chunks by sections, else blocks |
# | `STRATEGIES["html"](source, …)` | the same; `metadata["plain_text"]` |
# | `STRATEGIES["code"](source, …, language="python")` | functions and classes whole |
# | `STRATEGIES["pdf"](file, …)` | titles and `metadata["pages"]`; `.text` |
# | `in_full(chunk)`, `bracketed(titles)` | context and text; `[H1] [H2]` |
# | `heading_path(text, chunks)` | paths for chunks of any strategy |
# | `link(chunks)` | ids, sentences and overlap of the neighbours |

# %% [markdown]
# ## Quiz

# %%
quiz("08_structure")

# %% [markdown]
# ## Exercise
# Write the heading path and the links yourself, then mend a published function:
# [exercise 8](../exercises/08_structure/08_structure.ipynb).
