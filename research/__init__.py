"""Measure again what the library and the course say was measured; it needs a checkout, and is in no wheel.

``python -m research.effects`` makes ``chunklib/evaluation/effects.json``, and ``python -m research.lesson_sweep`` the
scores that lessons compute with; ``exhibits`` has the code that the claims of ``chunklib/evaluation/claims.toml``
refute; ``benchmarks`` has the scripts that measure speed.
"""
