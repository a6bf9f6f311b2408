"""Wrong answers to `headings`, each with one fault: without the options it would be right."""

import re


def _with(fault, fence="```", pattern=r"(#{1,6}) +(\S.*)", end=1, lines=lambda text: text.split("\n"), row=None):
    def headings(text):
        found, fenced, start = [], False, 0
        for line in lines(text):
            heading = re.match(pattern, line)
            if re.match(fence, line):
                fenced = not fenced
            elif heading and not fenced:
                found.append((start, *(row or _row)(heading)))
            start += len(line) + end
        return found

    headings.__doc__ = fault
    return headings


def _row(heading):
    return len(heading[1]), heading[2].strip()


ALL = {
    "headings in fences": _with("Knows no fences.", fence=r"(?!)"),
    "indented fences": _with("Takes indented backticks for a fence.", fence=" *```"),
    "tildes as fences": _with("Takes tildes for a fence.", fence="```|~~~"),
    "seven #": _with("Takes seven # for a heading.", pattern=r"(#+) +(\S.*)"),
    "a tab after #": _with("Accepts a tab after #.", pattern=r"(#{1,6})\s+(\S.*)"),
    "no space after #": _with("Takes a tag for a heading.", pattern=r"(#{1,6}) *([^#\s].*)"),
    "ends not counted": _with("Does not count the ends of lines.", end=0),
    "other line ends": _with("Ends a line at a form feed, too.", lines=str.splitlines),
    "white space in titles": _with("Leaves white space at the title.", row=lambda m: (len(m[1]), m[2])),
    "# stripped from titles": _with("Takes a # of the title away.", row=lambda m: (len(m[1]), m[2].strip(" \r#"))),
    "one level": _with("Gives each heading the level 1.", row=lambda m: (1, m[2].strip())),
}
