"""Right answers to `chunk_with_headers`, written differently."""

import re
from itertools import accumulate, pairwise

from markdown_it import MarkdownIt


def one_loop(text, size=500):
    """Goes through the lines once, with the open chunk, the fence and the path in three variables."""
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")
    chunks, path, fenced, start, end, context = [], [], False, 0, 0, ""

    def finish():
        if text[start:end].strip():
            own = text[start:end]
            full = f"{context}\n\n{own}" if context else own
            chunks.append({"text": own, "start_char": start, "end_char": end, "context": context, "full_text": full})

    for line in text.split("\n"):
        stop = min(end + len(line) + 1, len(text))
        marks = len(line) - len(line.lstrip("#"))
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and 1 <= marks <= 6 and line[marks : marks + 1] == " " and line[marks:].strip():
            finish()
            start = end
            path = [(level, title) for level, title in path if level < marks] + [(marks, line[marks:].strip())]
            context = " ".join(f"[{title}]" for _, title in path)
        if stop - start > size and end > start:
            finish()
            start = end
        while stop - start > size:
            end = start + size
            finish()
            start = end
        end = stop
    finish()
    return chunks


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
        context = " ".join(f"[{title}]" for title in titles.values())
        for start, end in pack(text, first, last, size):
            own = text[start:end].strip()
            if own:
                begin = text.index(own, start)
                full = "\n\n".join(filter(None, [context, own]))
                chunks.append(
                    {
                        "start_char": begin,
                        "end_char": begin + len(own),
                        "text": own,
                        "full_text": full,
                        "context": context,
                    }
                )
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
            context = " ".join([f"[{title}]" for _, title in above])
            own = text[start:end]
            chunks.append(
                {
                    "text": own,
                    "start_char": start,
                    "end_char": end,
                    "context": context,
                    "full_text": (context + "\n\n" if context else "") + own,
                    "level": len(above),
                }
            )
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
        context = " ".join(f"[{title}]" for title in path)
        for start, end in pack(spans, size):
            own = text[start:end]
            full = f"{context}\n\n{own}" if context else own
            row = {"text": own, "start_char": start, "end_char": start + len(own), "context": context}
            chunks += [{**row, "full_text": full}] if own.strip() else []
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
    "one loop over the lines": one_loop,
    "a regular expression, then packing": two_steps,
    "a Markdown parser": by_parser,
    "long line fills the open chunk": fill_with_long_line,
    "end left out before measuring": end_uncounted,
}
