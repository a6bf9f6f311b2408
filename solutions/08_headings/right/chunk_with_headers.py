"""Right answers to `chunk_with_headers`, written differently."""

import re
from itertools import accumulate, pairwise

from markdown_it import MarkdownIt


def _row(text, start, end, titles):
    """Make the dictionary of one chunk."""
    own, context = text[start:end], " ".join(f"[{title}]" for title in titles)
    full = "\n\n".join(filter(None, [context, own]))
    return {"start_char": start, "end_char": end, "text": own, "full_text": full, "context": context}


def two_steps(text, size=500):
    """Finds headings by one regular expression that swallows fences first, then packs each section."""
    if size <= 0:
        raise ValueError("size")
    found = re.finditer(r"^```[\s\S]*?(?:^```|\Z)|^(#{1,6}) +(\S.*)", text, re.MULTILINE)
    heads = [(match.start(), len(match[1]), match[2].strip()) for match in found if match[1]]
    edges, titles, chunks = [0, *(at for at, _, _ in heads), len(text)], {}, []
    for number, (first, last) in enumerate(pairwise(edges)):
        if number:
            _, level, title = heads[number - 1]
            titles = {key: value for key, value in titles.items() if key < level}
            titles[level] = title
        for start, end in pack(text, first, last, size):
            own = text[start:end].strip()
            if own:
                begin = text.index(own, start)
                chunks.append(_row(text, begin, begin + len(own), titles.values()))
    return chunks


def pack(text, first, last, size):
    """Yield spans of whole lines; the pieces of a line that is too long are packed as lines are."""
    cuts = [first]
    for line in text[first:last].split("\n"):
        stop = min(cuts[-1] + len(line) + 1, last)
        cuts += [*range(cuts[-1] + size, stop, size), stop]
    start = first
    for end, following in pairwise([*cuts, cuts[-1] + size + 1]):
        if following - start > size:
            if end > start:
                yield start, end
            start = end


def by_parser(text, size=500):
    """Lets a Markdown parser find the headings in what is left without fences, and fills chunks from the left."""
    if not size > 0:
        raise ValueError("size")
    lines = text.split("\n")
    fences = list(accumulate(line.startswith("```") for line in lines))
    plain = [line if line.startswith("#") and fences[n] % 2 == 0 else "" for n, line in enumerate(lines)]
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    tokens = (
        MarkdownIt("commonmark")
        .disable(["lheading", "list", "blockquote", "code", "html_block"])
        .parse("\n".join(plain))
    )
    places = [token.map[0] for token in tokens if token.type == "heading_open"]
    places = [line for line in places if re.match(r"#{1,6} +\S", lines[line])]
    edges = sorted({0, *(starts[line] for line in places), len(text)})
    chunks, above = [], []
    for first, last in pairwise(edges):
        line = text[first:last].split("\n")[0]
        if places and starts.index(first) in places:
            mark, _, title = line.partition(" ")
            while above and above[-1][0] >= len(mark):
                above.pop()
            above.append((len(mark), title.strip()))
        for start, end in filled(text, first, last, size):
            chunks.append(_row(text, start, end, [title for _, title in above]) | {"level": len(above)})
    return chunks


def filled(text, start, last, size):
    """List spans from left to right, each as far as it can reach."""
    spans = []
    while text[start:last].strip():
        end = last
        if last - start > size:
            end = text.rfind("\n", start, start + size) + 1
            line = text.find("\n", start, last) + 1 or last
            if end <= start or (not text[start:end].strip() and line - start > size):
                end = start + size
        if text[start:end].strip():
            spans.append((start, end))
        start = end
    return spans


def _sections(text):
    """Path and spans of lines for each section."""
    sections, fenced, path = [([], [])], False, []
    for match in re.finditer(r".*\n|.+\Z", text):
        heading = re.match(r"(#{1,6}) +(\S.*)", match.group())
        if match.group().startswith("```"):
            fenced = not fenced
        elif heading and not fenced:
            level = len(heading[1])
            path = [(above, title) for above, title in path if above < level] + [(level, heading[2].strip())]
            sections.append(([title for _, title in path], []))
        sections[-1][1].append(match.span())
    return sections


def _windows(start, end, size):
    return [(at, min(at + size, end)) for at in range(start, end, size)]


def _made(text, size, pack):
    """The answer with a way to pack lines."""
    if not size >= 1:
        raise ValueError("size must be at least 1")
    chunks = []
    for path, spans in _sections(text):
        chunks += [_row(text, *span, path) for span in pack(spans, size) if text[slice(*span)].strip()]
    return chunks


def fill_with_long_line(text: str, size: int = 500) -> list[dict]:
    """The beginning of a line that is too long fills the open chunk: where it is cut is free."""

    def pack(spans, size):
        out = []
        for start, end in spans:
            if out and end - out[-1][0] <= size:
                out[-1] = (out[-1][0], end)
                continue
            if end - start > size and out:
                room = out[-1][0] + size
                out[-1], start = (out[-1][0], room), room
            out += _windows(start, end, size)
        return out

    return _made(text, size, pack=pack)


def end_uncounted(text: str, size: int = 500) -> list[dict]:
    """White space at the end of a chunk is left out before it is measured: a line feed never makes it too long."""

    def pack(spans, size):
        out = []
        for start, end in spans:
            bare = start + len(text[start:end].rstrip())
            if out and max(bare, start) - out[-1][0] <= size:
                out[-1] = (out[-1][0], bare if bare > start else out[-1][1])
            elif bare > start:
                out += _windows(start, bare, size)
        return out

    return _made(text, size, pack=pack)


ALL = {
    "a regular expression, then packing": two_steps,
    "a Markdown parser": by_parser,
    "long line fills the open chunk": fill_with_long_line,
    "end left out before measuring": end_uncounted,
}
