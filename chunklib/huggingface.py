"""Measure texts with a tokenizer of Hugging Face, as the model that you use counts tokens.

Nothing is imported from there: an object with an ``encode`` that knows ``add_special_tokens`` is one.
"""

import inspect
from collections.abc import Callable
from typing import Any


def is_tokenizer(given: object) -> bool:
    """Tell whether an object is a tokenizer of the packages tokenizers or transformers."""
    encode = getattr(given, "encode", None)
    if not callable(encode):
        return False
    try:
        return "add_special_tokens" in inspect.signature(encode).parameters
    except (TypeError, ValueError):
        return False


def token_counter(tokenizer: Any) -> tuple[Callable[[str], int], str]:
    """Make a measure and its name from a tokenizer.

    Args:
        tokenizer: a ``tokenizers.Tokenizer``, or a tokenizer of transformers.

    Returns:
        what counts the tokens of a text, special ones that a model adds not among them. A tokenizer that is set to
        shorten or to pad is copied without: it would count a long text short, and a short one long.
    """
    kind = type(tokenizer)
    if hasattr(tokenizer, "no_truncation") and hasattr(kind, "from_str"):
        tokenizer = kind.from_str(tokenizer.to_str())
        tokenizer.no_truncation()
        tokenizer.no_padding()
    name = str(getattr(tokenizer, "name_or_path", "") or kind.__name__)

    def count(text: str) -> int:
        whole = text.encode("utf-8", "replace").decode()  # these tokenizers refuse lone surrogates
        return len(tokenizer.encode(whole, add_special_tokens=False))

    return count, name
