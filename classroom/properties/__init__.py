"""What the properties of several exercises have in common: reading windows, spans and scores that were returned."""
