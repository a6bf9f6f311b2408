"""The chunk viewer: a text with its chunks, and controls for what makes them."""
