"""Wrong answers to `chunk_with_headers`: each lacks one thing that the task asks for."""

from itertools import pairwise
import re
from itertools import pairwise


def heads_of(text, pattern=r"(#{1,6}) +(\S.*)", fences=True):
    """List (start, level, title) of every heading line; a wrong answer may see others."""
    found, fenced, at = [], False, 0
    for line in text.split("\n"):
        heading = re.match(pattern, line)
        if fences and line.startswith("```"):
            fenced = not fenced
        elif heading and not fenced:
            found.append((at, len(heading[1]), heading[2].strip()))
        at += len(line) + 1
    return found


def paths_of(heads):
    """List the titles in force behind each heading."""
    path, paths = [], []
    for _, level, title in heads:
        path = [(above, name) for above, name in path if above < level] + [(level, title)]
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


def chunk(text, start, end, titles):
    """Make the dictionary of one chunk."""
    context = " ".join(f"[{title}]" for title in titles)
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
    spans = [
        (start, end, titles)
        for (first, last), titles in zip(pairwise(edges), paths, strict=True)
        for start, end in pack(text, first, last, size)
    ]
    return [chunk(text, start, end, titles) for start, end, titles in spans if text[start:end].strip()]


def headings_in_fences(text, size=500):
    """Takes a comment in a shell block for a heading."""
    return answer(text, size, heads_of(text, fences=False))


def hash_without_space(text, size=500):
    """Takes #tag for a heading."""
    return answer(text, size, heads_of(text, r"(#{1,6}) *([^#\s].*)"))


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
    """Thinks that a fence without an end has none: headings behind it count."""
    heads = heads_of(text)
    if len(re.findall(r"^```", text, re.MULTILINE)) % 2:
        last = text.rindex("```")
        heads += [(last + at, level, title) for at, level, title in heads_of(text[last:], fences=False)]
    return answer(text, size, heads)


def tab_behind_the_hash(text, size=500):
    """Takes a tab behind # for the space."""
    return answer(text, size, heads_of(text, r"(#{1,6})[ \t]+(\S.*)"))


def without_a_title(text, size=500):
    """Takes a line of # and a space for a heading, although it has no title."""
    return answer(text, size, heads_of(text, r"(#{1,6}) +(.*)"))


def fenced_by(opens, closes, text, size):
    """Answer with other fences: one pattern opens them, another closes them."""
    heads, fenced, at = [], False, 0
    for line in text.split("\n"):
        heading = re.match(r"(#{1,6}) +(\S.*)", line)
        if re.match(closes if fenced else opens, line):
            fenced = not fenced
        elif heading and not fenced:
            heads.append((at, len(heading[1]), heading[2].strip()))
        at += len(line) + 1
    return answer(text, size, heads)


def indented_fences(text, size=500):
    """Takes indented backticks for a fence."""
    return fenced_by(" *```", " *```", text, size)


def tilde_fences(text, size=500):
    """Takes tildes for a fence, as Markdown does."""
    return fenced_by("```|~~~", "```|~~~", text, size)


def bare_fence_closes(text, size=500):
    """Closes a fence only at backticks with nothing behind them, as Markdown does."""
    return fenced_by("```", "``` *$", text, size)


def as_many_backticks_close(text, size=500):
    """Closes a fence only at as many backticks as opened it, as Markdown does."""
    heads, fence, at = [], 0, 0
    for line in text.split("\n"):
        heading = re.match(r"(#{1,6}) +(\S.*)", line)
        marks = len(line) - len(line.lstrip("`"))
        if marks >= 3 and (not fence or marks >= fence):
            fence = 0 if fence else marks
        elif heading and not fence:
            heads.append((at, len(heading[1]), heading[2].strip()))
        at += len(line) + 1
    return answer(text, size, heads)


def splits_at_every_line_end(text, size=500):
    """Uses splitlines, which also ends lines at form feeds and U+2028: a # behind one is taken for a heading."""
    heads, fenced, at = [], False, 0
    for line in text.splitlines(keepends=True):
        heading = re.match(r"(#{1,6}) +(\S.*)", line)
        if line.startswith("```"):
            fenced = not fenced
        elif heading and not fenced:
            heads.append((at, len(heading[1]), heading[2].strip()))
        at += len(line)
    return answer(text, size, heads)


def counts_without_line_ends(text, size=500):
    """Moves the position on by the lines alone, without their ends: every offset is too small."""
    shifted = [(max(0, at - text[:at].count("\n")), level, title) for at, level, title in heads_of(text)]
    return answer(text, size, sorted(shifted))


def searches_places(text, size=500):
    """Looks each chunk up with find: a section that repeats is found at its first place."""
    found = answer(text, size)
    for part in found:
        part["start_char"] = text.find(part["text"])
        part["end_char"] = part["start_char"] + len(part["text"])
    return found


def bytes_for_characters(text, size=500):
    """Gives offsets in bytes."""
    found = answer(text, size)
    for part in found:
        part["start_char"] = len(text[: part["start_char"]].encode())
        part["end_char"] = len(text[: part["end_char"]].encode())
    return found


def strips_only_the_text(text, size=500):
    """Strips the text of a chunk and leaves its offsets as they were."""
    found = answer(text, size)
    for part in found:
        part["text"] = part["text"].strip()
        part["full_text"] = (part["context"] + "\n\n" if part["context"] else "") + part["text"]
    return found


def preamble_lost(text, size=500):
    """Begins with the first heading: what stands before it is lost."""
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


def blind_cuts(text, size=500):
    """Cuts a long section every `size` characters, through lines."""

    def windows(text, first, last, size):
        return [(at, min(at + size, last)) for at in range(first, last, size)]

    return answer(text, size, pack=windows)


def long_lines_whole(text, size=500):
    """Cuts only behind lines, so that a line that is too long stays over the size."""

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


def every_line_alone(text, size=500):
    """Makes each line of a long section a chunk of its own."""

    def lines(text, first, last, size):
        if last - first <= size:
            return [(first, last)]
        ends = [first, *(match.end() for match in re.finditer("\n", text[:last]) if match.end() > first), last]
        return [span for one in pairwise(sorted(set(ends))) for span in packed(text, *one, size)]

    return answer(text, size, pack=lines)


def sections_of_lines(text, size=500):
    """Cuts every section into its lines, also one that fits."""

    def lines(text, first, last, size):
        ends = [first, *(match.end() for match in re.finditer("\n", text[:last]) if match.end() > first), last]
        return [span for one in pairwise(sorted(set(ends))) for span in packed(text, *one, size)]

    return answer(text, size, pack=lines)


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
            two |= chunk(text, start, two["end_char"], [])
    return found


def path_never_shrinks(text, size=500):
    """Adds each heading to the path and takes none away."""
    titles = [title for _, _, title in heads_of(text)]
    return answer(text, size, paths=[titles[: number + 1] for number in range(len(titles))])


def own_heading_only(text, size=500):
    """Writes only the nearest heading, not those above it."""
    return answer(text, size, paths=[[title] for _, _, title in heads_of(text)])


def parents_only(text, size=500):
    """Leaves the heading of the section itself out of the path."""
    return answer(text, size, paths=[path[:-1] for path in paths_of(heads_of(text))])


def same_level_stays(text, size=500):
    """Takes away only headings that are deeper than the new one, not those of its level."""
    path, paths = [], []
    for _, level, title in heads_of(text):
        path = [(above, name) for above, name in path if above <= level] + [(level, title)]
        paths.append([name for _, name in path])
    return answer(text, size, paths=paths)


def one_level_back(text, size=500):
    """Goes back by one title at each heading that is not deeper, however far up it is."""
    path, paths = [], []
    for _, level, title in heads_of(text):
        path = ([*path[:-1]] if path and path[-1][0] >= level else path) + [(level, title)]
        paths.append([name for _, name in path])
    return answer(text, size, paths=paths)


def no_path_on_continuation(text, size=500):
    """Gives the context only to the first chunk of a section."""
    found = answer(text, size)
    for one, two in zip([None, *found], list(found), strict=False):
        if one and not two["text"].startswith("#") and two["context"]:
            two |= {"context": "", "full_text": two["text"]}
    return found


def arrows(text, size=500):
    """Writes the path with arrows, where brackets are asked."""
    found = answer(text, size)
    for part in found:
        part["context"] = part["context"][1:-1].replace("] [", " > ")
        part["full_text"] = (part["context"] + "\n\n" if part["context"] else "") + part["text"]
    return found


def title_not_stripped(text, size=500):
    """Keeps the white space around a title."""
    heads = [(at, level, title) for at, level, title in heads_of(text)]
    raw = [(at, level, text[at + level + 1 :].partition("\n")[0]) for at, level, _ in heads]
    return answer(text, size, heads, paths_of(raw))


def one_line_end(text, size=500):
    """Puts one end of line between context and text, where a blank line is asked."""
    found = answer(text, size)
    for part in found:
        part["full_text"] = part["context"] + "\n" + part["text"]
    return found


def blank_line_in_front(text, size=500):
    """Puts the blank line in front of the text also where there is no context."""
    found = answer(text, size)
    for part in found:
        part["full_text"] = part["context"] + "\n\n" + part["text"]
    return found


def context_in_the_text(text, size=500):
    """Writes the context into the text itself."""
    found = answer(text, size)
    for part in found:
        part["text"] = part["full_text"]
    return found


def blank_chunks(text, size=500):
    """Returns chunks of white space alone."""
    if size < 1:
        raise ValueError("size")
    found = answer(text, size)
    if text[:1] == "\n":
        start = found[0]["start_char"] if found else len(text)
        return [chunk(text, 0, start, []), *found] if start else found
    return found


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


HEADING = re.compile(r"(#{1,6}) (.*)", re.DOTALL)


def _heading(line):
    """Level and title of a line without its line feed, or None."""
    match = HEADING.match(line)
    title = match[2].strip() if match else ""
    return (len(match[1]), title) if title else None


def _fence(line, open_):
    return line.startswith("```")


def _lines(text):
    """(start, end, line) with the line feed inside the span."""
    start = 0
    for line in text.split("\n"):
        end = min(start + len(line) + 1, len(text))
        if start < end:
            yield start, end, line
        start = end


def _stack(path, level, title):
    return [entry for entry in path if entry[0] < level] + [(level, title)]


def _sections(text, heading=_heading, fence=_fence, lines=_lines, stack=_stack):
    """(path, spans of lines) for each section."""
    sections, open_, path = [], False, []
    for start, end, line in lines(text):
        if fence(line, open_):
            open_ = not open_
            found = None
        else:
            found = None if open_ else heading(line)
        if found:
            path = stack(path, *found)
        if found or not sections:
            sections.append(([title for _, title in path], []))
        sections[-1][1].append((start, end))
    return sections


def _windows(start, end, size):
    return [(at, min(at + size, end)) for at in range(start, end, size)]


def _pack(spans, size):
    """Whole lines while they fit; a longer line is cut, and its rest is open for what comes behind."""
    out = []
    for start, end in spans:
        if out and end - out[-1][0] <= size:
            out[-1] = (out[-1][0], end)
        else:
            out += _windows(start, end, size)
    return out


def _bracketed(path):
    return " ".join(f"[{title}]" for title in path)


def _row(text, start, end, context):
    piece = text[start:end]
    return {
        "text": piece,
        "start_char": start,
        "end_char": end,
        "context": context,
        "full_text": f"{context}\n\n{piece}" if context else piece,
    }


def _make(text, size, pack=_pack, bracketed=_bracketed, row=_row, keep=str.strip, **how):
    if size < 1:
        raise ValueError("size must be at least 1")
    return [
        row(text, start, end, bracketed(path))
        for path, spans in _sections(text, **how)
        for start, end in pack(spans, size)
        if keep(text[start:end])
    ]


def _pattern(pattern):
    def heading(line):
        match = re.match(pattern, line, re.S)
        title = match[2].strip() if match else ""
        return (len(match[1]), title) if title else None

    return heading


def ch_no_space(text, size=500):
    """No space is wanted behind the #."""
    return _make(text, size, heading=_pattern(r"(#{1,6})(?!#)(.*)"))


def ch_no_title(text, size=500):
    """No title is wanted."""

    def heading(line):
        match = HEADING.match(line)
        return (len(match[1]), match[2].strip()) if match else None

    return _make(text, size, heading=heading)


def ch_closing(text, size=500):
    """Takes # off the end of the title."""
    return _make(text, size, heading=lambda line: (found := _heading(line)) and (found[0], found[1].strip("# ") or "#"))


def ch_one_space_title(text, size=500):
    """The title must begin right behind the space."""
    return _make(text, size, heading=_pattern(r"(#{1,6}) (\S.*)"))


def ch_skipped_level(text, size=500):
    """Keeps titles by place: after a skipped level the title of the same level stays."""
    return _make(text, size, stack=lambda path, level, title: path[: level - 1] + [(level, title)])


def ch_each_title_once(text, size=500):
    """A title that stands twice in the path is named once."""
    return _make(text, size, bracketed=lambda path: _bracketed(dict.fromkeys(path)))


def ch_one_line_feed(text, size=500):
    """One line feed between context and text."""

    def row(text, start, end, context):
        return {
            **_row(text, start, end, context),
            "full_text": f"{context}\n{text[start:end]}" if context else text[start:end],
        }

    return _make(text, size, row=row)


def ch_none_context(text, size=500):
    """None where there is no context."""

    def row(text, start, end, context):
        return {**_row(text, start, end, context), "context": context or None}

    return _make(text, size, row=row)


def ch_list_context(text, size=500):
    """The context is a list of titles."""

    def row(text, start, end, context):
        return {**_row(text, start, end, context), "context": context[1:-1].split("] [") if context else []}

    return _make(text, size, row=row)


def ch_find(text, size=500):
    """Looks the text of a chunk up: a repeated one is found at its first place."""

    def row(text, start, end, context):
        at = text.find(text[start:end])
        return _row(text, at, at + end - start, context)

    return _make(text, size, row=row)


def ch_empty_chunk(text, size=500):
    """White space alone gives a chunk."""
    return _make(text, size, keep=len)


def ch_small_sections_joined(text, size=500):
    """A section without text of its own is joined with the next."""
    rows, out = _make(text, size), []
    for row in rows:
        alone = out and "\n" not in out[-1]["text"].strip() and _heading(out[-1]["text"].strip())
        if alone and row["end_char"] - out[-1]["start_char"] <= size:
            row = _row(text, out.pop()["start_char"], row["end_char"], row["context"])
        out.append(row)
    return out


def ch_less_than(text, size=500):
    """What fills the size exactly does not fit."""

    def pack(spans, size):
        out = []
        for start, end in spans:
            if out and end - out[-1][0] < size:
                out[-1] = (out[-1][0], end)
            else:
                out += _windows(start, end, size)
        return out

    return _make(text, size, pack=pack)


def ch_windows(text, size=500):
    """A section that is too long is cut anywhere."""
    return _make(text, size, pack=lambda spans, size: _windows(spans[0][0], spans[-1][1], size))


def ch_end_over(text, size=500):
    """The line feed is not counted: a chunk may have one character too many."""

    def pack(spans, size):
        out = []
        for start, end in spans:
            bare = end - (text[end - 1] == "\n")
            if out and bare - out[-1][0] <= size:
                out[-1] = (out[-1][0], end)
            elif bare - start <= size:
                out.append((start, end))
            else:
                out += _windows(start, end, size)
        return out

    return _make(text, size, pack=pack)


def ch_paragraphs(text, size=500):
    """A section that is too long is cut behind blank lines, where there are any, before it is full."""

    def pack(spans, size):
        if spans[-1][1] - spans[0][0] <= size:
            return [(spans[0][0], spans[-1][1])]
        groups, new = [], True
        for start, end in spans:
            if new:
                groups.append([])
            groups[-1].append((start, end))
            new = not text[start:end].strip()
        return [chunk for group in groups for chunk in _pack(group, size)]

    return _make(text, size, pack=pack)


def ch_fence_whole(text, size=500):
    """A fence is never cut, also where it is larger than the size."""
    out = []
    for row in _make(text, size):
        before = out[-1] if out else None
        inside = (
            before
            and row["context"] == before["context"]
            and sum(line.startswith("```") for line in before["text"].split("\n")) % 2
        )
        out.append(_row(text, out.pop()["start_char"], row["end_char"], row["context"]) if inside else row)
    return out


def ch_empty_first(text, size=500):
    """Returns for blank text before the size is looked at."""
    return _make(text, size) if text.strip() else []


def ch_blank_error(text, size=500):
    """Raises for a text of white space alone."""
    if not text.strip():
        raise ValueError("nothing to cut")
    return _make(text, size)


def ch_tuples(text, size=500):
    """A tuple of dictionaries."""
    return tuple(_make(text, size))


def ch_no_start(text, size=500):
    """The places are called start and end."""
    return [
        {
            "text": r["text"],
            "start": r["start_char"],
            "end": r["end_char"],
            "context": r["context"],
            "full_text": r["full_text"],
        }
        for r in _make(text, size)
    ]


def ch_line_feeds(text, size=500):
    """Carriage returns are taken out first, so the places are those of another text."""
    return _make(text.replace("\r\n", "\n"), size)


_path = []


def ch_memory(text, size=500):
    """The path is kept from call to call."""

    def stack(path, level, title):
        _path[:] = [entry for entry in _path if entry[0] < level] + [(level, title)]
        return list(_path)

    return _make(text, size, stack=stack)


def ch_lazy_whole(text, size=500):
    """The whole text as one chunk."""
    return [_row(text, 0, len(text), "")]


def ch_lazy_windows(text, size=500):
    """Windows without context, and the error."""
    if size < 1:
        raise ValueError("size")
    return [_row(text, a, b, "") for a, b in _windows(0, len(text), size) if text[a:b].strip()]


def ch_lazy_empty(text, size=500):
    """Nothing."""
    return []


def ch_lazy_error(text, size=500):
    """Always an error."""
    raise ValueError("no")


def ch_lazy_lines(text, size=500):
    """Each line a chunk, the heading above as context."""
    return [_row(text, a, b, "") for a, b, line in _lines(text) if line.strip()]


EXAMPLE = "# Tea\n\nBoil water.\n\n## Green\n\nWait two minutes.\n\n## Black\n\nWait four.\n"


def ch_lazy_example(text, size=500):
    """The example."""
    return [
        _row(EXAMPLE, 0, 20, "[Tea]"),
        _row(EXAMPLE, 20, 49, "[Tea] [Green]"),
        _row(EXAMPLE, 49, 70, "[Tea] [Black]"),
    ]


ALL = {
    "headings inside fences": headings_in_fences,
    "#tag is a heading": hash_without_space,
    "seven levels": seven_levels,
    "three levels": three_levels,
    "indented headings": indented_headings,
    "# in the middle of a line": anywhere_in_a_line,
    "an open fence is none": fence_closes_at_once,
    "a tab behind #": tab_behind_the_hash,
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
    "no space": ch_no_space,
    "no title": ch_no_title,
    "closing signs": ch_closing,
    "title right behind the space": ch_one_space_title,
    "skipped level": ch_skipped_level,
    "each title once": ch_each_title_once,
    "one line feed": ch_one_line_feed,
    "None as context": ch_none_context,
    "list as context": ch_list_context,
    "places by find": ch_find,
    "chunk of white space": ch_empty_chunk,
    "headings joined": ch_small_sections_joined,
    "exact size does not fit": ch_less_than,
    "cut anywhere": ch_windows,
    "line feed not counted": ch_end_over,
    "paragraphs": ch_paragraphs,
    "fence whole": ch_fence_whole,
    "blank text before error": ch_empty_first,
    "blank text raises": ch_blank_error,
    "tuple": ch_tuples,
    "other keys": ch_no_start,
    "carriage returns taken out": ch_line_feeds,
    "memory of another call": ch_memory,
}

LAZY = {
    "whole": ch_lazy_whole,
    "windows": ch_lazy_windows,
    "nothing": ch_lazy_empty,
    "error": ch_lazy_error,
    "lines": ch_lazy_lines,
    "example": ch_lazy_example,
}
