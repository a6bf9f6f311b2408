"""Count what the edit of a document costs."""

from collections import Counter

from chunklib.chunk_records import texts


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
