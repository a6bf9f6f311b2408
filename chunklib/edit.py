"""Count what the edit of a document costs."""

import random
from collections import Counter
from collections.abc import Iterator

from chunklib.chunk_records import texts
from chunklib.readers import at_least

EDITS = 6
"""How many edits are tried where no number is given: each kind twice."""

# What is put in, and how many characters are left out.
_KINDS = ((" word ", 0), (" This sentence is new here. ", 0), ("", 60))


def churn(before: object, after: object) -> int:
    """Count the chunks that are new after an edit, which have to be embedded again.

    Args:
        before: the chunks of the document, from any splitter, as :func:`chunklib.audit` reads them.
        after: the chunks of the edited document.

    Returns:
        how many texts of ``after`` are not in ``before``. A text that is there twice, and was there once, counts as one
        new text.

    Raises:
        TypeError: for anything but two lists of chunks.

    >>> churn(["Tea is hot. ", "Ice is cold."], ["Tea is warm. ", "Ice is cold."])
    1
    """
    return (Counter(texts(after)) - Counter(texts(before))).total()


def edits(text: str, number: int = EDITS) -> Iterator[str]:
    """Edit a document at places that are drawn, and are the same in every run: a word, a sentence, a deletion.

    Args:
        text: the document.
        number: how many edits to make, each of the document as it is given.

    Yields:
        the edited documents: one has a word more, the next a sentence more, the next 60 characters less, and so on.
        An empty document has no places, and gives nothing.

    Raises:
        ValueError: for a number below 0.
        TypeError: for anything but a whole number.

    >>> [len(edited) for edited in edits("Tea is hot. " * 20, 3)]
    [246, 268, 180]
    """
    draw = random.Random(0)  # noqa: S311 (places, no secrets)
    for turn in range(at_least(0, "edits", number) if text else 0):
        added, left_out = _KINDS[turn % len(_KINDS)]
        at = draw.randrange(max(1, len(text) - left_out))
        yield text[:at] + added + text[at + left_out :]
