"""Marks from outside the student's process: cells run in a sandbox, properties are judged here."""
