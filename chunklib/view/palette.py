"""Colours of every picture: the *light* scheme of Paul Tol (Colour Schemes, SRON technical note, 2021).

Distinct for colour-blind eyes, and light enough for dark text on top. No picture means anything by colour alone.
"""

COLORS = ("#77AADD", "#EE8866", "#EEDD88", "#FFAABB", "#99DDFF", "#44BB99", "#BBCC33", "#AAAA00", "#DDDDDD")
INK = "#212121"
PAPER = "#FFFFFF"
