"""The course engine: check a function, open a hint, see progress, see a solution, answer a quiz."""

from chunklib.course.answers import solution
from chunklib.course.checking import check
from chunklib.course.hints import hint
from chunklib.course.overview import progress
from chunklib.course.quizview import quiz
from chunklib.course.viewing.demands import against_demands
from chunklib.course.viewing.distance_plot import distance_plot
from chunklib.course.viewing.heading_path import heading_path
from chunklib.course.viewing.heat_map import heat_map
from chunklib.course.viewing.hits_and_misses import hits_and_misses
from chunklib.course.viewing.overlap_calculator import overlap_calculator
from chunklib.course.viewing.reindex_viewer import reindex_viewer
from chunklib.course.viewing.separator_tree import separator_tree
from chunklib.course.viewing.span_painter import span_painter
from chunklib.course.viewing.token_viewer import token_viewer
from chunklib.course.viewing.viewer import chunk_viewer

__all__ = [
    "against_demands",
    "check",
    "chunk_viewer",
    "distance_plot",
    "heading_path",
    "heat_map",
    "hint",
    "hits_and_misses",
    "overlap_calculator",
    "progress",
    "quiz",
    "reindex_viewer",
    "separator_tree",
    "solution",
    "span_painter",
    "token_viewer",
]
