"""Wrong offsets: positions that are counted in bytes, of text that was stripped afterwards."""

from __future__ import annotations

import re

from chunklib.evaluation.claims.exhibits.exhibit import Exhibit, Record, audited
from chunklib.tokens import ruler


def byte_offsets(text: str, size: int = 500, overlap: int = 0) -> list[Record]:  # noqa: ARG001 (repeats nothing)
    """Fill chunks with words and add up how long they were; the published smart_chunk keeps its positions so.

    >>> byte_offsets("naïve plan", size=2)
    [{'text': 'naïve', 'start_char': 0, 'end_char': 6}, {'text': 'plan', 'start_char': 7, 'end_char': 11}]
    """
    count = ruler("cl100k_base")
    chunks: list[Record] = []
    buffer, position = "", 0
    for word in [*re.findall(r"\S+\s*", text), None]:
        if buffer and (word is None or count((buffer + word).strip()) > size):
            body = buffer.strip()  # shorter than what is added to the position below ...
            end = position + len(body.encode())  # ... and bytes are no characters
            chunks.append({"text": body, "start_char": position, "end_char": end})
            buffer, position = "", position + len(buffer.encode())
        buffer += word or ""
    return chunks


BYTE_OFFSETS = Exhibit(
    name="byte_offsets",
    what_is_said="Track the position while chunking: add the length of each chunk to it.",
    function=byte_offsets,
    property_name="exact",
    smallest={"text": "é", "size": 1, "overlap": 0},
    ruler="cl100k_base",
    judge=audited,
)
