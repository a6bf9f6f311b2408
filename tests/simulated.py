"""Differences of two settings that are made up, with an effect that is known."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray


def simulated(rng: np.random.Generator, sizes: list[int], effect: float, wobble: float = 0.0) -> NDArray[np.float64]:
    """Draw differences: most near 0, some large gains and losses, another mean for each document."""
    shifts = itertools.cycle([wobble, -wobble])
    found = []
    for size, shift in zip(sizes, shifts, strict=False):
        noise = rng.choice([0.0, 0.5, -0.5, 1.0, -1.0], size=size, p=[0.6, 0.1, 0.1, 0.1, 0.1])
        found.append(noise * 0.5 + rng.uniform(-0.1, 0.1, size) + effect + shift)
    return np.concatenate(found)


def labels_of(sizes: list[int]) -> list[int]:
    return [document for document, size in enumerate(sizes) for _ in range(size)]


def as_sides(differences: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.maximum(-differences, 0), np.maximum(differences, 0)
