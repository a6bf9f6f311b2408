"""Right answers to `hello`, written differently."""

import functools
import io
import itertools
import operator
import re
import string
import sys
from dataclasses import dataclass


def formatted(name):
    """Writes the greeting as one string with a place for the name."""
    return f"Hello, {name}!"


def added(name):
    """Adds three strings."""
    return "Hello, " + name + "!"


def joined(name):
    """Joins a list of parts."""
    return "".join(["Hello, ", name, "!"])


def talkative(name):
    """Prints as well, which does no harm."""
    greeting = "Hello, {}!".format(name)
    print(greeting)
    return greeting


ALL = {"one string": formatted, "three added": added, "parts joined": joined, "prints as well": talkative}


def hello_plus(name: str) -> str:
    """Joins three strings with +."""
    return "Hello, " + name + "!"


def hello_format(name):
    """str.format with a named field."""
    return "Hello, {who}!".format(who=name)


def hello_percent(name):
    """The % operator, with the name in a tuple."""
    return "Hello, %s!" % (name,)


def hello_join(name):
    """Collects the parts in a list and joins them."""
    parts = ["Hello", ",", " ", name, "!"]
    return "".join(parts)


def hello_template(name):
    """string.Template; what stands in the name is not looked at again."""
    return string.Template("Hello, $name!").substitute(name=name)


def hello_chars(name):
    """Appends one character at a time."""
    result = "Hello, "
    for char in name:
        result += char
    result += "!"
    return result


class _Greeter:
    def __init__(self, before, behind):
        self.before, self.behind = before, behind

    def __call__(self, name):
        return self.before + name + self.behind


def hello_class(name):
    """A small class with __call__ does the work."""
    return _Greeter("Hello, ", "!")(name)


@dataclass
class _Greeting:
    name: str

    def __str__(self):
        return f"Hello, {self.name}!"


def hello_dataclass(name):
    """A dataclass, turned into a plain string."""
    return str(_Greeting(name=name))


def hello_replace(name):
    """Replaces a placeholder once."""
    return "Hello, NAME!".replace("NAME", name, 1)


def hello_re_function(name):
    """re.sub with a function, so that backslashes in the name stay."""
    return re.sub("@", lambda match: name, "Hello, @!")


def hello_stringio(name):
    """print into a buffer: nothing is shown."""
    buffer = io.StringIO(newline="")
    print("Hello,", name, end="!", file=buffer)
    return buffer.getvalue()


def hello_reduce(name):
    """functools.reduce over the parts."""
    return functools.reduce(operator.add, ("Hello, ", name, "!"))


def hello_default(name, greeting="Hello", mark="!"):
    """Two further arguments that have defaults."""
    return f"{greeting}, {name}{mark}"


def hello_chain(name):
    """itertools.chain over characters."""
    return "".join(itertools.chain("Hello, ", name, "!"))


def hello_bytes(name):
    """Goes through bytes and back; surrogatepass keeps even lone surrogates."""
    data = b"Hello, " + name.encode("utf-8", "surrogatepass") + b"!"
    return data.decode("utf-8", "surrogatepass")


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


ALL |= {
    "plus": hello_plus,
    "format": hello_format,
    "percent": hello_percent,
    "join": hello_join,
    "template": hello_template,
    "character by character": hello_chars,
    "class": hello_class,
    "dataclass": hello_dataclass,
    "replace": hello_replace,
    "re.sub with a function": hello_re_function,
    "print into a buffer": hello_stringio,
    "reduce": hello_reduce,
    "further defaults": hello_default,
    "itertools.chain": hello_chain,
    "through bytes": hello_bytes,
    "slice assignment": hello_list_insert,
}
ALL |= {  # Right by the task: what the function prints does not count.
    "prints too": hello_prints,
    "prints for the empty name": hello_prints_empty,
    "prints to stderr": hello_stderr,
}
