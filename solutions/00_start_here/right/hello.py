"""Right answers to `hello`, written differently."""


def formatted(name):
    """Writes the greeting as one string with a place for the name."""
    return f"Hello, {name}!"


def added(name):
    """Adds three strings."""
    return "Hello, " + name + "!"


def joined(name):
    """Joins a list of parts."""
    return "".join(["Hello, ", name, "!"])


def hello_prints(name):
    """Prints the greeting and returns it."""
    greeting = f"Hello, {name}!"
    print(greeting)
    return greeting


class _Greeting(str):
    pass


def hello_subclass(name):
    """A string of a class of its own."""
    return _Greeting(f"Hello, {name}!")


ALL = {
    "one string": formatted,
    "three added": added,
    "parts joined": joined,
    "subclass of str": hello_subclass,
    "prints too": hello_prints,
}
