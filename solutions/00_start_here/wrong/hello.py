"""Wrong answers to `hello`; each docstring says what is wrong."""


def prints_only(name):
    """Shows the greeting and gives nothing back: print is not return."""
    print(f"Hello, {name}!")


def no_mark(name):
    """Leaves out the exclamation mark."""
    return f"Hello, {name}"


def no_comma(name):
    """Leaves out the comma."""
    return f"Hello {name}!"


def title_case(name):
    """Changes the name: the first letter of each word is made a capital, the others small."""
    return f"Hello, {name.title()}!"


def stripped(name):
    """Changes the name: spaces around it are cut off."""
    return f"Hello, {name.strip()}!"


def name_of_braces(name):
    """Forgets the f before the quotes, so that the braces stay in the text."""
    return "Hello, {name}!"


def nobody_is_an_error(name):
    """Fails on an empty name: it looks at the first letter without asking whether there is one."""
    return f"Hello, {name[0]}{name[1:]}!"


def hello_format_twice(name):
    """Calls format on a string that already has the name: braces break it."""
    return ("{}, " + name + "!").format("Hello")


def hello_percent_twice(name):
    """The name is part of the pattern of %: a per cent sign breaks it."""
    return ("%s, " + name + "!") % "Hello"


def hello_constant(name):
    """The result of the example."""
    return "Hello, Ada!"


def hello_identity(name):
    """The name alone."""
    return name


def hello_raises(name):
    """Always an error."""
    raise ValueError("no name")


ALL = {
    "prints and does not return": prints_only,
    "exclamation mark missing": no_mark,
    "comma missing": no_comma,
    "name in title case": title_case,
    "name stripped": stripped,
    "f forgotten": name_of_braces,
    "empty name fails": nobody_is_an_error,
    "format twice": hello_format_twice,
    "percent twice": hello_percent_twice,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": hello_constant,
    "identity": hello_identity,
    "raises": hello_raises,
}
