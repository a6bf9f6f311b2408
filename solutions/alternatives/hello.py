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


def talkative(name):
    """Prints as well, which does no harm."""
    greeting = "Hello, {}!".format(name)
    print(greeting)
    return greeting


ALL = {"one string": formatted, "three added": added, "parts joined": joined, "prints as well": talkative}
