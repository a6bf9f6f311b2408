"""Wrong answers to `chunk_with_headers`: each lacks one thing that the task asks for."""

import re
from itertools import pairwise


def fence(line):
    """Tell whether a line opens or closes a fence; a wrong answer sees others."""
    return line.startswith("```")


def heads_of(text, pattern=r"(#{1,6}) +(\S.*)", fence=fence):
    """List (start, level, title) of every heading line; a wrong answer may see others."""
    found, opened, at = [], False, 0
    for line in re.findall(r".*\n?", text):
        heading = re.match(pattern, line)
        if fence(line):
            opened = not opened
        elif heading and not opened:
            found.append((at, len(heading[1]), heading[2].strip()))
        at += len(line)
    return found


def no_fence(line):
    """See no fence."""
    return False


def paths_of(heads):
    """List the titles in force after each heading."""
    paths, path = [], []
    for _, level, title in heads:
        path = [*(one for one in path if one[0] < level), (level, title)]
        paths.append([name for _, name in path])
    return paths


def packed(text, first, last, size):
    """Yield spans of whole lines, each as far as the size allows; a line that is too long is cut."""
    start = end = first
    while end < last:
        stop = min(text.find("\n", end) + 1 or last, last)
        if stop - start > size and end > start:
            yield start, end
            start = end
        if stop - start > size:
            stop = start + size
            yield start, stop
            start = stop
        end = stop
    if end > start:
        yield start, end


def chunk(text, start, end, context):
    """Make the dictionary of one chunk."""
    own = text[start:end]
    full = f"{context}\n\n{own}" if context else own
    return {"text": own, "start_char": start, "end_char": end, "context": context, "full_text": full}


def answer(text, size, heads=None, paths=None, pack=packed):
    """Put the parts together: the right answer, unless one of them is another."""
    if size < 1:
        raise ValueError("size")
    heads = heads_of(text) if heads is None else heads
    paths = [[], *(paths_of(heads) if paths is None else paths)]
    edges = [0, *(start for start, _, _ in heads), len(text)]
    return [
        chunk(text, start, end, " ".join(f"[{title}]" for title in titles))
        for (first, last), titles in zip(pairwise(edges), paths, strict=True)
        for start, end in pack(text, first, last, size)
        if text[start:end].strip()
    ]


def changed(text, size, change):
    """Answer rightly, and then let a function change each chunk in place."""
    found = answer(text, size)
    for part in found:
        change(part)
    return found


def headings_in_fences(text, size=500):
    """Takes a comment in a shell block for a heading."""
    return answer(text, size, heads_of(text, fence=no_fence))


def tab_after_the_hash(text, size=500):
    """Accepts a tab after # instead of the space."""
    return answer(text, size, heads_of(text, r"(#{1,6})[ \t]+(\S.*)"))


def indented_fences(text, size=500):
    """Takes indented backticks for a fence."""
    return answer(text, size, heads_of(text, fence=lambda line: re.match(" *```", line)))


def tilde_fences(text, size=500):
    """Takes tildes for a fence, as Markdown does."""
    return answer(text, size, heads_of(text, fence=lambda line: re.match("```|~~~", line)))


def searches_places(text, size=500):
    """Looks each chunk up with find: a section that repeats is found at its first place."""

    def search(part):
        start = text.find(part["text"])
        part.update(start_char=start, end_char=start + len(part["text"]))

    return changed(text, size, search)


def strips_only_the_text(text, size=500):
    """Strips the text of a chunk and leaves its offsets as they were."""

    def strip(part):
        part["text"] = part["text"].strip()
        part["full_text"] = (part["context"] + "\n\n" if part["context"] else "") + part["text"]

    return changed(text, size, strip)


def last_section_lost(text, size=500):
    """Adds a section when the next begins, and so never the last."""
    heads = heads_of(text)
    last = heads[-1][0] if heads else 0
    return [part for part in answer(text, size, heads) if part["start_char"] < last]


def never_cut(text, size=500):
    """Does not cut sections that are too long."""
    return answer(text, size, pack=lambda text, first, last, size: [(first, last)])


def never_cuts(text, size=500):
    """Returns the whole text as one chunk, headings or not, whatever the size is."""
    return answer(text, size, heads=[], pack=lambda text, first, last, size: [(first, last)])


def windows(text, first, last, size):
    """List windows of the size."""
    return [(at, min(at + size, last)) for at in range(first, last, size)]


def blind_cuts(text, size=500):
    """Cuts a long section every `size` characters, through lines."""
    return answer(text, size, pack=windows)


def each_line(text, first, last, size):
    """List the lines of a section, each cut where it is too long."""
    ends = [match.end() for match in re.compile("\n").finditer(text, first, last)]
    return [span for line in pairwise([first, *ends, last]) for span in packed(text, *line, size)]


def every_line_alone(text, size=500):
    """Makes each line of a long section a chunk of its own."""

    def lines(text, first, last, size):
        return [(first, last)] if last - first <= size else each_line(text, first, last, size)

    return answer(text, size, pack=lines)


def other_line_ends(text, size=500):
    """Ends a line of a long section at a form feed, too."""

    def pack(text, first, last, size):
        return packed(re.sub("[\v\f\x1c-\x1e\x85\u2028\u2029]", "\n", text), first, last, size)

    return answer(text, size, pack=pack)


def path_never_shrinks(text, size=500):
    """Adds each heading to the path and removes none."""
    titles = [title for _, _, title in heads_of(text)]
    return answer(text, size, paths=[titles[: number + 1] for number in range(len(titles))])


def one_line_end(text, size=500):
    """Puts one end of line between context and text, where a blank line is asked."""
    return changed(
        text, size, lambda part: part.update(full_text="\n".join(filter(None, [part["context"], part["text"]])))
    )


def size_not_tested(text, size=500):
    """Does not refuse a size below 1."""
    return answer(text, max(1, size))


def empty_fails(text, size=500):
    """Asks an empty text for its first line."""
    return answer(text, size) if text[0] else []


def headings_joined(text, size=500):
    """A section without text of its own is joined with the next."""
    out = []
    for row in answer(text, size):
        alone = out and heads_of(out[-1]["text"].strip()) and "\n" not in out[-1]["text"].strip()
        if alone and row["end_char"] - out[-1]["start_char"] <= size:
            row = chunk(text, out.pop()["start_char"], row["end_char"], row["context"])
        out.append(row)
    return out


def whole(text, size=500):
    """The whole text as one chunk."""
    return [chunk(text, 0, len(text), "")]


def always_refuses(text, size=500):
    """Always an error."""
    raise ValueError("no")


ALL = {
    "headings inside fences": headings_in_fences,
    "a tab after #": tab_after_the_hash,
    "indented fences": indented_fences,
    "tildes as fences": tilde_fences,
    "places are searched": searches_places,
    "only the text is stripped": strips_only_the_text,
    "last section lost": last_section_lost,
    "long sections never cut": never_cut,
    "never cuts": never_cuts,
    "cut through lines": blind_cuts,
    "other line ends": other_line_ends,
    "each line of a long section alone": every_line_alone,
    "path never shrinks": path_never_shrinks,
    "one end of line in full_text": one_line_end,
    "size not tested": size_not_tested,
    "empty text fails": empty_fails,
    "headings joined": headings_joined,
}

LAZY = {
    "whole": whole,
    "error": always_refuses,
}
