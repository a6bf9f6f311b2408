"""Retrieval: which chunks does a query get, and what is made of them?"""

from chunklib.retrieval.bm25 import BM25
from chunklib.retrieval.database import Database
from chunklib.retrieval.exact_search import Dense
from chunklib.retrieval.hybrid import RETRIEVERS, Hybrid, make_retriever
from chunklib.retrieval.index_plan import Changes
from chunklib.retrieval.merging import (
    GAP,
    Passage,
    deduplicate,
    deduplicate_text,
    merge_adjacent,
    render,
    with_neighbours,
)
from chunklib.retrieval.retriever import Hit, Retriever

__all__ = [
    "BM25",
    "GAP",
    "RETRIEVERS",
    "Changes",
    "Database",
    "Dense",
    "Hit",
    "Hybrid",
    "Passage",
    "Retriever",
    "deduplicate",
    "deduplicate_text",
    "make_retriever",
    "merge_adjacent",
    "render",
    "with_neighbours",
]
