# %% [markdown]
# # Side trip · Formats
# *20 minutes · needs lesson 8 · question 1: where may I cut?*
#
# After this side trip you can
# - name the strategy that suits your format;
# - say what a reader of the bot's answers loses if you cut a page, a program, a PDF or a table as plain text;
# - cut and audit a file of your own.

# %% [markdown]
# ## Which part is for you?
# Write the path of a file of yours between the quotes, or leave them empty for the web page of a library. Run the cells of this part, and
# read the part about your format. You can leave out the others.

# %%
import re

from chunklib import Chunker, audit, in_full, recursive
from chunklib.data import load, path
from chunklib.retrieval import BM25
from chunklib.tokens import ruler
from classroom import compare, predict
from classroom.lessons.figure import COLORS, INK, figure, new_figure
from classroom.lessons.formats import own_file, part_for

mine = ""  # such as "page.html", or "../report.pdf"
part_for(mine)


# %%
# The chunk that a bot reads first.
def first_passage(question, chunks):
    return chunks[BM25(chunks).rank([question], 1)[0][0]]


# %% [markdown]
# ## Web page: the bot reads the menu
# Nora asks the bot of a library that lends outdoor gear what a year of membership costs. The page of the library was cut as it is stored, in
# HTML.

# %%
page, tokens = load("catalogue"), ruler("cl100k_base")
source = recursive(page, size=300, overlap=0)
membership = "How much is a year of membership?"
menu = first_passage(membership, source)
print(menu.text[:420], "…\n\nThe price is in it:", "Membership costs" in menu.text)

# %% [markdown]
# The first passage is the menu of the page, and the price is not in it. A reader of the page never sees its *markup*: the signs between
# `<` and `>`, styles and scripts. **How much of the page is markup?**

# %%
predict("08-page-markup", "markup, in per cent of the tokens")

# %%
suited = Chunker.for_file(path("catalogue"), size=300, overlap=0)
seen = suited(path("catalogue"))
print(suited.strategy, "makes", len(seen), "chunks; the source gave", len(source))
print(re.search("Membership costs.*?, or", first_passage(membership, seen).text)[0], "…")
compare("08-page-markup", round(100 - 100 * tokens(seen.text) / tokens(page)))

# %% [markdown] tags=["after:08-page-markup"]
# Markup takes 42 % of the tokens. You pay for them, and the search counts the words in them. `Chunker.for_file` chooses a strategy by the
# end of the file's name. Here it is `html`, which cuts what a reader sees, and the price is in the first passage. Offsets are places in
# `seen.text`; `metadata["source_span"]` says where in the page a chunk is from.

# %% tags=["plot"]
from bisect import bisect

from chunklib.cuts import HtmlText

visible = HtmlText(page)
starts, shares = [chunk.start_char for chunk in source], [0.0] * len(source)
for word in re.finditer(r"\S+", visible.text):
    number = bisect(starts, visible.source_of(*word.span()).start) - 1
    shares[number] += 100 * len(word[0]) / len(source[number].text)
fig, ax = new_figure(8, 2.6)
ax.bar(range(len(shares)), [100] * len(shares), color="white", label="markup")
ax.bar(range(len(shares)), shares, color=COLORS[0], label="words that\na reader sees")
ax.set(xlabel="chunk of the source", ylabel="% of its characters", xlim=(-0.6, len(shares) - 0.4))
ax.set_xticks([menu.index, 5, 10, 15, 20, 25, 30], [f"{menu.index}:\nmenu", "5", "10", "15", "20", "25", "30"])
ax.set_title(f"A reader sees between {min(shares):.0f} and {max(shares):.0f} % of what is in a chunk of the source")
ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
figure(fig, "Words that a reader sees, in % of a chunk's characters: " + ", ".join(f"{share:.0f}" for share in shares))

# %% [markdown]
# ## Code: the function ends after its first line
# A colleague asks the bot of a cold store's program how to carry pallets to another zone.

# %%
module = load("inventory")
code = {name: Chunker(name, size=300, overlap=0)(module) for name in ("recursive", "code")}
carry = "How do I carry pallets from one zone to another?"
print(first_passage(carry, code["recursive"]).text[-205:])

# %% [markdown] tags=["numbers:300"]
# The passage ends inside the docstring, at a blank line, where `recursive` prefers to cut. Your colleague does not see what the
# function does. **The program has 27 functions. How many are whole in some chunk of at most 300 tokens?**

# %%
predict("08-whole-functions", "whole with recursive", "whole with code")

# %% tags=["plot"]
import ast

starts = [0, *(end.end() for end in re.finditer("\n", module))]
nodes = [node for node in ast.walk(ast.parse(module)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
lines = [min([node.lineno, *(one.lineno for one in node.decorator_list)]) for node in nodes]
functions = [(starts[line - 1], starts[node.end_lineno] - 1) for line, node in zip(lines, nodes, strict=True)]


def torn(chunks):
    return [one for one in functions if not any(c.start_char <= one[0] and one[1] <= c.end_char for c in chunks)]


cut = {name: torn(chunks) for name, chunks in code.items()}
print("functions:", len(functions))
compare("08-whole-functions", *(len(functions) - len(spans) for spans in cut.values()))

# %% [markdown] tags=["after:08-whole-functions"]
# With `recursive` 19 functions are whole, and with `code` 24. The strategy `code` parses the program, so it knows where a function begins and
# ends, and cuts only those that do not fit:

# %% tags=["plot"]
size = ruler("cl100k_base")
ordered = sorted(functions, key=lambda one: size(module[slice(*one)]))
fig, ax = new_figure(8, 2.8)
for at, one in enumerate(ordered):
    by = [name for name in cut if one in cut[name]]
    height, color = size(module[slice(*one)]), ("white", COLORS[1], COLORS[2])[len(by)]
    ax.bar(at, height, color=color)
    ax.text(at, min(height, 300) / 2, "".join(name[0] for name in by), ha="center", va="center")
ax.axhline(300, color=INK, linestyle="--")
ax.set(xlabel="functions, from the shortest to the longest", ylabel="tokens", xticks=(), ylim=(0, 1080))
ax.text(-0.4, 330, "size of a chunk: 300")
ax.text(-0.4, 1000, "r: cut by recursive\nc: cut by code", va="top")
ax.set_title("code cuts only what does not fit; recursive also cuts functions that fit")
sizes = {name: sorted(size(module[slice(*one)]) for one in cut[name]) for name in cut}
figure(fig, f"The {len(functions)} functions as bars. Tokens of those that are cut: {sizes}.")

# %% [markdown]
# What if a program has an error? We remove one bracket:

# %%
at = module.index("(self, lot: Lot")
broken = module[:at] + module[at + 1 :]
again = Chunker("code", size=300, overlap=0)(broken)
same = {chunk.text for chunk in again} & {chunk.text for chunk in code["code"]}
print(len(same), "of", len(code["code"]), "chunks are the same; audit:", audit(broken, again, size=300, overlap=0).ok)

# %% [markdown]
# The parser goes on after the error: 21 of 25 chunks stay the same, and no text is lost.

# %% [markdown]
# ## PDF: the sentence ends at the foot of the page
# A bot has a report on a cold store as a PDF. The text of its pages was joined and cut. You ask what the evaporators can do.

# %%
import pypdfium2

with pypdfium2.PdfDocument(path("commissioning")) as report:
    plain = "\n".join(page.get_textpage().get_text_bounded() for page in report).replace("\r\n", "\n")
evaporators = "How much heat can the four evaporators move?"
passage = first_passage(evaporators, recursive(plain, size=300, overlap=0))
print(passage.text[-68:], "\nnext chunk:", plain[passage.end_char :][:90])

# %% [markdown]
# The foot of one page and the head of the next are in the middle of the sentence, and so is the cut. You do not learn what the limit is.
# Titles have no mark in a PDF either. Some PDFs have an *outline*, a list of titles that a viewer shows beside the pages; our second report has none.
# **How many different heading paths does the strategy `pdf` find in it?**

# %%
predict("08-pdf-paths", "Heading paths without an outline", choices=("0", "3", "18"))

# %%
names = ("commissioning", "annual_report")
reports = {name: Chunker.for_file(path(name), size=300, overlap=0)(path(name)) for name in names}
paths = {name: sorted({chunk.context for chunk in chunks} - {""}) for name, chunks in reports.items()}
print(re.search("The four evaporators can[^.]*", first_passage(evaporators, reports["commissioning"]).text)[0])
print([one for one in paths["commissioning"] if "Results" in one])
compare("08-pdf-paths", str(len(paths["annual_report"])))

# %% [markdown] tags=["after:08-pdf-paths"]
# There are 18: lines in larger letters are taken for titles. What repeats at the edge of the pages is a head or a foot and is left
# out, so the sentence about the evaporators is whole. In the first report four parts are called *Results*; only the path says whose results they are.

# %% tags=["plot"]
from chunklib.cuts.pdf_lines import page_lines

with pypdfium2.PdfDocument(path("annual_report")) as report:
    lines = page_lines(report, 2).lines
kinds = {18: "title", 13: "title", 8: "head or foot"}
colors = {"title": COLORS[1], "head or foot": COLORS[2], "text": COLORS[0]}
fig, ax = new_figure(8, 4.2)
for line in lines:
    kind = kinds.get(round(line.size), "text")
    ax.barh(line.y, line.right - line.x, left=line.x, height=0.6 * line.size, color=colors[kind], linewidth=0.3)
    if kind != "text":
        ax.text(line.right + 6, line.y, f"{line.text}  ({kind}, {line.size:.0f} points)", va="center", fontsize=8)
ax.set(xlim=(50, 560), xticks=(), yticks=())
ax.spines[:].set_visible(False)
ax.set_title("A page without an outline: the size of the letters shows which lines are titles")
said = [f"{line.text} {line.size:.0f}" for line in lines if round(line.size) in kinds]
figure(fig, f"The lines of a page as bars. Larger or smaller than the text, in points: {'; '.join(said)}.")

# %% [markdown]
# ## Table: which number is the deposit?
# Nora asks the library which deposit it wants for crampons. This time the bot has cut what a reader of the page sees, with `recursive`.

# %%
shop = Chunker.for_file(path("catalogue"), size=300, overlap=0)(path("catalogue"))
crampons = "What is the deposit for crampons?"
passage = first_passage(crampons, recursive(shop.text, size=300, overlap=0))
row = next(line for line in passage.text.splitlines() if "Crampons" in line)
print(row, "\nthe passage begins:", passage.text.splitlines()[0])

# %% [markdown]
# The row is there, but the names of its columns are in the chunk before. **Which of its numbers is the deposit?**

# %%
predict("08-table-deposit", "The deposit for crampons", choices=("8.00", "12.80", "40.00", "160"))

# %%
columns = first_passage(crampons, shop).context.splitlines()[-1].split(" | ")
print(dict(zip(columns, row.split(" | "), strict=True)))
compare("08-table-deposit", row.split(" | ")[columns.index("Deposit")])

# %% [markdown] tags=["after:08-table-deposit"]
# The deposit is 40.00. Without the names a bot can only guess, as you just did. The strategies `html`, `markdown` and `records` repeat the names of
# the columns in the `context` of every later chunk of a table. The text stays exact; `in_full(chunk)` puts the context before it.

# %% tags=["plot"]
fig, ax = new_figure(8, 1.6)
for column, (name, cell) in enumerate(zip(columns, row.split(" | "), strict=True)):
    chosen = name == "Deposit"
    ax.barh(0, 1, left=column, height=1, color=COLORS[2] if chosen else COLORS[4])
    ax.barh(1, 1, left=column, height=1, color=COLORS[2] if chosen else "white")
    for line, word in enumerate((name, cell)):
        ax.text(column + 0.5, line, word, ha="center", va="center", weight="bold" if chosen else "normal")
ax.set(xlim=(-0.02, len(columns) + 0.02), xticks=(), yticks=(0, 1), yticklabels=("context", "text"))
ax.spines[:].set_visible(False)
ax.set_title("The context names the columns that the text no longer has")
ax.invert_yaxis()
pairs = zip(columns, row.split(" | "), strict=True)
figure(fig, f"A row of a table and the names above it: {'; '.join(map(': '.join, pairs))}.")

# %% [markdown]
# ## Other formats: which strategy knows them?
# These strategies know the parts of their format, too:

# %%
for name in ("course.ipynb", "call.vtt", "manual.rst", "thesis.tex", "orders.csv", "events.jsonl", "notes.xyz"):
    print(f"{name:12} {Chunker.for_file(name, size=300, overlap=0)}")

# %% [markdown]
# - `notebook` keeps the cells of a notebook whole, and leaves outputs out.
# - `turns` cuts a chat or subtitles between the turns of the speakers.
# - `rst` and `latex` cut before sections and give their paths, as `markdown` does.
# - `records` cuts between rows or objects.
# - A file of an unknown kind, such as `notes.xyz`, is cut as plain text by `recursive`. Nothing warns you.
#
# **Your turn.** Cut the file that you named at the top (without one: the library's page). What does the audit say? The last lines are the last chunk
# with its context: would you find it?

# %%
from chunklib.utf8 import read_text

file = own_file(mine)
chunker = Chunker.for_file(file, size=300, overlap=0)
chunks = chunker(file)
text = getattr(chunks, "text", None) or read_text(file)  # pages, PDFs and notebooks have a text of their own
print(file.name, chunker, audit(text, chunks, size=300, overlap=0), sep="\n")
print(*map(in_full, chunks[-1:]))

# %% [markdown]
# ## Next
# Whatever your format is: let its strategy cut it, and look at one chunk before you index a thousand.
#
# - Back to [lesson 8: Headings](08_headings.ipynb).
# - On to [lesson 9: Measuring](09_measuring.ipynb), which shows where answers get lost.
