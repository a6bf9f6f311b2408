"""Draw chunks in the text that they were cut from, for the lessons and for a page of its own."""
