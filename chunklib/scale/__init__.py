"""Split many documents by one process or by many, on this machine or on a Dask cluster, always into the same chunks.

Documents are independent, so nothing has to be decided anew: a plain loop says what is right, and workers give the same
chunks in the same order. A document that cannot be chunked is named, and the others come.
"""

from chunklib.scale.documents import Chunked, Documents, Done, Source, Split, chunk_documents, each_document

__all__ = ["Chunked", "Documents", "Done", "Source", "Split", "chunk_documents", "each_document"]
