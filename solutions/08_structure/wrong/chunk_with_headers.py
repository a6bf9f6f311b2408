"""Wrong answers to `chunk_with_headers`: each lacks one thing that the task asks for."""

import re
from itertools import pairwise


def fence(line, opened):
    """Tell whether a line opens a fence, or closes the one that another line opened; a wrong answer sees others."""
    return line.startswith("```")


def lines_of(text):
    """Cut a text into lines with their ends."""
    return re.findall(r".*\n?", text)


def heads_of(text, pattern=r"(#{1,6}) +(\S.*)", fence=fence, lines=lines_of):
    """List (start, level, title) of every heading line; a wrong answer may see others."""
    found, opened, at = [], None, 0
    for line in lines(text):
        heading = re.match(pattern, line)
        if fence(line, opened):
            opened = line if opened is None else None
        elif heading and opened is None:
            found.append((at, len(heading[1]), heading[2].strip()))
        at += len(line)
    return found


def no_fence(line, opened):
    """See no fence."""
    return False


def above(path, level):
    """Keep the part of a path that is above a level."""
    return [one for one in path if one[0] < level]


def paths_of(heads, above=above, path=()):
    """List the titles in force after each heading; a path that is given is changed in place."""
    paths = []
    path = path if isinstance(path, list) else []
    for _, level, title in heads:
        path[:] = [*above(path, level), (level, title)]
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


def answer(text, size, heads=None, paths=None, pack=packed, keep=str.strip):
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
        if keep(text[start:end])
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


def hash_without_space(text, size=500):
    """Takes #tag for a heading."""
    return answer(text, size, heads_of(text, r"(#{1,6})(?!#) *(\S.*)"))


def seven_levels(text, size=500):
    """Takes a line with seven # for a heading."""
    return answer(text, size, heads_of(text, r"(#+) +(\S.*)"))


def three_levels(text, size=500):
    """Knows only three levels of headings, so a deeper one is text."""
    return answer(text, size, heads_of(text, r"(#{1,3}) +(\S.*)"))


def indented_headings(text, size=500):
    """Takes an indented line for a heading."""
    return answer(text, size, heads_of(text, r" *(#{1,6}) +(\S.*)"))


def anywhere_in_a_line(text, size=500):
    """Searches # anywhere, and finds it in the middle of a line."""
    return answer(text, size, heads_of(text, r".*?(#{1,6}) +(\S.*)"))


def fence_closes_at_once(text, size=500):
    """Closes a fence without an end at once: headings after it count."""
    heads = heads_of(text)
    if len(re.findall(r"^```", text, re.MULTILINE)) % 2:
        last = text.rindex("```")
        heads += [(last + at, level, title) for at, level, title in heads_of(text[last:], fence=no_fence)]
    return answer(text, size, heads)


def tab_after_the_hash(text, size=500):
    """Accepts a tab after # instead of the space."""
    return answer(text, size, heads_of(text, r"(#{1,6})[ \t]+(\S.*)"))


def without_a_title(text, size=500):
    """Takes a line of # and a space for a heading, although it has no title."""
    return answer(text, size, heads_of(text, r"(#{1,6}) +(.*)"))


def indented_fences(text, size=500):
    """Takes indented backticks for a fence."""
    return answer(text, size, heads_of(text, fence=lambda line, opened: re.match(" *```", line)))


def tilde_fences(text, size=500):
    """Takes tildes for a fence, as Markdown does."""
    return answer(text, size, heads_of(text, fence=lambda line, opened: re.match("```|~~~", line)))


def bare_fence_closes(text, size=500):
    """Closes a fence only at backticks with nothing after them, as Markdown does."""
    return answer(text, size, heads_of(text, fence=lambda line, opened: re.match("``` *$" if opened else "```", line)))


def as_many_backticks_close(text, size=500):
    """Closes a fence only at as many backticks as opened it, as Markdown does."""

    def marks(line):
        return len(line) - len(line.lstrip("`"))

    return answer(text, size, heads_of(text, fence=lambda line, opened: marks(line) >= max(3, marks(opened or ""))))


def splits_at_every_line_end(text, size=500):
    """Uses splitlines, which also ends lines at form feeds and U+2028: a # after one is taken for a heading."""
    return answer(text, size, heads_of(text, lines=lambda text: text.splitlines(keepends=True)))


def counts_without_line_ends(text, size=500):
    """Moves the position on by the lines alone, without their ends: every offset is too small."""
    shifted = [(max(0, at - text[:at].count("\n")), level, title) for at, level, title in heads_of(text)]
    return answer(text, size, sorted(shifted))


def searches_places(text, size=500):
    """Looks each chunk up with find: a section that repeats is found at its first place."""

    def search(part):
        start = text.find(part["text"])
        part.update(start_char=start, end_char=start + len(part["text"]))

    return changed(text, size, search)


def bytes_for_characters(text, size=500):
    """Gives offsets in bytes."""
    return changed(
        text,
        size,
        lambda part: part.update({key: len(text[: part[key]].encode()) for key in ("start_char", "end_char")}),
    )


def strips_only_the_text(text, size=500):
    """Strips the text of a chunk and leaves its offsets as they were."""

    def strip(part):
        part["text"] = part["text"].strip()
        part["full_text"] = (part["context"] + "\n\n" if part["context"] else "") + part["text"]

    return changed(text, size, strip)


def preamble_lost(text, size=500):
    """Begins with the first heading: the text before it is lost."""
    heads = heads_of(text)
    return [part for part in answer(text, size, heads) if heads and part["start_char"] >= heads[0][0]]


def last_section_lost(text, size=500):
    """Adds a section when the next begins, and so never the last."""
    heads = heads_of(text)
    last = heads[-1][0] if heads else 0
    return [part for part in answer(text, size, heads) if part["start_char"] < last]


def heading_taken_out(text, size=500):
    """Takes the heading line out of the text: it is only in the context."""
    found = []
    for part in answer(text, size):
        line, _, rest = part["text"].partition("\n")
        if re.match(r"#{1,6} ", line) and rest.strip():
            found.append(part | {"text": rest, "start_char": part["end_char"] - len(rest)})
        elif not re.match(r"#{1,6} ", line):
            found.append(part)
    return found


def cut_off(text, size=500):
    """Keeps the first `size` characters of a long section and throws the rest away."""
    return answer(text, size, pack=lambda text, first, last, size: [(first, min(last, first + size))])


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


def long_lines_whole(text, size=500):
    """Cuts only after lines, so that a line that is too long stays over the size."""

    def lines(text, first, last, size):
        start = end = first
        while end < last:
            stop = min(text.find("\n", end) + 1 or last, last)
            if stop - start > size and end > start:
                yield start, end
                start = end
            end = stop
        yield start, end

    return answer(text, size, pack=lines)


def each_line(text, first, last, size):
    """List the lines of a section, each cut where it is too long."""
    ends = [match.end() for match in re.compile("\n").finditer(text, first, last)]
    return [span for line in pairwise([first, *ends, last]) for span in packed(text, *line, size)]


def every_line_alone(text, size=500):
    """Makes each line of a long section a chunk of its own."""

    def lines(text, first, last, size):
        return [(first, last)] if last - first <= size else each_line(text, first, last, size)

    return answer(text, size, pack=lines)


def sections_of_lines(text, size=500):
    """Cuts every section into its lines, also one that fits."""
    return answer(text, size, pack=each_line)


def one_too_many(text, size=500):
    """Lets a chunk have one character more than allowed."""
    return answer(text, size, pack=lambda text, first, last, size: packed(text, first, last, size + 1))


def one_too_few(text, size=500):
    """Finishes a chunk that has exactly the size."""
    return answer(text, size, pack=lambda text, first, last, size: packed(text, first, last, max(1, size - 1)))


def heading_repeated(text, size=500):
    """Starts each further chunk of a long section with the last line of the one before it."""
    found = answer(text, size)
    for one, two in pairwise(found):
        if one["context"] == two["context"]:
            start = max(text.rfind("\n", 0, one["end_char"] - 1) + 1, one["start_char"])
            two |= chunk(text, start, two["end_char"], "")
    return found


def path_never_shrinks(text, size=500):
    """Adds each heading to the path and removes none."""
    titles = [title for _, _, title in heads_of(text)]
    return answer(text, size, paths=[titles[: number + 1] for number in range(len(titles))])


def own_heading_only(text, size=500):
    """Writes only the nearest heading, not those above it."""
    return answer(text, size, paths=[[title] for _, _, title in heads_of(text)])


def parents_only(text, size=500):
    """Leaves the heading of the section itself out of the path."""
    return answer(text, size, paths=[path[:-1] for path in paths_of(heads_of(text))])


def same_level_stays(text, size=500):
    """Removes only headings that are deeper than the new one, not those of its level."""
    return answer(
        text, size, paths=paths_of(heads_of(text), lambda path, level: [one for one in path if one[0] <= level])
    )


def one_level_back(text, size=500):
    """Goes back by one title at each heading that is not deeper, however far up it is."""
    back = lambda path, level: path[:-1] if path and path[-1][0] >= level else path  # noqa: E731
    return answer(text, size, paths=paths_of(heads_of(text), back))


def skipped_level(text, size=500):
    """Keeps titles by place: after a skipped level the title of the same level stays."""
    return answer(text, size, paths=paths_of(heads_of(text), lambda path, level: path[: level - 1]))


def memory_of_another_call(text, size=500, path=[]):
    """The path is kept from call to call."""
    return answer(text, size, paths=paths_of(heads_of(text), path=path))


def each_title_once(text, size=500):
    """Names a title once that is in the path twice."""
    return answer(text, size, paths=[dict.fromkeys(path) for path in paths_of(heads_of(text))])


def closing_signs(text, size=500):
    """Takes # off the end of the title."""
    heads = [(at, level, title.strip("# ") or "#") for at, level, title in heads_of(text)]
    return answer(text, size, heads)


def title_after_the_space(text, size=500):
    """Demands that the title begins right after the space."""
    return answer(text, size, heads_of(text, r"(#{1,6}) (\S.*)"))


def no_path_on_continuation(text, size=500):
    """Gives the context only to the first chunk of a section."""
    found = answer(text, size)
    for one, two in zip([None, *found], list(found), strict=False):
        if one and not two["text"].startswith("#") and two["context"]:
            two |= {"context": "", "full_text": two["text"]}
    return found


def arrows(text, size=500):
    """Writes the path with arrows, where brackets are asked."""

    def write(part):
        part["context"] = part["context"][1:-1].replace("] [", " > ")
        part["full_text"] = (part["context"] + "\n\n" if part["context"] else "") + part["text"]

    return changed(text, size, write)


def title_not_stripped(text, size=500):
    """Keeps the white space around a title."""
    heads = [(at, level, title) for at, level, title in heads_of(text)]
    raw = [(at, level, text[at + level + 1 :].partition("\n")[0]) for at, level, _ in heads]
    return answer(text, size, heads, paths_of(raw))


def one_line_end(text, size=500):
    """Puts one end of line between context and text, where a blank line is asked."""
    return changed(
        text, size, lambda part: part.update(full_text="\n".join(filter(None, [part["context"], part["text"]])))
    )


def blank_line_in_front(text, size=500):
    """Puts the blank line in front of the text also where there is no context."""
    return changed(text, size, lambda part: part.update(full_text=part["context"] + "\n\n" + part["text"]))


def context_in_the_text(text, size=500):
    """Writes the context into the text itself."""
    return changed(text, size, lambda part: part.update(text=part["full_text"]))


def none_for_no_context(text, size=500):
    """None where there is no context."""
    return changed(text, size, lambda part: part.update(context=part["context"] or None))


def context_as_a_list(text, size=500):
    """The context is a list of titles."""
    return changed(text, size, lambda part: part.update(context=part["context"][1:-1].split("] [")))


def blank_chunks(text, size=500):
    """Returns chunks of white space alone."""
    return answer(text, size, keep=len)


def size_not_tested(text, size=500):
    """Does not refuse a size below 1."""
    return answer(text, max(1, size))


def empty_fails(text, size=500):
    """Asks an empty text for its first line."""
    return answer(text, size) if text[0] else []


def texts_alone(text, size=500):
    """Returns texts, where dictionaries are asked."""
    return [part["full_text"] for part in answer(text, size)]


def short_of_a_key(text, size=500):
    """Leaves full_text out."""
    return [{key: value for key, value in part.items() if key != "full_text"} for part in answer(text, size)]


def headings_joined(text, size=500):
    """A section without text of its own is joined with the next."""
    out = []
    for row in answer(text, size):
        alone = out and heads_of(out[-1]["text"].strip()) and "\n" not in out[-1]["text"].strip()
        if alone and row["end_char"] - out[-1]["start_char"] <= size:
            row = chunk(text, out.pop()["start_char"], row["end_char"], row["context"])
        out.append(row)
    return out


def cut_at_paragraphs(text, size=500):
    """Cuts a section that is too long after blank lines, if there are any, before the chunk is full."""

    def pack(text, first, last, size):
        ends = (
            [match.end() for match in re.compile(r"\n\s*\n").finditer(text, first, last)] if last - first > size else []
        )
        return [span for part in pairwise([first, *ends, last]) for span in packed(text, *part, size)]

    return answer(text, size, pack=pack)


def fence_whole(text, size=500):
    """A fence is never cut, also where it is larger than the size."""
    out = []
    for row in answer(text, size):
        same = out and row["context"] == out[-1]["context"]
        inside = same and len(re.findall("^```", out[-1]["text"], re.MULTILINE)) % 2
        out.append(chunk(text, out.pop()["start_char"], row["end_char"], row["context"]) if inside else row)
    return out


def blank_before_error(text, size=500):
    """Returns for blank text before the size is looked at."""
    return answer(text, size) if text.strip() else []


def blank_raises(text, size=500):
    """Raises for a text of white space alone."""
    if not text.strip():
        raise ValueError("nothing to cut")
    return answer(text, size)


def as_a_tuple(text, size=500):
    """A tuple of dictionaries."""
    return tuple(answer(text, size))


def carriage_returns_taken_out(text, size=500):
    """Carriage returns are taken out first, so the places are those of another text."""
    return answer(text.replace("\r\n", "\n"), size)


def whole(text, size=500):
    """The whole text as one chunk."""
    return [chunk(text, 0, len(text), "")]


def windows_alone(text, size=500):
    """Windows without context, and the error."""
    return answer(text, size, heads=[], pack=windows)


def always_refuses(text, size=500):
    """Always an error."""
    raise ValueError("no")


def lines_alone(text, size=500):
    """Each line a chunk, without context."""
    return answer(text, 10**6, heads=[], pack=each_line)


def the_example(text, size=500):
    """The example."""
    return answer("# Tea\n\nBoil water.\n\n## Green\n\nWait two minutes.\n\n## Black\n\nWait four.\n", 500)


ALL = {
    "headings inside fences": headings_in_fences,
    "#tag is a heading": hash_without_space,
    "seven levels": seven_levels,
    "three levels": three_levels,
    "indented headings": indented_headings,
    "# in the middle of a line": anywhere_in_a_line,
    "an open fence is none": fence_closes_at_once,
    "a tab after #": tab_after_the_hash,
    "headings without a title": without_a_title,
    "indented fences": indented_fences,
    "tildes as fences": tilde_fences,
    "only a bare fence closes": bare_fence_closes,
    "as many backticks close": as_many_backticks_close,
    "splitlines": splits_at_every_line_end,
    "offsets without line ends": counts_without_line_ends,
    "places are searched": searches_places,
    "offsets in bytes": bytes_for_characters,
    "only the text is stripped": strips_only_the_text,
    "text before the first heading lost": preamble_lost,
    "last section lost": last_section_lost,
    "heading taken out of the text": heading_taken_out,
    "rest of a long section thrown away": cut_off,
    "long sections never cut": never_cut,
    "never cuts": never_cuts,
    "cut through lines": blind_cuts,
    "long lines stay whole": long_lines_whole,
    "each line of a long section alone": every_line_alone,
    "each line of every section alone": sections_of_lines,
    "one character too many": one_too_many,
    "one character too few": one_too_few,
    "last line repeated": heading_repeated,
    "path never shrinks": path_never_shrinks,
    "only the nearest heading": own_heading_only,
    "only the headings above": parents_only,
    "same level stays": same_level_stays,
    "one level back": one_level_back,
    "context only at the start of a section": no_path_on_continuation,
    "path with arrows": arrows,
    "white space around titles": title_not_stripped,
    "one end of line in full_text": one_line_end,
    "blank line without a context": blank_line_in_front,
    "context inside the text": context_in_the_text,
    "blank chunks": blank_chunks,
    "size not tested": size_not_tested,
    "empty text fails": empty_fails,
    "texts alone": texts_alone,
    "a key is missing": short_of_a_key,
    "closing signs": closing_signs,
    "title right after the space": title_after_the_space,
    "skipped level": skipped_level,
    "each title once": each_title_once,
    "None as context": none_for_no_context,
    "list as context": context_as_a_list,
    "headings joined": headings_joined,
    "paragraphs": cut_at_paragraphs,
    "fence whole": fence_whole,
    "blank text before error": blank_before_error,
    "blank text raises": blank_raises,
    "tuple": as_a_tuple,
    "carriage returns taken out": carriage_returns_taken_out,
    "memory of another call": memory_of_another_call,
}

LAZY = {
    "whole": whole,
    "windows": windows_alone,
    "error": always_refuses,
    "lines": lines_alone,
    "example": the_example,
}
