"""Your own package: each function that passes its check and that you keep is a module here.

``from my_rag.smart_chunk import smart_chunk`` takes yours, and so does ``mine("smart_chunk")`` in a notebook.
``python -m my_rag "question"`` answers from your document. Earlier versions are in the folder ``old``.
"""
