"""The widgets of the lessons: a function, a view and a picture each, all on the base in ``widget``."""
