"""Carry the course's own documents inside the package."""

from pathlib import Path

from chunklib.errors import InvalidValue, check_name

# Name -> file. Texts first: load() reads those; the PDFs have a path only.
DOCUMENTS = {
    "handbook": "handbook.md",
    "licence": "licence.txt",
    "support_chat": "support_chat.txt",
    "paper": "paper.md",
    "inventory": "inventory.py.txt",  # a text, so no tool takes it for code of the library
    "catalogue": "catalogue.html",
}
PDFS = {
    "commissioning": "commissioning.pdf",
    "annual_report": "annual_report.pdf",
}


def path(name: str) -> Path:
    """Say where one of the course's documents lies, for what reads files.

    Args:
        name: The name of a document; DOCUMENTS and PDFS list them.

    Returns:
        The path of an existing file inside the installed package. Read it, do not write to it.

    Raises:
        ValueError: If there is no document of that name.

    >>> path("commissioning").name
    'commissioning.pdf'
    """
    known = DOCUMENTS | PDFS
    check_name("document", name, known)
    return Path(__file__).with_name(known[name])


def load(name: str = "handbook") -> str:
    """Read one of the course's documents, exactly as it is stored.

    Args:
        name: The name of a document; DOCUMENTS lists them.

    Returns:
        The whole text. Line endings are not translated, so offsets into the text and into the file's
        decoded bytes agree.

    Raises:
        ValueError: If there is no document of that name, or it is a PDF.

    >>> load("handbook").splitlines()[0]
    '# Fjordlink API handbook'
    >>> load("annual_report")
    Traceback (most recent call last):
    chunklib.errors.InvalidValue: 'annual_report' is a PDF, not a text: read the file path('annual_report')
    """
    if name in PDFS:
        raise InvalidValue(f"{name!r} is a PDF, not a text: read the file path({name!r})")
    check_name("document", name, DOCUMENTS)
    return path(name).read_bytes().decode("utf-8")
