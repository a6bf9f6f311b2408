"""The course's own documents, carried inside the package."""

from importlib.resources import files

DOCUMENTS = ("handbook",)


def load(name: str = "handbook") -> str:
    """Read one of the course's documents, exactly as it is stored.

    Args:
        name: The name of a document; DOCUMENTS lists them.

    Returns:
        The whole text. Line endings are not translated, so offsets into the text and into the file's
        decoded bytes agree.

    Raises:
        ValueError: If there is no document of that name.

    >>> load("handbook").splitlines()[0]
    '# Fjordlink API handbook'
    >>> load("handbok")
    Traceback (most recent call last):
    ValueError: unknown document 'handbok': choose one of handbook
    """
    if name not in DOCUMENTS:
        raise ValueError(f"unknown document {name!r}: choose one of {', '.join(DOCUMENTS)}")
    return files(__name__).joinpath(f"{name}.md").read_bytes().decode("utf-8")
