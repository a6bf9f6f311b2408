"""Find what answers have in common, for a human eye: it is never a mark."""
