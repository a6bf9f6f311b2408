"""Wrong answers to `hello`; each docstring says what is wrong."""


def prints_only(name):
    """Shows the greeting and gives nothing back: print is not return."""
    print(f"Hello, {name}!")


def always_the_same(name):
    """Greets one person, whoever is asked for: the argument is not used."""
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
