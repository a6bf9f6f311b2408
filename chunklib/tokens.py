"""Define rulers, which say how long a piece of text is.

A ruler is a callable ``text -> int``. It also makes an *index* of one document, which answers three questions
about its spans without counting them again from scratch: the exact size, how far an amount reaches, and where
an amount before an end begins. The packer only ever speaks to the index.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any, Protocol

from chunklib.errors import InvalidType, InvalidValue, MissingPackage, meant
from chunklib.huggingface import is_tokenizer, token_counter
from chunklib.missing import not_installed
from chunklib.quick_tokens import count
from chunklib.search_index import SearchIndex
from chunklib.token_index import TokenIndex, has_surrogate_pair

if TYPE_CHECKING:
    import tiktoken

_SHOWN = 60  # characters of a wrong answer in a message
ON_BOARD = ("cl100k_base", "o200k_base", "o200k_harmony")


class Index(Protocol):
    """Measures the spans of one document in the units of a ruler."""

    special: int
    """What the ruler adds to any text, such as a model's special tokens; text that two chunks share is without it."""

    def size(self, start: int, end: int, header: str = "") -> int:
        """Measure ``header + text[start:end]`` exactly as the ruler would."""

    def reach(self, start: int, amount: int) -> int:
        """Guess the furthest offset to which ``amount`` units from ``start`` can get, rather too far than short."""

    def back(self, end: int, amount: int) -> int:
        """Guess the offset where ``amount`` units before ``end`` begin, rather too early than late."""

    def retreat(self, start: int, end: int, excess: int) -> int:
        """Guess where ``text[start:end]`` loses ``excess`` units, rather too late than early: no more is given up."""

    def near(self, start: int, end: int, amount: int) -> bool:
        """Tell whether ``text[start:end]`` may be within ``amount`` units, rather yes than no."""


class Ruler(Protocol):
    """Measures length: a callable with a name, and an index for whole documents."""

    @property
    def name(self) -> str:
        """Name the ruler in reports and messages."""

    @property
    def special(self) -> int:
        """Say how many units it adds to any text, such as a model's special tokens."""

    def __call__(self, text: str) -> int:
        """Measure a text."""

    def index(self, text: str) -> Index:
        """Measure a document once, so that its spans are cheap to measure."""


class Tokenizer(Protocol):
    """Has what is used here of a tokenizer of tiktoken or of Hugging Face."""

    @property
    def encode(self) -> Callable[..., Any]:
        """Tokenize a text."""


class Tokens:
    """Counts the tokens of a tiktoken encoding; text that looks like a special token is plain text.

    >>> import tiktoken
    >>> Tokens(tiktoken.get_encoding("cl100k_base"))("<|endoftext|>")
    7
    """

    special = 0

    def __init__(self, encoding: tiktoken.Encoding) -> None:
        self.encoding = encoding
        self.name = encoding.name

    def __call__(self, text: str) -> int:
        """Count the tokens of a text."""
        return count(self.encoding, text)

    def index(self, text: str) -> TokenIndex | SearchIndex:
        """Tokenize a document once; one with broken characters (surrogate pairs) is measured slice by slice."""
        return SearchIndex(text, self) if has_surrogate_pair(text) else TokenIndex(text, self.encoding)


class Characters:
    """Counts characters (Unicode code points).

    >>> Characters()("naïve")
    5
    """

    name, special = "characters", 0

    def __call__(self, text: str) -> int:
        """Count the characters of a text."""
        return len(text)

    def index(self, text: str) -> CharacterIndex:
        """Measure a document: a matter of subtraction."""
        return CharacterIndex(len(text))


class CharacterIndex:
    """Measures spans in characters."""

    special = 0

    def __init__(self, length: int) -> None:
        self._length = length

    def size(self, start: int, end: int, header: str = "") -> int:
        """Count the characters of a span with a header before it."""
        return len(header) + end - start

    def reach(self, start: int, amount: int) -> int:
        """Go ``amount`` characters forward, to the end of the text at most."""
        return min(start + amount, self._length)

    def back(self, end: int, amount: int) -> int:
        """Go ``amount`` characters back, to the start of the text at most."""
        return max(end - amount, 0)

    def retreat(self, start: int, end: int, excess: int) -> int:
        """Go back by as many characters, at most to the start."""
        return max(end - excess, start)

    def near(self, start: int, end: int, amount: int) -> bool:
        """Compare the number of characters."""
        return end - start <= amount


class Custom:
    """Makes a ruler of any callable ``text -> int``; a longer text should not measure less than a part of it.

    >>> vowels = Custom(lambda text: sum(letter in "aeiou" for letter in text), "vowels")
    >>> vowels("overlap"), vowels.name
    (3, 'vowels')
    """

    def __init__(self, measure: Callable[[str], int], name: str, special: int = 0) -> None:
        self._measure, self.name, self.special = measure, name, special

    def __call__(self, text: str) -> int:
        """Ask the callable, and refuse an answer that is not a size."""
        size = self._measure(text)
        if isinstance(size, bool) or not isinstance(size, Integral) or size < 0:  # numpy's integers are Integral
            raise InvalidValue(f"a ruler must return a whole number >= 0: {self.name} returned {_told(size)}")
        return int(size)

    def index(self, text: str) -> SearchIndex:
        """Measure spans by asking the callable about slices."""
        return SearchIndex(text, self, self.special)


def _told(size: object) -> str:
    """Tell what a ruler returned in place of a number; where it is tokens, how they are counted."""
    if isinstance(size, str) or not hasattr(size, "__len__"):
        return repr(size)[:_SHOWN]
    tokens = 'encode(text)["input_ids"]' if isinstance(size, Mapping) else "encode(text)"
    return f"{type(size).__name__}; if these are tokens, return their number: lambda text: len({tokens})"


def count_words(text: str) -> int:
    """Count the words of a text: what white space separates.

    >>> count_words(" two words ")
    2
    """
    return len(text.split())


def estimate_tokens(text: str) -> int:
    """Estimate tokens as a quarter of the characters, rounded down: close for English prose, and for little else.

    Args:
        text: any text.

    Returns:
        ``len(text) // 4``, the rule of thumb of many tutorials.

    >>> estimate_tokens("four characters a token")
    5
    """
    return len(text) // 4


@functools.cache
def _named(name: str) -> Ruler:
    if name == "characters":
        return Characters()
    if name == "words":
        return Custom(count_words, "words")
    if name == "estimate":
        return Custom(estimate_tokens, "estimate")
    return Tokens(_encoding(name))


def _encoding(name: str) -> tiktoken.Encoding:
    """Find an encoding by its own name or a model's, among those whose vocabulary is on board."""
    try:
        import tiktoken
    except ModuleNotFoundError as error:
        raise MissingPackage(not_installed("tiktoken"), name=error.name) from None
    from tiktoken_ext.chunklib_vocabularies import put_on_board

    put_on_board()  # again: tiktoken's cache may have been emptied since it looked for plugins
    if name in ON_BOARD:
        return tiktoken.get_encoding(name)
    try:
        encoding = tiktoken.encoding_name_for_model(name)
    except KeyError:
        encoding = name
    if encoding in ON_BOARD:
        return tiktoken.get_encoding(encoding)
    known = ("characters", "words", "estimate", *ON_BOARD)
    exists = encoding in tiktoken.list_encoding_names()
    why = f"needs {encoding}, whose vocabulary is not on board" if exists else "is unknown"
    rulers = f"rulers: {', '.join(known)}, a model such as 'gpt-4', or any callable"
    raise InvalidValue(f"ruler {name!r} {why}; {rulers}{'' if exists else meant(name, known)}")


RulerSpec = str | Callable[[str], int] | Tokenizer
"""What :func:`ruler` takes."""


def ruler(spec: RulerSpec) -> Ruler:
    """Make a ruler from a name, a tokenizer or any callable.

    Args:
        spec: ``"characters"``, ``"words"``, ``"estimate"``, an encoding (``"cl100k_base"``), a model
            (``"gpt-4"``), a ``tiktoken.Encoding``, a tokenizer of Hugging Face (``tokenizers`` or
            ``transformers``), a ruler, or a callable ``text -> int``. It must never give a longer text less than a part
            of it: WordPiece breaks this for a word of over 100 characters, which becomes one unknown token, and a cut
            may then be inside a grapheme cluster that would fit.

    Returns:
        a ruler; nothing is ever downloaded. A tokenizer of Hugging Face counts what its model reads, so the special
        tokens that are added to each text are in a size; in an overlap they are not.

    Raises:
        ValueError: for a name that is unknown, or whose vocabulary is not on board.
        TypeError: for anything else.

    >>> ruler("gpt-4o").name, ruler("gpt-4")("two tokens"), ruler(len)("four")
    ('o200k_base', 2, 4)
    """
    if isinstance(spec, str):
        return _named(spec)
    if isinstance(spec, (Tokens, Characters, Custom)):
        return spec
    if is_tokenizer(spec):
        return Custom(*token_counter(spec))
    if callable(spec):
        return Custom(spec, getattr(spec, "__name__", type(spec).__name__))
    import tiktoken  # here, so that a program loads it when it first measures a text

    if isinstance(spec, tiktoken.Encoding):
        return Tokens(spec)
    raise InvalidType(f"a ruler is a name, a tokenizer or a callable: got {spec!r}")
