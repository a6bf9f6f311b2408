"""Measure texts with a tokenizer of Hugging Face, as the model that you use counts tokens.

Nothing is imported from there: an object with an ``encode`` that knows ``add_special_tokens`` is one.
"""

import inspect
from collections.abc import Callable
from typing import Any


def is_tokenizer(given: Any) -> bool:
    """Tell whether an object is a tokenizer of the packages tokenizers or transformers."""
    try:
        return "add_special_tokens" in inspect.signature(given.encode).parameters
    except (AttributeError, TypeError, ValueError):
        return False


def token_counter(tokenizer: Any) -> tuple[Callable[[str], int], str, int]:
    """Make a measure and its name from a tokenizer.

    Args:
        tokenizer: a ``tokenizers.Tokenizer``, or a tokenizer of transformers.

    Returns:
        what counts the tokens of a text as a model reads it, with the special ones that are added; its name; and how
        many special ones are added. One that is set to shorten or to pad is copied without: it would count a long text
        short, and a short one long.
    """
    name = str(getattr(tokenizer, "name_or_path", "") or type(tokenizer).__name__)
    for inner in ("backend_tokenizer", "_tokenizer"):  # of a fast tokenizer of transformers, and of tokenizers' own
        tokenizer = getattr(tokenizer, inner, tokenizer)
    kind = type(tokenizer)
    if hasattr(tokenizer, "no_truncation") and hasattr(kind, "from_str"):
        tokenizer = kind.from_str(tokenizer.to_str())
        tokenizer.no_truncation()
        tokenizer.no_padding()

    def count(text: str) -> int:
        whole = text.encode("utf-8", "replace").decode()  # these tokenizers refuse lone surrogates
        return len(tokenizer.encode(whole, add_special_tokens=True))

    return count, name, count("")
