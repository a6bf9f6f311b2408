"""``make bench``: what a store of 100,000 chunks costs: to index, to index again after edits, and to search.

In a SQLite file, and in PostgreSQL with pgvector, which is started for it. The vectors are those of WordLlama (256
numbers each); the time to embed is measured apart, and is in the time of the first index too.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from chunklib import Chunk, chunk_documents
from chunklib.embed import embedder
from chunklib.retrieval.database import Database
from research.benchmarks.texts import sample
from tests.postgres_server import postgres_server

if TYPE_CHECKING:
    from collections.abc import Sequence

DOCUMENT, CHUNK = 20_000, 200  # characters a document, and about as many a chunk
CONFIG = {"strategy": "recursive", "size": 240, "overlap": 0, "ruler": "characters"}
EDITED, QUERIES, K = 50, 100, 10


def documents(chunks: int) -> dict[str, str]:
    """Make documents that give about so many chunks."""
    text = sample(chunks * CHUNK)
    return {f"{at // DOCUMENT:05}": text[at : at + DOCUMENT] for at in range(0, len(text), DOCUMENT)}


def split(texts: dict[str, str]) -> list[Chunk]:
    """Split the documents by two processes."""
    return chunk_documents(texts, CONFIG, workers=2).chunks


def measured(
    where: str | Path, first: Sequence[Chunk], edited: Sequence[Chunk], queries: Sequence[str]
) -> list[set[str]]:
    """Index, index again, search, and print what it cost; gives the ids that each query found."""
    with Database(where) as database:
        begun = perf_counter()
        database.index(first)
        indexed = perf_counter()
        changes = database.index(edited)
        again = perf_counter()
        database.search("warm up", K)
        loaded = perf_counter()
        found, times = [], []
        for query in queries:
            start = perf_counter()
            found.append({hit.chunk.id for hit in database.search(query, K)})
            times.append(perf_counter() - start)
        megabytes = stored(where, database) / 1e6
    print(f"  index {len(first):,} chunks: {indexed - begun:.1f} s; they take {megabytes:,.0f} MB")
    print(
        f"  index {len(edited):,} again, of {EDITED} edited documents: {again - indexed:.2f} s;"
        f" {len(changes.added)} added, {len(changes.deleted)} deleted"
    )
    print(f"  first search: {loaded - again:.2f} s; {len(times)} more: {1000 * median(times):.0f} ms each (median)")
    print(f"  most memory so far: {getrusage(RUSAGE_SELF).ru_maxrss / 1000:,.0f} MB", flush=True)
    return found


def stored(where: str | Path, database: Database) -> int:
    """Return the bytes that the chunks take on disk."""
    if isinstance(where, Path):
        return where.stat().st_size
    import psycopg

    assert len(database)  # noqa: S101 (what is measured is there)
    with psycopg.connect(where) as server:
        return int(server.execute("SELECT pg_total_relation_size('chunklib_chunks')").fetchall()[0][0])


def main() -> int:
    """Measure both stores, and compare what they found."""
    parser = argparse.ArgumentParser(prog="python -m research.benchmarks.store", description=__doc__)
    parser.add_argument("--chunks", type=int, default=100_000, help="about how many (100,000)")
    texts = documents(parser.parse_args().chunks)
    first = split(texts)
    edits = {name: f"Edited. {texts[name]}" for name in list(texts)[:EDITED]}
    edited, queries = split(edits), [chunk.text[20:100] for chunk in first[:: len(first) // QUERIES]][:QUERIES]
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; {len(texts):,} documents", flush=True)
    begun = perf_counter()
    embedder(None)([chunk.text for chunk in first])
    print(f"embed {len(first):,} chunks: {perf_counter() - begun:.1f} s")
    with TemporaryDirectory() as folder, postgres_server() as address:
        print("SQLite")
        exact = measured(Path(folder) / "chunks.sqlite3", first, edited, queries)
        print("PostgreSQL with pgvector")
        found = measured(address, first, edited, queries)
    shared = sum(len(ours & theirs) for ours, theirs in zip(found, exact, strict=True))
    print(f"recall@{K} of PostgreSQL against the exact search of SQLite: {shared / sum(map(len, exact)):.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
