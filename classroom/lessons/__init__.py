"""Provide what a lesson calls: check, hints, progress, a quiz, widgets and plots."""
