"""Your own package: a bot that answers from your document, with each function that you keep as a module.

``python -m my_rag "question"`` answers. ``bot.py`` cuts the document and ranks its chunks with your functions where you
have kept some, ``reader.py`` finds the sentence. It needs chunklib alone, and ``pip install ./my_rag`` installs it.
``from my_rag.smart_chunk import smart_chunk`` takes yours, and so does ``mine("smart_chunk")`` in a notebook. Earlier
versions are in the folder ``old``.
"""
