"""Question 1: where may I cut? One small file an answer."""

from chunklib.cuts.code import code
from chunklib.cuts.graphemes import CodePoints, Graphemes
from chunklib.cuts.html import PlainText, html, html_to_text
from chunklib.cuts.markdown import markdown
from chunklib.cuts.positions import Cuts, Positions
from chunklib.cuts.sentences import sentences
from chunklib.cuts.separators import DEFAULT_SEPARATORS, separators
from chunklib.cuts.words import tokens, words

__all__ = [
    "DEFAULT_SEPARATORS",
    "CodePoints",
    "Cuts",
    "Graphemes",
    "PlainText",
    "Positions",
    "code",
    "html",
    "html_to_text",
    "markdown",
    "sentences",
    "separators",
    "tokens",
    "words",
]
