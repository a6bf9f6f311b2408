"""Wrong answers to `hello`; each docstring says what is wrong."""

import re
import unicodedata


def prints_only(name):
    """Shows the greeting and gives nothing back: print is not return."""
    print(f"Hello, {name}!")


def always_the_same(name):
    """Always greets the same person: the argument is not used."""
    return "Hello, Ada!"


def no_mark(name):
    """Leaves out the exclamation mark."""
    return f"Hello, {name}"


def no_comma(name):
    """Leaves out the comma."""
    return f"Hello {name}!"


def no_space(name):
    """Leaves out the space after the comma."""
    return f"Hello,{name}!"


def small_letter(name):
    """Begins with a small letter."""
    return f"hello, {name}!"


def title_case(name):
    """Changes the name: the first letter of each word is made a capital, the others small."""
    return f"Hello, {name.title()}!"


def stripped(name):
    """Changes the name: spaces around it are cut off."""
    return f"Hello, {name.strip()}!"


def ascii_only(name):
    """Changes the name: letters outside English are lost."""
    return "Hello, " + name.encode("ascii", "ignore").decode("ascii") + "!"


def line_end(name):
    """Adds a line end, which print would have added by itself."""
    return f"Hello, {name}!\n"


def in_bytes(name):
    """Gives back bytes, which look like a string when printed and are none."""
    return f"Hello, {name}!".encode()


def in_a_list(name):
    """Gives back the parts, not the joined string."""
    return ["Hello, ", name, "!"]


def name_of_braces(name):
    """Forgets the f before the quotes, so that the braces stay in the text."""
    return "Hello, {name}!"


def nobody_is_an_error(name):
    """Fails on an empty name: it looks at the first letter without asking whether there is one."""
    return f"Hello, {name[0]}{name[1:]}!"


ALL = {
    "prints and does not return": prints_only,
    "always the same name": always_the_same,
    "exclamation mark missing": no_mark,
    "comma missing": no_comma,
    "space missing": no_space,
    "small letter": small_letter,
    "name in title case": title_case,
    "name stripped": stripped,
    "name in ASCII": ascii_only,
    "line end added": line_end,
    "bytes": in_bytes,
    "list of parts": in_a_list,
    "f forgotten": name_of_braces,
    "empty name fails": nobody_is_an_error,
}


def hello_strips(name):
    """Strips white space around the name."""
    return f"Hello, {name.strip()}!"


def hello_title(name):
    """Makes the first letter large."""
    return f"Hello, {name[:1].upper()}{name[1:]}!"


def hello_collapses(name):
    """Turns runs of white space in the name into one space."""
    return "Hello, " + re.sub(r"\s+", " ", name) + "!"


def hello_stop(name):
    """A full stop where the name already ends with an exclamation mark is left out: no second mark."""
    return "Hello, " + name if name.endswith("!") else f"Hello, {name}!"


def hello_format_twice(name):
    """Calls format on a string that already has the name: braces break it."""
    return ("{}, " + name + "!").format("Hello")


def hello_percent_twice(name):
    """The name is part of the pattern of %: a per cent sign breaks it."""
    return ("%s, " + name + "!") % "Hello"


def hello_re_text(name):
    """re.sub with the name as the replacement: backslashes are read as escapes."""
    return re.sub("@", name, "Hello, @!")


def hello_nfc(name):
    """Composes accents (NFC)."""
    return "Hello, " + unicodedata.normalize("NFC", name) + "!"


def hello_first_line(name):
    """Keeps only the first line of the name."""
    return "Hello, " + (name.splitlines() or [""])[0] + "!"


def hello_newlines(name):
    """Carriage returns become line feeds, as in a text file."""
    return "Hello, " + name.replace("\r\n", "\n").replace("\r", "\n") + "!"


def hello_list_result(name):
    """Returns the characters as a list."""
    return list(f"Hello, {name}!")


_seen = set()


def hello_state(name):
    """Greets a name that it has seen before in another way."""
    again = name in _seen
    _seen.add(name)
    return f"Hello again, {name}!" if again else f"Hello, {name}!"


_last = {}


def hello_first_name(name):
    """Keeps the first name it ever got."""
    return f"Hello, {_last.setdefault('name', name)}!"


def hello_constant(name):
    """The result of the example."""
    return "Hello, Ada!"


def hello_identity(name):
    """The name alone."""
    return name


def hello_empty(name):
    """An empty string."""
    return ""


def hello_none(name):
    """Nothing."""


def hello_raises(name):
    """Always an error."""
    raise ValueError("no name")


def hello_format_nothing(name):
    """Calls format without arguments on the finished greeting: braces break it."""
    return ("Hello, " + name + "!").format()


def hello_lstrip(name):
    """Strips white space before the name; the space of the greeting hides it from a search for the name."""
    return f"Hello, {name.lstrip()}!"


def hello_quoted(name):
    """Writes the name in quotes, as repr does."""
    return f"Hello, {name!r}!"


def hello_nobody(name):
    """Leaves out the comma for an empty name."""
    return f"Hello, {name}!" if name else "Hello!"


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "format with nothing": hello_format_nothing,
    "strips the left": hello_lstrip,
    "quoted": hello_quoted,
    "no comma for nobody": hello_nobody,
    "strips": hello_strips,
    "capitalises": hello_title,
    "collapses white space": hello_collapses,
    "no second mark": hello_stop,
    "format twice": hello_format_twice,
    "percent twice": hello_percent_twice,
    "re.sub with a text": hello_re_text,
    "NFC": hello_nfc,
    "first line only": hello_first_line,
    "line ends changed": hello_newlines,
    "list": hello_list_result,
    "remembers names": hello_state,
    "keeps the first name": hello_first_name,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": hello_constant,
    "identity": hello_identity,
    "empty": hello_empty,
    "None": hello_none,
    "raises": hello_raises,
}
