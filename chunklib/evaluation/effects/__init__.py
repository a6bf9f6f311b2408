"""Measure what the field promises: one comparison for each promise, on the course's own questions."""

from chunklib.evaluation.effects.declared import EFFECTS as EFFECTS
from chunklib.evaluation.effects.declared import Effect as Effect
from chunklib.evaluation.effects.measuring import measure as measure
from chunklib.evaluation.effects.table import Measured as Measured
from chunklib.evaluation.effects.table import measured as measured
from chunklib.evaluation.effects.table import table as table
