"""Answer question 1, where may I cut: one small file for each kind of cut."""

from chunklib.cuts.code import code as code
from chunklib.cuts.graphemes import CodePoints as CodePoints
from chunklib.cuts.graphemes import Graphemes as Graphemes
from chunklib.cuts.html import HtmlText as HtmlText
from chunklib.cuts.latex import latex as latex
from chunklib.cuts.markdown import markdown as markdown
from chunklib.cuts.notebook import notebook as notebook
from chunklib.cuts.positions import MOST_RANK as MOST_RANK
from chunklib.cuts.positions import Cuts as Cuts
from chunklib.cuts.positions import Positions as Positions
from chunklib.cuts.positions import outside as outside
from chunklib.cuts.positions import ranks as ranks
from chunklib.cuts.proposals import Propose as Propose
from chunklib.cuts.proposals import proposals as proposals
from chunklib.cuts.records import outside_escapes as outside_escapes
from chunklib.cuts.records import records as records
from chunklib.cuts.rst import rst as rst
from chunklib.cuts.sentences import sentences as sentences
from chunklib.cuts.separators import DEFAULT_SEPARATORS as DEFAULT_SEPARATORS
from chunklib.cuts.separators import separators as separators
from chunklib.cuts.similarity import clusters as clusters
from chunklib.cuts.similarity import max_min as max_min
from chunklib.cuts.similarity import windows as windows
from chunklib.cuts.texttiling import texttiling as texttiling
from chunklib.cuts.turns import turns as turns
from chunklib.cuts.words import words as words
