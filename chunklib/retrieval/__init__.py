"""Find chunks for a query, keep them in a database, and make passages of what was found."""

from chunklib.retrieval.bm25 import BM25 as BM25
from chunklib.retrieval.database import Database as Database
from chunklib.retrieval.exact_search import Dense as Dense
from chunklib.retrieval.hybrid import RETRIEVERS as RETRIEVERS
from chunklib.retrieval.hybrid import Hybrid as Hybrid
from chunklib.retrieval.hybrid import make_retriever as make_retriever
from chunklib.retrieval.index_plan import Changes as Changes
from chunklib.retrieval.merging import GAP as GAP
from chunklib.retrieval.merging import Passage as Passage
from chunklib.retrieval.merging import deduplicate as deduplicate
from chunklib.retrieval.merging import deduplicate_text as deduplicate_text
from chunklib.retrieval.merging import merge_adjacent as merge_adjacent
from chunklib.retrieval.merging import render as render
from chunklib.retrieval.neighbour_retriever import NeighbourRetriever as NeighbourRetriever
from chunklib.retrieval.parent_retriever import ParentRetriever as ParentRetriever
from chunklib.retrieval.retriever import Hit as Hit
from chunklib.retrieval.retriever import Retriever as Retriever
from chunklib.retrieval.where import Where as Where
