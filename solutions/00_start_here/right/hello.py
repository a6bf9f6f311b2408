"""Right answers to `hello`, written differently."""

import sys
from string import Template


def formatted(name):
    """Writes the greeting as one string with a place for the name."""
    return f"Hello, {name}!"


def added(name):
    """Adds three strings."""
    return "Hello, " + name + "!"


def joined(name):
    """Joins a list of parts."""
    return "".join(["Hello, ", name, "!"])


ALL = {"one string": formatted, "three added": added, "parts joined": joined}


def hello_format(name):
    """str.format with a named field."""
    return "Hello, {who}!".format(who=name)


def hello_percent(name):
    """The % operator, with the name in a tuple."""
    return "Hello, %s!" % (name,)


class _Greeter:
    def __init__(self, before, behind):
        self.before, self.behind = before, behind

    def __call__(self, name):
        return self.before + name + self.behind


def hello_class(name):
    """A small class with __call__ does the work."""
    return _Greeter("Hello, ", "!")(name)


def hello_replace(name):
    """Replaces a placeholder once."""
    return "Hello, NAME!".replace("NAME", name, 1)


def hello_list_insert(name):
    """Puts the name into a list of characters by a slice assignment."""
    chars = list("Hello, !")
    chars[7:7] = name
    return "".join(chars)


def hello_prints(name):
    """Prints the greeting and returns it."""
    greeting = f"Hello, {name}!"
    print(greeting)
    return greeting


def hello_prints_empty(name):
    """Prints a warning for an empty name only."""
    if not name:
        print("no name given")
    return f"Hello, {name}!"


def hello_stderr(name):
    """Writes a line of debugging to standard error."""
    print("greeting", repr(name), file=sys.stderr)
    return f"Hello, {name}!"


def hello_template(name):
    """string.Template."""
    return Template("Hello, $who!").substitute(who=name)


class _Greeting(str):
    pass


def hello_subclass(name):
    """A string of a class of its own."""
    return _Greeting(f"Hello, {name}!")


ALL |= {
    "template": hello_template,
    "subclass of str": hello_subclass,
    "format": hello_format,
    "percent": hello_percent,
    "class": hello_class,
    "replace": hello_replace,
    "slice assignment": hello_list_insert,
}
ALL |= {  # Right by the task: what the function prints does not count.
    "prints too": hello_prints,
    "prints for the empty name": hello_prints_empty,
    "prints to stderr": hello_stderr,
}
