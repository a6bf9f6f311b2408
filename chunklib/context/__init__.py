"""Give chunks what they do not say themselves: the headings above them, their neighbours, their place in the document.

Every function here takes chunks and gives new ones (or vectors); text and offsets stay as they are.
"""

from chunklib.chunk import SEPARATOR as SEPARATOR
from chunklib.context.described import Contextualized as Contextualized
from chunklib.context.described import Cost as Cost
from chunklib.context.described import contextualize as contextualize
from chunklib.context.families import Family as Family
from chunklib.context.families import parents as parents
from chunklib.context.headers import heading_path as heading_path
from chunklib.context.headers import in_full as in_full
from chunklib.context.late import late_chunks as late_chunks
from chunklib.context.late import pool as pool
from chunklib.context.neighbours import link as link
from chunklib.context.neighbours import sentence_windows as sentence_windows
