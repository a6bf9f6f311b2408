"""Define the errors that chunklib raises on purpose: each is a :class:`ChunklibError` that says what to change."""

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches


class ChunklibError(Exception):
    """Says that something given to the library cannot be done; anything else that is raised is a bug."""


class InvalidValue(ChunklibError, ValueError):
    """Names a value of the right type that breaks a rule, and the rule."""


class InvalidType(ChunklibError, TypeError):
    """Names a value of the wrong type, and the right one."""


class UnknownName(InvalidValue, KeyError):
    """Names what is unknown, and what there is."""

    __str__ = Exception.__str__  # KeyError shows the representation of its message


class CallableFailed(ChunklibError, RuntimeError):
    """Names a callable that was given to the library and raised an error, and that error."""


class NoAnswer(ChunklibError, ConnectionError):
    """Names a server that does not answer, or that has gone away."""


class NotPermitted(ChunklibError, PermissionError):
    """Names a place that may not be read and written."""


class MissingPackage(ChunklibError, ModuleNotFoundError):
    """Names a package that is not installed, and the extra that brings it."""


def kind_of(error: BaseException) -> str:
    """Name the kind of an error as Python calls it: ours after the class of Python that they belong to.

    >>> kind_of(InvalidValue()), kind_of(KeyError())
    ('ValueError', 'KeyError')
    """
    ours = isinstance(error, ChunklibError)
    return next(kind.__name__ for kind in type(error).__mro__ if not ours or kind.__module__ == "builtins")


_SAID = 200  # characters of what an error says: what follows is advice for another place


def said(error: BaseException) -> str:
    r"""Take the first line of what an error says, if it can say anything: all of ours, the beginning of another's.

    >>> said(ValueError("bad text\nand more"))
    'bad text'
    """
    try:
        line = str(error).strip().partition("\n")[0]
        return line if isinstance(error, ChunklibError) else line[:_SAID]
    except Exception:  # noqa: BLE001 (an error of the caller may fail to show itself)
        return ""


_ELSEWHERE = {
    **dict.fromkeys(("chunk_size", "max_tokens", "max_size", "max_characters"), ("size", "sizes")),
    **dict.fromkeys(("chunk_overlap", "overlap_tokens"), ("overlap", "overlaps")),
    **dict.fromkeys(("encoding", "encoding_name", "model_name", "tokenizer", "length_function"), ("ruler",)),
    **dict.fromkeys(("token", "tokens", "fixed_size"), ("token_windows", "cl100k_base")),
    "doc_id": ("document",),
}
"""What other libraries call our arguments, strategies and rulers."""


def _plain(name: object) -> str:
    small = str(name).lstrip("-").replace("-", "_").lower()
    return re.sub("(?<=[a-z])(text)?(splitter|chunker|nodeparser).*", "", small)


def meant(name: object, known: Iterable[str]) -> str:
    """Propose the right name for a wrong one, as the end of a message; nothing where none is near.

    >>> meant("chunk_size", ["size", "overlap"]), meant("--strategis", ["--size", "--strategy"]), meant("x", ["size"])
    ("; did you mean 'size'?", "; did you mean '--strategy'?", '')
    """
    names, wrong = {_plain(one): one for one in sorted(known)}, _plain(name)
    near = [ours for ours in _ELSEWHERE.get(wrong, ()) if ours in names] or get_close_matches(wrong, names, n=1)
    return f"; did you mean {names[near[0]]!r}?" if near else ""


def refuse_options(what: str, given: Iterable[str], known: Collection[str]) -> None:
    """Refuse an option that a strategy, an overlap or a rule does not take.

    >>> refuse_options("sentences", ["chunk_size"], ("size", "overlap"))
    Traceback (most recent call last):
    chunklib.errors.InvalidType: sentences takes no option 'chunk_size'; it takes size, overlap; did you mean 'size'?
    """
    for name in given:
        if name not in known:
            raise InvalidType(f"{what} takes no option {name!r}; it takes {', '.join(known)}{meant(name, known)}")


def unknown(what: str, name: object, known: Iterable[str], where: str = "") -> UnknownName:
    """Make the error for a name that does not exist.

    >>> print(unknown("strategy", "markdwn", ("recursive", "markdown")))
    unknown strategy 'markdwn': choose one of recursive, markdown; did you mean 'markdown'?
    """
    names = list(known)
    return UnknownName(f"unknown {what} {name!r}{where}: choose one of {', '.join(names)}{meant(name, names)}")


def check_name(what: str, name: object, known: Collection[str], where: str = "") -> None:
    """Refuse a name that does not exist; raises what :func:`unknown` makes."""
    if not isinstance(name, str) or name not in known:
        raise unknown(what, name, known, where)
