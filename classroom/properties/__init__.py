"""Provide what the properties of several exercises share: they read windows, spans and scores that were returned."""
